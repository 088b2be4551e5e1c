//! JSON as model servers write it: whole or not, and with `NaN` where a number has no value.

use bytes::Bytes;
use serde::de::IgnoredAny;

/// The literals that Python's `json` writes for floats that JSON cannot express, the longer first.
const NON_FINITE: [&[u8]; 3] = [b"-Infinity", b"Infinity", b"NaN"];

/// Whether `bytes` are one whole JSON value, `NaN` and infinities allowed.
#[must_use]
pub fn is_whole(bytes: &[u8]) -> bool {
    let whole = |bytes: &[u8]| serde_json::from_slice::<IgnoredAny>(bytes).is_ok();
    whole(bytes) || replace_non_finite(bytes).is_some_and(|repaired| whole(&repaired))
}

/// Reads `T`; where that fails only because of `NaN` or an infinity, reads the repaired bytes.
///
/// Returns the bytes that were read: the given ones unless they had to be repaired.
///
/// # Errors
/// The parser's error for the bytes as they came.
pub fn repaired(bytes: &Bytes) -> Result<Bytes, serde_json::Error> {
    match serde_json::from_slice::<IgnoredAny>(bytes) {
        Ok(_) => Ok(bytes.clone()),
        Err(error) => match replace_non_finite(bytes) {
            Some(repaired) if serde_json::from_slice::<IgnoredAny>(&repaired).is_ok() => {
                Ok(Bytes::from(repaired))
            }
            _ => Err(error),
        },
    }
}

/// Replaces `NaN`, `Infinity` and `-Infinity` outside strings by `null`, and leaves every other byte as it is.
///
/// `None` if there is none of them.
#[must_use]
pub fn replace_non_finite(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut out: Option<Vec<u8>> = None;
    let mut rest = bytes;
    let mut in_string = false;
    while let Some((&byte, after)) = rest.split_first() {
        if !in_string
            && let Some(tail) = NON_FINITE
                .iter()
                .find_map(|literal| rest.strip_prefix(*literal))
        {
            let before = bytes.len() - rest.len();
            out.get_or_insert_with(|| bytes.iter().take(before).copied().collect())
                .extend_from_slice(b"null");
            rest = tail;
            continue;
        }
        // Inside a string a backslash makes the next byte part of it, a quote included.
        let taken = if in_string && byte == b'\\' {
            2.min(rest.len())
        } else {
            1
        };
        if byte == b'"' {
            in_string = !in_string;
        }
        let (kept, tail) = rest.split_at_checked(taken).unwrap_or((rest, after));
        if let Some(out) = out.as_mut() {
            out.extend_from_slice(kept);
        }
        rest = tail;
    }
    out
}
