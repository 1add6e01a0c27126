//! Plays a file: every event is handed to the arbiter, every expected ruling compared.

use std::path::Path;
use std::string::{String, ToString};
use std::vec::Vec;

use crate::arbiter::{Arbiter, Misuse};
use crate::chess::fen::FenError;
use crate::chess::notation::parse_move;
use crate::chess::position::Position;
use crate::clause::Clauses;
use crate::eboard::frames::NotAFrame;
use crate::eboard::intake::{Intake, Options, Sink};
use crate::eboard::sensor::{Report, Sensor};
use crate::event::Event;
use crate::game::Game;
use crate::law::rulebooks::Rulebook;
use crate::record::{Ply, Record};
use crate::ruling::{Readings, Ruling};
use crate::scenario::compare::{Field, Unlike, compare, in_full, within, words};
use crate::scenario::format::{Expected, Scenario, Sensed, Step};
use crate::scenario::source::{Mistake, Part, Place, Source, Wrong};

/// Plays files.
#[derive(Clone, Copy, Debug, Default)]
pub struct Runner {
    /// How boards are read.
    pub board: Options,
    /// Whether the record of the game is kept.
    pub records: bool,
}

/// What came out of a file.
#[derive(Debug)]
pub struct Outcome {
    /// The file.
    pub source: Source,
    /// What was found in it.
    pub found: Found,
}

/// What was found in a file.
#[derive(Debug, Default)]
pub struct Found {
    /// What it is about.
    pub title: String,
    /// The rulebook.
    pub rules: Rulebook,
    /// Whose ruling is expected.
    pub cited: Option<String>,
    /// How many rulings were compared.
    pub rulings: usize,
    /// What those rulings rest on.
    pub stated: Stated,
    /// The rulings that are not as expected. Empty if there are mistakes.
    pub differences: Vec<Difference>,
    /// What cannot be.
    pub mistakes: Vec<Mistake>,
    /// What happened, if the runner keeps it. None if there are mistakes.
    pub record: Option<Record>,
}

/// What the rulings that a file states rest on, all together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stated {
    /// The clauses, those that were broken among them.
    pub clauses: Clauses,
    /// The readings.
    pub readings: Readings,
}

impl Stated {
    fn note(&mut self, ruling: &Ruling) {
        self.clauses.extend(ruling.because);
        self.clauses.extend(ruling.infractions.iter().map(|offence| offence.clause).collect());
        self.readings = self.readings.and(ruling.readings);
    }
}

/// A ruling that is not as expected.
#[derive(Debug)]
pub struct Difference {
    /// The number of the step, from 0.
    pub step: usize,
    /// The step before it that happened, as the file tells it; none at the start.
    pub after: Option<String>,
    /// What is to be said of it.
    pub kind: DifferenceKind,
}

/// In which way a ruling is not as expected.
#[derive(Debug)]
pub enum DifferenceKind {
    /// These fields differ.
    Unlike(Vec<Unlike>),
    /// Nothing is stated yet; this would be, as RON.
    Unstated(Vec<(Field, String)>),
}

/// What is to be said of a file in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Every ruling is as expected.
    AsExpected,
    /// A ruling differs.
    Differs,
    /// The file cannot be read, or tells of something that cannot be.
    Mistaken,
}

impl Outcome {
    /// The outcome in one word.
    #[must_use]
    pub fn status(&self) -> Status {
        match &self.found {
            found if !found.mistakes.is_empty() => Status::Mistaken,
            found if !found.differences.is_empty() => Status::Differs,
            _ => Status::AsExpected,
        }
    }
}

impl Runner {
    /// Reads and plays a file.
    #[must_use]
    pub fn run(&self, path: &Path) -> Outcome {
        match Source::read(path) {
            (source, None) => self.play(source),
            (source, Some(mistake)) => Outcome { source, found: Found::mistaken(mistake) },
        }
    }

    /// Plays a file that was read.
    #[must_use]
    pub fn play(&self, source: Source) -> Outcome {
        let _span = tracing::debug_span!("scenario", file = %source.path().display()).entered();
        let mistake = match source.scenario() {
            Ok(scenario) => {
                let found = self.found(&scenario, &source);
                return Outcome { source, found };
            }
            Err(mistake) => mistake,
        };
        match source.closed() {
            Some(closed) => self.play(closed),
            None => Outcome { source, found: Found::mistaken(mistake) },
        }
    }

