//! Budgets, breakers and tokens: everything that says no before a model is asked.

mod support;

use axonium_gateway::Gateway;
use serde_json::{Value, json};
use support::*;

fn advance(gateway: &Gateway, seconds: u64) -> Result {
    gateway.control("advance", json!({"seconds": seconds}))?;
    Ok(())
}

fn number(reply: &Reply, name: &str) -> Option<u64> {
    reply.header(name)?.parse().ok()
}

#[tokio::test]
async fn a_spent_window_refuses_until_it_turns_over() -> Result {
    let gateway = start(json!({"requests_per_window": 2, "tokens_per_window": 100}))?;
    for remaining in [1, 0] {
        let reply = chat(&gateway, &[], &say("hi")).await?;
        assert_eq!(reply.status, 200);
        assert_eq!(number(&reply, "x-ratelimit-limit-requests"), Some(2));
        assert_eq!(number(&reply, "x-ratelimit-remaining-requests"), Some(remaining));
        assert_eq!(number(&reply, "x-ratelimit-limit-tokens"), Some(100));
        assert_eq!(reply.header("x-ratelimit-scope"), Some("chat_completions"));
    }
    let reply = chat(&gateway, &[], &say("hi")).await?;
    assert_eq!((reply.status, reply.problem().as_str()), (429, "rate-limit-exceeded-requests"));
    let wait = number(&reply, "retry-after").ok_or("no Retry-After")?;
    assert!((1..=60).contains(&wait));
    assert_eq!(number(&reply, "x-ratelimit-reset-requests"), Some(wait));
    assert_eq!(number(&reply, "x-ratelimit-remaining-tokens"), Some(96));
    assert_eq!((&reply.json()["retry_after"], &reply.json()["scope"]), (&json!(wait), &json!("chat_completions")));
    let models = get(&gateway, "/v1/models", &[("authorization", "Bearer k")]).await?;
    assert_eq!((models.status, models.header("x-ratelimit-scope")), (200, Some("models")), "a budget of its own");
    advance(&gateway, wait)?;
    assert_eq!(chat(&gateway, &[], &say("hi")).await?.status, 200);
    assert_eq!(gateway.ledger().generations, 3);
    Ok(())
}

#[tokio::test]
async fn a_replay_spends_a_request_and_no_tokens() -> Result {
    let gateway = start(json!({"requests_per_window": 2, "tokens_per_window": 100}))?;
    let key = [("idempotency-key", "k")];
    chat(&gateway, &key, &say("hi")).await?;
    let replay = chat(&gateway, &key, &say("hi")).await?;
    assert_eq!(number(&replay, "x-ratelimit-remaining-tokens"), Some(98));
    assert_eq!(chat(&gateway, &key, &say("hi")).await?.status, 429);
    Ok(())
}

#[tokio::test]
async fn spent_tokens_refuse_the_next_request() -> Result {
    let gateway = start(json!({"tokens_per_window": 3}))?;
    assert_eq!(chat(&gateway, &[], &say("a b")).await?.status, 200);
    let reply = chat(&gateway, &[], &say("a b")).await?;
    assert_eq!((reply.status, number(&reply, "x-ratelimit-remaining-tokens")), (429, Some(0)));
    Ok(())
}

#[tokio::test]
async fn the_breaker_of_a_replica_opens_and_lets_one_try_again() -> Result {
    let gateway = start(json!({
        "models": [{"id": "qwen3-0.6b", "fails_first": 3}], "breaker": {"failures": 2, "open_seconds": 30},
    }))?;
    for _ in 0..2 {
        let reply = chat(&gateway, &[], &say("hi")).await?;
        assert_eq!((reply.status, reply.problem().as_str()), (502, "upstream-error"));
        assert_eq!(reply.header("x-prometheus-instance-id"), Some("replica-1"));
    }
    let reply = chat(&gateway, &[], &say("hi")).await?;
    assert_eq!((reply.status, reply.problem().as_str()), (503, "backend-unavailable"));
    assert!(matches!(number(&reply, "retry-after"), Some(1..=30)));
    advance(&gateway, 30)?;
    assert_eq!(chat(&gateway, &[], &say("hi")).await?.status, 502, "it may try, and fails");
    assert_eq!(chat(&gateway, &[], &say("hi")).await?.status, 503);
    assert_eq!(chat(&gateway, &[("x-prometheus-instance", "#2")], &say("hi")).await?.status, 200);
    advance(&gateway, 30)?;
    assert_eq!(chat(&gateway, &[], &say("hi")).await?.status, 200);
    assert_eq!(chat(&gateway, &[], &say("hi")).await?.status, 200);
    Ok(())
}

