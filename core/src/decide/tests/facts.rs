//! Sets of the facts that the table names.

use std::fmt;

/// What chooses the row of a failure, then what may still forbid what the row allows.
const NAMES: [&str; 34] = [
    "key",
    "reads",
    "stream",
    "output",
    "opt-in",
    "retried",
    "long",
    "renewable",
    "refreshed",
    "again",
    "repairs",
    "repaired",
    "routes",
    "left",
    "stateful",
    "replayed",
    "released",
    "usage",
    "falls-back",
    "timed-out",
    "fallback",
    "delivered",
    "resumes",
    "resuming",
    "anew",
    "outlasted",
    "forbids",
    "exhausted",
    "no-waits",
    "too-long",
    "late",
    "over",
    "broke",
    "patient",
];

/// A set of facts, one bit each: the enumerations look at it some million times.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Facts(u64);

impl Facts {
    /// The facts of these names; a name that no fact has is a mistake in a test or in the table.
    pub(super) fn of(names: &[&str]) -> Self {
        let bit = |name: &&str| NAMES.iter().position(|fact| fact == name).unwrap_or_else(|| panic!("no fact {name}"));
        Self(names.iter().map(bit).fold(0, |bits, bit| bits | 1 << bit))
    }

    pub(super) fn has(self, name: &str) -> bool {
        self.holds(Self::of(&[name]))
    }

    /// Whether all of `others` are in it.
    pub(super) fn holds(self, others: Self) -> bool {
        self.0 & others.0 == others.0
    }

    /// Whether none of `others` is in it.
    pub(super) fn lacks(self, others: Self) -> bool {
        self.0 & others.0 == 0
    }

    pub(super) fn union(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    pub(super) fn without(self, others: Self) -> Self {
        Self(self.0 & !others.0)
    }

    /// Every subset, the empty one and the whole included.
    pub(super) fn subsets(self) -> impl Iterator<Item = Self> {
        let next = move |set: &u64| Some(set.wrapping_sub(self.0) & self.0).filter(|next| *next != 0);
        std::iter::successors(Some(0), next).map(Self)
    }
}

impl fmt::Debug for Facts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(NAMES.iter().filter(|name| self.has(name))).finish()
    }
}

#[test]
fn subsets_are_all_and_each_once() {
    let names = |set: Facts| format!("{set:?}");
    let subsets: Vec<_> = Facts::of(&["reads", "late"]).subsets().map(names).collect();
    assert_eq!(subsets, ["{}", r#"{"reads"}"#, r#"{"late"}"#, r#"{"reads", "late"}"#]);
}
