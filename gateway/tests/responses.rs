//! `POST /v1/responses` without a script: the objects, the events, and what the ledger says of them.

mod support;

use serde_json::{Value, json};
use support::*;

const CREATED: [&str; 2] = ["response.created", "response.in_progress"];

fn last(events: &[Value]) -> Value {
    events.last().cloned().unwrap_or_default()
}

#[tokio::test]
async fn a_response_is_a_whole_object_and_is_billed() -> Result {
    let gateway = start(json!({}))?;
    let request = json!({
        "model": "qwen3-0.6b", "input": "hello  there", "instructions": "be kind", "metadata": {"order": "4417"},
        "temperature": 0.5, "max_output_tokens": 9, "background": true, "conversation": "conv_1",
    });
    let reply = respond(&gateway, &[], &request).await?;
    let response = reply.json();
    let id = reply.header("x-request-id").ok_or("no id")?;
    assert_eq!((reply.status, reply.header("x-prometheus-instance")), (200, Some("#1")));
    let expected = json!({
        "object": "response", "status": "completed", "model": "qwen3-0.6b", "error": null, "incomplete_details": null,
        "instructions": "be kind", "metadata": {"order": "4417"}, "temperature": 0.5, "top_p": 1.0, "store": false,
        "max_output_tokens": 9, "background": true, "conversation": {"id": "conv_1"}, "previous_response_id": null,
        "tools": [], "tool_choice": "auto", "parallel_tool_calls": true,
    });
    for (name, value) in expected.as_object().into_iter().flatten() {
        assert_eq!(response[name], *value, "{name}");
    }
    assert_eq!(response["id"], format!("resp_{id}"));
    assert!(response["created_at"].is_u64() && response["completed_at"].is_u64());
    let message = &response["output"][0];
    assert_eq!((&message["type"], &message["status"]), (&json!("message"), &json!("completed")));
    assert_eq!(
        message["content"],
        json!([{"type": "output_text", "text": "hello  there", "annotations": [], "logprobs": []}])
    );
    assert_eq!(
        response["usage"],
        json!({
            "input_tokens": 4, "input_tokens_details": {"cached_tokens": 0}, "output_tokens": 2,
            "output_tokens_details": {"reasoning_tokens": 0}, "total_tokens": 6,
        })
    );
    let ledger = gateway.ledger();
    assert_eq!((ledger.generations, ledger.billed, ledger.refunded), (1, 1, 0));
    assert_eq!(ledger.entries[0].request_id, id);
    Ok(())
}

#[tokio::test]
async fn a_stream_is_the_full_sequence_of_events() -> Result {
    let gateway = start(json!({}))?;
    let reply = respond_streamed(&gateway, &[], &ask("count to 2")).await?;
    assert_eq!((reply.header("content-type"), reply.whole), (Some("text/event-stream"), true));
    let events = reply.named_events();
    assert_eq!(
        names(&events),
        [
            "response.created",
            "response.in_progress",
            "response.output_item.added",
            "response.content_part.added",
            "response.output_text.delta",
            "response.output_text.delta",
            "response.output_text.done",
            "response.content_part.done",
            "response.output_item.done",
            "response.completed",
        ]
    );
    assert!(events.iter().enumerate().all(|(position, event)| event["sequence_number"] == position));
    for event in &events[..2] {
        let response = &event["response"];
        assert_eq!((&response["status"], &response["output"]), (&json!("in_progress"), &json!([])));
        assert_eq!(response["usage"], Value::Null);
    }
    let (item, part) = (&events[2]["item"], &events[3]["part"]);
    assert_eq!((&item["status"], &item["content"]), (&json!("in_progress"), &json!([])));
    assert_eq!((&part["type"], &part["text"]), (&json!("output_text"), &json!("")));
    assert_eq!((&events[4]["delta"], &events[5]["delta"]), (&json!("1"), &json!(" 2")));
    assert_eq!((&events[6]["text"], &events[7]["part"]["text"]), (&json!("1 2"), &json!("1 2")));
    for event in &events[3..8] {
        let place = (&event["item_id"], &event["output_index"], &event["content_index"]);
        assert_eq!(place, (&item["id"], &json!(0), &json!(0)));
    }
    let response = &events[9]["response"];
    assert_eq!((&response["status"], &response["output"]), (&json!("completed"), &json!([events[8]["item"]])));
    assert_eq!((&response["usage"]["input_tokens"], &response["usage"]["total_tokens"]), (&json!(3), &json!(5)));
    assert_eq!(response["id"], events[0]["response"]["id"]);
    Ok(())
}

