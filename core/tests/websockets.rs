//! Responses over sockets: connections that are kept, reopened, closed and cancelled.

#![cfg(feature = "testing")]

mod common;

use std::time::Duration;

use axonium::testing::GatewayConfig;
use axonium::{Client, Config, ErrorKind, ResponseConnection, ResponseEvent, ResponseRequest};
use common::{Served, config, over_websocket, response_request, served, steps};
use serde_json::{Value, json};

/// The events of a response that says `text`, as frames.
fn saying(id: &str, text: &str) -> Vec<Value> {
    let item = json!({"type": "message", "content": [{"type": "output_text", "text": text}]});
    vec![
        json!({"json": {"type": "response.created", "sequence_number": 0, "response": {"id": id, "output": []}}}),
        json!({"json": {"type": "response.output_text.delta", "sequence_number": 1, "delta": text}}),
        json!({"json": {"type": "response.completed", "sequence_number": 2,
                "response": {"id": id, "status": "completed", "output": [item]}}}),
    ]
}

async fn text(connection: &ResponseConnection) -> axonium::Result<String> {
    Ok(connection.response(&response_request()).await?.output_text().to_owned())
}

fn advance(served: &Served, by: Duration) {
    let clock = served.gateway.clock();
    clock.move_ahead_to(clock.ahead() + by);
}

#[tokio::test]
async fn a_response_over_a_socket_of_its_own() {
    let served = served(GatewayConfig::default());
    let client = Client::new(config(&served)).unwrap();
    let mut stream = client.response_stream(&over_websocket()).await.unwrap();
    let response = stream.final_response().await.unwrap();
    assert_eq!((response.output_text(), response.meta.attempts), ("one two three", 1));
    assert_eq!(response.meta.history[0].status, Some(101));
    let requests = served.gateway.requests();
    assert_eq!((requests.len(), requests[0].method.as_str(), served.gateway.connections()), (1, "WEBSOCKET", 1));
    let frame: Value = serde_json::from_str(&requests[0].body).unwrap();
    assert_eq!(frame, json!({"type": "response.create", "model": "qwen3-0.6b", "input": "one two three"}));
}

#[tokio::test]
async fn many_turns_share_one_connection() {
    let served = served(GatewayConfig::default());
    let client = Client::new(config(&served)).unwrap();
    let connection = client.response_connection().await.unwrap();
    for _ in 0..20 {
        assert_eq!(text(&connection).await.unwrap(), "one two three");
    }
    assert_eq!((served.gateway.connections(), served.gateway.requests().len()), (1, 20));
}

#[tokio::test]
async fn one_response_is_active_at_a_time() {
    let served = served(GatewayConfig::default());
    let client = Client::new(config(&served)).unwrap();
    let connection = client.response_connection().await.unwrap();
    let mut stream = connection.stream(&response_request()).await.unwrap();
    let error = connection.stream(&response_request()).await.unwrap_err();
    assert_eq!((error.kind(), error.details().field.as_deref()), (ErrorKind::InvalidRequest, Some("connection")));
    assert_eq!(error.details().meta.attempts, 0);
    stream.final_response().await.unwrap();
    assert_eq!(text(&connection).await.unwrap(), "one two three");
    assert_eq!(served.gateway.connections(), 1);
}

#[tokio::test]
async fn a_connection_closed_while_idle_is_reopened_unnoticed() {
    let served = served(GatewayConfig::default());
    steps(&served, json!([{"gateway": true, "close_idle": true, "path": "/v1/responses"}]));
    let client = Client::new(config(&served)).unwrap();
    let connection = client.response_connection().await.unwrap();
    assert_eq!(text(&connection).await.unwrap(), "one two three");
    // The close frame follows the answer. It has come once a whole exchange later.
    for _ in 0..3 {
        client.models().await.unwrap();
    }
    let answer = connection.response(&response_request()).await.unwrap();
    assert_eq!((answer.output_text(), answer.meta.attempts), ("one two three", 1));
    assert_eq!(served.gateway.connections(), 2);
}

#[tokio::test]
async fn a_connection_lives_an_hour() {
    let served = served(GatewayConfig::default());
    let client = Client::new(config(&served)).unwrap();
    let connection = client.response_connection().await.unwrap();
    text(&connection).await.unwrap();
    advance(&served, Duration::from_secs(3599));
    text(&connection).await.unwrap();
    assert_eq!(served.gateway.connections(), 1);
    advance(&served, Duration::from_secs(1));
    let response = connection.response(&response_request()).await.unwrap();
    assert_eq!((served.gateway.connections(), response.meta.attempts), (2, 1));
}

#[tokio::test]
async fn a_server_that_has_had_enough_of_a_connection_gets_another() {
    let served = served(GatewayConfig::default());
    let limit = json!({"json": {"type": "error", "status": 400, "error": {"code": "websocket_connection_limit_reached", "message": "enough"}}});
    steps(&served, json!([{"websocket": [limit, {"close": {"code": 1000}}]}, {"gateway": true}]));
    let client = Client::new(config(&served)).unwrap();
    let connection = client.response_connection().await.unwrap();
    let response = connection.response(&response_request()).await.unwrap();
    assert_eq!((response.output_text(), response.meta.attempts), ("one two three", 2));
    assert_eq!(response.meta.history[0].reason, Some("not-sent"));
    assert_eq!(served.gateway.connections(), 2);
}

