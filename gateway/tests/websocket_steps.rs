//! Scripted steps over a WebSocket, as they look to its client.

mod support;

use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use support::websocket::*;
use support::*;
use tokio_tungstenite::tungstenite::error::ProtocolError;
use tokio_tungstenite::tungstenite::{Error, Message};

fn was_dropped(error: &Error) -> bool {
    matches!(error, Error::Protocol(ProtocolError::ResetWithoutClosingHandshake))
}

fn was_reset(error: &Error) -> bool {
    matches!(error, Error::Io(error) if error.kind() == std::io::ErrorKind::ConnectionReset)
}

#[tokio::test]
async fn frames_are_sent_as_written_and_the_connection_stays() -> Result {
    let gateway = start(json!({}))?;
    let frames = json!([
        {"json": {"type": "response.created", "sequence_number": 0}}, {"text": "{\"half"},
        {"binary_base64": "/wD+"}, {"ping": "there?"}, {"json": null},
    ]);
    script(&gateway, &json!([{"websocket": frames}, {"websocket": [{"text": "second"}]}]))?;
    let mut socket = open(&gateway).await?;
    assert!(is_silent(&mut socket).await, "frames wait for a response.create");
    create(&mut socket, ask("one")).await?;
    let expected = [
        Message::text(json!({"type": "response.created", "sequence_number": 0}).to_string()),
        Message::text("{\"half"),
        Message::binary(vec![0xff, 0, 0xfe]),
        Message::Ping("there?".into()),
        Message::text("null"),
    ];
    for message in expected {
        assert_eq!(socket.next().await.ok_or("the end")??, message);
    }
    create(&mut socket, ask("two")).await?;
    assert_eq!(socket.next().await.ok_or("the end")??, Message::text("second"));
    assert_eq!(said(&mut socket, "no step is left").await?, "no step is left");
    assert_eq!((gateway.connections(), gateway.requests().len(), gateway.ledger().generations), (1, 3, 1));
    Ok(())
}

#[tokio::test]
async fn frames_end_the_connection_as_they_say() -> Result {
    let gateway = start(json!({}))?;
    let first = json!({"json": {"type": "response.created"}});
    for (last, expected) in [
        (json!({"close": {"code": 1011, "reason": "upstream broke"}}), Some((1011, "upstream broke".to_owned()))),
        (json!({"close": {"code": 4000}}), Some((4000, String::new()))),
        (json!({"close": {}}), None),
    ] {
        script(&gateway, &json!([{"websocket": [first, last]}]))?;
        let mut socket = open(&gateway).await?;
        create(&mut socket, ask("hi")).await?;
        event(&mut socket).await?;
        assert_eq!(closed(&mut socket).await?, expected);
        assert!(socket.next().await.is_none());
    }
    for (last, is_expected) in [("drop", was_dropped as fn(&Error) -> bool), ("reset", was_reset)] {
        script(&gateway, &json!([{"websocket": [first, {last: true}]}]))?;
        let mut socket = open(&gateway).await?;
        create(&mut socket, ask("hi")).await?;
        // A reset may throw away what was on its way.
        let error = match socket.next().await.ok_or("the end")? {
            Ok(_) => lost(&mut socket).await?,
            Err(error) if last == "reset" => error,
            Err(error) => return Err(error.into()),
        };
        assert!(is_expected(&error), "{last}: {error:?}");
    }
    Ok(())
}

#[tokio::test]
async fn frames_pause_on_the_gateways_clock_and_hang() -> Result {
    let gateway = start(json!({}))?;
    let frames = json!([{"text": "one"}, {"pause_ms": 60_000}, {"text": "two"}, {"hang": true}]);
    script(&gateway, &json!([{"websocket": frames, "delay_ms": 60_000}]))?;
    let mut socket = open(&gateway).await?;
    create(&mut socket, ask("hi")).await?;
    for expected in ["one", "two"] {
        assert!(is_silent(&mut socket).await, "{expected} came early");
        // What the gateway reads meanwhile does not start the pause again.
        socket.send(Message::Ping("p".into())).await?;
        assert_eq!(socket.next().await.ok_or("the end")??, Message::Pong("p".into()));
        gateway.control("advance", json!({"seconds": 60}))?;
        assert_eq!(socket.next().await.ok_or("the end")??, Message::text(expected));
    }
    assert!(is_silent(&mut socket).await);
    assert_eq!(refusal(&turn(&mut socket, ask("next")).await?[0]), (400, "response_already_active"));
    Ok(())
}

