//! Pulls take what is there within their limits, and the queue of ready calls loses nothing.

mod common;

use std::collections::HashMap;
use std::io::{Read as _, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use axonium_bridge::{CallId, Engine, Ready};
use bytes::Bytes;
use common::{Gateway, LONGEST, Read, chat, config, parsed, run};
use serde_json::{Value, json};

const HEAD: &str = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n";

fn event(content: &str) -> String {
    format!("data: {}\n\n", json!({"choices": [{"index": 0, "delta": {"content": content}}]}))
}

/// A server that hands each request's connection to `answer`.
fn server(answer: impl Fn(TcpStream) + Send + Sync + 'static) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let answer = Arc::new(answer);
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let answer = Arc::clone(&answer);
            std::thread::spawn(move || {
                let mut stream = stream;
                // These requests fit into one read.
                let _ = stream.read(&mut [0; 16 * 1024]);
                answer(stream);
            });
        }
    });
    url
}

fn engine(url: &str) -> Engine {
    Engine::new(&config(url, &json!("virtual"), &json!({}))).unwrap()
}

fn stream(engine: &Engine) -> CallId {
    engine.start("chat.completions.stream", chat(), b"").unwrap()
}

#[test]
fn ten_thousand_chunks_arrive_in_order_through_every_size_of_pull() {
    const CHUNKS: usize = 10_000;
    let body: String = (0..CHUNKS).map(|n| event(&n.to_string())).chain(["data: [DONE]\n\n".to_owned()]).collect();
    let url = server(move |mut stream| stream.write_all([HEAD, &body].concat().as_bytes()).unwrap());
    let engine = engine(&url);
    for (max_items, max_bytes) in
        [(1, usize::MAX), (3, usize::MAX), (1_000, usize::MAX), (usize::MAX, 1), (usize::MAX, 200)]
    {
        let call = stream(&engine);
        let mut read = Read::default();
        while read.end.is_none() {
            let batch = engine.pull_blocking(call, max_items, max_bytes, LONGEST).unwrap();
            assert!(batch.items.len() <= max_items);
            // The item that reaches the limit is the last.
            let before_last: usize = batch.items.iter().rev().skip(1).map(Bytes::len).sum();
            assert!(before_last < max_bytes.max(1));
            read.take(batch);
        }
        assert_eq!(read.items.len(), CHUNKS, "{max_items} items, {max_bytes} bytes");
        for (n, item) in read.items.iter().enumerate() {
            assert_eq!(parsed(item)["choices"][0]["delta"]["content"].as_str().unwrap().parse(), Ok(n));
        }
        read.done();
        engine.close(call);
    }
}

#[test]
fn a_pull_of_nothing_takes_one() {
    let gateway = Gateway::start(&json!({}));
    let engine = gateway.engine(&json!({}));
    let call = engine.start("chat.completions.create", chat(), b"").unwrap();
    assert_eq!(engine.pull_blocking(call, 0, 0, LONGEST).unwrap().items.len(), 1);
    assert!(engine.pull_blocking(call, 0, 0, LONGEST).unwrap().end.is_some());
}

#[test]
fn a_pull_waits_as_long_as_it_is_told_and_no_longer() {
    let gateway = Gateway::start(&json!({}));
    gateway.script(&json!([{"hang": true}]));
    let engine = gateway.engine(&json!({}));
    let call = engine.start("chat.completions.create", chat(), b"").unwrap();
    let begun = Instant::now();
    assert!(engine.pull_blocking(call, 1, 1, Duration::from_millis(100)).unwrap().is_empty());
    assert!((Duration::from_millis(100)..Duration::from_secs(5)).contains(&begun.elapsed()));
    assert!(engine.pull_blocking(call, 1, 1, Duration::ZERO).unwrap().is_empty());
    engine.cancel(call).unwrap();
    assert!(engine.pull_blocking(call, 1, 1, Duration::MAX).unwrap().end.is_some());
}

#[test]
fn a_pull_that_is_dropped_loses_nothing() {
    let body: String = (0..500).map(|n| event(&n.to_string())).chain(["data: [DONE]\n\n".to_owned()]).collect();
    let url = server(move |mut stream| stream.write_all([HEAD, &body].concat().as_bytes()).unwrap());
    let engine = engine(&url);
    let call = stream(&engine);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    let mut read = Read::default();
    while read.end.is_none() {
        let pull = engine.pull(call, 1, 1).unwrap();
        // Most of these give up before anything comes.
        let taken = runtime.block_on(async { tokio::time::timeout(Duration::from_micros(50), pull).await });
        if let Ok(batch) = taken {
            read.take(batch);
        }
    }
    assert_eq!(read.items.len(), 500);
}

#[test]
fn what_nobody_pulls_is_not_read_from_the_socket() {
    const MOST: usize = 64 << 20;
    let written = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&written);
    let (stalled, told) = std::sync::mpsc::channel();
    let url = server(move |mut stream| {
        stream.set_write_timeout(Some(Duration::from_secs(1))).unwrap();
        let piece = event(&"x".repeat(64 * 1024));
        let _ = stream.write_all(HEAD.as_bytes());
        while counted.load(Ordering::SeqCst) < MOST && stream.write_all(piece.as_bytes()).is_ok() {
            counted.fetch_add(piece.len(), Ordering::SeqCst);
        }
        let _ = stalled.send(());
    });
    let engine = engine(&url);
    let call = stream(&engine);
    told.recv_timeout(LONGEST).unwrap();
    let written = written.load(Ordering::SeqCst);
    assert!(written < MOST / 2, "{written} bytes were taken in that nobody asked for");
    // What was taken in is there, and then the connection that the server gave up.
    let read = common::read(&engine, call);
    assert!(read.items.len() >= 64 && read.failed()["kind"] == "StreamInterrupted");
}

