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
}

#[derive(Clone, Copy)]
struct Row {
    holding: Facts,
    lacking: Facts,
    expected: Expected,
}

struct Limit {
    condition: Facts,
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
                ("[limits of repeat]", limit) => table.repeat_limits.push(Limit::read(limit)),
                ("[limits of collect]", limit) => table.collect_limits.push(Limit::read(limit)),
                ("[limits of next-route]", limit) => table.move_limits.push(Limit::read(limit)),
                _ => panic!("a line outside any section: {line}"),
            }
        }
        table
    }

    fn take_row(&mut self, line: &'static str) {
        let [failures, conditions, expected] = split(line);
        let [action, reason] = words(expected)[..] else { panic!("{line}") };
        let (lacking, holding): (Vec<_>, Vec<_>) =
            words(conditions).into_iter().partition(|condition| condition.starts_with('!'));
        let lacking: Vec<_> = lacking.iter().filter_map(|condition| condition.strip_prefix('!')).collect();
        let expected = Expected { action, reason };
        let row = Row { holding: Facts::of(&holding), lacking: Facts::of(&lacking), expected };
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
            self.repeat_limits.iter().chain(&self.collect_limits).chain(&self.move_limits).map(|limit| limit.reason);
        self.rows.values().flatten().map(|row| row.expected.reason).chain(limits).collect()
    }

    /// What the table says of `failure` when the facts in `facts` hold and no others.
    pub(super) fn expected(&self, failure: &str, facts: Facts) -> Expected {
        let mut fitting = self.rows[failure].iter().filter(|row| facts.holds(row.holding) && facts.lacks(row.lacking));
        let (Some(row), None) = (fitting.next(), fitting.next()) else {
            panic!("none or several rows fit {failure} with {facts:?}")
        };
        let limits = match row.expected.action {
            "repeat" => &self.repeat_limits,
            "collect" => &self.collect_limits,
            "next-route" => &self.move_limits,
            _ => return row.expected,
        };
        let forbidding =
            limits.iter().find(|limit| facts.holds(limit.condition) && limit.except != Some(row.expected.reason));
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
        Self { condition: Facts::of(&[condition]), reason, except }
    }
}

fn words(text: &'static str) -> Vec<&'static str> {
    text.split_whitespace().collect()
}

fn split<const PARTS: usize>(line: &'static str) -> [&'static str; PARTS] {
    let parts: Vec<&str> = line.split('|').map(str::trim).collect();
    parts.try_into().unwrap_or_else(|_| panic!("{PARTS} parts expected: {line}"))
}
