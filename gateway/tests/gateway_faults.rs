//! The full gateway's own answers, with faults laid on top: what was billed may be lost on the way.

mod support;

use axonium_gateway::Termination;
use serde_json::{Value, json};
use support::*;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

const KEY: (&str, &str) = ("idempotency-key", "order-4417");

#[tokio::test]
async fn an_answer_that_was_billed_is_lost_and_collected_by_its_key() -> Result {
    for fault in [json!({"close": "before_headers"}), json!({"close": "reset"}), json!({"close_after_bytes": 20})] {
        for body in [say("a b"), say_streamed("a b")] {
            let gateway = start(json!({}))?;
            let mut step = json!({"gateway": true});
            step.as_object_mut().ok_or("no object")?.extend(fault.as_object().cloned().unwrap_or_default());
            gateway.control("script", json!([step]))?;
            let lost = chat(&gateway, &[KEY], &body).await;
            assert!(lost.map_or(true, |reply| !reply.whole && reply.body.len() <= 20), "{fault}");
            until(|| gateway.ledger().entries.iter().all(|entry| entry.termination_reason.is_some())).await;
            let ledger = gateway.ledger();
            assert_eq!((ledger.generations, ledger.billed), (1, 1), "{fault}");
            let reply = chat(&gateway, &[KEY], &body).await?;
            assert_eq!((reply.status, reply.header("idempotent-replay")), (200, Some("true")), "{fault}");
            assert_eq!(gateway.ledger().billed, 1);
        }
    }
    Ok(())
}

#[tokio::test]
async fn an_answer_that_was_billed_never_comes_and_is_collected_by_its_key() -> Result {
    let gateway = start(json!({}))?;
    gateway.control("script", json!([{"gateway": true, "hang": true}]))?;
    let mut tcp = connect(&gateway).await?;
    let headers = [("authorization", "Bearer k"), KEY];
    tcp.write_all(request("POST", CHAT, &headers, &say("hi").to_string(), false).as_bytes()).await?;
    until(|| gateway.ledger().entries.iter().any(|entry| entry.termination_reason.is_some())).await;
    let mut byte = [0];
    assert!(tcp.try_read(&mut byte).is_err_and(|error| error.kind() == std::io::ErrorKind::WouldBlock));
    assert_eq!(chat(&gateway, &[KEY], &say("hi")).await?.header("idempotent-replay"), Some("true"));
    assert_eq!(gateway.ledger().billed, 1);
    Ok(())
}

#[tokio::test]
async fn scripted_answers_are_not_in_the_ledger() -> Result {
    let gateway = start(json!({}))?;
    gateway.control("script", json!([{"body": {"choices": []}}, {"gateway": true}]))?;
    chat(&gateway, &[], &say("hi")).await?;
    assert_eq!(gateway.ledger().generations, 0);
    for _ in 0..2 {
        assert_eq!(chat(&gateway, &[], &say("hi")).await?.content(), "hi");
    }
    assert_eq!(gateway.ledger().generations, 2, "the gateway answers once the script is used up");
    Ok(())
}

#[tokio::test]
async fn another_answer_stands_for_the_one_that_was_billed() -> Result {
    let instead = json!([
        {"gateway": true, "problem": "capacity-exhausted"},
        {"gateway": true, "body": {"choices": []}},
        {"gateway": true, "sse": [{"data": "[DONE]"}]},
    ]);
    for (step, status) in instead.as_array().ok_or("no list")?.iter().zip([503, 200, 200]) {
        for body in [say("hi"), say_streamed("hi")] {
            let gateway = start(json!({}))?;
            gateway.control("script", json!([step]))?;
            let reply = chat(&gateway, &[KEY], &body).await?;
            assert_eq!((reply.status, reply.body.windows(2).any(|two| two == b"hi")), (status, false), "{step}");
            until(|| gateway.ledger().entries.iter().all(|entry| entry.termination_reason.is_some())).await;
            assert_eq!(gateway.ledger().billed, 1, "{step}");
            assert_eq!(chat(&gateway, &[KEY], &body).await?.header("idempotent-replay"), Some("true"), "{step}");
        }
    }
    let gateway = start(json!({}))?;
    let both = gateway.control("script", json!([{"gateway": true, "websocket": [{"drop": true}]}]));
    assert!(both.is_err_and(|error| error.to_string().contains("gateway and websocket exclude each other")));
    Ok(())
}

