//! `packages/python/src/axonium/_error_types.py`: the catalogue as one tree of Python exceptions.

use std::fmt::Write as _;

use crate::Failure;
use crate::catalogue::{API, Catalogue, Kind};

const HEADER: &str = r#""""One exception a row of the error catalogue.

Generated from core/contract/errors.json by `./dev generate`; do not edit.
"""

from __future__ import annotations

import builtins

from ._errors import APIError, AxoniumError

"#;

/// Kinds that Python's own exception of that name must catch as well.
const ALSO_BUILTIN: &[&str] = &["Connection", "Timeout"];

/// Columns that the package's linter allows.
const WIDTH: usize = 110;

/// The text of the generated module, formatted as ruff would.
pub(super) fn error_types(catalogue: &Catalogue) -> Result<String, Failure> {
    let mut kinds: Vec<&Kind> = catalogue.kinds.iter().collect();
    // `APIError` is written by hand: it is a base, and documents what all of them carry.
    kinds.retain(|kind| kind.name != API);

    let mut names: Vec<String> = kinds.iter().map(|kind| class_name(&kind.name)).collect();
    names.sort();
    let mut text = String::from(HEADER);
    text.push_str("__all__ = [\n");
    for name in &names {
        let _ = writeln!(text, "    \"{name}\",");
    }
    text.push_str("]\n");
    for kind in &kinds {
        text.push_str(&class(kind)?);
    }
    text.push_str("\n\nBY_KIND: dict[str, type[AxoniumError]] = {\n");
    let _ = writeln!(text, "    \"{API}\": APIError,");
    for kind in &kinds {
        let _ = writeln!(text, "    \"{}\": {},", kind.name, class_name(&kind.name));
    }
    text.push_str("}\n\"\"\"The exception of each kind.\"\"\"\n");
    Ok(text)
}

/// `RateLimit` becomes `RateLimitError`; a name that already says so stays.
fn class_name(kind: &str) -> String {
    let stem = kind.strip_suffix("Error").unwrap_or(kind);
    format!("{stem}Error")
}

fn class(kind: &Kind) -> Result<String, Failure> {
    let name = class_name(&kind.name);
    let mut bases = kind.parent.as_deref().map_or("AxoniumError".to_owned(), class_name);
    if ALSO_BUILTIN.contains(&kind.name.as_str()) {
        let _ = write!(bases, ", builtins.{name}");
    }
    let docstring = docstring(kind)?;
    Ok(format!("\n\nclass {name}({bases}):\n{docstring}\n    kind = \"{}\"\n", kind.name))
}

fn docstring(kind: &Kind) -> Result<String, Failure> {
    let parts: Vec<&str> = [Some(kind.meaning.as_str()), kind.remedy.as_deref()].into_iter().flatten().collect();
    if parts.iter().any(|part| part.contains(['"', '\\'])) {
        return Err(Failure::new(format!("{}: a docstring cannot hold a quote or a backslash", kind.name)));
    }
    let mut lines = Vec::new();
    for part in parts {
        if !lines.is_empty() {
            lines.push(String::new());
        }
        // A docstring begins with one sentence on a line of its own.
        let (summary, rest) = first_sentence(part);
        let summary = wrapped(summary, WIDTH - "    \"\"\"".len());
        let rest = wrapped(rest, WIDTH - "    ".len());
        let gap = lines.is_empty() && !rest.is_empty();
        lines.extend(summary);
        lines.extend(gap.then(String::new));
        lines.extend(rest);
    }
    let only = lines.len() == 1 && lines.iter().all(|line| line.len() + "    \"\"\"\"\"\"".len() <= WIDTH);
    let body = lines.iter().enumerate().map(|(index, line)| match (index, line.is_empty()) {
        (0, _) => format!("    \"\"\"{line}"),
        (_, true) => String::new(),
        (_, false) => format!("    {line}"),
    });
    let body = body.collect::<Vec<_>>().join("\n");
    Ok(if only { format!("{body}\"\"\"\n") } else { format!("{body}\n    \"\"\"\n") })
}

fn first_sentence(text: &str) -> (&str, &str) {
    match text.find(". ") {
        Some(end) => (&text[..=end], &text[end + 2..]),
        None => (text, ""),
    }
}

fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.len() + 1 + word.len() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn error_is_not_said_twice() {
        assert_eq!(class_name("RateLimit"), "RateLimitError");
        assert_eq!(class_name("ServerError"), "ServerError");
        assert_eq!(class_name("API"), "APIError");
    }

    #[test]
    fn a_long_text_is_wrapped_between_words() {
        assert_eq!(wrapped("one two three", 7), ["one two", "three"]);
        assert_eq!(wrapped("", 7), [""; 0]);
    }

    #[test]
    fn the_first_sentence_stands_alone() {
        assert_eq!(first_sentence("It fell. It got up. It ran."), ("It fell.", "It got up. It ran."));
        assert_eq!(first_sentence("It fell."), ("It fell.", ""));
    }
}
