//! One WebSocket: its handshake, the frames of a turn, and what its end means. RFC 6455.

use std::time::Duration;

use bytes::Bytes;
use futures_util::{SinkExt, StreamExt};
use http::header::{CONNECTION, SEC_WEBSOCKET_ACCEPT, SEC_WEBSOCKET_KEY, SEC_WEBSOCKET_VERSION, UPGRADE};
use http::{HeaderMap, HeaderValue, StatusCode};
use reqwest::{Response, Upgraded};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::error::CapacityError;
use tokio_tungstenite::tungstenite::handshake::client::generate_key;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{self, Message, Utf8Bytes};

use super::stream::Break;
use super::transport::{Fault, Request, Transport};

/// How long the closing of a connection may take; then it is dropped.
const CLOSING: Duration = Duration::from_millis(500);

/// An open WebSocket.
pub(super) struct Socket {
    stream: WebSocketStream<Upgraded>,
    /// Of the handshake's response.
    pub(super) headers: HeaderMap,
}

/// What a handshake came to.
pub(super) enum Handshake {
    Open(Box<Socket>),
    /// The server answered with something else.
    Refused(Response),
}

/// What comes over an open WebSocket.
pub(super) enum Frame {
    Text(Bytes),
    /// A ping or a pong: the connection lives.
    SignOfLife,
}

impl Socket {
    /// Opens a WebSocket at the address of `request`. Frames of more than `max_bytes` are refused.
    pub(super) async fn open(transport: &Transport, request: &Request, max_bytes: usize) -> Result<Handshake, Fault> {
        let key = generate_key();
        let response = transport.upgrade(request, handshake_headers(&key)).await?;
        if response.status() != StatusCode::SWITCHING_PROTOCOLS {
            return Ok(Handshake::Refused(response));
        }
        let headers = response.headers().clone();
        if headers.get(SEC_WEBSOCKET_ACCEPT).map(HeaderValue::as_bytes)
            != Some(derive_accept_key(key.as_bytes()).as_bytes())
        {
            return Err(Fault::NotConnected("the server's answer to the WebSocket handshake is not one".to_owned()));
        }
        let upgraded = response.upgrade().await.map_err(|error| Fault::NotConnected(error.to_string()))?;
        let config = WebSocketConfig::default().max_message_size(Some(max_bytes)).max_frame_size(Some(max_bytes));
        let stream = WebSocketStream::from_raw_socket(upgraded, Role::Client, Some(config)).await;
        Ok(Handshake::Open(Box::new(Self { stream, headers })))
    }

    /// Sends a frame of text.
    pub(super) async fn send(&mut self, text: Bytes) -> Result<(), Break> {
        // Requests were checked to be text when they were taken in.
        let text = Utf8Bytes::try_from(text).unwrap_or_default();
        self.stream.send(Message::Text(text)).await.map_err(|error| ended(&error))
    }

    /// The next frame. Pings are answered on the way. Cancel-safe.
    pub(super) async fn next(&mut self) -> Result<Frame, Break> {
        match self.stream.next().await {
            Some(Ok(Message::Text(text))) => Ok(Frame::Text(text.into())),
            Some(Ok(Message::Binary(bytes))) => Err(Break::Undecodable {
                reason: format!("a binary frame of {} bytes, where only texts are spoken", bytes.len()),
                excerpt: String::new(),
            }),
            Some(Ok(Message::Close(frame))) => {
                let (code, reason) = frame
                    .map_or((CloseCode::Status, String::new()), |frame| (frame.code, frame.reason.as_str().to_owned()));
                Err(Break::Closed { code: code.into(), reason })
            }
            Some(Ok(_)) => Ok(Frame::SignOfLife),
            Some(Err(error)) => Err(ended(&error)),
            None => Err(Break::Lost("the connection ended without a close frame".to_owned())),
        }
    }

    /// Says goodbye, and does not wait for the answer.
    pub(super) fn close(mut self) {
        tokio::spawn(async move {
            let goodbye = async {
                // Whatever the other side makes of it, the connection is dropped.
                let _ = self.stream.close(None).await;
                while let Some(Ok(_)) = self.stream.next().await {}
            };
            let _ = tokio::time::timeout(CLOSING, goodbye).await;
        });
    }
}

fn handshake_headers(key: &str) -> HeaderMap {
    let mut headers = HeaderMap::new();
    headers.insert(CONNECTION, HeaderValue::from_static("Upgrade"));
    headers.insert(UPGRADE, HeaderValue::from_static("websocket"));
    headers.insert(SEC_WEBSOCKET_VERSION, HeaderValue::from_static("13"));
    if let Ok(key) = HeaderValue::try_from(key) {
        headers.insert(SEC_WEBSOCKET_KEY, key);
    }
    headers
}

fn ended(error: &tungstenite::Error) -> Break {
    match error {
        tungstenite::Error::Capacity(CapacityError::MessageTooLong { size, max_size }) => Break::TooLarge(format!(
            "a frame of {size} bytes is larger than {max_size} bytes; raise max_event_bytes to accept it"
        )),
        tungstenite::Error::Utf8(_) => {
            Break::Undecodable { reason: "a text frame is not UTF-8".to_owned(), excerpt: String::new() }
        }
        other => Break::Lost(other.to_string()),
    }
}
