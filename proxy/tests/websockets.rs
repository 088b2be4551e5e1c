//! The Responses API through the proxy, over a WebSocket.

mod support;

use std::time::Duration;

use axonium_gateway::{Clock, Gateway, Termination};
use axonium_proxy::Proxy;
use futures_util::{SinkExt, StreamExt};
use http::StatusCode;
use serde_json::{Value, json};
use support::{Pair, Proxied, RESPONSES, Result, get, proxy, respond, route};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

struct Client {
    stream: WebSocketStream<TcpStream>,
    headers: http::HeaderMap,
}

impl Client {
    async fn open(proxy: &Proxy, headers: &[(&'static str, &str)]) -> Result<Self> {
        let mut request = format!("ws://{}{RESPONSES}", proxy.address()).into_client_request()?;
        request.headers_mut().insert("authorization", "Bearer a-client's-key".parse()?);
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse()?);
        }
        let (stream, response) = client_async(request, TcpStream::connect(proxy.address()).await?).await?;
        Ok(Self { stream, headers: response.headers().clone() })
    }

    async fn send(&mut self, frame: impl Into<String>) -> Result {
        Ok(self.stream.send(Message::Text(frame.into().into())).await?)
    }

    /// Asks for a response.
    async fn create(&mut self, mut request: Value) -> Result {
        request["type"] = "response.create".into();
        self.send(request.to_string()).await
    }

    async fn next(&mut self) -> Result<String> {
        loop {
            match self.stream.next().await.ok_or("the connection ended")?? {
                Message::Text(text) => return Ok(text.as_str().to_owned()),
                Message::Close(frame) => return Err(format!("closed: {frame:?}").into()),
                _ => {}
            }
        }
    }

    /// The frames of a response, its last one included.
    async fn turn(&mut self) -> Result<Vec<String>> {
        let mut frames = Vec::new();
        loop {
            frames.push(self.next().await?);
            let last: Value = serde_json::from_str(&frames[frames.len() - 1])?;
            let last = last["type"].as_str().unwrap_or_default();
            if matches!(last, "response.completed" | "response.failed" | "response.incomplete" | "error") {
                return Ok(frames);
            }
        }
    }

    /// The code of the close frame that ends the connection.
    async fn closed(mut self) -> Result<CloseCode> {
        match self.stream.next().await.ok_or("the connection ended without a close frame")?? {
            Message::Close(Some(frame)) => Ok(frame.code),
            other => Err(format!("{other:?}").into()),
        }
    }
}

fn text(frames: &[String]) -> String {
    let deltas = frames.iter().filter_map(|frame| serde_json::from_str::<Value>(frame).ok());
    let deltas = deltas.filter(|event| event["type"] == "response.output_text.delta");
    deltas.filter_map(|event| event["delta"].as_str().map(str::to_owned)).collect()
}

/// How often a response was asked for over a WebSocket.
fn turns(gateway: &Gateway) -> usize {
    gateway.requests().iter().filter(|request| request.method == "WEBSOCKET").count()
}

