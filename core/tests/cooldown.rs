//! After a 503 that names a time its model is left alone, by every client of the group; and the budget of repeats.

#![cfg(feature = "testing")]

mod common;

use std::time::Duration;

use axonium::testing::GatewayConfig;
use axonium::{ChatRequest, Client, Config, Error, ErrorKind, RetryBudgetOptions, RetryOptions};
use common::{Served, config, request, served, steps};
use serde_json::json;

const GROUP: &str = "cooldown-tests";

fn grouped(served: &Served, group: &str) -> Client {
    Client::new(Config { cooldown_group: group.into(), ..config(served) }).unwrap()
}

fn for_model(model: &str) -> ChatRequest {
    ChatRequest { model: model.into(), ..request() }
}

/// A 503 that asks for 90 s: too long to be slept.
fn overloaded() -> serde_json::Value {
    json!([{"problem": "backend-unavailable", "headers": {"Retry-After": "90"}}])
}

#[tokio::test]
async fn while_it_lasts_calls_to_the_model_fail_without_a_request() {
    let served = served(GatewayConfig::default());
    steps(&served, overloaded());
    let client = grouped(&served, &format!("{GROUP}-1"));
    let first = client.chat(&request()).await.unwrap_err();
    assert_eq!(first.details().reason.unwrap().code(), "wait-too-long");
    assert_eq!(first.details().retry_after, Some(Duration::from_secs(90)));
    let Error::Other(details) = client.chat(&request()).await.unwrap_err() else { panic!("another family") };
    assert_eq!(details.kind, ErrorKind::CooldownActive);
    assert!(details.local && details.meta.attempts == 0);
    let left = details.retry_after.unwrap();
    assert!(left <= Duration::from_secs(90) && left > Duration::from_mins(1), "{left:?}");
    assert_eq!(served.gateway.requests().len(), 1);
    assert!(client.chat(&for_model("count-to-20")).await.is_ok(), "another model goes on");
    assert!(client.models().await.is_ok(), "the catalogue goes on");
    served.gateway.clock().wait(left).await;
    assert!(client.chat(&request()).await.is_ok(), "it is over");
}

#[tokio::test]
async fn a_group_shares_it_and_another_does_not() {
    let served = served(GatewayConfig::default());
    steps(&served, overloaded());
    let group = format!("{GROUP}-2");
    grouped(&served, &group).chat(&request()).await.unwrap_err();
    // The first client is gone by now; its group lives as long as anyone of it.
    let (mate, stranger) = (grouped(&served, &group), grouped(&served, &format!("{GROUP}-3")));
    assert!(stranger.chat(&request()).await.is_ok());
    assert!(mate.chat(&request()).await.is_ok(), "no one of the group was left");
    steps(&served, overloaded());
    stranger.chat(&request()).await.unwrap_err();
    let other = grouped(&served, &format!("{GROUP}-3"));
    assert_eq!(other.chat(&request()).await.unwrap_err().kind(), ErrorKind::CooldownActive);
    let off =
        Client::new(Config { cooldown: Some(false), cooldown_group: format!("{GROUP}-3").into(), ..config(&served) });
    assert!(off.unwrap().chat(&request()).await.is_ok(), "switched off");
}

#[tokio::test]
async fn a_calls_own_wait_ends_with_it_and_its_success_clears_it() {
    let served = served(GatewayConfig::default());
    let client = grouped(&served, &format!("{GROUP}-4"));
    steps(&served, json!([{"problem": "backend-unavailable", "headers": {"Retry-After": "7"}}]));
    let completion = client.chat(&request()).await.unwrap();
    assert_eq!((completion.meta.attempts, completion.meta.waited_for), (2, Duration::from_secs(7)));
    assert!(client.chat(&request()).await.is_ok());
}

#[tokio::test]
async fn a_proxys_503_counts_and_one_without_a_time_does_not() {
    let served = served(GatewayConfig::default());
    let client = grouped(&served, &format!("{GROUP}-5"));
    steps(&served, json!([{"status": 503, "headers": {"Retry-After": "30"}, "text": "<html>busy</html>"}]));
    assert_eq!(client.chat(&request()).await.unwrap_err().details().reason.unwrap().code(), "not-repeatable");
    assert_eq!(client.chat(&request()).await.unwrap_err().kind(), ErrorKind::CooldownActive);
    let client = grouped(&served, &format!("{GROUP}-6"));
    steps(&served, json!([{"status": 503, "text": "busy"}]));
    client.chat(&request()).await.unwrap_err();
    assert!(client.chat(&request()).await.is_ok());
}

#[tokio::test]
async fn without_waiting_every_wait_is_an_error() {
    let served = served(GatewayConfig::default());
    steps(&served, json!([{"problem": "rate-limit-exceeded-requests", "headers": {"Retry-After": "1"}}]));
    let retry = RetryOptions { max_backoff: Some(Duration::ZERO), ..RetryOptions::default() };
    let error = Client::new(Config { retry, ..config(&served) }).unwrap().chat(&request()).await.unwrap_err();
    assert_eq!((error.details().reason.unwrap().code(), error.details().meta.attempts), ("waiting-off", 1));
    assert_eq!(error.details().retry_after, Some(Duration::from_secs(1)));
}

#[tokio::test]
async fn the_budget_of_repeats_is_one_for_all_calls_of_a_client() {
    let served = served(GatewayConfig::default());
    let limited = json!({"problem": "rate-limit-exceeded-requests", "headers": {"Retry-After": "1"}});
    served.gateway.script_repeating(serde_json::from_value(json!([limited])).unwrap()).unwrap();
    let retry_budget = RetryBudgetOptions { size: Some(15), ..RetryBudgetOptions::default() };
    let client = Client::new(Config { retry_budget, ..config(&served) }).unwrap();
    let mut outcomes = Vec::new();
    for _ in 0..3 {
        let error = client.chat(&request()).await.unwrap_err();
        outcomes.push((error.details().meta.attempts, error.details().reason.unwrap().code()));
    }
    assert_eq!(outcomes, [(3, "attempts-exhausted"), (2, "retry-budget-empty"), (1, "retry-budget-empty")]);
    served.gateway.reset();
    for _ in 0..5 {
        client.chat(&request()).await.unwrap();
    }
    steps(&served, json!([limited]));
    assert_eq!(client.chat(&request()).await.unwrap().meta.attempts, 2, "five successes pay for a repeat");
}
