//! What the proxy takes in, and how it ends.

mod support;

use std::io;
use std::time::Duration;

use axonium_gateway::Clock;
use axonium_proxy::{Proxy, ProxyConfig, Route, StartError};
use http::{Method, StatusCode};
use serde_json::json;
use support::{CHAT, Connection, Proxied, Result, config, get, next, post, route, say, say_streamed, send, whole};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

async fn with(change: impl FnOnce(&mut ProxyConfig)) -> Result<Proxied> {
    let gateway = support::gateway(json!({}), Clock::simulated())?;
    let mut config = config(vec![route("one", &gateway.url())], gateway.clock());
    change(&mut config);
    Ok(Proxied { proxy: Proxy::start(config).await?, gateway })
}

#[tokio::test]
async fn a_body_may_be_as_large_as_the_limit_and_no_larger() -> Result {
    let body = say("hi").to_string();
    let proxied = with(|config| config.max_body_bytes = body.len()).await?;
    assert_eq!(post(&proxied.proxy, CHAT, &[], body.clone()).await?.status, StatusCode::OK);
    let reply = post(&proxied.proxy, CHAT, &[], body + " ").await?;
    assert_eq!(reply.status, StatusCode::PAYLOAD_TOO_LARGE);
    assert_eq!(reply.json()["error"]["code"], "request_too_large");
    assert_eq!(reply.header("x-should-retry"), Some("false"));
    assert_eq!(proxied.gateway.requests().len(), 1);
    Ok(())
}

#[tokio::test]
async fn a_body_without_a_length_is_counted_as_it_comes() -> Result {
    let proxied = with(|config| config.max_body_bytes = 1000).await?;
    let mut tcp = TcpStream::connect(proxied.proxy.address()).await?;
    let head = format!("POST {CHAT} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n");
    tcp.write_all(head.as_bytes()).await?;
    for _ in 0..11 {
        tcp.write_all(format!("64\r\n{}\r\n", "x".repeat(100)).as_bytes()).await?;
    }
    tcp.write_all(b"0\r\n\r\n").await?;
    let mut answer = String::new();
    tcp.read_to_string(&mut answer).await?;
    assert!(answer.starts_with("HTTP/1.1 413 "), "{answer}");
    Ok(())
}

#[tokio::test]
async fn headers_that_do_not_come_end_the_connection() -> Result {
    let proxied = with(|config| config.header_timeout = Duration::from_millis(20)).await?;
    let mut tcp = TcpStream::connect(proxied.proxy.address()).await?;
    tcp.write_all(b"POST /v1/chat/completions HTTP/1.1\r\nhost:").await?;
    let mut answer = Vec::new();
    match tcp.read_to_end(&mut answer).await {
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::ConnectionReset => {}
        Err(error) => return Err(error.into()),
    }
    assert!(!answer.starts_with(b"HTTP/1.1 2"), "{answer:?}");
    Ok(())
}

#[tokio::test]
async fn a_connection_beyond_the_limit_waits_for_another_to_end() -> Result {
    let proxied = with(|config| config.max_connections = 1).await?;
    let mut first = Connection::open(&proxied.proxy).await?;
    assert_eq!(whole(first.send(Method::POST, CHAT, &[], say("1").to_string()).await?).await?.status, StatusCode::OK);
    let mut second = Connection::open(&proxied.proxy).await?;
    let mut waiting = Box::pin(second.send(Method::POST, CHAT, &[], say("2").to_string()));
    let again = async { whole(first.send(Method::POST, CHAT, &[], say("3").to_string()).await?).await };
    tokio::select! {
        response = waiting.as_mut() => panic!("{response:?}"),
        reply = again => assert_eq!(reply?.status, StatusCode::OK),
    }
    first.leave().await;
    assert_eq!(whole(waiting.await?).await?.status, StatusCode::OK);
    Ok(())
}

#[tokio::test]
async fn draining_lets_a_running_stream_end_and_takes_nothing_new() -> Result {
    let slow = json!({"models": [{"id": "slow", "words_per_second": 1}]});
    let Proxied { gateway, proxy } = Proxied::start(slow).await?;
    let mut request = say_streamed("one two");
    request["model"] = "slow".into();
    let mut idle = Connection::open(&proxy).await?;
    whole(idle.send(Method::GET, "/v1/models", &[], "").await?).await?;
    let mut connection = Connection::open(&proxy).await?;
    let mut response = connection.send(Method::POST, CHAT, &[], request.to_string()).await?;
    next(&mut response).await?;
    let address = proxy.address();
    let drained = tokio::spawn(proxy.drain(Duration::from_mins(1)));
    // The idle connection is told by being closed; by then nobody is accepted either.
    assert!(idle.send(Method::GET, "/v1/models", &[], "").await.is_err());
    assert!(TcpStream::connect(address).await.is_err());
    assert!(!drained.is_finished());
    gateway.clock().wait(Duration::from_secs(10)).await;
    assert!(whole(response).await?.text().ends_with("data: [DONE]\n\n"));
    assert!(drained.await?);
    Ok(())
}