#[tokio::test]
async fn a_turn_that_the_server_fails_leaves_the_connection_open() {
    let served = served(GatewayConfig::default());
    let client = Client::new(config(&served)).unwrap();
    let connection = client.response_connection().await.unwrap();
    let unknown = ResponseRequest { previous_response_id: Some("resp_unknown".into()), ..response_request() };
    let error = connection.response(&unknown).await.unwrap_err();
    let details = error.details();
    assert_eq!(
        (details.kind, details.code.as_deref()),
        (ErrorKind::StreamInterrupted, Some("previous_response_not_found"))
    );
    assert_eq!((details.saw_output, details.reason.unwrap().code()), (Some(false), "stream-began"));
    assert_eq!(text(&connection).await.unwrap(), "one two three");
    assert_eq!(served.gateway.connections(), 1);
}

#[tokio::test]
async fn what_comes_after_the_end_is_not_the_next_turns() {
    let served = served(GatewayConfig::default());
    let mut late = saying("resp_1", "first");
    late.push(json!({"json": {"type": "response.output_text.delta", "delta": "late"}}));
    late.push(json!({"json": {"type": "response.completed", "response": {"id": "resp_1", "output": []}}}));
    steps(&served, json!([{"websocket": late}, {"websocket": saying("resp_2", "second")}]));
    let client = Client::new(config(&served)).unwrap();
    let connection = client.response_connection().await.unwrap();
    assert_eq!(text(&connection).await.unwrap(), "first");
    let second = connection.response(&response_request()).await.unwrap();
    assert_eq!((second.output_text(), second.id.as_deref()), ("second", Some("resp_2")));
}

#[tokio::test]
async fn pings_are_answered_during_a_turn_and_between_two() {
    let served = served(GatewayConfig::default());
    let mut frames = vec![json!({"ping": "now"})];
    frames.extend(saying("resp_1", "first"));
    frames.push(json!({"ping": "later"}));
    steps(&served, json!([{"websocket": frames}, {"gateway": true}]));
    let client = Client::new(config(&served)).unwrap();
    let connection = client.response_connection().await.unwrap();
    assert_eq!(text(&connection).await.unwrap(), "first");
    assert_eq!(text(&connection).await.unwrap(), "one two three");
    assert_eq!(served.gateway.connections(), 1);
}

#[tokio::test]
async fn dropping_a_stream_ends_its_connection_and_the_next_turn_opens_another() {
    let served = served(GatewayConfig::default());
    let slow = json!([{"websocket": [saying("resp_1", "first")[0], {"hang": true}]}, {"gateway": true}]);
    steps(&served, slow);
    let client = Client::new(config(&served)).unwrap();
    let connection = client.response_connection().await.unwrap();
    let mut stream = connection.stream(&response_request()).await.unwrap();
    assert!(matches!(stream.next().await.unwrap(), Some(ResponseEvent::ResponseCreated(_))));
    drop(stream);
    assert_eq!(text(&connection).await.unwrap(), "one two three");
    assert_eq!(served.gateway.connections(), 2);
}

#[tokio::test]
async fn closing_a_connection_ends_the_response_on_it() {
    let served = served(GatewayConfig::default());
    steps(&served, json!([{"websocket": [saying("resp_1", "first")[1], {"hang": true}]}]));
    let client = Client::new(config(&served)).unwrap();
    let connection = client.response_connection().await.unwrap();
    let mut stream = connection.stream(&response_request()).await.unwrap();
    assert!(stream.next().await.unwrap().is_some());
    connection.close().await.unwrap();
    let error = stream.next().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Cancelled);
    assert_eq!(stream.output_text(), "first");
    connection.close().await.unwrap();
    let error = connection.stream(&response_request()).await.unwrap_err();
    assert_eq!((error.kind(), error.details().field.as_deref()), (ErrorKind::InvalidRequest, Some("connection")));
}

#[tokio::test]
async fn an_event_limit_holds_for_frames() {
    let served = served(GatewayConfig::default());
    let mut frames = saying("resp_1", "first");
    frames.insert(2, json!({"text": "x".repeat(2000)}));
    steps(&served, json!([{ "websocket": frames }]));
    let client = Client::new(Config { max_event_bytes: Some(1000), ..config(&served) }).unwrap();
    let mut stream = client.response_stream(&over_websocket()).await.unwrap();
    let error = stream.final_response().await.unwrap_err();
    let details = error.details();
    assert_eq!((details.kind, details.cause.as_ref().unwrap().kind), (ErrorKind::StreamInterrupted, "Decode"));
    assert_eq!(details.partial.as_ref().unwrap().content.as_deref(), Some("first"));
}
