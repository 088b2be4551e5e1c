//! Errors in the shape that clients of `OpenAI` read.

use std::time::Duration;

use axonium::{Error, ErrorKind};
use axum::response::Response;
use bytes::Bytes;
use http::header::{CONTENT_TYPE, RETRY_AFTER};
use http::{HeaderValue, StatusCode};
use serde::Serialize;

/// What is answered where nobody upstream said anything.
#[derive(Debug)]
pub(crate) struct Refusal {
    pub(crate) status: StatusCode,
    pub(crate) error: Box<ErrorBody>,
}

/// The object under `error`.
#[derive(Debug, Serialize)]
pub(crate) struct ErrorBody {
    /// What happened, what was tried, why it was not repeated and what to do.
    pub(crate) message: String,
    #[serde(rename = "type")]
    pub(crate) class: &'static str,
    /// The engine's name of the failure, or the proxy's own.
    pub(crate) code: &'static str,
    /// The request field that was refused.
    pub(crate) param: Option<String>,
    /// Why the request was not repeated.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<ReasonBody>,
    retryable: bool,
    /// Seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    retry_after: Option<f64>,
}

#[derive(Debug, Serialize)]
struct ReasonBody {
    code: &'static str,
    text: &'static str,
}

impl Refusal {
    /// A request that the proxy itself does not take.
    fn own(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        let error = ErrorBody {
            message: message.into(),
            class: class(status),
            code,
            param: None,
            reason: None,
            retryable: false,
            retry_after: None,
        };
        Self { status, error: Box::new(error) }
    }

    pub(crate) fn no_credential() -> Self {
        let message = "no bearer token was sent, and a route has no key of its own; \
                       set the client's api_key, or give each route a key_env";
        Self::own(StatusCode::UNAUTHORIZED, "missing_credentials", message)
    }

    pub(crate) fn too_large(limit: usize) -> Self {
        let message = format!("the request's body is larger than {limit} bytes; send less, or raise --max-body-bytes");
        Self::own(StatusCode::PAYLOAD_TOO_LARGE, "request_too_large", message)
    }

    pub(crate) fn unknown_path() -> Self {
        let message = "the proxy serves POST /v1/chat/completions, POST and GET (as a WebSocket) /v1/responses, and GET \
                       /v1/models; call other endpoints at their server";
        Self::own(StatusCode::NOT_FOUND, "unknown_path", message)
    }

    pub(crate) fn unknown_method() -> Self {
        Self::own(StatusCode::METHOD_NOT_ALLOWED, "unknown_method", "the path is served, but not with this method")
    }

    pub(crate) fn from_a_page() -> Self {
        let message = "a web page sent this (it has an Origin header); pages may not spend the proxy's credentials, \
                       call it from a program";
        Self::own(StatusCode::FORBIDDEN, "origin_refused", message)
    }

    pub(crate) fn no_websocket() -> Self {
        let message = "GET /v1/responses opens a WebSocket, and this is no handshake of one; \
                       use POST for a response over HTTP";
        Self::own(StatusCode::BAD_REQUEST, "no_websocket", message)
    }

    pub(crate) fn turn_active() -> Self {
        let message = "a response is active on this connection, which carries one at a time; read it to its end, or open \
                       another connection";
        Self::own(StatusCode::BAD_REQUEST, "turn_active", message)
    }

    pub(crate) fn unknown_event(name: &str) -> Self {
        let message = format!("{name:?} means nothing here; send response.create with the fields of a request");
        Self::own(StatusCode::BAD_REQUEST, "unknown_event", message)
    }

    /// The answer on the wire. Clients of `OpenAI` repeat some statuses by themselves unless they are told not to.
    pub(crate) fn into_response(self) -> Response {
        let retry_after = self.error.retry_after;
        let body = self.to_json();
        let mut response = Response::new(body.into());
        *response.status_mut() = self.status;
        response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        if let Some(seconds) = retry_after.and_then(|seconds| Duration::try_from_secs_f64(seconds.ceil()).ok()) {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(seconds.as_secs()));
        }
        response
    }

    /// `{"error": …}`.
    pub(crate) fn to_json(&self) -> Bytes {
        #[derive(Serialize)]
        struct Shown<'a> {
            error: &'a ErrorBody,
        }
        // Texts, numbers and nothing that JSON cannot say.
        serde_json::to_vec(&Shown { error: &self.error }).unwrap_or_default().into()
    }
}

impl Refusal {
    /// The `error` event of a Responses stream.
    pub(crate) fn to_event(&self, sequence_number: u64) -> Bytes {
        self.event(sequence_number, None)
    }

    /// The same as a frame of a WebSocket, whose clients look for the status in it.
    pub(crate) fn to_frame(&self, sequence_number: u64) -> Bytes {
        let whole = Whole { status: self.status.as_u16(), error: &self.error };
        self.event(sequence_number, Some(whole))
    }

