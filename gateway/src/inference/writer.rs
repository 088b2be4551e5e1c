//! How an API writes an answer: in events, or whole.

use bytes::Bytes;
use serde_json::Value;

use crate::ledger::Usage;
use crate::model::{Piece, Plan};

/// One event of an answer.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Event {
    /// The name beside the data; events of chat have none.
    pub(crate) name: Option<&'static str>,
    pub(crate) data: String,
}

impl Event {
    /// As a piece of a stream of events.
    pub(crate) fn sse(&self) -> Bytes {
        Bytes::from(match self.name {
            None => format!("data: {}\n\n", self.data),
            Some(name) => format!("event: {name}\ndata: {}\n\n", self.data),
        })
    }
}

/// Writes one answer. Either `whole` is called, or the others in their order.
pub(crate) trait Writer: Send {
    /// What comes before the first output.
    fn opening(&mut self) -> Vec<Event>;

    /// The events of one piece.
    fn piece(&mut self, piece: &Piece) -> Vec<Event>;

    /// What comes after the last piece.
    fn closing(&mut self, plan: &Plan, usage: Usage) -> Vec<Event>;

    /// The end of an answer whose model broke, with the problem as a document.
    fn failure(&mut self, problem: &Value) -> Vec<Event>;

    /// The answer in one piece.
    fn whole(&mut self, plan: &Plan, usage: Usage) -> Bytes;
}
