//! What some servers suggest beside an error, as one line for a person.

use serde_json::Value;

/// The server's `hint`, then what it proposes to use instead.
pub(super) fn read<'a>(get: impl Fn(&str) -> Option<&'a Value>) -> Option<String> {
    let said = get("hint").and_then(Value::as_str).map(str::to_owned);
    let meant = get("did_you_mean").and_then(names).map(|name| format!("did you mean: {name}"));
    let suggested = get("suggestions").and_then(names).map(|names| format!("suggestions: {names}"));
    let instead = get("alternatives").and_then(names).map(|names| format!("alternatives: {names}"));
    let parts: Vec<String> = [said, meant, suggested, instead].into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// A name, or a list of names or of objects with an `id`; empty ones are none.
fn names(value: &Value) -> Option<String> {
    let name = |value: &Value| value.as_str().or_else(|| value.get("id")?.as_str()).map(str::to_owned);
    let names = match value {
        Value::Array(values) => values.iter().filter_map(name).collect::<Vec<_>>().join(", "),
        value => name(value)?,
    };
    (!names.is_empty()).then_some(names)
}
