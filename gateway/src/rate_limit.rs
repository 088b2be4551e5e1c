//! Fixed windows, one budget per scope.
//!
//! On a real clock windows turn over with the wall clock. On a virtual one they are counted from the gateway's start,
//! so that none turns over in the middle of a short test.

use std::collections::HashMap;
use std::time::{Duration, UNIX_EPOCH};

use axonium_clock::Clock;
use http::{HeaderMap, HeaderName, HeaderValue};

use crate::config::GatewayConfig;
use crate::problem::Problem;

/// The budgets of a gateway.
#[derive(Debug)]
pub(crate) struct RateLimiter {
    clock: Clock,
    window: Duration,
    origin: Duration,
    requests: Option<u64>,
    tokens: Option<u64>,
    spent: HashMap<String, Spent>,
}

#[derive(Debug, Default)]
struct Spent {
    window: u128,
    requests: u64,
    tokens: u64,
}

impl RateLimiter {
    pub(crate) fn new(config: &GatewayConfig, clock: &Clock) -> Self {
        let origin = if clock.is_simulated() { wall(clock) } else { Duration::ZERO };
        let window = Duration::from_secs(config.window_seconds.max(1));
        let (requests, tokens) = (config.requests_per_window, config.tokens_per_window);
        Self { clock: clock.clone(), window, origin, requests, tokens, spent: HashMap::new() }
    }

    /// Takes one request out of the scope's budget.
    pub(crate) fn spend_request(&mut self, scope: &str) -> Result<(), Problem> {
        let (requests, tokens, reset) = (self.requests, self.tokens, self.reset());
        let spent = self.spent(scope);
        let what = match () {
            () if requests.is_some_and(|limit| spent.requests >= limit) => "requests",
            () if tokens.is_some_and(|limit| spent.tokens >= limit) => "tokens",
            () => {
                spent.requests += 1;
                return Ok(());
            }
        };
        let detail = format!("The budget of {what} for {scope} is spent until the window resets.");
        let problem = Problem::new("rate-limit-exceeded-requests").detail(detail).retry_after(reset);
        Err(problem.member("scope", scope.into()))
    }

    /// Takes the tokens of a finished generation.
    pub(crate) fn spend_tokens(&mut self, scope: &str, tokens: u64) {
        self.spent(scope).tokens += tokens;
    }

    /// Writes the scope's state into an answer's headers. A gateway without limits writes none.
    pub(crate) fn write_headers(&mut self, scope: &str, headers: &mut HeaderMap) {
        let reset = self.reset();
        let reset = reset.as_secs() + u64::from(reset.subsec_nanos() > 0);
        let (requests, tokens) = (self.requests, self.tokens);
        if requests.is_none() && tokens.is_none() {
            return;
        }
        let spent = self.spent(scope);
        let budgets = [("requests", requests, spent.requests), ("tokens", tokens, spent.tokens)];
        for (what, limit, spent) in budgets {
            let Some(limit) = limit else { continue };
            let values = [("limit", limit), ("remaining", limit.saturating_sub(spent)), ("reset", reset)];
            for (kind, value) in values {
                if let Ok(name) = HeaderName::try_from(format!("x-ratelimit-{kind}-{what}")) {
                    headers.insert(name, value.into());
                }
            }
        }
        if let Ok(scope) = HeaderValue::from_str(scope) {
            headers.insert("x-ratelimit-scope", scope);
        }
    }

    fn since_origin(&self) -> Duration {
        wall(&self.clock).saturating_sub(self.origin)
    }

    /// Time until the window turns over.
    fn reset(&self) -> Duration {
        let into = self.since_origin().as_nanos() % self.window.as_nanos();
        self.window.saturating_sub(Duration::from_nanos(u64::try_from(into).unwrap_or(0)))
    }

    fn spent(&mut self, scope: &str) -> &mut Spent {
        let window = self.since_origin().as_nanos() / self.window.as_nanos();
        let spent = self.spent.entry(scope.to_owned()).or_default();
        if spent.window != window {
            *spent = Spent { window, ..Spent::default() };
        }
        spent
    }
}

fn wall(clock: &Clock) -> Duration {
    clock.wall().duration_since(UNIX_EPOCH).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limiter(clock: &Clock) -> RateLimiter {
        RateLimiter::new(&GatewayConfig { requests_per_window: Some(1), ..GatewayConfig::default() }, clock)
    }

    #[test]
    fn the_wait_told_is_always_long_enough() {
        let clock = Clock::simulated();
        let mut limiter = limiter(&clock);
        assert!(limiter.spend_request("chat").is_ok());
        let refused = limiter.spend_request("chat");
        assert!(refused.is_err());
        clock.move_ahead_to(Duration::from_mins(1));
        assert!(limiter.spend_request("chat").is_ok());
    }

    #[test]
    fn scopes_do_not_share_a_budget() {
        let mut limiter = limiter(&Clock::simulated());
        assert!(limiter.spend_request("chat").is_ok());
        assert!(limiter.spend_request("models").is_ok());
        assert!(limiter.spend_request("chat").is_err());
    }
}
