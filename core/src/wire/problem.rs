//! Error bodies: problem documents, and whatever else servers and proxies answer instead.

use std::time::Duration;

use http::HeaderMap;
use serde_json::{Map, Value};

use super::headers::ResponseHeaders;
use super::refusal::Refusal;
use super::{json, retry_after};
use crate::ErrorKind;
use crate::decide::FailureCause;

mod cause;
mod hint;

/// At most so much of a body's text is kept in an error.
pub const BODY_LIMIT: usize = 64 * 1024;

/// Codes that say that a 429 is about money: no wait helps.
const SPENT: [&str; 3] = ["insufficient_quota", "insufficient_balance", "quota_exceeded"];

/// What an error says, in whichever shape it came. What was not said is `None`.
#[derive(Debug, Clone, PartialEq)]
pub struct ErrorFacts {
    /// The catalogue's row: by the problem's type, else by the status.
    pub kind: ErrorKind,
    /// The HTTP status; of an error inside a successful answer or a stream, the status that it names.
    pub status: Option<u16>,
    /// `type` as sent: a problem document's address, or an OpenAI-shaped error's class.
    pub problem_type: Option<String>,
    /// A problem document's `title`.
    pub title: Option<String>,
    /// What went wrong in this case: `detail`, or an OpenAI-shaped `message`.
    pub detail: Option<String>,
    /// What the server suggests to do, alternatives included.
    pub hint: Option<String>,
    /// How long to wait, of headers and body the longer.
    pub retry_after: Option<Duration>,
    /// The body's own word on whether trying again can help. It can forbid a repeat, never allow one.
    pub retryable: Option<bool>,
    /// From the body, else from the headers.
    pub request_id: Option<String>,
    /// From the body, else from the headers.
    pub trace_id: Option<String>,
    /// The rate-limit scope, from the body, else from the headers.
    pub scope: Option<String>,
    /// The list of refused fields.
    pub errors: Option<Value>,
    /// An OpenAI-shaped error's code.
    pub code: Option<String>,
    /// What its code, class and status say of why it happened.
    pub cause: FailureCause,
    /// The error says that the model declined, or that a filter did.
    pub refusal: Option<Refusal>,
    /// The body's text, cut at [`BODY_LIMIT`]; bytes that are not UTF-8 are replaced.
    pub body: String,
}

/// Reads the body of a response whose status says that it failed, or of a problem document under any status.
#[must_use]
pub fn read_error(status: u16, headers: &HeaderMap, body: &[u8]) -> ErrorFacts {
    read(Some(status), headers, body, kind_of_problem)
}

/// The same for the token endpoint, which has refusals of its own.
pub(super) fn read_token_error(status: u16, headers: &HeaderMap, body: &[u8]) -> ErrorFacts {
    read(Some(status), headers, body, ErrorKind::from_problem_suffix)
}

/// Reads an error that came inside a successful answer or a stream.
///
/// Its status is the one it names, in `status` or as a numeric `code`; without one it counts as a server's error.
#[must_use]
pub fn read_in_band(headers: &HeaderMap, body: &[u8]) -> ErrorFacts {
    read(None, headers, body, kind_of_problem)
}

/// The kind of a problem that is not the token endpoint's: from another endpoint the same words prove nothing about a
/// generation.
fn kind_of_problem(suffix: &str) -> Option<ErrorKind> {
    ErrorKind::from_problem_suffix(suffix)
        .filter(|kind| !matches!(kind, ErrorKind::TokenEndpointUnavailable | ErrorKind::TokenEndpointNotConfigured))
}

/// Whether a body is a problem document, so an error whatever the status of its response: a `type` of the catalogue
/// beside a `title` or a `status`.
#[must_use]
pub fn is_problem(body: &[u8]) -> bool {
    // Answers are looked at too, and must not be parsed twice for it: a problem is short and has a type.
    if body.len() > BODY_LIMIT || memchr::memmem::find(body, b"\"type\"").is_none() {
        return false;
    }
    let Value::Object(object) = parse(body) else {
        return false;
    };
    let suffix = object.get("type").and_then(Value::as_str).map(last_segment);
    let described =
        object.get("title").is_some_and(Value::is_string) || object.get("status").is_some_and(Value::is_u64);
    described && suffix.and_then(kind_of_problem).is_some()
}

