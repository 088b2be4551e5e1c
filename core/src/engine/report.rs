//! Says what a failure was: for the decision as a fact, for the caller as an error.

use std::time::Duration;

use bytes::Bytes;
use http::HeaderMap;

use super::attempt::Attempt;
use super::record::Record;
use super::request::Call;
use super::stream::Break;
use super::token::TokenFailure;
use super::transport::Fault;
use crate::ErrorKind;
use crate::api::config::PartialMode;
use crate::api::error::{Cause, Error, ErrorDetails, Partial};
use crate::decide::{Decision, Failure, Reason, TimeoutPhase};
use crate::wire::answer::{self, Fault as AnswerFault};
use crate::wire::assemble::assemble;
use crate::wire::problem::{self, ErrorFacts};
use crate::wire::token::TokenRefusal;

/// A failed attempt.
pub(super) struct Failed {
    pub(super) failure: Failure,
    pub(super) details: Box<ErrorDetails>,
    /// It failed for want of a token: the request itself was not sent.
    pub(super) before_request: bool,
}

impl Failed {
    fn new(failure: Failure, details: ErrorDetails) -> Self {
        Self { failure, details: Box::new(details), before_request: false }
    }
}

/// The error to raise for a failure that is not repeated.
pub(super) fn raised(failed: Failed, decision: Decision, call: &Call, record: &Record) -> Error {
    let mut details = *failed.details;
    details.reason = Some(decision.reason);
    details.meta = record.meta();
    // What the body says of its ids wins over headers; where it is silent the last response's hold.
    if details.request_id.is_none() && !details.local && !failed.before_request {
        details.request_id.clone_from(&details.meta.request_id);
    }
    if details.trace_id.is_none() && !details.local && !failed.before_request {
        details.trace_id.clone_from(&details.meta.trace_id);
    }
    details.meta.request_id.clone_from(&details.request_id);
    details.meta.trace_id.clone_from(&details.trace_id);
    if details.kind == ErrorKind::StreamInterrupted && call.partial == PartialMode::Attach {
        details.partial = Some(partial(record));
    }
    details.into()
}

/// The error of a call that its caller cancelled.
pub(super) fn cancelled(record: &Record) -> Error {
    let mut details = ErrorDetails::new(ErrorKind::Cancelled, "the caller cancelled the call");
    details.meta = record.meta();
    if let Some(unfinished) = details.meta.history.last_mut().filter(|attempt| attempt.reason.is_none()) {
        unfinished.kind = Some(ErrorKind::Cancelled.name());
        unfinished.reason = Some(Reason::Cancelled.code());
    }
    details.reason = Some(Reason::Cancelled);
    details.request_id.clone_from(&details.meta.request_id);
    details.trace_id.clone_from(&details.meta.trace_id);
    if details.meta.attempts > 0 {
        details.hint =
            Some("the backend may still be generating; with an idempotency key a later call collects it".to_owned());
    }
    details.into()
}

pub(super) fn refused(facts: ErrorFacts) -> Failed {
    let failure = Failure::Refused {
        kind: facts.kind,
        retry_after: facts.retry_after,
        forbids_repeat: facts.retryable == Some(false),
    };
    Failed::new(failure, described(facts))
}

fn described(facts: ErrorFacts) -> ErrorDetails {
    let mut details = ErrorDetails::new(facts.kind, message(&facts));
    // The server's own word on this occurrence, else the row's advice.
    details.retryable = facts.retryable.unwrap_or(facts.kind.retryable());
    details.status = facts.status;
    details.problem_type = facts.problem_type;
    details.title = facts.title;
    details.detail = facts.detail;
    details.hint = facts.hint.or(details.hint);
    details.retry_after = facts.retry_after;
    details.request_id = facts.request_id;
    details.trace_id = facts.trace_id;
    details.scope = facts.scope;
    details.errors = facts.errors;
    details.body = Some(facts.body).filter(|body| !body.is_empty());
    details
}

fn message(facts: &ErrorFacts) -> String {
    let said = facts.detail.as_deref().or(facts.title.as_deref()).unwrap_or_else(|| facts.kind.meaning());
    match facts.status {
        Some(status) => format!("status {status}: {said}"),
        None => said.to_owned(),
    }
}

/// Why a redirect, of which the server seldom says more, is an error.
pub(super) fn explain_redirect(facts: &mut ErrorFacts) {
    let why = "the server redirects, which is not followed: the credential is for this address only";
    facts.detail.get_or_insert_with(|| why.to_owned());
    facts.hint.get_or_insert_with(|| "set gateway_base_url to the address that answers itself".to_owned());
}

