//! What the log tells of a call, and what no log, error or debug output may tell.

#![cfg(feature = "testing")]

mod common;

use std::fmt::{self, Write as _};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axonium::testing::GatewayConfig;
use axonium::{CircuitBreakerOptions, Client, Config, Hooks, Notice, RetryOptions};
use common::{Served, config, keyed, request, served, steps};
use serde_json::json;
use tracing::field::{Field, Visit};
use tracing::subscriber::DefaultGuard;
use tracing::{Event, Level, Subscriber, span};
use tracing_subscriber::layer::{Context, Layer, SubscriberExt};

const SECRET: &str = "s3cr3t-cl13nt";
const KEY: &str = "sk-l1v3-k3y";

/// Writes down every event and span of the thread, of every crate and level.
#[derive(Clone, Default)]
struct Capture(Arc<Mutex<Vec<(Level, String)>>>);

impl Capture {
    fn start() -> (Self, DefaultGuard) {
        let capture = Self::default();
        let guard = tracing::subscriber::set_default(tracing_subscriber::registry().with(capture.clone()));
        (capture, guard)
    }

    fn lines(&self, target: &str) -> Vec<(Level, String)> {
        let lines = self.0.lock().unwrap();
        lines.iter().filter(|(_, line)| line.starts_with(target)).cloned().collect()
    }
}

struct Line(String);

impl Visit for Line {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        let _ = write!(self.0, " {}={value:?}", field.name());
    }
}

impl<S: Subscriber> Layer<S> for Capture {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let mut line = Line(event.metadata().target().to_owned());
        event.record(&mut line);
        self.0.lock().unwrap().push((*event.metadata().level(), line.0));
    }

    fn on_new_span(&self, attributes: &span::Attributes<'_>, _: &span::Id, _: Context<'_, S>) {
        let mut line = Line(attributes.metadata().target().to_owned());
        attributes.record(&mut line);
        self.0.lock().unwrap().push((*attributes.metadata().level(), line.0));
    }
}

#[tokio::test]
async fn a_wait_that_a_person_notices_is_info_and_a_shorter_one_debug() {
    let served = served(GatewayConfig::default());
    let limited = |seconds| json!({"problem": "rate-limit-exceeded-requests", "headers": {"Retry-After": seconds}});
    steps(&served, json!([limited("1"), {"problem": "usage-store-unavailable", "headers": {"Retry-After": null}}]));
    let (capture, _guard) = Capture::start();
    let retry = RetryOptions {
        initial_backoff: Some(Duration::from_millis(250)),
        jitter: Some(false),
        ..RetryOptions::default()
    };
    let client = Client::new(Config { retry, ..config(&served) }).unwrap();
    client.chat(&request()).await.unwrap();
    let waits: Vec<_> = capture.lines("axonium ").into_iter().filter(|(_, line)| line.contains("wait_s=")).collect();
    let [(first, told), (second, short)] = waits.as_slice() else { panic!("{waits:?}") };
    assert_eq!((*first, *second), (Level::INFO, Level::DEBUG), "{waits:?}");
    for part in [
        "method=\"POST\"",
        "path=\"/v1/chat/completions\"",
        "model=\"qwen3-0.6b\"",
        "attempt=1",
        "wait_s=1.0",
        "reason=\"refused-before-generation\"",
        "request_id=\"req_",
    ] {
        assert!(told.contains(part), "{part} is missing: {told}");
    }
    assert!(short.contains("attempt=2") && short.contains("wait_s=0.5"), "{short}");
}

fn credentials(served: &Served) -> Config {
    Config { api_key: None.into(), client_id: "client".into(), client_secret: SECRET.into(), ..config(served) }
}

