//! JSON as model servers write it: whole or not, and with `NaN` where a number has no value.

use bytes::Bytes;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;

/// The literals that Python's `json` writes for floats that JSON cannot express.
const NON_FINITE: [&[u8]; 3] = [b"-Infinity", b"Infinity", b"NaN"];

/// Why bytes are not the JSON that was promised.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotJson {
    /// There is nothing.
    #[error("it is empty")]
    Empty,
    /// A page, most often from a proxy.
    #[error("it is HTML or XML, not JSON")]
    Markup,
    /// The JSON ends before it is whole.
    #[error("the JSON is cut short")]
    CutShort,
    /// The JSON is not encoded as UTF-8.
    #[error("it is not UTF-8")]
    NotUtf8,
    /// Anything else, with the parser's words.
    #[error("it is not JSON: {0}")]
    Syntax(String),
    /// Another value where an object was expected.
    #[error("it is JSON, but not an object")]
    Scalar,
}

/// Whether `bytes` are one whole JSON value, `NaN` and infinities allowed.
#[must_use]
pub fn is_whole(bytes: &[u8]) -> bool {
    let whole = |bytes: &[u8]| parses(bytes).is_ok();
    std::str::from_utf8(bytes).is_ok()
        && (whole(bytes) || replace_non_finite(bytes).is_some_and(|repaired| whole(&repaired)))
}

/// The bytes of one whole JSON value: the given ones, or where only `NaN` or an infinity spoils them, repaired ones.
///
/// # Errors
/// Why it is none.
pub fn whole(bytes: &Bytes) -> Result<Bytes, NotJson> {
    std::str::from_utf8(bytes).map_err(|_| NotJson::NotUtf8)?;
    let Err(mut error) = parses(bytes) else {
        return Ok(bytes.clone());
    };
    if let Some(repaired) = replace_non_finite(bytes) {
        match parses(&repaired) {
            Ok(_) => return Ok(Bytes::from(repaired)),
            Err(other) => error = other,
        }
    }
    Err(match first_byte(bytes) {
        None => NotJson::Empty,
        Some(b'<') => NotJson::Markup,
        Some(_) if error.is_eof() => NotJson::CutShort,
        Some(_) => NotJson::Syntax(error.to_string()),
    })
}

/// Reads a struct from an object, and from nothing else: serde would read a list by position.
pub(super) fn object<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> Result<T, NotJson> {
    if first_byte(bytes) != Some(b'{') {
        return Err(NotJson::Scalar);
    }
    serde_json::from_slice(bytes).map_err(|error| NotJson::Syntax(error.to_string()))
}

/// Reads the objects of a list; what else is in it is passed over, and anything but a list holds none.
pub(super) fn objects<'a, T: Deserialize<'a>>(list: &'a RawValue) -> Vec<T> {
    let elements: Vec<&RawValue> = serde_json::from_str(list.get()).unwrap_or_default();
    elements.into_iter().filter_map(|element| object(element.get().as_bytes()).ok()).collect()
}

/// The first byte that is not white space: it tells the kind of a JSON value.
pub(super) fn first_byte(bytes: &[u8]) -> Option<u8> {
    bytes.trim_ascii_start().first().copied()
}

/// Whether a value says something: it is not null, and no empty text, list or object.
pub(super) fn filled(raw: &RawValue) -> bool {
    let text = raw.get();
    let inner = |open, close| text.strip_prefix(open).and_then(|text| text.strip_suffix(close));
    let container = inner('[', ']').or_else(|| inner('{', '}'));
    text != "null" && text != "\"\"" && container.is_none_or(|inner| !inner.trim().is_empty())
}

/// Replaces `NaN`, `Infinity` and `-Infinity` outside strings by `null`, and leaves every other byte as it is.
///
/// `None` if there is none of them.
#[must_use]
pub fn replace_non_finite(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut out: Option<Vec<u8>> = None;
    let mut rest = bytes;
    let mut in_string = false;
    while let Some(&byte) = rest.first() {
        let literal = NON_FINITE.iter().find_map(|literal| rest.strip_prefix(*literal)).filter(|_| !in_string);
        if let Some(tail) = literal {
            let before = || bytes.strip_suffix(rest).unwrap_or_default().to_vec();
            out.get_or_insert_with(before).extend_from_slice(b"null");
            rest = tail;
            continue;
        }
        if byte == b'"' {
            in_string = !in_string;
        }
        // Inside a string a backslash makes the next byte part of it, a quote included.
        let escape = in_string && byte == b'\\';
        let (kept, tail) = rest.split_at_checked(if escape { 2 } else { 1 }).unwrap_or((rest, &[]));
        if let Some(out) = out.as_mut() {
            out.extend_from_slice(kept);
        }
        rest = tail;
    }
    out
}

fn parses(bytes: &[u8]) -> Result<IgnoredAny, serde_json::Error> {
    serde_json::from_slice(bytes)
}

#[cfg(test)]
mod tests;
