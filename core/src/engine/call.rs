//! One call's life: attempts, decisions about their failures, and the waits between them.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;

use super::Answer;
use super::Shared;
use super::attempt::{Attempt, Received, Standing};
use super::circuits::Pass;
use super::connection::Turn;
use super::hold_back::Holding;
use super::notice::{Notice, Wait};
use super::operation::Operation;
use super::outlet::{Delivery, Outlet};
use super::record::Record;
use super::report::{self, Failed};
use super::request::{Call, Carrier, Target};
use super::token::Token;
use crate::ErrorKind;
use crate::api::config::Observed;
use crate::api::error::{Error, MalformedOutput};
use crate::api::meta::AttemptRecord;
use crate::decide::circuit::{Outcome, outcome};
use crate::decide::{Action, CallState, Decision, Failure, Fallbacks, Reason, Routes, decide};
use crate::wire::usage::Usage;

/// Runs one call to its end.
pub(super) struct Run<'a> {
    pub(super) shared: &'a Shared,
    pub(super) call: &'a Call,
    pub(super) record: &'a Record,
    pub(super) outlet: &'a Outlet,
    state: CallState,
    /// The number of the way that the call is on.
    at: usize,
    /// The number of the fallback that it is on, once it has fallen back.
    fallback: Option<usize>,
    /// The model that it is on has timed out.
    timed_out: bool,
    /// The answer that the caller has whole, while the rest of its stream is asked for again.
    whole: Option<Received>,
    /// The one replay of the call is used up.
    replayed: bool,
    waited_before: Duration,
    rejected: Option<Token>,
    /// The right to the connection that the caller keeps.
    turn: Option<Turn>,
    /// What the model wrote that was no answer, and what it used for that.
    outputs: Vec<MalformedOutput>,
    used: Option<Usage>,
    /// The one of them that is to be mended.
    broken: Option<Arc<MalformedOutput>>,
}

impl<'a> Run<'a> {
    pub(super) fn new(shared: &'a Shared, call: &'a Call, record: &'a Record, outlet: &'a Outlet) -> Self {
        let state = CallState {
            attempts: 0,
            has_key: call.has_key,
            generates: call.operation.generates(),
            streaming: call.operation.streams(),
            resumes: call.recourse.resumes,
            ..CallState::default()
        };
        Self {
            shared,
            call,
            record,
            outlet,
            state,
            at: 0,
            fallback: None,
            timed_out: false,
            whole: None,
            replayed: false,
            waited_before: Duration::ZERO,
            rejected: None,
            turn: None,
            outputs: Vec::new(),
            used: None,
            broken: None,
        }
    }

    pub(super) async fn run(mut self) -> Result<Answer, Error> {
        if let Carrier::Kept(connection) = self.call.carrier {
            if self.call.operation == Operation::ResponsesDisconnect {
                return Ok(self.disconnected().await);
            }
            self.turn = Some(self.shared.connections.take(connection, self.record.given_up()).await?);
        }
        loop {
            let started = self.shared.settings.clock.now();
            let sent_before = self.record.attempts();
            let result = self.attempt().await;
            let duration = self.shared.settings.clock.now().saturating_sub(started);
            match result {
                Ok(received) => return Ok(self.succeed(received, duration)),
                Err(failed) => {
                    if let Err(error) = self.recover(failed, duration, sent_before).await {
                        // Nothing is missing but the usage.
                        return self.whole.take().map(|received| self.answer(received)).ok_or(error);
                    }
                }
            }
        }
    }

    /// The connection was closed when the call was started.
    async fn disconnected(&self) -> Answer {
        let body = Bytes::from_static(b"{}");
        self.outlet.deliver(Delivery::Item(body.clone())).await;
        Answer { body, meta: self.record.meta(), ..Answer::default() }
    }

    async fn attempt(&mut self) -> Result<Received, Failed> {
        self.state.attempts = self.state.attempts.saturating_add(1);
        let time_left = self.time_left();
        if time_left.is_some_and(|left| left.is_zero()) {
            return Err(report::call_time_limit(self.call.time_limit));
        }
        let pass = self.pass_over()?;
        let target = self.target();
        let rejected = self.rejected.take();
        let token = self.within_call(time_left, target.upstream.tokens.token(rejected.as_ref(), self.outlet)).await?;
        let token = token.map_err(report::no_token)?;
        if self.call.operation == Operation::TokenFetch {
            return self.token_answer().await;
        }
        let standing = Standing {
            target,
            holding: self.holding(),
            resuming: self.state.resuming,
            pass,
            time_left: self.time_left(),
            waited_before: self.waited_before,
            broken: self.broken.clone(),
        };
        let attempt = Attempt::new(self.shared, self.call, self.record, self.outlet, standing);
        let result = match self.call.carrier {
            Carrier::Http => attempt.make(&token).await,
            _ if self.call.operation == Operation::ResponsesConnect => attempt.connect(&token).await,
            _ => attempt.take_turn(&token, self.turn.as_mut()).await,
        };
        self.rejected = Some(token);
        attempt
            .tell(match &result {
                Ok(_) => Outcome::Answered,
                Err(failed) => outcome(&failed.failure, failed.details.status),
            })
            .await;
        result
    }

