//! Idempotency keys that come out the same in every language.

use bytes::Bytes;

use crate::control::write_error;

/// The key of a chat or response request, for what `namespace` says the answer is for.
///
/// # Errors
/// The Failed JSON of an `InvalidRequest`.
pub fn derive_key(namespace: &str, body: &[u8]) -> Result<String, Bytes> {
    axonium::derive_key_of_body(namespace, body).map_err(|error| write_error(&error))
}

/// The key of the step of that name of a run.
///
/// # Errors
/// The Failed JSON of an `InvalidRequest`.
pub fn run_key(run_id: &str, step: &str) -> Result<String, Bytes> {
    axonium::RunKeys::new(run_id).and_then(|keys| keys.step(step)).map_err(|error| write_error(&error))
}
