//! The form in which answers of different languages are compared byte for byte.
//!
//! What no two runs can share is replaced by a mark that still says that it was there: real durations, the address
//! of the server, and, where a server makes them up, ids. Everything else stays.

use serde_json::{Map, Value};

/// What differs between two runs of one scenario without meaning anything.
#[derive(Debug, Clone, Default)]
pub struct Varying {
    /// Deliberate waits, on a real clock or with jitter.
    pub waits: bool,
    /// Messages that a language writes itself.
    pub messages: bool,
    /// How often a running original was asked about, when a real generation decides that.
    pub polls: bool,
    /// All that the scenario writes down: ids that are not in it were made up by the server.
    pub written: String,
}

const DURATIONS: [&str; 3] = ["elapsed_s", "duration_s", "refused_for_s"];
const WAITS: [&str; 3] = ["waited_s", "waited_before_s", "retry_after_s"];
const IDS: [&str; 8] =
    ["id", "request_id", "trace_id", "instance_id", "idempotent_replay_of", "created", "created_at", "completed_at"];
/// Some languages have no text but an empty one where others have none, and no list but an empty one.
const TEXTS: [&str; 7] =
    ["content", "output_text", "reasoning", "refusal", "text", "partial_content", "partial_reasoning"];
const LISTS: [&str; 2] = ["tool_calls", "partial_tool_calls"];

/// `answer` in canonical form: keys sorted, nulls and empty texts dropped, whole numbers written as such.
#[must_use]
pub fn canonical(answer: &Value, varying: &Varying) -> Value {
    value(answer, varying, false)
}

fn value(of: &Value, varying: &Varying, raw: bool) -> Value {
    match of {
        Value::Object(map) => Value::Object(object(map, varying, raw)),
        Value::Array(list) => list.iter().map(|item| value(item, varying, raw)).collect(),
        Value::Number(number) => whole(number),
        other => other.clone(),
    }
}

fn object(map: &Map<String, Value>, varying: &Varying, raw: bool) -> Map<String, Value> {
    let empty = |key: &str, value: &Value| match value {
        Value::Null => true,
        Value::String(text) => text.is_empty() && TEXTS.contains(&key),
        Value::Array(list) => list.is_empty() && LISTS.contains(&key),
        _ => false,
    };
    let mut entries: Vec<(&String, &Value)> = map.iter().filter(|(key, value)| raw || !empty(key, value)).collect();
    entries.sort_by_key(|(key, _)| *key);
    let named = |kind: &str| map.get("name").is_some_and(|name| name == kind);
    let counts_down = named("CooldownActive") || named("CircuitOpen");
    // The system's words for a broken connection depend on when it noticed.
    let told_by_the_system = named("Connection");
    let mut shown = Map::new();
    for (key, member) in entries {
        let time_left = counts_down && matches!(key.as_str(), "message" | "retry_after_s");
        let member = match key.as_str() {
            _ if time_left => Value::from("<time>"),
            "message" if told_by_the_system => Value::from("<message>"),
            "attempts" | "waited_s" if varying.polls => Value::from("<polls>"),
            "history" if varying.polls => polled_once(member, varying),
            _ => entry(key, member, varying, raw),
        };
        shown.insert(key.clone(), member);
    }
    shown
}

/// A history in which any number of answers "still running" in a row stands as one.
fn polled_once(history: &Value, varying: &Varying) -> Value {
    let mut shown = value(history, varying, false);
    if let Value::Array(attempts) = &mut shown {
        let running = |attempt: &Value| attempt.get("kind").is_some_and(|kind| kind == "IdempotencyInProgress");
        attempts.dedup_by(|later, earlier| running(later) && running(earlier));
    }
    shown
}

fn entry(key: &str, member: &Value, varying: &Varying, raw: bool) -> Value {
    let time = DURATIONS.contains(&key) || (varying.waits && WAITS.contains(&key));
    if time && member.is_number() {
        return Value::from("<time>");
    }
    if IDS.contains(&key) && !member.is_null() && !varying.written.contains(member.to_string().trim_matches('"')) {
        return Value::from("<id>");
    }
    if varying.messages && key == "message" {
        return Value::from("<message>");
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

    fn plain(answer: &Value) -> Value {
        canonical(answer, &Varying::default())
    }

    #[test]
    fn notation_is_lost_and_meaning_kept() {
        let python = json!({"b": 7.0, "a": null, "content": null, "raw": {"x": null}});
        let go = json!({"b": 7, "content": "", "raw": {"x": null}});
        assert_eq!(plain(&python).to_string(), plain(&go).to_string());
        assert_ne!(plain(&go), plain(&json!({"b": 7, "raw": {}})));
        assert_ne!(plain(&json!({"field": ""})), plain(&json!({})));
    }

    #[test]
    fn only_what_varies_is_masked() {
        let answer = json!({"meta": {"waited_s": 7.0, "elapsed_s": 0.1, "request_id": "r-1", "trace_id": "t-2"}, "message": "m"});
        let written = || r#"{"X-Request-ID":"r-1"}"#.to_owned();
        let scripted = canonical(&answer, &Varying { written: written(), ..Varying::default() });
        let meta = json!({"waited_s": 7, "elapsed_s": "<time>", "request_id": "r-1", "trace_id": "<id>"});
        assert_eq!(scripted, json!({"meta": meta, "message": "m"}));
        let all =
            canonical(&answer, &Varying { waits: true, messages: true, written: written(), ..Varying::default() });
        let meta = json!({"waited_s": "<time>", "elapsed_s": "<time>", "request_id": "r-1", "trace_id": "<id>"});
        assert_eq!(all, json!({"meta": meta, "message": "<message>"}));
    }

    #[test]
    fn how_often_a_running_original_was_asked_about_is_masked_only_where_it_varies() {
        let running = json!({"kind": "IdempotencyInProgress", "status": 409});
        let meta = |polls: usize| {
            let mut history = vec![json!({"kind": "Timeout"})];
            history.extend(vec![running.clone(); polls]);
            history.push(json!({"status": 200}));
            json!({"attempts": history.len(), "waited_s": polls, "history": history})
        };
        let polling = Varying { polls: true, ..Varying::default() };
        assert_eq!(canonical(&meta(2), &polling), canonical(&meta(5), &polling));
        assert_ne!(canonical(&meta(0), &polling), canonical(&meta(1), &polling));
        assert_ne!(plain(&meta(2)), plain(&meta(5)));
    }

    #[test]
    fn an_empty_list_of_tool_calls_is_none() {
        assert_eq!(plain(&json!({"tool_calls": []})), plain(&json!({})));
        assert_ne!(plain(&json!({"tool_calls": [{"id": "a"}]})), plain(&json!({})));
        assert_ne!(plain(&json!({"ignored_parameters": []})), plain(&json!({})));
    }

    #[test]
    fn time_that_runs_down_is_masked() {
        let refused = |left: f64| json!({"name": "CooldownActive", "local": true, "retry_after_s": left, "message": left.to_string()});
        assert_eq!(plain(&refused(9.9)), plain(&refused(9.8)));
        let open = |left: f64| json!({"state": "open", "refused_for_s": left});
        assert_eq!(plain(&open(9.9)), plain(&open(9.8)));
        let limited = |left: f64| json!({"name": "RateLimit", "retry_after_s": left});
        assert_ne!(plain(&limited(9.0)), plain(&limited(8.0)));
    }
}
