//! Holds clauses, code, scenarios and docs together: every clause has one place in the code, a
//! scenario where it speaks and one where it nearly does; every reading a scenario and an entry.
//!
//! `UPDATE_DOCS=1 cargo test --test laws` writes `docs/laws.md` anew.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use touch_move::clause::{Clause, Source};
use touch_move::law::rulebooks::{Decision, Rulebook};
use touch_move::ruling::Reading;
use touch_move::scenario::coverage::{ClauseRow, Coverage, folder};
use touch_move::scenario::files::find;
use touch_move::scenario::format::Step;
use touch_move::scenario::run::{Outcome, Runner};

const PAGE: &str = "docs/laws.md";

#[test]
fn every_clause_and_reading_is_covered() {
    let coverage = Coverage::of(&played());
    let clauses: Vec<String> = coverage.uncovered_clauses().map(complaint).collect();
    assert!(clauses.is_empty(), "\n{}", clauses.join("\n"));
    let readings: Vec<Reading> = coverage.uncovered_readings().collect();
    assert!(readings.is_empty(), "no scenario states {readings:?}");
}

#[test]
fn a_clause_that_loses_its_scenarios_is_missed() {
    let mut outcomes = played();
    outcomes.retain(|outcome| !outcome.found.stated.clauses.contains(Clause::Fide4_4_3));
    let coverage = Coverage::of(&outcomes);
    let missed = |row: &ClauseRow| row.clause == Clause::Fide4_4_3 && row.speaks == 0;
    assert!(coverage.uncovered_clauses().any(missed));
    outcomes.clear();
    assert_eq!(Coverage::of(&outcomes).uncovered_readings().count(), Reading::ALL.len());
}

#[test]
fn every_clause_is_one_that_a_rulebook_uses() {
    let used = |clause: &Clause| {
        Rulebook::ALL.iter().any(|rules| rules.table().any(|(other, _)| other == *clause))
    };
    let unused: Vec<_> = Clause::ALL.iter().filter(|clause| !used(clause)).collect();
    assert!(unused.is_empty(), "no rulebook uses {unused:?}");
}

#[test]
fn every_decision_is_made_in_one_place() {
    let places = places();
    let wrong: Vec<_> = Decision::ALL
        .iter()
        .filter_map(|&decision| match places.get(&decision).map(Vec::as_slice) {
            Some([_]) => None,
            found => Some(format!("{decision:?}: {found:?}")),
        })
        .collect();
    assert!(wrong.is_empty(), "not made in exactly one place:\n{}", wrong.join("\n"));
}

#[test]
fn every_folder_of_a_rulebook_is_that_of_a_clause() {
    for rules in Rulebook::ALL {
        let folders: Vec<String> = rules.table().map(|(clause, _)| folder(rules, clause)).collect();
        let room = root().join("scenarios").join(rules.id());
        for entry in fs::read_dir(&room).expect("every rulebook has scenarios") {
            let name = entry.expect("the folder can be read").file_name();
            let name = name.to_string_lossy().into_owned();
            assert!(folders.contains(&name), "{}/{name}: no such clause", room.display());
        }
    }
}

#[test]
fn every_folder_of_scenarios_is_one_of_the_guide() {
    let guide = fs::read_to_string(root().join("docs/scenarios.md")).expect("there is a guide");
    let rulebooks = Rulebook::ALL.map(Rulebook::id);
    let others = folders("scenarios").into_iter().filter(|name| !rulebooks.contains(&&**name));
    let boards = folders("scenarios/boards").into_iter().map(|name| format!("boards/{name}"));
    for folder in others.chain(boards) {
        assert!(guide.contains(&format!("`{folder}/`")), "the guide does not tell of {folder}");
    }
}

#[test]
fn what_boards_sense_is_told_in_the_folder_of_boards() {
    let boards = root().join("scenarios/boards");
    for Outcome { source, .. } in played() {
        let scenario = source.scenario().expect("the scenarios are played by a test of their own");
        let senses = scenario.play.iter().any(|step| matches!(step, Step::Sensed(_)));
        let path = source.path();
        assert_eq!(senses, path.starts_with(&boards), "{}", path.display());
    }
}

