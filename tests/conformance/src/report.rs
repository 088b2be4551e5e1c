//! What a person reads, and one record a scenario and runner for programs.

use std::fmt::Write as _;

use serde::Serialize;
use serde_json::Value;

use crate::observed::Failure;

/// One scenario on one runner.
#[derive(Debug, Clone, Serialize)]
pub struct Record {
    /// The scenario.
    pub id: String,
    /// The runner.
    pub lang: String,
    /// Whether everything held.
    pub ok: bool,
    /// What did not.
    pub why: Vec<String>,
    /// The answer in the form that is compared between languages; null where there was none.
    pub observed: Value,
    /// What came of it, in the form that is locked; none where nothing was answered.
    #[serde(skip)]
    pub transcript: Option<Value>,
}

impl Record {
    /// A record of these failures; none is success.
    #[must_use]
    pub fn new(id: &str, lang: &str, failures: &[Failure], observed: Value) -> Self {
        let (id, lang) = (id.to_owned(), lang.to_owned());
        let mut record = Self { id, lang, ok: true, why: Vec::new(), observed, transcript: None };
        record.fail(failures);
        record
    }

    /// Adds to what did not hold.
    pub fn fail(&mut self, failures: &[Failure]) {
        let shown = |failure: &Failure| {
            format!("{}: expected {}, observed {}", failure.path, failure.expected, failure.observed)
        };
        self.why.extend(failures.iter().map(shown));
        self.ok = self.why.is_empty();
    }
}

/// All failures, then a line a runner, then `N passed, N failed`.
#[must_use]
pub fn text(records: &[Record]) -> String {
    let mut text = String::new();
    for record in records.iter().filter(|record| !record.ok) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "FAILED {} [{}]", record.id, record.lang);
        for why in &record.why {
            let _ = writeln!(text, "    {why}");
        }
    }
    let mut runners: Vec<&str> = Vec::new();
    for record in records {
        if !runners.contains(&record.lang.as_str()) {
            runners.push(&record.lang);
        }
    }
    for runner in runners {
        let (passed, failed) = totals(records.iter().filter(|record| record.lang == runner));
        let _ = writeln!(text, "{runner:<13} {passed:>4} passed, {failed:>4} failed");
    }
    let (passed, failed) = totals(records.iter());
    let _ = writeln!(text, "{passed} passed, {failed} failed");
    text
}

fn totals<'a>(records: impl Iterator<Item = &'a Record>) -> (usize, usize) {
    records.fold((0, 0), |(passed, failed), record| if record.ok { (passed + 1, failed) } else { (passed, failed + 1) })
}
