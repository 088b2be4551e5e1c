use std::time::Duration;

use super::RetryPolicy;

/// The wait before repeat number `repeat` (from 1) when the server names none: doubling from `initial_backoff`, capped
/// at `max_backoff`, then spread over the upper half so that callers do not come back together.
///
/// `random` is a number in `[0, 1)`.
#[must_use]
pub fn backoff(policy: &RetryPolicy, repeat: u32, random: f64) -> Duration {
    let doublings = 2_u32.saturating_pow(repeat.saturating_sub(1));
    let full = policy.initial_backoff.saturating_mul(doublings).min(policy.max_backoff);
    if !policy.jitter {
        return full;
    }
    let half = full / 2;
    half.saturating_add(full.saturating_sub(half).mul_f64(random.clamp(0.0, 1.0)))
}
