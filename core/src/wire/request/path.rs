//! Reads a request so that what does not fit is named by its path.

use memchr::memmem;
use serde::Deserialize;
use serde_json::Value;
use serde_path_to_error::{Path, Segment};

use super::InvalidField;

/// The name of the whole.
const BODY: &str = "body";

/// `serde_json`'s complaints about an unpaired surrogate.
const HALF_A_PAIR: [&str; 2] = ["lone leading surrogate in hex escape", "unexpected end of hex escape"];

/// Reads `T`; what does not fit is reported by path, and without repeating the value, which may be private.
pub(super) fn read<'a, T: Deserialize<'a>>(body: &'a [u8]) -> Result<T, InvalidField> {
    let mut deserializer = serde_json::Deserializer::from_slice(body);
    let value = serde_path_to_error::deserialize(&mut deserializer)
        .map_err(|error| complaint(name(error.path()), error.inner()))?;
    match deserializer.end() {
        Ok(()) => Ok(value),
        Err(_) => Err(InvalidField::new(BODY, "must be one JSON object; something follows it")),
    }
}

/// Refuses texts that hold half of a UTF-16 surrogate pair, anywhere, also in fields that nobody reads.
///
/// They cannot be written as UTF-8; what a server would make of them differs from server to server.
pub(super) fn check_text(body: &[u8]) -> Result<(), InvalidField> {
    let surrogates = memmem::find(body, b"\\ud").or_else(|| memmem::find(body, b"\\uD"));
    if surrogates.is_some() { read::<Value>(body).map(drop) } else { Ok(()) }
}

/// `messages[0].content`; empty for the whole.
fn name(path: &Path) -> String {
    let mut name = String::new();
    for segment in path {
        match segment {
            Segment::Seq { index } => name = format!("{name}[{index}]"),
            Segment::Map { key } => name = member(&name, key),
            Segment::Enum { .. } | Segment::Unknown => {}
        }
    }
    name
}

fn member(parent: &str, key: &str) -> String {
    if parent.is_empty() { key.to_owned() } else { format!("{parent}.{key}") }
}

/// The parser's complaint in words for whoever wrote the request.
fn complaint(name: String, error: &serde_json::Error) -> InvalidField {
    let text = error.to_string();
    let text = text.rsplit_once(" at line ").map_or(text.as_str(), |(text, _)| text);
    // Serde names the object that holds a field twice.
    if let Some(field) = text.strip_prefix("duplicate field `").and_then(|field| field.strip_suffix('`')) {
        return InvalidField::new(member(&name, field), "is given twice; drop one");
    }
    let message = if HALF_A_PAIR.contains(&text) {
        "holds half of a UTF-16 surrogate pair, which is no text; remove it, or send the whole character".to_owned()
    } else if let Some((_, expected)) = text.rsplit_once(", expected ") {
        format!("must be {}", wanted(expected))
    } else {
        format!("is not valid JSON: {text}")
    };
    InvalidField::new(if name.is_empty() { BODY.to_owned() } else { name }, message)
}

/// Serde's word for a type, in JSON's.
fn wanted(expected: &str) -> &str {
    match expected {
        "i64" => "an integer",
        "f64" => "a number",
        "a sequence" => "an array",
        other => other,
    }
}
