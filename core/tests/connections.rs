//! Connections that are never made, that break, and that were closed behind the client's back.

#![cfg(feature = "testing")]

mod common;

use std::time::Duration;

use axonium::testing::{Gateway, GatewayConfig};
use axonium::{Client, Clock, Config, Error, ErrorKind, RetryOptions, Timeouts};
use common::{Raw, answer, completion, config, config_for, keyed, read_request, request, served, steps};
use serde_json::json;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpListener;

#[tokio::test]
async fn a_refused_connection_is_repeated_and_then_raised_as_not_sent() {
    let gateway = Gateway::start(GatewayConfig { refuse_connections: true, ..GatewayConfig::default() }).unwrap();
    let error = Client::new(config_for(&gateway.url())).unwrap().chat(&request()).await.unwrap_err();
    let Error::Connection(details) = error else { panic!("{error:?}") };
    assert_eq!(details.sent, Some(false));
    assert!(details.retryable);
    assert_eq!((details.meta.attempts, details.meta.waited_for), (3, Duration::from_secs(3)));
    assert!(details.meta.history.iter().all(|attempt| attempt.kind == Some("Connection")));
}

#[tokio::test]
async fn a_name_that_does_not_resolve_is_not_sent() {
    let config = Config {
        retry: RetryOptions { max_attempts: Some(1), ..RetryOptions::default() },
        ..config_for("http://gateway.invalid")
    };
    let error = Client::new(config).unwrap().chat(&request()).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Connection, "{error}");
    assert_eq!(error.details().sent, Some(false));
    assert!(!error.to_string().contains("/v1/"), "the address is not in the message: {error}");
}

#[tokio::test]
async fn a_handshake_that_never_answers_is_a_connect_timeout_and_repeated() {
    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let config = Config {
        timeouts: Timeouts { connect: Some(Duration::from_millis(60)), ..Timeouts::default() },
        ..config_for(&format!("https://{}", silent.local_addr().unwrap()))
    };
    let error = Client::new(config).unwrap().chat(&request()).await.unwrap_err();
    let Error::Timeout(details) = error else { panic!("{error:?}") };
    assert_eq!(details.phase, Some("connect"));
    assert_eq!(details.meta.attempts, 3, "nothing was sent, so it is safe");
    assert_eq!(details.reason.unwrap().code(), "attempts-exhausted");
}

#[tokio::test]
async fn a_full_backlog_is_a_connect_timeout() {
    let socket = tokio::net::TcpSocket::new_v4().unwrap();
    socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let listener = socket.listen(1).unwrap();
    let address = listener.local_addr().unwrap();
    let mut held = Vec::new();
    // Until the queue is full and a connection is no longer taken in.
    while let Ok(connection) =
        tokio::time::timeout(Duration::from_millis(100), tokio::net::TcpStream::connect(address)).await
    {
        held.push(connection.unwrap());
        assert!(held.len() < 64, "the backlog never fills");
    }
    let config = Config {
        timeouts: Timeouts { connect: Some(Duration::from_millis(60)), ..Timeouts::default() },
        retry: RetryOptions { max_attempts: Some(1), ..RetryOptions::default() },
        ..config_for(&format!("http://{address}"))
    };
    let error = Client::new(config).unwrap().chat(&request()).await.unwrap_err();
    assert_eq!(error.details().phase, Some("connect"), "{error}");
}

#[tokio::test]
async fn a_connection_closed_while_idle_is_nobodys_trouble() {
    let served = served(GatewayConfig::default());
    let client = Client::new(config(&served)).unwrap();
    for turn in 0..20 {
        steps(&served, json!([{"gateway": true, "close_idle": true}]));
        let completion = client.chat(&request()).await.unwrap();
        assert_eq!(completion.meta.attempts, 1, "turn {turn}");
    }
    assert_eq!(served.gateway.requests().len(), 20, "none was sent twice");
    assert_eq!(served.gateway.ledger().generations, 20);
}

