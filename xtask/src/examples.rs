//! Part of `check-snippets`: each row of the page on failures is an example.

use std::path::Path;

use crate::Failure;

const PAGE: &str = "docs/how-calls-fail.md";

/// Writes the beginning of a row's example in one language.
type Beginning = fn(&str) -> String;

/// The files with the examples of each language.
const FILES: [(&[&str], Beginning); 5] = [
    (&["packages/python/examples/how_calls_fail.py"], |row| format!("def {}(", snake_case(row))),
    (&["packages/typescript/examples/how-calls-fail.ts"], |row| format!("function {}(", camel_case(row))),
    (&["packages/go/examples_fail_test.go"], |row| format!("func Example_{}(", camel_case(row))),
    (&["packages/swift/Tests/AxoniumTests/HowCallsFailTests.swift"], |row| format!("func {}(", camel_case(row))),
    (&["core/tests/how_calls_fail/main.rs", "core/tests/how_calls_fail/asked_for.rs"], |row| {
        format!("#[tokio::test]\nasync fn {}()", snake_case(row))
    }),
];

/// Fails naming each row without an example.
pub(crate) fn check(root: &Path) -> Result<(), Failure> {
    let read =
        |path: &str| std::fs::read_to_string(root.join(path)).map_err(|error| Failure::new(format!("{path}: {error}")));
    let page = read(PAGE)?;
    let rows = rows(&page);
    let mut problems = Vec::new();
    for (paths, beginning) in FILES {
        let source = paths.iter().map(|path| read(path)).collect::<Result<String, Failure>>()?;
        let paths = paths.join(" or ");
        problems.extend(missing(&source, &rows, beginning).map(|row| format!("{paths} has no example of {row}")));
    }
    if problems.is_empty() && !rows.is_empty() {
        println!("{} rows of {PAGE} are examples that run, in {} languages", rows.len(), FILES.len());
        return Ok(());
    }
    Err(Failure::new(if rows.is_empty() { format!("{PAGE} has no rows") } else { problems.join("\n       ") }))
}

/// The names in the first column of the page's tables.
fn rows(page: &str) -> Vec<&str> {
    let first_columns = page.lines().filter_map(|line| line.strip_prefix("| `")?.split_once('|'));
    first_columns.flat_map(|(column, _)| column.split(',')).map(|name| name.trim().trim_matches('`')).collect()
}

fn missing<'a>(source: &str, rows: &[&'a str], beginning: Beginning) -> impl Iterator<Item = &'a str> {
    rows.iter().copied().filter(move |row| !source.contains(&beginning(row)))
}

fn snake_case(row: &str) -> String {
    row.replace('-', "_")
}

fn camel_case(row: &str) -> String {
    let mut words = row.split('-');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |name, word| {
        let (initial, rest) = word.split_at(word.len().min(1));
        name + &initial.to_uppercase() + rest
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_columns_are_the_rows() {
        let page = "| row | what |\n|---|---|\n| `a-b`, `c` | x |\n| `d-e-f` | `no` |\ntext `g`\n";
        assert_eq!(rows(page), ["a-b", "c", "d-e-f"]);
    }

    #[test]
    fn a_row_without_its_example_is_named() {
        let (_, python) = FILES[0];
        assert_eq!(missing("def a_b(x):\n", &["a-b", "a"], python).collect::<Vec<_>>(), ["a"]);
        let (_, go) = FILES[2];
        assert_eq!(missing("func Example_aBc() {", &["a-bc", "a-b"], go).collect::<Vec<_>>(), ["a-b"]);
    }
}
