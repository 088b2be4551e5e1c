//! Tokens: one request for many callers, refresh ahead, and what a refused one leads to.

#![cfg(feature = "testing")]

mod common;

use std::time::Duration;

use axonium::testing::GatewayConfig;
use axonium::{Client, Config, ErrorKind, TokenProvider};
use common::{Served, config, served, steps};
use serde_json::json;

fn credentials(served: &Served) -> Config {
    Config { api_key: None.into(), client_id: "client".into(), client_secret: "secret".into(), ..config(served) }
}

fn issuing(lifetime_seconds: u64) -> GatewayConfig {
    serde_json::from_value(json!({
        "client_id": "client", "client_secret": "secret", "token_lifetime_seconds": lifetime_seconds
    }))
    .unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn many_cold_callers_cost_one_token_request() {
    let served = served(issuing(3600));
    let client = Client::new(credentials(&served)).unwrap();
    let calls: Vec<_> = (0..64)
        .map(|_| {
            tokio::spawn({
                let client = client.clone();
                async move { client.models().await }
            })
        })
        .collect();
    for call in calls {
        call.await.unwrap().unwrap();
    }
    assert_eq!(served.gateway.token_requests().len(), 1);
}

#[tokio::test]
async fn a_caller_who_leaves_does_not_end_the_token_request_for_the_others() {
    let served = served(issuing(3600));
    steps(&served, json!([{"path": "/oauth2/token", "delay_ms": 100, "gateway": true}]));
    let client = Client::new(credentials(&served)).unwrap();
    let leaver = tokio::time::timeout(Duration::from_millis(20), client.models()).await;
    assert!(leaver.is_err(), "the first caller left while the token was being fetched");
    client.models().await.unwrap();
    assert_eq!(served.gateway.token_requests().len(), 1);
}

#[tokio::test]
async fn a_token_that_is_due_is_renewed_without_keeping_the_call_waiting() {
    let served = served(issuing(100));
    let client = Client::new(credentials(&served)).unwrap();
    client.models().await.unwrap();
    served.gateway.clock().wait(Duration::from_secs(81)).await;
    client.models().await.unwrap();
    while served.gateway.token_requests().len() < 2 {
        tokio::task::yield_now().await;
    }
    client.models().await.unwrap();
    assert_eq!(served.gateway.token_requests().len(), 2, "the renewed token serves the next calls");
}

#[tokio::test]
async fn a_provider_is_given_the_refused_token_once() {
    let served = served(GatewayConfig::default());
    steps(&served, json!([{"problem": "token-expired"}, {"problem": "token-expired"}]));
    let asked = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
    let provider = TokenProvider::new({
        let asked = asked.clone();
        move |rejected: Option<String>| {
            let mut asked = asked.lock().unwrap();
            asked.push(rejected);
            let token = format!("token-{}", asked.len());
            async move { Ok(token) }
        }
    });
    let client =
        Client::new(Config { api_key: None.into(), token_provider: Some(provider), ..config(&served) }).unwrap();
    let error = client.models().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TokenExpired);
    assert_eq!(error.details().meta.attempts, 2);
    assert_eq!(*asked.lock().unwrap(), [None, Some("token-1".to_owned())]);
}
