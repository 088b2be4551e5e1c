//! One scripted answer, as it is written down.

use std::collections::BTreeMap;
use std::path::Path;
use std::{fs, io};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use super::frame::WebSocketFrame;

/// One item of a scenario's `server:` list; README.md explains each key. What it says is checked when it is handed to
/// a gateway.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "the keys are those of the scenario format")]
pub struct Step {
    /// Answers only requests to this path.
    pub path: Option<String>,
    /// Status; 200, or the problem's own, where it is not given.
    pub status: Option<u16>,
    /// Headers, in place of those the step would have by itself; null takes one away.
    pub headers: BTreeMap<String, Option<HeaderValues>>,
    /// A problem document from the error catalogue.
    pub problem: Option<ProblemStep>,
    /// A JSON body.
    #[serde(deserialize_with = "given")]
    pub body: Option<Value>,
    /// A text body.
    pub text: Option<String>,
    /// Exact bytes.
    pub body_base64: Option<String>,
    /// Exact bytes from a file; see [`Step::resolve`].
    pub body_file: Option<String>,
    /// A stream of events.
    pub sse: Option<Vec<SseEvent>>,
    /// The exact bytes of a stream of events.
    pub sse_base64: Option<String>,
    /// The exact bytes of a stream of events from a file; see [`Step::resolve`].
    pub sse_file: Option<String>,
    /// Frames over a WebSocket, for one `response.create`.
    pub websocket: Option<Vec<WebSocketFrame>>,
    /// The full gateway answers; faults of this step are laid on top. Beside another content its generation runs and is
    /// billed, and the other is what the client gets.
    pub gateway: bool,
    /// With `gateway`: time before the model's first word, in place of the model's own, in milliseconds of the gateway's
    /// clock.
    pub generation_ms: Option<u64>,
    /// With `gateway`: the model breaks after so many words.
    pub model_breaks_after: Option<usize>,
    /// Bytes of one write.
    pub split_every: Option<usize>,
    /// Time before the answer, in milliseconds of the gateway's clock.
    pub delay_ms: Option<u64>,
    /// Time after the n-th event, in milliseconds of the gateway's clock.
    pub pause_after_events: BTreeMap<usize, u64>,
    /// Bytes of the body after which the connection is closed.
    pub close_after_bytes: Option<usize>,
    /// Events of the answer after which the connection is closed.
    pub close_after_events: Option<usize>,
    /// With `close_after_events` over a WebSocket: the code of the close frame. Unset: closed without one.
    pub close_code: Option<u16>,
    /// Where the connection is closed.
    pub close: Option<Close>,
    /// What happens to the connection once the answer was sent.
    pub close_idle: Option<CloseIdle>,
    /// Never answers; with `gateway` after the generation ran; with a stream of events after them.
    pub hang: bool,
    /// Refuses connections: only as a gateway's sole step.
    pub refuse_connection: bool,
    /// Answers over HTTP/2 only; a request over HTTP/1.1 gets a 505.
    pub http2: bool,
    /// Compresses the body.
    pub gzip: bool,
}

/// The values of one header.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum HeaderValues {
    /// The usual case.
    One(String),
    /// The header stands there several times.
    Many(Vec<String>),
}

/// A problem document: its suffix alone, or with members beside or in place of the standard ones.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum ProblemStep {
    /// A suffix of the error catalogue.
    Suffix(String),
    /// The same and members; null takes a member away.
    Full {
        /// A suffix of the error catalogue, or one that is in no catalogue.
        suffix: String,
        /// Members of the document.
        #[serde(flatten)]
        members: Map<String, Value>,
    },
}

/// One event of a stream.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SseEvent {
    /// JSON, or a string that is sent as it is.
    #[serde(deserialize_with = "given")]
    pub data: Option<Value>,
    /// The event's type.
    pub event: Option<String>,
    /// The event's id.
    pub id: Option<String>,
    /// A comment, before the other lines.
    pub comment: Option<String>,
}

/// Where a connection is closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Close {
    /// After the request was read, before anything is answered.
    BeforeHeaders,
    /// After the answer's head.
    AfterHeaders,
    /// By a reset: before the answer, or where `close_after_bytes` says.
    Reset,
    /// HTTP/2 only: the stream is refused, unprocessed (`REFUSED_STREAM`).
    RefusedStream,
}

/// How an idle connection ends, without a word about it in the answer before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CloseIdle {
    /// Right after the answer.
    Now,
    /// When the next request arrives, before any byte of it is read.
    AtNextRequest,
}

impl Step {
    /// Reads the files that the step names, relative to a folder, so that it stands for itself.
    pub fn resolve(mut self, folder: &Path) -> io::Result<Self> {
        let read = |name: String| {
            let path = folder.join(name);
            let bytes = fs::read(&path)
                .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))?;
            io::Result::Ok(STANDARD.encode(bytes))
        };
        if let Some(name) = self.body_file.take() {
            self.body_base64 = Some(read(name)?);
        }
        if let Some(name) = self.sse_file.take() {
            self.sse_base64 = Some(read(name)?);
        }
        Ok(self)
    }
}

impl From<&str> for ProblemStep {
    fn from(suffix: &str) -> Self {
        Self::Suffix(suffix.to_owned())
    }
}

impl From<&str> for HeaderValues {
    fn from(value: &str) -> Self {
        Self::One(value.to_owned())
    }
}

impl Serialize for CloseIdle {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Now => serializer.serialize_bool(true),
            Self::AtNextRequest => serializer.serialize_str("at_next_request"),
        }
    }
}

impl<'de> Deserialize<'de> for CloseIdle {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Value::deserialize(deserializer)? {
            Value::Bool(true) => Ok(Self::Now),
            Value::String(when) if when == "at_next_request" => Ok(Self::AtNextRequest),
            other => Err(serde::de::Error::custom(format!("close_idle is true or at_next_request, not {other}"))),
        }
    }
}

/// Tells a null that was written from a key that was not.
fn given<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}
