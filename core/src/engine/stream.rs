//! Reads a stream: events out of bytes or frames, each handed on as it comes, and what its end means.

use std::time::Duration;

use bytes::Bytes;
use http::HeaderMap;

use super::attempt::Attempt;
use super::hold_back::HoldBack;
use super::limit::Limit;
use super::outlet::Delivery;
use super::protocol::{Event, Heard, Protocol};
use super::report::{self, Failed};
use super::source::{Read, Source};
use super::transport::Fault;
use crate::decide::TimeoutPhase;
use crate::decide::circuit::Outcome;
use crate::wire::problem::ErrorFacts;
use crate::wire::sse::SseEvent;
use crate::wire::usage::Usage;

/// How long to wait for a usage chunk or `[DONE]` once every choice has finished: many servers send neither.
const AFTER_FINISH: Duration = Duration::from_secs(5);

/// Why a stream ended before it was complete.
pub(super) enum Break {
    /// The connection broke, or ended without a terminal event.
    Lost(String),
    /// The server closed a WebSocket.
    Closed { code: u16, reason: String },
    /// The caller closed the connection that it keeps.
    Cancelled,
    /// Nothing came for too long, or the first output was late, or the call's time is over.
    Timeout(TimeoutPhase),
    /// An event said that the stream failed.
    InBand(Box<InBand>),
    /// An event was no chunk.
    Undecodable { reason: String, excerpt: String },
    /// An event was larger than accepted.
    TooLarge(String),
    /// A replay does not begin with what was delivered.
    Differs(String),
}

/// An event that says that the stream failed.
pub(super) struct InBand {
    pub(super) error: ErrorFacts,
    /// It is `response.failed`; otherwise an error event.
    pub(super) is_response_failed: bool,
    /// What was used all the same.
    pub(super) usage: Option<Usage>,
}

/// How a stream ended.
pub(super) struct Ended {
    /// Complete, or why not.
    pub(super) result: Result<(), Failed>,
    pub(super) source: Source,
    /// The response that it was, where it was one.
    pub(super) response_id: Option<String>,
    /// The event that ended it, which is still to be delivered: at it a caller may go on to the next response.
    pub(super) last: Option<Bytes>,
}

/// Reads `source` to its end and delivers every event but the last.
pub(super) async fn pump(attempt: &Attempt<'_>, source: Source, protocol: Protocol) -> Ended {
    let mut reader = Reader {
        attempt,
        headers: source.headers().clone(),
        source,
        protocol,
        held: HoldBack::new(attempt.holding, attempt.shared.settings.hold_back, attempt.first_output_limit),
        first_output_limit: attempt.first_output_limit,
        released: false,
        last: None,
    };
    let result = match reader.run().await {
        Ok(()) if attempt.record.is_behind() => {
            Err(Break::Differs("the replay ended before what was delivered".to_owned()))
        }
        Ok(()) => reader.release().await,
        failed => failed,
    };
    // What was held whole is dropped: it is started anew, or its caller wants no half answer.
    let held = reader.held.take().filter(|held| !held.whole).map(HoldBack::into_events).unwrap_or_default();
    let held = held.into_iter().map(|event| event.data).collect();
    let (released, whole) = (reader.released, reader.protocol.is_whole());
    Ended {
        result: result.map_err(|cause| Failed { held, released, whole, ..report::stream_broken(attempt, cause) }),
        source: reader.source,
        response_id: reader.protocol.into_response_id(),
        last: reader.last,
    }
}

impl Attempt<'_> {
    /// Delivers the event that ended a stream, once its connection is free for the next one.
    pub(super) async fn deliver_last(&self, last: Option<Bytes>) -> Result<(), Failed> {
        match last {
            Some(data) => deliver(self, data).await.map_err(|cause| report::stream_broken(self, cause)),
            None => Ok(()),
        }
    }
}

/// Delivers to the caller, whose reading too is bounded by the call's limit.
async fn deliver(attempt: &Attempt<'_>, data: Bytes) -> Result<(), Break> {
    let delivered = attempt.outlet.deliver(Delivery::Item(data));
    if let Some(limit) = attempt.call_limit {
        return limit.bound(delivered).await.map_err(|_| Break::Timeout(limit.phase));
    }
    delivered.await;
    Ok(())
}

struct Reader<'a, 'b> {
    attempt: &'a Attempt<'b>,
    source: Source,
    headers: HeaderMap,
    protocol: Protocol,
    /// Until the first output has come, if another route could still take over.
    held: Option<HoldBack>,
    /// Until the first output has come.
    first_output_limit: Option<Limit>,
    /// An event has reached the caller.
    released: bool,
    /// The event that ended the stream.
    last: Option<Bytes>,
}

/// Whether more events are to be read.
enum Next {
    More,
    Done,
}

