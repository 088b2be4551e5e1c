//! Section 7: what a timeout or a broken stream leads to because its caller asked for it.

use super::{CallState, Failure, Reason, RetryPolicy, TimeoutPhase, Verdict};

/// Where a call stands that is repeated once after a timeout, and then goes to a fallback.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "each flag is an independent fact of the table in decisions.md")]
pub struct Fallbacks {
    /// The model that the call is on has timed out before.
    pub timed_out: bool,
    /// A later fallback is there that is not left alone.
    pub left: bool,
    /// The request stores, continues, or names what only its first way knows.
    pub stateful: bool,
}

/// What a caller's own choice makes of a failure; none where the table has the word.
pub(super) fn verdict(failure: &Failure, state: &CallState, policy: &RetryPolicy) -> Option<Verdict> {
    match *failure {
        Failure::StreamLost if state.resumes => Some(Verdict::Resume(Reason::StreamResumed)),
        Failure::Timeout(phase) => timed_out(phase, state, policy),
        Failure::StreamLostBeforeFirstEvent if state.has_key => None,
        Failure::StreamFailed(event) if state.starts_anew && !event.is_retryable() => {
            Some(Verdict::Raise(Reason::NotRetryable))
        }
        Failure::StreamLostBeforeFirstEvent
        | Failure::StreamLost
        | Failure::StreamBroken
        | Failure::StreamFailed(_)
            if state.starts_anew =>
        {
            Some(Verdict::Repeat(Reason::StartedAnew))
        }
        _ => None,
    }
}

fn timed_out(phase: TimeoutPhase, state: &CallState, policy: &RetryPolicy) -> Option<Verdict> {
    if matches!(phase, TimeoutPhase::Connect | TimeoutPhase::Call) {
        return None;
    }
    match state.fallbacks {
        Some(_) if state.delivered && phase == TimeoutPhase::FirstOutput => {
            Some(Verdict::Raise(Reason::EventsReleased))
        }
        Some(fallbacks) if !state.delivered => {
            let once_more = !fallbacks.timed_out && state.attempts < policy.max_attempts;
            Some(match (once_more, state.has_key) {
                (true, true) => Verdict::Repeat(Reason::TimeoutWithKey),
                (true, false) => Verdict::Repeat(Reason::TimeoutMayBillTwice),
                (false, _) => fall_back(fallbacks, Reason::TimedOut),
            })
        }
        _ if phase == TimeoutPhase::Idle && state.starts_anew && !state.has_key => {
            Some(Verdict::Repeat(Reason::StartedAnew))
        }
        _ => None,
    }
}

/// The running original of a key has been waited for as long as one request may take: for a call with fallbacks, that is a
/// timeout like any other.
pub(super) fn outlasted(state: &CallState, policy: &RetryPolicy) -> Option<Verdict> {
    let fallbacks = state.fallbacks.filter(|_| !state.delivered && state.collecting >= policy.request_limit)?;
    Some(fall_back(fallbacks, Reason::InProgressOutlasted))
}

fn fall_back(fallbacks: Fallbacks, reason: Reason) -> Verdict {
    if fallbacks.stateful {
        Verdict::Raise(Reason::Stateful)
    } else if !fallbacks.left {
        Verdict::Raise(Reason::NoFallbackLeft)
    } else {
        Verdict::FallBack(reason)
    }
}