    fn event(&self, sequence_number: u64, whole: Option<Whole<'_>>) -> Bytes {
        let ErrorBody { message, code, param, reason, .. } = &*self.error;
        let (param, reason) = (param.as_deref(), reason.as_ref());
        let event = Event { name: "error", code, message, param, reason, sequence_number, whole };
        serde_json::to_vec(&event).unwrap_or_default().into()
    }
}

#[derive(Serialize)]
struct Event<'a> {
    #[serde(rename = "type")]
    name: &'static str,
    code: &'static str,
    message: &'a str,
    param: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a ReasonBody>,
    sequence_number: u64,
    #[serde(flatten)]
    whole: Option<Whole<'a>>,
}

#[derive(Serialize)]
struct Whole<'a> {
    status: u16,
    error: &'a ErrorBody,
}

impl From<&Error> for Refusal {
    fn from(error: &Error) -> Self {
        let details = error.details();
        let status = status(error.kind(), details.status);
        let reason = details.reason.map(|reason| ReasonBody { code: reason.code(), text: reason.text() });
        let error = ErrorBody {
            message: details.explain.clone(),
            class: class(status),
            code: details.kind.name(),
            param: details.field.clone(),
            reason,
            retryable: details.retryable,
            retry_after: details.retry_after.map(|wait| wait.as_secs_f64()),
        };
        Self { status, error: Box::new(error) }
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        Self::from(&error)
    }
}

/// What a failure is to a client of HTTP. A status from upstream stays; one that calls the answer good does not.
fn status(kind: ErrorKind, upstream: Option<u16>) -> StatusCode {
    let upstream = upstream.and_then(|status| StatusCode::from_u16(status).ok());
    if let Some(status) = upstream.filter(|status| status.is_client_error() || status.is_server_error()) {
        return status;
    }
    match kind {
        ErrorKind::InvalidRequest => StatusCode::BAD_REQUEST,
        ErrorKind::RequestTooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        ErrorKind::Timeout => StatusCode::GATEWAY_TIMEOUT,
        ErrorKind::CooldownActive | ErrorKind::CircuitOpen | ErrorKind::Cancelled => StatusCode::SERVICE_UNAVAILABLE,
        ErrorKind::Configuration | ErrorKind::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        // The upstream was not reached, or what came from it was no answer.
        _ => StatusCode::BAD_GATEWAY,
    }
}

/// The class that clients expect under `type`.
fn class(status: StatusCode) -> &'static str {
    match status {
        StatusCode::UNAUTHORIZED => "authentication_error",
        StatusCode::FORBIDDEN => "permission_error",
        StatusCode::TOO_MANY_REQUESTS => "rate_limit_error",
        status if status.is_client_error() => "invalid_request_error",
        _ => "server_error",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_failure_has_the_status_that_http_has_for_it() {
        let cases = [
            (ErrorKind::InvalidRequest, None, 400),
            (ErrorKind::RequestTooLarge, None, 413),
            (ErrorKind::Configuration, None, 500),
            (ErrorKind::Internal, None, 500),
            (ErrorKind::Connection, None, 502),
            (ErrorKind::Decode, Some(200), 502),
            (ErrorKind::ClientError, Some(302), 502),
            (ErrorKind::AuthTransport, None, 502),
            (ErrorKind::CooldownActive, None, 503),
            (ErrorKind::CircuitOpen, None, 503),
            (ErrorKind::Cancelled, None, 503),
            (ErrorKind::Timeout, None, 504),
            (ErrorKind::RateLimit, Some(429), 429),
            (ErrorKind::BackendUnavailable, Some(503), 503),
            (ErrorKind::Api, Some(99), 502),
        ];
        for (kind, upstream, wanted) in cases {
            assert_eq!(status(kind, upstream), wanted, "{} {upstream:?}", kind.name());
        }
    }

    #[test]
    fn clients_read_the_class_of_an_error_by_its_status() {
        let cases = [
            (400, "invalid_request_error"),
            (401, "authentication_error"),
            (403, "permission_error"),
            (404, "invalid_request_error"),
            (429, "rate_limit_error"),
            (500, "server_error"),
            (502, "server_error"),
        ];
        for (status, wanted) in cases {
            assert_eq!(StatusCode::from_u16(status).map(class).ok(), Some(wanted), "{status}");
        }
    }

    #[test]
    fn seconds_to_wait_are_rounded_up() {
        let mut refusal = Refusal::unknown_path();
        refusal.error.retry_after = Some(1.2);
        assert_eq!(refusal.into_response().headers().get(RETRY_AFTER), Some(&HeaderValue::from_static("2")));
    }
}
