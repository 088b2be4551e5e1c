//! The strict form of a schema: servers that hold a model to a schema while it writes ask for it.
//!
//! Source: `OpenAI`'s guide to structured outputs: every object closed, every property required.

use serde_json::{Map, Value};

/// Keywords that mean something else once objects are closed, or that say what a grammar cannot.
const NOT_STRICT: [&str; 9] = [
    "patternProperties",
    "unevaluatedProperties",
    "propertyNames",
    "dependentSchemas",
    "dependentRequired",
    "if",
    "not",
    "$dynamicRef",
    "$recursiveRef",
];
/// Keywords whose value is a schema, a list of schemas, or an object of schemas.
const ONE: [&str; 1] = ["items"];
const LISTS: [&str; 4] = ["anyOf", "oneOf", "allOf", "prefixItems"];
const NAMED: [&str; 3] = ["properties", "$defs", "definitions"];

/// `schema` with every object closed and every property required; `None` if it would then be another one: an object that
/// takes members of any name would take none.
///
/// What the model writes is held against the schema as it was given, so where the two differ the strict one only asks for
/// more.
pub(super) fn strict(schema: &Value) -> Option<Value> {
    let Value::Object(given) = schema else { return Some(schema.clone()) };
    if given.keys().any(|keyword| NOT_STRICT.contains(&keyword.as_str())) || several(given.get("allOf")) {
        return None;
    }
    let mut made = Map::new();
    for (keyword, value) in given {
        let value = match keyword.as_str() {
            keyword if ONE.contains(&keyword) => strict(value)?,
            keyword if LISTS.contains(&keyword) => strict_list(value)?,
            keyword if NAMED.contains(&keyword) => strict_members(value)?,
            // Every property is there, so none has a value in its absence.
            "default" => continue,
            _ => value.clone(),
        };
        // Of a schema that an output is held against once more, a choice of one is as good as a choice of any.
        let keyword = if keyword == "oneOf" { "anyOf" } else { keyword };
        made.insert(keyword.to_owned(), value);
    }
    if is_object(given) {
        close(&mut made)?;
    }
    Some(Value::Object(made))
}

fn several(list: Option<&Value>) -> bool {
    list.and_then(Value::as_array).is_some_and(|list| list.len() > 1)
}

fn strict_list(list: &Value) -> Option<Value> {
    list.as_array().map_or_else(|| Some(list.clone()), |list| list.iter().map(strict).collect())
}

fn strict_members(members: &Value) -> Option<Value> {
    let Value::Object(members) = members else { return Some(members.clone()) };
    let made: Option<Map<String, Value>> =
        members.iter().map(|(name, schema)| Some((name.clone(), strict(schema)?))).collect();
    made.map(Value::Object)
}

fn is_object(schema: &Map<String, Value>) -> bool {
    let named =
        |kind: &Value| kind == "object" || kind.as_array().is_some_and(|kinds| kinds.contains(&"object".into()));
    schema.get("type").is_some_and(named) || schema.contains_key("properties")
}

/// Closes an object, unless it is meant to be open.
fn close(object: &mut Map<String, Value>) -> Option<()> {
    let names: Option<Vec<Value>> = object
        .get("properties")
        .and_then(Value::as_object)
        .map(|properties| properties.keys().cloned().map(Value::from).collect());
    match (object.get("additionalProperties"), &names) {
        (None | Some(Value::Bool(false)), Some(_)) | (Some(Value::Bool(false)), None) => {}
        _ => return None,
    }
    object.insert("required".to_owned(), names.unwrap_or_default().into());
    object.insert("additionalProperties".to_owned(), false.into());
    Some(())
}

#[cfg(test)]
mod tests;
