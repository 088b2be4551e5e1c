//! Holds what was observed against what a scenario expects.

use serde_json::{Map, Value};

use crate::expectation;
use crate::observed::{Failure, Observed, Request, Seen, shown};
use crate::path;
use crate::scenario::{Expect, LogLine, Outcome, RequestHeaders, Scenario};

/// Everything that does not hold, in the order of the expectations.
#[must_use]
pub fn failures(scenario: &Scenario, observed: &Observed) -> Vec<Failure> {
    let several = scenario.call.is_none();
    let mut failures = Vec::new();
    for (position, (_, expect)) in scenario.expected().enumerate() {
        let prefix = if several { format!("calls.{position}.") } else { String::new() };
        result(expect, observed.result(position), &prefix, &mut failures);
    }
    counts(&scenario.expect, observed, &mut failures);
    failures
}

fn result(expect: &Expect, result: &Value, prefix: &str, failures: &mut Vec<Failure>) {
    let outcome = result.get("outcome").and_then(Value::as_str);
    let expected = expect.outcome.map(Outcome::name);
    if outcome != expected {
        let what = result.get("error").unwrap_or(result);
        let observed = format!("{} {}", outcome.unwrap_or("no outcome"), shown(Some(what)));
        failures.push(Failure::new(format!("{prefix}outcome"), expected.unwrap_or_default(), observed));
        return;
    }
    let part = |name: &str| result.get(name).unwrap_or(&Value::Null);
    let subject = if expect.outcome == Some(Outcome::Error) { part("error") } else { part("value") };
    all(&expect.fields, subject, prefix, failures);
    all(&expect.error, part("error"), &format!("{prefix}error."), failures);
    for path in &expect.absent {
        let found = path::find(subject, path).filter(|value| in_raw(path) || !value.is_null());
        if found.is_some() {
            failures.push(Failure::new(format!("{prefix}{path}"), "nothing", shown(found)));
        }
    }
    one(expect.chunks.as_ref(), result.get("chunks"), &format!("{prefix}chunks"), failures);
}

fn all(expected: &Map<String, Value>, subject: &Value, prefix: &str, failures: &mut Vec<Failure>) {
    for (path, value) in expected {
        let found = path::find(subject, path);
        if in_raw(path) && value.is_null() && found.is_none() {
            failures.push(Failure::new(format!("{prefix}{path}"), "null, present in the body", "nothing"));
        }
        one(Some(value), found, &format!("{prefix}{path}"), failures);
    }
}

/// Inside a body a null and a missing key are two things; everywhere else they are one.
fn in_raw(path: &str) -> bool {
    path == "raw" || path.starts_with("raw.")
}

fn one(expected: Option<&Value>, observed: Option<&Value>, path: &str, failures: &mut Vec<Failure>) {
    let Some(expected) = expected else { return };
    if let Err(wanted) = expectation::check(expected, observed) {
        failures.push(Failure::new(path, wanted, shown(observed)));
    }
}

fn counts(expect: &Expect, observed: &Observed, failures: &mut Vec<Failure>) {
    if let Some(seen) = &observed.server {
        arrivals(expect, seen, failures);
    }
    if let Some(limit) = expect.max_wall_s
        && observed.wall.as_secs_f64() > limit
    {
        failures.push(Failure::new(
            "max_wall_s",
            format!("at most {limit} s"),
            format!("{:.3} s", observed.wall.as_secs_f64()),
        ));
    }
    logs(&expect.logs, observed, failures);
    one(expect.log_lines.as_ref(), Some(&Value::from(observed.logs().count())), "log_lines", failures);
}

fn arrivals(expect: &Expect, seen: &Seen, failures: &mut Vec<Failure>) {
    one(expect.requests.as_ref(), Some(&Value::from(seen.requests.len())), "requests", failures);
    one(expect.token_requests.as_ref(), Some(&Value::from(seen.token_requests)), "token_requests", failures);
    one(expect.generations.as_ref(), Some(&Value::from(seen.generations)), "generations", failures);
    one(expect.billed.as_ref(), Some(&Value::from(seen.billed)), "billed", failures);
    if let Some(headers) = &expect.request_headers {
        request_headers(headers, &seen.requests, failures);
    }
    if let Some(subset) = &expect.request_json {
        let body = seen.requests.last().and_then(|request| serde_json::from_slice::<Value>(&request.body).ok());
        if !body.as_ref().is_some_and(|body| expectation::includes(subset, body)) {
            failures.push(Failure::new("request_json", subset.to_string(), shown(body.as_ref())));
        }
    }
    if expect.same_body_every_time {
        same_bodies(&seen.requests, failures);
    }
}

fn request_headers(expected: &RequestHeaders, requests: &[Request], failures: &mut Vec<Failure>) {
    match expected {
        RequestHeaders::All(_) if requests.is_empty() => {
            failures.push(Failure::new("request_headers", "at least one request", "none"));
        }
        RequestHeaders::All(headers) => {
            for (position, request) in requests.iter().enumerate() {
                headers_of(headers, position, request, failures);
            }
        }
        RequestHeaders::Each(list) if list.len() != requests.len() => {
            failures.push(Failure::new(
                "request_headers",
                format!("{} requests", list.len()),
                requests.len().to_string(),
            ));
        }
        RequestHeaders::Each(list) => {
            for (position, (headers, request)) in list.iter().zip(requests).enumerate() {
                headers_of(headers, position, request, failures);
            }
        }
    }
}

fn headers_of(expected: &Map<String, Value>, position: usize, request: &Request, failures: &mut Vec<Failure>) {
    for (name, value) in expected {
        let found = request.header(name).map(Value::from);
        one(Some(value), found.as_ref(), &format!("request_headers.{position}.{name}"), failures);
    }
}

fn same_bodies(requests: &[Request], failures: &mut Vec<Failure>) {
    if requests.len() < 2 {
        failures.push(Failure::new("same_body_every_time", "two requests or more", requests.len().to_string()));
    }
    for (position, pair) in requests.windows(2).enumerate() {
        if let [first, second] = pair
            && first.body != second.body
        {
            let text = |request: &Request| String::from_utf8_lossy(&request.body).into_owned();
            failures.push(Failure::new(format!("request_body.{}", position + 1), text(first), text(second)));
        }
    }
}

/// Each expected line must be found after the one before it.
fn logs(expected: &[LogLine], observed: &Observed, failures: &mut Vec<Failure>) {
    let mut lines = observed.logs();
    for (position, wanted) in expected.iter().enumerate() {
        if !lines.any(|line| is_line(wanted, line)) {
            let all = Value::Array(observed.logs().cloned().collect());
            let wanted = format!("{} with {:?}", wanted.level, wanted.contains);
            failures.push(Failure::new(format!("logs.{position}"), wanted, shown(Some(&all))));
        }
    }
}

fn is_line(wanted: &LogLine, line: &Value) -> bool {
    let text = |key: &str| line.get(key).and_then(Value::as_str).unwrap_or_default();
    text("level") == wanted.level && wanted.contains.iter().all(|piece| text("message").contains(piece.as_str()))
}