async fn token(gateway: &Gateway, form: &str) -> Result<Reply> {
    send(gateway, "POST", "/oauth2/token", &[("content-type", "application/x-www-form-urlencoded")], form).await
}

const FORM: &str = "grant_type=client_credentials&client_id=app&client_secret=s%2Bt";

#[tokio::test]
async fn tokens_are_granted_and_outlived() -> Result {
    let gateway = start(json!({"client_id": "app", "client_secret": "s+t", "token_lifetime_seconds": 100}))?;
    let granted = token(&gateway, FORM).await?;
    assert_eq!(granted.status, 200);
    let granted = granted.json();
    assert_eq!((&granted["token_type"], &granted["expires_in"]), (&json!("Bearer"), &json!(100)));
    assert_eq!(granted["scope"], "inference:read inference:stream");
    let bearer = format!("Bearer {}", granted["access_token"].as_str().unwrap_or_default());
    let call = |bearer: String| {
        let gateway = &gateway;
        async move { post(gateway, CHAT, &[("authorization", &bearer)], &say("hi")).await }
    };
    assert_eq!(call(bearer.clone()).await?.status, 200);
    advance(&gateway, 100)?;
    let reply = call(bearer).await?;
    assert_eq!((reply.status, reply.problem().as_str()), (401, "token-expired"));
    let reply = call("Bearer made-up".to_owned()).await?;
    assert_eq!((reply.status, reply.problem().as_str()), (401, "invalid-token"));
    for missing in ["", "Basic eA==", "Bearer "] {
        let reply = call(missing.to_owned()).await?;
        assert_eq!((reply.status, reply.problem().as_str()), (401, "missing-credentials"), "{missing:?}");
    }
    assert_eq!((gateway.token_requests().len(), gateway.requests().len()), (1, 6));
    Ok(())
}

#[tokio::test]
async fn the_token_carries_its_end_by_the_date_of_the_answer() -> Result {
    use base64::Engine as _;
    let gateway = start(json!({"token_lifetime_seconds": 100}))?;
    advance(&gateway, 1_000_000)?;
    let reply = token(&gateway, FORM).await?;
    let date = httpdate::parse_http_date(reply.header("date").ok_or("no date")?)?;
    let date = date.duration_since(std::time::UNIX_EPOCH)?.as_secs();
    let token = reply.json()["access_token"].as_str().map(str::to_owned).unwrap_or_default();
    let claims = token.split('.').nth(1).ok_or("no claims")?;
    let claims: Value = serde_json::from_slice(&base64::engine::general_purpose::URL_SAFE_NO_PAD.decode(claims)?)?;
    let left = claims["exp"].as_u64().ok_or("no exp")? - date;
    assert!((90..=100).contains(&left), "{left}");
    Ok(())
}

#[tokio::test]
async fn the_token_endpoint_refuses_in_oauth_s_words() -> Result {
    let gateway = start(json!({"client_id": "app", "client_secret": "s+t"}))?;
    let cases = [
        ("grant_type=password&client_id=app&client_secret=s%2Bt".to_owned(), 400, "unsupported_grant_type"),
        ("grant_type=client_credentials&client_id=app&client_secret=wrong".to_owned(), 401, "invalid_client"),
        (format!("{FORM}&scope=admin"), 400, "invalid_scope"),
    ];
    for (form, status, error) in cases {
        let reply = token(&gateway, &form).await?;
        assert_eq!((reply.status, &reply.json()["error"]), (status, &json!(error)));
    }
    Ok(())
}

#[tokio::test]
async fn a_scope_that_was_not_granted_is_forbidden() -> Result {
    let gateway = start(json!({}))?;
    let granted = token(&gateway, &format!("{FORM}&scope=inference%3Aread")).await?.json();
    assert_eq!(granted["scope"], "inference:read");
    let bearer = format!("Bearer {}", granted["access_token"].as_str().unwrap_or_default());
    let bearer = [("authorization", bearer.as_str())];
    assert_eq!(post(&gateway, CHAT, &bearer, &say("hi")).await?.status, 200);
    let reply = post(&gateway, CHAT, &bearer, &say_streamed("hi")).await?;
    assert_eq!((reply.status, reply.problem().as_str()), (403, "forbidden"));
    Ok(())
}

#[tokio::test]
async fn a_static_key_must_be_the_one_that_was_set() -> Result {
    let gateway = start(json!({"api_key": "k"}))?;
    assert_eq!(chat(&gateway, &[], &say("hi")).await?.status, 200);
    let reply = post(&gateway, CHAT, &[("authorization", "Bearer other")], &say("hi")).await?;
    assert_eq!(reply.problem(), "invalid-token");
    Ok(())
}
