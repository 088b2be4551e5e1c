//! A scenario that is written once and played over several transports.
//!
//! With `over: [sse, websocket]` one entry becomes two, whose ids end in the transport's name. Its calls of
//! `responses.stream` name the transport, and steps written as `events` are turned into what that transport carries.

use serde_json::{Map, Value, json};

/// What an entry comes to: itself, or one entry for each transport that it names.
pub fn each(mut entry: Value) -> Result<Vec<Value>, String> {
    let Some(over) = entry.as_object_mut().and_then(|entry| entry.remove("over")) else { return Ok(vec![entry]) };
    let names: Vec<String> = serde_json::from_value(over).map_err(|error| format!("over: {error}"))?;
    let transports: Vec<Transport> = names.iter().map(|name| Transport::named(name)).collect::<Result<_, _>>()?;
    match transports.as_slice() {
        [] => Err("over: is empty; name sse, websocket or both".to_owned()),
        [only] => Ok(vec![only.entry(entry)?]),
        several => several
            .iter()
            .map(|transport| {
                let mut entry = transport.entry(entry.clone())?;
                let id = entry.get("id").and_then(Value::as_str).unwrap_or_default();
                entry["id"] = format!("{id}-over-{}", transport.name()).into();
                Ok(entry)
            })
            .collect(),
    }
}

#[derive(Clone, Copy)]
enum Transport {
    Sse,
    WebSocket,
}

impl Transport {
    fn named(name: &str) -> Result<Self, String> {
        match name {
            "sse" => Ok(Self::Sse),
            "websocket" => Ok(Self::WebSocket),
            other => Err(format!("over: unknown transport `{other}`; sse and websocket are known")),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Sse => "sse",
            Self::WebSocket => "websocket",
        }
    }

    fn entry(self, mut entry: Value) -> Result<Value, String> {
        if let Some(call) = entry.get_mut("call") {
            self.call(call);
        }
        for call in entry.get_mut("calls").and_then(Value::as_array_mut).into_iter().flatten() {
            self.call(call);
        }
        if let Some(steps) = entry.get_mut("server") {
            self.steps(steps)?;
        }
        for steps in entry.get_mut("servers").and_then(Value::as_object_mut).into_iter().flat_map(Map::values_mut) {
            self.steps(steps)?;
        }
        Ok(entry)
    }

    /// A turn on a kept connection has its transport already.
    fn call(self, call: &mut Value) {
        if call.get("op").is_some_and(|op| op == "responses.stream") && call.pointer("/options/connection").is_none() {
            call["options"]["transport"] = self.name().into();
        }
    }

    fn steps(self, steps: &mut Value) -> Result<(), String> {
        for step in steps.as_array_mut().into_iter().flatten().filter_map(Value::as_object_mut) {
            let Some(events) = step.remove("events") else { continue };
            let events: Vec<Value> = serde_json::from_value(events).map_err(|error| format!("events: {error}"))?;
            let then = step.remove("then").unwrap_or_default();
            let then = Then::named(then.as_str())?;
            match self {
                Self::Sse => sse(step, numbered(events), then),
                Self::WebSocket => websocket(step, numbered(events), then),
            }
        }
        Ok(())
    }
}

/// What becomes of the connection after the last event.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Then {
    /// A stream ends as it should; a WebSocket stays open.
    Nothing,
    /// It is closed as if all had been said.
    End,
    /// It is closed in the middle of the stream.
    Cut,
    /// The same by a reset.
    Reset,
    /// Nothing more comes.
    Hang,
}

impl Then {
    fn named(name: Option<&str>) -> Result<Self, String> {
        match name {
            None => Ok(Self::Nothing),
            Some("end") => Ok(Self::End),
            Some("cut") => Ok(Self::Cut),
            Some("reset") => Ok(Self::Reset),
            Some("hang") => Ok(Self::Hang),
            Some(other) => Err(format!("then: unknown word `{other}`; end, cut, reset and hang are known")),
        }
    }
}

/// Each is an event with a `type`, a `text` that is sent as it is, or a pause of `pause_ms`. Events get the number of their place as `sequence_number`, unless they say one; null leaves it out.
fn numbered(mut events: Vec<Value>) -> Vec<Value> {
    let of_the_stream = events.iter_mut().filter_map(Value::as_object_mut).filter(|event| event.contains_key("type"));
    for (number, event) in of_the_stream.enumerate() {
        event.entry("sequence_number").or_insert_with(|| number.into());
        event.retain(|key, value| key != "sequence_number" || !value.is_null());
    }
    events
}

