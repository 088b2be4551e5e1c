//! What bounds a call: of an attempt, of the whole call, of silence, of the first output, and of sizes.

#![cfg(feature = "testing")]

mod common;

use std::time::{Duration, Instant};

use axonium::testing::GatewayConfig;
use axonium::{ChatRequest, Client, Clock, Config, ErrorKind, RetryOptions, Timeouts};
use common::{
    FINISH, Raw, STREAM_HEAD, answer, chunk, config, config_for, keyed, read_request, request, served, steps,
};
use serde_json::json;
use tokio::io::AsyncWriteExt;

const SOON: Duration = Duration::from_millis(150);
/// Far more than any of these calls may take, far less than the limits that must not be waited for.
const LATE: Duration = Duration::from_secs(4);

fn timeouts(config: Config, timeouts: Timeouts) -> Client {
    Client::new(Config { timeouts, ..config }).unwrap()
}

fn within(limit: Duration) -> ChatRequest {
    ChatRequest { timeout: Some(limit), ..request() }
}

#[tokio::test]
async fn an_attempt_ends_at_its_limit_and_says_that_a_generation_may_run() {
    let served = served(GatewayConfig::default());
    steps(&served, json!([{"gateway": true, "hang": true}]));
    let client = timeouts(config(&served), Timeouts { request: Some(SOON), ..Timeouts::default() });
    let error = client.chat(&request()).await.unwrap_err();
    assert_eq!((error.kind(), error.details().phase), (ErrorKind::Timeout, Some("response")));
    assert_eq!(error.details().meta.attempts, 1);
    assert!(error.explain().contains("still generating"), "{error}");
}

#[tokio::test]
async fn with_a_key_the_attempt_is_repeated_and_collects() {
    let served = served(GatewayConfig::default());
    steps(&served, json!([{"gateway": true, "hang": true}]));
    let client = timeouts(config(&served), Timeouts { request: Some(SOON), ..Timeouts::default() });
    let completion = client.chat(&keyed()).await.unwrap();
    assert_eq!((completion.meta.attempts, completion.meta.idempotent_replay), (2, true));
    assert_eq!(served.gateway.ledger().generations, 1);
}

#[tokio::test]
async fn headers_do_not_start_the_limit_anew() {
    // Headers come just before the limit; the body would take as long again.
    let slow = Raw::start(|_, mut stream| async move {
        read_request(&mut stream).await;
        let clock = Clock::real();
        clock.wait(Duration::from_millis(600)).await;
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n").await;
        clock.wait(Duration::from_millis(800)).await;
        let _ = stream.write_all(b"{}").await;
    })
    .await;
    let limit = Duration::from_secs(1);
    for (client, request, phase) in [
        (
            timeouts(config_for(&slow.url()), Timeouts { request: Some(limit), ..Timeouts::default() }),
            request(),
            "response",
        ),
        (Client::new(config_for(&slow.url())).unwrap(), within(limit), "call"),
    ] {
        let error = client.chat(&request).await.unwrap_err();
        assert_eq!(error.details().phase, Some(phase), "{error}");
    }
}

#[tokio::test]
async fn the_calls_own_limit_bounds_waits() {
    let served = served(GatewayConfig::default());
    let limited = json!({"problem": "rate-limit-exceeded-requests", "headers": {"Retry-After": "20"}});
    steps(&served, json!([limited, limited, limited]));
    let client = Client::new(config(&served)).unwrap();
    let error = client.chat(&within(Duration::from_secs(30))).await.unwrap_err();
    assert_eq!((error.kind(), error.details().reason.unwrap().code()), (ErrorKind::RateLimit, "deadline"));
    assert_eq!((error.details().meta.attempts, error.details().meta.waited_for), (2, Duration::from_secs(20)));
}

