//! How a model declines: raised where its output was to be parsed, shown where it was not, and never repeated.

#![cfg(feature = "testing")]

mod common;

use axonium::testing::GatewayConfig;
use axonium::{ChatRequest, Client, Error, ErrorKind, ParseOptions};
use common::{Served, config, keyed, request, response_request, route, served, steps};
use serde_json::{Value, json};

fn client(script: Value) -> (Served, Client) {
    let served = served(GatewayConfig::default());
    steps(&served, script);
    let client = Client::new(config(&served)).unwrap();
    (served, client)
}

fn chat(message: &Value, finish_reason: &str) -> Value {
    json!({"body": {"choices": [{"message": message, "finish_reason": finish_reason}], "usage": {"total_tokens": 7}}})
}

fn parsing() -> ChatRequest {
    let parse = ParseOptions { schema: Some(json!({"type": "object"})), ..Default::default() };
    ChatRequest { parse: Some(parse), ..keyed() }
}

/// The kind, the code and the words, and the reason.
type Declined<'a> = (ErrorKind, Option<(&'a str, Option<&'a str>)>, Option<&'static str>);

fn declined(error: &Error) -> Declined<'_> {
    let details = error.details();
    let refusal = details.refusal.as_ref().map(|refusal| (refusal.code.as_str(), refusal.text.as_deref()));
    (error.kind(), refusal, details.reason.map(axonium::Reason::code))
}

#[tokio::test]
async fn a_plain_answer_says_how_it_declined() {
    let words = chat(&json!({"content": null, "refusal": "I cannot"}), "stop");
    let filtered = chat(&json!({"content": "Hel"}), "content_filter");
    let (_served, client) = client(json!([words, filtered, chat(&json!({"content": "Hello"}), "stop")]));
    for (refusal, code) in [(Some("I cannot"), Some("refusal")), (None, Some("content_filter")), (None, None)] {
        let completion = client.chat(&request()).await.unwrap();
        assert_eq!((completion.refusal(), completion.refusal_code()), (refusal, code));
    }
}

#[tokio::test]
async fn an_answer_that_was_to_be_parsed_raises_and_is_not_repeated() {
    let words = chat(&json!({"content": "", "refusal": "I cannot"}), "stop");
    let filtered = chat(&json!({"content": "{\"a\": 1}"}), "content_filter");
    let rows = [(words, ("refusal", Some("I cannot"))), (filtered, ("content_filter", None))];
    for (script, refusal) in rows {
        let (served, client) = client(json!([script]));
        let error = client.chat(&parsing()).await.unwrap_err();
        assert_eq!(declined(&error), (ErrorKind::Refusal, Some(refusal), Some("declined")));
        let details = error.details();
        assert_eq!((details.status, details.retryable, details.outputs.as_ref()), (Some(200), false, None));
        // It was billed.
        assert_eq!(details.partial.as_ref().unwrap().usage.unwrap().total_tokens, Some(7));
        assert_eq!(served.gateway.requests().len(), 1);
    }
}

#[tokio::test]
async fn a_repair_that_is_declined_raises_with_what_was_to_be_mended() {
    let (served, client) = client(json!([
        chat(&json!({"content": "no JSON"}), "stop"),
        chat(&json!({"content": null, "refusal": "I cannot"}), "stop"),
    ]));
    let error = client.chat(&parsing()).await.unwrap_err();
    assert_eq!(declined(&error), (ErrorKind::Refusal, Some(("refusal", Some("I cannot"))), Some("declined")));
    assert_eq!(error.details().outputs.as_ref().unwrap()[0].text, "no JSON");
    assert_eq!(error.details().partial.as_ref().unwrap().usage.unwrap().total_tokens, Some(14));
    assert_eq!(served.gateway.requests().len(), 2);
}

#[tokio::test]
async fn an_error_may_say_it_by_its_code_and_keeps_its_kind_where_nothing_was_to_be_parsed() {
    let flagged = json!({"status": 400, "body": {"error": {"message": "flagged", "code": "content_filter"}}});
    let (_served, client) = client(json!([flagged, flagged]));
    let plain = client.chat(&keyed()).await.unwrap_err();
    assert_eq!(declined(&plain), (ErrorKind::BadRequest, Some(("content_filter", Some("flagged"))), Some("declined")));
    let parsed = client.chat(&parsing()).await.unwrap_err();
    assert_eq!(declined(&parsed), (ErrorKind::Refusal, Some(("content_filter", Some("flagged"))), Some("declined")));
    assert_eq!((parsed.details().status, parsed.details().meta.history[0].kind), (Some(400), Some("Refusal")));
}

#[tokio::test]
async fn an_error_that_says_it_is_not_repeated_whatever_its_status() {
    let (a, b) = (served(GatewayConfig::default()), served(GatewayConfig::default()));
    steps(&a, json!([{"status": 429, "body": {"error": {"message": "flagged", "code": "cyber_policy"}}}]));
    let client = Client::new(config(&a)).unwrap();
    let routes = Some(vec![route("a", &a), route("b", &b)]);
    let error = client.chat(&ChatRequest { routes, ..keyed() }).await.unwrap_err();
    assert_eq!(declined(&error).2, Some("declined"));
    assert!(!error.details().retryable && b.gateway.requests().is_empty());
}

