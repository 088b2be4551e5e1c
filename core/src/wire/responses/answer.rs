//! What a response says, whatever items it is spread over.

use serde::Serialize;
use serde_json::{Value, json};

use crate::wire::text::replace_lone_surrogates;

/// What a response says, put together from its output items.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct ResponseAnswer {
    /// All output text; `None` if there is none.
    pub content: Option<String>,
    /// All reasoning text; where the model shows none of it, its summaries.
    pub reasoning: Option<String>,
    /// What the model says when it declines.
    pub refusal: Option<String>,
    /// Function and custom tool calls: `{id, type, function: {name, arguments}}`, where `id` is the `call_id`.
    pub tool_calls: Vec<Value>,
    /// Why the response is incomplete, if it is.
    pub finish_reason: Option<String>,
}

impl ResponseAnswer {
    /// What the response in `body` says, and its status.
    #[must_use]
    pub fn read(body: &[u8]) -> (Self, String) {
        let text = String::from_utf8_lossy(body);
        let read = |text: &str| serde_json::from_str(text);
        let response: Value = read(&text).or_else(|_| read(&replace_lone_surrogates(&text))).unwrap_or_default();
        (Self::of(&response), text_of(&response, "status").unwrap_or_default().to_owned())
    }

    /// What `response` says.
    #[must_use]
    pub fn of(response: &Value) -> Self {
        let mut answer = Self {
            finish_reason: response.pointer("/incomplete_details/reason").and_then(Value::as_str).map(str::to_owned),
            ..Self::default()
        };
        let mut reasoning = Reasoning::default();
        for item in response.get("output").and_then(Value::as_array).into_iter().flatten() {
            match text_of(item, "type") {
                Some("message") => answer.take_message(item),
                Some("reasoning") => reasoning.take(item),
                Some("function_call") => answer.tool_calls.push(tool_call(item, "function", "arguments")),
                Some("custom_tool_call") => answer.tool_calls.push(tool_call(item, "custom", "input")),
                _ => {}
            }
        }
        answer.reasoning = reasoning.finish();
        answer
    }

    fn take_message(&mut self, item: &Value) {
        for part in list(item, "content") {
            if let Some(more) = text_of(part, "text") {
                self.content.get_or_insert_default().push_str(more);
            }
            if let Some(more) = text_of(part, "refusal") {
                self.refusal.get_or_insert_default().push_str(more);
            }
        }
    }
}

#[derive(Default)]
struct Reasoning {
    texts: Vec<String>,
    summaries: Vec<String>,
}

impl Reasoning {
    fn take(&mut self, item: &Value) {
        let texts = |key| list(item, key).filter_map(|part| text_of(part, "text")).map(str::to_owned);
        self.texts.extend(texts("content"));
        self.summaries.extend(texts("summary"));
    }

    fn finish(self) -> Option<String> {
        let shown = if self.texts.is_empty() { self.summaries } else { self.texts };
        (!shown.is_empty()).then(|| shown.join("\n\n"))
    }
}

fn tool_call(item: &Value, kind: &str, arguments: &str) -> Value {
    let id = item.get("call_id").or_else(|| item.get("id"));
    json!({
        "id": id,
        "type": kind,
        "function": {"name": item.get("name"), "arguments": text_of(item, arguments).unwrap_or_default()},
    })
}

fn text_of<'a>(value: &'a Value, key: &str) -> Option<&'a str> {
    value.get(key)?.as_str()
}

fn list<'a>(value: &'a Value, key: &str) -> impl Iterator<Item = &'a Value> {
    value.get(key).and_then(Value::as_array).into_iter().flatten()
}

#[cfg(test)]
mod tests;
