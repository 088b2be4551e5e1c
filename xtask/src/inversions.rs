//! `./dev mutants --inversions-only`: turns decisions into their opposite, one at a time, and looks whether the locked
//! transcripts notice.
//!
//! The changes are in `tests/mutants/inversions.json`. Each is made in a copy of the checkout, in which the Rust driver is
//! built anew and plays the scenarios that must turn red.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use serde::Deserialize;
use serde_json::Value;

use crate::Failure;

const LIST: &str = "tests/mutants/inversions.json";
const COPY: &str = "target/inversions";
const RECORDS: &str = "records.jsonl";

/// A decision, and its opposite.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Inversion {
    /// The decision.
    decision: String,
    file: String,
    /// What stands there exactly once.
    search: String,
    replace: String,
    /// Scenarios whose transcripts must no longer hold.
    red: Vec<String>,
}

/// Runs all inversions; fails on one that a transcript which it should turn red does not notice.
pub(crate) fn run(root: &Path) -> Result<(), Failure> {
    let inversions: Vec<Inversion> =
        serde_json::from_str(&read(&root.join(LIST))?).map_err(|error| Failure::new(format!("{LIST}: {error}")))?;
    let tree = Tree { root, copy: root.join(COPY) };
    tree.copy_checkout()?;
    build(root, &[], "axonium-conformance")?;
    tree.build_driver()?;
    let all: Vec<&String> = inversions.iter().flat_map(|inversion| &inversion.red).collect();
    if let Some((id, why)) = tree.play(&all)?.into_iter().find(|(_, why)| !why.is_empty()) {
        return Err(Failure::new(format!("{id} does not even hold without an inversion: {}", why.join("; "))));
    }
    let mut problems = Vec::new();
    for inversion in &inversions {
        let started = Instant::now();
        let unnoticed = tree.unnoticed(inversion)?;
        let verdict = if unnoticed.is_empty() { "red" } else { "NOT NOTICED" };
        println!("{verdict:>11}  {} ({} s)", inversion.decision, started.elapsed().as_secs());
        problems.extend(
            unnoticed.iter().map(|id| format!("{id} does not notice the inversion of: {}", inversion.decision)),
        );
    }
    println!("{} inverted decisions, {} transcripts that noticed nothing", inversions.len(), problems.len());
    if problems.is_empty() { Ok(()) } else { Err(Failure::new(problems.join("\n       "))) }
}

/// The checkout, and the copy of it that is changed.
struct Tree<'a> {
    root: &'a Path,
    copy: PathBuf,
}

impl Tree<'_> {
    /// Files that are the same already are left alone, so that what was built of them is too.
    fn copy_checkout(&self) -> Result<(), Failure> {
        let listed = Command::new("git")
            .args(["ls-files", "--cached", "--others", "--exclude-standard", "-z"])
            .current_dir(self.root)
            .output()
            .map_err(|error| Failure::new(format!("cannot run git: {error}")))?;
        let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
        for name in listed.split_terminator('\0') {
            let (from, to) = (self.root.join(name), self.copy.join(name));
            if !from.is_file() {
                continue;
            }
            let bytes = fs::read(&from).map_err(|error| problem(&from, &error))?;
            if fs::read(&to).ok().as_ref() != Some(&bytes) {
                fs::create_dir_all(to.parent().unwrap_or(&self.copy)).map_err(|error| problem(&to, &error))?;
                fs::copy(&from, &to).map_err(|error| problem(&to, &error))?;
            }
        }
        Ok(())
    }

    /// The scenarios that should have turned red and did not.
    fn unnoticed(&self, inversion: &Inversion) -> Result<Vec<String>, Failure> {
        let path = self.copy.join(&inversion.file);
        let right = read(&path)?;
        fs::write(&path, inverted(&right, inversion)?).map_err(|error| problem(&path, &error))?;
        let played = self.build_driver().and_then(|()| self.play(&inversion.red.iter().collect::<Vec<_>>()));
        fs::write(&path, right).map_err(|error| problem(&path, &error))?;
        let notices = |why: &[String]| why.iter().any(|why| why.starts_with("transcript"));
        Ok(played?.into_iter().filter(|(_, why)| !notices(why)).map(|(id, _)| id).collect())
    }

    fn environment(&self) -> [(&'static str, PathBuf); 2] {
        [("CARGO_TARGET_DIR", self.copy.join("target")), ("CARGO_PROFILE_DEV_DEBUG", "none".into())]
    }

    fn build_driver(&self) -> Result<(), Failure> {
        build(&self.copy, &self.environment(), "axonium-driver")
    }

    /// What did not hold of each of these scenarios.
    fn play(&self, ids: &[&String]) -> Result<BTreeMap<String, Vec<String>>, Failure> {
        let records = self.copy.join(RECORDS);
        let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| self.root.join("target"), PathBuf::from);
        let mut runner = Command::new(target.join("debug/axonium-conformance"));
        runner.args(["--lang", "rust", "--json"]).arg(&records).arg("--drivers").arg(self.copy.join("tests/drivers"));
        for id in ids {
            runner.arg("--filter").arg(id);
        }
        runner.envs(self.environment()).current_dir(self.root).stdin(Stdio::null()).stdout(Stdio::null());
        let status = runner.status().map_err(|error| Failure::new(format!("cannot run {runner:?}: {error}")))?;
        if !matches!(status.code(), Some(0 | 1)) {
            return Err(Failure::new(format!("{runner:?} ended with {status}")));
        }
        let played = failures(&read(&records)?)?;
        match ids.iter().find(|id| !played.contains_key(**id)) {
            Some(id) => Err(Failure::new(format!("{LIST}: there is no scenario `{id}`"))),
            None => Ok(played),
        }
    }
}

