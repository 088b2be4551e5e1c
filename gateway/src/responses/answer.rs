//! Writes a response: the events of its stream, and the object they add up to.

use bytes::Bytes;
use serde_json::{Map, Value, json};

use super::item::{Item, Kind, Named};
use super::kept::Keep;
use crate::inference::{Event, Writer};
use crate::ledger::Usage;
use crate::model::{Piece, Plan};

/// Whether no event comes after this one.
pub(crate) fn is_terminal(event: &Event) -> bool {
    matches!(event.name, Some(COMPLETED | INCOMPLETE | FAILED))
}

const COMPLETED: &str = "response.completed";
const INCOMPLETE: &str = "response.incomplete";
const FAILED: &str = "response.failed";

/// Writes one response.
pub(super) struct ResponseWriter {
    /// The response without its output.
    response: Map<String, Value>,
    cached_tokens: u64,
    reasoning_tokens: u64,
    sequence_number: u64,
    output: Vec<Value>,
    open: Option<Item>,
    /// All messages so far.
    said: String,
    keep: Option<Keep>,
}

impl ResponseWriter {
    pub(super) fn new(response: Map<String, Value>, cached_tokens: u64, keep: Option<Keep>) -> Self {
        Self {
            response,
            cached_tokens,
            reasoning_tokens: 0,
            sequence_number: 0,
            output: Vec::new(),
            open: None,
            said: String::new(),
            keep,
        }
    }

    fn event(&mut self, (name, mut data): Named) -> Event {
        data["type"] = name.into();
        data["sequence_number"] = self.sequence_number.into();
        self.sequence_number += 1;
        Event { name: Some(name), data: data.to_string() }
    }

    fn events(&mut self, named: Vec<Named>) -> Vec<Event> {
        named.into_iter().map(|named| self.event(named)).collect()
    }

    /// Begins an item.
    fn begin(&mut self, kind: Kind) -> Vec<Event> {
        let id = self.id().trim_start_matches("resp_").to_owned();
        let item = Item::new(kind, &id, self.output.len());
        let opening = item.opening();
        self.open = Some(item);
        self.events(opening)
    }

    /// Ends the item that is open.
    fn end(&mut self, status: &str) -> Vec<Event> {
        let Some(item) = self.open.take() else { return Vec::new() };
        self.said.push_str(item.said());
        self.output.push(item.value(status));
        self.events(item.closing(status))
    }

    fn id(&self) -> &str {
        self.response.get("id").and_then(Value::as_str).unwrap_or_default()
    }

    fn set(&mut self, members: Value) {
        if let Value::Object(members) = members {
            self.response.extend(members);
        }
    }

    fn snapshot(&self) -> Value {
        let mut response = self.response.clone();
        response.insert("output".to_owned(), json!(self.output));
        Value::Object(response)
    }

    fn lifecycle(&mut self, name: &'static str) -> Event {
        let response = self.snapshot();
        self.event((name, json!({"response": response})))
    }

    fn usage(&self, usage: Usage) -> Value {
        json!({
            "input_tokens": usage.prompt_tokens, "input_tokens_details": {"cached_tokens": self.cached_tokens},
            "output_tokens": usage.completion_tokens,
            "output_tokens_details": {"reasoning_tokens": self.reasoning_tokens},
            "total_tokens": usage.total_tokens,
        })
    }

    /// Ends the output, and says in the response how it ended. Gives the events of the items and the terminal one's name.
    fn finish(&mut self, plan: &Plan, usage: Usage) -> (Vec<Event>, &'static str) {
        let cut = plan.finish_reason == "length";
        let status = if cut { "incomplete" } else { "completed" };
        let mut events = Vec::new();
        if self.open.is_none() && self.output.is_empty() {
            events.extend(self.begin(Kind::Message));
        }
        events.extend(self.end(status));
        let usage = self.usage(usage);
        self.set(json!({"status": status, "usage": usage}));
        if cut {
            self.set(json!({"incomplete_details": {"reason": "max_output_tokens"}}));
        } else {
            self.set(json!({"completed_at": self.response.get("created_at")}));
        }
        if let Some(keep) = self.keep.take() {
            keep.answered(self.id(), self.said.clone());
        }
        (events, if cut { INCOMPLETE } else { COMPLETED })
    }
}

impl Writer for ResponseWriter {
    fn opening(&mut self) -> Vec<Event> {
        vec![self.lifecycle("response.created"), self.lifecycle("response.in_progress")]
    }

    fn piece(&mut self, piece: &Piece) -> Vec<Event> {
        let mut events = Vec::new();
        if !self.open.as_ref().is_some_and(|item| item.takes(piece)) {
            events.extend(self.end("completed"));
            events.extend(self.begin(match piece {
                Piece::Reasoning(_) => Kind::Reasoning,
                Piece::ToolCall { id, name } => Kind::Call { call_id: id.clone(), name: name.clone() },
                Piece::Content(_) | Piece::Arguments(_) => Kind::Message,
            }));
        }
        self.reasoning_tokens += u64::from(matches!(piece, Piece::Reasoning(_)));
        if let (Piece::Reasoning(text) | Piece::Content(text) | Piece::Arguments(text), Some(item)) =
            (piece, &mut self.open)
        {
            let delta = item.delta(text);
            events.push(self.event(delta));
        }
        events
    }

    fn closing(&mut self, plan: &Plan, usage: Usage) -> Vec<Event> {
        let (mut events, terminal) = self.finish(plan, usage);
        events.push(self.lifecycle(terminal));
        events
    }

    fn failure(&mut self, problem: &Value) -> Vec<Event> {
        // The item is cut off: its end is not told.
        if let Some(item) = self.open.take() {
            self.output.push(item.value("incomplete"));
        }
        let message = problem.get("detail").cloned().unwrap_or_default();
        self.set(json!({"status": "failed", "error": {"code": "server_error", "message": message}}));
        vec![self.lifecycle(FAILED)]
    }

    fn whole(&mut self, plan: &Plan, usage: Usage) -> Bytes {
        for piece in &plan.pieces {
            self.piece(piece);
        }
        self.finish(plan, usage);
        Bytes::from(self.snapshot().to_string())
    }
}
