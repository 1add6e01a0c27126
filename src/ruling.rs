//! What is decided: a verdict, the moves that remain, and what the decision rests on.

use core::str::FromStr;
use core::{fmt, mem};

use crate::chess::moves::{LegalMoves, Move};
use crate::chess::piece::{Color, Role, Wing, Wings};
use crate::chess::square::{Square, SquareSet};
use crate::clause::{Clause, Clauses};
use crate::pack::{pack_code, pack_fields};

/// What the player may still do, and why. A plain value of fixed size; it borrows nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)] // What is small comes first: small processors reach it from the start alone.
pub struct Ruling {
    /// Whose turn the ruling speaks of.
    pub player: Color,
    /// The duty in one word.
    pub verdict: Verdict,
    /// The answer to the opponent's claim, if there was one.
    pub claim: Option<Claim>,
    /// Whether a move is fixed that is still to be finished.
    pub unfinished: bool,
    /// The wings whose castling rook was touched in this turn.
    pub touched_wings: Wings,
    /// The move that is on the board and cannot be changed.
    pub made: Option<Move>,
    /// The readings it rests on, where a text is silent or can be read two ways.
    pub readings: Readings,
    /// The breaches that stand uncorrected, each kind once.
    pub infractions: Infractions,
    /// The clauses the ruling rests on; never empty.
    pub because: Clauses,
    /// The moves the player may still make.
    pub allowed: Allowed,
}

impl Ruling {
    /// The ways to comply; together they are the allowed moves. Empty unless the verdict is
    /// [`Verdict::Must`]. `moves` are the legal moves of the position in which the turn began.
    pub fn options<'r>(&'r self, moves: LegalMoves<'r>) -> impl Iterator<Item = Duty> + 'r {
        let bound = self.verdict == Verdict::Must;
        let allowed = if bound && !self.unfinished { self.allowed } else { Allowed::NONE };
        let king = moves.position().king(moves.position().turn());
        let mut movers = SquareSet::EMPTY;
        if allowed.victims.is_empty() {
            movers = allowed.movers(moves).collect();
        }
        Options {
            ruling: self,
            moves,
            complete: bound && self.unfinished,
            king: movers.contains(king),
            castles: allowed.castles(moves),
            victims: allowed.victims,
            victim: None,
            pieces: movers - king.set(),
        }
    }

    fn castling_duty(&self, wing: Wing) -> Duty {
        let other = self.touched_wings.contains(wing.opposite());
        if other && !self.touched_wings.contains(wing) {
            Duty::CastleOtherWing(wing)
        } else {
            Duty::Castle(wing)
        }
    }
}

/// The duty in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
#[repr(u8)]
pub enum Verdict {
    /// Any legal move.
    Free = 0,
    /// The player must comply with one of the options.
    Must = 1,
    /// A move is made and cannot be changed.
    Made = 2,
    /// There is no legal move: checkmate or stalemate.
    GameOver = 3,
}

/// One way to comply with a ruling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub enum Duty {
    /// Finish the move that is fixed.
    Complete,
    /// Move the king, without castling.
    MoveKing,
    /// Castle on this wing.
    Castle(Wing),
    /// Castle on this wing, a rook of the opposite wing having been touched.
    CastleOtherWing(Wing),
    /// Move this castling rook.
    MoveRook(Square),
    /// Move the piece on this square.
    Move(Square),
    /// Capture the piece on this square.
    Capture(Square),
    /// Capture the piece on the first square with the one on the second.
    CaptureWith(Square, Square),
}

impl Duty {
    /// The name in files and JSON.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Complete => "complete",
            Self::MoveKing => "move_king",
            Self::Castle(_) => "castle",
            Self::CastleOtherWing(_) => "castle_other_wing",
            Self::MoveRook(_) => "move_rook",
            Self::Move(_) => "move",
            Self::Capture(_) => "capture",
            Self::CaptureWith(..) => "capture_with",
        }
    }
}

