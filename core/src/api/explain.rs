//! An error that was logged as JSON, told to a person.

use std::fmt::Write;

use serde::Deserialize;

use super::error::{ErrorDetails, Result};
use crate::ErrorKind;
use crate::decide::Reason;
use crate::error_kind::{Generation, RetryRule};

const PAGE: &str = "docs/how-calls-fail.md";

/// What is read of an error's JSON. What an older or a newer version wrote is read as far as it is known.
#[derive(Deserialize)]
struct Logged {
    kind: String,
    #[serde(default)]
    message: String,
    hint: Option<String>,
    reason: Option<LoggedReason>,
    retry_after_s: Option<f64>,
    request_id: Option<String>,
    meta: Option<LoggedMeta>,
}

#[derive(Deserialize)]
struct LoggedReason {
    code: String,
    text: Option<String>,
}

#[derive(Deserialize)]
struct LoggedMeta {
    #[serde(default)]
    attempts: u32,
    #[serde(default)]
    waited_s: f64,
    #[serde(default)]
    history: Vec<LoggedAttempt>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct LoggedAttempt {
    route: Option<String>,
    status: Option<u16>,
    kind: Option<String>,
    request_id: Option<String>,
    waited_before_s: f64,
    duration_s: f64,
    reason: Option<String>,
}

/// Tells in lines what an error was that any language of this SDK wrote as JSON: whether a model ran, what was tried,
/// why it was not repeated, and what to do.
///
/// ```
/// let told = axonium::explain_logged(br#"{"kind": "Timeout", "reason": {"code": "timeout-without-key"}}"#)?;
/// assert!(told.contains("without an idempotency key a repeat would start a second generation"));
/// # Ok::<(), axonium::Error>(())
/// ```
///
/// # Errors
/// [`crate::Error::InvalidRequest`] for what is no JSON of an error.
pub fn explain_logged(json: &[u8]) -> Result<String> {
    let refuse = |message: String| ErrorDetails::refused_field(ErrorKind::InvalidRequest, "error", message);
    let logged: Logged = serde_json::from_slice(json)
        .map_err(|error| refuse(format!("is no error written as JSON by this SDK: {error}")))?;
    let known = ErrorKind::from_name(&logged.kind);
    let mut told = String::new();
    // Writing to a string cannot fail.
    let _ = logged.tell(known, &mut told);
    Ok(told)
}

impl Logged {
    fn tell(&self, known: Option<ErrorKind>, told: &mut String) -> std::fmt::Result {
        writeln!(told, "{}: {}", self.kind, self.message)?;
        if let Some(kind) = known {
            writeln!(told, "meaning    {}", kind.meaning())?;
            writeln!(told, "model      {}", ran(kind.generation()))?;
            if kind.is_a(ErrorKind::Api) {
                writeln!(told, "rule       {}", rule(kind.retry()))?;
            }
        }
        if let Some(meta) = &self.meta {
            meta.tell(told)?;
        }
        if let Some(reason) = &self.reason {
            writeln!(told, "raised     {}", reason.sentence())?;
        }
        if let Some(id) = &self.request_id {
            writeln!(told, "request    {id}")?;
        }
        if let Some(wait) = self.retry_after_s {
            writeln!(told, "not before {wait} s")?;
        }
        if let Some(hint) = self.hint.as_deref().or(known.and_then(ErrorKind::remedy)) {
            writeln!(told, "do         {hint}")?;
        }
        writeln!(told, "more       {PAGE}")
    }
}

impl LoggedReason {
    /// In the words of this version where it knows the code.
    fn sentence(&self) -> String {
        let known = Reason::ALL.iter().find(|reason| reason.code() == self.code);
        match known.map(|reason| reason.text()).or(self.text.as_deref()) {
            Some(text) => format!("{}: {text}", self.code),
            None => self.code.clone(),
        }
    }
}

impl LoggedMeta {
    fn tell(&self, told: &mut String) -> std::fmt::Result {
        writeln!(told, "attempts   {}, {} s waited", self.attempts, self.waited_s)?;
        for (attempt, number) in self.history.iter().zip(1_u32..) {
            let status = attempt.status.map(|status| format!("status {status}"));
            let route = attempt.route.as_ref().map(|route| format!("route {route}"));
            let request = attempt.request_id.as_ref().map(|id| format!("request {id}"));
            let kind = attempt.kind.clone().or_else(|| Some("answered".to_owned()));
            let said: Vec<String> = [route, status, kind, request].into_iter().flatten().collect();
            let then = attempt.reason.as_ref().map(|reason| format!(" → {reason}")).unwrap_or_default();
            let (waited, took) = (attempt.waited_before_s, attempt.duration_s);
            writeln!(told, "  {number}. after {waited} s, {took:.3} s long: {}{then}", said.join(", "))?;
        }
        Ok(())
    }
}

fn ran(generation: Generation) -> &'static str {
    match generation {
        Generation::None => "did not run: nothing was generated or billed",
        Generation::Unknown => "may have run: a repeat could generate, and bill, twice",
        Generation::Happened => "ran, and was billed",
    }
}

fn rule(rule: RetryRule) -> &'static str {
    match rule {
        RetryRule::Never => "never repeated",
        RetryRule::Wait => "repeated after a wait",
        RetryRule::RefreshOnce => "the token is refreshed and the request repeated, once",
        RetryRule::WaitInProgress => "waited for until the first request of its idempotency key has finished",
        RetryRule::OptInOnce => "repeated once, if retry_upstream_errors allows it",
        RetryRule::WithKey => "repeated with an idempotency key only",
    }
}
