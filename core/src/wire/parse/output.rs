//! The JSON in what a model wrote.

use serde::de::IgnoredAny;
use serde_json::Value;

use super::schema::Schema;

/// How many places a JSON value is looked for at, in a text that is none as a whole.
const MOST_TRIES: usize = 64;
const FENCE: &str = "```";
const BRACKETS: [char; 2] = ['{', '['];

/// An output that matches its schema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parsed {
    /// The JSON, as the model wrote it.
    pub json: String,
    /// What stood around it, `…` in its place; `None` if nothing did.
    pub stripped: Option<String>,
}

/// The JSON that `text` is, or with `lenient` that is in it, held against `schema`.
///
/// # Errors
/// What is wrong with it, in a line for a person and for the model, without the model's own words.
pub fn parse(text: &str, schema: &Schema, lenient: bool) -> Result<Parsed, String> {
    let whole = text.trim();
    let fault = match check(whole, schema) {
        Ok(()) => return Ok(Parsed { json: whole.to_owned(), stripped: None }),
        Err(fault) => fault,
    };
    // What is JSON as a whole is what was meant.
    if !lenient || fault.is_json {
        return Err(fault.message);
    }
    let mut first = None;
    for found in fenced(whole).into_iter().chain(Embedded::of(whole)) {
        match check(found.json, schema) {
            Ok(()) => return Ok(Parsed { json: found.json.to_owned(), stripped: Some(found.around()) }),
            Err(other) if other.is_json => drop(first.get_or_insert(other.message)),
            Err(_) => {}
        }
    }
    Err(first.unwrap_or(fault.message))
}

/// Where the JSON of a text that is still being written seems to begin.
#[must_use]
pub fn beginning(text: &str, lenient: bool) -> &str {
    let text = text.trim_start();
    if !lenient {
        return text;
    }
    match text.strip_prefix(FENCE) {
        Some(fenced) => fenced.split_once('\n').map_or("", |(_, content)| content),
        None => text.find(BRACKETS).and_then(|at| text.get(at..)).unwrap_or(text),
    }
}

struct Fault {
    /// It is JSON, and does not match.
    is_json: bool,
    message: String,
}

fn check(json: &str, schema: &Schema) -> Result<(), Fault> {
    let value: Value = serde_json::from_str(json).map_err(|error| {
        let message = if json.is_empty() { "there is no text".to_owned() } else { format!("it is not JSON: {error}") };
        Fault { is_json: false, message }
    })?;
    schema.check(&value).map_err(|message| Fault { is_json: true, message })
}

/// A part of a text that may be the JSON.
struct Found<'a> {
    before: &'a str,
    json: &'a str,
    after: &'a str,
}

impl Found<'_> {
    fn around(&self) -> String {
        let parts = [self.before.trim_end(), "…", self.after.trim_start()];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
    }
}

/// What stands between a fence at the very beginning and one at the very end.
fn fenced(text: &str) -> Option<Found<'_>> {
    let (before, fenced) = text.split_once('\n').filter(|(before, _)| before.starts_with(FENCE))?;
    let json = fenced.strip_suffix(FENCE)?.trim();
    Some(Found { before, json, after: FENCE })
}

/// The lists and objects in a text, from left to right, none within another.
struct Embedded<'a> {
    text: &'a str,
    /// What has not been looked at yet.
    rest: &'a str,
    tries: usize,
}

impl<'a> Embedded<'a> {
    fn of(text: &'a str) -> Self {
        Self { text, rest: text, tries: MOST_TRIES }
    }
}

impl<'a> Iterator for Embedded<'a> {
    type Item = Found<'a>;

    fn next(&mut self) -> Option<Self::Item> {
        while let Some(tries) = self.tries.checked_sub(1) {
            self.tries = tries;
            let begun = self.rest.get(self.rest.find(BRACKETS)?..)?;
            let mut values = serde_json::Deserializer::from_str(begun).into_iter::<IgnoredAny>();
            if values.next().is_some_and(|value| value.is_ok()) {
                let (json, after) = begun.split_at_checked(values.byte_offset())?;
                self.rest = after;
                return Some(Found { before: self.text.strip_suffix(begun)?, json, after });
            }
            self.rest = begun.get(1..)?;
        }
        None
    }
}

#[cfg(test)]
mod tests;
