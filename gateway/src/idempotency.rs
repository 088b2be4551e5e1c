//! The store that turns a repeat under the same key into a replay.

use std::collections::HashMap;
use std::time::Duration;

use axonium_clock::Clock;
use bytes::Bytes;
use http::HeaderValue;

use crate::config::GatewayConfig;
use crate::problem::Problem;

/// Longest key, in bytes.
const MAX_KEY_BYTES: usize = 255;

/// How soon a client should ask again for a request that still runs.
const IN_PROGRESS_WAIT: Duration = Duration::from_secs(1);

/// A checked key of one client.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Key {
    client: String,
    key: String,
}

impl Key {
    /// Takes the header's value if it is a legal key: 1 to 255 bytes of visible ASCII.
    pub(crate) fn parse(client: &str, value: &HeaderValue) -> Result<Self, Problem> {
        let bytes = value.as_bytes();
        let legal = (1..=MAX_KEY_BYTES).contains(&bytes.len()) && bytes.iter().all(u8::is_ascii_graphic);
        match value.to_str() {
            Ok(key) if legal => Ok(Self { client: client.to_owned(), key: key.to_owned() }),
            _ => Err(Problem::new("invalid-idempotency-key")),
        }
    }
}

/// A finished answer, ready to be sent again.
#[derive(Debug, Clone)]
pub(crate) struct Stored {
    /// The request that generated it, and was billed.
    pub(crate) request_id: String,
    pub(crate) replica: String,
    pub(crate) content_type: &'static str,
    /// The body in the pieces it was first sent in: one, or one an event.
    pub(crate) body: Vec<Bytes>,
}

/// What a key means for a request that carries it.
#[derive(Debug)]
pub(crate) enum Claim {
    /// First of its key: it runs, and must settle the key afterwards.
    First,
    /// The answer is already there.
    Replay(Stored),
    /// The key is no use to this request.
    Refused(Problem),
}

/// How the first request of a key ended.
#[derive(Debug)]
pub(crate) enum Outcome {
    Finished(Stored),
    Failed(Problem),
}

/// The store of a gateway.
#[derive(Debug)]
pub(crate) struct IdempotencyStore {
    clock: Clock,
    window: Duration,
    retained_bytes: usize,
    failures_hold_key: bool,
    entries: HashMap<Key, Entry>,
}

#[derive(Debug)]
struct Entry {
    fingerprint: String,
    expires_at: Duration,
    state: State,
}

#[derive(Debug)]
enum State {
    Running,
    Finished(Stored),
    NotRetained,
    Failed(Problem),
}

impl IdempotencyStore {
    pub(crate) fn new(config: &GatewayConfig, clock: &Clock) -> Self {
        Self {
            clock: clock.clone(),
            window: Duration::from_secs(config.idempotency_window_seconds),
            retained_bytes: config.retained_bytes,
            failures_hold_key: config.failures_hold_key,
            entries: HashMap::new(),
        }
    }

    /// Looks the key up, and takes it if it is free.
    pub(crate) fn claim(&mut self, key: &Key, fingerprint: &str) -> Claim {
        let now = self.clock.now();
        self.entries.retain(|_, entry| entry.expires_at > now);
        let Some(entry) = self.entries.get(key) else {
            let entry =
                Entry { fingerprint: fingerprint.to_owned(), expires_at: now + self.window, state: State::Running };
            self.entries.insert(key.clone(), entry);
            return Claim::First;
        };
        if entry.fingerprint != fingerprint {
            return Claim::Refused(Problem::new("idempotency-key-reuse"));
        }
        match &entry.state {
            State::Running => Claim::Refused(Problem::new("idempotency-in-progress").retry_after(IN_PROGRESS_WAIT)),
            State::NotRetained => Claim::Refused(Problem::new("idempotency-response-not-retained")),
            State::Finished(stored) => Claim::Replay(stored.clone()),
            State::Failed(problem) => Claim::Refused(problem.clone()),
        }
    }

    /// Says how the first request of the key ended.
    pub(crate) fn settle(&mut self, key: &Key, outcome: Outcome) {
        let state = match outcome {
            Outcome::Finished(stored) if size(&stored.body) > self.retained_bytes => State::NotRetained,
            Outcome::Finished(stored) => State::Finished(stored),
            Outcome::Failed(problem) if self.failures_hold_key => State::Failed(problem),
            Outcome::Failed(_) => {
                self.entries.remove(key);
                return;
            }
        };
        if let Some(entry) = self.entries.get_mut(key) {
            entry.state = state;
        }
    }
}

fn size(body: &[Bytes]) -> usize {
    body.iter().map(Bytes::len).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_visible_ascii_of_at_most_255_bytes() {
        let legal = |key: &[u8]| HeaderValue::from_bytes(key).is_ok_and(|value| Key::parse("c", &value).is_ok());
        assert!(legal(b"order-4417") && legal(&[b'k'; 255]));
        assert!(!legal(b"") && !legal(&[b'k'; 256]) && !legal(b"a b") && !legal("ñ".as_bytes()));
    }
}
