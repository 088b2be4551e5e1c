//! The idempotency store, over HTTP.

mod support;

use axonium_gateway::Gateway;
use serde_json::{Value, json};
use support::*;
use tokio::io::AsyncWriteExt;

const KEY: (&str, &str) = ("idempotency-key", "order-4417");

fn slow() -> Value {
    json!({"models": [{"id": "qwen3-0.6b", "generation_ms": 60_000}]})
}

/// Sends a keyed request and leaves once it runs.
async fn begin_and_leave(gateway: &Gateway, body: &Value) -> Result {
    let mut tcp = connect(gateway).await?;
    let headers = [("authorization", "Bearer k"), KEY];
    tcp.write_all(request("POST", CHAT, &headers, &body.to_string(), false).as_bytes()).await?;
    until(|| gateway.ledger().generations == 1).await;
    Ok(())
}

#[tokio::test]
async fn a_finished_request_is_replayed_and_not_billed() -> Result {
    let gateway = start(json!({}))?;
    let first = chat(&gateway, &[KEY], &say("hi")).await?;
    assert_eq!(first.header("idempotent-replay"), None);
    let mut same = say("hi");
    same["temperature"] = Value::Null;
    same["colour"] = "red".into();
    let again = chat(&gateway, &[KEY, ("x-prometheus-instance", "#2")], &same).await?;
    assert_eq!((again.status, &again.body), (200, &first.body), "the parsed request is the same");
    assert_eq!(again.header("idempotent-replay"), Some("true"));
    assert_eq!(again.header("x-idempotent-replay-of"), first.header("x-request-id"));
    assert_ne!(again.header("x-request-id"), first.header("x-request-id"));
    assert_eq!(again.header("x-prometheus-instance"), Some("#1"), "the replica that generated it");
    let ledger = gateway.ledger();
    assert_eq!((ledger.generations, ledger.billed, ledger.replayed), (1, 1, 1));

    let bearer = ("authorization", "Bearer k");
    let usage = |reply: &Reply| format!("/v1/usage/{}", reply.header("x-request-id").unwrap_or_default());
    assert_eq!(get(&gateway, &usage(&first), &[bearer]).await?.status, 200);
    assert_eq!(get(&gateway, &usage(&again), &[bearer]).await?.status, 404);
    Ok(())
}

#[tokio::test]
async fn a_stream_is_replayed_event_by_event() -> Result {
    let gateway = start(json!({}))?;
    let first = chat(&gateway, &[KEY], &say_streamed("a b c")).await?;
    let again = chat(&gateway, &[KEY], &say_streamed("a b c")).await?;
    assert_eq!((&again.body, again.header("idempotent-replay")), (&first.body, Some("true")));
    assert_eq!(again.header("content-type"), Some("text/event-stream"));
    let other_form = chat(&gateway, &[KEY], &say("a b c")).await?;
    assert_eq!(other_form.problem(), "idempotency-key-reuse", "a stream is another request");
    Ok(())
}

#[tokio::test]
async fn a_running_request_is_waited_for_and_collected_though_its_client_left() -> Result {
    for body in [say("a b"), say_streamed("a b")] {
        let gateway = start(slow())?;
        begin_and_leave(&gateway, &body).await?;
        let reply = chat(&gateway, &[KEY], &body).await?;
        assert_eq!((reply.status, reply.problem().as_str()), (409, "idempotency-in-progress"));
        assert_eq!(reply.header("retry-after"), Some("1"));
        gateway.control("advance", json!({"seconds": 60}))?;
        until(|| gateway.ledger().entries[0].termination_reason.is_some()).await;
        let reply = chat(&gateway, &[KEY], &body).await?;
        assert_eq!((reply.status, reply.header("idempotent-replay")), (200, Some("true")));
        let ledger = gateway.ledger();
        assert_eq!((ledger.generations, ledger.billed, ledger.replayed), (1, 1, 1));
    }
    Ok(())
}