    fn target(&self) -> &'a Target {
        let fallback = self.fallback.and_then(|at| self.call.fallbacks.get(at));
        fallback.unwrap_or_else(|| self.call.targets.get(self.at))
    }

    /// Goes on to the first route that may be tried; fails if the one it is on may not, and none is left.
    fn pass_over(&mut self) -> Result<Option<Pass>, Failed> {
        let now = self.shared.settings.clock.now();
        let left_alone = |target: &Target| target.upstream.left_alone(&target.model, now);
        let Some(own) = left_alone(self.target()) else { return self.admit() };
        if self.call.stateful || self.fallback.is_some() {
            return Err(report::left_alone(&self.target().model, own));
        }
        if let Some(next) = self.next_route() {
            self.at = next;
            return self.admit();
        }
        let all = (self.at..self.call.targets.len()).filter_map(|at| left_alone(self.call.targets.get(at)));
        let shortest = all.min_by_key(|left| left.time()).unwrap_or(own);
        Err(report::left_alone(&self.target().model, shortest))
    }

    fn admit(&self) -> Result<Option<Pass>, Failed> {
        let target = self.target();
        target.upstream.admit(&target.model).map_err(|left| report::left_alone(&target.model, left))
    }

    /// The next route that may be tried. A fallback has none.
    fn next_route(&self) -> Option<usize> {
        let now = self.shared.settings.clock.now();
        let free = |target: &Target| target.upstream.left_alone(&target.model, now).is_none();
        let routes = self.at.saturating_add(1)..self.call.targets.len();
        routes.filter(|_| self.fallback.is_none()).find(|at| free(self.call.targets.get(*at)))
    }

    /// The next fallback that may be asked.
    fn next_fallback(&self) -> Option<usize> {
        let now = self.shared.settings.clock.now();
        let free = |target: &Target| target.upstream.left_alone(&target.model, now).is_none();
        let first = self.fallback.map_or(0, |at| at.saturating_add(1));
        (first..self.call.fallbacks.len()).find(|at| self.call.fallbacks.get(*at).is_some_and(free))
    }

    /// What of a stream is held back, so that somebody else can take over or that it can be started anew.
    fn holding(&self) -> Holding {
        let could_fall_back = self.call.recourse.falls_back && (!self.timed_out || self.next_fallback().is_some());
        let could_move = !self.replayed && !self.call.stateful && self.next_route().is_some();
        if self.record.has_delivered() {
            Holding::Nothing
        } else if self.call.recourse.starts_anew {
            Holding::Whole
        } else if could_fall_back {
            Holding::BeginningUntilLimit
        } else if could_move {
            Holding::Beginning
        } else {
            Holding::Nothing
        }
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
        let info = self.target().upstream.tokens.info(self.shared.settings.clock.now());
        let expires_in_s = info.expires_in.map(|left| left.as_secs_f64());
        let body = serde_json::json!({"scope": info.scope, "expires_in_s": expires_in_s}).to_string();
        let received = Received { status: 200, body: body.into(), ..Received::default() };
        self.outlet.deliver(Delivery::Item(received.body.clone())).await;
        Ok(received)
    }

    fn succeed(&self, received: Received, duration: Duration) -> Answer {
        self.target().upstream.budget.succeed();
        if self.record.attempts() > 0 {
            self.record.attempt_ended(AttemptRecord {
                route: self.target().upstream.name.clone(),
                status: Some(received.status),
                request_id: self.record.meta().request_id,
                waited_before: self.waited_before,
                duration,
                ..AttemptRecord::default()
            });
        }
        self.answer(received)
    }

    fn answer(&self, received: Received) -> Answer {
        Answer {
            body: received.body,
            usage: Usage::sum(self.used, received.usage),
            answer: received.answer,
            meta: self.record.meta(),
            parsed: received.parsed,
            refusal: received.refusal,
        }
    }

    /// Decides about a failed attempt: returns when the next one is due, or with the error to raise.
    async fn recover(&mut self, mut failed: Failed, duration: Duration, sent_before: u32) -> Result<(), Error> {
        if self.call.parse.is_some() {
            self.unfit(&mut failed);
        }
        self.state.attempt_elapsed = duration;
        self.state.time_left = self.time_left();
        self.state.saw_output = self.record.saw_output();
        self.state.budget_left = self.target().upstream.budget.can_pay();
        self.state.can_refresh = self.target().upstream.tokens.can_refresh();
        self.state.routes = (self.call.targets.named() && self.fallback.is_none()).then(|| Routes {
            left: self.next_route().is_some(),
            stateful: self.call.stateful,
            replayed: self.replayed,
            released: failed.released,
            saw_usage: self.record.transcript().usage.is_some(),
        });
        self.state.delivered = self.record.has_delivered();
        self.state.starts_anew = self.call.recourse.starts_anew && !self.state.delivered;
        // Where no token was to be had, no model timed out.
        self.state.fallbacks = (self.call.recourse.falls_back && !failed.before_request).then(|| Fallbacks {
            timed_out: self.timed_out,
            left: self.next_fallback().is_some(),
            stateful: self.call.stateful,
        });
        if failed.whole {
            self.whole = Some(Received { usage: self.record.transcript().usage, ..Received::default() });
        }
        let generates = self.state.generates;
        // A token request generates nothing, whatever the call is for.
        self.state.generates &= !failed.before_request;
        let decision = decide(&failed.failure, &self.state, &self.call.policy, super::random());
        self.state.generates = generates;
        if self.record.attempts() > sent_before {
            self.record.attempt_ended(AttemptRecord {
                route: self.target().upstream.name.clone(),
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
            Action::Raise => return Err(self.raise(failed, decision).await),
            Action::Repeat => {
                self.state.upstream_retried |= decision.reason == Reason::UpstreamOptedIn;
                self.state.collected_again |= failed.failure == Failure::Undecodable;
                self.timed_out |=
                    decision.reason == Reason::TimeoutWithKey || decision.reason == Reason::TimeoutMayBillTwice;
                self.target().upstream.budget.pay();
            }
            Action::Resume => {
                self.state.resuming = true;
                self.target().upstream.budget.pay();
            }
            Action::FallBack => {
                self.fall_back();
                return Ok(());
            }
            Action::Collect => {
                self.state.attempts = self.state.attempts.saturating_sub(1);
                self.state.collects = self.state.collects.saturating_add(1);
                self.state.collecting = self.state.collecting.saturating_add(decision.wait);
            }
            Action::NextRoute => {
                self.replayed |= !matches!(decision.reason, Reason::RefusedBeforeGeneration | Reason::NotSent);
                self.at = self.next_route().unwrap_or(self.at);
                // A new gateway has refused no token, and nothing is waited for.
                (self.rejected, self.state.refreshed) = (None, false);
                self.waited_before = Duration::ZERO;
                return Ok(());
            }
            Action::Repair => {
                self.broken = self.outputs.last().cloned().map(Arc::new);
                self.state.repairs = self.state.repairs.saturating_add(1);
                // Its request is a first one.
                self.state.attempts = self.state.attempts.saturating_sub(1);
                self.state.collected_again = false;
                (self.rejected, self.waited_before) = (None, Duration::ZERO);
                return Ok(());
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

    /// Goes to the next fallback, which knows nothing of what went before.
    fn fall_back(&mut self) {
        let target = self.target();
        self.record.fell_back(target.upstream.name.as_deref().unwrap_or(&target.model));
        self.fallback = self.next_fallback().or(self.fallback);
        self.state = CallState {
            attempts: 0,
            collects: 0,
            collecting: Duration::ZERO,
            refreshed: false,
            collected_again: false,
            ..self.state
        };
        (self.timed_out, self.rejected, self.waited_before) = (false, None, Duration::ZERO);
    }

    /// Takes note of an answer that is not what it was to be parsed as, and of what it used.
    fn unfit(&mut self, failed: &mut Failed) {
        if failed.details.refusal.is_some() {
            // However it was said.
            failed.details.kind = ErrorKind::Refusal;
        }
        if let Some(partial) = &mut failed.details.partial {
            self.used = Usage::sum(self.used, partial.usage);
            partial.usage = self.used;
        }
        self.outputs.extend(failed.output.take());
        failed.details.outputs = Some(self.outputs.clone()).filter(|outputs| !outputs.is_empty());
    }

    async fn wait(&mut self, failed: &Failed, decision: Decision) {
        self.waited_before = decision.wait;
        let target = self.target();
        let notice = Wait {
            level: "",
            message: String::new(),
            method: target.request.method.to_string(),
            path: target.request.url.path().to_owned(),
            model: Some(target.model.clone()).filter(|model| !model.is_empty()),
            attempt: self.record.attempts(),
            wait: decision.wait,
            reason: decision.reason.code(),
            request_id: failed.details.request_id.clone(),
        };
        self.outlet.deliver(Delivery::Notice(Notice::Wait(notice.logged()))).await;
        self.record.sleep(decision.wait).await;
    }

    /// What was held back is delivered before the error: nothing that came is lost.
    async fn raise(&self, mut failed: Failed, decision: Decision) -> Error {
        for event in std::mem::take(&mut failed.held) {
            self.outlet.deliver(Delivery::Item(event)).await;
        }
        let failed = if self.state.resuming { report::not_resumed(failed, self.record) } else { failed };
        report::raised(failed, decision, self.call, self.record)
    }

    async fn observe(&self, decision: Decision) {
        if self.shared.settings.observe.contains(&Observed::Decision) {
            let notice = Notice::Decision {
                attempt: self.record.attempts(),
                action: decision.action.name(),
                reason: decision.reason.code(),
                message: decision.reason.text().into(),
                wait: decision.wait,
            };
            self.outlet.deliver(Delivery::Notice(notice)).await;
        }
    }

    fn time_left(&self) -> Option<Duration> {
        self.call.time_limit.map(|limit| limit.time.saturating_sub(self.record.elapsed()))
    }
}
