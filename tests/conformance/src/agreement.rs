//! Holds the runners against each other: one behaviour, whatever the language.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::canonical::{Varying, canonical};
use crate::observed::{Failure, Observed, shown};
use crate::scenario::{Clock, Scenario};

/// What of a scenario differs from run to run by its nature.
fn varying(scenario: &Scenario) -> Varying {
    let jittered = scenario.client.get("jitter") == Some(&Value::Bool(true));
    Varying {
        waits: jittered || scenario.clock == Clock::Real,
        // What only some languages can say is refused by them, in their own words.
        messages: !scenario.languages.is_empty(),
        polls: polls(scenario),
        written: json!([
            scenario.server,
            scenario.servers,
            scenario.calls().map(|call| &call.request).collect::<Vec<_>>()
        ])
        .to_string(),
    }
}

/// Whether a generation that takes real time decides how often a running original is asked about.
fn polls(scenario: &Scenario) -> bool {
    scenario.gateway.models.iter().any(|model| model.generation_ms > 0)
}

/// The answer of one runner in the form that all must share.
#[must_use]
pub fn shared_form(scenario: &Scenario, observed: &Observed) -> Value {
    let varying = varying(scenario);
    let list = |items: &mut dyn Iterator<Item = &Value>| {
        let mut items: Vec<Value> = items.map(|item| canonical(item, &varying)).collect();
        if scenario.parallel {
            // Which of them came first is nobody's promise.
            items.sort_by_cached_key(Value::to_string);
        }
        items
    };
    let results = list(&mut observed.results());
    // A line names the time it waited.
    let logs = if varying.waits || varying.polls { Vec::new() } else { list(&mut observed.logs()) };
    json!({"results": results, "logs": logs})
}

/// For each runner that differs from what most of them answered: from whom, and where.
#[must_use]
pub fn differences(forms: &[(String, Value)]) -> BTreeMap<String, Vec<Failure>> {
    let mut groups: Vec<(&Value, Vec<&str>)> = Vec::new();
    for (runner, form) in forms {
        match groups.iter_mut().find(|(other, _)| *other == form) {
            Some((_, runners)) => runners.push(runner),
            None => groups.push((form, vec![runner])),
        }
    }
    // Of two equally large groups the one seen first leads, so that a report does not change from run to run.
    groups.sort_by_key(|(_, runners)| usize::MAX - runners.len());
    let Some(((leading, leaders), others)) = groups.split_first() else { return BTreeMap::new() };
    let mut differences = BTreeMap::new();
    for (form, runners) in others {
        let mut found = Vec::new();
        differ("", leading, form, leaders, &mut found);
        for runner in runners {
            differences.insert((*runner).to_owned(), found.clone());
        }
    }
    differences
}

fn differ(path: &str, leading: &Value, other: &Value, leaders: &[&str], found: &mut Vec<Failure>) {
    let below = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
    match (leading, other) {
        (Value::Object(left), Value::Object(right)) => {
            let mut keys: Vec<&String> = left.keys().chain(right.keys()).collect();
            keys.sort();
            keys.dedup();
            for key in keys {
                let value = |map: &serde_json::Map<String, Value>| map.get(key).cloned().unwrap_or(Value::Null);
                differ(&below(key), &value(left), &value(right), leaders, found);
            }
        }
        (Value::Array(left), Value::Array(right)) if left.len() == right.len() => {
            for (index, (left, right)) in left.iter().zip(right).enumerate() {
                differ(&below(&index.to_string()), left, right, leaders, found);
            }
        }
        _ if leading != other => {
            let expected = format!("{} (as {})", shown(Some(leading)), leaders.join(", "));
            found.push(Failure::new(path, expected, shown(Some(other))));
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forms(values: &[(&str, Value)]) -> Vec<(String, Value)> {
        values.iter().map(|(runner, value)| ((*runner).to_owned(), value.clone())).collect()
    }

    #[test]
    fn the_odd_one_out_is_named_with_the_path() {
        let same = json!({"results": [{"value": {"content": "a"}}]});
        let odd = json!({"results": [{"value": {"content": "b"}}]});
        let found = differences(&forms(&[("go", odd), ("rust", same.clone()), ("swift", same)]));
        assert_eq!(found.keys().collect::<Vec<_>>(), ["go"]);
        let expected = Failure::new("results.0.value.content", "\"a\" (as rust, swift)", "\"b\"");
        assert_eq!(found.get("go"), Some(&vec![expected]));
    }

    #[test]
    fn agreement_is_silent() {
        let same = json!({"results": []});
        assert!(differences(&forms(&[("go", same.clone()), ("rust", same)])).is_empty());
        assert!(differences(&[]).is_empty());
    }
}
