//! Calls of the Responses API.

use std::sync::Arc;
use std::time::Duration;

use axonium::{Client, ResponseConnection, ResponseEvent, ResponseRequest, ResponseStream};
use serde_json::{Value, json};
use tokio::sync::Mutex;
use tokio::time::Instant;

use crate::call::{before, cancelled, failed, unary, unsayable};
use crate::job::Options;
use crate::{error, value};

/// The connection that a job has opened.
pub(crate) type Connection = Mutex<Option<Arc<ResponseConnection>>>;

pub(crate) async fn connect(client: &Client, kept: &Connection, options: &Options) -> Value {
    let mut place = kept.lock().await;
    let opened = client.response_connection();
    unary(options, opened, |connection| {
        let shown = json!({"meta": value::meta(&connection.meta)});
        *place = Some(Arc::new(connection));
        shown
    })
    .await
}

pub(crate) async fn disconnect(kept: &Connection, options: &Options) -> Value {
    let connection = kept.lock().await.clone();
    match connection {
        Some(connection) => unary(options, connection.close(), |()| json!({})).await,
        None => unsayable("no connection was opened"),
    }
}

pub(crate) async fn stream(client: &Client, kept: &Connection, request: &ResponseRequest, options: &Options) -> Value {
    let until = options.cancel_after_ms.map(|limit| Instant::now() + Duration::from_millis(limit));
    let connection = kept.lock().await.clone().filter(|_| options.connection);
    let opening = async {
        match &connection {
            Some(connection) => connection.stream(request).await,
            None => client.response_stream(request).await,
        }
    };
    let mut stream = match before(until, opening).await {
        Some(Ok(stream)) => stream,
        Some(Err(error)) => return failed(&error),
        None => return json!({"outcome": "error", "error": cancelled()}),
    };
    let mut heard = Heard::default();
    let error = loop {
        if options.cancel_after_chunks == Some(heard.events.len()) {
            break cancelled();
        }
        match before(until, stream.next()).await {
            Some(Ok(Some(event))) => heard.take(&event),
            Some(Ok(None)) => return ended(&mut stream, &heard).await,
            Some(Err(error)) => break error::described(&error),
            None => break cancelled(),
        }
    };
    let value = heard.beside(value::response_stream(&stream));
    json!({"outcome": "stream_error", "error": error, "value": value, "chunks": heard.events.len()})
}

/// What a reader of the events has seen.
#[derive(Default)]
struct Heard {
    text: String,
    events: Vec<String>,
}

impl Heard {
    fn take(&mut self, event: &ResponseEvent) {
        if let ResponseEvent::OutputTextDelta(event) = event {
            self.text.push_str(&event.delta);
        }
        self.events.push(event.event_type().to_owned());
    }

    fn beside(&self, mut value: Value) -> Value {
        value["text"] = self.text.as_str().into();
        value["events"] = self.events.clone().into();
        value
    }
}

async fn ended(stream: &mut ResponseStream, heard: &Heard) -> Value {
    match stream.final_response().await {
        Ok(response) => {
            let mut value = heard.beside(value::response(&response));
            value["saw_output"] = stream.saw_output().into();
            value["parsed"] = value::json(stream.parsed());
            value["parsed_partial"] = stream.parsed_partial().unwrap_or_default();
            if let Value::Object(fields) = &mut value {
                fields.remove("raw");
            }
            json!({"outcome": "stream", "value": value, "chunks": heard.events.len()})
        }
        Err(error) => failed(&error),
    }
}
