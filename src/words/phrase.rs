//! What can be said of a ruling, as values; how it is said stands in the files of the languages.

use core::fmt;

use crate::chess::castling::{Failed, FailedCondition};
use crate::chess::moves::{LegalMoves, Move};
use crate::chess::piece::{Color, Piece, Wing};
use crate::chess::position::Position;
use crate::chess::square::{Square, SquareSet};
use crate::event::Event;
use crate::facts::Placement;
use crate::law::rulebooks::Rulebook;
use crate::ruling::{Infraction, Ruling};

/// What can be said in English.
pub trait English {
    /// Writes it in English.
    ///
    /// # Errors
    ///
    /// Those of the writer.
    fn english(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

/// What can be said in French.
pub trait French {
    /// Writes it in French, with plain spaces before `:`, `;`, `!` and `?`: they are tied later.
    ///
    /// # Errors
    ///
    /// Those of the writer.
    fn french(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

/// The ruling in one sentence: what an arbiter reads aloud.
#[derive(Clone, Copy, Debug)]
pub struct Headline<'r> {
    /// The ruling.
    pub ruling: &'r Ruling,
    /// The legal moves of the position in which the turn began.
    pub moves: LegalMoves<'r>,
    /// Whether the turn is over.
    pub over: bool,
}

/// What the player may or must do, without a subject: `may make any legal move`, `must move the
/// king`.
#[derive(Clone, Copy, Debug)]
pub struct Duties<'r> {
    /// The ruling.
    pub ruling: &'r Ruling,
    /// The legal moves of the position in which the turn began.
    pub moves: LegalMoves<'r>,
}

impl Duties<'_> {
    /// The castlings that are legal but not allowed.
    pub(super) fn forbidden_castlings(&self) -> impl Iterator<Item = Wing> {
        let forbidden = |&wing: &Wing| {
            self.moves.can_castle(wing) && !self.ruling.allowed.can_castle(self.moves, wing)
        };
        Wing::ALL.into_iter().filter(forbidden)
    }
}

/// What an event brought: the breach, if it was one, and the duties after it.
#[derive(Clone, Copy, Debug)]
pub struct Effect<'r> {
    /// The breach.
    pub breach: Option<Infraction>,
    /// The duties.
    pub duties: Duties<'r>,
}

/// How many scenarios cover a clause or a reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Covered {
    /// In how many it speaks.
    pub speaks: usize,
    /// In how many it nearly does; none where that is not counted.
    pub nearly: Option<usize>,
}

impl Covered {
    /// Whether there are enough.
    #[must_use]
    pub fn is_enough(self) -> bool {
        self.speaks > 0 && self.nearly != Some(0)
    }
}

/// The moves that remain: how many of all, and which, unless it is all of them.
#[derive(Clone, Copy, Debug)]
pub struct Remaining<'m> {
    /// The moves that remain.
    pub allowed: &'m [Move],
    /// The number of all legal moves.
    pub legal: usize,
    /// The position in which they are played.
    pub position: &'m Position,
}

/// What other rulebooks, that agree, would leave.
#[derive(Clone, Copy, Debug)]
pub struct Elsewhere<'m> {
    /// The rulebooks.
    pub rules: &'m [Rulebook],
    /// The moves that would remain.
    pub remaining: Remaining<'m>,
}

/// A move, as the language writes it: `Nf3`, `Cf3`.
#[derive(Clone, Copy, Debug)]
pub struct Played<'p> {
    /// The legal move.
    pub a_move: Move,
    /// The position in which it is played.
    pub position: &'p Position,
}

/// An event in words, in the present tense: `touches the king on e1`.
#[derive(Clone, Copy, Debug)]
pub struct Happened<'p> {
    /// The event.
    pub event: Event,
    /// The position in which the turn began.
    pub position: &'p Position,
    /// Where the pieces stood before the event.
    pub board: &'p Placement,
}

impl Happened<'_> {
    /// The piece that the event means by a square, and whether it is the player's own.
    pub(super) fn named(&self, square: Square) -> Option<(Piece, bool)> {
        let origin = self.board.named(self.position, square)?;
        let piece = self.position.piece_at(origin)?;
        Some((piece, piece.color == self.position.turn()))
    }
}

/// What castling requires, so that this condition does not fail.
#[derive(Clone, Copy, Debug)]
pub struct Required(
    /// The condition.
    pub Failed,
);

