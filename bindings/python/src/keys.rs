//! Derived idempotency keys.

use axonium_bridge as bridge;
use bytes::Bytes;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::EngineError;

#[pyfunction]
pub(crate) fn derive_key(py: Python<'_>, namespace: &str, body: &[u8]) -> PyResult<String> {
    bridge::derive_key(namespace, body).map_err(|failed| refused(py, &failed))
}

#[pyfunction]
pub(crate) fn run_key(py: Python<'_>, run_id: &str, step: &str) -> PyResult<String> {
    bridge::run_key(run_id, step).map_err(|failed| refused(py, &failed))
}

fn refused(py: Python<'_>, failed: &Bytes) -> PyErr {
    EngineError::new_err((PyBytes::new(py, failed).unbind(),))
}
