//! Rulings as text: what an arbiter reads aloud first, then what it rests on.

use std::format;
use std::io::{self, Write};
use std::string::{String, ToString};
use std::vec;
use std::vec::Vec;

use anstyle::{AnsiColor, Style};
use textwrap::core::display_width;
use textwrap::{Options, WordSplitter};

use crate::arbiter::{Arbiter, Misuse};
use crate::chess::castling::conditions;
use crate::chess::moves::{LegalMoves, Move};
use crate::chess::piece::{Color, Piece, Role, Wing};
use crate::chess::position::Position;
use crate::chess::square::{Square, SquareSet};
use crate::cli::answer::Answer;
use crate::event::Event;
use crate::facts::Placement;
use crate::game::{Difference, Game};
use crate::law::rulebooks::Rulebook;
use crate::ruling::{Infraction, Offence};
use crate::words::Language;
use crate::words::phrase::{
    Castling, Duties, Effect, Elsewhere, English, French, Happened, Heading, Headline, Player,
    Remaining, Remark, Unmet,
};

const BOLD: Style = Style::new().bold();
const DIMMED: Style = Style::new().dimmed();
const RED: Style = AnsiColor::Red.on_default();

/// An event and what it brought.
#[derive(Clone, Debug)]
pub struct Step {
    /// When it happened, if that is known, in milliseconds.
    pub at_ms: Option<u32>,
    /// The event.
    pub event: Event,
    /// The position in which the turn of the event began.
    pub position: Position,
    /// Where the pieces stood before the event.
    pub board: Placement,
    /// The answer after it.
    pub answer: Answer,
}

impl Step {
    /// Tells the game an event, and keeps what is needed to tell of it.
    pub fn of(game: &mut Game, at_ms: Option<u32>, event: Event) -> Result<Self, Misuse> {
        let before = *game.arbiter();
        let ruling = game.handle(event)?;
        tracing::debug!(%event, verdict = ?ruling.verdict, because = ?ruling.because, "told");
        tracing::trace!(facts = ?game.arbiter().facts(), "known");
        Ok(Self::new(&before, at_ms, event, game.arbiter(), Answer::of(game, true)))
    }

    /// An event that changed the machine from `before` to `after`.
    pub fn new(
        before: &Arbiter,
        at_ms: Option<u32>,
        event: Event,
        after: &Arbiter,
        answer: Answer,
    ) -> Self {
        // An opponent's touch that ends the turn is told of the next position.
        let next = matches!(event, Event::OpponentTouched(_)) && answer.over;
        let position = if next { after.next_position() } else { answer.position };
        let same_turn = before.position() == &position;
        let board = if same_turn { before.facts().board } else { Placement::new() };
        Self { at_ms, event, position, board, answer }
    }
}

/// How the board is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum BoardStyle {
    /// Chess symbols
    Unicode,
    /// FEN letters
    Ascii,
}

/// Writes text in a language, wrapped to a width.
pub struct Renderer<'o> {
    /// Where to.
    pub out: &'o mut dyn Write,
    /// In which language.
    pub language: Language,
    /// Columns.
    pub width: usize,
}

