//! A stream that is lost goes on with the replay of its key, or is started anew.

#![cfg(feature = "testing")]

mod common;

use std::time::Duration;

use axonium::testing::GatewayConfig;
use axonium::{
    ChatRequest, Client, Config, Error, ErrorKind, PartialMode, ResponseRequest, Resume, RetryBudgetOptions,
    RetryOptions, Timeouts,
};
use bytes::Bytes;
use common::{
    Raw, STREAM_HEAD, Served, chunk, config, config_for, keyed, read_request, response_request, served, steps,
};
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;

const KEY: &str = "order-4417-summary";
const REPLAY: Option<Resume> = Some(Resume::Replay);

fn resuming() -> ChatRequest {
    ChatRequest { resume: REPLAY, ..keyed() }
}

fn response_resuming() -> ResponseRequest {
    ResponseRequest { resume: REPLAY, idempotency_key: KEY.into(), ..response_request() }
}

fn started() -> (Served, Client) {
    let served = served(GatewayConfig::default());
    // The cuts of one test are not one caller's.
    let retry_budget = RetryBudgetOptions { enabled: Some(false), ..RetryBudgetOptions::default() };
    let client = Client::new(Config { retry_budget, ..config(&served) }).unwrap();
    (served, client)
}

/// What a stream came to: its events as they were delivered, and how it ended.
struct Read {
    events: Vec<Bytes>,
    result: Result<(), Error>,
    attempts: u32,
    has_usage: bool,
    text: String,
}

async fn read_chat(client: &Client, request: &ChatRequest) -> Read {
    let mut events = Vec::new();
    let mut stream = client.chat_stream(request).await.unwrap();
    let result = loop {
        match stream.next().await {
            Ok(Some(chunk)) => events.push(chunk.raw),
            Ok(None) => break Ok(()),
            Err(error) => break Err(error),
        }
    };
    let attempts = stream.meta().attempts;
    Read { events, result, attempts, has_usage: stream.usage().is_some(), text: stream.content().unwrap_or_default() }
}

async fn read_response(client: &Client, request: &ResponseRequest) -> Read {
    let mut events = Vec::new();
    let mut stream = client.response_stream(request).await.unwrap();
    let result = loop {
        match stream.next().await {
            Ok(Some(event)) => events.push(event.raw().clone()),
            Ok(None) => break Ok(()),
            Err(error) => break Err(error),
        }
    };
    let (attempts, text) = (stream.meta().attempts, stream.output_text());
    Read { events, result, attempts, has_usage: stream.usage().is_some(), text }
}

/// Cuts the stream after every number of bytes that it has, and holds what came against its replay.
async fn cut_everywhere<F>(served: &Served, says: &str, read: impl Fn() -> F) -> usize
where
    F: Future<Output = Read>,
{
    let mut cut = 0;
    loop {
        served.gateway.reset();
        steps(served, json!([{"gateway": true, "close_after_bytes": cut}]));
        let first = read().await;
        first.result.unwrap_or_else(|error| panic!("cut after {cut} bytes: {error}"));
        assert_eq!(first.text, says, "cut after {cut} bytes");
        assert!(first.has_usage, "cut after {cut} bytes");
        assert_eq!(served.gateway.ledger().billed, 1, "cut after {cut} bytes");
        let whole = read().await;
        assert_eq!(first.events, whole.events, "cut after {cut} bytes");
        let length: usize = whole.events.iter().map(Bytes::len).sum();
        if first.attempts == 1 && cut > length {
            return cut;
        }
        cut += 1;
    }
}

#[tokio::test]
async fn a_chat_that_is_cut_anywhere_comes_whole_and_each_chunk_once() {
    let (served, client) = started();
    let request = resuming();
    let cuts = cut_everywhere(&served, "one two three", || read_chat(&client, &request)).await;
    assert!(cuts > 500, "{cuts}");
}