#[test]
fn a_thousand_calls_through_one_queue_lose_nothing() {
    const CALLS: usize = 1_000;
    let gateway = Gateway::start(&json!({}));
    let engine = gateway.engine(&json!({}));
    let queue = Arc::new(Ready::new());
    let mut reads: HashMap<CallId, Read> = HashMap::new();
    for number in 0..CALLS {
        let operation = if number % 2 == 0 { "chat.completions.create" } else { "chat.completions.stream" };
        reads.insert(engine.start_ready(operation, chat(), b"", &queue).unwrap(), Read::default());
    }
    let (begun, mut ended) = (Instant::now(), 0);
    while ended < CALLS {
        assert!(begun.elapsed() < Duration::from_mins(2), "{ended} of {CALLS} calls ended");
        for call in queue.next(7, LONGEST) {
            let read = reads.get_mut(&call).unwrap();
            if read.end.is_none() {
                read.take(engine.try_pull(call, 2, usize::MAX).unwrap());
                ended += usize::from(read.end.is_some());
            }
        }
    }
    for (call, read) in reads {
        assert_eq!(read.done()["meta"]["attempts"], 1);
        // A plain answer is one item; the stream is a role, three words, a finish reason and the usage.
        assert!(matches!(read.items.len(), 1 | 6), "{}", read.items.len());
        engine.close(call);
    }
    assert_eq!(gateway.control("ledger", &Value::Null)["generations"], CALLS);
    assert_eq!(parsed(&engine.stats())["open_calls"], 0);
}

#[test]
fn a_call_that_is_refused_or_cancelled_is_listed_too() {
    let gateway = Gateway::start(&json!({}));
    gateway.script(&json!([{"hang": true}]));
    let engine = gateway.engine(&json!({}));
    let ready = Arc::new(Ready::new());
    let refused = engine.start_ready("no.such.operation", Bytes::new(), b"", &ready).unwrap();
    assert_eq!(ready.next(9, LONGEST), [refused]);
    assert!(engine.try_pull(refused, 9, 9).unwrap().end.is_some());
    let hanging = engine.start_ready("chat.completions.create", chat(), b"", &ready).unwrap();
    assert!(ready.next(9, Duration::from_millis(50)).is_empty());
    engine.cancel(hanging).unwrap();
    assert_eq!(ready.next(9, LONGEST), [hanging]);
    assert!(engine.try_pull(hanging, 9, 9).unwrap().end.is_some());
    assert!(ready.next(9, Duration::ZERO).is_empty(), "nothing is listed twice");
}

#[test]
fn a_token_is_asked_of_the_caller_and_its_refusal_is_the_end() {
    let gateway = Gateway::start(&json!({}));
    gateway.script(&json!([{"problem": "token-expired"}]));
    let engine = gateway.engine(&json!({"api_key": null, "token_provider": true}));
    let call = engine.start("chat.completions.create", chat(), b"").unwrap();
    let (mut read, mut asked) = (Read::default(), Vec::new());
    while read.end.is_none() {
        let known = read.notices.len();
        read.take(engine.pull_blocking(call, 9, usize::MAX, LONGEST).unwrap());
        for notice in &read.notices[known..] {
            assert_eq!(notice["kind"], "token");
            let ticket = notice["ticket"].as_u64().unwrap();
            asked.push(notice["rejected"].clone());
            assert!(engine.answer_token(call, ticket, Ok(format!("token-{ticket}"))).unwrap());
            assert!(!engine.answer_token(call, ticket, Ok("again".to_owned())).unwrap(), "a ticket is good for once");
        }
    }
    assert_eq!(asked, [json!(null), json!("token-1")]);
    assert_eq!(read.done()["meta"]["attempts"], 2);

    let call = engine.start("models.list", Bytes::new(), b"").unwrap();
    let notice = parsed(&engine.pull_blocking(call, 9, 9, LONGEST).unwrap().notices[0]);
    assert!(
        engine.answer_token(call, notice["ticket"].as_u64().unwrap(), Err("the vault is shut".to_owned())).unwrap()
    );
    let read = common::read(&engine, call);
    assert_eq!((&read.failed()["kind"], &read.failed()["meta"]["attempts"]), (&json!("AuthTransport"), &json!(0)));
    assert!(read.failed()["message"].as_str().unwrap().contains("the vault is shut"));

    let call = engine.start("models.list", Bytes::new(), b"").unwrap();
    let notice = parsed(&engine.pull_blocking(call, 9, 9, LONGEST).unwrap().notices[0]);
    engine.cancel(call).unwrap();
    let mut read = Read::default();
    read.take(engine.pull_blocking(call, 9, 9, LONGEST).unwrap());
    assert_eq!(read.failed()["kind"], "Cancelled");
    assert!(!engine.answer_token(call, notice["ticket"].as_u64().unwrap(), Ok("late".to_owned())).unwrap());
}

#[test]
fn what_is_observed_is_told() {
    let gateway = Gateway::start(&json!({}));
    gateway.script(&json!([{"problem": "rate-limit-exceeded-requests", "headers": {"Retry-After": "2"}}]));
    let engine = gateway.engine(&json!({"observe": ["request", "response", "decision"]}));
    let read = run(&engine, "chat.completions.create", chat(), &json!({}));
    let kinds: Vec<_> = read.notices.iter().map(|notice| notice["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["request", "response", "decision", "wait", "request", "response"]);
    assert_eq!((&read.notices[2]["action"], &read.notices[3]["wait_s"]), (&json!("repeat"), &json!(2.0)));
    let duration = read.notices[5]["duration_s"].as_f64().unwrap();
    assert!(duration < 2.0, "the wait before the second request is not part of it: {duration}");
}
