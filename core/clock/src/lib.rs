//! Time as the engine and the embedded gateway see it.
//!
//! On a real clock a wait is slept. On a virtual clock a wait moves the clock forward and returns at once, so a test
//! that waits out a `Retry-After` of a minute takes no time and still reports a minute. Work that merely takes time
//! (a model generating) is passive: it is over once the clock, moved by anyone, has reached its end.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, SystemTime};

use tokio::sync::Notify;
// Tokio's, so that a test that pauses tokio's time holds this clock too.
use tokio::time::Instant;

/// A clock. Clones share the same time.
#[derive(Clone)]
pub struct Clock {
    inner: Arc<Inner>,
}

/// One origin for every clock of the process, so that clients on real time can share instants.
static ORIGIN: LazyLock<(Instant, SystemTime)> = LazyLock::new(|| (Instant::now(), SystemTime::now()));

struct Inner {
    /// How far the clock has been moved ahead of real time, in nanoseconds; `None` on a real clock.
    ahead: Option<AtomicU64>,
    moved: Notify,
}

impl Clock {
    /// A clock that follows real time: waits are slept.
    #[must_use]
    pub fn real() -> Self {
        Self::with(None)
    }

    /// A clock that runs with real time and is moved forward by every deliberate wait.
    #[must_use]
    pub fn simulated() -> Self {
        Self::with(Some(AtomicU64::new(0)))
    }

    fn with(ahead: Option<AtomicU64>) -> Self {
        let inner = Inner { ahead, moved: Notify::new() };
        Self { inner: Arc::new(inner) }
    }

    /// Whether waits move this clock instead of being slept.
    #[must_use]
    pub fn is_simulated(&self) -> bool {
        self.inner.ahead.is_some()
    }

    /// Monotonic time since an origin that all clocks of the process share.
    #[must_use]
    pub fn now(&self) -> Duration {
        ORIGIN.0.elapsed().saturating_add(self.ahead())
    }

    /// Wall-clock time as this clock tells it, for windows and dates.
    #[must_use]
    pub fn wall(&self) -> SystemTime {
        let wall = ORIGIN.1;
        wall.checked_add(self.now()).unwrap_or(wall)
    }

    /// How far a virtual clock has been moved ahead of real time; zero on a real clock.
    #[must_use]
    pub fn ahead(&self) -> Duration {
        self.inner.ahead.as_ref().map_or(Duration::ZERO, |ahead| Duration::from_nanos(ahead.load(Ordering::Acquire)))
    }

    /// Moves a virtual clock so that it is at least `ahead` of real time. A real clock is left alone.
    pub fn move_ahead_to(&self, ahead: Duration) {
        if let Some(current) = &self.inner.ahead {
            current.fetch_max(nanos(ahead), Ordering::AcqRel);
            self.inner.moved.notify_waiters();
        }
    }

    /// Waits on purpose: slept on a real clock, jumped over on a virtual one.
    pub async fn wait(&self, duration: Duration) {
        match &self.inner.ahead {
            None => tokio::time::sleep(duration).await,
            Some(ahead) => {
                let later = |ahead: u64| Some(ahead.saturating_add(nanos(duration)));
                // The update always has a value, so it cannot fail.
                let _ = ahead.fetch_update(Ordering::AcqRel, Ordering::Acquire, later);
                self.inner.moved.notify_waiters();
                // Whoever else is ready gets its turn, as during a real sleep.
                tokio::task::yield_now().await;
            }
        }
    }

    /// Waits until the clock reads at least `instant`, without moving it.
    pub async fn reach(&self, instant: Duration) {
        loop {
            let moved = self.inner.moved.notified();
            let left = instant.saturating_sub(self.now());
            if left.is_zero() {
                return;
            }
            tokio::select! {
                () = tokio::time::sleep(left) => {}
                () = moved => {}
            }
        }
    }
}

impl fmt::Debug for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Clock").field("simulated", &self.is_simulated()).finish_non_exhaustive()
    }
}

fn nanos(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: Duration = Duration::from_mins(1);

    #[tokio::test]
    async fn a_wait_on_a_virtual_clock_is_counted_and_not_slept() {
        let (clock, real) = (Clock::simulated(), Instant::now());
        clock.wait(MINUTE).await;
        assert!(clock.now() >= MINUTE && clock.ahead() == MINUTE);
        assert!(real.elapsed() < MINUTE);
    }

    #[tokio::test]
    async fn the_clock_never_runs_backwards() {
        let clock = Clock::simulated();
        clock.wait(Duration::MAX).await;
        let before = clock.now();
        clock.wait(MINUTE).await;
        assert!(clock.now() >= before);
    }

    #[tokio::test]
    async fn passive_work_ends_when_someone_else_moves_the_clock() {
        let clock = Clock::simulated();
        let work = tokio::spawn({
            let clock = clock.clone();
            async move { clock.reach(MINUTE).await }
        });
        tokio::task::yield_now().await;
        assert!(!work.is_finished());
        clock.wait(MINUTE).await;
        assert!(work.await.is_ok());
    }

    #[tokio::test]
    async fn a_real_clock_cannot_be_moved() {
        let clock = Clock::real();
        clock.move_ahead_to(MINUTE);
        assert!(clock.now() < MINUTE && clock.ahead().is_zero());
    }
}
