//! What `parse` asks of an answer.

use super::operation::Operation;
use crate::ErrorKind;
use crate::api::config::ParseOptions;
use crate::api::error::ErrorDetails;

/// Checks what a call says about parsing its answer.
pub(super) fn check(operation: Operation, options: Option<&ParseOptions>) -> Result<(), Box<ErrorDetails>> {
    let Some(options) = options else { return Ok(()) };
    let refuse =
        |field: &str, message: &str| Err(ErrorDetails::refused_field(ErrorKind::InvalidRequest, field, message));
    if !operation.generates() {
        return refuse("parse", "goes with chat and responses only; leave it out");
    }
    if !options.schema.as_ref().is_some_and(serde_json::Value::is_object) {
        return refuse(
            "parse.schema",
            "is missing or no object; give a JSON Schema, for example {\"type\": \"object\"}",
        );
    }
    if options.max_repairs.is_some_and(|repairs| repairs > 1) {
        return refuse("parse.max_repairs", "must be 0 or 1: a model that fails twice is not asked a third time");
    }
    Ok(())
}
