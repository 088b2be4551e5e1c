//! More than one route: when a request moves on, and what the client sees of it.

mod support;

use axonium_gateway::Clock;
use axonium_proxy::Route;
use http::StatusCode;
use serde_json::{Value, json};
use support::{CHAT, Pair, RESPONSES, Result, get, post, proxy, respond, respond_streamed, route, say, say_streamed};

const LIMITED: &str = "rate-limit-exceeded-requests";

#[tokio::test]
async fn a_refusal_before_generating_moves_on_instead_of_waiting() -> Result {
    for (path, request) in [(CHAT, say("hi")), (CHAT, say_streamed("hi"))] {
        let pair =
            Pair::scripted(json!([{"status": 429, "headers": {"Retry-After": "7"}, "problem": LIMITED}])).await?;
        let reply = post(&pair.proxy, path, &[], request.to_string()).await?;
        assert_eq!((reply.status, reply.header("x-axonium-route")), (StatusCode::OK, Some("second")));
        reply.assert_took(2, 0);
        assert_eq!(pair.requests(), (1, 1));
        let ran = pair.second.ledger();
        assert_eq!(
            reply.header("x-request-id"),
            Some(ran.entries[0].request_id.as_str()),
            "the delivered attempt's own"
        );
    }
    Ok(())
}

#[tokio::test]
async fn a_stream_that_failed_before_its_output_is_replayed_and_shows_only_the_second() -> Result {
    let role = json!({"choices": [{"delta": {"role": "assistant"}}]});
    let failure = json!({"error": {"message": "overloaded", "code": "overloaded", "retryable": true}});
    let pair = Pair::scripted(json!([{"sse": [{"data": role}, {"data": failure}]}])).await?;
    let reply = post(&pair.proxy, CHAT, &[], say_streamed("hi").to_string()).await?;
    assert_eq!(reply.header("x-axonium-route"), Some("second"));
    reply.assert_took(2, 0);
    let ran = pair.second.ledger();
    assert_eq!(reply.header("x-request-id"), Some(ran.entries[0].request_id.as_str()));
    assert!(!reply.text().contains("overloaded") && reply.text().ends_with("data: [DONE]\n\n"), "{}", reply.text());
    Ok(())
}

#[tokio::test]
async fn a_stream_that_failed_after_its_output_is_not_replayed() -> Result {
    let chunk = json!({"choices": [{"delta": {"content": "hi"}}]});
    let failure = json!({"error": {"message": "overloaded", "code": "overloaded", "retryable": true}});
    let pair = Pair::scripted(json!([{"sse": [{"data": chunk}, {"data": failure}]}])).await?;
    let reply = post(&pair.proxy, CHAT, &[], say_streamed("hi").to_string()).await?;
    assert_eq!(reply.header("x-axonium-route"), Some("first"));
    assert_eq!(reply.events().last(), Some(&failure.to_string()));
    assert_eq!(pair.requests(), (1, 0));
    Ok(())
}

#[tokio::test]
async fn when_the_second_fails_too_its_failure_is_the_answer() -> Result {
    let failure = json!({"error": {"message": "overloaded", "code": "overloaded", "retryable": true}});
    let pair = Pair::scripted(json!([{"sse": [{"data": failure}]}])).await?;
    let own = "{ \"error\": {\"message\":\"no\"}}";
    let refusal = json!([{"status": 404, "headers": {"x-request-id": "req_2"}, "text": own}]);
    pair.second.script(serde_json::from_value(refusal)?)?;
    let reply = post(&pair.proxy, CHAT, &[], say_streamed("hi").to_string()).await?;
    assert_eq!((reply.status, reply.text().as_str()), (StatusCode::NOT_FOUND, own));
    assert_eq!((reply.header("x-axonium-route"), reply.header("x-request-id")), (Some("second"), Some("req_2")));
    reply.assert_took(2, 0);
    Ok(())
}

