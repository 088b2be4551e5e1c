//! What a call is doing, as it happens.

use std::borrow::Cow;
use std::time::Duration;

use serde::Serialize;

use super::circuits::Change;
use crate::api::meta::seconds;
use crate::decide::circuit::CircuitState;

/// A wait at least this long is logged at INFO: long enough for a person to take it for a hang.
const NOTICEABLE: Duration = Duration::from_secs(1);

/// A step of a running call.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Notice {
    /// The call sleeps before its next attempt.
    Wait(Wait),
    /// A request is about to be sent.
    Request {
        /// Which attempt of the call, from 1.
        attempt: u32,
        /// The HTTP method.
        method: String,
        /// The path.
        path: String,
    },
    /// A response's headers have come.
    Response {
        /// Which attempt of the call, from 1.
        attempt: u32,
        /// The HTTP status.
        status: u16,
        /// The server's id of the request.
        request_id: Option<String>,
        /// Time since the request was sent.
        #[serde(rename = "duration_s", serialize_with = "seconds")]
        duration: Duration,
    },
    /// It was decided what to do about a failed attempt.
    Decision {
        /// Which attempt of the call, from 1.
        attempt: u32,
        /// `repeat`, `collect`, `refresh`, `next-route`, `repair`, `fall-back`, `resume` or `raise`; `circuit` where a circuit breaker has changed.
        action: &'static str,
        /// The reason's code.
        reason: &'static str,
        /// The reason's sentence; of a circuit, a line for a log.
        message: Cow<'static, str>,
        /// How long the call sleeps first.
        #[serde(rename = "wait_s", serialize_with = "seconds")]
        wait: Duration,
    },
}

/// A deliberate wait.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Wait {
    /// `info` from one second, `debug` below.
    pub level: &'static str,
    /// A line for a log.
    pub message: String,
    /// The HTTP method.
    pub method: String,
    /// The path.
    pub path: String,
    /// The model, if the call names one.
    pub model: Option<String>,
    /// The attempt that failed, from 1.
    pub attempt: u32,
    /// How long the call sleeps.
    #[serde(rename = "wait_s", serialize_with = "seconds")]
    pub wait: Duration,
    /// The reason's code.
    pub reason: &'static str,
    /// The server's id of the failed request.
    pub request_id: Option<String>,
}

impl Notice {
    /// What has become of a circuit, as a decision; written to `tracing` too.
    pub(super) fn circuit(attempt: u32, model: &str, host: &str, change: &Change) -> Self {
        let (reason, what) = match change.state {
            CircuitState::Closed => ("circuit-closed", "a call has tried and was answered: calls pass again"),
            CircuitState::Open => ("circuit-opened", "calls to this model are refused locally until one may try"),
            CircuitState::HalfOpen => ("circuit-half-open", "one call tries, and the others are refused"),
        };
        let wait = if change.state == CircuitState::Open { change.open_for } else { Duration::ZERO };
        let wait_s = wait.as_secs_f64();
        let message = format!("circuit of {model} at {host}: {what}");
        tracing::info!(target: "axonium", model, host, attempt, reason, wait_s, "{message}");
        Self::Decision { attempt, action: "circuit", reason, message: message.into(), wait }
    }
}

impl Wait {
    /// Sets the level and the message from the rest, and writes both to `tracing`.
    pub(super) fn logged(mut self) -> Self {
        let after = format!("attempt {} of {} {}", self.attempt, self.method, self.path);
        self.message = format!("wait {:.3} s after {after}: {}", self.wait.as_secs_f64(), self.reason);
        self.level = if self.wait >= NOTICEABLE { "info" } else { "debug" };
        let Self { level, message, method, path, attempt, reason, .. } = &self;
        let (model, request_id, wait_s) = (self.model.as_deref(), self.request_id.as_deref(), self.wait.as_secs_f64());
        if *level == "info" {
            tracing::info!(target: "axonium", method, path, model, attempt, wait_s, reason, request_id, "{message}");
        } else {
            tracing::debug!(target: "axonium", method, path, model, attempt, wait_s, reason, request_id, "{message}");
        }
        self
    }
}
