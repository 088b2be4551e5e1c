//! One output item as its events build it.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::wire::text::Text;

/// An item under construction.
#[derive(Default)]
pub(super) struct Item {
    /// As its last `output_item` event showed it.
    shown: Map<String, Value>,
    /// That event was `output_item.done`: nothing is missing from it.
    done: bool,
    contents: BTreeMap<u64, Content>,
    summaries: BTreeMap<u64, Text>,
    written: Option<Written>,
}

/// A part of an item's content.
#[derive(Default)]
struct Content {
    kind: Option<&'static str>,
    text: Text,
    annotations: Vec<Value>,
}

/// What a model writes for a tool.
struct Written {
    item: &'static str,
    member: &'static str,
    text: Text,
}

impl Item {
    /// Takes an `output_item` event.
    pub(super) fn show(&mut self, item: Value, done: bool) {
        if let Value::Object(item) = item {
            self.shown = item;
            self.done = done;
        }
    }

    /// The text of a content part of that type, to append to.
    pub(super) fn content(&mut self, index: u64, kind: &'static str) -> &mut Text {
        let content = self.contents.entry(index).or_default();
        content.kind.get_or_insert(kind);
        &mut content.text
    }

    pub(super) fn annotate(&mut self, index: u64, annotation: Value) {
        self.contents.entry(index).or_default().annotations.push(annotation);
    }

    pub(super) fn summary(&mut self, index: u64) -> &mut Text {
        self.summaries.entry(index).or_default()
    }

    /// What the model writes for a tool: `member` of an item of type `item`.
    pub(super) fn written(&mut self, item: &'static str, member: &'static str) -> &mut Text {
        &mut self.written.get_or_insert_with(|| Written { item, member, text: Text::default() }).text
    }

    /// The item, as far as it came.
    pub(super) fn finish(&self) -> Value {
        let mut item = self.shown.clone();
        if self.done {
            return item.into();
        }
        item.entry("type").or_insert_with(|| self.kind().into());
        if let Some(Written { member, text, .. }) = &self.written {
            item.insert((*member).to_owned(), text.finish().into());
        }
        if !self.contents.is_empty() {
            item.insert("content".to_owned(), self.contents.values().map(Content::finish).collect());
        }
        if !self.summaries.is_empty() {
            let summary = |text: &Text| json!({"type": "summary_text", "text": text.finish()});
            item.insert("summary".to_owned(), self.summaries.values().map(summary).collect());
        }
        item.into()
    }

    /// The type of an item whose beginning was never shown.
    fn kind(&self) -> &'static str {
        let reasons = self.contents.values().any(|content| content.kind == Some("reasoning_text"));
        match &self.written {
            Some(written) => written.item,
            None if reasons || !self.summaries.is_empty() => "reasoning",
            None => "message",
        }
    }
}

impl Content {
    fn finish(&self) -> Value {
        match self.kind.unwrap_or("output_text") {
            kind @ "refusal" => json!({"type": kind, "refusal": self.text.finish()}),
            kind @ "reasoning_text" => json!({"type": kind, "text": self.text.finish()}),
            kind => json!({"type": kind, "text": self.text.finish(), "annotations": self.annotations}),
        }
    }
}
