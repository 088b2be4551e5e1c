use serde_json::json;

use super::*;

#[test]
fn objects_are_closed_and_their_properties_required_however_deep() {
    let object = |properties: Value, required: Value| json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false});
    let open = |properties: Value| json!({"type": "object", "properties": properties});
    let leaf = || open(json!({"x": {"type": "integer"}}));
    let closed = || object(json!({"x": {"type": "integer"}}), json!(["x"]));
    let rows = [
        (leaf(), closed()),
        (closed(), closed()),
        (json!({"type": "object", "properties": {"x": {"type": "integer"}}, "required": []}), closed()),
        (json!({"properties": {}}), json!({"properties": {}, "required": [], "additionalProperties": false})),
        (
            json!({"type": ["object", "null"], "properties": {}}),
            json!({"type": ["object", "null"], "properties": {}, "required": [], "additionalProperties": false}),
        ),
        (
            json!({"type": "object", "additionalProperties": false}),
            json!({"type": "object", "additionalProperties": false, "required": []}),
        ),
        (open(json!({"in": leaf()})), object(json!({"in": closed()}), json!(["in"]))),
        (json!({"type": "array", "items": leaf()}), json!({"type": "array", "items": closed()})),
        (json!({"type": "array", "items": true}), json!({"type": "array", "items": true})),
        (json!({"prefixItems": [leaf(), {"type": "null"}]}), json!({"prefixItems": [closed(), {"type": "null"}]})),
        (json!({"anyOf": [leaf(), {"type": "null"}]}), json!({"anyOf": [closed(), {"type": "null"}]})),
        (json!({"oneOf": [leaf()]}), json!({"anyOf": [closed()]})),
        (json!({"allOf": [leaf()]}), json!({"allOf": [closed()]})),
        (json!({"$ref": "#/$defs/a", "$defs": {"a": leaf()}}), json!({"$ref": "#/$defs/a", "$defs": {"a": closed()}})),
        (json!({"definitions": {"a": leaf()}}), json!({"definitions": {"a": closed()}})),
        (json!({"type": "integer", "default": 3, "minimum": 1}), json!({"type": "integer", "minimum": 1})),
        // Names of properties are no keywords.
        (
            open(json!({"default": {"type": "null"}, "not": {"type": "null"}, "oneOf": {"type": "null"}})),
            object(
                json!({"default": {"type": "null"}, "not": {"type": "null"}, "oneOf": {"type": "null"}}),
                json!(["default", "not", "oneOf"]),
            ),
        ),
        // What is no schema stays; that it is none was found before.
        (json!({"items": 3, "anyOf": 4, "$defs": 5}), json!({"items": 3, "anyOf": 4, "$defs": 5})),
    ];
    for (given, expected) in rows {
        assert_eq!(strict(&given), Some(expected), "{given}");
    }
}

#[test]
fn what_would_mean_something_else_has_no_strict_form() {
    for given in [
        json!({"type": "object"}),
        json!({"type": ["null", "object"]}),
        json!({"type": "object", "additionalProperties": true}),
        json!({"type": "object", "additionalProperties": {"type": "integer"}}),
        json!({"type": "object", "properties": {"a": {"type": "null"}}, "additionalProperties": true}),
        json!({"properties": {"a": {"type": "object"}}, "type": "object"}),
        json!({"properties": 5}),
        json!({"items": {"type": "object"}}),
        json!({"anyOf": [{"type": "object"}]}),
        json!({"$defs": {"a": {"type": "object"}}}),
        json!({"allOf": [{"type": "string"}, {"minLength": 3}]}),
        json!({"patternProperties": {}}),
        json!({"unevaluatedProperties": false}),
        json!({"propertyNames": {}}),
        json!({"dependentSchemas": {}}),
        json!({"dependentRequired": {}}),
        json!({"if": {}}),
        json!({"not": {"type": "null"}}),
        json!({"$dynamicRef": "#a"}),
        json!({"$recursiveRef": "#"}),
    ] {
        assert_eq!(strict(&given), None, "{given}");
    }
}
