//! The full gateway without a script: what it answers, and what its ledger says of it.

mod support;

use axonium_gateway::Termination;
use serde_json::{Value, json};
use support::*;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

#[tokio::test]
async fn a_chat_call_echoes_and_is_billed_once() -> Result {
    let gateway = start(json!({}))?;
    let reply = chat(&gateway, &[], &say("hello  there")).await?;
    assert_eq!((reply.status, reply.content().as_str()), (200, "hello  there"));
    let usage = json!({"prompt_tokens": 2, "completion_tokens": 2, "total_tokens": 4});
    assert_eq!(reply.json()["usage"], usage);
    assert_eq!(reply.json()["choices"][0]["finish_reason"], "stop");
    assert_eq!(reply.header("x-prometheus-instance"), Some("#1"));
    assert_eq!(reply.header("x-prometheus-instance-id"), Some("replica-1"));
    assert!(reply.header("x-trace-id").is_some() && reply.header("date").is_some());
    let id = reply.header("x-request-id").ok_or("no id")?;
    let ledger = gateway.control("ledger", Value::Null)?;
    assert_eq!(
        ledger,
        json!({
            "generations": 1, "billed": 1, "refunded": 0, "replayed": 0,
            "by_model": {"qwen3-0.6b": {"generations": 1, "billed": 1, "refunded": 0, "replayed": 0}},
            "entries": [{
                "request_id": id, "model": "qwen3-0.6b", "usage": usage, "billed": true, "refunded": false,
                "replays": 0, "termination_reason": "complete",
            }],
        })
    );
    Ok(())
}

#[tokio::test]
async fn a_stream_comes_in_words_with_usage_and_done() -> Result {
    let gateway = start(json!({}))?;
    let reply = chat(&gateway, &[], &say_streamed("count to 3")).await?;
    assert_eq!((reply.status, reply.header("content-type")), (200, Some("text/event-stream")));
    let events = reply.events();
    assert_eq!(events.last().map(String::as_str), Some("[DONE]"));
    let chunks: Vec<Value> =
        events[..events.len() - 1].iter().map(|event| serde_json::from_str(event)).collect::<Result<_, _>>()?;
    let deltas: Vec<&Value> = chunks.iter().map(|chunk| &chunk["choices"][0]["delta"]).collect();
    assert_eq!(*deltas[0], json!({"role": "assistant"}));
    let words: Vec<&str> = deltas.iter().filter_map(|delta| delta["content"].as_str()).collect();
    assert_eq!(words, ["1", " 2", " 3"]);
    assert_eq!(chunks[4]["choices"][0]["finish_reason"], "stop");
    assert_eq!(chunks[5]["choices"], json!([]));
    assert_eq!(chunks[5]["usage"], json!({"prompt_tokens": 3, "completion_tokens": 3, "total_tokens": 6}));
    assert!(chunks.iter().all(|chunk| chunk["id"] == chunks[0]["id"] && chunk["object"] == "chat.completion.chunk"));
    Ok(())
}

#[tokio::test]
async fn the_model_thinks_calls_tools_stops_and_counts_when_it_is_told_to() -> Result {
    let gateway = start(json!({}))?;
    let with = |text: &str, more: Value| {
        let mut request = say(text);
        for (name, value) in more.as_object().into_iter().flatten() {
            request[name] = value.clone();
        }
        request
    };
    let reply = chat(&gateway, &[], &with("x", json!({"model": "count-to-20", "max_tokens": 2}))).await?;
    assert_eq!((reply.content().as_str(), &reply.json()["choices"][0]["finish_reason"]), ("1 2", &json!("length")));
    let reply = chat(&gateway, &[], &with("a b c d", json!({"stop": [" c", " d"]}))).await?;
    assert_eq!(reply.content(), "a b");
    let reply = chat(&gateway, &[], &with("hm", json!({"chat_template_kwargs": {"enable_thinking": true}}))).await?;
    let message = &reply.json()["choices"][0]["message"];
    assert_eq!((&message["reasoning_content"], &message["content"]), (&json!("The user said: hm"), &json!("hm")));

    let tools = json!([{"type": "function", "function": {"name": "f"}}]);
    let call = with("call f {\"a\": 1}", json!({"tools": tools}));
    let reply = chat(&gateway, &[], &call).await?;
    let choice = &reply.json()["choices"][0];
    assert_eq!(choice["finish_reason"], "tool_calls");
    let calls = json!([{"id": "call_f", "type": "function", "function": {"name": "f", "arguments": "{\"a\": 1}"}}]);
    assert_eq!(choice["message"], json!({"role": "assistant", "content": null, "tool_calls": calls}));
    let mut streamed = call;
    streamed["stream"] = true.into();
    let reply = chat(&gateway, &[], &streamed).await?;
    let arguments: String = reply
        .events()
        .iter()
        .filter_map(|event| serde_json::from_str::<Value>(event).ok())
        .filter_map(|chunk| {
            chunk.pointer("/choices/0/delta/tool_calls/0/function/arguments")?.as_str().map(str::to_owned)
        })
        .collect();
    assert_eq!(arguments, "{\"a\": 1}");
    let reply = chat(&gateway, &[], &with("no", json!({"tools": tools, "tool_choice": "required"}))).await?;
    assert_eq!(reply.json()["choices"][0]["message"]["tool_calls"][0]["function"]["arguments"], "{}");
    Ok(())
}