impl Reader<'_, '_> {
    async fn run(&mut self) -> Result<(), Break> {
        loop {
            match self.next_event().await {
                Ok(Some(event)) => {
                    if let Next::Done = self.event(&event).await? {
                        return Ok(());
                    }
                }
                // The answer is whole, but its usage may be missing, which the replay has.
                Err(cause @ Break::Lost(_)) if self.attempt.call.recourse.resumes => return Err(cause),
                // Every choice had finished: the answer is whole, whatever became of the connection.
                Ok(None) | Err(_) if self.protocol.is_whole() => return Ok(()),
                Ok(None) => return Err(Break::Lost("the stream ended without its terminal event".to_owned())),
                Err(cause) => return Err(cause),
            }
        }
    }

    async fn event(&mut self, event: &SseEvent) -> Result<Next, Break> {
        let heard = self.protocol.read(&self.headers, event).inspect_err(|cause| {
            if matches!(cause, Break::InBand(_)) {
                self.attempt.record.failed_with(&event.data);
            }
        });
        let event = match heard? {
            Heard::Nothing => return Ok(Next::More),
            Heard::Done => return Ok(Next::Done),
            Heard::Event(event) => event,
        };
        if event.output {
            self.first_output_limit = None;
            // A circuit has learnt enough: whoever else calls need not wait for a long stream's end.
            self.attempt.tell(Outcome::Answered).await;
        }
        match self.attempt.record.replays(&event.data) {
            Some(true) => return Ok(Next::More),
            Some(false) => return Err(Break::Differs("the replay has another event where it was".to_owned())),
            None => {}
        }
        let next = if event.last { Next::Done } else { Next::More };
        self.hand_on(event).await?;
        Ok(next)
    }

    /// Hands an event to the caller, unless it is held back.
    async fn hand_on(&mut self, event: Event) -> Result<(), Break> {
        let event = match self.held.as_mut() {
            None => self.noted(event),
            // What may be dropped unseen is in no account before the caller has it.
            Some(held) if held.whole => {
                let Some(event) = held.take(event) else { return Ok(()) };
                self.release().await?;
                self.noted(event)
            }
            Some(held) => {
                self.attempt.record.event(&event);
                let Some(event) = held.take(event) else { return Ok(()) };
                event
            }
        };
        self.release().await?;
        if event.last {
            self.last = Some(event.data);
            return Ok(());
        }
        self.deliver(event.data).await
    }

    fn noted(&self, event: Event) -> Event {
        self.attempt.record.event(&event);
        event
    }

    /// Lets go of what was held back, and holds nothing back any more.
    async fn release(&mut self) -> Result<(), Break> {
        let whole = self.held.as_ref().is_some_and(|held| held.whole);
        for event in self.held.take().map(HoldBack::into_events).unwrap_or_default() {
            let event = if whole { self.noted(event) } else { event };
            self.deliver(event.data).await?;
        }
        Ok(())
    }

    async fn deliver(&mut self, data: Bytes) -> Result<(), Break> {
        self.released = true;
        deliver(self.attempt, data).await?;
        self.attempt.record.delivered();
        Ok(())
    }

    /// The next event; `None` where the body ended.
    async fn next_event(&mut self) -> Result<Option<SseEvent>, Break> {
        loop {
            if let Some(event) = self.source.take_event()? {
                return Ok(Some(event));
            }
            if let Read::End(last) = self.read().await? {
                return Ok(last);
            }
        }
    }

    /// Reads more, within whichever limit is nearest.
    async fn read(&mut self) -> Result<Read, Break> {
        // A server that never pauses must hold back neither a cancellation nor the end of the call's time.
        tokio::task::consume_budget().await;
        let limit = self.nearest_limit();
        if limit.phase == TimeoutPhase::Call && limit.has_passed() {
            return Err(Break::Timeout(limit.phase));
        }
        if let Some(until) = self.held.as_ref().map(HoldBack::until)
            && until < limit.until
        {
            match tokio::time::timeout_at(until, self.source.read()).await {
                Ok(read) => return read,
                Err(_) => self.release().await?,
            }
        }
        match limit.bound(self.source.read()).await {
            Ok(read) => read,
            Err(Fault::Timeout(phase)) => Err(Break::Timeout(phase)),
            Err(Fault::Lost(message) | Fault::NotConnected(message)) => Err(Break::Lost(message)),
        }
    }

    fn nearest_limit(&self) -> Limit {
        let idle = self.attempt.shared.settings.limits.stream_idle;
        let idle = if self.protocol.is_whole() { AFTER_FINISH.min(idle) } else { idle };
        Limit::after(idle, TimeoutPhase::Idle).or_sooner(self.first_output_limit).or_sooner(self.attempt.call_limit)
    }
}