/// Why a condition of castling is not met: `f1 is attacked by the rook on f3`.
#[derive(Clone, Copy, Debug)]
pub struct Unmet<'p> {
    /// The condition and what breaks it.
    pub condition: FailedCondition,
    /// The position in which castling is judged.
    pub position: &'p Position,
}

/// How castling on this wing is written: `O-O`.
#[derive(Clone, Copy, Debug)]
pub struct Castling(
    /// The wing.
    pub Wing,
);

/// Why castling is that of Chess960 although nobody has said so.
#[derive(Clone, Copy, Debug)]
pub struct Chess960 {
    /// A king with the right to castle,
    pub king: Square,
    /// with this rook, the two not standing where standard chess has them.
    pub rook: Square,
}

/// The player of this colour as the heading of what is said about him.
#[derive(Clone, Copy, Debug)]
pub struct Player(
    /// The colour.
    pub Color,
);

/// The heading of a part of a ruling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heading {
    /// The moves that remain.
    Moves,
    /// The clauses.
    Because,
    /// The readings, which are the program's own.
    Readings,
    /// The breaches.
    Breaches,
    /// The answer to a claim.
    Claim,
    /// What castling lacks.
    Castling,
    /// What happened.
    Events,
    /// What other rulebooks would say.
    Elsewhere,
    /// The moves of the game.
    Game,
    /// Whose turn it is, and where it began.
    Turn,
    /// The penalised offences before.
    Before,
    /// What was played afterwards.
    Then,
}

impl Heading {
    /// All of them.
    pub const ALL: [Self; 12] = [
        Self::Moves,
        Self::Because,
        Self::Readings,
        Self::Breaches,
        Self::Claim,
        Self::Castling,
        Self::Events,
        Self::Elsewhere,
        Self::Game,
        Self::Turn,
        Self::Before,
        Self::Then,
    ];

    /// Those of a ruling, in the order in which they are printed.
    pub const OF_RULING: [Self; 8] = [
        Self::Moves,
        Self::Because,
        Self::Readings,
        Self::Breaches,
        Self::Claim,
        Self::Castling,
        Self::Events,
        Self::Elsewhere,
    ];
}

/// A remark beside the parts of a ruling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remark {
    /// Nothing speaks against castling.
    AllConditionsMet,
    /// An event changed nothing.
    NoChange,
    /// An event ended the turn.
    TurnPasses,
    /// King and rook do not stand where castling begins, so that some conditions mean nothing.
    NotAtHome,
    /// This player is on move.
    ToMove,
    /// A condition is met.
    Yes,
    /// A condition is not met.
    No,
    /// No arbiter was called for.
    NothingToReport,
    /// What follows is about the game as a whole.
    WholeGame,
    /// How many moves a player has made.
    MovesMade,
    /// How many penalties a player was given.
    Penalties,
}

/// The turn of a player in a game: `White, move 9`.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    /// The player.
    pub player: Color,
    /// The number of the move.
    pub number: u16,
}

/// An incident among those of a game, counted from 1.
#[derive(Clone, Copy, Debug)]
pub struct IncidentOf {
    /// Which one.
    pub number: usize,
    /// How many there are.
    pub all: usize,
}

/// How many penalised offences White and Black have completed.
#[derive(Clone, Copy, Debug)]
pub struct PenalisedOffences(
    /// White's and Black's.
    pub [u8; 2],
);

/// Writes the items with commas, and the word before the last of them.
pub(super) fn list<T>(
    f: &mut fmt::Formatter<'_>,
    items: impl Iterator<Item = T>,
    word: &str,
    mut write: impl FnMut(&mut fmt::Formatter<'_>, T) -> fmt::Result,
) -> fmt::Result {
    let mut items = items.peekable();
    let mut first = true;
    while let Some(item) = items.next() {
        if !first {
            if items.peek().is_some() {
                f.write_str(", ")?;
            } else {
                write!(f, " {word} ")?;
            }
        }
        first = false;
        write(f, item)?;
    }
    Ok(())
}

/// The pieces on these squares, each with its square.
pub(super) fn pieces(
    position: &Position,
    squares: SquareSet,
) -> impl Iterator<Item = (Piece, Square)> {
    squares.filter_map(|square| Some((position.piece_at(square)?, square)))
}
