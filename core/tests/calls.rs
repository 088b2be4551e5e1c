//! The native API against the embedded gateway: what the README promises, in Rust.

#![cfg(feature = "testing")]

mod common;

use std::sync::{Arc, Mutex};
use std::time::Duration;

use axonium::testing::GatewayConfig;
use axonium::{ChatRequest, Client, Config, Error, ErrorKind, Hooks, Message, Notice};
use common::{config, served, steps};
use serde_json::json;

fn request() -> ChatRequest {
    ChatRequest {
        model: "qwen3-0.6b".into(),
        messages: vec![Message::text("user", "one two three")],
        ..Default::default()
    }
}

#[tokio::test]
async fn an_answer_says_how_it_came_to_be() {
    let served = served(GatewayConfig::default());
    let completion = Client::new(config(&served)).unwrap().chat(&request()).await.unwrap();
    assert_eq!(completion.content(), Some("one two three"));
    assert_eq!(completion.meta.attempts, 1);
    assert_eq!(completion.meta.waited_for, Duration::ZERO);
    assert!(completion.meta.request_id.is_some());
    assert!(completion.usage.unwrap().total_tokens.unwrap() > 0);
    assert_eq!(served.gateway.ledger().billed, 1);
}

#[tokio::test]
async fn a_rate_limit_is_waited_out_and_accounted_for() {
    let served = served(GatewayConfig::default());
    steps(&served, json!([{"problem": "rate-limit-exceeded-requests", "headers": {"Retry-After": "36"}}]));
    let completion = Client::new(config(&served)).unwrap().chat(&request()).await.unwrap();
    assert_eq!(completion.meta.attempts, 2);
    assert_eq!(completion.meta.waited_for, Duration::from_secs(36));
    assert_eq!(completion.meta.history[0].kind, Some("RateLimit"));
    assert_eq!(completion.meta.history[1].waited_before, Duration::from_secs(36));
}

#[tokio::test]
async fn a_stream_brings_its_text_and_its_account() {
    let served = served(GatewayConfig::default());
    let mut stream = Client::new(config(&served)).unwrap().chat_stream(&request()).await.unwrap();
    let mut text = String::new();
    while let Some(chunk) = stream.next().await.unwrap() {
        text.push_str(chunk.content());
    }
    assert_eq!(text, "one two three");
    let completion = stream.final_completion().await.unwrap();
    assert_eq!(completion.content(), Some("one two three"));
    assert_eq!(completion.finish_reason(), Some("stop"));
    assert!(completion.usage.is_some() && completion.meta.request_id.is_some());
}

#[tokio::test]
async fn a_broken_stream_keeps_what_had_arrived() {
    let served = served(GatewayConfig::default());
    steps(&served, json!([{"gateway": true, "model_breaks_after": 2}]));
    let mut stream = Client::new(config(&served)).unwrap().chat_stream(&request()).await.unwrap();
    let error = loop {
        match stream.next().await {
            Ok(Some(_)) => {}
            Ok(None) => panic!("the stream was taken for complete"),
            Err(error) => break error,
        }
    };
    let Error::StreamInterrupted(details) = &error else { panic!("{error:?}") };
    assert_eq!(details.saw_output, Some(true));
    assert_eq!(details.partial.as_ref().unwrap().content.as_deref(), Some("one two"));
    assert!(details.request_id.is_some());
    assert_eq!(details.reason.unwrap().code(), "output-delivered");
    assert_eq!(served.gateway.ledger().billed, 1);
}

#[tokio::test]
async fn a_key_collects_what_a_lost_connection_took() {
    let served = served(GatewayConfig::default());
    steps(&served, json!([{"gateway": true, "close": "before_headers"}]));
    let keyed = ChatRequest { idempotency_key: "order-4417-summary".into(), ..request() };
    let completion = Client::new(config(&served)).unwrap().chat(&keyed).await.unwrap();
    assert!(completion.meta.idempotent_replay);
    assert_eq!(completion.meta.attempts, 2);
    let ledger = served.gateway.ledger();
    assert_eq!((ledger.generations, ledger.billed, ledger.replayed), (1, 1, 1));
}

#[tokio::test]
async fn without_a_key_a_lost_connection_is_raised() {
    let served = served(GatewayConfig::default());
    steps(&served, json!([{"gateway": true, "close": "before_headers"}]));
    let error = Client::new(config(&served)).unwrap().chat(&request()).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Connection);
    assert_eq!(error.details().sent, Some(true));
    assert_eq!(error.details().meta.attempts, 1);
    assert!(error.explain().contains("second"), "{}", error.explain());
    assert_eq!(served.gateway.ledger().billed, 1);
}

#[tokio::test]
async fn hooks_are_told_each_step_in_order() {
    let served = served(GatewayConfig::default());
    steps(&served, json!([{"problem": "rate-limit-exceeded-requests", "headers": {"Retry-After": "36"}}]));
    let told = Arc::new(Mutex::new(Vec::new()));
    let hooks = Hooks::new({
        let told = Arc::clone(&told);
        move |notice| {
            let step = match notice {
                Notice::Request { attempt, .. } => format!("request {attempt}"),
                Notice::Response { status, .. } => format!("response {status}"),
                Notice::Decision { action, reason, .. } => format!("{action}: {reason}"),
                Notice::Wait(wait) => format!("wait {:?}", wait.wait),
                _ => "unknown".to_owned(),
            };
            told.lock().unwrap().push(step);
        }
    });
    Client::new(Config { hooks: Some(hooks), ..config(&served) }).unwrap().chat(&request()).await.unwrap();
    let expected =
        ["request 1", "response 429", "repeat: refused-before-generation", "wait 36s", "request 2", "response 200"];
    assert_eq!(*told.lock().unwrap(), expected);
}
