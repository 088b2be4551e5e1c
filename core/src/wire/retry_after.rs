//! How long a server asks to be left alone.

use std::time::Duration;

use http::HeaderMap;
use http::header::{DATE, HeaderName, RETRY_AFTER};
use serde_json::Value;

const RETRY_AFTER_MS: HeaderName = HeaderName::from_static("retry-after-ms");

/// What is longer is a mistake of the server, not a wait: a year.
const LONGEST: Duration = Duration::from_hours(366 * 24);

/// The wait that a response asks for: the longer of what its headers and its body (`in_body`) say.
#[must_use]
pub fn read(headers: &HeaderMap, in_body: Option<&Value>) -> Option<Duration> {
    let in_body = in_body.and_then(|value| match value {
        Value::Number(number) => number.as_f64().and_then(from_seconds),
        Value::String(text) => from_text(text),
        _ => None,
    });
    in_headers(headers).max(in_body)
}

/// The duration of so many seconds; `None` if they are not finite, negative, or more than a year.
#[must_use]
pub fn from_seconds(seconds: f64) -> Option<Duration> {
    Duration::try_from_secs_f64(seconds).ok().filter(|wait| *wait <= LONGEST)
}

/// `Retry-After`, in seconds or as a date, else `retry-after-ms`.
fn in_headers(headers: &HeaderMap) -> Option<Duration> {
    let value = text(headers, &RETRY_AFTER);
    value
        .and_then(from_text)
        .or_else(|| until(value?, text(headers, &DATE)?))
        .or_else(|| from_seconds(text(headers, &RETRY_AFTER_MS)?.parse::<f64>().ok()? / 1000.0))
}

fn from_text(text: &str) -> Option<Duration> {
    from_seconds(text.trim().parse().ok()?)
}

/// From the response's own date, so that the two clocks need not agree. A date that has passed asks for nothing.
fn until(date: &str, now: &str) -> Option<Duration> {
    let (date, now) = (httpdate::parse_http_date(date).ok()?, httpdate::parse_http_date(now).ok()?);
    date.duration_since(now).ok().filter(|wait| *wait <= LONGEST)
}

fn text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    Some(headers.get(name)?.to_str().ok()?.trim())
}

#[cfg(test)]
mod tests;
