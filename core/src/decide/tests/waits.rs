//! How long a repeat waits: section 2 of the decision table.

use std::time::Duration;

use proptest::prelude::*;

use super::super::{Action, CallState, Failure, Reason, RetryPolicy, backoff, decide};
use crate::ErrorKind;

const SECOND: Duration = Duration::from_secs(1);

fn refused(kind: ErrorKind, retry_after: Option<Duration>) -> Failure {
    Failure::Refused { kind, retry_after, forbids_repeat: false }
}

fn rate_limit(retry_after: impl Into<Option<Duration>>) -> Failure {
    refused(ErrorKind::RateLimit, retry_after.into())
}

fn steady() -> RetryPolicy {
    RetryPolicy { jitter: false, max_attempts: 100, ..RetryPolicy::default() }
}

#[test]
fn a_named_wait_is_waited_exactly_and_without_jitter() {
    for random in [0.0, 0.5, 0.999] {
        let policy = RetryPolicy::default();
        let decision = decide(&rate_limit(36 * SECOND), &CallState::default(), &policy, random);
        assert_eq!((decision.action, decision.wait), (Action::Repeat, 36 * SECOND));
    }
}

#[test]
fn a_named_wait_of_nothing_is_no_wait() {
    let decision = decide(&rate_limit(Duration::ZERO), &CallState::default(), &steady(), 0.5);
    assert_eq!((decision.action, decision.wait), (Action::Repeat, Duration::ZERO));
}

#[test]
fn the_longest_wait_is_slept_and_anything_longer_is_raised() {
    let longest = steady().max_backoff;
    let at = decide(&rate_limit(longest), &CallState::default(), &steady(), 0.5);
    assert_eq!((at.action, at.wait), (Action::Repeat, longest));
    let over = decide(&rate_limit(longest + Duration::from_nanos(1)), &CallState::default(), &steady(), 0.5);
    assert_eq!((over.action, over.reason, over.wait), (Action::Raise, Reason::WaitTooLong, Duration::ZERO));
}

#[test]
fn unnamed_waits_double_up_to_the_cap() {
    let waits = [1, 2, 4, 8, 16, 32, 60, 60];
    for (attempt, seconds) in (1..).zip(waits) {
        let state = CallState { attempts: attempt, ..CallState::default() };
        assert_eq!(decide(&rate_limit(None), &state, &steady(), 0.5).wait, seconds * SECOND, "attempt {attempt}");
    }
    assert_eq!(backoff(&steady(), u32::MAX, 0.5), 60 * SECOND);
}

#[test]
fn waiting_for_a_running_original_is_capped_and_counted_by_its_own_waits() {
    let running = |retry_after| refused(ErrorKind::IdempotencyInProgress, retry_after);
    let state = |collects| CallState { has_key: true, collects, attempts: 3, ..CallState::default() };
    let collect =
        |failure, collects| decide(&failure, &state(collects), &RetryPolicy { max_attempts: 3, ..steady() }, 0.5);
    let capped = collect(running(Some(90 * SECOND)), 0);
    assert_eq!((capped.action, capped.wait), (Action::Collect, 60 * SECOND));
    assert_eq!(collect(running(None), 0).wait, SECOND);
    assert_eq!(collect(running(None), 2).wait, 4 * SECOND);
}

#[test]
fn waiting_for_a_running_original_ends_also_without_a_time_limit() {
    let failure = refused(ErrorKind::IdempotencyInProgress, Some(SECOND));
    let limit = steady().collect_limit;
    let state = |collecting| CallState { has_key: true, collecting, ..CallState::default() };
    assert_eq!(decide(&failure, &state(limit.saturating_sub(SECOND)), &steady(), 0.5).action, Action::Collect);
    let late = decide(&failure, &state(limit), &steady(), 0.5);
    assert_eq!((late.action, late.reason), (Action::Raise, Reason::InProgressTooLong));
    let limited = CallState { time_left: Some(2 * SECOND), ..state(limit) };
    assert_eq!(decide(&failure, &limited, &steady(), 0.5).action, Action::Collect);
}

#[test]
fn a_wait_that_ends_with_the_time_limit_passes_it() {
    for (left, action) in [(7 * SECOND, Action::Raise), (7 * SECOND + Duration::from_nanos(1), Action::Repeat)] {
        let state = CallState { time_left: Some(left), ..CallState::default() };
        assert_eq!(decide(&rate_limit(7 * SECOND), &state, &steady(), 0.5).action, action, "{left:?}");
    }
}

#[test]
fn the_attempt_that_ran_half_its_limit_may_still_be_repeated() {
    let policy = RetryPolicy { retry_upstream_errors: true, ..steady() };
    for (elapsed, action) in [(300 * SECOND, Action::Repeat), (301 * SECOND, Action::Raise)] {
        let state = CallState { attempt_elapsed: elapsed, ..CallState::default() };
        assert_eq!(decide(&refused(ErrorKind::Upstream, None), &state, &policy, 0.5).action, action);
    }
}

#[test]
fn the_last_allowed_attempt_is_the_last() {
    let policy = RetryPolicy { max_attempts: 3, ..steady() };
    for (attempts, action) in [(1, Action::Repeat), (2, Action::Repeat), (3, Action::Raise), (4, Action::Raise)] {
        let state = CallState { attempts, ..CallState::default() };
        assert_eq!(decide(&rate_limit(SECOND), &state, &policy, 0.5).action, action, "{attempts}");
    }
}

#[test]
fn jitter_spreads_over_the_upper_half() {
    let policy = RetryPolicy::default();
    assert_eq!(backoff(&policy, 3, 0.0), 2 * SECOND);
    assert_eq!(backoff(&policy, 3, 0.5), 3 * SECOND);
    assert!(backoff(&policy, 3, 0.999) > Duration::from_millis(3990));
}

proptest! {
    #[test]
    fn jitter_never_leaves_its_half(initial_ms in 0_u64..100_000, cap_ms in 0_u64..100_000, repeat in 0_u32..70, random in 0.0..1.0) {
        let policy = RetryPolicy {
            initial_backoff: Duration::from_millis(initial_ms),
            max_backoff: Duration::from_millis(cap_ms),
            ..RetryPolicy::default()
        };
        let full = backoff(&RetryPolicy { jitter: false, ..policy }, repeat, random);
        let spread = backoff(&policy, repeat, random);
        prop_assert!(full <= policy.max_backoff);
        prop_assert!(full / 2 <= spread && spread <= full);
    }
}