impl Renderer<'_> {
    /// The ruling after these events, and what it rests on.
    pub fn ruling(
        &mut self,
        answer: &Answer,
        steps: &[Step],
        board: Option<BoardStyle>,
    ) -> io::Result<()> {
        let moves = LegalMoves::new(&answer.position);
        let headline = Headline { ruling: &answer.ruling, moves, over: answer.over };
        self.title(&self.say(headline))?;
        if let Some(style) = board {
            writeln!(self.out)?;
            self.board(&answer.position, answer.touched, style)?;
        }
        writeln!(self.out)?;
        for heading in Heading::OF_RULING {
            let rows = match heading {
                Heading::Moves => self.moves(answer, moves),
                Heading::Because => self.clauses(answer),
                Heading::Readings => self.readings(answer),
                Heading::Breaches => self.breaches(answer),
                Heading::Claim => {
                    answer.ruling.claim.map(|claim| vec![self.say(claim)]).into_iter().collect()
                }
                Heading::Castling => self.castling(answer),
                Heading::Events => self.events(steps),
                Heading::Elsewhere => self.elsewhere(answer, moves),
                Heading::Game | Heading::Turn | Heading::Before | Heading::Then => continue,
            };
            self.section(heading, &rows)?;
        }
        Ok(())
    }

    /// One event and what it brought, as a line of its own.
    pub fn event(&mut self, label: &str, before: Option<&Step>, step: &Step) -> io::Result<()> {
        const EVENT: usize = 6;
        const HAPPENED: usize = 36;
        let Step { event, position, board, .. } = step;
        let happened = self.say(Happened { event: *event, position, board });
        let cells = [
            padded(&event.to_string(), EVENT),
            padded(&happened, HAPPENED),
            self.effect(before, step),
        ];
        self.labelled(label, DIMMED, display_width(label), &[cells.to_vec()])
    }

    /// One breach, as a line of its own.
    pub fn breach(&mut self, label: &str, offence: Offence) -> io::Result<()> {
        let heading = self.say(Heading::Breaches);
        let breach = self.breach_text(offence);
        writeln!(self.out, "{DIMMED}{label}{DIMMED:#}{RED}{heading}{RED:#}  {breach}")
    }

    /// A breach with its clause and what it costs.
    pub fn breach_text(&self, offence: Offence) -> String {
        self.offence(offence).join("  ")
    }

    /// A remark, as a line of its own.
    pub fn aside(&mut self, label: &str, text: &str) -> io::Result<()> {
        writeln!(self.out, "{DIMMED}{label}  {text}{DIMMED:#}")
    }

    /// A line in bold.
    pub fn title(&mut self, text: &str) -> io::Result<()> {
        for line in textwrap::wrap(text, self.width) {
            writeln!(self.out, "{BOLD}{line}{BOLD:#}")?;
        }
        Ok(())
    }

    /// A phrase apart from what stands before it, if there is one.
    pub fn note<P: English + French>(&mut self, phrase: Option<P>) -> io::Result<()> {
        let Some(phrase) = phrase else { return Ok(()) };
        writeln!(self.out, "\n{}", textwrap::fill(&self.say(phrase), self.width))
    }

    /// Rows of cells in columns, after so many blanks; the last column is wrapped.
    pub fn table(&mut self, indent: usize, rows: &[Vec<String>]) -> io::Result<()> {
        self.labelled("", Style::new(), indent, rows)
    }

    /// The same; the blanks of the first line hold a label.
    fn labelled(
        &mut self,
        label: &str,
        style: Style,
        indent: usize,
        rows: &[Vec<String>],
    ) -> io::Result<()> {
        const GAP: usize = 2;
        let widths = column_widths(rows);
        let mut label = label;
        for row in rows {
            write!(
                self.out,
                "{style}{label}{style:#}{}",
                padded("", indent - display_width(label))
            )?;
            label = "";
            let Some((last, cells)) = row.split_last() else { continue };
            let mut column = indent;
            for (cell, &width) in cells.iter().zip(&widths) {
                let width = width.max(display_width(cell)) + GAP;
                write!(self.out, "{}", padded(cell, width))?;
                column += width;
            }
            let hanging = " ".repeat(column);
            let options = Options::new(self.width.max(column + 20))
                .word_splitter(WordSplitter::NoHyphenation)
                .initial_indent(&hanging)
                .subsequent_indent(&hanging);
            writeln!(self.out, "{}", textwrap::fill(last, options).trim_start())?;
        }
        Ok(())
    }

    /// The phrase in the language.
    pub fn say<P: English + French>(&self, phrase: P) -> String {
        self.language.say(phrase).to_string()
    }

    /// What speaks against castling, in the order of the conditions.
    pub fn unmet(&self, position: &Position, color: Color, wing: Wing) -> Vec<String> {
        let report = conditions(position, color, wing);
        report.failed().map(|condition| self.say(Unmet { condition, position })).collect()
    }

    /// Rows of cells beside their heading; nothing where there are none.
    pub fn section(&mut self, heading: Heading, rows: &[Vec<String>]) -> io::Result<()> {
        let widths = Heading::ALL.map(|heading| display_width(&self.say(heading)));
        let indent = widths.into_iter().max().unwrap_or_default() + 2;
        let style = if heading == Heading::Breaches { RED } else { DIMMED };
        self.labelled(&self.say(heading), style, indent, rows)
    }

    fn moves(&self, answer: &Answer, moves: LegalMoves<'_>) -> Vec<Vec<String>> {
        if answer.ruling.made.is_some() || moves.is_empty() {
            return Vec::new();
        }
        let allowed = castling_first(answer.ruling.allowed.iter(moves));
        let (legal, position) = (moves.iter().count(), moves.position());
        vec![vec![self.say(Remaining { allowed: &allowed, legal, position })]]
    }

    fn clauses(&self, answer: &Answer) -> Vec<Vec<String>> {
        let clauses = answer.ruling.because.iter();
        clauses.map(|clause| vec![clause.to_string(), self.say(clause)]).collect()
    }

    fn readings(&self, answer: &Answer) -> Vec<Vec<String>> {
        let readings = answer.ruling.readings.iter();
        readings.map(|reading| vec![reading.to_string(), self.say(reading)]).collect()
    }

    fn breaches(&self, answer: &Answer) -> Vec<Vec<String>> {
        answer.ruling.infractions.iter().map(|offence| self.offence(offence)).collect()
    }

    fn offence(&self, offence: Offence) -> Vec<String> {
        let penalty = offence.penalty.map(|penalty| format!(", {}", self.say(penalty)));
        let kind = self.say(offence.kind);
        vec![offence.clause.to_string(), kind + &penalty.unwrap_or_default()]
    }

    /// Where king or castling rook were touched and stand where castling begins; no longer once a
    /// move is made.
    fn castling(&self, answer: &Answer) -> Vec<Vec<String>> {
        if answer.ruling.made.is_some() {
            return Vec::new();
        }
        let position = &answer.position;
        let player = position.turn();
        let king_touched = answer.touched.contains(position.king(player));
        let matters = |wing: &Wing| {
            (king_touched || answer.ruling.touched_wings.contains(*wing))
                && conditions(position, player, *wing).is_at_home()
        };
        let row = |wing: Wing| {
            let unmet = self.unmet(position, player, wing);
            let text = if unmet.is_empty() {
                self.say(Remark::AllConditionsMet)
            } else {
                unmet.join(", ")
            };
            vec![self.say(Castling(wing)), text]
        };
        Wing::ALL.into_iter().filter(matters).map(row).collect()
    }

    /// The time stands first where one is known; the player is named where the events are of
    /// several turns.
    fn events(&self, steps: &[Step]) -> Vec<Vec<String>> {
        let player = |step: &Step| step.answer.ruling.player;
        let several = steps.windows(2).any(|pair| player(&pair[0]) != player(&pair[1]));
        let timed = steps.iter().any(|step| step.at_ms.is_some());
        let row = |place: usize| {
            let before = place.checked_sub(1).and_then(|before| steps.get(before));
            let step = &steps[place];
            let Step { at_ms, event, position, board, .. } = step;
            let happened = Happened { event: *event, position, board };
            let time = timed.then(|| at_ms.map(clock_time).unwrap_or_default());
            let name = several.then(|| self.say(Player(player(step))));
            let cells = [event.to_string(), self.say(happened), self.effect(before, step)];
            time.into_iter().chain(name).chain(cells).collect()
        };
        (0..steps.len()).map(row).collect()
    }

    fn effect(&self, before: Option<&Step>, step: &Step) -> String {
        if let (Event::Claimed, Some(claim)) = (step.event, step.answer.ruling.claim) {
            return self.say(claim);
        }
        let duties = |step: &Step, breach: Option<Infraction>| {
            let moves = LegalMoves::new(&step.answer.position);
            let duties = Duties { ruling: &step.answer.ruling, moves };
            self.say(Effect { breach, duties })
        };
        let breach = new_breach(before, step);
        let effect = duties(step, breach);
        let same = before.filter(|before| {
            let same_turn = before.answer.position == step.answer.position;
            breach.is_none() && same_turn && duties(before, None) == effect
        });
        match same {
            Some(before) if before.answer.over != step.answer.over => self.say(Remark::TurnPasses),
            Some(_) => self.say(Remark::NoChange),
            None => effect,
        }
    }

    fn elsewhere(&self, answer: &Answer, moves: LegalMoves<'_>) -> Vec<Vec<String>> {
        let mut sets: Vec<(Vec<Rulebook>, &[Move])> = Vec::new();
        for Difference { rules, allowed } in &answer.differs {
            match sets.iter_mut().find(|(_, set)| set == allowed) {
                Some((agreeing, _)) => agreeing.push(*rules),
                None => sets.push((vec![*rules], allowed)),
            }
        }
        let (legal, position) = (moves.iter().count(), moves.position());
        let row = |(rules, allowed): &(Vec<Rulebook>, &[Move])| {
            let allowed = castling_first(allowed.iter().copied());
            let remaining = Remaining { allowed: &allowed, legal, position };
            vec![self.say(Elsewhere { rules, remaining })]
        };
        sets.iter().map(row).collect()
    }

    /// The board with the touched pieces in parentheses.
    fn board(
        &mut self,
        position: &Position,
        touched: SquareSet,
        style: BoardStyle,
    ) -> io::Result<()> {
        for rank in (0..8).rev() {
            let cell = |square: Square| {
                let piece = position.piece_at(square).map_or('.', |piece| symbol(piece, style));
                if touched.contains(square) { format!("({piece})") } else { format!(" {piece} ") }
            };
            let cells = (0..8).filter_map(|file| Square::at(file, rank)).map(cell);
            let row: String = cells.collect();
            writeln!(self.out, "  {DIMMED}{}{DIMMED:#} {}", rank + 1, row.trim_end())?;
        }
        writeln!(self.out, "     {DIMMED}a  b  c  d  e  f  g  h{DIMMED:#}")
    }
}

