//! Chat completions: requests, answers and the chunks of a stream.

use std::collections::BTreeMap;
use std::time::{Duration, SystemTime};

use bytes::Bytes;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::config::{CallOptions, ParseOptions, PartialMode, RetryOptions, Route};
use super::error::{Error, ErrorDetails, Result};
use super::message::{Message, ToolCall};
use super::meta::Meta;
use super::optional::Optional;
use super::recourse::{Fallback, OnTimeout, Resume};
use super::write::write;
use crate::ErrorKind;
use crate::wire::refusal::Refusal;
use crate::wire::usage::Usage;

/// A chat request, and what this call may set for itself. What is `None` is not sent.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ChatRequest {
    /// The model's id.
    pub model: String,
    /// The chat so far; at least one message.
    pub messages: Vec<Message>,
    /// The most tokens to generate, above 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_tokens: Option<u32>,
    /// From 0 to 2.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub temperature: Option<f64>,
    /// Above 0, up to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub top_p: Option<f64>,
    /// Text that ends the generation.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stop: Vec<String>,
    /// Tools that the model may call.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tools: Vec<Value>,
    /// Which tool to call: `"auto"`, `"none"`, `"required"` or an object.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool_choice: Option<Value>,
    /// The form of the answer, for example a JSON Schema.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub response_format: Option<Value>,
    /// Asks for the log probability of each token.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logprobs: Option<bool>,
    /// How many alternatives to each token, 0 to 20; needs `logprobs`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub top_logprobs: Option<u32>,
    /// Refuse the request instead of ignoring parameters that the model does not support.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub require_parameters: Option<bool>,
    /// Passed on to the model's chat template.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chat_template_kwargs: Option<Value>,
    /// Options of a stream, for example `{"include_usage": true}`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stream_options: Option<Value>,
    /// Further fields, sent as they are. One that collides with a declared field is refused.
    #[serde(skip)]
    pub extra_body: Map<String, Value>,

    /// Turns repeats into replays: 1 to 255 bytes of visible ASCII, one for each logical call. `"auto"` makes a new
    /// one for this call, kept over its repeats.
    #[serde(skip)]
    pub idempotency_key: Optional<String>,
    /// Bounds the whole call, attempts and waits together. Default: no limit.
    #[serde(skip)]
    pub timeout: Option<Duration>,
    /// Pins the call to a replica.
    #[serde(skip)]
    pub instance: Optional<String>,
    /// Headers sent with this call only.
    #[serde(skip)]
    pub extra_headers: BTreeMap<String, String>,
    /// Overrides of the client's retry options.
    #[serde(skip)]
    pub retry: RetryOptions,
    /// Overrides what the error of a broken stream carries.
    #[serde(skip)]
    pub partial: Option<PartialMode>,
    /// Takes the place of the client's routes; an empty list uses none.
    #[serde(skip)]
    pub routes: Option<Vec<Route>>,
    /// The moment when the call must be over, whatever it is doing. Beside `timeout` the sooner holds.
    #[serde(skip)]
    pub deadline: Option<SystemTime>,
    /// What a timeout leads to; overrides the client's choice.
    #[serde(skip)]
    pub on_timeout: Option<OnTimeout>,
    /// Who is asked, in order, once the model has timed out twice; takes the place of the client's fallbacks.
    #[serde(skip)]
    pub fallback: Option<Vec<Fallback>>,
    /// This call may be billed as two generations; overrides the client's choice.
    #[serde(skip)]
    pub may_bill_twice: Option<bool>,
    /// What a stream leads to that is lost after it began; overrides the client's choice.
    #[serde(skip)]
    pub resume: Option<Resume>,
    /// The stream is held back whole and started anew when it breaks; overrides the client's choice.
    #[serde(skip)]
    pub retry_clean: Option<bool>,
    /// Asks for JSON of a schema, and holds the output against it. [`crate::Client::chat_parse`] sets the schema itself.
    #[serde(skip)]
    pub parse: Option<ParseOptions>,
}

impl ChatRequest {
    pub(super) fn body(&self) -> Result<Bytes> {
        write(self, [("temperature", self.temperature), ("top_p", self.top_p)])
    }

    pub(super) fn options(&self) -> CallOptions {
        CallOptions {
            idempotency_key: self.idempotency_key.clone(),
            timeout: self.timeout,
            instance: self.instance.clone(),
            extra_headers: self.extra_headers.clone(),
            extra_body: self.extra_body.clone(),
            retry: self.retry,
            partial: self.partial,
            routes: self.routes.clone(),
            deadline: self.deadline,
            on_timeout: self.on_timeout,
            fallback: self.fallback.clone(),
            may_bill_twice: self.may_bill_twice,
            resume: self.resume,
            retry_clean: self.retry_clean,
            parse: self.parse.clone(),
            ..CallOptions::default()
        }
    }
}

/// An answer of a chat model.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct ChatCompletion {
    /// The answer's id.
    pub id: Option<String>,
    /// When it was made, in seconds since 1970.
    pub created: Option<i64>,
    /// The model that answered.
    pub model: Option<String>,
    /// The alternatives; usually one.
    pub choices: Vec<Choice>,
    /// Which configuration of the model answered.
    pub system_fingerprint: Option<String>,
    /// Token counts. `None` if the server gave none.
    #[serde(skip)]
    pub usage: Option<Usage>,
    /// How the call went.
    #[serde(skip)]
    pub meta: Meta,
    /// The body as it came, for fields that are not declared here. Empty for a completion put together from a stream.
    #[serde(skip)]
    pub raw: Bytes,
    #[serde(skip)]
    pub(super) declined: Option<Refusal>,
}

