//! Each scripted fault, as it looks on the wire.

mod support;

use axonium_gateway::GatewayConfig;
use serde_json::json;
use support::*;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

#[tokio::test]
async fn a_problem_is_a_full_document() -> Result {
    let gateway = scripted(json!([
        {"status": 429, "headers": {"Retry-After": "7"}, "problem": "rate-limit-exceeded-requests"},
        {"problem": {"suffix": "backend-unavailable", "retry_after": 3, "detail": "no", "trace_id": null}},
        {"status": 418, "problem": "not-in-the-catalogue"},
    ]))?;
    let reply = get(&gateway, "/v1/x", &[]).await?;
    assert_eq!((reply.status, reply.header("retry-after")), (429, Some("7")));
    assert_eq!(reply.problem(), "rate-limit-exceeded-requests");
    let document = reply.json();
    assert_eq!(document["instance"], "/v1/x");
    assert_eq!(document["request_id"].as_str(), reply.header("x-request-id"));
    assert_eq!(document["trace_id"].as_str(), reply.header("x-trace-id"));
    assert!(document.get("retry_after").is_none());

    let reply = get(&gateway, "/v1/x", &[]).await?;
    assert_eq!((reply.status, reply.header("retry-after")), (503, None));
    let document = reply.json();
    assert_eq!((&document["retry_after"], &document["detail"]), (&json!(3), &json!("no")));
    assert!(document.get("trace_id").is_none());

    for _ in 0..2 {
        let reply = get(&gateway, "/v1/x", &[]).await?;
        assert_eq!((reply.status, reply.problem().as_str()), (418, "not-in-the-catalogue"));
    }
    Ok(())
}

#[tokio::test]
async fn bodies_are_sent_as_written() -> Result {
    let gateway = scripted(json!([
        {"body": {"a": 1}}, {"body": null}, {"status": 502, "text": "<html>", "headers": {"Content-Type": "text/html"}},
        {"body_base64": "/wD+"}, {"status": 204}, {"headers": {"X-A": ["1", "2"], "Date": null}},
    ]))?;
    let reply = get(&gateway, "/", &[]).await?;
    assert_eq!((reply.json(), reply.header("content-type")), (json!({"a": 1}), Some("application/json")));
    assert!(reply.header("date").is_some() && reply.whole);
    assert_eq!(get(&gateway, "/", &[]).await?.text(), "null");
    let reply = get(&gateway, "/", &[]).await?;
    assert_eq!((reply.status, reply.header("content-type"), reply.text().as_str()), (502, Some("text/html"), "<html>"));
    assert_eq!(get(&gateway, "/", &[]).await?.body, [0xff, 0, 0xfe]);
    assert_eq!(get(&gateway, "/", &[]).await?.status, 204);
    let reply = get(&gateway, "/", &[]).await?;
    let values: Vec<_> =
        reply.headers.iter().filter(|(name, _)| name == "x-a").map(|(_, value)| value.as_str()).collect();
    assert_eq!((values.as_slice(), reply.header("date")), (["1", "2"].as_slice(), None));
    Ok(())
}

#[tokio::test]
async fn events_are_written_as_a_stream() -> Result {
    let gateway = scripted(json!([{"sse": [
        {"comment": "ping"}, {"data": {"a": 1}, "event": "e", "id": "7"}, {"data": "two\nlines"}, {"data": "[DONE]"},
    ]}]))?;
    let reply = get(&gateway, "/", &[]).await?;
    assert_eq!(reply.header("content-type"), Some("text/event-stream"));
    assert_eq!(
        reply.text(),
        ": ping\n\nevent: e\nid: 7\ndata: {\"a\":1}\n\ndata: two\ndata: lines\n\ndata: [DONE]\n\n"
    );
    assert!(reply.whole);
    Ok(())
}

#[tokio::test]
async fn a_body_is_cut_at_the_byte_that_was_named() -> Result {
    let gateway = scripted(json!([
        {"body": {"long": "enough"}, "close_after_bytes": 5},
        {"body": {"long": "enough"}, "close_after_bytes": 5, "close": "reset"},
        {"sse": [{"data": "one"}, {"data": "two"}], "close_after_bytes": 13},
        {"sse": [{"data": "one"}, {"data": "two"}], "close_after_bytes": 13, "split_every": 2},
    ]))?;
    let reply = get(&gateway, "/", &[]).await?;
    assert_eq!((reply.text().as_str(), reply.whole, reply.end), ("{\"lon", false, End::Closed));
    assert_eq!(reply.header("content-length"), Some("17"));
    let reply = get(&gateway, "/", &[]).await;
    // A reset may throw away what was on its way.
    assert!(reply.map_or(true, |reply| reply.end == End::Reset && !reply.whole));
    for _ in 0..2 {
        let reply = get(&gateway, "/", &[]).await?;
        assert_eq!((reply.text().as_str(), reply.whole), ("data: one\n\nda", false));
    }
    Ok(())
}

