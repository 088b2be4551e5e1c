use http::{HeaderName, HeaderValue};
use serde_json::json;

use super::*;

fn read(pairs: &[(&'static str, &str)]) -> ResponseHeaders {
    let mut headers = HeaderMap::new();
    for (name, value) in pairs {
        headers.append(HeaderName::from_static(name), HeaderValue::from_bytes(value.as_bytes()).unwrap());
    }
    ResponseHeaders::read(&headers)
}

#[test]
fn everything() {
    let read = read(&[
        ("x-request-id", "r1"),
        ("x-trace-id", "t1"),
        ("x-prometheus-instance", "replica-2"),
        ("x-prometheus-instance-id", "i1"),
        ("x-ratelimit-scope", "chat_completions"),
        ("x-ratelimit-limit-requests", "60"),
        ("x-ratelimit-remaining-requests", "59"),
        ("x-ratelimit-reset-requests", "41"),
        ("x-ratelimit-limit-tokens", "1000"),
        ("x-ratelimit-remaining-tokens", "-5"),
        ("x-ratelimit-reset-tokens", "42"),
        ("x-prometheus-ignored-parameters", "seed, user"),
        ("idempotent-replay", "True"),
        ("x-idempotent-replay-of", "r0"),
    ]);
    let some = |text: &str| Some(text.to_owned());
    let expected = ResponseHeaders {
        request_id: some("r1"),
        trace_id: some("t1"),
        instance: some("replica-2"),
        instance_id: some("i1"),
        rate_limit: Some(RateLimit {
            scope: some("chat_completions"),
            limit_requests: Some(60),
            remaining_requests: Some(59),
            reset_requests: Some(41),
            limit_tokens: Some(1000),
            remaining_tokens: Some(-5),
            reset_tokens: Some(42),
        }),
        ignored_parameters: Some(vec!["seed".into(), "user".into()]),
        idempotent_replay: true,
        idempotent_replay_of: some("r0"),
    };
    assert_eq!(read, expected);
}

#[test]
fn nothing() {
    assert_eq!(read(&[]), ResponseHeaders::default());
    assert_eq!(read(&[("x-request-id", " "), ("x-ratelimit-limit-tokens", "many")]), ResponseHeaders::default());
}

#[test]
fn a_scope_alone_is_a_snapshot() {
    let rate_limit = read(&[("x-ratelimit-scope", "rerank")]).rate_limit.unwrap();
    assert_eq!(
        serde_json::to_value(rate_limit).unwrap(),
        json!({
            "scope": "rerank", "limit_requests": null, "remaining_requests": null, "reset_requests": null,
            "limit_tokens": null, "remaining_tokens": null, "reset_tokens": null,
        })
    );
}

#[test]
fn ignored_parameters_absent_differ_from_none() {
    let ignored = |lines: &[&str]| {
        let pairs: Vec<_> = lines.iter().map(|line| ("x-prometheus-ignored-parameters", *line)).collect();
        read(&pairs).ignored_parameters
    };
    assert_eq!(ignored(&[]), None);
    assert_eq!(ignored(&[""]), Some(vec![]));
    assert_eq!(ignored(&[" , a,,b "]), Some(vec!["a".into(), "b".into()]));
    assert_eq!(ignored(&["a", "b,c"]), Some(vec!["a".into(), "b".into(), "c".into()]));
}

#[test]
fn only_true_is_a_replay() {
    for (value, expected) in [("true", true), ("TRUE", true), ("false", false), ("1", false), ("", false)] {
        assert_eq!(read(&[("idempotent-replay", value)]).idempotent_replay, expected, "{value:?}");
    }
}

#[test]
fn an_id_that_is_not_ascii_is_kept() {
    assert_eq!(read(&[("x-request-id", "zürich")]).request_id.as_deref(), Some("zürich"));
}
