//! How an event of a Responses stream is read out of its JSON. Nothing in an event makes it unreadable.

use std::borrow::Cow;
use std::collections::HashMap;

use bytes::Bytes;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use super::read::read;
use super::response_event::ResponseEvent;

/// An event of a type that is not known here, or of a known one whose fields are not what they should be.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownEvent {
    /// Its `type`; empty if it has none.
    pub event_type: String,
    /// Its number in the stream; `None` if the server does not number its events.
    pub sequence_number: Option<i64>,
    /// The event's data as it came.
    pub raw: Bytes,
}

impl ResponseEvent {
    /// Reads an event out of its data. What is none of the known ones is [`ResponseEvent::Unknown`].
    ///
    /// ```
    /// use axonium::ResponseEvent;
    /// let event = ResponseEvent::from_json(r#"{"type": "response.output_text.delta", "delta": "Hel"}"#.into());
    /// let ResponseEvent::OutputTextDelta(event) = event else { panic!("{event:?}") };
    /// assert_eq!(event.delta, "Hel");
    /// ```
    #[must_use]
    pub fn from_json(raw: Bytes) -> Self {
        let fields = Fields::read(&raw);
        let event_type: String = fields.or_empty("type").unwrap_or_default();
        if let Ok(Some(event)) = Self::known(&event_type, &fields, &raw) {
            return event;
        }
        let sequence_number = fields.optional("sequence_number").unwrap_or_default();
        Self::Unknown(UnknownEvent { event_type, sequence_number, raw })
    }
}

/// The fields of a JSON object, not read yet.
#[derive(Default, Deserialize)]
#[serde(transparent)]
pub(super) struct Fields<'a>(#[serde(borrow)] HashMap<Name<'a>, &'a RawValue>);

/// A field's name, borrowed unless an escape is in it.
#[derive(PartialEq, Eq, Hash, Deserialize)]
#[serde(transparent)]
struct Name<'a>(#[serde(borrow)] Cow<'a, str>);

impl<'a> Fields<'a> {
    /// None, if the JSON is no object.
    fn read(json: &'a [u8]) -> Self {
        serde_json::from_slice(json).unwrap_or_default()
    }

    /// A field that may be unset: absent and null are the same. An error if it has another type.
    pub(super) fn optional<T: DeserializeOwned>(&self, name: &'static str) -> serde_json::Result<Option<T>> {
        self.0.get(&Name(Cow::Borrowed(name))).map_or(Ok(None), |raw| read(raw.get().as_bytes()))
    }

    /// A field that is empty where it is unset.
    pub(super) fn or_empty<T: DeserializeOwned + Default>(&self, name: &'static str) -> serde_json::Result<T> {
        self.optional(name).map(Option::unwrap_or_default)
    }
}

#[cfg(test)]
mod tests;
