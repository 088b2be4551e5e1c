use crate::ErrorKind;

use super::*;

fn check(body: &str) -> Result<Answer, Fault> {
    check_answer(&HeaderMap::new(), &Bytes::copy_from_slice(body.as_bytes()))
}

#[test]
fn answers_stay_as_they_came() {
    let bodies = [
        r#"{"choices":[],"score":1.50,"id":12345678901234567890123}"#,
        "[]",
        " {} ",
        r#"{"error":null}"#,
        r#"{"error":{"message":"partly"},"choices":[{"index":0}]}"#,
        r#"{"error":"partly","data":[1]}"#,
        r#"{"error":"partly","results":[1]}"#,
        r#"{"error":"partly","output":[1]}"#,
        r#"{"a":1,"a":2}"#,
        r#"{"error":1,"error":2}"#,
        r#"[{"error":"of an element"}]"#,
    ];
    for body in bodies {
        assert_eq!(check(body).unwrap().body, body, "{body}");
    }
}

#[test]
fn numbers_that_are_none_become_null() {
    assert_eq!(check(r#"{"choices":[NaN, 1.50]}"#).unwrap().body, r#"{"choices":[null, 1.50]}"#);
}

#[test]
fn the_kind_of_an_answer_shows_at_its_first_level() {
    let cases = [
        (r#"{"choices":[{}],"data":{}}"#, Shape { object: true, choices: true, data: false, output: false }),
        (r#"{"choices":"[]","data":[]}"#, Shape { object: true, choices: false, data: true, output: false }),
        (r#"{"output":[{}]}"#, Shape { object: true, output: true, ..Shape::default() }),
        (r#"{"output":{}}"#, Shape { object: true, ..Shape::default() }),
        (r#"{"error":1,"error":2}"#, Shape { object: true, choices: false, data: false, output: false }),
        (r#"[{"choices":[]}]"#, Shape { object: false, choices: false, data: false, output: false }),
    ];
    for (body, expected) in cases {
        assert_eq!(check(body).unwrap().shape, expected, "{body}");
    }
}

#[test]
fn usage_is_read() {
    let usage = |body| check(body).unwrap().usage;
    assert_eq!(usage(r#"{"usage":{"total_tokens":7}}"#).unwrap().total_tokens, Some(7));
    assert!(usage(r#"{"timings":{"prompt_n":1,"predicted_n":2}}"#).unwrap().estimated);
    assert_eq!(usage(r#"{"usage":null}"#), None);
    assert_eq!(usage("[]"), None);
}

#[test]
fn an_error_inside_a_success_is_an_error() {
    let cases = [
        (r#"{"error":{"code":429,"message":"slow down"}}"#, ErrorKind::RateLimit, Some(429)),
        (r#"{"error":"slow down","choices":[]}"#, ErrorKind::ServerError, None),
        (r#"{"error":{"message":"slow down","status":400},"data":null}"#, ErrorKind::BadRequest, Some(400)),
    ];
    for (body, kind, status) in cases {
        let Err(Fault::Error(facts)) = check(body) else { panic!("{body} passed") };
        assert_eq!((facts.kind, facts.status, facts.detail.as_deref()), (kind, status, Some("slow down")), "{body}");
        assert_eq!(facts.body, body);
    }
}

#[test]
fn ids_of_an_error_come_from_the_headers() {
    let headers = HeaderMap::from_iter([("x-request-id".parse().unwrap(), "r1".parse().unwrap())]);
    let Err(Fault::Error(facts)) = check_answer(&headers, &Bytes::from_static(b"{\"error\":1}")) else { panic!() };
    assert_eq!(facts.request_id.as_deref(), Some("r1"));
}

#[test]
fn what_is_no_answer() {
    let cases = [
        ("", "it is empty"),
        ("<html>", "it is HTML or XML, not JSON"),
        (r#"{"choices":["#, "the JSON is cut short"),
        ("12", "it is JSON, but not an object"),
        ("null", "it is JSON, but not an object"),
    ];
    for (body, expected) in cases {
        let Err(Fault::Undecodable { reason, excerpt }) = check(body) else { panic!("{body} passed") };
        assert_eq!((reason.as_str(), excerpt.as_str()), (expected, body));
    }
    let Err(Fault::Undecodable { excerpt, .. }) = check(&"x".repeat(EXCERPT_LIMIT + 1)) else { panic!() };
    assert_eq!(excerpt.len(), 2048);
    assert_eq!(super::excerpt(b"<html>"), "<html>");
}
