//! Finds scenarios, reads them, and refuses those that could not fail.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use axonium_gateway::Step;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::client;
use crate::repeat;
use crate::runner::Runner;
use crate::scenario::{Expect, Scenario};

/// The file of a folder that maps rules to scenarios; it holds none itself.
pub const COVERAGE_FILE: &str = "coverage.yaml";

/// A scenario file that cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{}: {problem}", file.display())]
pub struct LoadError {
    /// The file.
    pub file: PathBuf,
    /// What is wrong with it and where.
    pub problem: String,
}

impl LoadError {
    /// An error about `file`.
    pub fn new(file: &Path, problem: impl Into<String>) -> Self {
        Self { file: file.to_owned(), problem: problem.into() }
    }
}

/// All scenarios of the folders, in the order of folders, file names and lists.
pub fn scenarios(folders: &[PathBuf]) -> Result<Vec<Scenario>, LoadError> {
    let mut all: Vec<Scenario> = Vec::new();
    let mut seen: BTreeMap<String, PathBuf> = BTreeMap::new();
    for folder in folders {
        // Drivers run in folders of their own, so the files that a scenario names to them are named in full.
        let folder = std::path::absolute(folder).map_err(|error| LoadError::new(folder, error.to_string()))?;
        for file in scenario_files(&folder)? {
            for scenario in read_file(&file)? {
                if let Some(first) = seen.insert(scenario.id.clone(), file.clone()) {
                    let problem =
                        format!("id `{}` is already used in {}; give it another", scenario.id, first.display());
                    return Err(LoadError::new(&file, problem));
                }
                all.push(scenario);
            }
        }
    }
    Ok(all)
}

fn scenario_files(folder: &Path) -> Result<Vec<PathBuf>, LoadError> {
    let entries = fs::read_dir(folder).map_err(|error| LoadError::new(folder, format!("cannot list it: {error}")))?;
    let mut files: Vec<PathBuf> =
        entries.flatten().map(|entry| entry.path()).filter(|path| is_scenario(path)).collect();
    files.sort();
    Ok(files)
}

fn is_scenario(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    matches!(extension, Some("yaml" | "yml" | "json")) && path.file_name().is_some_and(|name| name != COVERAGE_FILE)
}

fn read_file(file: &Path) -> Result<Vec<Scenario>, LoadError> {
    let text = fs::read_to_string(file).map_err(|error| LoadError::new(file, format!("cannot read it: {error}")))?;
    let folder = file.parent().map(Path::to_owned).unwrap_or_default();
    parse(&text, &folder).map_err(|problem| LoadError::new(file, problem))
}

/// The scenarios of one text: one mapping, or a list of them.
pub fn parse(text: &str, folder: &Path) -> Result<Vec<Scenario>, String> {
    let whole: Value = yaml(text)?;
    let entries = match whole {
        Value::Array(entries) => entries,
        one => vec![one],
    };
    entries.into_iter().enumerate().map(|(index, entry)| scenario(index, entry, folder)).collect()
}

/// Reads YAML, of which JSON is a part.
pub fn yaml<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    serde_saphyr::from_str(text).map_err(|error| error.to_string())
}

fn scenario(index: usize, entry: Value, folder: &Path) -> Result<Scenario, String> {
    let name = entry.get("id").and_then(Value::as_str).map_or_else(|| format!("entry {index}"), str::to_owned);
    let entry = repeat::written_out(entry).map_err(|problem| format!("{name}: {problem}"))?;
    let mut scenario: Scenario = serde_path_to_error::deserialize(entry)
        .map_err(|error| format!("{name}: {} at `{}`", error.inner(), error.path()))?;
    folder.clone_into(&mut scenario.folder);
    let resolved: Result<Vec<Step>, _> = scenario.server.into_iter().map(|step| step.resolve(folder)).collect();
    scenario.server = resolved.map_err(|error| format!("{name}: {error}"))?;
    check(&scenario).map_err(|problem| format!("{name}: {problem}"))?;
    Ok(scenario)
}

/// What types cannot say.
fn check(scenario: &Scenario) -> Result<(), String> {
    match (&scenario.call, scenario.calls.is_empty()) {
        (Some(_), false) => return Err("has both `call` and `calls`; use one".to_owned()),
        (None, true) => return Err("has no call".to_owned()),
        (Some(call), true) if call.expect.is_some() => {
            return Err("the only call's `expect` belongs to the scenario".to_owned());
        }
        (Some(_), true) if scenario.parallel => return Err("`parallel` needs `calls`".to_owned()),
        (None, false) if scenario.expect.names_a_result() => {
            return Err(
                "with `calls` the scenario's own `expect` may only count; say in each call what it comes to".to_owned()
            );
        }
        _ => {}
    }
    for (position, (call, expect)) in scenario.expected().enumerate() {
        if expect.outcome.is_none() {
            return Err(format!("call {position} ({}) expects no outcome, so it could not fail", call.op.name()));
        }
        if call.expect.as_ref().is_some_and(Expect::names_a_count) {
            return Err(format!(
                "call {position} counts what only the whole scenario can; move it to the scenario's `expect`"
            ));
        }
    }
    match (&scenario.external, scenario.server.is_empty()) {
        (Some(_), false) => return Err("an external server cannot be scripted; drop `server`".to_owned()),
        (None, true) if !scenario.nothing_arrives() => {
            return Err("has no `server`; leave it out only where `requests: 0` is expected".to_owned());
        }
        _ => {}
    }
    Runner::named(&scenario.languages)?;
    client::check(&scenario.client)
}

impl Scenario {
    fn nothing_arrives(&self) -> bool {
        self.expect.requests == Some(Value::from(0))
    }
}
