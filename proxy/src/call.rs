//! One call through the engine, step by step.

use std::pin::Pin;
use std::sync::Arc;

use axonium::engine::{Answer, Delivery, Engine, Operation, Outlet, Record};
use axonium::{CallOptions, Error, ErrorKind, Result};
use bytes::Bytes;
use tokio::sync::mpsc;

/// A call under way. Dropping it ends its upstream request at once.
pub(crate) struct Call {
    record: Arc<Record>,
    deliveries: mpsc::Receiver<Delivery>,
    work: Pin<Box<dyn Future<Output = Result<Answer>> + Send>>,
    result: Option<Result<Answer>>,
}

/// What a call has come to next.
pub(crate) enum Step {
    /// A stream was accepted upstream.
    Opened,
    /// The body of an answer, or the data of one event.
    Item(Bytes),
    /// The call is over, and this is its answer.
    Done(Box<Answer>),
    /// The call is over, without an answer or in the middle of one.
    Failed(Error),
}

impl Call {
    /// Checks a call and starts it; `record` takes its account.
    pub(crate) fn start(
        engine: &Engine,
        operation: Operation,
        body: Bytes,
        options: &CallOptions,
        record: Arc<Record>,
    ) -> Result<Self> {
        let call = engine.prepare(operation, body, options)?;
        let (outlet, deliveries) = Outlet::new();
        let work = Box::pin(engine.run(call, Arc::clone(&record), outlet));
        Ok(Self { record, deliveries, work, result: None })
    }

    /// Waits for the next step; [`Step::Done`] or [`Step::Failed`] is the last. Cancel-safe.
    pub(crate) async fn next(&mut self) -> Step {
        loop {
            let delivery = if self.result.is_some() {
                // Nothing more is delivered: what lies there is the rest.
                self.deliveries.try_recv().ok()
            } else {
                tokio::select! {
                    biased;
                    Some(delivery) = self.deliveries.recv() => Some(delivery),
                    result = &mut self.work => {
                        self.result = Some(result);
                        continue;
                    }
                }
            };
            match delivery {
                Some(Delivery::Opened(_)) => return Step::Opened,
                Some(Delivery::Item(item)) => return Step::Item(item),
                // Notices are for logs and hooks; tokens are fixed here.
                Some(_) => {}
                None => {
                    return match self.result.take() {
                        Some(Ok(answer)) => Step::Done(Box::new(answer)),
                        Some(Err(error)) => Step::Failed(error),
                        // Asked for more after its end.
                        None => Step::Failed(axonium::engine::cancelled(&self.record)),
                    };
                }
            }
        }
    }

    /// Waits for the end, whatever comes before it.
    pub(crate) async fn end(&mut self) -> Result<Answer> {
        loop {
            match self.next().await {
                Step::Done(answer) => return Ok(*answer),
                Step::Failed(error) => return Err(error),
                Step::Opened | Step::Item(_) => {}
            }
        }
    }

    /// The event by which the upstream said that the stream failed, if that is how it ended with `error`.
    pub(crate) fn failure_event(&self, error: &Error) -> Option<Bytes> {
        self.record.failure().filter(|_| error.kind() == ErrorKind::StreamInterrupted)
    }
}
