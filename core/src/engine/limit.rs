//! Instants until which something is waited for.

use std::future::Future;
use std::time::Duration;

use tokio::time::{Instant, timeout_at};

use super::transport::Fault;
use crate::decide::TimeoutPhase;

/// A clock need not have instants later than this: a longer limit is none that anyone lives to see.
const FAR: Duration = Duration::from_hours(24 * 365 * 30);

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
    fn the_sooner_one_holds_and_names_its_phase() {
        let (late, soon) =
            (Limit::after(FAR, TimeoutPhase::Response), Limit::after(Duration::ZERO, TimeoutPhase::Call));
        assert_eq!(late.or_sooner(Some(soon)).phase, TimeoutPhase::Call);
        assert_eq!(soon.or_sooner(Some(late)).phase, TimeoutPhase::Call);
        assert_eq!(late.or_sooner(None).phase, TimeoutPhase::Response);
        assert!(soon.has_passed());
    }
}
