//! What holds for every call of every scenario, whatever it expects.

use serde_json::{Map, Value};

use crate::call::{Call, Op};
use crate::observed::{Failure, Observed, shown};
use crate::path::find;
use crate::scenario::Scenario;

/// Real times are rounded when they cross into a language.
const ROUNDING: f64 = 1e-6;

/// Everything that breaks a rule that has no exception.
#[must_use]
pub fn failures(scenario: &Scenario, observed: &Observed) -> Vec<Failure> {
    let mut failures = Vec::new();
    let (calls, results) = (scenario.calls().count(), observed.results().count());
    if calls != results {
        failures.push(Failure::new("results", format!("one for each of {calls} calls"), results.to_string()));
    }
    for (position, (call, result)) in scenario.calls().zip(observed.results()).enumerate() {
        let prefix = format!("results.{position}.");
        if !sends_nothing(call, result) {
            meta(scenario, result, &prefix, &mut failures);
        }
        text(result, &prefix, &mut failures);
        named(result, &prefix, &mut failures);
    }
    accounted(scenario, observed, &mut failures);
    secrets(scenario, observed, &mut failures);
    failures
}

/// Closing a connection, or asking the client itself, sends no request, so there is nothing to account for.
fn sends_nothing(call: &Call, result: &Value) -> bool {
    call.op.asks_the_client() || (call.op == Op::ResponsesDisconnect && result.get("error").is_none())
}

fn name(result: &Value) -> Option<&str> {
    find(result, "error.name").and_then(Value::as_str)
}

fn meta_of(result: &Value) -> Option<&Value> {
    let value = find(result, "value.meta").filter(|meta| meta.is_object());
    value.or_else(|| find(result, "error.meta").filter(|meta| meta.is_object()))
}

/// No call leaves its duration unexplained: every answer and every error carries a meta that adds up.
fn meta(scenario: &Scenario, result: &Value, prefix: &str, failures: &mut Vec<Failure>) {
    let path = format!("{prefix}meta");
    let Some(meta) = meta_of(result) else {
        // A language's own cancellation and a client that was never made have none.
        if !matches!(name(result), Some("Cancelled" | "Configuration")) {
            failures.push(Failure::new(path, "a meta on every answer and error", shown(Some(result))));
        }
        return;
    };
    let number = |key: &str| find(meta, key).and_then(Value::as_f64);
    let history = find(meta, "history").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let (Some(attempts), Some(waited), Some(elapsed)) = (number("attempts"), number("waited_s"), number("elapsed_s"))
    else {
        failures.push(Failure::new(path, "attempts, waited_s and elapsed_s", shown(Some(meta))));
        return;
    };
    let entries = u32::try_from(history.len()).map_or(f64::MAX, f64::from);
    // An attempt that was cancelled has not ended; one that failed for want of a token is an entry without a request.
    let (cancelled, tokens) = (name(result) == Some("Cancelled"), scenario.client.contains_key("client_id"));
    if (entries < attempts && !cancelled) || (entries > attempts && !tokens) {
        failures.push(Failure::new(
            format!("{path}.history"),
            format!("{attempts} entries"),
            history.len().to_string(),
        ));
    }
    let before: f64 = history.iter().filter_map(|entry| find(entry, "waited_before_s")?.as_f64()).sum();
    if before > waited + ROUNDING {
        failures.push(Failure::new(
            format!("{path}.waited_s"),
            format!("at least {before}, as in history"),
            waited.to_string(),
        ));
    }
    if elapsed + ROUNDING < waited {
        failures.push(Failure::new(
            format!("{path}.elapsed_s"),
            format!("at least waited_s, {waited}"),
            elapsed.to_string(),
        ));
    }
}

/// What a stream's chunks say is what its accessors say.
fn text(result: &Value, prefix: &str, failures: &mut Vec<Failure>) {
    let Some(chunks) = result.get("chunks") else { return };
    let part = |path: &str| find(result, path).and_then(Value::as_str).unwrap_or_default();
    let whole = if find(result, "value.events").is_some() { "value.output_text" } else { "value.content" };
    if part("value.text") != part(whole) {
        let observed = shown(find(result, whole));
        failures.push(Failure::new(format!("{prefix}{whole}"), shown(find(result, "value.text")), observed));
    }
    if let Some(events) = find(result, "value.events").and_then(Value::as_array)
        && chunks.as_u64() != u64::try_from(events.len()).ok()
    {
        failures.push(Failure::new(format!("{prefix}chunks"), format!("{} events", events.len()), shown(Some(chunks))));
    }
}

/// A failure is told apart by its type, in every language.
fn named(result: &Value, prefix: &str, failures: &mut Vec<Failure>) {
    let Some(error) = result.get("error") else { return };
    if name(result).is_none() {
        failures.push(Failure::new(format!("{prefix}error.name"), "a name of the catalogue", shown(Some(error))));
    }
}

/// Every request that the servers saw is an attempt of some call.
fn accounted(scenario: &Scenario, observed: &Observed, failures: &mut Vec<Failure>) {
    let Some(servers) = &observed.servers else { return };
    let owned = |(call, result): (&Call, &Value)| match meta_of(result) {
        Some(meta) => find(meta, "attempts")?.as_u64(),
        None => sends_nothing(call, result).then_some(0),
    };
    let Some(attempts) = scenario.calls().zip(observed.results()).map(owned).sum::<Option<u64>>() else { return };
    let requests: usize = servers.values().map(|seen| seen.requests.len()).sum();
    if u64::try_from(requests).unwrap_or(u64::MAX) > attempts {
        failures.push(Failure::new(
            "requests",
            format!("at most the {attempts} attempts that the calls own up to"),
            requests.to_string(),
        ));
    }
}

/// Credentials appear nowhere in what a language hands out.
fn secrets(scenario: &Scenario, observed: &Observed, failures: &mut Vec<Failure>) {
    let answer = observed.answer.to_string();
    let of_calls = scenario.calls().flat_map(|call| routes(&call.options.0));
    let holders = std::iter::once(&scenario.client).chain(routes(&scenario.client)).chain(of_calls);
    let named =
        holders.flat_map(|holder| ["api_key", "client_secret"].iter().filter_map(|key| holder.get(*key)?.as_str()));
    for secret in named.chain([crate::client::DEFAULT_API_KEY]).filter(|secret| secret.len() > 3) {
        if answer.contains(secret) {
            failures.push(Failure::new("answer", "no credential anywhere", format!("`{secret}` in it")));
        }
    }
}

fn routes(of: &Map<String, Value>) -> impl Iterator<Item = &Map<String, Value>> {
    of.get("routes").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_object)
}
