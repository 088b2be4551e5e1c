//! What an answer says, whichever API it is of: the text that is to be read, whether it is whole, and whether it is one.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::assemble::Assembled;
use super::json::{self, filled};
use super::refusal::Refusal;
use super::responses::answer::ResponseAnswer;
use super::text;

/// What an answer says. Of a chat with several choices the first one counts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Said {
    /// The text.
    pub content: Option<String>,
    /// How the model declined, if it did.
    pub refusal: Option<Refusal>,
    /// Why it ended.
    pub finish_reason: Option<String>,
    /// The model wants tools called.
    pub calls_tools: bool,
}

impl Said {
    /// Of the body of a chat completion.
    #[must_use]
    pub fn chat(body: &[u8]) -> Self {
        let choices = json::object::<Completion<'_>>(body).ok().and_then(|completion| completion.choices);
        let choices: Vec<Choice<'_>> = choices.map(json::objects).unwrap_or_default();
        let Some(choice) = choices.into_iter().next() else { return Self::default() };
        let message = choice.message.and_then(|message| json::object::<Message<'_>>(message.get().as_bytes()).ok());
        let message = message.unwrap_or_default();
        let [refusal, ended] = [message.refusal, choice.finish_reason].map(|raw| raw.and_then(text::of));
        Self::of(
            message.content.and_then(text::of),
            refusal.as_deref(),
            ended.as_deref(),
            message.tool_calls.is_some_and(filled),
        )
    }

    /// Of the chunks of a chat.
    #[must_use]
    pub fn chunks(assembled: &Assembled) -> Self {
        Self::of(
            assembled.content.clone(),
            assembled.refusal.as_deref(),
            assembled.finish_reason.as_deref(),
            !assembled.tool_calls.is_empty(),
        )
    }

    /// Of a response.
    #[must_use]
    pub fn response(answer: &ResponseAnswer) -> Self {
        Self::of(
            answer.content.clone(),
            answer.refusal.as_deref(),
            answer.finish_reason.as_deref(),
            !answer.tool_calls.is_empty(),
        )
    }

    /// Whether the token limit cut it off, in the word for it of chat or of responses.
    #[must_use]
    pub fn is_truncated(&self) -> bool {
        matches!(self.finish_reason.as_deref(), Some("length" | "max_output_tokens"))
    }

    fn of(content: Option<String>, refusal: Option<&str>, ended: Option<&str>, calls_tools: bool) -> Self {
        Self { content, refusal: Refusal::of(refusal, ended), finish_reason: ended.map(str::to_owned), calls_tools }
    }
}

#[derive(Deserialize)]
struct Completion<'a> {
    #[serde(borrow, default)]
    choices: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Choice<'a> {
    #[serde(borrow, default)]
    message: Option<&'a RawValue>,
    #[serde(borrow, default)]
    finish_reason: Option<&'a RawValue>,
}

#[derive(Default, Deserialize)]
struct Message<'a> {
    #[serde(borrow, default)]
    content: Option<&'a RawValue>,
    #[serde(borrow, default)]
    refusal: Option<&'a RawValue>,
    #[serde(borrow, default)]
    tool_calls: Option<&'a RawValue>,
}

#[cfg(test)]
mod tests;
