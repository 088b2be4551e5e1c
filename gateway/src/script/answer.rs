//! A step that was checked: what is sent, and what goes wrong with it.

use std::collections::BTreeMap;
use std::time::Duration;

use bytes::Bytes;
use http::{HeaderName, HeaderValue, StatusCode};

use super::content::content;
use super::frame::{Frame, check_code};
use super::step::{Close, CloseIdle, HeaderValues, Step};
use crate::inference::Wishes;
use crate::problem::Problem;

/// One scripted answer.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) content: Content,
    pub(crate) headers: Vec<(HeaderName, Vec<HeaderValue>)>,
    pub(crate) faults: Faults,
    /// What it wants of the full gateway.
    pub(crate) wishes: Wishes,
    pub(crate) http2_only: bool,
}

/// Where an answer comes from.
#[derive(Debug)]
pub(crate) enum Content {
    /// From the full gateway.
    Gateway { status: Option<StatusCode> },
    /// The full gateway generates, and this is answered in place of what it would.
    Instead(Box<Content>),
    /// A problem document, written when the exchange's ids are known.
    Problem(Problem),
    /// Frames of a WebSocket.
    WebSocket(Vec<Frame>),
    /// From the step itself.
    Scripted { status: StatusCode, body: ScriptedBody },
}

/// A body that was written down.
#[derive(Debug)]
pub(crate) enum ScriptedBody {
    Empty,
    /// Its length is announced.
    Whole {
        content_type: &'static str,
        bytes: Bytes,
    },
    /// A stream of events, each a piece; its length is not announced.
    Events(Vec<Bytes>),
}

/// What the transport does to an answer.
#[derive(Debug, Clone, Default)]
pub(crate) struct Faults {
    pub(crate) delay: Duration,
    pub(crate) gzip: bool,
    pub(crate) split_every: Option<usize>,
    /// Pauses by the number of pieces that went before.
    pub(crate) pauses: BTreeMap<usize, Duration>,
    pub(crate) ending: Ending,
}

/// How the connection ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Ending {
    /// It does not: it is kept for the next request.
    #[default]
    Keep,
    /// Closed after so much of the body; `None` before the head.
    Cut { after: Option<Amount>, how: Cut },
    /// The HTTP/2 stream is refused.
    RefusedStream,
    /// Closed after the whole answer.
    Idle(CloseIdle),
    /// Kept, and nothing more is said on it: not even a head, or once the body was sent, whose end is not told.
    Silence { after_body: bool },
}

/// So much of a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Amount {
    Bytes(usize),
    Events(usize),
}

/// How a connection is cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cut {
    Closed,
    Reset,
    /// A WebSocket by a close frame with that code; anything else is just closed.
    WithCode(u16),
}

impl Answer {
    /// Whether it can answer over a WebSocket, whose handshake it then leaves to the gateway.
    pub(crate) fn is_over_websocket(&self) -> bool {
        matches!(self.content, Content::WebSocket(_) | Content::Gateway { .. })
    }
}

impl TryFrom<Step> for Answer {
    type Error = String;

    fn try_from(step: Step) -> Result<Self, String> {
        if step.refuse_connection {
            return Err("refuse_connection goes for a whole gateway; start one with refuse_connections".into());
        }
        if step.model_breaks_after.is_some() && !step.gateway {
            return Err("model_breaks_after needs gateway: true".into());
        }
        if step.generation_ms.is_some() && !step.gateway {
            return Err("generation_ms needs gateway: true".into());
        }
        if step.websocket.is_some() {
            check_websocket(&step)?;
        }
        let ending = ending(&step)?;
        let faults = Faults {
            delay: Duration::from_millis(step.delay_ms.unwrap_or(0)),
            gzip: step.gzip,
            split_every: step.split_every.filter(|size| *size > 0),
            pauses: step.pause_after_events.iter().map(|(after, ms)| (*after, Duration::from_millis(*ms))).collect(),
            ending,
        };
        let headers = headers(&step.headers)?;
        let http2_only = step.http2 || ending == Ending::RefusedStream;
        let wishes = wishes(&step, ending);
        Ok(Self { content: content(step)?, headers, faults, wishes, http2_only })
    }
}

