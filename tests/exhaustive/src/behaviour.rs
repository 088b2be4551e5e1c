//! What a server may do with one request.

use serde_json::{Value, json};

/// One behaviour, as a step of the embedded gateway's script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Behaviour {
    Answers,
    RefusesForRate,
    RefusesForBackend,
    RefusesForCapacity,
    RefusesTheRequest,
    SaysInProgress,
    FailsBeforeBilling,
    FailsAfterBilling,
    UpstreamFails,
    DropsBeforeBilling,
    DropsAfterBilling,
    ResetsAfterBilling,
    BreaksMidway,
    AnswersMalformed,
    ModelBreaks,
}

impl Behaviour {
    pub(crate) const ALL: [Self; 15] = [
        Self::Answers,
        Self::RefusesForRate,
        Self::RefusesForBackend,
        Self::RefusesForCapacity,
        Self::RefusesTheRequest,
        Self::SaysInProgress,
        Self::FailsBeforeBilling,
        Self::FailsAfterBilling,
        Self::UpstreamFails,
        Self::DropsBeforeBilling,
        Self::DropsAfterBilling,
        Self::ResetsAfterBilling,
        Self::BreaksMidway,
        Self::AnswersMalformed,
        Self::ModelBreaks,
    ];

    pub(crate) fn step(self) -> Value {
        match self {
            Self::Answers => json!({"gateway": true}),
            Self::RefusesForRate => json!({"problem": "rate-limit-exceeded-requests", "headers": {"Retry-After": "7"}}),
            Self::RefusesForBackend => json!({"problem": "backend-unavailable"}),
            Self::RefusesForCapacity => json!({"problem": "capacity-exhausted"}),
            Self::RefusesTheRequest => json!({"problem": "context-exceeded"}),
            Self::SaysInProgress => json!({"problem": "idempotency-in-progress", "headers": {"Retry-After": "3"}}),
            Self::FailsBeforeBilling => json!({"status": 500, "body": {"error": {"message": "it broke"}}}),
            Self::FailsAfterBilling => json!({"gateway": true, "status": 500}),
            Self::UpstreamFails => json!({"problem": "upstream-error"}),
            Self::DropsBeforeBilling => json!({"close": "before_headers"}),
            Self::DropsAfterBilling => json!({"gateway": true, "close": "before_headers"}),
            Self::ResetsAfterBilling => json!({"gateway": true, "close": "reset", "close_after_bytes": 0}),
            Self::BreaksMidway => json!({"gateway": true, "close_after_bytes": 300}),
            Self::AnswersMalformed => {
                json!({"text": "{\"choices\": [", "headers": {"Content-Type": "application/json"}})
            }
            Self::ModelBreaks => json!({"gateway": true, "model_breaks_after": 1}),
        }
    }
}
