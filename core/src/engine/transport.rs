//! One HTTP exchange: building the client, sending, and saying what a failure means for the request.

use std::error::Error as StdError;
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use http::HeaderMap;
use reqwest::{Client, Method, Proxy, Response, Url, redirect, retry};
use rustls::ClientConfig;

use super::limit::Limit;
use super::settings::{Settings, configuration};
use super::tls;
use crate::api::error::ErrorDetails;
use crate::decide::TimeoutPhase;

/// The largest answer that is taken in: a server that never ends must not fill the memory.
const BODY_BYTES: usize = 256 * 1024 * 1024;
/// An error's status is known before its body: the body is read only so far and only so long.
const ERROR_BODY_BYTES: usize = 1024 * 1024;
const ERROR_BODY_WAIT: Duration = Duration::from_secs(5);

/// Connections are not reused after this long. Common servers close idle ones after 5 s, and a request that crosses with
/// the closing cannot be told from one that was read.
const IDLE_CONNECTION: Duration = Duration::from_secs(4);

pub(super) struct Transport {
    client: Client,
    /// Speaks HTTP/1.1 only: a connection that becomes a WebSocket must be one.
    upgrading: Client,
}

/// An HTTP request, ready to be sent any number of times.
#[derive(Clone)]
pub(super) struct Request {
    pub(super) method: Method,
    pub(super) url: Url,
    pub(super) headers: HeaderMap,
    pub(super) body: Bytes,
}

/// How an exchange failed below HTTP.
#[derive(Clone, Debug)]
pub(super) enum Fault {
    /// Nothing of the request was read by the server.
    NotConnected(String),
    /// The connection broke after the request may have been read.
    Lost(String),
    /// A limit passed.
    Timeout(TimeoutPhase),
}

impl Transport {
    pub(super) fn new(settings: &Settings) -> Result<Self, Box<ErrorDetails>> {
        let tls = tls::client_config(settings.ca_bundle.as_deref())?;
        let client = client_of(settings, tls::speaking(&tls, settings.http2), settings.http2)?;
        let upgrading = client_of(settings, tls::speaking(&tls, Some(false)), Some(false))?;
        Ok(Self { client, upgrading })
    }

    /// Sends `request` and waits until the status and headers of its response have come.
    pub(super) async fn send(&self, request: &Request) -> Result<Response, Fault> {
        // The reactor is polled before this task goes on: a pooled connection whose closing has arrived is not used.
        tokio::task::yield_now().await;
        let builder = self
            .client
            .request(request.method.clone(), request.url.clone())
            .headers(request.headers.clone())
            .body(request.body.clone());
        builder.send().await.map_err(|error| fault(&error))
    }

    /// Asks for the address of `request` to become a WebSocket, with `handshake` besides its own headers and without its
    /// body, and waits for the answer.
    pub(super) async fn upgrade(&self, request: &Request, handshake: HeaderMap) -> Result<Response, Fault> {
        let builder = self.upgrading.get(request.url.clone()).headers(request.headers.clone()).headers(handshake);
        builder.send().await.map_err(|error| fault(&error))
    }
}

fn client_of(settings: &Settings, tls: ClientConfig, http2: Option<bool>) -> Result<Client, Box<ErrorDetails>> {
    let mut builder = Client::builder()
        .tls_backend_preconfigured(tls)
        .connect_timeout(settings.limits.connect)
        .pool_max_idle_per_host(settings.idle_connections)
        .pool_idle_timeout(IDLE_CONNECTION)
        .user_agent(&settings.user_agent)
        .default_headers(settings.headers.clone())
        // Both would send a request again without asking `decide`.
        .redirect(redirect::Policy::none())
        .retry(retry::never())
        .tcp_nodelay(true);
    builder = match http2 {
        Some(true) => builder.http2_prior_knowledge(),
        Some(false) => builder.http1_only(),
        None => builder,
    };
    if let Some(proxy) = &settings.proxy {
        let proxy = Proxy::all(proxy).map_err(|_| configuration("proxy", "is no URL; write it as http://HOST:PORT"))?;
        builder = builder.proxy(proxy);
    }
    builder.build().map_err(|error| configuration("transport", causes(&error)))
}

/// Reads a whole success body.
pub(super) async fn read_body(response: &mut Response) -> Result<Bytes, Fault> {
    let Some(first) = next_chunk(response).await? else { return Ok(Bytes::new()) };
    let Some(second) = next_chunk(response).await? else { return Ok(first) };
    let mut body = BytesMut::from(first);
    body.extend_from_slice(&second);
    while let Some(chunk) = next_chunk(response).await? {
        if body.len().saturating_add(chunk.len()) > BODY_BYTES {
            return Err(Fault::Lost(format!("it is larger than {BODY_BYTES} bytes")));
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body.freeze())
}

/// Reads what an error says, as far as it is worth waiting for and `limit` allows. What is missing is missing.
pub(super) async fn read_error_body(response: &mut Response, limit: Limit) -> Bytes {
    let mut body = BytesMut::new();
    let reading = async {
        while body.len() < ERROR_BODY_BYTES
            && let Ok(Some(chunk)) = next_chunk(response).await
        {
            let room = ERROR_BODY_BYTES.saturating_sub(body.len());
            body.extend_from_slice(chunk.get(..room).unwrap_or(&chunk));
        }
    };
    // On a timeout the bytes read so far are what there is.
    let _ = Limit::after(ERROR_BODY_WAIT, limit.phase).or_sooner(Some(limit)).bound(reading).await;
    body.freeze()
}

/// The next bytes of a body; `None` at its proper end.
pub(super) async fn next_chunk(response: &mut Response) -> Result<Option<Bytes>, Fault> {
    response.chunk().await.map_err(|error| fault(&error))
}

fn fault(error: &reqwest::Error) -> Fault {
    let message = causes(error);
    if error.is_connect() && error.is_timeout() {
        Fault::Timeout(TimeoutPhase::Connect)
    } else if error.is_connect() || refused_by_protocol(error) {
        Fault::NotConnected(message)
    } else {
        Fault::Lost(message)
    }
}

/// Whether an HTTP/2 server states that it did not process the request: RFC 9113, sections 8.7 (`REFUSED_STREAM`) and
/// 6.8 (a `GOAWAY` whose last stream is below ours).
fn refused_by_protocol(error: &reqwest::Error) -> bool {
    let mut cause = error.source();
    while let Some(current) = cause {
        if let Some(error) = current.downcast_ref::<h2::Error>() {
            let refused = error.is_reset() && error.is_remote() && error.reason() == Some(h2::Reason::REFUSED_STREAM);
            let gone = error.is_go_away() && error.is_remote() && error.reason() == Some(h2::Reason::NO_ERROR);
            return refused || gone;
        }
        cause = current.source();
    }
    false
}

/// The message of an error with those of its causes, without the URL, which may hold more than a log should.
fn causes(error: &dyn StdError) -> String {
    let mut message = String::new();
    let mut cause = Some(error);
    while let Some(current) = cause {
        let text = current.to_string();
        let text = text.split(" for url (").next().unwrap_or_default();
        if !text.is_empty() && !message.contains(text) {
            if !message.is_empty() {
                message.push_str(": ");
            }
            message.push_str(text);
        }
        cause = current.source();
    }
    message
}