#[tokio::test]
async fn what_does_not_end_in_time_is_cut() -> Result {
    let Proxied { gateway, proxy } =
        Proxied::scripted(json!([{"sse": [{"data": {"choices": []}}], "hang": true}])).await?;
    let mut connection = Connection::open(&proxy).await?;
    let mut response = connection.send(Method::POST, CHAT, &[], say_streamed("hi").to_string()).await?;
    next(&mut response).await?;
    assert!(!proxy.drain(Duration::ZERO).await);
    assert!(whole(response).await.is_err());
    drop(gateway);
    Ok(())
}

#[tokio::test]
async fn only_what_is_served_is_served() -> Result {
    let proxied = Proxied::start(json!({})).await?;
    let proxy = &proxied.proxy;
    let unknown = post(proxy, "/v1/embeddings", &[], "{}").await?;
    assert_eq!(
        (unknown.status, unknown.json()["error"]["code"].as_str()),
        (StatusCode::NOT_FOUND, Some("unknown_path"))
    );
    let method = send(proxy, Method::DELETE, CHAT, &[], "").await?;
    assert_eq!(method.status, StatusCode::METHOD_NOT_ALLOWED);
    assert_eq!(method.json()["error"]["code"], "unknown_method");
    let page = post(proxy, CHAT, &[("origin", "https://evil.example")], say("hi").to_string()).await?;
    assert_eq!((page.status, page.json()["error"]["code"].as_str()), (StatusCode::FORBIDDEN, Some("origin_refused")));
    assert!(proxied.gateway.requests().is_empty());
    let models = get(proxy, "/v1/models", &[]).await?;
    assert_eq!(models.json()["data"][0]["id"], "qwen3-0.6b");
    models.assert_took(1, 0);
    Ok(())
}

#[tokio::test]
async fn settings_that_cannot_work_are_named() -> Result {
    let one = || route("one", "http://127.0.0.1:1");
    let cases: [(ProxyConfig, &str); 3] = [
        (config(vec![], Clock::real()), "routes"),
        (config(vec![route("one", "127.0.0.1:8020")], Clock::real()), "url"),
        (ProxyConfig { max_connections: 0, ..config(vec![one()], Clock::real()) }, "max-connections"),
    ];
    for (config, field) in cases {
        match Proxy::start(config).await {
            Err(StartError::Config(error)) => assert!(error.field.contains(field), "{error}"),
            other => panic!("{field}: {other:?}"),
        }
    }
    let taken = with(|_| {}).await?;
    let config = ProxyConfig { listen: taken.proxy.address().to_string(), ..config(vec![one()], Clock::real()) };
    assert!(matches!(Proxy::start(config).await, Err(StartError::Listen { .. })));
    Ok(())
}

#[tokio::test]
async fn credentials_go_where_they_belong() -> Result {
    let gateway = support::gateway(json!({}), Clock::simulated())?;
    let keyed = Route { key: Some("the-route's-key".to_owned().into()), ..route("keyed", &gateway.url()) };
    let keyed = support::proxy(vec![keyed], gateway.clock()).await?;
    let open = support::proxy(vec![route("open", &gateway.url())], gateway.clock()).await?;
    let mut seen = Vec::new();
    for (proxy, own) in
        [(&keyed, "Bearer a"), (&keyed, ""), (&open, "Bearer a"), (&open, "bearer b"), (&open, "Bearer a")]
    {
        gateway.reset();
        assert_eq!(post(proxy, CHAT, &[("authorization", own)], say("hi").to_string()).await?.status, StatusCode::OK);
        let requests = gateway.requests();
        let sent = requests[0].headers.iter().find(|(name, _)| name == "authorization").map(|(_, value)| value.clone());
        seen.push(sent.ok_or("no credential")?);
    }
    assert_eq!(seen, ["Bearer the-route's-key", "Bearer the-route's-key", "Bearer a", "Bearer b", "Bearer a"]);
    gateway.reset();
    let reply = post(&open, CHAT, &[("authorization", "")], say("hi").to_string()).await?;
    assert_eq!(reply.status, StatusCode::UNAUTHORIZED);
    assert_eq!(reply.json()["error"]["code"], "missing_credentials");
    assert!(gateway.requests().is_empty());
    Ok(())
}

#[tokio::test]
async fn an_account_is_named_only_beside_its_own_credential() -> Result {
    let gateway = support::gateway(json!({}), Clock::simulated())?;
    let keyed = Route { key: Some("the-route's-key".to_owned().into()), ..route("keyed", &gateway.url()) };
    let headers =
        [("openai-organization", "org"), ("openai-project", "proj"), ("openai-beta", "b=1"), ("x-else", "no")];
    for (routes, wanted) in [
        (vec![route("open", &gateway.url())], vec!["openai-beta", "openai-organization", "openai-project"]),
        (vec![route("open", &gateway.url()), keyed], vec!["openai-beta"]),
    ] {
        gateway.reset();
        let proxy = support::proxy(routes, gateway.clock()).await?;
        assert_eq!(post(&proxy, CHAT, &headers, say("hi").to_string()).await?.status, StatusCode::OK);
        let sent = gateway.requests();
        let mut names: Vec<&str> = sent[0].headers.iter().map(|(name, _)| name.as_str()).collect();
        names.retain(|name| headers.iter().any(|(given, _)| given == name));
        names.sort_unstable();
        assert_eq!(names, wanted);
    }
    Ok(())
}