fn sse(step: &mut Map<String, Value>, events: Vec<Value>, then: Then) {
    let (mut written, mut pauses) = (Vec::new(), Map::new());
    for event in events {
        if let Some(name) = event.get("type") {
            written.push(json!({"event": name, "data": event}));
        } else if let Some(pause) = event.get("pause_ms") {
            pauses.insert(written.len().to_string(), pause.clone());
        } else {
            written.push(json!({"data": event.get("text")}));
        }
    }
    if !pauses.is_empty() {
        step.insert("pause_after_events".to_owned(), pauses.into());
    }
    match then {
        Then::Nothing | Then::End => {}
        Then::Hang => {
            step.insert("hang".to_owned(), true.into());
        }
        Then::Cut | Then::Reset => {
            step.insert("close_after_events".to_owned(), written.len().into());
            if then == Then::Reset {
                step.insert("close".to_owned(), "reset".into());
            }
        }
    }
    step.insert("sse".to_owned(), written.into());
}

fn websocket(step: &mut Map<String, Value>, events: Vec<Value>, then: Then) {
    let frame = |event: Value| if event.get("type").is_some() { json!({"json": event}) } else { event };
    let mut frames: Vec<Value> = events.into_iter().map(frame).collect();
    match then {
        Then::Nothing => {}
        Then::End => frames.push(json!({"close": {"code": 1000}})),
        Then::Cut => frames.push(json!({"drop": true})),
        Then::Reset => frames.push(json!({"reset": true})),
        Then::Hang => frames.push(json!({"hang": true})),
    }
    step.insert("websocket".to_owned(), frames.into());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(entry: Value) -> Vec<Value> {
        each(entry).unwrap_or_else(|problem| panic!("{problem}"))
    }

    #[test]
    fn one_entry_becomes_one_for_each_transport() {
        let both = played(json!({"id": "s", "over": ["sse", "websocket"], "call": {"op": "responses.stream"},
            "servers": {"a": [{"events": [{"type": "x", "text": "t"}, {"pause_ms": 5}, {"text": "{"}], "then": "cut"}]}}));
        let event = json!({"type": "x", "text": "t", "sequence_number": 0});
        assert_eq!(
            both,
            [
                json!({"id": "s-over-sse", "call": {"op": "responses.stream", "options": {"transport": "sse"}},
                    "servers": {"a": [{"sse": [{"event": "x", "data": event}, {"data": "{"}], "pause_after_events": {"1": 5},
                        "close_after_events": 2}]}}),
                json!({"id": "s-over-websocket", "call": {"op": "responses.stream", "options": {"transport": "websocket"}},
                    "servers": {"a": [{"websocket": [{"json": event}, {"pause_ms": 5}, {"text": "{"}, {"drop": true}]}]}}),
            ]
        );
    }

    #[test]
    fn a_number_that_is_written_stays_and_null_leaves_it_out() {
        let events = vec![json!({"type": "x", "sequence_number": 7}), json!({"type": "y", "sequence_number": null})];
        assert_eq!(numbered(events), [json!({"type": "x", "sequence_number": 7}), json!({"type": "y"})]);
    }

    #[test]
    fn one_transport_keeps_the_id_and_a_kept_connection_its_own_transport() {
        let turn = json!({"op": "responses.stream", "options": {"connection": true}});
        let only = played(json!({"id": "s", "over": ["websocket"], "calls": [turn], "server": [{"events": []}]}));
        assert_eq!(only, [json!({"id": "s", "calls": [turn], "server": [{"websocket": []}]})]);
    }

    #[test]
    fn what_is_not_known_is_refused() {
        assert!(each(json!({"over": ["pigeon"]})).is_err_and(|why| why.contains("pigeon")));
        assert!(each(json!({"over": []})).is_err_and(|why| why.contains("empty")));
        let then = json!({"over": ["sse"], "server": [{"events": [], "then": "stop"}]});
        assert!(each(then).is_err_and(|why| why.contains("stop")));
    }
}
