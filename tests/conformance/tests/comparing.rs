//! Each key of an expectation fails when the observation differs, and only then.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use axonium_conformance::load::parse;
use axonium_conformance::observed::{Observed, Request, Seen};
use axonium_conformance::scenario::Scenario;
use axonium_conformance::{compare, invariant};
use serde_json::{Value, json};

fn scenario(expect: &str) -> Scenario {
    let text = format!(
        "{{id: a, about: x, call: {{op: chat.completions.create}}, server: [{{status: 200}}], expect: {{outcome: ok, {expect}}}}}"
    );
    match parse(&text, Path::new("")).map(|mut all| all.remove(0)) {
        Ok(scenario) => scenario,
        Err(problem) => panic!("{problem}: {text}"),
    }
}

fn request(key: &str, body: &str) -> Request {
    let headers = vec![("idempotency-key".to_owned(), key.to_owned())];
    Request { line: "POST /v1/chat/completions".to_owned(), headers, body: body.as_bytes().to_vec() }
}

fn seen() -> Seen {
    Seen {
        requests: vec![request("k1", r#"{"model":"m"}"#), request("k1", r#"{"model":"m"}"#)],
        token_requests: 1,
        generations: 1,
        billed: 1,
        refunded: 0,
        connections: 0,
    }
}

/// A call that was refused once, waited seven seconds, and then answered.
fn observed() -> Observed {
    let meta = json!({"attempts": 2, "waited_s": 7.0, "elapsed_s": 7.1, "history": [
        {"kind": "RateLimit", "status": 429, "waited_before_s": 0, "duration_s": 0.01},
        {"status": 200, "waited_before_s": 7.0, "duration_s": 0.02}]});
    let value = json!({"content": "Hello", "usage": {"total_tokens": 14}, "meta": meta, "raw": {"usage": null}});
    Observed {
        answer: json!({"results": [{"outcome": "ok", "value": value}], "logs": [{"level": "INFO", "message": "waiting 7 s: rate-limit"}]}),
        servers: Some(BTreeMap::from([("server".to_owned(), seen())])),
        wall: Duration::from_millis(100),
    }
}

fn paths(expect: &str, observed: &Observed) -> Vec<String> {
    compare::failures(&scenario(expect), observed).into_iter().map(|failure| failure.path).collect()
}

#[test]
fn what_holds_passes() {
    let all = "fields: {content: Hello, usage.total_tokens: 14, meta.attempts: 2, meta.waited_s: 7, meta.history.0.kind: RateLimit, raw.usage: null},
        absent: [usage.completion_tokens, reasoning], requests: 2, token_requests: 1, request_headers: {Idempotency-Key: k1},
        request_json: {model: m}, same_body_every_time: true, max_wall_s: 1, generations: 1, billed: 1, refunded: 0, connections: 0,
        logs: [{level: INFO, contains: [waiting, rate-limit]}], log_lines: 1";
    assert_eq!(paths(all, &observed()), Vec::<String>::new());
    assert_eq!(invariant::failures(&scenario(""), &observed()), []);
}

#[test]
fn each_key_fails_at_its_path() {
    for (expect, path) in [
        ("fields: {content: hello}", "content"),
        ("fields: {meta.history.1.kind: RateLimit}", "meta.history.1.kind"),
        ("fields: {meta.waited_s: 7.5}", "meta.waited_s"),
        ("fields: {raw.error: null}", "raw.error"),
        ("absent: [content]", "content"),
        ("absent: [raw.usage]", "raw.usage"),
        ("error: {name: RateLimit}", "error.name"),
        ("chunks: 2", "chunks"),
        ("requests: 1", "requests"),
        ("token_requests: 0", "token_requests"),
        ("request_headers: {Idempotency-Key: k2}", "request_headers.0.Idempotency-Key"),
        ("request_headers: {Authorization: null, Idempotency-Key: null}", "request_headers.0.Idempotency-Key"),
        ("request_headers: [{}]", "request_headers"),
        ("request_headers: [{}, {X-Other: o}]", "request_headers.1.X-Other"),
        ("request_json: {model: n}", "request_json"),
        ("max_wall_s: 0.05", "max_wall_s"),
        ("generations: 2", "generations"),
        ("billed: 0", "billed"),
        ("refunded: 1", "refunded"),
        ("connections: 1", "connections"),
        ("logs: [{level: DEBUG, contains: [waiting]}]", "logs.0"),
        ("logs: [{level: INFO, contains: [capacity]}]", "logs.0"),
        ("logs: [{level: INFO, contains: [waiting]}, {level: INFO, contains: [waiting]}]", "logs.1"),
        ("log_lines: 0", "log_lines"),
    ] {
        assert!(paths(expect, &observed()).contains(&path.to_owned()), "{expect}");
    }
}

/// The same call, whose second attempt went to another server.
fn moved() -> Observed {
    let one = |requests| Seen { requests, token_requests: 0, billed: 0, ..seen() };
    let servers =
        [("a", one(vec![request("k1", r#"{"model":"m"}"#)])), ("b", one(vec![request("k2", r#"{"model":"other"}"#)]))];
    Observed { servers: Some(servers.map(|(name, seen)| (name.to_owned(), seen)).into()), ..observed() }
}

fn moved_paths(expect: &str) -> Vec<String> {
    let text = format!(
        "{{id: a, about: x, call: {{op: models.list}}, servers: {{a: [{{status: 503}}], b: [{{status: 200}}]}}, expect: {{outcome: ok, {expect}}}}}"
    );
    let scenario = parse(&text, Path::new("")).unwrap_or_else(|problem| panic!("{problem}: {text}")).remove(0);
    compare::failures(&scenario, &moved()).into_iter().map(|failure| failure.path).collect()
}

#[test]
fn several_servers_are_counted_together_or_by_name() {
    let all = "requests: 2, generations: {a: 1, b: 1}, billed: {}, request_headers: {a: {Idempotency-Key: k1}, b: [{Idempotency-Key: k2}]},
        request_json: {b: {model: other}}";
    assert_eq!(moved_paths(all), Vec::<String>::new());
    for (expect, path) in [
        ("requests: {a: 2, b: 1}", "requests.a"),
        ("requests: {a: 1}", "requests.b"),
        ("generations: 1", "generations"),
        ("request_headers: {b: {Idempotency-Key: k1}}", "request_headers.b.0.Idempotency-Key"),
        ("request_json: {a: {model: other}}", "request_json.a"),
        ("same_body_every_time: true", "request_body.1"),
    ] {
        assert_eq!(moved_paths(expect), [path], "{expect}");
    }
}

#[test]
fn requests_to_every_server_must_be_owned_up_to() {
    let text = "{id: a, about: x, call: {op: models.list}, servers: {a: [{status: 503}], b: [{status: 200}]}, expect: {outcome: ok}}";
    let scenario = parse(text, Path::new("")).unwrap_or_else(|problem| panic!("{problem}")).remove(0);
    let mut observed = moved();
    assert_eq!(invariant::failures(&scenario, &observed), []);
    for seen in observed.servers.iter_mut().flat_map(BTreeMap::values_mut) {
        seen.requests.push(request("k1", ""));
    }
    let paths: Vec<String> =
        invariant::failures(&scenario, &observed).into_iter().map(|failure| failure.path).collect();
    assert_eq!(paths, ["requests"]);
}

#[test]
fn a_response_says_as_a_whole_what_its_events_said() {
    let mut observed = observed();
    observed.answer["results"][0]["chunks"] = json!(2);
    observed.answer["results"][0]["value"]["events"] = json!(["response.output_text.delta", "response.completed"]);
    observed.answer["results"][0]["value"]["text"] = json!("Hello");
    observed.answer["results"][0]["value"]["output_text"] = json!("Hello");
    assert_eq!(invariant::failures(&scenario(""), &observed), []);
    observed.answer["results"][0]["value"]["output_text"] = json!("Hell");
    observed.answer["results"][0]["chunks"] = json!(3);
    let paths: Vec<String> =
        invariant::failures(&scenario(""), &observed).into_iter().map(|failure| failure.path).collect();
    assert_eq!(paths, ["results.0.value.output_text", "results.0.chunks"]);
}

#[test]
fn another_outcome_fails_and_shows_the_error() {
    let mut observed = observed();
    observed.answer = json!({"results": [{"outcome": "error", "error": {"name": "Timeout"}}], "logs": []});
    let failures = compare::failures(&scenario(""), &observed);
    assert!(
        failures.iter().any(|failure| failure.path == "outcome" && failure.observed.contains("Timeout")),
        "{failures:?}"
    );
}

#[test]
fn a_changed_body_is_noticed() {
    let mut observed = observed();
    for seen in observed.servers.iter_mut().flat_map(BTreeMap::values_mut) {
        seen.requests[1].body = b"{}".to_vec();
    }
    assert_eq!(paths("same_body_every_time: true", &observed), ["request_body.1"]);
}

fn broken(pointer: &str, value: Value) -> Vec<String> {
    let mut observed = observed();
    match observed.answer.pointer_mut(pointer) {
        Some(place) => *place = value,
        None => panic!("nothing at {pointer}"),
    }
    invariant::failures(&scenario(""), &observed).into_iter().map(|failure| failure.path).collect()
}

#[test]
fn rules_without_exception_are_held_against_every_answer() {
    assert_eq!(broken("/results/0/value/meta", Value::Null), ["results.0.meta"]);
    assert_eq!(broken("/results/0/value/meta/history", json!([])), ["results.0.meta.history"]);
    assert_eq!(broken("/results/0/value/meta/waited_s", json!(6.0)), ["results.0.meta.waited_s"]);
    assert_eq!(broken("/results/0/value/meta/elapsed_s", json!(1.0)), ["results.0.meta.elapsed_s"]);
    assert_eq!(broken("/results/0/value/content", json!("Bearer test-key")), ["answer"]);
    assert_eq!(broken("/results", json!([])), ["results", "requests"]);
}

#[test]
fn a_request_that_no_call_owns_up_to_is_noticed() {
    let mut observed = observed();
    for seen in observed.servers.iter_mut().flat_map(BTreeMap::values_mut) {
        seen.requests.push(request("k1", ""));
    }
    let failures = invariant::failures(&scenario(""), &observed);
    assert!(failures.iter().any(|failure| failure.path == "requests"), "{failures:?}");
}
