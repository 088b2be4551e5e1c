//! What must be true of every call, whatever the server did.

use std::time::Duration;

use axonium::Error;
use axonium::testing::Gateway;

use crate::behaviour::Behaviour;
use crate::options::Options;

const CONTENT: &str = "one two three";
/// The longest wait of a server's that is slept, and `max_backoff`.
const LONGEST_WAIT: Duration = Duration::from_mins(1);

/// How a call ended, as its caller saw it.
pub(crate) struct Ended {
    /// What was delivered, of an answer or of a stream that broke.
    pub(crate) delivered: String,
    pub(crate) result: Result<(), Error>,
    pub(crate) attempts: u32,
    pub(crate) waited: Duration,
}

/// What is not as it must be.
pub(crate) fn violations(sequence: &[Behaviour], options: Options, gateway: &Gateway, ended: &Ended) -> Vec<String> {
    let ledger = gateway.ledger();
    let mut violations = Vec::new();
    let mut hold = |holds: bool, what: String| {
        if !holds {
            violations.push(what);
        }
    };
    hold(ledger.billed <= allowed(sequence, options, ended), format!("{} generations billed", ledger.billed));
    let requests = u32::try_from(gateway.requests().len()).unwrap_or(u32::MAX);
    hold(requests == ended.attempts, format!("{requests} requests for {} attempts", ended.attempts));
    let most = LONGEST_WAIT * ended.attempts;
    hold(ended.waited <= most, format!("{:?} waited in {} attempts", ended.waited, ended.attempts));
    match &ended.result {
        Ok(()) => hold(ended.delivered == CONTENT, format!("the answer is {:?}", ended.delivered)),
        Err(error) => {
            let details = error.details();
            hold(details.reason.is_some(), format!("no reason is given for {error}"));
            hold(!details.explain.is_empty(), "nothing is explained".to_owned());
            let partial = details.partial.as_ref().and_then(|partial| partial.content.as_deref()).unwrap_or_default();
            hold(partial == ended.delivered, format!("delivered {:?}, kept {partial:?}", ended.delivered));
        }
    }
    violations
}

/// How often a call may be billed: once, and once more for the extra attempt after an upstream error that its caller has
/// allowed, where that error hid a generation.
fn allowed(sequence: &[Behaviour], options: Options, ended: &Ended) -> u64 {
    let made = usize::try_from(ended.attempts).unwrap_or(usize::MAX);
    let hid_one = sequence.iter().take(made).any(|behaviour| *behaviour == Behaviour::ModelBreaks);
    if options.retry_upstream_errors && !options.stream && hid_one { 2 } else { 1 }
}
