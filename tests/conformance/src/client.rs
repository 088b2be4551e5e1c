//! Client options as scenarios write them, turned into the configuration that drivers get.

use serde_json::{Map, Value, json};

/// Flat names, the group they belong to, and their name in it.
const FLAT: [(&str, &str, &str); 11] = [
    ("max_attempts", "retry", "max_attempts"),
    ("initial_backoff_s", "retry", "initial_backoff_s"),
    ("max_backoff_s", "retry", "max_backoff_s"),
    ("jitter", "retry", "jitter"),
    ("retry_upstream_errors", "retry", "retry_upstream_errors"),
    ("connect_timeout_s", "timeouts", "connect_s"),
    ("request_timeout_s", "timeouts", "request_s"),
    ("stream_idle_timeout_s", "timeouts", "stream_idle_s"),
    ("first_output_timeout_s", "timeouts", "first_output_s"),
    ("auth_timeout_s", "timeouts", "auth_s"),
    ("hold_back_s", "timeouts", "hold_back_s"),
];

/// Names that are the same on both sides.
const SAME: [&str; 26] = [
    "gateway_base_url",
    "api_key",
    "client_id",
    "client_secret",
    "scope",
    "ca_bundle",
    "proxy",
    "retry",
    "retry_budget",
    "timeouts",
    "cooldown",
    "cooldown_group",
    "partial",
    "default_headers",
    "user_agent_suffix",
    "http2",
    "pool_max_idle_per_host",
    "max_event_bytes",
    "max_hold_back_bytes",
    "routes",
    "circuit_breaker",
    "on_timeout",
    "fallback",
    "may_bill_twice",
    "resume",
    "retry_clean",
];

const CREDENTIALS: [&str; 3] = ["api_key", "client_id", "client_secret"];

/// The bearer of every client that names no credentials.
pub const DEFAULT_API_KEY: &str = "test-key";

/// Refuses options that no client has.
pub fn check(client: &Map<String, Value>) -> Result<(), String> {
    let known = |key: &String| SAME.contains(&key.as_str()) || FLAT.iter().any(|(flat, ..)| flat == key);
    match client.keys().find(|key| !known(key)) {
        Some(unknown) => Err(format!("unknown client option `{unknown}`")),
        None => Ok(()),
    }
}

/// The configuration for a driver. `cooldown_group` separates this scenario's client from all others.
#[must_use]
pub fn config(client: &Map<String, Value>, cooldown_group: &str) -> Map<String, Value> {
    let mut config = Map::new();
    for (key, value) in client {
        match FLAT.iter().find(|(flat, ..)| flat == key) {
            Some((_, group, name)) => {
                let group = config.entry(*group).or_insert_with(|| json!({}));
                if let Value::Object(group) = group {
                    group.insert((*name).to_owned(), value.clone());
                }
            }
            None => merge(&mut config, key, value),
        }
    }
    if !CREDENTIALS.iter().any(|name| client.contains_key(*name)) {
        config.insert("api_key".to_owned(), Value::from(DEFAULT_API_KEY));
    }
    config.entry("cooldown_group").or_insert_with(|| Value::from(cooldown_group));
    config
}

/// Sets `key`, and keeps what flat names already put into the same group.
fn merge(config: &mut Map<String, Value>, key: &str, value: &Value) {
    match (config.get_mut(key), value) {
        (Some(Value::Object(present)), Value::Object(more)) => {
            present.extend(more.iter().map(|(name, value)| (name.clone(), value.clone())));
        }
        _ => {
            config.insert(key.to_owned(), value.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(value: Value) -> Map<String, Value> {
        match value {
            Value::Object(map) => map,
            other => panic!("not an object: {other}"),
        }
    }

    #[test]
    fn flat_names_become_groups() {
        let client = map(json!({"max_attempts": 5, "request_timeout_s": 0.2, "retry": {"jitter": false}}));
        let expected = json!({
            "retry": {"max_attempts": 5, "jitter": false}, "timeouts": {"request_s": 0.2},
            "api_key": DEFAULT_API_KEY, "cooldown_group": "g",
        });
        assert_eq!(Value::Object(config(&client, "g")), expected);
    }

    #[test]
    fn named_credentials_and_groups_are_kept() {
        let client = map(json!({"client_id": "c", "client_secret": "s", "cooldown_group": "shared"}));
        assert_eq!(config(&client, "g"), client);
    }

    #[test]
    fn unknown_options_are_refused_by_name() {
        assert_eq!(check(&map(json!({"max_atempts": 5}))), Err("unknown client option `max_atempts`".to_owned()));
    }
}
