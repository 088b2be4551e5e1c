//! Reads how many tests ran out of what test runners print.

use std::ops::AddAssign;

/// How many tests a stage ran, as its runners said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Totals {
    pub(crate) passed: u64,
    pub(crate) failed: u64,
    pub(crate) skipped: u64,
}

impl Totals {
    fn of(passed: u64, failed: u64, skipped: u64) -> Self {
        Self { passed, failed, skipped }
    }

    /// Whether no test ran at all.
    pub(crate) fn is_empty(&self) -> bool {
        self.passed == 0 && self.failed == 0
    }

    /// Adds what one line of output says; most lines say nothing.
    pub(crate) fn read(&mut self, line: &str) {
        let line = without_colour(line);
        let line = line.trim_end();
        let readers = [cargo, pytest, node, vitest, go, swift_testing, xctest, plain];
        if let Some(found) = readers.iter().find_map(|read| read(line)) {
            *self += found;
        }
    }
}

impl AddAssign for Totals {
    fn add_assign(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped += other.skipped;
    }
}

/// `test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.01s`
fn cargo(line: &str) -> Option<Totals> {
    let rest = line.strip_prefix("test result: ")?;
    Some(Totals::of(
        number_before(rest, " passed;")?,
        number_before(rest, " failed;")?,
        number_before(rest, " ignored;")?,
    ))
}

/// `1 failed, 12 passed, 2 skipped in 0.31s`, with or without a frame of `=`.
fn pytest(line: &str) -> Option<Totals> {
    let line = line.trim_matches(['=', ' ']);
    let (counts, time) = line.rsplit_once(" in ")?;
    let is_time = time.split(' ').next()?.trim_end_matches('s').parse::<f64>().is_ok();
    let mut totals = Totals::default();
    for part in counts.split(", ") {
        let (count, what) = part.split_once(' ')?;
        let count: u64 = count.parse().ok()?;
        match what {
            "passed" | "xpassed" => totals.passed += count,
            "failed" | "error" | "errors" => totals.failed += count,
            "skipped" | "xfailed" => totals.skipped += count,
            "deselected" | "warning" | "warnings" | "rerun" => {}
            _ => return None,
        }
    }
    is_time.then_some(totals)
}

/// `# pass 12` or `ℹ pass 12`: the closing lines of `node --test`.
fn node(line: &str) -> Option<Totals> {
    let rest = line.strip_prefix("# ").or_else(|| line.strip_prefix("ℹ "))?;
    let (what, count) = rest.split_once(' ')?;
    let count: u64 = count.parse().ok()?;
    match what {
        "pass" => Some(Totals::of(count, 0, 0)),
        "fail" | "cancelled" => Some(Totals::of(0, count, 0)),
        "skipped" | "todo" => Some(Totals::of(0, 0, count)),
        _ => None,
    }
}

/// `      Tests  1 failed | 4 passed | 2 skipped (7)`
fn vitest(line: &str) -> Option<Totals> {
    let rest = line.trim_start().strip_prefix("Tests  ")?;
    let (counts, _) = rest.rsplit_once(" (")?;
    let mut totals = Totals::default();
    for part in counts.split(" | ") {
        let (count, what) = part.trim().split_once(' ')?;
        let count: u64 = count.parse().ok()?;
        match what {
            "passed" => totals.passed += count,
            "failed" => totals.failed += count,
            "skipped" | "todo" => totals.skipped += count,
            _ => return None,
        }
    }
    Some(totals)
}

/// `--- PASS: TestName (0.00s)`: `go test -v`, subtests left out (they are indented).
fn go(line: &str) -> Option<Totals> {
    let rest = line.strip_prefix("--- ")?;
    match rest.split_once(": ")?.0 {
        "PASS" => Some(Totals::of(1, 0, 0)),
        "FAIL" => Some(Totals::of(0, 1, 0)),
        "SKIP" => Some(Totals::of(0, 0, 1)),
        _ => None,
    }
}

/// `✔ Test name() passed after 0.001 seconds.`: one line a test, besides one for the run and one a suite.
fn swift_testing(line: &str) -> Option<Totals> {
    let (_, rest) = line.trim_start().split_once(' ')?;
    let name = rest.strip_prefix("Test ")?;
    if name.starts_with("run with ") || name.starts_with("case passing ") {
        return None;
    }
    if name.contains(" passed after ") {
        Some(Totals::of(1, 0, 0))
    } else if name.contains(" failed after ") {
        Some(Totals::of(0, 1, 0))
    } else if name.contains(" skipped") {
        Some(Totals::of(0, 0, 1))
    } else {
        None
    }
}

/// `Test Case 'Suite.testName' passed (0.001 seconds)`: one line a test, besides the sums of suites in suites.
fn xctest(line: &str) -> Option<Totals> {
    let rest = line.strip_prefix("Test Case ")?;
    if rest.contains("' passed (") {
        Some(Totals::of(1, 0, 0))
    } else if rest.contains("' failed (") {
        Some(Totals::of(0, 1, 0))
    } else if rest.contains("' skipped (") {
        Some(Totals::of(0, 0, 1))
    } else {
        None
    }
}

