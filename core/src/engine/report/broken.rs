//! What broke a stream that had been accepted.

use std::time::Duration;

use super::{Failed, message, timeout};
use crate::ErrorKind;
use crate::api::error::{Cause, ErrorDetails};
use crate::decide::{Failure, FailureEvent, TimeoutPhase};
use crate::engine::attempt::Attempt;
use crate::engine::stream::{Break, InBand};
use crate::wire::problem::ErrorFacts;

/// RFC 6455, section 7.4.1: the message is too big to process.
const FRAME_TOO_LARGE: u16 = 1009;

/// A stream that was accepted and did not come to its end.
pub(in crate::engine) fn stream_broken(attempt: &Attempt<'_>, cause: Break) -> Failed {
    let record = attempt.record;
    if let Break::InBand(in_band) = &cause {
        record.used(in_band.usage);
    }
    let began = record.saw_events();
    let refusal = match &cause {
        Break::InBand(in_band) => in_band.error.refusal.clone(),
        _ => None,
    };
    let (failure, phase) = match &cause {
        // The server has asked for a new connection before it did anything.
        Break::InBand(in_band) if !began && is_connection_limit(&in_band.error) => (Failure::NotConnected, None),
        Break::InBand(_) if refusal.is_some() => (Failure::Declined, None),
        Break::InBand(in_band) => (Failure::StreamFailed(in_band.event()), None),
        Break::Closed { code: FRAME_TOO_LARGE, reason } if !began => return frame_too_large(reason),
        Break::Closed { code, .. } if !began && means_lost(*code) => (Failure::StreamLostBeforeFirstEvent, None),
        Break::Cancelled => return connection_closed(),
        Break::Lost(_) if !began => (Failure::StreamLostBeforeFirstEvent, None),
        Break::Timeout(TimeoutPhase::Idle) if !began => {
            (Failure::Timeout(TimeoutPhase::Idle), Some(TimeoutPhase::Idle))
        }
        Break::Timeout(TimeoutPhase::FirstOutput) => return timeout(TimeoutPhase::FirstOutput),
        Break::Timeout(TimeoutPhase::Idle) => (Failure::StreamLost, Some(TimeoutPhase::Idle)),
        Break::Timeout(phase) => (Failure::StreamBroken, Some(*phase)),
        Break::Lost(_) => (Failure::StreamLost, None),
        Break::Differs(_) => (Failure::ReplayDiffers, None),
        _ => (Failure::StreamBroken, None),
    };
    let Described { kind, message, facts } = described_break(cause);
    let mut details = ErrorDetails::new(ErrorKind::StreamInterrupted, format!("the stream broke: {message}"));
    details.phase = phase.map(TimeoutPhase::name);
    details.saw_output = Some(record.saw_output());
    details.refusal = refusal;
    details.hint = Some(facts.hint.unwrap_or_else(|| hint_for_broken_stream(record.saw_output()).to_owned()));
    details.status = facts.status;
    details.body = facts.body;
    details.detail = facts.detail;
    details.code.clone_from(&facts.code);
    details.retry_after = facts.retry_after;
    details.request_id = facts.request_id;
    details.cause = Some(Cause { kind: kind.name(), message, code: facts.code });
    Failed::new(failure, details)
}

impl InBand {
    fn event(&self) -> FailureEvent {
        FailureEvent {
            is_response_failed: self.is_response_failed,
            retryable: self.error.retryable,
            cause: self.error.cause,
        }
    }
}

fn is_connection_limit(error: &ErrorFacts) -> bool {
    error.code.as_deref() == Some("websocket_connection_limit_reached")
}

/// RFC 6455, section 7.4.1, and the registered 1012 and 1013: the server goes away, or has to.
fn means_lost(code: u16) -> bool {
    matches!(code, 1000 | 1001 | 1005 | 1006 | 1011 | 1012 | 1013)
}

fn frame_too_large(reason: &str) -> Failed {
    let kind = ErrorKind::RequestTooLarge;
    let mut details =
        ErrorDetails::new(kind, format!("the server closed the WebSocket: the frame is too large {reason}"));
    details.code = Some(FRAME_TOO_LARGE.to_string());
    Failed::new(Failure::Refused { kind, retry_after: None, forbids_repeat: false }, details)
}

/// The caller closed the connection under a running turn.
fn connection_closed() -> Failed {
    Failed::new(
        Failure::Cancelled,
        ErrorDetails::new(ErrorKind::Cancelled, "the caller closed the connection that this response ran on"),
    )
}

#[derive(Default)]
struct BreakFacts {
    status: Option<u16>,
    detail: Option<String>,
    body: Option<String>,
    code: Option<String>,
    hint: Option<String>,
    retry_after: Option<Duration>,
    request_id: Option<String>,
}

struct Described {
    kind: ErrorKind,
    message: String,
    facts: BreakFacts,
}

fn described_break(cause: Break) -> Described {
    let plain = |kind, message| Described { kind, message, facts: BreakFacts::default() };
    match cause {
        Break::Lost(message) => plain(ErrorKind::Connection, message),
        Break::Cancelled => plain(ErrorKind::Cancelled, "the caller closed the connection".to_owned()),
        Break::TooLarge(message) | Break::Differs(message) => plain(ErrorKind::Decode, message),
        Break::Timeout(phase) => plain(ErrorKind::Timeout, timeout(phase).details.message.clone()),
        Break::Undecodable { reason, excerpt } => Described {
            facts: BreakFacts { body: Some(excerpt).filter(|excerpt| !excerpt.is_empty()), ..BreakFacts::default() },
            ..plain(ErrorKind::Decode, format!("an event cannot be read: {reason}"))
        },
        Break::Closed { code, reason } => {
            let kind = if code == FRAME_TOO_LARGE { ErrorKind::RequestTooLarge } else { ErrorKind::Connection };
            let reason = if reason.is_empty() { String::new() } else { format!(": {reason}") };
            Described {
                facts: BreakFacts { code: Some(code.to_string()), ..BreakFacts::default() },
                ..plain(kind, format!("the server closed the WebSocket with code {code}{reason}"))
            }
        }
        Break::InBand(in_band) => {
            let error = in_band.error;
            Described {
                kind: error.kind,
                message: message(&error),
                facts: BreakFacts {
                    status: error.status,
                    detail: error.detail,
                    body: Some(error.body),
                    code: error.code,
                    hint: error.hint,
                    retry_after: error.retry_after,
                    request_id: error.request_id,
                },
            }
        }
    }
}

fn hint_for_broken_stream(saw_output: bool) -> &'static str {
    if saw_output {
        "the partial answer is attached; asking again is a new generation that is billed again"
    } else {
        "nothing was delivered; asking again may be billed as a second generation"
    }
}