#[tokio::test]
async fn a_generation_takes_as_long_as_its_step_says() -> Result {
    let gateway = start(json!({}))?;
    gateway.control("script", json!([{"gateway": true, "generation_ms": 60_000, "close": "before_headers"}]))?;
    assert!(chat(&gateway, &[KEY], &say_streamed("hi")).await.is_err());
    assert_eq!(chat(&gateway, &[KEY], &say_streamed("hi")).await?.problem(), "idempotency-in-progress");
    gateway.clock().wait(std::time::Duration::from_mins(1)).await;
    until(|| gateway.ledger().entries.iter().all(|entry| entry.termination_reason.is_some())).await;
    let reply = chat(&gateway, &[KEY], &say_streamed("hi")).await?;
    assert_eq!((reply.header("idempotent-replay"), gateway.ledger().billed), (Some("true"), 1));
    let alone = gateway.control("script", json!([{"generation_ms": 1}]));
    assert!(alone.is_err_and(|error| error.to_string().contains("generation_ms needs gateway: true")));
    Ok(())
}

#[tokio::test]
async fn the_model_breaks_in_the_middle_of_a_stream() -> Result {
    let gateway = start(json!({}))?;
    gateway.control("script", json!([{"gateway": true, "model_breaks_after": 2}]))?;
    let reply = chat(&gateway, &[], &say_streamed("a b c")).await?;
    assert_eq!((reply.status, reply.whole), (200, true));
    let events = reply.events();
    let last: Value = serde_json::from_str(events.last().ok_or("no event")?)?;
    assert!(last["error"]["type"].as_str().is_some_and(|kind| kind.ends_with("/upstream-error")));
    assert_eq!(last["error"]["request_id"].as_str(), reply.header("x-request-id"));
    assert_eq!(last["error"]["trace_id"].as_str(), reply.header("x-trace-id"));
    assert_eq!(events.len(), 4, "role, two words, error: {events:?}");
    let entry = &gateway.ledger().entries[0];
    assert_eq!((entry.billed, entry.termination_reason), (true, Some(Termination::UpstreamError)));
    assert_eq!(entry.usage.map(|usage| usage.completion_tokens), Some(2));
    Ok(())
}

#[tokio::test]
async fn a_model_that_breaks_before_its_first_word_is_not_billed() -> Result {
    let gateway = start(json!({}))?;
    let step = json!({"gateway": true, "model_breaks_after": 0});
    gateway.control("script", json!([step, step]))?;
    let reply = chat(&gateway, &[], &say("a b")).await?;
    assert_eq!((reply.status, reply.problem().as_str()), (502, "upstream-error"));
    let reply = chat(&gateway, &[], &say_streamed("a b")).await?;
    assert_eq!((reply.status, reply.events().len()), (200, 2), "role, error");
    let ledger = gateway.ledger();
    assert_eq!((ledger.generations, ledger.billed), (2, 0));
    Ok(())
}

#[tokio::test]
async fn an_answer_is_delayed_on_the_gateways_clock_after_it_was_made() -> Result {
    let gateway = start(json!({}))?;
    gateway.control("script", json!([{"gateway": true, "delay_ms": 60_000}]))?;
    let mut tcp = connect(&gateway).await?;
    let bytes = request("POST", CHAT, &[("authorization", "Bearer k")], &say("hi").to_string(), true);
    tcp.write_all(bytes.as_bytes()).await?;
    until(|| gateway.ledger().entries.iter().any(|entry| entry.termination_reason.is_some())).await;
    let mut byte = [0];
    assert!(tcp.try_read(&mut byte).is_err_and(|error| error.kind() == std::io::ErrorKind::WouldBlock));
    gateway.control("advance", json!({"seconds": 60}))?;
    let (answer, end) = read_to_end(&mut tcp).await?;
    assert_eq!(parse(&answer, end)?.content(), "hi");
    Ok(())
}