/// A set of legal moves, described and not listed: it is read together with the legal moves of the
/// position in which the turn began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowed {
    /// The pieces that may move, castling apart.
    pub pieces: SquareSet,
    /// If not empty: only moves that capture a piece on one of these squares.
    pub victims: SquareSet,
    /// If given: only moves to this square.
    pub to: Option<Square>,
    /// If given: only promotions on this square to this role, and no other move.
    pub promotion: Option<(Square, Role)>,
    /// The wings on which the player may castle, where that is legal.
    pub castles: Wings,
}

impl Allowed {
    /// No move.
    pub const NONE: Self = Self {
        pieces: SquareSet::EMPTY,
        victims: SquareSet::EMPTY,
        to: None,
        promotion: None,
        castles: Wings::NONE,
    };

    /// The legal moves of these pieces, castling apart.
    #[must_use]
    pub const fn moves_of(pieces: SquareSet) -> Self {
        Self { pieces, ..Self::NONE }
    }

    /// The moves of these pieces that capture one of those victims.
    #[must_use]
    pub const fn captures(pieces: SquareSet, victims: SquareSet) -> Self {
        Self { pieces, victims, ..Self::NONE }
    }

    /// Castling on these wings.
    #[must_use]
    pub const fn castling(castles: Wings) -> Self {
        Self { castles, ..Self::NONE }
    }

    /// The same set and castling on these wings.
    #[must_use]
    pub const fn with_castling(self, castles: Wings) -> Self {
        Self { castles, ..self }
    }

    /// Where the piece on `from` may go, castling apart.
    #[must_use]
    pub fn destinations(&self, moves: LegalMoves<'_>, from: Square) -> SquareSet {
        if !self.pieces.contains(from) {
            return SquareSet::EMPTY;
        }
        let mut squares = if self.victims.is_empty() {
            moves.from(from)
        } else {
            moves.captures(from, self.victims)
        };
        if let Some(to) = self.to {
            squares &= to.set();
        }
        if let Some((to, _)) = self.promotion {
            squares &= if moves.promotes(from, to) { to.set() } else { SquareSet::EMPTY };
        }
        squares
    }

    /// The wings on which castling is in the set.
    #[must_use]
    pub fn castles(&self, moves: LegalMoves<'_>) -> Wings {
        if self.promotion.is_some() { Wings::NONE } else { self.castles.and(moves.castles()) }
    }

    /// Whether castling on this wing is in the set.
    #[must_use]
    pub fn can_castle(&self, moves: LegalMoves<'_>, wing: Wing) -> bool {
        self.castles(moves).contains(wing)
    }

    /// Whether the move is in the set; it need not be legal.
    #[must_use]
    pub fn contains(&self, moves: LegalMoves<'_>, a_move: Move) -> bool {
        match a_move {
            Move::Castle(wing) => self.can_castle(moves, wing),
            Move::Normal { from, to, promotion } => {
                self.destinations(moves, from).contains(to)
                    && promotion.is_some() == moves.promotes(from, to)
                    && promotion.is_none_or(|role| {
                        Role::PROMOTIONS.contains(&role)
                            && self.promotion.is_none_or(|(_, only)| only == role)
                    })
            }
        }
    }

    /// Whether no legal move is in the set.
    #[must_use]
    pub fn is_empty(&self, moves: LegalMoves<'_>) -> bool {
        self.castles(moves).is_empty() && self.movers(moves).next().is_none()
    }

    /// The pawns that may be exchanged on this square.
    #[must_use]
    #[cfg_attr(target_arch = "arm", inline(never))] // Smaller called than copied.
    pub fn promoters(&self, moves: LegalMoves<'_>, square: Square) -> SquareSet {
        let mut pawns = self.pieces;
        for from in self.pieces {
            if !moves.promotes(from, square) || !self.destinations(moves, from).contains(square) {
                pawns.remove(from);
            }
        }
        pawns
    }

