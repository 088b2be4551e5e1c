//! Answers that are held against a schema: typed, mended once, and raised with all that is known.

#![cfg(feature = "testing")]

mod common;

use axonium::testing::GatewayConfig;
use axonium::{ChatRequest, Client, ErrorDetails, ErrorKind, ParseOptions, PartialMode, ResponseRequest};
use common::{Served, config, keyed, request, response_request, route, served, steps};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Debug, PartialEq, Deserialize, JsonSchema)]
struct Person {
    name: String,
    age: u8,
}

fn ada() -> Person {
    Person { name: "Ada".to_owned(), age: 36 }
}

/// A step that answers a chat with `content`, having used 3 and 4 tokens.
fn says(content: &str) -> Value {
    let usage = json!({"prompt_tokens": 3, "completion_tokens": 4, "total_tokens": 7});
    let choice = json!({"index": 0, "message": {"role": "assistant", "content": content}, "finish_reason": "stop"});
    json!({"body": {"id": "c1", "choices": [choice], "usage": usage}})
}

/// A stream of chunks with each of `parts`, which ended for that reason.
fn streams(parts: &[&str], finish_reason: &str) -> Value {
    let delta = |part: &&str| json!({"data": {"choices": [{"index": 0, "delta": {"content": part}}]}});
    let end = json!({"data": {"choices": [{"index": 0, "delta": {}, "finish_reason": finish_reason}]}});
    json!({"sse": parts.iter().map(delta).chain([end, json!({"data": "[DONE]"})]).collect::<Vec<_>>()})
}

fn client(script: Value) -> (Served, Client) {
    let served = served(GatewayConfig::default());
    steps(&served, script);
    let client = Client::new(config(&served)).unwrap();
    (served, client)
}

fn with(parse: ParseOptions) -> ChatRequest {
    ChatRequest { parse: Some(parse), ..request() }
}

fn body(served: &Served, at: usize) -> Value {
    serde_json::from_str(&served.gateway.requests()[at].body).unwrap()
}

fn reasons(details: &ErrorDetails) -> Vec<Option<&str>> {
    details.meta.history.iter().map(|attempt| attempt.reason).collect()
}

