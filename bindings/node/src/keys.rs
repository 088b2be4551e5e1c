//! Derived idempotency keys.

use napi::Result;
use napi_derive::napi;

use crate::{text, thrown};

/// The key of a request.
///
/// # Errors
/// An error whose message is the Failed JSON.
#[napi(catch_unwind)]
pub fn derive_key(namespace: String, body: String) -> Result<String> {
    axonium_bridge::derive_key(&namespace, body.as_bytes()).map_err(|failed| thrown(text(failed)))
}

/// The key of a step of a run.
///
/// # Errors
/// An error whose message is the Failed JSON.
#[napi(catch_unwind)]
pub fn run_key(run_id: String, step: String) -> Result<String> {
    axonium_bridge::run_key(&run_id, &step).map_err(|failed| thrown(text(failed)))
}