#[tokio::test]
async fn the_calls_own_limit_bounds_an_open_stream() {
    let served = served(GatewayConfig::default());
    steps(&served, json!([{"sse": [{"data": {"choices": [{"delta": {"content": "Hel"}}]}}], "hang": true}]));
    let mut stream = Client::new(config(&served)).unwrap().chat_stream(&within(SOON)).await.unwrap();
    assert_eq!(stream.next().await.unwrap().unwrap().content(), "Hel");
    let error = stream.next().await.unwrap_err();
    assert_eq!((error.kind(), error.details().phase), (ErrorKind::StreamInterrupted, Some("call")));
    assert_eq!(error.details().partial.as_ref().unwrap().content.as_deref(), Some("Hel"));
    assert!(stream.next().await.unwrap().is_none(), "one end");
}

#[tokio::test]
async fn a_server_that_never_pauses_does_not_outlast_the_calls_limit() {
    for event in [chunk("x"), ": only a comment\n\n".to_owned()] {
        let flood = Raw::start(move |_, mut stream| {
            let piece = event.repeat(200);
            async move {
                read_request(&mut stream).await;
                let _ = stream.write_all(STREAM_HEAD.as_bytes()).await;
                while stream.write_all(piece.as_bytes()).await.is_ok() {}
            }
        })
        .await;
        let mut stream = Client::new(config_for(&flood.url()))
            .unwrap()
            .chat_stream(&within(Duration::from_millis(400)))
            .await
            .unwrap();
        let begun = Instant::now();
        let error = loop {
            match stream.next().await {
                Ok(Some(_)) => assert!(begun.elapsed() < LATE, "the limit is never noticed"),
                Ok(None) => panic!("the stream has no end"),
                Err(error) => break error,
            }
        };
        assert_eq!(error.details().phase, Some("call"), "{error}");
    }
}

#[tokio::test]
async fn silence_before_the_first_event_is_repeated_only_with_a_key() {
    let served = served(GatewayConfig::default());
    let silent = json!([{"sse": [], "hang": true}, {"gateway": true}]);
    let client = timeouts(config(&served), Timeouts { stream_idle: Some(SOON), ..Timeouts::default() });
    steps(&served, silent.clone());
    let error = client.chat_stream(&request()).await.unwrap().next().await.unwrap_err();
    assert_eq!((error.details().phase, error.details().saw_output), (Some("idle"), Some(false)), "{error}");
    steps(&served, silent);
    let mut stream = client.chat_stream(&keyed()).await.unwrap();
    assert_eq!(stream.final_completion().await.unwrap().content(), Some("one two three"));
    assert_eq!(stream.meta().attempts, 2);
}

#[tokio::test]
async fn silence_after_output_keeps_the_output() {
    let served = served(GatewayConfig::default());
    steps(&served, json!([{"sse": [{"data": {"choices": [{"delta": {"content": "Hel"}}]}}], "hang": true}]));
    let client = timeouts(config(&served), Timeouts { stream_idle: Some(SOON), ..Timeouts::default() });
    let mut stream = client.chat_stream(&keyed()).await.unwrap();
    assert_eq!(stream.next().await.unwrap().unwrap().content(), "Hel");
    let error = stream.next().await.unwrap_err();
    assert_eq!((error.details().phase, error.details().saw_output), (Some("idle"), Some(true)));
    assert_eq!(error.details().meta.attempts, 1, "output is never followed by a repeat, key or not");
}

/// A stream of a comment every 100 ms, and after `comments` of them an answer.
async fn commenting(comments: usize) -> Raw {
    Raw::start(move |_, mut stream| async move {
        read_request(&mut stream).await;
        let _ = stream.write_all(STREAM_HEAD.as_bytes()).await;
        for _ in 0..comments {
            Clock::real().wait(Duration::from_millis(100)).await;
            if stream.write_all(b": waiting\n\n").await.is_err() {
                return;
            }
        }
        let _ = stream.write_all([chunk("late"), FINISH.to_owned()].concat().as_bytes()).await;
    })
    .await
}

