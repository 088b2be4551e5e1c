//! Requests as JSON.

use bytes::Bytes;
use serde::Serialize;

use super::error::{ErrorDetails, Result};
use crate::ErrorKind;

/// Writes a request whose `numbers` must be finite: JSON has no NaN, and `serde_json` writes null in its place, so the core
/// would never see the mistake.
pub(super) fn write<const N: usize>(request: &impl Serialize, numbers: [(&str, Option<f64>); N]) -> Result<Bytes> {
    for (field, value) in numbers {
        if value.is_some_and(|value| !value.is_finite()) {
            let message = "is not a finite number";
            return Err(ErrorDetails::refused_field(ErrorKind::InvalidRequest, field, message).into());
        }
    }
    serde_json::to_vec(request)
        .map(Bytes::from)
        .map_err(|error| ErrorDetails::refused_field(ErrorKind::InvalidRequest, "request", error).into())
}
