//! What the gateway kept from its client is refunded, and the ledger tells it by model.

mod support;

use axonium_gateway::{Termination, Totals};
use serde_json::{Value, json};
use support::*;

const KEY: (&str, &str) = ("idempotency-key", "order-4417");

#[tokio::test]
async fn a_model_that_breaks_fails_the_response_in_band() -> Result {
    let gateway = start(json!({}))?;
    gateway.control("script", json!([{"gateway": true, "model_breaks_after": 2}]))?;
    let reply = respond_streamed(&gateway, &[], &ask("a b c")).await?;
    assert_eq!((reply.status, reply.whole), (200, true));
    let events = reply.named_events();
    assert_eq!(
        names(&events)[2..],
        [
            "response.output_item.added",
            "response.content_part.added",
            "response.output_text.delta",
            "response.output_text.delta",
            "response.failed",
        ]
    );
    let response = &events[6]["response"];
    assert_eq!((&response["status"], &response["error"]["code"]), (&json!("failed"), &json!("server_error")));
    assert!(response["error"]["message"].as_str().is_some_and(|message| !message.is_empty()));
    assert_eq!((&response["usage"], &response["incomplete_details"]), (&Value::Null, &Value::Null));
    let item = &response["output"][0];
    assert_eq!((&item["status"], &item["content"][0]["text"]), (&json!("incomplete"), &json!("a b")));
    let entry = &gateway.ledger().entries[0];
    assert_eq!((entry.billed, entry.refunded), (true, false));
    assert_eq!(entry.termination_reason, Some(Termination::UpstreamError));
    Ok(())
}

#[tokio::test]
async fn a_model_that_breaks_before_its_first_word_is_refunded() -> Result {
    let gateway = start(json!({}))?;
    let step = json!({"gateway": true, "model_breaks_after": 0});
    gateway.control("script", json!([step, step]))?;
    let events = respond_streamed(&gateway, &[], &ask("a b")).await?.named_events();
    assert_eq!(names(&events), ["response.created", "response.in_progress", "response.failed"]);
    assert_eq!(events[2]["response"]["output"], json!([]));
    let reply = respond(&gateway, &[], &ask("a b")).await?;
    assert_eq!((reply.status, reply.problem().as_str()), (502, "upstream-error"));
    let ledger = gateway.ledger();
    assert_eq!((ledger.generations, ledger.billed, ledger.refunded), (2, 0, 2));
    Ok(())
}

#[tokio::test]
async fn a_response_that_failed_is_not_kept() -> Result {
    let gateway = start(json!({}))?;
    gateway.control("script", json!([{"gateway": true, "model_breaks_after": 1}]))?;
    let failed = respond_streamed(&gateway, &[], &with(ask("a b"), json!({"store": true}))).await?.named_events();
    let next = with(ask("c"), json!({"previous_response_id": failed[0]["response"]["id"]}));
    assert_eq!(respond(&gateway, &[], &next).await?.status, 400);
    Ok(())
}

#[tokio::test]
async fn an_answer_is_cut_after_the_event_that_was_named() -> Result {
    // The first output is the third event of a response, and the second of a chat.
    for (path, body, opening) in [(RESPONSES, ask("a b"), 2), (CHAT, say("a b"), 1)] {
        let body = with(body, json!({"stream": true}));
        for limit in 0..=opening + 1 {
            let gateway = start(json!({}))?;
            gateway.control("script", json!([{"gateway": true, "close_after_events": limit}]))?;
            let reply = post(&gateway, path, &[("authorization", "Bearer k")], &body).await?;
            let events = reply.text().matches("data: ").count();
            assert_eq!((reply.status, events, reply.whole, reply.end), (200, limit, false, End::Closed), "{path}");
            until(|| gateway.ledger().entries.iter().all(|entry| entry.termination_reason.is_some())).await;
            let (ledger, lost) = (gateway.ledger(), u64::from(limit <= opening));
            let expected = (1, 1 - lost, lost);
            assert_eq!((ledger.generations, ledger.billed, ledger.refunded), expected, "{path} after {limit}");
        }
    }
    Ok(())
}

#[tokio::test]
async fn an_answer_is_reset_after_the_event_that_was_named_and_a_short_one_after_all() -> Result {
    let gateway = start(json!({}))?;
    let steps = json!([
        {"gateway": true, "close_after_events": 1, "close": "reset"},
        {"sse": [{"data": "one"}, {"data": "two"}], "close_after_events": 1, "split_every": 2},
        {"gateway": true, "close_after_events": 99},
    ]);
    gateway.control("script", steps)?;
    let reply = respond_streamed(&gateway, &[], &ask("a b")).await;
    // A reset may throw away what was on its way.
    assert!(reply.map_or(true, |reply| reply.end == End::Reset && reply.named_events().len() <= 1));
    let reply = respond_streamed(&gateway, &[], &ask("a b")).await?;
    assert_eq!((reply.text().as_str(), reply.whole), ("data: one\n\n", false));
    let reply = respond_streamed(&gateway, &[], &ask("a b")).await?;
    assert_eq!((reply.named_events().len(), reply.whole), (10, true));
    Ok(())
}

#[tokio::test]
async fn what_a_key_brings_back_is_not_refunded() -> Result {
    let gateway = start(json!({}))?;
    gateway.control("script", json!([{"gateway": true, "close_after_events": 1}]))?;
    let lost = respond_streamed(&gateway, &[KEY], &ask("a b")).await?;
    assert_eq!(lost.named_events().len(), 1);
    until(|| gateway.ledger().entries.iter().all(|entry| entry.termination_reason.is_some())).await;
    let again = respond_streamed(&gateway, &[KEY], &ask("a b")).await?;
    assert_eq!((again.header("idempotent-replay"), again.named_events().len()), (Some("true"), 10));
    let ledger = gateway.ledger();
    assert_eq!((ledger.generations, ledger.billed, ledger.refunded, ledger.replayed), (1, 1, 0, 1));
    Ok(())
}

#[tokio::test]
async fn routes_that_are_models_of_one_gateway_have_ledgers_of_their_own() -> Result {
    let gateway = start(json!({"models": [{"id": "a"}, {"id": "b"}, {"id": "idle"}]}))?;
    gateway.control("script", json!([{"gateway": true, "model_breaks_after": 0}]))?;
    respond_streamed(&gateway, &[], &with(ask("x"), json!({"model": "a"}))).await?;
    for _ in 0..2 {
        respond_streamed(&gateway, &[KEY], &with(ask("x"), json!({"model": "b"}))).await?;
    }
    chat(&gateway, &[], &with(say("x"), json!({"model": "b"}))).await?;
    let ledger = gateway.control("ledger", Value::Null)?;
    assert_eq!(
        ledger["by_model"],
        json!({
            "a": {"generations": 1, "billed": 0, "refunded": 1, "replayed": 0},
            "b": {"generations": 2, "billed": 2, "refunded": 0, "replayed": 1},
        })
    );
    assert_eq!((&ledger["generations"], &ledger["billed"], &ledger["refunded"]), (&json!(3), &json!(2), &json!(1)));
    assert_eq!(ledger["entries"][0]["refunded"], true);
    let b = Totals { generations: 2, billed: 2, refunded: 0, replayed: 1 };
    assert_eq!(gateway.ledger().by_model["b"], b);
    Ok(())
}
