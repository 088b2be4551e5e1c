//! One frame of a scripted answer over a WebSocket, as it is written down.

use std::time::Duration;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use tokio_tungstenite::tungstenite::{Message, protocol};

use super::content::decode;

/// One item of a step's `websocket:` list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WebSocketFrame {
    /// A text frame with JSON.
    Json(Value),
    /// A text frame, sent as it is.
    Text(String),
    /// A binary frame with these bytes.
    BinaryBase64(String),
    /// A ping with this text.
    Ping(String),
    /// A close frame; the connection is closed once it was answered.
    Close(CloseFrame),
    /// The connection is closed without a close frame.
    Drop(Always),
    /// The connection is reset.
    Reset(Always),
    /// A pause, in milliseconds of the gateway's clock.
    PauseMs(u64),
    /// Nothing more is sent; the connection stays open.
    Hang(Always),
}

/// What a close frame says.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CloseFrame {
    /// The code; an empty close frame where it is not given.
    pub code: Option<u16>,
    /// The reason, beside a code only.
    pub reason: String,
}

/// The value of a frame that has nothing to say beside its name: `true`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Always;

impl Serialize for Always {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bool(true)
    }
}

impl<'de> Deserialize<'de> for Always {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Value::deserialize(deserializer)? {
            Value::Bool(true) => Ok(Self),
            other => Err(serde::de::Error::custom(format!("expected true, found {other}"))),
        }
    }
}

/// A frame that was checked.
#[derive(Debug, Clone)]
pub(crate) enum Frame {
    Act(Act),
    Pause(Duration),
    Hang,
}

/// What a connection does next.
#[derive(Debug, Clone)]
pub(crate) enum Act {
    Send(Message),
    End(End),
}

/// How a WebSocket connection ends.
#[derive(Debug, Clone)]
pub(crate) enum End {
    /// By a close frame.
    Close(Option<protocol::CloseFrame>),
    /// Closed without one.
    Drop,
    Reset,
    /// Closed when something arrives, unread.
    AtNextRead,
}

impl End {
    /// By a close frame with that code.
    pub(crate) fn with_code(code: u16, reason: &str) -> Self {
        Self::Close(Some(protocol::CloseFrame { code: code.into(), reason: reason.into() }))
    }
}

/// Most bytes that fit a control frame.
const CONTROL_BYTES: usize = 125;

/// Codes that only stand for something, and never for what was sent: no code, lost, TLS failed.
const NEVER_SENT: [u16; 3] = [1005, 1006, 1015];

/// Checks a step's frames.
pub(super) fn checked(frames: Vec<WebSocketFrame>) -> Result<Vec<Frame>, String> {
    let count = frames.len();
    let check = |(position, frame): (usize, WebSocketFrame)| {
        let frame = check(frame).map_err(|error| format!("websocket frame {position}: {error}"))?;
        if matches!(frame, Frame::Hang | Frame::Act(Act::End(_))) && position + 1 < count {
            return Err(format!("websocket frame {position} ends the answer; nothing can come after it"));
        }
        Ok(frame)
    };
    frames.into_iter().enumerate().map(check).collect()
}

fn check(frame: WebSocketFrame) -> Result<Frame, String> {
    let message = match frame {
        WebSocketFrame::Json(value) => Message::text(value.to_string()),
        WebSocketFrame::Text(text) => Message::text(text),
        WebSocketFrame::BinaryBase64(encoded) => Message::Binary(decode(&encoded)?),
        WebSocketFrame::Ping(text) if text.len() > CONTROL_BYTES => {
            return Err(format!("a ping takes {CONTROL_BYTES} bytes, not {}", text.len()));
        }
        WebSocketFrame::Ping(text) => Message::Ping(text.into()),
        WebSocketFrame::Close(close) => return Ok(Frame::Act(Act::End(close_frame(&close)?))),
        WebSocketFrame::Drop(Always) => return Ok(Frame::Act(Act::End(End::Drop))),
        WebSocketFrame::Reset(Always) => return Ok(Frame::Act(Act::End(End::Reset))),
        WebSocketFrame::PauseMs(ms) => return Ok(Frame::Pause(Duration::from_millis(ms))),
        WebSocketFrame::Hang(Always) => return Ok(Frame::Hang),
    };
    Ok(Frame::Act(Act::Send(message)))
}

fn close_frame(close: &CloseFrame) -> Result<End, String> {
    // The code takes two bytes of the frame.
    let room = CONTROL_BYTES - 2;
    match close.code {
        None if !close.reason.is_empty() => Err("a close reason needs a code".into()),
        None => Ok(End::Close(None)),
        Some(_) if close.reason.len() > room => {
            Err(format!("a close reason takes {room} bytes, not {}", close.reason.len()))
        }
        Some(code) => Ok(End::with_code(check_code(code)?, &close.reason)),
    }
}

/// The code, if a close frame can carry it.
pub(super) fn check_code(code: u16) -> Result<u16, String> {
    match code {
        code if NEVER_SENT.contains(&code) => {
            Err(format!("close code {code} is never sent; leave the code out, or use drop"))
        }
        1000..=4999 => Ok(code),
        code => Err(format!("close code {code} is out of range (1000 to 4999)")),
    }
}
