//! What a Rust user types: the client, its configuration, requests, answers and errors.

pub(crate) mod chat;
mod client;
pub(crate) mod config;
pub(crate) mod error;
mod event_fields;
mod explain;
mod hooks;
mod keys;
pub(crate) mod message;
pub(crate) mod meta;
pub(crate) mod models;
mod optional;
mod parsed;
mod read;
pub(crate) mod recourse;
pub(crate) mod response;
mod response_connection;
pub mod response_event;
mod response_stream;
mod running;
mod stream;
pub(crate) mod token;
pub(crate) mod usage;
mod write;

pub use client::Client;
pub use config::{
    CallOptions, CircuitBreakerOptions, Config, Observed, ParseOptions, PartialMode, RetryBudgetOptions, RetryOptions,
    Route, Timeouts, Transport,
};
pub use error::{ApiError, Cause, Error, ErrorDetails, MalformedOutput, Partial, Result};
pub use explain::explain_logged;
pub use hooks::Hooks;
pub use keys::{KeyedRequest, RunKeys, derive_key, derive_key_of_body};
pub use meta::{AttemptRecord, Meta};
pub use optional::Optional;
pub use parsed::{Parsed, ParsedCompletion, ParsedResponse, ParsedStream};
pub use recourse::{Fallback, OnTimeout, Resume};
pub use response_connection::ResponseConnection;
pub use response_stream::ResponseStream;
pub use stream::ChatStream;
