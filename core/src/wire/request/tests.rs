use bytes::Bytes;
use serde_json::{Value, json};

use super::body::{merge_extra_body, set_stream};
use super::names::{check_header_name, check_header_value, check_idempotency_key, check_instance};
use super::*;

/// A fit request with `change` on top.
fn with(change: &Value) -> Vec<u8> {
    let mut request = json!({"model": "m", "messages": [{"role": "user", "content": "hi"}]});
    let members = change.as_object().unwrap().clone();
    request.as_object_mut().unwrap().extend(members);
    request.to_string().into_bytes()
}

fn refused(body: &[u8]) -> (String, String) {
    let error = check_chat_request(body, Asked::default()).expect_err(&String::from_utf8_lossy(body));
    (error.field, error.message)
}

#[test]
fn what_is_fit() {
    let changes = [
        json!({}),
        json!({"temperature": 0, "top_p": 1, "max_tokens": 1, "max_completion_tokens": 1}),
        json!({"temperature": 2, "top_p": 0.001}),
        json!({"logprobs": true, "top_logprobs": 0}),
        json!({"logprobs": true, "top_logprobs": 20}),
        json!({"temperature": null, "top_p": null, "max_tokens": null, "top_logprobs": null, "stop": null, "tools": null}),
        json!({"stop": "x", "stream": false}),
        json!({"stop": ["x"], "stream": null, "tools": [{}], "response_format": {}, "chat_template_kwargs": {"a": [1]}}),
        json!({"require_parameters": true, "unknown": [{"deep": null}], "tool_choice": "auto"}),
        json!({"messages": [{"role": "assistant", "content": null}, {"role": "tool"}, {"role": "user", "content": []}]}),
        json!({"messages": [{"role": "user", "content": [{"type": "text", "text": "http://x"}]}]}),
        json!({"messages": [{"role": "user", "content": [{"image_url": {"url": "data:image/png;base64,AA"}}]}]}),
        json!({"messages": [{"role": "user", "content": [{"image_url": " DATA:image/png;base64,AA"}]}]}),
        json!({"messages": [{"role": "user", "content": "\u{1F600} http://x"}]}),
    ];
    for change in &changes {
        let facts = check_chat_request(&with(change), Asked::default());
        assert_eq!(facts, Ok(RequestFacts { model: "m".into(), stateful: false }), "{change}");
    }
    let escaped = br#"{"model":"\u006d\ud83d\ude00","messages":[{"role":"user","content":"\uD83D\uDE00"}]}"#;
    assert_eq!(check_chat_request(escaped, Asked { stream: true, ..Asked::default() }).unwrap().model, "m😀");
}

