use serde_json::{Value, json};

use super::*;

const STREAM: Asked = Asked { stream: true, websocket: false, routes_name_models: false };
const WEBSOCKET: Asked = Asked { websocket: true, ..STREAM };
const PLAIN: Asked = Asked { stream: false, ..STREAM };

fn check(body: &Value, asked: Asked) -> Result<RequestFacts, InvalidField> {
    check_responses_request(body.to_string().as_bytes(), asked)
}

fn with(member: &str, value: Value) -> Value {
    let mut body = json!({"model": "m", "input": "hi"});
    body[member] = value;
    body
}

#[test]
fn what_is_refused_is_named_with_its_path() {
    let rows = [
        (json!([]), "body"),
        (json!({"input": "hi"}), "model"),
        (json!({"model": " ", "input": "hi"}), "model"),
        (json!({"model": "m"}), "input"),
        (with("input", json!("")), "input"),
        (with("input", json!([])), "input"),
        (with("input", json!(3)), "input"),
        (with("temperature", json!(3)), "temperature"),
        (with("top_p", json!(0)), "top_p"),
        (with("max_output_tokens", json!(0)), "max_output_tokens"),
        (with("stream", json!(false)), "stream"),
        (with("tools", json!(["add"])), "tools[0]"),
        (
            with(
                "input",
                json!([{"role": "user", "content": [{"type": "input_image", "image_url": "http://a/b.png"}]}]),
            ),
            "input[0].content[0].image_url",
        ),
        (
            with("input", json!([{"type": "function_call_output", "output": [{"image_url": "https://a/b.png"}]}])),
            "input[0].output[0].image_url",
        ),
    ];
    for (body, field) in rows {
        assert_eq!(check(&body, STREAM).unwrap_err().field, field, "{body}");
    }
}

#[test]
fn what_input_may_be_is_said() {
    let refused = check(&with("input", json!(3)), STREAM).unwrap_err();
    assert_eq!(refused.to_string(), "input: must be a string or an array of items");
}

#[test]
fn background_goes_with_http_only() {
    let body = with("background", json!(true));
    assert_eq!(check(&body, WEBSOCKET).unwrap_err().field, "background");
    assert!(check(&body, STREAM).is_ok());
    assert!(check(&with("background", json!(false)), WEBSOCKET).is_ok());
}

#[test]
fn a_response_may_continue_instead_of_responding() {
    for member in ["previous_response_id", "conversation", "prompt"] {
        let value = if member == "prompt" { json!({"id": "p"}) } else { json!("x_1") };
        let facts = check(&json!({"model": "m", member: value}), PLAIN).unwrap();
        assert!(facts.stateful, "{member}");
        assert_eq!(check(&json!({"model": "m", member: null}), PLAIN).unwrap_err().field, "input", "{member}");
    }
}

#[test]
fn state_is_what_binds_to_an_origin() {
    let file = json!([{"role": "user", "content": [{"type": "input_file", "file_id": "file_1"}]}]);
    let earlier = json!([{"type": "item_reference", "id": "msg_1"}]);
    let search = json!([{"type": "file_search", "vector_store_ids": ["vs_1"]}]);
    let spoken = json!([{"role": "user", "content": "what is a \"file_id\": please"}]);
    let rows = [
        (with("store", json!(true)), true),
        (with("store", json!(false)), false),
        (with("background", json!(true)), true),
        (with("previous_response_id", json!("resp_1")), true),
        (with("conversation", json!({"id": "conv_1"})), true),
        (with("conversation", json!(null)), false),
        (with("input", file), true),
        (with("input", earlier), true),
        (with("tools", search), true),
        (with("input", spoken), false),
        (with("metadata", json!({"note": "\"store\": true"})), false),
    ];
    for (body, stateful) in rows {
        assert_eq!(check(&body, STREAM).unwrap().stateful, stateful, "{body}");
    }
}

#[test]
fn the_model_may_be_left_to_routes_that_all_name_one() {
    let asked = Asked { routes_name_models: true, ..STREAM };
    assert_eq!(check(&json!({"input": "hi"}), asked).unwrap().model, "");
    assert_eq!(check(&json!({"model": "  ", "input": "hi"}), asked).unwrap_err().field, "model");
    assert_eq!(check(&with("user", json!("u")), STREAM).unwrap().model, "m");
}

#[test]
fn a_frame_is_the_request_with_its_type_and_without_what_only_http_has() {
    let body =
        Bytes::from(r#"{"model":"m", "stream": true, "background":false, "input":"hi", "seed": 12345678901234567890}"#);
    let frame = create_frame(&body).unwrap();
    assert_eq!(frame, r#"{"type":"response.create","model":"m","input":"hi","seed":12345678901234567890}"#);
}

#[test]
fn a_frame_may_be_sixteen_mebibytes_long() {
    let body = |length: usize| Bytes::from(format!(r#"{{"input":"{}"}}"#, "a".repeat(length)));
    let around = create_frame(&body(0)).unwrap().len();
    assert_eq!(create_frame(&body(MAX_FRAME_BYTES - around)).unwrap().len(), MAX_FRAME_BYTES);
    let refused = create_frame(&body(MAX_FRAME_BYTES - around + 1)).unwrap_err();
    assert_eq!(refused.field, "input");
    assert!(refused.message.contains("16777217 bytes"), "{}", refused.message);
}
