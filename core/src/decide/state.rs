use std::time::Duration;

use super::Fallbacks;

/// Where a call stands when one of its attempts has failed.
#[derive(Clone, Copy, Debug, PartialEq)]
// Each flag is an independent fact of the table in decisions.md, not a state machine.
#[allow(clippy::struct_excessive_bools)]
pub struct CallState {
    /// Attempts that count against `max_attempts`, the failed one included.
    pub attempts: u32,
    /// The request carries an idempotency key.
    pub has_key: bool,
    /// The operation can start a generation; false for the catalogue, usage and the token endpoint.
    pub generates: bool,
    /// The answer is a stream.
    pub streaming: bool,
    /// An output event has reached the caller.
    pub saw_output: bool,
    /// The credential can be exchanged for a new token.
    pub can_refresh: bool,
    /// This call has already refreshed its token.
    pub refreshed: bool,
    /// This call has already used its extra attempt after a 502.
    pub upstream_retried: bool,
    /// This call has already repeated because of an undecodable body.
    pub collected_again: bool,
    /// How often this call has had its output mended.
    pub repairs: u32,
    /// How often this call has waited for a request in progress.
    pub collects: u32,
    /// How long this call has waited for a request in progress.
    pub collecting: Duration,
    /// How long the failed attempt took.
    pub attempt_elapsed: Duration,
    /// What is left of the call's own time limit; none if it has no limit.
    pub time_left: Option<Duration>,
    /// The retry budget can pay for a repeat.
    pub budget_left: bool,
    /// The routes that the caller named; none if it named none.
    pub routes: Option<Routes>,
    /// Events of this call, of whichever attempt, have reached the caller.
    pub delivered: bool,
    /// What a timeout leads to; none if the caller asked for nothing.
    pub fallbacks: Option<Fallbacks>,
    /// The caller wants a stream that is lost to go on with its replay.
    pub resumes: bool,
    /// This call is going on with the replay of a stream that was lost.
    pub resuming: bool,
    /// The caller wants a stream that breaks to be started anew, and nothing of it has reached the caller.
    pub starts_anew: bool,
}

/// Where a call stands among the routes that its caller named.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "each flag is an independent fact of the table in decisions.md")]
pub struct Routes {
    /// A later route is there that is not cooling down.
    pub left: bool,
    /// The request is bound to its route: it stores, continues, or names what only its origin knows.
    pub stateful: bool,
    /// This call was replayed already.
    pub replayed: bool,
    /// Events of the failed attempt have reached the caller.
    pub released: bool,
    /// The failed attempt has reported usage.
    pub saw_usage: bool,
}

impl CallState {
    /// Whether the call's time limit would pass during `wait`.
    pub(super) fn passes_deadline(&self, wait: Duration) -> bool {
        self.time_left.is_some_and(|left| wait >= left)
    }
}

impl Default for CallState {
    /// A first attempt without a key that failed at once.
    fn default() -> Self {
        Self {
            attempts: 1,
            has_key: false,
            generates: true,
            streaming: false,
            saw_output: false,
            can_refresh: true,
            refreshed: false,
            upstream_retried: false,
            collected_again: false,
            repairs: 0,
            collects: 0,
            collecting: Duration::ZERO,
            attempt_elapsed: Duration::ZERO,
            time_left: None,
            budget_left: true,
            routes: None,
            delivered: false,
            fallbacks: None,
            resumes: false,
            resuming: false,
            starts_anew: false,
        }
    }
}