#[tokio::test]
async fn a_request_that_is_wrong_is_refused_by_name() -> Result {
    let gateway = start(json!({"models": [
        {"id": "qwen3-0.6b", "context_length": 8}, {"id": "embedder", "modality": "embedding"},
    ]}))?;
    let cases = [
        (json!({"messages": []}), 422, "validation-error", "body.messages"),
        (json!({"messages": "x"}), 422, "validation-error", "body.messages"),
        (json!({"max_tokens": 0}), 422, "validation-error", "body.max_tokens"),
        (json!({"temperature": 3}), 422, "validation-error", "body.temperature"),
        (json!({"top_p": 0}), 422, "validation-error", "body.top_p"),
        (json!({"top_logprobs": 2}), 422, "validation-error", "logprobs: true"),
        (json!({"model": "nobody"}), 400, "unknown-model", "nobody"),
        (json!({"model": "embedder"}), 400, "modality-mismatch", "embedding"),
        (json!({"max_tokens": 9}), 400, "context-exceeded", "8"),
        (json!({"colour": "red", "require_parameters": true}), 400, "unknown-parameter", "colour"),
    ];
    for (change, status, suffix, named) in cases {
        let mut request = say("hi");
        for (name, value) in change.as_object().into_iter().flatten() {
            request[name] = value.clone();
        }
        let reply = chat(&gateway, &[], &request).await?;
        assert_eq!((reply.status, reply.problem().as_str()), (status, suffix), "{change}");
        assert!(reply.json()["detail"].as_str().is_some_and(|detail| detail.contains(named)), "{change}");
    }
    let reply = post(&gateway, CHAT, &[("authorization", "Bearer k")], &json!("no object")).await?;
    assert_eq!((reply.status, reply.problem().as_str()), (422, "validation-error"));
    assert_eq!(gateway.ledger().generations, 0);
    Ok(())
}

#[tokio::test]
async fn fields_it_does_not_know_are_named_back_and_nulls_are_unset() -> Result {
    let gateway = start(json!({}))?;
    let mut request = say("hi");
    request["colour"] = "red".into();
    request["size"] = 3.into();
    for unset in ["max_tokens", "stream", "stop", "tools", "logprobs", "flavour"] {
        request[unset] = Value::Null;
    }
    let reply = chat(&gateway, &[], &request).await?;
    assert_eq!((reply.status, reply.header("x-prometheus-ignored-parameters")), (200, Some("colour, size")));
    request["model"] = "nobody".into();
    let reply = chat(&gateway, &[], &request).await?;
    assert_eq!((reply.status, reply.header("x-prometheus-ignored-parameters")), (400, Some("colour, size")));
    Ok(())
}

#[tokio::test]
async fn a_pin_is_kept_or_refused_and_never_falls_back() -> Result {
    let gateway = start(json!({}))?;
    for pin in ["#2", "replica-2"] {
        let reply = chat(&gateway, &[("x-prometheus-instance", pin)], &say("hi")).await?;
        assert_eq!(reply.header("x-prometheus-instance"), Some("#2"));
        assert_eq!(reply.header("x-prometheus-instance-id"), Some("replica-2"));
    }
    for pin in ["#0", "#3", "replica-3", ""] {
        let reply = chat(&gateway, &[("x-prometheus-instance", pin)], &say("hi")).await?;
        assert_eq!((reply.status, reply.problem().as_str()), (400, "unknown-instance"), "{pin}");
    }
    Ok(())
}

