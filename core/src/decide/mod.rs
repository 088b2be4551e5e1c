//! When is it safe to try again?
//!
//! One pure function, [`decide`], answers that for every failure of a call. Nothing else in the project repeats a
//! request. It performs no I/O, reads no clock and draws no random number: facts come in, a decision with its reason
//! comes out, so it can be enumerated, tested and mutated.
//!
//! The rule: repeat only where no generation can have happened, or where an idempotency key turns the repeat into a
//! replay.

mod backoff;
pub mod circuit;
mod failure;
mod policy;
mod reason;
mod recourse;
mod state;

use std::time::Duration;

pub use backoff::backoff;
pub use failure::{Failure, FailureCause, FailureEvent, TimeoutPhase};
pub use policy::RetryPolicy;
pub use reason::Reason;
pub use recourse::Fallbacks;
pub use state::{CallState, Routes};

use crate::ErrorKind;
use crate::error_kind::RetryRule;

/// What to do about a failure, and why.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decision {
    /// What to do.
    pub action: Action,
    /// How long to wait first; zero when raising.
    pub wait: Duration,
    /// Why, as a stable code with a sentence.
    pub reason: Reason,
}

/// What to do about a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Send the same request again; counts against `max_attempts`.
    Repeat,
    /// Send the same request again to collect the result of one that is still running; not counted.
    Collect,
    /// Send the request on the next route at once; counts against `max_attempts`.
    NextRoute,
    /// Send the request to the next fallback at once, under a key of its own; its attempts are counted anew.
    FallBack,
    /// Send the same request again, and go on with its replay where the stream broke; counts against `max_attempts`.
    Resume,
    /// Fetch a new token, then send the same request again; not counted.
    RefreshThenRepeat,
    /// Show the model its output and what is wrong with it, in a request of its own; not counted.
    Repair,
    /// Hand the failure to the caller.
    Raise,
}

impl Action {
    /// The stable name, as hooks see it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Repeat => "repeat",
            Self::Collect => "collect",
            Self::NextRoute => "next-route",
            Self::FallBack => "fall-back",
            Self::Resume => "resume",
            Self::RefreshThenRepeat => "refresh",
            Self::Repair => "repair",
            Self::Raise => "raise",
        }
    }
}

/// Decides about `failure`, given where the call stands and what its policy allows.
///
/// `random` is a number in `[0, 1)` that spreads the backoff; the caller draws it.
#[must_use]
pub fn decide(failure: &Failure, state: &CallState, policy: &RetryPolicy, random: f64) -> Decision {
    match verdict(failure, state, policy) {
        Verdict::Raise(reason) => raise(reason),
        Verdict::Refresh => {
            Decision { action: Action::RefreshThenRepeat, wait: Duration::ZERO, reason: Reason::TokenExpired }
        }
        Verdict::Collect => collect(failure, state, policy, random),
        Verdict::Repeat(reason) if may_move(reason, state) => next_route(reason, failure, state, policy),
        Verdict::Repeat(reason) => repeat(reason, failure, state, policy, random),
        Verdict::Replay(reason) => next_route(reason, failure, state, policy),
        Verdict::Resume(reason) => match repeat(reason, failure, state, policy, random) {
            Decision { action: Action::Repeat, wait, reason } => Decision { action: Action::Resume, wait, reason },
            raised => raised,
        },
        Verdict::FallBack(_) | Verdict::Repair if state.passes_deadline(Duration::ZERO) => raise(Reason::Deadline),
        Verdict::FallBack(reason) => Decision { action: Action::FallBack, wait: Duration::ZERO, reason },
        Verdict::Repair => Decision { action: Action::Repair, wait: Duration::ZERO, reason: Reason::MalformedOutput },
    }
}

/// What the table says, before limits of attempts, time and budget are looked at.
enum Verdict {
    Repeat(Reason),
    Collect,
    Refresh,
    /// Section 4: on another route, although the model may have run.
    Replay(Reason),
    /// Section 7: the stream goes on with its replay.
    Resume(Reason),
    /// Section 7: somebody else is asked.
    FallBack(Reason),
    /// Section 7: another request, with another key.
    Repair,
    Raise(Reason),
}

