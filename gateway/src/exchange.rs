//! One request and its answer: the ids both sides quote.

use uuid::Uuid;

/// What is known of an exchange before anything is decided.
#[derive(Debug, Clone)]
pub(crate) struct Exchange {
    pub(crate) request_id: String,
    pub(crate) trace_id: String,
    pub(crate) path: String,
}

impl Exchange {
    pub(crate) fn new(path: &str) -> Self {
        Self {
            request_id: format!("req_{}", Uuid::now_v7().simple()),
            trace_id: Uuid::now_v7().simple().to_string(),
            path: path.to_owned(),
        }
    }
}
