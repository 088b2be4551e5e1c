//! The table that maps each rule to a scenario where it fires and to one where it must not.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use serde::Deserialize;

use crate::load::{COVERAGE_FILE, LoadError, yaml};
use crate::scenario::Scenario;

/// One rule and the scenarios that hold it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    /// The rule, as a reader looks for it.
    rule: String,
    /// Scenarios in which it fires.
    fires: Vec<String>,
    /// Scenarios that come close and in which it must not.
    near_miss: Vec<String>,
}

/// Checks the tables of all folders: every id exists, no list is empty, and each scenario names the change that turns it red.
pub fn check(folders: &[PathBuf], scenarios: &[Scenario]) -> Result<usize, LoadError> {
    let known: BTreeMap<&str, &Scenario> = scenarios.iter().map(|scenario| (scenario.id.as_str(), scenario)).collect();
    let mut rows = 0;
    for file in folders.iter().map(|folder| folder.join(COVERAGE_FILE)).filter(|file| file.exists()) {
        let text =
            fs::read_to_string(&file).map_err(|error| LoadError::new(&file, format!("cannot read it: {error}")))?;
        let table: Vec<Row> = yaml(&text).map_err(|problem| LoadError::new(&file, problem))?;
        rows += table.len();
        for row in &table {
            check_row(row, &known).map_err(|problem| LoadError::new(&file, format!("{}: {problem}", row.rule)))?;
        }
    }
    Ok(rows)
}

fn check_row(row: &Row, known: &BTreeMap<&str, &Scenario>) -> Result<(), String> {
    for (list, ids) in [("fires", &row.fires), ("near_miss", &row.near_miss)] {
        if ids.is_empty() {
            return Err(format!("`{list}` is empty"));
        }
        for id in ids {
            // One that is played over several transports is named as it is written.
            let over = format!("{id}-over-");
            let mut named = known.iter().filter(|(known, _)| **known == id || known.starts_with(&over)).peekable();
            if named.peek().is_none() {
                return Err(format!("there is no scenario `{id}`"));
            }
            if named.any(|(_, scenario)| scenario.mutant.is_none()) {
                return Err(format!("`{id}` does not say in `mutant` what change turns it red"));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::parse;
    use std::path::Path;

    const SCENARIOS: &str = "
- {id: with, about: a, mutant: m, call: {op: models.list}, server: [{status: 200}], expect: {outcome: ok}}
- {id: without, about: a, call: {op: models.list}, server: [{status: 200}], expect: {outcome: ok}}
- {id: both, over: [sse, websocket], about: a, mutant: m, call: {op: models.list}, server: [{status: 200}], expect: {outcome: ok}}";

    fn row(fires: &[&str], near_miss: &[&str]) -> Result<(), String> {
        let scenarios = parse(SCENARIOS, Path::new(""))?;
        let known = scenarios.iter().map(|scenario| (scenario.id.as_str(), scenario)).collect();
        let owned = |ids: &[&str]| ids.iter().map(|id| (*id).to_owned()).collect();
        check_row(&Row { rule: "r".to_owned(), fires: owned(fires), near_miss: owned(near_miss) }, &known)
    }

    #[test]
    fn every_rule_needs_both_sides_and_a_mutant() {
        assert!(row(&["with"], &["with"]).is_ok());
        assert!(row(&["both"], &["both-over-sse"]).is_ok());
        assert!(row(&["with"], &[]).is_err_and(|why| why.contains("near_miss")));
        assert!(row(&["gone"], &["with"]).is_err_and(|why| why.contains("gone")));
        assert!(row(&["with"], &["without"]).is_err_and(|why| why.contains("mutant")));
    }
}
