//! What a server may do with one request, as a step of the embedded gateway's script.

use serde_json::{Value, json};

use crate::options::{Options, Shape};

/// No clock of a run gets this far.
const FOR_EVER_MS: u64 = 100_000_000;

/// What is said by an answer that is marked as a replay and is none of this call's.
pub(crate) const ANOTHER: &str = "uno dos tres";
/// An output that fits no schema of these calls.
pub(crate) const MISFIT: &str = "{}";
/// An output that fits, and is not what was asked first.
pub(crate) const MENDED: &str = r#"{"said": "mended"}"#;

/// One behaviour. `AfterBilling` is the same as seen from the client, and a generation was billed for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Behaviour {
    Answers,
    RefusesForRate,
    AsksForTooLong,
    RefusesForBackend,
    RefusesForCapacity,
    RefusesForCapacityAfterBilling,
    RefusesTheRequest,
    /// Refuses, and closes the connection when the next request comes on it, unread.
    RefusesAndHangsUp,
    SaysInProgress,
    SaysNotRetained,
    SaysKeyReuse,
    Fails(u16),
    FailsAfterBilling(u16),
    UpstreamFails,
    UpstreamFailsAfterBilling,
    ModelBreaksAtOnce,
    ModelBreaks,
    ModelBreaksLate,
    /// The connection goes before the client learns that the model broke, which released the key.
    ModelBreaksUnseen,
    DropsBeforeBilling,
    DropsAfterBilling,
    ResetsAfterBilling,
    DropsAfterHeaders,
    /// Closes the connection while the model still runs: a repeat under the key finds it in progress.
    DropsWhileGenerating,
    StallsBeforeBilling,
    StallsAfterBilling,
    /// The model takes longer than the client waits: a repeat under the key finds it in progress.
    GeneratesSlowly,
    StallsBeforeFirstEvent,
    StallsBeforeOutput,
    StallsMidway,
    StallsAfterFinish,
    BreaksBeforeOutput,
    BreaksWhileGenerating,
    BreaksMidway,
    ResetsMidway,
    BreaksAfterFinish,
    /// The connection goes midway, and so does the model, which releases the key.
    ModelBreaksMidwayUnseen,
    FailsInBandBeforeOutput,
    SendsDamaged,
    SendsDamagedEvent,
    RefusesPolitely,
    ReplaysAnother,
    OutputMisfits,
    OutputFits,
    OutputTruncated,
}

use Behaviour as B;

const EITHER: &[Behaviour] = &[
    B::Answers,
    B::RefusesForRate,
    B::AsksForTooLong,
    B::RefusesForBackend,
    B::RefusesForCapacity,
    B::RefusesForCapacityAfterBilling,
    B::RefusesTheRequest,
    B::RefusesAndHangsUp,
    B::SaysInProgress,
    B::SaysNotRetained,
    B::SaysKeyReuse,
    B::Fails(500),
    B::Fails(502),
    B::Fails(503),
    B::Fails(504),
    B::FailsAfterBilling(500),
    B::FailsAfterBilling(502),
    B::FailsAfterBilling(503),
    B::FailsAfterBilling(504),
    B::UpstreamFails,
    B::UpstreamFailsAfterBilling,
    B::ModelBreaksAtOnce,
    B::ModelBreaks,
    B::ModelBreaksUnseen,
    B::DropsBeforeBilling,
    B::DropsAfterBilling,
    B::ResetsAfterBilling,
    B::DropsAfterHeaders,
    B::StallsBeforeBilling,
    B::StallsAfterBilling,
    B::GeneratesSlowly,
    B::BreaksMidway,
    B::SendsDamaged,
    B::RefusesPolitely,
    B::ReplaysAnother,
];

const PLAIN: &[Behaviour] = &[B::ModelBreaksLate];

const STREAM: &[Behaviour] = &[
    B::DropsWhileGenerating,
    B::StallsBeforeFirstEvent,
    B::StallsBeforeOutput,
    B::StallsMidway,
    B::StallsAfterFinish,
    B::BreaksBeforeOutput,
    B::BreaksWhileGenerating,
    B::ResetsMidway,
    B::BreaksAfterFinish,
    B::ModelBreaksMidwayUnseen,
    B::FailsInBandBeforeOutput,
    B::SendsDamagedEvent,
];

