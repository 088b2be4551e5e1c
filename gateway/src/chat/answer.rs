//! The JSON of a chat answer, whole and in chunks.

use bytes::Bytes;
use serde_json::{Map, Value, json};

use crate::ledger::Usage;
use crate::model::Piece;

/// What all parts of one answer share.
#[derive(Debug, Clone)]
pub(crate) struct Head {
    pub(crate) id: String,
    pub(crate) created: u64,
    pub(crate) model: String,
}

impl Head {
    /// The answer in one piece.
    pub(crate) fn completion(&self, pieces: &[Piece], finish_reason: &str, usage: Usage) -> Bytes {
        let body = json!({
            "id": self.id, "object": "chat.completion", "created": self.created, "model": self.model,
            "choices": [{"index": 0, "message": message(pieces), "finish_reason": finish_reason}],
            "usage": usage,
        });
        Bytes::from(body.to_string())
    }

    /// The first event of a stream: it says who speaks and nothing else.
    pub(crate) fn opening(&self) -> Bytes {
        self.chunk(&json!([{"index": 0, "delta": {"role": "assistant"}, "finish_reason": null}]), None)
    }

    /// The event of one piece.
    pub(crate) fn delta(&self, piece: &Piece) -> Bytes {
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
        self.chunk(&json!([{"index": 0, "delta": delta, "finish_reason": null}]), None)
    }

    /// The events that end a stream: finish reason, usage, `[DONE]`.
    pub(crate) fn closing(&self, finish_reason: &str, usage: Usage) -> [Bytes; 3] {
        [
            self.chunk(&json!([{"index": 0, "delta": {}, "finish_reason": finish_reason}]), None),
            self.chunk(&json!([]), Some(usage)),
            Bytes::from_static(b"data: [DONE]\n\n"),
        ]
    }

    fn chunk(&self, choices: &Value, usage: Option<Usage>) -> Bytes {
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

/// A failure inside a stream.
pub(crate) fn failure(problem: &Value) -> Bytes {
    event(&json!({"error": problem}))
}

fn event(data: &Value) -> Bytes {
    Bytes::from(format!("data: {data}\n\n"))
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
