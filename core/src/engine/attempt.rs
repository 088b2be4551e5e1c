//! One attempt of a call: a request and its answer.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use http::header::{AUTHORIZATION, CONTENT_TYPE};
use http::{HeaderName, HeaderValue};
use reqwest::Response;
use secrecy::ExposeSecret;

use super::Shared;
use super::circuits::{Change, Pass};
use super::hold_back::Holding;
use super::limit::Limit;
use super::notice::Notice;
use super::outlet::{Delivery, Outlet};
use super::protocol::Protocol;
use super::record::Record;
use super::repair;
use super::report::{self, Failed};
use super::request::{Call, Target};
use super::source::Source;
use super::stream;
use super::token::Token;
use super::transport::{self, Fault, Request};
use crate::api::config::Observed;
use crate::api::error::MalformedOutput;
use crate::decide::TimeoutPhase;
use crate::decide::circuit::Outcome;
use crate::wire::answer::{check_answer, excerpt};
use crate::wire::headers::ResponseHeaders;
use crate::wire::problem::{ErrorFacts, is_problem, read_error, read_in_band};
use crate::wire::refusal::Refusal;
use crate::wire::responses::answer::ResponseAnswer;
use crate::wire::usage::Usage;

/// Tells a test gateway in another process how far this client's virtual clock has run ahead.
const VIRTUAL_AHEAD: HeaderName = HeaderName::from_static("x-axonium-virtual-ahead-ms");
const SERVICE_UNAVAILABLE: u16 = 503;

/// A result as it came over the wire.
#[derive(Default)]
pub(super) struct Received {
    pub(super) status: u16,
    pub(super) body: Bytes,
    pub(super) usage: Option<Usage>,
    /// What a response says.
    pub(super) answer: Option<ResponseAnswer>,
    /// The JSON that it was parsed to.
    pub(super) parsed: Option<String>,
    pub(super) refusal: Option<Refusal>,
}

/// What one attempt works with.
pub(super) struct Attempt<'a> {
    pub(super) shared: &'a Shared,
    pub(super) call: &'a Call,
    pub(super) target: &'a Target,
    pub(super) record: &'a Record,
    pub(super) outlet: &'a Outlet,
    pub(super) holding: Holding,
    /// It is to bring a stream again that was lost.
    resuming: bool,
    /// The right to make it, until its circuit knows how it went.
    pass: Mutex<Option<Pass>>,
    /// Of the whole call.
    pub(super) call_limit: Option<Limit>,
    /// Of a stream's first output.
    pub(super) first_output_limit: Option<Limit>,
    /// Of this attempt: until its answer is there, or until its stream begins.
    pub(super) answer_limit: Limit,
    /// How long the call has just slept.
    waited_before: Duration,
    /// The output that is to be mended.
    broken: Option<Arc<MalformedOutput>>,
}

/// Where a call stands when an attempt begins.
pub(super) struct Standing<'a> {
    pub(super) target: &'a Target,
    pub(super) holding: Holding,
    pub(super) resuming: bool,
    pub(super) pass: Option<Pass>,
    /// Of the call's own time.
    pub(super) time_left: Option<Duration>,
    pub(super) waited_before: Duration,
    pub(super) broken: Option<Arc<MalformedOutput>>,
}

impl<'a> Attempt<'a> {
    /// An attempt that begins now.
    pub(super) fn new(
        shared: &'a Shared,
        call: &'a Call,
        record: &'a Record,
        outlet: &'a Outlet,
        standing: Standing<'a>,
    ) -> Self {
        let Standing { target, holding, resuming, pass, time_left, waited_before, broken } = standing;
        let first_output = shared.settings.limits.first_output.filter(|_| call.operation.streams() && !resuming);
        let first_output_limit = first_output.map(|limit| Limit::after(limit, TimeoutPhase::FirstOutput));
        let call_limit = time_left.map(|left| Limit::after(left, TimeoutPhase::Call));
        let answer_limit = Limit::after(call.policy.request_limit, TimeoutPhase::Response)
            .or_sooner(first_output_limit)
            .or_sooner(call_limit);
        Self {
            shared,
            call,
            target,
            record,
            outlet,
            holding,
            resuming,
            pass: Mutex::new(pass),
            call_limit,
            first_output_limit,
            answer_limit,
            waited_before,
            broken,
        }
    }