#[tokio::test]
async fn an_answer_that_is_too_long_is_incomplete() -> Result {
    let gateway = start(json!({}))?;
    let request = with(ask("a b c"), json!({"max_output_tokens": 2}));
    let whole = respond(&gateway, &[], &request).await?.json();
    let events = respond_streamed(&gateway, &[], &request).await?.named_events();
    assert_eq!(last(&events)["type"], "response.incomplete");
    for response in [&whole, &last(&events)["response"]] {
        assert_eq!(response["status"], "incomplete");
        assert_eq!(response["incomplete_details"], json!({"reason": "max_output_tokens"}));
        let item = &response["output"][0];
        assert_eq!((&item["status"], &item["content"][0]["text"]), (&json!("incomplete"), &json!("a b")));
        assert_eq!(response["usage"]["output_tokens"], 2);
    }
    Ok(())
}

#[tokio::test]
async fn the_model_calls_a_tool_that_is_offered() -> Result {
    let gateway = start(json!({}))?;
    let tools = json!([{"type": "function", "name": "f", "parameters": {}}]);
    let request = with(ask("call f {\"a\": 1}"), json!({"tools": tools}));
    let output = respond(&gateway, &[], &request).await?.json()["output"].clone();
    let call = &output[0];
    assert_eq!((output.as_array().map(Vec::len), &call["type"]), (Some(1), &json!("function_call")));
    assert_eq!((&call["call_id"], &call["name"]), (&json!("call_f"), &json!("f")));
    assert_eq!(call["arguments"], "{\"a\": 1}");

    let events = respond_streamed(&gateway, &[], &request).await?.named_events();
    let middle = [
        "response.output_item.added",
        "response.function_call_arguments.delta",
        "response.function_call_arguments.delta",
        "response.function_call_arguments.done",
        "response.output_item.done",
        "response.completed",
    ];
    assert_eq!(names(&events), [&CREATED[..], &middle].concat());
    let deltas: String = events.iter().filter_map(|event| event["delta"].as_str()).collect();
    assert_eq!((deltas.as_str(), &events[5]["arguments"]), ("{\"a\": 1}", &json!("{\"a\": 1}")));
    assert_eq!((&events[2]["item"]["arguments"], &events[2]["item"]["name"]), (&json!(""), &json!("f")));

    for choice in [json!("required"), json!({"type": "function", "name": "f"})] {
        let request = with(ask("no"), json!({"tools": tools, "tool_choice": choice}));
        assert_eq!(respond(&gateway, &[], &request).await?.json()["output"][0]["arguments"], "{}");
    }
    Ok(())
}

#[tokio::test]
async fn a_conversation_is_a_list_of_items() -> Result {
    let gateway = start(json!({}))?;
    let input = json!([
        {"role": "developer", "content": "be brief"},
        {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "one"}, {"type": "input_text", "text": " two"}]},
        {"type": "reasoning", "id": "rs_1", "summary": []},
        {"type": "function_call", "call_id": "c", "name": "f", "arguments": "{\"a\": 1}"},
        {"type": "function_call_output", "call_id": "c", "output": "three four five"},
    ]);
    let reply = respond(&gateway, &[], &with(ask(""), json!({"input": input}))).await?;
    assert_eq!(reply.output_text(), "one two");
    assert_eq!(reply.json()["usage"]["input_tokens"], 2 + 2 + 2 + 3);
    Ok(())
}

