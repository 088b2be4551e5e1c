//! What a call came to, as an HTTP response: the upstream's own words wherever it said any.

use axonium::engine::{Answer, Record};
use axonium::{Error, ErrorKind, Meta};
use axum::body::Body;
use axum::response::Response;
use bytes::Bytes;
use http::header::{CACHE_CONTROL, CONTENT_TYPE};
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use serde::Deserialize;

use crate::refusal::Refusal;

const ATTEMPTS: HeaderName = HeaderName::from_static("x-axonium-attempts");
const WAITED: HeaderName = HeaderName::from_static("x-axonium-waited-ms");
const ROUTE: HeaderName = HeaderName::from_static("x-axonium-route");
/// Clients of `OpenAI` repeat some statuses by themselves. Whether a repeat is safe has been decided here.
const SHOULD_RETRY: HeaderName = HeaderName::from_static("x-should-retry");

/// What of an upstream's answer is passed on besides its body: ids, budgets, waits, replays.
const PASSED_ON: &[&str] =
    &["idempotent-replay", "retry-after", "retry-after-ms", "x-idempotent-replay-of", "x-request-id", "x-trace-id"];
const PASSED_ON_FAMILIES: &[&str] = &["openai-", "x-prometheus-", "x-ratelimit-"];

/// The response to a call that succeeded.
pub(crate) fn answered(answer: Answer, record: &Record) -> Response {
    let status = answer.meta.history.last().and_then(|attempt| StatusCode::from_u16(attempt.status?).ok());
    let mut response = Response::new(answer.body.into());
    *response.status_mut() = status.unwrap_or(StatusCode::OK);
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    write_headers(&answer.meta, &record.response_headers(), response.headers_mut());
    response
}

/// The response whose body is a stream that was accepted upstream. Its headers say what is known now.
pub(crate) fn opened(events: Body, record: &Record) -> Response {
    let mut response = Response::new(events);
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    write_headers(&record.meta(), &record.response_headers(), response.headers_mut());
    response
}

/// Writes what opening a WebSocket upstream took into the response that accepts the client's.
pub(crate) fn connected(answer: &Answer, record: &Record, headers: &mut HeaderMap) {
    write_headers(&answer.meta, &record.response_headers(), headers);
}

/// The response to a call that failed before anything of an answer had come.
pub(crate) fn failed(error: &Error, record: &Record) -> Response {
    let details = error.details();
    let upstream = if details.local { HeaderMap::new() } else { record.response_headers() };
    let own = record.failure().and_then(|said| upstreams_own(error, said, &upstream));
    let mut response = own.unwrap_or_else(|| Refusal::from(error).into_response());
    write_headers(&details.meta, &upstream, response.headers_mut());
    response.headers_mut().insert(SHOULD_RETRY, HeaderValue::from_static("false"));
    response
}

/// The response to a request that never became a call.
pub(crate) fn refused(refusal: Refusal) -> Response {
    let mut response = refusal.into_response();
    write_headers(&Meta::default(), &HeaderMap::new(), response.headers_mut());
    response.headers_mut().insert(SHOULD_RETRY, HeaderValue::from_static("false"));
    response
}

/// The error as the upstream sent it, if what it `said` is one.
fn upstreams_own(error: &Error, said: Bytes, upstream: &HeaderMap) -> Option<Response> {
    let details = error.details();
    if details.local || !details.kind.is_a(ErrorKind::Api) {
        return None;
    }
    let status = if is_response(&said) { Some(200) } else { details.status.filter(|status| *status >= 400) };
    let status = StatusCode::from_u16(status?).ok()?;
    let mut response = Response::new(Body::from(said));
    *response.status_mut() = status;
    if let Some(content_type) = upstream.get(CONTENT_TYPE) {
        response.headers_mut().insert(CONTENT_TYPE, content_type.clone());
    }
    Some(response)
}

/// Whether it is a response of the Responses API that failed, which is an answer and no error to clients of HTTP.
fn is_response(body: &[u8]) -> bool {
    #[derive(Deserialize)]
    struct Typed<'a> {
        object: &'a str,
    }
    serde_json::from_slice::<Typed<'_>>(body).is_ok_and(|typed| typed.object == "response")
}

fn write_headers(meta: &Meta, upstream: &HeaderMap, headers: &mut HeaderMap) {
    for (name, value) in upstream {
        let text = name.as_str();
        if PASSED_ON.contains(&text) || PASSED_ON_FAMILIES.iter().any(|family| text.starts_with(family)) {
            headers.insert(name.clone(), value.clone());
        }
    }
    headers.insert(ATTEMPTS, HeaderValue::from(meta.attempts));
    headers.insert(WAITED, HeaderValue::from(u64::try_from(meta.waited_for.as_millis()).unwrap_or(u64::MAX)));
    if let Some(route) = meta.route.as_deref().and_then(|route| HeaderValue::try_from(route).ok()) {
        headers.insert(ROUTE, route);
    }
}
