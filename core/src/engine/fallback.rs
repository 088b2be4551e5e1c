//! Who is asked where a model has timed out twice, and under which key.

use std::sync::Arc;

use http::{HeaderMap, HeaderValue};

use super::Shared;
use super::request::{IDEMPOTENCY_KEY, Target, Targets};
use super::settings::Settings;
use super::transport::Transport;
use super::upstream::{Upstream, Upstreams};
use crate::ErrorKind;
use crate::api::Fallback;
use crate::api::config::CallOptions;
use crate::api::error::ErrorDetails;
use crate::wire::request::names::MAX_KEY_BYTES;

type Refusal = Box<ErrorDetails>;

/// A fallback that could be asked.
#[derive(Clone)]
pub(super) enum Way {
    /// Another model where the call goes anyway.
    Model(String),
    Route(Arc<Upstream>),
}

/// Turns what a caller wrote into ways; `kind` is that of the error if one cannot work.
pub(super) fn ways(
    given: &[Fallback],
    upstreams: &Upstreams,
    settings: &Settings,
    transport: &Arc<Transport>,
    kind: ErrorKind,
) -> Result<Vec<Way>, Refusal> {
    let way = |(at, fallback): (usize, &Fallback)| {
        let place = format!("fallback[{at}]");
        match fallback {
            Fallback::Model(model) if model.trim().is_empty() => {
                Err(ErrorDetails::refused_field(kind, place, "is empty; name a model, or give a route"))
            }
            Fallback::Model(model) => Ok(Way::Model(model.clone())),
            Fallback::Route(route) => upstreams.remembered(&place, route, settings, transport, kind).map(Way::Route),
        }
    };
    given.iter().enumerate().map(way).collect()
}

/// The ways of a call: its own, else its client's.
pub(super) fn of_call(shared: &Shared, options: &CallOptions) -> Result<Vec<Way>, Refusal> {
    match &options.fallback {
        None => Ok(shared.fallbacks.clone()),
        Some(given) => ways(given, &shared.upstreams, &shared.settings, &shared.transport, ErrorKind::InvalidRequest),
    }
}

/// The headers of the request to fallback number `at`, from 1: its key is its own, so that each is one generation.
pub(super) fn headers(headers: &HeaderMap, at: usize) -> Result<HeaderMap, Refusal> {
    let mut headers = headers.clone();
    let Some(key) = headers.get(IDEMPOTENCY_KEY).and_then(|key| key.to_str().ok()) else { return Ok(headers) };
    let own = format!("{key}:fallback:{at}");
    if own.len() > MAX_KEY_BYTES {
        let message = format!(
            "has {} bytes, which leaves no room for `:fallback:{at}` within {MAX_KEY_BYTES}, the key of that fallback's \
             request; use a hash of it",
            key.len()
        );
        return Err(ErrorDetails::refused_field(ErrorKind::InvalidRequest, "idempotency_key", message));
    }
    // The key was checked, and what is added is ASCII.
    if let Ok(own) = HeaderValue::try_from(own) {
        headers.insert(IDEMPOTENCY_KEY, own);
    }
    Ok(headers)
}

/// The requests to the fallbacks of a call, whose others go to `asked`. `build` makes one, with its number from 1.
pub(super) fn targets(
    ways: Vec<Way>,
    asked: &Targets,
    build: impl Fn(usize, Arc<Upstream>, Option<&str>) -> Result<Target, Refusal>,
) -> Result<Vec<Target>, Refusal> {
    let mut fallbacks: Vec<Target> = Vec::new();
    for (at, way) in ways.into_iter().enumerate() {
        let number = at.saturating_add(1);
        let fallback = match way {
            Way::Model(model) => build(number, Arc::clone(&asked.first.upstream), Some(&model))?,
            Way::Route(upstream) => {
                let model = upstream.model.clone();
                build(number, upstream, model.as_deref())?
            }
        };
        if asked.all().chain(&fallbacks).any(|earlier| earlier.asks_the_same(&fallback)) {
            let message = format!(
                "asks the same gateway for the same model, {}, which will have timed out by then; name another model, or a \
                 route to another gateway",
                fallback.model
            );
            return Err(ErrorDetails::refused_field(ErrorKind::InvalidRequest, format!("fallback[{at}]"), message));
        }
        fallbacks.push(fallback);
    }
    Ok(fallbacks)
}
