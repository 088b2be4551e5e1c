//! Errors by their own types and under their canonical names.

use axonium::{Error, ErrorDetails, ErrorKind, Partial};
use serde_json::{Value, json};

use crate::value;

pub(crate) fn described(error: &Error) -> Value {
    let details = details(error);
    let partial = details.partial.as_ref();
    json!({
        "name": details.kind.name(), "parents": parents(error, details.kind), "status": details.status,
        "code": details.code,
        "title": details.title, "detail": details.detail, "hint": details.hint, "retryable": details.retryable(),
        "retry_after_s": details.retry_after.map(|wait| wait.as_secs_f64()), "reason": details.reason.map(axonium::Reason::code),
        "local": details.local, "sent": details.sent, "phase": details.phase, "field": details.field,
        "oauth_error": details.oauth_error, "request_id": details.request_id, "trace_id": details.trace_id,
        "saw_output": details.saw_output, "partial_content": partial.and_then(|partial| partial.content.as_deref()),
        "partial_reasoning": partial.and_then(|partial| partial.reasoning.as_deref()),
        "outputs": details.outputs, "refusal_code": details.refusal.as_ref().map(|refusal| refusal.code.as_str()),
        "refusal_text": details.refusal.as_ref().and_then(|refusal| refusal.text.as_deref()),
        "partial_tool_calls": partial.and_then(tool_calls), "message": details.message, "meta": value::meta(&details.meta),
    })
}

/// Caught by family, as a user catches it.
fn details(error: &Error) -> &ErrorDetails {
    match error {
        Error::Api(details)
        | Error::OAuth(details)
        | Error::Configuration(details)
        | Error::InvalidRequest(details)
        | Error::Connection(details)
        | Error::Timeout(details)
        | Error::StreamInterrupted(details)
        | Error::Decode(details)
        | Error::Cancelled(details) => details,
        other => other.details(),
    }
}

/// The parents of its kind; the outermost is also the family that the error was caught by.
fn parents(error: &Error, kind: ErrorKind) -> Vec<&'static str> {
    let caught_by = |parent: &ErrorKind| match parent {
        ErrorKind::Api => matches!(error, Error::Api(_)),
        ErrorKind::OAuth => matches!(error, Error::OAuth(_)),
        parent => kind.is_a(*parent),
    };
    kind.ancestors().filter(caught_by).map(ErrorKind::name).collect()
}

fn tool_calls(partial: &Partial) -> Option<&Vec<Value>> {
    Some(&partial.tool_calls).filter(|calls| !calls.is_empty())
}
