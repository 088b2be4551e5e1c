//! What a caller may ask for where a call times out or a stream breaks: refused before sending where it cannot work.

#![cfg(feature = "testing")]

mod common;

use std::time::Duration;

use axonium::testing::GatewayConfig;
use axonium::{
    ChatRequest, Client, Config, ErrorKind, Fallback, OnTimeout, PartialMode, ResponseRequest, Resume, Route,
};
use common::{Served, config, keyed, over_websocket, request, response_request, route, served};

const FALLS_BACK: Option<OnTimeout> = Some(OnTimeout::RetryOnceThenFallback);

fn fallback() -> Vec<Fallback> {
    vec!["count-to-20".into()]
}

/// A chat under a key that falls back.
fn falling_back() -> ChatRequest {
    ChatRequest { on_timeout: FALLS_BACK, fallback: Some(fallback()), ..keyed() }
}

/// The field that is refused, before anything is sent.
fn refused(result: axonium::Result<impl Sized>, kind: ErrorKind) -> String {
    let error = result.err().expect("it is refused");
    assert_eq!((error.kind(), error.details().meta.attempts), (kind, 0), "{error}");
    assert!(error.details().local, "{error}");
    error.details().field.clone().unwrap()
}

async fn refused_call(client: &Client, request: ChatRequest) -> String {
    refused(client.chat(&request).await, ErrorKind::InvalidRequest)
}

async fn refused_stream(client: &Client, request: ChatRequest) -> String {
    refused(client.chat_stream(&request).await, ErrorKind::InvalidRequest)
}

fn started() -> (Served, Client) {
    let served = served(GatewayConfig::default());
    let client = Client::new(config(&served)).unwrap();
    (served, client)
}

#[tokio::test]
async fn what_a_fallback_of_a_call_cannot_be() {
    let (served, client) = started();
    let cases = [
        (ChatRequest { fallback: None, ..falling_back() }, "fallback"),
        (ChatRequest { fallback: Some(Vec::new()), ..falling_back() }, "fallback"),
        (ChatRequest { on_timeout: None, ..falling_back() }, "on_timeout"),
        (ChatRequest { on_timeout: Some(OnTimeout::Raise), ..falling_back() }, "on_timeout"),
        (ChatRequest { idempotency_key: None.into(), ..falling_back() }, "may_bill_twice"),
        (ChatRequest { may_bill_twice: Some(false), idempotency_key: None.into(), ..falling_back() }, "may_bill_twice"),
        (ChatRequest { fallback: Some(vec![" ".into()]), ..falling_back() }, "fallback[0]"),
        (ChatRequest { fallback: Some(vec!["qwen3-0.6b".into()]), ..falling_back() }, "fallback[0]"),
        (ChatRequest { fallback: Some(vec![Route::default().into()]), ..falling_back() }, "fallback[0]"),
        (ChatRequest { fallback: Some(vec!["a".into(), "a".into()]), ..falling_back() }, "fallback[1]"),
        (
            ChatRequest {
                routes: Some(vec![route("here", &served)]),
                fallback: Some(vec!["qwen3-0.6b".into()]),
                ..falling_back()
            },
            "fallback[0]",
        ),
        (
            ChatRequest {
                routes: Some(vec![route("here", &served)]),
                fallback: Some(vec![route("here", &served).into()]),
                ..falling_back()
            },
            "fallback[0]",
        ),
        (ChatRequest { idempotency_key: "k".repeat(245).into(), ..falling_back() }, "idempotency_key"),
    ];
    for (request, field) in cases {
        assert_eq!(refused_call(&client, request).await, field);
    }
    let elsewhere = Route { gateway_base_url: "http://127.0.0.1:1".into(), ..Route::default() };
    let request = ChatRequest { fallback: Some(vec![elsewhere.into()]), ..falling_back() };
    assert_eq!(refused_call(&client, request).await, "fallback[0].api_key");
    assert!(served.gateway.requests().is_empty());
}

#[tokio::test]
async fn what_a_fallback_of_a_call_can_be() {
    let (served, client) = started();
    let without_key = ChatRequest { idempotency_key: None.into(), may_bill_twice: Some(true), ..falling_back() };
    let elsewhere = Route { name: String::new(), ..route("", &served) };
    let requests = [
        falling_back(),
        without_key,
        ChatRequest { idempotency_key: "k".repeat(244).into(), ..falling_back() },
        ChatRequest {
            idempotency_key: "a".into(),
            fallback: Some(vec!["a".into(), "b".into(), elsewhere.into()]),
            ..falling_back()
        },
    ];
    for request in requests {
        let completion = client.chat(&request).await.unwrap();
        assert_eq!((completion.meta.attempts, completion.content()), (1, Some("one two three")));
    }
}

