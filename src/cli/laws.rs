//! `laws`: for each rulebook the clauses it rules by, and the readings.

use std::io::{self, Write};
use std::string::{String, ToString};
use std::vec;
use std::vec::Vec;

use clap::Args;

use crate::clause::Source;
use crate::cli::failure::Failure;
use crate::cli::options::rulebook;
use crate::cli::render::Renderer;
use crate::law::rulebooks::Rulebook;
use crate::ruling::Reading;
use crate::words::Language;
use crate::words::phrase::Heading;

/// The arguments of `laws`.
#[derive(Args, Clone, Debug)]
pub struct LawsArgs {
    /// Only this rulebook
    #[arg(long, value_parser = rulebook())]
    rules: Option<Rulebook>,
}

/// Prints the clauses and readings.
pub fn run(
    args: &LawsArgs,
    language: Language,
    width: usize,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let mut renderer = Renderer { out, language, width };
    let chosen = |rules: &Rulebook| args.rules.is_none_or(|only| only == *rules);
    for (place, rules) in Rulebook::ALL.into_iter().filter(chosen).enumerate() {
        if place > 0 {
            writeln!(renderer.out)?;
        }
        print(rules, &mut renderer)?;
    }
    Ok(())
}

fn print(rules: Rulebook, renderer: &mut Renderer<'_>) -> io::Result<()> {
    const INDENT: usize = 2;
    let title = rules.to_string() + "  " + &renderer.say(rules);
    renderer.title(&title)?;
    renderer.table(INDENT, &sources(rules, renderer))?;
    writeln!(renderer.out)?;
    let clauses = rules.table().map(|(clause, decision)| {
        vec![renderer.say(decision), clause.to_string(), renderer.say(clause)]
    });
    let clauses: Vec<Vec<String>> = clauses.collect();
    renderer.table(INDENT, &clauses)?;
    writeln!(renderer.out)?;
    let readings = Reading::ALL.iter().filter(|&&reading| rules.needs(reading));
    let readings = readings.map(|&reading| {
        vec![renderer.say(Heading::Readings), reading.to_string(), renderer.say(reading)]
    });
    let readings: Vec<Vec<String>> = readings.collect();
    renderer.table(INDENT, &readings)
}

/// The texts that the rulebook cites, each with the word before its numbers.
fn sources(rules: Rulebook, renderer: &Renderer<'_>) -> Vec<Vec<String>> {
    let cited = |source: &&Source| rules.table().any(|(clause, _)| clause.source() == **source);
    let row = |source: &Source| vec![source.prefix().to_string(), renderer.say(*source)];
    Source::ALL.iter().filter(cited).map(row).collect()
}
