//! Bytes to facts: server-sent events, headers, error bodies, answers and chunks, and the check of a request.
//!
//! Not part of the public API: reachable so that integration tests and fuzzers can feed it.

pub mod answer;
pub mod assemble;
pub mod canonical;
pub mod chunk;
pub mod headers;
pub mod json;
pub mod parse;
pub mod problem;
pub mod refusal;
pub mod request;
pub mod response_event_kinds;
pub mod responses;
pub mod retry_after;
pub mod said;
pub mod sse;
pub(crate) mod text;
pub mod token;
pub mod usage;
