//! Derived idempotency keys.

use axonium::{RunKeys, derive_key};
use serde_json::{Value, json};

use crate::call::{failed, unsayable};
use crate::job::Options;
use crate::request;

pub(crate) fn derive(mut asked: Value) -> Value {
    let namespace = text(&asked, "namespace");
    let body = asked.get_mut("body").map(Value::take).unwrap_or_default();
    let options = Options::default();
    if body.get("messages").is_some() {
        request::chat(body, &options)
            .map_or_else(|problem| unsayable(&problem), |chat| key(derive_key(&namespace, &chat)))
    } else {
        request::response(body, &options)
            .map_or_else(|problem| unsayable(&problem), |response| key(derive_key(&namespace, &response)))
    }
}

pub(crate) fn run(asked: &Value) -> Value {
    key(RunKeys::new(text(asked, "run_id")).and_then(|keys| keys.step(&text(asked, "step"))))
}

fn key(derived: axonium::Result<String>) -> Value {
    match derived {
        Ok(key) => json!({"outcome": "ok", "value": {"key": key}}),
        Err(error) => failed(&error),
    }
}

fn text(asked: &Value, name: &str) -> String {
    asked.get(name).and_then(Value::as_str).unwrap_or_default().to_owned()
}
