//! Turns over a WebSocket, answered by the full gateway.

mod support;

use axonium_gateway::Termination;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use support::websocket::*;
use support::*;
use tokio_tungstenite::tungstenite::Message;

#[tokio::test]
async fn turns_come_one_after_the_other_on_one_connection() -> Result {
    let gateway = start(json!({}))?;
    let (mut socket, response) =
        handshake(&gateway, "/v1/responses?a=1", &[("authorization", "Bearer k"), ("x-mine", "7")]).await?;
    let id = response.headers().get("x-request-id").ok_or("no id")?.to_str()?;
    assert!(response.headers().contains_key("x-trace-id") && response.headers().contains_key("date"));
    let events = turn(&mut socket, with(ask("a b"), json!({"stream": true, "stream_id": "s1"}))).await?;
    let streamed = respond_streamed(&gateway, &[], &ask("a b")).await?.named_events();
    assert_eq!(names(&events), names(&streamed));
    assert!(events.iter().enumerate().all(|(position, event)| event["sequence_number"] == position));
    assert_eq!(events[9]["response"]["usage"], streamed[9]["response"]["usage"]);
    assert_eq!(said(&mut socket, "c").await?, "c");

    assert_eq!(gateway.connections(), 1);
    let ledger = gateway.ledger();
    assert_eq!((ledger.generations, ledger.billed), (3, 3));
    assert_eq!(ledger.entries[0].request_id, id, "the first turn has the handshake's id");
    assert_eq!(ledger.entries[0].termination_reason, Some(Termination::Complete));
    let requests = gateway.requests();
    assert_eq!(
        requests.iter().map(|request| request.method.as_str()).collect::<Vec<_>>(),
        ["WEBSOCKET", "POST", "WEBSOCKET"]
    );
    assert_eq!((requests[2].path.as_str(), requests[2].header("x-mine")), ("/v1/responses?a=1", Some("7")));
    let body: Value = serde_json::from_str(&requests[2].body)?;
    assert_eq!(body, with(ask("c"), json!({"type": "response.create"})));
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn hundreds_of_turns_follow_each_other_on_one_connection() -> Result {
    let gateway = start(json!({}))?;
    let mut socket = open(&gateway).await?;
    for turn in 0..500 {
        assert_eq!(said(&mut socket, &format!("turn {turn}")).await?, format!("turn {turn}"));
    }
    assert_eq!((gateway.ledger().generations, gateway.connections()), (500, 1));
    Ok(())
}

#[tokio::test]
async fn one_response_is_active_at_a_time_and_goes_on() -> Result {
    let gateway = start(json!({"models": [{"id": "qwen3-0.6b", "generation_ms": 60_000}]}))?;
    let mut socket = open(&gateway).await?;
    create(&mut socket, ask("first")).await?;
    assert_eq!(name(&event(&mut socket).await?), "response.created");
    assert_eq!(name(&event(&mut socket).await?), "response.in_progress");
    assert_eq!(refusal(&turn(&mut socket, ask("second")).await?[0]), (400, "response_already_active"));
    gateway.control("advance", json!({"seconds": 60}))?;
    let rest = events(&mut socket).await?;
    assert_eq!(rest.last().ok_or("no event")?["response"]["output"][0]["content"][0]["text"], "first");
    assert_eq!((gateway.ledger().generations, gateway.requests().len()), (1, 2));
    Ok(())
}

#[tokio::test]
async fn what_is_no_create_is_refused_and_the_connection_stays() -> Result {
    let gateway = start(json!({}))?;
    let mut socket = open(&gateway).await?;
    let messages = [
        (Message::text(json!({"type": "response.cancel"}).to_string()), "unknown_type"),
        (Message::text("{}"), "unknown_type"),
        (Message::text("{\"type\": \"response.cre"), "invalid_json"),
        (Message::text("[]"), "invalid_json"),
        (Message::binary("{}"), "invalid_message"),
    ];
    for (message, code) in messages {
        socket.send(message).await?;
        let event = event(&mut socket).await?;
        assert_eq!(refusal(&event), (400, code));
        assert!(event["error"]["message"].as_str().is_some_and(|message| !message.is_empty()));
    }
    assert!(gateway.requests().is_empty());
    assert_eq!(said(&mut socket, "still here").await?, "still here");
    Ok(())
}

#[tokio::test]
async fn pings_are_answered_between_turns_and_during_one() -> Result {
    let gateway = start(json!({"models": [{"id": "qwen3-0.6b", "generation_ms": 60_000}]}))?;
    let mut socket = open(&gateway).await?;
    for text in ["idle", "busy"] {
        socket.send(Message::Ping(text.into())).await?;
        assert_eq!(socket.next().await.ok_or("the end")??, Message::Pong(text.into()));
        create(&mut socket, ask("hi")).await?;
        event(&mut socket).await?;
        event(&mut socket).await?;
        if text == "idle" {
            gateway.control("advance", json!({"seconds": 60}))?;
            events(&mut socket).await?;
        }
    }
    socket.send(Message::Ping("now".into())).await?;
    assert_eq!(socket.next().await.ok_or("the end")??, Message::Pong("now".into()));
    Ok(())
}

#[tokio::test]
async fn a_frame_of_16_mib_is_taken_and_a_larger_one_closes_the_connection() -> Result {
    let gateway = start(json!({"models": [{"id": "m", "context_length": null}]}))?;
    let mut socket = open(&gateway).await?;
    let shell = json!({"type": "response.create", "model": "m", "input": "hi", "x": ""}).to_string();
    let frame = |bytes: usize| shell.replace("\"x\":\"\"", &format!("\"x\":\"{}\"", "a".repeat(bytes - shell.len())));
    socket.send(Message::text(frame(16 << 20))).await?;
    assert_eq!(name(events(&mut socket).await?.last().ok_or("no event")?), "response.completed");
    socket.send(Message::text(frame((16 << 20) + 1))).await?;
    assert_eq!(closed(&mut socket).await?.map(|(code, _)| code), Some(1009));
    assert_eq!(gateway.ledger().generations, 1);
    Ok(())
}

#[tokio::test]
async fn a_connection_takes_turns_for_60_minutes() -> Result {
    let gateway = start(json!({}))?;
    let mut socket = open(&gateway).await?;
    gateway.control("advance", json!({"seconds": 3590}))?;
    assert_eq!(said(&mut socket, "in time").await?, "in time");
    gateway.control("advance", json!({"seconds": 10}))?;
    assert_eq!(refusal(&turn(&mut socket, ask("late")).await?[0]), (400, "websocket_connection_limit_reached"));
    assert_eq!(closed(&mut socket).await?.map(|(code, _)| code), Some(1001));
    assert_eq!(said(&mut open(&gateway).await?, "anew").await?, "anew");
    assert_eq!((gateway.connections(), gateway.ledger().generations), (2, 2));
    Ok(())
}

#[tokio::test]
async fn a_handshake_is_refused_like_any_request_and_recorded() -> Result {
    let gateway = start(json!({"api_key": "k"}))?;
    for (path, headers, status) in [
        (RESPONSES, vec![], 401),
        (RESPONSES, vec![("authorization", "Bearer other")], 401),
        (CHAT, vec![("authorization", "Bearer k")], 405),
        ("/v2/responses", vec![("authorization", "Bearer k")], 404),
        (RESPONSES, vec![("authorization", "Bearer k"), ("sec-websocket-version", "8")], 422),
    ] {
        let response = refused(&gateway, path, &headers).await?;
        assert_eq!(response.status().as_u16(), status, "{path}");
        let kind = response.headers().get("content-type").ok_or("no type")?;
        assert!(kind == "application/problem+json" && response.headers().contains_key("x-request-id"));
    }
    assert_eq!((gateway.requests().len(), gateway.connections()), (5, 0));
    assert!(gateway.requests().iter().all(|request| request.method == "GET"));
    let reply = get(&gateway, RESPONSES, &[("authorization", "Bearer k")]).await?;
    assert_eq!(reply.problem(), "method-not-allowed");
    Ok(())
}

#[tokio::test]
async fn a_turn_is_refused_by_an_event_and_the_connection_stays() -> Result {
    let gateway = start(
        json!({"requests_per_window": 4, "models": [{"id": "qwen3-0.6b"}, {"id": "e", "modality": "embedding"}]}),
    )?;
    let mut socket = open(&gateway).await?;
    let cases = [
        (json!({"model": "nobody"}), (400, "unknown-model")),
        (json!({"background": true}), (422, "validation-error")),
        (json!({"previous_response_id": "resp_0"}), (400, "previous_response_not_found")),
        (json!({"model": "e"}), (400, "modality-mismatch")),
    ];
    for (more, expected) in cases {
        assert_eq!(refusal(&turn(&mut socket, with(ask("hi"), more)).await?[0]), expected);
    }
    let events = turn(&mut socket, ask("hi")).await?;
    assert_eq!(refusal(&events[0]), (429, "rate-limit-exceeded-requests"));
    let error = &events[0]["error"];
    assert!(error["retry_after"].as_u64().is_some_and(|seconds| (1..=60).contains(&seconds)), "{error}");
    assert_eq!((&error["scope"], &error["message"]), (&json!("responses"), &error["detail"]));
    assert!(error["type"].as_str().is_some_and(|kind| kind.ends_with("/rate-limit-exceeded-requests")));
    assert!(error["request_id"].is_string() && error["trace_id"].is_string());
    gateway.control("advance", json!({"seconds": 60}))?;
    assert_eq!(said(&mut socket, "hi").await?, "hi");
    Ok(())
}

#[tokio::test]
async fn a_turn_needs_the_scope_of_streams_and_keeps_the_handshakes_pin() -> Result {
    let gateway = start(json!({"scopes": ["inference:read"]}))?;
    assert_eq!(refusal(&turn(&mut open(&gateway).await?, ask("hi")).await?[0]), (403, "forbidden"));
    let gateway = start(json!({}))?;
    let headers = [("authorization", "Bearer k"), ("x-prometheus-instance", "#3")];
    let (mut socket, _) = handshake(&gateway, RESPONSES, &headers).await?;
    assert_eq!(refusal(&turn(&mut socket, ask("hi")).await?[0]), (400, "unknown-instance"));
    Ok(())
}

#[tokio::test]
async fn a_stored_response_is_continued_on_another_connection() -> Result {
    let gateway = start(json!({}))?;
    let events = turn(&mut open(&gateway).await?, with(ask("a b"), json!({"store": true}))).await?;
    let next = with(ask("c"), json!({"previous_response_id": events[0]["response"]["id"]}));
    let events = turn(&mut open(&gateway).await?, next).await?;
    assert_eq!(events.last().ok_or("no event")?["response"]["usage"]["input_tokens"], 5);
    assert_eq!(gateway.control("connections", Value::Null)?, 2);
    Ok(())
}

#[tokio::test]
async fn a_client_that_leaves_is_billed_all_the_same() -> Result {
    let gateway = start(json!({"models": [{"id": "qwen3-0.6b", "generation_ms": 60_000}]}))?;
    let mut socket = open(&gateway).await?;
    create(&mut socket, ask("a b")).await?;
    event(&mut socket).await?;
    drop(socket);
    // On one thread, the end of the old connection is seen before a new one is answered.
    get(&gateway, "/", &[]).await?;
    gateway.control("advance", json!({"seconds": 60}))?;
    until(|| gateway.ledger().entries.iter().all(|entry| entry.termination_reason.is_some())).await;
    let entry = &gateway.ledger().entries[0];
    assert_eq!((entry.billed, entry.refunded), (true, false));
    assert_eq!(entry.termination_reason, Some(Termination::ClientDisconnected));
    Ok(())
}

#[tokio::test]
async fn a_shutdown_lets_the_active_turn_finish() -> Result {
    let gateway = start(json!({"models": [{"id": "qwen3-0.6b", "generation_ms": 60_000}]}))?;
    let (mut busy, mut idle, clock) = (open(&gateway).await?, open(&gateway).await?, gateway.clock());
    create(&mut busy, ask("a b")).await?;
    event(&mut busy).await?;
    let shutdown = tokio::spawn(gateway.shutdown());
    assert_eq!(closed(&mut idle).await?.map(|(code, _)| code), Some(1001));
    // Its end answers the close frame.
    assert!(idle.next().await.is_none());
    clock.move_ahead_to(std::time::Duration::from_mins(1));
    assert_eq!(name(events(&mut busy).await?.last().ok_or("no event")?), "response.completed");
    assert_eq!(closed(&mut busy).await?.map(|(code, _)| code), Some(1001));
    assert!(busy.next().await.is_none());
    Ok(shutdown.await?)
}

#[tokio::test]
async fn a_reset_ends_the_turn_that_runs_with_its_connection() -> Result {
    let gateway = start(json!({"models": [{"id": "qwen3-0.6b", "generation_ms": 60_000}]}))?;
    let mut socket = open(&gateway).await?;
    create(&mut socket, ask("a b")).await?;
    event(&mut socket).await?;
    event(&mut socket).await?;
    gateway.reset();
    lost(&mut socket).await?;
    assert_eq!(gateway.connections(), 0);
    Ok(())
}
