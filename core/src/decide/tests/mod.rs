//! Holds `decide` against the hand-written table, for every combination of facts.

mod facts;
mod table;
mod waits;

use std::collections::HashSet;
use std::time::Duration;

use self::facts::Facts;
use self::table::Table;
use super::{CallState, Failure, FailureCause, FailureEvent, Fallbacks, RetryPolicy, Routes, TimeoutPhase, decide};
use crate::ErrorKind;

const SECOND: Duration = Duration::from_secs(1);
const REQUEST_LIMIT: Duration = Duration::from_mins(10);
const COLLECT_LIMIT: Duration = Duration::from_mins(20);

/// Facts that choose the row of a failure, with those that a row may name.
const ROW_FACTS: &[&str] =
    &["key", "reads", "stream", "output", "opt-in", "retried", "long", "renewable", "refreshed", "again"];
/// Facts about the mending of outputs, which no other failure looks at.
const REPAIR_FACTS: &[&str] = &["repairs", "repaired"];
/// Where a call stands among its routes; without `routes` none of the others can be.
const ROUTE_FACTS: &[&str] = &["routes", "left", "stateful", "replayed", "released", "usage"];
/// What a caller may ask for beyond the rest, and where its call stands then.
const RECOURSE_FACTS: &[&str] = &[
    "falls-back",
    "timed-out",
    "fallback",
    "delivered",
    "resumes",
    "resuming",
    "anew",
    "outlasted",
    "stateful",
    "forbids",
];
/// Facts that may still forbid what the row allows.
const LIMIT_FACTS: &[&str] = &["forbids", "exhausted", "no-waits", "too-long", "late", "over", "broke", "patient"];

/// A failure with the name that the table gives it. `retry_after` and `forbids` are facts of refusals only.
fn failures(retry_after: Option<Duration>, forbids: bool) -> Vec<(&'static str, Failure)> {
    let refused = ErrorKind::ALL
        .iter()
        .map(|kind| (kind.table_name(), Failure::Refused { kind: *kind, retry_after, forbids_repeat: forbids }));
    let stream_failed = |is_response_failed, retryable, cause| {
        Failure::StreamFailed(FailureEvent { is_response_failed, retryable, cause })
    };
    let (request, overloaded) = (FailureCause::Request, FailureCause::Overloaded);
    let (internal, unknown) = (FailureCause::Internal, FailureCause::Other);
    let other = [
        ("response-failed", stream_failed(true, None, unknown)),
        ("response-failed-overloaded", stream_failed(true, None, overloaded)),
        ("response-failed-internal", stream_failed(true, None, internal)),
        ("response-failed-for-the-request", stream_failed(true, None, request)),
        ("response-failed-marked", stream_failed(true, Some(true), unknown)),
        ("response-failed-forbidding", stream_failed(true, Some(false), internal)),
        ("error-event", stream_failed(false, None, unknown)),
        ("error-event-overloaded", stream_failed(false, None, overloaded)),
        ("error-event-internal", stream_failed(false, None, internal)),
        ("error-event-for-the-request", stream_failed(false, None, request)),
        ("error-event-marked", stream_failed(false, Some(true), unknown)),
        ("error-event-marked-for-the-request", stream_failed(false, Some(true), request)),
        ("error-event-forbidding", stream_failed(false, Some(false), overloaded)),
        ("not-connected", Failure::NotConnected),
        ("connection-lost", Failure::ConnectionLost),
        ("timeout-connect", Failure::Timeout(TimeoutPhase::Connect)),
        ("timeout-response", Failure::Timeout(TimeoutPhase::Response)),
        ("timeout-idle", Failure::Timeout(TimeoutPhase::Idle)),
        ("timeout-first-output", Failure::Timeout(TimeoutPhase::FirstOutput)),
        ("timeout-call", Failure::Timeout(TimeoutPhase::Call)),
        ("undecodable", Failure::Undecodable),
        ("stream-lost-before-first-event", Failure::StreamLostBeforeFirstEvent),
        ("stream-lost", Failure::StreamLost),
        ("stream-broken", Failure::StreamBroken),
        ("not-a-replay", Failure::NotAReplay),
        ("replay-differs", Failure::ReplayDiffers),
        ("cancelled", Failure::Cancelled),
        ("refused-locally", Failure::RefusedLocally),
        ("circuit-open", Failure::CircuitOpen),
        ("malformed-output", Failure::Malformed),
        ("output-truncated", Failure::Truncated),
        ("declined", Failure::Declined),
    ];
    refused.chain(other).collect()
}

impl ErrorKind {
    /// The abstract parent is displayed as `API`; the table uses the variant's name.
    fn table_name(self) -> &'static str {
        if self == Self::Api { "Api" } else { self.name() }
    }
}

fn state(facts: Facts) -> CallState {
    let is = |fact| facts.has(fact);
    CallState {
        attempts: if is("exhausted") { 3 } else { 2 },
        has_key: is("key"),
        generates: !is("reads"),
        streaming: is("stream"),
        saw_output: is("output"),
        can_refresh: is("renewable"),
        refreshed: is("refreshed"),
        upstream_retried: is("retried"),
        collected_again: is("again"),
        repairs: u32::from(is("repaired")),
        collects: 1,
        collecting: match (is("patient"), is("outlasted")) {
            (true, _) => COLLECT_LIMIT,
            (false, true) => REQUEST_LIMIT,
            (false, false) => REQUEST_LIMIT.saturating_sub(SECOND),
        },
        attempt_elapsed: if is("long") { REQUEST_LIMIT / 2 + SECOND } else { REQUEST_LIMIT / 2 },
        time_left: if is("over") { Some(Duration::ZERO) } else { is("late").then_some(SECOND) },
        budget_left: !is("broke"),
        routes: is("routes").then(|| Routes {
            left: is("left"),
            stateful: is("stateful"),
            replayed: is("replayed"),
            released: is("released"),
            saw_usage: is("usage"),
        }),
        delivered: is("delivered"),
        fallbacks: is("falls-back").then(|| Fallbacks {
            timed_out: is("timed-out"),
            left: is("fallback"),
            stateful: is("stateful"),
        }),
        resumes: is("resumes"),
        resuming: is("resuming"),
        starts_anew: is("anew"),
    }
}

