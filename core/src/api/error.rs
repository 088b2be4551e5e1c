use std::fmt;
use std::time::Duration;

use serde::Serialize;

use crate::ErrorKind;
use crate::api::meta::{Meta, optional_seconds};
use crate::decide::Reason;
use crate::wire::refusal::Refusal;
use crate::wire::usage::Usage;

/// The result of a call.
pub type Result<T> = std::result::Result<T, Error>;

/// Everything that can go wrong with a call, by family. Each carries the same [`ErrorDetails`].
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The server refused, or failed, with an error of its own; `kind` says which.
    #[error("{0}")]
    Api(ApiError),
    /// The token endpoint refused the credential.
    #[error("{0}")]
    OAuth(Box<ErrorDetails>),
    /// A setting is missing or unusable.
    #[error("{0}")]
    Configuration(Box<ErrorDetails>),
    /// The request was refused before anything was sent.
    #[error("{0}")]
    InvalidRequest(Box<ErrorDetails>),
    /// The request never produced a response; `sent` says whether it left.
    #[error("{0}")]
    Connection(Box<ErrorDetails>),
    /// One of the client's own limits passed; `phase` says which.
    #[error("{0}")]
    Timeout(Box<ErrorDetails>),
    /// A stream failed after it began; `partial` holds what had arrived.
    #[error("{0}")]
    StreamInterrupted(Box<ErrorDetails>),
    /// A success status whose body is not what the endpoint promises.
    #[error("{0}")]
    Decode(Box<ErrorDetails>),
    /// The caller cancelled.
    #[error("{0}")]
    Cancelled(Box<ErrorDetails>),
    /// Any other kind of the catalogue that has no family of its own; see `kind`.
    #[error("{0}")]
    Other(Box<ErrorDetails>),
}

/// An error that the server answered with.
pub type ApiError = Box<ErrorDetails>;

/// What is known about an error. Serialises to the same JSON in every language.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct ErrorDetails {
    /// The row of the error catalogue.
    #[serde(serialize_with = "kind_name")]
    pub kind: ErrorKind,
    /// One line that names the thing, the cause and the remedy.
    pub message: String,
    /// Two lines: what happened and what was tried; why it was not repeated and what to do.
    pub explain: String,
    /// The HTTP status, if a response came.
    pub status: Option<u16>,
    /// The problem document's `type`.
    #[serde(rename = "type")]
    pub problem_type: Option<String>,
    /// The problem document's title.
    pub title: Option<String>,
    /// The server's own explanation of this occurrence.
    pub detail: Option<String>,
    /// The server's own code of the error, for example `rate_limit_exceeded`; the close code of a WebSocket.
    pub code: Option<String>,
    /// What the caller can do.
    pub hint: Option<String>,
    /// Advice: whether the same call may succeed later without risk of a second bill.
    pub retryable: bool,
    /// How long to stay away, as the server or the cooldown says.
    #[serde(rename = "retry_after_s", serialize_with = "optional_seconds")]
    pub retry_after: Option<Duration>,
    /// Why the request was not repeated.
    #[serde(serialize_with = "reason")]
    pub reason: Option<Reason>,
    /// Refused by the client itself, without a request.
    pub local: bool,
    /// For connection errors: whether the request had left.
    pub sent: Option<bool>,
    /// For timeouts: what was being waited for.
    pub phase: Option<&'static str>,
    /// The setting or request field that was refused.
    pub field: Option<String>,
    /// The code of an OAuth refusal.
    pub oauth_error: Option<String>,
    /// The server's id of the request, for its support team.
    pub request_id: Option<String>,
    /// The id of the trace that the request belongs to.
    pub trace_id: Option<String>,
    /// The rate limit's scope.
    pub scope: Option<String>,
    /// The body's text, bounded to 64 KiB.
    pub body: Option<String>,
    /// The fields that the server refused, as it lists them.
    pub errors: Option<serde_json::Value>,
    /// For streams: whether output had reached the caller.
    pub saw_output: Option<bool>,
    /// For streams: what had arrived, unless the caller asked to discard it.
    pub partial: Option<Partial>,
    /// What broke the stream.
    pub cause: Option<Cause>,
    /// For a malformed output: each output that was no answer, in order, and why.
    pub outputs: Option<Vec<MalformedOutput>>,
    /// How the model declined, if it did.
    pub refusal: Option<Refusal>,
    /// How the call went: attempts, waits, ids.
    pub meta: Meta,
}

/// The part of an answer that arrived before a stream broke.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Partial {
    /// The text so far.
    pub content: Option<String>,
    /// The reasoning so far.
    pub reasoning: Option<String>,
    /// Tool calls as far as they arrived: partial, never to be run as they are.
    pub tool_calls: Vec<serde_json::Value>,
    /// Why the model stopped, if it said so.
    pub finish_reason: Option<String>,
    /// Token counts, if they arrived.
    pub usage: Option<Usage>,
}

/// What broke a stream.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Cause {
    /// The kind of failure by its catalogue name.
    pub kind: &'static str,
    /// What happened, in a line.
    pub message: String,
    /// The server's own code of it, if it gave one.
    pub code: Option<String>,
}

