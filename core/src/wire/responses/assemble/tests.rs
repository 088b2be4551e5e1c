use serde_json::json;

use super::*;

fn assembled(events: &[Value]) -> AssembledResponse {
    let events: Vec<String> = events.iter().map(Value::to_string).collect();
    assemble(events.iter().map(String::as_bytes))
}

fn created() -> Value {
    json!({"type": "response.created", "response": {"id": "resp_1", "model": "m", "status": "in_progress", "output": []}})
}

#[test]
fn the_terminal_response_holds() {
    let whole = json!({"id": "resp_1", "status": "completed", "output": [
        {"type": "message", "content": [{"type": "output_text", "text": "whole", "annotations": []}]},
    ]});
    for kind in ["response.completed", "response.incomplete"] {
        let AssembledResponse { response, answer } = assembled(&[
            created(),
            json!({"type": "response.output_text.delta", "output_index": 0, "content_index": 0, "delta": "par"}),
            json!({"type": kind, "response": whole}),
        ]);
        assert_eq!(response["output"], whole["output"]);
        assert_eq!(response["status"], "completed");
        assert_eq!(answer.content.as_deref(), Some("whole"));
    }
}

#[test]
fn a_terminal_response_without_output_takes_what_its_events_said() {
    let AssembledResponse { response, answer } = assembled(&[
        created(),
        json!({"type": "response.output_text.delta", "delta": "all"}),
        json!({"type": "response.completed", "response": {"id": "resp_1", "status": "completed", "output": []}}),
    ]);
    assert_eq!(answer.content.as_deref(), Some("all"));
    assert_eq!(response["status"], "completed");
}

#[test]
fn a_broken_stream_leaves_its_parts() {
    let AssembledResponse { response, answer } = assembled(&[
        created(),
        json!({"type": "response.output_item.added", "output_index": 0, "item": {"type": "reasoning", "id": "rs_1", "summary": []}}),
        json!({"type": "response.reasoning_summary_text.delta", "output_index": 0, "summary_index": 1, "delta": "se"}),
        json!({"type": "response.reasoning_summary_text.delta", "output_index": 0, "summary_index": 0, "delta": "fi"}),
        json!({"type": "response.reasoning_summary_text.done", "output_index": 0, "summary_index": 0, "text": "first"}),
        json!({"type": "response.output_item.added", "output_index": 1, "item": {"type": "message", "id": "msg_1", "content": []}}),
        json!({"type": "response.output_text.delta", "output_index": 1, "content_index": 0, "delta": "Hel"}),
        json!({"type": "response.output_text.delta", "output_index": 1, "content_index": 0, "delta": "lo"}),
        json!({"type": "response.output_text.annotation.added", "output_index": 1, "content_index": 0, "annotation": {"type": "url_citation"}}),
        json!({"type": "response.refusal.delta", "output_index": 1, "content_index": 1, "delta": "No"}),
        json!({"type": "response.output_item.added", "output_index": 2, "item": {"type": "function_call", "call_id": "call_1", "name": "add", "arguments": ""}}),
        json!({"type": "response.function_call_arguments.delta", "output_index": 2, "delta": "{\"a"}),
    ]);
    assert_eq!(response["id"], "resp_1");
    assert_eq!(
        response["output"],
        json!([
            {"type": "reasoning", "id": "rs_1", "summary": [
                {"type": "summary_text", "text": "first"}, {"type": "summary_text", "text": "se"},
            ]},
            {"type": "message", "id": "msg_1", "content": [
                {"type": "output_text", "text": "Hello", "annotations": [{"type": "url_citation"}]},
                {"type": "refusal", "refusal": "No"},
            ]},
            {"type": "function_call", "call_id": "call_1", "name": "add", "arguments": "{\"a"},
        ])
    );
    assert_eq!(answer.content.as_deref(), Some("Hello"));
    assert_eq!(answer.reasoning.as_deref(), Some("first\n\nse"));
    assert_eq!(answer.refusal.as_deref(), Some("No"));
    assert_eq!(answer.tool_calls[0]["function"]["arguments"], "{\"a");
}

