//! Keys and circuits as they cross.

mod common;

use axonium_bridge::{derive_key, run_key, testing};
use common::{Gateway, chat, parsed, run};
use serde_json::json;

#[test]
fn a_key_is_text_and_a_refusal_an_error() {
    let key = derive_key("order-4417", br#"{"input": "hi"}"#).unwrap();
    assert_eq!(key, derive_key("order-4417", br#"{ "input":"hi" }"#).unwrap());
    assert_ne!(key, run_key("run-42", "summary").unwrap());
    for (refused, field) in [
        (derive_key("", br#"{"input": "hi"}"#), "namespace"),
        (derive_key("order-4417", br#"{"model": "m"}"#), "request"),
        (run_key("", "summary"), "run_id"),
        (run_key("run-42", ""), "step"),
    ] {
        let failed = parsed(&refused.unwrap_err());
        assert_eq!((failed["kind"].as_str(), failed["field"].as_str()), (Some("InvalidRequest"), Some(field)));
    }
}

#[test]
fn a_circuit_that_opened_says_for_how_long() {
    let gateway = Gateway::start(&json!({}));
    gateway.script(&json!([{"status": 500}]));
    let engine = gateway.engine(&json!({"circuit_breaker": {"failures": 1, "open_s": 30}}));
    assert_eq!(parsed(&engine.circuits()), json!([]));
    run(&engine, "chat.completions.create", chat(), &json!({}));
    let circuits = parsed(&engine.circuits());
    assert_eq!(circuits[0]["model"], "qwen3-0.6b");
    assert_eq!(circuits[0]["state"], "open");
    // The virtual clock moves on with the real one.
    let refused_for_s = circuits[0]["refused_for_s"].as_f64().unwrap();
    assert!((25.0..=30.0).contains(&refused_for_s), "{refused_for_s}");
    assert_eq!(circuits[0]["origin"], testing::url(gateway.0).unwrap());
}
