use serde_json::json;

use super::*;

fn schema(schema: &Value) -> Schema {
    Schema::new(Some(schema), None).unwrap()
}

fn refused(schema: Option<&Value>, name: Option<&str>) -> InvalidField {
    Schema::new(schema, name).unwrap_err()
}

#[test]
fn an_output_is_held_against_the_schema_as_it_was_given() {
    let person = schema(&json!({
        "type": "object",
        "properties": {"name": {"type": "string"}, "age": {"type": "integer", "minimum": 0}},
        "required": ["name"],
    }));
    assert_eq!(person.check(&json!({"name": "Ada"})), Ok(()));
    assert_eq!(person.check(&json!({"name": "Ada", "age": 36, "more": true})), Ok(()));
    assert_eq!(person.check(&json!({"age": 36})).unwrap_err(), r#""name" is a required property"#);
    let fault = person.check(&json!({"name": "Ada", "age": "thirty-six"})).unwrap_err();
    assert_eq!(fault, r#"at /age: value is not of type "integer""#);
}

#[test]
fn a_format_is_held_against_where_it_is_known() {
    for (format, fits, does_not) in [
        ("date-time", "2026-02-28T12:00:00Z", "2026-02-30T12:00:00Z"),
        ("date", "2026-02-28", "28 February"),
        ("email", "ada@example.com", "ada at example.com"),
        ("uuid", "0198c7a2-4f4e-7d5a-9c3b-3f1f5b1c2d3e", "0198c7a2"),
    ] {
        let schema = schema(&json!({"type": "string", "format": format}));
        assert_eq!(schema.check(&json!(fits)), Ok(()), "{format}");
        assert!(schema.check(&json!(does_not)).unwrap_err().contains(format), "{format}");
    }
    assert_eq!(schema(&json!({"type": "string", "format": "colour"})).check(&json!("of no kind")), Ok(()));
}

#[test]
fn what_is_no_schema_is_refused() {
    for (given, named) in [
        (None, "is missing"),
        (Some(json!("object")), "no object"),
        (Some(json!(true)), "no object"),
        (Some(json!({"type": "objekt"})), "at /type: "),
        (Some(json!({"properties": {"a": {"minimum": "3"}}})), "at /properties/a/minimum: "),
        (Some(json!({"$ref": "https://example.com/schema.json"})), "nothing is fetched"),
        (Some(json!({"$ref": "#/$defs/missing"})), "missing"),
        (Some(json!({"type": "string", "pattern": "("})), "is no JSON Schema"),
    ] {
        let refused = refused(given.as_ref(), None);
        assert_eq!(refused.field, "parse.schema", "{given:?}");
        assert!(refused.message.contains(named), "{given:?}: {refused}");
    }
}

#[test]
fn a_schema_may_refer_to_its_own_parts() {
    let tree = schema(&json!({
        "$defs": {"node": {"type": "object", "properties": {"children": {"type": "array", "items": {"$ref": "#/$defs/node"}}}}},
        "$ref": "#/$defs/node",
    }));
    assert_eq!(tree.check(&json!({"children": [{"children": []}]})), Ok(()));
    assert!(tree.check(&json!({"children": [{"children": 3}]})).is_err());
}

#[test]
fn the_name_is_the_callers_or_made_of_the_title() {
    let name = |schema: &Value, name| Schema::new(Some(schema), name).unwrap().format()["name"].clone();
    assert_eq!(name(&json!({}), None), "output");
    assert_eq!(name(&json!({"title": ""}), None), "output");
    assert_eq!(name(&json!({"title": "Person-1_a"}), None), "Person-1_a");
    assert_eq!(name(&json!({"title": "Eine Größe"}), None), "Eine_Gr__e");
    assert_eq!(name(&json!({"title": "x".repeat(65)}), None), "x".repeat(64));
    assert_eq!(name(&json!({"title": "Person"}), Some("human")), "human");
    assert_eq!(name(&json!({}), Some(&"x".repeat(64))), "x".repeat(64));
    for bad in ["", "a b", "größe", "a.b", &"x".repeat(65)] {
        assert_eq!(refused(Some(&json!({})), Some(bad)).field, "parse.name", "{bad}");
    }
}

#[test]
fn a_server_is_sent_the_strict_form_where_there_is_one() {
    let given =
        json!({"title": "T", "type": "object", "properties": {"b": {"type": "string"}, "a": {"type": "string"}}});
    let format = schema(&given).format();
    assert_eq!((&format["name"], &format["strict"]), (&json!("T"), &json!(true)));
    assert_eq!(format["schema"]["required"], json!(["b", "a"]), "in the order in which they are to be written");
    let open = json!({"type": "object", "additionalProperties": {"type": "integer"}});
    assert_eq!(schema(&open).format(), json!({"name": "output", "schema": open, "strict": false}));
}
