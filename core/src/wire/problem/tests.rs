use http::HeaderValue;
use serde_json::json;

use super::*;
use crate::decide::FailureCause;

fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
    pairs.iter().map(|(name, value)| (name.parse().unwrap(), HeaderValue::from_static(value))).collect()
}

fn read_json(status: u16, body: &Value) -> ErrorFacts {
    read_error(status, &HeaderMap::new(), body.to_string().as_bytes())
}

#[expect(clippy::unnecessary_wraps, reason = "what is compared with is an option")]
fn some(text: &str) -> Option<String> {
    Some(text.to_owned())
}

#[test]
fn a_whole_problem_document() {
    let body = json!({
        "type": "https://gateway.example/problems/rate-limit-exceeded-requests", "title": "Too many requests",
        "status": 429, "detail": "60 a minute", "instance": "/v1/chat/completions", "request_id": "r1", "trace_id": "t1",
        "retry_after": 36, "scope": "chat_completions", "errors": [{"field": "x"}],
    });
    let sent = headers(&[("x-request-id", "other"), ("x-trace-id", "other"), ("retry-after", "30")]);
    let facts = read_error(429, &sent, body.to_string().as_bytes());
    let expected = ErrorFacts {
        kind: ErrorKind::RateLimit,
        status: Some(429),
        problem_type: some("https://gateway.example/problems/rate-limit-exceeded-requests"),
        title: some("Too many requests"),
        detail: some("60 a minute"),
        hint: None,
        retry_after: Some(Duration::from_secs(36)),
        retryable: None,
        request_id: some("r1"),
        trace_id: some("t1"),
        scope: some("chat_completions"),
        errors: Some(json!([{"field": "x"}])),
        code: None,
        cause: FailureCause::Other,
        refusal: None,
        body: body.to_string(),
    };
    assert_eq!(facts, expected);
}

#[test]
fn the_kind_of_any_body() {
    use ErrorKind as Kind;
    let cases = [
        // By the last segment of the type, whatever the host and the status.
        (503, json!({"type": "https://a.example/x/capacity-exhausted"}), Kind::CapacityExhausted),
        (503, json!({"type": "https://b.example/y/capacity-exhausted/"}), Kind::CapacityExhausted),
        (503, json!({"type": "capacity-exhausted"}), Kind::CapacityExhausted),
        (200, json!({"type": "/problems/forbidden"}), Kind::Forbidden),
        (400, json!({"type": "https://a.example/unknown-model", "error": null}), Kind::UnknownModel),
        // Unknown, or none: by status.
        (503, json!({"type": "https://a.example/brand-new"}), Kind::ServerError),
        (404, json!({"type": "about:blank"}), Kind::NotFound),
        (404, json!({"type": 7}), Kind::NotFound),
        (418, json!({}), Kind::ClientError),
        (502, json!([1]), Kind::ServerError),
        // The token endpoint's own refusals say nothing elsewhere.
        (503, json!({"type": "https://a.example/upstream-unavailable"}), Kind::ServerError),
        (503, json!({"type": "https://a.example/not-configured"}), Kind::ServerError),
        // OpenAI-shaped: codes and classes are not guessed at.
        (404, json!({"error": {"code": "model_not_found", "type": "invalid_request_error"}}), Kind::NotFound),
        (400, json!({"error": {"type": "forbidden"}}), Kind::BadRequest),
        (500, json!({"error": {"type": "https://a.example/upstream-error"}}), Kind::Upstream),
        (529, json!({"type": "error", "error": {"type": "overloaded_error"}}), Kind::ServerError),
        // 429 was refused, unless it is about money.
        (429, json!({"error": {"code": "rate_limit_exceeded"}}), Kind::RateLimit),
        (429, json!({"error": {"code": "insufficient_quota"}}), Kind::SpendCapExceeded),
        (429, json!({"error": {"code": null, "type": "insufficient_quota"}}), Kind::SpendCapExceeded),
        (429, json!({"code": "insufficient_balance"}), Kind::SpendCapExceeded),
        (429, json!({"error": {"code": "quota_exceeded"}}), Kind::SpendCapExceeded),
        (403, json!({"error": {"code": "insufficient_quota"}}), Kind::Forbidden),
    ];
    for (status, body, expected) in cases {
        assert_eq!(read_json(status, &body).kind, expected, "{status} {body}");
    }
}

#[test]
fn openai_shaped() {
    let body = json!({"error": {
        "message": "no such model", "type": "invalid_request_error", "code": "model_not_found", "param": "model",
        "retryable": false, "retry_after": 2.5, "hint": "check the id", "did_you_mean": "qwen3",
        "suggestions": [{"id": "a"}, {"id": "b"}], "alternatives": [{"id": "c", "status": "up"}],
    }});
    let facts = read_json(404, &body);
    assert_eq!(facts.detail, some("no such model"));
    assert_eq!(facts.problem_type, some("invalid_request_error"));
    assert_eq!(facts.code, some("model_not_found"));
    assert_eq!(facts.retryable, Some(false));
    assert_eq!(facts.retry_after, Some(Duration::from_millis(2500)));
    assert_eq!(facts.hint, some("check the id; did you mean: qwen3; suggestions: a, b; alternatives: c"));
    assert_eq!((facts.title, facts.errors), (None, None));
}

