use std::path::Path;

use serde_json::json;
use tempfile::TempDir;

use super::*;
use crate::load::scenarios;

const SCENARIO: &str =
    "{id: s, about: x, call: {op: models.list}, servers: {a: [{status: 200}]}, expect: {outcome: ok}}";

/// A folder with a scenario and a place for its transcript.
fn folder() -> (TempDir, Vec<Scenario>) {
    let Ok(folder) = tempfile::tempdir() else { panic!("no folder for the test") };
    assert!(fs::write(folder.path().join("routes.yaml"), SCENARIO).is_ok());
    assert!(fs::create_dir(folder.path().join(FOLDER)).is_ok());
    let scenarios = read_scenarios(folder.path());
    (folder, scenarios)
}

fn read_scenarios(folder: &Path) -> Vec<Scenario> {
    scenarios(&[folder.to_owned()]).unwrap_or_else(|error| panic!("{error}"))
}

fn read(scenarios: &[Scenario]) -> Locks {
    Locks::read(scenarios).unwrap_or_else(|error| panic!("{error}"))
}

/// Locks `transcript` as the transcript of the only scenario.
fn lock(scenarios: &[Scenario], transcript: &Value) -> Result<(), String> {
    let mut locks = read(scenarios);
    locks.set(&scenarios[0], transcript)?;
    locks.write(scenarios).map_err(|error| error.to_string())
}

fn paths(scenarios: &[Scenario], transcript: &Value) -> Vec<String> {
    read(scenarios).failures(&scenarios[0], transcript).into_iter().map(|failure| failure.path).collect()
}

#[test]
fn what_is_locked_must_come_again() {
    let (_folder, scenarios) = folder();
    let transcript = json!({"caller": [{"outcome": "ok"}], "upstream": {"a": [["GET /v1/models", ""]]}});
    assert_eq!(paths(&scenarios, &transcript), ["transcript"], "none is locked yet");
    assert_eq!(lock(&scenarios, &transcript), Ok(()));
    assert_eq!(paths(&scenarios, &transcript), Vec::<String>::new());
    let other = json!({"caller": [{"outcome": "ok"}], "upstream": {"a": []}, "ledger": {}});
    assert_eq!(paths(&scenarios, &other), ["transcript.upstream.a", "transcript.ledger"]);
}

#[test]
fn a_changed_transcript_needs_its_reason() {
    let (folder, scenarios) = folder();
    let (old, new) = (json!({"caller": 1}), json!({"caller": 2}));
    assert_eq!(lock(&scenarios, &old), Ok(()));
    let refused = lock(&scenarios, &new);
    assert!(refused.as_ref().is_err_and(|why| why.contains(&format!("- `s` ({}): why", seal(&old)))), "{refused:?}");
    assert_eq!(paths(&scenarios, &old), Vec::<String>::new(), "nothing was written");

    let changes = folder.path().join(CHANGES);
    assert!(fs::write(&changes, format!("- `s` ({}): why\n", seal(&old))).is_ok());
    assert!(lock(&scenarios, &new).is_err(), "a word is no sentence");
    assert!(fs::write(&changes, format!("- `s` ({}): the rule was changed\n", seal(&old))).is_ok());
    assert_eq!(lock(&scenarios, &new), Ok(()));
    assert_eq!(paths(&scenarios, &new), Vec::<String>::new());
    assert!(lock(&scenarios, &old).is_err(), "a reason holds for one change");

    assert!(fs::remove_file(&changes).is_ok());
    assert_eq!(paths(&scenarios, &new), ["transcript.replaces"]);
}

#[test]
fn a_transcript_changed_by_hand_is_not_accepted() {
    let (folder, scenarios) = folder();
    assert_eq!(lock(&scenarios, &json!({"caller": 1})), Ok(()));
    let file = folder.path().join(FOLDER).join("routes.json");
    let text = fs::read_to_string(&file).unwrap_or_default();
    assert!(fs::write(&file, text.replace("\"caller\": 1", "\"caller\": 2")).is_ok());
    assert_eq!(paths(&scenarios, &json!({"caller": 2})), ["transcript.seal"]);
}

#[test]
fn folders_that_keep_no_transcripts_need_none() {
    let (folder, scenarios) = folder();
    assert!(fs::remove_dir(folder.path().join(FOLDER)).is_ok());
    assert_eq!(paths(&scenarios, &json!({})), Vec::<String>::new());
}

#[test]
fn the_transcript_of_a_scenario_that_is_gone_goes() {
    let (folder, scenarios) = folder();
    assert_eq!(lock(&scenarios, &json!({})), Ok(()));
    assert!(fs::write(folder.path().join("routes.yaml"), SCENARIO.replace("id: s", "id: t")).is_ok());
    let renamed = read_scenarios(folder.path());
    assert_eq!(lock(&renamed, &json!({})), Ok(()));
    let text = fs::read_to_string(folder.path().join(FOLDER).join("routes.json")).unwrap_or_default();
    assert!(text.contains("\"t\"") && !text.contains("\"s\""), "{text}");
}
