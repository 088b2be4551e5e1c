use proptest::prelude::*;

use super::*;

fn assemble_values(chunks: &[Value]) -> Assembled {
    let chunks: Vec<String> = chunks.iter().map(Value::to_string).collect();
    assemble(chunks.iter().map(String::as_bytes))
}

fn deltas(deltas: &[Value]) -> Assembled {
    let chunks: Vec<Value> = deltas.iter().map(|delta| json!({"choices": [{"index": 0, "delta": delta}]})).collect();
    assemble_values(&chunks)
}

fn calls(fragments: &[Value]) -> Value {
    let deltas_of: Vec<Value> = fragments.iter().map(|fragment| json!({"tool_calls": [fragment]})).collect();
    deltas(&deltas_of).tool_calls.into()
}

#[test]
fn a_whole_stream() {
    let head =
        |choices: Value| json!({"id": "c1", "created": 7, "model": "m", "system_fingerprint": "f", "choices": choices});
    let assembled = assemble_values(&[
        head(json!([{"index": 0, "delta": {"role": "assistant", "content": ""}, "logprobs": null}])),
        head(json!([{"index": 0, "delta": {"reasoning_content": "hm"}}])),
        head(
            json!([{"index": 0, "delta": {"content": "Hel"}, "logprobs": {"content": [{"token": "Hel"}], "refusal": null}}]),
        ),
        json!({"id": "other", "choices": [{"index": 0, "delta": {"content": "lo"}, "logprobs": {"content": [{"token": "lo"}]}}]}),
        head(json!([{"index": 0, "delta": {}, "finish_reason": "stop"}])),
        json!({"choices": [], "usage": {"total_tokens": 3}}),
        json!({"choices": [], "usage": null}),
    ]);
    assert_eq!(
        assembled.completion,
        json!({
            "id": "c1", "object": "chat.completion", "created": 7, "model": "m", "system_fingerprint": "f",
            "choices": [{
                "index": 0, "finish_reason": "stop", "logprobs": {"content": [{"token": "Hel"}, {"token": "lo"}]},
                "message": {"role": "assistant", "content": "Hello", "reasoning_content": "hm"},
            }],
            "usage": {"total_tokens": 3},
        })
    );
    assert_eq!(assembled.content.as_deref(), Some("Hello"));
    assert_eq!(assembled.reasoning.as_deref(), Some("hm"));
    assert_eq!(assembled.finish_reason.as_deref(), Some("stop"));
    assert_eq!(assembled.tool_calls, Vec::<Value>::new());
}

#[test]
fn an_empty_stream() {
    let empty = assemble([]);
    let expected = json!({
        "id": null, "object": "chat.completion", "created": null, "model": null, "system_fingerprint": null,
        "choices": [], "usage": null,
    });
    assert_eq!(empty.completion, expected);
    assert_eq!((empty.content, empty.reasoning, empty.finish_reason), (None, None, None));
    let passed_over: [&[u8]; 5] = [b"[DONE]", b": keepalive", b"", b"[{}]", b"{\"choices\":"];
    assert_eq!(assemble(passed_over).completion, expected);
}

#[test]
fn content_is_null_until_some_came() {
    let message = |delta: Value| deltas(&[delta]).completion["choices"][0]["message"].clone();
    assert_eq!(message(json!({"role": "tool"})), json!({"role": "tool", "content": null}));
    assert_eq!(message(json!({"content": null})), json!({"role": "assistant", "content": null}));
    assert_eq!(message(json!({"content": ""})), json!({"role": "assistant", "content": ""}));
    assert_eq!(
        message(json!({"refusal": "no", "reasoning": "hm"})),
        json!({"role": "assistant", "content": null, "refusal": "no", "reasoning_content": "hm"})
    );
    let declined = deltas(&[json!({"refusal": "I can"}), json!({"refusal": "not"})]);
    assert_eq!((declined.refusal.as_deref(), declined.content), (Some("I cannot"), None));
    assert_eq!(deltas(&[json!({"content": "Hel"})]).refusal, None);
}

