//! Reads the hand-written table.

use std::collections::{HashMap, HashSet};

use super::facts::Facts;

/// The table as it stands in `table.txt`.
#[derive(Default)]
pub(super) struct Table {
    /// The rows of each failure.
    rows: HashMap<&'static str, Vec<Row>>,
    repeat_limits: Vec<Limit>,
    collect_limits: Vec<Limit>,
    move_limits: Vec<Limit>,
    fall_back_limits: Vec<Limit>,
    /// What every refusal that is raised comes to while a stream is resumed.
    refused_resuming: Option<Expected>,
    repair_limits: Vec<Limit>,
}

#[derive(Clone, Copy)]
struct Row {
    holding: Facts,
    lacking: Facts,
    expected: Expected,
}

struct Limit {
    holding: Facts,
    lacking: Facts,
    reason: &'static str,
    except: Option<&'static str>,
}

/// An action and the code of its reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Expected {
    pub(super) action: &'static str,
    pub(super) reason: &'static str,
}

impl Table {
    pub(super) fn read() -> Self {
        let mut table = Self::default();
        let mut section = "";
        for line in include_str!("table.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            match (section, line) {
                (_, heading) if heading.starts_with('[') => section = heading,
                ("[verdicts]", row) => table.take_row(row),
                ("[refusals while resuming]", row) => table.refused_resuming = Some(expected(row)),
                ("[limits of fall-back]", limit) => table.fall_back_limits.push(Limit::read(limit)),
                ("[limits of repeat and resume]", limit) => table.repeat_limits.push(Limit::read(limit)),
                ("[limits of collect]", limit) => table.collect_limits.push(Limit::read(limit)),
                ("[limits of next-route]", limit) => table.move_limits.push(Limit::read(limit)),
                ("[limits of repair]", limit) => table.repair_limits.push(Limit::read(limit)),
                _ => panic!("a line outside any section: {line}"),
            }
        }
        table
    }

    fn take_row(&mut self, line: &'static str) {
        let [failures, conditions, expected] = split(line);
        let (holding, lacking) = facts(conditions);
        let row = Row { holding, lacking, expected: self::expected(expected) };
        for failure in words(failures) {
            self.rows.entry(failure).or_default().push(row);
        }
    }

    /// Every failure that a row names.
    pub(super) fn failures(&self) -> HashSet<&'static str> {
        self.rows.keys().copied().collect()
    }

    /// Every reason that the table can give.
    pub(super) fn reasons(&self) -> HashSet<&'static str> {
        let limits =
            [&self.repeat_limits, &self.collect_limits, &self.move_limits, &self.fall_back_limits, &self.repair_limits];
        let limits = limits.into_iter().flatten().map(|limit| limit.reason);
        let rows = self.rows.values().flatten().map(|row| row.expected).chain(self.refused_resuming);
        rows.map(|expected| expected.reason).chain(limits).collect()
    }

    /// What the table says of `failure` when the facts in `facts` hold and no others. `refused`: it is a refusal.
    pub(super) fn expected(&self, failure: &str, refused: bool, facts: Facts) -> Expected {
        let mut fitting = self.rows[failure].iter().filter(|row| facts.holds(row.holding) && facts.lacks(row.lacking));
        let (Some(row), None) = (fitting.next(), fitting.next()) else {
            panic!("none or several rows fit {failure} with {facts:?}")
        };
        let limits = match row.expected.action {
            "raise" if refused && facts.has("resuming") => return self.refused_resuming.unwrap_or(row.expected),
            "repeat" | "resume" => &self.repeat_limits,
            "fall-back" => &self.fall_back_limits,
            "collect" => &self.collect_limits,
            "next-route" => &self.move_limits,
            "repair" => &self.repair_limits,
            _ => return row.expected,
        };
        let applies = |limit: &&Limit| facts.holds(limit.holding) && facts.lacks(limit.lacking);
        let forbidding = limits.iter().filter(applies).find(|limit| limit.except != Some(row.expected.reason));
        forbidding.map_or(row.expected, |limit| Expected { action: "raise", reason: limit.reason })
    }
}

impl Limit {
    fn read(line: &'static str) -> Self {
        let [condition, reason] = split(line);
        let (reason, except) = match reason.split_once(" except ") {
            Some((reason, except)) => (reason, Some(except)),
            None => (reason, None),
        };
        let (holding, lacking) = facts(condition);
        Self { holding, lacking, reason, except }
    }
}

/// The facts that must hold, and those that must not.
fn facts(conditions: &'static str) -> (Facts, Facts) {
    let (lacking, holding): (Vec<_>, Vec<_>) =
        words(conditions).into_iter().partition(|condition| condition.starts_with('!'));
    let lacking: Vec<_> = lacking.iter().filter_map(|condition| condition.strip_prefix('!')).collect();
    (Facts::of(&holding), Facts::of(&lacking))
}

fn expected(text: &'static str) -> Expected {
    let [action, reason] = words(text)[..] else { panic!("{text}") };
    Expected { action, reason }
}

fn words(text: &'static str) -> Vec<&'static str> {
    text.split_whitespace().collect()
}

fn split<const PARTS: usize>(line: &'static str) -> [&'static str; PARTS] {
    let parts: Vec<&str> = line.split('|').map(str::trim).collect();
    parts.try_into().unwrap_or_else(|_| panic!("{PARTS} parts expected: {line}"))
}
