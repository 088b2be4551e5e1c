//! Turns over a WebSocket: which handshakes are accepted, and the connections that come of them.

mod connection;
mod player;
mod scripted;

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use http::request::Parts;
use http::{HeaderMap, Request, header};
use hyper::upgrade::OnUpgrade;
use tokio_tungstenite::tungstenite::handshake::server::create_response_with_body;

pub(super) use self::connection::Connection;
use super::connection::{Server, write_headers};
use crate::exchange::Exchange;
use crate::problem::Problem;
use crate::record::RecordedRequest;
use crate::request::invalid;
use crate::responses;
use crate::script::Content;
use crate::token::Caller;

/// A handshake that was accepted; its connection begins once the answer to it was sent.
pub(super) struct Accepted {
    upgrade: OnUpgrade,
    head: Parts,
    caller: Result<Caller, Problem>,
    exchange: Exchange,
}

/// Whether a request wants to become a WebSocket.
pub(super) fn is_handshake(headers: &HeaderMap) -> bool {
    headers.get(header::UPGRADE).is_some_and(|protocol| protocol.as_bytes().eq_ignore_ascii_case(b"websocket"))
}

impl Server {
    /// Answers a handshake. `None` where a step or the gateway answers it like any other request: the former if it is
    /// no step for a WebSocket, and is used up by that; the latter on a path that has none.
    pub(super) fn handshake(&self, head: &Parts) -> Option<(Response, Option<Accepted>)> {
        let path = head.uri.path();
        let step = self.state.memory().script.peek(path);
        let is_scripted = match step.as_deref().map(|step| (&step.content, step.is_over_websocket())) {
            Some((_, false)) => return None,
            Some((Content::WebSocket(_), _)) => true,
            _ if path != responses::PATH => return None,
            _ => false,
        };
        let exchange = Exchange::new(path);
        let caller = self.state.tokens().check(&self.state.config, &head.headers);
        let mut request = Request::from_parts(head.clone(), ());
        let response = match (create_response_with_body(&request, Body::empty), &caller) {
            (_, Err(problem)) if !is_scripted => Err(problem.clone()),
            (Err(error), _) => Err(invalid("headers", &error.to_string())),
            (Ok(response), _) => Ok(response),
        };
        let accepted = response.is_ok().then(|| Accepted {
            upgrade: hyper::upgrade::on(&mut request),
            head: head.clone(),
            caller,
            exchange: exchange.clone(),
        });
        let mut response = response.unwrap_or_else(IntoResponse::into_response);
        if !is_scripted || accepted.is_none() {
            response = self.gateway.finish(&exchange, response);
        }
        self.write_date(response.headers_mut());
        if accepted.is_some() {
            self.state.memory().connections += 1;
            if let Some(step) = step {
                write_headers(&step, response.headers_mut());
            }
        } else {
            self.state.memory().record(RecordedRequest::new(head, b""));
        }
        Some((response, accepted))
    }
}
