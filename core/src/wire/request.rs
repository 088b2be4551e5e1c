//! Is a request fit to be sent? What a gateway would refuse is refused here, naming the field and the fix.
//!
//! Fields that are not declared here pass unread.

use std::borrow::Cow;

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;

use super::json;

pub mod body;
pub mod names;
pub mod output;
mod path;
pub mod responses;
mod shape;
mod state;

use shape::{Content, Object, Stop};

/// A request, or an option of a call, that is refused before anything is sent.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {message}")]
pub struct InvalidField {
    /// The option's name, or the path into the request: `messages[0].content`.
    pub field: String,
    /// What is wrong and how to fix it.
    pub message: String,
}

impl InvalidField {
    pub(super) fn new(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self { field: field.into(), message: message.into() }
    }
}

/// What the engine needs to know of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestFacts {
    /// The model that it names; empty where it names none and need not.
    pub model: String,
    /// It stores or continues state, or names what only its origin knows.
    pub stateful: bool,
}

/// What the caller's options say beside the request.
#[derive(Debug, Clone, Copy, Default)]
pub struct Asked {
    /// The call streams.
    pub stream: bool,
    /// Over a WebSocket.
    pub websocket: bool,
    /// Every route names a model of its own, so the request need not.
    pub routes_name_models: bool,
}

/// The fields whose type is known. `null` is as good as absent, except for the model and the messages.
#[derive(Deserialize)]
#[expect(clippy::struct_field_names, reason = "the names are the wire's")]
struct Chat<'a> {
    #[serde(borrow, default)]
    model: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    messages: Option<Vec<Object<Message<'a>>>>,
    #[serde(default)]
    temperature: Option<f64>,
    #[serde(default)]
    top_p: Option<f64>,
    #[serde(default)]
    max_tokens: Option<i64>,
    #[serde(default)]
    max_completion_tokens: Option<i64>,
    #[serde(default)]
    logprobs: Option<bool>,
    #[serde(default)]
    top_logprobs: Option<i64>,
    #[expect(dead_code, reason = "its type is all that is checked")]
    #[serde(default)]
    stop: Option<Stop>,
    #[expect(dead_code, reason = "its type is all that is checked")]
    #[serde(default)]
    tools: Option<Vec<Object<IgnoredAny>>>,
    #[expect(dead_code, reason = "its type is all that is checked")]
    #[serde(default)]
    response_format: Option<Object<IgnoredAny>>,
    #[expect(dead_code, reason = "its type is all that is checked")]
    #[serde(default)]
    chat_template_kwargs: Option<Object<IgnoredAny>>,
    #[expect(dead_code, reason = "its type is all that is checked")]
    #[serde(default)]
    require_parameters: Option<bool>,
    #[serde(default)]
    stream: Option<bool>,
    #[serde(default)]
    store: Option<bool>,
}

/// The names of the fields that are checked, and of those that pass in any type: none of them may come as an extra.
pub const DECLARED_BY_CHAT: [&str; 15] = [
    "chat_template_kwargs",
    "logprobs",
    "max_tokens",
    "messages",
    "model",
    "require_parameters",
    "response_format",
    "stop",
    "stream",
    "stream_options",
    "temperature",
    "tool_choice",
    "tools",
    "top_logprobs",
    "top_p",
];

#[derive(Deserialize)]
struct Message<'a> {
    #[serde(borrow, default)]
    role: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    content: Option<Content<'a>>,
}

#[derive(Deserialize)]
struct Part<'a> {
    #[serde(borrow, default)]
    image_url: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct ImageUrl<'a> {
    #[serde(borrow, default)]
    url: Option<Cow<'a, str>>,
}

/// Checks a chat request before it is sent.
///
/// # Errors
/// The first field that is unfit, by path.
pub fn check_chat_request(body: &[u8], asked: Asked) -> Result<RequestFacts, InvalidField> {
    if json::first_byte(body) != Some(b'{') {
        return Err(InvalidField::new("body", "must be a JSON object"));
    }
    path::check_text(body)?;
    let chat: Chat<'_> = path::read(body)?;
    let model = check_model(chat.model.as_deref(), asked)?;
    check_messages(chat.messages.as_deref().unwrap_or_default())?;
    check_numbers(&chat)?;
    check_stream(chat.stream, asked)?;
    let stateful = chat.store == Some(true) || state::names_what_only_its_origin_knows(body);
    Ok(RequestFacts { model, stateful })
}

