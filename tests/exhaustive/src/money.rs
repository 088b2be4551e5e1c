//! How many generations a call may be billed for. What the options mean, not how the engine decides.

use std::collections::BTreeSet;

use axonium::testing::Gateway;
use serde_json::Value;

use crate::behaviour::Behaviour;
use crate::options::{FALLBACK, MODEL, Options, Shape};

/// What one model has to do with a call.
struct Asked {
    requests: u32,
    /// Questions beside the caller's own, however often each was sent.
    repairs: usize,
    billed: u32,
    /// Generations that broke.
    broken: u32,
}

/// What is wrong with the bill.
pub(crate) fn violations(consumed: &[Behaviour], options: Options, gateway: &Gateway) -> Vec<String> {
    let mut wrong = Vec::new();
    for model in [MODEL, FALLBACK] {
        let asked = asked(gateway, model);
        let allowed = allowed(&asked, consumed, options);
        if asked.billed > allowed {
            wrong.push(format!("{} generations of {model} billed, {allowed} allowed", asked.billed));
        }
        // What was streamed has been delivered, and is not mended.
        let repairs = options.parse.filter(|_| options.shape == Shape::Plain).map_or(0, |most| most as usize);
        if asked.repairs > repairs {
            wrong.push(format!("{} repairs", asked.repairs));
        }
        if model == FALLBACK && asked.requests > 0 && !options.fallback {
            wrong.push("a fallback that nobody named was asked".to_owned());
        }
    }
    wrong
}

fn allowed(asked: &Asked, consumed: &[Behaviour], options: Options) -> u32 {
    if asked.requests == 0 {
        return 0;
    }
    // A model that is asked may generate once, and a fallback is another model: the caller named it.
    let mut allowed = 1;
    // A repair is another question, which the caller allowed.
    allowed += u32::try_from(asked.repairs).unwrap_or_default();
    if options.key {
        // The gateway forgets the key of a generation that broke. To a client that never learnt of it, the repeat is a replay.
        return if options.failures_hold_key { allowed } else { allowed + asked.broken };
    }
    // One more after an upstream error, which may hide a generation, is the caller's choice; of a stream it is never made.
    let upstream = consumed.iter().any(|behaviour| behaviour.says_upstream_error());
    allowed += u32::from(options.retry_upstream_errors && options.shape == Shape::Plain && upstream);
    if options.may_bill_twice {
        // A timeout is repeated once, and each model has one of its own.
        let timed_out = consumed.iter().any(|behaviour| behaviour.takes_time());
        allowed += u32::from(options.fallback && timed_out);
        // A stream that broke is started anew, as often as attempts are left.
        allowed += if options.retry_clean { options.max_attempts - 1 } else { 0 };
    }
    allowed
}

fn asked(gateway: &Gateway, model: &str) -> Asked {
    let (mut requests, mut repairs) = (0, BTreeSet::new());
    for request in gateway.requests() {
        let body: Value = serde_json::from_str(&request.body).unwrap_or_default();
        let messages = body["messages"].as_array().map_or(0, Vec::len);
        if body["model"] == model {
            requests += 1;
            if messages > 1 {
                repairs.insert(request.body);
            }
        }
    }
    let (mut billed, mut broken) = (0, 0);
    for entry in gateway.ledger().entries.iter().filter(|entry| entry.model == model && entry.billed) {
        billed += 1;
        let ended = serde_json::to_value(entry.termination_reason).unwrap_or_default();
        broken += u32::from(ended == "upstream_error");
    }
    Asked { requests, repairs: repairs.len(), billed, broken }
}
