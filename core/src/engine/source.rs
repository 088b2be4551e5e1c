//! Where the events of a stream come from: the body of a response, or the frames of a WebSocket.

use std::collections::VecDeque;
use std::time::Duration;

use http::HeaderMap;
use reqwest::Response;
use tokio::sync::watch;

use super::connection::Kept;
use super::stream::Break;
use super::transport::{self, Fault};
use super::websocket::Frame;
use crate::wire::sse::{EventTooLarge, SseDecoder, SseEvent};

/// How long a finished stream may keep its connection busy before the connection is given up.
const DRAIN: Duration = Duration::from_millis(500);

pub(super) enum Source {
    Body(Box<Body>),
    Socket(Box<Frames>),
}

/// A response's body.
pub(super) struct Body {
    response: Response,
    headers: HeaderMap,
    decoder: SseDecoder,
    too_large: Option<EventTooLarge>,
}

/// A socket's frames.
pub(super) struct Frames {
    kept: Kept,
    events: VecDeque<SseEvent>,
    /// Turns true when the caller closes a connection that it keeps.
    closed: Option<watch::Receiver<bool>>,
}

/// What a read came to.
pub(super) enum Read {
    More,
    /// The end, perhaps with a last event that lacked its own.
    End(Option<SseEvent>),
}

impl Source {
    pub(super) fn body(response: Response, max_event_bytes: usize) -> Self {
        let headers = response.headers().clone();
        Self::Body(Box::new(Body { response, headers, decoder: SseDecoder::new(max_event_bytes), too_large: None }))
    }

    pub(super) fn socket(kept: Kept, closed: Option<watch::Receiver<bool>>) -> Self {
        Self::Socket(Box::new(Frames { kept, events: VecDeque::new(), closed }))
    }

    /// The headers of the response, or of the handshake's.
    pub(super) fn headers(&self) -> &HeaderMap {
        match self {
            Self::Body(body) => &body.headers,
            Self::Socket(frames) => &frames.kept.socket.headers,
        }
    }

    /// An event that has been read. One that is too large is an error only after those before it.
    pub(super) fn take_event(&mut self) -> Result<Option<SseEvent>, Break> {
        match self {
            Self::Body(body) => match (body.decoder.next_event(), body.too_large) {
                (None, Some(error)) => Err(Break::TooLarge(error.to_string())),
                (event, _) => Ok(event),
            },
            Self::Socket(frames) => Ok(frames.events.pop_front()),
        }
    }

    /// Reads what comes next. Cancel-safe.
    pub(super) async fn read(&mut self) -> Result<Read, Break> {
        match self {
            Self::Body(body) => body.read().await,
            Self::Socket(frames) => frames.read().await,
        }
    }

    /// The stream has ended well: its connection may be used again. Returns the socket, if it was one.
    pub(super) fn finish(self) -> Option<Kept> {
        match self {
            Self::Body(body) => {
                body.drain();
                None
            }
            Self::Socket(frames) => Some(frames.kept),
        }
    }
}

impl Body {
    async fn read(&mut self) -> Result<Read, Break> {
        match transport::next_chunk(&mut self.response).await {
            Ok(Some(chunk)) => {
                self.too_large = self.decoder.push(chunk).err();
                Ok(Read::More)
            }
            Ok(None) => Ok(Read::End(self.decoder.finish())),
            Err(Fault::Lost(message) | Fault::NotConnected(message)) => Err(Break::Lost(message)),
            Err(Fault::Timeout(phase)) => Err(Break::Timeout(phase)),
        }
    }

    /// Reads on for a moment after the end, so that the connection can be used again.
    fn drain(mut self) {
        tokio::spawn(async move {
            let rest = async { while let Ok(Some(_)) = transport::next_chunk(&mut self.response).await {} };
            // Past the limit the connection is dropped with the response.
            let _ = tokio::time::timeout(DRAIN, rest).await;
        });
    }
}

impl Frames {
    async fn read(&mut self) -> Result<Read, Break> {
        let frame = self.kept.socket.next();
        let frame = match &mut self.closed {
            None => frame.await?,
            Some(closed) => tokio::select! {
                biased;
                _ = closed.wait_for(|closed| *closed) => return Err(Break::Cancelled),
                frame = frame => frame?,
            },
        };
        if let Frame::Text(data) = frame {
            self.events.push_back(SseEvent { event: None, data });
        }
        Ok(Read::More)
    }
}
