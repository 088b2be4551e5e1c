//! What becomes of each way to fail: a short example for each row of the table in docs/how-calls-fail.md, by its name.

#![cfg(feature = "testing")]

mod asked_for;
#[path = "../common/mod.rs"]
mod common;

use std::time::Duration;

use axonium::testing::GatewayConfig;
use axonium::{
    ChatCompletion, ChatRequest, CircuitBreakerOptions, CircuitState, Client, Config, ErrorKind, Message, Result,
    RetryOptions, Timeouts,
};
use common::{Served, config, keyed, request, served, steps};
use serde_json::{Value, json};

/// A client of a gateway that answers as `script` says, and after that as a gateway does.
fn answered(script: Value) -> (Served, Client) {
    answered_by(GatewayConfig::default(), script, |_| {})
}

/// The same, of a client that waits for an answer for a moment only.
fn hasty(script: Value) -> (Served, Client) {
    let request = Some(Duration::from_millis(200));
    answered_by(GatewayConfig::default(), script, |config| {
        config.timeouts = Timeouts { request, ..Timeouts::default() }
    })
}

fn answered_by(gateway: GatewayConfig, script: Value, set: impl FnOnce(&mut Config)) -> (Served, Client) {
    let served = served(gateway);
    steps(&served, script);
    let mut config = config(&served);
    set(&mut config);
    let client = Client::new(config).unwrap();
    (served, client)
}

/// A step that refuses, and says for how long to stay away.
fn refuses(problem: &str, seconds: u32) -> Value {
    json!({"problem": problem, "headers": {"Retry-After": seconds.to_string()}})
}

/// The error of a plain call, with its kind and the code of why it was not repeated.
async fn failure(client: &Client, request: &ChatRequest) -> (ErrorKind, &'static str, axonium::Error) {
    let error = client.chat(request).await.unwrap_err();
    (error.kind(), error.details().reason.map_or("", |reason| reason.code()), error)
}

/// What a stream comes to.
async fn streamed(client: &Client, request: &ChatRequest) -> Result<ChatCompletion> {
    client.chat_stream(request).await?.final_completion().await
}

#[tokio::test]
async fn rate_limit() {
    let (served, client) = answered(json!([refuses("rate-limit-exceeded-requests", 36)]));
    let completion = client.chat(&request()).await.unwrap();
    assert_eq!((completion.meta.attempts, completion.meta.waited_for), (2, Duration::from_secs(36)));
    assert_eq!(served.gateway.ledger().billed, 1);
}

#[tokio::test]
async fn wait_too_long() {
    let limited = refuses("rate-limit-exceeded-requests", 61);
    let (served, client) = answered(json!([limited, limited]));
    for (calls, request) in [(1, request()), (2, keyed())] {
        let (kind, reason, error) = failure(&client, &request).await;
        assert_eq!((kind, reason), (ErrorKind::RateLimit, "wait-too-long"));
        assert_eq!(error.details().retry_after, Some(Duration::from_secs(61)));
        assert_eq!((error.details().meta.waited_for, served.gateway.requests().len()), (Duration::ZERO, calls));
    }
}

#[tokio::test]
async fn not_sent() {
    let closed = GatewayConfig { refuse_connections: true, ..GatewayConfig::default() };
    let (_served, client) = answered_by(closed, json!([]), |_| {});
    let (kind, _, error) = failure(&client, &request()).await;
    let meta = &error.details().meta;
    assert_eq!((kind, error.details().sent), (ErrorKind::Connection, Some(false)));
    assert_eq!((meta.attempts, meta.history[0].reason), (3, Some("not-sent")));
    assert_eq!(meta.waited_for, Duration::from_secs(1 + 2), "it backs off, twice as long each time");
}

#[tokio::test]
async fn lost_without_key() {
    let (served, client) = answered(json!([{"gateway": true, "close": "before_headers"}]));
    let (kind, reason, error) = failure(&client, &request()).await;
    assert_eq!((kind, error.details().sent), (ErrorKind::Connection, Some(true)));
    assert_eq!((reason, error.details().meta.attempts), ("lost-without-key", 1));
    assert_eq!(served.gateway.ledger().generations, 1, "which a repeat would have run again");
}

