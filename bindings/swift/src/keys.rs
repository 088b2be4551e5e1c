//! Derived idempotency keys.
#![allow(clippy::needless_pass_by_value, reason = "uniffi hands over owned values")]

use axonium_bridge as bridge;

use crate::EngineError;

/// The key of a request, for what `namespace` says the answer is for.
#[uniffi::export]
pub fn derive_key(namespace: String, body: Vec<u8>) -> Result<String, EngineError> {
    bridge::derive_key(&namespace, &body).map_err(|envelope| EngineError::Failed { envelope: envelope.into() })
}

/// The key of a step of a run.
#[uniffi::export]
pub fn run_key(run_id: String, step: String) -> Result<String, EngineError> {
    bridge::run_key(&run_id, &step).map_err(|envelope| EngineError::Failed { envelope: envelope.into() })
}
