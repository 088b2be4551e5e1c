use std::time::Duration;

use crate::ErrorKind;

/// What went wrong with one attempt, as far as the decision needs to know.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Failure {
    /// The server, or its token endpoint, answered with an error instead of a result.
    Refused {
        /// The row of the error catalogue.
        kind: ErrorKind,
        /// How long the server asks to wait.
        retry_after: Option<Duration>,
        /// The body itself says `retryable: false`: stops a repeat that the table would allow. A `true` allows nothing.
        forbids_repeat: bool,
    },
    /// The connection was never established, or was closed before any byte of the request was read.
    NotConnected,
    /// The connection was lost after the request left and before a response came.
    ConnectionLost,
    /// One of the client's own limits passed.
    Timeout(TimeoutPhase),
    /// A success status whose body was cut short or is not what the endpoint promises.
    Undecodable,
    /// A stream was accepted and its connection was lost before the first event.
    StreamLostBeforeFirstEvent,
    /// A stream's connection was lost after its first event, or nothing more came on it.
    StreamLost,
    /// A stream failed otherwise after its first event, without saying why.
    StreamBroken,
    /// A stream was asked for again to go on with its replay, and the answer is not marked as one.
    NotAReplay,
    /// A stream was asked for again to go on with its replay, which does not begin with what was delivered.
    ReplayDiffers,
    /// A stream was accepted, and one of its events said that it failed.
    StreamFailed(FailureEvent),
    /// The caller cancelled.
    Cancelled,
    /// Refused by the client itself, without a request: a cooldown.
    RefusedLocally,
    /// Refused by the client's own circuit breaker, without a request.
    CircuitOpen,
    /// An output that is whole, and not what it was to be parsed as.
    Malformed,
    /// An output that was to be parsed, and that the token limit cut off.
    Truncated,
    /// The model declined, or a filter held its output back.
    Declined,
}

impl Failure {
    pub(super) fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::Refused { retry_after, .. } => *retry_after,
            _ => None,
        }
    }

    pub(super) fn forbids_repeat(&self) -> bool {
        matches!(self, Self::Refused { forbids_repeat: true, .. })
    }
}

/// The event by which a stream says that it failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FailureEvent {
    /// It is `response.failed`; otherwise an error event.
    pub is_response_failed: bool,
    /// What it says itself in `retryable`.
    pub retryable: Option<bool>,
    /// What its code and status say of the cause.
    pub cause: FailureCause,
}

/// What an event's code and status say of why a stream failed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FailureCause {
    /// The request itself: it would fail again everywhere.
    Request,
    /// The server has too much to do.
    Overloaded,
    /// Something broke in the server.
    Internal,
    /// Something else, or it does not say.
    #[default]
    Other,
}

impl FailureEvent {
    /// Whether another route may do better.
    pub(super) fn is_retryable(self) -> bool {
        match (self.cause, self.retryable) {
            (FailureCause::Request, _) | (_, Some(false)) => false,
            (_, Some(true)) | (FailureCause::Overloaded | FailureCause::Internal, None) => true,
            (FailureCause::Other, None) => self.is_response_failed,
        }
    }
}

/// What a client was waiting for when its limit passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeoutPhase {
    /// The connection: nothing was sent.
    Connect,
    /// The response.
    Response,
    /// The first event of a stream that was accepted.
    Idle,
    /// The first output event of a stream whose earlier events were no output.
    FirstOutput,
    /// The call's own limit, over all attempts and waits.
    Call,
}

impl TimeoutPhase {
    /// The stable name, as it stands in errors.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Connect => "connect",
            Self::Response => "response",
            Self::Idle => "idle",
            Self::FirstOutput => "first_output",
            Self::Call => "call",
        }
    }
}
