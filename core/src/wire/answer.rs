//! A successful status is not yet an answer: the body must be one.

use bytes::Bytes;
use http::HeaderMap;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::json::{self, NotJson, filled};
use super::problem::{self, ErrorFacts};
use super::usage::Usage;

/// At most so much of a body that cannot be read is kept.
pub const EXCERPT_LIMIT: usize = 2 * 1024;

/// A body that is what was promised, as far as can be told without knowing the endpoint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The body as it came, so that every number keeps its own text; `NaN` and infinities are `null` in it.
    pub body: Bytes,
    /// What the answer says it used.
    pub usage: Option<Usage>,
    /// What kind of answer it is.
    pub shape: Shape,
}

/// What kind of answer a body is, as far as its first level shows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "each flag is a fact of its own")]
pub struct Shape {
    /// It is an object.
    pub object: bool,
    /// It has a list of `choices`.
    pub choices: bool,
    /// It has a list of `data`.
    pub data: bool,
    /// It has a list of `output`.
    pub output: bool,
}

/// What is wrong with an answer, or an event of a stream, that came under a successful status.
#[derive(Debug, Clone, PartialEq)]
pub enum Fault {
    /// It says that the call failed.
    Error(Box<ErrorFacts>),
    /// It is not JSON of the expected kind.
    Undecodable {
        /// Why, ready to be shown.
        reason: String,
        /// The beginning of it, at most [`EXCERPT_LIMIT`] bytes.
        excerpt: String,
    },
}

impl Fault {
    pub(super) fn undecodable(why: &NotJson, body: &[u8]) -> Self {
        Self::Undecodable { reason: why.to_string(), excerpt: problem::excerpt(body, EXCERPT_LIMIT) }
    }
}

/// Where each endpoint's result stands. Any of them beside an `error` makes the answer a result.
#[derive(Deserialize)]
struct Body<'a> {
    #[serde(borrow, default)]
    error: Option<&'a RawValue>,
    #[serde(borrow, default)]
    choices: Option<&'a RawValue>,
    #[serde(borrow, default)]
    data: Option<&'a RawValue>,
    #[serde(borrow, default)]
    results: Option<&'a RawValue>,
    #[serde(borrow, default)]
    output: Option<&'a RawValue>,
    #[serde(borrow, default)]
    usage: Option<&'a RawValue>,
    #[serde(borrow, default)]
    timings: Option<&'a RawValue>,
}

/// Checks the body of an answer: one whole JSON object or array that does not say that the call failed.
///
/// # Errors
/// [`Fault::Error`] for a top-level `error` that is not null beside no result (`choices`, `data`, `results`, `output`);
/// its status is the one it names, else it counts as a server's error. [`Fault::Undecodable`] for anything but JSON.
pub fn check_answer(headers: &HeaderMap, body: &Bytes) -> Result<Answer, Fault> {
    let body = json::whole(body).map_err(|why| Fault::undecodable(&why, body))?;
    let read: Body<'_> = match json::object(&body) {
        Ok(read) => read,
        Err(why) if why == NotJson::Scalar && json::first_byte(&body) != Some(b'[') => {
            return Err(Fault::undecodable(&why, &body));
        }
        // A list, or an object with a key twice, which is read by whoever asked for it.
        Err(why) => {
            let shape = Shape { object: why != NotJson::Scalar, ..Shape::default() };
            return Ok(Answer { body, usage: None, shape });
        }
    };
    let result = [read.choices, read.data, read.results, read.output].into_iter().flatten().any(filled);
    if read.error.is_some() && !result {
        return Err(Fault::Error(Box::new(problem::read_in_band(headers, &body))));
    }
    let usage = Usage::read(read.usage, read.timings);
    let is_list = |raw: Option<&RawValue>| raw.is_some_and(|raw| raw.get().starts_with('['));
    let shape =
        Shape { object: true, choices: is_list(read.choices), data: is_list(read.data), output: is_list(read.output) };
    Ok(Answer { body, usage, shape })
}

/// The beginning of a body that cannot be read, as text: at most [`EXCERPT_LIMIT`] bytes.
#[must_use]
pub fn excerpt(body: &[u8]) -> String {
    problem::excerpt(body, EXCERPT_LIMIT)
}

#[cfg(test)]
mod tests;