    /// Makes the attempt over HTTP, with `token`.
    pub(super) async fn make(&self, token: &Token) -> Result<Received, Failed> {
        let sent = self.sent().await;
        let request = self.authorised(token);
        let mut response = self.within_limit(self.shared.transport.send(&request)).await.map_err(report::fault)?;
        self.began(&response, sent).await;
        let status = response.status().as_u16();
        if !response.status().is_success() || is_problem_type(&response) {
            return Err(self.refused(status, &mut response).await);
        }
        if self.call.operation.streams() {
            self.stream(status, response).await
        } else {
            self.answer(status, &mut response).await
        }
    }

    /// Takes note that a request goes out. Returns its number, and when that was.
    pub(super) async fn sent(&self) -> (u32, Duration) {
        let number = self.record.request_sent(self.waited_before, self.target.upstream.name.as_deref());
        let since = self.record.elapsed();
        let change = self.pass().as_ref().and_then(Pass::began);
        self.circuit_changed(change).await;
        let request = &self.target.request;
        self.notify(Observed::Request, || Notice::Request {
            attempt: number,
            method: request.method.to_string(),
            path: request.url.path().to_owned(),
        })
        .await;
        (number, since)
    }

    /// Takes note of the beginning of a response.
    pub(super) async fn began(&self, response: &Response, (attempt, since): (u32, Duration)) {
        let status = response.status().as_u16();
        let headers = ResponseHeaders::read(response.headers());
        self.notify(Observed::Response, || Notice::Response {
            attempt,
            status,
            request_id: headers.request_id.clone(),
            duration: self.record.elapsed().saturating_sub(since),
        })
        .await;
        self.record.response_began(status, headers, response.headers());
    }

    /// The request with what each attempt has of its own.
    pub(super) fn authorised(&self, token: &Token) -> Request {
        let mut request = self.target.request.clone();
        if let Some(broken) = &self.broken {
            repair::ask(&mut request, self.call.operation, broken);
        }
        let bearer = format!("Bearer {}", token.expose_secret());
        // Tokens were checked when they were taken in.
        if let Ok(mut value) = HeaderValue::try_from(bearer) {
            value.set_sensitive(true);
            request.headers.insert(AUTHORIZATION, value);
        }
        let clock = &self.shared.settings.clock;
        if clock.is_simulated()
            && let Ok(ahead) = HeaderValue::try_from(clock.ahead().as_millis().to_string())
        {
            request.headers.insert(VIRTUAL_AHEAD, ahead);
        }
        request
    }

    pub(super) async fn within_limit<T>(&self, exchange: impl Future<Output = Result<T, Fault>>) -> Result<T, Fault> {
        self.answer_limit.bound(exchange).await.flatten()
    }

    pub(super) async fn refused(&self, status: u16, response: &mut Response) -> Failed {
        let body = transport::read_error_body(response, self.answer_limit).await;
        self.record.failed_with(&body);
        let mut facts = read_error(status, response.headers(), &body);
        if response.status().is_redirection() {
            report::explain_redirect(&mut facts);
        }
        self.refused_by(facts)
    }

    /// What an error means for the next calls, and for this one.
    fn refused_by(&self, mut facts: ErrorFacts) -> Failed {
        self.set_cooldown(&facts);
        let info = self.target.upstream.tokens.info(self.shared.settings.clock.now());
        report::hint_scopes(&mut facts, info.scope.as_deref());
        report::refused(facts)
    }

    /// A 503 that names a time asks every caller of this model to stay away until then.
    fn set_cooldown(&self, facts: &ErrorFacts) {
        if let (Some(SERVICE_UNAVAILABLE), Some(wait)) = (facts.status, facts.retry_after) {
            self.target.upstream.cool_down(&self.target.model, wait, self.shared.settings.clock.now());
        }
    }

