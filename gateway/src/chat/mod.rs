//! `POST /v1/chat/completions`.

mod answer;
mod request;

use std::sync::Arc;

use axum::Extension;
use axum::extract::State as Shared;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use http::HeaderMap;

use self::answer::ChatWriter;
use self::request::ChatRequest;
use crate::exchange::Exchange;
use crate::inference::{Call, Wishes, name_ignored};
use crate::state::State;
use crate::token::Caller;

/// Where chat calls go.
pub(crate) const PATH: &str = "/v1/chat/completions";

/// Budget that chat calls draw on.
pub(crate) const SCOPE: &str = "chat_completions";

/// Answers a chat call.
pub(crate) async fn create(
    Shared(state): Shared<Arc<State>>,
    Extension(exchange): Extension<Exchange>,
    Extension(caller): Extension<Caller>,
    wishes: Option<Extension<Wishes>>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let (request, ignored) = match ChatRequest::parse(&body) {
        Ok(parsed) => parsed,
        Err(problem) => return problem.into_response(),
    };
    let writer = Box::new(ChatWriter::new(&exchange.request_id, state.unix_time(), &request.model));
    let asked = request.asked(&exchange.path);
    let wishes = wishes.map(|Extension(wishes)| wishes).unwrap_or_default();
    let mut response = Call { state, exchange, caller, wishes, asked, writer }.answer(&headers).await;
    name_ignored(&ignored, response.headers_mut());
    response
}
