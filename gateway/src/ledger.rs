//! What was generated, what was billed, and what was only repeated from memory.

use std::collections::{BTreeMap, HashMap};
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
    /// Whether someone pays for it: yes, unless it was refunded.
    pub billed: bool,
    /// Whether the bill was taken back, because the gateway delivered nothing of it: the model broke before its first
    /// word, or a step's `close_after_events` ended the answer before its first output.
    pub refunded: bool,
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
    /// How many bills were taken back.
    pub refunded: u64,
    /// How many answers were replays.
    pub replayed: u64,
    /// The same by model: the ledger of a route, where routes are models of one gateway.
    pub by_model: BTreeMap<String, Totals>,
    /// Each generation.
    pub entries: Vec<LedgerEntry>,
}

/// What is counted of one model.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Totals {
    /// How many generations were begun.
    pub generations: u64,
    /// How many of them are paid for.
    pub billed: u64,
    /// How many bills were taken back.
    pub refunded: u64,
    /// How many answers were replays.
    pub replayed: u64,
}

impl Totals {
    fn add(&mut self, entry: &LedgerEntry) {
        self.generations += 1;
        self.billed += u64::from(entry.billed);
        self.refunded += u64::from(entry.refunded);
        self.replayed += entry.replays;
    }
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
        let (mut all, mut by_model) = (Totals::default(), BTreeMap::<String, Totals>::new());
        for entry in &self.entries {
            all.add(entry);
            by_model.entry(entry.model.clone()).or_default().add(entry);
        }
        Ledger {
            generations: all.generations,
            billed: all.billed,
            refunded: all.refunded,
            replayed: all.replayed,
            by_model,
            entries: self.entries.clone(),
        }
    }
}
