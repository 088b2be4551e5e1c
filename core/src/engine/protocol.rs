//! What the events of a stream mean, for each of the two APIs that stream.

use bytes::Bytes;
use http::HeaderMap;

use super::operation::Operation;
use super::stream::{Break, InBand};
use crate::wire::answer::Fault;
use crate::wire::chunk::{self, ChatEvent, Choices};
use crate::wire::responses::event::{self, ResponseEvent};
use crate::wire::sse::SseEvent;
use crate::wire::usage::Usage;

/// Reads the events of one stream.
pub(super) enum Protocol {
    Chat(Choices),
    Responses(Sequence),
}

/// What has been seen of a Responses stream.
#[derive(Default)]
pub(super) struct Sequence {
    /// The last sequence number.
    number: Option<u64>,
    /// The response whose late events are to be passed over: that of the turn before.
    previous: Option<String>,
    /// The response of this stream.
    response: Option<String>,
}

/// What an event is for the stream that it belongs to.
pub(super) enum Heard {
    /// Not to be handed on.
    Nothing,
    Event(Event),
    /// The end, which is no event.
    Done,
}

/// An event to hand on.
pub(super) struct Event {
    pub(super) data: Bytes,
    pub(super) output: bool,
    pub(super) usage: Option<Usage>,
    /// The stream is over with it.
    pub(super) last: bool,
    /// Events are missing before it.
    pub(super) gap: bool,
}

impl Protocol {
    pub(super) fn of(operation: Operation) -> Self {
        match operation {
            Operation::ResponsesStream => Self::Responses(Sequence::default()),
            _ => Self::Chat(Choices::default()),
        }
    }

    /// On a connection whose last turn was the response `previous`.
    pub(super) fn after(mut self, previous: Option<String>) -> Self {
        if let Self::Responses(sequence) = &mut self {
            sequence.previous = previous;
        }
        self
    }

    /// Reads the next event. `headers` are the response's.
    pub(super) fn read(&mut self, headers: &HeaderMap, event: &SseEvent) -> Result<Heard, Break> {
        match self {
            Self::Chat(choices) => read_chunk(choices, headers, event),
            Self::Responses(sequence) => sequence.read(headers, event),
        }
    }

    /// Whether the answer is whole even without its proper end.
    pub(super) fn is_whole(&self) -> bool {
        match self {
            Self::Chat(choices) => choices.all_finished(),
            Self::Responses(_) => false,
        }
    }

    /// The id of the response, of a Responses stream.
    pub(super) fn into_response_id(self) -> Option<String> {
        match self {
            Self::Chat(_) => None,
            Self::Responses(sequence) => sequence.response,
        }
    }
}

fn read_chunk(choices: &mut Choices, headers: &HeaderMap, event: &SseEvent) -> Result<Heard, Break> {
    let chunk = match chunk::read_event(headers, event) {
        ChatEvent::KeepAlive => return Ok(Heard::Nothing),
        ChatEvent::Done => return Ok(Heard::Done),
        ChatEvent::Chunk(chunk) => chunk,
    };
    match chunk.fault {
        None => {}
        Some(Fault::Error(error)) => {
            return Err(Break::InBand(Box::new(InBand { error: *error, is_response_failed: false, usage: None })));
        }
        Some(Fault::Undecodable { reason, excerpt }) => return Err(Break::Undecodable { reason, excerpt }),
    }
    choices.observe(&chunk);
    let chunk::ChunkFacts { data, output, usage, .. } = chunk;
    Ok(Heard::Event(Event { data, output, usage, last: false, gap: false }))
}

impl Sequence {
    fn read(&mut self, headers: &HeaderMap, event: &SseEvent) -> Result<Heard, Break> {
        let facts = match event::read_event(headers, event) {
            ResponseEvent::Nothing => return Ok(Heard::Nothing),
            ResponseEvent::Undecodable { reason, excerpt } => return Err(Break::Undecodable { reason, excerpt }),
            ResponseEvent::Failed(failed) => {
                return Err(Break::InBand(Box::new(InBand {
                    error: *failed.error,
                    is_response_failed: failed.is_response_failed,
                    usage: failed.usage,
                })));
            }
            ResponseEvent::Event(facts) => facts,
        };
        if facts.response_id.is_some() && facts.response_id == self.previous {
            return Ok(Heard::Nothing);
        }
        let gap = self.notice(facts.sequence_number);
        self.response = facts.response_id.or(self.response.take());
        Ok(Heard::Event(Event {
            data: facts.data,
            output: facts.output,
            usage: facts.usage,
            last: facts.terminal,
            gap,
        }))
    }

    /// Whether numbers were skipped before this one.
    fn notice(&mut self, number: Option<u64>) -> bool {
        let Some(number) = number else { return false };
        self.number.replace(number).is_some_and(|last| number > last.saturating_add(1))
    }
}
