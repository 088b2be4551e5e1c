//! What all APIs of the gateway share: a request is let through, the model runs, its answer is written, billed and kept
//! under its key.

mod generation;
mod replica;
mod writer;

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use futures_util::{StreamExt, stream};
use http::{HeaderMap, HeaderValue, header};
use tokio::sync::mpsc::UnboundedReceiver;

use self::generation::Generation;
use self::replica::Replica;
pub(crate) use self::writer::{Event, Writer};
use crate::config::ModelConfig;
use crate::exchange::Exchange;
use crate::idempotency::{Claim, Key, Outcome, Stored};
use crate::model::{Plan, Prompt};
use crate::problem::Problem;
use crate::state::State;
use crate::token::Caller;

const JSON: &str = "application/json";
const EVENT_STREAM: &str = "text/event-stream";

/// What a script wants of this very request.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Wishes {
    /// The model breaks after so many tokens.
    pub(crate) breaks_after: Option<usize>,
    /// The connection ends after so many events.
    pub(crate) delivers: Option<usize>,
    /// The model takes so long before its first word.
    pub(crate) generation: Option<Duration>,
}

/// What a request asks for, whichever API it came by.
#[derive(Debug)]
pub(crate) struct Asked {
    /// The budget it draws on.
    pub(crate) scope: &'static str,
    pub(crate) stream: bool,
    pub(crate) has_image: bool,
    /// What tells it from another request under the same key.
    pub(crate) fingerprint: String,
    pub(crate) prompt: Prompt,
}

/// One call that was let through the door.
pub(crate) struct Call {
    pub(crate) state: Arc<State>,
    pub(crate) exchange: Exchange,
    pub(crate) caller: Caller,
    pub(crate) wishes: Wishes,
    pub(crate) asked: Asked,
    pub(crate) writer: Box<dyn Writer>,
}

impl Call {
    /// Answers over HTTP.
    pub(crate) async fn answer(self, headers: &HeaderMap) -> Response {
        self.try_answer(headers).await.unwrap_or_else(IntoResponse::into_response)
    }

    async fn try_answer(self, headers: &HeaderMap) -> Result<Response, Problem> {
        let (model, replica, plan) = self.prepare(headers)?;
        let key = headers.get("idempotency-key").map(|value| Key::parse(&self.caller.client, value)).transpose()?;
        if let Some(key) = &key {
            let claim = self.state.memory().keys.claim(key, &self.asked.fingerprint);
            match claim {
                Claim::First => {}
                Claim::Replay(stored) => return Ok(self.replay(&model, stored)),
                Claim::Refused(problem) => return Err(problem),
            }
        }
        let stream = self.asked.stream;
        let answer = match self.generation(model, &replica, plan, key) {
            Ok(generation) if stream => Ok(generation.stream()),
            Ok(generation) => generation.complete().await,
            Err(problem) => Err(problem),
        };
        let mut response = answer.unwrap_or_else(IntoResponse::into_response);
        replica.name_in(response.headers_mut());
        Ok(response)
    }

    /// Answers event by event; dropping the receiver is a client that leaves. There are no keys here.
    pub(crate) fn events(self, headers: &HeaderMap) -> Result<UnboundedReceiver<Event>, Problem> {
        let (model, replica, plan) = self.prepare(headers)?;
        Ok(self.generation(model, &replica, plan, None)?.events())
    }

    /// Finds who answers, and checks that the request is one that they can answer.
    fn prepare(&self, headers: &HeaderMap) -> Result<(ModelConfig, Replica, Plan), Problem> {
        let model = self.model()?;
        let replica = Replica::pick(model, headers.get("x-prometheus-instance"))?;
        let plan = Plan::of(&self.asked.prompt);
        let wanted = plan.prompt_tokens.saturating_add(self.asked.prompt.limit.unwrap_or(0));
        match model.context_length {
            Some(length) if wanted > length => {
                let detail = format!("The request needs {wanted} tokens; {:?} takes {length}.", model.id);
                Err(Problem::new("context-exceeded").detail(detail))
            }
            _ => Ok((model.clone(), replica, plan)),
        }
    }

    fn model(&self) -> Result<&ModelConfig, Problem> {
        let id = &self.asked.prompt.model;
        let model = self.state.config.models.iter().find(|model| model.id == *id);
        let model = model.ok_or_else(|| {
            Problem::new("unknown-model")
                .detail(format!("No model {id:?} is registered. Use an id from models.list()."))
        })?;
        if !matches!(model.modality.as_str(), "text" | "vision") {
            let detail = format!("The model {id:?} is a model for {}, not for chat.", model.modality);
            return Err(Problem::new("modality-mismatch").detail(detail));
        }
        if self.asked.has_image && model.modality != "vision" {
            return Err(Problem::new("modality-mismatch").detail(format!("The model {id:?} takes no images.")));
        }
        let scope = if self.asked.stream { "inference:stream" } else { "inference:read" };
        if !self.caller.scopes.iter().any(|granted| granted == scope) {
            return Err(Problem::new("forbidden").detail(format!("The scope {scope} is missing.")));
        }
        Ok(model)
    }

    fn generation(
        self,
        model: ModelConfig,
        replica: &Replica,
        plan: Plan,
        key: Option<Key>,
    ) -> Result<Generation, Problem> {
        if let Err(problem) = self.admit(&model, replica) {
            if let Some(key) = &key {
                self.state.memory().keys.settle(key, Outcome::Failed(problem.clone()));
            }
            return Err(problem);
        }
        Ok(Generation {
            state: self.state,
            exchange: self.exchange,
            client: self.caller.client,
            scope: self.asked.scope,
            model,
            replica: replica.name.clone(),
            plan,
            key,
            wishes: self.wishes,
            writer: self.writer,
        })
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
        let mut response = with_type(stored.content_type, body);
        let headers = response.headers_mut();
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

/// Names the fields of a request that the gateway does not know.
pub(crate) fn name_ignored(ignored: &[String], headers: &mut HeaderMap) {
    if let (false, Ok(names)) = (ignored.is_empty(), HeaderValue::from_str(&ignored.join(", "))) {
        headers.insert("x-prometheus-ignored-parameters", names);
    }
}

fn with_type(content_type: &'static str, body: Body) -> Response {
    let mut response = Response::new(body);
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
    response
}
