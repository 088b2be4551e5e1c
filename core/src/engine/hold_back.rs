//! The beginning of a stream, held back while another route could still take over.

use bytes::Bytes;
use tokio::time::Instant;

use super::limit::Limit;
use super::settings::HoldBackLimits;
use crate::decide::TimeoutPhase;

/// Events that came before the first output, in order.
pub(super) struct HoldBack {
    events: Vec<Bytes>,
    room: usize,
    until: Instant,
}

impl HoldBack {
    /// Holds back from now on, within `limits`.
    pub(super) fn new(limits: HoldBackLimits) -> Self {
        Self { events: Vec::new(), room: limits.bytes, until: Limit::after(limits.time, TimeoutPhase::Idle).until }
    }

    /// When what is held must be let go.
    pub(super) fn until(&self) -> Instant {
        self.until
    }

    /// Takes an event; false if there is no room for it, and then it is not taken.
    pub(super) fn take(&mut self, event: &Bytes) -> bool {
        let Some(room) = self.room.checked_sub(event.len()) else { return false };
        self.room = room;
        self.events.push(event.clone());
        true
    }

    /// What is held.
    pub(super) fn into_events(self) -> Vec<Bytes> {
        self.events
    }
}