#[tokio::test]
async fn a_response_that_is_cut_anywhere_comes_whole_and_each_event_once() {
    let (served, client) = started();
    // A response of one word has every kind of event, and two thousand bytes.
    let request = ResponseRequest { input: "one".into(), ..response_resuming() };
    let cuts = cut_everywhere(&served, "one", || read_response(&client, &request)).await;
    assert!(cuts > 1000, "{cuts}");
}

#[tokio::test]
async fn what_is_still_generated_is_waited_out_and_the_meta_says_it_all() {
    let slow = json!({"models": [{"id": "qwen3-0.6b", "words_per_second": 1}]});
    let served = served(serde_json::from_value(slow).unwrap());
    let client = Client::new(config(&served)).unwrap();
    steps(&served, json!([{"gateway": true, "close_after_events": 2}]));
    let mut stream = client.chat_stream(&resuming()).await.unwrap();
    let completion = stream.final_completion().await.unwrap();
    let meta = &completion.meta;
    assert_eq!((completion.content(), meta.idempotent_replay), (Some("one two three"), true));
    let reasons: Vec<_> = meta.history.iter().map(|attempt| attempt.reason).collect();
    assert_eq!(reasons.first(), Some(&Some("stream-resumed")));
    assert!(reasons.contains(&Some("in-progress")) && reasons.last() == Some(&None), "{reasons:?}");
    let ids: Vec<_> = served.gateway.ledger().entries.iter().map(|entry| entry.request_id.clone()).collect();
    assert_eq!(meta.idempotent_replay_of.as_ref(), ids.first());
    assert_eq!((ids.len(), served.gateway.ledger().billed), (1, 1));
}

#[tokio::test]
async fn a_stream_that_falls_silent_is_resumed_too() {
    let served = served(GatewayConfig::default());
    let timeouts = Timeouts { stream_idle: Some(Duration::from_millis(200)), ..Timeouts::default() };
    let client = Client::new(Config { timeouts, resume: REPLAY, ..config(&served) }).unwrap();
    steps(&served, json!([{"gateway": true, "pause_after_events": {"2": 600_000}}]));
    let read = read_chat(&client, &keyed()).await;
    assert!(read.result.is_ok() && read.text == "one two three" && read.attempts == 2);
    assert_eq!(served.gateway.ledger().billed, 1);
}

#[tokio::test]
async fn without_resume_it_is_raised_as_ever() {
    let (served, client) = started();
    steps(&served, json!([{"gateway": true, "close_after_events": 2}]));
    let read = read_chat(&client, &keyed()).await;
    let error = read.result.unwrap_err();
    assert_eq!((read.attempts, error.details().reason.unwrap().code()), (1, "output-delivered"));
}

/// The events of a scripted stream, after which the connection is cut.
fn cut_after(words: &[&str]) -> Value {
    let event = |word: &&str| json!({"data": {"choices": [{"index": 0, "delta": {"content": word}}]}});
    json!({"sse": words.iter().map(event).collect::<Vec<_>>(), "close_after_events": words.len()})
}

fn replay(words: &[&str]) -> Value {
    let mut step = cut_after(words);
    step["headers"] = json!({"Idempotent-Replay": "true"});
    step.as_object_mut().unwrap().remove("close_after_events");
    let done = json!({"data": "[DONE]"});
    step["sse"].as_array_mut().unwrap().push(done);
    step
}

/// The error of a stream that was not resumed: its reason, the kind of its cause, what had arrived.
async fn not_resumed(client: &Client, request: &ChatRequest) -> (&'static str, &'static str, String) {
    let read = read_chat(client, request).await;
    let error = read.result.unwrap_err();
    let details = error.details();
    assert_eq!((details.kind, details.saw_output), (ErrorKind::StreamInterrupted, Some(true)), "{error}");
    assert!(!details.explain.is_empty() && details.message.contains("resumed"), "{error}");
    let partial = details.partial.as_ref().and_then(|partial| partial.content.clone()).unwrap_or_default();
    assert_eq!(partial, read.text, "what is attached is what was delivered");
    (details.reason.unwrap().code(), details.cause.as_ref().unwrap().kind, partial)
}

