//! The same over HTTP/2 with prior knowledge.

mod support;

use axonium_gateway::Gateway;
use bytes::Bytes;
use h2::client::SendRequest;
use http::{Request, Version};
use serde_json::json;
use support::{Result, connect, get, scripted, start};

async fn client(gateway: &Gateway) -> Result<SendRequest<Bytes>> {
    let (client, connection) = h2::client::handshake(connect(gateway).await?).await?;
    // Its end is seen by the requests on it.
    tokio::spawn(async { drop(connection.await) });
    Ok(client.ready().await?)
}

/// Status and as much of the body as came; or the error that was met.
async fn get_on(
    client: &mut SendRequest<Bytes>,
    gateway: &Gateway,
) -> (Result<u16, h2::Error>, Vec<u8>, Option<h2::Error>) {
    let request = Request::get(format!("{}/v1/models", gateway.url())).version(Version::HTTP_2);
    let request = request.header("authorization", "Bearer k").body(()).unwrap_or_default();
    let sent = match client.clone().ready().await {
        Ok(mut client) => client.send_request(request, true),
        Err(error) => Err(error),
    };
    let response = match sent {
        Ok((response, _)) => response.await,
        Err(error) => Err(error),
    };
    let (head, mut body) = match response {
        Ok(response) => response.into_parts(),
        Err(error) => return (Err(error), Vec::new(), None),
    };
    let mut bytes = Vec::new();
    let mut failure = None;
    while let Some(data) = body.data().await {
        match data {
            Ok(data) => bytes.extend(data),
            Err(error) => failure = Some(error),
        }
        if failure.is_some() {
            break;
        }
    }
    (Ok(head.status.as_u16()), bytes, failure)
}

#[tokio::test]
async fn the_gateway_speaks_it() -> Result {
    let gateway = start(json!({}))?;
    let mut client = client(&gateway).await?;
    for _ in 0..2 {
        let (status, body, failure) = get_on(&mut client, &gateway).await;
        assert_eq!((status?, failure.is_none()), (200, true));
        assert!(String::from_utf8(body)?.contains("qwen3-0.6b"));
    }
    Ok(())
}

#[tokio::test]
async fn a_step_may_insist_on_it() -> Result {
    let gateway = scripted(json!([{"body": 1, "http2": true}]))?;
    assert_eq!(get(&gateway, "/", &[]).await?.status, 505);
    let (status, body, _) = get_on(&mut client(&gateway).await?, &gateway).await;
    assert_eq!((status?, body.as_slice()), (200, b"1".as_slice()));
    Ok(())
}

#[tokio::test]
async fn a_stream_is_refused_and_the_connection_goes_on() -> Result {
    let gateway = scripted(json!([{"close": "refused_stream"}, {"body": 1}]))?;
    let mut client = client(&gateway).await?;
    let (status, _, _) = get_on(&mut client, &gateway).await;
    assert_eq!(status.err().and_then(|error| error.reason()), Some(h2::Reason::REFUSED_STREAM));
    let (status, _, _) = get_on(&mut client, &gateway).await;
    assert_eq!(status?, 200);
    Ok(())
}

#[tokio::test]
async fn the_connection_is_cut_under_a_stream() -> Result {
    let gateway = scripted(json!([
        {"body": "long enough", "close_after_bytes": 4}, {"body": 1, "close": "before_headers"}, {"body": 1, "close": "reset"},
        {"body": 1, "close": "after_headers"},
    ]))?;
    let (status, body, failure) = get_on(&mut client(&gateway).await?, &gateway).await;
    assert_eq!((status?, body.as_slice(), failure.is_some()), (200, b"\"lon".as_slice(), true));
    for _ in 0..2 {
        let (status, _, _) = get_on(&mut client(&gateway).await?, &gateway).await;
        assert!(status.is_err());
    }
    let (status, body, failure) = get_on(&mut client(&gateway).await?, &gateway).await;
    assert_eq!((status?, body.len(), failure.is_some()), (200, 0, true));
    Ok(())
}

#[tokio::test]
async fn an_idle_connection_is_closed_after_the_answer() -> Result {
    for when in [json!(true), json!("at_next_request")] {
        let gateway = scripted(json!([{"body": 1, "close_idle": when}, {"body": 2}]))?;
        let mut client = client(&gateway).await?;
        let (status, body, failure) = get_on(&mut client, &gateway).await;
        assert_eq!((status?, body.as_slice(), failure.is_none()), (200, b"1".as_slice(), true), "{when}");
        let (status, _, _) = get_on(&mut client, &gateway).await;
        assert!(status.is_err(), "{when}");
        assert_eq!(gateway.requests().len(), 1, "{when}");
    }
    Ok(())
}
