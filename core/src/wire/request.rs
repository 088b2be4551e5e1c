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
mod path;
mod shape;

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
    fn new(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self { field: field.into(), message: message.into() }
    }
}

/// What the engine needs to know of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestFacts {
    /// The model that it names.
    pub model: String,
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
}

/// The names of [`Chat`]'s fields, and of those that pass in any type: none of them may come as an extra.
const DECLARED: [&str; 15] = [
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

/// Checks a chat request before it is sent. `stream` is whether the call streams.
///
/// # Errors
/// The first field that is unfit, by path.
pub fn check_chat_request(body: &[u8], stream: bool) -> Result<RequestFacts, InvalidField> {
    if json::first_byte(body) != Some(b'{') {
        return Err(InvalidField::new("body", "must be a JSON object"));
    }
    path::check_text(body)?;
    let chat: Chat<'_> = path::read(body)?;
    let model = chat.model.as_deref().unwrap_or_default();
    if model.trim().is_empty() {
        return Err(InvalidField::new("model", "is missing or empty; name a model, for example one of models.list()"));
    }
    check_messages(chat.messages.as_deref().unwrap_or_default())?;
    check_numbers(&chat)?;
    if chat.stream.is_some_and(|asked| asked != stream) {
        let fix = "contradicts the call; drop the field and use create or stream";
        return Err(InvalidField::new("stream", fix));
    }
    Ok(RequestFacts { model: model.to_owned() })
}

fn check_numbers(chat: &Chat<'_>) -> Result<(), InvalidField> {
    let refuse = |field: &str, message: &str| Err(InvalidField::new(field, message));
    if chat.temperature.is_some_and(|value| !(0.0..=2.0).contains(&value)) {
        return refuse("temperature", "must be between 0 and 2");
    }
    if chat.top_p.is_some_and(|value| !(value > 0.0 && value <= 1.0)) {
        return refuse("top_p", "must be above 0 and at most 1");
    }
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

fn check_messages(messages: &[Object<Message<'_>>]) -> Result<(), InvalidField> {
    if messages.is_empty() {
        return Err(InvalidField::new("messages", "is missing or empty; give at least one message"));
    }
    for (at, Object(message)) in messages.iter().enumerate() {
        if message.role.as_deref().unwrap_or_default().is_empty() {
            let fix = "is missing or empty; give a role such as \"user\"";
            return Err(InvalidField::new(format!("messages[{at}].role"), fix));
        }
        let Some(Content::Parts(parts)) = &message.content else { continue };
        for (number, Object(part)) in parts.iter().enumerate() {
            check_image(part).map_err(|(field, fix)| {
                InvalidField::new(format!("messages[{at}].content[{number}].image_url{field}"), fix)
            })?;
        }
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