/// A refusal for want of a scope says which scopes there are.
pub(super) fn hint_scopes(facts: &mut ErrorFacts, granted: Option<&str>) {
    if facts.kind == ErrorKind::Forbidden
        && let Some(granted) = granted
    {
        let missing = facts.detail.as_deref().unwrap_or("the server does not say which scope is missing");
        facts.hint = Some(format!("granted scopes: {granted}; {missing}"));
    }
}

pub(super) fn fault(fault: Fault) -> Failed {
    match fault {
        Fault::NotConnected(cause) => {
            let mut details = ErrorDetails::new(ErrorKind::Connection, format!("the request was not sent: {cause}"));
            details.sent = Some(false);
            details.retryable = true;
            details.hint = Some("check gateway_base_url, the proxy and the network; nothing was generated".to_owned());
            Failed::new(Failure::NotConnected, details)
        }
        Fault::Lost(cause) => {
            let message = format!("the connection was lost after the request was sent: {cause}");
            let mut details = ErrorDetails::new(ErrorKind::Connection, message);
            details.sent = Some(true);
            details.hint = Some(
                "the backend may have generated an answer; an idempotency key makes a repeat collect it".to_owned(),
            );
            Failed::new(Failure::ConnectionLost, details)
        }
        Fault::Timeout(phase) => timeout(phase),
    }
}

fn timeout(phase: TimeoutPhase) -> Failed {
    let message = match phase {
        TimeoutPhase::Connect => "no connection within timeouts.connect; nothing was sent",
        TimeoutPhase::Response => "no answer within timeouts.request; the backend is probably still generating",
        TimeoutPhase::Idle => "nothing came within timeouts.stream_idle; the backend is probably still generating",
        TimeoutPhase::FirstOutput => "no output within timeouts.first_output; the backend is probably still generating",
        TimeoutPhase::Call => "the call's own time limit passed; the backend may still be generating",
    };
    let mut details = ErrorDetails::new(ErrorKind::Timeout, message);
    details.phase = Some(phase.name());
    details.retryable = phase == TimeoutPhase::Connect;
    details.hint = Some("raise the limit, or send an idempotency key so that a repeat collects the answer".to_owned());
    Failed::new(Failure::Timeout(phase), details)
}

/// The call's time limit passed before the request left.
pub(super) fn call_time_limit(limit: Option<Duration>) -> Failed {
    let mut failed = timeout(TimeoutPhase::Call);
    let limit = limit.unwrap_or_default().as_secs_f64();
    failed.details.message = format!("the call's time limit of {limit} s passed before another request could be sent");
    failed
}

pub(super) fn cooling_down(model: &str, left: Duration) -> Failed {
    let what = if model.is_empty() { "this gateway".to_owned() } else { format!("model {model} of this gateway") };
    let message = format!(
        "refused locally: {what} asked to be left alone, {:.3} s to go; no request was sent",
        left.as_secs_f64()
    );
    let mut details = ErrorDetails::new(ErrorKind::CooldownActive, message);
    details.local = true;
    details.retry_after = Some(left);
    details.hint = Some("call again after retry_after, use another model, or set cooldown = false".to_owned());
    Failed::new(Failure::RefusedLocally, details)
}

pub(super) fn undecodable(status: u16, reason: &str, excerpt: String) -> Failed {
    let mut details = ErrorDetails::new(ErrorKind::Decode, format!("status {status}, but {reason}"));
    details.status = Some(status);
    details.body = Some(excerpt).filter(|excerpt| !excerpt.is_empty());
    Failed::new(Failure::Undecodable, details)
}

pub(super) fn answer_fault(status: u16, fault: AnswerFault) -> Failed {
    match fault {
        AnswerFault::Error(facts) => refused(ErrorFacts { status: facts.status.or(Some(status)), ..*facts }),
        AnswerFault::Undecodable { reason, excerpt } => undecodable(status, &reason, excerpt),
    }
}

/// A stream was asked for, and something else came under a success status.
pub(super) fn not_a_stream(status: u16, headers: &HeaderMap, media_type: &str, body: &Bytes) -> Failed {
    if problem::is_problem(body) {
        return refused(problem::read_error(status, headers, body));
    }
    if let Err(AnswerFault::Error(facts)) = answer::check_answer(headers, body) {
        return refused(ErrorFacts { status: facts.status.or(Some(status)), ..*facts });
    }
    undecodable(status, &format!("the body is {media_type} instead of an event stream"), answer::excerpt(body))
}