    fn found(&self, scenario: &Scenario<'_>, source: &Source) -> Found {
        let mut earlier = self.records.then(Vec::new);
        let begun = begin(scenario, earlier.as_mut());
        let arbiter = begun.as_ref().map_or_else(|_| standard(), |begun| *begun);
        let record = earlier.map(|earlier| Record::new(arbiter).with_earlier(earlier));
        let mut play = Play::new(Game::new(arbiter), record);
        match begun {
            Ok(_) => play.steps(&scenario.play, self),
            Err(wrong) => play.without_start(&scenario.play, wrong),
        }
        let found = Found {
            title: String::from(&*scenario.title),
            rules: scenario.rules,
            cited: scenario.source.as_deref().map(String::from),
            rulings: play.rulings,
            stated: play.stated,
            ..Found::default()
        };
        if play.wrong.is_empty() {
            return Found { differences: play.differences, record: play.record, ..found };
        }
        let at = |(place, wrong): (Place, _)| Mistake { wrong, span: source.locate(&place) };
        let mut mistakes: Vec<_> = play.wrong.into_iter().map(at).collect();
        mistakes.sort_by_key(|mistake| mistake.span.start);
        Found { mistakes, ..found }
    }
}

impl Found {
    fn mistaken(mistake: Mistake) -> Self {
        Self { mistakes: Vec::from([mistake]), ..Self::default() }
    }
}

/// The board as the play begins. The moves played before are added to `earlier`.
fn begin(
    scenario: &Scenario<'_>,
    mut earlier: Option<&mut Vec<Ply>>,
) -> Result<Arbiter, (Place, Wrong)> {
    let mut position = match scenario.fen.as_deref() {
        Some(fen) => {
            Position::from_fen(fen).map_err(|error| (fen_place(&error), Wrong::Fen(error)))?
        }
        None => Position::standard(),
    };
    position = position.with_chess960(scenario.chess960);
    for (at, word) in words(&scenario.moves) {
        let played = parse_move(word, &position).map_err(|error| {
            let place = within(&[Part::Field("moves")], at);
            (place, Wrong::Move(error, position.to_string()))
        })?;
        if let Some(earlier) = &mut earlier {
            earlier.push(Ply { position, played });
        }
        position = position.play(played);
    }
    let (white, black) = scenario.earlier_offences;
    let arbiter = Arbiter::new(position, scenario.rules);
    Ok(arbiter.with_play(scenario.time).with_offences([white, black]))
}

fn standard() -> Arbiter {
    Arbiter::new(Position::standard(), Rulebook::default())
}

fn fen_place(error: &FenError) -> Place {
    let fen = [Part::Field("fen")];
    match *error {
        FenError::Syntax { offset, .. } => within(&fen, offset..offset + 1),
        FenError::Invalid(_) => fen.into(),
    }
}

struct Play {
    game: Game,
    /// The ruling after the last event.
    ruling: Option<Ruling>,
    record: Option<Record>,
    /// What makes events of what the board senses, in a file in which one does.
    intake: Option<Intake>,
    /// The time that was set last.
    now_ms: Option<u32>,
    rulings: usize,
    stated: Stated,
    differences: Vec<Difference>,
    wrong: Vec<(Place, Wrong)>,
}

impl Play {
    fn new(game: Game, record: Option<Record>) -> Self {
        Self {
            game,
            ruling: None,
            record,
            intake: None,
            now_ms: None,
            rulings: 0,
            stated: Stated::default(),
            differences: Vec::new(),
            wrong: Vec::new(),
        }
    }

