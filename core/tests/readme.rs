//! The example of the README, as it stands there.

#![cfg(feature = "testing")]

mod common;

use axonium::testing::GatewayConfig;
use axonium::{ChatRequest, Client, Config, Error, ErrorKind, Message};
use common::{config, served, steps};
use serde_json::json;

async fn example(config: Config) -> axonium::Result<()> {
    let client = Client::new(config)?;
    let request = ChatRequest {
        model: "qwen3-0.6b".into(),
        messages: vec![Message::text("user", "Summarise order 4417.")],
        idempotency_key: "order-4417-summary".into(),
        ..Default::default()
    };
    match client.chat(&request).await {
        Err(Error::Api(api)) if api.kind == ErrorKind::RateLimit => println!("try again in {:?}", api.retry_after),
        other => {
            let completion = other?;
            println!("{:?} {} {:?}", completion.content(), completion.meta.attempts, completion.meta.waited_for);
        }
    }
    Ok(())
}

#[tokio::test]
async fn an_answer_comes_after_a_wait() {
    let served = served(GatewayConfig::default());
    steps(
        &served,
        json!([{"status": 429, "headers": {"Retry-After": "7"}, "problem": "rate-limit-exceeded-requests"}]),
    );
    example(config(&served)).await.unwrap();
    assert_eq!(served.gateway.requests().len(), 2);
    assert_eq!(served.gateway.ledger().generations, 1);
}

#[tokio::test]
async fn a_wait_that_is_too_long_is_for_the_caller() {
    let served = served(GatewayConfig::default());
    steps(
        &served,
        json!([{"status": 429, "headers": {"Retry-After": "700"}, "problem": "rate-limit-exceeded-requests"}]),
    );
    example(config(&served)).await.unwrap();
    assert_eq!(served.gateway.requests().len(), 1);
}
