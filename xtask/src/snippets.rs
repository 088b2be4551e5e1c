//! `check-snippets`: the code in the README and in the pages for users is code that is compiled and run.

use std::path::Path;

use crate::Failure;
use crate::tree::tracked;

/// Each shows every language.
const PAGES: [&str; 3] = ["README.md", "docs/responses-and-websocket.md", "docs/one-model-several-routes.md"];

/// The languages a block may be in, by what stands after its fence, and the endings of their files.
const LANGUAGES: &[(&str, &[&str])] =
    &[("python", &["py"]), ("ts", &["ts", "mts"]), ("go", &["go"]), ("swift", &["swift"]), ("rust", &["rs"])];

/// A fenced block of code.
struct Snippet {
    language: String,
    line: usize,
    code: String,
}

/// Fails naming each block that no source file holds as it stands there, indentation aside.
pub(crate) fn check(root: &Path) -> Result<(), Failure> {
    let mut sources = Vec::new();
    for path in tracked(root)? {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_owned();
        if LANGUAGES.iter().any(|(_, endings)| endings.contains(&ending.as_str()))
            && let Ok(text) = std::fs::read_to_string(root.join(&path))
        {
            sources.push((ending, flush(&text)));
        }
    }
    let mut problems = Vec::new();
    let mut held = 0;
    for page in PAGES {
        let text =
            std::fs::read_to_string(root.join(page)).map_err(|error| Failure::new(format!("{page}: {error}")))?;
        let snippets = snippets(&text);
        held += snippets.len();
        problems.extend(problems_of(page, &snippets, &sources));
    }
    if problems.is_empty() {
        println!("{held} snippets stand in code that is compiled");
        return Ok(());
    }
    Err(Failure::new(problems.join("\n       ")))
}

fn problems_of(page: &str, snippets: &[Snippet], sources: &[(String, String)]) -> Vec<String> {
    let mut problems: Vec<String> = LANGUAGES
        .iter()
        .filter(|(language, _)| !snippets.iter().any(|snippet| snippet.language == *language))
        .map(|(language, _)| format!("{page} shows no {language}"))
        .collect();
    for snippet in snippets {
        let Some((_, endings)) = LANGUAGES.iter().find(|(language, _)| *language == snippet.language) else {
            problems.push(format!("{page}:{}: no language {:?}", snippet.line, snippet.language));
            continue;
        };
        let holds =
            |(ending, source): &(String, String)| endings.contains(&ending.as_str()) && source.contains(&snippet.code);
        if !sources.iter().any(holds) {
            problems.push(format!("{page}:{}: no {} file holds this code", snippet.line, snippet.language));
        }
    }
    problems
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
    fn a_block_that_no_file_holds_is_named_and_so_is_a_language_that_is_missing() {
        let page = snippets("```go\na()\n```\n```rust\nb();\n```\n```cobol\n```\n");
        let sources = [("go".to_owned(), "a()\n".to_owned()), ("py".to_owned(), "b();\n".to_owned())];
        let problems = problems_of("p.md", &page, &sources);
        let expected = [
            "p.md shows no python",
            "p.md shows no ts",
            "p.md shows no swift",
            "p.md:4: no rust file holds this code",
            "p.md:7: no language \"cobol\"",
        ];
        assert_eq!(problems, expected);
    }

    #[test]
    fn indentation_and_blank_lines_do_not_matter() {
        assert!(flush("fn test() {\n    let a = 1;\n\n    b(a);\n}\n").contains(&flush("let a = 1;\nb(a);")));
        assert!(!flush("let a = 2;\nb(a);\n").contains(&flush("let a = 1;\nb(a);")));
    }
}