    /// The moves, in the order of their squares, castling last.
    pub fn iter<'m>(&self, moves: LegalMoves<'m>) -> impl Iterator<Item = Move> + use<'m> {
        let (set, only) = (*self, self.promotion.map(|(_, role)| role));
        // With a promotion chosen there are promotions alone.
        let is_chosen = move |a_move: &Move| match *a_move {
            Move::Normal { promotion, .. } => only.is_none() || promotion == only,
            Move::Castle(_) => true,
        };
        moves
            .listed(self.pieces, move |from| set.destinations(moves, from), self.castles(moves))
            .filter(is_chosen)
    }

    /// The one move of a set that holds exactly one.
    #[must_use]
    pub fn only(&self, moves: LegalMoves<'_>) -> Option<Move> {
        let mut castles = self.castles(moves);
        let mut movers = self.movers(moves);
        match (movers.next(), movers.next(), castles.next(), castles.next()) {
            (Some(from), None, None, None) => {
                let to = self.destinations(moves, from).only()?;
                let promotes = moves.promotes(from, to);
                let promotion = self.promotion.map(|(_, role)| role).filter(|_| promotes);
                (promotion.is_some() == promotes).then_some(Move::Normal { from, to, promotion })
            }
            (None, _, Some(wing), None) => Some(Move::Castle(wing)),
            _ => None,
        }
    }

    fn movers<'m>(&self, moves: LegalMoves<'m>) -> impl Iterator<Item = Square> + use<'m> {
        let set = *self;
        set.pieces.filter(move |&from| !set.destinations(moves, from).is_empty())
    }
}

/// The ways to comply that have not been told yet.
///
/// A set that names victims and binds every own piece is "capture this"; one that names some pieces
/// is "capture this with that".
struct Options<'r> {
    ruling: &'r Ruling,
    moves: LegalMoves<'r>,
    complete: bool,
    king: bool,
    castles: Wings,
    victims: SquareSet,
    /// The last victim, and the pieces that may still be named with it; without a victim the pieces
    /// that move.
    victim: Option<Square>,
    pieces: SquareSet,
}

impl Iterator for Options<'_> {
    type Item = Duty;

    fn next(&mut self) -> Option<Duty> {
        if mem::take(&mut self.complete) {
            return Some(Duty::Complete);
        }
        if mem::take(&mut self.king) {
            return Some(Duty::MoveKing);
        }
        if let Some(wing) = self.castles.next() {
            return Some(self.ruling.castling_duty(wing));
        }
        loop {
            if let Some(piece) = self.pieces.next() {
                return Some(match self.victim {
                    Some(victim) => Duty::CaptureWith(victim, piece),
                    None => self.moving_duty(piece),
                });
            }
            let victim = self.victims.next()?;
            let takers = self.takers(victim);
            let position = self.moves.position();
            if self.ruling.allowed.pieces != position.by_color(position.turn()) {
                (self.victim, self.pieces) = (Some(victim), takers);
            } else if !takers.is_empty() {
                return Some(Duty::Capture(victim));
            }
        }
    }
}

impl Options<'_> {
    fn takers(&self, victim: Square) -> SquareSet {
        let only = Allowed { victims: victim.set(), ..self.ruling.allowed };
        only.movers(self.moves).collect()
    }

    fn moving_duty(&self, from: Square) -> Duty {
        let position = self.moves.position();
        let mut wings = Wings::BOTH;
        let castling_rook =
            wings.any(|wing| position.castling_rook(position.turn(), wing) == Some(from));
        if castling_rook { Duty::MoveRook(from) } else { Duty::Move(from) }
    }
}

macro_rules! readings {
    ($($reading:ident = $number:literal, $id:literal, $gist:literal;)+) => {
        /// Where a text is silent or can be read two ways, what was chosen.
        ///
        /// `docs/readings.md` tells for each who reads it how.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum Reading {
            $(#[doc = concat!("`", $id, "`: ", $gist, ".")] $reading = $number,)+
        }

        impl Reading {
            /// Every reading, in the order of its number.
            pub const ALL: &'static [Self] = &[$(Self::$reading,)+];

            /// As printed: `R-10`.
            #[must_use]
            pub const fn id(self) -> &'static str {
                match self { $(Self::$reading => $id,)+ }
            }

            /// What was chosen, in one line.
            #[must_use]
            pub const fn gist(self) -> &'static str {
                match self { $(Self::$reading => $gist,)+ }
            }
        }
    };
}

