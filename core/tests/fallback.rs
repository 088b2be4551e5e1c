//! A model that times out is asked once more, then a fallback is.

#![cfg(feature = "testing")]

mod common;

use std::time::Duration;

use axonium::testing::GatewayConfig;
use axonium::{
    AttemptRecord, ChatCompletion, ChatRequest, Client, Config, ErrorKind, Fallback, OnTimeout, ResponseRequest,
    RetryOptions, Route, Timeouts,
};
use common::{Served, config, keyed, request, response_request, route, served, steps};
use serde_json::{Value, json};

const KEY: &str = "order-4417-summary";
const SHORT: Option<Duration> = Some(Duration::from_millis(200));

/// A client that gives up soon, and its gateway.
fn plain() -> (Served, Client) {
    let served = served(GatewayConfig::default());
    let timeouts = Timeouts { request: SHORT, ..Timeouts::default() };
    let client = Client::new(Config { timeouts, ..config(&served) }).unwrap();
    (served, client)
}

fn falling_back(fallback: Vec<Fallback>) -> ChatRequest {
    ChatRequest { on_timeout: Some(OnTimeout::RetryOnceThenFallback), fallback: Some(fallback), ..keyed() }
}

fn to_counting() -> ChatRequest {
    ChatRequest { max_tokens: Some(2), ..falling_back(vec!["count-to-20".into()]) }
}

fn keys(served: &Served) -> Vec<String> {
    let requests = served.gateway.requests();
    requests.iter().filter_map(|request| request.header("idempotency-key").map(str::to_owned)).collect()
}

fn models(served: &Served) -> Vec<String> {
    let requests = served.gateway.requests();
    let model = |body: &str| serde_json::from_str::<Value>(body).unwrap()["model"].as_str().unwrap().to_owned();
    requests.iter().map(|request| model(&request.body)).collect()
}

fn reasons(history: &[AttemptRecord]) -> Vec<Option<&str>> {
    history.iter().map(|attempt| attempt.reason).collect()
}

fn hang(times: usize) -> Value {
    vec![json!({"hang": true}); times].into()
}

fn asked_first(completion: &ChatCompletion) -> Option<&str> {
    completion.meta.fallback_from.as_deref()
}

#[tokio::test]
async fn a_second_timeout_goes_to_the_fallback_under_a_key_of_its_own() {
    let (served, client) = plain();
    steps(&served, hang(2));
    let completion = client.chat(&to_counting()).await.unwrap();
    assert_eq!((completion.content(), completion.model.as_deref()), (Some("1 2"), Some("count-to-20")));
    assert_eq!((asked_first(&completion), completion.meta.route.as_deref()), (Some("qwen3-0.6b"), None));
    assert_eq!(completion.meta.attempts, 3);
    assert_eq!(reasons(&completion.meta.history), [Some("timeout-with-key"), Some("timed-out"), None]);
    assert_eq!(keys(&served), [KEY, KEY, "order-4417-summary:fallback:1"]);
    assert_eq!(models(&served), ["qwen3-0.6b", "qwen3-0.6b", "count-to-20"]);
    assert_eq!(served.gateway.ledger().billed, 1);
}

#[tokio::test]
async fn one_timeout_is_repeated_and_collects_what_was_generated() {
    let (served, client) = plain();
    steps(&served, json!([{"gateway": true, "hang": true}]));
    let completion = client.chat(&to_counting()).await.unwrap();
    assert_eq!((completion.meta.attempts, asked_first(&completion)), (2, None));
    assert!(completion.meta.idempotent_replay && served.gateway.ledger().billed == 1);
}

#[tokio::test]
async fn without_a_key_the_caller_accepts_that_it_is_billed_more_than_once() {
    let (served, client) = plain();
    steps(&served, json!([{"gateway": true, "hang": true}, {"gateway": true, "hang": true}]));
    let request = ChatRequest { idempotency_key: None.into(), may_bill_twice: Some(true), ..to_counting() };
    let completion = client.chat(&request).await.unwrap();
    assert_eq!(reasons(&completion.meta.history), [Some("timeout-may-bill-twice"), Some("timed-out"), None]);
    assert_eq!((served.gateway.ledger().billed, keys(&served).len()), (3, 0));
}

