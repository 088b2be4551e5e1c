//! A call that is read while it runs.

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use bytes::Bytes;
use tokio::sync::mpsc;

use super::error::{Error, ErrorDetails, Result};
use super::hooks::Hooks;
use crate::ErrorKind;
use crate::engine::{Answer, Call, Delivery, Engine, Outlet, Record};

/// A running call: its account, and what it has delivered. Dropping it ends the request.
pub(super) struct Running {
    pub(super) record: Arc<Record>,
    deliveries: mpsc::Receiver<Delivery>,
    work: Work,
    /// What the call came to, once it has ended well.
    pub(super) answer: Option<Answer>,
}

/// The call behind it.
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
    Item(Bytes),
    End,
}

impl Running {
    /// Starts `call` and waits until the server has accepted it.
    pub(super) async fn open(engine: &Engine, call: Call, hooks: Option<Hooks>) -> Result<Self> {
        let record = Arc::new(Record::new(engine.clock().clone()));
        let (outlet, deliveries) = Outlet::new();
        let work = Box::pin(engine.run(call, Arc::clone(&record), outlet.with_hooks(hooks)));
        let mut running = Self { record, deliveries, work: Work::Running(work), answer: None };
        // The server's acceptance is delivered before anything else.
        poll_fn(|context| running.poll_step(context)).await?;
        Ok(running)
    }

    /// The next item; `None` once the call has ended well.
    pub(super) async fn next(&mut self) -> Result<Option<Bytes>> {
        poll_fn(|context| self.poll_next(context)).await.transpose()
    }

    pub(super) fn poll_next(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<Bytes>>> {
        loop {
            match self.poll_step(context) {
                Poll::Pending => return Poll::Pending,
                Poll::Ready(Ok(Step::Opened)) => {}
                Poll::Ready(Ok(Step::Item(data))) => return Poll::Ready(Some(Ok(data))),
                Poll::Ready(Ok(Step::End)) => return Poll::Ready(None),
                Poll::Ready(Err(error)) => return Poll::Ready(Some(Err(error))),
            }
        }
    }

    pub(super) fn has_ended(&self) -> bool {
        matches!(self.work, Work::Ended)
    }

    /// The JSON that was held against the schema, once the call has ended.
    pub(super) fn parsed(&self) -> Option<String> {
        self.answer.as_ref()?.parsed.clone()
    }

    /// An item that is not what was asked for.
    pub(super) fn undecodable(&self, what: &str, error: &serde_json::Error, data: &[u8]) -> Error {
        let mut details = ErrorDetails::new(ErrorKind::Decode, format!("{what} is not what was asked for: {error}"));
        details.body = Some(crate::wire::answer::excerpt(data));
        details.meta = self.record.meta();
        details.request_id.clone_from(&details.meta.request_id);
        details.into()
    }

    fn poll_step(&mut self, context: &mut Context<'_>) -> Poll<Result<Step>> {
        loop {
            match self.deliveries.poll_recv(context) {
                Poll::Ready(Some(Delivery::Opened(_))) => return Poll::Ready(Ok(Step::Opened)),
                Poll::Ready(Some(Delivery::Item(data))) => return Poll::Ready(Ok(Step::Item(data))),
                Poll::Ready(Some(_)) => continue,
                // The task's turn is over, by tokio's cooperative budget: it is woken to take what is there.
                Poll::Pending if !self.deliveries.is_empty() => return Poll::Pending,
                Poll::Ready(None) | Poll::Pending => {}
            }
            match std::mem::replace(&mut self.work, Work::Ended) {
                Work::Ended => return Poll::Ready(Ok(Step::End)),
                Work::Failed(error) => return Poll::Ready(Err(error)),
                Work::Running(mut work) => match work.as_mut().poll(context) {
                    Poll::Ready(Ok(answer)) => self.answer = Some(answer),
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