#[tokio::test]
async fn a_stream_pauses_after_the_event_that_was_named() -> Result {
    let steps =
        json!([{"sse": [{"data": "one"}, {"data": "two"}, {"data": "three"}], "pause_after_events": {"2": 60_000}}]);
    let gateway = scripted(steps)?;
    let mut tcp = connect(&gateway).await?;
    tcp.write_all(request("GET", "/", &[], "", true).as_bytes()).await?;
    let mut seen = String::new();
    while !seen.contains("two") {
        let mut buffer = [0; 4096];
        let count = tcp.read(&mut buffer).await?;
        assert!(count > 0);
        seen.push_str(&String::from_utf8_lossy(&buffer[..count]));
    }
    assert!(!seen.contains("three"));
    gateway.control("advance", json!({"seconds": 60}))?;
    let (rest, _) = read_to_end(&mut tcp).await?;
    assert!(String::from_utf8_lossy(&rest).contains("three"));
    Ok(())
}

#[tokio::test]
async fn a_body_is_compressed_event_by_event() -> Result {
    use std::io::Read;
    let gateway =
        scripted(json!([{"sse": [{"data": "one"}, {"data": "two"}], "gzip": true}, {"body": {"a": 1}, "gzip": true}]))?;
    for expected in ["data: one\n\ndata: two\n\n", "{\"a\":1}"] {
        let reply = get(&gateway, "/", &[]).await?;
        assert_eq!((reply.header("content-encoding"), reply.whole), (Some("gzip"), true));
        let mut text = String::new();
        flate2::read::GzDecoder::new(reply.body.as_slice()).read_to_string(&mut text)?;
        assert_eq!(text, expected);
    }
    Ok(())
}

#[tokio::test]
async fn a_compressed_event_can_be_read_before_the_next_one_comes() -> Result {
    use std::io::Read;
    let steps = json!([{"sse": [{"data": "one"}, {"data": "two"}], "gzip": true, "pause_after_events": {"1": 60_000}}]);
    let gateway = scripted(steps)?;
    let mut tcp = connect(&gateway).await?;
    tcp.write_all(request("GET", "/", &[], "", true).as_bytes()).await?;
    let (mut seen, mut text) = (Vec::new(), Vec::new());
    while text != b"data: one\n\n" {
        assert!(tcp.read_buf(&mut seen).await? > 0);
        let body = parse(&seen, End::Closed).map(|reply| reply.body).unwrap_or_default();
        text.clear();
        // What is there of it is read; that it is not all of it is an error, and no news.
        let _ = flate2::read::GzDecoder::new(body.as_slice()).read_to_end(&mut text);
    }
    Ok(())
}

#[tokio::test]
async fn writes_are_as_small_as_the_step_says() -> Result {
    let gateway = scripted(json!([{"sse": [{"data": "one"}], "split_every": 4}]))?;
    let mut tcp = connect(&gateway).await?;
    tcp.write_all(request("GET", "/", &[], "", true).as_bytes()).await?;
    let (mut seen, mut reads) = (Vec::with_capacity(4096), 0);
    while tcp.read_buf(&mut seen).await? > 0 {
        reads += 1;
    }
    let text = String::from_utf8(seen)?;
    assert!(text.ends_with("4\r\ndata\r\n4\r\n: on\r\n3\r\ne\n\n\r\n0\r\n\r\n"), "{text}");
    assert!(reads > 1, "it came in one write");
    Ok(())
}

#[tokio::test]
async fn the_clock_follows_a_client_in_another_process() -> Result {
    let gateway = start(json!({"requests_per_window": 1}))?;
    assert_eq!(chat(&gateway, &[], &say("hi")).await?.status, 200);
    assert_eq!(chat(&gateway, &[], &say("hi")).await?.status, 429);
    let ahead = [("x-axonium-virtual-ahead-ms", "60000")];
    assert_eq!(chat(&gateway, &ahead, &say("hi")).await?.status, 200);
    assert_eq!(chat(&gateway, &ahead, &say("hi")).await?.status, 429, "it is moved to, not by");
    let real = start(json!({"clock": "real", "requests_per_window": 1}))?;
    chat(&real, &ahead, &say("hi")).await?;
    assert!(real.clock().ahead().is_zero());
    Ok(())
}

