use proptest::prelude::*;

use super::*;

fn raw(json: &str) -> Box<RawValue> {
    RawValue::from_string(json.to_owned()).unwrap()
}

fn join(fragments: &[&str]) -> String {
    let mut text = Text::default();
    for fragment in fragments {
        assert!(text.push(&raw(fragment)), "{fragment} is a text");
    }
    text.finish()
}

#[test]
fn fragments_join() {
    let cases: &[(&[&str], &str)] = &[
        (&[], ""),
        (&[r#""""#, r#""a\n""#, r#""\"b\\""#], "a\n\"b\\"),
        (&[r#""\ud83d""#, r#""\ude00!""#], "😀!"),
        (&[r#""a\ud83d""#, r#""b""#], "a\u{FFFD}b"),
        (&[r#""\ud83d""#], "\u{FFFD}"),
        (&[r#""\ude00\ud83d\ude00\n\u00e9\\ud83d""#], "\u{FFFD}😀\né\\ud83d"),
        (&[r#""\ud83d\ud83d\ude00""#], "\u{FFFD}😀"),
        (&[r#""\ud800\uDBFF\uDC00\udbff\udfff\uDFFF""#], "\u{FFFD}\u{10FC00}\u{10FFFF}\u{FFFD}"),
        (&[r#""\ud7ff\ue000\ud83d""#], "\u{D7FF}\u{E000}\u{FFFD}"),
    ];
    for (fragments, expected) in cases {
        assert_eq!(join(fragments), *expected, "{fragments:?}");
    }
}

#[test]
fn values_that_are_no_text() {
    let mut text = Text::default();
    assert!(!text.push(&raw("1")));
    assert!(!text.push(&raw("null")));
    assert_eq!(text, Text::default());
    text.push_value(&raw(r#""a\n""#));
    text.push_value(&raw(r#"{"b":"\n"}"#));
    assert_eq!(text.finish(), "a\n{\"b\":\"\\n\"}");
    assert_eq!(of(&raw("[]")), None);
    assert_eq!(of(&raw(r#""\u00e9""#)).as_deref(), Some("é"));
}

proptest! {
    #[test]
    fn any_texts_join(texts in proptest::collection::vec(any::<String>(), 0..12)) {
        let escaped: Vec<String> = texts.iter().map(|text| serde_json::to_string(text).unwrap()).collect();
        let fragments: Vec<&str> = escaped.iter().map(String::as_str).collect();
        prop_assert_eq!(join(&fragments), texts.concat());
        let lone = join(&[&fragments[..], &[r#""\udc00""#]].concat());
        prop_assert_eq!(lone, texts.concat() + "\u{FFFD}");
    }
}