#[tokio::test]
async fn an_error_that_would_come_again_does_not_move_on() -> Result {
    let pair = Pair::scripted(json!([{"problem": "unknown-model"}])).await?;
    let reply = post(&pair.proxy, CHAT, &[], say("hi").to_string()).await?;
    assert_eq!((reply.status, reply.header("x-axonium-route")), (StatusCode::BAD_REQUEST, Some("first")));
    assert_eq!(pair.requests(), (1, 0));
    Ok(())
}

#[tokio::test]
async fn a_lost_answer_is_not_asked_for_elsewhere() -> Result {
    let pair = Pair::scripted(json!([{"gateway": true, "close": "before_headers"}])).await?;
    for (path, request) in [(CHAT, say("hi")), (RESPONSES, respond("hi"))] {
        let before = pair.requests();
        let reply = post(&pair.proxy, path, &[], request.to_string()).await?;
        assert_eq!(reply.status, StatusCode::BAD_GATEWAY);
        assert_eq!(pair.requests(), (before.0 + 1, before.1));
    }
    Ok(())
}

#[tokio::test]
async fn stored_responses_stay_where_they_are() -> Result {
    let failed =
        json!({"type": "response.failed", "response": {"status": "failed", "error": {"code": "server_error"}}});
    let pair = Pair::scripted(json!([{"sse": [{"data": failed}]}])).await?;
    let mut request = respond_streamed("hi");
    request["store"] = true.into();
    let reply = post(&pair.proxy, RESPONSES, &[], request.to_string()).await?;
    assert_eq!(reply.events(), [failed.to_string()]);
    assert_eq!(pair.requests(), (1, 0));
    Ok(())
}

#[tokio::test]
async fn a_routes_model_and_key_take_the_place_of_the_requests() -> Result {
    let clock = Clock::simulated();
    let gateway = support::gateway(json!({"models": [{"id": "there"}]}), clock.clone())?;
    let own = Route { model: Some("there".into()), key: Some("k".to_owned().into()), ..route("one", &gateway.url()) };
    let proxy = proxy(vec![own], clock).await?;
    for (path, request) in [(CHAT, say("hi")), (CHAT, say_streamed("hi")), (RESPONSES, respond("hi"))] {
        gateway.reset();
        let reply = post(&proxy, path, &[], request.to_string()).await?;
        assert_eq!((reply.status, reply.header("x-axonium-route")), (StatusCode::OK, Some("one")), "{}", reply.text());
        let sent: Value = serde_json::from_str(&gateway.requests()[0].body)?;
        assert_eq!(sent["model"], "there");
    }
    Ok(())
}

#[tokio::test]
async fn a_key_is_sent_to_its_own_route_only() -> Result {
    let clock = Clock::simulated();
    let (one, two) = (support::gateway(json!({}), clock.clone())?, support::gateway(json!({}), clock.clone())?);
    one.script_repeating(serde_json::from_value(json!([{"status": 429, "problem": LIMITED}]))?)?;
    let keyed = Route { key: Some("route-key".to_owned().into()), ..route("one", &one.url()) };
    let proxy = proxy(vec![keyed, route("two", &two.url())], clock).await?;
    let reply = post(&proxy, CHAT, &[("authorization", "Bearer client-key")], say("hi").to_string()).await?;
    assert_eq!(reply.header("x-axonium-route"), Some("two"));
    let sent = |gateway: &axonium_gateway::Gateway, text: &str| format!("{:?}", gateway.requests()).contains(text);
    assert!(sent(&one, "Bearer route-key") && !sent(&one, "client-key"));
    assert!(sent(&two, "Bearer client-key") && !sent(&two, "route-key"));
    Ok(())
}

#[tokio::test]
async fn the_models_are_those_of_the_first_route_that_answers() -> Result {
    let pair = Pair::scripted(json!([{"problem": "usage-store-unavailable"}])).await?;
    let reply = get(&pair.proxy, "/v1/models", &[]).await?;
    assert_eq!((reply.status, reply.header("x-axonium-route")), (StatusCode::OK, Some("second")));
    Ok(())
}