#[tokio::test]
async fn a_step_for_http_answers_the_handshake_and_one_for_a_websocket_waits() -> Result {
    let gateway = start(json!({"api_key": "other"}))?;
    let steps = json!([
        {"status": 429, "headers": {"Retry-After": "7"}, "problem": "rate-limit-exceeded-requests"},
        {"close": "before_headers"},
        {"websocket": [{"text": "one"}], "headers": {"x-request-id": "req_7"}},
    ]);
    script(&gateway, &steps)?;
    let bearer = [("authorization", "Bearer k")];
    let response = refused(&gateway, RESPONSES, &bearer).await?;
    assert_eq!(
        (response.status().as_u16(), response.headers().get("retry-after").ok_or("no wait")?.to_str()?),
        (429, "7")
    );
    assert!(handshake(&gateway, RESPONSES, &bearer).await.is_err());
    for _ in 0..2 {
        // Nobody is asked for a bearer that the gateway would refuse.
        let (_, response) = handshake(&gateway, "/any/path", &bearer).await?;
        assert_eq!(response.headers().get("x-request-id").ok_or("no id")?, "req_7");
    }
    assert_eq!((gateway.requests().len(), gateway.connections()), (2, 2));
    let (mut socket, _) = handshake(&gateway, RESPONSES, &bearer).await?;
    create(&mut socket, ask("hi")).await?;
    assert_eq!(socket.next().await.ok_or("the end")??, Message::text("one"));
    assert_eq!(refusal(&turn(&mut socket, ask("hi")).await?[0]), (401, "invalid-token"), "the full gateway asks");
    Ok(())
}

#[tokio::test]
async fn a_gateway_step_lets_the_handshake_pass_to_the_gateway() -> Result {
    let gateway = start(json!({"api_key": "k"}))?;
    script(&gateway, &json!([{"gateway": true, "model_breaks_after": 0}]))?;
    assert_eq!(refused(&gateway, RESPONSES, &[]).await?.status().as_u16(), 401);
    let events = turn(&mut open(&gateway).await?, ask("hi")).await?;
    assert_eq!(names(&events), ["response.created", "response.in_progress", "response.failed"]);
    let ledger = gateway.ledger();
    assert_eq!((ledger.generations, ledger.billed, ledger.refunded), (1, 0, 1));
    Ok(())
}

#[tokio::test]
async fn a_step_for_http_is_an_error_event_to_a_turn() -> Result {
    let gateway = start(json!({}))?;
    let openai = json!({"error": {"code": "all_channels_failed", "message": "none left", "retryable": true}});
    let steps = json!([
        {"websocket": [{"text": "first"}]},
        {"status": 429, "headers": {"Retry-After": "7"}, "problem": "rate-limit-exceeded-requests"},
        {"status": 503, "body": openai, "headers": {"Retry-After": "0.5"}},
        {"status": 400, "body": {"code": "flat"}},
        {"status": 502, "text": "<html>"},
        {"status": 500},
        {"status": 503, "body": {"error": {"retry_after": 3}}, "headers": {"Retry-After": "7"}},
    ]);
    script(&gateway, &steps)?;
    let mut socket = open(&gateway).await?;
    create(&mut socket, ask("hi")).await?;
    socket.next().await.ok_or("the end")??;
    let mut errors = Vec::new();
    for status in [429, 503, 400, 502, 500, 503] {
        let event = turn(&mut socket, ask("hi")).await?.remove(0);
        assert_eq!((&event["type"], &event["status"]), (&json!("error"), &json!(status)));
        errors.push(event["error"].clone());
    }
    assert_eq!((&errors[0]["code"], &errors[0]["retry_after"]), (&json!("rate-limit-exceeded-requests"), &json!(7.0)));
    assert!(errors[0]["request_id"].is_string());
    let expected = with(openai["error"].clone(), json!({"retry_after": 0.5}));
    assert_eq!((&errors[1], &errors[2]), (&expected, &json!({"code": "flat"})));
    assert_eq!(errors[3], json!({"message": "<html>"}));
    assert!(errors[4]["message"].as_str().is_some_and(|message| message.contains("500")));
    assert_eq!(errors[5]["retry_after"], 3);
    assert_eq!(gateway.connections(), 1);
    Ok(())
}

