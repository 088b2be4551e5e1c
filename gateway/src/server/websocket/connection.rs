//! One WebSocket: reads frames, notes what they ask for, and plays the answers, one after the other.

use std::ops::ControlFlow;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use http::request::Parts;
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use serde_json::{Map, Value};
use tokio::sync::watch;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Error, Message};

use super::Accepted;
use super::player::{self, Turn};
use crate::exchange::Exchange;
use crate::problem::Problem;
use crate::record::RecordedRequest;
use crate::responses::{ApiError, Refusal};
use crate::script::{Act, End};
use crate::server::connection::Server;
use crate::server::line::Line;
use crate::token::Caller;

/// Largest frame and message that is taken.
const MAX_BYTES: usize = 16 << 20;

/// What a connection reads ahead: turns are small, and there may be thousands of connections.
const READ_BUFFER_BYTES: usize = 8 << 10;

/// How long a connection takes turns.
const LIFETIME: Duration = Duration::from_hours(1);

/// How long a client that was told of the end is waited for, in real time.
const CLOSING: Duration = Duration::from_secs(5);

pub(super) const GOING_AWAY: u16 = 1001;

/// An open connection.
pub(in crate::server) struct Connection {
    pub(super) server: Server,
    pub(super) head: Parts,
    pub(super) caller: Result<Caller, Problem>,
    socket: WebSocketStream<TokioIo<Upgraded>>,
    line: Arc<Line>,
    /// The handshake's own exchange, whose id the client has seen: the first turn's.
    first: Option<Exchange>,
    opened: Duration,
    turn: Option<Turn>,
}

impl Connection {
    /// Serves a connection to its end; when `closing` turns true, it ends after the turn that is active.
    pub(in crate::server) async fn serve(
        server: Server,
        accepted: Accepted,
        line: Arc<Line>,
        closing: watch::Receiver<bool>,
    ) {
        let Ok(upgraded) = accepted.upgrade.await else { return };
        let config = WebSocketConfig::default()
            .read_buffer_size(READ_BUFFER_BYTES)
            .max_message_size(Some(MAX_BYTES))
            .max_frame_size(Some(MAX_BYTES));
        let connection = Self {
            socket: WebSocketStream::from_raw_socket(TokioIo::new(upgraded), Role::Server, Some(config)).await,
            opened: server.state.clock.now(),
            server,
            head: accepted.head,
            caller: accepted.caller,
            line,
            first: Some(accepted.exchange),
            turn: None,
        };
        connection.run(closing).await;
    }

    async fn run(mut self, mut closing: watch::Receiver<bool>) {
        // A gateway that is gone is one that closes.
        let mut told = pin!(async move { drop(closing.wait_for(|closing| *closing).await) });
        loop {
            // A turn that is over is seen before the next frame, whose turn would else come too early.
            let flow = tokio::select! {
                biased;
                act = player::next(&mut self.turn) => self.perform(act).await,
                message = self.socket.next() => match message {
                    Some(message) => self.receive(message).await,
                    None => ControlFlow::Break(()),
                },
                () = &mut told, if self.turn.is_none() => self.end(End::with_code(GOING_AWAY, "")).await,
            };
            if flow.is_break() {
                return;
            }
        }
    }

    async fn perform(&mut self, act: Option<Act>) -> ControlFlow<()> {
        match act {
            None => {
                self.turn = None;
                ControlFlow::Continue(())
            }
            Some(Act::Send(message)) => self.send(message).await,
            Some(Act::End(end)) => self.end(end).await,
        }
    }

    /// A client that left ends the connection.
    async fn send(&mut self, message: Message) -> ControlFlow<()> {
        match self.socket.send(message).await {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }

    async fn end(&mut self, end: End) -> ControlFlow<()> {
        match end {
            End::AtNextRead => {
                self.line.close_at_next_read();
                return ControlFlow::Continue(());
            }
            End::Drop => {}
            End::Reset => {
                self.line.reset();
                // It is the flush that resets, and therefore fails.
                let _ = self.socket.flush().await;
            }
            End::Close(frame) => {
                self.send(Message::Close(frame)).await?;
                let answered = async { while let Some(Ok(_)) = self.socket.next().await {} };
                // Whether it was answered or not, the connection is over.
                let _ = tokio::time::timeout(CLOSING, answered).await;
            }
        }
        ControlFlow::Break(())
    }

    async fn receive(&mut self, message: Result<Message, Error>) -> ControlFlow<()> {
        match message {
            Ok(Message::Text(text)) => self.receive_text(&text).await,
            Ok(Message::Binary(_)) => {
                self.refuse(ApiError::new("invalid_message", "Messages are text frames with one JSON object each."))
                    .await
            }
            // Pings are answered by the library, and so is a close frame.
            Ok(_) => ControlFlow::Continue(()),
            Err(Error::Capacity(_)) => self.refuse_size().await,
            Err(_) => ControlFlow::Break(()),
        }
    }

    /// What is still on its way is read all the same: a connection closed with bytes unread is reset, and its client
    /// would not learn why.
    async fn refuse_size(&mut self) -> ControlFlow<()> {
        let frame = CloseFrame { code: CloseCode::Size, reason: "messages take 16 MiB".into() };
        self.send(Message::Close(Some(frame))).await?;
        let mut nowhere = tokio::io::sink();
        let rest = tokio::io::copy(self.socket.get_mut(), &mut nowhere);
        let _ = tokio::time::timeout(CLOSING, rest).await;
        ControlFlow::Break(())
    }

    async fn receive_text(&mut self, text: &str) -> ControlFlow<()> {
        let frame: Map<String, Value> = match serde_json::from_str(text) {
            Ok(frame) => frame,
            Err(error) => {
                return self
                    .refuse(ApiError::new("invalid_json", format!("The message is no JSON object: {error}.")))
                    .await;
            }
        };
        match frame.get("type").and_then(Value::as_str) {
            Some("response.create") => {}
            other => {
                let message = format!("The type {:?} is not known; response.create is.", other.unwrap_or_default());
                return self.refuse(ApiError::new("unknown_type", message)).await;
            }
        }
        self.server.state.memory().record(RecordedRequest::turn(&self.head, text));
        if self.turn.is_some() {
            let message = "A response is active on this connection. Wait for its end, or open another connection.";
            return self.refuse(ApiError::new("response_already_active", message)).await;
        }
        if self.server.state.clock.now().saturating_sub(self.opened) >= LIFETIME {
            let message = "This connection has lived its 60 minutes. Open a new one.";
            self.refuse(ApiError::new("websocket_connection_limit_reached", message)).await?;
            return self.end(End::with_code(GOING_AWAY, "")).await;
        }
        let exchange = self.first.take().unwrap_or_else(|| Exchange::new(self.head.uri.path()));
        self.turn = Some(self.answer(&exchange, frame));
        ControlFlow::Continue(())
    }

    /// Says that a message was refused; the connection stays, and so does the turn that is active.
    async fn refuse(&mut self, error: ApiError) -> ControlFlow<()> {
        let event = Refusal::from(error).event(&Exchange::new(self.head.uri.path()));
        self.send(Message::text(event.to_string())).await
    }
}