#[tokio::test]
async fn many_turns_run_on_one_connection_with_the_upstreams_frames() -> Result {
    let created = "{ \"type\":\"response.created\",\"response\":{\"id\":\"r1\"},\"sequence_number\":0}";
    let completed = "{\"type\":\"response.completed\",\"response\":{\"id\":\"r1\",\"output\":[]},\"sequence_number\":1,\"n\":1.0e2}";
    let proxied = Proxied::start(json!({})).await?;
    let frames = json!([{"websocket": [{"text": created}, {"text": completed}], "headers": {"x-request-id": "req_7"}}]);
    proxied.gateway.script(serde_json::from_value(frames)?)?;
    let mut client = Client::open(&proxied.proxy, &[]).await?;
    let header = |name: &str| client.headers.get(name).and_then(|value| value.to_str().ok());
    assert_eq!((header("x-axonium-route"), header("x-axonium-attempts")), (Some("one"), Some("1")));
    assert_eq!((header("x-axonium-waited-ms"), header("x-request-id")), (Some("0"), Some("req_7")));
    client.create(respond("scripted")).await?;
    assert_eq!(client.turn().await?, [created, completed]);
    for said in ["one two", "three"] {
        client.create(respond(said)).await?;
        assert_eq!(text(&client.turn().await?), said);
    }
    assert_eq!((proxied.gateway.connections(), turns(&proxied.gateway)), (1, 3));
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_next_turn_may_be_asked_for_at_once() -> Result {
    let proxied = Proxied::start(json!({})).await?;
    let mut client = Client::open(&proxied.proxy, &[]).await?;
    for turn in 0..500 {
        client.create(respond("hi")).await?;
        assert_eq!(text(&client.turn().await?), "hi", "turn {turn}");
    }
    Ok(())
}

#[tokio::test]
async fn a_handshake_that_is_refused_upstream_is_refused() -> Result {
    let own = json!({"error": {"message": "no such key"}});
    let proxied =
        Proxied::scripted(json!([{"status": 401, "body": own, "headers": {"x-request-id": "req_1"}}])).await?;
    match Client::open(&proxied.proxy, &[]).await {
        Ok(_) => panic!("it was accepted"),
        Err(error) => match error.downcast_ref() {
            Some(tungstenite::Error::Http(response)) => {
                assert_eq!(response.status(), StatusCode::UNAUTHORIZED);
                assert_eq!(response.headers()["x-request-id"], "req_1");
                let body = response.body().clone().unwrap_or_default();
                assert_eq!(serde_json::from_slice::<Value>(&body)?, own);
            }
            _ => return Err(error),
        },
    }
    Ok(())
}

#[tokio::test]
async fn what_is_no_handshake_is_told_so() -> Result {
    let proxied = Proxied::start(json!({})).await?;
    let reply = get(&proxied.proxy, RESPONSES, &[]).await?;
    assert_eq!((reply.status, reply.json()["error"]["code"].as_str()), (StatusCode::BAD_REQUEST, Some("no_websocket")));
    assert!(proxied.gateway.requests().is_empty());
    Ok(())
}

#[tokio::test]
async fn a_failure_upstream_is_passed_on_and_the_next_turn_goes_on() -> Result {
    let failed = "{ \"type\":\"response.failed\",\"response\":{\"id\":\"r\",\"status\":\"failed\",\"error\":{\"code\":\"server_error\",\"message\":\"no\"}},\"sequence_number\":0}";
    let proxied = Proxied::start(json!({})).await?;
    proxied.gateway.script(serde_json::from_value(json!([{"websocket": [{"text": failed}]}]))?)?;
    let mut client = Client::open(&proxied.proxy, &[]).await?;
    client.create(respond("hi")).await?;
    assert_eq!(client.turn().await?, [failed]);
    client.create(respond("again")).await?;
    assert_eq!(text(&client.turn().await?), "again");
    Ok(())
}

#[tokio::test]
async fn a_connection_lost_upstream_ends_the_turn_and_not_the_connection() -> Result {
    let delta = "{\"type\":\"response.output_text.delta\",\"delta\":\"hi\",\"sequence_number\":4}";
    let proxied = Proxied::start(json!({})).await?;
    proxied.gateway.script(serde_json::from_value(json!([{"websocket": [{"text": delta}, {"drop": true}]}]))?)?;
    let mut client = Client::open(&proxied.proxy, &[]).await?;
    client.create(respond("hi")).await?;
    let frames = client.turn().await?;
    let [first, error] = frames.as_slice() else { panic!("{frames:?}") };
    assert_eq!(first, delta);
    let error: Value = serde_json::from_str(error)?;
    assert_eq!((error["code"].as_str(), error["sequence_number"].as_u64()), (Some("StreamInterrupted"), Some(5)));
    assert_eq!(
        (error["status"].as_u64(), error["error"]["reason"]["code"].as_str()),
        (Some(502), Some("output-delivered"))
    );
    client.create(respond("again")).await?;
    assert_eq!(text(&client.turn().await?), "again");
    assert_eq!(turns(&proxied.gateway), 2, "the lost turn was not repeated");
    Ok(())
}

#[tokio::test]
async fn a_turn_that_failed_before_its_output_is_replayed_on_the_next_route() -> Result {
    let failed = json!({"type": "response.failed", "sequence_number": 1,
        "response": {"id": "r", "status": "failed", "error": {"code": "server_error", "message": "no"}}});
    let created = json!({"type": "response.created", "sequence_number": 0, "response": {"id": "r"}});
    let pair = Pair::scripted(json!([{"websocket": [{"json": created}, {"json": failed}]}])).await?;
    let mut client = Client::open(&pair.proxy, &[]).await?;
    client.create(respond("one two")).await?;
    let frames = client.turn().await?;
    assert_eq!(text(&frames), "one two");
    assert!(!frames.contains(&created.to_string()), "nothing of the failed attempt is shown");
    assert_eq!((turns(&pair.first), turns(&pair.second)), (1, 1));
    Ok(())
}

#[tokio::test]
async fn one_response_is_active_at_a_time() -> Result {
    let slow = json!({"models": [{"id": "slow", "words_per_second": 1}]});
    let proxied = Proxied::start(slow).await?;
    let mut client = Client::open(&proxied.proxy, &[]).await?;
    client.create(json!({"model": "slow", "input": "one two"})).await?;
    assert!(client.next().await?.contains("response.created"));
    client.create(json!({"model": "slow", "input": "too soon"})).await?;
    let refused = client.turn().await?;
    let refused: Value = serde_json::from_str(&refused[refused.len() - 1])?;
    assert_eq!((refused["code"].as_str(), refused["status"].as_u64()), (Some("turn_active"), Some(400)));
    client.send("{\"type\":\"response.steer\"}").await?;
    let refused = client.turn().await?;
    assert!(refused[refused.len() - 1].contains("\"unknown_event\""), "{refused:?}");
    proxied.gateway.clock().wait(Duration::from_secs(10)).await;
    assert!(client.turn().await?.last().is_some_and(|last| last.contains("response.completed")));
    assert_eq!(turns(&proxied.gateway), 1);
    Ok(())
}

#[tokio::test]
async fn what_cannot_be_asked_is_refused_and_the_connection_goes_on() -> Result {
    let proxied = Proxied::start(json!({})).await?;
    let mut client = Client::open(&proxied.proxy, &[]).await?;
    for (frame, code, param) in [
        ("{\"type\":\"response.cancel\"}", "unknown_event", None),
        ("{\"type\":\"response.create\",\"model\":\"m\"}", "InvalidRequest", Some("input")),
        (
            "{\"type\":\"response.create\",\"model\":\"m\",\"input\":\"hi\",\"background\":true}",
            "InvalidRequest",
            Some("background"),
        ),
        ("no JSON", "InvalidRequest", Some("body")),
    ] {
        client.send(frame).await?;
        let refused: Value = serde_json::from_str(&client.next().await?)?;
        assert_eq!((refused["type"].as_str(), refused["status"].as_u64()), (Some("error"), Some(400)), "{refused}");
        assert_eq!((refused["code"].as_str(), refused["param"].as_str()), (Some(code), param), "{refused}");
    }
    client.create(respond("fine")).await?;
    assert_eq!(text(&client.turn().await?), "fine");
    assert_eq!(turns(&proxied.gateway), 1);
    Ok(())
}

#[tokio::test]
async fn a_key_that_could_not_travel_is_refused() -> Result {
    let proxied = Proxied::start(json!({})).await?;
    let mut client = Client::open(&proxied.proxy, &[("idempotency-key", "order-4417")]).await?;
    client.create(respond("hi")).await?;
    let refused: Value = serde_json::from_str(&client.next().await?)?;
    assert_eq!(refused["param"], "idempotency_key");
    assert_eq!(turns(&proxied.gateway), 0);
    Ok(())
}

#[tokio::test]
async fn frames_that_are_no_texts_or_too_large_close_the_connection() -> Result {
    let gateway = support::gateway(json!({}), Clock::simulated())?;
    let mut config = support::config(vec![route("one", &gateway.url())], gateway.clock());
    config.max_body_bytes = 1000;
    let proxy = Proxy::start(config).await?;
    let mut client = Client::open(&proxy, &[]).await?;
    client.stream.send(Message::Binary(vec![1].into())).await?;
    assert_eq!(client.closed().await?, CloseCode::Unsupported);
    let mut client = Client::open(&proxy, &[]).await?;
    client.send("x".repeat(1001)).await?;
    assert_eq!(client.closed().await?, CloseCode::Size);
    Ok(())
}

#[tokio::test]
async fn a_client_that_leaves_ends_the_turn_upstream() -> Result {
    let slow = json!({"models": [{"id": "slow", "words_per_second": 1}]});
    let Proxied { gateway, proxy } = Proxied::start(slow).await?;
    let mut client = Client::open(&proxy, &[]).await?;
    client.create(json!({"model": "slow", "input": "one two three"})).await?;
    assert!(client.next().await?.contains("response.created"));
    drop(client);
    // Nothing is left to wait for: the turn was ended, and not waited out.
    assert!(proxy.drain(Duration::from_mins(1)).await);
    gateway.clock().wait(Duration::from_secs(10)).await;
    support::until(|| !gateway.ledger().entries.is_empty()).await;
    assert_eq!(gateway.ledger().entries[0].termination_reason, Some(Termination::ClientDisconnected));
    Ok(())
}

#[tokio::test]
async fn draining_ends_an_idle_connection_and_lets_a_turn_end() -> Result {
    let slow = json!({"models": [{"id": "slow", "words_per_second": 1}]});
    let Proxied { gateway, proxy } = Proxied::start(slow).await?;
    let idle = Client::open(&proxy, &[]).await?;
    let mut busy = Client::open(&proxy, &[]).await?;
    busy.create(json!({"model": "slow", "input": "one two"})).await?;
    busy.next().await?;
    let drained = tokio::spawn(proxy.drain(Duration::from_mins(1)));
    assert_eq!(idle.closed().await?, CloseCode::Away);
    assert!(!drained.is_finished());
    gateway.clock().wait(Duration::from_secs(10)).await;
    assert!(busy.turn().await?.last().is_some_and(|last| last.contains("response.completed")));
    assert_eq!(busy.closed().await?, CloseCode::Away);
    assert!(drained.await?);
    Ok(())
}

#[tokio::test]
async fn a_server_without_websockets_is_a_bad_gateway() -> Result {
    let proxied = Proxied::scripted(json!([{"body": {"object": "list", "data": []}}])).await?;
    let Err(error) = Client::open(&proxied.proxy, &[]).await else { panic!("it was accepted") };
    match error.downcast_ref() {
        Some(tungstenite::Error::Http(response)) => assert_eq!(response.status(), StatusCode::BAD_GATEWAY),
        _ => return Err(error),
    }
    let gone = support::gateway(json!({"refuse_connections": true}), Clock::simulated())?;
    let proxy = proxy(vec![route("gone", &gone.url())], gone.clock()).await?;
    assert!(Client::open(&proxy, &[]).await.is_err());
    Ok(())
}
