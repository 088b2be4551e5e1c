//! What the log says of requests, and what it must not.

mod support;

use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use axonium_gateway::Clock;
use http::Method;
use serde_json::json;
use support::{CHAT, Connection, Proxied, Raw, Result, next, post, proxy, route, say, say_streamed};
use tracing::subscriber::DefaultGuard;

#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    /// Collects what this thread logs.
    fn start() -> (Self, DefaultGuard) {
        let log = Self::default();
        let writer = log.clone();
        let subscriber = tracing_subscriber::fmt().with_ansi(false).with_writer(move || writer.clone()).finish();
        (log, tracing::subscriber::set_default(subscriber))
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock().unwrap_or_else(PoisonError::into_inner)).into_owned()
    }

    /// The lines of requests, which the engine's own about waits are not.
    fn requests(&self) -> Vec<String> {
        self.text().lines().filter(|line| line.contains("axonium_proxy")).map(str::to_owned).collect()
    }
}

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn assert_says(line: &str, facts: &[&str]) {
    for fact in facts {
        assert!(line.contains(fact), "no {fact} in {line}");
    }
}

#[tokio::test]
async fn a_request_is_one_line_with_what_it_took() -> Result {
    let (log, _guard) = Log::start();
    let proxied = Proxied::scripted(json!([
        {"status": 429, "headers": {"Retry-After": "7"}, "problem": "rate-limit-exceeded-requests"},
        {"gateway": true},
    ]))
    .await?;
    proxied.post(CHAT, &say("hi")).await?;
    proxied.post(CHAT, &say_streamed("hi")).await?;
    proxied.post(CHAT, &json!({})).await?;
    proxied.post("/v1/embeddings", &json!({})).await?;
    let lines = log.requests();
    let [plain, streamed, refused, unknown] = lines.as_slice() else { panic!("{lines:?}") };
    let path = "path=\"/v1/chat/completions\"";
    assert_says(plain, &["INFO", "method=POST", path, "status=200", "attempts=2", "waited_ms=7000", "duration_ms="]);
    assert_says(plain, &["outcome=\"answered\""]);
    assert_says(streamed, &[path, "status=200", "attempts=1", "waited_ms=0", "outcome=\"answered\""]);
    assert_says(refused, &["status=400", "attempts=0", "outcome=\"InvalidRequest\""]);
    assert_says(unknown, &["path=\"/v1/embeddings\"", "status=404", "outcome=\"unknown_path\""]);
    Ok(())
}

#[tokio::test]
async fn a_client_that_left_is_said_to_be_cut_off() -> Result {
    let (log, _guard) = Log::start();
    let upstream = Raw::start(
        "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\ndata: {\"choices\":[{\"delta\":{\"content\":\"hi\"}}]}\n\n",
    )
    .await?;
    let proxy = proxy(vec![route("raw", &upstream.url)], Clock::simulated()).await?;
    let mut connection = Connection::open(&proxy).await?;
    let mut response = connection.send(Method::POST, CHAT, &[], say_streamed("hi").to_string()).await?;
    next(&mut response).await?;
    connection.leave().await;
    upstream.left.await??;
    support::until(|| !log.requests().is_empty()).await;
    assert_says(&log.requests()[0], &["status=200", "attempts=1", "outcome=\"cut-off\""]);
    Ok(())
}

#[tokio::test]
async fn neither_prompts_nor_keys_are_logged() -> Result {
    let (log, _guard) = Log::start();
    let refused = json!({"status": 401, "body": {"error": {"message": "key a-secret-key is unknown"}}});
    let limited = json!({"status": 429, "headers": {"Retry-After": "7"}, "problem": "rate-limit-exceeded-requests"});
    let proxied = Proxied::scripted(json!([limited, refused])).await?;
    let headers = [("authorization", "Bearer a-secret-key"), ("idempotency-key", "a-secret-key")];
    let path = format!("{CHAT}?api_key=a-secret-key");
    post(&proxied.proxy, &path, &headers, say("a secret prompt").to_string()).await?;
    post(&proxied.proxy, &path, &headers, say_streamed("a secret prompt").to_string()).await?;
    assert_eq!(log.requests().len(), 2);
    assert!(!log.text().contains("secret"), "{}", log.text());
    Ok(())
}
