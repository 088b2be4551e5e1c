//! Server-sent events out of the bytes of a body, however the network cut them.
//!
//! The rules are those of the WHATWG event-stream format, with two additions that model servers need: a limit on the
//! size of an event, and a last event that lacks its blank line.

use std::collections::VecDeque;

use bytes::{Buf, Bytes};

use super::json;

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// The data of the event that ends a chat stream.
pub const DONE: &[u8] = b"[DONE]";

/// One event: at least one `data` line was in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SseEvent {
    /// The value of its last `event` line, if that is not empty.
    pub event: Option<Bytes>,
    /// The values of its `data` lines, joined by line feeds; not checked to be UTF-8. Empty for a bare `data:`.
    pub data: Bytes,
}

/// An event, or a line, exceeds the limit. The decoder takes nothing after it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("an event of the stream is larger than {limit} bytes; raise max_event_bytes to accept it")]
pub struct EventTooLarge {
    /// The limit in bytes.
    pub limit: usize,
}

/// An incremental decoder: push bytes as they come, take events as they become whole.
///
/// Each byte is looked at once however the body is cut, and an event whose one data line lies within one pushed chunk
/// shares that chunk's memory.
#[derive(Debug)]
pub struct SseDecoder {
    max_event_bytes: usize,
    /// The beginning of a line whose end has not come yet.
    line: Vec<u8>,
    /// The last byte was a carriage return: a line feed right after it belongs to the same line end.
    after_carriage_return: bool,
    /// No line is complete yet: the next may begin with a byte order mark.
    at_start: bool,
    too_large: bool,
    name: Bytes,
    data: Data,
    ready: VecDeque<SseEvent>,
}

/// The data lines of the event so far.
#[derive(Debug, Default)]
enum Data {
    #[default]
    None,
    /// One line, not copied.
    Line(Bytes),
    Joined(Vec<u8>),
}

impl Data {
    fn len(&self) -> usize {
        match self {
            Self::None => 0,
            Self::Line(line) => line.len(),
            Self::Joined(lines) => lines.len(),
        }
    }

    fn push(&mut self, line: Bytes) {
        *self = match std::mem::take(self) {
            Self::None => Self::Line(line),
            Self::Line(first) => Self::Joined([first.as_ref(), line.as_ref()].join(&b'\n')),
            Self::Joined(mut lines) => {
                lines.push(b'\n');
                lines.extend_from_slice(&line);
                Self::Joined(lines)
            }
        };
    }

    fn take(&mut self) -> Option<Bytes> {
        match std::mem::take(self) {
            Self::None => None,
            Self::Line(line) => Some(line),
            Self::Joined(lines) => Some(Bytes::from(lines)),
        }
    }
}

impl SseDecoder {
    /// A decoder that refuses events of more than `max_event_bytes`.
    #[must_use]
    pub fn new(max_event_bytes: usize) -> Self {
        Self {
            max_event_bytes,
            line: Vec::new(),
            after_carriage_return: false,
            at_start: true,
            too_large: false,
            name: Bytes::new(),
            data: Data::None,
            ready: VecDeque::new(),
        }
    }

    /// Takes the next bytes of the body.
    ///
    /// # Errors
    /// [`EventTooLarge`], then and ever after; events completed before stay available.
    pub fn push(&mut self, mut chunk: Bytes) -> Result<(), EventTooLarge> {
        if self.after_carriage_return && !chunk.is_empty() {
            self.after_carriage_return = false;
            if chunk.first() == Some(&b'\n') {
                chunk.advance(1);
            }
        }
        while let Some(at) = memchr::memchr2(b'\n', b'\r', &chunk) {
            let piece = chunk.split_to(at);
            let line = self.complete(piece)?;
            self.take_line(line);
            match (chunk.get_u8(), chunk.first()) {
                (b'\r', Some(b'\n')) => chunk.advance(1),
                (b'\r', None) => self.after_carriage_return = true,
                _ => {}
            }
        }
        self.check(chunk.len())?;
        self.line.extend_from_slice(&chunk);
        Ok(())
    }

    /// The next whole event, in order.
    pub fn next_event(&mut self) -> Option<SseEvent> {
        self.ready.pop_front()
    }

    /// The body is over: the event that lacks its blank line, if it is certainly whole.
    ///
    /// That is so if its data is one JSON value or exactly `[DONE]`; anything else was cut. To be called once, after the
    /// last `push`; events not yet taken come first.
    pub fn finish(&mut self) -> Option<SseEvent> {
        if let Some(event) = self.next_event() {
            return Some(event);
        }
        let rest = self.complete(Bytes::new()).ok()?;
        if !rest.is_empty() {
            self.take_line(rest);
        }
        let event = self.take_event()?;
        (event.data == DONE || json::is_whole(&event.data)).then_some(event)
    }

    /// The line that ends with `piece`.
    fn complete(&mut self, piece: Bytes) -> Result<Bytes, EventTooLarge> {
        self.check(piece.len())?;
        let mut line = piece;
        if !self.line.is_empty() {
            self.line.extend_from_slice(&line);
            line = Bytes::from(std::mem::take(&mut self.line));
        }
        if std::mem::take(&mut self.at_start) && line.starts_with(BYTE_ORDER_MARK) {
            line.advance(BYTE_ORDER_MARK.len());
        }
        Ok(line)
    }

    /// Whether the event so far, its unfinished line and `more` bytes of that line are within the limit.
    ///
    /// The same at the end of a line as within it, so that the outcome does not depend on how the body was cut.
    fn check(&mut self, more: usize) -> Result<(), EventTooLarge> {
        let held = self.name.len() + self.data.len() + self.line.len() + more;
        self.too_large |= held > self.max_event_bytes;
        if self.too_large { Err(EventTooLarge { limit: self.max_event_bytes }) } else { Ok(()) }
    }

    fn take_line(&mut self, mut line: Bytes) {
        if line.is_empty() {
            let event = self.take_event();
            self.ready.extend(event);
            return;
        }
        // A comment has an empty field name, and so falls through like any unknown field.
        let field = line.split_to(memchr::memchr(b':', &line).unwrap_or(line.len()));
        if line.starts_with(b": ") {
            line.advance(2);
        } else if !line.is_empty() {
            line.advance(1);
        }
        match field.as_ref() {
            b"data" => self.data.push(line),
            b"event" => self.name = line,
            _ => {}
        }
    }

    /// Ends the event. Without a data line there is none.
    fn take_event(&mut self) -> Option<SseEvent> {
        let name = std::mem::take(&mut self.name);
        let data = self.data.take()?;
        Some(SseEvent { event: (!name.is_empty()).then_some(name), data })
    }
}

#[cfg(test)]
mod tests;
