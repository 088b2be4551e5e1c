//! Turns on a connection that is kept.

mod common;

use axonium_bridge::{CallId, Engine};
use bytes::Bytes;
use common::{Gateway, LONGEST, parsed, run};
use serde_json::{Value, json};

fn said(text: &str) -> Bytes {
    Bytes::from(json!({"model": "qwen3-0.6b", "input": text}).to_string())
}

/// A turn that begins and says no more.
fn silent() -> Value {
    json!({"websocket": [{"json": {"type": "response.created", "response": {"id": "r"}}}, {"hang": true}]})
}

/// Starts a turn and returns once its first event is there.
fn begin(engine: &Engine, options: &Value) -> CallId {
    let call = engine.start("responses.stream", said("hi"), options.to_string().as_bytes()).unwrap();
    loop {
        let batch = engine.pull_blocking(call, 9, 999, LONGEST).unwrap();
        assert!(batch.end.is_none(), "{batch:?}");
        if !batch.items.is_empty() {
            return call;
        }
    }
}

#[test]
fn a_turn_may_follow_at_once_on_one_that_was_given_up() {
    let gateway = Gateway::start(&json!({"clock": "real"}));
    let engine = gateway.engine(&json!({}));
    let opened = run(&engine, "responses.connect", Bytes::new(), &json!({}));
    let options = parsed(&opened.items[0]);
    for round in 0..50 {
        gateway.script(&json!([silent(), {"gateway": true}]));
        let given_up = begin(&engine, &options);
        if round % 2 == 0 {
            engine.cancel(given_up).unwrap();
        }
        engine.close(given_up);
        let next = run(&engine, "responses.stream", said("next"), &options);
        assert_eq!(next.done()["meta"]["attempts"], 1);
    }
}

#[test]
fn a_turn_may_follow_at_once_on_the_last_event_of_one() {
    let gateway = Gateway::start(&json!({}));
    let engine = gateway.engine(&json!({}));
    let options = parsed(&run(&engine, "responses.connect", Bytes::new(), &json!({})).items[0]);
    for _ in 0..50 {
        let before = engine.start("responses.stream", said("hi"), options.to_string().as_bytes()).unwrap();
        loop {
            let batch = engine.pull_blocking(before, 1, 1, LONGEST).unwrap();
            if batch.items.iter().any(|event| parsed(event)["type"] == "response.completed") {
                break;
            }
        }
        run(&engine, "responses.stream", said("next"), &options).done();
        engine.close(before);
    }
    assert_eq!(gateway.control("connections", &Value::Null), 1);
}

#[test]
fn a_turn_is_refused_beside_an_active_one() {
    let gateway = Gateway::start(&json!({"clock": "real"}));
    let engine = gateway.engine(&json!({}));
    let opened = run(&engine, "responses.connect", Bytes::new(), &json!({}));
    let options = parsed(&opened.items[0]);
    gateway.script(&json!([silent()]));
    let active = begin(&engine, &options);
    let refused = run(&engine, "responses.stream", said("me too"), &options);
    assert_eq!(
        (&refused.failed()["kind"], &refused.failed()["field"]),
        (&json!("InvalidRequest"), &json!("connection"))
    );
    engine.close(active);
}

#[test]
fn a_disconnect_that_nobody_waits_for_closes_all_the_same() {
    let gateway = Gateway::start(&json!({}));
    let engine = gateway.engine(&json!({}));
    for _ in 0..20 {
        let connection = parsed(&run(&engine, "responses.connect", Bytes::new(), &json!({})).items[0]);
        let call = engine.start("responses.disconnect", Bytes::from(connection.to_string()), b"").unwrap();
        engine.close(call);
        let late = run(&engine, "responses.stream", said("hi"), &connection);
        assert_eq!((&late.failed()["kind"], &late.failed()["field"]), (&json!("InvalidRequest"), &json!("connection")));
        assert!(late.failed()["message"].as_str().unwrap().contains("is closed"));
    }
}
