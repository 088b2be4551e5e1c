//! What a scenario expects, as it is written down.

use serde::Deserialize;
use serde_json::{Map, Value};

/// How a call may end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// A unary answer.
    Ok,
    /// A failure, or a stream that could not be opened.
    Error,
    /// A stream read to its end.
    Stream,
    /// A stream that failed after it was opened.
    StreamError,
}

impl Outcome {
    /// The name that drivers know it by.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Error => "error",
            Self::Stream => "stream",
            Self::StreamError => "stream_error",
        }
    }
}

/// What must hold. The first group is about one call, the second is counted over all calls of the scenario.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Expect {
    /// How the call ends.
    pub outcome: Option<Outcome>,
    /// Dotted paths into the value (of a failed call: into the error) and what is there.
    pub fields: Map<String, Value>,
    /// Dotted paths at which there must be nothing.
    pub absent: Vec<String>,
    /// Dotted paths into the error.
    pub error: Map<String, Value>,
    /// How many chunks a stream delivered.
    pub chunks: Option<Value>,

    /// How many requests the servers saw, token requests left out; by server, or over all of them.
    pub requests: Option<Value>,
    /// How many token requests the servers saw.
    pub token_requests: Option<Value>,
    /// How many `WebSocket`s they opened.
    pub connections: Option<Value>,
    /// Headers of every request, or a list with one entry a request; null means that it must be missing. With
    /// `servers`: by server.
    pub request_headers: Option<Value>,
    /// A subset of the last request's body. With `servers`: by server.
    pub request_json: Option<Value>,
    /// All requests carried the same bytes.
    pub same_body_every_time: bool,
    /// Real time that all calls together may take at most, in seconds.
    pub max_wall_s: Option<f64>,
    /// How many generations the gateways' ledgers say ran.
    pub generations: Option<Value>,
    /// How many of them are billed.
    pub billed: Option<Value>,
    /// How many bills were taken back.
    pub refunded: Option<Value>,
    /// Log lines that must be there, in this order.
    pub logs: Vec<LogLine>,
    /// How many log lines there are.
    pub log_lines: Option<Value>,
}

impl Expect {
    /// The keys in use that are about one call.
    #[must_use]
    pub fn names_a_result(&self) -> bool {
        self.outcome.is_some()
            || !self.fields.is_empty()
            || !self.absent.is_empty()
            || !self.error.is_empty()
            || self.chunks.is_some()
    }

    /// The keys in use that are counted over all calls.
    #[must_use]
    pub fn names_a_count(&self) -> bool {
        let counted = [
            &self.requests,
            &self.token_requests,
            &self.connections,
            &self.request_headers,
            &self.request_json,
            &self.generations,
            &self.billed,
            &self.refunded,
            &self.log_lines,
        ];
        counted.iter().any(|key| key.is_some())
            || self.same_body_every_time
            || self.max_wall_s.is_some()
            || !self.logs.is_empty()
    }

    /// The keys that may be given by server.
    pub fn by_server(&self) -> impl Iterator<Item = (&'static str, &Value)> {
        let keys = [
            ("requests", &self.requests),
            ("token_requests", &self.token_requests),
            ("connections", &self.connections),
            ("request_headers", &self.request_headers),
            ("request_json", &self.request_json),
            ("generations", &self.generations),
            ("billed", &self.billed),
            ("refunded", &self.refunded),
        ];
        keys.into_iter().filter_map(|(name, value)| Some((name, value.as_ref()?)))
    }
}

/// A line expected in the log.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LogLine {
    /// `INFO` or `DEBUG`.
    pub level: String,
    /// Pieces of the message.
    pub contains: Vec<String>,
}
