//! What of a stream is held back while somebody else could still take over, or while it could be started anew.

use tokio::time::Instant;

use super::limit::{FAR, Limit};
use super::protocol::Event;
use super::settings::HoldBackLimits;
use crate::decide::TimeoutPhase;

/// How much of a stream is held back from its caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Holding {
    Nothing,
    /// What comes before the first output, while another route could still take over.
    Beginning,
    /// The same, and for as long as the first output may take: after that limit somebody else is asked.
    BeginningUntilLimit,
    /// All of it, so that it can be started anew.
    Whole,
}

/// Events that have come and that the caller has not got, in order.
pub(super) struct HoldBack {
    events: Vec<Event>,
    room: usize,
    until: Instant,
    pub(super) whole: bool,
}

impl HoldBack {
    /// Holds back from now on, within `limits`; `first_output` is the limit of the first output, if it has one.
    pub(super) fn new(holding: Holding, limits: HoldBackLimits, first_output: Option<Limit>) -> Option<Self> {
        let by_time = Limit::after(limits.time, TimeoutPhase::Idle).until;
        let until = match holding {
            Holding::Nothing => return None,
            Holding::Beginning => by_time,
            Holding::BeginningUntilLimit => first_output.map_or(by_time, |limit| limit.until.max(by_time)),
            Holding::Whole => Limit::after(FAR, TimeoutPhase::Idle).until,
        };
        Some(Self { events: Vec::new(), room: limits.bytes, until, whole: holding == Holding::Whole })
    }

    /// When what is held must be let go.
    pub(super) fn until(&self) -> Instant {
        self.until
    }

    /// Takes an event; gives back one that begins what is not held, or that there is no room for.
    pub(super) fn take(&mut self, event: Event) -> Option<Event> {
        if event.last || (event.output && !self.whole) {
            return Some(event);
        }
        let Some(room) = self.room.checked_sub(event.data.len()) else { return Some(event) };
        self.room = room;
        self.events.push(event);
        None
    }

    /// What is held.
    pub(super) fn into_events(self) -> Vec<Event> {
        self.events
    }
}
