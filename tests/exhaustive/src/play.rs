//! One call, as its caller sees it.

use std::time::Duration;

use axonium::{ChatRequest, Client, Error, Meta};
use tokio::time::Instant;

use crate::Failure;
use crate::behaviour::Behaviour;
use crate::options::{Options, Shape};
use crate::world::Served;

/// How a call ended.
pub(crate) struct Ended {
    /// What was delivered, of an answer or of a stream that broke.
    pub(crate) delivered: String,
    pub(crate) result: Result<(), Error>,
    pub(crate) meta: Meta,
    /// How long it took, and how much of that the clock was moved by waits, measured from outside.
    pub(crate) took: Duration,
    pub(crate) slept: Duration,
}

/// Makes one call that is answered by `sequence`, and normally after it; none if it does not end.
pub(crate) async fn play(served: &Served, sequence: &[Behaviour], options: Options) -> Result<Option<Ended>, Failure> {
    served.gateway.reset();
    let steps: Vec<_> = sequence.iter().map(|behaviour| behaviour.step(options.shape)).collect();
    served.gateway.script(serde_json::from_value(steps.into())?)?;
    let clock = served.gateway.clock();
    let request = options.request(&clock);
    let (began, ahead) = (Instant::now(), clock.ahead());
    let call = async {
        match options.shape {
            Shape::Plain => answer(served.client(options), &request).await,
            Shape::Stream => stream(served.client(options), &request).await,
        }
    };
    let ended = served.drive(sequence, call).await;
    let slept = clock.ahead().saturating_sub(ahead);
    let took = began.elapsed() + slept;
    Ok(ended.map(|(delivered, result)| {
        let meta = match &result {
            Ok(meta) => meta.clone(),
            Err(error) => error.details().meta.clone(),
        };
        Ended { delivered, result: result.map(drop), meta, took, slept }
    }))
}

async fn answer(client: &Client, request: &ChatRequest) -> (String, Result<Meta, Error>) {
    let result = client.chat(request).await;
    let delivered = result.as_ref().ok().and_then(|completion| completion.content()).unwrap_or_default().to_owned();
    (delivered, result.map(|completion| completion.meta))
}

async fn stream(client: &Client, request: &ChatRequest) -> (String, Result<Meta, Error>) {
    let mut delivered = String::new();
    let result = async {
        let mut stream = client.chat_stream(request).await?;
        while let Some(chunk) = stream.next().await? {
            delivered.push_str(chunk.content());
        }
        Ok(stream.meta())
    }
    .await;
    (delivered, result)
}
