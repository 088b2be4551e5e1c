//! Holds what was observed against what a scenario expects.

use serde_json::{Map, Value};

use crate::arrivals;
use crate::expect::{Expect, LogLine, Outcome};
use crate::expectation;
use crate::observed::{Failure, Observed, shown};
use crate::path;
use crate::scenario::Scenario;

/// Everything that does not hold, in the order of the expectations.
#[must_use]
pub fn failures(scenario: &Scenario, observed: &Observed) -> Vec<Failure> {
    let several = scenario.call.is_none();
    let mut failures = Vec::new();
    for (position, (_, expect)) in scenario.expected().enumerate() {
        let prefix = if several { format!("calls.{position}.") } else { String::new() };
        result(expect, observed.result(position), &prefix, &mut failures);
    }
    if let Some(seen) = &observed.servers {
        arrivals::failures(&scenario.expect, seen, &mut failures);
    }
    counts(&scenario.expect, observed, &mut failures);
    failures
}

fn result(expect: &Expect, result: &Value, prefix: &str, failures: &mut Vec<Failure>) {
    let outcome = result.get("outcome").and_then(Value::as_str);
    let expected = expect.outcome.map(Outcome::name);
    if outcome != expected {
        let what = result.get("error").unwrap_or(result);
        let observed = format!("{} {}", outcome.unwrap_or("no outcome"), shown(Some(what)));
        failures.push(Failure::new(format!("{prefix}outcome"), expected.unwrap_or_default(), observed));
        return;
    }
    let part = |name: &str| result.get(name).unwrap_or(&Value::Null);
    let subject = if expect.outcome == Some(Outcome::Error) { part("error") } else { part("value") };
    all(&expect.fields, subject, prefix, failures);
    all(&expect.error, part("error"), &format!("{prefix}error."), failures);
    for path in &expect.absent {
        let found = path::find(subject, path).filter(|value| in_raw(path) || !value.is_null());
        if found.is_some() {
            failures.push(Failure::new(format!("{prefix}{path}"), "nothing", shown(found)));
        }
    }
    one(expect.chunks.as_ref(), result.get("chunks"), &format!("{prefix}chunks"), failures);
}

fn all(expected: &Map<String, Value>, subject: &Value, prefix: &str, failures: &mut Vec<Failure>) {
    for (path, value) in expected {
        let found = path::find(subject, path);
        if in_raw(path) && value.is_null() && found.is_none() {
            failures.push(Failure::new(format!("{prefix}{path}"), "null, present in the body", "nothing"));
        }
        one(Some(value), found, &format!("{prefix}{path}"), failures);
    }
}

/// Inside a body a null and a missing key are two things; everywhere else they are one.
fn in_raw(path: &str) -> bool {
    path == "raw" || path.starts_with("raw.")
}

/// Whether one expected value holds.
pub(crate) fn one(expected: Option<&Value>, observed: Option<&Value>, path: &str, failures: &mut Vec<Failure>) {
    let Some(expected) = expected else { return };
    if let Err(wanted) = expectation::check(expected, observed) {
        failures.push(Failure::new(path, wanted, shown(observed)));
    }
}

fn counts(expect: &Expect, observed: &Observed, failures: &mut Vec<Failure>) {
    if let Some(limit) = expect.max_wall_s
        && observed.wall.as_secs_f64() > limit
    {
        failures.push(Failure::new(
            "max_wall_s",
            format!("at most {limit} s"),
            format!("{:.3} s", observed.wall.as_secs_f64()),
        ));
    }
    logs(&expect.logs, observed, failures);
    one(expect.log_lines.as_ref(), Some(&Value::from(observed.logs().count())), "log_lines", failures);
}

/// Each expected line must be found after the one before it.
fn logs(expected: &[LogLine], observed: &Observed, failures: &mut Vec<Failure>) {
    let mut lines = observed.logs();
    for (position, wanted) in expected.iter().enumerate() {
        if !lines.any(|line| is_line(wanted, line)) {
            let all = Value::Array(observed.logs().cloned().collect());
            let wanted = format!("{} with {:?}", wanted.level, wanted.contains);
            failures.push(Failure::new(format!("logs.{position}"), wanted, shown(Some(&all))));
        }
    }
}

fn is_line(wanted: &LogLine, line: &Value) -> bool {
    let text = |key: &str| line.get(key).and_then(Value::as_str).unwrap_or_default();
    text("level") == wanted.level && wanted.contains.iter().all(|piece| text("message").contains(piece.as_str()))
}
