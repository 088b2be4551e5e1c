//! Dropping a call ends it at once, wherever it is, and leaves nothing behind.

#![cfg(feature = "testing")]

mod common;

use std::sync::Arc;
use std::time::{Duration, Instant};

use axonium::engine::{self, Operation, Outlet, Record};
use axonium::testing::GatewayConfig;
use axonium::{CallOptions, Client, Clock, Config, ErrorKind};
use common::{Raw, config, config_for, read_request, request, served, steps};
use serde_json::json;
use tokio::io::AsyncReadExt;
use tokio::sync::Notify;

const SOON: Duration = Duration::from_millis(200);
const LATE: Duration = Duration::from_secs(5);

#[tokio::test]
async fn out_of_a_wait_at_once_with_the_wait_accounted_for() {
    let served = served(GatewayConfig::default());
    steps(&served, json!([{"problem": "rate-limit-exceeded-requests", "headers": {"Retry-After": "50"}}]));
    let client = Client::new(Config { clock: Some(Clock::real()), ..config(&served) }).unwrap();
    let body = serde_json::to_vec(&request()).unwrap();
    let call = client.engine().prepare(Operation::ChatCreate, body.into(), &CallOptions::default()).unwrap();
    let record = Arc::new(Record::new(client.engine().clock().clone()));
    let (outlet, _deliveries) = Outlet::new();
    let begun = Instant::now();
    let work = client.engine().run(call, Arc::clone(&record), outlet);
    assert!(tokio::time::timeout(SOON, work).await.is_err());
    assert!(begun.elapsed() < LATE);
    let error = engine::cancelled(&record);
    assert_eq!((error.kind(), error.details().meta.attempts), (ErrorKind::Cancelled, 1));
    let meta = &error.details().meta;
    assert!(meta.waited_for > Duration::ZERO && meta.waited_for <= meta.elapsed, "{meta:?}");
    assert_eq!(meta.history[0].kind, Some("RateLimit"));
    let later = engine::cancelled(&record);
    assert_eq!(&later.details().meta, meta, "the account of an ended call stands still");
    assert_eq!(served.gateway.requests().len(), 1);
}

#[tokio::test]
async fn a_wait_holds_up_no_other_call() {
    let served = served(GatewayConfig::default());
    steps(&served, json!([{"problem": "rate-limit-exceeded-requests", "headers": {"Retry-After": "50"}}]));
    let client = Client::new(Config { clock: Some(Clock::real()), ..config(&served) }).unwrap();
    let waiting = tokio::spawn({
        let client = client.clone();
        async move { client.chat(&request()).await.map(drop) }
    });
    while served.gateway.requests().is_empty() {
        tokio::task::yield_now().await;
    }
    let others = (0..20).map(|_| async { client.chat(&request()).await.map(drop) });
    let done =
        tokio::time::timeout(LATE, futures_util::future::join_all(others)).await.expect("the wait blocks others");
    assert!(done.into_iter().all(|call| call.is_ok()));
    assert!(!waiting.is_finished());
    waiting.abort();
}

#[tokio::test]
async fn out_of_a_request_whose_connection_is_then_closed() {
    let gone = Arc::new(Notify::new());
    let server = Raw::start({
        let gone = Arc::clone(&gone);
        move |_, mut stream| {
            let gone = Arc::clone(&gone);
            async move {
                read_request(&mut stream).await;
                let _ = stream.read(&mut [0; 16]).await;
                gone.notify_one();
            }
        }
    })
    .await;
    let client = Client::new(config_for(&server.url())).unwrap();
    assert!(tokio::time::timeout(SOON, client.chat(&request())).await.is_err());
    tokio::time::timeout(LATE, gone.notified()).await.expect("the connection stays open");
    assert_eq!(server.connections(), 1, "and no other is made");
}

#[tokio::test]
async fn before_it_was_polled_nothing_is_sent() {
    let served = served(GatewayConfig::default());
    let client = Client::new(config(&served)).unwrap();
    let asked = request();
    drop(client.chat(&asked));
    drop(client.chat_stream(&asked));
    assert!(client.models().await.is_ok());
    assert_eq!(served.gateway.requests().len(), 1, "only the catalogue was asked");
}
