//! Turns a call into the requests that its attempts send, one for each way to its model.

use std::sync::Arc;

use bytes::Bytes;
use http::header::{ACCEPT, ACCEPT_ENCODING, CONTENT_TYPE, HeaderName};
use http::{HeaderMap, HeaderValue};
use reqwest::Url;
use serde::Deserialize;

use super::Shared;
use super::fallback;
use super::limit::CallLimit;
use super::operation::Operation;
use super::parse::Parse;
use super::recourse::{Asking, Recourse};
use super::repair;
use super::settings;
use super::transport::Request;
use super::upstream::Upstream;
use crate::ErrorKind;
use crate::api::config::{CallOptions, PartialMode, Transport};
use crate::api::error::ErrorDetails;
use crate::decide::RetryPolicy;
use crate::wire::request::body::{merge_extra_body, set_model, set_stream};
use crate::wire::request::names::{check_idempotency_key, check_instance};
use crate::wire::request::responses::{DECLARED_BY_RESPONSES, check_responses_request, create_frame};
use crate::wire::request::{Asked, DECLARED_BY_CHAT, InvalidField, RequestFacts, check_chat_request};

pub(super) const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");
const INSTANCE: HeaderName = HeaderName::from_static("x-prometheus-instance");

/// The key that stands for a new one, made for this call and kept over its repeats.
const AUTO: &str = "auto";

type Refusal = Box<ErrorDetails>;

/// A call that has passed every check that can be made without a server.
pub struct Call {
    pub(super) operation: Operation,
    /// The ways it may take, in order: at least one.
    pub(super) targets: Targets,
    pub(super) carrier: Carrier,
    pub(super) has_key: bool,
    /// It is bound to its first route.
    pub(super) stateful: bool,
    pub(super) time_limit: Option<CallLimit>,
    pub(super) policy: RetryPolicy,
    pub(super) partial: PartialMode,
    /// What its answer must be.
    pub(super) parse: Option<Parse>,
    pub(super) recourse: Recourse,
    /// Who is asked once the others have timed out twice, in order.
    pub(super) fallbacks: Vec<Target>,
}

/// The ways that a call may take, and which one it is on.
pub(super) struct Targets {
    pub(super) first: Target,
    pub(super) others: Vec<Target>,
}

/// One way, and the request that is sent there.
pub(super) struct Target {
    pub(super) upstream: Arc<Upstream>,
    pub(super) request: Request,
    /// The model it names; empty for operations that name none.
    pub(super) model: String,
}

/// What carries a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Carrier {
    Http,
    /// A WebSocket of the call's own.
    Socket,
    /// The WebSocket that the caller keeps under that number.
    Kept(u64),
}

impl Targets {
    pub(super) fn get(&self, at: usize) -> &Target {
        at.checked_sub(1).and_then(|at| self.others.get(at)).unwrap_or(&self.first)
    }

    pub(super) fn all(&self) -> impl Iterator<Item = &Target> {
        std::iter::once(&self.first).chain(&self.others)
    }

    pub(super) fn len(&self) -> usize {
        self.others.len().saturating_add(1)
    }

    /// The caller named routes.
    pub(super) fn named(&self) -> bool {
        self.first.upstream.name.is_some()
    }
}

impl Target {
    /// Whether a request to `other` is one for the same model on the same way.
    pub(super) fn asks_the_same(&self, other: &Self) -> bool {
        self.model == other.model && self.upstream.is_same_way(&other.upstream)
    }
}

impl Call {
    /// The kept connection that it closes.
    pub(super) fn closes(&self) -> Option<u64> {
        match (self.operation, self.carrier) {
            (Operation::ResponsesDisconnect, Carrier::Kept(connection)) => Some(connection),
            _ => None,
        }
    }
}

/// What a request says, wherever it goes.
struct Content {
    path: Vec<String>,
    facts: RequestFacts,
    body: Bytes,
}

