//! Streams: what ends them, what odd chunks come to, and that a reader's pace is the server's.

#![cfg(feature = "testing")]

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use axonium::testing::GatewayConfig;
use axonium::{Client, Config, ErrorKind};
use common::{FINISH, Raw, STREAM_HEAD, chunk, config, config_for, read_request, request, served, steps};
use futures_util::{FutureExt, StreamExt};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::sync::Notify;

async fn streaming(body: String) -> Raw {
    Raw::answering([STREAM_HEAD, &body].concat()).await
}

fn client(server: &Raw) -> Client {
    Client::new(config_for(&server.url())).unwrap()
}

#[tokio::test]
async fn every_chunk_of_many_arrives_however_it_is_read() {
    const CHUNKS: usize = 10_000;
    let body: String = (0..CHUNKS).map(|n| chunk(&format!("{n} "))).chain([FINISH.to_owned()]).collect();
    let server = streaming(body).await;
    let expected = (0..CHUNKS).map(|n| format!("{n} ")).collect::<Vec<_>>().concat();
    let mut stream = client(&server).chat_stream(&request()).await.unwrap();
    let mut text = String::new();
    while let Some(chunk) = stream.next().await.unwrap() {
        text.push_str(chunk.content());
    }
    assert!(text == expected, "read by next(): {} of {} bytes", text.len(), expected.len());
    assert!(stream.content().unwrap() == expected);
    let stream = client(&server).chat_stream(&request()).await.unwrap();
    let chunks: Vec<_> = StreamExt::collect::<Vec<_>>(stream).await;
    assert_eq!(chunks.len(), CHUNKS + 1, "read as a Stream");
}

#[tokio::test]
async fn a_finish_reason_is_an_end_where_done_never_comes() {
    let server = streaming([chunk("Hello"), FINISH.to_owned()].concat()).await;
    let mut stream = client(&server).chat_stream(&request()).await.unwrap();
    let completion = stream.final_completion().await.unwrap();
    assert_eq!((completion.content(), completion.finish_reason()), (Some("Hello"), Some("stop")));
    let server = streaming(chunk("Hello")).await;
    let error = client(&server).chat_stream(&request()).await.unwrap().final_completion().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::StreamInterrupted, "neither of the two is no end");
}

#[tokio::test]
async fn done_ends_the_call_though_the_connection_stays() {
    let server = Raw::start(|_, mut stream| async move {
        read_request(&mut stream).await;
        let body = [chunk("Hello"), "data: [DONE]\n\n".to_owned()].concat();
        let _ = stream.write_all([STREAM_HEAD, &body].concat().as_bytes()).await;
        let _ = stream.read(&mut [0; 16]).await;
    })
    .await;
    let begun = Instant::now();
    let mut stream = client(&server).chat_stream(&request()).await.unwrap();
    assert_eq!(stream.final_completion().await.unwrap().content(), Some("Hello"));
    assert!(begun.elapsed() < Duration::from_secs(3), "the end was waited for: {:?}", begun.elapsed());
    let ended = stream.meta();
    assert_eq!(stream.meta().elapsed, ended.elapsed, "the time of an ended call stands still");
}

#[tokio::test]
async fn a_finished_streams_connection_is_used_again() {
    let served = served(GatewayConfig::default());
    let behind = served.gateway.url().trim_start_matches("http://").to_owned();
    let front = Raw::start(move |_, mut stream| {
        let behind = behind.clone();
        async move {
            let mut gateway = tokio::net::TcpStream::connect(behind).await.unwrap();
            let _ = tokio::io::copy_bidirectional(&mut stream, &mut gateway).await;
        }
    })
    .await;
    let client = Client::new(Config { gateway_base_url: front.url().into(), ..config(&served) }).unwrap();
    for _ in 0..5 {
        client.chat_stream(&request()).await.unwrap().final_completion().await.unwrap();
        // The rest of the body is read in the background.
        for _ in 0..100 {
            tokio::task::yield_now().await;
        }
    }
    assert!(front.connections() <= 2, "{} connections for five streams", front.connections());
}

#[tokio::test]
async fn leaving_a_stream_closes_its_connection() {
    let gone = Arc::new(Notify::new());
    let server = Raw::start({
        let gone = Arc::clone(&gone);
        move |_, mut stream| {
            let gone = Arc::clone(&gone);
            async move {
                read_request(&mut stream).await;
                let _ = stream.write_all([STREAM_HEAD, &chunk("Hel")].concat().as_bytes()).await;
                assert!(matches!(stream.read(&mut [0; 16]).await, Ok(0) | Err(_)));
                gone.notify_one();
            }
        }
    })
    .await;
    let mut stream = client(&server).chat_stream(&request()).await.unwrap();
    assert_eq!(stream.next().await.unwrap().unwrap().content(), "Hel");
    drop(stream);
    tokio::time::timeout(Duration::from_secs(5), gone.notified()).await.expect("the connection stays open");
}

#[tokio::test]
async fn the_gateway_notices_a_caller_who_leaves() {
    let config_json = json!({"models": [{"id": "slow", "words_per_second": 5}]});
    let served = served(serde_json::from_value(config_json).unwrap());
    let mut asked = request();
    asked.model = "slow".into();
    asked.messages[0] = axonium::Message::text("user", "count to 12");
    let mut stream = Client::new(config(&served)).unwrap().chat_stream(&asked).await.unwrap();
    while stream.next().await.unwrap().unwrap().content().is_empty() {}
    drop(stream);
    let ended = async {
        loop {
            let entry = served.gateway.ledger().entries.into_iter().next();
            match entry.and_then(|entry| entry.termination_reason) {
                Some(reason) => break reason,
                None => tokio::task::yield_now().await,
            }
        }
    };
    let reason = tokio::time::timeout(Duration::from_secs(20), ended).await.unwrap();
    assert_eq!(serde_json::to_value(reason).unwrap(), "client_disconnected");
}