#[test]
fn values_out_of_range() {
    let missing_model = "is missing or empty; name a model, for example one of models.list()";
    let missing_messages = "is missing or empty; give at least one message";
    let range = "must be between 0 and 2";
    let tokens = "must be above 0; leave it out for the model's own limit";
    let cases = [
        (json!({"model": ""}), "model", missing_model),
        (json!({"model": " "}), "model", missing_model),
        (json!({"model": null}), "model", missing_model),
        (json!({"messages": []}), "messages", missing_messages),
        (json!({"messages": null}), "messages", missing_messages),
        (json!({"messages": [{"role": ""}]}), "messages[0].role", "is missing or empty; give a role such as \"user\""),
        (json!({"temperature": 2.1}), "temperature", range),
        (json!({"temperature": -0.1}), "temperature", range),
        (json!({"top_p": 0}), "top_p", "must be above 0 and at most 1"),
        (json!({"top_p": 1.1}), "top_p", "must be above 0 and at most 1"),
        (json!({"max_tokens": 0}), "max_tokens", tokens),
        (json!({"max_tokens": -1}), "max_tokens", tokens),
        (json!({"max_completion_tokens": 0}), "max_completion_tokens", tokens),
        (json!({"logprobs": true, "top_logprobs": 21}), "top_logprobs", "must be between 0 and 20"),
        (json!({"logprobs": true, "top_logprobs": -1}), "top_logprobs", "must be between 0 and 20"),
        (
            json!({"logprobs": false, "top_logprobs": 1}),
            "top_logprobs",
            "needs logprobs; set logprobs to true, or drop top_logprobs",
        ),
    ];
    for (change, field, message) in &cases {
        assert_eq!(refused(&with(change)), ((*field).to_owned(), (*message).to_owned()), "{change}");
    }
    assert_eq!(refused(br#"{"messages":[{"role":"user"}]}"#).0, "model");
    assert_eq!(refused(br#"{"model":"m"}"#).0, "messages");
    assert_eq!(refused(&with(&json!({"top_logprobs": 1}))).0, "top_logprobs");
}

#[test]
fn wrong_types_by_path() {
    let user = |content: Value| json!({"messages": [{"role": "user"}, {"role": "user", "content": content}]});
    let cases = [
        (json!({"model": 7}), "model", "must be a string"),
        (json!({"messages": "hi"}), "messages", "must be an array"),
        (json!({"messages": ["secret"]}), "messages[0]", "must be an object"),
        (json!({"messages": [["user", "hi"]]}), "messages[0]", "must be an object"),
        (json!({"messages": [{"role": 1}]}), "messages[0].role", "must be a string"),
        (user(json!(7)), "messages[1].content", "must be a string or an array of parts"),
        (user(json!([{}, "secret"])), "messages[1].content[1]", "must be an object"),
        (json!({"temperature": "warm, expected or not"}), "temperature", "must be a number"),
        (json!({"max_tokens": 1.5}), "max_tokens", "must be an integer"),
        (json!({"max_tokens": u64::MAX}), "max_tokens", "must be an integer"),
        (json!({"logprobs": 1}), "logprobs", "must be a boolean"),
        (json!({"require_parameters": "yes"}), "require_parameters", "must be a boolean"),
        (json!({"stop": 7}), "stop", "must be a string or an array of strings"),
        (json!({"stop": ["x", 7]}), "stop[1]", "must be a string"),
        (json!({"tools": {}}), "tools", "must be an array"),
        (json!({"tools": [{}, []]}), "tools[1]", "must be an object"),
        (json!({"response_format": "json"}), "response_format", "must be an object"),
        (json!({"chat_template_kwargs": []}), "chat_template_kwargs", "must be an object"),
        (json!({"stream": "yes"}), "stream", "must be a boolean"),
    ];
    for (change, field, message) in &cases {
        assert_eq!(refused(&with(change)), ((*field).to_owned(), (*message).to_owned()), "{change}");
    }
}

#[test]
fn images_must_come_along() {
    let part =
        |image: Value| json!({"messages": [{"role": "user", "content": [{"type": "text"}, {"image_url": image}]}]});
    let at = "messages[0].content[1].image_url";
    for url in ["http://10.0.0.1/x", "https://a.example/x.png", " HTTPS://a.example"] {
        for (image, field) in [(json!(url), at.to_owned()), (json!({"url": url}), format!("{at}.url"))] {
            let (named, message) = refused(&with(&part(image)));
            assert_eq!(named, field);
            assert!(message.contains("SSRF") && message.contains("data: URI"), "{message}");
        }
    }
    for url in ["file:///etc/passwd", "ftp://x", "/x.png", "", "dat", "é:data:"] {
        assert_eq!(refused(&with(&part(json!(url)))), (at.to_owned(), "must be a data: URI".to_owned()), "{url}");
    }
    for image in [json!({}), json!(7), json!({"url": 7}), json!(["data:x"])] {
        assert_eq!(refused(&with(&part(image))), (at.to_owned(), "must be an object with a url".to_owned()));
    }
}

#[test]
fn half_a_character_is_named_where_it_stands() {
    let cases: &[(&[u8], &str)] = &[
        (br#"{"model":"m","messages":[{"role":"user","content":"a\ud800b"}]}"#, "messages[0].content"),
        (br#"{"model":"m","messages":[{"role":"user","content":"a\uDC00"}]}"#, "messages[0].content"),
        (br#"{"model":"m","messages":[{"role":"user","content":"a\ud83d\u0041"}]}"#, "messages[0].content"),
        (br#"{"model":"m","messages":[],"x":{"y":[1,-1,1.5,true,null,"\ud83d\ude00","\ud800"]}}"#, "x.y[6]"),
        (br#"{"model":"\ud800"}"#, "model"),
    ];
    for (body, field) in cases {
        let (named, message) = refused(body);
        assert_eq!(named, *field, "{}", String::from_utf8_lossy(body));
        assert!(message.contains("surrogate"), "{message}");
    }
}

#[test]
fn what_is_no_object() {
    let cases: &[(&[u8], &str, &str)] = &[
        (b"", "body", "must be a JSON object"),
        (b"[]", "body", "must be a JSON object"),
        (b"{} {}", "body", "must be one JSON object; something follows it"),
        (b"{\"model\":", "model", "is not valid JSON: EOF while parsing a value"),
        (b"{\"temperature\":NaN}", "temperature", "is not valid JSON: expected value"),
        (b"{\"x\":1,}", "body", "is not valid JSON: trailing comma"),
        (b"{\"model\":\"m\",\"model\":\"n\"}", "model", "is given twice; drop one"),
    ];
    for (body, field, message) in cases {
        assert_eq!(refused(body), ((*field).to_owned(), (*message).to_owned()), "{}", String::from_utf8_lossy(body));
    }
}

#[test]
fn a_stream_field_must_agree_with_the_call() {
    let check = |value: Value, stream| {
        check_chat_request(&with(&json!({"stream": value})), Asked { stream, ..Asked::default() })
    };
    for (value, stream) in [(json!(true), false), (json!(false), true)] {
        let error = check(value, stream).unwrap_err();
        assert_eq!(error.to_string(), "stream: contradicts the call; drop the field and use create or stream");
    }
    assert!(check(json!(true), true).is_ok());
    assert!(check(json!(false), false).is_ok());
}

#[test]
fn extras_are_added_and_nothing_else_changes() {
    let merge = |body: &'static str, extra: Value| {
        let merged =
            merge_extra_body(Bytes::from_static(body.as_bytes()), extra.as_object().unwrap(), &DECLARED_BY_CHAT);
        merged.map(|body| String::from_utf8(body.to_vec()).unwrap()).map_err(|error| error.field)
    };
    let ok = |text: &str| Ok(text.to_owned());
    let cases = [
        (r#"{"a":1.50}"#, json!({"b": {"c": 2}}), ok(r#"{"a":1.50,"b":{"c":2}}"#)),
        (" { \"a\" : {} } \n", json!({"b": 1}), ok(" { \"a\" : {} ,\"b\":1}")),
        ("{ }", json!({"b": 1}), ok("{ \"b\":1}")),
        ("{}", json!({"b": 1}), ok("{\"b\":1}")),
        (r#"{"a":1}  "#, json!({}), ok(r#"{"a":1}  "#)),
        (r#"{"a":1}"#, json!({"a": 2}), Err("extra_body.a".to_owned())),
        (r#"{"\u0061":1}"#, json!({"a": 2}), Err("extra_body.a".to_owned())),
        ("{}", json!({"temperature": 1}), Err("extra_body.temperature".to_owned())),
        ("[]", json!({"b": 1}), Err("body".to_owned())),
        ("", json!({}), Err("body".to_owned())),
    ];
    for (body, extra, expected) in cases {
        assert_eq!(merge(body, extra.clone()), expected, "{body} and {extra}");
    }
}

#[test]
fn extras_need_an_object_to_go_into() {
    let extra = json!({"b": 1});
    for body in ["[]", "7", "null"] {
        let error =
            merge_extra_body(Bytes::from_static(body.as_bytes()), extra.as_object().unwrap(), &DECLARED_BY_CHAT)
                .unwrap_err();
        assert_eq!(error.to_string(), "body: must be a JSON object", "{body}");
    }
}

#[test]
fn every_checked_field_is_a_declared_one() {
    for field in DECLARED_BY_CHAT {
        let extra = json!({field: 1});
        assert!(
            merge_extra_body(Bytes::from_static(b"{}"), extra.as_object().unwrap(), &DECLARED_BY_CHAT).is_err(),
            "{field}"
        );
    }
    let declared = ["model", "messages", "temperature", "top_p", "max_tokens", "logprobs"];
    let others = ["top_logprobs", "stop", "tools", "tool_choice", "response_format", "chat_template_kwargs", "stream"];
    assert!(
        [&declared[..], &others[..], &["require_parameters", "stream_options"]]
            .concat()
            .iter()
            .all(|name| DECLARED_BY_CHAT.contains(name))
    );
}

#[test]
fn the_stream_flag_is_set_once() {
    let set = |body: &'static str| set_stream(Bytes::from_static(body.as_bytes()));
    assert_eq!(set(r#"{"a":1.50}"#).unwrap(), r#"{"a":1.50,"stream":true}"#);
    assert_eq!(set("{}").unwrap(), r#"{"stream":true}"#);
    assert_eq!(set(r#"{ "stream" : true }"#).unwrap(), r#"{ "stream" : true }"#);
    assert!(set("[]").is_err());
    assert!(set("7").is_err());
}

#[test]
fn idempotency_keys() {
    for key in ["a", "order-4417-summary", "!~", &"x".repeat(255)] {
        assert_eq!(check_idempotency_key(key), Ok(()), "{key}");
    }
    let cases = [
        (String::new(), "is empty; give 1 to 255 characters, or leave it out"),
        ("x".repeat(256), "has 256 bytes; at most 255 are allowed, so use a hash of it"),
        ("a\nb".into(), "has a byte at position 1 that is not visible ASCII; encode it, in hex for one"),
        ("a b".into(), "has a byte at position 1 that is not visible ASCII; encode it, in hex for one"),
        ("é".into(), "has a byte at position 0 that is not visible ASCII; encode it, in hex for one"),
        ("ab\x7F".into(), "has a byte at position 2 that is not visible ASCII; encode it, in hex for one"),
    ];
    for (key, message) in cases {
        let error = check_idempotency_key(&key).unwrap_err();
        assert_eq!((error.field.as_str(), error.message.as_str()), ("idempotency_key", message));
    }
}

#[test]
fn instances_and_headers() {
    assert_eq!(check_instance("#2"), Ok(()));
    for instance in ["", "a b", "é", "a\r\n"] {
        assert_eq!(check_instance(instance).unwrap_err().field, "instance", "{instance:?}");
    }
    assert_eq!(check_header_name("extra_headers", "X-Team").unwrap(), "x-team");
    for name in ["", "a b", "é", "a:"] {
        assert_eq!(check_header_name("extra_headers", name).unwrap_err().field, format!("extra_headers.{name}"));
    }
    assert_eq!(check_header_value("default_headers", "x-team", "zürich").unwrap().as_bytes(), "zürich".as_bytes());
    let error = check_header_value("default_headers", "x-team", "s3cret\n").unwrap_err();
    assert_eq!(error.to_string(), "default_headers.x-team: has a value with a control character; remove it");
}

proptest::proptest! {
    #[test]
    fn any_bytes_are_survived(body: Vec<u8>) {
        let _ = check_chat_request(&body, Asked::default());
        let _ = set_stream(body.into());
    }

    #[test]
    fn any_extra_member_arrives(key in "[a-z]{1,3}x", text in "\\PC{0,8}", body in "[a-w]{0,4}") {
        let request = json!({"model": body}).to_string();
        let extra = json!({key.as_str(): text});
        let merged = merge_extra_body(request.clone().into(), extra.as_object().unwrap(), &DECLARED_BY_CHAT).unwrap();
        let untouched = merged.starts_with(request.strip_suffix('}').unwrap().as_bytes());
        proptest::prop_assert!(untouched);
        let expected = json!({"model": body, key.as_str(): text});
        proptest::prop_assert_eq!(serde_json::from_slice::<Value>(&merged).unwrap(), expected);
    }
}

#[test]
fn a_chat_that_is_stored_or_names_a_file_is_stateful() {
    let file = json!([{"role": "user", "content": [{"type": "file", "file": {"file_id": "file_1"}}]}]);
    let cases = [
        (json!({"store": true}), true),
        (json!({"store": false}), false),
        (json!({"messages": file}), true),
        (json!({"user": "u"}), false),
    ];
    for (change, stateful) in cases {
        assert_eq!(check_chat_request(&with(&change), Asked::default()).unwrap().stateful, stateful, "{change}");
    }
}

#[test]
fn a_model_is_set_without_touching_anything_else() {
    let body = Bytes::from_static(br#"{ "a": 1.50, "model": "m", "big": 12345678901234567890 }"#);
    let set = body::set_model(&body, "n\"1").unwrap();
    assert_eq!(set, r#"{"model":"n\"1","a":1.50,"big":12345678901234567890}"#);
    assert_eq!(body::set_model(&Bytes::from_static(b"{}"), "n").unwrap(), r#"{"model":"n"}"#);
    let refused = body::set_model(&Bytes::from_static(b"[]"), "n").unwrap_err();
    assert_eq!(refused.to_string(), "body: must be a JSON object");
}
