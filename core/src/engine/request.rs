//! Turns a call into the HTTP request that all of its attempts send.

use std::time::Duration;

use bytes::Bytes;
use http::header::{ACCEPT, ACCEPT_ENCODING, CONTENT_TYPE, HeaderName};
use http::{HeaderMap, HeaderValue};
use reqwest::Url;
use serde::Deserialize;

use super::operation::Operation;
use super::settings::{self, Settings};
use super::transport::Request;
use crate::ErrorKind;
use crate::api::config::{CallOptions, PartialMode};
use crate::api::error::ErrorDetails;
use crate::decide::RetryPolicy;
use crate::wire::request::body::{merge_extra_body, set_stream};
use crate::wire::request::names::{check_idempotency_key, check_instance};
use crate::wire::request::{InvalidField, check_chat_request};

const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");
const INSTANCE: HeaderName = HeaderName::from_static("x-prometheus-instance");

/// A call that has passed every check that can be made without a server.
pub struct Call {
    pub(super) operation: Operation,
    pub(super) request: Request,
    /// The model it names; empty for operations that name none.
    pub(super) model: String,
    pub(super) has_key: bool,
    pub(super) time_limit: Option<Duration>,
    pub(super) policy: RetryPolicy,
    pub(super) partial: PartialMode,
}

/// Checks a call and builds its request. Nothing is sent.
pub(super) fn prepare(
    settings: &Settings,
    operation: Operation,
    body: Bytes,
    options: &CallOptions,
) -> Result<Call, Box<ErrorDetails>> {
    let (path, model, body) = match operation {
        Operation::ChatCreate | Operation::ChatStream => chat(operation, body, options)?,
        Operation::ModelsList => (segments(&["v1", "models"]), String::new(), Bytes::new()),
        Operation::ModelsMine => (segments(&["v1", "models", "mine"]), String::new(), Bytes::new()),
        Operation::UsageRetrieve => usage(&body)?,
        Operation::TokenFetch => (Vec::new(), String::new(), Bytes::new()),
    };
    if options.timeout.is_some_and(|limit| limit.is_zero()) {
        let message = "must be above 0 seconds; leave it unset for no limit";
        return Err(ErrorDetails::refused_field(ErrorKind::InvalidRequest, "timeout_s", message));
    }
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    let request = Request {
        method: operation.method(),
        url: url(&settings.base_url, &path),
        headers: headers(operation, options)?,
        body,
    };
    Ok(Call {
        operation,
        request,
        model,
        has_key: operation.generates() && options.idempotency_key.as_ref().is_some(),
        time_limit: options.timeout,
        policy: settings::policy(&options.retry, settings.policy, ErrorKind::InvalidRequest)?,
        partial: options.partial.unwrap_or(settings.partial),
    })
}

type Target = (Vec<String>, String, Bytes);

fn chat(operation: Operation, body: Bytes, options: &CallOptions) -> Result<Target, Box<ErrorDetails>> {
    let body = if options.extra_body.is_empty() {
        body
    } else {
        merge_extra_body(body, &options.extra_body).map_err(invalid)?
    };
    let facts = check_chat_request(&body, operation.streams()).map_err(invalid)?;
    let body = if operation.streams() { set_stream(body).map_err(invalid)? } else { body };
    Ok((segments(&["v1", "chat", "completions"]), facts.model, body))
}

#[derive(Deserialize)]
struct UsageRequest {
    request_id: String,
}

fn usage(body: &[u8]) -> Result<Target, Box<ErrorDetails>> {
    let request_id = serde_json::from_slice::<UsageRequest>(body).ok().map(|request| request.request_id);
    match request_id.filter(|id| !id.is_empty()) {
        Some(id) => Ok((segments(&["v1", "usage", &id]), String::new(), Bytes::new())),
        None => Err(ErrorDetails::refused_field(
            ErrorKind::InvalidRequest,
            "request_id",
            "is empty; give the id of an answer, or its meta.idempotent_replay_of if it was a replay",
        )),
    }
}

fn headers(operation: Operation, options: &CallOptions) -> Result<HeaderMap, Box<ErrorDetails>> {
    let mut headers = settings::headers("extra_headers", &options.extra_headers, ErrorKind::InvalidRequest)?;
    if let Some(key) = options.idempotency_key.as_deref() {
        check_idempotency_key(key).map_err(invalid)?;
        if operation.generates() {
            insert(&mut headers, IDEMPOTENCY_KEY, key);
        }
    }
    if let Some(instance) = options.instance.as_deref() {
        check_instance(instance).map_err(invalid)?;
        insert(&mut headers, INSTANCE, instance);
    }
    if operation.generates() {
        headers.entry(CONTENT_TYPE).or_insert(HeaderValue::from_static("application/json"));
    }
    if operation.streams() {
        headers.insert(ACCEPT, HeaderValue::from_static("text/event-stream"));
        // A compressed stream arrives in bursts; one that comes compressed all the same is still decoded.
        headers.insert(ACCEPT_ENCODING, HeaderValue::from_static("identity"));
    } else {
        headers.entry(ACCEPT).or_insert(HeaderValue::from_static("application/json"));
    }
    Ok(headers)
}

fn insert(headers: &mut HeaderMap, name: HeaderName, value: &str) {
    // The checks before have refused what no header can carry.
    if let Ok(value) = HeaderValue::try_from(value) {
        headers.insert(name, value);
    }
}

fn segments(path: &[&str]) -> Vec<String> {
    path.iter().map(|segment| (*segment).to_owned()).collect()
}

/// `base` with more path segments, each percent-encoded as one.
pub(super) fn url(base: &Url, path: &[&str]) -> Url {
    let mut url = base.clone();
    // Settings accept only http and https addresses, which always have a path.
    if let Ok(mut segments) = url.path_segments_mut() {
        segments.pop_if_empty().extend(path);
    }
    url
}

fn invalid(field: InvalidField) -> Box<ErrorDetails> {
    ErrorDetails::refused_field(ErrorKind::InvalidRequest, field.field, field.message)
}
