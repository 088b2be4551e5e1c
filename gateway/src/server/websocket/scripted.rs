//! What answers a `response.create`: the next step, or the full gateway.

use futures_util::stream::{self, BoxStream, StreamExt};
use http::{StatusCode, header};
use serde_json::{Map, Value, json};
use tokio::sync::mpsc::UnboundedReceiver;
use tokio_tungstenite::tungstenite::Message;

use super::connection::Connection;
use super::player::{Player, Turn};
use crate::exchange::Exchange;
use crate::inference::{Event, Wishes};
use crate::responses::{self, Refusal, error_event, problem_event};
use crate::script::{Act, Answer, Content, End, Frame, ScriptedBody};

impl Connection {
    /// Starts the answer to a turn, and uses up the step that gives it.
    pub(super) fn answer(&self, exchange: &Exchange, frame: Map<String, Value>) -> Turn {
        let step = self.server.state.memory().script.next(self.head.uri.path());
        let Some(step) = step else {
            return self.play(self.gateway(exchange, Wishes::default(), frame), None);
        };
        let frames = match &step.content {
            Content::Gateway { .. } => self.gateway(exchange, step.wishes, frame),
            Content::Instead(content) => {
                drop(self.gateway(exchange, step.wishes, frame));
                written(content, exchange, &step)
            }
            content => written(content, exchange, &step),
        };
        self.play(frames, Some(&step))
    }

    fn play(&self, frames: BoxStream<'static, Frame>, step: Option<&Answer>) -> Turn {
        let faults = step.map(|step| step.faults.clone()).unwrap_or_default();
        Player::new(frames, faults, self.server.state.clock.clone()).turn()
    }

    fn gateway(&self, exchange: &Exchange, wishes: Wishes, frame: Map<String, Value>) -> BoxStream<'static, Frame> {
        let state = self.server.state.clone();
        let events = match &self.caller {
            Err(problem) => Err(Refusal::from(problem.clone())),
            Ok(caller) => {
                let turn = responses::Turn { state, exchange: exchange.clone(), caller: caller.clone(), wishes };
                turn.events(&self.head.headers, frame)
            }
        };
        match events {
            Ok(events) => frames(events),
            Err(refusal) => one(&refusal.event(exchange)),
        }
    }
}

/// What a step says itself.
fn written(content: &Content, exchange: &Exchange, step: &Answer) -> BoxStream<'static, Frame> {
    match content {
        Content::WebSocket(frames) => stream::iter(frames.clone()).boxed(),
        Content::Problem(problem) => one(&with_retry_after(problem_event(problem, exchange), step)),
        Content::Scripted { status, body } => one(&with_retry_after(error_event(*status, &error(*status, body)), step)),
        // A step's own content is no gateway's.
        Content::Gateway { .. } | Content::Instead(_) => stream::empty().boxed(),
    }
}

/// The events up to the terminal one. A generation that goes away without one takes the connection with it.
fn frames(events: UnboundedReceiver<Event>) -> BoxStream<'static, Frame> {
    stream::unfold(Some(events), |events| async {
        let mut events = events?;
        match events.recv().await {
            None => Some((Frame::Act(Act::End(End::Drop)), None)),
            Some(event) => {
                let rest = if responses::is_terminal(&event) { None } else { Some(events) };
                Some((Frame::Act(Act::Send(Message::text(event.data))), rest))
            }
        }
    })
    .boxed()
}

fn one(event: &Value) -> BoxStream<'static, Frame> {
    stream::iter([Frame::Act(Act::Send(Message::text(event.to_string())))]).boxed()
}

/// The error in a body that was written for HTTP.
fn error(status: StatusCode, body: &ScriptedBody) -> Value {
    let ScriptedBody::Whole { bytes, .. } = body else {
        return json!({"message": format!("The status is {status}.")});
    };
    match serde_json::from_slice(bytes) {
        Ok(Value::Object(mut body)) => body.remove("error").unwrap_or(Value::Object(body)),
        _ => json!({"message": String::from_utf8_lossy(bytes)}),
    }
}

/// A frame has no headers: the wait that a step's headers name stands in the error.
fn with_retry_after(mut event: Value, step: &Answer) -> Value {
    let written = step.headers.iter().find(|(name, _)| *name == header::RETRY_AFTER);
    let seconds = written.and_then(|(_, values)| values.first()?.to_str().ok()?.parse::<f64>().ok());
    if let (Some(seconds), Some(Value::Object(error))) = (seconds, event.get_mut("error")) {
        error.entry("retry_after").or_insert_with(|| json!(seconds));
    }
    event
}
