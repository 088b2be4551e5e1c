//! What is wrong with what crosses the bridge is named, and no secret is quoted.

mod common;

use axonium_bridge::{Engine, HandleError};
use bytes::Bytes;
use common::{Gateway, chat, config, parsed, run};
use serde_json::{Value, json};

fn refused(more: &Value) -> Value {
    match Engine::new(&config("http://127.0.0.1:1", &Value::Null, more)) {
        Err(failed) => parsed(&failed),
        Ok(_) => panic!("{more} was taken"),
    }
}

#[test]
fn a_config_key_that_is_wrong_is_named() {
    for (more, named) in [
        (json!({"gateway_url": "x"}), "gateway_url"),
        (json!({"retry": {"attempts": 3}}), "attempts"),
        (json!({"retry": {"max_attempts": 0}}), "retry.max_attempts"),
        (json!({"retry": {"max_attempts": "three"}}), "retry.max_attempts"),
        (json!({"timeouts": {"request_s": -1}}), "timeouts.request_s"),
        (json!({"timeouts": {"connect_s": 0}}), "timeouts.connect_s"),
        (json!({"timeouts": {"auth_s": 1e300}}), "timeouts.auth_s"),
        (json!({"clock": "sundial"}), "clock"),
        (json!({"clock": {"gateway": 12345}}), "clock"),
        (json!({"token_provider": "yes"}), "token_provider"),
        (json!({"partial": "half"}), "partial"),
        (json!({"default_headers": {"Authorization": "Bearer x"}}), "default_headers.Authorization"),
        (json!({"proxy": "::"}), "proxy"),
        (json!({"on_timeout": "wait"}), "on_timeout"),
        (json!({"on_timeout": "retry_once_then_fallback"}), "fallback"),
        (json!({"fallback": ["m"]}), "on_timeout"),
        (json!({"fallback": [7]}), "fallback[0]"),
        (json!({"fallback": [{"nam": "a"}]}), "nam"),
        (json!({"resume": "again"}), "resume"),
        (json!({"retry_clean": true}), "may_bill_twice"),
    ] {
        let failed = refused(&more);
        assert_eq!(failed["kind"], "Configuration", "{more}");
        let told = format!("{} {}", failed["field"], failed["message"]);
        assert!(told.contains(named), "{more}: {told}");
        assert_eq!((&failed["local"], &failed["meta"]["attempts"]), (&json!(true), &json!(0)));
    }
}

#[test]
fn a_config_that_is_no_object_is_refused() {
    for config in ["", "null", "[]", "{", "\"text\"", "\u{0}"] {
        let Err(failed) = Engine::new(config.as_bytes()) else { panic!("{config:?} was taken") };
        assert_eq!(parsed(&failed)["kind"], "Configuration");
    }
}

#[test]
fn a_secret_of_the_wrong_kind_is_not_quoted() {
    for (key, value) in [
        ("api_key", json!(918_273_645)),
        ("client_secret", json!(918_273_645)),
        ("api_key", json!({"value": 918_273_645})),
        ("client_secret", json!([918_273_645])),
        ("api_key", json!("918273645\n")),
    ] {
        let failed = refused(&json!({ key: value })).to_string();
        assert!(failed.contains(key) && !failed.contains("918273645"), "{failed}");
    }
    for key in ["routes", "fallback"] {
        let failed = refused(&json!({ key: [{"name": "a", "api_key": 918_273_645}] })).to_string();
        assert!(failed.contains(key) && !failed.contains("918273645"), "{failed}");
    }
    let both = refused(&json!({"api_key": "918273645", "client_id": "c", "client_secret": "918273646"})).to_string();
    assert!(both.contains("credentials") && !both.contains("91827364"), "{both}");
}

