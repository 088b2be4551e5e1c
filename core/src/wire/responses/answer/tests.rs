use serde_json::json;

use super::*;

#[test]
fn text_of_all_messages_is_joined_and_reasoning_stands_apart() {
    let response = json!({"output": [
        {"type": "reasoning", "summary": [{"type": "summary_text", "text": "First."}, {"type": "summary_text", "text": "Then."}]},
        {"type": "message", "content": [
            {"type": "output_text", "text": "Hel"},
            {"type": "output_text", "text": "lo"},
        ]},
        {"type": "web_search_call", "id": "ws_1"},
        {"type": "message", "content": [{"type": "output_text", "text": "!"}, {"type": "refusal", "refusal": "No more."}]},
    ]});
    let answer = ResponseAnswer::of(&response);
    assert_eq!(answer.content.as_deref(), Some("Hello!"));
    assert_eq!(answer.reasoning.as_deref(), Some("First.\n\nThen."));
    assert_eq!(answer.refusal.as_deref(), Some("No more."));
    assert_eq!(answer.tool_calls, Vec::<Value>::new());
    assert_eq!(answer.finish_reason, None);
}

#[test]
fn reasoning_that_is_shown_is_better_than_its_summary() {
    let response = json!({"output": [{
        "type": "reasoning",
        "summary": [{"type": "summary_text", "text": "short"}],
        "content": [{"type": "reasoning_text", "text": "long"}],
    }]});
    assert_eq!(ResponseAnswer::of(&response).reasoning.as_deref(), Some("long"));
}

#[test]
fn function_and_custom_tool_calls_are_told_by_their_call_id() {
    let response = json!({"output": [
        {"type": "function_call", "id": "fc_1", "call_id": "call_1", "name": "add", "arguments": "{\"a\":1}"},
        {"type": "custom_tool_call", "id": "ctc_1", "call_id": "call_2", "name": "shell", "input": "ls"},
        {"type": "function_call", "id": "fc_3", "name": "now"},
    ]});
    let expected = [
        json!({"id": "call_1", "type": "function", "function": {"name": "add", "arguments": "{\"a\":1}"}}),
        json!({"id": "call_2", "type": "custom", "function": {"name": "shell", "arguments": "ls"}}),
        json!({"id": "fc_3", "type": "function", "function": {"name": "now", "arguments": ""}}),
    ];
    assert_eq!(ResponseAnswer::of(&response).tool_calls, expected);
}

#[test]
fn an_incomplete_response_says_why() {
    let response = json!({"status": "incomplete", "incomplete_details": {"reason": "max_output_tokens"}, "output": []});
    let (answer, status) = ResponseAnswer::read(response.to_string().as_bytes());
    assert_eq!((answer.finish_reason.as_deref(), status.as_str()), (Some("max_output_tokens"), "incomplete"));
    assert_eq!(answer.content, None);
}

#[test]
fn half_a_character_in_a_body_is_replaced() {
    let body = r#"{"status": "completed", "output": [{"type": "message", "content": [{"text": "a\ud83d"}]}]}"#;
    let (answer, status) = ResponseAnswer::read(body.as_bytes());
    assert_eq!((answer.content.as_deref(), status.as_str()), (Some("a\u{fffd}"), "completed"));
}

#[test]
fn what_is_no_response_says_nothing() {
    for body in ["", "[]", "null", r#"{"output": {"type": "message"}}"#, r#"{"output": [1, {"content": 2}]}"#] {
        assert_eq!(ResponseAnswer::read(body.as_bytes()), (ResponseAnswer::default(), String::new()), "{body}");
    }
}