#[tokio::test]
async fn an_answer_that_is_no_replay_is_not_read() {
    let (served, client) = started();
    steps(&served, json!([cut_after(&["one", " two"]), {"gateway": true}]));
    let said = not_resumed(&client, &resuming()).await;
    assert_eq!(said, ("not-a-replay", "StreamInterrupted", "one two".to_owned()));
    assert_eq!(served.gateway.requests().len(), 2);
}

#[tokio::test]
async fn an_answer_that_is_no_replay_is_read_where_it_may_be_billed() {
    let (served, client) = started();
    let mut fresh = replay(&["one", " two", " three"]);
    fresh["headers"] = json!({});
    let request = ChatRequest { may_bill_twice: Some(true), ..resuming() };
    steps(&served, json!([cut_after(&["one", " two"]), fresh]));
    let read = read_chat(&client, &request).await;
    assert!(read.result.is_ok() && read.text == "one two three" && read.events.len() == 3);
    fresh = replay(&["one", " too"]);
    fresh["headers"] = json!({});
    steps(&served, json!([cut_after(&["one", " two"]), fresh]));
    assert_eq!(not_resumed(&client, &request).await.0, "replay-differs");
}

#[tokio::test]
async fn a_replay_that_differs_is_raised_with_what_was_delivered() {
    let (served, client) = started();
    for other in [&["one", " too", " three"][..], &["one"], &[]] {
        steps(&served, json!([cut_after(&["one", " two"]), replay(other)]));
        assert_eq!(not_resumed(&client, &resuming()).await, ("replay-differs", "Decode", "one two".to_owned()));
    }
}

#[tokio::test]
async fn a_server_that_refuses_to_replay_ends_it() {
    let (served, client) = started();
    let refusals = [
        (json!({"problem": "idempotency-key-reuse"}), "IdempotencyKeyReuse"),
        (json!({"problem": "idempotency-response-not-retained"}), "IdempotencyResponseNotRetained"),
        (json!({"status": 500, "body": {}}), "ServerError"),
        (json!({"problem": "spend-cap-exceeded"}), "SpendCapExceeded"),
    ];
    for (refusal, cause) in refusals {
        steps(&served, json!([cut_after(&["one"]), refusal]));
        assert_eq!(not_resumed(&client, &resuming()).await, ("resume-refused", cause, "one".to_owned()));
    }
}

#[tokio::test]
async fn a_stream_that_is_lost_in_every_attempt_is_raised_at_last() {
    let (served, client) = started();
    let mut cut = cut_after(&["one"]);
    cut["headers"] = json!({"Idempotent-Replay": "true"});
    steps(&served, json!([cut, cut, cut, cut]));
    assert_eq!(not_resumed(&client, &resuming()).await, ("resume-exhausted", "Connection", "one".to_owned()));
    assert_eq!(served.gateway.requests().len(), 3);
    served.gateway.reset();
    steps(&served, json!([cut]));
    let retry = RetryOptions { max_attempts: Some(1), ..RetryOptions::default() };
    let read = read_chat(&client, &ChatRequest { retry, ..resuming() }).await;
    assert_eq!(read.result.unwrap_err().details().reason.unwrap().code(), "attempts-exhausted");
}

#[tokio::test]
async fn a_wait_on_the_way_does_not_end_it() {
    let (served, client) = started();
    let limited = json!({"problem": "rate-limit-exceeded-requests", "headers": {"Retry-After": "7"}});
    steps(&served, json!([cut_after(&["one"]), limited, replay(&["one", " two"])]));
    let read = read_chat(&client, &resuming()).await;
    assert!(read.result.is_ok() && read.text == "one two" && read.attempts == 3);
}

#[tokio::test]
async fn a_model_that_broke_is_not_replayed() {
    let (served, client) = started();
    steps(&served, json!([{"gateway": true, "model_breaks_after": 1}]));
    let read = read_chat(&client, &resuming()).await;
    assert_eq!((read.attempts, read.result.unwrap_err().details().reason.unwrap().code()), (1, "output-delivered"));
}