#[tokio::test]
async fn reasoning_is_summed_up_if_the_request_asks_for_that() -> Result {
    let gateway = start(json!({}))?;
    let request = with(ask("hm"), json!({"reasoning": {"summary": "auto", "effort": "low"}}));
    let response = respond(&gateway, &[], &request).await?.json();
    assert_eq!(response["output"][0]["summary"], json!([{"type": "summary_text", "text": "The user said: hm"}]));
    assert_eq!(response["output"][1]["content"][0]["text"], "hm");
    assert_eq!(response["usage"]["output_tokens_details"]["reasoning_tokens"], 4);
    assert_eq!(response["usage"]["output_tokens"], 5);
    let events = respond_streamed(&gateway, &[], &request).await?.named_events();
    let names = names(&events);
    assert_eq!(names[2..4], ["response.output_item.added", "response.reasoning_summary_part.added"]);
    assert!(names[4..8].iter().all(|name| *name == "response.reasoning_summary_text.delta"));
    let end = ["reasoning_summary_text.done", "reasoning_summary_part.done", "output_item.done", "output_item.added"];
    assert_eq!(names[8..12], end.map(|name| format!("response.{name}")));
    assert_eq!((&events[8]["text"], &events[8]["summary_index"]), (&json!("The user said: hm"), &json!(0)));
    assert_eq!((&events[8]["output_index"], &events[11]["output_index"]), (&json!(0), &json!(1)));

    let silent = respond(&gateway, &[], &with(ask("hm"), json!({"reasoning": {"effort": "low"}}))).await?.json();
    assert_eq!(silent["output"].as_array().map(Vec::len), Some(1));
    Ok(())
}

#[tokio::test]
async fn a_response_that_was_stored_is_continued_by_its_client() -> Result {
    let gateway = start(json!({}))?;
    let stored = respond(&gateway, &[], &with(ask("a b"), json!({"store": true, "instructions": "x"}))).await?.json();
    let next = with(ask("c"), json!({"previous_response_id": stored["id"], "store": true}));
    let response = respond(&gateway, &[], &next).await?.json();
    // Two words asked, two answered, one now; instructions are not carried on.
    assert_eq!((&response["usage"]["input_tokens"], &response["previous_response_id"]), (&json!(5), &stored["id"]));
    assert_eq!(response["usage"]["input_tokens_details"]["cached_tokens"], 4);
    let third = with(ask("d"), json!({"previous_response_id": response["id"]}));
    assert_eq!(respond_streamed(&gateway, &[], &third).await?.named_events().len(), 9);
    let unstored = respond(&gateway, &[], &third).await?.json()["id"].clone();

    for (id, bearer) in [(&unstored, "Bearer k"), (&stored["id"], "Bearer other"), (&json!("resp_0"), "Bearer k")] {
        let body = with(ask("e"), json!({"previous_response_id": id}));
        let reply = post(&gateway, RESPONSES, &[("authorization", bearer)], &body).await?;
        let error = &reply.json()["error"];
        assert_eq!((reply.status, &error["code"]), (400, &json!("previous_response_not_found")));
        assert_eq!(
            (&error["param"], &error["type"]),
            (&json!("previous_response_id"), &json!("invalid_request_error"))
        );
    }
    Ok(())
}

