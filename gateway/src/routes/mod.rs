//! The gateway's addresses, and what all answers have in common.

mod models;
mod token;
mod usage;

use std::sync::Arc;

use axum::extract::{DefaultBodyLimit, Request, State as Shared};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Router, body::Body};
use http::{HeaderName, HeaderValue, header};
use hyper_util::service::TowerToHyperService;

use crate::chat;
use crate::exchange::Exchange;
use crate::problem::Problem;
use crate::responses;
use crate::state::State;

/// The path that is answered without a bearer, and that scripts leave alone unless they name it.
pub(crate) const TOKEN_PATH: &str = "/oauth2/token";

/// The full gateway as a service.
#[derive(Clone)]
pub(crate) struct FullGateway {
    state: Arc<State>,
    router: TowerToHyperService<Router>,
}

impl FullGateway {
    pub(crate) fn new(state: Arc<State>) -> Self {
        let behind_the_door = Router::new()
            .route("/v1/models", get(models::list))
            .route("/v1/models/mine", get(models::list))
            .route(chat::PATH, post(chat::create))
            .route(responses::PATH, post(responses::create))
            .route("/v1/usage/{request_id}", get(usage::retrieve))
            .route_layer(middleware::from_fn_with_state(state.clone(), door));
        let router = Router::new()
            .merge(behind_the_door)
            .route(TOKEN_PATH, post(token::issue))
            .fallback(|| async { Problem::new("unknown-route") })
            .layer(DefaultBodyLimit::disable())
            .method_not_allowed_fallback(|| async { Problem::new("method-not-allowed") })
            .with_state(state.clone());
        Self { state, router: TowerToHyperService::new(router) }
    }

    /// Answers a request.
    pub(crate) async fn answer(&self, mut request: http::Request<Body>) -> Response {
        let exchange = Exchange::new(request.uri().path());
        request.extensions_mut().insert(exchange.clone());
        let Ok(response) = hyper::service::Service::call(&self.router, request).await;
        self.finish(&exchange, response)
    }

    /// Writes a problem's document, and the headers that stand on every answer.
    pub(crate) fn finish(&self, exchange: &Exchange, mut response: Response) -> Response {
        if let Some(problem) = response.extensions_mut().remove::<Problem>() {
            let rendered = problem.render(exchange);
            let (head, body) = rendered.into_parts();
            response.headers_mut().remove(header::CONTENT_LENGTH);
            response.headers_mut().extend(head.headers);
            *response.body_mut() = body;
        }
        let headers = response.headers_mut();
        write_ids(exchange, headers);
        if let Some(scope) = scope(&exchange.path) {
            self.state.memory().limiter.write_headers(scope, headers);
        }
        response
    }
}

/// The ids of an exchange, as every answer of a gateway carries them.
pub(crate) fn write_ids(exchange: &Exchange, headers: &mut http::HeaderMap) {
    for (name, value) in [("x-request-id", &exchange.request_id), ("x-trace-id", &exchange.trace_id)] {
        if let Ok(value) = HeaderValue::from_str(value) {
            headers.insert(HeaderName::from_static(name), value);
        }
    }
}

/// Who knocks, and whether there is room.
async fn door(Shared(state): Shared<Arc<State>>, mut request: Request, next: Next) -> Response {
    let caller = match state.tokens().check(&state.config, request.headers()) {
        Ok(caller) => caller,
        Err(problem) => return problem.into_response(),
    };
    if let Some(scope) = scope(request.uri().path()) {
        let spent = state.memory().limiter.spend_request(scope);
        if let Err(problem) = spent {
            return problem.into_response();
        }
    }
    request.extensions_mut().insert(caller);
    next.run(request).await
}

/// The budget that a path draws on.
fn scope(path: &str) -> Option<&'static str> {
    match path {
        chat::PATH => Some(chat::SCOPE),
        responses::PATH => Some(responses::SCOPE),
        "/v1/models" | "/v1/models/mine" => Some("models"),
        path if path.starts_with("/v1/usage/") => Some("usage"),
        _ => None,
    }
}
