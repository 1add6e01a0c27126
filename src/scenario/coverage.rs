//! Which scenarios cover which clause and which reading.
//!
//! A clause *speaks* in a file if a ruling that the file states rests on it or finds it broken.
//! It *nearly* speaks in a file that stands in its folder, `<rulebook>/<clause>/`, and in which
//! it does not.

use std::format;
use std::path::Path;
use std::string::{String, ToString};
use std::vec::Vec;

use crate::clause::{Clause, Source};
use crate::law::rulebooks::{Decision, Rulebook};
use crate::ruling::Reading;
use crate::scenario::run::Outcome;

/// How well scenarios cover the law.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coverage {
    /// A row for every clause of every rulebook, in the order of the rulebooks' tables.
    pub clauses: Vec<ClauseRow>,
    /// In how many files each reading is stated, in the order of the readings.
    pub readings: Vec<(Reading, usize)>,
}

/// A clause in a rulebook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClauseRow {
    /// The rulebook.
    pub rules: Rulebook,
    /// The clause.
    pub clause: Clause,
    /// What it decides there.
    pub decisions: Vec<Decision>,
    /// In how many files of this rulebook it speaks.
    pub speaks: usize,
    /// In how many files of its folder it does not speak.
    pub nearly: usize,
}

impl ClauseRow {
    /// Whether there is a file in which it speaks and one in which it nearly does.
    #[must_use]
    pub const fn is_covered(&self) -> bool {
        self.speaks > 0 && self.nearly > 0
    }
}

impl Coverage {
    /// Counts what these files cover.
    #[must_use]
    pub fn of(outcomes: &[Outcome]) -> Self {
        let clauses = Rulebook::ALL.into_iter().flat_map(rows);
        let readings = Reading::ALL.iter().map(|&reading| {
            let states = |outcome: &&Outcome| outcome.found.stated.readings.contains(reading);
            (reading, outcomes.iter().filter(states).count())
        });
        Self {
            clauses: clauses.map(|row| counted(row, outcomes)).collect(),
            readings: readings.collect(),
        }
    }

    /// The clauses that are not covered.
    pub fn uncovered_clauses(&self) -> impl Iterator<Item = &ClauseRow> {
        self.clauses.iter().filter(|row| !row.is_covered())
    }

    /// The readings that no file states.
    pub fn uncovered_readings(&self) -> impl Iterator<Item = Reading> + '_ {
        self.readings.iter().filter(|(_, files)| *files == 0).map(|&(reading, _)| reading)
    }
}

/// The folder for the scenarios of a clause, below that of the rulebook: the clause's number, with
/// the text before it where the lesson is silent and FIDE speaks.
#[must_use]
pub fn folder(rules: Rulebook, clause: Clause) -> String {
    let number = clause.article().replace('(', "-").replace(')', "");
    let number = number.replace(" Variation ", "-variation-");
    match (rules, clause.source()) {
        (Rulebook::Lesson, Source::Fide2023) => format!("fide-{number}"),
        _ => number,
    }
}

/// The clauses of a rulebook, each once.
fn rows(rules: Rulebook) -> Vec<ClauseRow> {
    let mut rows = Vec::<ClauseRow>::new();
    for (clause, decision) in rules.table() {
        match rows.iter_mut().find(|row| row.clause == clause) {
            Some(row) => row.decisions.push(decision),
            None => rows.push(ClauseRow {
                rules,
                clause,
                decisions: [decision].into(),
                speaks: 0,
                nearly: 0,
            }),
        }
    }
    rows
}

fn counted(mut row: ClauseRow, outcomes: &[Outcome]) -> ClauseRow {
    let own = folder(row.rules, row.clause);
    for outcome in outcomes.iter().filter(|outcome| outcome.found.rules == row.rules) {
        if outcome.found.stated.clauses.contains(row.clause) {
            row.speaks += 1;
        } else if stands_in(outcome.source.path(), row.rules, &own) {
            row.nearly += 1;
        }
    }
    row
}

fn stands_in(path: &Path, rules: Rulebook, folder: &str) -> bool {
    let mut folders = path.iter().rev().skip(1).map(|part| part.to_string_lossy().to_string());
    folders.next().as_deref() == Some(folder) && folders.next().as_deref() == Some(rules.id())
}
