use serde_json::{Value, json};

use super::*;
use crate::wire::assemble::assemble;

fn chat(choices: &Value) -> Said {
    Said::chat(json!({"id": "c1", "choices": choices}).to_string().as_bytes())
}

#[test]
fn of_a_chat_the_first_choice_counts() {
    let said = chat(&json!([
        {"index": 0, "message": {"role": "assistant", "content": "{}"}, "finish_reason": "stop"},
        {"index": 1, "message": {"content": "other", "refusal": "no"}, "finish_reason": "length"},
    ]));
    let stop = Some("stop".to_owned());
    assert_eq!(said, Said { content: Some("{}".to_owned()), finish_reason: stop, ..Said::default() });
}

#[test]
fn a_refusal_an_end_and_tool_calls_are_told_apart() {
    let declined = chat(&json!([{"message": {"content": null, "refusal": "I cannot"}, "finish_reason": "stop"}]));
    assert_eq!((declined.content.clone(), declined.refusal.clone()), (None, Refusal::of(Some("I cannot"), None)));
    assert!(!declined.is_truncated() && !declined.calls_tools);
    let filtered = chat(&json!([{"message": {"content": "Hel"}, "finish_reason": "content_filter"}]));
    assert_eq!(filtered.refusal.unwrap().code, "content_filter");
    let cut = chat(&json!([{"message": {"content": "{"}, "finish_reason": "length"}]));
    assert!(cut.is_truncated() && cut.refusal.is_none());
    let calls = json!([{"id": "t1", "type": "function", "function": {"name": "f", "arguments": "{}"}}]);
    assert!(chat(&json!([{"message": {"tool_calls": calls}}])).calls_tools);
    assert!(!chat(&json!([{"message": {"tool_calls": []}}])).calls_tools);
    assert!(!chat(&json!([{"message": {"tool_calls": null}}])).calls_tools);
}

#[test]
fn what_is_no_chat_says_nothing() {
    for body in
        ["", "[]", "{}", r#"{"choices": 3}"#, r#"{"choices": []}"#, r#"{"choices": [3]}"#, r#"{"choices": [{}]}"#]
    {
        assert_eq!(Said::chat(body.as_bytes()), Said::default(), "{body}");
    }
    let odd = chat(&json!([{"message": {"content": 3, "refusal": 4}, "finish_reason": 5}]));
    assert_eq!(odd, Said::default());
}

#[test]
fn the_chunks_of_a_chat_say_the_same() {
    let chunks = [
        json!({"choices": [{"delta": {"content": "Hel"}}]}),
        json!({"choices": [{"delta": {"content": "lo", "refusal": "I can"}}]}),
        json!({"choices": [{"delta": {"refusal": "not"}}]}),
        json!({"choices": [{"delta": {"tool_calls": [{"index": 0, "id": "t1", "function": {"name": "f"}}]}}]}),
        json!({"choices": [{"delta": {}, "finish_reason": "length"}]}),
    ]
    .map(|chunk| chunk.to_string());
    let said = |chunks: &[String]| Said::chunks(&assemble(chunks.iter().map(String::as_bytes)));
    let all = said(&chunks);
    assert_eq!(all.content.as_deref(), Some("Hello"));
    assert_eq!(all.refusal, Refusal::of(Some("I cannot"), None));
    assert!(all.is_truncated() && all.calls_tools);
    assert_eq!(said(&chunks[..1]), Said { content: Some("Hel".to_owned()), ..Said::default() });
}

#[test]
fn a_response_says_the_same() {
    let answer = ResponseAnswer {
        content: Some("{".to_owned()),
        finish_reason: Some("max_output_tokens".to_owned()),
        tool_calls: vec![json!({})],
        ..ResponseAnswer::default()
    };
    let said = Said::response(&answer);
    assert!(said.is_truncated() && said.calls_tools && said.refusal.is_none());
    assert_eq!(said.content.as_deref(), Some("{"));
    let declined = Said::response(&ResponseAnswer { refusal: Some("no".to_owned()), ..ResponseAnswer::default() });
    assert_eq!(declined.refusal, Refusal::of(Some("no"), None));
    assert!(!declined.is_truncated() && !declined.calls_tools);
    let filtered = ResponseAnswer { finish_reason: Some("content_filter".to_owned()), ..ResponseAnswer::default() };
    assert_eq!(Said::response(&filtered).refusal, Refusal::of(None, Some("content_filter")));
}