const PARSED: &[Behaviour] = &[B::OutputMisfits, B::OutputFits, B::OutputTruncated];

impl Behaviour {
    /// All that a server may do with a call like this.
    pub(crate) fn all(options: Options) -> Vec<Self> {
        let shaped = match options.shape {
            Shape::Plain => PLAIN,
            Shape::Stream => STREAM,
        };
        let parsed = if options.parse.is_some() { PARSED } else { &[] };
        [EITHER, shaped, parsed].concat()
    }

    pub(crate) fn step(self, shape: Shape) -> Value {
        match self {
            B::Answers => json!({"gateway": true}),
            B::RefusesForRate => json!({"problem": "rate-limit-exceeded-requests", "headers": {"Retry-After": "7"}}),
            B::AsksForTooLong => json!({"problem": "rate-limit-exceeded-requests", "headers": {"Retry-After": "61"}}),
            B::RefusesForBackend => json!({"problem": "backend-unavailable"}),
            B::RefusesForCapacity => json!({"problem": "capacity-exhausted"}),
            B::RefusesForCapacityAfterBilling => json!({"gateway": true, "problem": "capacity-exhausted"}),
            B::RefusesTheRequest => json!({"problem": "context-exceeded"}),
            B::RefusesAndHangsUp => json!({"problem": "backend-unavailable", "close_idle": "at_next_request"}),
            B::SaysInProgress => json!({"problem": "idempotency-in-progress", "headers": {"Retry-After": "3"}}),
            B::SaysNotRetained => json!({"gateway": true, "problem": "idempotency-response-not-retained"}),
            B::SaysKeyReuse => json!({"problem": "idempotency-key-reuse"}),
            B::Fails(status) => json!({"status": status, "body": {"error": {"message": "it broke"}}}),
            B::FailsAfterBilling(status) => json!({"gateway": true, "status": status, "body": {"error": {}}}),
            B::UpstreamFails => json!({"problem": "upstream-error"}),
            B::UpstreamFailsAfterBilling => json!({"gateway": true, "problem": "upstream-error"}),
            B::ModelBreaksAtOnce => json!({"gateway": true, "model_breaks_after": 0}),
            B::ModelBreaks => json!({"gateway": true, "model_breaks_after": 1}),
            // Past half of what a request may take.
            B::ModelBreaksLate => json!({"gateway": true, "model_breaks_after": 1, "generation_ms": 3000}),
            B::ModelBreaksUnseen => json!({"gateway": true, "model_breaks_after": 1, "close": "before_headers"}),
            B::DropsBeforeBilling => json!({"close": "before_headers"}),
            B::DropsAfterBilling => json!({"gateway": true, "close": "before_headers"}),
            B::ResetsAfterBilling => json!({"gateway": true, "close": "reset"}),
            B::DropsAfterHeaders => json!({"gateway": true, "close": "after_headers"}),
            B::DropsWhileGenerating => json!({"gateway": true, "close": "before_headers", "generation_ms": 2500}),
            B::StallsBeforeBilling => json!({"hang": true}),
            B::StallsAfterBilling => json!({"gateway": true, "hang": true}),
            B::GeneratesSlowly => json!({"gateway": true, "generation_ms": 6500}),
            _ => self.later_step(shape),
        }
    }

