//! What was generated, what was billed, and what was only repeated from memory.

use std::collections::HashMap;
use std::time::SystemTime;

use serde::Serialize;

/// Tokens of one generation. A word is a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Usage {
    /// Words of all messages.
    pub prompt_tokens: u64,
    /// Words put out.
    pub completion_tokens: u64,
    /// Both together.
    pub total_tokens: u64,
}

impl Usage {
    pub(crate) fn new(prompt_tokens: u64, completion_tokens: u64) -> Self {
        Self { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens }
    }
}

/// How a generation ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Termination {
    /// The model finished and the client was there.
    Complete,
    /// The model broke.
    UpstreamError,
    /// The model finished; the client had left.
    ClientDisconnected,
}

/// One generation.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LedgerEntry {
    /// Id of the request that started it.
    pub request_id: String,
    /// The model that ran.
    pub model: String,
    /// Tokens, once it ended.
    pub usage: Option<Usage>,
    /// Whether someone pays for it: yes, unless the model broke before its first word.
    pub billed: bool,
    /// How often its answer was sent again under its idempotency key.
    pub replays: u64,
    /// How it ended; `None` while it runs.
    pub termination_reason: Option<Termination>,
    #[serde(skip)]
    pub(crate) client: String,
    #[serde(skip)]
    pub(crate) instance_id: String,
    #[serde(skip)]
    pub(crate) created_at: SystemTime,
    #[serde(skip)]
    pub(crate) cost_usd: Option<f64>,
}

/// All generations since the gateway started or was reset, oldest first.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Ledger {
    /// How many generations were begun.
    pub generations: u64,
    /// How many of them are paid for.
    pub billed: u64,
    /// How many answers were replays.
    pub replayed: u64,
    /// Each generation.
    pub entries: Vec<LedgerEntry>,
}

/// The ledger being written.
#[derive(Debug, Default)]
pub(crate) struct Book {
    entries: Vec<LedgerEntry>,
    by_request: HashMap<String, usize>,
}

impl Book {
    pub(crate) fn begin(&mut self, entry: LedgerEntry) {
        self.by_request.insert(entry.request_id.clone(), self.entries.len());
        self.entries.push(entry);
    }

    /// Changes an entry. One that a reset took away meanwhile is let go.
    pub(crate) fn update(&mut self, request_id: &str, update: impl FnOnce(&mut LedgerEntry)) {
        if let Some(entry) = self.by_request.get(request_id).and_then(|index| self.entries.get_mut(*index)) {
            update(entry);
        }
    }

    /// The entry as its own client may see it.
    pub(crate) fn find(&self, request_id: &str, client: &str) -> Option<&LedgerEntry> {
        let entry = self.entries.get(*self.by_request.get(request_id)?)?;
        (entry.client == client).then_some(entry)
    }

    pub(crate) fn ledger(&self) -> Ledger {
        let count = |wanted: &dyn Fn(&LedgerEntry) -> u64| self.entries.iter().map(wanted).sum();
        Ledger {
            generations: count(&|_| 1),
            billed: count(&|entry| u64::from(entry.billed)),
            replayed: count(&|entry| entry.replays),
            entries: self.entries.clone(),
        }
    }
}