#[test]
fn details_and_hints_of_any_shape() {
    let detail = [
        (json!({"error": "model is loading"}), some("model is loading")),
        (json!({"error": ""}), None),
        (json!({"error": {}, "message": "outside"}), some("outside")),
        (json!({"detail": "text", "message": "other"}), some("text")),
        (json!({"detail": "", "message": "other"}), some("other")),
        (json!({"detail": [{"loc": ["body", "messages", 0], "msg": "wrong"}]}), some("body.messages.0: wrong")),
        (json!({"detail": [{"msg": "wrong"}]}), some("wrong")),
        (json!({"detail": [{"loc": "body"}]}), None),
        (json!({"detail": []}), None),
    ];
    for (body, expected) in detail {
        assert_eq!(read_json(422, &body).detail, expected, "{body}");
    }
    let hint = [
        (json!({"hint": "a"}), some("a")),
        (json!({"did_you_mean": {"id": "m"}}), some("did you mean: m")),
        (json!({"suggestions": ["a", 1, "b"]}), some("suggestions: a, b")),
        (json!({"suggestions": [], "alternatives": [7], "did_you_mean": ""}), None),
        (json!({"hint": 7, "did_you_mean": 7}), None),
    ];
    for (body, expected) in hint {
        assert_eq!(read_json(422, &body).hint, expected, "{body}");
    }
}

#[test]
fn fastapi_lists_are_kept_as_errors() {
    let list = json!([{"loc": ["body", "model"], "msg": "Field required", "type": "missing"}]);
    assert_eq!(read_json(422, &json!({"detail": list})).errors, Some(list.clone()));
    assert_eq!(read_json(422, &json!({"detail": "text"})).errors, None);
    assert_eq!(read_json(422, &json!({"detail": list, "errors": [1]})).errors, Some(json!([1])));
}

#[test]
fn codes_may_be_numbers() {
    assert_eq!(read_json(500, &json!({"error": {"code": 1234}})).code, some("1234"));
    assert_eq!(read_json(500, &json!({"error": {"code": [1]}})).code, None);
}

#[test]
fn predict_is_advised_retryable_only_at_429() {
    let word = |status, retryable: Value| {
        read_json(status, &json!({"type": "p/predict-backend-rejected", "retryable": retryable})).retryable
    };
    assert_eq!(word(429, json!(null)), Some(true));
    assert_eq!(word(429, json!(false)), Some(false));
    assert_eq!(word(422, json!(null)), Some(false));
    assert_eq!(word(422, json!(true)), Some(false));
    assert_eq!(read_json(503, &json!({"retryable": true})).retryable, Some(true));
    assert_eq!(read_json(503, &json!({"retryable": "yes"})).retryable, None);
}

