//! `./dev test`: every stage in order, its output passed through, its totals counted.

mod summary;
mod totals;

use std::io::{BufRead, BufReader, Write as _};
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use self::totals::Totals;
use crate::Failure;

/// What a stage's success means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Nature {
    /// Succeeds or fails as a whole, such as a build or a lint.
    Check,
    /// Runs tests; one that ran none has failed, whatever its exit code.
    Tests,
}

/// One recipe of the justfile.
struct Stage {
    recipe: &'static str,
    arguments: &'static [&'static str],
    nature: Nature,
}

const fn check(recipe: &'static str) -> Stage {
    Stage { recipe, arguments: &[], nature: Nature::Check }
}

const fn tests(recipe: &'static str) -> Stage {
    Stage { recipe, arguments: &[], nature: Nature::Tests }
}

const fn demo(arguments: &'static [&'static str]) -> Stage {
    Stage { recipe: "demo", arguments, nature: Nature::Check }
}

/// Cheap checks first; a language is built before it is linted, for its linters read what the build makes.
const STAGES: &[Stage] = &[
    check("toolchains"),
    check("check-generated"),
    check("check-tree"),
    check("check-snippets"),
    check("rust-lint"),
    tests("rust-test"),
    check("exhaustive-quick"),
    check("python-build"),
    check("python-lint"),
    tests("python-test"),
    check("typescript-build"),
    check("typescript-lint"),
    tests("typescript-test"),
    tests("c-test"),
    check("go-build"),
    check("go-lint"),
    tests("go-test"),
    check("swift-build"),
    check("swift-lint"),
    tests("swift-test"),
    tests("conformance"),
    tests("interop"),
    tests("proxy-test"),
    demo(&["python"]),
    demo(&["typescript"]),
    demo(&["go"]),
    demo(&["swift"]),
    demo(&["rust"]),
    demo(&["resume"]),
];

/// What became of a stage.
struct Outcome {
    stage: &'static Stage,
    totals: Totals,
    succeeded: bool,
    took: Duration,
}

/// Runs the stages, to the first that fails unless `keep_going`, and prints the totals.
pub(crate) fn run(root: &Path, keep_going: bool) -> Result<ExitCode, Failure> {
    let mut outcomes = Vec::new();
    for stage in STAGES {
        let outcome = stage.run(root)?;
        let failed = !outcome.succeeded;
        outcomes.push(outcome);
        if failed && !keep_going {
            break;
        }
    }
    summary::print(&outcomes, STAGES.len());
    // The table has said what failed; its last line is to stay the last.
    let green = outcomes.iter().all(|outcome| outcome.succeeded);
    Ok(if green { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

impl Stage {
    fn title(&self) -> String {
        [&[self.recipe], self.arguments].concat().join(" ")
    }

    fn run(&'static self, root: &Path) -> Result<Outcome, Failure> {
        let failed = |error: std::io::Error| Failure::new(format!("{}: {error}", self.title()));
        println!("\n━━ {} ━━", self.title());
        let start = Instant::now();
        // One pipe for both, so that a failure stands where it happened.
        let (reader, writer) = std::io::pipe().map_err(failed)?;
        let mut child = Command::new(root.join("dev"))
            .arg(self.recipe)
            .args(self.arguments)
            .stdin(Stdio::null())
            .stdout(writer.try_clone().map_err(failed)?)
            .stderr(writer)
            .spawn()
            .map_err(failed)?;
        let mut totals = Totals::default();
        for line in BufReader::new(reader).split(b'\n') {
            let line = line.map_err(failed)?;
            let line = String::from_utf8_lossy(&line);
            println!("{line}");
            totals.read(&line);
        }
        std::io::stdout().flush().map_err(failed)?;
        let status = child.wait().map_err(failed)?;
        let ran = self.nature == Nature::Check || !totals.is_empty();
        if status.success() && !ran {
            println!("{} printed no totals, so it ran no test", self.title());
        }
        let succeeded = status.success() && totals.failed == 0 && ran;
        Ok(Outcome { stage: self, totals, succeeded, took: start.elapsed() })
    }
}
