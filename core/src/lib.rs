//! A client for language models that knows when a call is safe to repeat.
//!
//! A call that fails after the model began was billed; a blind repeat buys a second generation. This client repeats a
//! request only where no generation can have happened, or where an idempotency key turns the repeat into a replay, and
//! accounts for every attempt and every second on each answer and each error.
//!
//! ```no_run
//! # async fn example() -> axonium::Result<()> {
//! use axonium::{ChatRequest, Client, Error, ErrorKind, Message};
//!
//! let client = Client::from_env()?;
//! let request = ChatRequest {
//!     model: "qwen3-0.6b".into(),
//!     messages: vec![Message::text("user", "hi")],
//!     ..Default::default()
//! };
//! match client.chat(&request).await {
//!     Ok(completion) => println!("{}", completion.content().unwrap_or_default()),
//!     Err(Error::Api(api)) if api.kind == ErrorKind::SpendCapExceeded => { /* a human decision */ }
//!     Err(error) => eprintln!("{}", error.explain()),
//! }
//! # Ok(()) }
//! ```
//!
//! Where things are: decisions in [`decide`], the order of events in [`engine`], what a user types in this module.

#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]

mod api;
#[doc(hidden)]
pub mod decide;
#[doc(hidden)]
pub mod engine;
pub mod error_kind;
#[cfg(feature = "testing")]
pub mod testing;
#[doc(hidden)]
pub mod wire;

pub use api::chat::{AnswerMessage, ChatChunk, ChatCompletion, ChatRequest, Choice, ChunkChoice, Delta};
pub use api::message::{Content, ContentPart, FunctionCall, ImageUrl, Message, ToolCall};
pub use api::models::{Model, ModelList};
pub use api::response::{IncompleteDetails, Response, ResponseInput, ResponseRequest};
pub use api::response_event::{self, ResponseEvent};
pub use api::token::TokenGrant;
pub use api::usage::RequestUsage;
pub use api::{
    ApiError, AttemptRecord, CallOptions, Cause, ChatStream, CircuitBreakerOptions, Client, Config, Error,
    ErrorDetails, Fallback, Hooks, KeyedRequest, MalformedOutput, Meta, OnTimeout, Optional, ParseOptions, Parsed,
    ParsedCompletion, ParsedResponse, ParsedStream, Partial, PartialMode, ResponseConnection, ResponseStream, Result,
    Resume, RetryBudgetOptions, RetryOptions, Route, RunKeys, Timeouts, Transport, derive_key, explain_logged,
};
#[doc(hidden)]
pub use api::{Observed, derive_key_of_body};
pub use axonium_clock::Clock;
pub use decide::Reason;
pub use decide::circuit::CircuitState;
pub use engine::{CircuitStatus, Notice, TokenProvider, Wait};
pub use error_kind::ErrorKind;
pub use wire::headers::RateLimit;
pub use wire::refusal::Refusal;
pub use wire::usage::Usage;
