//! `laws`: for each rulebook the clauses it rules by, and the readings.

use std::io::{self, Write};
use std::path::PathBuf;
use std::string::{String, ToString};
use std::vec;
use std::vec::Vec;

use clap::Args;
use rayon::prelude::*;

use crate::clause::{Clause, Source};
use crate::cli::failure::{Failure, InputError};
use crate::cli::options::rulebook;
use crate::cli::render::Renderer;
use crate::law::rulebooks::Rulebook;
use crate::ruling::Reading;
use crate::scenario::coverage::Coverage;
use crate::scenario::files::find;
use crate::scenario::run::{Outcome, Runner};
use crate::words::Language;
use crate::words::phrase::{Covered, Heading};

/// The arguments of `laws`.
#[derive(Args, Clone, Debug)]
pub struct LawsArgs {
    /// Only this rulebook
    #[arg(long, value_parser = rulebook())]
    rules: Option<Rulebook>,

    /// Where the scenarios are that cover them [default: scenarios, if it is there]
    #[arg(long, value_name = "PATH")]
    scenarios: Option<PathBuf>,
}

/// Prints the clauses and readings, with the scenarios that cover them where there are any.
pub fn run(
    args: &LawsArgs,
    language: Language,
    width: usize,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let coverage = coverage(args)?;
    let mut renderer = Renderer { out, language, width };
    let chosen = |rules: &Rulebook| args.rules.is_none_or(|only| only == *rules);
    for (place, rules) in Rulebook::ALL.into_iter().filter(chosen).enumerate() {
        if place > 0 {
            writeln!(renderer.out)?;
        }
        print(rules, coverage.as_ref(), &mut renderer)?;
    }
    Ok(())
}

/// What the scenarios cover; none if there are none and none were asked for.
fn coverage(args: &LawsArgs) -> Result<Option<Coverage>, Failure> {
    let default = PathBuf::from("scenarios");
    let path = match &args.scenarios {
        None if !default.is_dir() => return Ok(None),
        None => &default,
        Some(path) => path,
    };
    let files = find(&[path]).map_err(|error| InputError::new(error.to_string()))?;
    let runner = Runner::default();
    let outcomes: Vec<Outcome> = files.par_iter().map(|file| runner.run(file)).collect();
    Ok(Some(Coverage::of(&outcomes)))
}

fn print(
    rules: Rulebook,
    coverage: Option<&Coverage>,
    renderer: &mut Renderer<'_>,
) -> io::Result<()> {
    const INDENT: usize = 2;
    let title = rules.to_string() + "  " + &renderer.say(rules);
    renderer.title(&title)?;
    renderer.table(INDENT, &sources(rules, renderer))?;
    writeln!(renderer.out)?;
    let clauses = rules.table().map(|(clause, decision)| {
        let covered = coverage.and_then(|coverage| covered(coverage, rules, clause));
        let mut row = vec![renderer.say(decision), clause.to_string()];
        row.extend(covered.map(|covered| renderer.say(covered)));
        row.push(renderer.say(clause));
        row
    });
    let clauses: Vec<Vec<String>> = clauses.collect();
    renderer.table(INDENT, &clauses)?;
    writeln!(renderer.out)?;
    let readings = Reading::ALL.iter().filter(|&&reading| rules.needs(reading));
    let readings = readings.map(|&reading| {
        let stated = coverage.and_then(|coverage| stated(coverage, reading));
        let heading = renderer.say(Heading::Readings);
        let mut row = vec![heading, reading.to_string()];
        row.extend(stated.map(|covered| renderer.say(covered)));
        row.push(renderer.say(reading));
        row
    });
    let readings: Vec<Vec<String>> = readings.collect();
    renderer.table(INDENT, &readings)
}

fn covered(coverage: &Coverage, rules: Rulebook, clause: Clause) -> Option<Covered> {
    let row = coverage.clauses.iter().find(|row| row.rules == rules && row.clause == clause)?;
    Some(Covered { speaks: row.speaks, nearly: Some(row.nearly) })
}

fn stated(coverage: &Coverage, reading: Reading) -> Option<Covered> {
    let (_, speaks) = *coverage.readings.iter().find(|(other, _)| *other == reading)?;
    Some(Covered { speaks, nearly: None })
}

/// The texts that the rulebook cites, each with the word before its numbers.
fn sources(rules: Rulebook, renderer: &Renderer<'_>) -> Vec<Vec<String>> {
    let cited = |source: &&Source| rules.table().any(|(clause, _)| clause.source() == **source);
    let row = |source: &Source| vec![source.prefix().to_string(), renderer.say(*source)];
    Source::ALL.iter().filter(cited).map(row).collect()
}
