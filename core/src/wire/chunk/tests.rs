use crate::ErrorKind;

use super::*;

fn read(data: &str) -> ChunkFacts {
    read_chunk(&HeaderMap::new(), &Bytes::copy_from_slice(data.as_bytes()))
}

fn event(name: Option<&'static str>, data: &'static str) -> ChatEvent {
    let event = SseEvent { event: name.map(|name| Bytes::from_static(name.as_bytes())), data: data.into() };
    read_event(&HeaderMap::new(), &event)
}

#[test]
fn what_counts_as_output() {
    let cases = [
        (r#"{"content":"a"}"#, true),
        (r#"{"content":" "}"#, true),
        (r#"{"content":"\ud83d"}"#, true),
        (r#"{"content":[{"type":"text","text":"a"}]}"#, true),
        (r#"{"reasoning_content":"a"}"#, true),
        (r#"{"reasoning":"a"}"#, true),
        (r#"{"reasoning_content":"","reasoning":"a"}"#, true),
        (r#"{"reasoning_content":"a","reasoning":""}"#, true),
        (r#"{"refusal":"no"}"#, true),
        (r#"{"tool_calls":[{"index":0}]}"#, true),
        (r#"{"role":"assistant"}"#, false),
        (
            r#"{"role":"assistant","content":"","reasoning_content":"","reasoning":null,"refusal":null,"tool_calls":[]}"#,
            false,
        ),
        (r#"{"role":"assistant","content":null}"#, false),
        ("{}", false),
        ("null", false),
        ("[]", false),
    ];
    for (delta, expected) in cases {
        let facts = read(&format!(r#"{{"choices":[{{"index":0,"delta":{delta}}}]}}"#));
        assert_eq!((facts.output, &facts.fault), (expected, &None), "{delta}");
        let second = read(&format!(r#"{{"choices":[{{}},{{"delta":{delta}}}]}}"#));
        assert_eq!(second.output, expected, "{delta} of a second choice");
    }
}

#[test]
fn choices_are_listed() {
    let facts = read(r#"{"choices":[{"index":2,"finish_reason":"stop"},{"finish_reason":null},{"index":null}]}"#);
    let seen = |index, reason: Option<&str>| ChoiceSeen { index, finish_reason: reason.map(str::to_owned) };
    assert_eq!(facts.choices, [seen(2, Some("stop")), seen(0, None), seen(0, None)]);
    for data in ["{}", r#"{"choices":null}"#, r#"{"choices":7}"#, r#"{"choices":[]}"#, r#"{"choices":[7]}"#] {
        assert_eq!(read(data), ChunkFacts { data: data.to_owned().into(), ..ChunkFacts::default() }, "{data}");
    }
}

#[test]
fn a_stream_has_ended_when_every_choice_has() {
    let mut choices = Choices::default();
    let steps = [
        (r#"{"choices":[]}"#, false),
        (r#"{"choices":[{"index":0}]}"#, false),
        (r#"{"choices":[{"index":0,"finish_reason":"stop"}]}"#, true),
        (r#"{"choices":[{"index":1}]}"#, false),
        (r#"{"choices":[{"index":1,"finish_reason":"length"}]}"#, true),
        (r#"{"choices":[{"index":0,"delta":{"content":"late"}}]}"#, true),
    ];
    for (data, expected) in steps {
        choices.observe(&read(data));
        assert_eq!(choices.all_finished(), expected, "{data}");
    }
}

#[test]
fn usage_is_read() {
    let usage = read(r#"{"choices":[],"usage":{"prompt_tokens":1}}"#).usage.unwrap();
    assert_eq!((usage.prompt_tokens, usage.estimated), (Some(1), false));
    let usage = read(r#"{"choices":[{}],"usage":null,"timings":{"prompt_n":1,"predicted_n":2}}"#).usage.unwrap();
    assert_eq!((usage.total_tokens, usage.estimated), (Some(3), true));
}

#[test]
fn an_error_in_band() {
    let cases = [
        (r#"{"error":{"message":"broke","code":503,"retryable":true}}"#, Some(503), Some("broke")),
        (r#"{"error":"broke","choices":[{"delta":{"content":"a"}}]}"#, None, Some("broke")),
        (r#"{"error":{},"choices":[{}]}"#, None, None),
        (r#"{"error":false,"choices":[{}]}"#, None, None),
        (r#"{"error":""}"#, None, None),
        (r#"{"error":null}"#, None, None),
        (r#"{"error":null,"choices":[]}"#, None, None),
        (r#"{"error": null ,"choices":null}"#, None, None),
    ];
    for (data, status, detail) in cases {
        let facts = read(data);
        let Some(Fault::Error(error)) = &facts.fault else { panic!("{data} passed") };
        assert_eq!((error.status, error.detail.as_deref(), error.kind), (status, detail, ErrorKind::ServerError));
        assert_eq!((facts.output, facts.data.as_ref()), (false, data.as_bytes()), "{data}");
    }
}

#[test]
fn a_null_error_beside_choices_is_none() {
    for data in [
        r#"{"error":null,"choices":[{"delta":{"content":"a"}}]}"#,
        r#"{"error": null, "choices":[{"delta":{"content":"a"}}]}"#,
    ] {
        let facts = read(data);
        assert_eq!((facts.fault, facts.output), (None, true), "{data}");
    }
}

#[test]
fn numbers_that_are_none_are_repaired() {
    let facts = read(r#"{"choices":[{"delta":{"content":"NaN"},"logprobs":NaN}]}"#);
    assert_eq!(facts.data, r#"{"choices":[{"delta":{"content":"NaN"},"logprobs":null}]}"#);
    assert_eq!((facts.fault, facts.output), (None, true));
}

#[test]
fn what_is_no_chunk() {
    for (data, expected) in [
        ("{\"a\":", "the JSON is cut short"),
        ("7", "it is JSON, but not an object"),
        ("[1]", "it is JSON, but not an object"),
        ("hello", "it is not JSON: expected value at line 1 column 1"),
    ] {
        let facts = read(data);
        let Some(Fault::Undecodable { reason, excerpt }) = facts.fault else { panic!("{data} passed") };
        assert_eq!((reason.as_str(), excerpt.as_str()), (expected, data));
        assert_eq!(facts.data, data);
    }
}

#[test]
fn events_by_name_and_data() {
    for (name, data) in [
        (None, ""),
        (None, " \t"),
        (None, ": keepalive"),
        (Some("keepalive"), "{}"),
        (Some("ping"), r#"{"type":"ping"}"#),
    ] {
        assert_eq!(event(name, data), ChatEvent::KeepAlive, "{name:?} {data}");
    }
    for (name, data) in [(None, "[DONE]"), (None, " [DONE] "), (Some("done"), "[DONE]"), (Some("error"), "[DONE]")] {
        assert_eq!(event(name, data), ChatEvent::Done, "{name:?} {data}");
    }
    let chunk = r#"{"choices":[{"delta":{"content":"a"}}]}"#;
    assert_eq!(event(Some("message"), chunk), ChatEvent::Chunk(read(chunk)));
}

#[test]
fn an_event_named_error_is_one_whatever_its_data() {
    for (data, detail) in [
        (r#"{"message":"broke"}"#, Some("broke")),
        ("broke", None),
        ("", None),
        (r#"{"error":"broke"}"#, Some("broke")),
    ] {
        let ChatEvent::Chunk(facts) = event(Some("error"), data) else { panic!("{data} is no chunk") };
        let Some(Fault::Error(error)) = facts.fault else { panic!("{data} passed") };
        assert_eq!((error.detail.as_deref(), error.body.as_str()), (detail, data));
        assert_eq!(facts.data, data);
    }
}

#[test]
fn ids_of_a_failure_come_from_the_headers() {
    let headers = HeaderMap::from_iter([("x-request-id".parse().unwrap(), "r1".parse().unwrap())]);
    let facts = read_chunk(&headers, &Bytes::from_static(b"{\"error\":1}"));
    let Some(Fault::Error(error)) = facts.fault else { panic!() };
    assert_eq!(error.request_id.as_deref(), Some("r1"));
    let named = SseEvent { event: Some("error".into()), data: "{}".into() };
    let ChatEvent::Chunk(ChunkFacts { fault: Some(Fault::Error(error)), .. }) = read_event(&headers, &named) else {
        panic!()
    };
    assert_eq!(error.request_id.as_deref(), Some("r1"));
}

proptest::proptest! {
    #[test]
    fn any_bytes_are_survived(data: Vec<u8>) {
        let event = SseEvent { event: None, data: data.into() };
        let _ = read_event(&HeaderMap::new(), &event);
    }
}
