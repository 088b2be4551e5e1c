//! `POST /v1/chat/completions`.

mod answer;
mod generation;
mod replica;
pub(crate) mod request;

use std::sync::Arc;

use axum::Extension;
use axum::body::Body;
use axum::extract::State as Shared;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures_util::{StreamExt, stream};
use http::{HeaderMap, HeaderValue, header};

use self::generation::Generation;
use self::replica::Replica;
use self::request::ChatRequest;
use crate::config::ModelConfig;
use crate::exchange::Exchange;
use crate::idempotency::{Claim, Key, Outcome, Stored};
use crate::model::Plan;
use crate::problem::Problem;
use crate::state::State;
use crate::token::Caller;

/// Where chat calls go.
pub(crate) const PATH: &str = "/v1/chat/completions";

/// Budget that chat calls draw on.
pub(crate) const SCOPE: &str = "chat_completions";

const JSON: &str = "application/json";
const EVENT_STREAM: &str = "text/event-stream";

/// A script's wish that the model of this very request breaks after so many tokens.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BreaksAfter(pub(crate) usize);

/// Answers a chat call.
pub(crate) async fn create(
    Shared(state): Shared<Arc<State>>,
    Extension(exchange): Extension<Exchange>,
    Extension(caller): Extension<Caller>,
    breaks_after: Option<Extension<BreaksAfter>>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let (request, ignored) = match ChatRequest::parse(&body) {
        Ok(parsed) => parsed,
        Err(problem) => return problem.into_response(),
    };
    let call = Call { state, exchange, caller, request, breaks_after: breaks_after.map(|wish| wish.0.0) };
    let mut response = call.answer(&headers).await.unwrap_or_else(IntoResponse::into_response);
    if let (false, Ok(names)) = (ignored.is_empty(), HeaderValue::from_str(&ignored.join(", "))) {
        response.headers_mut().insert("x-prometheus-ignored-parameters", names);
    }
    response
}

/// One chat call that was let through the door.
struct Call {
    state: Arc<State>,
    exchange: Exchange,
    caller: Caller,
    request: ChatRequest,
    breaks_after: Option<usize>,
}

impl Call {
    async fn answer(self, headers: &HeaderMap) -> Result<Response, Problem> {
        let model = self.model()?.clone();
        let replica = Replica::pick(&model, headers.get("x-prometheus-instance"))?;
        let key = headers.get("idempotency-key").map(|value| Key::parse(&self.caller.client, value)).transpose()?;
        let plan = Plan::of(&self.request);
        check_context(&model, &self.request, &plan)?;
        if let Some(key) = &key {
            let fingerprint = self.request.fingerprint(&self.exchange.path);
            let claim = self.state.memory().keys.claim(key, &fingerprint);
            match claim {
                Claim::First => {}
                Claim::Replay(stored) => return Ok(self.replay(&model, stored)),
                Claim::Refused(problem) => return Err(problem),
            }
        }
        let mut response = self.generate(model, &replica, plan, key).await.unwrap_or_else(IntoResponse::into_response);
        replica.name_in(response.headers_mut());
        Ok(response)
    }

    async fn generate(
        self,
        model: ModelConfig,
        replica: &Replica,
        plan: Plan,
        key: Option<Key>,
    ) -> Result<Response, Problem> {
        if let Err(problem) = self.admit(&model, replica) {
            if let Some(key) = &key {
                self.state.memory().keys.settle(key, Outcome::Failed(problem.clone()));
            }
            return Err(problem);
        }
        let stream = self.request.stream;
        let generation = Generation {
            state: self.state,
            exchange: self.exchange,
            client: self.caller.client,
            model,
            replica: replica.name.clone(),
            plan,
            key,
            breaks_after: self.breaks_after,
        };
        if stream { Ok(generation.stream()) } else { generation.complete().await }
    }

    fn model(&self) -> Result<&ModelConfig, Problem> {
        let id = &self.request.model;
        let model = self.state.config.models.iter().find(|model| model.id == *id);
        let model = model.ok_or_else(|| {
            Problem::new("unknown-model")
                .detail(format!("No model {id:?} is registered. Use an id from models.list()."))
        })?;
        if !matches!(model.modality.as_str(), "text" | "vision") {
            let detail = format!("The model {id:?} is a model for {}, not for chat.", model.modality);
            return Err(Problem::new("modality-mismatch").detail(detail));
        }
        if self.request.has_image() && model.modality != "vision" {
            return Err(Problem::new("modality-mismatch").detail(format!("The model {id:?} takes no images.")));
        }
        let scope = if self.request.stream { "inference:stream" } else { "inference:read" };
        if !self.caller.scopes.iter().any(|granted| granted == scope) {
            return Err(Problem::new("forbidden").detail(format!("The scope {scope} is missing.")));
        }
        Ok(model)
    }

    /// The last hurdles before a generation: the breaker, and a model that is told to fail.
    fn admit(&self, model: &ModelConfig, replica: &Replica) -> Result<(), Problem> {
        let mut memory = self.state.memory();
        let backend = format!("{}/{}", model.id, replica.name);
        memory.breakers.admit(&backend)?;
        let failed = memory.failed.entry(model.id.clone()).or_default();
        if *failed < model.fails_first {
            *failed += 1;
            memory.breakers.record(&backend, false);
            return Err(Problem::new("upstream-error"));
        }
        Ok(())
    }

    fn replay(&self, model: &ModelConfig, stored: Stored) -> Response {
        self.state.memory().book.update(&stored.request_id, |entry| entry.replays += 1);
        let body = match stored.content_type {
            EVENT_STREAM => Body::from_stream(stream::iter(stored.body).map(Ok::<_, std::convert::Infallible>)),
            _ => Body::from(stored.body.concat()),
        };
        let mut response = Response::new(body);
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(stored.content_type));
        headers.insert("idempotent-replay", HeaderValue::from_static("true"));
        if let Ok(original) = HeaderValue::from_str(&stored.request_id) {
            headers.insert("x-idempotent-replay-of", original);
        }
        if let Some(position) = model.replicas.iter().position(|name| *name == stored.replica) {
            Replica::at(model, position).name_in(headers);
        }
        response
    }
}

fn check_context(model: &ModelConfig, request: &ChatRequest, plan: &Plan) -> Result<(), Problem> {
    let wanted = plan.prompt_tokens.saturating_add(request.max_tokens.unwrap_or(0));
    match model.context_length {
        Some(length) if wanted > length => {
            let detail = format!("The request needs {wanted} tokens; {:?} takes {length}.", model.id);
            Err(Problem::new("context-exceeded").detail(detail))
        }
        _ => Ok(()),
    }
}
