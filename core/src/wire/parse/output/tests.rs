use proptest::prelude::*;
use serde_json::json;

use super::*;

fn schema() -> Schema {
    let schema = json!({"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]});
    Schema::new(Some(&schema), None).unwrap()
}

#[expect(clippy::unnecessary_wraps, reason = "what is compared with is a result")]
fn parsed(json: &str, stripped: Option<&str>) -> Result<Parsed, String> {
    Ok(Parsed { json: json.to_owned(), stripped: stripped.map(str::to_owned) })
}

const ADA: &str = r#"{"name": "Ada"}"#;

#[test]
fn what_is_json_is_taken_as_it_is() {
    for lenient in [false, true] {
        assert_eq!(parse(ADA, &schema(), lenient), parsed(ADA, None));
        assert_eq!(parse(&format!("\n {ADA}\t"), &schema(), lenient), parsed(ADA, None));
        // Every number keeps its text.
        let long = r#"{"name": "Ada", "id": 1.00000000000000000001e2}"#;
        assert_eq!(parse(long, &schema(), lenient), parsed(long, None));
    }
}

#[test]
fn what_is_wrong_is_said_without_the_models_words() {
    for lenient in [false, true] {
        let fault = |text: &str| parse(text, &schema(), lenient).unwrap_err();
        assert_eq!(fault(""), "there is no text");
        assert_eq!(fault(" \n"), "there is no text");
        assert_eq!(fault(r#"{"name": 918273}"#), r#"at /name: value is not of type "string""#);
        assert_eq!(fault("{}"), r#""name" is a required property"#);
        assert_eq!(fault("[]"), r#"value is not of type "object""#);
        let prose = fault("Ada is 918273");
        assert!(prose.starts_with("it is not JSON: ") && !prose.contains("918273"), "{prose}");
        let cut = fault(r#"{"name": "918273"#);
        assert!(cut.starts_with("it is not JSON: EOF") && !cut.contains("918273"), "{cut}");
    }
}

#[test]
fn json_within_other_text_is_taken_only_leniently() {
    let rows = [
        (format!("```json\n{ADA}\n```"), ADA, "```json … ```"),
        (format!("```\n{ADA}```"), ADA, "``` … ```"),
        (format!("```json\n{ADA}"), ADA, "```json …"),
        (format!("Here you go:\n{ADA}"), ADA, "Here you go: …"),
        (format!("{ADA}\nAnything else?"), ADA, "… Anything else?"),
        (format!("Sure!\n```json\n{ADA}\n```\nDone."), ADA, "Sure!\n```json … ```\nDone."),
        (format!("As in [1]: {ADA}"), ADA, "As in [1]: …"),
        (format!("{{x}} {ADA}"), ADA, "{x} …"),
        (format!("{{\"a\": 1}} {ADA} {{\"name\": \"Bob\"}}"), ADA, "{\"a\": 1} … {\"name\": \"Bob\"}"),
        (format!("[{ADA}, 3] or {ADA}"), ADA, "[{\"name\": \"Ada\"}, 3] or …"),
        ("```json\n{\"name\": \"```\"}\n```".to_owned(), "{\"name\": \"```\"}", "```json … ```"),
    ];
    for (text, json, stripped) in rows {
        assert_eq!(parse(&text, &schema(), true), parsed(json, Some(stripped)), "{text}");
        let strict = parse(&text, &schema(), false).unwrap_err();
        assert!(strict.starts_with("it is not JSON: "), "{text}: {strict}");
    }
}

#[test]
fn a_fence_may_hold_what_is_no_object() {
    let number = Schema::new(Some(&json!({"type": "integer"})), None).unwrap();
    assert_eq!(parse("```\n36\n```", &number, true), parsed("36", Some("``` … ```")));
    assert!(parse("about 36", &number, true).is_err());
    assert!(parse("```\n36\n", &number, true).is_err());
    assert!(parse("36\n```", &number, true).is_err());
}

#[test]
fn where_nothing_within_is_json_the_whole_is_at_fault() {
    for text in ["```json\n{\"name\": }\n```", "so {\"name\": } it is"] {
        let strict = parse(text, &schema(), false);
        assert!(strict.is_err());
        assert_eq!(parse(text, &schema(), true), strict, "{text}");
    }
}

#[test]
fn of_several_that_do_not_match_the_first_is_named() {
    let fault = parse("{\"name\": 1} or {} or [", &schema(), true).unwrap_err();
    assert_eq!(fault, r#"at /name: value is not of type "string""#);
}

#[test]
fn json_is_not_looked_for_without_end() {
    let odd = |before: usize| format!("{}{ADA}", "{ ".repeat(before));
    assert!(parse(&odd(63), &schema(), true).is_ok());
    assert!(parse(&odd(64), &schema(), true).is_err());
}

#[test]
fn where_the_json_of_an_unfinished_text_begins() {
    let rows = [
        ("  {\"a", false, "{\"a"),
        ("Sure: {\"a", false, "Sure: {\"a"),
        ("Sure: {\"a", true, "{\"a"),
        ("Sure: [1", true, "[1"),
        ("Sure", true, "Sure"),
        ("```", true, ""),
        ("```json", true, ""),
        ("```json\n\"a", true, "\"a"),
        ("\n```json\n{\"a", true, "{\"a"),
        ("```json\n{\"a", false, "```json\n{\"a"),
        ("", true, ""),
    ];
    for (text, lenient, expected) in rows {
        assert_eq!(beginning(text, lenient), expected, "{text:?} {lenient}");
    }
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "[{}\\[\\]\":,`a-z0-9 \n…😀]{0,60}", lenient in any::<bool>()) {
        if let Ok(Parsed { json, .. }) = parse(&text, &schema(), lenient) {
            prop_assert!(text.contains(&json));
            prop_assert!(serde_json::from_str::<Value>(&json).is_ok_and(|value| value["name"].is_string()));
        }
        prop_assert!(text.ends_with(beginning(&text, lenient)));
    }
}
