//! The six runners: which program plays which language.

use std::path::Path;

use crate::driver::Driver;
use crate::scenario::Scenario;

/// A language as `--lang` names it, and the runners that it comes to.
const LANGUAGES: [(&str, &[Runner]); 5] = [
    ("rust", &[Runner { name: "rust", folder: "rust", argument: None }]),
    (
        "python",
        &[
            Runner { name: "python-sync", folder: "python", argument: Some("sync") },
            Runner { name: "python-async", folder: "python", argument: Some("async") },
        ],
    ),
    ("typescript", &[Runner { name: "typescript", folder: "typescript", argument: None }]),
    ("go", &[Runner { name: "go", folder: "go", argument: None }]),
    ("swift", &[Runner { name: "swift", folder: "swift", argument: None }]),
];

/// One way to play scenarios.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Runner {
    /// Its name in reports.
    pub name: &'static str,
    folder: &'static str,
    argument: Option<&'static str>,
}

impl Runner {
    /// The runners of the named languages, in the order of this table; all of them where none is named.
    pub fn named(languages: &[String]) -> Result<Vec<Self>, String> {
        let known = |name: &String| LANGUAGES.iter().any(|(language, _)| language == name);
        if let Some(unknown) = languages.iter().find(|name| !known(name)) {
            let all: Vec<&str> = LANGUAGES.iter().map(|(language, _)| *language).collect();
            return Err(format!("unknown language `{unknown}`; --lang takes {}", all.join(", ")));
        }
        let chosen = |language: &str| languages.is_empty() || languages.iter().any(|name| name == language);
        Ok(LANGUAGES
            .iter()
            .filter(|(language, _)| chosen(language))
            .flat_map(|(_, runners)| runners.iter().copied())
            .collect())
    }

    /// Whether `scenario` is for this runner's language.
    #[must_use]
    pub fn plays(self, scenario: &Scenario) -> bool {
        scenario.languages.is_empty() || scenario.languages.iter().any(|language| language == self.folder)
    }

    /// Its driver, the script `run` in the language's folder.
    #[must_use]
    pub fn driver(self, drivers: &Path) -> Driver {
        let arguments = self.argument.map(str::to_owned).into_iter().collect();
        Driver::new(drivers.join(self.folder).join("run"), arguments)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(languages: &[&str]) -> Result<Vec<&'static str>, String> {
        let languages: Vec<String> = languages.iter().map(|name| (*name).to_owned()).collect();
        Ok(Runner::named(&languages)?.iter().map(|runner| runner.name).collect())
    }

    #[test]
    fn python_is_two_runners_and_all_are_six() {
        assert_eq!(names(&["python"]), Ok(vec!["python-sync", "python-async"]));
        assert_eq!(names(&[]).map(|all| all.len()), Ok(6));
        assert!(names(&["perl"]).is_err_and(|why| why.contains("perl")));
    }
}
