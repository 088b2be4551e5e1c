//! A circuit breaker per replica: after enough failures in a row it refuses at once, then lets one request try.

use std::collections::HashMap;
use std::time::Duration;

use axonium_clock::Clock;

use crate::config::BreakerConfig;
use crate::problem::Problem;

/// The breakers of all replicas.
#[derive(Debug)]
pub(crate) struct Breakers {
    clock: Clock,
    config: BreakerConfig,
    states: HashMap<String, State>,
}

#[derive(Debug, Clone, Copy)]
enum State {
    Closed { failures: u32 },
    Open { until: Duration },
    HalfOpen,
}

impl Breakers {
    pub(crate) fn new(config: &BreakerConfig, clock: &Clock) -> Self {
        Self { clock: clock.clone(), config: config.clone(), states: HashMap::new() }
    }

    /// Lets a request through to the replica, or says when to come back.
    pub(crate) fn admit(&mut self, replica: &str) -> Result<(), Problem> {
        let now = self.clock.now();
        let state = self.states.entry(replica.to_owned()).or_insert(State::Closed { failures: 0 });
        let left = match *state {
            State::Closed { .. } => return Ok(()),
            State::Open { until } if until <= now => {
                *state = State::HalfOpen;
                return Ok(());
            }
            State::Open { until } => until.saturating_sub(now),
            // One request is trying; whoever comes meanwhile comes back soon.
            State::HalfOpen => Duration::from_secs(1),
        };
        let detail = format!("The circuit breaker of {replica} is open.");
        Err(Problem::new("backend-unavailable").detail(detail).retry_after(left))
    }

    /// Notes how a generation on the replica ended.
    pub(crate) fn record(&mut self, replica: &str, worked: bool) {
        let state = self.states.entry(replica.to_owned()).or_insert(State::Closed { failures: 0 });
        let failures = match *state {
            _ if worked => 0,
            State::Closed { failures } => failures + 1,
            State::HalfOpen | State::Open { .. } => self.config.failures,
        };
        *state = if failures >= self.config.failures.max(1) {
            State::Open { until: self.clock.now() + Duration::from_secs(self.config.open_seconds) }
        } else {
            State::Closed { failures }
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_opens_after_failures_in_a_row_and_lets_one_try_again() {
        let clock = Clock::simulated();
        let mut breakers = Breakers::new(&BreakerConfig { failures: 2, open_seconds: 30 }, &clock);
        for worked in [false, true, false] {
            breakers.record("a", worked);
        }
        assert!(breakers.admit("a").is_ok(), "a success in between starts the count again");
        breakers.record("a", false);
        assert!(breakers.admit("a").is_err());
        assert!(breakers.admit("b").is_ok());
        clock.move_ahead_to(Duration::from_secs(30));
        assert!(breakers.admit("a").is_ok());
        assert!(breakers.admit("a").is_err(), "only one tries");
        breakers.record("a", false);
        assert!(breakers.admit("a").is_err(), "its failure opens it again");
        clock.move_ahead_to(Duration::from_mins(1));
        assert!(breakers.admit("a").is_ok());
        breakers.record("a", true);
        assert!(breakers.admit("a").is_ok());
    }
}
