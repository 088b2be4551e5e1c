//! The Rust code of the pages in `docs/`, as it stands there.

#![cfg(feature = "testing")]

mod common;

use axonium::testing::GatewayConfig;
use axonium::{ChatRequest, Client, Config, Error, Message, ResponseEvent, ResponseRequest, Route, Transport};
use common::{Served, config, served, steps};
use serde_json::json;

async fn responses(client: &Client) -> axonium::Result<()> {
    let request = ResponseRequest { model: "qwen3-0.6b".into(), input: "Count to 3.".into(), ..Default::default() };
    let response = client.response(&request).await?;
    println!("{} {:?}", response.output_text(), response.usage);

    let request = ResponseRequest { transport: Some(Transport::WebSocket), ..request };
    let mut stream = client.response_stream(&request).await?;
    while let Some(event) = stream.next().await? {
        if let ResponseEvent::OutputTextDelta(event) = event {
            print!("{}", event.delta);
        }
    }
    println!("{} {:?}", stream.saw_output(), stream.usage());
    Ok(())
}

async fn turns(client: &Client) -> axonium::Result<()> {
    let ask = |input: &str| ResponseRequest { model: "qwen3-0.6b".into(), input: input.into(), ..Default::default() };
    let connection = client.response_connection().await?;
    let first = connection.response(&ResponseRequest { store: Some(true), ..ask("The capital of Italy?") }).await?;
    let second =
        connection.response(&ResponseRequest { previous_response_id: first.id, ..ask("And of Peru?") }).await?;
    println!("{}", second.output_text());
    connection.close().await
}

async fn broken(client: &Client, request: &ResponseRequest) -> axonium::Result<()> {
    let mut stream = client.response_stream(request).await?;
    match stream.final_response().await {
        Err(Error::StreamInterrupted(error)) => {
            let partial = error.partial.unwrap_or_default();
            println!("{:?} {:?} {:?}", error.code, error.saw_output, partial.content);
        }
        other => println!("{:?}", other?.status),
    }
    Ok(())
}

async fn routes(near: &str, far: &str, far_key: &str) -> axonium::Result<()> {
    let client = Client::new(Config {
        gateway_base_url: near.into(),
        api_key: "key".into(),
        routes: vec![
            Route { name: "near".into(), ..Default::default() },
            Route {
                name: "far".into(),
                gateway_base_url: far.into(),
                api_key: far_key.into(),
                model: "count-to-20".into(),
                ..Default::default()
            },
        ],
        ..Default::default()
    })?;
    let request =
        ChatRequest { model: "qwen3-0.6b".into(), messages: vec![Message::text("user", "hi")], ..Default::default() };
    let completion = client.chat(&request).await?;
    println!("{:?} {:?}", completion.meta.route, completion.meta.history);
    Ok(())
}

fn gateway() -> (Served, Client) {
    let served = served(GatewayConfig::default());
    let client = Client::new(config(&served)).unwrap();
    (served, client)
}

#[tokio::test]
async fn responses_plain_and_streamed() {
    let (served, client) = gateway();
    responses(&client).await.unwrap();
    assert_eq!((served.gateway.ledger().billed, served.gateway.connections()), (2, 1));
}

#[tokio::test]
async fn turns_on_one_connection() {
    let (served, client) = gateway();
    turns(&client).await.unwrap();
    assert_eq!((served.gateway.requests().len(), served.gateway.connections()), (2, 1));
}

#[tokio::test]
async fn a_stream_that_breaks() {
    let (served, client) = gateway();
    steps(&served, json!([{"gateway": true, "model_breaks_after": 2}]));
    broken(&client, &common::response_request()).await.unwrap();
    broken(&client, &common::response_request()).await.unwrap();
    assert_eq!(served.gateway.requests().len(), 2);
}

#[tokio::test]
async fn a_route_that_is_busy_is_left() {
    let ((near, _), (far, _)) = (gateway(), gateway());
    steps(&near, json!([{"problem": "rate-limit-exceeded-requests", "headers": {"Retry-After": "30"}}]));
    routes(&near.gateway.url(), &far.gateway.url(), "far-key").await.unwrap();
    assert_eq!((near.gateway.requests().len(), far.gateway.requests().len()), (1, 1));
    assert_eq!(far.gateway.ledger().entries[0].model, "count-to-20");
}
