//! A request for a response as the gateway understands it.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::SCOPE;
use crate::inference::Asked;
use crate::model::{Forced, Message, Prompt};
use crate::problem::Problem;
use crate::request::{invalid, read, read_fields, refuse_ignored};

/// Fields the gateway knows. Others are ignored and named back, or refused under `require_parameters`.
const KNOWN: [&str; 25] = [
    "model",
    "input",
    "instructions",
    "stream",
    "stream_options",
    "max_output_tokens",
    "temperature",
    "top_p",
    "tools",
    "tool_choice",
    "parallel_tool_calls",
    "reasoning",
    "text",
    "metadata",
    "store",
    "previous_response_id",
    "conversation",
    "background",
    "include",
    "truncation",
    "require_parameters",
    "user",
    "safety_identifier",
    "prompt_cache_key",
    "service_tier",
];

/// Members of a frame that are the connection's and not the request's.
const OF_THE_CONNECTION: [&str; 3] = ["type", "stream", "stream_id"];

/// The parsed request, with its defaults.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "the fields are those of the API")]
pub(super) struct ResponseRequest {
    model: String,
    input: Value,
    #[serde(default)]
    instructions: Option<String>,
    #[serde(default)]
    stream: bool,
    #[serde(default)]
    max_output_tokens: Option<u64>,
    #[serde(default)]
    temperature: Option<f64>,
    #[serde(default)]
    top_p: Option<f64>,
    #[serde(default)]
    tools: Vec<Value>,
    #[serde(default)]
    tool_choice: Option<Value>,
    #[serde(default)]
    parallel_tool_calls: Option<bool>,
    #[serde(default)]
    reasoning: Map<String, Value>,
    #[serde(default)]
    text: Option<Value>,
    #[serde(default)]
    metadata: Map<String, Value>,
    #[serde(default)]
    store: bool,
    #[serde(default)]
    previous_response_id: Option<String>,
    #[serde(default)]
    conversation: Option<Value>,
    #[serde(default)]
    background: bool,
    #[serde(default)]
    truncation: Option<String>,
    #[serde(default)]
    require_parameters: bool,
}

impl ResponseRequest {
    /// Reads a body. Gives the request and the fields that are ignored.
    pub(super) fn parse(body: &[u8]) -> Result<(Self, Vec<String>), Problem> {
        let (request, ignored): (Self, _) = read(body, &KNOWN)?;
        request.checked(&ignored)?;
        Ok((request, ignored))
    }

    /// Reads a `response.create`, whose answer is always a stream.
    pub(super) fn parse_frame(mut frame: Map<String, Value>) -> Result<Self, Problem> {
        frame.retain(|name, _| !OF_THE_CONNECTION.contains(&name.as_str()));
        let (mut request, ignored): (Self, _) = read_fields(frame, &KNOWN)?;
        request.checked(&ignored)?;
        if request.background {
            return Err(invalid(
                "body.background",
                "a WebSocket takes no background responses; leave it out, or use POST",
            ));
        }
        request.stream = true;
        Ok(request)
    }

    fn checked(&self, ignored: &[String]) -> Result<(), Problem> {
        let in_range =
            |value: Option<f64>, low: f64, high: f64| value.is_none_or(|value| (low..=high).contains(&value));
        let input = match &self.input {
            Value::String(_) => true,
            Value::Array(items) => !items.is_empty() && items.iter().all(Value::is_object),
            _ => false,
        };
        let one_state = self.previous_response_id.is_none() || self.conversation.is_none();
        let rules = [
            (input, "body.input", "must be a text, or a list of items that is not empty"),
            (self.max_output_tokens != Some(0), "body.max_output_tokens", "must be greater than 0"),
            (in_range(self.temperature, 0.0, 2.0), "body.temperature", "must be between 0 and 2"),
            (in_range(self.top_p, f64::MIN_POSITIVE, 1.0), "body.top_p", "must be greater than 0 and at most 1"),
            (one_state, "body.conversation", "excludes previous_response_id"),
        ];
        if let Some((_, field, rule)) = rules.iter().find(|(holds, _, _)| !holds) {
            return Err(invalid(field, rule));
        }
        refuse_ignored(self.require_parameters, ignored)
    }

