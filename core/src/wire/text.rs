//! Text out of the fragments of a stream, characters that were cut in two included.
//!
//! Servers cut where tokens end, also within a character above U+FFFF; then each fragment holds the escape of a lone
//! surrogate, which is no text by itself. So fragments are joined as they are escaped, and decoded once.

use serde_json::value::RawValue;

/// Text under construction, as it stands between the quotes of a JSON text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Text(String);

impl Text {
    /// Appends a JSON text. False, and nothing is appended, if the value is none.
    pub(super) fn push(&mut self, raw: &RawValue) -> bool {
        let escaped = raw.get().strip_prefix('"').and_then(|text| text.strip_suffix('"'));
        self.0.push_str(escaped.unwrap_or_default());
        escaped.is_some()
    }

    /// Appends a value that should be a text; where it is another, the JSON that it is.
    pub(super) fn push_value(&mut self, raw: &RawValue) {
        let quoted = || RawValue::from_string(serde_json::to_string(raw.get())?);
        if !self.push(raw)
            && let Ok(quoted) = quoted()
        {
            self.push(&quoted);
        }
    }

    /// The text. A half of a character that never met the other is replaced.
    pub(super) fn finish(&self) -> String {
        let decode = |escaped: &str| serde_json::from_str(&format!("\"{escaped}\""));
        decode(&self.0).or_else(|_| decode(&replace_lone_surrogates(&self.0))).unwrap_or_default()
    }
}

/// The text that a JSON value is.
pub(super) fn of(raw: &RawValue) -> Option<String> {
    let mut text = Text::default();
    text.push(raw).then(|| text.finish())
}

/// JSON, or a part of it, with each half of a character that stands alone replaced.
pub(crate) fn replace_lone_surrogates(escaped: &str) -> String {
    let mut out = String::with_capacity(escaped.len());
    let mut rest = escaped;
    while let Some((plain, escape)) = rest.find('\\').and_then(|at| rest.split_at_checked(at)) {
        let second = escape.get(6..).and_then(code_unit);
        let (length, lone) = match (code_unit(escape), second) {
            (Some(0xD800..=0xDBFF), Some(0xDC00..=0xDFFF)) => (12, false),
            (Some(0xD800..=0xDFFF), _) => (6, true),
            (Some(_), _) => (6, false),
            (None, _) => (2, false),
        };
        let (escape, tail) = escape.split_at_checked(length).unwrap_or((escape, ""));
        out.push_str(plain);
        out.push_str(if lone { "\\ufffd" } else { escape });
        rest = tail;
    }
    out.push_str(rest);
    out
}

/// The UTF-16 code unit of an escape such as `\u00e9`.
pub(crate) fn code_unit(escape: &str) -> Option<u16> {
    u16::from_str_radix(escape.strip_prefix("\\u")?.get(..4)?, 16).ok()
}

#[cfg(test)]
mod tests;
