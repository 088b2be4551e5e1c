//! How a request's body is read, whichever API it is for.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use crate::problem::Problem;

/// Reads a body. Gives the request and the fields that are not known. A null is a field that was not given.
pub(crate) fn read<T: DeserializeOwned>(body: &[u8], known: &[&str]) -> Result<(T, Vec<String>), Problem> {
    let fields = serde_json::from_slice(body).map_err(|error| invalid("body", &error.to_string()))?;
    read_fields(fields, known)
}

/// The same of a body that was parsed.
pub(crate) fn read_fields<T: DeserializeOwned>(
    mut fields: Map<String, Value>,
    known: &[&str],
) -> Result<(T, Vec<String>), Problem> {
    fields.retain(|_, value| !value.is_null());
    let ignored = fields.keys().filter(|name| !known.contains(&name.as_str())).cloned().collect();
    let request = serde_path_to_error::deserialize(Value::Object(fields))
        .map_err(|error| invalid(&format!("body.{}", error.path()), &error.inner().to_string()))?;
    Ok((request, ignored))
}

/// Refuses fields that are not known, where the request asks for that.
pub(crate) fn refuse_ignored(required: bool, ignored: &[String]) -> Result<(), Problem> {
    if !required || ignored.is_empty() {
        return Ok(());
    }
    let detail = format!("These fields are not accepted: {}.", ignored.join(", "));
    Err(Problem::new("unknown-parameter").detail(detail))
}

/// A field that is not as it should be.
pub(crate) fn invalid(field: &str, message: &str) -> Problem {
    let location: Vec<&str> = field.split('.').collect();
    let errors = json!([{"loc": location, "msg": message, "type": "value_error"}]);
    Problem::new("validation-error").detail(format!("{field}: {message}")).member("errors", errors)
}
