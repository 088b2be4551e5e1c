//! The gateway contract as a library, with a ledger and scripted failures.
//!
//! It answers like a gateway, deterministically, and can be told to fail at any point of an exchange. What a client
//! did is then read off its ledger: how many generations ran, how many were billed, how many answers were replays.
//! README.md lists every configuration key, command and step.

mod breaker;
mod chat;
mod config;
mod control;
mod exchange;
mod gateway;
mod idempotency;
mod inference;
mod ledger;
mod model;
mod problem;
mod rate_limit;
mod record;
mod request;
mod responses;
mod routes;
mod script;
mod server;
mod state;
#[cfg(feature = "tls")]
mod tls;
mod token;

pub use axonium_clock::Clock;

pub use crate::config::{BreakerConfig, ClockMode, GatewayConfig, ModelConfig};
pub use crate::control::ControlError;
pub use crate::gateway::Gateway;
pub use crate::ledger::{Ledger, LedgerEntry, Termination, Totals, Usage};
pub use crate::record::RecordedRequest;
pub use crate::script::{
    Always, Close, CloseFrame, CloseIdle, HeaderValues, ProblemStep, SseEvent, Step, WebSocketFrame,
};
#[cfg(feature = "tls")]
pub use crate::tls::Tls;
