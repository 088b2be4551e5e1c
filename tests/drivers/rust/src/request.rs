//! Writes a scenario's request as a user of the crate would.

use std::time::{Duration, SystemTime};

use axonium::{ChatRequest, Message, ResponseInput, ResponseRequest, Transport};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::client::{fallback, on_timeout, optional, partial, resume, retry, route, seconds};
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
        partial: options.partial.as_deref().map(partial),
        routes: options.routes.as_ref().map(|routes| routes.iter().map(route).collect()),
        deadline: options.deadline_unix_s.map(moment),
        on_timeout: options.on_timeout.as_deref().map(on_timeout),
        fallback: options.fallback.as_ref().map(|all| all.iter().map(fallback).collect()),
        may_bill_twice: options.may_bill_twice,
        resume: options.resume.as_deref().map(resume),
        retry_clean: options.retry_clean,
        parse: options.parse.clone(),
        ..ChatRequest::default()
    };
    // What the crate does not declare is written as an extra field.
    extra_body.append(&mut fields);
    Ok(ChatRequest { extra_body, ..chat })
}

pub(crate) fn response(request: Value, options: &Options) -> Result<ResponseRequest, String> {
    let mut fields = match request {
        Value::Object(fields) => fields,
        other => return Err(format!("a request is an object, not {other}")),
    };
    let mut extra_body = options.extra_body.clone();
    let response = ResponseRequest {
        model: take(&mut fields, "model")?.unwrap_or_default(),
        input: match fields.remove("input") {
            None => ResponseInput::default(),
            Some(Value::String(text)) => text.into(),
            Some(Value::Array(items)) => items.into(),
            Some(other) => return Err(format!("cannot write the input {other} in Rust")),
        },
        instructions: take(&mut fields, "instructions")?,
        max_output_tokens: take(&mut fields, "max_output_tokens")?,
        temperature: take(&mut fields, "temperature")?,
        top_p: take(&mut fields, "top_p")?,
        tools: take(&mut fields, "tools")?.unwrap_or_default(),
        tool_choice: take(&mut fields, "tool_choice")?,
        parallel_tool_calls: take(&mut fields, "parallel_tool_calls")?,
        text: take(&mut fields, "text")?,
        reasoning: take(&mut fields, "reasoning")?,
        store: take(&mut fields, "store")?,
        previous_response_id: take(&mut fields, "previous_response_id")?,
        conversation: take(&mut fields, "conversation")?,
        background: take(&mut fields, "background")?,
        truncation: take(&mut fields, "truncation")?,
        include: take(&mut fields, "include")?.unwrap_or_default(),
        metadata: take(&mut fields, "metadata")?.unwrap_or_default(),
        user: take(&mut fields, "user")?,
        transport: options.transport.as_deref().map(transport).transpose()?,
        idempotency_key: optional(options.idempotency_key.clone()),
        timeout: seconds(options.timeout_s),
        instance: optional(options.instance.clone()),
        extra_headers: options.extra_headers.clone(),
        retry: retry(&options.retry),
        partial: options.partial.as_deref().map(partial),
        routes: options.routes.as_ref().map(|routes| routes.iter().map(route).collect()),
        deadline: options.deadline_unix_s.map(moment),
        on_timeout: options.on_timeout.as_deref().map(on_timeout),
        fallback: options.fallback.as_ref().map(|all| all.iter().map(fallback).collect()),
        may_bill_twice: options.may_bill_twice,
        resume: options.resume.as_deref().map(resume),
        retry_clean: options.retry_clean,
        parse: options.parse.clone(),
        ..ResponseRequest::default()
    };
    extra_body.append(&mut fields);
    Ok(ResponseRequest { extra_body, ..response })
}

fn moment(unix_s: f64) -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_secs_f64(unix_s)
}

fn transport(name: &str) -> Result<Transport, String> {
    match name {
        "sse" => Ok(Transport::Sse),
        "websocket" => Ok(Transport::WebSocket),
        other => Err(format!("cannot write the transport {other} in Rust")),
    }
}

fn take<T: DeserializeOwned>(fields: &mut Map<String, Value>, name: &str) -> Result<Option<T>, String> {
    let Some(value) = fields.remove(name) else { return Ok(None) };
    serde_json::from_value(value).map(Some).map_err(|error| format!("cannot write {name} in Rust: {error}"))
}
