//! The form in which answers of different languages are compared byte for byte.
//!
//! What no two runs can share is replaced by a mark that still says that it was there: real durations, the address
//! of the server, and, where a server makes them up, ids. Everything else stays.

use serde_json::{Map, Value};

/// What differs between two runs of one scenario without meaning anything.
#[derive(Debug, Clone, Copy, Default)]
pub struct Varying {
    /// Deliberate waits, on a real clock or with jitter.
    pub waits: bool,
    /// Ids and dates, where the server is not scripted.
    pub ids: bool,
}

const DURATIONS: [&str; 2] = ["elapsed_s", "duration_s"];
const WAITS: [&str; 3] = ["waited_s", "waited_before_s", "retry_after_s"];
const IDS: [&str; 7] = ["id", "request_id", "trace_id", "instance_id", "idempotent_replay_of", "created", "created_at"];

/// `answer` in canonical form: keys sorted, nulls of objects dropped, whole numbers written as such.
#[must_use]
pub fn canonical(answer: &Value, varying: Varying) -> Value {
    value(answer, varying, false)
}

fn value(of: &Value, varying: Varying, raw: bool) -> Value {
    match of {
        Value::Object(map) => Value::Object(object(map, varying, raw)),
        Value::Array(list) => list.iter().map(|item| value(item, varying, raw)).collect(),
        Value::Number(number) => whole(number),
        other => other.clone(),
    }
}

fn object(map: &Map<String, Value>, varying: Varying, raw: bool) -> Map<String, Value> {
    let mut entries: Vec<(&String, &Value)> = map.iter().filter(|(_, value)| raw || !value.is_null()).collect();
    entries.sort_by_key(|(key, _)| *key);
    entries.into_iter().map(|(key, member)| (key.clone(), entry(key, member, varying, raw))).collect()
}

fn entry(key: &str, member: &Value, varying: Varying, raw: bool) -> Value {
    let marked = DURATIONS.contains(&key) || (varying.waits && WAITS.contains(&key));
    if marked && member.is_number() {
        return Value::from("<time>");
    }
    if varying.ids && IDS.contains(&key) && !member.is_null() {
        return Value::from("<id>");
    }
    // Inside a body a null and a missing key are two things.
    value(member, varying, raw || key == "raw")
}

#[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)] // Guarded by the range of exact integers.
fn whole(number: &serde_json::Number) -> Value {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    match number.as_f64() {
        Some(float) if number.is_f64() && float.fract() == 0.0 && float.abs() < EXACT => Value::from(float as i64),
        _ => Value::Number(number.clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn notation_is_lost_and_meaning_kept() {
        let python = json!({"b": 7.0, "a": null, "raw": {"x": null}});
        let go = json!({"b": 7, "raw": {"x": null}});
        assert_eq!(canonical(&python, Varying::default()).to_string(), canonical(&go, Varying::default()).to_string());
        let without = json!({"b": 7, "raw": {}});
        assert_ne!(canonical(&go, Varying::default()), canonical(&without, Varying::default()));
    }

    #[test]
    fn only_what_varies_is_masked() {
        let answer = json!({"meta": {"waited_s": 7.0, "elapsed_s": 0.1, "request_id": "r"}});
        let plain = canonical(&answer, Varying::default());
        assert_eq!(plain, json!({"meta": {"waited_s": 7, "elapsed_s": "<time>", "request_id": "r"}}));
        let all = canonical(&answer, Varying { waits: true, ids: true });
        assert_eq!(all, json!({"meta": {"waited_s": "<time>", "elapsed_s": "<time>", "request_id": "<id>"}}));
    }
}
