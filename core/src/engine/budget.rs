//! A token bucket for each gateway that keeps many clients from multiplying an outage by repeating.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use super::registry::Registry;

pub(super) const DEFAULT_SIZE: u32 = 500;
const REPEAT_COSTS: u32 = 5;
const SUCCESS_RETURNS: u32 = 1;

/// The budgets in use, by the gateway's origin and the bucket's size.
static BUDGETS: Registry<(String, u32), RetryBudget> = Registry::new();

/// What is left for repeats towards one gateway.
pub(super) struct RetryBudget {
    size: Option<u32>,
    left: AtomicU32,
}

impl RetryBudget {
    /// The bucket of `size` for the gateway at `origin`, shared by every client of this process that asks for the same;
    /// full if nobody did. `None` is a bucket that never runs dry.
    pub(super) fn shared(origin: &str, size: Option<u32>) -> Arc<Self> {
        let Some(size) = size else { return Arc::new(Self::new(None)) };
        BUDGETS.get((origin.to_owned(), size), || Self::new(Some(size)))
    }

    fn new(size: Option<u32>) -> Self {
        Self { size, left: AtomicU32::new(size.unwrap_or(0)) }
    }

    pub(super) fn can_pay(&self) -> bool {
        self.size.is_none() || self.left.load(Ordering::Relaxed) >= REPEAT_COSTS
    }

    pub(super) fn pay(&self) {
        self.change(|left| left.saturating_sub(REPEAT_COSTS));
    }

    pub(super) fn succeed(&self) {
        self.change(|left| left.saturating_add(SUCCESS_RETURNS));
    }

    fn change(&self, change: impl Fn(u32) -> u32) {
        let Some(size) = self.size else { return };
        // The closure always gives a value, so the update cannot fail.
        let _ = self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| Some(change(left).min(size)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hundred_repeats_empty_it_and_five_successes_pay_for_one() {
        let budget = RetryBudget::new(Some(DEFAULT_SIZE));
        for _ in 0..100 {
            assert!(budget.can_pay());
            budget.pay();
        }
        assert!(!budget.can_pay());
        for _ in 0..4 {
            budget.succeed();
        }
        assert!(!budget.can_pay());
        budget.succeed();
        assert!(budget.can_pay());
    }

    #[test]
    fn successes_do_not_fill_it_beyond_its_size() {
        let budget = RetryBudget::new(Some(5));
        budget.succeed();
        budget.pay();
        assert!(!budget.can_pay());
    }

    #[test]
    fn clients_of_one_gateway_share_it_and_others_do_not() {
        let spender = RetryBudget::shared("http://gateway:1", Some(5));
        spender.pay();
        assert!(!RetryBudget::shared("http://gateway:1", Some(5)).can_pay());
        assert!(RetryBudget::shared("http://gateway:2", Some(5)).can_pay());
        drop(spender);
        assert!(RetryBudget::shared("http://gateway:1", Some(5)).can_pay(), "forgotten with its last client");
    }

    #[test]
    fn switched_off_it_never_runs_dry() {
        let budget = RetryBudget::new(None);
        budget.pay();
        assert!(budget.can_pay());
    }
}
