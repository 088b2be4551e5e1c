//! Dotted paths into answers.

use serde_json::Value;

/// The value at `path`; integers index lists. `None` where the path leads nowhere.
#[must_use]
pub fn find<'a>(root: &'a Value, path: &str) -> Option<&'a Value> {
    // A key may itself hold dots, as header names and model ids do: the whole rest is tried first.
    if let Some(value) = step(root, path) {
        return Some(value);
    }
    path.match_indices('.').find_map(|(dot, _)| find(step(root, &path[..dot])?, &path[dot + 1..]))
}

fn step<'a>(value: &'a Value, key: &str) -> Option<&'a Value> {
    match value {
        Value::Object(map) => map.get(key),
        Value::Array(list) => list.get(key.parse::<usize>().ok()?),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn finds_through_objects_and_lists() {
        let root = json!({"meta": {"history": [{"kind": "RateLimit"}, {"kind": null}]}, "a.b": {"c": 1}});
        assert_eq!(find(&root, "meta.history.0.kind"), Some(&json!("RateLimit")));
        assert_eq!(find(&root, "meta.history.1.kind"), Some(&Value::Null));
        assert_eq!(find(&root, "a.b.c"), Some(&json!(1)));
        assert_eq!(find(&root, "meta.history.2"), None);
        assert_eq!(find(&root, "meta.attempts"), None);
        assert_eq!(find(&root, "meta.history.x"), None);
    }
}
