//! One event of a chat stream: what the engine must know of it before handing it on.

use std::collections::BTreeMap;

use bytes::Bytes;
use http::HeaderMap;
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use super::answer::Fault;
use super::json::{self, NotJson, filled};
use super::problem;
use super::sse::{DONE, SseEvent};
use super::text;
use super::usage::Usage;

/// What an event of a chat stream is.
#[derive(Debug, Clone, PartialEq)]
pub enum ChatEvent {
    /// Sent to keep the connection open; not to be handed on.
    KeepAlive,
    /// `[DONE]`: the stream is over.
    Done,
    /// A chunk, or a failure in its place.
    Chunk(ChunkFacts),
}

/// What a chunk says.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ChunkFacts {
    /// The chunk as JSON: the event's data, or a repaired copy where `NaN` stood in it.
    pub data: Bytes,
    /// The stream failed here; then nothing below was read.
    pub fault: Option<Fault>,
    /// Something that the model wrote is in it: content, reasoning, a refusal, or a part of a tool call.
    pub output: bool,
    /// The choices in it.
    pub choices: Vec<ChoiceSeen>,
    /// What was used so far, as reported or as worked out from llama.cpp's `timings`.
    pub usage: Option<Usage>,
}

/// A choice in a chunk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChoiceSeen {
    /// Its index; 0 if none was sent.
    pub index: i64,
    /// Why it ended, if it did.
    pub finish_reason: Option<String>,
}

/// Which choices of a stream were seen, and which have ended.
#[derive(Debug, Clone, Default)]
pub struct Choices(BTreeMap<i64, bool>);

impl Choices {
    /// Takes note of a chunk.
    pub fn observe(&mut self, chunk: &ChunkFacts) {
        for choice in &chunk.choices {
            *self.0.entry(choice.index).or_default() |= choice.finish_reason.is_some();
        }
    }

    /// Whether there was a choice, and every one has a reason why it ended: many servers close there.
    #[must_use]
    pub fn all_finished(&self) -> bool {
        !self.0.is_empty() && self.0.values().all(|finished| *finished)
    }
}

#[derive(Deserialize)]
pub(super) struct Chunk<'a> {
    #[serde(borrow, default, deserialize_with = "present")]
    error: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub(super) id: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub(super) created: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub(super) model: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub(super) system_fingerprint: Option<&'a RawValue>,
    #[serde(borrow, default)]
    choices: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub(super) usage: Option<&'a RawValue>,
    #[serde(borrow, default)]
    timings: Option<&'a RawValue>,
}

#[derive(Deserialize)]
pub(super) struct Choice<'a> {
    #[serde(borrow, default)]
    index: Option<&'a RawValue>,
    #[serde(borrow, default)]
    delta: Option<&'a RawValue>,
    #[serde(borrow, default)]
    finish_reason: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub(super) logprobs: Option<&'a RawValue>,
}

#[derive(Default, Deserialize)]
pub(super) struct Delta<'a> {
    #[serde(borrow, default)]
    pub(super) role: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub(super) content: Option<&'a RawValue>,
    #[serde(borrow, default)]
    reasoning_content: Option<&'a RawValue>,
    #[serde(borrow, default)]
    reasoning: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub(super) refusal: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub(super) tool_calls: Option<&'a RawValue>,
}

impl<'a> Chunk<'a> {
    /// The choices.
    pub(super) fn choices(&self) -> Vec<Choice<'a>> {
        self.choices.map(json::objects).unwrap_or_default()
    }
}

impl<'a> Choice<'a> {
    pub(super) fn index(&self) -> i64 {
        self.index.and_then(|raw| serde_json::from_str(raw.get()).ok()).unwrap_or_default()
    }

    pub(super) fn finish_reason(&self) -> Option<String> {
        self.finish_reason.and_then(text::of)
    }

    pub(super) fn delta(&self) -> Delta<'a> {
        self.delta.and_then(|raw| json::object(raw.get().as_bytes()).ok()).unwrap_or_default()
    }
}

impl<'a> Delta<'a> {
    /// Reasoning under either of its names; servers that send both send the same twice.
    pub(super) fn reasoning(&self) -> Option<&'a RawValue> {
        [self.reasoning_content, self.reasoning].into_iter().flatten().max_by_key(|raw| filled(raw))
    }

    fn has_output(&self) -> bool {
        [self.content, self.reasoning(), self.refusal, self.tool_calls].into_iter().flatten().any(filled)
    }
}

/// Reads an event of a chat stream. `headers` are the response's: a failure takes its ids from them.
///
/// An event named `error` is a failure whatever its data.
#[must_use]
pub fn read_event(headers: &HeaderMap, event: &SseEvent) -> ChatEvent {
    let name = event.event.as_deref().unwrap_or_default();
    let data = event.data.trim_ascii();
    if data == DONE {
        return ChatEvent::Done;
    }
    if name == b"error" {
        let fault = Some(Fault::Error(Box::new(problem::read_in_band(headers, &event.data))));
        return ChatEvent::Chunk(ChunkFacts { data: event.data.clone(), fault, ..ChunkFacts::default() });
    }
    // `data: : keepalive` is a comment to which someone prefixed the field.
    if data.is_empty() || data.starts_with(b":") || name == b"keepalive" || name == b"ping" {
        return ChatEvent::KeepAlive;
    }
    ChatEvent::Chunk(read_chunk(headers, &event.data))
}

/// Reads the data of an event that is neither the end nor a sign of life.
///
/// A top-level `error` is a failure whatever its JSON type, except `null` beside choices.
#[must_use]
pub fn read_chunk(headers: &HeaderMap, data: &Bytes) -> ChunkFacts {
    // Nearly every chunk is sound, and then is parsed once; what is wrong with another is found out afterwards.
    if let Some(chunk) = sound(data) {
        return facts(headers, data, &chunk);
    }
    let whole = json::whole(data);
    match whole.as_ref().map_err(NotJson::clone).and_then(|whole| json::object(whole).map(|chunk| (whole, chunk))) {
        Ok((whole, chunk)) => facts(headers, whole, &chunk),
        Err(why) => failed(data, Fault::undecodable(&why, data)),
    }
}

fn sound(data: &[u8]) -> Option<Chunk<'_>> {
    // What the parser passes over it does not check to be UTF-8.
    std::str::from_utf8(data).ok().and_then(|_| json::object(data).ok())
}

fn failed(data: &Bytes, fault: Fault) -> ChunkFacts {
    ChunkFacts { data: data.clone(), fault: Some(fault), ..ChunkFacts::default() }
}

fn facts(headers: &HeaderMap, data: &Bytes, chunk: &Chunk<'_>) -> ChunkFacts {
    let choices = chunk.choices();
    if chunk.error.is_some_and(|error| error.get() != "null" || choices.is_empty()) {
        return failed(data, Fault::Error(Box::new(problem::read_in_band(headers, data))));
    }
    ChunkFacts {
        fault: None,
        output: choices.iter().any(|choice| choice.delta().has_output()),
        usage: Usage::read(chunk.usage, chunk.timings),
        choices: choices
            .iter()
            .map(|choice| ChoiceSeen { index: choice.index(), finish_reason: choice.finish_reason() })
            .collect(),
        data: data.clone(),
    }
}

/// Tells a field that is there and null from one that is absent.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<&'de RawValue>, D::Error> {
    <&RawValue>::deserialize(deserializer).map(Some)
}

#[cfg(test)]
mod tests;