fn wishes(step: &Step, ending: Ending) -> Wishes {
    let delivers = match ending {
        Ending::Cut { after: Some(Amount::Events(events)), .. } => Some(events),
        _ => None,
    };
    let generation = step.generation_ms.map(Duration::from_millis);
    Wishes { breaks_after: step.model_breaks_after, delivers, generation }
}

/// Frames say themselves what goes wrong with them.
fn check_websocket(step: &Step) -> Result<(), String> {
    let foreign = [
        ("status", step.status.is_some()),
        ("split_every", step.split_every.is_some()),
        ("gzip", step.gzip),
        ("http2", step.http2),
        ("hang", step.hang),
        ("pause_after_events", !step.pause_after_events.is_empty()),
        ("close", step.close.is_some()),
        ("close_after_bytes", step.close_after_bytes.is_some()),
        ("close_after_events", step.close_after_events.is_some()),
    ];
    match foreign.iter().find(|(_, given)| *given) {
        None => Ok(()),
        Some((key, _)) => {
            Err(format!("websocket excludes {key}; frames of their own are close, drop, reset, pause_ms and hang"))
        }
    }
}

fn ending(step: &Step) -> Result<Ending, String> {
    let cut = cut(step)?;
    if step.close_idle.is_some() && cut.is_some() {
        return Err("close_idle comes after a whole answer; it excludes close and close_after_…".into());
    }
    if step.hang {
        if cut.is_some() || step.close_idle.is_some() {
            return Err("hang keeps the connection; it excludes close, close_after_… and close_idle".into());
        }
        return Ok(Ending::Silence { after_body: step.sse.is_some() || step.sse_base64.is_some() });
    }
    Ok(cut.or(step.close_idle.map(Ending::Idle)).unwrap_or_default())
}

/// Where the step cuts the connection.
fn cut(step: &Step) -> Result<Option<Ending>, String> {
    let events = step.gateway || step.sse.is_some() || step.sse_base64.is_some();
    let after = match (step.close_after_bytes, step.close_after_events) {
        (None, None) => None,
        (Some(bytes), None) => Some(Amount::Bytes(bytes)),
        (None, Some(count)) if events => Some(Amount::Events(count)),
        (None, Some(_)) => return Err("close_after_events needs gateway: true or a stream of events".into()),
        (Some(_), Some(_)) => return Err("close_after_bytes and close_after_events exclude each other".into()),
    };
    if let Some(code) = step.close_code {
        return match (after, step.close) {
            (Some(Amount::Events(_)), None) => Ok(Some(Ending::Cut { after, how: Cut::WithCode(check_code(code)?) })),
            _ => Err("close_code goes with close_after_events, and excludes close".into()),
        };
    }
    let (after, how) = match (step.close, after) {
        (None, None) => return Ok(None),
        (None, after) => (after, Cut::Closed),
        (Some(Close::Reset), after) => (after, Cut::Reset),
        (Some(_), Some(_)) => {
            return Err("close_after_bytes and close_after_events go alone or with close: reset".into());
        }
        (Some(Close::BeforeHeaders), None) => (None, Cut::Closed),
        (Some(Close::AfterHeaders), None) => (Some(Amount::Bytes(0)), Cut::Closed),
        (Some(Close::RefusedStream), None) => return Ok(Some(Ending::RefusedStream)),
    };
    Ok(Some(Ending::Cut { after, how }))
}

fn headers(written: &BTreeMap<String, Option<HeaderValues>>) -> Result<Vec<(HeaderName, Vec<HeaderValue>)>, String> {
    let header = |(name, values): (&String, &Option<HeaderValues>)| {
        let values = match values {
            None => Vec::new(),
            Some(HeaderValues::One(value)) => vec![value],
            Some(HeaderValues::Many(values)) => values.iter().collect(),
        };
        let name = HeaderName::try_from(name).map_err(|_| format!("{name:?} is no header name"))?;
        let values = values.into_iter().map(|value| HeaderValue::from_str(value));
        let values = values.collect::<Result<_, _>>().map_err(|_| format!("header {name} has an illegal value"))?;
        Ok((name, values))
    };
    written.iter().map(header).collect()
}
