//! The deterministic model. What it says depends on the request alone; README.md lists what makes it say what.

/// What the model is asked, whichever API asks it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Prompt {
    pub(crate) model: String,
    pub(crate) messages: Vec<Message>,
    pub(crate) wants_reasoning: bool,
    pub(crate) stop: Vec<String>,
    /// Names of the functions that are offered.
    pub(crate) tools: Vec<String>,
    pub(crate) forced: Option<Forced>,
    /// Most tokens to put out.
    pub(crate) limit: Option<u64>,
}

/// One message's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Message {
    pub(crate) role: String,
    pub(crate) text: String,
}

impl Message {
    pub(crate) fn new(role: &str, text: String) -> Self {
        Self { role: role.to_owned(), text }
    }

    pub(crate) fn tokens(&self) -> u64 {
        words(&self.text).len() as u64
    }
}

/// A call that the request insists on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Forced {
    /// Of the first function that is offered.
    Any,
    Named(String),
}

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
    /// What the model answers to this prompt.
    pub(crate) fn of(prompt: &Prompt) -> Self {
        let prompt_tokens = prompt.messages.iter().map(Message::tokens).sum();
        let asked = prompt.messages.iter().rev().find(|message| message.role == "user");
        let asked = asked.map(|message| message.text.as_str()).unwrap_or_default();
        let mut pieces = Vec::new();
        if prompt.wants_reasoning {
            pieces.extend(words(&format!("The user said: {asked}")).into_iter().map(Piece::Reasoning));
        }
        let (said, mut finish_reason) = match tool_call(prompt, asked) {
            Some((name, arguments)) => (called(name, &arguments), "tool_calls"),
            None => (spoken(prompt, asked), "stop"),
        };
        pieces.extend(said);
        let limit = prompt.limit.and_then(|limit| usize::try_from(limit).ok()).unwrap_or(usize::MAX);
        if pieces.len() > limit {
            pieces.truncate(limit);
            finish_reason = "length";
        }
        Self { pieces, finish_reason, prompt_tokens }
    }
}

/// Text, up to the first stop sequence.
fn spoken(prompt: &Prompt, asked: &str) -> Vec<Piece> {
    let text = match count_to(&prompt.model).or_else(|| count_to(asked)) {
        Some(last) => (1..=last).map(|number| number.to_string()).collect::<Vec<_>>().join(" "),
        None => asked.to_owned(),
    };
    let stop = prompt.stop.iter().filter(|stop| !stop.is_empty()).filter_map(|stop| text.find(stop.as_str())).min();
    let text = stop.and_then(|end| text.get(..end)).unwrap_or(&text);
    words(text).into_iter().map(Piece::Content).collect()
}

fn called(name: String, arguments: &str) -> Vec<Piece> {
    let call = Piece::ToolCall { id: format!("call_{name}"), name };
    std::iter::once(call).chain(words(arguments).into_iter().map(Piece::Arguments)).collect()
}

/// The call that is asked for: `call NAME {…}` in the message, or a forced one.
fn tool_call(prompt: &Prompt, asked: &str) -> Option<(String, String)> {
    let is_offered = |name: &str| prompt.tools.iter().any(|offered| offered == name);
    if let Some(rest) = asked.strip_prefix("call ") {
        let (name, arguments) = rest.split_once(' ').unwrap_or((rest, "{}"));
        if is_offered(name) {
            return Some((name.to_owned(), arguments.to_owned()));
        }
    }
    let forced = match prompt.forced.as_ref()? {
        Forced::Any => prompt.tools.first(),
        Forced::Named(name) => Some(name).filter(|name| is_offered(name)),
    };
    forced.map(|name| (name.clone(), "{}".to_owned()))
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