fn policy(facts: Facts) -> RetryPolicy {
    RetryPolicy {
        max_attempts: 3,
        max_backoff: if facts.has("no-waits") { Duration::ZERO } else { Duration::from_mins(1) },
        jitter: false,
        retry_upstream_errors: facts.has("opt-in"),
        max_repairs: u32::from(facts.has("repairs")),
        request_limit: REQUEST_LIMIT,
        collect_limit: COLLECT_LIMIT,
        ..RetryPolicy::default()
    }
}

/// Decides every failure under `facts` and compares with the table. Returns how many were compared.
fn hold(table: &Table, facts: Facts) -> usize {
    // A call with a time limit of its own waits for a running original by that alone.
    let facts = if facts.has("over") { facts.union(Facts::of(&["late"])) } else { facts };
    let facts = if facts.has("late") { facts.without(Facts::of(&["patient"])) } else { facts };
    // Who has waited for a running original as long as it may has waited longer than for one request.
    let facts = if facts.has("patient") { facts.union(Facts::of(&["outlasted"])) } else { facts };
    let retry_after = if facts.has("too-long") { 61 * SECOND } else { 7 * SECOND };
    let (state, policy) = (state(facts), policy(facts));
    let failures = failures(Some(retry_after), facts.has("forbids"));
    // Only a refusal has a body that forbids, or a Retry-After.
    let not_refused = facts.without(Facts::of(&["forbids", "too-long"]));
    for (name, failure) in &failures {
        let refused = matches!(failure, Failure::Refused { .. });
        let facts = if refused { facts } else { not_refused };
        let decision = decide(failure, &state, &policy, 0.5);
        let decided = table::Expected { action: decision.action.name(), reason: decision.reason.code() };
        assert_eq!(decided, table.expected(name, refused, facts), "{name} with {facts:?}");
    }
    failures.len()
}

#[test]
fn every_failure_under_every_combination_of_what_chooses_its_row() {
    let table = Table::read();
    let held: usize = Facts::of(ROW_FACTS).subsets().map(|facts| hold(&table, facts)).sum();
    assert_eq!(held, (ErrorKind::ALL.len() + 32) << ROW_FACTS.len());
}

#[test]
fn every_failure_under_every_combination_of_routes() {
    let table = Table::read();
    // With what else matters to a call that could move, its limits included.
    let others = Facts::of(&["key", "output", "forbids", "exhausted", "late", "over", "broke"]);
    let [routes, others_of_routes] = [&ROUTE_FACTS[..1], &ROUTE_FACTS[1..]].map(Facts::of);
    for place in others_of_routes.subsets() {
        for facts in others.subsets() {
            hold(&table, facts.union(routes).union(place));
        }
    }
}

#[test]
fn every_failure_under_every_combination_of_what_its_caller_asks_for() {
    let table = Table::read();
    let others = Facts::of(&["key", "output", "exhausted", "over"]);
    for asked in Facts::of(RECOURSE_FACTS).subsets() {
        for facts in others.subsets() {
            hold(&table, facts.union(asked));
        }
    }
}

#[test]
fn every_failure_under_every_combination_of_repairs() {
    let table = Table::read();
    let others =
        Facts::of(&["key", "stream", "output", "exhausted", "no-waits", "late", "over", "broke", "routes", "left"]);
    for repairs in Facts::of(REPAIR_FACTS).subsets() {
        for facts in others.subsets() {
            hold(&table, facts.union(repairs));
        }
    }
}

#[test]
fn every_failure_under_every_combination_of_limits() {
    let table = Table::read();
    // The facts that matter most for the row: with and without a key, read or generating, opted in or not.
    for row_facts in Facts::of(&["key", "reads", "opt-in", "renewable"]).subsets() {
        for limits in Facts::of(LIMIT_FACTS).subsets() {
            hold(&table, row_facts.union(limits));
        }
    }
}

#[test]
fn the_table_names_every_failure_and_only_known_ones() {
    let named = Table::read().failures();
    let known: HashSet<&str> = failures(None, false).into_iter().map(|(name, _)| name).collect();
    assert_eq!(named, known);
}

#[test]
fn names_that_errors_and_hooks_show() {
    let phases = [
        (TimeoutPhase::Connect, "connect"),
        (TimeoutPhase::Response, "response"),
        (TimeoutPhase::Idle, "idle"),
        (TimeoutPhase::FirstOutput, "first_output"),
        (TimeoutPhase::Call, "call"),
    ];
    for (phase, name) in phases {
        assert_eq!(phase.name(), name);
    }
    let reason = super::Reason::AttemptsExhausted;
    assert_eq!(reason.to_string(), "attempts-exhausted: max_attempts is reached");
}

#[test]
fn every_reason_occurs_in_the_table() {
    let given = Table::read().reasons();
    let known: HashSet<&str> = super::Reason::ALL.iter().map(|reason| reason.code()).collect();
    assert_eq!(given, known);
}