/// An output that does not match the schema that was asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct MalformedOutput {
    /// The model's text, as it came.
    pub text: String,
    /// What is wrong with it, in a line.
    pub error: String,
}

impl ErrorDetails {
    /// An error of `kind` that says `message`; everything else is unset.
    pub(crate) fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
            explain: String::new(),
            status: None,
            problem_type: None,
            title: None,
            detail: None,
            code: None,
            hint: kind.remedy().map(str::to_owned),
            retryable: kind.retryable(),
            retry_after: None,
            reason: None,
            local: false,
            sent: None,
            phase: None,
            field: None,
            oauth_error: None,
            request_id: None,
            trace_id: None,
            scope: None,
            body: None,
            errors: None,
            saw_output: None,
            partial: None,
            cause: None,
            outputs: None,
            refusal: None,
            meta: Meta::default(),
        }
    }

    /// A setting or a field that is refused before anything is sent.
    pub(crate) fn refused_field(kind: ErrorKind, field: impl Into<String>, message: impl fmt::Display) -> Box<Self> {
        let field = field.into();
        let text = if field.is_empty() { message.to_string() } else { format!("{field}: {message}") };
        let mut details = Self::new(kind, text);
        details.field = Some(field).filter(|field| !field.is_empty());
        details.local = true;
        Box::new(details)
    }

    /// Advice: whether the same call may succeed later without risk of a second bill.
    #[must_use]
    pub fn retryable(&self) -> bool {
        self.retryable
    }

    /// Writes the two lines that explain the error, from what the other fields say.
    pub(crate) fn explained(mut self) -> Self {
        let meta = &self.meta;
        let tried = match meta.attempts {
            0 => "nothing was sent".to_owned(),
            1 => "1 attempt".to_owned(),
            attempts => format!("{attempts} attempts, {:.3} s waited", meta.waited_for.as_secs_f64()),
        };
        let id = self.request_id.as_deref().map(|id| format!(", request {id}")).unwrap_or_default();
        let why = self.reason.map(|reason| format!("not repeated: {}", reason.text()));
        let second: Vec<String> = why.iter().chain(&self.hint).map(|part| sentence(part)).collect();
        self.explain = format!("{}: {} ({tried}{id})", self.kind.name(), self.message.trim_end_matches('.'));
        if !second.is_empty() {
            self.explain.push('\n');
            self.explain.push_str(&second.join(" "));
        }
        self
    }
}

impl fmt::Display for ErrorDetails {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.explain)
    }
}

impl Error {
    /// What is known about the error.
    #[must_use]
    pub fn details(&self) -> &ErrorDetails {
        match self {
            Self::Api(details)
            | Self::OAuth(details)
            | Self::Configuration(details)
            | Self::InvalidRequest(details)
            | Self::Connection(details)
            | Self::Timeout(details)
            | Self::StreamInterrupted(details)
            | Self::Decode(details)
            | Self::Cancelled(details)
            | Self::Other(details) => details,
        }
    }

    /// The row of the error catalogue.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.details().kind
    }

    /// Two lines: what happened and what was tried; why it was not repeated and what to do.
    #[must_use]
    pub fn explain(&self) -> &str {
        &self.details().explain
    }
}

impl From<ErrorDetails> for Error {
    fn from(details: ErrorDetails) -> Self {
        Box::new(details).into()
    }
}

impl From<Box<ErrorDetails>> for Error {
    fn from(details: Box<ErrorDetails>) -> Self {
        let details = Box::new(details.explained());
        match details.kind {
            ErrorKind::Configuration => Self::Configuration(details),
            ErrorKind::InvalidRequest => Self::InvalidRequest(details),
            ErrorKind::Connection => Self::Connection(details),
            ErrorKind::Timeout => Self::Timeout(details),
            ErrorKind::StreamInterrupted => Self::StreamInterrupted(details),
            ErrorKind::Decode => Self::Decode(details),
            ErrorKind::Cancelled => Self::Cancelled(details),
            kind if kind.is_a(ErrorKind::OAuth) => Self::OAuth(details),
            kind if kind.is_a(ErrorKind::Api) => Self::Api(details),
            _ => Self::Other(details),
        }
    }
}

/// `text` with a capital first letter and a full stop.
fn sentence(text: &str) -> String {
    let mut characters = text.trim_end_matches('.').chars();
    let first = characters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", characters.as_str())
}

// The signatures are serde's: `serialize_with` hands over a reference to the field.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn kind_name<S: serde::Serializer>(kind: &ErrorKind, serializer: S) -> std::result::Result<S::Ok, S::Error> {
    serializer.serialize_str(kind.name())
}

#[allow(clippy::ref_option, clippy::trivially_copy_pass_by_ref)]
fn reason<S: serde::Serializer>(reason: &Option<Reason>, serializer: S) -> std::result::Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Shown {
        code: &'static str,
        text: &'static str,
    }
    reason.map(|reason| Shown { code: reason.code(), text: reason.text() }).serialize(serializer)
}

impl Error {
    /// An error found before anything is sent, by the layer between a foreign language and the engine.
    #[doc(hidden)]
    #[must_use]
    pub fn refused(kind: ErrorKind, field: &str, message: impl fmt::Display) -> Self {
        ErrorDetails::refused_field(kind, field, message).into()
    }
}
