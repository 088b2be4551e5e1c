//! The lines that the documentation promises to work, compiled and run as they are written there.

#![cfg(feature = "testing")]

mod common;

use axonium::testing::GatewayConfig;
use axonium::{ChatRequest, Client, Config, Error, ErrorKind, Message};
use common::{Served, config, served, steps};
use futures_util::StreamExt as _;
use serde_json::json;

fn client(served: &Served) -> Client {
    Client::new(config(served)).unwrap()
}

fn request() -> ChatRequest {
    ChatRequest { model: "qwen3-0.6b".into(), messages: vec![Message::text("user", "...")], ..Default::default() }
}

#[tokio::test]
async fn a_client_is_made_from_a_config_or_the_environment() -> axonium::Result<()> {
    let served = served(GatewayConfig::default());
    let client = Client::new(Config {
        gateway_base_url: served.gateway.url().into(),
        api_key: "key".into(),
        ..Default::default()
    })?;
    assert_eq!(client.chat(&request()).await?.content(), Some("..."));
    let without_credential = Client::new(Config { gateway_base_url: "...".into(), ..Default::default() });
    assert_eq!(without_credential.unwrap_err().kind(), ErrorKind::Configuration);
    Ok(())
}

#[tokio::test]
async fn a_keyed_call_and_what_its_meta_says() -> axonium::Result<()> {
    let served = served(GatewayConfig::default());
    let client = client(&served);
    let completion = client
        .chat(&ChatRequest {
            model: "qwen3-0.6b".into(),
            messages: vec![Message::text("user", "...")],
            idempotency_key: "order-4417-summary".into(),
            ..Default::default()
        })
        .await?;
    assert!(completion.meta.waited_for.is_zero());
    assert_eq!(completion.meta.attempts, 1);
    assert_eq!(&completion.meta.idempotent_replay_of, &None);
    assert_eq!(completion.content(), Some("..."));

    let request = ChatRequest { idempotency_key: "order-4417-summary".into(), ..request() };
    let completion = client.chat(&request).await?;
    let mut concluded = None;
    if completion.meta.idempotent_replay {
        let billed = &completion.meta.idempotent_replay_of;
        concluded.clone_from(billed);
    }
    let usage = client.usage(&concluded.expect("the second answer is a replay")).await?;
    assert_eq!(usage.termination_reason.as_deref(), Some("complete"));
    Ok(())
}

/// The match of the documentation, with what each arm did.
async fn matched(client: &Client) -> axonium::Result<&'static str> {
    let request = request();
    let mut arm = "answer";
    match client.chat(&request).await {
        Err(Error::Api(api)) if api.kind == ErrorKind::SpendCapExceeded => arm = "spend cap",
        Err(Error::Api(api)) if api.retryable() => {
            assert!(api.meta.waited_for.is_zero());
            arm = "retryable";
        }
        other => {
            other?;
        }
    }
    Ok(arm)
}

#[tokio::test]
async fn errors_are_matched_by_kind_and_by_advice() {
    for (problem, expected) in [
        (json!([]), Some("answer")),
        (json!([{"problem": "spend-cap-exceeded"}]), Some("spend cap")),
        (json!([{"problem": "capacity-exhausted"}]), Some("retryable")),
        (json!([{"problem": "unknown-model"}]), None),
    ] {
        let served = served(GatewayConfig::default());
        steps(&served, problem);
        assert_eq!(matched(&client(&served)).await.ok(), expected);
    }
}

#[tokio::test]
async fn a_stream_is_read_with_next_or_as_a_stream() -> axonium::Result<()> {
    let served = served(GatewayConfig::default());
    let (client, request) = (client(&served), request());
    let mut printed = String::new();
    let mut stream = client.chat_stream(&request).await?;
    while let Some(chunk) = stream.next().await? {
        printed.push_str(chunk.content());
    }
    let stream = client.chat_stream(&request).await?;
    let collected: Vec<_> = stream.collect().await;
    let streamed: String =
        collected.iter().map(|chunk| chunk.as_ref().map(axonium::ChatChunk::content).unwrap()).collect();
    assert_eq!((printed.as_str(), streamed.as_str()), ("...", "..."));
    let taken = client.chat_stream(&request).await?.take(1).count().await;
    assert_eq!(taken, 1);
    Ok(())
}
