use serde_json::{Value, json};

use super::*;
use crate::ErrorKind;
use crate::decide::FailureCause;

fn event(name: Option<&str>, data: &str) -> ResponseEvent {
    let event =
        SseEvent { event: name.map(|name| Bytes::copy_from_slice(name.as_bytes())), data: data.to_owned().into() };
    read_event(&HeaderMap::new(), &event)
}

fn facts(data: &Value) -> EventFacts {
    match event(None, &data.to_string()) {
        ResponseEvent::Event(facts) => facts,
        other => panic!("{other:?}"),
    }
}

fn failed(data: &Value) -> FailedFacts {
    match event(None, &data.to_string()) {
        ResponseEvent::Failed(failed) => failed,
        other => panic!("{other:?}"),
    }
}

#[test]
fn output_is_what_carries_a_delta_or_an_item() {
    let rows = [
        (json!({"type": "response.created", "response": {"id": "r"}}), false),
        (json!({"type": "response.in_progress", "delta": "no output here"}), false),
        (json!({"type": "response.output_item.added", "item": {"type": "message"}}), true),
        (json!({"type": "response.content_part.added", "part": {"type": "output_text", "text": ""}}), false),
        (json!({"type": "response.content_part.added", "part": {"type": "output_text", "text": "Hi"}}), true),
        (json!({"type": "response.content_part.added", "part": {"type": "refusal", "refusal": "No"}}), true),
        (json!({"type": "response.output_text.delta", "delta": "Hel"}), true),
        (json!({"type": "response.output_text.delta", "delta": ""}), false),
        (json!({"type": "response.output_text.done", "text": "Hello"}), true),
        (json!({"type": "response.refusal.delta", "delta": "No"}), true),
        (json!({"type": "response.function_call_arguments.delta", "delta": "{"}), true),
        (json!({"type": "response.reasoning_summary_text.delta", "delta": "Hm"}), true),
        (json!({"type": "response.reasoning_summary_part.added", "part": {"text": ""}}), false),
        (json!({"type": "response.web_search_call.searching"}), false),
        (json!({"type": "response.something_new", "delta": "?"}), false),
        (json!({"type": "response.completed", "response": {}}), false),
    ];
    for (data, output) in rows {
        assert_eq!(facts(&data).output, output, "{data}");
    }
}

#[test]
fn an_answer_ends_complete_or_incomplete_with_its_usage() {
    for (kind, terminal) in [("response.completed", true), ("response.incomplete", true), ("response.queued", false)] {
        let usage = json!({"input_tokens": 3, "output_tokens": 4, "total_tokens": 7, "output_tokens_details": {"reasoning_tokens": 2}});
        let read = facts(&json!({"type": kind, "sequence_number": 9, "response": {"id": "resp_1", "usage": usage}}));
        assert_eq!(read.terminal, terminal, "{kind}");
        assert_eq!((read.sequence_number, read.response_id.as_deref()), (Some(9), Some("resp_1")));
        let usage = read.usage.unwrap();
        assert_eq!((usage.prompt_tokens, usage.completion_tokens, usage.total_tokens), (Some(3), Some(4), Some(7)));
        assert_eq!(usage.reasoning_tokens, Some(2));
    }
}

#[test]
fn a_failed_response_tells_its_error_and_usage() {
    let data = json!({"type": "response.failed", "response": {
        "status": "failed", "error": {"code": "rate_limit_exceeded", "message": "slow down"}, "usage": {"total_tokens": 5},
    }});
    let failed = failed(&data);
    assert!(failed.is_response_failed);
    assert_eq!(
        (failed.error.code.as_deref(), failed.error.detail.as_deref()),
        (Some("rate_limit_exceeded"), Some("slow down"))
    );
    assert_eq!((failed.error.kind, failed.error.status), (ErrorKind::RateLimit, None));
    assert_eq!(failed.usage.unwrap().total_tokens, Some(5));
    assert_eq!(failed.error.body, data.to_string());
}

#[test]
fn an_error_is_read_in_each_of_its_shapes() {
    let rows = [
        json!({"type": "error", "code": "server_error", "message": "it broke", "param": null}),
        json!({"type": "error", "status": 500, "error": {"code": "server_error", "message": "it broke"}}),
        json!({"error": {"code": "server_error", "message": "it broke"}}),
    ];
    for data in rows {
        let failed = failed(&data);
        assert!(!failed.is_response_failed, "{data}");
        assert_eq!(failed.error.detail.as_deref(), Some("it broke"), "{data}");
        assert_eq!(failed.error.cause, FailureCause::Internal, "{data}");
        assert_eq!(failed.usage, None);
    }
}

#[test]
fn the_name_of_the_sse_event_counts_only_where_the_data_has_no_type() {
    assert!(matches!(event(Some("error"), "it broke"), ResponseEvent::Failed(_)));
    assert!(matches!(event(Some("error"), r#"{"type": "response.created"}"#), ResponseEvent::Event(_)));
    let ResponseEvent::Event(named) = event(Some("response.output_text.delta"), r#"{"delta": "Hi"}"#) else { panic!() };
    assert!(named.output);
}

#[test]
fn signs_of_life_and_done_are_nothing() {
    for (name, data) in
        [(None, "[DONE]"), (None, ""), (None, ": keepalive"), (Some("keepalive"), "{}"), (Some("ping"), "{}")]
    {
        assert_eq!(event(name, data), ResponseEvent::Nothing, "{data}");
    }
}

#[test]
fn what_is_no_object_cannot_be_read() {
    for data in ["{\"type\": \"response.cre", "[1]", "3", "<html>"] {
        assert!(matches!(event(None, data), ResponseEvent::Undecodable { .. }), "{data}");
    }
    let ResponseEvent::Event(repaired) = event(None, r#"{"type": "response.created", "response": {"x": NaN}}"#) else {
        panic!()
    };
    assert_eq!(repaired.data, r#"{"type": "response.created", "response": {"x": null}}"#);
}

#[test]
fn an_error_that_is_null_is_none() {
    assert!(!facts(&json!({"type": "response.created", "error": null})).output);
    assert!(matches!(event(None, r#"{"error": null}"#), ResponseEvent::Event(_)));
}

proptest::proptest! {
    #[test]
    fn any_bytes_are_survived(data: Vec<u8>, name in proptest::option::of("[a-z.]{0,12}")) {
        let event = SseEvent { event: name.map(Bytes::from), data: data.into() };
        let _ = read_event(&HeaderMap::new(), &event);
    }
}
