//! What becomes of each way to fail: a short example for each row of the table.

#![cfg(feature = "testing")]

mod common;

use axonium::testing::GatewayConfig;
use axonium::{Client, ErrorKind};
use common::{Served, config, keyed, served, steps};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Debug, Deserialize, JsonSchema)]
struct Person {
    name: String,
}

/// A client of a gateway that answers as `script` says.
fn answered(script: Value) -> (Served, Client) {
    let served = served(GatewayConfig::default());
    steps(&served, script);
    let client = Client::new(config(&served)).unwrap();
    (served, client)
}

/// A step that says `message`, and ended for that reason.
fn says(message: &Value, finish_reason: &str) -> Value {
    json!({"body": {"choices": [{"message": message, "finish_reason": finish_reason}]}})
}

#[tokio::test]
async fn malformed_output() {
    let broken = says(&json!({"content": "Her name was Ada."}), "stop");
    let (_served, client) =
        answered(json!([broken, says(&json!({"content": r#"{"name": "Ada"}"#}), "stop"), broken, broken]));
    let completion = client.chat_parse::<Person>(&keyed()).await.unwrap();
    assert_eq!(completion.parsed.as_ref().map(|person| person.name.as_str()), Some("Ada"));
    assert_eq!((completion.meta.attempts, completion.meta.history[0].reason), (2, Some("malformed-output")));

    let error = client.chat_parse::<Person>(&keyed()).await.unwrap_err();
    assert_eq!((error.kind(), error.details().reason.unwrap().code()), (ErrorKind::MalformedOutput, "repair-failed"));
    assert_eq!(error.details().outputs.as_ref().unwrap().len(), 2, "both outputs, each with what is wrong with it");
}

#[tokio::test]
async fn truncated_output() {
    let (served, client) = answered(json!([says(&json!({"content": r#"{"name": "A"#}), "length")]));
    let error = client.chat_parse::<Person>(&keyed()).await.unwrap_err();
    assert_eq!(
        (error.kind(), error.details().reason.unwrap().code()),
        (ErrorKind::MalformedOutput, "output-truncated")
    );
    assert_eq!(error.details().outputs.as_ref().unwrap()[0].text, r#"{"name": "A"#);
    assert_eq!(served.gateway.requests().len(), 1);
}

#[tokio::test]
async fn refusal() {
    let declined = says(&json!({"content": null, "refusal": "I cannot help with that."}), "stop");
    let (served, client) = answered(json!([declined, declined]));
    let error = client.chat_parse::<Person>(&keyed()).await.unwrap_err();
    assert_eq!((error.kind(), error.details().reason.unwrap().code()), (ErrorKind::Refusal, "declined"));
    assert_eq!(error.details().refusal.as_ref().unwrap().code, "refusal");
    // Where nothing is parsed, a refusal is an answer.
    let completion = client.chat(&common::request()).await.unwrap();
    assert_eq!((completion.refusal(), completion.refusal_code()), (Some("I cannot help with that."), Some("refusal")));
    assert_eq!(served.gateway.requests().len(), 2);
}
