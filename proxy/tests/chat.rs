//! Chat through the proxy, as one answer.

mod support;

use axonium_gateway::Clock;
use base64::Engine;
use http::StatusCode;
use serde_json::json;
use support::{CHAT, Proxied, Result, post, proxy, route, say};

/// No JSON writer would write it so.
const ODD_ANSWER: &str = "{ \"choices\" : [{\"n\":123456789012345678901234567890}],\"x\":1.0e2}";

#[tokio::test]
async fn bytes_pass_unchanged_both_ways() -> Result {
    let json = json!({"Content-Type": "application/json"});
    let proxied = Proxied::scripted(json!([{"text": ODD_ANSWER, "headers": json}])).await?;
    let asked = "{\"model\":\"m\",  \"messages\":[{\"role\":\"user\",\"content\":\"h\\u0069\"}],\"seed\":1.50}";
    let reply = post(&proxied.proxy, CHAT, &[], asked).await?;
    assert_eq!((reply.status, reply.text().as_str()), (StatusCode::OK, ODD_ANSWER));
    assert_eq!(reply.header("content-type"), Some("application/json"));
    let requests = proxied.gateway.requests();
    assert_eq!(requests.iter().map(|request| request.body.as_str()).collect::<Vec<_>>(), [asked]);
    Ok(())
}

#[tokio::test]
async fn a_refusal_is_waited_out_and_accounted_for() -> Result {
    let proxied = Proxied::scripted(json!([
        {"status": 429, "headers": {"Retry-After": "7"}, "problem": "rate-limit-exceeded-requests"},
        {"gateway": true},
    ]))
    .await?;
    let reply = proxied.post(CHAT, &say("hi")).await?;
    assert_eq!(reply.json()["choices"][0]["message"]["content"], "hi");
    reply.assert_took(2, 7000);
    let ledger = proxied.gateway.ledger();
    assert_eq!((ledger.generations, ledger.billed), (1, 1));
    assert_eq!(reply.header("x-request-id"), Some(ledger.entries[0].request_id.as_str()));
    Ok(())
}

#[tokio::test]
async fn budgets_and_ids_of_the_upstream_are_passed_on() -> Result {
    let proxied = Proxied::start(json!({"requests_per_window": 5})).await?;
    let reply = proxied.post(CHAT, &say("hi")).await?;
    assert_eq!(reply.header("x-ratelimit-limit-requests"), Some("5"));
    assert_eq!(reply.header("x-ratelimit-remaining-requests"), Some("4"));
    assert_eq!(reply.header("x-ratelimit-scope"), Some("chat_completions"));
    assert!(reply.header("x-trace-id").is_some() && reply.header("x-prometheus-instance-id").is_some());
    Ok(())
}

#[tokio::test]
async fn headers_that_are_no_integers_stay_as_they_came() -> Result {
    let headers = json!({"x-ratelimit-reset-requests": "6m0s", "openai-processing-ms": "12", "set-cookie": "a=b"});
    let body = json!({"choices": []});
    let proxied = Proxied::scripted(json!([{"body": body, "headers": headers}])).await?;
    let reply = proxied.post(CHAT, &say("hi")).await?;
    assert_eq!(reply.header("x-ratelimit-reset-requests"), Some("6m0s"));
    assert_eq!(reply.header("openai-processing-ms"), Some("12"));
    assert_eq!(reply.header("set-cookie"), None, "it concerns the upstream's address alone");
    Ok(())
}

#[tokio::test]
async fn an_error_is_the_upstreams_own() -> Result {
    let own = "{ \"error\":{\"message\":\"no such model\",\"type\":\"invalid_request_error\",\"code\":null}}";
    let headers = json!({"Content-Type": "application/json; charset=utf-8", "x-request-id": "req_1"});
    let proxied = Proxied::scripted(json!([{"status": 404, "headers": headers, "text": own}])).await?;
    let reply = proxied.post(CHAT, &say("hi")).await?;
    assert_eq!((reply.status, reply.text().as_str()), (StatusCode::NOT_FOUND, own));
    assert_eq!(reply.header("content-type"), Some("application/json; charset=utf-8"));
    assert_eq!(reply.header("x-request-id"), Some("req_1"));
    reply.assert_took(1, 0);
    Ok(())
}

#[tokio::test]
async fn an_error_is_passed_on_whole_whatever_it_is() -> Result {
    let page = [b"<html>\xff\xfe", "x".repeat(100_000).as_bytes()].concat();
    let encoded = base64::engine::general_purpose::STANDARD.encode(&page);
    let html = json!({"status": 502, "headers": {"Content-Type": "text/html"}, "body_base64": encoded});
    let proxied = Proxied::scripted(json!([html])).await?;
    let reply = proxied.post(CHAT, &say("hi")).await?;
    assert_eq!((reply.status, reply.header("content-type")), (StatusCode::BAD_GATEWAY, Some("text/html")));
    assert!(reply.body == page, "{} bytes", reply.body.len());
    Ok(())
}

#[tokio::test]
async fn an_error_that_was_not_repeated_is_not_to_be_repeated_by_the_client() -> Result {
    let later = json!({"status": 429, "headers": {"Retry-After": "600"}, "problem": "rate-limit-exceeded-requests"});
    let proxied = Proxied::scripted(json!([later])).await?;
    let reply = proxied.post(CHAT, &say("hi")).await?;
    assert_eq!((reply.status, reply.header("retry-after")), (StatusCode::TOO_MANY_REQUESTS, Some("600")));
    assert_eq!(reply.header("x-should-retry"), Some("false"));
    assert_eq!(reply.header("content-type"), Some("application/problem+json"));
    assert!(reply.json()["type"].as_str().is_some_and(|kind| kind.ends_with("/rate-limit-exceeded-requests")));
    Ok(())
}

