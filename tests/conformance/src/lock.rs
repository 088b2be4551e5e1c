//! The locked transcripts of a folder of scenarios, `transcripts/FILE.json`, and who may change them.
//!
//! A transcript that is there is only replaced when `CHANGES.md` names its scenario, its seal and a reason:
//! ``- `ID` (SEAL): why``. The new one remembers that seal, and is not accepted without the line.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::load::LoadError;
use crate::observed::{Failure, shown};
use crate::scenario::Scenario;

const FOLDER: &str = "transcripts";
const CHANGES: &str = "CHANGES.md";

/// One locked transcript.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Lock {
    /// Of the transcript, so that none is changed by hand.
    seal: String,
    /// The seal of the transcript that this one replaced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    replaces: Option<String>,
    transcript: Value,
}

type File = BTreeMap<String, Lock>;

/// The locks of all folders of a run.
#[derive(Debug, Default)]
pub struct Locks {
    files: BTreeMap<PathBuf, File>,
}

impl Locks {
    /// Reads the locks beside `scenarios`; a folder without `transcripts` has none and needs none.
    pub fn read(scenarios: &[Scenario]) -> Result<Self, LoadError> {
        let mut locks = Self::default();
        for file in scenarios.iter().filter_map(file_of) {
            if !locks.files.contains_key(&file) && file.exists() {
                let text = fs::read_to_string(&file).map_err(|error| LoadError::new(&file, error.to_string()))?;
                let read: File =
                    serde_json::from_str(&text).map_err(|error| LoadError::new(&file, error.to_string()))?;
                locks.files.insert(file, read);
            }
        }
        Ok(locks)
    }

    /// What does not hold of the transcript that `scenario` came to.
    #[must_use]
    pub fn failures(&self, scenario: &Scenario, transcript: &Value) -> Vec<Failure> {
        let Some(file) = file_of(scenario) else { return Vec::new() };
        let Some(lock) = self.files.get(&file).and_then(|locks| locks.get(&scenario.id)) else {
            let wanted = format!("a transcript in {}; read what came, then ./dev transcripts --write", file.display());
            return vec![Failure::new("transcript", wanted, "none")];
        };
        let mut failures = Vec::new();
        if lock.seal != seal(&lock.transcript) {
            failures.push(Failure::new(
                "transcript.seal",
                seal(&lock.transcript),
                format!("{}: changed by hand", lock.seal),
            ));
        }
        if let Some(replaced) = &lock.replaces
            && !is_named(scenario, replaced)
        {
            failures.push(Failure::new(
                "transcript.replaces",
                line(scenario, replaced),
                format!("no such line in {CHANGES}"),
            ));
        }
        differ("transcript", &lock.transcript, transcript, &mut failures);
        failures
    }

    /// Locks the transcript of `scenario`. One that is locked otherwise is replaced only if `CHANGES.md` says why.
    pub fn set(&mut self, scenario: &Scenario, transcript: &Value) -> Result<(), String> {
        let Some(file) = file_of(scenario) else { return Ok(()) };
        let locks = self.files.entry(file).or_default();
        let replaces = match locks.get(&scenario.id) {
            Some(lock) if lock.transcript == *transcript => return Ok(()),
            Some(lock) if !is_named(scenario, &lock.seal) => {
                return Err(format!(
                    "{}: its transcript changed; {CHANGES} must say why: {}",
                    scenario.id,
                    line(scenario, &lock.seal)
                ));
            }
            lock => lock.map(|lock| lock.seal.clone()),
        };
        let lock = Lock { seal: seal(transcript), replaces, transcript: transcript.clone() };
        locks.insert(scenario.id.clone(), lock);
        Ok(())
    }

    /// Forgets the locks of scenarios that are gone, and writes the files.
    pub fn write(mut self, scenarios: &[Scenario]) -> Result<(), LoadError> {
        for (path, locks) in &mut self.files {
            locks.retain(|id, _| scenarios.iter().any(|scenario| scenario.id == *id));
            fs::write(path, text(locks)).map_err(|error| LoadError::new(path, error.to_string()))?;
        }
        Ok(())
    }
}

/// Where the transcript of `scenario` is locked: only of those with several servers, and only where transcripts are kept.
fn file_of(scenario: &Scenario) -> Option<PathBuf> {
    let folder = scenario.folder.join(FOLDER);
    (!scenario.servers.is_empty() && folder.is_dir()).then(|| folder.join(format!("{}.json", scenario.file)))
}

fn line(scenario: &Scenario, seal: &str) -> String {
    format!("- `{}` ({seal}): why", scenario.id)
}

/// Whether a sentence says why the transcript with that seal is no longer right.
fn is_named(scenario: &Scenario, seal: &str) -> bool {
    let start = format!("- `{}` ({seal}): ", scenario.id);
    let said = fs::read_to_string(scenario.folder.join(CHANGES)).unwrap_or_default();
    said.lines().filter_map(|line| line.strip_prefix(&start)).any(|why| why.trim().contains(' '))
}

/// FNV-1a over the transcript's text: it need not withstand anyone, only carelessness.
fn seal(transcript: &Value) -> String {
    const BASIS: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    let text = transcript.to_string();
    let hash = text.bytes().fold(BASIS, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(PRIME));
    format!("{hash:016x}")
}

/// JSON with a line for each thing that a reader compares: a call, a request, a ledger.
fn text(locks: &File) -> String {
    let mut text = String::from("{");
    for (position, (id, lock)) in locks.iter().enumerate() {
        let comma = if position == 0 { "" } else { "," };
        // Writing to a string cannot fail.
        let _ = write!(text, "{comma}\n\"{id}\": {{\n \"seal\": \"{}\",", lock.seal);
        if let Some(replaces) = &lock.replaces {
            let _ = write!(text, " \"replaces\": \"{replaces}\",");
        }
        text.push_str("\n \"transcript\": ");
        lines(&lock.transcript, 2, 4, &mut text);
        text.push('}');
    }
    text.push_str("\n}\n");
    text
}

/// `value` with its members on lines of their own, down to `depth`.
fn lines(value: &Value, indent: usize, depth: usize, text: &mut String) {
    let members: Vec<(String, &Value)> = match value {
        Value::Object(map) if depth > 1 => map.iter().map(|(key, value)| (format!("\"{key}\": "), value)).collect(),
        Value::Array(list) if depth > 1 => list.iter().map(|value| (String::new(), value)).collect(),
        _ => Vec::new(),
    };
    if members.is_empty() {
        text.push_str(&value.to_string());
        return;
    }
    let (open, close) = if value.is_array() { ('[', ']') } else { ('{', '}') };
    text.push(open);
    for (position, (key, member)) in members.into_iter().enumerate() {
        let comma = if position == 0 { "" } else { "," };
        let _ = write!(text, "{comma}\n{:indent$}{key}", "");
        lines(member, indent + 1, depth - 1, text);
    }
    text.push(close);
}

fn differ(path: &str, locked: &Value, observed: &Value, failures: &mut Vec<Failure>) {
    match (locked, observed) {
        (Value::Object(left), Value::Object(right)) => {
            let more = right.keys().filter(|key| !left.contains_key(*key));
            for key in left.keys().chain(more) {
                let value = |map: &serde_json::Map<String, Value>| map.get(key).cloned().unwrap_or_default();
                differ(&format!("{path}.{key}"), &value(left), &value(right), failures);
            }
        }
        _ if locked != observed => failures.push(Failure::new(path, shown(Some(locked)), shown(Some(observed)))),
        _ => {}
    }
}

#[cfg(test)]
mod tests;