#[tokio::test]
async fn lost_with_key() {
    let (served, client) = answered(json!([{"gateway": true, "close": "before_headers"}]));
    let completion = client.chat(&keyed()).await.unwrap();
    assert_eq!((completion.meta.attempts, completion.meta.idempotent_replay), (2, true));
    assert_eq!(served.gateway.ledger().billed, 1);
}

#[tokio::test]
async fn timeout_without_key() {
    let (served, client) = hasty(json!([{"gateway": true, "hang": true}]));
    let (kind, reason, error) = failure(&client, &request()).await;
    assert_eq!((kind, error.details().phase, reason), (ErrorKind::Timeout, Some("response"), "timeout-without-key"));
    assert!(error.to_string().contains("still generating"), "{error}");
    assert_eq!(served.gateway.requests().len(), 1);
}

#[tokio::test]
async fn timeout_with_key() {
    let (served, client) = hasty(json!([{"gateway": true, "hang": true}]));
    let completion = client.chat(&keyed()).await.unwrap();
    assert_eq!((completion.meta.attempts, completion.meta.idempotent_replay), (2, true));
    assert_eq!(served.gateway.ledger().billed, 1);
}

#[tokio::test]
async fn in_progress() {
    let running = refuses("idempotency-in-progress", 2);
    let (_served, client) = answered(json!([running, running, running, running]));
    let completion = client.chat(&keyed()).await.unwrap();
    let (requests, waited) = (completion.meta.attempts, completion.meta.waited_for);
    assert_eq!((requests, waited), (5, Duration::from_secs(8)), "more than the 3 attempts that a call has");
}

#[tokio::test]
async fn key_reuse() {
    let (served, client) = answered(json!([]));
    client.chat(&keyed()).await.unwrap();
    let other = ChatRequest { messages: vec![Message::text("user", "four")], ..keyed() };
    let (kind, _, error) = failure(&client, &other).await;
    assert_eq!((kind, error.details().retryable()), (ErrorKind::IdempotencyKeyReuse, false));
    assert_eq!((served.gateway.requests().len(), served.gateway.ledger().generations), (2, 1));
}

#[tokio::test]
async fn token_expired() {
    let expired = json!({"problem": "token-expired"});
    let (served, client) = answered_by(GatewayConfig::default(), json!([expired, expired, expired]), |config| {
        config.api_key = None.into();
        (config.client_id, config.client_secret) = ("app".into(), "hush".into());
    });
    let (kind, _, error) = failure(&client, &request()).await;
    assert_eq!((kind, error.details().meta.attempts), (ErrorKind::TokenExpired, 2), "repeated once, with a new token");
    assert_eq!(served.gateway.token_requests().len(), 2);
    assert!(client.chat(&request()).await.is_ok_and(|completion| completion.meta.attempts == 2));
}

#[tokio::test]
async fn upstream_error() {
    let failed = json!({"problem": "upstream-error"});
    let (served, client) = answered(json!([failed, failed, failed]));
    for request in [request(), keyed()] {
        assert_eq!(failure(&client, &request).await.0, ErrorKind::Upstream);
    }
    assert_eq!(served.gateway.requests().len(), 2, "neither was repeated");
    let retry = RetryOptions { retry_upstream_errors: Some(true), ..RetryOptions::default() };
    let completion = client.chat(&ChatRequest { retry, ..request() }).await.unwrap();
    assert_eq!(completion.meta.attempts, 2);
}

#[tokio::test]
async fn capacity_exhausted() {
    let (_served, client) = answered(json!([{"problem": "capacity-exhausted"}, {"problem": "capacity-exhausted"}]));
    let (kind, _, error) = failure(&client, &request()).await;
    assert_eq!((kind, error.details().meta.attempts), (ErrorKind::CapacityExhausted, 1));
    assert_eq!(client.chat(&keyed()).await.unwrap().meta.attempts, 2);
}

#[tokio::test]
async fn damaged_answer() {
    let damaged = json!({"gateway": true, "close_after_bytes": 20});
    let (served, client) = answered(json!([damaged, damaged]));
    let (kind, _, error) = failure(&client, &request()).await;
    assert_eq!((kind, error.details().meta.attempts), (ErrorKind::Decode, 1));
    let completion = client.chat(&keyed()).await.unwrap();
    assert_eq!((completion.meta.attempts, completion.meta.idempotent_replay), (2, true));
    assert_eq!(served.gateway.ledger().billed, 2, "one for each call");
    steps(&served, json!([{"text": "<html>"}, {"text": "<html>"}]));
    let (kind, _, error) = failure(&client, &keyed()).await;
    assert_eq!((kind, error.details().meta.attempts), (ErrorKind::Decode, 2), "once, not until it is whole");
}

