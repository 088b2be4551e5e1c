use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use bytes::Bytes;
use futures_core::Stream;
use tokio::sync::mpsc;

use super::chat::{ChatChunk, ChatCompletion};
use super::error::{Error, ErrorDetails, Result};
use super::hooks::Hooks;
use super::message::ToolCall;
use super::meta::Meta;
use super::read::read;
use crate::ErrorKind;
use crate::engine::{self, Answer, Call, Delivery, Engine, Outlet, Record};
use crate::wire::usage::Usage;

/// A chat answer as it is generated: read it with [`ChatStream::next`], or as a [`futures_core::Stream`]. Dropping it
/// ends the request.
pub struct ChatStream {
    record: Arc<Record>,
    deliveries: mpsc::Receiver<Delivery>,
    work: Work,
}

/// The call behind a stream.
enum Work {
    /// Goes on while the stream is polled.
    Running(Pin<Box<dyn Future<Output = Result<Answer>> + Send>>),
    /// Has failed; what it delivered before comes first.
    Failed(Error),
    Ended,
}

/// What a poll of the work and its deliveries brought.
enum Step {
    Opened,
    Chunk(Bytes),
    End,
}

impl ChatStream {
    pub(super) async fn open(engine: &Engine, call: Call, hooks: Option<Hooks>) -> Result<Self> {
        let record = Arc::new(Record::new(engine.clock().clone()));
        let (outlet, deliveries) = Outlet::new();
        let work = Box::pin(engine.run(call, Arc::clone(&record), outlet.with_hooks(hooks)));
        let mut stream = Self { record, deliveries, work: Work::Running(work) };
        // The server's acceptance is delivered before anything else.
        match stream.step().await? {
            Step::Opened | Step::Chunk(_) | Step::End => Ok(stream),
        }
    }

    /// The next chunk; `None` once the answer is complete.
    ///
    /// # Errors
    /// [`Error::StreamInterrupted`] if the stream breaks, with what had arrived; or any other [`Error`].
    // `Stream::next` of the extension traits gives `Option<Result>`; with `?` the turned form reads better.
    #[allow(clippy::should_implement_trait)]
    pub async fn next(&mut self) -> Result<Option<ChatChunk>> {
        loop {
            match self.step().await? {
                Step::Opened => {}
                Step::Chunk(data) => return self.chunk(data).map(Some),
                Step::End => return Ok(None),
            }
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

    /// Token counts, once the server has given any.
    #[must_use]
    pub fn usage(&self) -> Option<Usage> {
        self.record.transcript().usage
    }

    /// How the call has gone so far.
    #[must_use]
    pub fn meta(&self) -> Meta {
        self.record.meta()
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
        let snapshot = engine::snapshot(&self.record);
        ChatCompletion::assembled(snapshot.completion, snapshot.usage, snapshot.meta)
    }

    fn chunk(&self, data: Bytes) -> Result<ChatChunk> {
        let mut chunk: ChatChunk = read(&data).map_err(|error| {
            let message = format!("a chunk is not what was asked for: {error}");
            let mut details = ErrorDetails::new(ErrorKind::Decode, message);
            details.body = Some(crate::wire::answer::excerpt(&data));
            details.meta = self.record.meta();
            details.request_id.clone_from(&details.meta.request_id);
            Error::from(details)
        })?;
        chunk.raw = data;
        Ok(chunk)
    }

    async fn step(&mut self) -> Result<Step> {
        poll_fn(|context| self.poll_step(context)).await
    }

    fn poll_step(&mut self, context: &mut Context<'_>) -> Poll<Result<Step>> {
        loop {
            match self.deliveries.poll_recv(context) {
                Poll::Ready(Some(Delivery::Opened(_))) => return Poll::Ready(Ok(Step::Opened)),
                Poll::Ready(Some(Delivery::Item(data))) => return Poll::Ready(Ok(Step::Chunk(data))),
                Poll::Ready(Some(_)) => continue,
                // The task's turn is over, by tokio's cooperative budget: it is woken to take what is there.
                Poll::Pending if !self.deliveries.is_empty() => return Poll::Pending,
                Poll::Ready(None) | Poll::Pending => {}
            }
            match std::mem::replace(&mut self.work, Work::Ended) {
                Work::Ended => return Poll::Ready(Ok(Step::End)),
                Work::Failed(error) => return Poll::Ready(Err(error)),
                Work::Running(mut work) => match work.as_mut().poll(context) {
                    Poll::Ready(Ok(_)) => {}
                    Poll::Ready(Err(error)) => self.work = Work::Failed(error),
                    Poll::Pending => {
                        self.work = Work::Running(work);
                        // It may have delivered while it was polled.
                        if self.deliveries.is_empty() {
                            return Poll::Pending;
                        }
                    }
                },
            }
        }
    }
}

impl Stream for ChatStream {
    type Item = Result<ChatChunk>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        loop {
            match self.poll_step(context) {
                Poll::Pending => return Poll::Pending,
                Poll::Ready(Ok(Step::Opened)) => {}
                Poll::Ready(Ok(Step::Chunk(data))) => return Poll::Ready(Some(self.chunk(data))),
                Poll::Ready(Ok(Step::End)) => return Poll::Ready(None),
                Poll::Ready(Err(error)) => return Poll::Ready(Some(Err(error))),
            }
        }
    }
}

impl std::fmt::Debug for ChatStream {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ChatStream").field("ended", &matches!(self.work, Work::Ended)).finish_non_exhaustive()
    }
}