/// One alternative of an answer.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct Choice {
    /// Its number, from 0.
    pub index: u32,
    /// What the model says.
    pub message: AnswerMessage,
    /// Why it stopped: `stop`, `length`, `tool_calls`, `content_filter`, …
    pub finish_reason: Option<String>,
    /// Log probabilities, if they were asked for.
    pub logprobs: Option<Value>,
}

/// What a model says.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct AnswerMessage {
    /// `assistant`.
    pub role: Option<String>,
    /// The text; `None` if it only calls tools or declines.
    pub content: Option<String>,
    /// The reasoning, apart from the answer, as most servers name it.
    pub reasoning_content: Option<String>,
    /// The reasoning, as some servers name it.
    pub reasoning: Option<String>,
    /// What the model says when it declines.
    pub refusal: Option<String>,
    /// Tools it wants called.
    #[serde(deserialize_with = "null_as_empty")]
    pub tool_calls: Vec<ToolCall>,
}

impl ChatCompletion {
    /// The text of the first choice.
    #[must_use]
    pub fn content(&self) -> Option<&str> {
        self.message()?.content.as_deref()
    }

    /// The reasoning of the first choice.
    #[must_use]
    pub fn reasoning(&self) -> Option<&str> {
        let message = self.message()?;
        message.reasoning_content.as_deref().or(message.reasoning.as_deref())
    }

    /// What the model said if it declined.
    #[must_use]
    pub fn refusal(&self) -> Option<&str> {
        self.message()?.refusal.as_deref()
    }

    /// How the model declined, if it did: `refusal` where it says so itself, `content_filter` where its output was cut off.
    #[must_use]
    pub fn refusal_code(&self) -> Option<&str> {
        self.declined.as_ref().map(|refusal| refusal.code.as_str())
    }

    /// The tools that the first choice wants called.
    #[must_use]
    pub fn tool_calls(&self) -> &[ToolCall] {
        self.message().map_or(&[], |message| &message.tool_calls)
    }

    /// Why the first choice stopped.
    #[must_use]
    pub fn finish_reason(&self) -> Option<&str> {
        self.choices.first()?.finish_reason.as_deref()
    }

    fn message(&self) -> Option<&AnswerMessage> {
        self.choices.first().map(|choice| &choice.message)
    }

    /// A completion put together from the chunks of a stream.
    pub(super) fn assembled(value: Value, usage: Option<Usage>, meta: Meta) -> Result<Self> {
        let completion: Self = serde_json::from_value(value)
            .map_err(|error| Error::from(ErrorDetails::new(ErrorKind::Decode, error.to_string())))?;
        Ok(Self { usage, meta, ..completion })
    }
}

/// One event of a stream.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct ChatChunk {
    /// The answer's id.
    pub id: Option<String>,
    /// The model that answers.
    pub model: Option<String>,
    /// What is new of each alternative; empty for a chunk that only carries usage.
    #[serde(deserialize_with = "null_as_empty")]
    pub choices: Vec<ChunkChoice>,
    /// The event's data as it came.
    #[serde(skip)]
    pub raw: Bytes,
}

/// What is new of one alternative.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct ChunkChoice {
    /// The alternative's number, from 0.
    #[serde(deserialize_with = "null_as_empty")]
    pub index: u32,
    /// The new piece.
    #[serde(deserialize_with = "null_as_empty")]
    pub delta: Delta,
    /// Why the alternative stopped, once it has.
    pub finish_reason: Option<String>,
}

/// A new piece of an answer.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct Delta {
    /// `assistant`, usually in the first chunk only.
    pub role: Option<String>,
    /// More text.
    pub content: Option<String>,
    /// More reasoning, as most servers name it.
    pub reasoning_content: Option<String>,
    /// More reasoning, as some servers name it.
    pub reasoning: Option<String>,
    /// More of a refusal.
    pub refusal: Option<String>,
    /// Fragments of tool calls; [`super::ChatStream::final_completion`] joins them.
    pub tool_calls: Option<Vec<Value>>,
}

impl ChatChunk {
    /// The new text of the first choice; empty if this chunk has none.
    #[must_use]
    pub fn content(&self) -> &str {
        self.delta().and_then(|delta| delta.content.as_deref()).unwrap_or_default()
    }

    /// The new reasoning of the first choice; empty if this chunk has none.
    #[must_use]
    pub fn reasoning(&self) -> &str {
        let Some(delta) = self.delta() else { return "" };
        delta.reasoning_content.as_deref().or(delta.reasoning.as_deref()).unwrap_or_default()
    }

    /// Why the first choice stopped, once it has.
    #[must_use]
    pub fn finish_reason(&self) -> Option<&str> {
        self.choices.first()?.finish_reason.as_deref()
    }

    fn delta(&self) -> Option<&Delta> {
        self.choices.first().map(|choice| &choice.delta)
    }
}

fn null_as_empty<'de, D, T>(deserializer: D) -> std::result::Result<T, D::Error>
where
    D: serde::Deserializer<'de>,
    T: Default + Deserialize<'de>,
{
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}