#[tokio::test]
async fn commands_that_make_no_sense_are_refused_by_name() -> Result {
    let gateway = start(json!({}))?;
    let cases = [
        ("scrip", Value::Null, "scrip"),
        ("script", json!([{"statuss": 200}]), "statuss"),
        ("script", json!([{}, {"model_breaks_after": 1}]), "step 1"),
        ("script", json!([{"refuse_connection": true}]), "refuse_connections"),
        ("script", json!([{"problem": "no-such"}]), "no-such"),
        ("script", json!([{"body_file": "x"}]), "resolve"),
        ("script", json!([{"close": "after_headers", "close_after_bytes": 2}]), "close_after_bytes"),
        ("script", json!([{"hang": true, "body": 1}]), "hang"),
        ("script", json!([{"hang": true, "close": "reset"}]), "hang"),
        ("advance", json!({"seconds": -1}), "seconds"),
    ];
    for (command, argument, named) in cases {
        let error = gateway.control(command, argument).err().ok_or("no error")?.to_string();
        assert!(error.contains(named), "{error}");
    }
    assert!(axonium_gateway::Gateway::start(serde_json::from_value(json!({}))?).is_ok());
    let unknown = serde_json::from_value::<axonium_gateway::GatewayConfig>(json!({"colour": 1}));
    assert!(unknown.is_err_and(|error| error.to_string().contains("colour")));
    Ok(())
}

#[tokio::test]
async fn a_reset_forgets_all_but_the_clock() -> Result {
    let gateway = start(json!({"requests_per_window": 1}))?;
    gateway.control("script", json!([{"gateway": true}, {"status": 500}]))?;
    chat(&gateway, &[KEY], &say("hi")).await?;
    gateway.control("reset", Value::Null)?;
    assert!(gateway.requests().is_empty() && gateway.ledger().entries.is_empty());
    let reply = chat(&gateway, &[KEY], &say("other")).await?;
    assert_eq!((reply.status, reply.header("idempotent-replay")), (200, None));
    Ok(())
}

#[tokio::test]
async fn a_reset_ends_what_runs() -> Result {
    let gateway = start(json!({"models": [{"id": "qwen3-0.6b", "generation_ms": 60_000}]}))?;
    let mut tcp = connect(&gateway).await?;
    let headers = [("authorization", "Bearer k"), KEY];
    tcp.write_all(request("POST", CHAT, &headers, &say("hi").to_string(), true).as_bytes()).await?;
    until(|| gateway.ledger().generations == 1).await;
    gateway.reset();
    let (answer, end) = read_to_end(&mut tcp).await?;
    assert_eq!(parse(&answer, end)?.problem(), "upstream-error");
    Ok(())
}

#[tokio::test]
async fn files_are_read_beside_the_scenario() -> Result {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let step: axonium_gateway::Step = serde_json::from_value(json!({"body_file": "gateway_faults.rs"}))?;
    let gateway = start(json!({}))?;
    gateway.script(vec![step.resolve(&folder)?])?;
    assert_eq!(get(&gateway, "/", &[]).await?.text(), include_str!("gateway_faults.rs"));
    let missing: axonium_gateway::Step = serde_json::from_value(json!({"sse_file": "nowhere.sse"}))?;
    assert!(missing.resolve(&folder).is_err_and(|error| error.to_string().contains("nowhere.sse")));
    Ok(())
}

#[tokio::test]
async fn requests_are_recorded_as_they_came() -> Result {
    let gateway = start(json!({}))?;
    send(&gateway, "POST", "/v1/x?y=1", &[("X-Twice", "1"), ("x-twice", "2")], "bödy").await?;
    let requests = gateway.control("requests", Value::Null)?;
    assert_eq!((&requests[0]["method"], &requests[0]["path"]), (&json!("POST"), &json!("/v1/x?y=1")));
    assert_eq!(requests[0]["body"], "bödy");
    let twice = [json!(["x-twice", "1"]), json!(["x-twice", "2"])];
    let headers = requests[0]["headers"].as_array().ok_or("no headers")?;
    assert!(twice.iter().all(|header| headers.contains(header)), "{headers:?}");
    assert_eq!(gateway.requests()[0].header("X-TWICE"), Some("1"));
    Ok(())
}