fn verdict(failure: &Failure, state: &CallState, policy: &RetryPolicy) -> Verdict {
    if let Some(verdict) = recourse::verdict(failure, state, policy) {
        return verdict;
    }
    match *failure {
        Failure::Refused { kind, .. } => match refused(kind, state, policy) {
            // The caller has a part of the answer, and will not get the rest.
            Verdict::Raise(_) if state.resuming => Verdict::Raise(Reason::ResumeRefused),
            verdict => verdict,
        },
        Failure::NotConnected => Verdict::Repeat(Reason::NotSent),
        Failure::ConnectionLost | Failure::StreamLostBeforeFirstEvent if state.has_key => {
            Verdict::Repeat(Reason::LostWithKey)
        }
        Failure::ConnectionLost if !state.generates => Verdict::Repeat(Reason::LostRead),
        Failure::StreamLostBeforeFirstEvent if state.routes.is_some() => replay(Reason::ReplayedLoss, state),
        Failure::ConnectionLost | Failure::StreamLostBeforeFirstEvent => Verdict::Raise(Reason::LostWithoutKey),
        Failure::Timeout(phase) => timeout(phase, state),
        Failure::Undecodable if !state.has_key => Verdict::Raise(Reason::UndecodableWithoutKey),
        Failure::Undecodable if state.collected_again => Verdict::Raise(Reason::UndecodableAgain),
        Failure::Undecodable => Verdict::Repeat(Reason::UndecodableWithKey),
        Failure::StreamLost | Failure::StreamBroken | Failure::StreamFailed(_) if state.saw_output => {
            Verdict::Raise(Reason::OutputDelivered)
        }
        Failure::StreamFailed(event) if state.routes.is_some() && event.is_retryable() => {
            replay(Reason::ReplayedFailure, state)
        }
        Failure::StreamFailed(_) if state.routes.is_some() => Verdict::Raise(Reason::NotRetryable),
        Failure::StreamLost | Failure::StreamBroken | Failure::StreamFailed(_) => Verdict::Raise(Reason::StreamBegan),
        Failure::NotAReplay => Verdict::Raise(Reason::NotAReplay),
        Failure::ReplayDiffers => Verdict::Raise(Reason::ReplayDiffers),
        Failure::Cancelled => Verdict::Raise(Reason::Cancelled),
        Failure::RefusedLocally => Verdict::Raise(Reason::RefusedLocally),
        Failure::CircuitOpen => Verdict::Raise(Reason::CircuitOpen),
        Failure::Malformed => malformed(state, policy),
        Failure::Truncated => Verdict::Raise(Reason::OutputTruncated),
        Failure::Declined => Verdict::Raise(Reason::Declined),
    }
}

/// A status of 400 or above, or a problem document under any status.
fn refused(kind: ErrorKind, state: &CallState, policy: &RetryPolicy) -> Verdict {
    match kind.retry() {
        RetryRule::Wait => Verdict::Repeat(Reason::RefusedBeforeGeneration),
        RetryRule::WithKey if state.has_key => Verdict::Repeat(Reason::RefusedWithKey),
        RetryRule::WithKey => Verdict::Raise(Reason::RefusedWithoutKey),
        RetryRule::WaitInProgress if state.has_key => recourse::outlasted(state, policy).unwrap_or(Verdict::Collect),
        RetryRule::WaitInProgress => Verdict::Raise(Reason::InProgressWithoutKey),
        RetryRule::RefreshOnce if !state.can_refresh => Verdict::Raise(Reason::CannotRefresh),
        RetryRule::RefreshOnce if state.refreshed => Verdict::Raise(Reason::RefreshedAlready),
        RetryRule::RefreshOnce => Verdict::Refresh,
        RetryRule::OptInOnce => upstream_error(state, policy),
        RetryRule::Never => Verdict::Raise(match kind {
            ErrorKind::IdempotencyKeyReuse => Reason::KeyReuse,
            ErrorKind::IdempotencyResponseNotRetained => Reason::NotRetained,
            _ => Reason::NotRepeatable,
        }),
    }
}

/// The gateway's own attempts at the backend failed: one more is the caller's choice, and never for a stream or for
/// an attempt that ran past half its limit.
fn upstream_error(state: &CallState, policy: &RetryPolicy) -> Verdict {
    if !policy.retry_upstream_errors {
        Verdict::Raise(Reason::UpstreamNotOptedIn)
    } else if state.streaming {
        Verdict::Raise(Reason::UpstreamStream)
    } else if state.upstream_retried {
        Verdict::Raise(Reason::UpstreamRetried)
    } else if state.attempt_elapsed > policy.request_limit / 2 {
        Verdict::Raise(Reason::UpstreamRanLong)
    } else {
        Verdict::Repeat(Reason::UpstreamOptedIn)
    }
}

fn timeout(phase: TimeoutPhase, state: &CallState) -> Verdict {
    match phase {
        TimeoutPhase::Connect => Verdict::Repeat(Reason::NotSent),
        TimeoutPhase::Response | TimeoutPhase::Idle if state.has_key => Verdict::Repeat(Reason::TimeoutWithKey),
        TimeoutPhase::Response | TimeoutPhase::Idle => Verdict::Raise(Reason::TimeoutWithoutKey),
        TimeoutPhase::FirstOutput => Verdict::Raise(Reason::FirstOutputTimeout),
        TimeoutPhase::Call => Verdict::Raise(Reason::CallTimeLimit),
    }
}

