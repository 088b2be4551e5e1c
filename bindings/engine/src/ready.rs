//! A queue of calls that have something to pull, for languages that must not park a thread for each call.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::CallId;

/// Calls that have something to pull, each listed once until it is taken.
#[derive(Default)]
pub struct Ready {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    calls: VecDeque<CallId>,
    woken: bool,
}

impl Ready {
    /// An empty queue.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Waits at most `timeout` for calls to become ready, and takes up to `most` of them. Empty after the time or a
    /// [`Ready::wake`].
    pub fn next(&self, most: usize, timeout: Duration) -> Vec<CallId> {
        let until = Instant::now().checked_add(timeout);
        let mut state = self.lock();
        while state.calls.is_empty() && !state.woken {
            let left = until.map_or(Duration::MAX, |until| until.saturating_duration_since(Instant::now()));
            if left.is_zero() {
                break;
            }
            let waited = self.changed.wait_timeout(state, left.min(Duration::from_hours(1)));
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        state.woken = false;
        let taken = most.min(state.calls.len());
        state.calls.drain(..taken).collect()
    }

    /// Makes the waiting [`Ready::next`], or else the next one, return at once.
    pub fn wake(&self) {
        self.lock().woken = true;
        self.changed.notify_all();
    }

    /// Lists a call; the caller makes sure that it is not listed already.
    pub(crate) fn push(&self, call: CallId) {
        self.lock().calls.push_back(call);
        self.changed.notify_one();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_come_in_order_and_no_more_than_asked_for() {
        let ready = Ready::new();
        for call in 1..=3 {
            ready.push(call);
        }
        assert_eq!(ready.next(2, Duration::ZERO), [1, 2]);
        assert_eq!(ready.next(2, Duration::ZERO), [3]);
        assert!(ready.next(2, Duration::ZERO).is_empty());
    }

    #[test]
    fn a_wake_ends_a_wait_that_nothing_else_would_end() {
        let ready = Ready::new();
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| ready.next(1, Duration::MAX));
            ready.wake();
            assert!(waiting.join().unwrap().is_empty());
        });
    }
}