fn stream(deltas: &[Value], finish_reason: &str) -> Value {
    let delta = |delta: &Value| json!({"data": {"choices": [{"index": 0, "delta": delta}]}});
    let end = json!({"data": {"choices": [{"index": 0, "delta": {}, "finish_reason": finish_reason}]}});
    json!({"sse": deltas.iter().map(delta).chain([end, json!({"data": "[DONE]"})]).collect::<Vec<_>>()})
}

#[tokio::test]
async fn a_stream_says_it_as_it_comes() {
    let words = stream(&[json!({"refusal": "I can"}), json!({"refusal": "not"})], "stop");
    let (_served, client) = client(json!([words, stream(&[json!({"content": "Hel"})], "content_filter")]));
    let mut stream = client.chat_stream(&request()).await.unwrap();
    stream.next().await.unwrap();
    assert_eq!((stream.refusal().as_deref(), stream.refusal_code().as_deref()), (Some("I can"), Some("refusal")));
    let completion = stream.final_completion().await.unwrap();
    assert_eq!((completion.refusal(), completion.refusal_code()), (Some("I cannot"), Some("refusal")));
    let mut stream = client.chat_stream(&request()).await.unwrap();
    stream.next().await.unwrap();
    assert_eq!(stream.refusal_code(), None);
    assert_eq!(stream.final_completion().await.unwrap().refusal_code(), Some("content_filter"));
}

#[tokio::test]
async fn a_stream_that_was_to_be_parsed_raises_at_its_end() {
    let words = stream(&[json!({"refusal": "I can"}), json!({"refusal": "not"})], "stop");
    let filtered = stream(&[json!({"content": "{\"a\": 1}"})], "content_filter");
    let rows = [(words, ("refusal", Some("I cannot")), None), (filtered, ("content_filter", None), Some("{\"a\": 1}"))];
    for (script, refusal, content) in rows {
        let (_served, client) = client(json!([script]));
        let mut stream = client.chat_stream(&parsing()).await.unwrap();
        let error = stream.final_completion().await.unwrap_err();
        assert_eq!(declined(&error), (ErrorKind::Refusal, Some(refusal), Some("declined")));
        assert_eq!(error.details().saw_output, Some(true));
        assert_eq!(error.details().partial.as_ref().unwrap().content.as_deref(), content);
    }
}

#[tokio::test]
async fn a_response_says_it_in_a_part_by_its_end_or_by_failing() {
    let response = |more: Value| {
        let mut response = json!({"id": "r1", "object": "response", "status": "completed", "output": []});
        response.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        json!({"body": response})
    };
    let part = json!({"output": [{"type": "message", "content": [{"type": "refusal", "refusal": "I cannot"}]}]});
    let filtered = json!({"status": "incomplete", "incomplete_details": {"reason": "content_filter"}});
    let (_served, client) = client(json!([response(part), response(filtered)]));
    let answer = client.response(&response_request()).await.unwrap();
    assert_eq!((answer.refusal(), answer.refusal_code()), (Some("I cannot"), Some("refusal")));
    let answer = client.response(&response_request()).await.unwrap();
    assert_eq!((answer.refusal(), answer.refusal_code()), (None, Some("content_filter")));
}

#[tokio::test]
async fn a_stream_that_fails_of_it_is_not_replayed() {
    let (a, b) = (served(GatewayConfig::default()), served(GatewayConfig::default()));
    let created = json!({"data": {"type": "response.created", "response": {"id": "r1", "status": "in_progress"}}});
    let error = json!({"code": "image_content_policy_violation", "message": "no"});
    let failed =
        json!({"data": {"type": "response.failed", "response": {"id": "r1", "status": "failed", "error": error}}});
    steps(&a, json!([{"sse": [created, failed]}]));
    let client = Client::new(config(&a)).unwrap();
    let mut request = response_request();
    request.routes = Some(vec![route("a", &a), route("b", &b)]);
    let refusal = Some(("image_content_policy_violation", Some("no")));
    let mut stream = client.response_stream(&request).await.unwrap();
    let error = stream.final_response().await.unwrap_err();
    assert_eq!(declined(&error), (ErrorKind::StreamInterrupted, refusal, Some("declined")));
    steps(&a, json!([{"sse": [created, failed]}]));
    request.parse = Some(ParseOptions { schema: Some(json!({"type": "object"})), ..Default::default() });
    let mut stream = client.response_stream(&request).await.unwrap();
    let error = stream.final_response().await.unwrap_err();
    assert_eq!(declined(&error), (ErrorKind::Refusal, refusal, Some("declined")));
    assert!(error.details().partial.is_some() && b.gateway.requests().is_empty());
}