/// Checks a call and builds its requests. Nothing is sent.
pub(super) fn prepare(
    shared: &Shared,
    operation: Operation,
    body: Bytes,
    options: &CallOptions,
) -> Result<Call, Refusal> {
    let carrier = carrier(operation, &body, options)?;
    let upstreams = shared.upstreams.of_call(options.routes.as_deref(), &shared.settings, &shared.transport)?;
    let named = upstreams.iter().all(|upstream| upstream.model.is_some());
    let asked = Asked { stream: operation.streams(), websocket: carrier != Carrier::Http, routes_name_models: named };
    let mut content = content(operation, body, options, asked)?;
    let parse = Parse::prepare(operation, options)?;
    if let (Some(parse), Some(api)) = (&parse, operation.api()) {
        content.body = parse.ask(api, content.body).map_err(invalid)?;
    }
    if options.timeout.is_some_and(|limit| limit.is_zero()) {
        let message = "must be above 0 seconds; leave it unset for no limit";
        return Err(ErrorDetails::refused_field(ErrorKind::InvalidRequest, "timeout_s", message));
    }
    let headers = headers(operation, carrier, options)?;
    let partial = options.partial.unwrap_or(shared.settings.partial);
    let recourse = shared.settings.recourse.of_call(Asking { operation, carrier, options, partial })?;
    let build = |upstream: Arc<Upstream>, model: Option<&str>, headers: &HeaderMap| {
        target(upstream, model, operation, carrier, &content, headers)
    };
    let mut ways = upstreams.into_iter().map(|upstream| {
        let model = upstream.model.clone();
        build(upstream, model.as_deref(), &headers)
    });
    let first = ways.next().unwrap_or_else(|| Err(settings::no_credential()))?;
    let targets = Targets { first, others: ways.collect::<Result<_, _>>()? };
    let fallbacks = match fallback::of_call(shared, options)? {
        ways if recourse.falls_back => {
            // A request that leaves its model to the routes asks a fallback that names none for the first one's.
            let unnamed = content.facts.model.is_empty().then_some(targets.first.model.as_str());
            fallback::targets(ways, &targets, |at, upstream, model| {
                build(upstream, model.or(unnamed), &fallback::headers(&headers, at)?)
            })?
        }
        _ => Vec::new(),
    };
    let policy = settings::policy(&options.retry, shared.settings.policy, ErrorKind::InvalidRequest)?;
    let max_repairs = parse.as_ref().map_or(policy.max_repairs, |parse| parse.max_repairs);
    let call = Call {
        operation,
        targets,
        fallbacks,
        recourse,
        carrier,
        has_key: operation.generates() && options.idempotency_key.as_ref().is_some(),
        stateful: content.facts.stateful || options.instance.as_ref().is_some(),
        time_limit: CallLimit::sooner(options.timeout, options.deadline, shared.settings.wall()),
        policy: RetryPolicy { max_repairs, ..policy },
        partial,
        parse,
    };
    repair::check_keys(&call)?;
    Ok(call)
}

fn target(
    upstream: Arc<Upstream>,
    named: Option<&str>,
    operation: Operation,
    carrier: Carrier,
    content: &Content,
    headers: &HeaderMap,
) -> Result<Target, Refusal> {
    let mut body = content.body.clone();
    let mut model = content.facts.model.clone();
    if let (Some(named), true) = (named, operation.generates()) {
        body = set_model(&body, named).map_err(invalid)?;
        named.clone_into(&mut model);
    }
    if operation.streams() {
        let framed = carrier != Carrier::Http;
        body = if framed { create_frame(&body) } else { set_stream(body) }.map_err(invalid)?;
    }
    let path: Vec<&str> = content.path.iter().map(String::as_str).collect();
    let request =
        Request { method: operation.method(), url: url(&upstream.base_url, &path), headers: headers.clone(), body };
    Ok(Target { upstream, request, model })
}

