//! `{$repeat: [text, times]}` stands for a text too long to be written down, `$before` and `$after` for what is around it.

use serde_json::Value;

/// `value` with every repetition written out.
pub fn written_out(value: Value) -> Result<Value, String> {
    match value {
        Value::Object(map) if map.contains_key("$repeat") => text(&map).map(Value::String),
        Value::Object(map) => {
            let entries = map.into_iter().map(|(key, value)| Ok((key, written_out(value)?)));
            entries.collect::<Result<_, String>>().map(Value::Object)
        }
        Value::Array(list) => list.into_iter().map(written_out).collect::<Result<_, String>>().map(Value::Array),
        other => Ok(other),
    }
}

fn text(map: &serde_json::Map<String, Value>) -> Result<String, String> {
    let around = |key: &str| map.get(key).and_then(Value::as_str).unwrap_or_default();
    let repeated = map.get("$repeat").and_then(Value::as_array).map(Vec::as_slice);
    match repeated {
        Some([Value::String(text), times]) if times.is_u64() => {
            let times = times.as_u64().and_then(|times| usize::try_from(times).ok()).unwrap_or_default();
            Ok(format!("{}{}{}", around("$before"), text.repeat(times), around("$after")))
        }
        _ => Err("$repeat is written as [text, times]".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn repeats_inside_anything() {
        let short = json!({"server": [{"text": {"$repeat": ["ab", 2], "$before": "<", "$after": ">"}}], "n": 1});
        assert_eq!(written_out(short), Ok(json!({"server": [{"text": "<abab>"}], "n": 1})));
        assert!(written_out(json!({"$repeat": "ab"})).is_err());
    }
}
