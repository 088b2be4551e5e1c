//! How a model declines.
//!
//! Source: `OpenAI`'s API reference, the content filters of Azure's, and the codes of errors inside streams.

use memchr::memmem;
use serde::Serialize;

/// The code where the model says so in its own words.
const IN_WORDS: &str = "refusal";
/// The code, and the reason of an answer's end, where a filter cut the output off.
const FILTERED: &str = "content_filter";
/// Codes of errors by which a server declines. Unlike other errors of a request they are about what it asks for.
const SAFETY: [&str; 8] = [
    "bio_policy",
    FILTERED,
    "content_policy_violation",
    "cyber_policy",
    "image_content_policy_violation",
    "misalignment_policy_violation",
    "moderation_blocked",
    IN_WORDS,
];

/// The model declined, or what it made was held back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Refusal {
    /// `refusal` where the model says so itself, `content_filter` where its output was cut off, else the server's own code.
    pub code: String,
    /// The model's words, or the server's; `None` if there are none.
    pub text: Option<String>,
}

/// Whether an error of that code says that a model or a filter declined.
pub(super) fn is_safety_code(code: &str) -> bool {
    SAFETY.contains(&code)
}

/// Whether an event could be a part of one: the rest need not be read for it.
#[must_use]
pub fn may_be_in(event: &[u8]) -> bool {
    [IN_WORDS, FILTERED].iter().any(|word| memmem::find(event, word.as_bytes()).is_some())
}

impl Refusal {
    /// Of an answer with those `words`, which ended for that reason.
    #[must_use]
    pub fn of(words: Option<&str>, ended: Option<&str>) -> Option<Self> {
        let declined = |code: &str, text| Some(Self { code: code.to_owned(), text });
        match words.filter(|words| !words.is_empty()) {
            Some(words) => declined(IN_WORDS, Some(words.to_owned())),
            None if ended == Some(FILTERED) => declined(FILTERED, None),
            None => None,
        }
    }

    /// Of an error with those codes, which says `text`.
    pub(super) fn of_error<'a>(mut codes: impl Iterator<Item = &'a str>, text: Option<&str>) -> Option<Self> {
        let code = codes.find(|code| is_safety_code(code))?;
        Some(Self { code: code.to_owned(), text: text.map(str::to_owned) })
    }
}

#[cfg(test)]
mod tests;
