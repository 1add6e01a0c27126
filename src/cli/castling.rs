//! `castling`: the six conditions, for each player and wing.

use std::borrow::ToOwned;
use std::format;
use std::io::{self, Write};
use std::string::{String, ToString};
use std::vec;
use std::vec::Vec;

use clap::Args;

use crate::chess::castling::{CastlingReport, Failed, conditions};
use crate::chess::piece::{Color, Wing};
use crate::chess::position::Position;
use crate::cli::failure::Failure;
use crate::cli::json::CastlingAnswerJson;
use crate::cli::options::Format;
use crate::cli::render::Renderer;
use crate::cli::start::StartArgs;
use crate::words::Language;
use crate::words::phrase::{Castling, Player, Remark, Required};

/// The arguments of `castling`.
#[derive(Args, Clone, Debug)]
pub struct CastlingArgs {
    #[command(flatten)]
    start: StartArgs,

    /// What to print
    #[arg(long, value_enum, default_value_t)]
    format: Format,

    /// What the shell may have split off a FEN without quotes.
    #[arg(hide = true)]
    rest: Vec<String>,
}

/// Judges castling, and prints the conditions.
pub fn run(
    args: &CastlingArgs,
    language: Language,
    width: usize,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let position = args.start.position_alone(&args.rest, language)?;
    match args.format {
        Format::Text => {
            let mut renderer = Renderer { out, language, width };
            print(&position, &mut renderer)?;
            renderer.note(args.start.chess960_by_fen())?;
        }
        Format::Json => {
            let json = CastlingAnswerJson::new(&position);
            writeln!(out, "{}", serde_json::to_string(&json).map_err(io::Error::from)?)?;
        }
    }
    Ok(())
}

/// The player on move first.
fn print(position: &Position, renderer: &mut Renderer<'_>) -> io::Result<()> {
    player(position, position.turn(), renderer)?;
    writeln!(renderer.out)?;
    player(position, position.turn().opposite(), renderer)
}

/// The six conditions, in the order of the texts.
const CONDITIONS: [Failed; 6] = [
    Failed::PathBlocked,
    Failed::RookMoved,
    Failed::KingMoved,
    Failed::InCheck,
    Failed::ArrivalAttacked,
    Failed::CrossingAttacked,
];

fn player(position: &Position, color: Color, renderer: &mut Renderer<'_>) -> io::Result<()> {
    const INDENT: usize = 2;
    let name = renderer.say(Player(color));
    let title = if color == position.turn() {
        format!("{name}, {}", renderer.say(Remark::ToMove))
    } else {
        name
    };
    renderer.title(&title)?;
    let reports = Wing::ALL.map(|wing| conditions(position, color, wing));
    let mut rows = vec![header(renderer)];
    for (number, failed) in (1..).zip(CONDITIONS) {
        let mut row = vec![format!("{number}"), renderer.say(Required(failed))];
        row.extend(reports.iter().map(|report| mark(report, failed, renderer)));
        rows.push(row);
    }
    renderer.table(INDENT, &rows)?;
    let reasons = reports.iter().map(|report| reasons(position, report, renderer));
    let reasons: Vec<Vec<String>> = reasons.collect();
    renderer.table(INDENT, &reasons)
}

fn header(renderer: &Renderer<'_>) -> Vec<String> {
    let mut row = vec![String::new(), String::new()];
    row.extend(Wing::ALL.map(|wing| renderer.say(Castling(wing))));
    row
}

/// Whether a condition is met: yes, no, or a question where it is not known or means nothing.
fn mark(report: &CastlingReport<'_>, failed: Failed, renderer: &Renderer<'_>) -> String {
    let lost = report.get(Failed::RightsLost).is_some();
    let unknown = if failed.is_for_good() { lost } else { !report.is_at_home() };
    if report.get(failed).is_some() {
        renderer.say(Remark::No)
    } else if unknown {
        "?".to_string()
    } else {
        renderer.say(Remark::Yes)
    }
}

fn reasons(
    position: &Position,
    report: &CastlingReport<'_>,
    renderer: &Renderer<'_>,
) -> Vec<String> {
    let mut reasons = renderer.unmet(position, report.color(), report.wing());
    if reasons.is_empty() {
        reasons.push(renderer.say(Remark::AllConditionsMet));
    } else if !report.is_at_home() {
        reasons.push(renderer.say(Remark::NotAtHome));
    }
    vec![renderer.say(Castling(report.wing())), reasons.join(", ")]
}
