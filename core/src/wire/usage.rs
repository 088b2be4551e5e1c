//! What a generation used, in one shape whoever reports it.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// Tokens of one generation. The Responses API calls the first two `input_tokens` and `output_tokens`.
///
/// A number that was not reported is `None`, never 0.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Usage {
    /// Tokens of the prompt, cached ones included.
    pub prompt_tokens: Option<u64>,
    /// Tokens generated; not reported for embeddings.
    pub completion_tokens: Option<u64>,
    /// Both together.
    pub total_tokens: Option<u64>,
    /// Tokens of the prompt that were read from a cache.
    pub cache_read_tokens: Option<u64>,
    /// Tokens generated that were reasoning.
    pub reasoning_tokens: Option<u64>,
    /// The server sent no usage: it was worked out from llama.cpp's `timings`.
    pub estimated: bool,
}

#[derive(Deserialize)]
struct Reported<'a> {
    #[serde(borrow, default)]
    prompt_tokens: Option<&'a RawValue>,
    #[serde(borrow, default)]
    completion_tokens: Option<&'a RawValue>,
    #[serde(borrow, default)]
    total_tokens: Option<&'a RawValue>,
    #[serde(borrow, default)]
    cache_read_tokens: Option<&'a RawValue>,
    #[serde(borrow, default)]
    prompt_tokens_details: Option<&'a RawValue>,
    #[serde(borrow, default)]
    completion_tokens_details: Option<&'a RawValue>,
    #[serde(borrow, default)]
    input_tokens: Option<&'a RawValue>,
    #[serde(borrow, default)]
    output_tokens: Option<&'a RawValue>,
    #[serde(borrow, default)]
    input_tokens_details: Option<&'a RawValue>,
    #[serde(borrow, default)]
    output_tokens_details: Option<&'a RawValue>,
}

#[derive(Default, Deserialize)]
struct Details<'a> {
    #[serde(borrow, default)]
    cached_tokens: Option<&'a RawValue>,
    #[serde(borrow, default)]
    reasoning_tokens: Option<&'a RawValue>,
}

#[derive(Deserialize)]
#[expect(clippy::struct_field_names, reason = "the names are llama.cpp's")]
struct Timings<'a> {
    #[serde(borrow, default)]
    prompt_n: Option<&'a RawValue>,
    #[serde(borrow, default)]
    cache_n: Option<&'a RawValue>,
    #[serde(borrow, default)]
    predicted_n: Option<&'a RawValue>,
}

impl Usage {
    /// From the two values a server may report it in; `usage` wins.
    #[must_use]
    pub fn read(usage: Option<&RawValue>, timings: Option<&RawValue>) -> Option<Self> {
        usage.and_then(Self::reported).or_else(|| timings.and_then(Self::from_timings))
    }

    /// Of two values seen in one stream the later holds, except that an estimate never replaces a report.
    #[must_use]
    pub fn later(seen: Option<Self>, next: Option<Self>) -> Option<Self> {
        match (seen, next) {
            (Some(seen), Some(next)) if next.estimated && !seen.estimated => Some(seen),
            (seen, next) => next.or(seen),
        }
    }

    /// What two generations used together. A number that only one of them reported stands for both.
    #[must_use]
    pub fn sum(one: Option<Self>, other: Option<Self>) -> Option<Self> {
        let (Some(one), Some(other)) = (one, other) else { return one.or(other) };
        let sum = |of: fn(&Self) -> Option<u64>| match (of(&one), of(&other)) {
            (Some(one), Some(other)) => Some(one.saturating_add(other)),
            (one, other) => one.or(other),
        };
        Some(Self {
            prompt_tokens: sum(|usage| usage.prompt_tokens),
            completion_tokens: sum(|usage| usage.completion_tokens),
            total_tokens: sum(|usage| usage.total_tokens),
            cache_read_tokens: sum(|usage| usage.cache_read_tokens),
            reasoning_tokens: sum(|usage| usage.reasoning_tokens),
            estimated: one.estimated || other.estimated,
        })
    }

    fn reported(raw: &RawValue) -> Option<Self> {
        let reported: Reported<'_> = serde_json::from_str(raw.get()).ok()?;
        let (prompt, completion) =
            (details(reported.prompt_tokens_details), details(reported.completion_tokens_details));
        let (input, output) = (details(reported.input_tokens_details), details(reported.output_tokens_details));
        let usage = Self {
            prompt_tokens: count(reported.prompt_tokens).or_else(|| count(reported.input_tokens)),
            completion_tokens: count(reported.completion_tokens).or_else(|| count(reported.output_tokens)),
            total_tokens: count(reported.total_tokens),
            cache_read_tokens: [reported.cache_read_tokens, prompt.cached_tokens, input.cached_tokens]
                .into_iter()
                .find_map(count),
            reasoning_tokens: [completion.reasoning_tokens, output.reasoning_tokens].into_iter().find_map(count),
            estimated: false,
        };
        (usage != Self::default()).then_some(usage)
    }

    fn from_timings(raw: &RawValue) -> Option<Self> {
        let timings: Timings<'_> = serde_json::from_str(raw.get()).ok()?;
        let cached = count(timings.cache_n);
        let prompt = count(timings.prompt_n)?.saturating_add(cached.unwrap_or(0));
        let completion = count(timings.predicted_n)?;
        Some(Self {
            prompt_tokens: Some(prompt),
            completion_tokens: Some(completion),
            total_tokens: Some(prompt.saturating_add(completion)),
            cache_read_tokens: cached,
            reasoning_tokens: None,
            estimated: true,
        })
    }
}

fn details(raw: Option<&RawValue>) -> Details<'_> {
    raw.and_then(|raw| serde_json::from_str(raw.get()).ok()).unwrap_or_default()
}

/// A count of tokens, or `None` for whatever is none.
fn count(raw: Option<&RawValue>) -> Option<u64> {
    serde_json::from_str(raw?.get()).ok()
}

#[cfg(test)]
mod tests;
