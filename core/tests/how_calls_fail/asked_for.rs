//! The rows of what can be asked for besides.

use axonium::{ChatRequest, ErrorKind, OnTimeout, Resume};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::common::{keyed, request};
use crate::{answered, failure, hasty};

#[derive(Debug, Deserialize, JsonSchema)]
struct Person {
    name: String,
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
    let completion = client.chat(&request()).await.unwrap();
    assert_eq!((completion.refusal(), completion.refusal_code()), (Some("I cannot help with that."), Some("refusal")));
    assert_eq!(served.gateway.requests().len(), 2);
}

#[tokio::test]
async fn timeout_then_fallback() {
    let (served, client) = hasty(json!([{"hang": true}, {"hang": true}]));
    let on_timeout = Some(OnTimeout::RetryOnceThenFallback);
    let request = ChatRequest { on_timeout, fallback: Some(vec!["count-to-20".into()]), ..keyed() };
    let completion = client.chat(&request).await.unwrap();
    assert_eq!(completion.model.as_deref(), Some("count-to-20"));
    assert_eq!((completion.meta.fallback_from.as_deref(), completion.meta.attempts), (Some("qwen3-0.6b"), 3));
    let asked = served.gateway.requests();
    assert_eq!(asked[2].header("idempotency-key"), Some("order-4417-summary:fallback:1"));
    let without = ChatRequest { idempotency_key: None.into(), ..request };
    assert_eq!(failure(&client, &without).await.0, ErrorKind::InvalidRequest, "may_bill_twice would allow it");
}

#[tokio::test]
async fn resume() {
    let (served, client) = answered(json!([{"gateway": true, "close_after_events": 3}]));
    let request = ChatRequest { resume: Some(Resume::Replay), ..keyed() };
    let mut stream = client.chat_stream(&request).await.unwrap();
    let mut text = String::new();
    while let Some(chunk) = stream.next().await.unwrap() {
        text.push_str(chunk.content());
    }
    assert_eq!(text, "one two three", "each chunk once");
    assert_eq!((stream.meta().attempts, served.gateway.ledger().billed), (2, 1));
}