    /// What happens once an answer has begun.
    fn later_step(self, shape: Shape) -> Value {
        let damaged = json!({"data": "{"});
        match self {
            B::StallsBeforeFirstEvent => pause_after(0),
            B::StallsBeforeOutput => pause_after(1),
            B::StallsMidway => pause_after(3),
            B::StallsAfterFinish => pause_after(5),
            // Within the first word's event, whose bytes are billed where an event's end would be refunded.
            B::BreaksBeforeOutput => json!({"gateway": true, "close_after_bytes": 250}),
            B::BreaksWhileGenerating => json!({"gateway": true, "close_after_events": 1, "generation_ms": 2500}),
            B::BreaksMidway if shape == Shape::Plain => json!({"gateway": true, "close_after_bytes": 100}),
            B::BreaksMidway => json!({"gateway": true, "close_after_events": 3}),
            B::ResetsMidway => json!({"gateway": true, "close_after_events": 3, "close": "reset"}),
            B::BreaksAfterFinish => json!({"gateway": true, "close_after_events": 5}),
            B::ModelBreaksMidwayUnseen => json!({"gateway": true, "close_after_events": 3, "model_breaks_after": 2}),
            B::FailsInBandBeforeOutput => {
                json!({"gateway": true, "sse": [{"data": {"error": {"code": "overloaded_error", "message": "busy"}}}]})
            }
            B::SendsDamaged => {
                json!({"gateway": true, "text": "{\"choices\": [", "headers": {"Content-Type": "application/json"}})
            }
            B::SendsDamagedEvent => json!({"gateway": true, "sse": [delta(&json!({"role": "assistant"})), damaged]}),
            B::RefusesPolitely => says(shape, &json!({"refusal": "I would rather not."}), "stop"),
            B::ReplaysAnother => {
                let mut step = says(shape, &json!({"content": ANOTHER}), "stop");
                step["gateway"] = false.into();
                step["headers"] = json!({"Idempotent-Replay": "true"});
                step
            }
            B::OutputMisfits => says(shape, &json!({"content": MISFIT}), "stop"),
            B::OutputFits => says(shape, &json!({"content": MENDED}), "stop"),
            _ => says(shape, &json!({"content": MISFIT}), "length"),
        }
    }

    /// What this answer says when it is whole; of the gateway itself, what it was asked.
    pub(crate) fn text(self, asked: &'static str) -> &'static str {
        match self {
            B::RefusesPolitely => "",
            B::ReplaysAnother => ANOTHER,
            B::OutputMisfits | B::OutputTruncated => MISFIT,
            B::OutputFits => MENDED,
            _ => asked,
        }
    }

    /// It is an answer that came whole, if its status is that of one.
    pub(crate) fn is_whole(self) -> bool {
        matches!(self, B::Answers | B::RefusesPolitely | B::ReplaysAnother | B::OutputFits)
    }

    /// The client cannot go on before time does.
    pub(crate) fn takes_time(self) -> bool {
        matches!(
            self,
            B::ModelBreaksLate
                | B::StallsBeforeBilling
                | B::StallsAfterBilling
                | B::GeneratesSlowly
                | B::StallsBeforeFirstEvent
                | B::StallsBeforeOutput
                | B::StallsMidway
                | B::StallsAfterFinish
        )
    }

    /// It says that the gateway's own attempts have failed.
    pub(crate) fn says_upstream_error(self) -> bool {
        matches!(
            self,
            B::UpstreamFails
                | B::UpstreamFailsAfterBilling
                | B::ModelBreaksAtOnce
                | B::ModelBreaks
                | B::ModelBreaksLate
        )
    }
}

fn pause_after(events: usize) -> Value {
    json!({"gateway": true, "pause_after_events": {events.to_string(): FOR_EVER_MS}})
}

fn delta(delta: &Value) -> Value {
    json!({"data": {"choices": [{"index": 0, "delta": delta, "finish_reason": null}]}})
}

/// A generation is billed, and this is its answer.
fn says(shape: Shape, message: &Value, finish_reason: &str) -> Value {
    if shape == Shape::Stream {
        let end = json!({"data": {"choices": [{"index": 0, "delta": {}, "finish_reason": finish_reason}]}});
        let events = [delta(&json!({"role": "assistant"})), delta(message), end, json!({"data": "[DONE]"})];
        return json!({"gateway": true, "sse": events});
    }
    let choice = json!({"index": 0, "message": message, "finish_reason": finish_reason});
    json!({"gateway": true, "body": {"id": "c1", "object": "chat.completion", "choices": [choice]}})
}
