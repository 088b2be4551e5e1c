//! The answer that the chunks of a stream amount to, for `final()` and for what is left of a broken stream.

use std::collections::BTreeMap;

use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use super::chunk::{Choice, Chunk};
use super::text::{self, Text};
use super::{json as parse, sse};

mod tool_calls;

use tool_calls::ToolCalls;

/// What has arrived of a stream, put together.
#[derive(Debug, Clone, PartialEq)]
pub struct Assembled {
    /// A `chat.completion` object, as the same call without streaming would have answered. Optional members of a
    /// message are there only if the stream held them.
    pub completion: Value,
    /// The content of the first choice (index 0); `None` if no content came.
    pub content: Option<String>,
    /// Its reasoning.
    pub reasoning: Option<String>,
    /// What it says to decline.
    pub refusal: Option<String>,
    /// Its tool calls, in the order in which they began: `{id, type, function: {name, arguments}}`. In a broken
    /// stream they are partial.
    pub tool_calls: Vec<Value>,
    /// Why it ended.
    pub finish_reason: Option<String>,
}

#[derive(Default)]
struct Parts {
    role: Option<String>,
    content: Option<Text>,
    reasoning: Option<Text>,
    refusal: Option<Text>,
    tool_calls: ToolCalls,
    finish_reason: Option<String>,
    /// Lists by name, `content` and `refusal`.
    logprobs: Map<String, Value>,
}

/// Puts the chunks of a chat stream together. What is no chunk (`[DONE]`, a keep-alive, an error) is passed over.
#[must_use]
pub fn assemble<'a>(chunks: impl IntoIterator<Item = &'a [u8]>) -> Assembled {
    let mut head = Head::default();
    let mut choices: BTreeMap<i64, Parts> = BTreeMap::new();
    for bytes in chunks {
        if bytes == sse::DONE {
            continue;
        }
        let Ok(chunk) = parse::object::<Chunk<'_>>(bytes) else {
            continue;
        };
        head.take(&chunk);
        for choice in chunk.choices() {
            choices.entry(choice.index()).or_default().take(&choice);
        }
    }
    let first = choices.get(&0);
    let text = |text: Option<&Text>| text.map(Text::finish);
    Assembled {
        content: text(first.and_then(|parts| parts.content.as_ref())),
        reasoning: text(first.and_then(|parts| parts.reasoning.as_ref())),
        refusal: text(first.and_then(|parts| parts.refusal.as_ref())),
        tool_calls: first.map(|parts| parts.tool_calls.finish()).unwrap_or_default(),
        finish_reason: first.and_then(|parts| parts.finish_reason.clone()),
        completion: head.finish(&choices.iter().map(|(index, parts)| parts.finish(*index)).collect::<Vec<_>>()),
    }
}

/// The members that every chunk repeats: the first that is not null holds, of usage the last.
#[derive(Default)]
struct Head {
    id: Value,
    created: Value,
    model: Value,
    system_fingerprint: Value,
    usage: Value,
}

impl Head {
    fn take(&mut self, chunk: &Chunk<'_>) {
        let repeated = [
            (&mut self.id, chunk.id),
            (&mut self.created, chunk.created),
            (&mut self.model, chunk.model),
            (&mut self.system_fingerprint, chunk.system_fingerprint),
        ];
        for (member, sent) in repeated {
            if member.is_null() {
                *member = value(sent);
            }
        }
        if chunk.usage.is_some() {
            self.usage = value(chunk.usage);
        }
    }

    fn finish(self, choices: &[Value]) -> Value {
        json!({
            "id": self.id,
            "object": "chat.completion",
            "created": self.created,
            "model": self.model,
            "system_fingerprint": self.system_fingerprint,
            "choices": choices,
            "usage": self.usage,
        })
    }
}

impl Parts {
    fn take(&mut self, choice: &Choice<'_>) {
        let delta = choice.delta();
        if self.role.is_none() {
            self.role = delta.role.and_then(text::of);
        }
        append(&mut self.content, delta.content);
        append(&mut self.reasoning, delta.reasoning());
        append(&mut self.refusal, delta.refusal);
        if let Some(fragments) = delta.tool_calls {
            self.tool_calls.take(fragments);
        }
        self.finish_reason = choice.finish_reason().or(self.finish_reason.take());
        if let Value::Object(lists) = value(choice.logprobs) {
            for (name, list) in lists {
                match (self.logprobs.get_mut(&name), list) {
                    (Some(Value::Array(seen)), Value::Array(more)) => seen.extend(more),
                    (_, Value::Null) => {}
                    (_, list) => drop(self.logprobs.insert(name, list)),
                }
            }
        }
    }

    fn finish(&self, index: i64) -> Value {
        let mut message = Map::new();
        message.insert("role".into(), self.role.as_deref().unwrap_or("assistant").into());
        message.insert("content".into(), self.content.as_ref().map(Text::finish).into());
        for (name, text) in [("reasoning_content", &self.reasoning), ("refusal", &self.refusal)] {
            if let Some(text) = text {
                message.insert(name.into(), text.finish().into());
            }
        }
        let tool_calls = self.tool_calls.finish();
        if !tool_calls.is_empty() {
            message.insert("tool_calls".into(), tool_calls.into());
        }
        let logprobs = if self.logprobs.is_empty() { Value::Null } else { self.logprobs.clone().into() };
        json!({"index": index, "message": message, "finish_reason": self.finish_reason, "logprobs": logprobs})
    }
}

/// Appends a delta's text, an empty one too: it tells that there is one.
fn append(text: &mut Option<Text>, delta: Option<&RawValue>) {
    if let Some(delta) = delta {
        text.get_or_insert_default().push_value(delta);
    }
}

fn value(raw: Option<&RawValue>) -> Value {
    raw.and_then(|raw| serde_json::from_str(raw.get()).ok()).unwrap_or_default()
}

#[cfg(test)]
mod tests;
