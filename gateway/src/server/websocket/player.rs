//! Plays the answer to one turn: its frames, with a script's faults laid on top.

use std::future::pending;
use std::pin::Pin;
use std::time::Duration;

use axonium_clock::Clock;
use futures_util::stream::{self, BoxStream, Stream, StreamExt};

use super::connection::GOING_AWAY;
use crate::script::{Act, Amount, CloseIdle, Cut, End, Ending, Faults, Frame};

/// What is still to be done for a turn.
pub(super) type Turn = Pin<Box<dyn Stream<Item = Act> + Send>>;

/// The next act of the turn, if there is a turn; `None` is its end.
pub(super) async fn next(turn: &mut Option<Turn>) -> Option<Act> {
    match turn {
        Some(turn) => turn.next().await,
        None => pending().await,
    }
}

/// A turn being played.
pub(super) struct Player {
    frames: BoxStream<'static, Frame>,
    faults: Faults,
    clock: Clock,
    events: usize,
    bytes: usize,
    is_over: bool,
}

impl Player {
    pub(super) fn new(frames: BoxStream<'static, Frame>, faults: Faults, clock: Clock) -> Self {
        Self { frames, faults, clock, events: 0, bytes: 0, is_over: false }
    }

    pub(super) fn turn(self) -> Turn {
        Box::pin(stream::unfold(self, |mut player| async move {
            let act = player.next().await?;
            Some((act, player))
        }))
    }

    async fn next(&mut self) -> Option<Act> {
        if self.is_over {
            return None;
        }
        let delay = std::mem::take(&mut self.faults.delay);
        self.pause(delay).await;
        match self.faults.ending {
            Ending::Silence { .. } => pending().await,
            Ending::Cut { after, how } if after.is_none_or(|limit| self.has_sent(limit)) => {
                return Some(self.end(cut(how)));
            }
            _ => {}
        }
        if let Some(pause) = self.faults.pauses.remove(&self.events) {
            self.pause(pause).await;
        }
        loop {
            match self.frames.next().await {
                Some(Frame::Pause(pause)) => self.pause(pause).await,
                Some(Frame::Hang) => pending().await,
                Some(Frame::Act(Act::End(end))) => return Some(self.end(end)),
                Some(Frame::Act(Act::Send(message))) => {
                    self.events += 1;
                    self.bytes += message.len();
                    return Some(Act::Send(message));
                }
                None => return self.after_the_last(),
            }
        }
    }

    async fn pause(&mut self, pause: Duration) {
        self.clock.reach(self.clock.now() + pause).await;
    }

    fn has_sent(&self, limit: Amount) -> bool {
        match limit {
            Amount::Bytes(limit) => self.bytes >= limit,
            Amount::Events(limit) => self.events >= limit,
        }
    }

    fn end(&mut self, end: End) -> Act {
        self.is_over = true;
        Act::End(end)
    }

    fn after_the_last(&mut self) -> Option<Act> {
        match self.faults.ending {
            Ending::Idle(CloseIdle::Now) => Some(self.end(End::with_code(GOING_AWAY, ""))),
            Ending::Idle(CloseIdle::AtNextRequest) => Some(self.end(End::AtNextRead)),
            // An answer that is shorter than the limit ends like any other, and then the connection does.
            Ending::Cut { how, .. } => Some(self.end(cut(how))),
            Ending::Keep | Ending::RefusedStream | Ending::Silence { .. } => None,
        }
    }
}

fn cut(how: Cut) -> End {
    match how {
        Cut::Closed => End::Drop,
        Cut::Reset => End::Reset,
        Cut::WithCode(code) => End::with_code(code, ""),
    }
}
