//! Collects what the crate logs, as an application that listens to its target would.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::{Value, json};
use tracing::field::{Field, Visit};
use tracing::{Event, Subscriber};
use tracing_subscriber::layer::{Context, Layer, SubscriberExt};
use tracing_subscriber::util::SubscriberInitExt;

#[derive(Clone, Default)]
pub(crate) struct Collector {
    lines: Arc<Mutex<Vec<Value>>>,
}

impl Collector {
    /// Listens to everything that the crate logs from now on.
    pub(crate) fn install() -> Result<Self, Box<dyn std::error::Error>> {
        let collector = Self::default();
        tracing_subscriber::registry().with(collector.clone()).try_init()?;
        Ok(collector)
    }

    /// What was logged since the last time.
    pub(crate) fn take(&self) -> Vec<Value> {
        std::mem::take(&mut self.lines.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl<S: Subscriber> Layer<S> for Collector {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        if event.metadata().target() != "axonium" {
            return;
        }
        let mut message = Message(String::new());
        event.record(&mut message);
        let line = json!({"level": event.metadata().level().as_str(), "message": message.0});
        self.lines.lock().unwrap_or_else(PoisonError::into_inner).push(line);
    }
}

/// The text of an event.
struct Message(String);

impl Visit for Message {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        if field.name() == "message" {
            self.0 = format!("{value:?}");
        }
    }
}
