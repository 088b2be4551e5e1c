//! Says what a failure was: for the decision as a fact, for the caller as an error.

use std::time::Duration;

use bytes::Bytes;
use http::HeaderMap;

use super::limit::CallLimit;
use super::record::Record;
use super::request::Call;
use super::token::TokenFailure;
use super::transport::Fault;
use super::upstream::LeftAlone;
use crate::ErrorKind;
use crate::api::config::PartialMode;
use crate::api::error::{Error, ErrorDetails, MalformedOutput, Partial};
use crate::decide::{Decision, Failure, Reason, TimeoutPhase};
use crate::wire::answer::{self, Fault as AnswerFault};
use crate::wire::assemble::assemble;
use crate::wire::problem::{self, ErrorFacts};
use crate::wire::responses;
use crate::wire::responses::answer::ResponseAnswer;
use crate::wire::token::TokenRefusal;
use crate::wire::usage::Usage;

mod broken;
mod resumed;
mod unfit;

pub(super) use broken::stream_broken;
pub(super) use resumed::{not_a_replay, not_resumed};
pub(super) use unfit::unfit;

/// A failed attempt.
pub(super) struct Failed {
    pub(super) failure: Failure,
    pub(super) details: Box<ErrorDetails>,
    /// It failed for want of a token: the request itself was not sent.
    pub(super) before_request: bool,
    /// Events that came and were held back from the caller.
    pub(super) held: Vec<Bytes>,
    /// Events of the attempt have reached the caller.
    pub(super) released: bool,
    /// All choices of a stream had finished before it broke.
    pub(super) whole: bool,
    /// The output, where it was no answer.
    pub(super) output: Option<MalformedOutput>,
}

impl Failed {
    fn new(failure: Failure, details: ErrorDetails) -> Self {
        Self {
            failure,
            details: Box::new(details),
            before_request: false,
            held: Vec::new(),
            released: false,
            whole: false,
            output: None,
        }
    }

    /// An event of the stream said so: the stream is over, not broken.
    pub(super) fn is_the_servers_word(&self) -> bool {
        matches!(self.failure, Failure::StreamFailed(_) | Failure::Declined)
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
    match call.partial {
        PartialMode::Attach if details.saw_output.is_some() => details.partial = Some(partial(record)),
        PartialMode::Attach => {}
        PartialMode::Discard => (details.partial, details.outputs) = (None, None),
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
    let failure = if facts.refusal.is_some() { Failure::Declined } else { failure };
    Failed::new(failure, described(facts))
}

fn described(facts: ErrorFacts) -> ErrorDetails {
    let mut details = ErrorDetails::new(facts.kind, message(&facts));
    // The server's own word on this occurrence, else the row's advice.
    details.retryable = facts.retryable.unwrap_or(facts.kind.retryable()) && facts.refusal.is_none();
    details.refusal = facts.refusal;
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
    details.code = facts.code;
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
pub(super) fn call_time_limit(limit: Option<CallLimit>) -> Failed {
    let mut failed = timeout(TimeoutPhase::Call);
    let what = match limit {
        Some(CallLimit { is_deadline: true, .. }) => "the call's deadline".to_owned(),
        limit => format!("the call's time limit of {} s", limit.map_or(0.0, |limit| limit.time.as_secs_f64())),
    };
    failed.details.message = format!("{what} passed before another request could be sent");
    failed
}

/// A handshake took too long. It asks for nothing yet, so it is as if there were no connection.
pub(super) fn handshake_timeout(phase: TimeoutPhase) -> Failed {
    match phase {
        TimeoutPhase::Response | TimeoutPhase::Connect => {
            let mut failed = timeout(TimeoutPhase::Connect);
            failed.details.message = String::from("no WebSocket within timeouts.request; nothing was asked for yet");
            failed
        }
        other => timeout(other),
    }
}

/// A server answered a handshake as if it had been an ordinary request.
pub(super) fn no_websocket(status: u16) -> Failed {
    let mut failed = undecodable(status, "the server does not speak WebSocket here", String::new());
    failed.failure = Failure::Refused { kind: ErrorKind::Decode, retry_after: None, forbids_repeat: false };
    failed.details.hint = Some("use transport = \"sse\" for this gateway".to_owned());
    failed
}

/// A response that came whole and says that it failed.
pub(super) fn response_failed(facts: ErrorFacts, answer: ResponseAnswer, usage: Option<Usage>) -> Failed {
    let mut failed = refused(facts);
    failed.details.partial = Some(partial_of(answer, usage));
    failed
}

/// A model that is left alone: nothing is sent.
pub(super) fn left_alone(model: &str, why: LeftAlone) -> Failed {
    match why {
        LeftAlone::CoolingDown(left) => cooling_down(model, left),
        LeftAlone::CircuitOpen(left) => circuit_open(model, left),
    }
}

fn circuit_open(model: &str, left: Duration) -> Failed {
    let until = if left.is_zero() {
        "another call tries it right now".to_owned()
    } else {
        format!("it is tried again in {:.3} s", left.as_secs_f64())
    };
    let message = format!(
        "refused locally: calls to model {model} have failed one after the other; {until}; no request was sent"
    );
    let mut details = ErrorDetails::new(ErrorKind::CircuitOpen, message);
    details.local = true;
    details.retry_after = Some(left).filter(|left| !left.is_zero());
    details.hint = Some("call again after retry_after, name another route, or look at circuits()".to_owned());
    Failed::new(Failure::CircuitOpen, details)
}

fn cooling_down(model: &str, left: Duration) -> Failed {
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

pub(super) fn partial(record: &Record) -> Partial {
    let transcript = record.transcript();
    let events = transcript.events.iter().map(AsRef::as_ref);
    if record.streams_response() {
        return partial_of(responses::assemble::assemble(events).answer, transcript.usage);
    }
    let assembled = assemble(events);
    Partial {
        content: assembled.content,
        reasoning: assembled.reasoning,
        tool_calls: assembled.tool_calls,
        finish_reason: assembled.finish_reason,
        usage: transcript.usage,
    }
}

pub(super) fn partial_of(answer: ResponseAnswer, usage: Option<Usage>) -> Partial {
    Partial {
        content: answer.content,
        reasoning: answer.reasoning,
        tool_calls: answer.tool_calls,
        finish_reason: answer.finish_reason,
        usage,
    }
}