#[tokio::test]
async fn an_error_without_a_body_gets_one() -> Result {
    let proxied = Proxied::scripted(json!([{"status": 500, "text": ""}])).await?;
    let reply = proxied.post(CHAT, &say("hi")).await?;
    assert_eq!(reply.status, StatusCode::INTERNAL_SERVER_ERROR);
    assert_eq!(reply.json()["error"]["code"], "ServerError");
    assert_eq!(reply.json()["error"]["reason"]["code"], "not-repeatable");
    Ok(())
}

#[tokio::test]
async fn an_error_under_a_good_status_does_not_pass_for_an_answer() -> Result {
    let proxied = Proxied::scripted(json!([{"body": {"error": {"message": "it broke"}}}])).await?;
    let reply = proxied.post(CHAT, &say("hi")).await?;
    assert_eq!(reply.status, StatusCode::BAD_GATEWAY);
    assert!(reply.json()["error"]["message"].as_str().is_some_and(|message| message.contains("it broke")));
    Ok(())
}

#[tokio::test]
async fn a_connection_lost_after_sending_is_told_and_not_repeated() -> Result {
    let proxied = Proxied::scripted(json!([{"gateway": true, "close": "before_headers"}])).await?;
    let reply = proxied.post(CHAT, &say("hi")).await?;
    assert_eq!(reply.status, StatusCode::BAD_GATEWAY);
    let error = &reply.json()["error"];
    assert_eq!((error["code"].as_str(), error["type"].as_str()), (Some("Connection"), Some("server_error")));
    assert_eq!(error["reason"]["code"], "lost-without-key");
    assert_eq!(reply.header("x-should-retry"), Some("false"));
    reply.assert_took(1, 0);
    assert_eq!(proxied.gateway.ledger().generations, 1);
    Ok(())
}

#[tokio::test]
async fn the_clients_key_turns_a_lost_answer_into_a_replay() -> Result {
    let proxied = Proxied::start(json!({})).await?;
    proxied.gateway.script(serde_json::from_value(json!([{"gateway": true, "close": "before_headers"}]))?)?;
    let reply = post(&proxied.proxy, CHAT, &[("idempotency-key", "order-4417")], say("hi").to_string()).await?;
    assert_eq!(reply.json()["choices"][0]["message"]["content"], "hi");
    let ledger = proxied.gateway.ledger();
    assert_eq!((ledger.generations, ledger.replayed), (1, 1));
    assert_eq!(reply.header("idempotent-replay"), Some("true"));
    assert_eq!(reply.header("x-idempotent-replay-of"), Some(ledger.entries[0].request_id.as_str()));
    assert_eq!(reply.header("x-axonium-attempts"), Some("2"));
    Ok(())
}

#[tokio::test]
async fn a_server_that_is_not_there_is_a_bad_gateway() -> Result {
    let gone = support::gateway(json!({"refuse_connections": true}), Clock::simulated())?;
    let proxy = proxy(vec![route("gone", &gone.url())], gone.clock()).await?;
    let reply = post(&proxy, CHAT, &[], say("hi").to_string()).await?;
    assert_eq!(reply.status, StatusCode::BAD_GATEWAY);
    assert_eq!(reply.json()["error"]["reason"]["code"], "attempts-exhausted");
    assert_eq!(reply.header("x-axonium-attempts"), Some("3"));
    Ok(())
}

#[tokio::test]
async fn a_cooldown_refuses_locally_and_says_for_how_long() -> Result {
    let closed = json!({"status": 503, "headers": {"Retry-After": "90"}, "problem": "backend-unavailable"});
    let proxied = Proxied::scripted(json!([closed])).await?;
    assert_eq!(proxied.post(CHAT, &say("hi")).await?.status, StatusCode::SERVICE_UNAVAILABLE);
    let reply = proxied.post(CHAT, &say("hi")).await?;
    assert_eq!(reply.status, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(reply.json()["error"]["code"], "CooldownActive");
    let left: u32 = reply.header("retry-after").ok_or("no retry-after")?.parse()?;
    assert!((1..=90).contains(&left), "{left}");
    reply.assert_took(0, 0);
    assert_eq!(proxied.gateway.requests().len(), 1);
    Ok(())
}

#[tokio::test]
async fn a_request_that_cannot_be_sent_is_refused_with_its_field() -> Result {
    let proxied = Proxied::start(json!({})).await?;
    let reply = proxied.post(CHAT, &json!({"model": "m", "messages": []})).await?;
    assert_eq!(reply.status, StatusCode::BAD_REQUEST);
    let error = &reply.json()["error"];
    assert_eq!((error["param"].as_str(), error["type"].as_str()), (Some("messages"), Some("invalid_request_error")));
    reply.assert_took(0, 0);
    let reply = post(&proxied.proxy, CHAT, &[("idempotency-key", "with space")], say("hi").to_string()).await?;
    assert_eq!(reply.json()["error"]["param"], "idempotency_key");
    let reply = post(&proxied.proxy, CHAT, &[], "not JSON").await?;
    assert_eq!(
        (reply.status, reply.json()["error"]["code"].as_str()),
        (StatusCode::BAD_REQUEST, Some("InvalidRequest"))
    );
    assert!(proxied.gateway.requests().is_empty());
    Ok(())
}
