//! The guide of firmware says what the code says: the program in C, the codes, the limits.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use touch_move::clause::Clause;
use touch_move::law::rulebooks::Rulebook;
use touch_move::ruling::{Claim, Infraction, Penalty, Reading};
use touch_move::words::Language;
use touch_move::words::phrase::{English, French};

const GUIDE: &str = "docs/firmware.md";

#[test]
fn the_programs_in_the_guide_are_those_that_run() {
    holds("example", &format!("```c\n{}```\n", read("tests/ffi/example.c")));
    holds("example of a board", &format!("```c\n{}```\n", read("tests/ffi/boards.c")));
}

#[test]
fn the_guide_tells_what_every_code_means() {
    let mut tables = String::new();
    let rulebooks = Rulebook::ALL.map(|rules| row(rules as u8, rules.id(), rules));
    table(&mut tables, "Rulebooks", &rulebooks);
    let infractions = Infraction::ALL.map(|kind| row(kind as u8, kind.code(), kind));
    table(&mut tables, "Infractions", &infractions);
    let penalties = Penalty::ALL.map(|penalty| row(penalty as u8, penalty.code(), penalty));
    table(&mut tables, "Penalties", &penalties);
    let claims = Claim::ALL.map(|claim| row(claim as u8, claim.code(), claim));
    table(&mut tables, "Claims", &claims);
    let readings = Reading::ALL.iter().map(|&reading| row(reading as u8, reading.id(), reading));
    table(&mut tables, "Readings", &readings.collect::<Vec<_>>());
    let clauses = Clause::ALL.iter().map(|&clause| {
        let number = format!("{:#06x}", clause.code());
        row(number, &clause.to_string(), clause)
    });
    table(&mut tables, "Clauses", &clauses.collect::<Vec<_>>());
    holds("codes", tables.trim_start());
}

#[test]
fn the_guide_names_the_limits_that_the_run_holds() {
    let mut rows = String::from("| at most | of |\n| --- | --- |\n");
    for line in read("tests/firmware/limits").lines().filter(|line| !line.starts_with('#')) {
        let mut words = line.split_whitespace();
        let (_, limit) = (words.next(), words.next().expect("a limit"));
        writeln!(rows, "| {limit} | {} |", words.collect::<Vec<_>>().join(" ")).unwrap();
    }
    holds("limits", &rows);
}

fn row(number: impl std::fmt::Display, name: &str, phrase: impl English + French) -> String {
    format!("| {number} | `{name}` | {} |", Language::English.say(phrase))
}

fn table(tables: &mut String, head: &str, rows: &[String]) {
    writeln!(tables, "\n### {head}\n\n| number | name | meaning |\n| --- | --- | --- |").unwrap();
    for row in rows {
        writeln!(tables, "{row}").unwrap();
    }
}

/// Between its marks the guide holds this text.
#[track_caller]
fn holds(mark: &str, text: &str) {
    let (open, close) = (format!("<!-- {mark} -->\n"), format!("<!-- end of {mark} -->\n"));
    let guide = read(GUIDE);
    let start = guide.find(&open).expect("the guide has the mark") + open.len();
    let end = start + guide[start..].find(&close).expect("the guide has the closing mark");
    let wanted = format!("\n{text}\n");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        let updated = [&guide[..start], &wanted, &guide[end..]].concat();
        fs::write(path(GUIDE), updated).expect("the guide can be written");
        return;
    }
    assert!(guide[start..end] == wanted, "{GUIDE}: UPDATE_DOCS=1 cargo test --test ffi");
}

fn read(file: &str) -> String {
    fs::read_to_string(path(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

fn path(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(file)
}
