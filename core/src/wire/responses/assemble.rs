//! The response that the events of a stream amount to, for `final()` and for what is left of a broken stream.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::answer::ResponseAnswer;
use super::parts::Item;
use crate::wire::json;
use crate::wire::response_event_kinds::{EventClass, Terminal, class_of};
use crate::wire::text::{Text, replace_lone_surrogates};

/// What has arrived of a stream, put together.
#[derive(Debug, Clone, PartialEq)]
pub struct AssembledResponse {
    /// A response object, as the same call without streaming would have answered. Unfinished items are partial.
    pub response: Value,
    /// What it says.
    pub answer: ResponseAnswer,
}

#[derive(Deserialize)]
struct Event<'a> {
    #[serde(borrow, default, rename = "type")]
    kind: Option<&'a RawValue>,
    #[serde(borrow, default)]
    response: Option<&'a RawValue>,
    #[serde(borrow, default)]
    item: Option<&'a RawValue>,
    #[serde(borrow, default)]
    output_index: Option<&'a RawValue>,
    #[serde(borrow, default)]
    content_index: Option<&'a RawValue>,
    #[serde(borrow, default)]
    summary_index: Option<&'a RawValue>,
    #[serde(borrow, default)]
    annotation: Option<&'a RawValue>,
    #[serde(borrow, default)]
    delta: Option<&'a RawValue>,
    #[serde(borrow, default)]
    text: Option<&'a RawValue>,
    #[serde(borrow, default)]
    refusal: Option<&'a RawValue>,
    #[serde(borrow, default)]
    arguments: Option<&'a RawValue>,
    #[serde(borrow, default)]
    input: Option<&'a RawValue>,
}

/// Puts the events of a Responses stream together. What is no event is passed over.
#[must_use]
pub fn assemble<'a>(events: impl IntoIterator<Item = &'a [u8]>) -> AssembledResponse {
    let mut assembly = Assembly::default();
    for bytes in events {
        if let Ok(event) = json::object::<Event<'_>>(bytes) {
            assembly.take(&event);
        }
    }
    assembly.finish()
}

#[derive(Default)]
struct Assembly {
    /// As the last event that carried it showed it.
    response: Map<String, Value>,
    /// That event was the terminal one: its output is whole.
    ended: bool,
    items: BTreeMap<u64, Item>,
}

impl Assembly {
    fn take(&mut self, event: &Event<'_>) {
        let kind = event.kind.map(|raw| raw.get().trim_matches('"')).unwrap_or_default();
        if let Some(Value::Object(response)) = event.response.map(value) {
            self.response = response;
            self.ended = matches!(class_of(kind), EventClass::Terminal(Terminal::Completed | Terminal::Incomplete));
            return;
        }
        let part = number(event.content_index);
        let item = || number(event.output_index);
        match kind.strip_prefix("response.").unwrap_or(kind) {
            "output_item.added" => self.item(item()).show(event.item.map(value).unwrap_or_default(), false),
            "output_item.done" => self.item(item()).show(event.item.map(value).unwrap_or_default(), true),
            "output_text.delta" => push(self.item(item()).content(part, "output_text"), event.delta),
            "output_text.done" => set(self.item(item()).content(part, "output_text"), event.text),
            "output_text.annotation.added" => {
                self.item(item()).annotate(part, event.annotation.map(value).unwrap_or_default());
            }
            "refusal.delta" => push(self.item(item()).content(part, "refusal"), event.delta),
            "refusal.done" => set(self.item(item()).content(part, "refusal"), event.refusal),
            "reasoning_text.delta" => push(self.item(item()).content(part, "reasoning_text"), event.delta),
            "reasoning_text.done" => set(self.item(item()).content(part, "reasoning_text"), event.text),
            "reasoning_summary_text.delta" => {
                push(self.item(item()).summary(number(event.summary_index)), event.delta);
            }
            "reasoning_summary_text.done" => {
                set(self.item(item()).summary(number(event.summary_index)), event.text);
            }
            "function_call_arguments.delta" => {
                push(self.item(item()).written("function_call", "arguments"), event.delta);
            }
            "function_call_arguments.done" => {
                set(self.item(item()).written("function_call", "arguments"), event.arguments);
            }
            "custom_tool_call_input.delta" => {
                push(self.item(item()).written("custom_tool_call", "input"), event.delta);
            }
            "custom_tool_call_input.done" => {
                set(self.item(item()).written("custom_tool_call", "input"), event.input);
            }
            _ => {}
        }
    }

    fn item(&mut self, index: u64) -> &mut Item {
        self.items.entry(index).or_default()
    }

    fn finish(mut self) -> AssembledResponse {
        let sent = self.response.get("output").and_then(Value::as_array).is_some_and(|output| !output.is_empty());
        // Some servers end with a response whose output they have left out.
        if !(self.ended && sent) {
            let items: Value = self.items.values().map(Item::finish).collect();
            self.response.insert("output".to_owned(), items);
        }
        self.response.entry("object").or_insert_with(|| "response".into());
        let response = Value::Object(self.response);
        AssembledResponse { answer: ResponseAnswer::of(&response), response }
    }
}

fn push(text: &mut Text, delta: Option<&RawValue>) {
    if let Some(delta) = delta {
        text.push_value(delta);
    }
}

/// The finished text holds, whatever the deltas said.
fn set(text: &mut Text, finished: Option<&RawValue>) {
    let mut whole = Text::default();
    if finished.is_some_and(|finished| whole.push(finished)) {
        *text = whole;
    }
}

fn number(raw: Option<&RawValue>) -> u64 {
    raw.and_then(|raw| serde_json::from_str(raw.get()).ok()).unwrap_or_default()
}

fn value(raw: &RawValue) -> Value {
    let read = |text: &str| serde_json::from_str(text);
    read(raw.get()).or_else(|_| read(&replace_lone_surrogates(raw.get()))).unwrap_or_default()
}

#[cfg(test)]
mod tests;
