//! The Responses API through the proxy, over HTTP.

mod support;

use http::StatusCode;
use serde_json::{Value, json};
use support::{Proxied, RESPONSES, Result, respond, respond_streamed};

#[tokio::test]
async fn a_response_is_the_upstreams_bytes() -> Result {
    let body =
        "{ \"id\":\"r\", \"object\":\"response\",\"status\":\"completed\",\"output\":[],\"n\":12345678901234567890123}";
    let proxied = Proxied::scripted(json!([{"text": body, "headers": {"Content-Type": "application/json"}}])).await?;
    let reply = proxied.post(RESPONSES, &respond("hi")).await?;
    assert_eq!((reply.status, reply.text().as_str()), (StatusCode::OK, body));
    assert_eq!(reply.header("x-axonium-route"), Some("one"));
    reply.assert_took(1, 0);
    Ok(())
}

#[tokio::test]
async fn a_response_that_failed_is_an_answer_all_the_same() -> Result {
    let body = json!({"id": "r", "object": "response", "status": "failed", "output": [], "error": {"code": "server_error", "message": "it broke"}});
    let proxied = Proxied::scripted(json!([{"body": body}])).await?;
    let reply = proxied.post(RESPONSES, &respond("hi")).await?;
    assert_eq!((reply.status, reply.json()), (StatusCode::OK, body));
    Ok(())
}

#[tokio::test]
async fn events_pass_unchanged_and_named_by_their_type() -> Result {
    let events = [
        "{ \"type\":\"response.created\",\"response\":{\"id\":\"r\"},\"sequence_number\":0}",
        "{\"type\":\"response.output_text.delta\",\"delta\":\"hi\",\"sequence_number\":1,\"n\":1.0e2}",
        "{\"type\":\"response.something_new\",\"sequence_number\":2}",
        "{\"type\":\"response.completed\",\"response\":{\"id\":\"r\",\"output\":[]},\"sequence_number\":3}",
    ];
    let steps: Vec<Value> = events.iter().map(|event| json!({ "data": event })).collect();
    let proxied = Proxied::scripted(json!([{"sse": steps}])).await?;
    let reply = proxied.post(RESPONSES, &respond_streamed("hi")).await?;
    assert_eq!(reply.header("content-type"), Some("text/event-stream"));
    assert_eq!(reply.events(), events);
    let names = ["response.created", "response.output_text.delta", "response.something_new", "response.completed"];
    assert_eq!(reply.names(), names);
    assert!(reply.text().ends_with("}\n\n") && !reply.text().contains("[DONE]"));
    Ok(())
}

#[tokio::test]
async fn an_incomplete_response_ends_its_stream_properly() -> Result {
    let incomplete = json!({"type": "response.incomplete", "sequence_number": 0, "response": {"id": "r", "output": [],
        "status": "incomplete", "incomplete_details": {"reason": "max_output_tokens"}}});
    let proxied = Proxied::scripted(json!([{"sse": [{"data": incomplete}]}])).await?;
    let reply = proxied.post(RESPONSES, &respond_streamed("hi")).await?;
    assert_eq!(reply.events(), [incomplete.to_string()]);
    Ok(())
}

#[tokio::test]
async fn the_upstreams_failure_is_passed_on_and_nothing_added() -> Result {
    let created = "{\"type\":\"response.created\",\"response\":{\"id\":\"r\"},\"sequence_number\":0}";
    // A response repeats its instructions.
    let long = json!({"type": "response.failed", "sequence_number": 1, "response": {"status": "failed",
        "instructions": "x".repeat(100_000), "error": {"code": "server_error", "message": "no"}}});
    let long = long.to_string();
    let failures = [
        (
            "response.failed",
            "{ \"type\":\"response.failed\",\"response\":{\"status\":\"failed\",\"error\":{\"code\":\"server_error\",\"message\":\"no\"}},\"sequence_number\":1}",
        ),
        (
            "error",
            "{ \"type\":\"error\",\"code\":\"server_error\",\"message\":\"no\",\"param\":null,\"sequence_number\":1}",
        ),
        ("error", "{ \"error\":{\"message\":\"no\"}}"),
        ("response.failed", long.as_str()),
    ];
    for (name, failure) in failures {
        let proxied = Proxied::scripted(json!([{"sse": [{"data": created}, {"data": failure}]}])).await?;
        let reply = proxied.post(RESPONSES, &respond_streamed("hi")).await?;
        assert_eq!(reply.events(), [created, failure]);
        assert_eq!(reply.names(), ["response.created", name]);
    }
    Ok(())
}

#[tokio::test]
async fn a_stream_that_is_cut_ends_with_an_error_event() -> Result {
    let delta = "{\"type\":\"response.output_text.delta\",\"delta\":\"hi\",\"sequence_number\":6}";
    let proxied = Proxied::scripted(json!([{"sse": [{"data": delta}]}])).await?;
    let reply = proxied.post(RESPONSES, &respond_streamed("hi")).await?;
    let events = reply.events();
    let [first, error] = events.as_slice() else { panic!("{events:?}") };
    assert_eq!(first, delta);
    let error: Value = serde_json::from_str(error)?;
    assert_eq!((error["type"].as_str(), error["code"].as_str()), (Some("error"), Some("StreamInterrupted")));
    assert_eq!((error["sequence_number"].as_u64(), error["param"].is_null()), (Some(7), true));
    assert_eq!(error["reason"]["code"], "output-delivered");
    assert_eq!(reply.names().last().map(String::as_str), Some("error"));
    Ok(())
}

#[tokio::test]
async fn a_response_without_input_is_refused_with_its_field() -> Result {
    let proxied = Proxied::start(json!({})).await?;
    for request in [json!({"model": "m"}), json!({"model": "m", "stream": true})] {
        let reply = proxied.post(RESPONSES, &request).await?;
        assert_eq!((reply.status, reply.json()["error"]["param"].as_str()), (StatusCode::BAD_REQUEST, Some("input")));
    }
    assert!(proxied.gateway.requests().is_empty());
    Ok(())
}