#[test]
fn a_finished_item_holds_whatever_its_deltas_said() {
    let done = json!({"type": "message", "content": [{"type": "output_text", "text": "final"}]});
    let AssembledResponse { response, answer } = assembled(&[
        json!({"type": "response.output_text.delta", "delta": "dra"}),
        json!({"type": "response.output_item.done", "output_index": 0, "item": done}),
    ]);
    assert_eq!(response["output"], json!([done]));
    assert_eq!(answer.content.as_deref(), Some("final"));
    assert_eq!(response["object"], "response");
}

#[test]
fn finished_texts_replace_their_deltas() {
    let rows = [
        (
            "output_text",
            "text",
            json!([{"type": "message", "content": [{"type": "output_text", "text": "whole", "annotations": []}]}]),
        ),
        ("refusal", "refusal", json!([{"type": "message", "content": [{"type": "refusal", "refusal": "whole"}]}])),
        (
            "reasoning_text",
            "text",
            json!([{"type": "reasoning", "content": [{"type": "reasoning_text", "text": "whole"}]}]),
        ),
        (
            "reasoning_summary_text",
            "text",
            json!([{"type": "reasoning", "summary": [{"type": "summary_text", "text": "whole"}]}]),
        ),
        ("function_call_arguments", "arguments", json!([{"type": "function_call", "arguments": "whole"}])),
        ("custom_tool_call_input", "input", json!([{"type": "custom_tool_call", "input": "whole"}])),
    ];
    for (name, member, output) in rows {
        let delta = json!({"type": format!("response.{name}.delta"), "delta": "hal"});
        let done = json!({"type": format!("response.{name}.done"), member: "whole"});
        assert_eq!(assembled(&[delta, done]).response["output"], output, "{name}");
    }
}

#[test]
fn deltas_alone_build_every_kind_of_item() {
    let rows = [
        (
            "output_text",
            json!([{"type": "message", "content": [{"type": "output_text", "text": "ab", "annotations": []}]}]),
        ),
        ("refusal", json!([{"type": "message", "content": [{"type": "refusal", "refusal": "ab"}]}])),
        ("reasoning_text", json!([{"type": "reasoning", "content": [{"type": "reasoning_text", "text": "ab"}]}])),
        ("reasoning_summary_text", json!([{"type": "reasoning", "summary": [{"type": "summary_text", "text": "ab"}]}])),
        ("function_call_arguments", json!([{"type": "function_call", "arguments": "ab"}])),
        ("custom_tool_call_input", json!([{"type": "custom_tool_call", "input": "ab"}])),
    ];
    for (name, output) in rows {
        let delta = |text: &str| json!({"type": format!("response.{name}.delta"), "delta": text});
        assert_eq!(assembled(&[delta("a"), delta("b")]).response["output"], output, "{name}");
    }
}

#[test]
fn a_character_cut_in_two_is_joined() {
    let events = [
        r#"{"type": "response.output_text.delta", "delta": "\ud83d"}"#,
        r#"{"type": "response.output_text.delta", "delta": "\ude00"}"#,
    ];
    assert_eq!(assemble(events.iter().map(|event| event.as_bytes())).answer.content.as_deref(), Some("😀"));
}

#[test]
fn what_is_no_event_is_passed_over() {
    let events: [&[u8]; 4] =
        [b"[DONE]", b"[1]", br#"{"type": "keepalive"}"#, br#"{"type": "response.output_item.added", "item": 3}"#];
    let AssembledResponse { response, answer } = assemble(events);
    assert_eq!(response, json!({"object": "response", "output": [{"type": "message"}]}));
    assert_eq!(answer, ResponseAnswer::default());
}

proptest::proptest! {
    #[test]
    fn text_comes_out_as_it_went_in_however_it_was_cut(pieces in proptest::collection::vec(".{0,8}", 0..12)) {
        let delta = |piece: &String| json!({"type": "response.output_text.delta", "delta": piece});
        let answer = assembled(&pieces.iter().map(delta).collect::<Vec<_>>()).answer;
        let whole = (!pieces.is_empty()).then(|| pieces.concat());
        proptest::prop_assert_eq!(answer.content, whole);
    }

    #[test]
    fn any_bytes_are_survived(events: Vec<Vec<u8>>) {
        let _ = assemble(events.iter().map(Vec::as_slice));
    }
}
