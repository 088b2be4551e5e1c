//! Writes a scenario's request as a user of the crate would.

use axonium::{ChatRequest, Message};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::client::{optional, retry, seconds};
use crate::job::Options;

pub(crate) fn chat(request: Value, options: &Options) -> Result<ChatRequest, String> {
    let mut fields = match request {
        Value::Object(fields) => fields,
        other => return Err(format!("a chat request is an object, not {other}")),
    };
    let mut extra_body = options.extra_body.clone();
    let chat = ChatRequest {
        model: take(&mut fields, "model")?.unwrap_or_default(),
        messages: take::<Vec<Message>>(&mut fields, "messages")?.unwrap_or_default(),
        max_tokens: take(&mut fields, "max_tokens")?,
        temperature: take(&mut fields, "temperature")?,
        top_p: take(&mut fields, "top_p")?,
        stop: take(&mut fields, "stop")?.unwrap_or_default(),
        tools: take(&mut fields, "tools")?.unwrap_or_default(),
        tool_choice: take(&mut fields, "tool_choice")?,
        response_format: take(&mut fields, "response_format")?,
        logprobs: take(&mut fields, "logprobs")?,
        top_logprobs: take(&mut fields, "top_logprobs")?,
        require_parameters: take(&mut fields, "require_parameters")?,
        chat_template_kwargs: take(&mut fields, "chat_template_kwargs")?,
        stream_options: take(&mut fields, "stream_options")?,
        idempotency_key: optional(options.idempotency_key.clone()),
        timeout: seconds(options.timeout_s),
        instance: optional(options.instance.clone()),
        extra_headers: options.extra_headers.clone(),
        retry: retry(&options.retry),
        ..ChatRequest::default()
    };
    // What the crate does not declare is written as an extra field.
    extra_body.append(&mut fields);
    Ok(ChatRequest { extra_body, ..chat })
}

fn take<T: DeserializeOwned>(fields: &mut Map<String, Value>, name: &str) -> Result<Option<T>, String> {
    let Some(value) = fields.remove(name) else { return Ok(None) };
    serde_json::from_value(value).map(Some).map_err(|error| format!("cannot write {name} in Rust: {error}"))
}
