use serde_json::json;

use super::*;

fn raw(text: &str) -> Box<RawValue> {
    RawValue::from_string(text.to_owned()).unwrap()
}

fn reported(text: &str) -> Option<Usage> {
    Usage::read(Some(&raw(text)), None)
}

fn estimated(text: &str) -> Option<Usage> {
    Usage::read(None, Some(&raw(text)))
}

fn usage(prompt: Option<u64>, completion: Option<u64>, total: Option<u64>, cached: Option<u64>) -> Usage {
    Usage {
        prompt_tokens: prompt,
        completion_tokens: completion,
        total_tokens: total,
        cache_read_tokens: cached,
        reasoning_tokens: None,
        estimated: false,
    }
}

#[test]
fn as_reported() {
    let cases = [
        (
            r#"{"prompt_tokens":1,"completion_tokens":2,"total_tokens":3,"x":4}"#,
            Some(usage(Some(1), Some(2), Some(3), None)),
        ),
        (r#"{"prompt_tokens":1,"total_tokens":0}"#, Some(usage(Some(1), None, Some(0), None))),
        (
            r#"{"completion_tokens":null,"total_tokens":3,"prompt_tokens_details":{"cached_tokens":8}}"#,
            Some(usage(None, None, Some(3), Some(8))),
        ),
        (
            r#"{"cache_read_tokens":9,"prompt_tokens_details":{"cached_tokens":8}}"#,
            Some(usage(None, None, None, Some(9))),
        ),
        (r#"{"total_tokens":3,"prompt_tokens_details":null}"#, Some(usage(None, None, Some(3), None))),
        (r#"{"total_tokens":3,"prompt_tokens_details":7}"#, Some(usage(None, None, Some(3), None))),
        (r#"{"prompt_tokens":-1,"completion_tokens":"2","total_tokens":3}"#, Some(usage(None, None, Some(3), None))),
        (
            r#"{"input_tokens":1,"output_tokens":2,"total_tokens":3,"input_tokens_details":{"cached_tokens":4}}"#,
            Some(usage(Some(1), Some(2), Some(3), Some(4))),
        ),
        (r#"{"prompt_tokens":1,"input_tokens":9,"completion_tokens":2}"#, Some(usage(Some(1), Some(2), None, None))),
        (
            r#"{"completion_tokens":2,"completion_tokens_details":{"reasoning_tokens":1}}"#,
            Some(Usage { reasoning_tokens: Some(1), ..usage(None, Some(2), None, None) }),
        ),
        (
            r#"{"output_tokens":2,"output_tokens_details":{"reasoning_tokens":1,"cached_tokens":7}}"#,
            Some(Usage { reasoning_tokens: Some(1), ..usage(None, Some(2), None, None) }),
        ),
        (r#"{"prompt_tokens":null}"#, None),
        ("{}", None),
        ("null", None),
        (r#""n/a""#, None),
    ];
    for (text, expected) in cases {
        assert_eq!(reported(text), expected, "{text}");
    }
}

#[test]
fn estimated_from_timings() {
    let with = |prompt, completion, total, cached| Usage {
        estimated: true,
        ..usage(Some(prompt), Some(completion), Some(total), cached)
    };
    let cases = [
        (r#"{"prompt_n":3,"cache_n":4,"predicted_n":5,"predicted_ms":1.5}"#, Some(with(7, 5, 12, Some(4)))),
        (r#"{"prompt_n":3,"predicted_n":5}"#, Some(with(3, 5, 8, None))),
        (
            r#"{"prompt_n":18446744073709551615,"cache_n":1,"predicted_n":1}"#,
            Some(with(u64::MAX, 1, u64::MAX, Some(1))),
        ),
        (r#"{"predicted_n":5}"#, None),
        (r#"{"prompt_n":5}"#, None),
        ("[]", None),
    ];
    for (text, expected) in cases {
        assert_eq!(estimated(text), expected, "{text}");
    }
}

#[test]
fn a_report_wins_over_timings() {
    let timings = raw(r#"{"prompt_n":3,"predicted_n":5}"#);
    let read = |usage: &str| Usage::read(Some(&raw(usage)), Some(&timings)).unwrap();
    assert_eq!(read(r#"{"total_tokens":3}"#), usage(None, None, Some(3), None));
    assert!(read("null").estimated);
    assert_eq!(Usage::read(None, None), None);
}

#[test]
fn the_later_of_a_stream_holds_but_no_estimate_replaces_a_report() {
    let (first, second) = (reported(r#"{"total_tokens":1}"#), reported(r#"{"total_tokens":2}"#));
    let (guess, better) =
        (estimated(r#"{"prompt_n":1,"predicted_n":1}"#), estimated(r#"{"prompt_n":1,"predicted_n":2}"#));
    let cases = [
        (None, None, None),
        (first, None, first),
        (None, second, second),
        (first, second, second),
        (guess, second, second),
        (first, guess, first),
        (guess, better, better),
    ];
    for (seen, next, expected) in cases {
        assert_eq!(Usage::later(seen, next), expected, "{seen:?} then {next:?}");
    }
}

#[test]
fn unknown_numbers_are_written_as_null() {
    let value = serde_json::to_value(reported(r#"{"prompt_tokens":1}"#)).unwrap();
    let expected = json!({
        "prompt_tokens": 1, "completion_tokens": null, "total_tokens": null, "cache_read_tokens": null, "reasoning_tokens": null,
        "estimated": false,
    });
    assert_eq!(value, expected);
}

#[test]
fn two_generations_used_what_both_of_them_report() {
    let (first, second) = (
        reported(r#"{"prompt_tokens":1,"completion_tokens":2,"total_tokens":3,"cache_read_tokens":4}"#),
        reported(
            r#"{"prompt_tokens":10,"completion_tokens":20,"total_tokens":30,"completion_tokens_details":{"reasoning_tokens":5}}"#,
        ),
    );
    let both = Usage {
        prompt_tokens: Some(11),
        completion_tokens: Some(22),
        total_tokens: Some(33),
        cache_read_tokens: Some(4),
        reasoning_tokens: Some(5),
        estimated: false,
    };
    assert_eq!(Usage::sum(first, second), Some(both));
    assert_eq!(Usage::sum(second, first), Some(both));
    assert_eq!(Usage::sum(first, None), first);
    assert_eq!(Usage::sum(None, second), second);
    assert_eq!(Usage::sum(None, None), None);
    let guess = estimated(r#"{"prompt_n":1,"predicted_n":1}"#);
    assert!(Usage::sum(first, guess).unwrap().estimated && Usage::sum(guess, first).unwrap().estimated);
    assert!(Usage::sum(guess, guess).unwrap().estimated);
}