/// An output that does not match is mended once. What was streamed has reached the caller as it came.
fn malformed(state: &CallState, policy: &RetryPolicy) -> Verdict {
    if state.streaming {
        Verdict::Raise(Reason::OutputDelivered)
    } else if state.repairs < policy.max_repairs {
        Verdict::Repair
    } else if state.repairs == 0 {
        Verdict::Raise(Reason::RepairOff)
    } else {
        Verdict::Raise(Reason::RepairFailed)
    }
}

/// A stream that ended before its output is replayed once, if nothing shows that there was a first run.
fn replay(reason: Reason, state: &CallState) -> Verdict {
    let routes = state.routes.unwrap_or_default();
    if routes.saw_usage {
        Verdict::Raise(Reason::UsageSeen)
    } else if routes.stateful {
        Verdict::Raise(Reason::Stateful)
    } else if routes.replayed {
        Verdict::Raise(Reason::ReplayedAlready)
    } else if !routes.left {
        Verdict::Raise(Reason::NoRouteLeft)
    } else if routes.released {
        // Last, since nothing is held back once one of the others holds: it would be given as the reason of them all.
        Verdict::Raise(Reason::EventsReleased)
    } else {
        Verdict::Replay(reason)
    }
}

/// Another route is as good as a wait where no generation can have happened. A repeat that only its key makes safe is
/// not: another gateway does not know the key.
fn may_move(reason: Reason, state: &CallState) -> bool {
    let can_move = state.routes.is_some_and(|routes| routes.left && !routes.stateful);
    can_move && matches!(reason, Reason::RefusedBeforeGeneration | Reason::NotSent)
}

/// Waits for the original request of this key to finish: uncounted, but not for ever.
fn collect(failure: &Failure, state: &CallState, policy: &RetryPolicy, random: f64) -> Decision {
    let wait = failure
        .retry_after()
        .map_or_else(|| backoff(policy, state.collects.saturating_add(1), random), |wait| wait.min(policy.max_backoff));
    if failure.forbids_repeat() {
        raise(Reason::ServerForbids)
    } else if policy.max_backoff.is_zero() {
        raise(Reason::WaitingOff)
    } else if state.time_left.is_none() && state.collecting.saturating_add(wait) > policy.collect_limit {
        raise(Reason::InProgressTooLong)
    } else if state.passes_deadline(wait) {
        raise(Reason::Deadline)
    } else {
        Decision { action: Action::Collect, wait, reason: Reason::InProgress }
    }
}

/// The table allows a repeat; attempts, time and budget may still forbid it.
fn repeat(reason: Reason, failure: &Failure, state: &CallState, policy: &RetryPolicy, random: f64) -> Decision {
    let wait = failure.retry_after().unwrap_or_else(|| backoff(policy, state.attempts, random));
    let attempts_left = reason == Reason::UpstreamOptedIn || state.attempts < policy.max_attempts;
    if failure.forbids_repeat() {
        raise(Reason::ServerForbids)
    } else if !attempts_left && state.resuming {
        raise(Reason::ResumeExhausted)
    } else if !attempts_left {
        raise(Reason::AttemptsExhausted)
    } else if policy.max_backoff.is_zero() {
        raise(Reason::WaitingOff)
    } else if wait > policy.max_backoff {
        raise(Reason::WaitTooLong)
    } else if state.passes_deadline(wait) {
        raise(Reason::Deadline)
    } else if !state.budget_left {
        raise(Reason::RetryBudgetEmpty)
    } else {
        Decision { action: Action::Repeat, wait, reason }
    }
}

/// The table allows another route; attempts and time may still forbid it. There is no wait that could be too long, and no
/// gateway that gets more requests than there are calls, so the budget for repeats does not matter.
fn next_route(reason: Reason, failure: &Failure, state: &CallState, policy: &RetryPolicy) -> Decision {
    if failure.forbids_repeat() {
        raise(Reason::ServerForbids)
    } else if state.attempts >= policy.max_attempts {
        raise(Reason::AttemptsExhausted)
    } else if state.passes_deadline(Duration::ZERO) {
        raise(Reason::Deadline)
    } else {
        Decision { action: Action::NextRoute, wait: Duration::ZERO, reason }
    }
}

fn raise(reason: Reason) -> Decision {
    Decision { action: Action::Raise, wait: Duration::ZERO, reason }
}

#[cfg(test)]
mod tests;
