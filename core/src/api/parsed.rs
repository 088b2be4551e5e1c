//! Answers whose output is JSON of a type.

use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

use schemars::{JsonSchema, SchemaGenerator};
use serde::de::DeserializeOwned;

use super::chat::ChatCompletion;
use super::config::ParseOptions;
use super::error::{ErrorDetails, MalformedOutput, Result};
use super::meta::Meta;
use super::response::Response;
use super::response_stream::ResponseStream;
use super::stream::ChatStream;
use crate::ErrorKind;

/// An answer, which it can be used as, and its output as a `T`. After a repair `usage` is that of both generations together.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Parsed<A, T> {
    /// The answer itself.
    pub answer: A,
    /// Its output; `None` if the model wants tools called first.
    pub parsed: Option<T>,
}

/// A chat completion whose output was parsed, by [`crate::Client::chat_parse`].
pub type ParsedCompletion<T> = Parsed<ChatCompletion, T>;

/// A response whose output was parsed, by [`crate::Client::response_parse`].
pub type ParsedResponse<T> = Parsed<Response, T>;

/// A stream, which it can be used as, whose output is a `T` in the end. What it is so far, `parsed_partial` says.
pub struct ParsedStream<S, T> {
    stream: S,
    output: PhantomData<fn() -> T>,
}

impl<A, T> Deref for Parsed<A, T> {
    type Target = A;

    fn deref(&self) -> &A {
        &self.answer
    }
}

impl<S, T> Deref for ParsedStream<S, T> {
    type Target = S;

    fn deref(&self) -> &S {
        &self.stream
    }
}

impl<S, T> DerefMut for ParsedStream<S, T> {
    fn deref_mut(&mut self) -> &mut S {
        &mut self.stream
    }
}

impl<S, T> ParsedStream<S, T> {
    pub(super) fn new(stream: S) -> Self {
        Self { stream, output: PhantomData }
    }
}

impl<T: DeserializeOwned> ParsedStream<ChatStream, T> {
    /// Reads to the end, and returns the answer as if it had not been streamed.
    ///
    /// # Errors
    /// [`ErrorKind::MalformedOutput`] if the output does not match: it was delivered, so it is not repaired.
    /// [`ErrorKind::Refusal`] if the model declined; or as [`ChatStream::next`].
    pub async fn final_parsed(&mut self) -> Result<ParsedCompletion<T>> {
        let answer = self.stream.final_completion().await?;
        let parsed = self.stream.parsed().map(|json| typed(&json, &answer.meta)).transpose()?;
        Ok(Parsed { answer, parsed })
    }
}

impl<T: DeserializeOwned> ParsedStream<ResponseStream, T> {
    /// Reads to the end, and returns the response as if it had not been streamed.
    ///
    /// # Errors
    /// As [`ParsedStream::<ChatStream, T>::final_parsed`], or as [`ResponseStream::next`].
    pub async fn final_parsed(&mut self) -> Result<ParsedResponse<T>> {
        let answer = self.stream.final_response().await?;
        let parsed = self.stream.parsed().map(|json| typed(&json, &answer.meta)).transpose()?;
        Ok(Parsed { answer, parsed })
    }
}

impl<S: std::fmt::Debug, T> std::fmt::Debug for ParsedStream<S, T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("ParsedStream").field(&self.stream).finish()
    }
}

/// What a call asks for that is to come to a `T`: what the request says of it, and the schema of `T` where it names none.
pub(super) fn asked<T: JsonSchema>(given: Option<ParseOptions>) -> ParseOptions {
    let given = given.unwrap_or_default();
    let schema = || SchemaGenerator::default().into_root_schema_for::<T>().to_value();
    ParseOptions { schema: Some(given.schema.unwrap_or_else(schema)), ..given }
}

/// The output as a `T`. It has matched its schema, and a type may ask for more than that.
pub(super) fn typed<T: DeserializeOwned>(json: &str, meta: &Meta) -> Result<T> {
    serde_json::from_str(json).map_err(|error| {
        let message = format!("the output matches its schema, and cannot be read as its type: {error}");
        let mut details = ErrorDetails::new(ErrorKind::MalformedOutput, message);
        details.hint = Some("mend the JsonSchema of the type, so that it says all that the type asks for".to_owned());
        details.outputs = Some(vec![MalformedOutput { text: json.to_owned(), error: error.to_string() }]);
        details.request_id.clone_from(&meta.request_id);
        details.meta = meta.clone();
        details.into()
    })
}