#[tokio::test]
async fn a_connection_is_closed_where_the_step_says() -> Result {
    let gateway = scripted(json!([
        {"close": "before_headers"}, {"close": "reset"}, {"body": {}, "close": "after_headers"}, {"body": {}},
    ]))?;
    let bytes = request("GET", "/", &[], "", true);
    assert_eq!(exchange(&gateway, &bytes).await?, (Vec::new(), End::Closed));
    assert_eq!(exchange(&gateway, &bytes).await?, (Vec::new(), End::Reset));
    let reply = get(&gateway, "/", &[]).await?;
    assert_eq!((reply.status, reply.body.len(), reply.whole), (200, 0, false));
    assert_eq!(get(&gateway, "/", &[]).await?.text(), "{}");
    assert_eq!(gateway.requests().len(), 4);
    Ok(())
}

#[tokio::test]
async fn an_idle_connection_is_closed_now_or_when_it_is_used_again() -> Result {
    let gateway = scripted(json!([
        {"body": 1, "close_idle": true}, {"body": 2, "close_idle": "at_next_request"}, {"body": 3},
    ]))?;
    let bytes = request("GET", "/", &[], "", false);
    let mut tcp = connect(&gateway).await?;
    tcp.write_all(bytes.as_bytes()).await?;
    let (answer, end) = read_to_end(&mut tcp).await?;
    let reply = parse(&answer, end)?;
    assert_eq!((reply.text().as_str(), reply.whole, reply.end), ("1", true, End::Closed));
    assert_eq!(reply.header("connection"), None);

    let mut tcp = connect(&gateway).await?;
    tcp.write_all(bytes.as_bytes()).await?;
    assert_eq!(read_answer(&mut tcp).await?.text(), "2");
    tcp.write_all(bytes.as_bytes()).await?;
    let (answer, _) = read_to_end(&mut tcp).await?;
    assert!(answer.is_empty());
    assert_eq!(gateway.requests().len(), 2, "the third was not read");
    assert_eq!(get(&gateway, "/", &[]).await?.text(), "3");
    Ok(())
}

#[tokio::test]
async fn a_hanging_answer_never_comes() -> Result {
    let gateway = scripted(json!([{"hang": true}]))?;
    let mut tcp = connect(&gateway).await?;
    tcp.write_all(request("GET", "/", &[], "", true).as_bytes()).await?;
    while gateway.requests().is_empty() {
        tokio::task::yield_now().await;
    }
    for _ in 0..100 {
        tokio::task::yield_now().await;
    }
    let mut byte = [0];
    assert!(tcp.try_read(&mut byte).is_err_and(|error| error.kind() == std::io::ErrorKind::WouldBlock));
    gateway.stop();
    assert!(read_to_end(&mut tcp).await?.0.is_empty(), "its end ends the connection");
    Ok(())
}

#[tokio::test]
async fn a_stream_goes_silent_after_its_events() -> Result {
    let gateway = scripted(json!([{"sse": [{"data": "one"}], "hang": true}]))?;
    let mut tcp = connect(&gateway).await?;
    tcp.write_all(request("GET", "/", &[], "", true).as_bytes()).await?;
    let mut seen = Vec::new();
    while !seen.ends_with(b"data: one\n\n\r\n") {
        tcp.read_buf(&mut seen).await?;
    }
    for _ in 0..100 {
        tokio::task::yield_now().await;
    }
    let mut byte = [0];
    assert!(tcp.try_read(&mut byte).is_err_and(|error| error.kind() == std::io::ErrorKind::WouldBlock));
    Ok(())
}

#[tokio::test]
async fn a_gateway_may_refuse_all_connections() -> Result {
    let config = GatewayConfig { refuse_connections: true, ..GatewayConfig::default() };
    let gateway = axonium_gateway::Gateway::start(config)?;
    let error = tokio::net::TcpStream::connect(gateway.url().trim_start_matches("http://")).await.err();
    assert_eq!(error.map(|error| error.kind()), Some(std::io::ErrorKind::ConnectionRefused));
    Ok(())
}