#[test]
fn the_first_role_holds_and_both_names_of_reasoning_count_once() {
    let assembled = deltas(&[
        json!({"role": "assistant", "reasoning": "a", "reasoning_content": "a"}),
        json!({"role": "user", "reasoning": "b", "reasoning_content": ""}),
        json!({"reasoning_content": "c", "reasoning": null}),
    ]);
    assert_eq!(assembled.reasoning.as_deref(), Some("abc"));
    assert_eq!(assembled.completion["choices"][0]["message"]["role"], "assistant");
}

#[test]
fn a_character_cut_between_chunks_is_whole_again() {
    let chunks: [&[u8]; 2] =
        [br#"{"choices":[{"delta":{"content":"\ud83d"}}]}"#, br#"{"choices":[{"delta":{"content":"\ude00"}}]}"#];
    assert_eq!(assemble(chunks).content.as_deref(), Some("😀"));
}

#[test]
fn choices_are_kept_apart_and_ordered() {
    let assembled = assemble_values(&[
        json!({"choices": [{"index": 1, "delta": {"content": "b"}}, {"index": 0, "delta": {"content": "a"}}]}),
        json!({"choices": [{"index": 1, "delta": {"content": "B"}, "finish_reason": "length"}]}),
    ]);
    let choice = |index: usize| {
        let choice = &assembled.completion["choices"][index];
        (choice["index"].clone(), choice["message"]["content"].clone(), choice["finish_reason"].clone())
    };
    assert_eq!(choice(0), (json!(0), json!("a"), json!(null)));
    assert_eq!(choice(1), (json!(1), json!("bB"), json!("length")));
    assert_eq!((assembled.content.as_deref(), assembled.finish_reason), (Some("a"), None));
}

#[test]
fn the_last_reason_holds() {
    let with = |reason: Value| json!({"choices": [{"index": 0, "finish_reason": reason}]});
    let assembled = assemble_values(&[with(json!("length")), with(json!("stop")), with(json!(null))]);
    assert_eq!(assembled.finish_reason.as_deref(), Some("stop"));
}

#[test]
fn logprobs_of_any_shape() {
    let with = |logprobs: Value| json!({"choices": [{"index": 0, "delta": {}, "logprobs": logprobs}]});
    let assembled = assemble_values(&[
        with(json!({"content": null, "refusal": [1]})),
        with(json!({"content": [2]})),
        with(json!({"content": null, "refusal": [3]})),
        with(json!([4])),
    ]);
    assert_eq!(assembled.completion["choices"][0]["logprobs"], json!({"content": [2], "refusal": [1, 3]}));
}

#[expect(clippy::needless_pass_by_value, reason = "the values are written in place")]
fn call(id: Value, name: Value, arguments: &str) -> Value {
    json!({"id": id, "type": "function", "function": {"name": name, "arguments": arguments}})
}

#[test]
fn fragments_of_tool_calls_join() {
    let fragment = |index: Value, id: Value, name: Value, arguments: &str| json!({"index": index, "id": id, "function": {"name": name, "arguments": arguments}});
    let null = || json!(null);
    let cases = [
        (
            "by index; the first id and name win",
            vec![
                fragment(json!(0), json!("a"), json!("f"), "{"),
                fragment(json!(1), json!("b"), json!("g"), "["),
                fragment(json!(0), null(), json!("other"), "}"),
                fragment(json!(1), json!(""), null(), "]"),
            ],
            vec![call(json!("a"), json!("f"), "{}"), call(json!("b"), json!("g"), "[]")],
        ),
        (
            "index null continues the current call",
            vec![
                fragment(json!(0), json!("a"), json!("f"), "1"),
                fragment(json!(1), json!("b"), json!("g"), "2"),
                fragment(json!(0), null(), null(), "3"),
                fragment(null(), null(), null(), "4"),
            ],
            vec![call(json!("a"), json!("f"), "134"), call(json!("b"), json!("g"), "2")],
        ),
        (
            "index null with a new id is a new call, with a known id that call",
            vec![
                fragment(null(), json!("a"), json!("f"), "1"),
                fragment(null(), json!("b"), json!("g"), "2"),
                fragment(null(), json!("a"), null(), "3"),
            ],
            vec![call(json!("a"), json!("f"), "13"), call(json!("b"), json!("g"), "2")],
        ),
        (
            "a new id on a known index is a new call",
            vec![
                fragment(json!(0), json!("a"), json!("f"), "1"),
                fragment(json!(0), json!("b"), json!("g"), "2"),
                fragment(json!(0), null(), null(), "3"),
                fragment(json!(0), json!("a"), null(), "4"),
                fragment(json!(0), json!("b"), null(), "5"),
            ],
            vec![call(json!("a"), json!("f"), "14"), call(json!("b"), json!("g"), "235")],
        ),
        (
            "a late id",
            vec![fragment(json!(0), null(), json!("f"), "1"), fragment(json!(0), json!("a"), null(), "2")],
            vec![call(json!("a"), json!("f"), "12")],
        ),
        (
            "a late id without index",
            vec![fragment(null(), null(), json!("f"), "1"), fragment(null(), json!("a"), null(), "2")],
            vec![call(json!("a"), json!("f"), "12")],
        ),
        (
            "the same id on another index is another call",
            vec![fragment(json!(0), json!("a"), json!("f"), "1"), fragment(json!(1), json!("a"), json!("g"), "2")],
            vec![call(json!("a"), json!("f"), "1"), call(json!("a"), json!("g"), "2")],
        ),
        (
            "no id at all, sparse indexes, as they began",
            vec![fragment(json!(7), null(), json!("f"), "1"), fragment(json!(3), null(), json!("g"), "2")],
            vec![call(null(), json!("f"), "1"), call(null(), json!("g"), "2")],
        ),
        (
            "nothing but arguments",
            vec![json!({"function": {"arguments": "1"}}), json!({}), json!({"function": null})],
            vec![call(null(), null(), "1")],
        ),
    ];
    for (about, fragments, expected) in cases {
        assert_eq!(calls(&fragments), Value::from(expected), "{about}");
    }
}

#[test]
fn tool_calls_of_other_shapes() {
    let object = json!({"index": 0, "type": "custom", "function": {"name": "f", "arguments": {"a": 1}}});
    let expected = json!([{"id": null, "type": "custom", "function": {"name": "f", "arguments": "{\"a\":1}"}}]);
    assert_eq!(calls(&[object, json!({"index": 0, "type": "function"})]), expected);
    let odd = [
        json!(7),
        json!({"index": 0, "function": "f"}),
        json!({"index": 0, "function": {"name": "g", "arguments": "1"}}),
    ];
    assert_eq!(calls(&odd), json!([call(json!(null), json!("g"), "1")]));
    assert_eq!(deltas(&[json!({"tool_calls": null}), json!({"tool_calls": 7})]).tool_calls, Vec::<Value>::new());
    let message =
        deltas(&[json!({"tool_calls": [{"index": 0, "id": "a"}]})]).completion["choices"][0]["message"].clone();
    assert_eq!(message["tool_calls"], json!([call(json!("a"), json!(null), "")]));
}

proptest! {
    #[test]
    fn no_text_is_lost(pieces in proptest::collection::vec((0i64..3, 0usize..4, "\\PC{0,6}"), 0..24)) {
        let fields = ["content", "reasoning_content", "refusal", "arguments"];
        let chunks: Vec<Value> = pieces.iter().map(|(index, field, text)| {
            let delta = match fields[*field] {
                "arguments" => json!({"tool_calls": [{"index": 5, "function": {"arguments": text}}]}),
                field => json!({field: text}),
            };
            json!({"choices": [{"index": index, "delta": delta}]})
        }).collect();
        let assembled = assemble_values(&chunks);
        for choice in assembled.completion["choices"].as_array().unwrap() {
            for (at, field) in fields.iter().enumerate() {
                let sent: String = pieces.iter()
                    .filter(|(index, field, _)| choice["index"] == *index && *field == at)
                    .map(|(_, _, text)| text.as_str()).collect();
                let message = &choice["message"];
                let got = match *field {
                    "arguments" => &message["tool_calls"][0]["function"]["arguments"],
                    field => &message[field],
                };
                prop_assert_eq!(got.as_str().unwrap_or_default(), sent);
            }
        }
        let indexes: std::collections::BTreeSet<i64> = pieces.iter().map(|(index, ..)| *index).collect();
        prop_assert_eq!(assembled.completion["choices"].as_array().unwrap().len(), indexes.len());
    }
}