#[tokio::test]
async fn an_answer_is_of_the_type() {
    let (served, client) = client(json!([says(r#"{"name": "Ada", "age": 36}"#)]));
    let completion = client.chat_parse::<Person>(&request()).await.unwrap();
    assert_eq!(completion.parsed, Some(ada()));
    // It is the answer besides.
    assert_eq!(completion.content(), Some(r#"{"name": "Ada", "age": 36}"#));
    assert_eq!((completion.meta.attempts, completion.meta.stripped.as_deref()), (1, None));
    let form = body(&served, 0)["response_format"].clone();
    assert_eq!((&form["type"], &form["json_schema"]["name"]), (&json!("json_schema"), &json!("Person")));
    assert_eq!(form["json_schema"]["strict"], true);
    assert_eq!(form["json_schema"]["schema"]["required"], json!(["name", "age"]));
    assert_eq!(form["json_schema"]["schema"]["additionalProperties"], false);
}

#[tokio::test]
async fn an_answer_is_mended_once_and_both_are_accounted_for() {
    let (served, client) = client(json!([says(r#"{"name": "Ada"}"#), says(r#"{"name": "Ada", "age": 36}"#)]));
    let completion = client.chat_parse::<Person>(&keyed()).await.unwrap();
    assert_eq!(completion.parsed, Some(ada()));
    let usage = completion.usage.unwrap();
    assert_eq!((usage.prompt_tokens, usage.completion_tokens, usage.total_tokens), (Some(6), Some(8), Some(14)));
    assert_eq!(completion.meta.attempts, 2);
    let [first, second] = &completion.meta.history[..] else { panic!("{:?}", completion.meta.history) };
    assert_eq!(
        (first.status, first.kind, first.reason),
        (Some(200), Some("MalformedOutput"), Some("malformed-output"))
    );
    assert_eq!((second.status, second.kind, second.reason), (Some(200), None, None));
    let keys: Vec<_> =
        served.gateway.requests().iter().map(|sent| sent.header("idempotency-key").unwrap().to_owned()).collect();
    assert_eq!(keys, ["order-4417-summary", "order-4417-summary:repair:1"]);
    let mended = body(&served, 1);
    assert_eq!(mended["messages"].as_array().unwrap().len(), 3);
    assert_eq!(mended["messages"][1], json!({"role": "assistant", "content": r#"{"name": "Ada"}"#}));
    assert!(mended["messages"][2]["content"].as_str().unwrap().contains(r#""age" is a required property"#));
    assert_eq!(mended["response_format"], body(&served, 0)["response_format"]);
}

#[tokio::test]
async fn a_repair_in_vain_is_raised_with_both_outputs() {
    let (served, client) = client(json!([says("Ada, 36"), says("{}")]));
    let error = client.chat_parse::<Person>(&request()).await.unwrap_err();
    let details = error.details();
    assert_eq!((error.kind(), details.status, details.retryable), (ErrorKind::MalformedOutput, Some(200), false));
    let outputs = details.outputs.as_deref().unwrap();
    assert_eq!((outputs[0].text.as_str(), outputs[1].text.as_str()), ("Ada, 36", "{}"));
    assert!(outputs[0].error.starts_with("it is not JSON"), "{outputs:?}");
    assert_eq!(outputs[1].error, r#""name" is a required property"#);
    assert_eq!(details.reason.unwrap().code(), "repair-failed");
    assert_eq!(reasons(details), [Some("malformed-output"), Some("repair-failed")]);
    let partial = details.partial.as_ref().unwrap();
    assert_eq!((partial.content.as_deref(), partial.usage.unwrap().total_tokens), (Some("{}"), Some(14)));
    assert_eq!((served.gateway.requests().len(), details.refusal.as_ref()), (2, None));
}

#[tokio::test]
async fn whoever_never_shows_half_an_answer_gets_none_of_it() {
    let (_served, client) = client(json!([says("918273"), says("918273")]));
    let request = ChatRequest { partial: Some(PartialMode::Discard), ..request() };
    let error = client.chat_parse::<Person>(&request).await.unwrap_err();
    assert_eq!(
        (error.kind(), &error.details().partial, &error.details().outputs),
        (ErrorKind::MalformedOutput, &None, &None)
    );
    assert!(!serde_json::to_string(error.details()).unwrap().contains("918273"));
}

#[tokio::test]
async fn a_repair_is_not_made_where_none_is_wanted() {
    let (served, client) = client(json!([says("{}")]));
    let error = client.chat_parse::<Person>(&with(ParseOptions { max_repairs: Some(0), ..Default::default() })).await;
    let error = error.unwrap_err();
    assert_eq!((error.kind(), error.details().reason.unwrap().code()), (ErrorKind::MalformedOutput, "repair-off"));
    assert_eq!(served.gateway.requests().len(), 1);
}

#[tokio::test]
async fn what_was_cut_off_is_not_asked_for_again() {
    let mut cut = says(r#"{"name": "Ada", "age": 36}"#);
    cut["body"]["choices"][0]["finish_reason"] = json!("length");
    let (served, client) = client(json!([cut]));
    let error = client.chat_parse::<Person>(&request()).await.unwrap_err();
    let details = error.details();
    assert_eq!((error.kind(), details.reason.unwrap().code()), (ErrorKind::MalformedOutput, "output-truncated"));
    assert!(details.outputs.as_ref().unwrap()[0].error.contains("cut off"), "{error}");
    assert_eq!(
        (details.partial.as_ref().unwrap().finish_reason.as_deref(), served.gateway.requests().len()),
        (Some("length"), 1)
    );
}

#[tokio::test]
async fn a_repair_waits_and_repeats_as_any_request_does() {
    let (served, client) = client(json!([
        says("{}"),
        {"problem": "rate-limit-exceeded-requests", "headers": {"Retry-After": "7"}},
        {"problem": "rate-limit-exceeded-requests", "headers": {"Retry-After": "7"}},
        says(r#"{"name": "Ada", "age": 36}"#),
    ]));
    let completion = client.chat_parse::<Person>(&keyed()).await.unwrap();
    assert_eq!((completion.parsed.as_ref(), completion.meta.attempts), (Some(&ada()), 4));
    assert_eq!(completion.meta.waited_for.as_secs(), 14);
    let bodies: Vec<_> = served.gateway.requests().into_iter().map(|sent| sent.body).collect();
    assert!(bodies[1] != bodies[0] && bodies[1] == bodies[2] && bodies[2] == bodies[3]);
}

#[tokio::test]
async fn a_repair_that_fails_otherwise_tells_what_was_to_be_mended() {
    let (_served, client) = client(json!([says("{}"), {"problem": "spend-cap-exceeded"}]));
    let error = client.chat_parse::<Person>(&request()).await.unwrap_err();
    assert_eq!((error.kind(), error.details().outputs.as_ref().unwrap().len()), (ErrorKind::SpendCapExceeded, 1));
    assert_eq!(reasons(error.details()), [Some("malformed-output"), Some("not-repeatable")]);
}

#[tokio::test]
async fn a_repair_goes_where_its_output_came_from_and_may_move_on_from_there() {
    let (a, b) = (served(GatewayConfig::default()), served(GatewayConfig::default()));
    steps(&a, json!([says("{}"), {"problem": "backend-unavailable"}]));
    steps(&b, json!([says(r#"{"name": "Ada", "age": 36}"#)]));
    let client = Client::new(config(&a)).unwrap();
    let request = ChatRequest { routes: Some(vec![route("a", &a), route("b", &b)]), ..keyed() };
    let completion = client.chat_parse::<Person>(&request).await.unwrap();
    assert_eq!((completion.parsed.as_ref(), completion.meta.route.as_deref()), (Some(&ada()), Some("b")));
    assert_eq!(body(&b, 0)["messages"], body(&a, 1)["messages"]);
    assert_eq!(b.gateway.requests()[0].header("idempotency-key"), Some("order-4417-summary:repair:1"));
}

#[tokio::test]
async fn prose_around_json_is_taken_away_only_if_the_caller_says_so() {
    let fenced = "Here you are:\n```json\n{\"name\": \"Ada\", \"age\": 36}\n```";
    let lenient = with(ParseOptions { lenient: Some(true), ..Default::default() });
    let (served, client) = client(json!([says(fenced), says(fenced), says(fenced)]));
    let completion = client.chat_parse::<Person>(&lenient).await.unwrap();
    assert_eq!(completion.parsed, Some(ada()));
    assert_eq!(completion.meta.stripped.as_deref(), Some("Here you are:\n```json … ```"));
    assert_eq!(client.chat_parse::<Person>(&request()).await.unwrap_err().kind(), ErrorKind::MalformedOutput);
    assert_eq!(served.gateway.requests().len(), 3);
}

#[tokio::test]
async fn a_model_that_calls_tools_has_not_answered_yet() {
    let call = json!({"id": "t1", "type": "function", "function": {"name": "look_up", "arguments": "{}"}});
    let message = json!({"role": "assistant", "content": null, "tool_calls": [call]});
    let (_served, client) =
        client(json!([{"body": {"choices": [{"message": message, "finish_reason": "tool_calls"}]}}]));
    let completion = client.chat_parse::<Person>(&request()).await.unwrap();
    assert_eq!((completion.parsed.as_ref(), completion.tool_calls().len()), (None, 1));
}

#[tokio::test]
async fn a_schema_of_the_callers_own_takes_the_place_of_the_types() {
    let (served, client) = client(json!([says("[1, 2]")]));
    let parse = ParseOptions {
        schema: Some(json!({"type": "array", "items": {"type": "integer"}})),
        name: "numbers".into(),
        send_schema: Some(false),
        ..Default::default()
    };
    // Then the request may ask for a form of its own.
    let request = ChatRequest { response_format: Some(json!({"type": "json_object"})), ..with(parse) };
    let completion = client.chat_parse::<Value>(&request).await.unwrap();
    assert_eq!(completion.parsed, Some(json!([1, 2])));
    assert_eq!(body(&served, 0)["response_format"], json!({"type": "json_object"}));
}

#[tokio::test]
async fn a_type_that_asks_for_more_than_its_schema_is_named() {
    let (_served, client) = client(json!([says(r#"{"name": "Ada", "age": 3600}"#)]));
    let request = with(ParseOptions { schema: Some(json!({"type": "object"})), ..Default::default() });
    let error = client.chat_parse::<Person>(&request).await.unwrap_err();
    assert_eq!((error.kind(), error.details().meta.attempts), (ErrorKind::MalformedOutput, 1));
    assert_eq!(error.details().outputs.as_ref().unwrap()[0].text, r#"{"name": "Ada", "age": 3600}"#);
}

#[tokio::test]
async fn what_cannot_work_is_refused_before_anything_is_sent() {
    let (served, client) = client(json!([]));
    let long = "k".repeat(247);
    let no_schema = ParseOptions { schema: Some(json!({"type": "objekt"})), ..Default::default() };
    let rows = [
        (with(no_schema), "parse.schema"),
        (with(ParseOptions { schema: Some(json!([])), ..Default::default() }), "parse.schema"),
        (with(ParseOptions { max_repairs: Some(2), ..Default::default() }), "parse.max_repairs"),
        (with(ParseOptions { name: "a b".into(), ..Default::default() }), "parse.name"),
        (ChatRequest { response_format: Some(json!({"type": "json_object"})), ..request() }, "response_format"),
        (ChatRequest { idempotency_key: long.as_str().into(), ..request() }, "idempotency_key"),
    ];
    for (request, field) in rows {
        let error = client.chat_parse::<Person>(&request).await.unwrap_err();
        assert_eq!(
            (error.kind(), error.details().field.as_deref()),
            (ErrorKind::InvalidRequest, Some(field)),
            "{error}"
        );
    }
    let missing = client.chat(&with(ParseOptions::default())).await.unwrap_err();
    assert_eq!(missing.details().field.as_deref(), Some("parse.schema"));
    let text = ResponseRequest { text: Some(json!({"format": {"type": "text"}})), ..response_request() };
    let error = client.response_parse::<Person>(&text).await.unwrap_err();
    assert_eq!(error.details().field.as_deref(), Some("text.format"));
    assert!(served.gateway.requests().is_empty());
}

#[tokio::test]
async fn the_longest_key_of_a_repair_is_the_longest_that_is_taken() {
    let fits = "k".repeat(246);
    let (served, client) = client(json!([says("{}"), says(r#"{"name": "Ada", "age": 36}"#)]));
    let request = ChatRequest { idempotency_key: fits.as_str().into(), ..request() };
    assert_eq!(client.chat_parse::<Person>(&request).await.unwrap().parsed, Some(ada()));
    assert_eq!(served.gateway.requests()[1].header("idempotency-key").unwrap().len(), 255);
    // Without repairs there is no other key.
    let longest = "k".repeat(255);
    steps(&served, json!([says("{}")]));
    let parse = Some(ParseOptions { max_repairs: Some(0), ..Default::default() });
    let request = ChatRequest { idempotency_key: longest.as_str().into(), parse, ..request };
    assert_eq!(client.chat_parse::<Person>(&request).await.unwrap_err().kind(), ErrorKind::MalformedOutput);
    steps(&served, json!([streams(&["{}"], "stop")]));
    let stream = client.chat_parse_stream::<Person>(&ChatRequest { parse: None, ..request }).await;
    assert!(stream.is_ok(), "a stream is not repaired either");
}

#[tokio::test]
async fn a_stream_grows_and_is_held_against_its_schema_at_the_end() {
    let parts = ["{\"name\"", ": \"A", "da\", \"age\": 3", "6}"];
    let (_served, client) = client(json!([streams(&parts, "stop")]));
    let mut stream = client.chat_parse_stream::<Person>(&request()).await.unwrap();
    let mut grown = Vec::new();
    while stream.next().await.unwrap().is_some() {
        grown.extend(stream.parsed_partial());
    }
    grown.dedup();
    let whole = json!({"name": "Ada", "age": 36});
    assert_eq!(grown, [json!({}), json!({"name": "A"}), json!({"name": "Ada"}), whole]);
    let completion = stream.final_parsed().await.unwrap();
    assert_eq!((completion.parsed.as_ref(), completion.finish_reason()), (Some(&ada()), Some("stop")));
    assert_eq!(stream.parsed().as_deref(), Some(parts.concat().as_str()));
}

#[tokio::test]
async fn a_stream_that_does_not_match_is_raised_behind_all_that_it_said() {
    let rows = [
        (streams(&["{\"name\": \"Ada\"", "}"], "stop"), "output-delivered", "{\"name\": \"Ada\"}"),
        (streams(&["{\"name\": \"A"], "length"), "output-truncated", "{\"name\": \"A"),
    ];
    for (script, reason, content) in rows {
        let (served, client) = client(json!([script]));
        let mut stream = client.chat_parse_stream::<Person>(&keyed()).await.unwrap();
        let mut text = String::new();
        let error = loop {
            match stream.next().await {
                Ok(Some(chunk)) => text.push_str(chunk.content()),
                Ok(None) => panic!("it matches"),
                Err(error) => break error,
            }
        };
        let details = error.details();
        assert_eq!((error.kind(), details.reason.unwrap().code()), (ErrorKind::MalformedOutput, reason));
        assert_eq!((text.as_str(), details.partial.as_ref().unwrap().content.as_deref()), (content, Some(content)));
        assert_eq!((details.saw_output, details.outputs.as_ref().unwrap()[0].text.as_str()), (Some(true), content));
        assert_eq!(served.gateway.requests().len(), 1);
    }
}

#[tokio::test]
async fn a_response_is_parsed_mended_and_streamed_the_same() {
    let response = |text: &str| {
        let message =
            json!({"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": text}]});
        let usage = json!({"input_tokens": 3, "output_tokens": 4, "total_tokens": 7});
        json!({"id": "r1", "object": "response", "status": "completed", "output": [message], "usage": usage})
    };
    let right = r#"{"name": "Ada", "age": 36}"#;
    let (served, client) = client(json!([{"body": response("36")}, {"body": response(right)}]));
    let answer = client.response_parse::<Person>(&response_request()).await.unwrap();
    assert_eq!((answer.parsed.as_ref(), answer.usage.unwrap().total_tokens), (Some(&ada()), Some(14)));
    let format = body(&served, 0)["text"]["format"].clone();
    assert_eq!(
        (&format["type"], &format["name"], &format["strict"]),
        (&json!("json_schema"), &json!("Person"), &json!(true))
    );
    let input = body(&served, 1)["input"].clone();
    assert_eq!(input[0], json!({"role": "user", "content": "one two three"}));
    assert_eq!(input[1], json!({"role": "assistant", "content": "36"}));

    let delta = json!({"type": "response.output_text.delta", "output_index": 0, "content_index": 0, "delta": "{\"name\": \"Ad"});
    let end = json!({"type": "response.completed", "response": response(right)});
    steps(&served, json!([{"sse": [{"data": delta}, {"data": end}]}]));
    let mut stream = client.response_parse_stream::<Person>(&response_request()).await.unwrap();
    stream.next().await.unwrap();
    assert_eq!(stream.parsed_partial(), Some(json!({"name": "Ad"})));
    assert_eq!(stream.final_parsed().await.unwrap().parsed, Some(ada()));
}
