use std::time::Duration;

use http::HeaderValue;
use secrecy::ExposeSecret;
use serde_json::json;

use super::*;

fn read(body: &Value) -> Result<IssuedToken, NoToken> {
    read_token(body.to_string().as_bytes())
}

fn jwt(payload: &str) -> String {
    format!("eyJhbGciOiJFUzI1NiJ9.{}.c2ln", URL_SAFE_NO_PAD.encode(payload))
}

#[test]
fn a_token() {
    let body = json!({
        "access_token": jwt(r#"{"exp": 1700000600, "sub": "??>>"}"#), "token_type": "bearer", "expires_in": 600,
        "scope": "inference:read model:*",
    });
    let token = read(&body).unwrap();
    assert_eq!(token.access_token.expose_secret(), body["access_token"].as_str().unwrap());
    assert_eq!(token.expires_in, Some(600.0));
    assert_eq!(token.scope.as_deref(), Some("inference:read model:*"));
    assert_eq!(token.expires_at, Some(1_700_000_600.0));
    assert!(!format!("{token:?}").contains("eyJ"), "the token shows in Debug");
}

#[test]
fn lifetimes_of_any_shape() {
    let cases = [
        (json!(3600), Some(3600.0)),
        (json!(0.5), Some(0.5)),
        (json!("3600"), Some(3600.0)),
        (json!(0), None),
        (json!(-1), None),
        (json!("inf"), None),
        (json!("soon"), None),
        (json!(null), None),
        (json!([1]), None),
    ];
    for (value, expected) in cases {
        let token = read(&json!({"access_token": "t", "expires_in": value})).unwrap();
        assert_eq!(token.expires_in, expected, "{value}");
        assert_eq!((token.scope, token.expires_at), (None, None));
    }
}

#[test]
fn expiry_claims_of_any_shape() {
    let cases = [
        (jwt(r#"{"exp": 12.5}"#), Some(12.5)),
        (jwt(r#"{"exp": "12"}"#), Some(12.0)),
        (jwt("{}"), None),
        (jwt("no JSON"), None),
        ("a.b".to_owned(), None),
        ("opaque".to_owned(), None),
        ("a.!!.c".to_owned(), None),
        ("a.eyJleHAiOjF9Cg==.c".to_owned(), Some(1.0)),
    ];
    for (token, expected) in cases {
        assert_eq!(read(&json!({"access_token": token})).unwrap().expires_at, expected, "{token}");
    }
}

#[test]
fn no_token() {
    let bodies: [&[u8]; 8] = [
        b"",
        b"<html>",
        b"{}",
        b"[]",
        br#"{"access_token": null}"#,
        br#"{"access_token": ""}"#,
        br#"{"access_token": "a b"}"#,
        br#"{"access_token": "a\nb"}"#,
    ];
    for body in bodies {
        assert_eq!(read_token(body).unwrap_err(), NoToken, "{}", String::from_utf8_lossy(body));
    }
}

#[test]
fn refusals_by_envelope() {
    use ErrorKind as Kind;
    let cases = [
        (503, json!({"type": "https://g.example/upstream-unavailable"}), None, Kind::TokenEndpointUnavailable),
        (503, json!({"type": "https://g.example/not-configured"}), None, Kind::TokenEndpointNotConfigured),
        (500, json!({"type": "about:blank"}), None, Kind::ServerError),
        (500, json!({"type": "about:blank", "error": "invalid_client"}), None, Kind::ServerError),
        (401, json!({"error": "invalid_client"}), Some("invalid_client"), Kind::InvalidClient),
        (500, json!({"error": "invalid_scope"}), Some("invalid_scope"), Kind::InvalidScope),
        (400, json!({"error": "brand_new"}), Some("brand_new"), Kind::OAuth),
        (502, json!({"error": {"message": "x"}}), None, Kind::AuthTransport),
        (502, json!("<html>"), None, Kind::AuthTransport),
        (200, json!({}), None, Kind::AuthTransport),
    ];
    for (status, body, oauth_error, kind) in cases {
        let refusal = read_oauth_error(status, &HeaderMap::new(), body.to_string().as_bytes());
        assert_eq!((refusal.oauth_error.as_deref(), refusal.facts.kind), (oauth_error, kind), "{status} {body}");
        assert_eq!(refusal.facts.status, Some(status));
    }
}

#[test]
fn what_else_a_refusal_says() {
    let headers = HeaderMap::from_iter([(http::header::RETRY_AFTER, HeaderValue::from_static("4"))]);
    let read = |body: &[u8]| read_oauth_error(401, &headers, body).facts;
    let facts = read(br#"{"error": "invalid_client", "error_description": "no such client"}"#);
    assert_eq!(facts.detail.as_deref(), Some("no such client"));
    assert_eq!(facts.retry_after, Some(Duration::from_secs(4)));
    assert_eq!(read(br#"{"error": "invalid_client"}"#).detail.as_deref(), Some("invalid_client"));
    assert_eq!(read(b"<html>gone</html>").body, "<html>gone</html>");
}

#[test]
fn a_successful_answer_may_hold_a_secret_and_is_not_kept() {
    let body = |status| read_oauth_error(status, &HeaderMap::new(), br#"{"accessToken": "s3cret"}"#).facts.body;
    assert_eq!(body(200), "");
    assert_eq!(body(399), "");
    assert_eq!(body(400), r#"{"accessToken": "s3cret"}"#);
}
