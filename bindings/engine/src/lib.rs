//! The one narrow boundary that every foreign language goes through: calls as ids, answers as batches, errors as JSON.
//!
//! The contract, with every key of the JSON that crosses, is this crate's README. Nothing here knows a language, a
//! default or a rule about repeating.

mod call;
mod control;
mod engine;
mod keys;
mod ready;
mod runtime;
mod table;
pub mod testing;

use bytes::Bytes;

pub use engine::Engine;
pub use keys::{derive_key, run_key};
pub use ready::Ready;
pub use runtime::spawn;

/// Names one call of one engine: an index and a generation, so that a stale id is noticed.
pub type CallId = u64;

/// What a pull brings.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    /// The meta JSON of a stream that the server has accepted. At most one batch of a call has it.
    pub opened: Option<Bytes>,
    /// What the call is doing, each a JSON object.
    pub notices: Vec<Bytes>,
    /// The body of an answer, or the data of stream events, in order.
    pub items: Vec<Bytes>,
    /// How the call ended, once it has. Later pulls bring the same again.
    pub end: Option<End>,
}

impl Batch {
    /// Whether there is nothing in it: only a pull with a time limit brings such a batch.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.opened.is_none() && self.notices.is_empty() && self.items.is_empty() && self.end.is_none()
    }
}

/// How a call ended.
#[derive(Clone, Debug)]
pub enum End {
    /// It succeeded: the Done JSON.
    Done(Bytes),
    /// It failed: the Failed JSON.
    Failed(Bytes),
}

/// A handle that names nothing usable. Never undefined behaviour, always one of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandleError {
    /// The id was closed, or never belonged to this engine.
    Unknown,
    /// The engine was made before this process was forked; make a new one.
    Forked,
}

impl HandleError {
    /// What is wrong and what to do.
    #[must_use]
    pub const fn message(self) -> &'static str {
        match self {
            Self::Unknown => "the handle is closed or belongs to another client",
            Self::Forked => {
                "this client was made before the process forked, and its threads did not come along; make a new client in the child"
            }
        }
    }
}

impl std::fmt::Display for HandleError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.message())
    }
}

impl std::error::Error for HandleError {}
