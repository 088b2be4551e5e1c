//! Chat through the proxy, as a stream.

mod support;

use axonium_gateway::Clock;
use http::{Method, StatusCode};
use serde_json::{Value, json};
use support::{CHAT, Connection, Proxied, Raw, Result, next, proxy, route, say, say_streamed, whole};

#[tokio::test]
async fn events_pass_unchanged_and_end_as_a_chat_does() -> Result {
    let chunk = "{\"choices\" : [{\"delta\":{\"content\":\"h\u{2028}i\"}}],\"n\":12345678901234567890123}";
    let last = "{\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}";
    let proxied =
        Proxied::scripted(json!([{"sse": [{"data": chunk}, {"comment": "ping"}, {"data": last}, {"data": "[DONE]"}]}]))
            .await?;
    let reply = proxied.post(CHAT, &say_streamed("hi")).await?;
    assert_eq!(reply.status, StatusCode::OK);
    assert_eq!(reply.header("content-type"), Some("text/event-stream"));
    assert_eq!(reply.text(), format!("data: {chunk}\n\ndata: {last}\n\ndata: [DONE]\n\n"));
    Ok(())
}

#[tokio::test]
async fn an_event_of_several_lines_stays_one_event() -> Result {
    let chunk = "{\"choices\":\n[{\"delta\":{\"content\":\"hi\"},\"finish_reason\":\"stop\"}]}";
    let proxied = Proxied::scripted(json!([{"sse": [{"data": chunk}, {"data": "[DONE]"}]}])).await?;
    let reply = proxied.post(CHAT, &say_streamed("hi")).await?;
    assert_eq!(reply.text(), format!("data: {}\n\ndata: [DONE]\n\n", chunk.replace('\n', "\ndata: ")));
    Ok(())
}

#[tokio::test]
async fn headers_say_what_is_known_when_the_stream_opens() -> Result {
    let proxied = Proxied::scripted(json!([
        {"status": 429, "headers": {"Retry-After": "7"}, "problem": "rate-limit-exceeded-requests"},
        {"gateway": true},
    ]))
    .await?;
    let reply = proxied.post(CHAT, &say_streamed("one two")).await?;
    reply.assert_took(2, 7000);
    let content: String = reply.events().iter().filter_map(|event| content(event)).collect();
    assert_eq!(content, "one two");
    assert_eq!(reply.header("x-request-id"), Some(proxied.gateway.ledger().entries[0].request_id.as_str()));
    Ok(())
}

#[tokio::test]
async fn a_stream_that_is_refused_is_an_ordinary_error() -> Result {
    let proxied = Proxied::scripted(json!([{"problem": "unknown-model"}])).await?;
    let reply = proxied.post(CHAT, &say_streamed("hi")).await?;
    assert_eq!(reply.status, StatusCode::BAD_REQUEST);
    assert_eq!(reply.header("content-type"), Some("application/problem+json"));
    Ok(())
}

#[tokio::test]
async fn an_error_in_the_stream_is_the_upstreams_own_and_ends_it() -> Result {
    let (chunk, error) =
        ("{\"choices\":[{\"delta\":{\"content\":\"hi\"}}]}", "{\"error\" : {\"message\":\"it broke\"}}");
    let proxied = Proxied::scripted(json!([{"sse": [{"data": chunk}, {"data": error}, {"data": "[DONE]"}]}])).await?;
    let reply = proxied.post(CHAT, &say_streamed("hi")).await?;
    assert_eq!(reply.events(), [chunk, error]);
    Ok(())
}

#[tokio::test]
async fn a_stream_that_is_cut_ends_with_an_error_and_is_not_repeated() -> Result {
    let chunk = "{\"choices\":[{\"delta\":{\"content\":\"hi\"}}]}";
    let proxied = Proxied::scripted(json!([{"sse": [{"data": chunk}], "close_after_bytes": 60}])).await?;
    let events = proxied.post(CHAT, &say_streamed("hi")).await?.events();
    let [first, error] = events.as_slice() else { panic!("{events:?}") };
    assert_eq!(first, chunk);
    let error: Value = serde_json::from_str(error)?;
    assert_eq!(error["error"]["code"], "StreamInterrupted");
    assert_eq!(error["error"]["reason"]["code"], "output-delivered");
    assert_eq!(proxied.gateway.requests().len(), 1);
    Ok(())
}

#[tokio::test]
async fn events_come_when_they_come() -> Result {
    let proxied =
        Proxied::start(json!({"models": [{"id": "slow", "generation_ms": 1000, "words_per_second": 1}]})).await?;
    let mut request = say_streamed("one two");
    request["model"] = "slow".into();
    let mut connection = Connection::open(&proxied.proxy).await?;
    let mut response = connection.send(Method::POST, CHAT, &[], request.to_string()).await?;
    // The model has not begun: its clock stands until it is moved.
    assert!(next(&mut response).await?.contains("\"role\""));
    proxied.gateway.clock().wait(std::time::Duration::from_secs(1)).await;
    assert!(next(&mut response).await?.contains("one"));
    proxied.gateway.clock().wait(std::time::Duration::from_secs(10)).await;
    assert!(whole(response).await?.text().ends_with("data: [DONE]\n\n"));
    Ok(())
}

const BEGUN: &str = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n\
                     data: {\"choices\":[{\"delta\":{\"content\":\"hi\"}}]}\n\n";

#[tokio::test]
async fn a_client_that_leaves_a_stream_ends_the_upstream_request() -> Result {
    let upstream = Raw::start(BEGUN).await?;
    let proxy = proxy(vec![route("raw", &upstream.url)], Clock::simulated()).await?;
    let mut connection = Connection::open(&proxy).await?;
    let mut response = connection.send(Method::POST, CHAT, &[], say_streamed("hi").to_string()).await?;
    assert!(next(&mut response).await?.contains("hi"));
    connection.leave().await;
    upstream.left.await??;
    Ok(())
}

#[tokio::test]
async fn a_client_that_leaves_before_the_answer_ends_the_upstream_request() -> Result {
    for request in [say("hi"), say_streamed("hi")] {
        let proxied = Proxied::scripted(json!([{"gateway": true, "hang": true}])).await?;
        let mut connection = Connection::open(&proxied.proxy).await?;
        let asking = connection.send(Method::POST, CHAT, &[], request.to_string());
        tokio::select! {
            response = asking => panic!("{response:?}"),
            () = support::until(|| proxied.gateway.ledger().generations == 1) => {}
        }
        connection.leave().await;
        // Its connections end, so the proxy has nothing left to wait for.
        assert!(proxied.proxy.drain(std::time::Duration::from_mins(1)).await);
    }
    Ok(())
}

fn content(event: &str) -> Option<String> {
    let event: Value = serde_json::from_str(event).ok()?;
    event["choices"][0]["delta"]["content"].as_str().map(str::to_owned)
}
