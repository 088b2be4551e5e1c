//! The opt-in circuit breaker: when a model of a gateway is left alone, and when it is tried again.

use std::collections::VecDeque;
use std::time::Duration;

use serde::Serialize;

use super::{Failure, TimeoutPhase};
use crate::error_kind::RetryRule;

const SERVER_ERROR: u16 = 500;

/// When a circuit opens, and for how long. Opt-in, for providers that have no breaker of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CircuitPolicy {
    /// Failures within `window` that open it. Default 5.
    pub failures: u32,
    /// Failures count together that are no further apart. Default 10 s.
    pub window: Duration,
    /// How long it stays open before one call may try. Default 30 s.
    pub open_for: Duration,
}

impl Default for CircuitPolicy {
    fn default() -> Self {
        Self { failures: 5, window: Duration::from_secs(10), open_for: Duration::from_secs(30) }
    }
}

/// The circuit breaker of one model at one gateway. All times are readings of one clock.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Circuit {
    state: State,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum State {
    /// Calls pass. The failures of the running window, the oldest first.
    Closed { failures: VecDeque<Duration> },
    /// No call passes until the clock reads `until`; then one may try.
    Open { until: Duration },
    /// One call tries.
    HalfOpen,
}

/// What a circuit is, for those who look at it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum CircuitState {
    /// Calls pass.
    Closed,
    /// Calls are refused without a request.
    Open,
    /// One call tries, and the others are refused.
    HalfOpen,
}

/// Whether a call may pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Admission {
    /// It may.
    Passes,
    /// It may, and decides what becomes of the circuit.
    Probes,
    /// It may not, for so long; zero while another call tries.
    Refused(Duration),
}

/// How a call that was let through ended, as far as a circuit cares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The gateway answered as it should.
    Answered,
    /// It could not: a failure that no waiting answers.
    Failed,
    /// It ended otherwise: refused, cancelled, rate limited.
    Neither,
}

impl CircuitState {
    /// The stable name, as it stands in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Closed => "closed",
            Self::Open => "open",
            Self::HalfOpen => "half_open",
        }
    }
}

impl Default for State {
    fn default() -> Self {
        Self::Closed { failures: VecDeque::new() }
    }
}

impl Circuit {
    /// What it is at `now`. One whose time is over counts as half open: the next call tries.
    #[must_use]
    pub fn state(&self, now: Duration) -> CircuitState {
        match self.state {
            State::Closed { .. } => CircuitState::Closed,
            State::Open { until } if now < until => CircuitState::Open,
            State::Open { .. } | State::HalfOpen => CircuitState::HalfOpen,
        }
    }

    /// How long calls are refused from `now` on, without asking to pass: zero while another call tries.
    #[must_use]
    pub fn refuses(&self, now: Duration) -> Option<Duration> {
        match self.state {
            State::Closed { .. } => None,
            State::Open { until } => until.checked_sub(now).filter(|left| !left.is_zero()),
            State::HalfOpen => Some(Duration::ZERO),
        }
    }

    /// Whether a call may pass at `now`. A call that probes must be followed by [`Circuit::ended`], whatever becomes of it.
    pub fn admit(&mut self, now: Duration) -> Admission {
        if let Some(left) = self.refuses(now) {
            return Admission::Refused(left);
        }
        match self.state {
            State::Closed { .. } => Admission::Passes,
            State::Open { .. } | State::HalfOpen => {
                self.state = State::HalfOpen;
                Admission::Probes
            }
        }
    }

    /// A call that was let through as `admission` says has ended at `now`.
    pub fn ended(&mut self, policy: &CircuitPolicy, admission: Admission, outcome: Outcome, now: Duration) {
        let open = || State::Open { until: now.saturating_add(policy.open_for) };
        match (admission, &mut self.state, outcome) {
            (Admission::Probes, State::HalfOpen, Outcome::Answered) => self.state = State::default(),
            (Admission::Probes, State::HalfOpen, Outcome::Failed) => self.state = open(),
            // It has learnt nothing: the next call tries.
            (Admission::Probes, State::HalfOpen, Outcome::Neither) => self.state = State::Open { until: now },
            (Admission::Passes, State::Closed { failures }, Outcome::Failed) => {
                failures.push_back(now);
                while failures.front().is_some_and(|first| now.saturating_sub(*first) > policy.window) {
                    failures.pop_front();
                }
                if failures.len() >= usize::try_from(policy.failures).unwrap_or(usize::MAX) {
                    self.state = open();
                }
            }
            // A call that was let through before it opened says nothing about it now.
            _ => {}
        }
    }
}

/// What `failure`, which came with `status`, is to a circuit. What waiting answers, and what is said about the request or
/// by the caller, does not count.
#[must_use]
pub fn outcome(failure: &Failure, status: Option<u16>) -> Outcome {
    let failed = match failure {
        // An answer, if not the one that was hoped for.
        Failure::Malformed | Failure::Truncated | Failure::Declined => return Outcome::Answered,
        // Of a stream that had output, the circuit knows already that it was answered.
        Failure::NotConnected | Failure::ConnectionLost | Failure::StreamLostBeforeFirstEvent | Failure::StreamLost => {
            true
        }
        Failure::Timeout(phase) => *phase != TimeoutPhase::Call,
        Failure::Refused { kind, .. } => {
            status.is_some_and(|status| status >= SERVER_ERROR) && kind.retry() != RetryRule::Wait
        }
        _ => false,
    };
    if failed { Outcome::Failed } else { Outcome::Neither }
}

#[cfg(test)]
mod tests;