pub(super) fn no_token(failure: TokenFailure) -> Failed {
    let mut failed = match failure {
        TokenFailure::Answered(refusal) => token_refused(*refusal),
        TokenFailure::Unreachable(Fault::Timeout(TimeoutPhase::Response)) => {
            let mut failed = timeout(TimeoutPhase::Response);
            failed.details.message = String::from("the token endpoint did not answer within timeouts.auth");
            failed.details.hint = Some("raise timeouts.auth or check the gateway's auth service".to_owned());
            failed
        }
        TokenFailure::Unreachable(unreachable) => {
            let mut failed = fault(unreachable);
            failed.details.message = format!("token endpoint: {}", failed.details.message);
            failed
        }
        TokenFailure::Provider(why) => {
            let kind = ErrorKind::AuthTransport;
            let mut details = ErrorDetails::new(kind, format!("the token provider failed: {why}"));
            details.hint = Some("mend the token_provider function".to_owned());
            Failed::new(Failure::Refused { kind, retry_after: None, forbids_repeat: false }, details)
        }
    };
    failed.before_request = true;
    failed
}

fn token_refused(refusal: TokenRefusal) -> Failed {
    let TokenRefusal { oauth_error, facts } = refusal;
    let said = facts.detail.clone().unwrap_or_else(|| facts.kind.meaning().to_owned());
    let mut failed = refused(facts);
    failed.details.message = match &oauth_error {
        Some(code) => format!("the token endpoint refused: {code}: {said}"),
        None => format!("the token endpoint: {}", failed.details.message),
    };
    if oauth_error.is_some() {
        failed.details.hint = Some("check client_id, client_secret and scope".to_owned());
    }
    failed.details.oauth_error = oauth_error;
    failed
}

/// A stream that was accepted and did not come to its end.
pub(super) fn stream_broken(attempt: &Attempt<'_>, cause: Break) -> Failed {
    let began = attempt.record.saw_events();
    let (failure, phase) = match &cause {
        Break::Lost(_) if !began => (Failure::StreamLostBeforeFirstEvent, None),
        Break::Timeout(TimeoutPhase::Idle) if !began => {
            (Failure::Timeout(TimeoutPhase::Idle), Some(TimeoutPhase::Idle))
        }
        Break::Timeout(TimeoutPhase::FirstOutput) => return timeout(TimeoutPhase::FirstOutput),
        Break::Timeout(phase) => (Failure::StreamBroken, Some(*phase)),
        _ => (Failure::StreamBroken, None),
    };
    let cause = described_break(cause);
    let mut details = ErrorDetails::new(ErrorKind::StreamInterrupted, format!("the stream broke: {}", cause.message));
    details.phase = phase.map(TimeoutPhase::name);
    details.saw_output = Some(attempt.record.saw_output());
    details.hint = Some(hint_for_broken_stream(attempt.record.saw_output()).to_owned());
    details.status = cause.status;
    details.body = cause.body;
    details.detail = cause.detail;
    details.retry_after = cause.retry_after;
    details.request_id = cause.request_id;
    details.cause = Some(Cause { kind: cause.kind.name(), message: cause.message });
    Failed::new(failure, details)
}

struct BreakFacts {
    kind: ErrorKind,
    message: String,
    status: Option<u16>,
    detail: Option<String>,
    body: Option<String>,
    retry_after: Option<Duration>,
    request_id: Option<String>,
}

fn described_break(cause: Break) -> BreakFacts {
    let plain = |kind, message| BreakFacts {
        kind,
        message,
        status: None,
        detail: None,
        body: None,
        retry_after: None,
        request_id: None,
    };
    match cause {
        Break::Lost(message) => plain(ErrorKind::Connection, message),
        Break::TooLarge(message) => plain(ErrorKind::Decode, message),
        Break::Timeout(phase) => plain(ErrorKind::Timeout, timeout(phase).details.message.clone()),
        Break::Undecodable { reason, excerpt } => {
            BreakFacts { body: Some(excerpt), ..plain(ErrorKind::Decode, format!("an event cannot be read: {reason}")) }
        }
        Break::InBand(facts) => BreakFacts {
            kind: facts.kind,
            message: message(&facts),
            status: facts.status,
            detail: facts.detail,
            body: Some(facts.body),
            retry_after: facts.retry_after,
            request_id: facts.request_id,
        },
    }
}

fn hint_for_broken_stream(saw_output: bool) -> &'static str {
    if saw_output {
        "the partial answer is attached; asking again is a new generation that is billed again"
    } else {
        "nothing was delivered; asking again may be billed as a second generation"
    }
}

fn partial(record: &Record) -> Partial {
    let transcript = record.transcript();
    let assembled = assemble(transcript.events.iter().map(AsRef::as_ref));
    Partial {
        content: assembled.content,
        reasoning: assembled.reasoning,
        tool_calls: assembled.tool_calls,
        finish_reason: assembled.finish_reason,
        usage: transcript.usage,
    }
}
