//! The account of one request: one log line, written when the request is over.

use std::sync::Arc;
use std::time::Instant;

use axonium::Error;
use axonium::engine::Record;
use axum::response::Response;
use http::{Method, StatusCode, Uri};

use crate::outcome;
use crate::refusal::Refusal;

/// Says in the log what became of a request. One that is cut off, because its client left or the proxy ended, drops it early.
///
/// Neither queries nor headers nor bodies are logged: they hold tokens and prompts.
pub(crate) struct Account {
    method: Method,
    path: String,
    begun: Instant,
    record: Option<Arc<Record>>,
    status: Option<StatusCode>,
    outcome: Outcome,
}

#[derive(Clone, Copy)]
enum Outcome {
    Unfinished,
    Answered,
    /// By the name of the error.
    Failed(&'static str),
}

impl Account {
    /// The account of a request that has just come.
    pub(crate) fn new(method: &Method, uri: &Uri) -> Self {
        Self {
            method: method.clone(),
            path: uri.path().to_owned(),
            begun: Instant::now(),
            record: None,
            status: None,
            outcome: Outcome::Unfinished,
        }
    }

    /// From now on the request has a call upstream.
    pub(crate) fn follow(&mut self, record: &Arc<Record>) {
        self.record = Some(Arc::clone(record));
    }

    /// The answer has begun.
    pub(crate) fn opened(&mut self, status: StatusCode) {
        self.status = Some(status);
    }

    /// The answer is complete.
    pub(crate) fn answered(&mut self) {
        self.outcome = Outcome::Answered;
    }

    /// The answer, or the lack of one, ended with the error of that name.
    pub(crate) fn failed(&mut self, name: &'static str) {
        self.outcome = Outcome::Failed(name);
    }

    /// Closes the account of a request that never became a call.
    pub(crate) fn refuse(mut self, refusal: Refusal) -> Response {
        self.refused(&refusal);
        outcome::refused(refusal)
    }

    /// The request is not taken.
    pub(crate) fn refused(&mut self, refusal: &Refusal) {
        self.failed(refusal.error.code);
        self.opened(refusal.status);
    }

    /// Closes the account of a call that failed before anything of an answer had come.
    pub(crate) fn fail(mut self, error: &Error, record: &Record) -> Response {
        let response = outcome::failed(error, record);
        self.failed(error.kind().name());
        self.opened(response.status());
        response
    }

    /// Closes the account of a call that succeeded.
    pub(crate) fn answer(mut self, response: Response) -> Response {
        self.answered();
        self.opened(response.status());
        response
    }
}

impl Drop for Account {
    fn drop(&mut self) {
        let meta = self.record.as_ref().map(|record| record.meta()).unwrap_or_default();
        let outcome = match self.outcome {
            Outcome::Unfinished => "cut-off",
            Outcome::Answered => "answered",
            Outcome::Failed(name) => name,
        };
        tracing::info!(
            target: "axonium_proxy",
            method = %self.method,
            path = ?self.path,
            status = self.status.map(|status| status.as_u16()),
            route = meta.route,
            attempts = meta.attempts,
            waited_ms = meta.waited_for.as_millis(),
            duration_ms = self.begun.elapsed().as_millis(),
            outcome,
            "request"
        );
    }
}
