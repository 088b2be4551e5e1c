use proptest::prelude::*;

use super::*;

fn repaired(text: &str) -> Option<String> {
    replace_non_finite(text.as_bytes()).map(|bytes| String::from_utf8(bytes).unwrap())
}

#[test]
fn values_that_json_cannot_express_become_null() {
    let cases = [
        (r#"{"a":NaN}"#, Some(r#"{"a":null}"#)),
        (r#"{"a": -Infinity, "b":[Infinity,NaN ]}"#, Some(r#"{"a": null, "b":[null,null ]}"#)),
        (r#"{"a":"NaN"}"#, None),
        (r#"{"a":"\"NaN","b":NaN}"#, Some(r#"{"a":"\"NaN","b":null}"#)),
        (r#"{"a":"\\","b":NaN,"c":"\\NaN"}"#, Some(r#"{"a":"\\","b":null,"c":"\\NaN"}"#)),
        (r#"{"NaN":1.50,"b":NaN,"é":1e400}"#, Some(r#"{"NaN":1.50,"b":null,"é":1e400}"#)),
        (r#"{"a":-1}"#, None),
        ("NaN", Some("null")),
        (r#"NaN"\"#, Some(r#"null"\"#)),
        ("", None),
    ];
    for (text, expected) in cases {
        assert_eq!(repaired(text).as_deref(), expected, "{text}");
    }
}

#[test]
fn whole_json_stays_as_it_came() {
    for text in ["{\"a\": 1.50 , \"b\":[12345678901234567890123]}", " [] ", "0", "\"\\ud800\""] {
        let bytes = Bytes::copy_from_slice(text.as_bytes());
        let read = whole(&bytes).unwrap();
        assert_eq!(read.as_ptr(), bytes.as_ptr(), "{text} was copied");
        assert_eq!(read.len(), bytes.len());
        assert!(is_whole(&bytes));
    }
    assert_eq!(whole(&Bytes::from_static(b"[NaN,1.50]")).unwrap(), "[null,1.50]");
    assert!(is_whole(b"[NaN]"));
}

#[test]
fn why_it_is_no_json() {
    let cases: &[(&[u8], NotJson, &str)] = &[
        (b"", NotJson::Empty, "it is empty"),
        (b" \r\n", NotJson::Empty, "it is empty"),
        (b" <html></html>", NotJson::Markup, "it is HTML or XML, not JSON"),
        (b"{\"a\":", NotJson::CutShort, "the JSON is cut short"),
        (b"[NaN,", NotJson::CutShort, "the JSON is cut short"),
        (b"\"\xFF\"", NotJson::NotUtf8, "it is not UTF-8"),
        (
            b"{} x",
            NotJson::Syntax("trailing characters at line 1 column 4".into()),
            "it is not JSON: trailing characters at line 1 column 4",
        ),
    ];
    for (bytes, expected, text) in cases {
        let why = whole(&Bytes::copy_from_slice(bytes)).unwrap_err();
        assert_eq!(&why, expected);
        assert_eq!(why.to_string(), *text);
        assert!(!is_whole(bytes), "{text}");
    }
}

#[test]
fn only_objects_are_read_as_one() {
    #[derive(Deserialize)]
    struct One {
        #[serde(default)]
        a: u8,
    }
    assert_eq!(object::<One>(b" {\"a\":1}").map(|one| one.a), Ok(1));
    assert_eq!(object::<One>(b"[1]").map(|one| one.a), Err(NotJson::Scalar));
    assert!(matches!(object::<One>(b"{\"a\":1,\"a\":1}"), Err(NotJson::Syntax(_))));
    let list = RawValue::from_string(r#"[{"a":1},7,null,[2],{"a":"x"},{"a":3}]"#.to_owned()).unwrap();
    assert_eq!(objects::<One>(&list).iter().map(|one| one.a).collect::<Vec<_>>(), [1, 3]);
    assert!(objects::<One>(&RawValue::from_string("7".to_owned()).unwrap()).is_empty());
}

#[test]
fn values_that_say_something() {
    let cases = [
        ("null", false),
        ("\"\"", false),
        ("[]", false),
        ("[ \n]", false),
        ("{}", false),
        ("{ }", false),
        ("\" \"", true),
        ("\"null\"", true),
        ("[null]", true),
        ("{\"a\":null}", true),
        ("0", true),
        ("false", true),
    ];
    for (text, expected) in cases {
        assert_eq!(filled(&RawValue::from_string(text.to_owned()).unwrap()), expected, "{text}");
    }
}

proptest! {
    #[test]
    fn the_repair_leaves_valid_json_alone(texts in proptest::collection::vec("[NaIfinty\\\\\"é-]{0,12}", 0..6)) {
        let json = serde_json::to_string(&texts).unwrap();
        prop_assert_eq!(replace_non_finite(json.as_bytes()), None);
    }

    #[test]
    fn the_repair_touches_nothing_else(texts in proptest::collection::vec("[NaN\\\\\"é-]{0,6}", 0..6)) {
        let strings: Vec<String> = texts.iter().map(|text| serde_json::to_string(text).unwrap()).collect();
        let with = |literal: &str| format!("[{}]", [&strings[..], &[literal.to_owned()]].concat().join(","));
        prop_assert_eq!(repaired(&with("-Infinity")), Some(with("null")));
    }

    #[test]
    fn any_bytes_are_survived(bytes: Vec<u8>) {
        let _ = replace_non_finite(&bytes);
        prop_assert_eq!(is_whole(&bytes), whole(&Bytes::from(bytes)).is_ok());
    }
}
