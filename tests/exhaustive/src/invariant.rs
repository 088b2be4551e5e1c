//! What must be true of every call, whatever the server did.

use std::time::Duration;

use axonium::Error;
use serde_json::Value;

use crate::behaviour::Behaviour;
use crate::money;
use crate::options::{CALL_LIMIT, Options};
use crate::play::Ended;
use crate::world::{REQUEST, STREAM_IDLE, Served, TICK};

/// The longest wait that is slept.
const LONGEST_WAIT: Duration = Duration::from_mins(1);
/// The longest that is waited for a request in progress, all waits together.
const LONGEST_COLLECTING: Duration = Duration::from_mins(10);

/// What is not as it must be.
#[derive(Default)]
struct Held(Vec<String>);

impl Held {
    fn hold(&mut self, holds: bool, otherwise: impl FnOnce() -> String) {
        if !holds {
            self.0.push(otherwise());
        }
    }
}

/// What is wrong with a call that was answered by `sequence`, and normally after it.
pub(crate) fn violations(sequence: &[Behaviour], options: Options, served: &Served, ended: &Ended) -> Vec<String> {
    let requests = served.gateway.requests().len();
    let normally = std::iter::repeat(&Behaviour::Answers);
    let consumed: Vec<_> = sequence.iter().chain(normally).take(requests).copied().collect();
    let mut held = Held(money::violations(&consumed, options, &served.gateway));
    account(&mut held, &consumed, ended);
    delivery(&mut held, &consumed, options, ended);
    waits(&mut held, options, ended);
    if let Err(error) = &ended.result {
        says_why(&mut held, options, ended, error);
    }
    held.0
}

/// Every attempt is a request, and is in the history.
fn account(held: &mut Held, consumed: &[Behaviour], ended: &Ended) {
    let (requests, meta) = (consumed.len(), &ended.meta);
    let attempts = usize::try_from(meta.attempts).unwrap_or(usize::MAX);
    // A connection that closes unread keeps one request from being seen.
    let unread = consumed.iter().filter(|behaviour| **behaviour == Behaviour::RefusesAndHangsUp).count();
    let counted = attempts >= requests && attempts <= requests + unread;
    held.hold(counted, || format!("{requests} requests for {attempts} attempts"));
    held.hold(meta.history.len() == attempts, || format!("{} of {attempts} attempts known", meta.history.len()));
    let explained = meta.history.iter().take(attempts.saturating_sub(1)).all(|attempt| attempt.reason.is_some());
    held.hold(explained, || format!("an attempt without a reason: {:?}", meta.history));
    held.hold(meta.waited_for == ended.slept, || format!("{:?} waited, {:?} told", ended.slept, meta.waited_for));
    let difference = meta.elapsed.abs_diff(ended.took);
    held.hold(difference < TICK, || format!("{:?} taken, {:?} told", ended.took, meta.elapsed));
}

