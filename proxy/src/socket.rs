//! A WebSocket of a client: its handshake, its turns, and its end. RFC 6455.

use std::time::Duration;

use axum::body::Body;
use axum::extract::Request;
use axum::response::Response;
use bytes::Bytes;
use futures_util::{SinkExt, StreamExt};
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::error::CapacityError;
use tokio_tungstenite::tungstenite::handshake::server::create_response_with_body;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{self, Message, Utf8Bytes};

use crate::account::Account;
use crate::call::{Call, Step};
use crate::events::EventHead;
use crate::refusal::Refusal;
use crate::server::Place;
use crate::turns::{self, Turns};

/// How long a client may take to answer a close frame; then the connection is dropped.
const CLOSING: Duration = Duration::from_secs(1);

/// A client's wish for a WebSocket.
pub(crate) struct Handshake {
    /// Accepts it.
    pub(crate) response: Response,
    upgrade: OnUpgrade,
    place: Place,
}

impl Handshake {
    /// The handshake that a request is; `None` if it is none.
    pub(crate) fn read(request: &mut Request) -> Option<Self> {
        let response = create_response_with_body(request, Body::empty).ok()?;
        let place = request.extensions().get::<Place>()?.clone();
        Some(Self { response, upgrade: hyper::upgrade::on(request), place })
    }

    /// Splits off what accepts the handshake from what serves it.
    pub(crate) fn accept(self, turns: Turns, max_frame_bytes: usize, account: Account) -> (Response, Session) {
        let Self { response, upgrade, place } = self;
        (response, Session { upgrade, place, turns, max_frame_bytes, account })
    }
}

/// An accepted WebSocket.
pub(crate) struct Session {
    upgrade: OnUpgrade,
    place: Place,
    turns: Turns,
    max_frame_bytes: usize,
    account: Account,
}

impl Session {
    /// Serves it to its end.
    pub(crate) async fn serve(self) {
        let Self { upgrade, place, turns, max_frame_bytes, mut account } = self;
        // A client that left before its answer had come.
        let Ok(upgraded) = upgrade.await else { return };
        let config =
            WebSocketConfig::default().max_message_size(Some(max_frame_bytes)).max_frame_size(Some(max_frame_bytes));
        let stream = WebSocketStream::from_raw_socket(TokioIo::new(upgraded), Role::Server, Some(config)).await;
        let mut over = place.clone();
        let mut client = Client { stream, place, turns };
        tokio::select! {
            () = client.serve() => account.answered(),
            () = over.over() => {}
        }
    }
}

struct Client {
    stream: WebSocketStream<TokioIo<Upgraded>>,
    place: Place,
    turns: Turns,
}

/// The client is not there any more, or is to go.
struct Gone;

impl Client {
    async fn serve(&mut self) {
        let mut draining = self.place.clone();
        loop {
            let frame = tokio::select! {
                frame = self.next_text() => frame,
                () = draining.draining() => return self.close(CloseCode::Away, "the proxy is shutting down").await,
            };
            let Ok(frame) = frame else { return };
            let turn = match self.turns.begin(frame) {
                Ok((call, account)) => self.turn(call, account).await,
                Err(refusal) => self.send(refusal.to_frame(0)).await,
            };
            if turn.is_err() {
                return;
            }
        }
    }

    /// Relays a response to its end. A client that leaves ends it, and with it the upstream's work.
    async fn turn(&mut self, mut call: Call, mut account: Account) -> Result<(), Gone> {
        let mut next_number = 0;
        let end = loop {
            let step = tokio::select! {
                step = call.next() => step,
                frame = self.next_text() => {
                    let refusal = turns::too_soon(&frame?);
                    self.send(refusal.to_frame(next_number)).await?;
                    continue;
                }
            };
            match step {
                Step::Opened => {}
                Step::Item(data) => {
                    let event = EventHead::read(&data);
                    next_number = event.number_after(next_number);
                    let last = event.is_last();
                    self.send(data).await?;
                    if last {
                        // What the client sends from now on asks for the next response, also if this call has yet to end.
                        break call.end().await.map(drop);
                    }
                }
                Step::Done(_) => break Ok(()),
                Step::Failed(error) => break Err(error),
            }
        };
        let Err(error) = end else {
            account.answered();
            return Ok(());
        };
        account.failed(error.kind().name());
        // The upstream's own event, else one of the shape that clients know.
        let own = call.failure_event(&error);
        self.send(own.unwrap_or_else(|| Refusal::from(&error).to_frame(next_number))).await
    }

    /// The next frame that says something. Cancel-safe.
    async fn next_text(&mut self) -> Result<Bytes, Gone> {
        loop {
            match self.stream.next().await {
                Some(Ok(Message::Text(text))) => return Ok(text.into()),
                Some(Ok(Message::Binary(_))) => {
                    self.close(CloseCode::Unsupported, "send texts of one JSON object each").await;
                    return Err(Gone);
                }
                Some(Err(tungstenite::Error::Capacity(CapacityError::MessageTooLong { max_size, .. }))) => {
                    self.close(CloseCode::Size, &format!("a frame may have {max_size} bytes")).await;
                    return Err(Gone);
                }
                // Pings are answered, and a close frame too, while the next frame is read.
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Err(Gone),
            }
        }
    }

    async fn send(&mut self, text: Bytes) -> Result<(), Gone> {
        // What comes from upstream was read as JSON, so it is text.
        let text = Utf8Bytes::try_from(text).map_err(|_| Gone)?;
        self.stream.send(Message::Text(text)).await.map_err(|_| Gone)
    }

    async fn close(&mut self, code: CloseCode, reason: &str) {
        let goodbye = async {
            // Whatever the client makes of it, the connection is dropped.
            let _ = self.stream.close(Some(CloseFrame { code, reason: reason.into() })).await;
            while let Some(Ok(_)) = self.stream.next().await {}
        };
        let _ = tokio::time::timeout(CLOSING, goodbye).await;
    }
}
