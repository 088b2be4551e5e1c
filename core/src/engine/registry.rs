//! What the clients of one process share, for as long as one of them lives.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, LazyLock, Mutex, PoisonError, Weak};

/// Values by key. One that nobody holds any more is forgotten.
pub(super) struct Registry<K, T>(LazyLock<Mutex<HashMap<K, Weak<T>>>>);

/// One model of one gateway.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct ModelKey {
    /// Scheme, host and port.
    pub(super) origin: String,
    pub(super) model: String,
}

impl<K: Eq + Hash, T> Registry<K, T> {
    pub(super) const fn new() -> Self {
        Self(LazyLock::new(Mutex::default))
    }

    /// The value of `key` that others hold; without one, what `make` makes.
    pub(super) fn get(&self, key: K, make: impl FnOnce() -> T) -> Arc<T> {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        held.retain(|_, value| value.strong_count() > 0);
        let value = held.get(&key).and_then(Weak::upgrade).unwrap_or_else(|| Arc::new(make()));
        held.insert(key, Arc::downgrade(&value));
        value
    }
}

impl ModelKey {
    pub(super) fn new(origin: &str, model: &str) -> Self {
        Self { origin: origin.to_owned(), model: model.to_owned() }
    }
}
