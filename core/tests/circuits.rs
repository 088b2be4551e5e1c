//! The opt-in circuit breaker, through the public API.

#![cfg(feature = "testing")]

mod common;

use std::time::Duration;

use axonium::testing::GatewayConfig;
use axonium::{CircuitBreakerOptions, CircuitState, Client, Config, ErrorKind};
use common::{Served, config, request, route, served, steps};
use serde_json::{Value, json};

const OPEN_FOR: Duration = Duration::from_secs(30);

fn breaking(served: &Served) -> Config {
    let circuit_breaker = Some(CircuitBreakerOptions { failures: Some(2), ..CircuitBreakerOptions::default() });
    Config { circuit_breaker, ..config(served) }
}

fn failing(served: &Served) {
    served.gateway.script_repeating(serde_json::from_value(json!([{"status": 500, "body": {}}])).unwrap()).unwrap();
}

fn states(client: &Client) -> Vec<CircuitState> {
    client.circuits().iter().map(|circuit| circuit.state).collect()
}

fn advance(served: &Served, by: Duration) {
    let clock = served.gateway.clock();
    clock.move_ahead_to(clock.ahead() + by);
}

#[tokio::test]
async fn it_opens_lets_one_try_and_closes() {
    let served = served(GatewayConfig::default());
    failing(&served);
    let client = Client::new(breaking(&served)).unwrap();
    for _ in 0..2 {
        assert_eq!(client.chat(&request()).await.unwrap_err().kind(), ErrorKind::ServerError);
    }
    assert_eq!(states(&client), [CircuitState::Open]);
    let error = client.chat(&request()).await.unwrap_err();
    let details = error.details();
    assert_eq!((details.kind, details.local, details.meta.attempts), (ErrorKind::CircuitOpen, true, 0));
    assert_eq!(details.reason.unwrap().code(), "circuit-open");
    // A virtual clock goes on by itself while the test runs.
    let left = details.retry_after.unwrap();
    assert!(left <= OPEN_FOR && left + Duration::from_secs(5) > OPEN_FOR, "{left:?}");
    assert_eq!(served.gateway.requests().len(), 2);

    advance(&served, OPEN_FOR);
    assert_eq!(states(&client), [CircuitState::HalfOpen]);
    assert_eq!(client.chat(&request()).await.unwrap_err().kind(), ErrorKind::ServerError);
    assert_eq!(states(&client), [CircuitState::Open], "the one that tried failed");

    advance(&served, OPEN_FOR);
    served.gateway.reset();
    assert!(client.chat(&request()).await.is_ok());
    assert_eq!(states(&client), [CircuitState::Closed]);
}

#[tokio::test]
async fn without_it_failures_change_nothing() {
    let served = served(GatewayConfig::default());
    failing(&served);
    let client = Client::new(config(&served)).unwrap();
    for _ in 0..10 {
        assert_eq!(client.chat(&request()).await.unwrap_err().kind(), ErrorKind::ServerError);
    }
    assert_eq!((client.circuits().len(), served.gateway.requests().len()), (0, 10));
}

#[tokio::test]
async fn an_open_route_is_passed_over() {
    let (first, second) = (served(GatewayConfig::default()), served(GatewayConfig::default()));
    failing(&first);
    let routes = vec![route("first", &first), route("second", &second)];
    let client = Client::new(Config { routes, ..breaking(&first) }).unwrap();
    for _ in 0..2 {
        assert_eq!(client.chat(&request()).await.unwrap_err().kind(), ErrorKind::ServerError);
    }
    let completion = client.chat(&request()).await.unwrap();
    assert_eq!((completion.meta.route.as_deref(), completion.meta.attempts), (Some("second"), 1));
}

