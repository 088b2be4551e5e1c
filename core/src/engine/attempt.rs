//! One attempt of a call: cooldown, token, request, response.

use std::time::Duration;

use bytes::Bytes;
use http::header::{AUTHORIZATION, CONTENT_TYPE};
use http::{HeaderName, HeaderValue};
use reqwest::Response;
use secrecy::ExposeSecret;

use super::Shared;
use super::limit::Limit;
use super::notice::Notice;
use super::outlet::{Delivery, Outlet};
use super::record::Record;
use super::report::{self, Failed};
use super::request::Call;
use super::stream;
use super::token::Token;
use super::transport::{self, Fault, Request};
use crate::api::config::Observed;
use crate::decide::TimeoutPhase;
use crate::wire::answer::{check_answer, excerpt};
use crate::wire::headers::ResponseHeaders;
use crate::wire::problem::{ErrorFacts, is_problem, read_error};
use crate::wire::usage::Usage;

/// Tells a test gateway in another process how far this client's virtual clock has run ahead.
const VIRTUAL_AHEAD: HeaderName = HeaderName::from_static("x-axonium-virtual-ahead-ms");
const SERVICE_UNAVAILABLE: u16 = 503;

/// A result as it came over the wire.
pub(super) struct Received {
    pub(super) status: u16,
    pub(super) body: Bytes,
    pub(super) usage: Option<Usage>,
}

/// What one attempt works with.
pub(super) struct Attempt<'a> {
    pub(super) shared: &'a Shared,
    pub(super) call: &'a Call,
    pub(super) record: &'a Record,
    pub(super) outlet: &'a Outlet,
    /// Of the whole call.
    pub(super) call_limit: Option<Limit>,
    /// Of a stream's first output.
    pub(super) first_output_limit: Option<Limit>,
    /// Of this attempt: until its answer is there, or until its stream begins.
    answer_limit: Limit,
    /// How long the call has just slept.
    waited_before: Duration,
}

impl<'a> Attempt<'a> {
    /// An attempt that begins now, with `time_left` of the call's own time.
    pub(super) fn new(
        shared: &'a Shared,
        call: &'a Call,
        record: &'a Record,
        outlet: &'a Outlet,
        time_left: Option<Duration>,
        waited_before: Duration,
    ) -> Self {
        let first_output = shared.settings.limits.first_output.filter(|_| call.operation.streams());
        let first_output_limit = first_output.map(|limit| Limit::after(limit, TimeoutPhase::FirstOutput));
        let call_limit = time_left.map(|left| Limit::after(left, TimeoutPhase::Call));
        let answer_limit = Limit::after(call.policy.request_limit, TimeoutPhase::Response)
            .or_sooner(first_output_limit)
            .or_sooner(call_limit);
        Self { shared, call, record, outlet, call_limit, first_output_limit, answer_limit, waited_before }
    }

    /// Makes the attempt with `token`.
    pub(super) async fn make(&self, token: &Token) -> Result<Received, Failed> {
        let number = self.record.request_sent(self.waited_before);
        let begun = self.record.elapsed();
        self.notify(Observed::Request, || Notice::Request {
            attempt: number,
            method: self.call.request.method.to_string(),
            path: self.call.request.url.path().to_owned(),
        })
        .await;
        let request = self.authorised(token);
        let mut response = self.within_limit(self.shared.transport.send(&request)).await.map_err(report::fault)?;
        let status = response.status().as_u16();
        let headers = ResponseHeaders::read(response.headers());
        self.notify(Observed::Response, || Notice::Response {
            attempt: number,
            status,
            request_id: headers.request_id.clone(),
            duration: self.record.elapsed().saturating_sub(begun),
        })
        .await;
        self.record.response_began(status, headers, response.headers());
        if !response.status().is_success() || is_problem_type(&response) {
            return Err(self.refused(status, &mut response).await);
        }
        if self.call.operation.streams() {
            self.stream(status, response).await
        } else {
            self.answer(status, &mut response).await
        }
    }

    fn authorised(&self, token: &Token) -> Request {
        let mut request = self.call.request.clone();
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

    async fn within_limit<T>(&self, exchange: impl Future<Output = Result<T, Fault>>) -> Result<T, Fault> {
        self.answer_limit.bound(exchange).await.flatten()
    }

    async fn refused(&self, status: u16, response: &mut Response) -> Failed {
        let body = transport::read_error_body(response, self.answer_limit).await;
        let mut facts = read_error(status, response.headers(), &body);
        if response.status().is_redirection() {
            report::explain_redirect(&mut facts);
        }
        self.refused_by(facts)
    }

    /// What an error means for the next calls, and for this one.
    fn refused_by(&self, mut facts: ErrorFacts) -> Failed {
        self.set_cooldown(&facts);
        report::hint_scopes(&mut facts, self.shared.tokens.info(self.shared.settings.clock.now()).scope.as_deref());
        report::refused(facts)
    }

    /// A 503 that names a time asks every caller of this model to stay away until then.
    fn set_cooldown(&self, facts: &ErrorFacts) {
        if let (Some(SERVICE_UNAVAILABLE), Some(wait), true) =
            (facts.status, facts.retry_after, self.shared.settings.cooldown)
        {
            let now = self.shared.settings.clock.now();
            self.shared.cooldowns.set(&self.call.model, now.saturating_add(wait), now);
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
        if is_problem(&body) {
            return Err(self.refused_by(read_error(status, response.headers(), &body)));
        }
        let answer = check_answer(response.headers(), &body).map_err(|fault| report::answer_fault(status, fault))?;
        if let Some(missing) = self.call.operation.missing_from(answer.shape) {
            let reason = format!("{missing}, which this endpoint promises");
            return Err(report::undecodable(status, &reason, excerpt(&answer.body)));
        }
        self.shared.succeeded(&self.call.model);
        self.outlet.deliver(Delivery::Item(answer.body.clone())).await;
        Ok(Received { status, body: answer.body, usage: answer.usage })
    }

    async fn stream(&self, status: u16, mut response: Response) -> Result<Received, Failed> {
        if let Some(other) = not_an_event_stream(&response) {
            let body = transport::read_error_body(&mut response, self.answer_limit).await;
            return Err(report::not_a_stream(status, response.headers(), &other, &body));
        }
        self.shared.succeeded(&self.call.model);
        if self.record.opened() {
            self.outlet.deliver(Delivery::Opened(Box::new(self.record.meta()))).await;
        }
        stream::pump(self, response).await?;
        Ok(Received { status, body: Bytes::new(), usage: self.record.transcript().usage })
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