fn read(
    status: Option<u16>,
    headers: &HeaderMap,
    body: &[u8],
    kind_of: impl Fn(&str) -> Option<ErrorKind>,
) -> ErrorFacts {
    let parsed = parse(body);
    let envelope = Envelope::new(&parsed);
    let sent = ResponseHeaders::read(headers);
    let code = envelope.get("code").and_then(plain);
    let words = [code.as_deref(), envelope.get("type").and_then(Value::as_str)];
    let words = words.into_iter().flatten();
    let status = status.or_else(|| envelope.status());
    // A code may imply a status that was not sent; it tells the kind, and is not passed off as the server's.
    let implied = status.or_else(|| words.clone().find_map(cause::status)).unwrap_or(500);
    let cause = cause::read(&words, status);
    let named = envelope.problem_suffix().and_then(kind_of);
    let kind = named.unwrap_or_else(|| by_status(implied, &envelope));
    let detail = envelope.detail();
    let refusal = Refusal::of_error(words, detail.as_deref());
    let own_word = envelope.get("retryable").and_then(Value::as_bool);
    ErrorFacts {
        kind,
        status,
        problem_type: envelope.text("type"),
        title: envelope.text("title"),
        detail,
        hint: hint::read(|key| envelope.get(key)),
        retry_after: retry_after::read(headers, envelope.get("retry_after")),
        retryable: match kind {
            // The engine's refusal is passed on as it was; only this status of it means "later".
            ErrorKind::PredictBackendRejected => Some(status == Some(429) && own_word != Some(false)),
            _ => own_word,
        },
        request_id: envelope.text("request_id").or(sent.request_id),
        trace_id: envelope.text("trace_id").or(sent.trace_id),
        scope: envelope.text("scope").or_else(|| sent.rate_limit?.scope),
        errors: envelope.errors().cloned(),
        cause,
        refusal,
        code: code.clone(),
        body: excerpt(body, BODY_LIMIT),
    }
}

fn by_status(status: u16, envelope: &Envelope<'_>) -> ErrorKind {
    let spent = ["code", "type"].iter().filter_map(|key| envelope.get(key)?.as_str()).any(|word| SPENT.contains(&word));
    if status == 429 && spent { ErrorKind::SpendCapExceeded } else { ErrorKind::from_status(status) }
}

fn parse(body: &[u8]) -> Value {
    let parse = |bytes: &[u8]| serde_json::from_slice(bytes).ok();
    parse(body).or_else(|| parse(&json::replace_non_finite(body)?)).unwrap_or(Value::Null)
}

/// An error's fields, whether they stand at the top or inside `error`.
struct Envelope<'a> {
    top: Option<&'a Map<String, Value>>,
    error: Option<&'a Value>,
}

impl<'a> Envelope<'a> {
    fn new(body: &'a Value) -> Self {
        let top = body.as_object();
        Self { top, error: top.and_then(|top| top.get("error")) }
    }

    /// A field that is not null: of the inner object first, as it is the more specific.
    fn get(&self, key: &str) -> Option<&'a Value> {
        let not_null = |value: &&Value| !value.is_null();
        let inner = self.error.and_then(|error| error.get(key)).filter(not_null);
        inner.or_else(|| self.top?.get(key).filter(not_null))
    }

    fn text(&self, key: &str) -> Option<String> {
        self.get(key)?.as_str().filter(|text| !text.is_empty()).map(str::to_owned)
    }

    /// The last segment of `type`. Inside `error` only an address is one: plain words there are `OpenAI`'s classes.
    fn problem_suffix(&self) -> Option<&'a str> {
        let name = self.get("type")?.as_str()?;
        (self.error.is_none() || name.contains('/')).then(|| last_segment(name))
    }

    fn status(&self) -> Option<u16> {
        let number = |key| {
            let value = self.get(key)?;
            let number = value.as_u64().or_else(|| value.as_str()?.parse().ok())?;
            u16::try_from(number).ok().filter(|status| (400..600).contains(status))
        };
        number("status").or_else(|| number("code"))
    }

    fn detail(&self) -> Option<String> {
        let said = || self.text("detail").or_else(|| self.text("message"));
        let bare = || self.error?.as_str().filter(|text| !text.is_empty()).map(str::to_owned);
        said().or_else(bare).or_else(|| first_refused_field(self.errors()?))
    }

    /// `errors`, or the list that `FastAPI` puts in `detail`.
    fn errors(&self) -> Option<&'a Value> {
        self.get("errors").or_else(|| self.get("detail").filter(|detail| detail.is_array()))
    }
}

fn last_segment(name: &str) -> &str {
    let name = name.trim_end_matches('/');
    name.rsplit_once('/').map_or(name, |(_, last)| last)
}

/// `FastAPI`'s `{"loc": ["body", "model"], "msg": "Field required"}` as `body.model: Field required`.
fn first_refused_field(errors: &Value) -> Option<String> {
    let first = errors.get(0)?;
    let message = first.get("msg")?.as_str()?;
    let place = first.get("loc").and_then(Value::as_array);
    let place: Vec<String> = place.into_iter().flatten().filter_map(plain).collect();
    Some(if place.is_empty() { message.to_owned() } else { format!("{}: {message}", place.join(".")) })
}

fn plain(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// The beginning of a body as text, of at most `limit` bytes and no character cut.
pub(super) fn excerpt(body: &[u8], limit: usize) -> String {
    let cut = body.split_at_checked(limit).map_or(body, |(head, _)| {
        // The last character may have been cut; its bytes would show as a replacement character.
        let begun = head.iter().rev().take(3).position(|byte| byte & 0xC0 != 0x80).map_or(0, |back| back + 1);
        let (whole, last) = head.split_at(head.len() - begun);
        if std::str::from_utf8(last).is_ok() { head } else { whole }
    });
    let mut text = String::from_utf8_lossy(cut).into_owned();
    text.truncate(text.floor_char_boundary(limit));
    text
}

#[cfg(test)]
mod tests;