/// A client whose circuit the next call is to try, and its gateway, which answers that call as `step` says.
async fn half_open(step: Value) -> (Served, Client) {
    let served = served(GatewayConfig::default());
    failing(&served);
    let client = Client::new(breaking(&served)).unwrap();
    for _ in 0..2 {
        client.chat(&request()).await.unwrap_err();
    }
    advance(&served, OPEN_FOR);
    served.gateway.reset();
    steps(&served, json!([step]));
    (served, client)
}

#[tokio::test]
async fn a_probe_that_is_dropped_leaves_the_next_call_to_try() {
    let (served, client) = half_open(json!({"hang": true})).await;
    let probe = tokio::spawn({
        let client = client.clone();
        async move { client.chat(&request()).await.map(drop) }
    });
    while served.gateway.requests().is_empty() {
        tokio::task::yield_now().await;
    }
    let error = client.chat(&request()).await.unwrap_err();
    assert_eq!((error.kind(), error.details().retry_after), (ErrorKind::CircuitOpen, None), "one tries at a time");
    probe.abort();
    probe.await.unwrap_err();
    assert!(client.chat(&request()).await.is_ok());
    assert_eq!(states(&client), [CircuitState::Closed]);
}

#[tokio::test]
async fn a_stream_that_tries_has_tried_with_its_first_output() {
    const PAUSE: Duration = Duration::from_secs(100);
    let pauses = PAUSE.as_millis();
    let (served, client) = half_open(json!({"gateway": true, "pause_after_events": {"1": pauses, "2": pauses}})).await;
    let mut stream = client.chat_stream(&request()).await.unwrap();
    let role = stream.next().await.unwrap().unwrap();
    assert_eq!((role.content(), states(&client)), ("", vec![CircuitState::HalfOpen]));
    assert_eq!(client.chat(&request()).await.unwrap_err().kind(), ErrorKind::CircuitOpen, "it says nothing yet");
    advance(&served, PAUSE);
    assert_eq!(stream.next().await.unwrap().unwrap().content(), "one");
    assert_eq!(states(&client), [CircuitState::Closed]);
    assert!(client.chat(&request()).await.is_ok(), "while the stream goes on");
    advance(&served, PAUSE);
    assert_eq!(stream.final_completion().await.unwrap().content(), Some("one two three"));
}

#[tokio::test]
async fn a_stream_that_tries_and_is_lost_before_its_output_opens_it_again() {
    // Without an event, and after the one that says who speaks.
    for events in [0, 1] {
        let (served, client) = half_open(json!({"gateway": true, "close_after_events": events})).await;
        let lost = async { client.chat_stream(&request()).await?.final_completion().await };
        let error = lost.await.unwrap_err();
        assert_eq!((error.kind(), error.details().saw_output), (ErrorKind::StreamInterrupted, Some(false)));
        assert_eq!(states(&client), [CircuitState::Open], "after {events} events");
        assert_eq!(client.chat(&request()).await.unwrap_err().kind(), ErrorKind::CircuitOpen);
        assert_eq!(served.gateway.requests().len(), 1);
    }
}

#[tokio::test]
async fn failures_that_are_none_of_the_gateways_do_not_count() {
    let served = served(GatewayConfig::default());
    let script = json!([{"status": 400, "body": {}}, {"body": {"choices": "?"}}, {"status": 429, "body": {"error": {"code": "insufficient_quota"}}}]);
    steps(&served, script);
    let client = Client::new(breaking(&served)).unwrap();
    for _ in 0..3 {
        client.chat(&request()).await.unwrap_err();
    }
    assert_eq!(states(&client), [CircuitState::Closed]);
}

#[test]
fn a_breaker_that_can_never_open_is_refused() {
    let circuit_breaker = Some(CircuitBreakerOptions { failures: Some(0), ..CircuitBreakerOptions::default() });
    let error = Client::new(Config { circuit_breaker, ..common::config_for("http://127.0.0.1:1") }).unwrap_err();
    assert_eq!(error.details().field.as_deref(), Some("circuit_breaker.failures"));
}