#[tokio::test]
async fn an_original_that_runs_longer_than_a_request_may_is_a_timeout() {
    let model = |id: &str, generation_ms: u32| json!({"id": id, "generation_ms": generation_ms});
    let models = json!({"models": [model("qwen3-0.6b", 60_000), model("count-to-20", 0)]});
    let served = served(serde_json::from_value(models).unwrap());
    let timeouts = Timeouts { request: SHORT, ..Timeouts::default() };
    let client = Client::new(Config { timeouts, ..config(&served) }).unwrap();
    let completion = client.chat(&to_counting()).await.unwrap();
    let reasons = reasons(&completion.meta.history);
    assert_eq!(reasons, [Some("timeout-with-key"), Some("in-progress"), Some("in-progress-outlasted"), None]);
    assert_eq!((asked_first(&completion), completion.model.as_deref()), (Some("qwen3-0.6b"), Some("count-to-20")));
}

#[tokio::test]
async fn each_fallback_is_asked_as_the_first_was() {
    let (served, client) = plain();
    steps(&served, hang(4));
    let elsewhere = Route { name: "elsewhere".into(), model: "count-to-20".into(), ..Route::default() };
    let other_key = Route { api_key: "other".into(), ..elsewhere };
    let request = falling_back(vec!["count-to-20".into(), other_key.into()]);
    let completion = client.chat(&request).await.unwrap();
    assert_eq!((completion.meta.attempts, completion.meta.route.as_deref()), (5, Some("elsewhere")));
    assert_eq!(asked_first(&completion), Some("qwen3-0.6b"));
    let [one, two] = [1, 2].map(|at| format!("{KEY}:fallback:{at}"));
    assert_eq!(keys(&served), [KEY, KEY, &one, &one, &two]);
}

#[tokio::test]
async fn when_all_have_timed_out_the_last_timeout_is_raised() {
    let (served, client) = plain();
    steps(&served, hang(4));
    let error = client.chat(&to_counting()).await.unwrap_err();
    let details = error.details();
    assert_eq!((details.kind, details.phase), (ErrorKind::Timeout, Some("response")));
    assert_eq!(details.reason.unwrap().code(), "no-fallback-left");
    assert_eq!((details.meta.attempts, details.meta.fallback_from.as_deref()), (4, Some("qwen3-0.6b")));
}

#[tokio::test]
async fn max_attempts_bounds_each_of_them() {
    let (served, client) = plain();
    steps(&served, hang(1));
    let retry = RetryOptions { max_attempts: Some(1), ..RetryOptions::default() };
    let completion = client.chat(&ChatRequest { retry, ..to_counting() }).await.unwrap();
    assert_eq!(reasons(&completion.meta.history), [Some("timed-out"), None]);
    let limited = json!({"problem": "rate-limit-exceeded-requests", "headers": {"Retry-After": "1"}});
    steps(&served, json!([limited, {"hang": true}, {"hang": true}, limited, limited]));
    let completion = client.chat(&to_counting()).await.unwrap();
    assert_eq!((completion.meta.attempts, asked_first(&completion)), (6, Some("qwen3-0.6b")));
}

#[tokio::test]
async fn what_is_no_timeout_follows_the_table() {
    let (served, client) = plain();
    for step in [json!({"status": 500, "body": {}}), json!({"problem": "model-not-loaded"})] {
        steps(&served, json!([step]));
        let error = client.chat(&to_counting()).await.unwrap_err();
        assert_eq!((error.details().meta.attempts, error.details().reason.unwrap().code()), (1, "not-repeatable"));
    }
    steps(&served, json!([{"hang": true}, {"hang": true}, {"problem": "context-exceeded"}]));
    let error = client.chat(&to_counting()).await.unwrap_err();
    assert_eq!((error.kind(), error.details().meta.attempts), (ErrorKind::ContextExceeded, 3));
    assert_eq!(error.details().meta.fallback_from.as_deref(), Some("qwen3-0.6b"));
}

#[tokio::test]
async fn a_fallback_that_is_cooling_down_is_passed_over() {
    let (served, client) = plain();
    steps(&served, json!([{"problem": "backend-unavailable", "headers": {"Retry-After": "90"}}]));
    client.chat(&ChatRequest { model: "count-to-20".into(), ..request() }).await.unwrap_err();
    steps(&served, hang(2));
    let error = client.chat(&to_counting()).await.unwrap_err();
    assert_eq!((error.kind(), error.details().reason.unwrap().code()), (ErrorKind::Timeout, "no-fallback-left"));
}