readings! {
    R1 = 1, "R-1", "king and rook touched together, castling illegal: a king move, as the text said until 2014";
    R2 = 2, "R-2", "a rook touched first and let go on its castling square has been moved there";
    R2b = 3, "R-2b", "castling rook first breaks the order of touching; it is no illegal move";
    R4 = 4, "R-4", "a rook with which castling is lost for good is a piece like another";
    R5 = 5, "R-5", "king let go on the castling square and the clock pressed: castling must be completed";
    R6 = 6, "R-6", "a rook that cannot move, then the king: only that rook's side is barred";
    R10 = 7, "R-10", "rook first, then the king two squares: the rook binds more than the king let go";
    R11 = 8, "R-11", "Chess960: a king let go where castling and a king move both end leaves both open";
    R12 = 9, "R-12", "castling is compulsory and the rook is put down first: castling stands";
    R13 = 10, "R-13", "king, another piece, then the rook: castling satisfies every touch";
    R14 = 11, "R-14", "several own pieces at once: any of them";
    R15 = 12, "R-15", "Chess960: the king must be touched first even if castling moves the rook only";
    R16 = 13, "R-16", "the promotion is final once the new piece touches the square, as from 2009";
    R17 = 14, "R-17", "king and rook touched together, castling legal: castling is compulsory";
}

impl fmt::Display for Reading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// The text names no reading: `R-1` to `R-17`, as far as they are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAReading;

impl fmt::Display for NotAReading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no such reading: written as R-1 or R-2b")
    }
}

impl core::error::Error for NotAReading {}

impl FromStr for Reading {
    type Err = NotAReading;

    fn from_str(text: &str) -> Result<Self, NotAReading> {
        Self::ALL.iter().copied().find(|reading| reading.id() == text).ok_or(NotAReading)
    }
}

/// A set of readings.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Readings(u16);

pack_fields!(Readings { 0: u16 });

impl Readings {
    /// No reading.
    pub const NONE: Self = Self(0);

    /// Adds a reading.
    pub fn insert(&mut self, reading: Reading) {
        self.0 |= 1 << reading as u8;
    }

    /// The set with this reading as well.
    #[must_use]
    pub const fn with(self, reading: Reading) -> Self {
        Self(self.0 | 1 << reading as u8)
    }

    /// The readings of either set.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether the reading is in the set.
    #[must_use]
    pub const fn contains(self, reading: Reading) -> bool {
        self.0 & (1 << reading as u8) != 0
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// A bit each: that of a reading is its number.
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The readings by their number.
    pub fn iter(self) -> impl Iterator<Item = Reading> {
        Reading::ALL.iter().copied().filter(move |&reading| self.contains(reading))
    }
}

impl fmt::Debug for Readings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// A kind of breach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
#[repr(u8)]
pub enum Infraction {
    /// A piece was let go where no legal move takes it.
    IllegalMove = 0,
    /// The king was let go to castle where castling is illegal.
    IllegalCastling = 1,
    /// A legal move that the pieces touched do not allow.
    TouchMove = 2,
    /// A move was fixed, and a piece was then put elsewhere.
    MovedAgain = 3,
    /// Castling was begun with the rook.
    CastledRookFirst = 4,
    /// The king stands castled, the rook on a wrong square.
    RookMisplaced = 5,
    /// The move was made with both hands.
    BothHands = 6,
    /// The clock was pressed before the move was finished.
    UnfinishedMove = 7,
    /// The clock was pressed with a pawn on the last rank.
    PromotionMissing = 8,
    /// The clock was pressed without a move.
    ClockWithoutMove = 9,
    /// The opponent touched a piece before the move was made.
    TouchedOutOfTurn = 10,
}

pack_code!(Infraction);

impl Infraction {
    /// All kinds.
    pub const ALL: [Self; 11] = [
        Self::IllegalMove,
        Self::IllegalCastling,
        Self::TouchMove,
        Self::MovedAgain,
        Self::CastledRookFirst,
        Self::RookMisplaced,
        Self::BothHands,
        Self::UnfinishedMove,
        Self::PromotionMissing,
        Self::ClockWithoutMove,
        Self::TouchedOutOfTurn,
    ];

