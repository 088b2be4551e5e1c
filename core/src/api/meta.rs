use std::time::Duration;

use serde::{Serialize, Serializer};

use crate::wire::headers::{RateLimit, ResponseHeaders};

/// What every answer and every error says about how it came to be.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Meta {
    /// The server's id of the request that was answered, for its support team.
    pub request_id: Option<String>,
    /// The id of the trace that the request belongs to.
    pub trace_id: Option<String>,
    /// The replica that the caller pinned, as the server echoes it.
    pub instance: Option<String>,
    /// The replica that served the request.
    pub instance_id: Option<String>,
    /// The budget of this window, as of the answer.
    pub rate_limit: Option<RateLimit>,
    /// Request fields that the server did not use. `None` if it did not say.
    pub ignored_parameters: Option<Vec<String>>,
    /// The answer is a stored one: no model ran and nothing was billed for it.
    pub idempotent_replay: bool,
    /// The request id of the generation that was billed, when this is a replay.
    pub idempotent_replay_of: Option<String>,
    /// HTTP requests sent for this call. Token requests are not counted; 0 when refused before sending.
    pub attempts: u32,
    /// Time spent asleep on purpose, without network time.
    #[serde(rename = "waited_s", serialize_with = "seconds")]
    pub waited_for: Duration,
    /// Time from the start of the call to its end.
    #[serde(rename = "elapsed_s", serialize_with = "seconds")]
    pub elapsed: Duration,
    /// The route that answered, when the call named routes.
    pub route: Option<String>,
    /// How often a Responses stream skipped sequence numbers. Not an error: some servers drop events they need not send.
    pub sequence_gaps: u32,
    /// What was taken away around the JSON of a parsed answer; `None` if nothing was.
    pub stripped: Option<String>,
    /// The model or route that was asked first, when the answer is another one's.
    pub fallback_from: Option<String>,
    /// One entry for each attempt, in order. While a call runs, and if it was cancelled, the last may be unfinished.
    pub history: Vec<AttemptRecord>,
}

impl Meta {
    pub(crate) fn set_headers(&mut self, headers: ResponseHeaders) {
        self.request_id = headers.request_id;
        self.trace_id = headers.trace_id;
        self.instance = headers.instance;
        self.instance_id = headers.instance_id;
        self.rate_limit = headers.rate_limit;
        self.ignored_parameters = headers.ignored_parameters;
        self.idempotent_replay = headers.idempotent_replay;
        self.idempotent_replay_of = headers.idempotent_replay_of;
    }
}

/// One attempt of a call.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct AttemptRecord {
    /// The route it took, when the call named routes.
    pub route: Option<String>,
    /// The response's status, if one came.
    pub status: Option<u16>,
    /// The kind of failure by its catalogue name; `None` for a success.
    pub kind: Option<&'static str>,
    /// The server's id of this request.
    pub request_id: Option<String>,
    /// How long the call slept before this attempt.
    #[serde(rename = "waited_before_s", serialize_with = "seconds")]
    pub waited_before: Duration,
    /// How long the attempt took.
    #[serde(rename = "duration_s", serialize_with = "seconds")]
    pub duration: Duration,
    /// Why the next attempt was or was not made; `None` for a success.
    pub reason: Option<&'static str>,
}

pub(crate) fn seconds<S: Serializer>(duration: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(duration.as_secs_f64())
}

// The signature is serde's: `serialize_with` hands over a reference to the field.
#[allow(clippy::ref_option)]
pub(crate) fn optional_seconds<S: Serializer>(duration: &Option<Duration>, serializer: S) -> Result<S::Ok, S::Error> {
    match duration {
        Some(duration) => seconds(duration, serializer),
        None => serializer.serialize_none(),
    }
}
