//! The token endpoint.

use std::sync::Arc;

use axum::Json;
use axum::extract::State as Shared;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;

use crate::state::State;
use crate::token::TokenRequest;

/// `POST /oauth2/token` with a form of client credentials.
pub(super) async fn issue(Shared(state): Shared<Arc<State>>, body: Bytes) -> Response {
    let mut request = TokenRequest::default();
    for (name, value) in form_urlencoded::parse(&body) {
        let value = value.into_owned();
        match name.as_ref() {
            "grant_type" => request.grant_type = value,
            "client_id" => request.client_id = value,
            "client_secret" => request.client_secret = value,
            "scope" => request.scope = Some(value),
            _ => {}
        }
    }
    let issued = state.tokens().issue(&state.config, &request);
    match issued {
        Ok(token) => Json(token).into_response(),
        Err(error) => error.into_response(),
    }
}
