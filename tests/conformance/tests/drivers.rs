//! A driver that is missing, dies or hangs fails its scenarios and never passes them.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use axonium_conformance::driver::Driver;
use axonium_conformance::load::parse;
use axonium_conformance::play::{self, External};
use axonium_conformance::report::{self, Record};
use axonium_conformance::runner::Runner;
use axonium_conformance::scenario::Scenario;
use serde_json::json;
use tempfile::TempDir;

const NO_CALLS: &str = r#"*'"id":"hello"'*) echo '{"id":"hello","results":[],"logs":[]}';;"#;

/// A driver that answers by a shell `case` over its input lines.
fn script(folder: &Path, cases: &str) -> PathBuf {
    let program = folder.join("run");
    let text = format!("#!/bin/sh\nwhile read -r line; do case \"$line\" in {NO_CALLS} {cases} esac; done\n");
    assert!(fs::write(&program, text).is_ok());
    assert!(fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).is_ok());
    program
}

fn folder() -> TempDir {
    match tempfile::tempdir() {
        Ok(folder) => folder,
        Err(error) => panic!("no folder for the test: {error}"),
    }
}

fn scenarios(text: &str) -> Vec<Scenario> {
    match parse(text, Path::new("")) {
        Ok(scenarios) => scenarios,
        Err(problem) => panic!("{problem}"),
    }
}

fn runners(languages: &[&str]) -> Vec<Runner> {
    let languages: Vec<String> = languages.iter().map(|name| (*name).to_owned()).collect();
    Runner::named(&languages).unwrap_or_default()
}

async fn played(drivers: &Path, languages: &[&str], text: &str) -> Vec<Record> {
    play::all(&scenarios(text), &runners(languages), drivers, &External::new()).await
}

const REFUSED: &str =
    "{id: s, about: x, call: {op: models.list}, expect: {outcome: error, error: {name: InvalidRequest}, requests: 0}}";

fn answer(id: &str, name: &str) -> String {
    let meta = r#"{"attempts":0,"waited_s":0,"elapsed_s":0,"history":[]}"#;
    format!(
        r#"*'"id":"{id}"'*) echo '{{"id":"{id}","results":[{{"outcome":"error","error":{{"name":"{name}","meta":{meta}}}}}],"logs":[]}}';;"#
    )
}

#[tokio::test]
async fn a_missing_driver_fails_every_scenario() {
    let drivers = folder();
    let records = played(drivers.path(), &["go"], REFUSED).await;
    assert!(records.iter().all(|record| !record.ok && record.why[0].contains("--lang")), "{records:?}");
    assert!(report::text(&records).ends_with("0 passed, 1 failed\n"));
}

#[tokio::test]
async fn right_answers_pass_and_wrong_ones_fail() {
    let drivers = folder();
    for (language, name) in [("go", "InvalidRequest"), ("rust", "Configuration")] {
        let folder = drivers.path().join(language);
        assert!(fs::create_dir(&folder).is_ok());
        script(&folder, &answer("s", name));
    }
    let records = played(drivers.path(), &["go", "rust"], REFUSED).await;
    let by = |lang: &str| records.iter().find(|record| record.lang == lang);
    assert!(by("go").is_some_and(|record| record.why.iter().all(|why| why.contains("(as rust)"))), "{records:?}");
    assert!(
        by("rust").is_some_and(|record| record.why[0].starts_with("error.name: expected \"InvalidRequest\"")),
        "{records:?}"
    );
}

#[tokio::test]
async fn a_driver_that_dies_fails_one_scenario_and_is_started_again() {
    let drivers = folder();
    let go = drivers.path().join("go");
    assert!(fs::create_dir(&go).is_ok());
    script(&go, &format!(r#"*'"id":"first"'*) echo "out of order" >&2; exit 3;; {}"#, answer("s", "InvalidRequest")));
    let text = format!("- {}\n- {REFUSED}", REFUSED.replace("id: s", "id: first"));
    let records = played(drivers.path(), &["go"], &text).await;
    assert!(records[0].why[0].contains("died") && records[0].why[0].contains("out of order"), "{records:?}");
    assert!(records[1].ok, "{records:?}");
}

#[tokio::test]
async fn a_driver_that_does_not_answer_is_ended() {
    let folder = folder();
    let mut driver = Driver::new(script(folder.path(), "*) sleep 600;;"), Vec::new());
    assert_eq!(driver.start().await, Ok(()));
    let answer = driver.play(&json!({"id": "s"}), Duration::from_millis(50)).await;
    assert!(answer.is_err_and(|why| why.contains("no answer")));
}

#[tokio::test]
async fn answers_to_another_question_are_no_answers() {
    let folder = folder();
    let mut driver = Driver::new(script(folder.path(), "*) echo '{\"id\":\"other\"}';;"), Vec::new());
    let answer = driver.play(&json!({"id": "s"}), Duration::from_secs(10)).await;
    assert!(answer.is_err_and(|why| why.contains("another job")));
}

#[tokio::test]
async fn a_driver_that_fails_at_the_end_of_its_input_is_noticed() {
    let folder = folder();
    let program = script(folder.path(), "");
    let text = fs::read_to_string(&program).unwrap_or_default();
    assert!(fs::write(&program, format!("{text}exit 7\n")).is_ok());
    let mut driver = Driver::new(program, Vec::new());
    assert_eq!(driver.start().await, Ok(()));
    assert!(driver.finish().await.is_err_and(|why| why.contains('7')));
}