#[test]
fn the_page_of_laws_is_up_to_date() {
    let page = page(&Coverage::of(&played()));
    let path = root().join(PAGE);
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, &page).expect("the page can be written");
    }
    let written = fs::read_to_string(&path).unwrap_or_default();
    assert!(written == page, "{PAGE} is not up to date: UPDATE_DOCS=1 cargo test --test laws");
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn folders(path: &str) -> Vec<String> {
    let entries = fs::read_dir(root().join(path)).expect("the folder can be read");
    entries.map(|entry| name(&entry.expect("the folder can be read").path())).collect()
}

fn played() -> Vec<Outcome> {
    let files = find(&[root().join("scenarios")]).expect("there are scenarios");
    files.iter().map(|file| Runner::default().run(file)).collect()
}

fn complaint(row: &ClauseRow) -> String {
    let ClauseRow { rules, clause, speaks, nearly, .. } = row;
    format!(
        "{rules}: {clause} speaks in {speaks} files; in scenarios/{rules}/{} it nearly speaks in \
         {nearly}; at least one each is wanted",
        folder(*rules, *clause)
    )
}

/// Where each decision is made: where the law cites it or, if it only ever is broken, the table of
/// breaches beside the rulebooks.
fn places() -> BTreeMap<Decision, Vec<String>> {
    let mut places = BTreeMap::<Decision, Vec<String>>::new();
    let law = root().join("src/law");
    let mut files: Vec<PathBuf> = fs::read_dir(&law)
        .expect("the law can be read")
        .map(|entry| entry.expect("the law can be read").path())
        .collect();
    files.sort();
    let mut broken = BTreeMap::new();
    for path in files {
        let text = fs::read_to_string(&path).expect("source is text");
        let file = format!("law/{}", name(&path));
        for (number, line) in (1..).zip(text.lines()) {
            for decision in named(line) {
                let place = format!("{file}:{number}");
                if line.contains("&[Decision::") {
                    broken.insert(decision, place);
                } else if !line.contains("decides(Decision::") {
                    places.entry(decision).or_default().push(place);
                }
            }
        }
    }
    for (decision, place) in broken {
        places.entry(decision).or_insert_with(|| vec![place]);
    }
    places
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// The decisions that a line of code names.
fn named(line: &str) -> Vec<Decision> {
    let code = line.split("//").next().unwrap_or_default();
    let words = code.split("Decision::").skip(1);
    let word =
        |rest: &str| rest.split(|next: char| !next.is_alphanumeric()).next().map(str::to_owned);
    let decision = |word: String| {
        Decision::ALL.iter().copied().find(|decision| format!("{decision:?}") == word)
    };
    words.filter_map(word).filter_map(decision).collect()
}

fn page(coverage: &Coverage) -> String {
    let places = places();
    let mut page = String::from(
        "# The laws\n\n\
         Made by `tests/laws.rs` from the tables of the code and from the scenarios; do not edit \
         by hand.\n\n\
         For every rulebook its clauses, what they say in our own words, where in `src/` the \
         decision is made, in how many scenarios the clause speaks, and in how many of its own \
         folder it nearly does. Why a reading was chosen stands in [readings.md](readings.md).\n\n\
         ## The texts\n\n| printed | published |\n| --- | --- |\n",
    );
    for source in Source::ALL {
        writeln!(page, "| {} | {} |", source.prefix(), source.published()).expect("text");
    }
    for rules in Rulebook::ALL {
        let title = "clause | gist | decided in | speaks | nearly";
        writeln!(page, "\n## {rules}\n\n| {title} |\n| --- | --- | --- | --- | --- |")
            .expect("text");
        for row in coverage.clauses.iter().filter(|row| row.rules == rules) {
            let files: Vec<String> =
                row.decisions.iter().map(|one| file_of(&places, *one)).collect();
            let mut files: Vec<&str> = files.iter().map(String::as_str).collect();
            files.dedup();
            let (gist, files) = (row.clause.gist(), files.join(", "));
            let (speaks, nearly) = (row.speaks, row.nearly);
            writeln!(page, "| {} | {gist} | {files} | {speaks} | {nearly} |", row.clause)
                .expect("text");
        }
    }
    page.push_str("\n## Readings\n\n| reading | chosen | scenarios |\n| --- | --- | --- |\n");
    for (reading, files) in &coverage.readings {
        writeln!(page, "| {} | {} | {files} |", reading.id(), reading.gist()).expect("text");
    }
    page
}

fn file_of(places: &BTreeMap<Decision, Vec<String>>, decision: Decision) -> String {
    let place = places.get(&decision).and_then(|places| places.first());
    place
        .and_then(|place| place.split(':').next())
        .map_or_else(String::new, |file| format!("`{file}`"))
}