/// What did not hold, by scenario, as the runner records it.
fn failures(records: &str) -> Result<BTreeMap<String, Vec<String>>, Failure> {
    let mut failures = BTreeMap::new();
    for line in records.lines() {
        let record: Value = serde_json::from_str(line).map_err(|error| Failure::new(format!("{RECORDS}: {error}")))?;
        let why = record["why"].as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned);
        failures.insert(record["id"].as_str().unwrap_or_default().to_owned(), why.collect());
    }
    Ok(failures)
}

/// The file with the opposite in it.
fn inverted(right: &str, inversion: &Inversion) -> Result<String, Failure> {
    match right.matches(&inversion.search).count() {
        1 => Ok(right.replace(&inversion.search, &inversion.replace)),
        found => Err(Failure::new(format!(
            "{LIST}: `{}` stands {found} times in {}, not once ({})",
            inversion.search, inversion.file, inversion.decision
        ))),
    }
}

fn build(folder: &Path, environment: &[(&str, PathBuf)], package: &str) -> Result<(), Failure> {
    let mut cargo = Command::new("cargo");
    cargo.args(["build", "--quiet", "--package", package]).envs(environment.iter().map(|(name, value)| (name, value)));
    // An opposite may leave something unused, which is no news.
    let output = cargo.current_dir(folder).stdin(Stdio::null()).output();
    let output = output.map_err(|error| Failure::new(format!("cannot run cargo: {error}")))?;
    if output.status.success() {
        return Ok(());
    }
    Err(Failure::new(format!("{package} does not build: {}", String::from_utf8_lossy(&output.stderr))))
}

fn read(path: &Path) -> Result<String, Failure> {
    fs::read_to_string(path).map_err(|error| problem(path, &error))
}

fn problem(path: &Path, error: &std::io::Error) -> Failure {
    Failure::new(format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inversion(search: &str) -> Inversion {
        let text = |text: &str| text.to_owned();
        Inversion { decision: text("d"), file: text("f"), search: text(search), replace: text("x"), red: Vec::new() }
    }

    #[test]
    fn what_is_inverted_stands_there_once() {
        assert_eq!(inverted("a b c", &inversion("b")).unwrap(), "a x c");
        assert!(inverted("b b", &inversion("b")).is_err());
        assert!(inverted("a", &inversion("b")).is_err());
    }

    #[test]
    fn records_say_what_did_not_hold() {
        let records = "{\"id\": \"s\", \"why\": []}\n{\"id\": \"t\", \"why\": [\"transcript: x\"]}\n";
        let failures = failures(records).unwrap();
        assert_eq!(failures["s"], Vec::<String>::new());
        assert_eq!(failures["t"], ["transcript: x"]);
    }

    #[test]
    fn every_inversion_fits_the_code_as_it_is() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let inversions: Vec<Inversion> = serde_json::from_str(&read(&root.join(LIST)).unwrap()).unwrap();
        assert!(inversions.len() >= 12, "only {} inversions", inversions.len());
        for inversion in inversions {
            assert!(
                inverted(&read(&root.join(&inversion.file)).unwrap(), &inversion).is_ok(),
                "{}",
                inversion.decision
            );
            assert!(!inversion.red.is_empty(), "{} turns nothing red", inversion.decision);
        }
    }
}