#[tokio::test]
async fn another_body_or_another_client_is_another_request() -> Result {
    let gateway = start(json!({}))?;
    chat(&gateway, &[KEY], &say("hi")).await?;
    let reply = chat(&gateway, &[KEY], &say("ho")).await?;
    assert_eq!((reply.status, reply.problem().as_str()), (409, "idempotency-key-reuse"));
    let reply = post(&gateway, CHAT, &[("authorization", "Bearer other"), KEY], &say("ho")).await?;
    assert_eq!((reply.status, reply.content().as_str()), (200, "ho"));
    Ok(())
}

#[tokio::test]
async fn an_answer_over_the_limit_is_not_kept() -> Result {
    for body in [say("0123456789"), say_streamed("0123456789")] {
        let gateway = start(json!({"retained_bytes": 100}))?;
        assert_eq!(chat(&gateway, &[KEY], &body).await?.status, 200);
        let reply = chat(&gateway, &[KEY], &body).await?;
        assert_eq!((reply.status, reply.problem().as_str()), (409, "idempotency-response-not-retained"));
        assert_eq!(gateway.ledger().billed, 1);
    }
    let gateway = start(json!({}))?;
    let big = say(&"x".repeat(1 << 20));
    chat(&gateway, &[KEY], &big).await?;
    assert_eq!(chat(&gateway, &[KEY], &big).await?.problem(), "idempotency-response-not-retained");
    Ok(())
}

#[tokio::test]
async fn a_key_is_forgotten_after_a_day() -> Result {
    let gateway = start(json!({}))?;
    chat(&gateway, &[KEY], &say("hi")).await?;
    gateway.control("advance", json!({"seconds": 86_390}))?;
    assert_eq!(chat(&gateway, &[KEY], &say("hi")).await?.header("idempotent-replay"), Some("true"));
    gateway.control("advance", json!({"seconds": 10}))?;
    let reply = chat(&gateway, &[KEY], &say("other")).await?;
    assert_eq!((reply.status, reply.header("idempotent-replay")), (200, None));
    Ok(())
}

#[tokio::test]
async fn a_failed_request_lets_its_key_go_or_holds_it() -> Result {
    let models = json!([{"id": "qwen3-0.6b", "fails_first": 1}]);
    let gateway = start(json!({"models": models}))?;
    assert_eq!(chat(&gateway, &[KEY], &say("hi")).await?.problem(), "upstream-error");
    assert_eq!(chat(&gateway, &[KEY], &say("other")).await?.status, 200, "the key was free");

    let gateway = start(json!({"models": models, "failures_hold_key": true}))?;
    let first = chat(&gateway, &[KEY], &say("hi")).await?;
    let again = chat(&gateway, &[KEY], &say("hi")).await?;
    assert_eq!((first.status, again.status, again.problem().as_str()), (502, 502, "upstream-error"));
    assert_eq!(again.header("idempotent-replay"), None, "a stored error does not say that it is one");
    assert_ne!(again.header("x-request-id"), first.header("x-request-id"));
    assert_eq!(chat(&gateway, &[KEY], &say("other")).await?.problem(), "idempotency-key-reuse");
    assert_eq!(gateway.ledger().generations, 0);
    Ok(())
}

#[tokio::test]
async fn a_stream_the_model_broke_is_never_replayed() -> Result {
    for (hold, status) in [(false, 200), (true, 502)] {
        let gateway = start(json!({"failures_hold_key": hold}))?;
        gateway.control("script", json!([{"gateway": true, "model_breaks_after": 1}]))?;
        let broken = chat(&gateway, &[KEY], &say_streamed("a b")).await?;
        assert!(broken.text().contains("\"error\"") && !broken.text().contains("[DONE]"));
        let again = chat(&gateway, &[KEY], &say_streamed("a b")).await?;
        assert_eq!((again.status, again.header("idempotent-replay")), (status, None));
    }
    Ok(())
}

#[tokio::test]
async fn a_key_that_is_no_key_is_refused() -> Result {
    let gateway = start(json!({}))?;
    for key in ["", "a b", &"k".repeat(256)] {
        let reply = chat(&gateway, &[("idempotency-key", key)], &say("hi")).await?;
        assert_eq!((reply.status, reply.problem().as_str()), (400, "invalid-idempotency-key"), "{key:?}");
    }
    Ok(())
}
