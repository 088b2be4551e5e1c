use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use futures_core::Stream;
use serde_json::Value;

use super::chat::{ChatChunk, ChatCompletion};
use super::error::Result;
use super::message::ToolCall;
use super::meta::Meta;
use super::read::read;
use super::running::Running;
use crate::engine::{self, Assembled};
use crate::wire::usage::Usage;

/// A chat answer as it is generated: read it with [`ChatStream::next`], or as a [`futures_core::Stream`]. Dropping it
/// ends the request.
pub struct ChatStream(Running);

impl ChatStream {
    pub(super) fn new(running: Running) -> Self {
        Self(running)
    }

    /// The next chunk; `None` once the answer is complete.
    ///
    /// # Errors
    /// [`crate::Error::StreamInterrupted`] if the stream breaks, with what had arrived; or any other [`crate::Error`].
    // `Stream::next` of the extension traits gives `Option<Result>`; with `?` the turned form reads better.
    #[allow(clippy::should_implement_trait)]
    pub async fn next(&mut self) -> Result<Option<ChatChunk>> {
        match self.0.next().await? {
            Some(data) => self.chunk(data).map(Some),
            None => Ok(None),
        }
    }

    /// The text so far.
    #[must_use]
    pub fn content(&self) -> Option<String> {
        self.completion().ok()?.content().map(str::to_owned)
    }

    /// The reasoning so far.
    #[must_use]
    pub fn reasoning(&self) -> Option<String> {
        self.completion().ok()?.reasoning().map(str::to_owned)
    }

    /// The tool calls so far; complete only once the stream is.
    #[must_use]
    pub fn tool_calls(&self) -> Vec<ToolCall> {
        self.completion().map(|completion| completion.tool_calls().to_vec()).unwrap_or_default()
    }

    /// What the model has said so far to decline, if it has.
    #[must_use]
    pub fn refusal(&self) -> Option<String> {
        self.completion().ok()?.refusal().map(str::to_owned)
    }

    /// How the model has declined, if it has: as [`ChatCompletion::refusal_code`].
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

    /// Token counts, once the server has given any.
    #[must_use]
    pub fn usage(&self) -> Option<Usage> {
        self.0.record.transcript().usage
    }

    /// How the call has gone so far.
    #[must_use]
    pub fn meta(&self) -> Meta {
        self.0.record.meta()
    }

    /// Reads to the end, and returns the answer as if it had not been streamed.
    ///
    /// # Errors
    /// As [`ChatStream::next`].
    pub async fn final_completion(&mut self) -> Result<ChatCompletion> {
        while self.next().await?.is_some() {}
        self.completion()
    }

    fn completion(&self) -> Result<ChatCompletion> {
        let snapshot = engine::snapshot(&self.0.record);
        let completion = match snapshot.assembled {
            Assembled::Chat { completion } => completion,
            Assembled::Response { .. } => Value::Null,
        };
        let declined = snapshot.refusal;
        Ok(ChatCompletion { declined, ..ChatCompletion::assembled(completion, snapshot.usage, snapshot.meta)? })
    }

    fn chunk(&self, data: Bytes) -> Result<ChatChunk> {
        let mut chunk: ChatChunk = read(&data).map_err(|error| self.0.undecodable("a chunk", &error, &data))?;
        chunk.raw = data;
        Ok(chunk)
    }
}

impl Stream for ChatStream {
    type Item = Result<ChatChunk>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let polled = self.0.poll_next(context);
        polled.map(|next| next.map(|data| self.chunk(data?)))
    }
}

impl std::fmt::Debug for ChatStream {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ChatStream").field("ended", &self.0.has_ended()).finish_non_exhaustive()
    }
}
