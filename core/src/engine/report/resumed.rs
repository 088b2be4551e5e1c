//! What is said of a stream that was lost and did not come again.

use super::Failed;
use crate::ErrorKind;
use crate::api::error::{Cause, ErrorDetails};
use crate::decide::Failure;
use crate::engine::record::Record;

/// A stream was asked for again, and what came is not marked as a replay.
pub(in crate::engine) fn not_a_replay(status: u16) -> Failed {
    let message = "the same idempotency key brought an answer that is not marked Idempotent-Replay";
    let mut details = ErrorDetails::new(ErrorKind::StreamInterrupted, message);
    details.status = Some(status);
    let kind = ErrorKind::StreamInterrupted.name();
    details.cause = Some(Cause { kind, message: message.to_owned(), code: None });
    Failed::new(Failure::NotAReplay, details)
}

/// Turns the failure of an attempt to go on with a stream into the error of that stream: its caller has a part of it.
pub(in crate::engine) fn not_resumed(failed: Failed, record: &Record) -> Failed {
    let mut details = failed.details;
    if details.kind != ErrorKind::StreamInterrupted {
        details.cause =
            Some(Cause { kind: details.kind.name(), message: details.message.clone(), code: details.code.clone() });
        details.kind = ErrorKind::StreamInterrupted;
        details.retryable = false;
        details.sent = None;
        details.local = false;
    }
    let why = details.message.strip_prefix("the stream broke: ").unwrap_or(&details.message);
    details.message = format!("the stream broke and could not be resumed: {why}");
    details.saw_output = Some(record.saw_output());
    details.hint = Some(
        "what was delivered is attached; a later call with the same idempotency key may still bring the whole answer"
            .to_owned(),
    );
    Failed { details, ..failed }
}
