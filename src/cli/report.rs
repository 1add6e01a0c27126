//! `report`: what an arbiter can hand in of a game.

use std::borrow::ToOwned;
use std::format;
use std::io::{self, Write};
use std::path::PathBuf;
use std::string::{String, ToString};
use std::vec;
use std::vec::Vec;

use annotate_snippets::Renderer as Annotations;
use clap::Args;

use crate::chess::piece::Color;
use crate::cli::failure::{BAD_INPUT, DIFFERS, DONE, Failure, InputError};
use crate::cli::json::{
    EventJson, IncidentJson, MoveJson, OffencesJson, PlayerJson, ReportJson, ReportsJson,
    RulingJson,
};
use crate::cli::options::Format;
use crate::cli::render::{BoardStyle, Renderer, Step};
use crate::cli::replay::tell_mistakes;
use crate::game::Game;
use crate::law::rulebooks::Rulebook;
use crate::record::{Incident, Ply, Record, Turn};
use crate::ruling::Penalty;
use crate::scenario::files::find;
use crate::scenario::run::{Outcome, Runner, Status};
use crate::words::Language;
use crate::words::phrase::{self, Heading, IncidentOf, PenalisedOffences, Played, Player, Remark};

/// The arguments of `report`.
#[derive(Args, Clone, Debug)]
pub struct ReportArgs {
    /// Scenario files, written by hand or recorded from a board, and folders of them
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// What to print
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Reports on the files that hold no mistake and no other ruling than expected; of the others it is
/// told on `err` what is wrong. Answers with the exit code.
pub fn run(
    args: &ReportArgs,
    language: Language,
    width: usize,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<u8, Failure> {
    let files = find(&args.files).map_err(|error| InputError::new(error.to_string()))?;
    let runner = Runner { records: true, ..Runner::default() };
    let mut code = DONE;
    let mut reports = Vec::new();
    for file in &files {
        let outcome = runner.run(file);
        tell_mistakes(&outcome, err)?;
        err.write_all(outcome.show_differences(&Annotations::styled()).as_bytes())?;
        code = code.max(match outcome.status() {
            Status::AsExpected => DONE,
            Status::Differs => DIFFERS,
            Status::Mistaken => BAD_INPUT,
        });
        if outcome.status() == Status::AsExpected {
            reports.extend(Report::of(outcome));
        }
    }
    match args.format {
        Format::Text => print(&reports, &mut Renderer { out, language, width })?,
        Format::Json => {
            let files = reports.iter().map(Report::as_json).collect();
            let json = serde_json::to_string(&ReportsJson { files }).map_err(io::Error::from)?;
            writeln!(out, "{json}")?;
        }
    }
    Ok(code)
}

/// What there is to report of a game.
struct Report {
    path: String,
    title: String,
    rules: Rulebook,
    record: Record,
    sheets: Vec<Sheet>,
}

/// What there is to report of an incident.
struct Sheet {
    /// The number of the turns before.
    turns_before: usize,
    /// The penalised offences before the last of the steps.
    offences: [u8; 2],
    /// What happened in the turn, up to the ruling; never empty.
    steps: Vec<Step>,
    /// The move made in the turn in the end.
    made: Option<Ply>,
}

impl Report {
    fn of(outcome: Outcome) -> Option<Self> {
        let found = outcome.found;
        let record = found.record?;
        let of_turn = |(place, turn): (usize, &Turn)| {
            let sheets = turn.incidents.iter().map(|incident| Sheet::of(place, turn, incident));
            sheets.collect::<Vec<_>>()
        };
        let sheets = record.turns().iter().enumerate().flat_map(of_turn).collect();
        let path = outcome.source.path().to_string_lossy().into_owned();
        Some(Self { path, title: found.title, rules: found.rules, record, sheets })
    }

    fn as_json(&self) -> ReportJson {
        let player = |player: Color| PlayerJson {
            moves: self.moves_by(player),
            penalties: self.record.penalties(player).collect(),
        };
        ReportJson {
            path: self.path.clone(),
            title: self.title.clone(),
            rules: self.rules.id(),
            fen: self.record.start().to_string(),
            moves: self.record.moves().map(MoveJson::new).collect(),
            incidents: self.sheets.iter().map(|sheet| sheet.as_json(&self.record)).collect(),
            white: player(Color::White),
            black: player(Color::Black),
        }
    }

    fn moves_by(&self, player: Color) -> usize {
        self.record.moves().filter(|ply| ply.position.turn() == player).count()
    }
}

impl Sheet {
    fn of(turns_before: usize, turn: &Turn, incident: &Incident) -> Self {
        let mut game = Game::new(turn.start);
        let mut offences = turn.start.offences();
        let steps = turn.events.iter().take(incident.event + 1).map(|event| {
            offences = game.arbiter().offences();
            Step::of(&mut game, event.at_ms, event.event)
                .expect("what a turn has on record can be told its machine again")
        });
        let steps = steps.collect();
        Self { turns_before, offences, steps, made: turn.ply() }
    }

    fn ruled(&self) -> &Step {
        self.steps.last().expect("an incident has an event")
    }

    fn as_json(&self, record: &Record) -> IncidentJson {
        let answer = &self.ruled().answer;
        let event = |step: &Step| EventJson { at_ms: step.at_ms, event: step.event.to_string() };
        IncidentJson {
            moves_before: record.moves_before(self.turns_before).count(),
            fen: answer.position.to_string(),
            turn: answer.position.turn(),
            offences_before: OffencesJson::new(self.offences),
            events: self.steps.iter().map(event).collect(),
            ruling: RulingJson::new(answer),
            played: self.made.map(|ply| ply.played.uci(&ply.position).to_string()),
        }
    }
}

fn print(reports: &[Report], renderer: &mut Renderer<'_>) -> io::Result<()> {
    for (place, report) in reports.iter().enumerate() {
        if place > 0 {
            writeln!(renderer.out)?;
        }
        let Report { path, title, rules, sheets, .. } = report;
        renderer.title(if title.is_empty() { path } else { title })?;
        renderer.table(0, &[vec![path.clone()]])?;
        renderer.table(0, &[vec![rules.to_string(), renderer.say(*rules)]])?;
        for (number, sheet) in (1..).zip(sheets) {
            writeln!(renderer.out)?;
            let title = IncidentOf { number, all: sheets.len() };
            renderer.title(&renderer.say(title))?;
            print_sheet(sheet, &report.record, renderer)?;
        }
        renderer.note(sheets.is_empty().then_some(Remark::NothingToReport))?;
        print_summary(report, renderer)?;
    }
    Ok(())
}

fn print_sheet(sheet: &Sheet, record: &Record, renderer: &mut Renderer<'_>) -> io::Result<()> {
    let answer = &sheet.ruled().answer;
    let position = &answer.position;
    let game = score(record.moves_before(sheet.turns_before), renderer);
    let turn = phrase::Turn { player: position.turn(), number: position.fullmove_number() };
    let offences = renderer.say(PenalisedOffences(sheet.offences));
    renderer.section(Heading::Game, &game)?;
    renderer.section(Heading::Turn, &[vec![renderer.say(turn)], vec![position.to_string()]])?;
    renderer.section(Heading::Before, &[vec![offences]])?;
    writeln!(renderer.out)?;
    renderer.ruling(answer, &sheet.steps, Some(BoardStyle::Unicode))?;
    let later = sheet.made.filter(|ply| answer.ruling.made != Some(ply.played));
    let played = later.map(|ply| vec![played(&ply, renderer)]);
    renderer.section(Heading::Then, &Vec::from_iter(played))
}

/// The moves with their numbers as one row; none if there are no moves.
fn score(moves: impl Iterator<Item = Ply>, renderer: &Renderer<'_>) -> Vec<Vec<String>> {
    let numbered = |(place, ply): (usize, Ply)| {
        let (number, played) = (ply.position.fullmove_number(), played(&ply, renderer));
        match ply.position.turn() {
            Color::White => format!("{number}.{played}"),
            Color::Black if place == 0 => format!("{number}...{played}"),
            Color::Black => played,
        }
    };
    let moves: Vec<String> = moves.enumerate().map(numbered).collect();
    if moves.is_empty() { Vec::new() } else { vec![vec![moves.join(" ")]] }
}

fn played(Ply { position, played }: &Ply, renderer: &Renderer<'_>) -> String {
    renderer.say(Played { a_move: *played, position })
}

fn print_summary(report: &Report, renderer: &mut Renderer<'_>) -> io::Result<()> {
    const INDENT: usize = 2;
    let record = &report.record;
    writeln!(renderer.out)?;
    renderer.title(&renderer.say(Remark::WholeGame))?;
    renderer.section(Heading::Game, &score(record.moves(), renderer))?;
    let row = |label: String, count: &dyn Fn(Color) -> usize| {
        let counts = Color::ALL.map(|player| count(player).to_string());
        [label].into_iter().chain(counts).collect::<Vec<_>>()
    };
    let names = Color::ALL.map(|player| renderer.say(Player(player)));
    let mut rows = vec![
        [String::new()].into_iter().chain(names).collect(),
        row(renderer.say(Remark::MovesMade), &|player| report.moves_by(player)),
        row(renderer.say(Remark::Penalties), &|player| record.penalties(player).count()),
    ];
    for penalty in Penalty::ALL {
        let given = |player| record.penalties(player).filter(|&it| it == penalty).count();
        if Color::ALL.into_iter().any(|player| given(player) > 0) {
            rows.push(row(renderer.say(penalty), &given));
        }
    }
    renderer.table(INDENT, &rows)
}
