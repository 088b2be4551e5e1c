//! Proxies, as told by an option and by the environment, and compressed answers.

#![cfg(feature = "testing")]

mod common;

use std::io::Write;
use std::process::Command;
use std::sync::{Arc, Mutex};

use axonium::testing::GatewayConfig;
use axonium::{Client, Config, ErrorKind, RetryOptions};
use common::{Raw, completion, config_for, read_request, request, served};
use flate2::Compression;
use flate2::write::GzEncoder;
use tokio::io::AsyncWriteExt;

/// An address that only a proxy could reach.
const BEHIND: &str = "http://gateway.invalid:8020";
/// Tells a copy of this program, run with its own environment, what to expect.
const EXPECTED: &str = "AXONIUM_TEST_EXPECTED";
const GATEWAY: &str = "AXONIUM_TEST_GATEWAY";

/// A forward proxy that answers by itself, and the heads of the requests that came to it.
async fn proxy() -> (Raw, Arc<Mutex<Vec<String>>>) {
    let heads = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&heads);
    let server = Raw::start(move |_, mut stream| {
        let seen = Arc::clone(&seen);
        async move {
            let head = read_request(&mut stream).await;
            seen.lock().unwrap().push(head);
            let _ = stream.write_all(completion("by proxy").as_bytes()).await;
        }
    })
    .await;
    (server, heads)
}

#[tokio::test]
async fn the_option_sends_every_request_through_the_proxy() {
    let (proxy, heads) = proxy().await;
    let address = proxy.url().replace("http://", "http://user:pass@");
    let client = Client::new(Config { proxy: address.into(), ..config_for(BEHIND) }).unwrap();
    assert_eq!(client.chat(&request()).await.unwrap().content(), Some("by proxy"));
    let head = heads.lock().unwrap()[0].clone();
    assert!(head.starts_with("POST http://gateway.invalid:8020/v1/chat/completions "), "{head}");
    assert!(head.to_lowercase().contains("proxy-authorization: basic dxnlcjpwyxnz"), "{head}");
}

#[tokio::test]
async fn a_proxy_that_is_gone_is_a_connection_that_was_never_made() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://user:hunter2@{}", listener.local_addr().unwrap());
    drop(listener);
    for behind in [BEHIND, "https://gateway.invalid"] {
        let config = Config {
            proxy: address.clone().into(),
            retry: RetryOptions { max_attempts: Some(1), ..RetryOptions::default() },
            ..config_for(behind)
        };
        let error = Client::new(config).unwrap().chat(&request()).await.unwrap_err();
        assert_eq!((error.kind(), error.details().sent), (ErrorKind::Connection, Some(false)), "{error}");
        assert!(!format!("{error} {error:?}").contains("hunter2"), "{error:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_environment_names_a_proxy_and_its_exceptions() {
    if let (Ok(expected), Ok(gateway)) = (std::env::var(EXPECTED), std::env::var(GATEWAY)) {
        let completion = Client::new(config_for(&gateway)).unwrap().chat(&request()).await.unwrap();
        assert_eq!(completion.content(), Some(expected.as_str()));
        return;
    }
    let (proxy, heads) = proxy().await;
    let served = served(GatewayConfig::default());
    let url = served.gateway.url();
    for (no_proxy, expected) in [("", "by proxy"), ("other.invalid", "by proxy"), ("127.0.0.1", "one two three")] {
        let mut copy = Command::new(std::env::current_exe().unwrap());
        copy.args(["--exact", "the_environment_names_a_proxy_and_its_exceptions", "--nocapture"])
            .envs([("HTTP_PROXY", proxy.url().as_str()), ("NO_PROXY", no_proxy), (EXPECTED, expected)])
            .env(GATEWAY, &url)
            .env_remove("REQUEST_METHOD");
        let ended = tokio::task::spawn_blocking(move || copy.output().unwrap()).await.unwrap();
        assert!(ended.status.success(), "NO_PROXY={no_proxy}: {}", String::from_utf8_lossy(&ended.stderr));
        assert!(String::from_utf8_lossy(&ended.stdout).contains("1 passed"));
    }
    assert_eq!(heads.lock().unwrap().len(), 2);
}

/// An answer whose body was compressed as `encoding` says.
async fn compressed(encoding: &str, compress: impl Fn(&[u8]) -> Vec<u8>) -> Raw {
    let plain = completion("pressed");
    let (_, body) = plain.split_once("\r\n\r\n").unwrap();
    let body = compress(body.as_bytes());
    let head = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: {encoding}\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    Raw::answering([head.into_bytes(), body].concat()).await
}

#[tokio::test]
async fn compressed_answers_are_read() {
    let gzip = compressed("gzip", |body| {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(body).unwrap();
        encoder.finish().unwrap()
    })
    .await;
    let brotli = compressed("br", |body| {
        let mut encoder = brotli::CompressorWriter::new(Vec::new(), 4096, 5, 20);
        encoder.write_all(body).unwrap();
        encoder.into_inner()
    })
    .await;
    for server in [gzip, brotli] {
        let completion = Client::new(config_for(&server.url())).unwrap().chat(&request()).await.unwrap();
        assert_eq!(completion.content(), Some("pressed"));
    }
    let broken = compressed("gzip", <[u8]>::to_vec).await;
    let error = Client::new(config_for(&broken.url())).unwrap().chat(&request()).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Decode, "{error}");
}
