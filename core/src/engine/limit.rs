//! Instants until which something is waited for.

use std::future::Future;
use std::time::{Duration, SystemTime};

use tokio::time::{Instant, timeout_at};

use super::transport::Fault;
use crate::decide::TimeoutPhase;

/// A clock need not have instants later than this: a longer limit is none that anyone lives to see.
pub(super) const FAR: Duration = Duration::from_hours(24 * 365 * 30);

/// How long a whole call may take, from its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CallLimit {
    pub(super) time: Duration,
    /// It is what was left until the caller's deadline.
    pub(super) is_deadline: bool,
}

impl CallLimit {
    /// The sooner of a call's time and its deadline; the wall clock reads `now`.
    pub(super) fn sooner(time: Option<Duration>, deadline: Option<SystemTime>, now: SystemTime) -> Option<Self> {
        let until = deadline.map(|deadline| deadline.duration_since(now).unwrap_or_default());
        let by_time = time.map(|time| Self { time, is_deadline: false });
        let by_deadline = until.map(|time| Self { time, is_deadline: true });
        by_time.into_iter().chain(by_deadline).min_by_key(|limit| limit.time)
    }
}

/// An instant, and what has timed out once it is past.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limit {
    pub(super) until: Instant,
    pub(super) phase: TimeoutPhase,
}

impl Limit {
    /// `time` from now.
    pub(super) fn after(time: Duration, phase: TimeoutPhase) -> Self {
        Self { until: Instant::now() + time.min(FAR), phase }
    }

    /// The one of two that passes first.
    pub(super) fn or_sooner(self, other: Option<Self>) -> Self {
        other.filter(|other| other.until < self.until).unwrap_or(self)
    }

    pub(super) fn has_passed(self) -> bool {
        Instant::now() >= self.until
    }

    /// What `work` comes to in time. Work that is done is done, however late it is looked at.
    pub(super) async fn bound<T>(self, work: impl Future<Output = T>) -> Result<T, Fault> {
        timeout_at(self.until, work).await.map_err(|_| Fault::Timeout(self.phase))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_limit_beyond_every_clock_is_a_limit_all_the_same() {
        let limit = Limit::after(Duration::MAX, TimeoutPhase::Call);
        assert!(!limit.has_passed());
        assert!(limit.bound(async {}).await.is_ok());
    }

    #[test]
    fn the_sooner_of_time_and_deadline_holds_and_a_deadline_that_is_over_leaves_nothing() {
        let (now, time) = (SystemTime::UNIX_EPOCH + FAR, Duration::from_secs(5));
        let limit =
            |time, deadline| CallLimit::sooner(time, deadline, now).map(|limit| (limit.time, limit.is_deadline));
        assert_eq!(limit(None, None), None);
        assert_eq!(limit(Some(time), None), Some((time, false)));
        assert_eq!(limit(Some(time), Some(now + time / 2)), Some((time / 2, true)));
        assert_eq!(limit(Some(time), Some(now + time * 2)), Some((time, false)));
        assert_eq!(limit(None, Some(now - time)), Some((Duration::ZERO, true)));
    }

    #[test]
    fn the_sooner_one_holds_and_names_its_phase() {
        let (late, soon) =
            (Limit::after(FAR, TimeoutPhase::Response), Limit::after(Duration::ZERO, TimeoutPhase::Call));
        assert_eq!(late.or_sooner(Some(soon)).phase, TimeoutPhase::Call);
        assert_eq!(soon.or_sooner(Some(late)).phase, TimeoutPhase::Call);
        assert_eq!(late.or_sooner(None).phase, TimeoutPhase::Response);
        assert!(soon.has_passed());
    }
}
