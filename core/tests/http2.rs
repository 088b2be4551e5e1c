//! HTTP/2: what a server says it did not process is sent again, what it may have processed is not.

#![cfg(feature = "testing")]

mod common;

use axonium::testing::GatewayConfig;
use axonium::{Client, Config, ErrorKind};
use common::{Raw, Served, config, request, served, steps};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt, copy_bidirectional};
use tokio::net::TcpStream;

const PREFACE: usize = 24;
const HEADERS: u8 = 1;
const RST_STREAM: u8 = 3;
const SETTINGS: u8 = 4;
const GOAWAY: u8 = 7;

const NO_ERROR: u32 = 0;
const INTERNAL_ERROR: u32 = 2;
const CANCEL: u32 = 8;

fn frame(kind: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).unwrap().to_be_bytes();
    [&length[1..], &[kind, 0], &stream.to_be_bytes(), payload].concat()
}

fn goaway(last_stream: u32, code: u32) -> Vec<u8> {
    frame(GOAWAY, 0, &[last_stream.to_be_bytes(), code.to_be_bytes()].concat())
}

/// Reads until a request has begun, then writes `reply` and closes, once the client has closed if `lingers`.
async fn reply_to_request(mut stream: TcpStream, reply: Vec<u8>, lingers: bool) {
    stream.read_exact(&mut [0; PREFACE]).await.unwrap();
    stream.write_all(&frame(SETTINGS, 0, &[])).await.unwrap();
    loop {
        let mut head = [0; 9];
        stream.read_exact(&mut head).await.unwrap();
        let length = u32::from_be_bytes([0, head[0], head[1], head[2]]);
        stream.read_exact(&mut vec![0; length as usize]).await.unwrap();
        if head[3] == HEADERS {
            break;
        }
    }
    stream.write_all(&reply).await.unwrap();
    if lingers {
        let _ = stream.read_to_end(&mut Vec::new()).await;
    }
}

/// In front of `served`: the first connection replies to its request with those frames, the others are passed on.
async fn fronted(served: &Served, reply: Vec<u8>, lingers: bool) -> (Raw, Client) {
    let behind = served.gateway.url().trim_start_matches("http://").to_owned();
    let front = Raw::start(move |number, mut stream| {
        let (reply, behind) = (reply.clone(), behind.clone());
        async move {
            if number == 0 {
                reply_to_request(stream, reply, lingers).await;
            } else if let Ok(mut gateway) = TcpStream::connect(behind).await {
                let _ = copy_bidirectional(&mut stream, &mut gateway).await;
            }
        }
    })
    .await;
    let config = Config { gateway_base_url: front.url().into(), http2: Some(true), ..config(served) };
    (front, Client::new(config).unwrap())
}

#[tokio::test]
async fn it_is_spoken_without_tls_when_asked_for() {
    let served = served(GatewayConfig::default());
    steps(&served, json!([{"gateway": true, "http2": true}]));
    let client = Client::new(Config { http2: Some(true), ..config(&served) }).unwrap();
    assert_eq!(client.chat(&request()).await.unwrap().content(), Some("one two three"));
    let mut stream = client.chat_stream(&request()).await.unwrap();
    assert_eq!(stream.final_completion().await.unwrap().content(), Some("one two three"));
}

#[tokio::test]
async fn a_refused_stream_is_repeated_without_a_key() {
    let served = served(GatewayConfig::default());
    steps(&served, json!([{"close": "refused_stream"}, {"gateway": true}]));
    let client = Client::new(Config { http2: Some(true), ..config(&served) }).unwrap();
    let completion = client.chat(&request()).await.unwrap();
    assert_eq!(completion.meta.attempts, 2);
    assert_eq!(completion.meta.history[0].reason, Some("not-sent"));
    assert_eq!(served.gateway.ledger().generations, 1);
}

#[tokio::test]
async fn a_goaway_below_our_stream_is_repeated_without_a_key() {
    let served = served(GatewayConfig::default());
    for lingers in [true, false] {
        let (front, client) = fronted(&served, goaway(0, NO_ERROR), lingers).await;
        let completion = client.chat(&request()).await.unwrap();
        assert_eq!(completion.meta.attempts, 2);
        assert_eq!(completion.meta.history[0].reason, Some("not-sent"));
        assert_eq!(front.connections(), 2);
    }
}

#[tokio::test]
async fn a_goaway_that_covers_our_stream_proves_nothing() {
    let served = served(GatewayConfig::default());
    let (front, client) = fronted(&served, goaway(1, NO_ERROR), false).await;
    let error = client.chat(&request()).await.unwrap_err();
    assert_eq!((error.kind(), error.details().sent), (ErrorKind::Connection, Some(true)), "{error}");
    assert_eq!((error.details().meta.attempts, front.connections()), (1, 1));
}

#[tokio::test]
async fn a_stream_that_is_reset_for_another_reason_is_raised() {
    let served = served(GatewayConfig::default());
    for code in [NO_ERROR, INTERNAL_ERROR, CANCEL] {
        let (front, client) = fronted(&served, frame(RST_STREAM, 1, &code.to_be_bytes()), true).await;
        let error = client.chat(&request()).await.unwrap_err();
        assert_eq!((error.kind(), error.details().sent), (ErrorKind::Connection, Some(true)), "code {code}: {error}");
        assert_eq!(error.details().reason.unwrap().code(), "lost-without-key");
        assert_eq!(front.connections(), 1);
    }
}

#[tokio::test]
async fn many_calls_share_one_connection() {
    let served = served(GatewayConfig::default());
    let behind = served.gateway.url().trim_start_matches("http://").to_owned();
    let front = Raw::start(move |_, mut stream| {
        let behind = behind.clone();
        async move {
            let mut gateway = TcpStream::connect(behind).await.unwrap();
            let _ = copy_bidirectional(&mut stream, &mut gateway).await;
        }
    })
    .await;
    let config = Config { gateway_base_url: front.url().into(), http2: Some(true), ..config(&served) };
    let client = Client::new(config).unwrap();
    client.chat(&request()).await.unwrap();
    let (first, second) = (request(), request());
    let calls =
        futures_util::future::join_all((0..50).map(|turn| client.chat(if turn % 2 == 0 { &first } else { &second })));
    assert!(calls.await.into_iter().all(|call| call.unwrap().content() == Some("one two three")));
    assert_eq!(front.connections(), 1);
}
