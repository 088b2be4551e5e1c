//! Typed forms of JSON that the engine has found whole.

use serde::de::DeserializeOwned;

use crate::wire::text::replace_lone_surrogates;

/// Reads a value. JSON may hold half a character, where a server cut one in two; a Rust string cannot, so the half is
/// replaced in it.
pub(super) fn read<T: DeserializeOwned>(json: &[u8]) -> serde_json::Result<T> {
    serde_json::from_slice(json).or_else(|error| match std::str::from_utf8(json) {
        Ok(text) => serde_json::from_str(&replace_lone_surrogates(text)),
        Err(_) => Err(error),
    })
}
