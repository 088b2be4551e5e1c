//! Reads the hand-written table.

use std::collections::HashSet;

/// The table as it stands in `table.txt`.
pub(super) struct Table {
    rows: Vec<Row>,
    repeat_limits: Vec<Limit>,
    collect_limits: Vec<Limit>,
}

struct Row {
    failures: Vec<&'static str>,
    conditions: Vec<(&'static str, bool)>,
    expected: Expected,
}

struct Limit {
    condition: &'static str,
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
        let mut table = Self { rows: Vec::new(), repeat_limits: Vec::new(), collect_limits: Vec::new() };
        let mut section = "";
        for line in include_str!("table.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            match (section, line) {
                (_, heading) if heading.starts_with('[') => section = heading,
                ("[verdicts]", row) => table.rows.push(Row::read(row)),
                ("[limits of repeat]", limit) => table.repeat_limits.push(Limit::read(limit)),
                ("[limits of collect]", limit) => table.collect_limits.push(Limit::read(limit)),
                _ => panic!("a line outside any section: {line}"),
            }
        }
        table
    }

    /// Every failure that a row names.
    pub(super) fn failures(&self) -> HashSet<&'static str> {
        self.rows.iter().flat_map(|row| row.failures.iter().copied()).collect()
    }

    /// Every reason that the table can give.
    pub(super) fn reasons(&self) -> HashSet<&'static str> {
        let limits = self.repeat_limits.iter().chain(&self.collect_limits).map(|limit| limit.reason);
        self.rows.iter().map(|row| row.expected.reason).chain(limits).collect()
    }

    /// What the table says of `failure` when the facts named in `facts` hold and no others.
    pub(super) fn expected(&self, failure: &str, facts: &HashSet<&str>) -> Expected {
        let fits: Vec<&Row> = self.rows.iter().filter(|row| row.fits(failure, facts)).collect();
        let [row] = fits.as_slice() else { panic!("{} rows fit {failure} with {facts:?}", fits.len()) };
        let limits = match row.expected.action {
            "repeat" => &self.repeat_limits,
            "collect" => &self.collect_limits,
            _ => return row.expected,
        };
        let forbidding =
            limits.iter().find(|limit| facts.contains(limit.condition) && limit.except != Some(row.expected.reason));
        forbidding.map_or(row.expected, |limit| Expected { action: "raise", reason: limit.reason })
    }
}

impl Row {
    fn read(line: &'static str) -> Self {
        let [failures, conditions, expected] = split(line);
        let [action, reason] = expected.split(' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
        Self {
            failures: failures.split(' ').collect(),
            conditions: conditions.split(' ').filter(|name| !name.is_empty()).map(condition).collect(),
            expected: Expected { action, reason },
        }
    }

    fn fits(&self, failure: &str, facts: &HashSet<&str>) -> bool {
        self.failures.contains(&failure)
            && self.conditions.iter().all(|(name, expected)| facts.contains(name) == *expected)
    }
}

impl Limit {
    fn read(line: &'static str) -> Self {
        let [condition, reason] = split(line);
        match reason.split_once(" except ") {
            Some((reason, except)) => Self { condition, reason, except: Some(except) },
            None => Self { condition, reason, except: None },
        }
    }
}

fn condition(name: &'static str) -> (&'static str, bool) {
    name.strip_prefix('!').map_or((name, true), |name| (name, false))
}

fn split<const PARTS: usize>(line: &'static str) -> [&'static str; PARTS] {
    let parts: Vec<&str> = line.split('|').map(str::trim).collect();
    parts.try_into().unwrap_or_else(|_| panic!("{PARTS} parts expected: {line}"))
}
