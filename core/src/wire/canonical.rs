//! Idempotency keys that the same request always comes to: canonical JSON (RFC 8785) under SHA-256.

use ring::digest::{SHA256, digest};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Value, json};

use super::request::InvalidField;

/// The key of a request: the same for the same namespace, path and body, however the body is written.
///
/// Two bodies are the same if their canonical forms are: the order of members, white space, and the way numbers and
/// characters are written do not matter.
///
/// # Errors
/// An empty `namespace`, or a `body` that is no JSON that RFC 8785 can write.
pub fn request_key(namespace: &str, path: &str, body: &[u8]) -> Result<String, InvalidField> {
    if namespace.is_empty() {
        let fix = "is empty; name what the key is for, so that two uses of one request do not share it";
        return Err(InvalidField::new("namespace", fix));
    }
    let body: Value = serde_json::from_slice(body)
        .map_err(|error| InvalidField::new("request", format!("cannot be written as canonical JSON: {error}")))?;
    fingerprint("request", &json!({"body": body, "namespace": namespace, "path": path}))
}

/// The key of a chat or response request of which only the body is known.
///
/// # Errors
/// As [`request_key`]; and a body that has neither `messages` nor `input`, or both.
pub fn body_key(namespace: &str, body: &[u8]) -> Result<String, InvalidField> {
    request_key(namespace, path_of(body)?, body)
}

/// The path that a body is for: chats have messages, responses an input.
fn path_of(body: &[u8]) -> Result<&'static str, InvalidField> {
    #[derive(Deserialize)]
    struct Members {
        messages: Option<IgnoredAny>,
        input: Option<IgnoredAny>,
    }
    let members: Members = serde_json::from_slice(body)
        .map_err(|error| InvalidField::new("request", format!("cannot be read as JSON: {error}")))?;
    match (members.messages, members.input) {
        (Some(_), None) => Ok("/v1/chat/completions"),
        (None, Some(_)) => Ok("/v1/responses"),
        _ => Err(InvalidField::new("request", "must have messages (a chat) or input (a response), one of the two")),
    }
}

/// The key of one step of a run that may be resumed: the same for the same run and step.
///
/// # Errors
/// An empty `run` or `step`.
pub fn step_key(run: &str, step: &str) -> Result<String, InvalidField> {
    for (field, value) in [("run_id", run), ("step", step)] {
        if value.is_empty() {
            return Err(InvalidField::new(field, "is empty; a run resumes by the names that it had before"));
        }
    }
    fingerprint("run_id", &json!({"run": run, "step": step}))
}

/// 64 hexadecimal digits behind the name of the scheme: visible ASCII, shorter than the 255 bytes that a key may have.
fn fingerprint(field: &str, value: &Value) -> Result<String, InvalidField> {
    let canonical = serde_json_canonicalizer::to_vec(value)
        .map_err(|error| InvalidField::new(field, format!("cannot be written as canonical JSON: {error}")))?;
    let hash = digest(&SHA256, &canonical);
    Ok(hash.as_ref().iter().fold("ax1-".to_owned(), |key, byte| format!("{key}{byte:02x}")))
}

#[cfg(test)]
mod tests;
