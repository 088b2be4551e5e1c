//! A step that was checked: what is sent, and what goes wrong with it.

use std::collections::BTreeMap;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use http::{HeaderName, HeaderValue, StatusCode};
use serde_json::{Map, Value};

use super::step::{Close, CloseIdle, HeaderValues, ProblemStep, SseEvent, Step};
use crate::problem::{self, Problem};

/// One scripted answer.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) content: Content,
    pub(crate) headers: Vec<(HeaderName, Vec<HeaderValue>)>,
    pub(crate) faults: Faults,
    pub(crate) http2_only: bool,
}

/// Where an answer comes from.
#[derive(Debug)]
pub(crate) enum Content {
    /// From the full gateway, whose model may break after so many words.
    Gateway { breaks_after: Option<usize>, status: Option<StatusCode> },
    /// A problem document, written when the exchange's ids are known.
    Problem(Problem),
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
    /// Closed after so many bytes of the body; `None` before the head.
    Cut { after: Option<usize>, reset: bool },
    /// The HTTP/2 stream is refused.
    RefusedStream,
    /// Closed after the whole answer.
    Idle(CloseIdle),
    /// Kept, and nothing more is said on it: not even a head, or once the body was sent, whose end is not told.
    Silence { after_body: bool },
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
        Ok(Self { content: content(step)?, headers, faults, http2_only })
    }
}

fn ending(step: &Step) -> Result<Ending, String> {
    let closes = step.close.is_some() || step.close_after_bytes.is_some();
    if step.close_idle.is_some() && closes {
        return Err("close_idle comes after a whole answer; it excludes close and close_after_bytes".into());
    }
    if step.hang {
        let after_body = step.sse.is_some() || step.sse_base64.is_some();
        if closes || step.close_idle.is_some() {
            return Err("hang keeps the connection; it excludes close, close_after_bytes and close_idle".into());
        }
        return Ok(Ending::Silence { after_body });
    }
    Ok(match (step.close, step.close_after_bytes) {
        (None, None) => step.close_idle.map_or(Ending::Keep, Ending::Idle),
        (None, after) => Ending::Cut { after, reset: false },
        (Some(Close::Reset), after) => Ending::Cut { after, reset: true },
        (Some(_), Some(_)) => {
            return Err("close_after_bytes goes alone or with close: reset".into());
        }
        (Some(Close::BeforeHeaders), None) => Ending::Cut { after: None, reset: false },
        (Some(Close::AfterHeaders), None) => Ending::Cut { after: Some(0), reset: false },
        (Some(Close::RefusedStream), None) => Ending::RefusedStream,
    })
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

fn content(step: Step) -> Result<Content, String> {
    let status = step.status.map(StatusCode::from_u16).transpose().map_err(|_| "status is out of range".to_owned())?;
    let bodies = [
        ("gateway", step.gateway),
        ("problem", step.problem.is_some()),
        ("body", step.body.is_some()),
        ("text", step.text.is_some()),
        ("body_base64", step.body_base64.is_some()),
        ("sse", step.sse.is_some()),
        ("sse_base64", step.sse_base64.is_some()),
        ("body_file (unresolved)", step.body_file.is_some()),
        ("sse_file (unresolved)", step.sse_file.is_some()),
    ];
    let given: Vec<&str> = bodies.iter().filter(|(_, given)| *given).map(|(name, _)| *name).collect();
    if given.len() > 1 {
        return Err(format!("{} exclude each other", given.join(" and ")));
    }
    if step.body_file.is_some() || step.sse_file.is_some() {
        return Err("body_file and sse_file must be resolved first (Step::resolve)".into());
    }
    if step.hang && !matches!(given.as_slice(), [] | ["gateway" | "sse" | "sse_base64"]) {
        return Err("hang goes alone, with gateway, or with a stream of events".into());
    }
    if step.gateway {
        return Ok(Content::Gateway { breaks_after: step.model_breaks_after, status });
    }
    if let Some(problem) = step.problem {
        return scripted_problem(problem, status).map(Content::Problem);
    }
    let whole = |content_type, bytes| ScriptedBody::Whole { content_type, bytes };
    let body = if let Some(body) = step.body {
        whole("application/json", Bytes::from(body.to_string()))
    } else if let Some(text) = step.text {
        whole("text/plain; charset=utf-8", Bytes::from(text))
    } else if let Some(encoded) = step.body_base64 {
        whole("application/octet-stream", decode(&encoded)?)
    } else if let Some(events) = step.sse {
        ScriptedBody::Events(events.iter().map(event).collect())
    } else if let Some(encoded) = step.sse_base64 {
        ScriptedBody::Events(vec![decode(&encoded)?])
    } else {
        ScriptedBody::Empty
    };
    Ok(Content::Scripted { status: status.unwrap_or(StatusCode::OK), body })
}

fn scripted_problem(written: ProblemStep, status: Option<StatusCode>) -> Result<Problem, String> {
    let (suffix, members) = match written {
        ProblemStep::Suffix(suffix) => (suffix, Map::new()),
        ProblemStep::Full { suffix, members } => (suffix, members),
    };
    if !problem::is_known(&suffix) && status.is_none() {
        return Err(format!("{suffix:?} is not in the error catalogue; such a problem needs a status"));
    }
    let mut problem = Problem::new(&suffix);
    problem.status = status.unwrap_or(problem.status);
    Ok(members.into_iter().fold(problem, |problem, (name, value)| problem.member(&name, value)))
}

fn decode(encoded: &str) -> Result<Bytes, String> {
    STANDARD.decode(encoded).map(Bytes::from).map_err(|error| format!("not base64: {error}"))
}

/// The lines of one event.
fn event(event: &SseEvent) -> Bytes {
    let mut lines = String::new();
    let mut line = |field: &str, value: &str| {
        for part in value.split('\n') {
            lines.push_str(field);
            lines.push_str(": ");
            lines.push_str(part);
            lines.push('\n');
        }
    };
    if let Some(comment) = &event.comment {
        line("", comment);
    }
    if let Some(name) = &event.event {
        line("event", name);
    }
    if let Some(id) = &event.id {
        line("id", id);
    }
    match &event.data {
        None => {}
        Some(Value::String(text)) => line("data", text),
        Some(data) => line("data", &data.to_string()),
    }
    lines.push('\n');
    Bytes::from(lines)
}
