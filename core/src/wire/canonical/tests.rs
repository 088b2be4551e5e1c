use serde::Deserialize;

use super::*;

#[derive(Deserialize)]
struct Vectors {
    requests: Vec<RequestVector>,
    steps: Vec<StepVector>,
}

#[derive(Deserialize)]
struct RequestVector {
    about: String,
    namespace: String,
    path: String,
    body: String,
    canonical: String,
    key: String,
}

#[derive(Deserialize)]
struct StepVector {
    run_id: String,
    step: String,
    canonical: String,
    key: String,
}

fn vectors() -> Vectors {
    serde_json::from_str(include_str!("../../../contract/key_vectors.json")).unwrap()
}

fn key_of(canonical: &str) -> String {
    let hash = digest(&SHA256, canonical.as_bytes());
    hash.as_ref().iter().fold("ax1-".to_owned(), |key, byte| key + &format!("{byte:02x}"))
}

#[test]
fn keys_are_those_of_the_vectors() {
    let Vectors { requests, steps } = vectors();
    for RequestVector { about, namespace, path, body, canonical, key } in requests {
        assert_eq!(key_of(&canonical), key, "the vector itself: {about}");
        assert_eq!(request_key(&namespace, &path, body.as_bytes()), Ok(key), "{about}");
    }
    for StepVector { run_id, step, canonical, key } in steps {
        assert_eq!(key_of(&canonical), key, "the vector itself: {run_id}/{step}");
        assert_eq!(step_key(&run_id, &step), Ok(key), "{run_id}/{step}");
    }
}

#[test]
fn a_body_says_which_path_it_is_for() {
    let key = |path: &str, body: &str| request_key("n", path, body.as_bytes()).unwrap();
    for (path, body) in [("/v1/chat/completions", r#"{"messages":[]}"#), ("/v1/responses", r#"{"input":"hi"}"#)] {
        assert_eq!(body_key("n", body.as_bytes()), Ok(key(path, body)));
    }
    for body in [r#"{"model":"m"}"#, r#"{"input":"hi","messages":[]}"#, r#"{"input":null}"#, "[]", "{"] {
        assert_eq!(body_key("n", body.as_bytes()).unwrap_err().field, "request", "{body}");
    }
    assert_eq!(body_key("", br#"{"input":"hi"}"#).unwrap_err().field, "namespace");
}

#[test]
fn a_key_can_be_sent() {
    let key = step_key("run 😀", "ü\n").unwrap();
    assert_eq!(crate::wire::request::names::check_idempotency_key(&key), Ok(()));
    assert_eq!(key.len(), 4 + 64);
}

#[test]
fn what_no_key_is_made_of_is_named() {
    let field = |result: Result<String, InvalidField>| result.unwrap_err().field;
    assert_eq!(field(request_key("", "/v1/responses", b"{}")), "namespace");
    assert_eq!(field(request_key("n", "/v1/responses", b"{")), "request");
    assert_eq!(field(request_key("n", "/v1/responses", b"{\"a\":NaN}")), "request");
    assert_eq!(field(step_key("", "s")), "run_id");
    assert_eq!(field(step_key("r", "")), "step");
}
