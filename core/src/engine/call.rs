//! One call's life: attempts, decisions about their failures, and the waits between them.

use std::time::Duration;

use super::Answer;
use super::Shared;
use super::attempt::{Attempt, Received};
use super::notice::{Notice, Wait};
use super::operation::Operation;
use super::outlet::{Delivery, Outlet};
use super::record::Record;
use super::report::{self, Failed};
use super::request::Call;
use super::token::Token;
use crate::api::config::Observed;
use crate::api::error::Error;
use crate::api::meta::AttemptRecord;
use crate::decide::{Action, CallState, Decision, Failure, decide};

/// Runs one call to its end.
pub(super) struct Run<'a> {
    pub(super) shared: &'a Shared,
    pub(super) call: &'a Call,
    pub(super) record: &'a Record,
    pub(super) outlet: &'a Outlet,
    state: CallState,
    waited_before: Duration,
    rejected: Option<Token>,
}

impl<'a> Run<'a> {
    pub(super) fn new(shared: &'a Shared, call: &'a Call, record: &'a Record, outlet: &'a Outlet) -> Self {
        let state = CallState {
            attempts: 0,
            has_key: call.has_key,
            generates: call.operation.generates(),
            streaming: call.operation.streams(),
            can_refresh: shared.tokens.can_refresh(),
            ..CallState::default()
        };
        Self { shared, call, record, outlet, state, waited_before: Duration::ZERO, rejected: None }
    }

    pub(super) async fn run(mut self) -> Result<Answer, Error> {
        loop {
            let started = self.shared.settings.clock.now();
            let sent_before = self.record.attempts();
            let result = self.attempt().await;
            let duration = self.shared.settings.clock.now().saturating_sub(started);
            match result {
                Ok(received) => return Ok(self.succeed(received, duration)),
                Err(failed) => self.recover(failed, duration, sent_before).await?,
            }
        }
    }

    async fn attempt(&mut self) -> Result<Received, Failed> {
        self.state.attempts = self.state.attempts.saturating_add(1);
        let time_left = self.time_left();
        if time_left.is_some_and(|left| left.is_zero()) {
            return Err(report::call_time_limit(self.call.time_limit));
        }
        let now = self.shared.settings.clock.now();
        if let Some(left) = self.shared.cooldown_left(&self.call.model, now) {
            return Err(report::cooling_down(&self.call.model, left));
        }
        let rejected = self.rejected.take();
        let token = self.within_call(time_left, self.shared.tokens.token(rejected.as_ref(), self.outlet)).await?;
        let token = token.map_err(report::no_token)?;
        if self.call.operation == Operation::TokenFetch {
            return self.token_answer().await;
        }
        let time_left = self.time_left();
        let attempt = Attempt::new(self.shared, self.call, self.record, self.outlet, time_left, self.waited_before);
        let result = attempt.make(&token).await;
        self.rejected = Some(token);
        result
    }

    async fn within_call<T>(&self, left: Option<Duration>, work: impl Future<Output = T>) -> Result<T, Failed> {
        match left {
            None => Ok(work.await),
            Some(left) => {
                tokio::time::timeout(left, work).await.map_err(|_| report::call_time_limit(self.call.time_limit))
            }
        }
    }

    /// `token.fetch` sends no request of its own: the token is its answer, and stays where it is.
    async fn token_answer(&self) -> Result<Received, Failed> {
        let info = self.shared.tokens.info(self.shared.settings.clock.now());
        let expires_in_s = info.expires_in.map(|left| left.as_secs_f64());
        let body = serde_json::json!({"scope": info.scope, "expires_in_s": expires_in_s}).to_string();
        let received = Received { status: 200, body: body.into(), usage: None };
        self.outlet.deliver(Delivery::Item(received.body.clone())).await;
        Ok(received)
    }

    fn succeed(&self, received: Received, duration: Duration) -> Answer {
        self.shared.budget.succeed();
        if self.record.attempts() > 0 {
            self.record.attempt_ended(AttemptRecord {
                status: Some(received.status),
                request_id: self.record.meta().request_id,
                waited_before: self.waited_before,
                duration,
                ..AttemptRecord::default()
            });
        }
        Answer { body: received.body, usage: received.usage, meta: self.record.meta() }
    }

    /// Decides about a failed attempt: returns when the next one is due, or with the error to raise.
    async fn recover(&mut self, failed: Failed, duration: Duration, sent_before: u32) -> Result<(), Error> {
        self.state.attempt_elapsed = duration;
        self.state.time_left = self.time_left();
        self.state.saw_output = self.record.saw_output();
        self.state.budget_left = self.shared.budget.can_pay();
        let generates = self.state.generates;
        // A token request generates nothing, whatever the call is for.
        self.state.generates &= !failed.before_request;
        let decision = decide(&failed.failure, &self.state, &self.call.policy, super::random());
        self.state.generates = generates;
        if self.record.attempts() > sent_before {
            self.record.attempt_ended(AttemptRecord {
                route: None,
                status: failed.details.status,
                kind: Some(failed.details.kind.name()),
                request_id: failed.details.request_id.clone(),
                waited_before: self.waited_before,
                duration,
                reason: Some(decision.reason.code()),
            });
        }
        self.observe(decision).await;
        match decision.action {
            Action::Raise => return Err(self.raise(failed, decision)),
            Action::Repeat => {
                self.state.upstream_retried |= decision.reason == crate::decide::Reason::UpstreamOptedIn;
                self.state.collected_again |= failed.failure == Failure::Undecodable;
                self.shared.budget.pay();
            }
            Action::Collect => {
                self.state.attempts = self.state.attempts.saturating_sub(1);
                self.state.collects = self.state.collects.saturating_add(1);
                self.state.collecting = self.state.collecting.saturating_add(decision.wait);
            }
            Action::RefreshThenRepeat => {
                self.state.attempts = self.state.attempts.saturating_sub(1);
                self.state.refreshed = true;
            }
        }
        if decision.action != Action::RefreshThenRepeat {
            // Only a refused token is handed to its source.
            self.rejected = None;
            self.wait(&failed, decision).await;
        }
        Ok(())
    }

    async fn wait(&mut self, failed: &Failed, decision: Decision) {
        self.waited_before = decision.wait;
        let notice = Wait {
            level: "",
            message: String::new(),
            method: self.call.request.method.to_string(),
            path: self.call.request.url.path().to_owned(),
            model: Some(self.call.model.clone()).filter(|model| !model.is_empty()),
            attempt: self.record.attempts(),
            wait: decision.wait,
            reason: decision.reason.code(),
            request_id: failed.details.request_id.clone(),
        };
        self.outlet.deliver(Delivery::Notice(Notice::Wait(notice.logged()))).await;
        self.record.sleep(decision.wait).await;
    }

    fn raise(&self, failed: Failed, decision: Decision) -> Error {
        report::raised(failed, decision, self.call, self.record)
    }

    async fn observe(&self, decision: Decision) {
        if self.shared.settings.observe.contains(&Observed::Decision) {
            let notice = Notice::Decision {
                attempt: self.record.attempts(),
                action: decision.action.name(),
                reason: decision.reason.code(),
                message: decision.reason.text(),
                wait: decision.wait,
            };
            self.outlet.deliver(Delivery::Notice(notice)).await;
        }
    }

    fn time_left(&self) -> Option<Duration> {
        self.call.time_limit.map(|limit| limit.saturating_sub(self.record.elapsed()))
    }
}
