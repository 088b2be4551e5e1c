//! What a step answers with, built from the one key that says so.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use http::StatusCode;
use serde_json::{Map, Value};

use super::answer::{Content, ScriptedBody};
use super::frame;
use super::step::{ProblemStep, SseEvent, Step};
use crate::problem::{self, Problem};

/// The content of a step; keys that contradict each other are an error.
pub(super) fn content(step: Step) -> Result<Content, String> {
    let status = step.status.map(StatusCode::from_u16).transpose().map_err(|_| "status is out of range".to_owned())?;
    let bodies = [
        ("problem", step.problem.is_some()),
        ("body", step.body.is_some()),
        ("text", step.text.is_some()),
        ("body_base64", step.body_base64.is_some()),
        ("sse", step.sse.is_some()),
        ("sse_base64", step.sse_base64.is_some()),
        ("websocket", step.websocket.is_some()),
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
    if step.hang && !matches!(given.as_slice(), [] | ["sse" | "sse_base64"]) {
        return Err("hang goes alone, with gateway, or with a stream of events".into());
    }
    match (step.gateway, given.is_empty()) {
        (true, true) => Ok(Content::Gateway { status }),
        (true, false) if step.websocket.is_some() => Err("gateway and websocket exclude each other".into()),
        (true, false) => written(step, status).map(|content| Content::Instead(Box::new(content))),
        (false, _) => written(step, status),
    }
}

/// What the step says itself.
fn written(step: Step, status: Option<StatusCode>) -> Result<Content, String> {
    if let Some(frames) = step.websocket {
        return frame::checked(frames).map(Content::WebSocket);
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

/// Bytes that are written down in base64.
pub(super) fn decode(encoded: &str) -> Result<Bytes, String> {
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