#[test]
fn ids_and_scope_come_from_the_headers_where_the_body_has_none() {
    let sent = headers(&[("x-request-id", "r1"), ("x-trace-id", "t1"), ("x-ratelimit-scope", "rerank")]);
    let bodies: [&[u8]; 5] =
        [b"", b"<html>502</html>", br#"{"type": "https://x/unkn"#, br#"{"request_id": null, "scope": 3}"#, b"[]"];
    for body in bodies {
        let facts = read_error(502, &sent, body);
        assert_eq!(
            (facts.request_id, facts.trace_id, facts.scope),
            (some("r1"), some("t1"), some("rerank")),
            "{}",
            String::from_utf8_lossy(body)
        );
        assert_eq!(facts.kind, ErrorKind::ServerError);
        assert_eq!(facts.body.as_bytes(), body);
        assert_eq!(facts.detail, None);
    }
}

#[test]
fn not_a_number_in_a_body() {
    let facts = read_error(503, &HeaderMap::new(), br#"{"type":"x/capacity-exhausted","load":NaN}"#);
    assert_eq!(facts.kind, ErrorKind::CapacityExhausted);
}

#[test]
fn errors_in_band_name_their_own_status() {
    use ErrorKind as Kind;
    let cases = [
        (json!({"error": {"code": 429, "message": "slow down"}}), Some(429), Kind::RateLimit),
        (json!({"error": {"code": "503"}}), Some(503), Kind::ServerError),
        (json!({"error": {"status": 404, "code": 500}}), Some(404), Kind::NotFound),
        (json!({"status": 402, "error": "pay"}), Some(402), Kind::SpendCapExceeded),
        (json!({"error": {"code": 399}}), None, Kind::ServerError),
        (json!({"error": {"code": 600}}), None, Kind::ServerError),
        (json!({"error": {"code": 599}}), Some(599), Kind::ServerError),
        (json!({"error": {"code": 400}}), Some(400), Kind::BadRequest),
        (json!({"error": {"code": 65_965}}), None, Kind::ServerError),
        (json!({"error": {"code": "overloaded"}}), None, Kind::ServerError),
        (json!({"error": null}), None, Kind::ServerError),
        (json!({"error": {"type": "x/upstream-unavailable"}}), None, Kind::ServerError),
        (json!({"error": {"type": "https://a.example/upstream-error"}}), None, Kind::Upstream),
    ];
    for (body, status, kind) in cases {
        let facts = read_in_band(&HeaderMap::new(), body.to_string().as_bytes());
        assert_eq!((facts.status, facts.kind), (status, kind), "{body}");
    }
}

#[test]
fn problem_documents_are_told_by_their_type() {
    let cases: &[(&[u8], bool)] = &[
        (br#"{"type": "https://a.example/upstream-error/", "title": "x"}"#, true),
        (br#"{"type": "upstream-error", "status": 502}"#, true),
        (br#"{"type": "upstream-error"}"#, false),
        (br#"{"type": "upstream-error", "title": 1, "status": "502"}"#, false),
        (br#"{"type": "upstream-unavailable", "status": 503}"#, false),
        (br#"{"type": "message", "status": 502}"#, false),
        (br#"{"object": "chat.completion", "title": "x"}"#, false),
        (br#"["upstream-error"]"#, false),
        (b"", false),
    ];
    for (body, expected) in cases {
        assert_eq!(is_problem(body), *expected, "{}", String::from_utf8_lossy(body));
    }
}

#[test]
fn no_problem_document_is_longer_than_what_is_kept_of_one() {
    let of_length = |length: usize| {
        let problem = br#"{"type": "upstream-error", "status": 502}"#;
        [&problem[..], &vec![b' '; length - problem.len()]].concat()
    };
    assert!(is_problem(&of_length(BODY_LIMIT)));
    assert!(!is_problem(&of_length(BODY_LIMIT + 1)));
}

#[test]
fn bodies_are_kept_up_to_a_limit_and_characters_stay_whole() {
    let cases: &[(&[u8], usize, &str)] = &[
        (b"abc", 3, "abc"),
        (b"abcd", 3, "abc"),
        ("aé".as_bytes(), 2, "a"),
        ("éa".as_bytes(), 2, "é"),
        ("a€".as_bytes(), 3, "a"),
        ("€".as_bytes(), 3, "€"),
        ("a😀".as_bytes(), 4, "a"),
        ("😀a".as_bytes(), 4, "😀"),
        ("aaa".as_bytes(), 0, ""),
        (b"\xFFabc", 6, "\u{FFFD}abc"),
        (b"\xFFabc", 4, "\u{FFFD}a"),
        (b"\xFF\xFF", 4, "\u{FFFD}"),
    ];
    for (body, limit, expected) in cases {
        assert_eq!(excerpt(body, *limit), *expected, "{body:?} to {limit}");
    }
    let facts = read_error(500, &HeaderMap::new(), &vec![b'x'; BODY_LIMIT + 1]);
    assert_eq!(facts.body.len(), 65_536);
}

proptest::proptest! {
    #[test]
    fn any_bytes_make_an_error(status: u16, body: Vec<u8>, limit in 0usize..40) {
        let facts = read_error(status, &HeaderMap::new(), &body);
        proptest::prop_assert_eq!(facts.status, Some(status));
        proptest::prop_assert!(excerpt(&body, limit).len() <= limit);
    }
}

#[test]
fn an_error_may_say_that_the_model_declined() {
    let refusal =
        |code: &str, text: Option<&str>| Some(Refusal { code: code.to_owned(), text: text.map(str::to_owned) });
    let read = |body: Value| read_in_band(&HeaderMap::new(), body.to_string().as_bytes());
    let filtered =
        read(json!({"error": {"message": "flagged", "type": null, "code": "content_filter", "status": 400}}));
    assert_eq!(filtered.refusal, refusal("content_filter", Some("flagged")));
    assert_eq!((filtered.kind, filtered.cause), (ErrorKind::BadRequest, FailureCause::Request));
    let failed = read(json!({"error": {"code": "image_content_policy_violation", "message": "no"}}));
    assert_eq!(failed.refusal, refusal("image_content_policy_violation", Some("no")));
    // It lies in the request, whatever status is not said.
    assert_eq!((failed.kind, failed.status, failed.cause), (ErrorKind::BadRequest, None, FailureCause::Request));
    assert_eq!(
        read(json!({"error": {"type": "content_policy_violation"}})).refusal,
        refusal("content_policy_violation", None)
    );
    assert_eq!(read(json!({"error": {"code": "invalid_prompt", "message": "no"}})).refusal, None);
}
