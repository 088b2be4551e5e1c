use http::HeaderValue;
use proptest::prelude::*;
use serde_json::json;

use super::*;

const NOW: (&str, &str) = ("date", "Sun, 06 Nov 1994 08:49:37 GMT");

fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
    pairs.iter().map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_str(value).unwrap())).collect()
}

fn milliseconds(headers: &HeaderMap, body: Option<&Value>) -> Option<u128> {
    read(headers, body).map(|wait| wait.as_millis())
}

#[test]
fn headers_alone() {
    type Case = (&'static [(&'static str, &'static str)], Option<u128>);
    let cases: &[Case] = &[
        (&[], None),
        (&[("retry-after", "7")], Some(7_000)),
        (&[("retry-after", " 0.25 ")], Some(250)),
        (&[("retry-after", "0")], Some(0)),
        (&[("retry-after", "-1")], None),
        (&[("retry-after", "NaN")], None),
        (&[("retry-after", "inf")], None),
        (&[("retry-after", "soon")], None),
        (&[("retry-after", "")], None),
        (&[("retry-after", "31622400")], Some(31_622_400_000)),
        (&[("retry-after", "31622401")], None),
        (&[("retry-after", "1e300")], None),
        (&[NOW, ("retry-after", "Sun, 06 Nov 1994 08:49:49 GMT")], Some(12_000)),
        (&[NOW, ("retry-after", "Sunday, 06-Nov-94 08:49:49 GMT")], Some(12_000)),
        (&[NOW, ("retry-after", "Sun, 06 Nov 1994 08:49:37 GMT")], Some(0)),
        (&[NOW, ("retry-after", "Sun, 06 Nov 1994 08:49:36 GMT")], None),
        (&[NOW, ("retry-after", "Tue, 07 Nov 1995 08:49:37 GMT")], Some(31_622_400_000)),
        (&[NOW, ("retry-after", "Tue, 07 Nov 1995 08:49:38 GMT")], None),
        (&[("retry-after", "Sun, 06 Nov 1994 08:49:49 GMT")], None),
        (&[("date", "today"), ("retry-after", "Sun, 06 Nov 1994 08:49:49 GMT")], None),
        (&[("retry-after-ms", "1500")], Some(1_500)),
        (&[("retry-after-ms", "-1500")], None),
        (&[("retry-after-ms", "x")], None),
        (&[("retry-after", "2"), ("retry-after-ms", "9000")], Some(2_000)),
        (&[("retry-after", "soon"), ("retry-after-ms", "9000")], Some(9_000)),
    ];
    for (pairs, expected) in cases {
        assert_eq!(milliseconds(&headers(pairs), None), *expected, "{pairs:?}");
    }
}

#[test]
fn the_longer_of_header_and_body_holds() {
    let two = headers(&[("retry-after", "2")]);
    let none = HeaderMap::new();
    let cases = [
        (&two, json!(5), Some(5_000)),
        (&two, json!(1), Some(2_000)),
        (&two, json!(null), Some(2_000)),
        (&two, json!(-1), Some(2_000)),
        (&none, json!(1.5), Some(1_500)),
        (&none, json!("3"), Some(3_000)),
        (&none, json!("soon"), None),
        (&none, json!(1e300), None),
        (&none, json!(true), None),
        (&none, json!([3]), None),
    ];
    for (headers, body, expected) in cases {
        assert_eq!(milliseconds(headers, Some(&body)), expected, "{body} beside {headers:?}");
    }
}

#[test]
fn a_header_that_is_no_text_is_ignored() {
    let mut headers = HeaderMap::new();
    headers.insert(RETRY_AFTER, HeaderValue::from_bytes(b"\xFF7").unwrap());
    assert_eq!(read(&headers, None), None);
}

proptest! {
    #[test]
    fn any_number_is_a_sensible_wait_or_none(bits in any::<u64>()) {
        let seconds = f64::from_bits(bits);
        if let Some(wait) = from_seconds(seconds) {
            prop_assert!((0.0..=31_622_400.0).contains(&seconds));
            prop_assert!((wait.as_secs_f64() - seconds).abs() < 1e-6);
        }
    }

    #[test]
    fn any_text_is_survived(text in "\\PC*", date in "\\PC*") {
        let mut headers = HeaderMap::new();
        for (name, text) in [(RETRY_AFTER, &text), (DATE, &date), (RETRY_AFTER_MS, &text)] {
            if let Ok(value) = HeaderValue::from_bytes(text.as_bytes()) {
                headers.insert(name, value);
            }
        }
        let _ = read(&headers, Some(&json!(text)));
    }
}
