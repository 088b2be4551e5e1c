use serde_json::{Value, json};

use super::*;

fn bytes(value: &Value) -> Bytes {
    Bytes::from(value.to_string())
}

fn read(body: &Bytes) -> Value {
    serde_json::from_slice(body).unwrap()
}

fn format() -> Value {
    json!({"name": "person", "schema": {"type": "object"}, "strict": true})
}

#[test]
fn a_chat_is_asked_for_json() {
    for own in [json!({"model": "m"}), json!({"model": "m", "response_format": null})] {
        let body = set_format(Api::Chat, &bytes(&own), &format()).unwrap();
        let form = json!({"type": "json_schema", "json_schema": format()});
        assert_eq!(read(&body), json!({"model": "m", "response_format": form}));
    }
}

#[test]
fn a_response_is_asked_for_json_beside_what_else_its_text_is_to_be() {
    let form = json!({"type": "json_schema", "name": "person", "schema": {"type": "object"}, "strict": true});
    for (own, text) in [
        (json!({"model": "m"}), json!({"format": form})),
        (json!({"model": "m", "text": null}), json!({"format": form})),
        (json!({"model": "m", "text": {"format": null}}), json!({"format": form})),
        (json!({"model": "m", "text": {"verbosity": "low"}}), json!({"verbosity": "low", "format": form})),
    ] {
        let body = set_format(Api::Responses, &bytes(&own), &format()).unwrap();
        assert_eq!(read(&body), json!({"model": "m", "text": text}), "{own}");
    }
}

#[test]
fn a_form_of_its_own_is_refused() {
    for (api, own, field) in [
        (Api::Chat, json!({"response_format": {"type": "json_object"}}), "response_format"),
        (Api::Responses, json!({"text": {"format": {"type": "text"}}}), "text.format"),
        (Api::Responses, json!({"text": "plain"}), "text"),
    ] {
        assert_eq!(set_format(api, &bytes(&own), &format()).unwrap_err().field, field);
    }
    let unset = json!({"response_format": null, "text": {"format": null}});
    for api in [Api::Chat, Api::Responses] {
        assert!(set_format(api, &bytes(&unset), &format()).is_ok());
    }
}

#[test]
fn what_else_is_asked_stays_as_it_was_written() {
    let own = Bytes::from_static(br#"{"seed": 1.0000000000000000000001, "model":"m"}"#);
    let body = set_format(Api::Chat, &own, &json!({"name": "n"})).unwrap();
    let expected = r#"{"response_format":{"type":"json_schema","json_schema":{"name":"n"}},"seed":1.0000000000000000000001,"model":"m"}"#;
    assert_eq!(body, expected.as_bytes());
}

const FAULT: &str = "This is not the JSON that was asked for: it is cut. Answer with the whole JSON once more, corrected, and nothing else.";

#[test]
fn a_chat_is_shown_its_output_and_the_fault() {
    let own = json!({"model": "m", "messages": [{"role": "system", "content": "s"}, {"role": "user", "content": "u"}], "seed": 1});
    let body = set_repair(Api::Chat, &bytes(&own), "{\"a\":", "it is cut").unwrap();
    let expected = json!({"model": "m", "seed": 1, "messages": [
        {"role": "system", "content": "s"}, {"role": "user", "content": "u"},
        {"role": "assistant", "content": "{\"a\":"}, {"role": "user", "content": FAULT},
    ]});
    assert_eq!(read(&body), expected);
}

#[test]
fn a_response_is_shown_its_output_and_the_fault_whatever_its_input() {
    let shown = [json!({"role": "assistant", "content": "{\"a\":"}), json!({"role": "user", "content": FAULT})];
    let item = json!({"role": "user", "content": "h\u{e9}\"y"});
    for (own, before) in [
        (json!({"input": "h\u{e9}\"y", "model": "m"}), vec![item.clone()]),
        (json!({"input": [item, {"type": "item"}], "model": "m"}), vec![item.clone(), json!({"type": "item"})]),
        (json!({"input": null, "model": "m"}), vec![]),
        (json!({"model": "m"}), vec![]),
    ] {
        let body = set_repair(Api::Responses, &bytes(&own), "{\"a\":", "it is cut").unwrap();
        let input: Vec<Value> = before.into_iter().chain(shown.clone()).collect();
        assert_eq!(read(&body), json!({"input": input, "model": "m"}), "{own}");
    }
}

#[test]
fn a_body_that_is_no_request_is_refused() {
    for body in ["", "[]", "{}", r#"{"messages": 3}"#] {
        assert!(set_repair(Api::Chat, &Bytes::from_static(body.as_bytes()), "", "").is_err(), "{body}");
    }
}