#[tokio::test]
async fn the_catalogue_and_usage_are_read_by_id() -> Result {
    let gateway = start(json!({"models": [{"id": "m", "usd_per_million_tokens": 500_000, "family": "f"}]}))?;
    let bearer = ("authorization", "Bearer k");
    for path in ["/v1/models", "/v1/models/mine"] {
        let models = get(&gateway, path, &[bearer]).await?.json();
        assert_eq!(models["data"][0]["id"], "m");
        assert_eq!(models["data"][0]["served_by"], json!(["replica-1", "replica-2"]));
        assert_eq!(models["data"][0]["payload_schema"], Value::Null);
    }
    let mut request = say("hi");
    request["model"] = "m".into();
    let reply = chat(&gateway, &[], &request).await?;
    let path = format!("/v1/usage/{}", reply.header("x-request-id").ok_or("no id")?);
    let usage = get(&gateway, &path, &[bearer]).await?.json();
    assert_eq!((&usage["cost_usd"], &usage["termination_reason"]), (&json!(1.0), &json!("complete")));
    assert_eq!((&usage["interrupted"], &usage["instance_id"]), (&json!(false), &json!("replica-1")));
    for (path, bearer) in [(path.as_str(), "Bearer other"), ("/v1/usage/req_1", "Bearer k")] {
        let reply = get(&gateway, path, &[("authorization", bearer)]).await?;
        assert_eq!((reply.status, reply.problem().as_str()), (404, "not-found"));
        assert!(reply.text().contains("idempotent_replay_of"), "it says what to do");
    }
    Ok(())
}

#[tokio::test]
async fn paths_and_methods_it_does_not_serve_are_problems() -> Result {
    let gateway = start(json!({}))?;
    let reply = get(&gateway, "/v2/chat", &[]).await?;
    assert_eq!((reply.status, reply.problem().as_str()), (404, "unknown-route"));
    let reply = get(&gateway, CHAT, &[("authorization", "Bearer k")]).await?;
    assert_eq!((reply.status, reply.problem().as_str()), (405, "method-not-allowed"));
    Ok(())
}

#[tokio::test]
async fn words_take_their_time_on_the_gateways_clock() -> Result {
    let model = json!({"id": "qwen3-0.6b", "generation_ms": 60_000, "words_per_second": 0.1});
    let gateway = start(json!({"models": [model]}))?;
    let mut tcp = connect(&gateway).await?;
    let request = request(
        "POST",
        CHAT,
        &[("authorization", "Bearer k"), ("connection", "close")],
        &say_streamed("a b").to_string(),
        false,
    );
    tcp.write_all(request.as_bytes()).await?;
    let mut seen = String::new();
    for (advance, appears) in [(0, "assistant"), (60, "\"a\""), (10, "\" b\"")] {
        assert!(!seen.contains(appears), "{appears} came early: {seen}");
        gateway.control("advance", json!({"seconds": advance}))?;
        while !seen.contains(appears) {
            let mut buffer = [0; 4096];
            let count = tcp.read(&mut buffer).await?;
            assert!(count > 0, "ended before {appears}: {seen}");
            seen.push_str(&String::from_utf8_lossy(&buffer[..count]));
        }
    }
    Ok(())
}

#[tokio::test]
async fn a_client_that_leaves_is_billed_all_the_same() -> Result {
    let model = json!({"id": "qwen3-0.6b", "generation_ms": 60_000});
    let gateway = start(json!({"models": [model]}))?;
    for body in [say("a b"), say_streamed("a b")] {
        let mut tcp = connect(&gateway).await?;
        let request = request("POST", CHAT, &[("authorization", "Bearer k")], &body.to_string(), false);
        tcp.write_all(request.as_bytes()).await?;
        let before = gateway.ledger().entries.len();
        until(|| gateway.ledger().entries.len() > before).await;
        assert_eq!(gateway.ledger().entries[before].termination_reason, None, "it runs");
    }
    // On one thread, the end of the old connections is seen before a new one is answered.
    get(&gateway, "/", &[]).await?;
    gateway.control("advance", json!({"seconds": 60}))?;
    until(|| gateway.ledger().entries.iter().all(|entry| entry.termination_reason.is_some())).await;
    let ledger = gateway.ledger();
    assert_eq!((ledger.generations, ledger.billed), (2, 2));
    for entry in ledger.entries {
        assert_eq!(entry.termination_reason, Some(Termination::ClientDisconnected));
        assert_eq!(entry.usage.map(|usage| usage.completion_tokens), Some(2));
    }
    Ok(())
}
