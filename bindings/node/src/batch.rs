//! A batch as JavaScript sees it.

use axonium_bridge::End;
use napi_derive::napi;

use crate::text;

/// What a pull brings; `done` or `failed` on the call's last.
#[napi(object)]
pub struct Batch {
    /// The meta JSON of a stream that the server has accepted.
    pub opened: Option<String>,
    /// What the call is doing, each a JSON object.
    pub notices: Vec<String>,
    /// The body of an answer, or the data of stream events.
    pub items: Vec<String>,
    /// The Done JSON.
    pub done: Option<String>,
    /// The Failed JSON.
    pub failed: Option<String>,
}

impl From<axonium_bridge::Batch> for Batch {
    fn from(batch: axonium_bridge::Batch) -> Self {
        let (done, failed) = match batch.end {
            Some(End::Done(json)) => (Some(text(json)), None),
            Some(End::Failed(json)) => (None, Some(text(json))),
            None => (None, None),
        };
        Self {
            opened: batch.opened.map(text),
            notices: batch.notices.into_iter().map(text).collect(),
            items: batch.items.into_iter().map(text).collect(),
            done,
            failed,
        }
    }
}
