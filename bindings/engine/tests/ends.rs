//! Every path of a call leads to exactly one end.

mod common;

use std::time::{Duration, Instant};

use axonium_bridge::{Engine, HandleError};
use bytes::Bytes;
use common::{Gateway, LONGEST, Read, chat, config, read, run};
use serde_json::{Value, json};

const HANGING_STREAM: &str = r#"[{"sse": [{"data": {"choices": [{"delta": {"content": "Hel"}}]}}], "hang": true}]"#;

fn hanging_stream() -> Value {
    serde_json::from_str(HANGING_STREAM).unwrap()
}

#[test]
fn an_answer_is_one_item_and_done() {
    let gateway = Gateway::start(&json!({}));
    let answered = run(&gateway.engine(&json!({})), "chat.completions.create", chat(), &json!({}));
    assert_eq!((answered.items.len(), answered.opened.len()), (1, 0));
    assert_eq!(common::parsed(&answered.items[0])["choices"][0]["message"]["content"], "one two three");
    assert_eq!(answered.done()["meta"]["attempts"], 1);
    // What is unknown is null, never absent.
    for key in ["/answer", "/parsed", "/refusal", "/meta/stripped", "/meta/fallback_from"] {
        assert_eq!(answered.done().pointer(key), Some(&Value::Null), "{key}");
    }
}

#[test]
fn a_stream_is_opened_once_also_when_it_is_repeated() {
    let gateway = Gateway::start(&json!({}));
    gateway.script(&json!([{"gateway": true, "close": "after_headers"}]));
    let answered =
        run(&gateway.engine(&json!({})), "chat.completions.stream", chat(), &json!({"idempotency_key": "k"}));
    assert_eq!(answered.done()["meta"]["attempts"], 2);
    assert_eq!(answered.opened.len(), 1);
}

#[test]
fn a_failure_is_one_end_and_stays_it() {
    let gateway = Gateway::start(&json!({}));
    gateway.script(&json!([{"problem": "spend-cap-exceeded"}]));
    let engine = gateway.engine(&json!({}));
    let call = engine.start("chat.completions.create", chat(), b"").unwrap();
    let mut read = Read::default();
    for _ in 0..3 {
        read.take(engine.pull_blocking(call, 1, 1, LONGEST).unwrap());
        assert_eq!(read.failed()["kind"], "SpendCapExceeded");
    }
    for key in ["/outputs", "/refusal", "/meta/stripped", "/meta/fallback_from"] {
        assert_eq!(read.failed().pointer(key), Some(&Value::Null), "{key}");
    }
    read.take(engine.try_pull(call, 1, 1).unwrap());
    engine.cancel(call).unwrap();
    engine.cancel(call).unwrap();
    read.take(engine.pull_blocking(call, 1, 1, LONGEST).unwrap());
    assert_eq!(read.failed()["kind"], "SpendCapExceeded", "a cancel after the end changes nothing");
    engine.close(call);
    engine.close(call);
    assert_eq!(engine.try_pull(call, 1, 1).unwrap_err(), HandleError::Unknown);
}

#[test]
fn a_cancel_ends_a_long_wait_at_once_and_accounts_for_it() {
    let gateway = Gateway::start(&json!({"clock": "real"}));
    gateway.script(&json!([{"problem": "rate-limit-exceeded-requests", "headers": {"Retry-After": "50"}}]));
    let engine = gateway.engine(&json!({}));
    let call = engine.start("chat.completions.create", chat(), b"").unwrap();
    let mut read = Read::default();
    while read.notices.is_empty() {
        read.take(engine.pull_blocking(call, 9, 9, LONGEST).unwrap());
    }
    assert_eq!((&read.notices[0]["kind"], &read.notices[0]["level"]), (&json!("wait"), &json!("info")));
    // So long into the wait.
    let batch = engine.pull_blocking(call, 9, 9, Duration::from_millis(200)).unwrap();
    assert!(batch.is_empty());
    let begun = Instant::now();
    engine.cancel(call).unwrap();
    let read = common::read(&engine, call);
    assert!(begun.elapsed() < Duration::from_secs(5));
    assert_eq!((&read.failed()["kind"], &read.failed()["meta"]["attempts"]), (&json!("Cancelled"), &json!(1)));
    let waited = read.failed()["meta"]["waited_s"].as_f64().unwrap();
    assert!((0.19..5.0).contains(&waited), "{waited}");
    assert_eq!(read.failed()["meta"]["history"][0]["kind"], "RateLimit");
}

#[test]
fn a_cancel_before_anything_happened_is_the_end() {
    let gateway = Gateway::start(&json!({}));
    gateway.control("script", &json!([{"hang": true}]));
    let engine = gateway.engine(&json!({}));
    let call = engine.start("chat.completions.create", chat(), b"").unwrap();
    engine.cancel(call).unwrap();
    engine.cancel(call).unwrap();
    assert_eq!(read(&engine, call).failed()["kind"], "Cancelled");
}

#[test]
fn a_cancel_reaches_a_connection_that_is_not_made() {
    let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("https://{}", silent.local_addr().unwrap());
    let engine = Engine::new(&config(&url, &json!("real"), &json!({}))).unwrap();
    let call = engine.start("chat.completions.create", chat(), b"").unwrap();
    let _connecting = silent.accept().unwrap();
    engine.cancel(call).unwrap();
    assert_eq!(read(&engine, call).failed()["kind"], "Cancelled");
}