    async fn answer(&self, status: u16, response: &mut Response) -> Result<Received, Failed> {
        let body = match self.within_limit(transport::read_body(response)).await {
            Ok(body) => body,
            Err(Fault::Lost(cause) | Fault::NotConnected(cause)) => {
                return Err(report::undecodable(status, &format!("the body was cut short: {cause}"), String::new()));
            }
            Err(timeout @ Fault::Timeout(_)) => return Err(report::fault(timeout)),
        };
        let failed = || self.record.failed_with(&body);
        if is_problem(&body) {
            failed();
            return Err(self.refused_by(read_error(status, response.headers(), &body)));
        }
        let checked = check_answer(response.headers(), &body).map_err(|fault| {
            failed();
            report::answer_fault(status, fault)
        })?;
        if let Some(missing) = self.call.operation.missing_from(checked.shape) {
            let reason = format!("{missing}, which this endpoint promises");
            return Err(report::undecodable(status, &reason, excerpt(&checked.body)));
        }
        let answer = self.call.operation.is_response().then(|| ResponseAnswer::read(&checked.body));
        if let Some((answer, "failed")) = answer.as_ref().map(|(answer, status)| (answer, status.as_str())) {
            failed();
            let facts = read_in_band(response.headers(), &checked.body);
            return Err(report::response_failed(facts, answer.clone(), checked.usage));
        }
        self.target.upstream.answered(&self.target.model);
        let answer = answer.map(|(answer, _)| answer);
        let received = Received { status, body: checked.body, usage: checked.usage, answer, ..Received::default() };
        let received = self.understood(received)?;
        self.outlet.deliver(Delivery::Item(received.body.clone())).await;
        Ok(received)
    }

    async fn stream(&self, status: u16, mut response: Response) -> Result<Received, Failed> {
        if let Some(other) = not_an_event_stream(&response) {
            let body = transport::read_error_body(&mut response, self.answer_limit).await;
            self.record.failed_with(&body);
            return Err(report::not_a_stream(status, response.headers(), &other, &body));
        }
        if self.resuming && !self.record.is_replay() && !self.call.recourse.may_bill_twice {
            // Dropped with the response: the second generation is not read.
            return Err(report::not_a_replay(status));
        }
        self.opened().await;
        let source = Source::body(response, self.shared.settings.max_event_bytes);
        let ended = stream::pump(self, source, Protocol::of(self.call.operation)).await;
        ended.result?;
        ended.source.finish();
        self.deliver_last(ended.last).await?;
        self.understood_stream(status)
    }

    /// The server has accepted the stream.
    pub(super) async fn opened(&self) {
        self.target.upstream.answered(&self.target.model);
        if self.record.opened() {
            self.outlet.deliver(Delivery::Opened(Box::new(self.record.meta()))).await;
        }
    }

    /// Tells the circuit, once, how the attempt went.
    pub(super) async fn tell(&self, outcome: Outcome) {
        let pass = self.pass().take();
        self.circuit_changed(pass.and_then(|pass| pass.ended(outcome))).await;
    }

    /// Tells the caller's hooks and the log what has become of the circuit.
    async fn circuit_changed(&self, change: Option<Change>) {
        let Some(change) = change else { return };
        let host = self.target.request.url.authority();
        let notice = Notice::circuit(self.record.attempts(), &self.target.model, host, &change);
        self.notify(Observed::Decision, || notice).await;
    }

    fn pass(&self) -> MutexGuard<'_, Option<Pass>> {
        self.pass.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn notify(&self, observed: Observed, notice: impl FnOnce() -> Notice) {
        if self.shared.settings.observe.contains(&observed) {
            self.outlet.deliver(Delivery::Notice(notice())).await;
        }
    }
}

fn is_problem_type(response: &Response) -> bool {
    media_type(response).is_some_and(|media_type| media_type == "application/problem+json")
}

/// The media type of a body that cannot be an event stream. Servers that name none are given the benefit of the doubt.
fn not_an_event_stream(response: &Response) -> Option<String> {
    let media_type = media_type(response)?;
    matches!(media_type.as_str(), "application/json" | "text/html").then_some(media_type)
}

fn media_type(response: &Response) -> Option<String> {
    let value = response.headers().get(CONTENT_TYPE)?.to_str().ok()?;
    value.split(';').next().map(|media_type| media_type.trim().to_ascii_lowercase())
}
