//! One event of a Responses stream: what the engine must know of it before handing it on.

use bytes::Bytes;
use http::HeaderMap;
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::wire::answer::excerpt;
use crate::wire::json::{self, NotJson, filled};
use crate::wire::problem::{self, ErrorFacts};
use crate::wire::response_event_kinds::{EventClass, Terminal, class_of, is_output};
use crate::wire::sse::{DONE, SseEvent};
use crate::wire::text;
use crate::wire::usage::Usage;

/// What an event of a Responses stream is.
#[derive(Debug, Clone, PartialEq)]
pub enum ResponseEvent {
    /// Sent to keep the connection open, or the `[DONE]` that some servers end with; not to be handed on.
    Nothing,
    /// An event to hand on.
    Event(EventFacts),
    /// The event by which the response failed.
    Failed(FailedFacts),
    /// No event.
    Undecodable {
        /// Why, ready to be shown.
        reason: String,
        /// The beginning of it.
        excerpt: String,
    },
}

/// What an event says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventFacts {
    /// The event as JSON: its data, or a repaired copy where `NaN` stood in it.
    pub data: Bytes,
    /// Something that the model wrote is in it: a delta, a finished text, or an item.
    pub output: bool,
    /// The response is over.
    pub terminal: bool,
    /// What was used, once the terminal event says so.
    pub usage: Option<Usage>,
    /// Its `sequence_number`.
    pub sequence_number: Option<u64>,
    /// The id of the response that it carries, if it carries one.
    pub response_id: Option<String>,
}

/// How a response failed.
#[derive(Debug, Clone, PartialEq)]
pub struct FailedFacts {
    /// It is `response.failed`; otherwise a top-level `error`.
    pub is_response_failed: bool,
    /// What it says of the cause.
    pub error: Box<ErrorFacts>,
    /// What was used all the same.
    pub usage: Option<Usage>,
}

#[derive(Deserialize)]
struct Event<'a> {
    #[serde(borrow, default, rename = "type")]
    kind: Option<&'a RawValue>,
    #[serde(borrow, default)]
    sequence_number: Option<&'a RawValue>,
    #[serde(borrow, default)]
    response: Option<&'a RawValue>,
    #[serde(borrow, default)]
    error: Option<&'a RawValue>,
    #[serde(borrow, default)]
    part: Option<&'a RawValue>,
    #[serde(borrow, default)]
    delta: Option<&'a RawValue>,
}

#[derive(Default, Deserialize)]
struct Response<'a> {
    #[serde(borrow, default)]
    id: Option<&'a RawValue>,
    #[serde(borrow, default)]
    usage: Option<&'a RawValue>,
}

#[derive(Default, Deserialize)]
struct Part<'a> {
    #[serde(borrow, default)]
    text: Option<&'a RawValue>,
    #[serde(borrow, default)]
    refusal: Option<&'a RawValue>,
}

/// Reads an event. `headers` are the response's: a failure takes its ids from them.
///
/// The `type` inside the data holds; the name of the SSE event is only looked at where there is none.
#[must_use]
pub fn read_event(headers: &HeaderMap, event: &SseEvent) -> ResponseEvent {
    let name = event.event.as_deref().unwrap_or_default();
    let data = event.data.trim_ascii();
    if data == DONE || data.is_empty() || data.starts_with(b":") || name == b"keepalive" || name == b"ping" {
        return ResponseEvent::Nothing;
    }
    // Nearly every event is sound, and then is parsed once; what is wrong with another is found out afterwards.
    if let Some(read) = sound(&event.data) {
        return facts(headers, name, &event.data, &read);
    }
    let whole = json::whole(&event.data);
    let read = whole.as_ref().map_err(NotJson::clone).and_then(|whole| json::object(whole).map(|read| (whole, read)));
    match read {
        Ok((whole, read)) => facts(headers, name, whole, &read),
        Err(_) if name == b"error" => failed(headers, false, &event.data, &event.data, None),
        Err(why) => ResponseEvent::Undecodable { reason: why.to_string(), excerpt: excerpt(&event.data) },
    }
}

fn sound(data: &[u8]) -> Option<Event<'_>> {
    // What the parser passes over it does not check to be UTF-8.
    std::str::from_utf8(data).ok().and_then(|_| json::object(data).ok())
}

fn facts(headers: &HeaderMap, name: &[u8], data: &Bytes, event: &Event<'_>) -> ResponseEvent {
    // The names of types hold no escapes.
    let kind =
        event.kind.map_or_else(|| std::str::from_utf8(name).unwrap_or_default(), |raw| raw.get().trim_matches('"'));
    let response = event.response.and_then(|raw| json::object::<Response<'_>>(raw.get().as_bytes()).ok());
    let response = response.unwrap_or_default();
    let usage = Usage::read(response.usage, None);
    let class = class_of(kind);
    match class {
        EventClass::Terminal(Terminal::Failed) => {
            let said = event.response.map_or(data.as_ref(), |response| response.get().as_bytes());
            return failed(headers, true, data, said, usage);
        }
        EventClass::Terminal(Terminal::Error) => return failed(headers, false, data, data, usage),
        // A gateway that fails in band may not know whose stream it is.
        EventClass::Unknown if kind.is_empty() && event.error.is_some_and(filled) => {
            return failed(headers, false, data, data, usage);
        }
        _ => {}
    }
    ResponseEvent::Event(EventFacts {
        data: data.clone(),
        output: event.is_output(kind),
        terminal: matches!(class, EventClass::Terminal(_)),
        usage,
        sequence_number: event.sequence_number.and_then(|raw| serde_json::from_str(raw.get()).ok()),
        response_id: response.id.and_then(text::of),
    })
}

fn failed(
    headers: &HeaderMap,
    is_response_failed: bool,
    data: &Bytes,
    said: &[u8],
    usage: Option<Usage>,
) -> ResponseEvent {
    let mut error = Box::new(problem::read_in_band(headers, said));
    error.body = problem::excerpt(data, problem::BODY_LIMIT);
    ResponseEvent::Failed(FailedFacts { is_response_failed, error, usage })
}

impl Event<'_> {
    /// A delta, a finished text or an item. A delta or a part of content counts only with something in it.
    fn is_output(&self, kind: &str) -> bool {
        let part = self.part.and_then(|raw| json::object::<Part<'_>>(raw.get().as_bytes()).ok()).unwrap_or_default();
        let written = [part.text, part.refusal].into_iter().flatten().any(filled);
        written || (is_output(kind) && self.delta.is_none_or(filled))
    }
}

#[cfg(test)]
mod tests;
