//! A gateway of each test's own, and servers that misbehave where no gateway would.

#![allow(dead_code, reason = "each test program uses a part of it")]

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axonium::testing::{Gateway, GatewayConfig};
use axonium::{ChatRequest, Clock, Config, Message, ResponseRequest, RetryOptions, Route, Transport};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// A running gateway.
pub(crate) struct Served {
    pub(crate) gateway: Gateway,
}

/// Starts a gateway. Must be called inside a tokio runtime.
pub(crate) fn served(config: GatewayConfig) -> Served {
    Served { gateway: Gateway::start(config).unwrap() }
}

/// The configuration of a client of `served` that shares its clock.
pub(crate) fn config(served: &Served) -> Config {
    Config { clock: Some(served.gateway.clock()), ..config_for(&served.gateway.url()) }
}

/// The configuration of a client of the server at `url`, on a virtual clock of its own.
pub(crate) fn config_for(url: &str) -> Config {
    Config {
        gateway_base_url: url.into(),
        api_key: "test-key".into(),
        retry: RetryOptions { jitter: Some(false), ..RetryOptions::default() },
        clock: Some(Clock::simulated()),
        ..Config::default()
    }
}

/// Scripts the next answers of `served`.
pub(crate) fn steps(served: &Served, script: serde_json::Value) {
    served.gateway.script(serde_json::from_value(script).unwrap()).unwrap();
}

/// A chat that the gateway answers with `one two three`.
pub(crate) fn request() -> ChatRequest {
    ChatRequest {
        model: "qwen3-0.6b".into(),
        messages: vec![Message::text("user", "one two three")],
        ..Default::default()
    }
}

/// The same under an idempotency key.
pub(crate) fn keyed() -> ChatRequest {
    ChatRequest { idempotency_key: "order-4417-summary".into(), ..request() }
}

/// A server of bytes: each connection is treated as its test says.
pub(crate) struct Raw {
    address: SocketAddr,
    connections: Arc<AtomicUsize>,
}

impl Raw {
    /// Hands each connection to `treat`, with its number from 0.
    pub(crate) async fn start<F, T>(treat: F) -> Self
    where
        F: Fn(usize, TcpStream) -> T + Send + 'static,
        T: Future<Output = ()> + Send + 'static,
    {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let connections = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&connections);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(treat(counted.fetch_add(1, Ordering::SeqCst), stream));
            }
        });
        Self { address, connections }
    }

    /// Answers each request on a connection with the same bytes, and closes after each.
    pub(crate) async fn answering(answer: impl Into<Vec<u8>>) -> Self {
        let answer: Arc<[u8]> = answer.into().into();
        Self::start(move |_, mut stream| {
            let answer = Arc::clone(&answer);
            async move {
                read_request(&mut stream).await;
                let _ = stream.write_all(&answer).await;
            }
        })
        .await
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    pub(crate) fn connections(&self) -> usize {
        self.connections.load(Ordering::SeqCst)
    }
}

/// Reads one HTTP/1.1 request, and returns its head.
pub(crate) async fn read_request(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    let mut piece = [0; 4096];
    loop {
        if let Some(at) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            let head = String::from_utf8_lossy(&bytes[..at]).into_owned();
            let length = head.lines().find_map(|line| {
                let (name, value) = line.split_once(':')?;
                name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse::<usize>().unwrap())
            });
            if bytes.len() - at - 4 >= length.unwrap_or(0) {
                return head;
            }
        }
        match stream.read(&mut piece).await {
            Ok(0) | Err(_) => return String::from_utf8_lossy(&bytes).into_owned(),
            Ok(read) => bytes.extend_from_slice(&piece[..read]),
        }
    }
}

/// The head of a stream's answer that ends with its connection.
pub(crate) const STREAM_HEAD: &str =
    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nX-Request-Id: req_raw\r\nConnection: close\r\n\r\n";

/// An answer with that status, those header lines and that body.
pub(crate) fn answer(status: &str, headers: &str, body: &str) -> String {
    format!("HTTP/1.1 {status}\r\n{headers}Content-Length: {}\r\nConnection: close\r\n\r\n{body}", body.len())
}

/// A chat answer that says `content`.
pub(crate) fn completion(content: &str) -> String {
    let body = serde_json::json!({
        "id": "c1", "object": "chat.completion", "model": "m",
        "choices": [{"index": 0, "message": {"role": "assistant", "content": content}, "finish_reason": "stop"}],
    });
    answer("200 OK", "Content-Type: application/json\r\n", &body.to_string())
}

/// A stream event that says `content`.
pub(crate) fn chunk(content: &str) -> String {
    format!("data: {}\n\n", serde_json::json!({"choices": [{"index": 0, "delta": {"content": content}}]}))
}

/// The event that says that the first choice is complete.
pub(crate) const FINISH: &str = "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n";

/// A response that the gateway answers with `one two three`.
pub(crate) fn response_request() -> ResponseRequest {
    ResponseRequest { model: "qwen3-0.6b".into(), input: "one two three".into(), ..Default::default() }
}

/// The same over a WebSocket of its own.
pub(crate) fn over_websocket() -> ResponseRequest {
    ResponseRequest { transport: Some(Transport::WebSocket), ..response_request() }
}

/// A route to `served` with a credential of its own.
pub(crate) fn route(name: &str, served: &Served) -> Route {
    Route {
        name: name.to_owned(),
        gateway_base_url: served.gateway.url().into(),
        api_key: "route-key".into(),
        ..Route::default()
    }
}
