//! Why a request for a response is refused.

use axum::response::{IntoResponse, Response};
use http::StatusCode;
use serde_json::{Value, json};

use crate::problem::Problem;

/// A refusal in the gateway's words, or in those of the Responses API.
#[derive(Debug)]
pub(super) enum Refusal {
    Problem(Problem),
    Error(ApiError),
}

/// An error that the Responses API has a code of its own for.
#[derive(Debug)]
pub(super) struct ApiError {
    code: &'static str,
    message: String,
    param: Option<&'static str>,
}

impl ApiError {
    pub(super) fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), param: None }
    }

    /// The response to be continued is not there.
    pub(super) fn no_previous(id: &str) -> Self {
        let message = format!(
            "No response {id:?} is kept for this client. Responses are kept with store: true; else send the whole context again."
        );
        Self { param: Some("previous_response_id"), ..Self::new("previous_response_not_found", message) }
    }

    fn json(&self) -> Value {
        json!({"type": "invalid_request_error", "code": self.code, "message": self.message, "param": self.param})
    }
}

impl From<Problem> for Refusal {
    fn from(problem: Problem) -> Self {
        Self::Problem(problem)
    }
}

impl From<ApiError> for Refusal {
    fn from(error: ApiError) -> Self {
        Self::Error(error)
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        match self {
            Self::Problem(problem) => problem.into_response(),
            Self::Error(error) => (StatusCode::BAD_REQUEST, axum::Json(json!({"error": error.json()}))).into_response(),
        }
    }
}
