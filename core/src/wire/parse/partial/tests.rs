use proptest::prelude::*;
use serde_json::{Value, json};

use super::complete;

#[test]
fn what_the_beginning_of_a_text_amounts_to() {
    let rows = [
        ("", None),
        (" \n", None),
        ("{", Some(json!({}))),
        (" {", Some(json!({}))),
        ("{\"na", Some(json!({}))),
        ("{\"name\"", Some(json!({}))),
        ("{\"name\" : ", Some(json!({}))),
        ("{\"name\":\"", Some(json!({"name": ""}))),
        ("{\"name\" :\t\"Ada", Some(json!({"name": "Ada"}))),
        ("{\"name\":\"Ada\"", Some(json!({"name": "Ada"}))),
        ("{\"name\":\"Ada\" ,", Some(json!({"name": "Ada"}))),
        ("{\"name\":\"Ada\", \"a", Some(json!({"name": "Ada"}))),
        ("{\"name\":\"Ada\",\"tags\":[", Some(json!({"name": "Ada", "tags": []}))),
        ("{\"tags\":[\"a\",\"b", Some(json!({"tags": ["a", "b"]}))),
        ("{\"tags\":[\"a\" ] , \"x\": {\"y\": {}", Some(json!({"tags": ["a"], "x": {"y": {}}}))),
        ("[[],{}", Some(json!([[], {}]))),
        ("[[ ] , { } ]", Some(json!([[], {}]))),
        ("\"", Some(json!(""))),
        ("\"Hel", Some(json!("Hel"))),
        ("\"Hel\"", Some(json!("Hel"))),
    ];
    for (text, expected) in rows {
        assert_eq!(complete(text), expected, "{text}");
    }
}

#[test]
fn a_number_is_shown_once_something_follows_it() {
    let rows = [
        ("{\"age\":3", json!({})),
        ("{\"age\":36", json!({})),
        ("{\"age\":36}", json!({"age": 36})),
        ("{\"age\":36 ", json!({"age": 36})),
        ("{\"age\":-3.5e2,", json!({"age": -350.0})),
        ("[0.5,1E+2,1", json!([0.5, 100.0])),
    ];
    for (text, expected) in rows {
        assert_eq!(complete(text), Some(expected), "{text}");
    }
    assert_eq!(complete("36"), None);
    assert_eq!(complete("36 "), Some(json!(36)));
}

#[test]
fn a_word_is_shown_once_it_is_whole() {
    for (text, whole) in [("true", json!(true)), ("false", json!(false)), ("null", json!(null))] {
        for end in 0..text.len() {
            assert_eq!(complete(&text[..end]), None, "{}", &text[..end]);
        }
        assert_eq!(complete(text), Some(whole));
    }
    assert_eq!(complete("[tru"), Some(json!([])));
    assert_eq!(complete("[true,nul"), Some(json!([true])));
}

