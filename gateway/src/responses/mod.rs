//! `POST /v1/responses`, and its turns over a WebSocket.

mod answer;
mod item;
mod kept;
mod refusal;
mod request;

use std::sync::Arc;

use axum::Extension;
use axum::extract::State as Shared;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use http::HeaderMap;
use serde_json::{Map, Value};
use tokio::sync::mpsc::UnboundedReceiver;

use self::answer::ResponseWriter;
pub(crate) use self::answer::is_terminal;
use self::kept::Keep;
pub(crate) use self::kept::KeptResponses;
pub(crate) use self::refusal::{ApiError, Refusal, error_event, problem_event};
use self::request::ResponseRequest;
use crate::exchange::Exchange;
use crate::inference::{Call, Event, Wishes, name_ignored};
use crate::state::State;
use crate::token::Caller;

/// Where calls go, and where a WebSocket is opened.
pub(crate) const PATH: &str = "/v1/responses";

/// Budget that calls and turns draw on.
pub(crate) const SCOPE: &str = "responses";

/// Answers a call.
pub(crate) async fn create(
    Shared(state): Shared<Arc<State>>,
    Extension(exchange): Extension<Exchange>,
    Extension(caller): Extension<Caller>,
    wishes: Option<Extension<Wishes>>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let (request, ignored) = match ResponseRequest::parse(&body) {
        Ok(parsed) => parsed,
        Err(problem) => return problem.into_response(),
    };
    let turn = Turn { state, exchange, caller, wishes: wishes.map(|Extension(wishes)| wishes).unwrap_or_default() };
    let mut response = match turn.call(request) {
        Ok(call) => call.answer(&headers).await,
        Err(refusal) => refusal.into_response(),
    };
    name_ignored(&ignored, response.headers_mut());
    response
}

/// One request, however it came.
pub(crate) struct Turn {
    pub(crate) state: Arc<State>,
    pub(crate) exchange: Exchange,
    pub(crate) caller: Caller,
    pub(crate) wishes: Wishes,
}

impl Turn {
    /// Answers a `response.create` that came over a WebSocket with these headers.
    pub(crate) fn events(
        self,
        headers: &HeaderMap,
        frame: Map<String, Value>,
    ) -> Result<UnboundedReceiver<Event>, Refusal> {
        self.state.memory().limiter.spend_request(SCOPE)?;
        let request = ResponseRequest::parse_frame(frame)?;
        Ok(self.call(request)?.events(headers)?)
    }

    fn call(self, request: ResponseRequest) -> Result<Call, Refusal> {
        let Self { state, exchange, caller, wishes } = self;
        let before = match request.previous_response_id() {
            None => Vec::new(),
            Some(id) => state.memory().kept.find(id, &caller.client).ok_or_else(|| ApiError::no_previous(id))?,
        };
        let cached_tokens = before.iter().map(crate::model::Message::tokens).sum();
        let keep = request.store().then(|| Keep {
            state: state.clone(),
            client: caller.client.clone(),
            messages: [before.clone(), request.messages()].concat(),
        });
        let response = request.echo(&exchange.request_id, state.unix_time());
        let writer = Box::new(ResponseWriter::new(response, cached_tokens, keep));
        let asked = request.asked(&exchange.path, before);
        Ok(Call { state, exchange, caller, wishes, asked, writer })
    }
}
