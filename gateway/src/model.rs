//! The deterministic model. What it says depends on the request alone; README.md lists what makes it say what.

use serde_json::Value;

use crate::chat::request::{ChatRequest, Message};

/// Everything a generation will put out, known before it starts.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Plan {
    pub(crate) pieces: Vec<Piece>,
    pub(crate) finish_reason: &'static str,
    pub(crate) prompt_tokens: u64,
}

/// The least that is put out at once. Each is one token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Piece {
    Reasoning(String),
    Content(String),
    /// Opens a call.
    ToolCall {
        id: String,
        name: String,
    },
    /// A part of the open call's arguments.
    Arguments(String),
}

impl Plan {
    /// What the model answers to this request.
    pub(crate) fn of(request: &ChatRequest) -> Self {
        let prompt_tokens = request.messages.iter().map(|message| words(&message.text()).len() as u64).sum();
        let asked = request.messages.iter().rev().find(|message| message.role == "user").map(Message::text);
        let asked = asked.unwrap_or_default();
        let mut pieces = Vec::new();
        if request.wants_reasoning() {
            pieces.extend(words(&format!("The user said: {asked}")).into_iter().map(Piece::Reasoning));
        }
        let (said, mut finish_reason) = match tool_call(request, &asked) {
            Some((name, arguments)) => (called(name, &arguments), "tool_calls"),
            None => (spoken(request, &asked), "stop"),
        };
        pieces.extend(said);
        let limit = request.max_tokens.and_then(|limit| usize::try_from(limit).ok()).unwrap_or(usize::MAX);
        if pieces.len() > limit {
            pieces.truncate(limit);
            finish_reason = "length";
        }
        Self { pieces, finish_reason, prompt_tokens }
    }
}

/// Text, up to the first stop sequence.
fn spoken(request: &ChatRequest, asked: &str) -> Vec<Piece> {
    let text = match count_to(&request.model).or_else(|| count_to(asked)) {
        Some(last) => (1..=last).map(|number| number.to_string()).collect::<Vec<_>>().join(" "),
        None => asked.to_owned(),
    };
    let stop = request.stop.iter().filter(|stop| !stop.is_empty()).filter_map(|stop| text.find(stop.as_str())).min();
    let text = stop.and_then(|end| text.get(..end)).unwrap_or(&text);
    words(text).into_iter().map(Piece::Content).collect()
}

fn called(name: String, arguments: &str) -> Vec<Piece> {
    let call = Piece::ToolCall { id: format!("call_{name}"), name };
    std::iter::once(call).chain(words(arguments).into_iter().map(Piece::Arguments)).collect()
}

/// The call that is asked for: `call NAME {…}` in the message, or a forced `tool_choice`.
fn tool_call(request: &ChatRequest, asked: &str) -> Option<(String, String)> {
    let offered: Vec<&str> =
        request.tools.iter().filter_map(|tool| tool.pointer("/function/name").and_then(Value::as_str)).collect();
    if let Some(rest) = asked.strip_prefix("call ") {
        let (name, arguments) = rest.split_once(' ').unwrap_or((rest, "{}"));
        if offered.contains(&name) {
            return Some((name.to_owned(), arguments.to_owned()));
        }
    }
    let forced = match request.tool_choice.as_ref()? {
        Value::String(choice) if choice == "required" => offered.first().copied(),
        choice => choice.pointer("/function/name").and_then(Value::as_str).filter(|name| offered.contains(name)),
    };
    forced.map(|name| (name.to_owned(), "{}".to_owned()))
}

/// The number in `count to N` or `count-to-N`.
fn count_to(text: &str) -> Option<u32> {
    let text = text.to_lowercase().replace('-', " ");
    let (_, rest) = text.split_once("count to ")?;
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

/// Cuts a text into words, each with the white space before it, so that together they are the text again.
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut in_word = false;
    for letter in text.chars() {
        let starts = words.is_empty() || (letter.is_whitespace() && in_word);
        in_word = !letter.is_whitespace();
        match words.last_mut() {
            Some(word) if !starts => word.push(letter),
            _ => words.push(letter.to_string()),
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_join_to_the_text_they_came_from() {
        let text = " one  two\nthree ";
        assert_eq!(words(text), [" one", "  two", "\nthree", " "]);
        assert_eq!(words(text).concat(), text);
        assert!(words("").is_empty());
    }

    #[test]
    fn it_counts_where_it_is_told_to() {
        assert_eq!(count_to("count-to-20"), Some(20));
        assert_eq!(count_to("Please count to 3."), Some(3));
        assert_eq!(count_to("count to nothing"), None);
    }
}
