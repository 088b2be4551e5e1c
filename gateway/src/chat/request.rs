//! A chat request as the gateway understands it. Fingerprints are taken over this, not over the bytes that were sent.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::SCOPE;
use crate::inference::Asked;
use crate::model::{self, Forced, Prompt};
use crate::problem::Problem;
use crate::request::{invalid, read, refuse_ignored};

/// Fields the gateway knows. Others are ignored and named back, or refused under `require_parameters`.
const KNOWN: [&str; 17] = [
    "model",
    "messages",
    "stream",
    "stream_options",
    "max_tokens",
    "temperature",
    "top_p",
    "stop",
    "tools",
    "tool_choice",
    "response_format",
    "logprobs",
    "top_logprobs",
    "require_parameters",
    "chat_template_kwargs",
    "seed",
    "user",
];

/// The parsed request, with its defaults.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct ChatRequest {
    pub(crate) model: String,
    pub(crate) messages: Vec<Message>,
    #[serde(default)]
    pub(crate) stream: bool,
    #[serde(default)]
    pub(crate) max_tokens: Option<u64>,
    #[serde(default)]
    temperature: Option<f64>,
    #[serde(default)]
    top_p: Option<f64>,
    #[serde(default, deserialize_with = "one_or_many")]
    pub(crate) stop: Vec<String>,
    #[serde(default)]
    pub(crate) tools: Vec<Value>,
    #[serde(default)]
    pub(crate) tool_choice: Option<Value>,
    #[serde(default)]
    response_format: Option<Value>,
    #[serde(default)]
    logprobs: bool,
    #[serde(default)]
    top_logprobs: Option<u8>,
    #[serde(default)]
    require_parameters: bool,
    #[serde(default)]
    chat_template_kwargs: Option<Value>,
    #[serde(default)]
    seed: Option<i64>,
}

/// One message. Members beside role and content are kept: they are part of the fingerprint.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Message {
    pub(crate) role: String,
    #[serde(default)]
    content: Value,
    #[serde(flatten)]
    rest: Map<String, Value>,
}

impl Message {
    /// The message's text; of several parts, the text parts joined.
    pub(crate) fn text(&self) -> String {
        match &self.content {
            Value::String(text) => text.clone(),
            Value::Array(parts) => parts.iter().filter_map(|part| part.get("text")?.as_str()).collect(),
            _ => String::new(),
        }
    }

    fn has_image(&self) -> bool {
        self.content.as_array().is_some_and(|parts| parts.iter().any(|part| part.get("image_url").is_some()))
    }
}

impl ChatRequest {
    /// Reads a body. Gives the request and the fields that are ignored.
    pub(crate) fn parse(body: &[u8]) -> Result<(Self, Vec<String>), Problem> {
        let (request, ignored): (Self, _) = read(body, &KNOWN)?;
        request.check()?;
        refuse_ignored(request.require_parameters, &ignored)?;
        Ok((request, ignored))
    }

    fn check(&self) -> Result<(), Problem> {
        let in_range =
            |value: Option<f64>, low: f64, high: f64| value.is_none_or(|value| (low..=high).contains(&value));
        let rules = [
            (!self.messages.is_empty(), "body.messages", "must not be empty"),
            (self.max_tokens != Some(0), "body.max_tokens", "must be greater than 0"),
            (in_range(self.temperature, 0.0, 2.0), "body.temperature", "must be between 0 and 2"),
            (in_range(self.top_p, f64::MIN_POSITIVE, 1.0), "body.top_p", "must be greater than 0 and at most 1"),
            (self.top_logprobs.is_none_or(|count| count <= 20), "body.top_logprobs", "must be between 0 and 20"),
            (self.top_logprobs.is_none() || self.logprobs, "body.top_logprobs", "needs logprobs: true"),
        ];
        match rules.iter().find(|(holds, _, _)| !holds) {
            None => Ok(()),
            Some((_, field, rule)) => Err(invalid(field, rule)),
        }
    }

    /// The same in the words that all APIs share.
    pub(super) fn asked(self, path: &str) -> Asked {
        let fingerprint = format!("{path} {}", json!(self));
        let has_image = self.messages.iter().any(Message::has_image);
        let named = |tool: &Value| Some(tool.pointer("/function/name")?.as_str()?.to_owned());
        let forced = match &self.tool_choice {
            Some(Value::String(choice)) => (choice == "required").then_some(Forced::Any),
            Some(choice) => named(choice).map(Forced::Named),
            None => None,
        };
        let prompt = Prompt {
            wants_reasoning: self.wants_reasoning(),
            messages: self.messages.iter().map(|said| model::Message::new(&said.role, said.text())).collect(),
            tools: self.tools.iter().filter_map(named).collect(),
            forced,
            model: self.model,
            stop: self.stop,
            limit: self.max_tokens,
        };
        Asked { scope: SCOPE, stream: self.stream, has_image, fingerprint, prompt }
    }

    fn wants_reasoning(&self) -> bool {
        let switch = self.chat_template_kwargs.as_ref().and_then(|kwargs| kwargs.get("enable_thinking"));
        switch.and_then(Value::as_bool).unwrap_or(false)
    }
}

fn one_or_many<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Stop {
        One(String),
        Many(Vec<String>),
        Unset(()),
    }
    Ok(match Stop::deserialize(deserializer)? {
        Stop::One(stop) => vec![stop],
        Stop::Many(stops) => stops,
        Stop::Unset(()) => Vec::new(),
    })
}