#[test]
fn an_escape_is_shown_once_it_is_whole() {
    let rows = [
        (r#""a\"#, "a"),
        (r#""a\n"#, "a\n"),
        (r#""a\\"#, "a\\"),
        (r#""a\\\"#, "a\\"),
        (r#""a\"b"#, "a\"b"),
        (r#""a\u"#, "a"),
        (r#""a\u00e"#, "a"),
        (r#""a\u00e9"#, "aé"),
        (r#""a\u00e9b\u00e9\u"#, "aébé"),
        (r#""a\ud83d"#, "a"),
        (r#""a\ud83d\"#, "a"),
        (r#""a\ud83d\u"#, "a"),
        (r#""a\ud83d\ude0"#, "a"),
        (r#""a\ud83d\ude00"#, "a😀"),
        (r#""a\ud83d\ude00\ud83d"#, "a😀"),
        // A half that never meets the other is replaced.
        (r#""a\ud83db"#, "a\u{fffd}b"),
        (r#""a\ud83d\nb"#, "a\u{fffd}\nb"),
        (r#""a\ud83d\u00e9"#, "a\u{fffd}é"),
        (r#""a\ude00b"#, "a\u{fffd}b"),
    ];
    for (text, expected) in rows {
        assert_eq!(complete(text), Some(json!(expected)), "{text}");
    }
}

#[test]
fn what_follows_a_mistake_is_not_looked_at() {
    let rows = [
        ("Sure: {}", None),
        ("nil", None),
        ("-,", None),
        ("[1,-,2]", Some(json!([1]))),
        ("[1 2]", Some(json!([1]))),
        ("[1}", Some(json!([1]))),
        ("{\"a\":[1},\"b\":2}", Some(json!({"a": [1]}))),
        ("{\"a\":1]", Some(json!({"a": 1}))),
        ("{\"a\" 1,\"b\":2}", Some(json!({}))),
        ("{a:1}", Some(json!({}))),
        ("{\"a\":x,\"b\":2}", Some(json!({}))),
        ("[\"a\nb\",1]", Some(json!([]))),
        ("{\"a\nb\":1}", Some(json!({}))),
        ("{\"a\":1} and more", Some(json!({"a": 1}))),
        ("[{\"a\":-},1]", Some(json!([{}]))),
        ("[[\"a\nb\"],1]", Some(json!([[]]))),
    ];
    for (text, expected) in rows {
        assert_eq!(complete(text), expected, "{text}");
    }
}

#[test]
fn it_reads_as_deep_as_the_end_is_read() {
    let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    let read = |text: &str| serde_json::from_str::<Value>(text).ok();
    assert!(read(&nested(127)).is_some() && read(&nested(128)).is_none());
    assert_eq!(complete(&nested(127)), read(&nested(127)));
    assert_eq!(complete(&nested(100_000)), read(&nested(127)));
    let objects = "{\"a\":".repeat(100_000);
    let shown = complete(&objects).unwrap();
    assert_eq!(std::iter::successors(Some(&shown), |value| value.get("a")).count(), 127);
}

fn values() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (-1e6..1e6).prop_map(Value::from),
        "[a\"\\\\\n é😀{}:,\\[\\]]{0,6}".prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 24, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::btree_map("[a-e\"\\\\é]{0,3}", inner, 0..5)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

/// Whether `later` is `earlier`, perhaps grown.
fn grew(earlier: &Value, later: &Value) -> bool {
    match (earlier, later) {
        (Value::String(earlier), Value::String(later)) => later.starts_with(earlier.as_str()),
        (Value::Array(earlier), Value::Array(later)) => {
            earlier.len() <= later.len() && earlier.iter().zip(later).all(|(earlier, later)| grew(earlier, later))
        }
        (Value::Object(earlier), Value::Object(later)) => {
            earlier.iter().all(|(name, earlier)| later.get(name).is_some_and(|later| grew(earlier, later)))
        }
        (earlier, later) => earlier == later,
    }
}

proptest! {
    #[test]
    fn every_beginning_of_a_text_gives_what_only_grows(value in values(), pretty in any::<bool>(), escaped in any::<bool>()) {
        let text = if pretty { serde_json::to_string_pretty(&value).unwrap() } else { value.to_string() };
        let text = if escaped { ascii(&text) } else { text };
        let mut before = None;
        for end in (0..=text.len()).filter(|end| text.is_char_boundary(*end)) {
            let now = complete(&text[..end]);
            if let Some(before) = &before {
                prop_assert!(now.as_ref().is_some_and(|now| grew(before, now)), "{before} {now:?} at {end} of {text}");
            }
            before = now.or(before);
        }
        // With something behind it the whole is shown, numbers included.
        prop_assert_eq!(complete(&format!("{text} ")), Some(value));
    }

    #[test]
    fn no_text_is_too_odd(text in "[\\[\\]{}:,\"\\\\ u0-9a-f\\-+.eEtrufalsn é😀\n]{0,40}") {
        let whole = serde_json::from_str::<Value>(&text).ok();
        let shown = complete(&format!("{text} "));
        if whole.is_some() {
            prop_assert_eq!(shown, whole);
        }
    }
}

/// `text` with every character beyond ASCII as an escape.
fn ascii(text: &str) -> String {
    text.encode_utf16().fold(String::new(), |text, unit| match u8::try_from(unit) {
        Ok(byte) if byte.is_ascii() => text + &char::from(byte).to_string(),
        _ => format!("{text}\\u{unit:04x}"),
    })
}
