//! Keys that the client makes itself.

#![cfg(feature = "testing")]

mod common;

use axonium::testing::GatewayConfig;
use axonium::{ChatRequest, Client, RunKeys, derive_key};
use common::{Served, config, request, served, steps};
use serde_json::json;

fn keys(served: &Served) -> Vec<String> {
    let requests = served.gateway.requests();
    requests.iter().map(|request| request.header("idempotency-key").unwrap().to_owned()).collect()
}

#[tokio::test]
async fn auto_makes_one_key_a_call_and_keeps_it_over_repeats() {
    let served = served(GatewayConfig::default());
    steps(&served, json!([{"gateway": true, "close": "before_headers"}, {"gateway": true}, {"gateway": true}]));
    let client = Client::new(config(&served)).unwrap();
    let request = ChatRequest { idempotency_key: "auto".into(), ..request() };
    let collected = client.chat(&request).await.unwrap();
    assert!(collected.meta.idempotent_replay);
    client.chat(&request).await.unwrap();
    let keys = keys(&served);
    assert_eq!(keys[0], keys[1], "a repeat has the key of its call");
    assert_ne!(keys[1], keys[2], "another call has another");
    assert_eq!(uuid::Uuid::parse_str(&keys[0]).unwrap().get_version_num(), 7);
    assert_eq!((served.gateway.ledger().generations, served.gateway.ledger().billed), (2, 2));
}

#[tokio::test]
async fn a_derived_key_makes_the_second_run_a_replay() {
    let served = served(GatewayConfig::default());
    for run in 0..2 {
        // A program that was started again: nothing is left of the first but what it asks for.
        let client = Client::new(config(&served)).unwrap();
        let key = derive_key("order-4417", &request()).unwrap();
        let completion = client.chat(&ChatRequest { idempotency_key: key.into(), ..request() }).await.unwrap();
        assert_eq!(completion.meta.idempotent_replay, run == 1);
    }
    assert_eq!(served.gateway.ledger().billed, 1);
}

#[test]
fn a_field_that_is_not_declared_makes_another_request() {
    let plain = derive_key("order-4417", &request()).unwrap();
    let extra_body = serde_json::from_value(json!({"seed": 7})).unwrap();
    let seeded = derive_key("order-4417", &ChatRequest { extra_body, ..request() }).unwrap();
    assert_ne!(plain, seeded);
    let extra_body = serde_json::from_value(json!({"model": "other"})).unwrap();
    let refused = derive_key("order-4417", &ChatRequest { extra_body, ..request() }).unwrap_err();
    assert_eq!(refused.details().field.as_deref(), Some("extra_body.model"));
}

#[tokio::test]
async fn the_steps_of_a_run_have_keys_of_their_own() {
    let (keys, again) = (RunKeys::new("run-42").unwrap(), RunKeys::new("run-42").unwrap());
    assert_eq!(keys.step("summary").unwrap(), again.step("summary").unwrap());
    assert_ne!(keys.step("summary").unwrap(), keys.step("translation").unwrap());
    assert_ne!(keys.step("summary").unwrap(), RunKeys::new("run-43").unwrap().step("summary").unwrap());
    assert_eq!(RunKeys::new("").unwrap_err().details().field.as_deref(), Some("run_id"));
    assert_eq!(keys.step("").unwrap_err().details().field.as_deref(), Some("step"));
}
