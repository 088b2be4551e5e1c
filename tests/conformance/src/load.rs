//! Finds scenarios, reads them, and refuses those that could not fail.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use axonium_gateway::Step;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::client;
use crate::expect::Expect;
use crate::expectation;
use crate::over;
use crate::repeat;
use crate::runner::Runner;
use crate::scenario::{SERVER, Scenario};

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
    let mut scenarios = parse(&text, &folder).map_err(|problem| LoadError::new(file, problem))?;
    let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    for scenario in &mut scenarios {
        name.clone_into(&mut scenario.file);
    }
    Ok(scenarios)
}

/// The scenarios of one text: one mapping, or a list of them.
pub fn parse(text: &str, folder: &Path) -> Result<Vec<Scenario>, String> {
    let whole: Value = yaml(text)?;
    let entries = match whole {
        Value::Array(entries) => entries,
        one => vec![one],
    };
    let read = |(index, entry)| written(index, entry, folder);
    entries
        .into_iter()
        .enumerate()
        .map(read)
        .collect::<Result<Vec<_>, _>>()
        .map(|all| all.into_iter().flatten().collect())
}

/// Reads YAML, of which JSON is a part.
pub fn yaml<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    // A file says once what many of its scenarios share; the parser's default takes that for an attack.
    let options = serde_saphyr::options! { budget: serde_saphyr::budget! { enforce_alias_anchor_ratio: false } };
    serde_saphyr::from_str_with_options(text, options).map_err(|error| error.to_string())
}

/// The scenarios of one entry: several where it is played over several transports.
fn written(index: usize, entry: Value, folder: &Path) -> Result<Vec<Scenario>, String> {
    let name = entry.get("id").and_then(Value::as_str).map_or_else(|| format!("entry {index}"), str::to_owned);
    let entries = repeat::written_out(entry).and_then(over::each);
    let read = |entries: Vec<Value>| entries.into_iter().map(|entry| scenario(entry, folder)).collect();
    entries.and_then(read).map_err(|problem| format!("{name}: {problem}"))
}

fn scenario(entry: Value, folder: &Path) -> Result<Scenario, String> {
    let mut scenario: Scenario =
        serde_path_to_error::deserialize(entry).map_err(|error| format!("{} at `{}`", error.inner(), error.path()))?;
    folder.clone_into(&mut scenario.folder);
    for steps in std::iter::once(&mut scenario.server).chain(scenario.servers.values_mut()) {
        let resolved: Result<Vec<Step>, _> = steps.drain(..).map(|step| step.resolve(folder)).collect();
        *steps = resolved.map_err(|error| error.to_string())?;
    }
    check(&scenario)?;
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
    check_servers(scenario)?;
    Runner::named(&scenario.languages)?;
    client::check(&scenario.client)
}

fn check_servers(scenario: &Scenario) -> Result<(), String> {
    let scripted = !scenario.server.is_empty() || !scenario.servers.is_empty();
    match (&scenario.external, scripted) {
        (Some(_), true) => return Err("an external server cannot be scripted; drop `server`".to_owned()),
        (None, false) if !scenario.nothing_arrives() => {
            return Err("has no `server`; leave it out only where `requests: 0` is expected".to_owned());
        }
        _ => {}
    }
    if scenario.servers.is_empty() {
        return scenario.expect.request_headers.as_ref().map_or(Ok(()), check_headers);
    }
    if scenario.servers.contains_key(SERVER) {
        return Err("`servers` has one named `server`, which is the name of the one written as `server`".to_owned());
    }
    if scenario.tls.is_some() {
        return Err("`tls` goes with `server` only".to_owned());
    }
    let names: Vec<&str> = scenario.servers().map(|(name, _)| name).collect();
    for (key, value) in scenario.expect.by_server() {
        let by_name = value.as_object().filter(|map| map.keys().all(|name| names.contains(&name.as_str())));
        let must_name = matches!(key, "request_headers" | "request_json") || value.is_object();
        if must_name && by_name.is_none() && expectation::matcher(value).is_none() {
            return Err(format!("`{key}` must be given by server, of {}", names.join(", ")));
        }
    }
    let headers = scenario.expect.request_headers.as_ref().and_then(Value::as_object);
    headers.into_iter().flat_map(|by_server| by_server.values()).try_for_each(check_headers)
}

/// Headers of every request, or a list with one entry a request.
fn check_headers(headers: &Value) -> Result<(), String> {
    match headers {
        Value::Object(_) => Ok(()),
        Value::Array(list) if list.iter().all(Value::is_object) => Ok(()),
        other => Err(format!("`request_headers` is an object or a list of them, not {other}")),
    }
}

impl Scenario {
    fn nothing_arrives(&self) -> bool {
        self.expect.requests == Some(Value::from(0))
    }
}