fn carrier(operation: Operation, body: &[u8], options: &CallOptions) -> Result<Carrier, Refusal> {
    let refuse =
        |field: &str, message: &str| Err(ErrorDetails::refused_field(ErrorKind::InvalidRequest, field, message));
    if matches!(operation, Operation::ResponsesConnect) {
        return Ok(Carrier::Socket);
    }
    if matches!(operation, Operation::ResponsesDisconnect) {
        return match serde_json::from_slice::<Connected>(body) {
            Ok(Connected { connection }) => Ok(Carrier::Kept(connection)),
            Err(_) => refuse("connection", "is missing; give the number that responses.connect returned"),
        };
    }
    let socket = options.transport == Some(Transport::WebSocket) || options.connection.is_some();
    if socket && operation != Operation::ResponsesStream {
        return refuse(
            "transport",
            "websocket carries streams of responses only; use responses.stream, or leave it out",
        );
    }
    if options.connection.is_some() && options.transport == Some(Transport::Sse) {
        return refuse("transport", "sse does not go with a kept connection, which is a WebSocket; leave it out");
    }
    if socket && options.idempotency_key.as_ref().is_some() {
        let fix = "cannot travel over a WebSocket, whose turns have no headers, so it would protect nothing; use \
                   transport = \"sse\" for a call that must be replayed";
        return refuse("idempotency_key", fix);
    }
    Ok(match options.connection {
        Some(connection) => Carrier::Kept(connection),
        None if socket => Carrier::Socket,
        None => Carrier::Http,
    })
}

#[derive(Deserialize)]
struct Connected {
    connection: u64,
}

fn content(operation: Operation, body: Bytes, options: &CallOptions, asked: Asked) -> Result<Content, Refusal> {
    let plain = |path: &[&str]| Content {
        path: path.iter().map(|segment| (*segment).to_owned()).collect(),
        facts: RequestFacts { model: String::new(), stateful: false },
        body: Bytes::new(),
    };
    Ok(match operation {
        Operation::ChatCreate | Operation::ChatStream => {
            let body = merge_extra_body(body, &options.extra_body, &DECLARED_BY_CHAT).map_err(invalid)?;
            let facts = check_chat_request(&body, asked).map_err(invalid)?;
            Content { facts, body, ..plain(&["v1", "chat", "completions"]) }
        }
        Operation::ResponsesCreate | Operation::ResponsesStream => {
            let body = merge_extra_body(body, &options.extra_body, &DECLARED_BY_RESPONSES).map_err(invalid)?;
            let facts = check_responses_request(&body, asked).map_err(invalid)?;
            Content { facts, body, ..plain(&["v1", "responses"]) }
        }
        Operation::ResponsesConnect => plain(&["v1", "responses"]),
        Operation::ModelsList => plain(&["v1", "models"]),
        Operation::ModelsMine => plain(&["v1", "models", "mine"]),
        Operation::UsageRetrieve => plain(&["v1", "usage", &usage_id(&body)?]),
        Operation::TokenFetch | Operation::ResponsesDisconnect => plain(&[]),
    })
}

#[derive(Deserialize)]
struct UsageRequest {
    request_id: String,
}

fn usage_id(body: &[u8]) -> Result<String, Refusal> {
    let request_id = serde_json::from_slice::<UsageRequest>(body).ok().map(|request| request.request_id);
    request_id.filter(|id| !id.is_empty()).ok_or_else(|| {
        ErrorDetails::refused_field(
            ErrorKind::InvalidRequest,
            "request_id",
            "is empty; give the id of an answer, or its meta.idempotent_replay_of if it was a replay",
        )
    })
}

fn headers(operation: Operation, carrier: Carrier, options: &CallOptions) -> Result<HeaderMap, Refusal> {
    let mut headers = settings::headers("extra_headers", &options.extra_headers, ErrorKind::InvalidRequest)?;
    if let Some(key) = options.idempotency_key.as_deref() {
        check_idempotency_key(key).map_err(invalid)?;
        if operation.generates() {
            let minted = (key == AUTO).then(|| uuid::Uuid::now_v7().to_string());
            insert(&mut headers, IDEMPOTENCY_KEY, minted.as_deref().unwrap_or(key));
        }
    }
    if let Some(instance) = options.instance.as_deref() {
        check_instance(instance).map_err(invalid)?;
        insert(&mut headers, INSTANCE, instance);
    }
    if carrier != Carrier::Http {
        return Ok(headers);
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

/// `base` with more path segments, each percent-encoded as one.
pub(super) fn url(base: &Url, path: &[&str]) -> Url {
    let mut url = base.clone();
    // Settings accept only http and https addresses, which always have a path.
    if let Ok(mut segments) = url.path_segments_mut() {
        segments.pop_if_empty().extend(path);
    }
    url
}

fn invalid(field: InvalidField) -> Refusal {
    ErrorDetails::refused_field(ErrorKind::InvalidRequest, field.field, field.message)
}
