//! Responses: requests and answers of the Responses API.

use std::collections::BTreeMap;
use std::time::{Duration, SystemTime};

use bytes::Bytes;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::config::{CallOptions, ParseOptions, PartialMode, RetryOptions, Route, Transport};
use super::error::{Error, ErrorDetails, Result};
use super::message::ToolCall;
use super::meta::Meta;
use super::optional::Optional;
use super::read::read;
use super::recourse::{Fallback, OnTimeout, Resume};
use super::write::write;
use crate::ErrorKind;
use crate::wire::refusal::Refusal;
use crate::wire::responses::answer::ResponseAnswer;
use crate::wire::usage::Usage;

/// What a response is asked for: a text, or a list of items.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum ResponseInput {
    /// A user's message.
    Text(String),
    /// Messages, tool outputs and other items, as JSON objects.
    Items(Vec<Value>),
}

impl Default for ResponseInput {
    fn default() -> Self {
        Self::Text(String::new())
    }
}

impl From<&str> for ResponseInput {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for ResponseInput {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<Vec<Value>> for ResponseInput {
    fn from(items: Vec<Value>) -> Self {
        Self::Items(items)
    }
}

/// A request of the Responses API, and what this call may set for itself. What is `None` is not sent.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ResponseRequest {
    /// The model's id.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub model: String,
    /// What to respond to. May stay empty beside `previous_response_id` or `conversation`.
    #[serde(skip_serializing_if = "ResponseInput::is_empty")]
    pub input: ResponseInput,
    /// What the model is told before the input.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instructions: Option<String>,
    /// The most tokens to generate, reasoning included, above 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_output_tokens: Option<u32>,
    /// From 0 to 2.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub temperature: Option<f64>,
    /// Above 0, up to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub top_p: Option<f64>,
    /// Tools that the model may call.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tools: Vec<Value>,
    /// Which tool to call: `"auto"`, `"none"`, `"required"` or an object.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool_choice: Option<Value>,
    /// Whether several tools may be called at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parallel_tool_calls: Option<bool>,
    /// The form of the text, for example a JSON Schema.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<Value>,
    /// How to reason, for example `{"effort": "low", "summary": "auto"}`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reasoning: Option<Value>,
    /// Whether the server keeps the response. A request that sets it is bound to its route.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub store: Option<bool>,
    /// The response that this one continues. Binds the request to its route.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub previous_response_id: Option<String>,
    /// The conversation that it belongs to: an id, or an object. Binds the request to its route.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conversation: Option<Value>,
    /// Whether the response is generated in the background. Not over a WebSocket. Binds the request to its route.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub background: Option<bool>,
    /// What to do with input that is too long: `"auto"` or `"disabled"`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub truncation: Option<String>,
    /// What else the answer is to hold.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub include: Vec<String>,
    /// Texts to find the response by.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub metadata: BTreeMap<String, String>,
    /// Who it is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user: Option<String>,
    /// Further fields, sent as they are. One that collides with a declared field is refused.
    #[serde(skip)]
    pub extra_body: Map<String, Value>,

    /// How a stream travels. Default [`Transport::Sse`].
    #[serde(skip)]
    pub transport: Option<Transport>,
    /// Turns repeats into replays: 1 to 255 bytes of visible ASCII, one for each logical call. `"auto"` makes a new
    /// one for this call, kept over its repeats. Not over a WebSocket.
    #[serde(skip)]
    pub idempotency_key: Optional<String>,
    /// Bounds the whole call, attempts and waits together. Default: no limit.
    #[serde(skip)]
    pub timeout: Option<Duration>,
    /// Pins the call to a replica. Binds the request to its route.
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
    /// Asks for JSON of a schema, and holds the output against it. [`crate::Client::response_parse`] sets the schema itself.
    #[serde(skip)]
    pub parse: Option<ParseOptions>,
}

impl ResponseInput {
    fn is_empty(&self) -> bool {
        match self {
            Self::Text(text) => text.is_empty(),
            Self::Items(items) => items.is_empty(),
        }
    }
}

impl ResponseRequest {
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
            transport: self.transport,
            ..CallOptions::default()
        }
    }
}

/// An answer of the Responses API.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct Response {
    /// The response's id.
    pub id: Option<String>,
    /// `completed`, `incomplete`, `in_progress` or `queued`.
    pub status: Option<String>,
    /// The model that answered.
    pub model: Option<String>,
    /// What the model made, item by item, as JSON.
    pub output: Vec<Value>,
    /// Why it is incomplete: `max_output_tokens` or `content_filter`, in `reason`.
    pub incomplete_details: Option<IncompleteDetails>,
    /// Token counts. `None` if the server gave none.
    #[serde(skip)]
    pub usage: Option<Usage>,
    /// How the call went.
    #[serde(skip)]
    pub meta: Meta,
    /// The body as it came, for fields that are not declared here. Empty for a response put together from a stream.
    #[serde(skip)]
    pub raw: Bytes,
    #[serde(skip)]
    pub(super) answer: ResponseAnswer,
    #[serde(skip)]
    pub(super) declined: Option<Refusal>,
}

/// Why a response is incomplete.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct IncompleteDetails {
    /// `max_output_tokens` or `content_filter`.
    pub reason: Option<String>,
}

impl Response {
    /// All output text; empty if there is none.
    #[must_use]
    pub fn output_text(&self) -> &str {
        self.answer.content.as_deref().unwrap_or_default()
    }

    /// The reasoning, or where the model shows none of it, its summaries.
    #[must_use]
    pub fn reasoning(&self) -> Option<&str> {
        self.answer.reasoning.as_deref()
    }

    /// What the model said if it declined.
    #[must_use]
    pub fn refusal(&self) -> Option<&str> {
        self.answer.refusal.as_deref()
    }

    /// How the model declined, if it did: `refusal` where it says so itself, `content_filter` where its output was cut off.
    #[must_use]
    pub fn refusal_code(&self) -> Option<&str> {
        self.declined.as_ref().map(|refusal| refusal.code.as_str())
    }

    /// The functions and custom tools that the model wants called; `id` is the `call_id`.
    #[must_use]
    pub fn tool_calls(&self) -> Vec<ToolCall> {
        tool_calls(&self.answer)
    }

    /// From a body that the engine has found whole.
    pub(super) fn of_body(raw: Bytes, answer: ResponseAnswer) -> serde_json::Result<Self> {
        let response: Self = read(&raw)?;
        Ok(Self { raw, answer, ..response })
    }

    /// From the events of a stream.
    pub(super) fn assembled(response: Value, answer: ResponseAnswer) -> Result<Self> {
        let response: Self = serde_json::from_value(response)
            .map_err(|error| Error::from(ErrorDetails::new(ErrorKind::Decode, error.to_string())))?;
        Ok(Self { answer, ..response })
    }
}

pub(super) fn tool_calls(answer: &ResponseAnswer) -> Vec<ToolCall> {
    answer.tool_calls.iter().filter_map(|call| serde_json::from_value(call.clone()).ok()).collect()
}