    fn steps(&mut self, steps: &[Step<'_>], runner: &Runner) {
        let senses = steps.iter().any(|step| matches!(step, Step::Sensed(_)));
        self.intake = senses.then(|| Intake::new(*self.game.arbiter(), runner.board));
        for (number, step) in steps.iter().enumerate() {
            match step {
                Step::Told(event) if senses => self.told_beside_sensed(number, *event),
                Step::Told(event) => self.told(number, *event),
                Step::Sensed(sensed) => self.sensed(number, sensed),
                Step::At(ms) => self.time(number, *ms),
                Step::Ruling(expected) => {
                    let before = steps.get(..number).unwrap_or_default();
                    self.ruling(number, expected, before);
                }
            }
        }
        if let Some(last) = steps.len().checked_sub(1) {
            self.take(last, Intake::end);
        }
    }

    /// The start is wrong: only what does not depend on the position can be looked at.
    fn without_start(&mut self, steps: &[Step<'_>], start: (Place, Wrong)) {
        self.wrong.push(start);
        for (number, step) in steps.iter().enumerate() {
            if let Step::Ruling(expected) = step {
                let ruling = self.game.ruling();
                let (_, mut wrong) = compare(expected, &self.game, &ruling);
                wrong.retain(|(_, wrong)| !matches!(wrong, Wrong::Move(..)));
                self.note(number, wrong);
            }
        }
    }

    fn told(&mut self, number: usize, event: Event) {
        if let Err(misuse) = self.handle(number, self.now_ms, event) {
            self.note(number, [(Place::from([Part::Item(0)]), Wrong::Event(misuse))]);
        }
    }

    fn told_beside_sensed(&mut self, number: usize, event: Event) {
        if matches!(event, Event::Touched(_) | Event::Released(..) | Event::Removed(_)) {
            self.note(number, [(Place::from([Part::Word]), Wrong::ToldBesideSensed)]);
            return;
        }
        let events = self.take(number, |intake, tell| intake.tell(event, tell));
        // What cannot have happened is no event to the intake.
        if !events.iter().any(|&(_, taken)| taken == event) {
            let mut arbiter = *self.game.arbiter();
            if let Err(misuse) = arbiter.handle(event) {
                self.note(number, [(Place::from([Part::Item(0)]), Wrong::Event(misuse))]);
            }
        }
    }

    fn sensed(&mut self, number: usize, sensed: &Sensed<'_>) {
        let sensor = match sensed {
            Sensed::Lifted(square, piece) => Sensor::Lifted(*square, *piece),
            Sensed::Placed(square, piece) => Sensor::Placed(*square, *piece),
            Sensed::Frame(text) => match text.parse() {
                Ok(frame) => Sensor::Frame(frame),
                Err(wrong) => {
                    let NotAFrame { offset, .. } = wrong;
                    let place = within(&[Part::Item(0)], offset..offset + 1);
                    self.note(number, [(place, Wrong::Frame(wrong))]);
                    return;
                }
            },
        };
        let report = Report { at_ms: self.now_ms, sensor };
        self.take(number, |intake, tell| intake.handle(report, tell));
    }

    fn time(&mut self, number: usize, ms: u32) {
        if let Some(before) = self.now_ms.filter(|&before| ms < before) {
            self.note(number, [(Place::from([Part::Item(0)]), Wrong::TimeBefore(before))]);
            return;
        }
        self.now_ms = Some(ms);
        self.take(number, |intake, tell| intake.pass_time(ms, tell));
    }

    fn ruling(&mut self, number: usize, expected: &Expected<'_>, before: &[Step<'_>]) {
        self.rulings += 1;
        let ruling = self.ruling.unwrap_or_else(|| self.game.ruling());
        self.stated.note(&ruling);
        let kind = if expected.states_nothing() {
            DifferenceKind::Unstated(in_full(&self.game, &ruling))
        } else {
            let (unlike, wrong) = compare(expected, &self.game, &ruling);
            self.note(number, wrong);
            if unlike.is_empty() {
                return;
            }
            DifferenceKind::Unlike(unlike)
        };
        let after = before.iter().rev().find_map(Step::happened);
        self.differences.push(Difference { step: number, after, kind });
    }

    /// Lets the intake do something, if there is one, and hands the events that come of it to the
    /// game. They are given back with their times.
    fn take(
        &mut self,
        number: usize,
        act: impl FnOnce(&mut Intake, &mut Sink<'_>),
    ) -> Vec<(Option<u32>, Event)> {
        let mut events = Vec::new();
        if let Some(intake) = &mut self.intake {
            act(intake, &mut |step| events.push((step.at_ms, step.event)));
        }
        for &(at_ms, event) in &events {
            if let Err(misuse) = self.handle(number, at_ms, event) {
                self.note(number, [(Place::new(), Wrong::Event(misuse))]);
            }
        }
        events
    }

    fn handle(&mut self, number: usize, at_ms: Option<u32>, event: Event) -> Result<(), Misuse> {
        let ruling = self.game.handle(event)?;
        self.ruling = Some(ruling);
        let (verdict, because) = (ruling.verdict, ruling.because);
        tracing::debug!(step = number + 1, %event, ?verdict, ?because);
        if let Some(record) = &mut self.record {
            record.note(at_ms, event, self.game.arbiter(), &ruling);
        }
        Ok(())
    }

    fn note(&mut self, number: usize, wrong: impl IntoIterator<Item = (Place, Wrong)>) {
        let step = [Part::Field("play"), Part::Item(number)];
        let inside = |(place, wrong): (Place, Wrong)| ([&step, place.as_slice()].concat(), wrong);
        self.wrong.extend(wrong.into_iter().map(inside));
    }
}
