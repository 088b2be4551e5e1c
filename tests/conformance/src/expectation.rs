//! Whether one expected value holds for one observed value.
//!
//! A plain value must be equal; numbers are compared by value, and null and a missing key are the same outside `raw`.
//! An object whose keys begin with `$` is a matcher for what cannot be known exactly.

use serde_json::{Map, Value};

/// How far two numbers may lie apart and still be the same; times cross languages as binary fractions.
const TOLERANCE: f64 = 1e-9;

/// Whether `observed` is what was expected. `Err` says how to read the expectation.
pub fn check(expected: &Value, observed: Option<&Value>) -> Result<(), String> {
    let observed = observed.unwrap_or(&Value::Null);
    match matcher(expected) {
        Some(rules) => rules.iter().try_for_each(|(rule, operand)| apply(rule, operand, observed)),
        None if same(expected, observed) => Ok(()),
        None => Err(expected.to_string()),
    }
}

/// Whether `value` describes what is expected instead of being it.
#[must_use]
pub fn matcher(value: &Value) -> Option<&Map<String, Value>> {
    value.as_object().filter(|map| !map.is_empty() && map.keys().all(|key| key.starts_with('$')))
}

fn apply(rule: &str, operand: &Value, observed: &Value) -> Result<(), String> {
    let holds = match rule {
        "$contains" => text(observed).is_some_and(|text| words(operand).all(|word| text.contains(word))),
        "$lacks" => text(observed).is_some_and(|text| words(operand).all(|word| !text.contains(word))),
        "$starts_with" => text(observed).zip(operand.as_str()).is_some_and(|(text, start)| text.starts_with(start)),
        "$length" => text(observed).is_some_and(|text| check_number(operand, text.chars().count())),
        "$between" => between(operand, observed),
        "$present" => operand.as_bool() == Some(!observed.is_null()),
        "$includes" => includes(operand, observed),
        _ => return Err(format!("a known matcher, not `{rule}`")),
    };
    if holds { Ok(()) } else { Err(format!("{}: {operand}", rule.trim_start_matches('$'))) }
}

fn text(value: &Value) -> Option<&str> {
    value.as_str()
}

/// One word or a list of words.
fn words(operand: &Value) -> impl Iterator<Item = &str> {
    let one = operand.as_str().into_iter();
    one.chain(operand.as_array().into_iter().flatten().filter_map(Value::as_str))
}

fn check_number(expected: &Value, observed: usize) -> bool {
    check(expected, Some(&Value::from(observed))).is_ok()
}

fn between(bounds: &Value, observed: &Value) -> bool {
    let bound = |index: usize| bounds.get(index).and_then(Value::as_f64);
    match (bound(0), bound(1), observed.as_f64()) {
        (Some(low), Some(high), Some(number)) => low - TOLERANCE <= number && number <= high + TOLERANCE,
        _ => false,
    }
}

/// Whether `observed` holds all of `expected`: objects by key, where null is null or missing, everything else exactly.
#[must_use]
pub fn includes(expected: &Value, observed: &Value) -> bool {
    match (expected, observed) {
        (Value::Object(_), _) if matcher(expected).is_some() => check(expected, Some(observed)).is_ok(),
        (Value::Object(expected), Value::Object(observed)) => {
            expected.iter().all(|(key, value)| includes(value, observed.get(key).unwrap_or(&Value::Null)))
        }
        (Value::Array(expected), Value::Array(observed)) => {
            expected.len() == observed.len() && expected.iter().zip(observed).all(|(left, right)| includes(left, right))
        }
        _ => same(expected, observed),
    }
}

/// Equality that looks through number notation and explicit nulls.
#[must_use]
pub fn same(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Number(left), Value::Number(right)) => {
            left == right || (!(left.is_u64() && right.is_u64()) && near(left.as_f64(), right.as_f64()))
        }
        (Value::Array(left), Value::Array(right)) => {
            left.len() == right.len() && left.iter().zip(right).all(|(left, right)| same(left, right))
        }
        (Value::Object(left), Value::Object(right)) => {
            let all_in = |one: &Map<String, Value>, other: &Map<String, Value>| {
                one.iter().all(|(key, value)| same(value, other.get(key).unwrap_or(&Value::Null)))
            };
            all_in(left, right) && all_in(right, left)
        }
        _ => left == right,
    }
}

fn near(left: Option<f64>, right: Option<f64>) -> bool {
    left.zip(right).is_some_and(|(left, right)| (left - right).abs() <= TOLERANCE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn holds(expected: &Value, observed: &Value) -> bool {
        check(expected, Some(observed)).is_ok()
    }

    #[test]
    fn plain_values_must_be_equal() {
        assert!(holds(&json!(7), &json!(7.0)));
        assert!(holds(&json!({"a": 1, "b": null}), &json!({"a": 1})));
        assert!(!holds(&json!(7), &json!("7")));
        assert!(!holds(&json!(7.0), &json!(7.001)));
        assert!(!holds(&json!({"a": 1}), &json!({"a": 1, "b": 2})));
        assert!(!holds(&json!([1, 2]), &json!([1, 2, 3])));
        assert!(!holds(&json!(9_007_199_254_740_993_u64), &json!(9_007_199_254_740_992_u64)));
    }

    #[test]
    fn null_stands_for_nothing_and_only_for_that() {
        assert!(check(&Value::Null, None).is_ok());
        assert!(check(&json!(0), None).is_err());
        assert!(!holds(&Value::Null, &json!("")));
    }

    #[test]
    fn matchers_fail_when_they_should() {
        assert!(holds(&json!({"$contains": ["key", "255"]}), &json!("a key of 255 bytes")));
        assert!(!holds(&json!({"$contains": ["key", "256"]}), &json!("a key of 255 bytes")));
        assert!(!holds(&json!({"$lacks": "key"}), &json!("a key")));
        assert!(!holds(&json!({"$lacks": "key"}), &Value::Null));
        assert!(holds(&json!({"$between": [0.5, 1]}), &json!(0.7)));
        assert!(!holds(&json!({"$between": [0.5, 1]}), &json!(1.1)));
        assert!(!holds(&json!({"$present": true}), &Value::Null));
        assert!(holds(&json!({"$length": {"$between": [0, 3]}}), &json!("abc")));
        assert!(!holds(&json!({"$length": 2}), &json!("abc")));
        assert!(!holds(&json!({"$contain": "typo"}), &json!("typo")));
    }

    #[test]
    fn a_subset_is_exact_inside() {
        assert!(includes(&json!({"model": "m"}), &json!({"model": "m", "n": 1})));
        assert!(!includes(&json!({"messages": [{"role": "user"}]}), &json!({"messages": []})));
        assert!(!includes(&json!({"stream": true}), &json!({})));
        assert!(
            includes(&json!({"stream": null}), &json!({}))
                && includes(&json!({"stream": null}), &json!({"stream": null}))
        );
        assert!(!includes(&json!({"stream": null}), &json!({"stream": true})));
    }
}
