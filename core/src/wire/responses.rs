//! The Responses API: its events, the answer they amount to, and its requests.
//!
//! Source: the API reference of `OpenAI` for `POST /v1/responses` and its streaming events.

pub mod answer;
pub mod assemble;
pub mod event;
mod parts;
