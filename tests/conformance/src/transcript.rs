//! What came of a scenario with several servers, in the form that is locked: what reached the caller, what each server
//! was asked, and what each one's ledger says.

use serde_json::{Map, Value, json};

use crate::observed::{Observed, Seen};
use crate::path::find;

/// What of a value reached the caller.
const VALUE: [&str; 9] =
    ["id", "events", "text", "content", "output_text", "reasoning", "refusal", "tool_calls", "status"];
/// What of an error did.
const ERROR: [&str; 8] =
    ["name", "code", "status", "reason", "saw_output", "partial_content", "partial_reasoning", "partial_tool_calls"];
/// What of a call's account says where its attempts went.
const ATTEMPT: [&str; 4] = ["route", "kind", "status", "reason"];

/// The transcript of `observed`, whose answer has the canonical form `form`.
#[must_use]
pub fn of(form: &Value, observed: &Observed) -> Value {
    let results = form.get("results").and_then(Value::as_array).into_iter().flatten();
    let servers = observed.servers.iter().flatten();
    let upstream: Map<String, Value> = servers.clone().map(|(name, seen)| (name.clone(), requests(seen))).collect();
    let ledger: Map<String, Value> = servers.map(|(name, seen)| (name.clone(), ledger(seen))).collect();
    json!({"caller": results.map(caller).collect::<Vec<_>>(), "upstream": upstream, "ledger": ledger})
}

fn caller(result: &Value) -> Value {
    let mut shown = picked(result, &["outcome", "chunks"]);
    if let Some(value) = result.get("value") {
        shown.extend(picked(value, &VALUE));
    }
    if let Some(error) = result.get("error") {
        shown.insert("error".to_owned(), picked(error, &ERROR).into());
    }
    // How far a cancelled attempt came is a matter of the language's own cancellation.
    let cancelled = find(result, "error.name").is_some_and(|name| name == "Cancelled");
    let meta = find(result, "error.meta").or_else(|| find(result, "value.meta")).filter(|_| !cancelled);
    if let Some(history) = meta.and_then(|meta| meta.get("history")).and_then(Value::as_array) {
        shown.insert("attempts".to_owned(), history.iter().map(|attempt| picked(attempt, &ATTEMPT)).collect());
    }
    shown.into()
}

fn picked(from: &Value, keys: &[&str]) -> Map<String, Value> {
    keys.iter().filter_map(|key| Some(((*key).to_owned(), from.get(*key)?.clone()))).collect()
}

fn requests(seen: &Seen) -> Value {
    let shown = |body: &[u8]| {
        let text = || Value::from(String::from_utf8_lossy(body).into_owned());
        serde_json::from_slice(body).unwrap_or_else(|_| text())
    };
    seen.requests.iter().map(|request| json!([request.line, shown(&request.body)])).collect()
}

fn ledger(seen: &Seen) -> Value {
    json!({"generations": seen.generations, "billed": seen.billed, "refunded": seen.refunded})
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::time::Duration;

    use super::*;
    use crate::observed::Request;

    #[test]
    fn a_transcript_says_what_came_and_what_was_asked() {
        let meta = json!({"history": [{"route": "a", "reason": "replayed-loss", "duration_s": "<time>"}]});
        let form = json!({"results": [{"outcome": "stream", "chunks": 1, "value": {"events": ["x"], "usage": {}, "meta": meta}}]});
        let request = Request { line: "POST /".to_owned(), headers: Vec::new(), body: br#"{"b":1,"a":2}"#.to_vec() };
        let seen = Seen { requests: vec![request], generations: 2, billed: 1, refunded: 1, ..Seen::default() };
        let servers = Some(BTreeMap::from([("a".to_owned(), seen)]));
        let observed = Observed { answer: Value::Null, servers, wall: Duration::ZERO };
        assert_eq!(
            of(&form, &observed),
            json!({
                "caller": [{"outcome": "stream", "chunks": 1, "events": ["x"], "attempts": [{"route": "a", "reason": "replayed-loss"}]}],
                "upstream": {"a": [["POST /", {"a": 2, "b": 1}]]},
                "ledger": {"a": {"generations": 2, "billed": 1, "refunded": 1}},
            })
        );
    }
}