#[tokio::test]
async fn what_a_client_says_of_fallbacks_is_checked_when_it_is_built() {
    let served = served(GatewayConfig::default());
    let refused = |config| refused(Client::new(config), ErrorKind::Configuration);
    let base = || config(&served);
    assert_eq!(refused(Config { on_timeout: FALLS_BACK, ..base() }), "fallback");
    assert_eq!(refused(Config { fallback: fallback(), ..base() }), "on_timeout");
    assert_eq!(refused(Config { on_timeout: FALLS_BACK, fallback: vec!["".into()], ..base() }), "fallback[0]");
    let partial = Some(PartialMode::Discard);
    assert_eq!(refused(Config { retry_clean: Some(true), partial, ..base() }), "may_bill_twice");
    let may_bill_twice = Some(true);
    assert_eq!(refused(Config { retry_clean: Some(true), may_bill_twice, ..base() }), "partial");
    let resume = Some(Resume::Replay);
    assert_eq!(refused(Config { retry_clean: Some(true), may_bill_twice, partial, resume, ..base() }), "retry_clean");
}

#[tokio::test]
async fn what_a_client_says_holds_where_it_fits() {
    let served = served(GatewayConfig::default());
    let on_timeout = Config { on_timeout: FALLS_BACK, fallback: fallback(), ..config(&served) };
    let client = Client::new(on_timeout).unwrap();
    assert_eq!(refused_call(&client, request()).await, "may_bill_twice");
    let raising = ChatRequest { on_timeout: Some(OnTimeout::Raise), ..request() };
    client.chat(&raising).await.unwrap();
    client.chat(&keyed()).await.unwrap();
    client.models().await.unwrap();

    let client = Client::new(Config { resume: Some(Resume::Replay), ..config(&served) }).unwrap();
    client.chat(&request()).await.unwrap();
    client.response(&response_request()).await.unwrap();
    client.response_stream(&over_websocket()).await.unwrap().final_response().await.unwrap();
    client.chat_stream(&request()).await.unwrap().final_completion().await.unwrap();
}

#[tokio::test]
async fn where_a_stream_cannot_be_resumed_or_started_anew() {
    let (served, client) = started();
    let resume = Some(Resume::Replay);
    assert_eq!(refused_call(&client, ChatRequest { resume, ..keyed() }).await, "resume");
    assert_eq!(refused_stream(&client, ChatRequest { resume, ..request() }).await, "idempotency_key");
    let over_websocket = ResponseRequest { resume, ..over_websocket() };
    assert_eq!(refused(client.response_stream(&over_websocket).await, ErrorKind::InvalidRequest), "resume");

    let clean = || ChatRequest {
        retry_clean: Some(true),
        may_bill_twice: Some(true),
        partial: Some(PartialMode::Discard),
        ..keyed()
    };
    assert_eq!(refused_call(&client, clean()).await, "retry_clean");
    assert_eq!(refused_stream(&client, ChatRequest { may_bill_twice: None, ..clean() }).await, "may_bill_twice");
    assert_eq!(refused_stream(&client, ChatRequest { partial: None, ..clean() }).await, "partial");
    assert_eq!(refused_stream(&client, ChatRequest { resume, ..clean() }).await, "retry_clean");
    assert!(served.gateway.requests().is_empty());
    client.chat_stream(&clean()).await.unwrap().final_completion().await.unwrap();
}

#[tokio::test]
async fn a_deadline_that_is_over_sends_nothing() {
    let (served, client) = started();
    let clock = served.gateway.clock();
    let passed = ChatRequest { deadline: Some(clock.wall() - Duration::from_secs(1)), ..request() };
    let error = client.chat(&passed).await.unwrap_err();
    let details = error.details();
    assert_eq!((details.kind, details.phase, details.meta.attempts), (ErrorKind::Timeout, Some("call"), 0));
    assert!(details.message.contains("deadline") && served.gateway.requests().is_empty(), "{error}");
    let ahead = ChatRequest { deadline: Some(clock.wall() + Duration::from_mins(1)), ..request() };
    assert!(client.chat(&ahead).await.is_ok());
}

#[tokio::test]
async fn a_wait_that_would_pass_the_deadline_is_raised_instead() {
    let (served, client) = started();
    let limited = serde_json::json!([{"problem": "rate-limit-exceeded-requests", "headers": {"Retry-After": "7"}}]);
    for (seconds, answered) in [(60, true), (5, false)] {
        common::steps(&served, limited.clone());
        let deadline = served.gateway.clock().wall() + Duration::from_secs(seconds);
        let result = client.chat(&ChatRequest { deadline: Some(deadline), ..request() }).await;
        assert_eq!(result.is_ok(), answered);
        if let Err(error) = result {
            assert_eq!(error.details().reason.unwrap().code(), "deadline");
        }
    }
}