/// `12 passed, 0 failed`, alone on its line: our own programs.
fn plain(line: &str) -> Option<Totals> {
    let mut counts = [0, 0, 0];
    let mut parts = line.split(", ");
    for (index, what) in [" passed", " failed", " skipped"].iter().enumerate() {
        match parts.next() {
            Some(part) => *counts.get_mut(index)? = part.strip_suffix(what)?.parse().ok()?,
            None if index == 2 => {}
            None => return None,
        }
    }
    let [passed, failed, skipped] = counts;
    parts.next().is_none().then(|| Totals::of(passed, failed, skipped))
}

/// The number that stands right before `what`.
fn number_before(text: &str, what: &str) -> Option<u64> {
    let before = text.split_once(what)?.0;
    before.rsplit(' ').next()?.parse().ok()
}

/// The line without terminal escapes (`ESC [ … letter`).
fn without_colour(line: &str) -> String {
    let mut text = String::new();
    let mut characters = line.chars();
    while let Some(character) = characters.next() {
        if character != '\u{1b}' {
            text.push(character);
            continue;
        }
        for escaped in characters.by_ref() {
            if escaped.is_ascii_alphabetic() {
                break;
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(output: &str) -> (u64, u64, u64) {
        let mut totals = Totals::default();
        output.lines().for_each(|line| totals.read(line));
        (totals.passed, totals.failed, totals.skipped)
    }

    #[test]
    fn cargo_test_sums_over_its_binaries() {
        let output = "running 3 tests\n\
            test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.01s\n\
            test result: FAILED. 10 passed; 2 failed; 0 ignored; 0 measured; 5 filtered out; finished in 1.01s\n";
        assert_eq!(read(output), (13, 2, 1));
    }

    #[test]
    fn pytest_with_and_without_frame_and_colour() {
        assert_eq!(read("==== 1 failed, 12 passed, 2 skipped, 1 warning in 0.31s ===="), (12, 1, 2));
        assert_eq!(read("\u{1b}[32m12 passed\u{1b}[0m in 61.40s (0:01:01)"), (12, 0, 0));
        assert_eq!(read("3 passed, 1 error in 0.1s"), (3, 1, 0));
        assert_eq!(read("no tests ran in 0.01s"), (0, 0, 0));
        assert_eq!(read("14 passed over in silence"), (0, 0, 0));
    }

    #[test]
    fn node_and_vitest() {
        assert_eq!(read("ℹ tests 7\nℹ pass 5\nℹ fail 1\nℹ cancelled 0\nℹ skipped 1"), (5, 1, 1));
        assert_eq!(read("# tests 5\n# pass 5\n# fail 0"), (5, 0, 0));
        let vitest = " Test Files  2 passed (2)\n      Tests  1 failed | 4 passed | 2 skipped (7)\n";
        assert_eq!(read(vitest), (4, 1, 2));
    }

    #[test]
    fn go_counts_tests_but_not_subtests() {
        let output = "=== RUN   TestA\n--- PASS: TestA (0.00s)\n    --- PASS: TestA/sub (0.00s)\n\
            --- FAIL: TestB (0.00s)\n--- SKIP: TestC (0.00s)\nok  \texample.org/axonium\t0.1s\n";
        assert_eq!(read(output), (1, 1, 1));
    }

    #[test]
    fn swift_counts_tests_but_not_runs_and_suites() {
        let testing = "◇ Test run started.\n◇ Test waits() started.\n✔ Test waits() passed after 0.001 seconds.\n\
            ✘ Test \"says why\" failed after 0.001 seconds with 1 issue.\n✔ Suite Errors passed after 0.002 seconds.\n\
            ✘ Test run with 2 tests failed after 0.002 seconds with 1 issue.\n";
        assert_eq!(read(testing), (1, 1, 0));
        let xctest = "Test Case 'A.testOne' started at 2026-01-01\nTest Case 'A.testOne' passed (0.001 seconds)\n\
            Test Case 'A.testTwo' failed (0.001 seconds)\n\t Executed 2 tests, with 1 failure (0 unexpected) in 0.0 seconds\n";
        assert_eq!(read(xctest), (1, 1, 0));
    }

    #[test]
    fn our_own_line_counts_only_when_alone() {
        assert_eq!(read("60 passed, 2 failed"), (60, 2, 0));
        assert_eq!(read("60 passed, 2 failed, 1 skipped"), (60, 2, 1));
        assert_eq!(read("python: 60 passed, 2 failed"), (0, 0, 0));
        assert_eq!(read("60 passed, 2 failed, 1 skipped, 4 more"), (0, 0, 0));
        assert_eq!(read("60 passed"), (0, 0, 0));
    }
}
