use std::pin::Pin;
use std::task::{Context, Poll};

use futures_core::Stream;
use serde_json::Value;

use super::error::Result;
use super::message::ToolCall;
use super::meta::Meta;
use super::response::{Response, tool_calls};
use super::response_event::ResponseEvent;
use super::running::Running;
use crate::engine::{self, Assembled, Snapshot};
use crate::wire::responses::answer::ResponseAnswer;
use crate::wire::usage::Usage;

/// A response as it is generated: read it with [`ResponseStream::next`], or as a [`futures_core::Stream`]. Dropping it ends
/// the request; over a WebSocket, which knows no other way, that closes the connection.
pub struct ResponseStream(Running);

impl ResponseStream {
    pub(super) fn new(running: Running) -> Self {
        Self(running)
    }

    /// The next event; `None` once the response is complete, or incomplete with its reason.
    ///
    /// # Errors
    /// [`crate::Error::StreamInterrupted`] if the stream breaks, or says that the response failed, with what had arrived; or
    /// any other [`crate::Error`].
    // `Stream::next` of the extension traits gives `Option<Result>`; with `?` the turned form reads better.
    #[allow(clippy::should_implement_trait)]
    pub async fn next(&mut self) -> Result<Option<ResponseEvent>> {
        Ok(self.0.next().await?.map(ResponseEvent::from_json))
    }

    /// The output text so far.
    #[must_use]
    pub fn output_text(&self) -> String {
        self.answer().content.unwrap_or_default()
    }

    /// The reasoning so far, or where the model shows none of it, its summaries.
    #[must_use]
    pub fn reasoning(&self) -> Option<String> {
        self.answer().reasoning
    }

    /// What the model has said so far to decline, if it has.
    #[must_use]
    pub fn refusal(&self) -> Option<String> {
        self.answer().refusal
    }

    /// How the model has declined, if it has: as [`Response::refusal_code`].
    #[must_use]
    pub fn refusal_code(&self) -> Option<String> {
        engine::snapshot(&self.0.record).refusal.map(|refusal| refusal.code)
    }

    /// The value that the output so far amounts to, of a stream that is parsed: strings, lists and objects closed where
    /// they stand. It is not held against the schema yet.
    #[must_use]
    pub fn parsed_partial(&self) -> Option<Value> {
        engine::snapshot(&self.0.record).parsed_partial
    }

    /// The JSON text that matched the schema, of a stream that is parsed, once it has ended.
    #[must_use]
    pub fn parsed(&self) -> Option<String> {
        self.0.parsed()
    }

    /// The tool calls so far; complete only once the response is.
    #[must_use]
    pub fn tool_calls(&self) -> Vec<ToolCall> {
        tool_calls(&self.answer())
    }

    /// Token counts, once the server has given any.
    #[must_use]
    pub fn usage(&self) -> Option<Usage> {
        self.0.record.transcript().usage
    }

    /// Whether output has arrived: from then on the request is billed whatever happens, and never repeated.
    #[must_use]
    pub fn saw_output(&self) -> bool {
        self.0.record.transcript().saw_output
    }

    /// How the call has gone so far.
    #[must_use]
    pub fn meta(&self) -> Meta {
        self.0.record.meta()
    }

    /// Reads to the end, and returns the response as if it had not been streamed.
    ///
    /// # Errors
    /// As [`ResponseStream::next`].
    pub async fn final_response(&mut self) -> Result<Response> {
        while self.0.next().await?.is_some() {}
        let Snapshot { assembled, usage, meta, refusal, .. } = engine::snapshot(&self.0.record);
        let (response, answer) = match assembled {
            Assembled::Response { response, answer } => (response, answer),
            Assembled::Chat { completion } => (completion, ResponseAnswer::default()),
        };
        Ok(Response { usage, meta, declined: refusal, ..Response::assembled(response, answer)? })
    }

    fn answer(&self) -> ResponseAnswer {
        match engine::snapshot(&self.0.record).assembled {
            Assembled::Response { answer, .. } => answer,
            Assembled::Chat { .. } => ResponseAnswer::default(),
        }
    }
}

impl Stream for ResponseStream {
    type Item = Result<ResponseEvent>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.poll_next(context).map(|next| next.map(|data| data.map(ResponseEvent::from_json)))
    }
}

impl std::fmt::Debug for ResponseStream {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ResponseStream").field("ended", &self.0.has_ended()).finish_non_exhaustive()
    }
}
