//! The JSON of a chat answer, whole and in chunks.

use bytes::Bytes;
use serde_json::{Map, Value, json};

use crate::inference::{Event, Writer};
use crate::ledger::Usage;
use crate::model::{Piece, Plan};

/// Writes one chat answer; here is what all parts of it share.
#[derive(Debug)]
pub(super) struct ChatWriter {
    id: String,
    created: u64,
    model: String,
}

impl Writer for ChatWriter {
    /// It says who speaks and nothing else.
    fn opening(&mut self) -> Vec<Event> {
        vec![self.chunk(&json!([{"index": 0, "delta": {"role": "assistant"}, "finish_reason": null}]), None)]
    }

    fn piece(&mut self, piece: &Piece) -> Vec<Event> {
        let delta = match piece {
            Piece::Reasoning(text) => json!({"reasoning_content": text}),
            Piece::Content(text) => json!({"content": text}),
            Piece::ToolCall { id, name } => json!({"tool_calls": [
                {"index": 0, "id": id, "type": "function", "function": {"name": name, "arguments": ""}}
            ]}),
            Piece::Arguments(text) => {
                json!({"tool_calls": [{"index": 0, "function": {"arguments": text}}]})
            }
        };
        vec![self.chunk(&json!([{"index": 0, "delta": delta, "finish_reason": null}]), None)]
    }

    /// Finish reason, usage, `[DONE]`.
    fn closing(&mut self, plan: &Plan, usage: Usage) -> Vec<Event> {
        vec![
            self.chunk(&json!([{"index": 0, "delta": {}, "finish_reason": plan.finish_reason}]), None),
            self.chunk(&json!([]), Some(usage)),
            Event { name: None, data: "[DONE]".to_owned() },
        ]
    }

    fn failure(&mut self, problem: &Value) -> Vec<Event> {
        vec![event(&json!({"error": problem}))]
    }

    fn whole(&mut self, plan: &Plan, usage: Usage) -> Bytes {
        let body = json!({
            "id": self.id, "object": "chat.completion", "created": self.created, "model": self.model,
            "choices": [{"index": 0, "message": message(&plan.pieces), "finish_reason": plan.finish_reason}],
            "usage": usage,
        });
        Bytes::from(body.to_string())
    }
}

impl ChatWriter {
    pub(super) fn new(request_id: &str, created: u64, model: &str) -> Self {
        Self { id: format!("chatcmpl-{request_id}"), created, model: model.to_owned() }
    }

    fn chunk(&self, choices: &Value, usage: Option<Usage>) -> Event {
        let mut chunk = json!({
            "id": self.id, "object": "chat.completion.chunk", "created": self.created, "model": self.model,
            "choices": choices,
        });
        if let (Some(usage), Some(members)) = (usage, chunk.as_object_mut()) {
            members.insert("usage".to_owned(), json!(usage));
        }
        event(&chunk)
    }
}

fn event(data: &Value) -> Event {
    Event { name: None, data: data.to_string() }
}

fn message(pieces: &[Piece]) -> Value {
    let (mut content, mut reasoning, mut calls) = (String::new(), String::new(), Vec::<(&str, &str, String)>::new());
    for piece in pieces {
        match piece {
            Piece::Reasoning(text) => reasoning.push_str(text),
            Piece::Content(text) => content.push_str(text),
            Piece::ToolCall { id, name } => calls.push((id, name, String::new())),
            Piece::Arguments(text) => {
                if let Some((_, _, arguments)) = calls.last_mut() {
                    arguments.push_str(text);
                }
            }
        }
    }
    let mut message = Map::new();
    message.insert("role".into(), json!("assistant"));
    message.insert("content".into(), if calls.is_empty() { json!(content) } else { Value::Null });
    if !reasoning.is_empty() {
        message.insert("reasoning_content".into(), json!(reasoning));
    }
    if !calls.is_empty() {
        let calls = calls.into_iter().map(|(id, name, arguments)| {
            json!({"id": id, "type": "function", "function": {"name": name, "arguments": arguments}})
        });
        message.insert("tool_calls".into(), calls.collect());
    }
    Value::Object(message)
}
