//! One call of a scenario, as it is written down.

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::expect::Expect;

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

/// The operations that drivers know, each with the name that they know it by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Op {
    /// A chat completion in one piece.
    #[serde(rename = "chat.completions.create")]
    ChatCreate,
    /// The same, parsed.
    #[serde(rename = "chat.completions.parse")]
    ChatParse,
    /// A chat completion as a stream.
    #[serde(rename = "chat.completions.stream")]
    ChatStream,
    /// A response in one piece.
    #[serde(rename = "responses.create")]
    ResponsesCreate,
    /// The same, parsed.
    #[serde(rename = "responses.parse")]
    ResponsesParse,
    /// A response as a stream.
    #[serde(rename = "responses.stream")]
    ResponsesStream,
    /// Opens the connection that later calls name by `connection: true`.
    #[serde(rename = "responses.connect")]
    ResponsesConnect,
    /// Closes it.
    #[serde(rename = "responses.disconnect")]
    ResponsesDisconnect,
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
    /// The circuit breakers that the client knows.
    #[serde(rename = "circuits")]
    Circuits,
    /// The idempotency key of a request.
    #[serde(rename = "keys.derive")]
    KeysDerive,
    /// The idempotency key of a step of a run.
    #[serde(rename = "keys.run")]
    KeysRun,
}

impl Op {
    /// The name that drivers know it by.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::ChatCreate => "chat.completions.create",
            Self::ChatParse => "chat.completions.parse",
            Self::ChatStream => "chat.completions.stream",
            Self::ResponsesCreate => "responses.create",
            Self::ResponsesParse => "responses.parse",
            Self::ResponsesStream => "responses.stream",
            Self::ResponsesConnect => "responses.connect",
            Self::ResponsesDisconnect => "responses.disconnect",
            Self::ModelsList => "models.list",
            Self::ModelsMine => "models.mine",
            Self::UsageRetrieve => "usage.retrieve",
            Self::TokenFetch => "token.fetch",
            Self::Circuits => "circuits",
            Self::KeysDerive => "keys.derive",
            Self::KeysRun => "keys.run",
        }
    }

    /// Whether it is answered without a call: nothing is sent, and there is no meta.
    #[must_use]
    pub fn asks_the_client(self) -> bool {
        matches!(self, Self::Circuits | Self::KeysDerive | Self::KeysRun)
    }
}

/// The keys that `options` of a call may hold.
const CALL_OPTIONS: [&str; 19] = [
    "idempotency_key",
    "timeout_s",
    "instance",
    "extra_headers",
    "extra_body",
    "retry",
    "routes",
    "transport",
    "connection",
    "cancel_after_ms",
    "cancel_after_chunks",
    "partial",
    "deadline_in_s",
    "on_timeout",
    "fallback",
    "may_bill_twice",
    "resume",
    "retry_clean",
    "parse",
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