fn check_model(model: Option<&str>, asked: Asked) -> Result<String, InvalidField> {
    let model = model.unwrap_or_default();
    if !model.trim().is_empty() || (asked.routes_name_models && model.is_empty()) {
        return Ok(model.to_owned());
    }
    Err(InvalidField::new("model", "is missing or empty; name a model, for example one of models.list()"))
}

fn check_stream(stream: Option<bool>, asked: Asked) -> Result<(), InvalidField> {
    if stream.is_some_and(|stream| stream != asked.stream) {
        let fix = "contradicts the call; drop the field and use create or stream";
        return Err(InvalidField::new("stream", fix));
    }
    Ok(())
}

fn check_numbers(chat: &Chat<'_>) -> Result<(), InvalidField> {
    let refuse = |field: &str, message: &str| Err(InvalidField::new(field, message));
    check_sampling(chat.temperature, chat.top_p)?;
    for (field, value) in [("max_tokens", chat.max_tokens), ("max_completion_tokens", chat.max_completion_tokens)] {
        if value.is_some_and(|value| value <= 0) {
            return refuse(field, "must be above 0; leave it out for the model's own limit");
        }
    }
    if chat.top_logprobs.is_some_and(|value| !(0..=20).contains(&value)) {
        return refuse("top_logprobs", "must be between 0 and 20");
    }
    if chat.top_logprobs.is_some() && chat.logprobs != Some(true) {
        return refuse("top_logprobs", "needs logprobs; set logprobs to true, or drop top_logprobs");
    }
    Ok(())
}

fn check_sampling(temperature: Option<f64>, top_p: Option<f64>) -> Result<(), InvalidField> {
    if temperature.is_some_and(|value| !(0.0..=2.0).contains(&value)) {
        return Err(InvalidField::new("temperature", "must be between 0 and 2"));
    }
    if top_p.is_some_and(|value| !(value > 0.0 && value <= 1.0)) {
        return Err(InvalidField::new("top_p", "must be above 0 and at most 1"));
    }
    Ok(())
}

fn check_messages(messages: &[Object<Message<'_>>]) -> Result<(), InvalidField> {
    if messages.is_empty() {
        return Err(InvalidField::new("messages", "is missing or empty; give at least one message"));
    }
    for (at, Object(message)) in messages.iter().enumerate() {
        if message.role.as_deref().unwrap_or_default().is_empty() {
            let fix = "is missing or empty; give a role such as \"user\"";
            return Err(InvalidField::new(format!("messages[{at}].role"), fix));
        }
        check_images(message.content.as_ref(), &format!("messages[{at}].content"))?;
    }
    Ok(())
}

/// Checks the images in the content at `place`.
fn check_images(content: Option<&Content<'_>>, place: &str) -> Result<(), InvalidField> {
    let Some(Content::Parts(parts)) = content else { return Ok(()) };
    for (number, Object(part)) in parts.iter().enumerate() {
        check_image(part)
            .map_err(|(field, fix)| InvalidField::new(format!("{place}[{number}].image_url{field}"), fix))?;
    }
    Ok(())
}

/// An image must come with the request: a gateway that fetched addresses for its callers could be made to reach into its
/// own network.
fn check_image(part: &Part<'_>) -> Result<(), (&'static str, &'static str)> {
    let Some(raw) = part.image_url else { return Ok(()) };
    let url = if let Ok(url) = serde_json::from_str::<Cow<'_, str>>(raw.get()) {
        (url, "")
    } else {
        let object = json::object::<ImageUrl<'_>>(raw.get().as_bytes()).ok().and_then(|image| image.url);
        (object.ok_or(("", "must be an object with a url"))?, ".url")
    };
    let (url, field) = url;
    let url = url.trim_start();
    let scheme = |scheme: &str| url.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme));
    if scheme("data:") {
        return Ok(());
    }
    let remote = scheme("http:") || scheme("https:");
    let fix = if remote {
        "is a remote address, which a gateway does not fetch (server-side request forgery, SSRF); send the image itself \
         as a data: URI"
    } else {
        "must be a data: URI"
    };
    Err((field, fix))
}

#[cfg(test)]
mod tests;
