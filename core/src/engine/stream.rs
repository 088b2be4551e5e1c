//! Reads a stream: events out of bytes, each handed on as it comes, and what its end means.

use std::time::Duration;

use bytes::Bytes;
use http::HeaderMap;
use reqwest::Response;

use super::attempt::Attempt;
use super::limit::Limit;
use super::outlet::Delivery;
use super::report::{self, Failed};
use super::transport::{self, Fault};
use crate::decide::TimeoutPhase;
use crate::wire::answer::Fault as ChunkFault;
use crate::wire::chunk::{ChatEvent, Choices, ChunkFacts, read_event};
use crate::wire::problem::ErrorFacts;
use crate::wire::sse::{EventTooLarge, SseDecoder, SseEvent};

/// How long a finished stream may keep its connection busy before the connection is given up.
const DRAIN: Duration = Duration::from_millis(500);
/// How long to wait for a usage chunk or `[DONE]` once every choice has finished: many servers send neither.
const AFTER_FINISH: Duration = Duration::from_secs(5);

/// Why a stream ended before it was complete.
pub(super) enum Break {
    /// The connection broke, or ended without a terminal event.
    Lost(String),
    /// Nothing came for too long, or the first output was late, or the call's time is over.
    Timeout(TimeoutPhase),
    /// An event said that the stream failed.
    InBand(Box<ErrorFacts>),
    /// An event was no chunk.
    Undecodable { reason: String, excerpt: String },
    /// An event was larger than accepted.
    TooLarge(String),
}

/// Reads `response` to its end and delivers every event.
pub(super) async fn pump(attempt: &Attempt<'_>, response: Response) -> Result<(), Failed> {
    let mut reader = Reader::new(attempt, response);
    match reader.run().await {
        Ok(()) => {
            reader.drain();
            Ok(())
        }
        Err(cause) => Err(report::stream_broken(attempt, cause)),
    }
}

struct Reader<'a, 'b> {
    attempt: &'a Attempt<'b>,
    response: Response,
    decoder: SseDecoder,
    headers: HeaderMap,
    choices: Choices,
    /// Until the first output has come.
    first_output_limit: Option<Limit>,
}

/// Whether more events are to be read.
enum Next {
    More,
    Done,
}

impl<'a, 'b> Reader<'a, 'b> {
    fn new(attempt: &'a Attempt<'b>, response: Response) -> Self {
        Self {
            attempt,
            headers: response.headers().clone(),
            response,
            decoder: SseDecoder::new(attempt.shared.settings.max_event_bytes),
            choices: Choices::default(),
            first_output_limit: attempt.first_output_limit,
        }
    }

    async fn run(&mut self) -> Result<(), Break> {
        let mut pushed = Ok(());
        loop {
            while let Some(event) = self.decoder.next_event() {
                if let Next::Done = self.event(event).await? {
                    return Ok(());
                }
            }
            // Raised only now: the events before the one that is too large have been delivered.
            pushed.map_err(|error: EventTooLarge| Break::TooLarge(error.to_string()))?;
            match self.read().await {
                Ok(Some(chunk)) => pushed = self.decoder.push(chunk),
                Ok(None) => return self.end_of_body().await,
                // Every choice had finished: the answer is whole, whatever became of the connection.
                Err(_) if self.finished() => return Ok(()),
                Err(cause) => return Err(cause),
            }
        }
    }

    async fn event(&mut self, event: SseEvent) -> Result<Next, Break> {
        let chunk = match read_event(&self.headers, &event) {
            ChatEvent::KeepAlive => return Ok(Next::More),
            ChatEvent::Done => return Ok(Next::Done),
            ChatEvent::Chunk(chunk) => Self::sound(chunk)?,
        };
        self.choices.observe(&chunk);
        if chunk.output {
            self.first_output_limit = None;
        }
        self.attempt.record.event(chunk.data.clone(), chunk.output, chunk.usage);
        self.deliver(chunk.data).await?;
        Ok(Next::More)
    }

    /// The chunk, unless it says that the stream failed.
    fn sound(mut chunk: ChunkFacts) -> Result<ChunkFacts, Break> {
        match chunk.fault.take() {
            None => Ok(chunk),
            Some(ChunkFault::Error(facts)) => Err(Break::InBand(facts)),
            Some(ChunkFault::Undecodable { reason, excerpt }) => Err(Break::Undecodable { reason, excerpt }),
        }
    }

    /// Hands an event to the caller, whose reading too is bounded by the call's limit.
    async fn deliver(&self, data: Bytes) -> Result<(), Break> {
        let delivered = self.attempt.outlet.deliver(Delivery::Item(data));
        if let Some(limit) = self.attempt.call_limit {
            return limit.bound(delivered).await.map_err(|_| Break::Timeout(limit.phase));
        }
        delivered.await;
        Ok(())
    }

    /// The next bytes, within whichever limit is nearest.
    async fn read(&mut self) -> Result<Option<Bytes>, Break> {
        // A server that never pauses must hold back neither a cancellation nor the end of the call's time.
        tokio::task::consume_budget().await;
        let limit = self.nearest_limit();
        if limit.phase == TimeoutPhase::Call && limit.has_passed() {
            return Err(Break::Timeout(limit.phase));
        }
        match limit.bound(transport::next_chunk(&mut self.response)).await.flatten() {
            Ok(chunk) => Ok(chunk),
            Err(Fault::Lost(message) | Fault::NotConnected(message)) => Err(Break::Lost(message)),
            Err(Fault::Timeout(phase)) => Err(Break::Timeout(phase)),
        }
    }

    fn nearest_limit(&self) -> Limit {
        let idle = self.attempt.shared.settings.limits.stream_idle;
        let idle = if self.finished() { AFTER_FINISH.min(idle) } else { idle };
        Limit::after(idle, TimeoutPhase::Idle).or_sooner(self.first_output_limit).or_sooner(self.attempt.call_limit)
    }

    /// The body is over: a last event without its blank line may still be there, and then the stream must be complete.
    async fn end_of_body(&mut self) -> Result<(), Break> {
        if let Some(event) = self.decoder.finish()
            && let Next::Done = self.event(event).await?
        {
            return Ok(());
        }
        if self.finished() {
            Ok(())
        } else {
            Err(Break::Lost("the stream ended without its terminal event".to_owned()))
        }
    }

    fn finished(&self) -> bool {
        self.choices.all_finished()
    }

    /// Reads on for a moment after the end, so that the connection can be used again.
    fn drain(self) {
        let mut response = self.response;
        tokio::spawn(async move {
            let rest = async { while let Ok(Some(_)) = transport::next_chunk(&mut response).await {} };
            // Past the limit the connection is dropped with the response.
            let _ = tokio::time::timeout(DRAIN, rest).await;
        });
    }
}