    /// The name in files and JSON.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::IllegalMove => "illegal_move",
            Self::IllegalCastling => "illegal_castling",
            Self::TouchMove => "touch_move",
            Self::MovedAgain => "moved_again",
            Self::CastledRookFirst => "castled_rook_first",
            Self::RookMisplaced => "rook_misplaced",
            Self::BothHands => "both_hands",
            Self::UnfinishedMove => "unfinished_move",
            Self::PromotionMissing => "promotion_missing",
            Self::ClockWithoutMove => "clock_without_move",
            Self::TouchedOutOfTurn => "touched_out_of_turn",
        }
    }
}

/// What a completed offence costs, where the text fixes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
#[repr(u8)]
pub enum Penalty {
    /// Two minutes more for the opponent.
    TwoMinutes = 0,
    /// One minute more for the opponent (rapid and blitz).
    OneMinute = 1,
    /// The game is lost.
    GameLost = 2,
    /// The game is drawn: the opponent could not mate.
    Draw = 3,
}

pack_code!(Penalty);

impl Penalty {
    /// All four.
    pub const ALL: [Self; 4] = [Self::TwoMinutes, Self::OneMinute, Self::GameLost, Self::Draw];

    /// The name in files and JSON.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::TwoMinutes => "two_minutes",
            Self::OneMinute => "one_minute",
            Self::GameLost => "game_lost",
            Self::Draw => "draw",
        }
    }
}

/// The answer to a claim of the opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
#[repr(u8)]
pub enum Claim {
    /// There is a breach; the ruling stays.
    Upheld = 0,
    /// The opponent has touched a piece since.
    TooLate = 1,
    /// There is no breach.
    Unfounded = 2,
}

pack_code!(Claim);

impl Claim {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Upheld, Self::TooLate, Self::Unfounded];

    /// The name in files and JSON.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Upheld => "upheld",
            Self::TooLate => "too_late",
            Self::Unfounded => "unfounded",
        }
    }
}

/// A breach that stands, with the clause it breaks and what it costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offence {
    /// The kind.
    pub kind: Infraction,
    /// The clause that was broken.
    pub clause: Clause,
    /// What it costs, once the clock is pressed and where the text fixes it. Two faults in one move
    /// count once: the first bears the penalty.
    pub penalty: Option<Penalty>,
}

/// The breaches that stand, each kind at most once, in the order of the kinds. One of them at most
/// has a penalty.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Infractions {
    /// For each kind that stands, the clause that was broken.
    clauses: [Option<Clause>; Infraction::ALL.len()],
    penalty: Option<(Infraction, Penalty)>,
}

impl Infractions {
    /// No breach.
    pub const NONE: Self = Self { clauses: [None; Infraction::ALL.len()], penalty: None };

    /// The breaches of the kinds for which a clause is told, one of which may have a penalty.
    #[must_use]
    pub fn of(
        clause: impl FnMut(Infraction) -> Option<Clause>,
        penalty: Option<(Infraction, Penalty)>,
    ) -> Self {
        Self { clauses: Infraction::ALL.map(clause), penalty }
    }

    /// Whether a breach of this kind stands.
    #[must_use]
    pub fn contains(&self, kind: Infraction) -> bool {
        self.iter().any(|offence| offence.kind == kind)
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.iter().next().is_none()
    }

    /// The breaches that did not stand before, or that have a penalty now.
    pub fn since<'i>(&'i self, before: &'i Self) -> impl Iterator<Item = Offence> + 'i {
        self.iter().filter(|offence| !before.iter().any(|old| old == *offence))
    }

    /// The breaches.
    pub fn iter(&self) -> impl Iterator<Item = Offence> + '_ {
        Infraction::ALL.iter().zip(&self.clauses).filter_map(|(&kind, clause)| {
            let penalty = self.penalty.filter(|&(penalised, _)| penalised == kind);
            Some(Offence { kind, clause: (*clause)?, penalty: penalty.map(|(_, penalty)| penalty) })
        })
    }
}

impl Default for Infractions {
    fn default() -> Self {
        Self::NONE
    }
}

impl fmt::Debug for Infractions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