#[tokio::test]
async fn comments_are_signs_of_life_and_no_output() {
    let server = commenting(12).await;
    let idle = Timeouts { stream_idle: Some(Duration::from_millis(800)), ..Timeouts::default() };
    let mut stream = timeouts(config_for(&server.url()), idle).chat_stream(&request()).await.unwrap();
    assert_eq!(stream.final_completion().await.unwrap().content(), Some("late"));
    let first_output = Timeouts { first_output: Some(Duration::from_millis(400)), ..Timeouts::default() };
    let mut stream = timeouts(config_for(&server.url()), first_output).chat_stream(&keyed()).await.unwrap();
    let error = stream.next().await.unwrap_err();
    assert_eq!((error.kind(), error.details().phase), (ErrorKind::Timeout, Some("first_output")), "{error}");
    assert_eq!(server.connections(), 2, "the upstream may be generating: not repeated");
}

#[tokio::test]
async fn the_first_output_is_waited_for_from_the_request_on() {
    let served = served(GatewayConfig::default());
    steps(&served, json!([{"hang": true}]));
    let client = timeouts(config(&served), Timeouts { first_output: Some(SOON), ..Timeouts::default() });
    let error = client.chat_stream(&request()).await.unwrap_err();
    assert_eq!((error.kind(), error.details().phase), (ErrorKind::Timeout, Some("first_output")), "{error}");
    assert!(client.chat(&request()).await.is_ok(), "a plain call has no first output");
}

#[tokio::test]
async fn an_error_is_not_held_up_by_its_body() {
    // The status is there, the body never comes: the call's own limit still holds.
    let server = Raw::start(|_, mut stream| async move {
        read_request(&mut stream).await;
        let _ = stream.write_all(b"HTTP/1.1 402 Payment Required\r\nContent-Length: 99\r\n\r\n{\"ti").await;
        read_request(&mut stream).await;
    })
    .await;
    let client = Client::new(config_for(&server.url())).unwrap();
    let begun = Instant::now();
    let error = client.chat(&within(SOON)).await.unwrap_err();
    assert_eq!((error.kind(), error.details().status), (ErrorKind::SpendCapExceeded, Some(402)));
    assert!(begun.elapsed() < LATE);
}

#[tokio::test]
async fn ten_megabytes_of_error_are_an_excerpt() {
    let server = Raw::answering(answer("500 Oops", "X-Request-Id: req_big\r\n", &"x".repeat(10 << 20))).await;
    let error = Client::new(config_for(&server.url())).unwrap().chat(&request()).await.unwrap_err();
    assert_eq!((error.kind(), error.details().request_id.as_deref()), (ErrorKind::ServerError, Some("req_big")));
    let kept = error.details().body.as_ref().unwrap().len();
    assert!((1..=64 * 1024).contains(&kept), "{kept} bytes are kept");
}

#[tokio::test]
async fn a_body_without_end_is_cut() {
    let server = Raw::start(|_, mut stream| async move {
        read_request(&mut stream).await;
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n").await;
        let piece = vec![b' '; 1 << 20];
        while stream.write_all(&piece).await.is_ok() {}
    })
    .await;
    let error = Client::new(config_for(&server.url())).unwrap().chat(&request()).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Decode, "{error}");
    assert!(error.to_string().contains("larger than"), "{error}");
}

#[tokio::test]
async fn limits_beyond_every_clock_are_limits_all_the_same() {
    let endless = Some(Duration::MAX);
    let served = served(GatewayConfig::default());
    steps(&served, json!([{"problem": "backend-unavailable"}]));
    let client = timeouts(
        Config {
            retry: RetryOptions { max_backoff: endless, initial_backoff: endless, ..RetryOptions::default() },
            ..config(&served)
        },
        Timeouts {
            connect: endless,
            request: endless,
            stream_idle: endless,
            first_output: endless,
            auth: endless,
            hold_back: endless,
        },
    );
    let long = ChatRequest { timeout: Some(Duration::from_secs(1_000_000_000_000_000_000)), ..request() };
    let error = client.chat(&long).await.unwrap_err();
    assert_eq!(error.details().reason.unwrap().code(), "deadline", "{error}");
    assert!(client.chat(&long).await.is_ok());
    let mut stream = client.chat_stream(&long).await.unwrap();
    assert_eq!(stream.final_completion().await.unwrap().content(), Some("one two three"));
}