    pub(super) fn previous_response_id(&self) -> Option<&str> {
        self.previous_response_id.as_deref()
    }

    pub(super) fn store(&self) -> bool {
        self.store
    }

    /// What the input says. What says nothing, a reasoning item for one, is left out.
    pub(super) fn messages(&self) -> Vec<Message> {
        match &self.input {
            Value::String(text) => vec![Message::new("user", text.clone())],
            Value::Array(items) => items.iter().filter_map(message).collect(),
            _ => Vec::new(),
        }
    }

    /// The response object before anything was put out.
    pub(super) fn echo(&self, request_id: &str, created_at: u64) -> Map<String, Value> {
        let conversation = match &self.conversation {
            Some(Value::String(id)) => json!({"id": id}),
            other => json!(other),
        };
        let response = json!({
            "id": format!("resp_{request_id}"), "object": "response", "created_at": created_at, "completed_at": null,
            "status": "in_progress", "error": null, "incomplete_details": null, "output": [], "usage": null,
            "model": self.model, "instructions": self.instructions, "max_output_tokens": self.max_output_tokens,
            "temperature": self.temperature.unwrap_or(1.0), "top_p": self.top_p.unwrap_or(1.0),
            "tools": self.tools, "tool_choice": self.tool_choice.clone().unwrap_or_else(|| "auto".into()),
            "parallel_tool_calls": self.parallel_tool_calls.unwrap_or(true),
            "reasoning": {"effort": self.reasoning.get("effort"), "summary": self.reasoning.get("summary")},
            "text": self.text.clone().unwrap_or_else(|| json!({"format": {"type": "text"}})),
            "metadata": self.metadata, "store": self.store, "previous_response_id": self.previous_response_id,
            "conversation": conversation, "background": self.background,
            "truncation": self.truncation.as_deref().unwrap_or("disabled"),
        });
        match response {
            Value::Object(members) => members,
            _ => Map::new(),
        }
    }

    /// The same in the words that all APIs share, after what was said before.
    pub(super) fn asked(self, path: &str, before: Vec<Message>) -> Asked {
        let fingerprint = format!("{path} {}", json!(self));
        let named = |tool: &Value| Some(tool.get("name")?.as_str()?.to_owned());
        let forced = match &self.tool_choice {
            Some(Value::String(choice)) => (choice == "required").then_some(Forced::Any),
            Some(choice) => named(choice).map(Forced::Named),
            None => None,
        };
        let instructions = self.instructions.iter().map(|text| Message::new("system", text.clone()));
        let prompt = Prompt {
            messages: instructions.chain(before).chain(self.messages()).collect(),
            wants_reasoning: self.reasoning.get("summary").is_some_and(|summary| !summary.is_null()),
            stop: Vec::new(),
            tools: self.tools.iter().filter_map(named).collect(),
            forced,
            limit: self.max_output_tokens,
            model: self.model,
        };
        Asked { scope: SCOPE, stream: self.stream, has_image: has_image(&self.input), fingerprint, prompt }
    }
}

fn message(item: &Value) -> Option<Message> {
    let kind = item.get("type").and_then(Value::as_str).unwrap_or("message");
    let (role, content) = match kind {
        "message" => (item.get("role").and_then(Value::as_str)?, item.get("content")?),
        "function_call" | "custom_tool_call" => ("assistant", item.get("arguments").or_else(|| item.get("input"))?),
        "function_call_output" | "custom_tool_call_output" => ("tool", item.get("output")?),
        _ => return None,
    };
    let text = match content {
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts.iter().filter_map(|part| part.get("text")?.as_str()).collect(),
        _ => return None,
    };
    Some(Message::new(role, text))
}

fn has_image(input: &Value) -> bool {
    let parts = |item: &Value| item.get("content").and_then(Value::as_array).cloned().unwrap_or_default();
    let mut items = input.as_array().into_iter().flatten();
    items.any(|item| parts(item).iter().any(|part| part.get("type").is_some_and(|kind| kind == "input_image")))
}
