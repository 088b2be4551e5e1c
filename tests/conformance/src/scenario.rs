//! What a scenario file says, as types. Unknown keys are errors everywhere, so that a misspelt expectation cannot pass.

use std::path::PathBuf;

use axonium_gateway::{GatewayConfig, Step};
use serde::Deserialize;
use serde_json::{Map, Value};

/// One scenario: what a server does, and what the calls of a client must come to.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// Unique over all folders of a run.
    pub id: String,
    /// One sentence for the reader.
    pub about: String,
    /// Whether deliberate waits are slept.
    #[serde(default)]
    pub clock: Clock,
    /// Client options, flat or nested; see [`crate::client`].
    #[serde(default)]
    pub client: Map<String, Value>,
    /// The only call. Excludes `calls`.
    #[serde(default)]
    pub call: Option<Call>,
    /// Several calls on one client, in order.
    #[serde(default)]
    pub calls: Vec<Call>,
    /// Starts all of `calls` together.
    #[serde(default)]
    pub parallel: bool,
    /// The scripted answers, in order; the last one repeats.
    #[serde(default)]
    pub server: Vec<Step>,
    /// Options of the embedded gateway that answers `gateway: true` steps; its clock is the scenario's.
    #[serde(default)]
    pub gateway: GatewayConfig,
    /// The server speaks TLS with a certificate that only `{ca_bundle}` vouches for.
    #[serde(default)]
    pub tls: Option<TlsOptions>,
    /// The name of a server that the runner did not start; its address comes from `--external NAME=URL`.
    #[serde(default)]
    pub external: Option<String>,
    /// The languages that can say this at all. Empty: all of them, which is the rule.
    #[serde(default)]
    pub languages: Vec<String>,
    /// What the only call comes to, and what is counted over all calls.
    #[serde(default)]
    pub expect: Expect,
    /// The change to the engine that turns this scenario red.
    #[serde(default)]
    pub mutant: Option<String>,
    /// The folder of the scenario's file; files that it names lie beside it.
    #[serde(skip)]
    pub folder: PathBuf,
}

impl Scenario {
    /// The calls in order, however they were written.
    pub fn calls(&self) -> impl Iterator<Item = &Call> {
        self.call.iter().chain(&self.calls)
    }

    /// Each call with what it must come to.
    pub fn expected(&self) -> impl Iterator<Item = (&Call, &Expect)> {
        self.calls().map(|call| (call, call.expect.as_ref().unwrap_or(&self.expect)))
    }
}

/// How the server speaks TLS.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TlsOptions {
    /// How many handshakes are broken off before the first that works.
    pub closing_handshakes: u32,
}

/// How deliberate waits pass.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Clock {
    /// Waits move the clock and cost no wall time.
    #[default]
    Virtual,
    /// Waits are slept.
    Real,
}

impl Clock {
    /// The name that drivers know it by.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Virtual => "virtual",
            Self::Real => "real",
        }
    }
}

/// One call of the SDK.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Call {
    /// Which operation is called.
    pub op: Op,
    /// The request as the user writes it.
    #[serde(default)]
    pub request: Value,
    /// Options of this call.
    #[serde(default)]
    pub options: CallOptions,
    /// What this call comes to; only where a scenario has several.
    #[serde(default)]
    pub expect: Option<Expect>,
}

/// The operations that drivers know.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Op {
    /// A chat completion in one piece.
    #[serde(rename = "chat.completions.create")]
    ChatCreate,
    /// A chat completion as a stream.
    #[serde(rename = "chat.completions.stream")]
    ChatStream,
    /// The models that run.
    #[serde(rename = "models.list")]
    ModelsList,
    /// The models granted to this client.
    #[serde(rename = "models.mine")]
    ModelsMine,
    /// The usage row of a request.
    #[serde(rename = "usage.retrieve")]
    UsageRetrieve,
    /// The access token, fetched or reused.
    #[serde(rename = "token.fetch")]
    TokenFetch,
}

impl Op {
    /// The name that drivers know it by.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::ChatCreate => "chat.completions.create",
            Self::ChatStream => "chat.completions.stream",
            Self::ModelsList => "models.list",
            Self::ModelsMine => "models.mine",
            Self::UsageRetrieve => "usage.retrieve",
            Self::TokenFetch => "token.fetch",
        }
    }
}

/// The keys that `options` of a call may hold.
const CALL_OPTIONS: [&str; 8] = [
    "idempotency_key",
    "timeout_s",
    "instance",
    "extra_headers",
    "extra_body",
    "retry",
    "cancel_after_ms",
    "cancel_after_chunks",
];

/// Options of one call, checked by name and handed to the driver as they are.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(try_from = "Map<String, Value>")]
pub struct CallOptions(pub Map<String, Value>);

impl TryFrom<Map<String, Value>> for CallOptions {
    type Error = String;

    fn try_from(options: Map<String, Value>) -> Result<Self, String> {
        match options.keys().find(|key| !CALL_OPTIONS.contains(&key.as_str())) {
            Some(unknown) => {
                Err(format!("unknown call option `{unknown}`, expected one of {}", CALL_OPTIONS.join(", ")))
            }
            None => Ok(Self(options)),
        }
    }
}

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

    /// How many requests the server saw, token requests left out.
    pub requests: Option<Value>,
    /// How many token requests the server saw.
    pub token_requests: Option<Value>,
    /// Headers of every request, or a list with one entry a request; null means that it must be missing.
    pub request_headers: Option<RequestHeaders>,
    /// A subset of the last request's body.
    pub request_json: Option<Value>,
    /// All requests carried the same bytes.
    pub same_body_every_time: bool,
    /// Real time that all calls together may take at most, in seconds.
    pub max_wall_s: Option<f64>,
    /// How many generations the gateway's ledger says ran.
    pub generations: Option<Value>,
    /// How many of them it billed.
    pub billed: Option<Value>,
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
        [&self.requests, &self.token_requests, &self.request_json, &self.generations, &self.billed, &self.log_lines]
            .iter()
            .any(|key| key.is_some())
            || self.request_headers.is_some()
            || self.same_body_every_time
            || self.max_wall_s.is_some()
            || !self.logs.is_empty()
    }
}

/// Headers expected on requests.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub enum RequestHeaders {
    /// On every request.
    All(Map<String, Value>),
    /// One entry a request, in order.
    Each(Vec<Map<String, Value>>),
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