/// The breach that this event brought or, being the clock, completed.
fn new_breach(before: Option<&Step>, step: &Step) -> Option<Infraction> {
    let same_turn = before.filter(|before| before.answer.position == step.answer.position);
    let is_new = |offence: &Offence| {
        let known =
            same_turn.is_some_and(|before| before.answer.ruling.infractions.contains(offence.kind));
        let completed = step.event == Event::ClockPressed && offence.penalty.is_some();
        !known || completed
    };
    step.answer.ruling.infractions.iter().find(is_new).map(|offence| offence.kind)
}

fn castling_first(moves: impl Iterator<Item = Move>) -> Vec<Move> {
    let mut moves: Vec<Move> = moves.collect();
    moves.sort_by_key(|a_move| !matches!(a_move, Move::Castle(_)));
    moves
}

/// `1:02:03.456`
fn clock_time(ms: u32) -> String {
    let (seconds, ms) = (ms / 1000, ms % 1000);
    let (minutes, seconds) = (seconds / 60, seconds % 60);
    let (hours, minutes) = (minutes / 60, minutes % 60);
    format!("{hours}:{minutes:02}:{seconds:02}.{ms:03}")
}

/// A cell that is wider than this pushes on the rest of its row alone.
const COLUMN_MAX: usize = 48;