#[tokio::test]
async fn a_request_with_state_is_repeated_but_goes_nowhere_else() {
    let (served, client) = plain();
    steps(&served, hang(2));
    let request = ResponseRequest {
        store: Some(true),
        on_timeout: Some(OnTimeout::RetryOnceThenFallback),
        fallback: Some(vec!["count-to-20".into()]),
        idempotency_key: KEY.into(),
        ..response_request()
    };
    let error = client.response(&request).await.unwrap_err();
    assert_eq!((error.details().meta.attempts, error.details().reason.unwrap().code()), (2, "stateful"));
}

#[tokio::test]
async fn the_clients_own_choice_and_a_route_that_is_named_first() {
    let elsewhere = served(GatewayConfig::default());
    let (first, client) = {
        let first = served(GatewayConfig::default());
        let timeouts = Timeouts { request: SHORT, ..Timeouts::default() };
        let config = Config {
            timeouts,
            routes: vec![route("first", &first)],
            on_timeout: Some(OnTimeout::RetryOnceThenFallback),
            fallback: vec![Route { name: String::new(), ..route("", &elsewhere) }.into()],
            ..config(&first)
        };
        let client = Client::new(config).unwrap();
        (first, client)
    };
    steps(&first, hang(2));
    let completion = client.chat(&keyed()).await.unwrap();
    assert_eq!((asked_first(&completion), completion.meta.route.as_deref()), (Some("first"), None));
    assert_eq!(keys(&elsewhere), ["order-4417-summary:fallback:1"]);
}

/// A stream that says who speaks, and then nothing.
fn silent() -> Value {
    json!({"sse": [{"data": {"choices": [{"index": 0, "delta": {"role": "assistant"}}]}}], "hang": true})
}

fn late_output(more: Config) -> (Served, Client) {
    let served = served(GatewayConfig::default());
    let timeouts = Timeouts { first_output: SHORT, ..more.timeouts };
    let shared = config(&served);
    let config = Config { timeouts, clock: shared.clock, gateway_base_url: shared.gateway_base_url, ..more };
    let client = Client::new(config).unwrap();
    (served, client)
}

#[tokio::test]
async fn a_late_first_output_counts_while_nothing_has_reached_the_caller() {
    // Held for longer than is usual: the limit of the first output decides.
    let timeouts = Timeouts { hold_back: Some(Duration::from_millis(1)), ..Timeouts::default() };
    let (served, client) = late_output(Config { timeouts, ..common::config_for("http://127.0.0.1:1") });
    steps(&served, json!([silent(), silent()]));
    let mut stream = client.chat_stream(&to_counting()).await.unwrap();
    let mut chunks = Vec::new();
    while let Some(chunk) = stream.next().await.unwrap() {
        chunks.push(chunk);
    }
    assert_eq!(chunks.iter().map(axonium::ChatChunk::content).collect::<String>(), "1 2");
    assert!(chunks.iter().all(|chunk| chunk.model.as_deref() == Some("count-to-20")), "nothing of the others");
    assert_eq!(reasons(&stream.meta().history), [Some("timeout-with-key"), Some("timed-out"), None]);
    assert_eq!(stream.final_completion().await.unwrap().content(), Some("1 2"));
}

#[tokio::test]
async fn what_has_reached_the_caller_is_not_contradicted() {
    let (served, client) =
        late_output(Config { max_hold_back_bytes: Some(1), ..common::config_for("http://127.0.0.1:1") });
    steps(&served, json!([silent()]));
    let mut stream = client.chat_stream(&to_counting()).await.unwrap();
    assert!(stream.next().await.unwrap().is_some());
    let error = stream.next().await.unwrap_err();
    assert_eq!((error.kind(), error.details().reason.unwrap().code()), (ErrorKind::Timeout, "events-released"));
    assert_eq!(error.details().meta.attempts, 1);
}

#[tokio::test]
async fn the_deadline_bounds_it_all() {
    let (served, client) = plain();
    steps(&served, hang(9));
    let deadline = served.gateway.clock().wall() + Duration::from_millis(1300);
    let error = client.chat(&ChatRequest { deadline: Some(deadline), ..to_counting() }).await.unwrap_err();
    let details = error.details();
    assert_eq!((details.kind, details.phase), (ErrorKind::Timeout, Some("call")), "{error}");
    // One try, a wait of a second, and what was left of it.
    assert_eq!((details.meta.attempts, details.meta.fallback_from.as_deref()), (2, None));
}
