use super::*;

#[expect(clippy::unnecessary_wraps, reason = "what is compared with is an option")]
fn refusal(code: &str, text: Option<&str>) -> Option<Refusal> {
    Some(Refusal { code: code.to_owned(), text: text.map(str::to_owned) })
}

#[test]
fn an_answer_declines_in_words_or_by_its_end() {
    let rows = [
        (None, None, None),
        (None, Some("stop"), None),
        (None, Some("length"), None),
        (Some(""), Some("stop"), None),
        (Some("I cannot"), Some("stop"), refusal("refusal", Some("I cannot"))),
        (Some("I cannot"), None, refusal("refusal", Some("I cannot"))),
        (None, Some("content_filter"), refusal("content_filter", None)),
        (Some(""), Some("content_filter"), refusal("content_filter", None)),
        (Some("I cannot"), Some("content_filter"), refusal("refusal", Some("I cannot"))),
    ];
    for (words, ended, expected) in rows {
        assert_eq!(Refusal::of(words, ended), expected, "{words:?} {ended:?}");
    }
}

#[test]
fn an_error_declines_by_its_code() {
    let of = |codes: &[&'static str]| Refusal::of_error(codes.iter().copied(), Some("no"));
    for code in SAFETY {
        assert_eq!(of(&[code]), refusal(code, Some("no")));
        assert!(is_safety_code(code));
    }
    assert_eq!(of(&["invalid_request_error", "content_filter"]), refusal("content_filter", Some("no")));
    assert_eq!(of(&["invalid_prompt"]), None);
    assert_eq!(of(&["server_error"]), None);
    assert_eq!(of(&[]), None);
    assert_eq!(Refusal::of_error(["cyber_policy"].into_iter(), None), refusal("cyber_policy", None));
    assert!(!is_safety_code("invalid_prompt"));
}

#[test]
fn most_events_cannot_be_a_part_of_one() {
    for event in [
        r#"{"choices":[{"delta":{"refusal":"no"}}]}"#,
        r#"{"choices":[{"finish_reason":"content_filter"}]}"#,
        r#"{"type":"response.refusal.delta","delta":"no"}"#,
    ] {
        assert!(may_be_in(event.as_bytes()), "{event}");
    }
    assert!(!may_be_in(br#"{"choices":[{"delta":{"content":"Hel"},"finish_reason":"stop"}]}"#));
}
