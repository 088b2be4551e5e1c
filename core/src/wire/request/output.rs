//! Requests whose answer is to be JSON: how the form is asked for, and how a broken answer is shown to the model.

use bytes::Bytes;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use super::body::rewrite;
use super::shape::Object;
use super::{InvalidField, path};

/// Which API a request is one of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Api {
    /// Chat completions.
    Chat,
    /// Responses.
    Responses,
}

/// Asks for the JSON of `format`: `{name, schema, strict}`.
///
/// # Errors
/// A request that asks for a form of its own.
pub fn set_format(api: Api, body: &Bytes, format: &Value) -> Result<Bytes, InvalidField> {
    match api {
        Api::Chat => set_response_format(body, format),
        Api::Responses => set_text_format(body, format),
    }
}

/// Shows the model its `output` and what is wrong with it, behind what was asked first.
///
/// # Errors
/// A body that is no request.
pub fn set_repair(api: Api, body: &Bytes, output: &str, fault: &str) -> Result<Bytes, InvalidField> {
    let asked = format!(
        "This is not the JSON that was asked for: {fault}. Answer with the whole JSON once more, corrected, and nothing else."
    );
    let more = [("assistant", output), ("user", &asked)];
    let more = more.map(|(role, content)| json!({"role": role, "content": content}).to_string());
    let (name, before) = match api {
        Api::Chat => ("messages", messages(body)?),
        Api::Responses => ("input", items(body)?),
    };
    let all: Vec<String> = before.into_iter().chain(more).collect();
    rewrite(body, &[name], &format!("\"{name}\":[{}]", all.join(",")))
}

fn set_response_format(body: &Bytes, format: &Value) -> Result<Bytes, InvalidField> {
    #[derive(Deserialize)]
    struct Form<'a> {
        #[serde(borrow, default)]
        response_format: Option<&'a RawValue>,
    }
    let Form { response_format } = path::read(body)?;
    if response_format.is_some() {
        return Err(taken("response_format"));
    }
    let format = json!({"type": "json_schema", "json_schema": format});
    rewrite(body, &["response_format"], &format!("\"response_format\":{format}"))
}

fn set_text_format(body: &Bytes, format: &Value) -> Result<Bytes, InvalidField> {
    #[derive(Deserialize)]
    struct Form {
        #[serde(default)]
        text: Option<Object<Map<String, Value>>>,
    }
    let Form { text } = path::read(body)?;
    let mut text = text.map(|Object(text)| text).unwrap_or_default();
    if text.get("format").is_some_and(|format| !format.is_null()) {
        return Err(taken("text.format"));
    }
    let mut typed = json!({"type": "json_schema"});
    if let (Value::Object(typed), Value::Object(format)) = (&mut typed, format) {
        typed.extend(format.clone());
    }
    text.insert("format".to_owned(), typed);
    rewrite(body, &["text"], &format!("\"text\":{}", Value::Object(text)))
}

fn taken(field: &str) -> InvalidField {
    let fix = "stands beside parse, which sets it itself; drop it, or set parse.send_schema = false to keep it";
    InvalidField::new(field, fix)
}

fn messages(body: &[u8]) -> Result<Vec<String>, InvalidField> {
    #[derive(Deserialize)]
    struct Chat<'a> {
        #[serde(borrow)]
        messages: Vec<&'a RawValue>,
    }
    let Chat { messages } = path::read(body)?;
    Ok(messages.into_iter().map(|message| message.get().to_owned()).collect())
}

/// The input as a list of items.
fn items(body: &[u8]) -> Result<Vec<String>, InvalidField> {
    #[derive(Deserialize)]
    struct Request<'a> {
        #[serde(borrow, default)]
        input: Option<&'a RawValue>,
    }
    let Request { input } = path::read(body)?;
    let Some(input) = input.map(RawValue::get) else { return Ok(Vec::new()) };
    if input.starts_with('"') {
        return Ok(vec![format!("{{\"role\":\"user\",\"content\":{input}}}")]);
    }
    let items: Vec<&RawValue> = serde_json::from_str(input).unwrap_or_default();
    Ok(items.into_iter().map(|item| item.get().to_owned()).collect())
}

#[cfg(test)]
mod tests;