#[tokio::test]
async fn the_faults_of_a_step_for_http_are_those_of_a_turn() -> Result {
    let gateway = start(json!({}))?;
    for (fault, is_expected) in [("before_headers", was_dropped as fn(&Error) -> bool), ("reset", was_reset)] {
        script(&gateway, &json!([{"websocket": [{"text": "first"}]}, {"close": fault}]))?;
        let mut socket = open(&gateway).await?;
        create(&mut socket, ask("hi")).await?;
        socket.next().await.ok_or("the end")??;
        create(&mut socket, ask("hi")).await?;
        let error = lost(&mut socket).await?;
        assert!(is_expected(&error), "{fault}: {error:?}");
    }
    Ok(())
}

#[tokio::test]
async fn the_gateways_answer_is_cut_after_the_event_that_was_named() -> Result {
    for limit in 0..=3 {
        let gateway = start(json!({}))?;
        let step = json!({"gateway": true, "close_after_events": limit});
        script(&gateway, &json!([step, with(step.clone(), json!({"close_code": 1011}))]))?;
        for code in [None, Some(1011)] {
            let mut socket = open(&gateway).await?;
            create(&mut socket, ask("a b")).await?;
            for position in 0..limit {
                assert_eq!(event(&mut socket).await?["sequence_number"], position);
            }
            match code {
                None => assert!(was_dropped(&lost(&mut socket).await?)),
                Some(code) => assert_eq!(closed(&mut socket).await?.map(|(code, _)| code), Some(code)),
            }
        }
        until(|| gateway.ledger().entries.iter().all(|entry| entry.termination_reason.is_some())).await;
        let (ledger, lost) = (gateway.ledger(), if limit < 3 { 2 } else { 0 });
        assert_eq!((ledger.generations, ledger.billed, ledger.refunded), (2, 2 - lost, lost), "after {limit}");
    }
    Ok(())
}

#[tokio::test]
async fn an_idle_connection_is_closed_now_or_when_it_is_used_again() -> Result {
    let gateway = start(json!({}))?;
    for step in [json!({"gateway": true}), json!({"websocket": [{"json": {"type": "response.completed"}}]})] {
        script(&gateway, &json!([with(step.clone(), json!({"close_idle": true}))]))?;
        let mut socket = open(&gateway).await?;
        let events = turn(&mut socket, ask("hi")).await?;
        assert_eq!(events.last().map(name), Some("response.completed"));
        assert_eq!(closed(&mut socket).await?, Some((1001, String::new())));

        script(&gateway, &json!([with(step, json!({"close_idle": "at_next_request"}))]))?;
        let mut socket = open(&gateway).await?;
        turn(&mut socket, ask("hi")).await?;
        assert!(is_silent(&mut socket).await);
        let before = gateway.requests().len();
        create(&mut socket, ask("unread")).await?;
        lost(&mut socket).await?;
        assert_eq!(gateway.requests().len(), before);
    }
    Ok(())
}

#[tokio::test]
async fn the_gateways_answer_is_delayed_paused_and_never_comes() -> Result {
    let gateway = start(json!({}))?;
    let steps = json!([
        {"gateway": true, "delay_ms": 60_000, "pause_after_events": {"2": 60_000}},
        {"gateway": true, "hang": true},
    ]);
    script(&gateway, &steps)?;
    let mut socket = open(&gateway).await?;
    create(&mut socket, ask("a b")).await?;
    until(|| gateway.ledger().entries.iter().any(|entry| entry.termination_reason.is_some())).await;
    for count in [2, 8] {
        assert!(is_silent(&mut socket).await);
        gateway.control("advance", json!({"seconds": 60}))?;
        for _ in 0..count {
            event(&mut socket).await?;
        }
    }
    create(&mut socket, ask("a b")).await?;
    until(|| gateway.ledger().entries.iter().all(|entry| entry.termination_reason.is_some())).await;
    assert!(is_silent(&mut socket).await);
    assert_eq!((gateway.ledger().generations, gateway.ledger().billed), (2, 2));
    Ok(())
}

#[tokio::test]
async fn the_last_step_repeats_for_turns_and_connections() -> Result {
    let gateway = scripted(json!([{"websocket": [{"json": {"type": "error"}}]}]))?;
    for _ in 0..2 {
        let mut socket = open(&gateway).await?;
        for _ in 0..2 {
            assert_eq!(turn(&mut socket, ask("hi")).await?, [json!({"type": "error"})]);
        }
    }
    Ok(())
}
