//! Which models of which gateways asked to be left alone, and until when.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::registry::{ModelKey, Registry};

/// Beyond this many running cooldowns, the one that ends first is forgotten.
const CAPACITY: usize = 4096;

type Running = Mutex<HashMap<ModelKey, Duration>>;

static GROUPS: Registry<String, Running> = Registry::new();

/// Clients that share their cooldowns.
#[derive(Clone)]
pub(super) struct Group(Arc<Running>);

impl Group {
    /// Shared by every client of this process that names the same group.
    pub(super) fn shared(name: &str) -> Self {
        Self(GROUPS.get(name.to_owned(), Running::default))
    }

    /// One client's own.
    pub(super) fn private() -> Self {
        Self(Arc::default())
    }

    /// The group's cooldowns towards the gateway at `origin`.
    pub(super) fn towards(&self, origin: String) -> Cooldowns {
        Cooldowns { group: Arc::clone(&self.0), origin }
    }
}

/// The cooldowns of one group of clients towards one gateway. All times are readings of the clients' clock.
pub(super) struct Cooldowns {
    group: Arc<Running>,
    origin: String,
}

impl Cooldowns {
    /// Keeps callers away from `model` until the clock reads `until`; the longer of two wins.
    pub(super) fn set(&self, model: &str, until: Duration, now: Duration) {
        let mut running = self.group.lock().unwrap_or_else(PoisonError::into_inner);
        if running.len() >= CAPACITY {
            running.retain(|_, end| *end > now);
        }
        if running.len() >= CAPACITY
            && let Some(first) = running.iter().min_by_key(|(_, end)| **end).map(|(key, _)| key.clone())
        {
            running.remove(&first);
        }
        let end = running.entry(self.key(model)).or_insert(until);
        *end = until.max(*end);
    }

    /// Forgets the cooldown of `model`: it answered.
    pub(super) fn clear(&self, model: &str) {
        self.group.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.key(model));
    }

    /// What is left of the cooldown of `model` at `now`; `None` if there is none.
    pub(super) fn left(&self, model: &str, now: Duration) -> Option<Duration> {
        let running = self.group.lock().unwrap_or_else(PoisonError::into_inner);
        let until = running.get(&self.key(model))?;
        until.checked_sub(now).filter(|left| !left.is_zero())
    }

    fn key(&self, model: &str) -> ModelKey {
        ModelKey::new(&self.origin, model)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn cooldowns(group: &str) -> Cooldowns {
        Group::shared(group).towards("http://gateway:80".to_owned())
    }

    #[test]
    fn the_longer_of_two_wins_and_a_success_clears() {
        let cooldowns = cooldowns("longer");
        cooldowns.set("m", seconds(30), seconds(0));
        cooldowns.set("m", seconds(5), seconds(0));
        assert_eq!(cooldowns.left("m", seconds(10)), Some(seconds(20)));
        assert_eq!(cooldowns.left("m", seconds(30)), None);
        cooldowns.clear("m");
        assert_eq!(cooldowns.left("m", seconds(10)), None);
    }

    #[test]
    fn other_models_gateways_and_groups_go_on() {
        let here = cooldowns("here");
        here.set("m", seconds(30), seconds(0));
        assert_eq!(here.left("other", seconds(1)), None);
        assert_eq!(Group::shared("here").towards("http://gateway:81".to_owned()).left("m", seconds(1)), None);
        assert_eq!(cooldowns("there").left("m", seconds(1)), None);
        assert!(cooldowns("here").left("m", seconds(1)).is_some());
    }

    #[test]
    fn the_registry_is_bounded() {
        let cooldowns = cooldowns("bounded");
        for model in 0..=CAPACITY {
            cooldowns.set(&model.to_string(), seconds(60 + u64::try_from(model).unwrap_or(0)), seconds(0));
        }
        assert_eq!(cooldowns.left("0", seconds(1)), None, "the one that ends first is forgotten");
        assert!(cooldowns.left(&CAPACITY.to_string(), seconds(1)).is_some());
    }
}
