//! `./dev mutants`: runs cargo-mutants and holds its survivors against the list in `docs/mutants.md`.

use std::path::Path;
use std::process::Command;

use crate::Failure;

const LISTED: &str = "docs/mutants.md";
const OUTPUT: &str = "mutants.out";

/// Each mutant is built and tested anew, so both are kept short: two at once, and nothing for debuggers. Property tests
/// draw few cases, and always the same: a mutant is to be caught by what a test says, not by luck.
const SETTINGS: [(&str, &str); 4] = [
    ("CARGO_MUTANTS_JOBS", "2"),
    ("CARGO_PROFILE_DEV_DEBUG", "none"),
    ("PROPTEST_CASES", "16"),
    ("PROPTEST_RNG_SEED", "1"),
];

/// cargo-mutants' own exit codes: all mutants caught, some missed, some timed out.
const COMPLETED: [i32; 3] = [0, 2, 3];

/// Runs all mutants (or those that `arguments` select); fails on a survivor that is not listed with a reason.
pub(crate) fn run(root: &Path, arguments: &[&str]) -> Result<(), Failure> {
    let program = root.join(".tools/cargo/bin/cargo-mutants");
    let status = Command::new(&program)
        .args(["mutants", "--package", "axonium", "--no-shuffle", "--output", "."])
        .args(arguments)
        // Each copy of the checkout builds in itself: in one shared folder they would run each other's tests.
        .env_remove("CARGO_TARGET_DIR")
        .envs(SETTINGS)
        .current_dir(root)
        .status()
        .map_err(|error| Failure::new(format!("cannot run {}: {error}", program.display())))?;
    if !status.code().is_some_and(|code| COMPLETED.contains(&code)) {
        return Err(Failure::new(format!("cargo-mutants did not complete: {status}")));
    }
    let count = |name| read(&root.join(OUTPUT).join(name)).map(|text| text.lines().count());
    let (caught, unviable) = (count("caught.txt")?, count("unviable.txt")?);
    let survivors = names(&read(&root.join(OUTPUT).join("missed.txt"))?);
    let timeouts = names(&read(&root.join(OUTPUT).join("timeout.txt"))?);
    let listed = listed(&read(&root.join(LISTED))?)?;

    let mut problems: Vec<String> =
        without(&survivors, &listed).iter().map(|name| format!("not listed in {LISTED}: {name}")).collect();
    // With a selection only some mutants ran, so a listed one may just not have been tried.
    if arguments.is_empty() {
        let stale = without(&listed, &survivors);
        problems.extend(stale.iter().map(|name| format!("listed in {LISTED}, but no longer survives: {name}")));
    }
    if caught == 0 {
        problems.push("no mutant was caught, so nothing was tested".to_owned());
    }
    println!(
        "{caught} caught, {} timed out (caught by the clock), {} survived, {} of them listed with a reason, {unviable} did not build",
        timeouts.len(),
        survivors.len(),
        survivors.len() - without(&survivors, &listed).len(),
    );
    if problems.is_empty() { Ok(()) } else { Err(Failure::new(problems.join("\n       "))) }
}

fn read(path: &Path) -> Result<String, Failure> {
    std::fs::read_to_string(path).map_err(|error| Failure::new(format!("{}: {error}", path.display())))
}

/// The mutants of cargo-mutants' list, without line and column, which move with every edit.
fn names(list: &str) -> Vec<String> {
    list.lines().map(|line| name(line).unwrap_or_else(|| line.to_owned())).collect()
}

/// `core/src/wire/sse.rs:31:7: replace < with <=` becomes `core/src/wire/sse.rs: replace < with <=`.
fn name(line: &str) -> Option<String> {
    let (place, change) = line.split_once(": ")?;
    let file = place.split(':').next()?;
    Some(format!("{file}: {change}"))
}

/// The mutants of the committed list; a line without a reason is an error.
fn listed(text: &str) -> Result<Vec<String>, Failure> {
    let entries = text.lines().filter_map(|line| line.strip_prefix("- `"));
    entries
        .map(|entry| match entry.split_once("`: ") {
            Some((name, reason)) if !reason.trim().is_empty() => Ok(name.to_owned()),
            _ => Err(Failure::new(format!("{LISTED}: no reason given in `{entry}"))),
        })
        .collect()
}

/// What is left of `all` when each of `taken` takes one away: the same change at two places is two mutants.
fn without(all: &[String], taken: &[String]) -> Vec<String> {
    let mut left = all.to_vec();
    for name in taken {
        if let Some(index) = left.iter().position(|other| other == name) {
            left.remove(index);
        }
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_dropped_from_names() {
        let list = "core/src/wire/sse.rs:31:7: replace < with <= in Decoder::take\n";
        assert_eq!(names(list), ["core/src/wire/sse.rs: replace < with <= in Decoder::take"]);
    }

    #[test]
    fn a_listed_survivor_needs_a_reason() {
        let text = "# Survivors\n\n- `a.rs: replace + with -`: the sum is only logged\n";
        assert_eq!(listed(text).unwrap(), ["a.rs: replace + with -"]);
        assert!(listed("- `a.rs: replace + with -`: \n").is_err());
        assert!(listed("- `a.rs: replace + with -`\n").is_err());
    }

    #[test]
    fn the_same_change_at_two_places_must_be_listed_twice() {
        let twice = vec!["a".to_owned(), "a".to_owned()];
        assert_eq!(without(&twice, &twice[..1]), ["a"]);
        assert!(without(&twice, &twice).is_empty());
    }
}