#[tokio::test]
async fn a_slow_reader_slows_the_server() {
    const MOST: usize = 64 << 20;
    let (written, stalled) = (Arc::new(AtomicUsize::new(0)), Arc::new(Notify::new()));
    let server = Raw::start({
        let (written, stalled) = (Arc::clone(&written), Arc::clone(&stalled));
        move |_, mut stream| {
            let (written, stalled) = (Arc::clone(&written), Arc::clone(&stalled));
            async move {
                read_request(&mut stream).await;
                let _ = stream.write_all(STREAM_HEAD.as_bytes()).await;
                let piece = chunk(&"x".repeat(64 * 1024));
                while written.load(Ordering::SeqCst) < MOST {
                    match tokio::time::timeout(Duration::from_secs(1), stream.write_all(piece.as_bytes())).await {
                        Ok(Ok(())) => written.fetch_add(piece.len(), Ordering::SeqCst),
                        _ => break,
                    };
                }
                stalled.notify_one();
            }
        }
    })
    .await;
    let mut stream = client(&server).chat_stream(&request()).await.unwrap();
    stream.next().await.unwrap();
    // The stream is held, and polled now and then by nobody.
    tokio::time::timeout(Duration::from_secs(30), stalled.notified()).await.unwrap();
    let written = written.load(Ordering::SeqCst);
    assert!(written < MOST / 2, "the server could write {written} bytes that nobody read");
}

#[tokio::test]
async fn an_event_over_the_limit_ends_the_stream_and_keeps_what_came() {
    let server = streaming([chunk("Hel"), chunk(&"x".repeat(5_000)), FINISH.to_owned()].concat()).await;
    let config = Config { max_event_bytes: Some(4_000), ..config_for(&server.url()) };
    let mut stream = Client::new(config).unwrap().chat_stream(&request()).await.unwrap();
    assert_eq!(stream.next().await.unwrap().unwrap().content(), "Hel");
    let error = stream.next().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::StreamInterrupted);
    assert_eq!(error.details().partial.as_ref().unwrap().content.as_deref(), Some("Hel"));
    assert!(error.to_string().contains("max_event_bytes"), "{error}");
}

#[tokio::test]
async fn odd_numbers_and_halves_of_characters_do_not_end_a_stream() {
    let chunks = [
        r#"{"choices":[{"index":0,"delta":{"content":"a"},"logprobs":{"value":NaN}}]}"#,
        r#"{"choices":[{"index":0,"delta":{"content":"\ud83d"}}]}"#,
        r#"{"choices":[{"index":null,"delta":{"content":"\ude00"},"finish_reason":"stop"}]}"#,
    ];
    let body = chunks.map(|chunk| format!("data: {chunk}\n\n")).concat();
    let server = streaming(body).await;
    let mut stream = client(&server).chat_stream(&request()).await.unwrap();
    assert_eq!(stream.final_completion().await.unwrap().content(), Some("a\u{1f600}"));
    let mut stream = client(&server).chat_stream(&request()).await.unwrap();
    let mut contents = Vec::new();
    while let Some(chunk) = stream.next().await.unwrap() {
        contents.push(chunk.content().to_owned());
    }
    assert_eq!(contents, ["a", "\u{fffd}", "\u{fffd}"]);
}

#[tokio::test]
async fn a_chunk_of_another_shape_says_which_call_it_was() {
    let server = streaming("data: {\"choices\":{\"not\":\"a list\"}}\n\ndata: [DONE]\n\n".to_owned()).await;
    let mut stream = client(&server).chat_stream(&request()).await.unwrap();
    let error = stream.next().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Decode, "{error}");
    assert_eq!((error.details().meta.attempts, error.details().request_id.as_deref()), (1, Some("req_raw")));
    assert!(stream.next().await.unwrap().is_none());
}

#[tokio::test]
async fn a_stream_can_be_looked_at_while_it_runs() {
    let served = served(GatewayConfig::default());
    steps(&served, json!([{"sse": [{"data": {"choices": [{"delta": {"content": "Hel"}}]}}], "hang": true}]));
    let mut stream = Client::new(config(&served)).unwrap().chat_stream(&request()).await.unwrap();
    stream.next().await.unwrap();
    assert_eq!(stream.content().as_deref(), Some("Hel"));
    assert_eq!((stream.meta().attempts, stream.usage(), stream.tool_calls().len()), (1, None, 0));
    assert!(stream.next().now_or_never().is_none(), "the next chunk has not come");
}

#[tokio::test]
async fn a_compressed_stream_arrives_event_by_event() {
    let served = served(GatewayConfig::default());
    steps(
        &served,
        json!([{"sse": [{"data": {"choices": [{"delta": {"content": "Hel"}}]}}], "gzip": true, "hang": true}]),
    );
    let mut stream = Client::new(config(&served)).unwrap().chat_stream(&request()).await.unwrap();
    let first = tokio::time::timeout(Duration::from_secs(5), stream.next()).await.expect("it is held back");
    assert_eq!(first.unwrap().unwrap().content(), "Hel");
}
