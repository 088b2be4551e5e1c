//! One connection: reads requests, notes them, and answers by the script or by the full gateway.

use std::convert::Infallible;
use std::future::{Future, poll_fn};
use std::pin::pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use axum::body::Body;
use axum::response::Response;
use bytes::Bytes;
use futures_util::stream;
use http::request::Parts;
use http::{HeaderMap, HeaderValue, Request, StatusCode, Version, header};
use http_body_util::BodyExt;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::watch;

use super::faults;
use super::line::Line;
use super::websocket::{self, Accepted, Connection};
use crate::exchange::Exchange;
use crate::record::RecordedRequest;
use crate::routes::{FullGateway, write_ids};
use crate::script::{Answer, Content, ScriptedBody};
use crate::state::State;

/// How far a client in another process has moved its virtual clock, in milliseconds.
const VIRTUAL_AHEAD: &str = "x-axonium-virtual-ahead-ms";

/// What all connections share.
#[derive(Clone)]
pub(crate) struct Server {
    pub(crate) state: Arc<State>,
    pub(crate) gateway: FullGateway,
}

impl Server {
    /// Serves one connection to its end; when `closing` turns true, no further request is taken.
    pub(crate) async fn serve<S>(self, stream: S, line: Arc<Line>, closing: watch::Receiver<bool>)
    where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let websocket = Arc::new(Mutex::new(None));
        let service = service_fn(|request| {
            let (server, line, websocket) = (self.clone(), line.clone(), websocket.clone());
            async move { server.respond(request, &line, &websocket).await }
        });
        let mut builder = auto::Builder::new(TokioExecutor::new());
        builder.http1().auto_date_header(false);
        builder.http2().auto_date_header(false);
        let connection = builder.serve_connection_with_upgrades(TokioIo::new(stream), service);
        let mut connection = pin!(connection);
        let mut told = closing.clone();
        // A gateway that is gone is one that closes.
        let mut told = pin!(async move { drop(told.wait_for(|closing| *closing).await) });
        let mut graceful = false;
        // A connection that breaks concerns its client only.
        let _ = poll_fn(|context| {
            line.watch(context.waker());
            if !graceful && told.as_mut().poll(context).is_ready() {
                graceful = true;
                connection.as_mut().graceful_shutdown();
            }
            connection.as_mut().poll(context)
        })
        .await;
        let accepted = websocket.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(accepted) = accepted {
            Connection::serve(self.clone(), accepted, line.clone(), closing).await;
        }
    }

    /// An error makes hyper refuse the stream with the reason it carries.
    async fn respond(
        &self,
        request: Request<Incoming>,
        line: &Arc<Line>,
        websocket: &Mutex<Option<Accepted>>,
    ) -> Result<Response, h2::Error> {
        let (head, body) = request.into_parts();
        // A client that leaves while it sends is owed no answer.
        let body = body.collect().await.map_err(|_| h2::Error::from(h2::Reason::CANCEL))?.to_bytes();
        self.follow_clock(&head.headers);
        if websocket::is_handshake(&head.headers)
            && let Some((response, accepted)) = self.handshake(&head)
        {
            *websocket.lock().unwrap_or_else(PoisonError::into_inner) = accepted;
            return Ok(response);
        }
        let (path, scripted) = (head.uri.path().to_owned(), self.note(&head, &body));
        let request = Request::from_parts(head, Body::from(body));
        let Some(answer) = scripted else {
            let mut response = self.gateway.answer(request).await;
            self.write_date(response.headers_mut());
            return Ok(response);
        };
        if answer.http2_only && request.version() != Version::HTTP_2 {
            let mut response = Response::new(Body::from("this step is to be answered over HTTP/2"));
            *response.status_mut() = StatusCode::HTTP_VERSION_NOT_SUPPORTED;
            return Ok(response);
        }
        let mut response = self.scripted(&answer, &path, request).await;
        self.write_date(response.headers_mut());
        write_headers(&answer, response.headers_mut());
        let response = faults::apply(&answer.faults, response, line, &self.state.clock).await;
        response.ok_or_else(|| h2::Error::from(h2::Reason::REFUSED_STREAM))
    }

    /// Test only: the client's virtual clock is in another process, and this gateway's follows it.
    fn follow_clock(&self, headers: &HeaderMap) {
        let ahead = headers.get(VIRTUAL_AHEAD).and_then(|value| value.to_str().ok()?.parse().ok());
        if let Some(ahead) = ahead {
            self.state.clock.move_ahead_to(Duration::from_millis(ahead));
        }
    }

    /// Records the request and takes the step that answers it.
    fn note(&self, head: &Parts, body: &Bytes) -> Option<Arc<Answer>> {
        let mut memory = self.state.memory();
        memory.record(RecordedRequest::new(head, body));
        memory.script.next(head.uri.path())
    }

    async fn scripted(&self, answer: &Answer, path: &str, mut request: Request<Body>) -> Response {
        request.extensions_mut().insert(answer.wishes);
        match &answer.content {
            Content::Gateway { status } => {
                let mut response = self.gateway.answer(request).await;
                if let Some(status) = status {
                    *response.status_mut() = *status;
                }
                response
            }
            Content::Instead(content) => {
                drop(self.gateway.answer(request).await);
                written(content, path)
            }
            content => written(content, path),
        }
    }

    /// The date by the gateway's clock: token lifetimes and HTTP dates are judged against it.
    pub(super) fn write_date(&self, headers: &mut HeaderMap) {
        let now: SystemTime = self.state.clock.wall();
        if let Ok(date) = HeaderValue::from_str(&httpdate::fmt_http_date(now)) {
            headers.insert(header::DATE, date);
        }
    }
}

/// An answer that is not the gateway's.
fn written(content: &Content, path: &str) -> Response {
    match content {
        Content::Problem(problem) => {
            let exchange = Exchange::new(path);
            let mut response = problem.render(&exchange);
            write_ids(&exchange, response.headers_mut());
            response
        }
        // What goes on a WebSocket only; a step's own content is no gateway's.
        Content::WebSocket(_) | Content::Gateway { .. } | Content::Instead(_) => {
            let mut response = Response::new(Body::from("this step is to be answered over a WebSocket"));
            *response.status_mut() = StatusCode::UPGRADE_REQUIRED;
            response
        }
        Content::Scripted { status, body } => {
            let (content_type, body) = match body {
                ScriptedBody::Empty => (None, Body::empty()),
                ScriptedBody::Whole { content_type, bytes } => (Some(*content_type), Body::from(bytes.clone())),
                ScriptedBody::Events(events) => {
                    let events: Vec<_> = events.iter().cloned().map(Ok::<_, Infallible>).collect();
                    (Some("text/event-stream"), Body::from_stream(stream::iter(events)))
                }
            };
            let mut response = Response::new(body);
            *response.status_mut() = *status;
            if let Some(content_type) = content_type {
                response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
            }
            response
        }
    }
}

/// The step's own headers take the place of those the answer would have.
pub(super) fn write_headers(answer: &Answer, headers: &mut HeaderMap) {
    for (name, values) in &answer.headers {
        headers.remove(name);
        for value in values {
            headers.append(name, value.clone());
        }
    }
}
