//! One item of a response's output, and its events.

use serde_json::{Value, json};

use crate::model::Piece;

/// Name and members of one event.
pub(super) type Named = (&'static str, Value);

/// An item that is being put out.
#[derive(Debug)]
pub(super) struct Item {
    kind: Kind,
    id: String,
    /// Its place in the output.
    index: usize,
    text: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Kind {
    Reasoning,
    Message,
    Call { call_id: String, name: String },
}

impl Item {
    pub(super) fn new(kind: Kind, request_id: &str, index: usize) -> Self {
        let prefix = match kind {
            Kind::Reasoning => "rs",
            Kind::Message => "msg",
            Kind::Call { .. } => "fc",
        };
        Self { kind, id: format!("{prefix}_{request_id}_{index}"), index, text: String::new() }
    }

    /// Whether a piece goes on with this item, and does not begin another.
    pub(super) fn takes(&self, piece: &Piece) -> bool {
        matches!(
            (&self.kind, piece),
            (Kind::Reasoning, Piece::Reasoning(_))
                | (Kind::Message, Piece::Content(_))
                | (Kind::Call { .. }, Piece::Arguments(_))
        )
    }

    /// The text of a message; nothing of what is none.
    pub(super) fn said(&self) -> &str {
        if self.kind == Kind::Message { &self.text } else { "" }
    }

    /// The item as it is now.
    pub(super) fn value(&self, status: &str) -> Value {
        match &self.kind {
            Kind::Reasoning if self.text.is_empty() => json!({"id": self.id, "type": "reasoning", "summary": []}),
            Kind::Reasoning => json!({"id": self.id, "type": "reasoning", "summary": [self.part()]}),
            Kind::Message => {
                let content = if status == "in_progress" { json!([]) } else { json!([self.part()]) };
                json!({"id": self.id, "type": "message", "status": status, "role": "assistant", "content": content})
            }
            Kind::Call { call_id, name } => json!({
                "id": self.id, "type": "function_call", "status": status, "call_id": call_id, "name": name,
                "arguments": self.text,
            }),
        }
    }

    /// The events that begin it.
    pub(super) fn opening(&self) -> Vec<Named> {
        let added = json!({"output_index": self.index, "item": self.value("in_progress")});
        let mut events = vec![("response.output_item.added", added)];
        match self.kind {
            Kind::Reasoning => {
                events.push(("response.reasoning_summary_part.added", self.placed(json!({"part": self.part()}))));
            }
            Kind::Message => events.push(("response.content_part.added", self.placed(json!({"part": self.part()})))),
            Kind::Call { .. } => {}
        }
        events
    }

    /// Goes on by a piece of text.
    pub(super) fn delta(&mut self, text: &str) -> Named {
        self.text.push_str(text);
        match self.kind {
            Kind::Reasoning => ("response.reasoning_summary_text.delta", self.placed(json!({"delta": text}))),
            Kind::Message => ("response.output_text.delta", self.placed(json!({"delta": text, "logprobs": []}))),
            Kind::Call { .. } => ("response.function_call_arguments.delta", self.placed(json!({"delta": text}))),
        }
    }

    /// The events that end it.
    pub(super) fn closing(&self, status: &str) -> Vec<Named> {
        let part = || self.placed(json!({"part": self.part()}));
        let mut events = match &self.kind {
            Kind::Reasoning => vec![
                ("response.reasoning_summary_text.done", self.placed(json!({"text": self.text}))),
                ("response.reasoning_summary_part.done", part()),
            ],
            Kind::Message => vec![
                ("response.output_text.done", self.placed(json!({"text": self.text, "logprobs": []}))),
                ("response.content_part.done", part()),
            ],
            Kind::Call { name, .. } => {
                let done = self.placed(json!({"name": name, "arguments": self.text}));
                vec![("response.function_call_arguments.done", done)]
            }
        };
        let done = json!({"output_index": self.index, "item": self.value(status)});
        events.push(("response.output_item.done", done));
        events
    }

    fn part(&self) -> Value {
        match self.kind {
            Kind::Reasoning => json!({"type": "summary_text", "text": self.text}),
            _ => json!({"type": "output_text", "text": self.text, "annotations": [], "logprobs": []}),
        }
    }

    /// Says in an event which item it is about, and which part of it.
    fn placed(&self, mut event: Value) -> Value {
        event["item_id"] = self.id.as_str().into();
        event["output_index"] = self.index.into();
        match self.kind {
            Kind::Reasoning => event["summary_index"] = 0.into(),
            Kind::Message => event["content_index"] = 0.into(),
            Kind::Call { .. } => {}
        }
        event
    }
}