#[tokio::test]
async fn cancelled() {
    let (served, client) = answered(json!([{"hang": true}]));
    let same = client.clone();
    let call = tokio::spawn(async move { same.chat(&keyed()).await.map(drop) });
    while served.gateway.requests().is_empty() {
        tokio::task::yield_now().await;
    }
    // As where a future is dropped: by `select!`, or by `tokio::time::timeout`.
    call.abort();
    assert!(call.await.unwrap_err().is_cancelled());
    client.chat(&request()).await.unwrap();
    assert_eq!(served.gateway.requests().len(), 2, "the other call's and this one's");
}

#[tokio::test]
async fn stream_lost_before_output() {
    let lost = json!({"gateway": true, "close_after_events": 0});
    let (served, client) = answered(json!([lost, lost]));
    let error = streamed(&client, &request()).await.unwrap_err();
    assert_eq!((error.kind(), error.details().saw_output), (ErrorKind::StreamInterrupted, Some(false)));
    let completion = streamed(&client, &keyed()).await.unwrap();
    assert_eq!((completion.meta.attempts, completion.meta.idempotent_replay), (2, true));
    assert_eq!(served.gateway.ledger().generations, 2, "one for each call");
}

#[tokio::test]
async fn stream_broken() {
    let broken = json!({"gateway": true, "model_breaks_after": 2});
    let (served, client) = answered(json!([broken, broken]));
    for request in [request(), keyed()] {
        let error = streamed(&client, &request).await.unwrap_err();
        assert_eq!((error.kind(), error.details().saw_output), (ErrorKind::StreamInterrupted, Some(true)));
        assert_eq!(error.details().partial.as_ref().unwrap().content.as_deref(), Some("one two"));
    }
    assert_eq!(served.gateway.requests().len(), 2, "neither was repeated");
}

#[tokio::test]
async fn spend_cap() {
    let capped = json!({"problem": "spend-cap-exceeded"});
    let (served, client) = answered(json!([capped, capped]));
    for request in [request(), keyed()] {
        let (kind, _, error) = failure(&client, &request).await;
        assert_eq!((kind, error.details().status), (ErrorKind::SpendCapExceeded, Some(402)));
        assert!(!error.details().retryable());
    }
    assert_eq!(served.gateway.requests().len(), 2, "neither was repeated");
}

#[tokio::test]
async fn cooldown() {
    let (served, client) = answered(json!([refuses("backend-unavailable", 90)]));
    assert_eq!(failure(&client, &request()).await.0, ErrorKind::BackendUnavailable);
    let (kind, _, error) = failure(&client, &request()).await;
    assert_eq!((kind, error.details().local), (ErrorKind::CooldownActive, true));
    let left = error.details().retry_after.unwrap();
    assert!(left <= Duration::from_secs(90) && left > Duration::from_mins(1), "{left:?}");
    assert_eq!(served.gateway.requests().len(), 1);
}

#[tokio::test]
async fn circuit_open() {
    let broken = json!({"problem": "upstream-error"});
    let (served, client) = answered_by(GatewayConfig::default(), json!([broken, broken]), |config| {
        config.circuit_breaker = Some(CircuitBreakerOptions { failures: Some(2), ..CircuitBreakerOptions::default() });
    });
    for (kind, local) in [(ErrorKind::Upstream, false), (ErrorKind::Upstream, false), (ErrorKind::CircuitOpen, true)] {
        let (raised, _, error) = failure(&client, &request()).await;
        assert_eq!((raised, error.details().local), (kind, local));
    }
    assert_eq!((client.circuits()[0].state, served.gateway.requests().len()), (CircuitState::Open, 2));
    served.gateway.clock().wait(Duration::from_secs(30)).await;
    client.chat(&request()).await.unwrap();
    assert_eq!(client.circuits()[0].state, CircuitState::Closed, "one was let through, and was answered");
}