#[tokio::test]
async fn a_request_that_is_wrong_is_refused_by_name() -> Result {
    let gateway = start(json!({}))?;
    let cases = [
        (json!({"input": null}), "input"),
        (json!({"input": []}), "body.input"),
        (json!({"input": ["a"]}), "body.input"),
        (json!({"max_output_tokens": 0}), "body.max_output_tokens"),
        (json!({"temperature": 3}), "body.temperature"),
        (json!({"top_p": 0}), "body.top_p"),
        (json!({"conversation": "c", "previous_response_id": "r"}), "body.conversation"),
        (json!({"tools": "f"}), "body.tools"),
    ];
    for (more, named) in cases {
        let reply = respond(&gateway, &[], &with(ask("hi"), more)).await?;
        assert_eq!((reply.status, reply.problem().as_str()), (422, "validation-error"), "{named}");
        assert!(reply.json()["detail"].as_str().is_some_and(|detail| detail.contains(named)), "{}", reply.text());
    }
    let strict = with(ask("hi"), json!({"colour": 1, "require_parameters": true}));
    assert_eq!(respond(&gateway, &[], &strict).await?.problem(), "unknown-parameter");
    let reply = respond(&gateway, &[], &with(ask("hi"), json!({"colour": 1}))).await?;
    assert_eq!((reply.status, reply.header("x-prometheus-ignored-parameters")), (200, Some("colour")));
    let reply = respond(&gateway, &[], &with(ask("hi"), json!({"model": "nobody"}))).await?;
    assert_eq!((reply.status, reply.problem().as_str()), (400, "unknown-model"));
    let image = json!({"input": [{"role": "user", "content": [{"type": "input_image", "image_url": "data:"}]}]});
    assert_eq!(respond(&gateway, &[], &with(ask(""), image)).await?.problem(), "modality-mismatch");
    Ok(())
}

#[tokio::test]
async fn keys_budgets_pins_and_scopes_are_those_of_chat() -> Result {
    let gateway = start(json!({"requests_per_window": 3, "scopes": ["inference:stream"]}))?;
    let key = ("idempotency-key", "order-4417");
    let first = respond_streamed(&gateway, &[key, ("x-prometheus-instance", "#2")], &ask("a b")).await?;
    assert_eq!(first.header("x-prometheus-instance-id"), Some("replica-2"));
    assert_eq!((first.header("x-ratelimit-scope"), first.header("idempotent-replay")), (Some("responses"), None));
    let again = respond_streamed(&gateway, &[key], &ask("a b")).await?;
    assert_eq!((again.header("idempotent-replay"), again.text()), (Some("true"), first.text()));
    let ledger = gateway.ledger();
    assert_eq!((ledger.generations, ledger.billed, ledger.replayed), (1, 1, 1));
    assert_eq!(respond(&gateway, &[], &ask("a b")).await?.problem(), "forbidden");
    let reply = respond_streamed(&gateway, &[], &ask("a b")).await?;
    assert_eq!((reply.status, reply.json()["scope"].as_str()), (429, Some("responses")));
    assert_eq!(chat(&gateway, &[], &say_streamed("hi")).await?.status, 200, "chat has a budget of its own");
    let reply = post(&gateway, RESPONSES, &[], &ask("hi")).await?;
    assert_eq!((reply.status, reply.problem().as_str()), (401, "missing-credentials"));
    Ok(())
}

/// Every event is one of the contract's, with the fields that the contract says it has.
#[tokio::test]
async fn events_are_those_of_the_contract() -> Result {
    let contract: Value = serde_json::from_str(include_str!("../../core/contract/response_events.json"))?;
    let contract = contract["events"].as_array().ok_or("no events")?;
    let gateway = start(json!({}))?;
    let tools = json!([{"type": "function", "name": "f"}]);
    let requests = [
        with(ask("a b c"), json!({"reasoning": {"summary": "auto"}, "max_output_tokens": 6})),
        with(ask("call f {}"), json!({"tools": tools, "reasoning": {"summary": "auto"}})),
    ];
    for request in requests {
        let events = respond_streamed(&gateway, &[], &request).await?.named_events();
        for event in &events {
            let row = contract.iter().find(|row| row["type"] == event["type"]).ok_or("not in the contract")?;
            for (field, kind) in row["fields"].as_object().into_iter().flatten() {
                let fits = match kind.as_str().unwrap_or_default() {
                    kind if kind.ends_with('?') => true,
                    "string" => event[field].is_string(),
                    "integer" => event[field].is_u64(),
                    "array" => event[field].is_array(),
                    _ => event[field].is_object(),
                };
                assert!(fits, "{field} ({kind}) of {event}");
            }
        }
        let terminal =
            contract.iter().filter(|row| row["class"] == "terminal").any(|row| row["type"] == last(&events)["type"]);
        assert!(terminal && events.len() > 8);
    }
    Ok(())
}