#[test]
fn null_means_unset() {
    let gateway = Gateway::start(&json!({}));
    let keys = [
        "client_id",
        "client_secret",
        "scope",
        "token_provider",
        "ca_bundle",
        "proxy",
        "retry",
        "retry_budget",
        "timeouts",
        "cooldown",
        "partial",
        "default_headers",
        "user_agent_suffix",
        "http2",
        "pool_max_idle_per_host",
        "max_event_bytes",
        "observe",
        "language",
        "version",
    ];
    let unset: serde_json::Map<_, _> = keys.iter().map(|key| ((*key).to_owned(), Value::Null)).collect();
    let engine = gateway.engine(&Value::Object(unset));
    let options = json!({"idempotency_key": null, "timeout_s": null, "instance": null, "extra_headers": null,
        "extra_body": null, "retry": {"max_attempts": null, "max_backoff_s": null}, "partial": null, "parse": null});
    assert!(run(&engine, "chat.completions.create", chat(), &options).end.unwrap().is_ok());
}

#[test]
fn an_option_or_operation_that_is_wrong_is_named() {
    let gateway = Gateway::start(&json!({}));
    let engine = gateway.engine(&json!({}));
    for (operation, options, named) in [
        ("chat.completions.create", json!({"timeout": 3}), "timeout"),
        ("chat.completions.create", json!({"timeout_s": -3}), "timeout_s"),
        ("chat.completions.create", json!({"timeout_s": "3"}), "timeout_s"),
        ("chat.completions.create", json!({"retry": {"jitter": 3}}), "retry.jitter"),
        ("chat.completions.create", json!({"idempotency_key": "a\nb"}), "idempotency_key"),
        ("chat.completions.create", json!({"extra_headers": {"Idempotency-Key": "k"}}), "extra_headers"),
        ("chat.completions.create", json!({"extra_body": {"model": "other"}}), "model"),
        ("chat.completions.create", json!({"parse": {}}), "parse.schema"),
        ("chat.completions.create", json!({"parse": {"schema": null}}), "parse.schema"),
        ("chat.completions.create", json!({"parse": {"schema": "object"}}), "parse.schema"),
        ("chat.completions.create", json!({"parse": {"schema": {}, "max_repairs": 2}}), "parse.max_repairs"),
        ("chat.completions.create", json!({"parse": {"schema": {}, "max_repairs": -1}}), "parse.max_repairs"),
        ("chat.completions.create", json!({"parse": {"schema": {}, "lenient": "yes"}}), "parse.lenient"),
        ("chat.completions.create", json!({"parse": {"schema": {}, "repairs": 1}}), "repairs"),
        ("models.list", json!({"parse": {"schema": {}}}), "parse"),
        ("chat.completion.create", json!({}), "chat.completion.create"),
        ("", json!({}), "operation"),
    ] {
        let failed = run(&engine, operation, chat(), &options);
        let failed = failed.failed();
        assert_eq!(failed["kind"], "InvalidRequest", "{options}");
        let told = format!("{} {}", failed["field"], failed["message"]);
        assert!(told.contains(named), "{options}: {told}");
    }
    let not_json = run(&engine, "chat.completions.create", Bytes::from_static(b"\xff"), &json!({}));
    assert_eq!(not_json.failed()["kind"], "InvalidRequest");
    assert_eq!(gateway.control("requests", &Value::Null), json!([]), "nothing was sent");
}

#[test]
fn ids_that_are_stale_or_foreign_are_errors() {
    let gateway = Gateway::start(&json!({}));
    let (engine, other) = (gateway.engine(&json!({})), gateway.engine(&json!({})));
    let call = engine.start("chat.completions.create", chat(), b"").unwrap();
    engine.close(call);
    let next = engine.start("chat.completions.create", chat(), b"").unwrap();
    assert_ne!(call, next, "the place is used again, the id is not");
    for id in [call, 0, u64::MAX, next + (1 << 40)] {
        assert_eq!(engine.try_pull(id, 1, 1).unwrap_err(), HandleError::Unknown);
        assert!(engine.pull(id, 1, 1).is_err() && engine.snapshot(id).is_err() && engine.cancel(id).is_err());
        assert!(engine.answer_token(id, 1, Ok("t".to_owned())).is_err());
        engine.close(id);
    }
    assert_eq!(parsed(&engine.stats())["open_calls"], 1);
    assert!(common::read(&engine, next).end.unwrap().is_ok());
    assert_eq!(parsed(&engine.stats())["open_calls"], 0);
    assert_eq!(other.try_pull(next, 1, 1).unwrap_err(), HandleError::Unknown);
}
