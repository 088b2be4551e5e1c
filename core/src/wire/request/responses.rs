//! Requests of the Responses API.

use std::borrow::Cow;

use bytes::Bytes;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;

use super::shape::{Content, Input, Object};
use super::{Asked, InvalidField, RequestFacts, check_images, check_model, check_sampling, check_stream, path, state};
use crate::wire::json;

/// The largest frame that is sent: servers close the connection at a larger one.
pub const MAX_FRAME_BYTES: usize = 16 * 1024 * 1024;

/// The fields that callers have a name for: none of them may come as an extra.
pub const DECLARED_BY_RESPONSES: [&str; 20] = [
    "background",
    "conversation",
    "include",
    "input",
    "instructions",
    "max_output_tokens",
    "metadata",
    "model",
    "parallel_tool_calls",
    "previous_response_id",
    "reasoning",
    "store",
    "stream",
    "temperature",
    "text",
    "tool_choice",
    "tools",
    "top_p",
    "truncation",
    "user",
];

/// The fields whose type is known. `null` is as good as absent, except for the model.
#[derive(Deserialize)]
struct Request<'a> {
    #[serde(borrow, default)]
    model: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    input: Option<Input<'a>>,
    #[serde(borrow, default)]
    previous_response_id: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    conversation: Option<&'a RawValue>,
    #[serde(borrow, default)]
    prompt: Option<&'a RawValue>,
    #[serde(default)]
    store: Option<bool>,
    #[serde(default)]
    background: Option<bool>,
    #[serde(default)]
    stream: Option<bool>,
    #[serde(default)]
    temperature: Option<f64>,
    #[serde(default)]
    top_p: Option<f64>,
    #[serde(default)]
    max_output_tokens: Option<i64>,
    #[expect(dead_code, reason = "its type is all that is checked")]
    #[serde(default)]
    tools: Option<Vec<Object<IgnoredAny>>>,
}

/// Checks a request before it is sent.
///
/// # Errors
/// The first field that is unfit, by path.
pub fn check_responses_request(body: &[u8], asked: Asked) -> Result<RequestFacts, InvalidField> {
    if json::first_byte(body) != Some(b'{') {
        return Err(InvalidField::new("body", "must be a JSON object"));
    }
    path::check_text(body)?;
    let request: Request<'_> = path::read(body)?;
    let model = check_model(request.model.as_deref(), asked)?;
    check_input(&request)?;
    check_sampling(request.temperature, request.top_p)?;
    if request.max_output_tokens.is_some_and(|tokens| tokens <= 0) {
        let fix = "must be above 0; leave it out for the model's own limit";
        return Err(InvalidField::new("max_output_tokens", fix));
    }
    check_stream(request.stream, asked)?;
    if request.background == Some(true) && asked.websocket {
        let fix = "is not possible over a WebSocket, whose responses are always streamed; use transport = \"sse\"";
        return Err(InvalidField::new("background", fix));
    }
    let continues = request.previous_response_id.is_some() || request.conversation.is_some_and(json::filled);
    let kept =
        request.store == Some(true) || request.background == Some(true) || request.prompt.is_some_and(json::filled);
    let stateful = continues || kept || state::names_what_only_its_origin_knows(body);
    Ok(RequestFacts { model, stateful })
}

/// A response needs something to respond to.
fn check_input(request: &Request<'_>) -> Result<(), InvalidField> {
    let has_other = request.previous_response_id.is_some()
        || [request.conversation, request.prompt].into_iter().flatten().any(json::filled);
    match &request.input {
        None if has_other => Ok(()),
        Some(Input::Text { empty: false }) => Ok(()),
        Some(Input::Items(items)) if !items.is_empty() => {
            for (at, Object(item)) in items.iter().enumerate() {
                check_images(item.content.as_ref(), &format!("input[{at}].content"))?;
                check_images(item.output.as_ref(), &format!("input[{at}].output"))?;
            }
            Ok(())
        }
        _ => Err(InvalidField::new("input", "is missing or empty; give a text or a list of items")),
    }
}

/// An item of the input.
#[derive(Deserialize)]
pub(super) struct Item<'a> {
    #[serde(borrow, default)]
    content: Option<Content<'a>>,
    #[serde(borrow, default)]
    output: Option<Content<'a>>,
}

/// The frame that asks for a response over a WebSocket: the request without what only HTTP has, and its type.
///
/// # Errors
/// A frame that is larger than [`MAX_FRAME_BYTES`]; servers close the connection at it.
pub fn create_frame(body: &Bytes) -> Result<Bytes, InvalidField> {
    let frame = super::body::rewrite(body, &["type", "stream", "background"], "\"type\":\"response.create\"")?;
    if frame.len() > MAX_FRAME_BYTES {
        let fix = format!(
            "makes a frame of {} bytes; at most {MAX_FRAME_BYTES} (16 MiB) can be sent over a WebSocket, so send less, or use \
             transport = \"sse\"",
            frame.len()
        );
        return Err(InvalidField::new("input", fix));
    }
    Ok(frame)
}

#[cfg(test)]
mod tests;
