//! `check-snippets`: the code in the README is code that is compiled and run.

use std::path::Path;

use crate::Failure;
use crate::tree::tracked;

const README: &str = "README.md";

/// The languages a block may be in, by what stands after its fence, and the endings of their files.
const LANGUAGES: &[(&str, &[&str])] =
    &[("python", &["py"]), ("ts", &["ts", "mts"]), ("go", &["go"]), ("swift", &["swift"]), ("rust", &["rs"])];

/// A fenced block of code.
struct Snippet {
    language: String,
    line: usize,
    code: String,
}

/// Fails naming each block of the README that no source file holds as it stands there, indentation aside.
pub(crate) fn check(root: &Path) -> Result<(), Failure> {
    let text =
        std::fs::read_to_string(root.join(README)).map_err(|error| Failure::new(format!("{README}: {error}")))?;
    let snippets = snippets(&text);
    let files = tracked(root)?;
    let mut problems: Vec<String> = LANGUAGES
        .iter()
        .filter(|(language, _)| !snippets.iter().any(|snippet| snippet.language == *language))
        .map(|(language, _)| format!("{README} shows no {language}"))
        .collect();
    for snippet in &snippets {
        let Some((_, endings)) = LANGUAGES.iter().find(|(language, _)| *language == snippet.language) else {
            problems.push(format!("{README}:{}: no language {:?}", snippet.line, snippet.language));
            continue;
        };
        let holds = |path: &Path| {
            path.extension().is_some_and(|extension| endings.iter().any(|ending| extension == *ending))
                && std::fs::read_to_string(root.join(path)).is_ok_and(|source| flush(&source).contains(&snippet.code))
        };
        if !files.iter().any(|path| holds(path)) {
            problems.push(format!("{README}:{}: no {} file holds this code", snippet.line, snippet.language));
        }
    }
    if problems.is_empty() {
        println!("{} snippets stand in code that is compiled", snippets.len());
        return Ok(());
    }
    Err(Failure::new(problems.join("\n       ")))
}

fn snippets(text: &str) -> Vec<Snippet> {
    let mut found = Vec::new();
    let mut lines = text.lines().zip(1..);
    while let Some((line, number)) = lines.next() {
        let Some(language) = line.strip_prefix("```") else { continue };
        let code: Vec<&str> = lines.by_ref().map(|(line, _)| line).take_while(|line| *line != "```").collect();
        found.push(Snippet { language: language.to_owned(), line: number, code: flush(&code.join("\n")) });
    }
    found
}

/// Without indentation and blank lines: a snippet stands in a function somewhere.
fn flush(text: &str) -> String {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.fold(String::new(), |text, line| text + line + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_found_with_their_language_and_place() {
        let found = snippets("# Title\n\n    not a block\n\n```go\nif a {\n\tb()\n}\n```\ntext\n```rust\nc();\n```\n");
        let found: Vec<_> = found.iter().map(|s| (s.language.as_str(), s.line, s.code.as_str())).collect();
        assert_eq!(found, [("go", 5, "if a {\nb()\n}\n"), ("rust", 11, "c();\n")]);
    }

    #[test]
    fn indentation_and_blank_lines_do_not_matter() {
        assert!(flush("fn test() {\n    let a = 1;\n\n    b(a);\n}\n").contains(&flush("let a = 1;\nb(a);")));
        assert!(!flush("let a = 2;\nb(a);\n").contains(&flush("let a = 1;\nb(a);")));
    }
}