/// What the caller has is one answer's, it is all of it or the error says what there is, and no whole answer is thrown away.
fn delivery(held: &mut Held, consumed: &[Behaviour], options: Options, ended: &Ended) {
    let delivered = ended.delivered.as_str();
    let text = |behaviour: &Behaviour| behaviour.text(options.asked());
    match &ended.result {
        Ok(()) => {
            // A stream that had finished is whole, whatever its resumption brought.
            let sayers = if options.resume { consumed } else { consumed.get(consumed.len() - 1..).unwrap_or_default() };
            let said = sayers.iter().any(|behaviour| text(behaviour) == delivered);
            held.hold(said, || format!("{delivered:?} delivered, which {sayers:?} did not say"));
            let fits = options.parse.is_none() || fits(delivered);
            held.hold(fits, || format!("{delivered:?} does not fit"));
        }
        Err(error) => {
            let begins = consumed.iter().any(|behaviour| text(behaviour).starts_with(delivered));
            held.hold(begins, || format!("{delivered:?} is no beginning of one answer"));
            // The error of an output that was parsed has outputs that were never delivered.
            if options.parse.is_none() {
                let partial = error.details().partial.as_ref().and_then(|partial| partial.content.as_deref());
                let kept = if options.discard { "" } else { delivered };
                held.hold(partial.unwrap_or_default() == kept, || format!("{delivered:?} delivered, {partial:?} kept"));
            }
            held.hold(!options.retry_clean || delivered.is_empty(), || format!("{delivered:?} of a broken stream"));
        }
    }
    let history = &ended.meta.history;
    let numbered = consumed.iter().zip(history).enumerate().filter(|_| consumed.len() == history.len());
    for (at, (behaviour, attempt)) in
        numbered.filter(|(_, (step, attempt))| step.is_whole() && attempt.status == Some(200))
    {
        let last = at + 1 == consumed.len();
        // An output that does not fit, and a stream that is to go on as it began, are other matters.
        let judged = options.parse.is_some() || (options.resume && at > 0);
        held.hold(last || options.parse.is_some(), || format!("asked again after {behaviour:?} at {at}"));
        held.hold(judged || ended.result.is_ok(), || format!("a whole answer is thrown away: {attempt:?}"));
    }
}

fn fits(delivered: &str) -> bool {
    serde_json::from_str(delivered).is_ok_and(|output: Value| output["said"].is_string())
}

/// No wait passes its bound, nor do all together, nor the call.
fn waits(held: &mut Held, options: Options, ended: &Ended) {
    let (meta, took) = (&ended.meta, ended.took);
    let longest = meta.history.iter().map(|attempt| attempt.waited_before).max().unwrap_or_default();
    let bound = if options.never_waits { Duration::ZERO } else { LONGEST_WAIT };
    held.hold(longest <= bound, || format!("{longest:?} waited at once"));
    if options.limit.is_some() {
        held.hold(took < CALL_LIMIT + TICK, || format!("{took:?} taken within {CALL_LIMIT:?}"));
    }
    // Waiting for a request in progress is not counted, but is bounded as a whole.
    let counted = meta.history.iter().filter(|attempt| attempt.kind != Some("IdempotencyInProgress")).count();
    let counted = u32::try_from(counted).unwrap_or(u32::MAX);
    let models = 1 + u32::from(options.fallback);
    let repairs = options.parse.unwrap_or_default();
    let most = options.max_attempts * models + repairs + u32::from(options.retry_upstream_errors);
    held.hold(counted <= most, || format!("{counted} counted attempts, {most} allowed"));
    let slept = LONGEST_WAIT * counted + LONGEST_COLLECTING * models;
    held.hold(ended.slept <= slept, || format!("{:?} waited in all", ended.slept));
    // An attempt waits for its answer, then for each event, and stalls but once.
    let working = (REQUEST + STREAM_IDLE + TICK) * meta.attempts;
    held.hold(took <= ended.slept + working, || format!("{took:?} taken, {:?} of it waited", ended.slept));
}

/// Every error says why there was no other attempt.
fn says_why(held: &mut Held, options: Options, ended: &Ended, error: &Error) {
    let details = error.details();
    held.hold(details.reason.is_some(), || format!("no reason is given for {error}"));
    let why = details.reason.map(|reason| (reason.code(), reason.text()));
    let explained = why.is_some_and(|(_, text)| details.explain.contains(text));
    held.hold(explained, || format!("{why:?} is not explained by {:?}", details.explain));
    let last = ended.meta.history.last().and_then(|attempt| attempt.reason);
    held.hold(last == why.map(|(code, _)| code), || format!("{last:?} in the history, {why:?} in the error"));
    held.hold(!details.message.is_empty(), || "nothing is said".to_owned());
    held.hold(!details.local && details.kind.name() != "Internal", || format!("the client's own fault: {error}"));
    let timeout = details.phase == Some("call");
    held.hold(!timeout || options.limit.is_some(), || "a limit that nobody set has passed".to_owned());
}
