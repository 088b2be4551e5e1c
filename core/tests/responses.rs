//! Responses as a Rust user asks for them, over HTTP.

#![cfg(feature = "testing")]

mod common;

use axonium::testing::GatewayConfig;
use axonium::{Client, Error, ErrorKind, ResponseEvent, ResponseInput, ResponseRequest};
use common::{config, response_request, served, steps};
use serde_json::json;

#[tokio::test]
async fn one_answer_with_what_it_says_and_what_it_used() {
    let served = served(GatewayConfig::default());
    let client = Client::new(config(&served)).unwrap();
    let response = client.response(&response_request()).await.unwrap();
    assert_eq!((response.output_text(), response.status.as_deref()), ("one two three", Some("completed")));
    assert_eq!(response.usage.unwrap().completion_tokens, Some(3));
    assert_eq!((response.meta.attempts, response.meta.route), (1, None));
    let raw: serde_json::Value = serde_json::from_slice(&response.raw).unwrap();
    assert_eq!(raw["id"].as_str(), response.id.as_deref());
}

#[tokio::test]
async fn a_stream_comes_to_the_same_answer() {
    let served = served(GatewayConfig::default());
    let client = Client::new(config(&served)).unwrap();
    let mut stream = client.response_stream(&response_request()).await.unwrap();
    let (mut text, mut kinds) = (String::new(), Vec::new());
    while let Some(event) = stream.next().await.unwrap() {
        if let ResponseEvent::OutputTextDelta(event) = &event {
            assert!(stream.saw_output());
            text.push_str(&event.delta);
        }
        kinds.push(event.event_type().to_owned());
    }
    assert_eq!((text.as_str(), stream.output_text().as_str()), ("one two three", "one two three"));
    assert_eq!(kinds.first().map(String::as_str), Some("response.created"));
    assert_eq!(kinds.last().map(String::as_str), Some("response.completed"));
    let response = stream.final_response().await.unwrap();
    assert_eq!(response.output_text(), "one two three");
    assert_eq!(response.usage.unwrap().total_tokens, stream.usage().unwrap().total_tokens);
    assert_eq!(response.meta.sequence_gaps, 0);
}

#[tokio::test]
async fn reasoning_and_tool_calls_stand_apart_from_the_text() {
    let served = served(GatewayConfig::default());
    let client = Client::new(config(&served)).unwrap();
    let request = ResponseRequest {
        input: "call weather {\"city\": \"Bern\"}".into(),
        tools: vec![json!({"type": "function", "name": "weather", "parameters": {}})],
        reasoning: Some(json!({"summary": "auto"})),
        ..response_request()
    };
    let response = client.response(&request).await.unwrap();
    let calls = response.tool_calls();
    assert_eq!(calls.len(), 1);
    assert_eq!(calls[0].function.name.as_deref(), Some("weather"));
    assert_eq!(
        serde_json::from_str::<serde_json::Value>(&calls[0].function.arguments).unwrap(),
        json!({"city": "Bern"})
    );
    assert!(response.reasoning().is_some_and(|reasoning| !reasoning.is_empty()));
    let mut stream = client.response_stream(&request).await.unwrap();
    let streamed = stream.final_response().await.unwrap();
    assert_eq!(streamed.tool_calls(), calls);
    assert_eq!(streamed.reasoning(), response.reasoning());
}

#[tokio::test]
async fn an_incomplete_response_is_an_answer_that_says_why() {
    let served = served(GatewayConfig::default());
    let client = Client::new(config(&served)).unwrap();
    let request = ResponseRequest { max_output_tokens: Some(1), ..response_request() };
    let mut stream = client.response_stream(&request).await.unwrap();
    for response in [client.response(&request).await.unwrap(), stream.final_response().await.unwrap()] {
        assert_eq!((response.output_text(), response.status.as_deref()), ("one", Some("incomplete")));
        let reason = response.incomplete_details.unwrap().reason;
        assert_eq!(reason.as_deref(), Some("max_output_tokens"));
    }
}

#[tokio::test]
async fn a_response_that_failed_is_an_error_with_its_code_and_what_there_was() {
    let served = served(GatewayConfig::default());
    let failed = json!({
        "id": "resp_1", "object": "response", "status": "failed", "error": {"code": "server_error", "message": "it broke"},
        "output": [{"type": "message", "content": [{"type": "output_text", "text": "half"}]}],
    });
    steps(&served, json!([{ "body": failed }]));
    let client = Client::new(config(&served)).unwrap();
    let Err(Error::Api(error)) = client.response(&response_request()).await else { panic!() };
    assert_eq!((error.kind, error.code.as_deref()), (ErrorKind::ServerError, Some("server_error")));
    assert_eq!(error.partial.as_ref().unwrap().content.as_deref(), Some("half"));
    assert_eq!(error.meta.attempts, 1);
}

#[tokio::test]
async fn a_refusal_is_still_there_when_its_stream_broke() {
    let served = served(GatewayConfig::default());
    let refused = json!({"type": "response.refusal.delta", "item_id": "m", "output_index": 0, "content_index": 0, "delta": "I cannot"});
    steps(&served, json!([{"sse": [{"data": refused}]}]));
    let client = Client::new(config(&served)).unwrap();
    let mut stream = client.response_stream(&response_request()).await.unwrap();
    assert!(stream.next().await.unwrap().is_some());
    let error = stream.next().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::StreamInterrupted);
    assert_eq!((stream.refusal().as_deref(), stream.output_text().as_str()), (Some("I cannot"), ""));
}

#[tokio::test]
async fn state_is_passed_on() {
    let served = served(GatewayConfig::default());
    let client = Client::new(config(&served)).unwrap();
    let first = client.response(&ResponseRequest { store: Some(true), ..response_request() }).await.unwrap();
    let request = ResponseRequest {
        input: ResponseInput::Items(vec![json!({"role": "user", "content": "four"})]),
        previous_response_id: first.id,
        ..response_request()
    };
    assert_eq!(client.response(&request).await.unwrap().output_text(), "four");
    let unknown = ResponseRequest { previous_response_id: Some("resp_unknown".into()), ..response_request() };
    let error = client.response(&unknown).await.unwrap_err();
    assert_eq!(error.details().code.as_deref(), Some("previous_response_not_found"));
}
