//! The value that the beginning of a JSON text amounts to.
//!
//! Strings, lists and objects are closed where they stand. A number is shown once something follows it, since it could
//! still grow; so is a member once its value has begun. What is shown only ever grows.

use serde_json::{Map, Value};

use crate::wire::text::{code_unit, replace_lone_surrogates};

/// As deep as `serde_json` reads: what is deeper is refused at the end.
const DEEPEST: usize = 127;

/// The value that `text`, the beginning of a JSON text, amounts to; `None` if there is none yet.
///
/// What follows the first mistake is not looked at.
#[must_use]
pub fn complete(text: &str) -> Option<Value> {
    Reader { rest: text, over: false }.value(0)
}

struct Reader<'a> {
    rest: &'a str,
    /// The text ends here, or goes on with what is no JSON.
    over: bool,
}

impl Reader<'_> {
    fn value(&mut self, depth: usize) -> Option<Value> {
        match self.next()? {
            '"' => self.string().map(Value::String),
            '{' if depth < DEEPEST => Some(self.object(depth)),
            '[' if depth < DEEPEST => Some(self.array(depth)),
            't' => self.literal("true", Value::Bool(true)),
            'f' => self.literal("false", Value::Bool(false)),
            'n' => self.literal("null", Value::Null),
            '-' | '0'..='9' => self.number(),
            _ => self.stop(),
        }
    }

    fn object(&mut self, depth: usize) -> Value {
        let mut members = Map::new();
        self.skip();
        while let Some('"') = self.next() {
            let Some(name) = self.string().filter(|_| !self.over && self.takes(':')) else { break };
            if let Some(value) = self.value(depth.saturating_add(1)) {
                members.insert(name, value);
            }
            if self.over || !self.takes(',') {
                break;
            }
        }
        self.close('}');
        Value::Object(members)
    }

    fn array(&mut self, depth: usize) -> Value {
        let mut items = Vec::new();
        self.skip();
        if self.next() != Some(']') {
            while let Some(item) = self.value(depth.saturating_add(1)) {
                items.push(item);
                if self.over || !self.takes(',') {
                    break;
                }
            }
        }
        self.close(']');
        Value::Array(items)
    }

    /// The text of a string, as far as it has come.
    fn string(&mut self) -> Option<String> {
        self.skip();
        let whole = end_of_string(self.rest).and_then(|end| self.rest.split_at_checked(end));
        let (written, rest) = whole.unwrap_or_else(|| (without_begun_character(self.rest), ""));
        let rest = rest.strip_prefix('"').unwrap_or_default();
        self.rest = rest;
        let read = |written: &str| serde_json::from_str(&format!("\"{written}\""));
        let text = read(written).or_else(|_| read(&replace_lone_surrogates(written))).ok();
        text.or_else(|| self.stop())
    }

    fn number(&mut self) -> Option<Value> {
        let end = self.rest.find(|next: char| !matches!(next, '0'..='9' | '-' | '+' | '.' | 'e' | 'E'));
        let Some((number, rest)) = end.and_then(|end| self.rest.split_at_checked(end)) else { return self.stop() };
        self.rest = rest;
        serde_json::from_str(number).ok().or_else(|| self.stop())
    }

    fn literal(&mut self, name: &str, value: Value) -> Option<Value> {
        match self.rest.strip_prefix(name) {
            Some(rest) => {
                self.rest = rest;
                Some(value)
            }
            None => self.stop(),
        }
    }

    /// The next character that is not white space.
    fn next(&mut self) -> Option<char> {
        self.rest = self.rest.trim_start_matches([' ', '\t', '\n', '\r']);
        let next = self.rest.chars().next();
        if next.is_none() { self.stop() } else { next }
    }

    /// Takes the character that [`Reader::next`] has seen.
    fn skip(&mut self) {
        self.rest = self.rest.get(1..).unwrap_or_default();
    }

    fn takes(&mut self, wanted: char) -> bool {
        let taken = self.next() == Some(wanted);
        if taken {
            self.skip();
        }
        taken
    }

    /// The end of a list or an object, where anything else ends all that can be read.
    fn close(&mut self, bracket: char) {
        if !self.over && !self.takes(bracket) {
            self.over = true;
        }
    }

    fn stop<T>(&mut self) -> Option<T> {
        self.over = true;
        None
    }
}

/// Where the quote stands that ends a string.
fn end_of_string(text: &str) -> Option<usize> {
    let mut escaped = false;
    text.bytes().position(|byte| {
        let ends = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        ends
    })
}

/// An unfinished string without the character at its end that is still being written: an escape, or the first half of one
/// that takes two.
fn without_begun_character(text: &str) -> &str {
    let mut seen = 0;
    while let Some((_, escape)) = text.get(seen..).and_then(|rest| rest.split_at_checked(rest.find('\\')?)) {
        let begins = text.len().saturating_sub(escape.len());
        match length_of_escape(escape) {
            Some(length) => seen = begins.saturating_add(length),
            None => return text.get(..begins).unwrap_or_default(),
        }
    }
    text
}

/// How many bytes the escape takes that `text` begins with, the first half of two by itself; `None` while that cannot be told.
fn length_of_escape(text: &str) -> Option<usize> {
    if *text.as_bytes().get(1)? != b'u' {
        return Some(2);
    }
    if !matches!(code_unit(text.get(..6)?), Some(0xD800..=0xDBFF)) {
        return Some(6);
    }
    let second = text.get(6..)?;
    let could_be_a_half = ["", "\\"].contains(&second) || (second.starts_with("\\u") && second.len() < 6);
    if could_be_a_half { None } else { Some(6) }
}

#[cfg(test)]
mod tests;
