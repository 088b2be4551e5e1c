//! What the bridge's tests share: JSON in and out, and a call read to its end.

#![allow(dead_code, reason = "each test program uses a part of it")]

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axonium_bridge::testing::{self, GatewayId};
use axonium_bridge::{Batch, CallId, End, Engine};
use bytes::Bytes;
use serde_json::{Value, json};

/// No step of a test may take longer.
pub(crate) const LONGEST: Duration = Duration::from_secs(30);

/// A running gateway; stopped when dropped.
pub(crate) struct Gateway(pub(crate) GatewayId);

impl Gateway {
    pub(crate) fn start(config: &Value) -> Self {
        Self(testing::start(config.to_string().as_bytes()).unwrap())
    }

    pub(crate) fn script(&self, steps: &Value) {
        self.control("script", steps);
    }

    pub(crate) fn control(&self, command: &str, argument: &Value) -> Value {
        serde_json::from_slice(&testing::control(self.0, command, argument.to_string().as_bytes()).unwrap()).unwrap()
    }

    /// An engine for this gateway, on its clock, with more settings on top.
    pub(crate) fn engine(&self, more: &Value) -> Engine {
        Engine::new(&config(&testing::url(self.0).unwrap(), &json!({"gateway": self.0}), more)).unwrap()
    }
}

impl Drop for Gateway {
    fn drop(&mut self) {
        testing::stop(self.0);
    }
}

/// A Config JSON. A cooldown group for each: tests must not meet in one.
pub(crate) fn config(url: &str, clock: &Value, more: &Value) -> Vec<u8> {
    static GROUPS: AtomicUsize = AtomicUsize::new(0);
    let group = format!("test-{}", GROUPS.fetch_add(1, Ordering::Relaxed));
    let mut config = json!({"gateway_base_url": url, "api_key": "test-key", "clock": clock, "cooldown_group": group});
    config.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    config.to_string().into_bytes()
}

pub(crate) fn chat() -> Bytes {
    Bytes::from(json!({"model": "qwen3-0.6b", "messages": [{"role": "user", "content": "one two three"}]}).to_string())
}

/// Everything that a call brought.
#[derive(Default)]
pub(crate) struct Read {
    pub(crate) opened: Vec<Value>,
    pub(crate) notices: Vec<Value>,
    pub(crate) items: Vec<Bytes>,
    pub(crate) end: Option<Result<Value, Value>>,
}

impl Read {
    pub(crate) fn take(&mut self, batch: Batch) {
        assert!(self.end.is_none() || batch.is_only_end(), "something came after the end");
        self.opened.extend(batch.opened.as_deref().map(parsed));
        self.notices.extend(batch.notices.iter().map(|notice| parsed(notice)));
        self.items.extend(batch.items);
        self.end = batch.end.map(|end| match end {
            End::Done(done) => Ok(parsed(&done)),
            End::Failed(failed) => Err(parsed(&failed)),
        });
    }

    pub(crate) fn done(&self) -> &Value {
        self.end.as_ref().expect("no end came").as_ref().expect("it failed")
    }

    pub(crate) fn failed(&self) -> &Value {
        self.end.as_ref().expect("no end came").as_ref().expect_err("it succeeded")
    }
}

trait OnlyEnd {
    fn is_only_end(&self) -> bool;
}

impl OnlyEnd for Batch {
    fn is_only_end(&self) -> bool {
        self.opened.is_none() && self.notices.is_empty() && self.items.is_empty() && self.end.is_some()
    }
}

pub(crate) fn parsed(json: &[u8]) -> Value {
    serde_json::from_slice(json).unwrap()
}

/// Reads a call to its end, and closes it.
pub(crate) fn read(engine: &Engine, call: CallId) -> Read {
    let mut read = Read::default();
    while read.end.is_none() {
        let batch = engine.pull_blocking(call, usize::MAX, usize::MAX, LONGEST).unwrap();
        assert!(!batch.is_empty(), "nothing came for {LONGEST:?}");
        read.take(batch);
    }
    engine.close(call);
    read
}

/// Starts a call and reads it to its end.
pub(crate) fn run(engine: &Engine, operation: &str, body: Bytes, options: &Value) -> Read {
    read(engine, engine.start(operation, body, options.to_string().as_bytes()).unwrap())
}