#[tokio::test]
async fn an_answer_that_is_whole_stays_one_if_its_usage_cannot_be_had() {
    let (finish, rest) =
        ("data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n", "data: {\"cho");
    let head = STREAM_HEAD.replace("Connection: close", "Content-Length: 9999");
    let body = format!("{head}{}{finish}{rest}", chunk("one"));
    let server = Raw::start(move |at, mut stream| {
        let body = if at == 0 { body.clone() } else { common::answer("400 Bad Request", "", "{}") };
        async move {
            read_request(&mut stream).await;
            let _ = stream.write_all(body.as_bytes()).await;
        }
    })
    .await;
    let client = Client::new(config_for(&server.url())).unwrap();
    let read = read_chat(&client, &resuming()).await;
    assert!(read.result.is_ok() && read.text == "one" && !read.has_usage, "{:?}", read.result);
    assert_eq!(read.attempts, 2);
}

fn clean() -> ChatRequest {
    ChatRequest {
        retry_clean: Some(true),
        may_bill_twice: Some(true),
        partial: Some(PartialMode::Discard),
        ..common::request()
    }
}

#[tokio::test]
async fn a_stream_that_is_held_whole_is_started_anew() {
    let (served, client) = started();
    let broken = [
        json!({"gateway": true, "close_after_events": 3}),
        json!({"gateway": true, "close_after_bytes": 0}),
        json!({"sse": [{"data": {"choices": [{"index": 0, "delta": {"content": "one"}}]}}, {"data": "{"}]}),
        json!({"sse": [{"data": {"error": {"code": "overloaded_error", "message": "busy"}}}]}),
    ];
    for step in broken {
        steps(&served, json!([step]));
        let read = read_chat(&client, &clean()).await;
        assert!(read.result.is_ok() && read.text == "one two three" && read.attempts == 2, "{step}");
        assert!(read.has_usage, "{step}");
    }
}

#[tokio::test]
async fn one_that_breaks_every_time_leaves_nothing() {
    let (served, client) = started();
    let cut = json!({"gateway": true, "close_after_events": 3});
    steps(&served, json!([cut, cut, cut]));
    let read = read_chat(&client, &clean()).await;
    let error = read.result.unwrap_err();
    let details = error.details();
    assert_eq!((details.kind, details.reason.unwrap().code()), (ErrorKind::StreamInterrupted, "attempts-exhausted"));
    assert_eq!((read.events.len(), read.text.as_str(), details.saw_output), (0, "", Some(false)));
    assert_eq!((details.partial.as_ref(), details.meta.attempts, served.gateway.ledger().billed), (None, 3, 3));
}

#[tokio::test]
async fn one_that_fails_for_good_is_not_started_anew() {
    let (served, client) = started();
    steps(&served, json!([{"sse": [{"data": {"error": {"code": "invalid_request_error", "message": "no"}}}]}]));
    let read = read_chat(&client, &clean()).await;
    assert_eq!((read.attempts, read.result.unwrap_err().details().reason.unwrap().code()), (1, "not-retryable"));
}

#[tokio::test]
async fn what_does_not_fit_is_released_and_has_no_second_chance() {
    let served = served(GatewayConfig::default());
    let client = Client::new(Config { max_hold_back_bytes: Some(300), ..config(&served) }).unwrap();
    steps(&served, json!([{"gateway": true, "close_after_events": 4}]));
    let read = read_chat(&client, &clean()).await;
    assert_eq!((read.attempts, read.result.unwrap_err().details().reason.unwrap().code()), (1, "output-delivered"));
    assert_eq!(read.events.len(), 4, "in order, and none is lost");
}

#[tokio::test]
async fn nothing_is_seen_of_what_is_held() {
    let (served, client) = started();
    steps(&served, json!([{"gateway": true, "pause_after_events": {"3": 600_000}}]));
    let mut stream = client.chat_stream(&clean()).await.unwrap();
    let waiting = tokio::time::timeout(Duration::from_millis(200), stream.next()).await;
    assert!(waiting.is_err() && stream.content().is_none_or(|text| text.is_empty()));
}