fn column_widths(rows: &[Vec<String>]) -> Vec<usize> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
    let width = |column| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell: &String| display_width(cell)).filter(|&width| width <= COLUMN_MAX).max()
    };
    (0..columns).map(|column| width(column).unwrap_or_default()).collect()
}

fn padded(text: &str, width: usize) -> String {
    let missing = width.saturating_sub(display_width(text));
    format!("{text}{}", " ".repeat(missing))
}

fn symbol(piece: Piece, style: BoardStyle) -> char {
    match (style, piece.color, piece.role) {
        (BoardStyle::Ascii, _, _) => piece.letter(),
        (_, Color::White, Role::King) => '♔',
        (_, Color::White, Role::Queen) => '♕',
        (_, Color::White, Role::Rook) => '♖',
        (_, Color::White, Role::Bishop) => '♗',
        (_, Color::White, Role::Knight) => '♘',
        (_, Color::White, Role::Pawn) => '♙',
        (_, Color::Black, Role::King) => '♚',
        (_, Color::Black, Role::Queen) => '♛',
        (_, Color::Black, Role::Rook) => '♜',
        (_, Color::Black, Role::Bishop) => '♝',
        (_, Color::Black, Role::Knight) => '♞',
        (_, Color::Black, Role::Pawn) => '♟',
    }
}