#[tokio::test]
async fn a_circuit_that_opens_lets_one_try_and_closes_says_so_to_hooks_and_log() {
    let served = served(GatewayConfig::default());
    steps(&served, json!([{"status": 500, "body": {}}, {"status": 500, "body": {}}]));
    let told = Arc::new(Mutex::new(Vec::new()));
    let hooks = Hooks::new({
        let told = Arc::clone(&told);
        move |notice| {
            if let Notice::Decision { attempt, action: "circuit", reason, message, wait, .. } = notice {
                told.lock().unwrap().push((*attempt, *reason, *wait, message.to_string()));
            }
        }
    });
    let (capture, _guard) = Capture::start();
    let circuit_breaker = Some(CircuitBreakerOptions { failures: Some(1), ..CircuitBreakerOptions::default() });
    let client = Client::new(Config { hooks: Some(hooks), circuit_breaker, ..config(&served) }).unwrap();
    for expected in [false, false, true] {
        assert_eq!(client.chat(&request()).await.is_ok(), expected);
        assert_eq!(client.chat(&request()).await.is_ok(), expected, "refused while open, no change");
        served.gateway.clock().wait(Duration::from_secs(30)).await;
    }
    let told = told.lock().unwrap();
    let open_for = Duration::from_secs(30);
    let half_open = (1, "circuit-half-open", Duration::ZERO);
    let expected = [
        (1, "circuit-opened", open_for),
        half_open,
        (1, "circuit-opened", open_for),
        half_open,
        (1, "circuit-closed", Duration::ZERO),
    ];
    assert_eq!(told.iter().map(|(attempt, reason, wait, _)| (*attempt, *reason, *wait)).collect::<Vec<_>>(), expected);
    let host = served.gateway.url().replace("http://", "");
    let lines: Vec<_> = capture.lines("axonium ").into_iter().filter(|(_, line)| line.contains("circuit")).collect();
    assert_eq!(lines.len(), expected.len());
    for ((level, line), (_, reason, _, message)) in lines.iter().zip(told.iter()) {
        assert!(message.contains(&host) && message.contains("qwen3-0.6b"), "{message}");
        let fields = [format!("host=\"{host}\""), "model=\"qwen3-0.6b\"".to_owned(), format!("reason=\"{reason}\"")];
        assert!(fields.iter().chain([message]).all(|field| line.contains(field)), "{line}");
        assert_eq!(*level, Level::INFO);
    }
}

#[tokio::test]
async fn no_credential_is_told_to_anyone() {
    let (capture, _guard) = Capture::start();
    let mut told = String::new();
    for http2 in [Some(false), Some(true)] {
        let served = served(GatewayConfig::default());
        for config in [credentials(&served), Config { api_key: KEY.into(), ..config(&served) }] {
            let config = Config { http2, ..config };
            let _ = write!(told, "{config:?}");
            let client = Client::new(config).unwrap();
            steps(
                &served,
                json!([
                    {"problem": "token-expired"}, {"gateway": true},
                    {"close": "before_headers"}, {"problem": "invalid-token"}, {"text": "<html>"}
                ]),
            );
            for _ in 0..4 {
                match client.chat(&keyed()).await {
                    Ok(completion) => write!(told, "{completion:?} {client:?}").unwrap(),
                    Err(error) => write!(told, "{error} {error:?}").unwrap(),
                }
            }
        }
        for request in served.gateway.requests().iter().chain(&served.gateway.token_requests()) {
            told.push_str(&request.path);
        }
    }
    let lines = capture.0.lock().unwrap();
    assert!(lines.len() > 20, "the capture sees what the libraries underneath tell: {} lines", lines.len());
    told.extend(lines.iter().map(|(_, line)| line.as_str()));
    for secret in [SECRET, KEY, "eyJ"] {
        if let Some(at) = told.find(secret) {
            panic!("{secret} is told: …{}…", &told[at.saturating_sub(200)..at + 20]);
        }
    }
}

#[tokio::test]
async fn a_token_endpoint_that_echoes_the_secret_does_not_get_it_into_the_error() {
    let served = served(GatewayConfig::default());
    let echo = json!({"error": "invalid_client", "error_description": format!("bad secret {SECRET}")});
    steps(&served, json!([{"path": "/oauth2/token", "status": 401, "body": echo}]));
    let error = Client::new(credentials(&served)).unwrap().models().await.unwrap_err();
    let told = format!("{error} {error:?}");
    assert!(told.contains("invalid_client") && !told.contains(SECRET), "{told}");
}

#[tokio::test]
async fn a_secret_that_occurs_in_the_answer_does_not_spoil_the_token() {
    let served = served(serde_json::from_value(json!({"client_id": "client", "client_secret": "e"})).unwrap());
    let config = Config { client_secret: "e".into(), ..credentials(&served) };
    assert!(Client::new(config).unwrap().models().await.is_ok());
}
