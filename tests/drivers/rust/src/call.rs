//! Makes one call, and says how it ended.

use std::future::Future;
use std::time::Duration;

use axonium::{ChatRequest, ChatStream, Client, Error};
use serde_json::{Value, json};
use tokio::time::{Instant, timeout, timeout_at};

use crate::job::{Call, Options};
use crate::responses::Connection;
use crate::{error, keys, request, responses, value};

pub(crate) async fn play(client: &Client, kept: &Connection, call: Call) -> Value {
    let Call { op, request, options } = call;
    match op.as_str() {
        "chat.completions.create" => match request::chat(request, &options) {
            Ok(request) => unary(&options, client.chat(&request), |answer| value::completion(&answer)).await,
            Err(problem) => unsayable(&problem),
        },
        "chat.completions.parse" => match request::chat(request, &options) {
            Ok(request) => {
                let call = client.chat_parse::<Value>(&request);
                unary(&options, call, |answer| value::parsed(&answer, value::completion)).await
            }
            Err(problem) => unsayable(&problem),
        },
        "chat.completions.stream" => match request::chat(request, &options) {
            Ok(request) => stream(client, &request, &options).await,
            Err(problem) => unsayable(&problem),
        },
        "responses.create" => match request::response(request, &options) {
            Ok(request) => unary(&options, client.response(&request), |answer| value::response(&answer)).await,
            Err(problem) => unsayable(&problem),
        },
        "responses.parse" => match request::response(request, &options) {
            Ok(request) => {
                let call = client.response_parse::<Value>(&request);
                unary(&options, call, |answer| value::parsed(&answer, value::response)).await
            }
            Err(problem) => unsayable(&problem),
        },
        "responses.stream" => match request::response(request, &options) {
            Ok(request) => responses::stream(client, kept, &request, &options).await,
            Err(problem) => unsayable(&problem),
        },
        "responses.connect" => responses::connect(client, kept, &options).await,
        "responses.disconnect" => responses::disconnect(kept, &options).await,
        "models.list" => unary(&options, client.models(), |models| value::models(&models)).await,
        "models.mine" => unary(&options, client.my_models(), |models| value::models(&models)).await,
        "usage.retrieve" => {
            let id = request.get("request_id").and_then(Value::as_str).unwrap_or_default();
            unary(&options, client.usage(id), |usage| value::usage_row(&usage)).await
        }
        "token.fetch" => unary(&options, client.token(), |token| value::token(&token)).await,
        "circuits" => json!({"outcome": "ok", "value": value::circuits(&client.circuits())}),
        "keys.derive" => keys::derive(request),
        "keys.run" => keys::run(&request),
        other => unsayable(&format!("unknown operation {other}")),
    }
}

pub(crate) async fn unary<T>(
    options: &Options,
    call: impl Future<Output = axonium::Result<T>>,
    shown: impl FnOnce(T) -> Value,
) -> Value {
    // Dropping the future is how a call is cancelled in Rust.
    let ended = match options.cancel_after_ms {
        Some(limit) => timeout(Duration::from_millis(limit), call).await,
        None => Ok(call.await),
    };
    match ended {
        Ok(Ok(answer)) => json!({"outcome": "ok", "value": shown(answer)}),
        Ok(Err(error)) => failed(&error),
        Err(_) => json!({"outcome": "error", "error": cancelled()}),
    }
}

async fn stream(client: &Client, request: &ChatRequest, options: &Options) -> Value {
    let until = options.cancel_after_ms.map(|limit| Instant::now() + Duration::from_millis(limit));
    let mut stream = match before(until, client.chat_stream(request)).await {
        Some(Ok(stream)) => stream,
        Some(Err(error)) => return failed(&error),
        None => return json!({"outcome": "error", "error": cancelled()}),
    };
    let (mut text, mut chunks) = (String::new(), 0);
    let error = loop {
        if options.cancel_after_chunks == Some(chunks) {
            break cancelled();
        }
        match before(until, stream.next()).await {
            Some(Ok(Some(chunk))) => {
                text.push_str(chunk.content());
                chunks += 1;
            }
            Some(Ok(None)) => return ended(&mut stream, &text, chunks).await,
            Some(Err(error)) => break error::described(&error),
            None => break cancelled(),
        }
    };
    json!({"outcome": "stream_error", "error": error, "value": value::stream(&stream, &text), "chunks": chunks})
}

/// The outcome of a future, or `None` if its time ran out first.
pub(crate) async fn before<T>(until: Option<Instant>, work: impl Future<Output = T>) -> Option<T> {
    match until {
        Some(until) => timeout_at(until, work).await.ok(),
        None => Some(work.await),
    }
}

async fn ended(stream: &mut ChatStream, text: &str, chunks: usize) -> Value {
    match stream.final_completion().await {
        Ok(completion) => {
            let mut value = value::completion(&completion);
            if let Value::Object(fields) = &mut value {
                fields.remove("raw");
                fields.insert("text".to_owned(), text.into());
                fields.insert("parsed".to_owned(), value::json(stream.parsed()));
                fields.insert("parsed_partial".to_owned(), stream.parsed_partial().unwrap_or_default());
            }
            json!({"outcome": "stream", "value": value, "chunks": chunks})
        }
        Err(error) => failed(&error),
    }
}

pub(crate) fn failed(error: &Error) -> Value {
    json!({"outcome": "error", "error": error::described(error)})
}

/// A dropped future says nothing more: the cancellation is the caller's own.
pub(crate) fn cancelled() -> Value {
    json!({"name": "Cancelled"})
}

/// A request that cannot even be written in Rust; the scenario must leave this language out.
pub(crate) fn unsayable(problem: &str) -> Value {
    json!({"outcome": "error", "error": {"name": "Unsayable", "message": problem}})
}
