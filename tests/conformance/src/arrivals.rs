//! Holds what arrived at the servers against what a scenario expects of it.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::compare::one;
use crate::expect::Expect;
use crate::expectation;
use crate::observed::{Failure, Request, Seen, shown};
use crate::scenario::SERVER;

type Servers = BTreeMap<String, Seen>;
type Count = fn(&Seen) -> u64;

/// Everything that does not hold.
pub(crate) fn failures(expect: &Expect, servers: &Servers, failures: &mut Vec<Failure>) {
    let counts: [(&str, &Option<Value>, Count); 6] = [
        ("requests", &expect.requests, |seen| length(&seen.requests)),
        ("token_requests", &expect.token_requests, |seen| seen.token_requests),
        ("connections", &expect.connections, |seen| seen.connections),
        ("generations", &expect.generations, |seen| seen.generations),
        ("billed", &expect.billed, |seen| seen.billed),
        ("refunded", &expect.refunded, |seen| seen.refunded),
    ];
    for (name, expected, count) in counts {
        if let Some(expected) = expected {
            counted(name, expected, servers, count, failures);
        }
    }
    if let Some(expected) = &expect.request_headers {
        for (path, expected, seen) in by_server("request_headers", expected, servers) {
            request_headers(expected, &seen.requests, &path, failures);
        }
    }
    if let Some(expected) = &expect.request_json {
        for (path, subset, seen) in by_server("request_json", expected, servers) {
            let body = seen.requests.last().and_then(|request| serde_json::from_slice::<Value>(&request.body).ok());
            if !body.as_ref().is_some_and(|body| expectation::includes(subset, body)) {
                failures.push(Failure::new(path, subset.to_string(), shown(body.as_ref())));
            }
        }
    }
    if expect.same_body_every_time {
        same_bodies(servers, failures);
    }
}

fn length(requests: &[Request]) -> u64 {
    u64::try_from(requests.len()).unwrap_or(u64::MAX)
}

/// A count over all servers, or by server; a server that is not named is expected to have seen nothing.
fn counted(name: &str, expected: &Value, servers: &Servers, count: Count, failures: &mut Vec<Failure>) {
    match expected.as_object().filter(|_| expectation::matcher(expected).is_none()) {
        None => {
            let all: u64 = servers.values().map(count).sum();
            one(Some(expected), Some(&Value::from(all)), name, failures);
        }
        Some(expected) => {
            for (server, seen) in servers {
                let expected = expected.get(server).cloned().unwrap_or_else(|| 0.into());
                one(Some(&expected), Some(&Value::from(count(seen))), &format!("{name}.{server}"), failures);
            }
        }
    }
}

/// What is expected of each server that is named; of the only one where servers have no names.
fn by_server<'a>(name: &str, expected: &'a Value, servers: &'a Servers) -> Vec<(String, &'a Value, &'a Seen)> {
    match servers.get(SERVER).filter(|_| servers.len() == 1) {
        Some(only) => vec![(name.to_owned(), expected, only)],
        None => servers
            .iter()
            .filter_map(|(server, seen)| Some((format!("{name}.{server}"), expected.get(server)?, seen)))
            .collect(),
    }
}

fn request_headers(expected: &Value, requests: &[Request], path: &str, failures: &mut Vec<Failure>) {
    match expected {
        Value::Array(list) if list.len() == requests.len() => {
            for (position, (headers, request)) in list.iter().zip(requests).enumerate() {
                headers_of(headers.as_object(), request, &format!("{path}.{position}"), failures);
            }
        }
        Value::Array(list) => {
            failures.push(Failure::new(path, format!("{} requests", list.len()), requests.len().to_string()));
        }
        _ if requests.is_empty() => failures.push(Failure::new(path, "at least one request", "none")),
        headers => {
            for (position, request) in requests.iter().enumerate() {
                headers_of(headers.as_object(), request, &format!("{path}.{position}"), failures);
            }
        }
    }
}

fn headers_of(expected: Option<&Map<String, Value>>, request: &Request, path: &str, failures: &mut Vec<Failure>) {
    for (name, value) in expected.into_iter().flatten() {
        let found = request.header(name).map(Value::from);
        one(Some(value), found.as_ref(), &format!("{path}.{name}"), failures);
    }
}

fn same_bodies(servers: &Servers, failures: &mut Vec<Failure>) {
    let requests: Vec<&Request> = servers.values().flat_map(|seen| &seen.requests).collect();
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
