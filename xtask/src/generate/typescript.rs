//! `packages/typescript/src/errors.generated.ts`: the catalogue as one class a kind.

use std::fmt::Write as _;

use super::Catalogue;
use crate::Failure;
use crate::catalogue::{Kind, Origin};

const HEADER: &str = "// @generated from core/contract/errors.json by `./dev generate`. Do not edit.

import { AxoniumError, define } from \"./errors.js\";
";

/// Widest line that the package's formatter leaves alone.
const WIDTH: usize = 120;

/// The text of `packages/typescript/src/errors.generated.ts`.
#[expect(clippy::unnecessary_wraps, reason = "the signature that all generated files share")]
pub(super) fn errors(catalogue: &Catalogue) -> Result<String, Failure> {
    let mut text = String::from(HEADER);
    text.push_str(&names(catalogue));
    for kind in &catalogue.kinds {
        text.push_str(&class(catalogue, kind));
    }
    Ok(text)
}

fn names(catalogue: &Catalogue) -> String {
    let mut text = String::from(
        "\n/** The names of the error catalogue: what went wrong, the same in every language. */\nexport type ErrorKind =",
    );
    for kind in &catalogue.kinds {
        let _ = write!(text, "\n  | {:?}", kind.name);
    }
    text + ";\n"
}

fn class(catalogue: &Catalogue, kind: &Kind) -> String {
    let parent = kind.parent.as_ref().and_then(|name| catalogue.get(name));
    let parent = parent.map_or("AxoniumError".to_owned(), class_name);
    let name = class_name(kind);
    format!(
        "\n{}export class {name} extends {parent} {{\n  static {{\n    define({name}, {:?}{});\n  }}\n}}\n",
        comment(kind),
        kind.name,
        thrown_name(kind)
    )
}

/// `RateLimit` is `RateLimitError`, and `ServerError` is itself.
fn class_name(kind: &Kind) -> String {
    let stem = kind.name.strip_suffix("Error").unwrap_or(&kind.name);
    format!("{stem}Error")
}

/// What `error.name` says where it is not the class: JavaScript knows a cancellation by the name of `AbortError`.
fn thrown_name(kind: &Kind) -> &'static str {
    if kind.name == "Cancelled" { ", \"AbortError\"" } else { "" }
}

fn comment(kind: &Kind) -> String {
    let mut paragraphs = vec![kind.meaning.clone()];
    paragraphs.extend(kind.remedy.clone());
    match &kind.origin {
        Origin::Gateway { suffix, status } => paragraphs.push(format!("{status} `{suffix}`.")),
        Origin::OAuth { code, status } => {
            paragraphs.push(format!("{status} `{code}` of the token endpoint."));
        }
        Origin::Abstract | Origin::Local | Origin::Fallback { .. } => {}
    }
    let mut lines: Vec<String> = Vec::new();
    for paragraph in &paragraphs {
        if !lines.is_empty() {
            lines.push(String::new());
        }
        lines.extend(wrapped(paragraph));
    }
    if let [line] = lines.as_slice()
        && line.len() + "/**  */".len() <= WIDTH
    {
        return format!("/** {line} */\n");
    }
    let body: String = lines.iter().map(|line| format!(" * {line}").trim_end().to_owned() + "\n").collect();
    format!("/**\n{body} */\n")
}

fn wrapped(paragraph: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in paragraph.split_whitespace() {
        if !line.is_empty() && line.len() + 1 + word.len() + " * ".len() > WIDTH {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.push(line);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn generated() -> String {
        let text = include_str!("../../../core/contract/errors.json");
        errors(&Catalogue::parse(text).unwrap()).unwrap()
    }

    #[test]
    fn a_class_sits_under_its_parent() {
        let text = generated();
        assert!(text.contains("export class APIError extends AxoniumError {"));
        assert!(text.contains("export class ServerError extends APIError {"));
        assert!(text.contains("export class RateLimitError extends ClientError {"));
        assert!(text.contains("export class InvalidClientError extends OAuthError {"));
    }

    #[test]
    fn a_cancellation_is_named_as_the_language_does() {
        assert!(generated().contains("define(CancelledError, \"Cancelled\", \"AbortError\");"));
    }

    #[test]
    fn no_line_is_wider_than_the_formatter_allows() {
        let wide: Vec<_> = generated().lines().filter(|line| line.len() > WIDTH).map(str::to_owned).collect();
        assert_eq!(wide, Vec::<String>::new());
    }
}