#[tokio::test]
async fn a_reset_before_the_answer_is_raised_without_a_key_and_repeated_with_one() {
    let served = served(GatewayConfig::default());
    steps(&served, json!([{"close": "reset"}]));
    let client = Client::new(config(&served)).unwrap();
    let error = client.chat(&request()).await.unwrap_err();
    assert_eq!((error.kind(), error.details().sent), (ErrorKind::Connection, Some(true)), "{error}");
    assert_eq!(error.details().reason.unwrap().code(), "lost-without-key");
    steps(&served, json!([{"close": "reset"}]));
    assert_eq!(client.chat(&keyed()).await.unwrap().meta.attempts, 2);
}

#[tokio::test]
async fn a_reset_within_the_body_is_half_an_answer() {
    let served = served(GatewayConfig::default());
    let broken = json!([{"gateway": true, "close_after_bytes": 20, "close": "reset"}]);
    steps(&served, broken.clone());
    let client = Client::new(config(&served)).unwrap();
    let error = client.chat(&request()).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Decode, "{error}");
    assert_eq!((error.details().status, error.details().meta.attempts), (Some(200), 1));
    assert!(error.details().request_id.is_some());
    steps(&served, broken);
    let completion = client.chat(&keyed()).await.unwrap();
    assert_eq!((completion.meta.attempts, completion.meta.idempotent_replay), (2, true));
    assert_eq!(served.gateway.ledger().generations, 2, "one for each call");
}

#[tokio::test]
async fn a_redirect_is_not_followed() {
    for status in ["301 Moved Permanently", "302 Found", "307 Temporary Redirect", "308 Permanent Redirect"] {
        let elsewhere = Raw::answering(completion("stolen")).await;
        let here =
            Raw::answering(answer(status, &format!("Location: {}/v1/chat/completions\r\n", elsewhere.url()), "")).await;
        let error = Client::new(config_for(&here.url())).unwrap().chat(&request()).await.unwrap_err();
        assert_eq!(elsewhere.connections(), 0, "the credential must not travel");
        assert_eq!(here.connections(), 1);
        assert_eq!(error.details().status, Some(status[..3].parse().unwrap()));
        assert!(error.to_string().contains("redirect"), "{error}");
    }
}

#[tokio::test]
async fn an_answer_for_a_request_that_was_never_sent_is_not_taken() {
    // A server that talks before it is asked: the connection is of no use, and the next one is.
    let server = Raw::start(|number, mut stream| async move {
        read_request(&mut stream).await;
        let body = completion("first").replace("Connection: close\r\n", "");
        let _ = stream.write_all(body.as_bytes()).await;
        if number == 0 {
            let _ = stream.write_all(completion("never asked for").as_bytes()).await;
        }
        read_request(&mut stream).await;
    })
    .await;
    let client = Client::new(config_for(&server.url())).unwrap();
    for _ in 0..3 {
        assert_eq!(client.chat(&keyed()).await.unwrap().content(), Some("first"));
    }
}

#[test]
fn a_client_outlives_the_runtime_of_its_first_call() {
    let runtime = || tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let serving = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let config: GatewayConfig =
        serde_json::from_value(json!({"client_id": "client", "client_secret": "secret"})).unwrap();
    let served = serving.block_on(async { served(config) });
    steps(&served, json!([{"path": "/oauth2/token", "hang": true}, {"path": "/oauth2/token", "gateway": true}]));
    let client = Client::new(Config {
        api_key: None.into(),
        client_id: "client".into(),
        client_secret: "secret".into(),
        clock: Some(Clock::real()),
        ..common::config(&served)
    })
    .unwrap();
    runtime().block_on(async {
        // Ends while the token is being fetched: the request for it dies with the runtime.
        assert!(tokio::time::timeout(Duration::from_millis(100), client.models()).await.is_err());
    });
    for _ in 0..2 {
        let models = runtime().block_on(client.models()).unwrap();
        assert_eq!(models.meta.attempts, 1);
    }
}
