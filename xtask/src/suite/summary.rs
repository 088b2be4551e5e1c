//! The closing table: stage, passed, failed, skipped, seconds.

use super::totals::Totals;
use super::{Nature, Outcome};

/// Prints one line a stage, and the sum as the last line.
pub(super) fn print(outcomes: &[Outcome], stages: usize) {
    println!("\n{:<22} {:>7} {:>7} {:>7} {:>8}", "stage", "passed", "failed", "skipped", "seconds");
    let mut sum = Totals::default();
    for outcome in outcomes {
        let counted = counted(outcome);
        sum += counted;
        let seconds = outcome.took.as_secs_f64();
        let title = outcome.stage.title();
        let mark = if outcome.succeeded { "" } else { "   FAILED" };
        if outcome.stage.nature == Nature::Check && outcome.succeeded {
            println!("{title:<22} {:>7} {:>7} {:>7} {seconds:>8.1}", "ok", "", "");
        } else {
            let Totals { passed, failed, skipped } = counted;
            println!("{title:<22} {passed:>7} {failed:>7} {skipped:>7} {seconds:>8.1}{mark}");
        }
    }
    if outcomes.len() < stages {
        println!("{} of {stages} stages not run", stages - outcomes.len());
    }
    println!("\n{}", closing(sum));
}

/// A stage's tests. One that failed without a failed test (a build, a lint, a crash) counts as one failure;
/// one that only checks counts no test when it succeeds.
fn counted(outcome: &Outcome) -> Totals {
    let mut totals = match outcome.stage.nature {
        Nature::Tests => outcome.totals,
        Nature::Check => Totals::default(),
    };
    if !outcome.succeeded && totals.failed == 0 {
        totals.failed = 1;
    }
    totals
}

fn closing(sum: Totals) -> String {
    let skipped = if sum.skipped > 0 { format!(", {} skipped", sum.skipped) } else { String::new() };
    format!("{} passed, {} failed{skipped}", sum.passed, sum.failed)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::suite::{Stage, check, tests as test_stage};

    static LINT: Stage = check("lint");
    static TEST: Stage = test_stage("test");

    fn outcome(stage: &'static Stage, passed: u64, failed: u64, succeeded: bool) -> Outcome {
        let totals = Totals { passed, failed, skipped: 0 };
        Outcome { stage, totals, succeeded, took: Duration::ZERO }
    }

    #[test]
    fn a_check_counts_only_when_it_fails() {
        assert_eq!(closing(counted(&outcome(&LINT, 9, 0, true))), "0 passed, 0 failed");
        assert_eq!(closing(counted(&outcome(&LINT, 9, 0, false))), "0 passed, 1 failed");
    }

    #[test]
    fn a_crash_after_green_tests_is_a_failure() {
        assert_eq!(closing(counted(&outcome(&TEST, 9, 0, false))), "9 passed, 1 failed");
        assert_eq!(closing(counted(&outcome(&TEST, 9, 2, false))), "9 passed, 2 failed");
        assert_eq!(closing(counted(&outcome(&TEST, 9, 0, true))), "9 passed, 0 failed");
    }

    #[test]
    fn skipped_tests_are_named() {
        let sum = Totals { passed: 1, failed: 0, skipped: 2 };
        assert_eq!(closing(sum), "1 passed, 0 failed, 2 skipped");
    }
}
