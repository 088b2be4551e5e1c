//! What was seen of one scenario on one runner: the driver's answer, the servers' view, and the time it took.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::Value;

/// Everything that expectations are held against.
#[derive(Debug, Clone)]
pub struct Observed {
    /// The driver's answer: `results` and `logs`.
    pub answer: Value,
    /// What arrived at each server, by its name; nothing is known of an external one.
    pub servers: Option<BTreeMap<String, Seen>>,
    /// Real time from handing over the job to its answer.
    pub wall: Duration,
}

impl Observed {
    /// The result of the call at `position`.
    #[must_use]
    pub fn result(&self, position: usize) -> &Value {
        self.answer.get("results").and_then(|results| results.get(position)).unwrap_or(&Value::Null)
    }

    /// All results.
    pub fn results(&self) -> impl Iterator<Item = &Value> {
        self.answer.get("results").and_then(Value::as_array).into_iter().flatten()
    }

    /// All log lines.
    pub fn logs(&self) -> impl Iterator<Item = &Value> {
        self.answer.get("logs").and_then(Value::as_array).into_iter().flatten()
    }
}

/// A server's view.
#[derive(Debug, Clone, Default)]
pub struct Seen {
    /// Requests in order of arrival, token requests left out.
    pub requests: Vec<Request>,
    /// How many requests asked for a token.
    pub token_requests: u64,
    /// Generations that the gateway's ledger says ran.
    pub generations: u64,
    /// How many of them it billed.
    pub billed: u64,
    /// How many bills it took back.
    pub refunded: u64,
    /// How many `WebSocket`s it opened.
    pub connections: u64,
}

/// One request as it arrived.
#[derive(Debug, Clone)]
pub struct Request {
    /// Method and path, for reports.
    pub line: String,
    /// Header names in lower case, with their values.
    pub headers: Vec<(String, String)>,
    /// The body's bytes.
    pub body: Vec<u8>,
}

impl Request {
    /// The value of a header, whatever the case of its name.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(other, _)| other.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }
}

/// One thing that did not hold.
#[derive(Debug, Clone, PartialEq)]
pub struct Failure {
    /// Where: a dotted path, with `calls.N.` before it where there are several.
    pub path: String,
    /// What should have been there.
    pub expected: String,
    /// What was.
    pub observed: String,
}

impl Failure {
    /// A failure at `path`.
    pub fn new(path: impl Into<String>, expected: impl Into<String>, observed: impl Into<String>) -> Self {
        Self { path: path.into(), expected: expected.into(), observed: observed.into() }
    }
}

/// A value as it is shown in a failure: short enough to read.
#[must_use]
pub fn shown(value: Option<&Value>) -> String {
    const LONGEST: usize = 400;
    let text = value.map_or_else(|| "nothing".to_owned(), Value::to_string);
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}… ({} bytes)", &text[..end], text.len()),
        None => text,
    }
}