#[test]
fn a_cancel_reaches_a_call_that_fetches_its_token_and_leaves_the_others_theirs() {
    let credentials = json!({"client_id": "c", "client_secret": "s"});
    let gateway = Gateway::start(&credentials);
    gateway.script(&json!([{"path": "/oauth2/token", "delay_ms": 400, "gateway": true}]));
    let engine = gateway.engine(&json!({"client_id": "c", "client_secret": "s", "api_key": null}));
    let leaver = engine.start("models.list", Bytes::new(), b"").unwrap();
    let other = engine.start("models.list", Bytes::new(), b"").unwrap();
    while gateway.control("token_requests", &json!(null)).as_array().unwrap().is_empty() {
        std::thread::yield_now();
    }
    engine.cancel(leaver).unwrap();
    let left = read(&engine, leaver);
    assert_eq!((&left.failed()["kind"], &left.failed()["meta"]["attempts"]), (&json!("Cancelled"), &json!(0)));
    assert_eq!(read(&engine, other).done()["meta"]["attempts"], 1);
    assert_eq!(gateway.control("token_requests", &json!(null)).as_array().unwrap().len(), 1);
}

#[test]
fn a_cancelled_stream_ends_behind_what_it_brought() {
    let gateway = Gateway::start(&json!({}));
    gateway.script(&hanging_stream());
    let engine = gateway.engine(&json!({}));
    let call = engine.start("chat.completions.stream", chat(), b"").unwrap();
    while engine.pull_blocking(call, 9, 9, LONGEST).unwrap().items.is_empty() {}
    let snapshot = common::parsed(&engine.snapshot(call).unwrap());
    assert_eq!(snapshot["completion"]["choices"][0]["message"]["content"], "Hel");
    assert_eq!((&snapshot["saw_output"], &snapshot["meta"]["attempts"]), (&json!(true), &json!(1)));
    assert_eq!((snapshot.get("refusal"), snapshot.get("parsed_partial")), (Some(&Value::Null), Some(&Value::Null)));
    engine.cancel(call).unwrap();
    assert_eq!(read(&engine, call).failed()["kind"], "Cancelled");
}

#[test]
fn a_close_releases_a_pull_that_waits() {
    let gateway = Gateway::start(&json!({}));
    gateway.script(&hanging_stream());
    let engine = gateway.engine(&json!({}));
    let call = engine.start("chat.completions.stream", chat(), b"").unwrap();
    while engine.pull_blocking(call, 9, 9, LONGEST).unwrap().items.is_empty() {}
    std::thread::scope(|scope| {
        let waiting = scope.spawn(|| engine.pull_blocking(call, 9, 9, LONGEST));
        while !waiting.is_finished() {
            engine.close(call);
            std::thread::yield_now();
        }
        // It waited when the id was closed, or came too late.
        match waiting.join().unwrap() {
            Ok(batch) => assert!(batch.end.is_some()),
            Err(error) => assert_eq!(error, HandleError::Unknown),
        }
    });
    assert_eq!(common::parsed(&engine.stats())["open_calls"], 0);
}

#[test]
fn a_shutdown_ends_every_call_and_refuses_new_ones() {
    let gateway = Gateway::start(&json!({}));
    gateway.control("script_repeating", &json!([{"hang": true}]));
    let engine = gateway.engine(&json!({}));
    let calls: Vec<_> = (0..50).map(|_| engine.start("chat.completions.create", chat(), b"").unwrap()).collect();
    engine.shutdown();
    engine.shutdown();
    for call in calls {
        assert_eq!(read(&engine, call).failed()["kind"], "Cancelled");
    }
    let late = run(&engine, "chat.completions.create", chat(), &json!({}));
    assert_eq!((&late.failed()["kind"], &late.failed()["field"]), (&json!("Configuration"), &json!("client")));
    assert!(late.failed()["message"].as_str().unwrap().contains("closed"));
}

#[test]
fn an_engine_that_is_dropped_ends_the_pulls_under_way() {
    let gateway = Gateway::start(&json!({}));
    gateway.control("script_repeating", &json!([{"hang": true}]));
    let engine = gateway.engine(&json!({}));
    let call = engine.start("chat.completions.create", chat(), b"").unwrap();
    let pull = engine.pull(call, 1, 1).unwrap();
    drop(engine);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    let batch = runtime.block_on(async { tokio::time::timeout(LONGEST, pull).await }).unwrap();
    assert!(batch.end.is_some());
}

#[test]
fn a_caller_who_does_not_read_meets_the_calls_limit() {
    let events: Vec<_> = (0..500).map(|_| json!({"data": {"choices": [{"delta": {"content": "x"}}]}})).collect();
    let gateway = Gateway::start(&json!({}));
    gateway.script(&json!([{"sse": events, "hang": true}]));
    let engine = gateway.engine(&json!({}));
    let call = engine.start("chat.completions.stream", chat(), br#"{"timeout_s": 0.3}"#).unwrap();
    // Nobody pulls: the deliveries are full, and the stream's own time goes on.
    let meta = || common::parsed(&engine.snapshot(call).unwrap())["meta"]["elapsed_s"].as_f64().unwrap();
    let begun = Instant::now();
    let (mut before, mut after) = (0.0, meta());
    while before < after {
        assert!(begun.elapsed() < LONGEST, "the call never ends");
        std::thread::yield_now();
        (before, after) = (after, meta());
    }
    let read = read(&engine, call);
    assert_eq!((&read.failed()["kind"], &read.failed()["phase"]), (&json!("StreamInterrupted"), &json!("call")));
    assert!(!read.items.is_empty() && read.items.len() < 500, "{} items", read.items.len());
}
