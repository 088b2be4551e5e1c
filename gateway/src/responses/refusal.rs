//! Why a request for a response is refused, as an HTTP response and as an event on a WebSocket.

use axum::response::{IntoResponse, Response};
use http::StatusCode;
use serde_json::{Value, json};

use crate::exchange::Exchange;
use crate::problem::Problem;

/// A refusal in the gateway's words, or in those of the Responses API.
#[derive(Debug)]
pub(crate) enum Refusal {
    Problem(Problem),
    Error(ApiError),
}

/// An error that the Responses API has a code of its own for.
#[derive(Debug)]
pub(crate) struct ApiError {
    code: &'static str,
    message: String,
    param: Option<&'static str>,
}

impl ApiError {
    pub(crate) fn new(code: &'static str, message: impl Into<String>) -> Self {
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

impl Refusal {
    /// As an event on a WebSocket. A problem says what its document says, and its suffix and detail as code and message.
    pub(crate) fn event(&self, exchange: &Exchange) -> Value {
        match self {
            Self::Error(error) => error_event(StatusCode::BAD_REQUEST, &error.json()),
            Self::Problem(problem) => problem_event(problem, exchange),
        }
    }
}

/// A problem as an event on a WebSocket.
pub(crate) fn problem_event(problem: &Problem, exchange: &Exchange) -> Value {
    let mut error = problem.document(exchange);
    error["code"] = problem.suffix().into();
    error["message"] = error.get("detail").cloned().unwrap_or_default();
    error_event(problem.status, &error)
}

/// What was to be an HTTP response, as an event on a WebSocket.
pub(crate) fn error_event(status: StatusCode, error: &Value) -> Value {
    json!({"type": "error", "status": status.as_u16(), "error": error})
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        match self {
            Self::Problem(problem) => problem.into_response(),
            Self::Error(error) => (StatusCode::BAD_REQUEST, axum::Json(json!({"error": error.json()}))).into_response(),
        }
    }
}
