//! A client of the Responses API over a WebSocket, one frame at a time.

use axonium_gateway::Gateway;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::handshake::client::Response;
use tokio_tungstenite::tungstenite::http::{HeaderName, HeaderValue};
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

use super::{RESPONSES, Result, connect, name};

pub type Socket = WebSocketStream<TcpStream>;

/// What ends an answer.
const LAST: [&str; 4] = ["response.completed", "response.incomplete", "response.failed", "error"];

/// Opens a connection with a bearer.
pub async fn open(gateway: &Gateway) -> Result<Socket> {
    Ok(handshake(gateway, RESPONSES, &[("authorization", "Bearer k")]).await?.0)
}

/// Shakes hands; a refusal is `Error::Http`.
pub async fn handshake(gateway: &Gateway, path: &str, headers: &[(&str, &str)]) -> Result<(Socket, Response), Error> {
    let mut request = format!("ws://gateway{path}").into_client_request()?;
    for (name, value) in headers {
        request.headers_mut().insert(HeaderName::try_from(*name)?, HeaderValue::from_str(value)?);
    }
    let tcp = connect(gateway).await.map_err(|error| std::io::Error::other(error.to_string()))?;
    client_async(request, tcp).await
}

/// The status and headers of a handshake that is refused.
pub async fn refused(
    gateway: &Gateway,
    path: &str,
    headers: &[(&str, &str)],
) -> Result<Box<http::Response<Option<Vec<u8>>>>> {
    match handshake(gateway, path, headers).await {
        Err(Error::Http(response)) => Ok(response),
        Err(error) => Err(error.into()),
        Ok(_) => Err("it was accepted".into()),
    }
}

/// Sends a `response.create`.
pub async fn create(socket: &mut Socket, mut body: Value) -> Result {
    body["type"] = "response.create".into();
    Ok(socket.send(Message::text(body.to_string())).await?)
}

/// The next event.
pub async fn event(socket: &mut Socket) -> Result<Value> {
    match socket.next().await.ok_or("the connection ended")?? {
        Message::Text(text) => Ok(serde_json::from_str(&text)?),
        other => Err(format!("no event: {other:?}").into()),
    }
}

/// The events of the answer that is under way, up to the last.
pub async fn events(socket: &mut Socket) -> Result<Vec<Value>> {
    let mut events = Vec::new();
    loop {
        let event = event(socket).await?;
        let is_last = LAST.contains(&name(&event));
        events.push(event);
        if is_last {
            return Ok(events);
        }
    }
}

/// Asks and takes the whole answer.
pub async fn turn(socket: &mut Socket, body: Value) -> Result<Vec<Value>> {
    create(socket, body).await?;
    events(socket).await
}

/// Asks for a text, and gives the text that is answered.
pub async fn said(socket: &mut Socket, text: &str) -> Result<String> {
    let events = turn(socket, super::ask(text)).await?;
    let last = events.last().ok_or("no event")?;
    Ok(last["response"]["output"][0]["content"][0]["text"].as_str().map(str::to_owned).unwrap_or_default())
}

/// The code and reason of the close frame that comes next; `None` of one without a code.
pub async fn closed(socket: &mut Socket) -> Result<Option<(u16, String)>> {
    match socket.next().await.ok_or("the connection ended")?? {
        Message::Close(frame) => Ok(frame.map(|frame| (frame.code.into(), frame.reason.to_string()))),
        other => Err(format!("no close frame: {other:?}").into()),
    }
}

/// The error that ends the connection.
pub async fn lost(socket: &mut Socket) -> Result<Error> {
    match socket.next().await {
        Some(Err(error)) => Ok(error),
        other => Err(format!("not lost: {other:?}").into()),
    }
}

/// Whether nothing has come, after the gateway had many turns to send something.
pub async fn is_silent(socket: &mut Socket) -> bool {
    for _ in 0..100 {
        tokio::task::yield_now().await;
    }
    futures_util::future::poll_immediate(socket.next()).await.is_none()
}

/// An `error` event's status and code.
pub fn refusal(event: &Value) -> (u64, &str) {
    assert_eq!(event["type"], "error", "{event}");
    (event["status"].as_u64().unwrap_or_default(), event["error"]["code"].as_str().unwrap_or_default())
}

/// A script whose steps answer one turn each.
pub fn script(gateway: &Gateway, steps: &Value) -> Result {
    gateway.control("script", json!(steps))?;
    Ok(())
}
