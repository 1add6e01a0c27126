//! The rulebooks: for each, the table of its clauses and the decisions they stand for.
//!
//! The decisions themselves are made in the files beside this one. Where rulebooks agree they share
//! a decision; where they differ, their tables name different ones.

use core::fmt;
use core::str::FromStr;

use crate::clause::{Clause, Clauses};
use crate::pack::pack_code;
use crate::ruling::{Infraction, Reading};

/// A text, or a reading of one, that rulings are made by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Rulebook {
    /// The French lesson; where it is silent, FIDE 2023 speaks and is cited as such.
    #[default]
    Lesson = 0,
    /// The FIDE Laws in force since 1 January 2023.
    Fide2023 = 1,
    /// The FIDE Laws of 1997 to 2013.
    Fide1997 = 2,
    /// The US Chess rules since 2015.
    UsChess = 3,
    /// The same with Variation I of 10I2, announced by the organiser; the main rule until 2014.
    UsChessVariation = 4,
}

macro_rules! decisions {
    ($($(#[$doc:meta])+ $decision:ident: $($cell:tt),+;)+) => {
        /// What a clause decides, in order of precedence: what is touched, what is let go, the
        /// clock and after.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum Decision {
            $($(#[$doc])+ $decision,)+
        }

        impl Decision {
            /// Every decision, in order of precedence.
            pub const ALL: &'static [Self] = &[$(Self::$decision,)+];
        }

        /// For each decision, the clause of each rulebook that makes it; `-` where the rulebook
        /// does not decide so.
        const TABLE: &[[Option<Clause>; Rulebook::ALL.len()]] = &[$([$(cell!($cell)),+],)+];
    };
}

/// The decisions that a breach of this kind goes against, of which a rulebook makes one at most;
/// none where the duty at hand says it.
#[must_use]
#[cfg_attr(target_arch = "arm", inline(never))] // So that it is a table.
pub const fn broken_by(kind: Infraction) -> Decisions {
    match kind {
        Infraction::IllegalMove | Infraction::UnfinishedMove => {
            Decisions::all(&[Decision::IllegalMove])
        }
        Infraction::IllegalCastling => Decisions::all(&[Decision::CastlingConditions]),
        Infraction::TouchMove => Decisions::EMPTY,
        Infraction::MovedAgain => Decisions::all(&[Decision::LetGo]),
        Infraction::CastledRookFirst => Decisions::all(&[Decision::RookFirstBars]),
        Infraction::RookMisplaced => Decisions::all(&[Decision::CastlingLetGo]),
        Infraction::BothHands => Decisions::all(&[Decision::BothHands]),
        Infraction::PromotionMissing => {
            Decisions::all(&[Decision::PawnBecomesQueen, Decision::PawnIsExchanged])
        }
        Infraction::ClockWithoutMove => Decisions::all(&[Decision::ClockWithoutMove]),
        Infraction::TouchedOutOfTurn => Decisions::all(&[Decision::OutOfTurn]),
    }
}

macro_rules! cell {
    (-) => {
        None
    };
    ($clause:ident) => {
        Some(Clause::$clause)
    };
}

// The columns: lesson, fide-2023, fide-1997, us-chess, us-chess-variation.
decisions! {
    /// No piece touched binds yet.
    NothingTouched: Fide4_3, Fide4_3, Fide1997_4_3, Us10, Us10;
    /// An adjusted piece does not bind.
    Adjusted: Fide4_2_1, Fide4_2_1, Fide1997_4_2, Us10A, Us10A;
    /// A piece touched by accident does not bind.
    Accident: Fide4_2_2, Fide4_2_2, Fide1997_4_2, Us10E, Us10E;
    /// The first own piece that can be moved must be.
    OwnTouched: Lesson7_3, Fide4_3_1, Fide1997_4_3a, Us10B, Us10B;
    /// The first enemy piece that can be captured must be.
    EnemyTouched: Fide4_3_2, Fide4_3_2, Fide1997_4_3b, Us10B, Us10B;
    /// The one must capture the other.
    BothTouched: Fide4_3_3, Fide4_3_3, Fide1997_4_3c, Us10C, Us10C;
    /// King and castling rook: castling is compulsory.
    MustCastle: Lesson7_3, Fide4_4_1, Fide1997_4_4a, Us8A2, Us8A2;
    /// A rook touched before the king bars castling on its side.
    RookFirstBars: Lesson7_3_2, Fide4_4_2, Fide1997_4_4b, Us10I2, -;
    /// A rook touched before the king may move or castle.
    RookFirstMayCastle: -, -, -, -, Us10I2VariationI;
    /// King, then castling rook, castling illegal: another king move.
    CastlingIllegal: Lesson7_3_1, Fide4_4_3, Fide1997_4_4c, Us10I1, Us10I1;
    /// King and castling rook together, castling illegal: a king move.
    TogetherBindsKing: -, Fide4_4_3, Fide1997_4_4c, Us10I1, Us10I1;
    /// King and castling rook together, castling illegal: a king move or a rook move.
    TogetherBindsEither: Lesson7_3_3, -, -, -, -;
    /// The promotion is final once the new piece touches the square.
    PromotionOnTouch: Fide4_4_4, Fide4_4_4, Fide1997_4_4d, -, -;
    /// The promotion is final once the new piece is let go.
    PromotionOnRelease: -, -, -, Us9D, Us9D;
    /// Nothing touched can be moved or captured.
    NothingPossible: Lesson7_3, Fide4_5, Fide1997_4_5, Us10D, Us10D;
    /// A piece let go in a legal move stays.
    LetGo: Fide4_7, Fide4_7, Fide1997_4_6, Us9A, Us9A;
    /// A capture let go stays.
    CaptureLetGo: Fide4_7_1, Fide4_7_1, Fide1997_4_6, Us9A, Us9A;
    /// The king let go on his castling square has castled.
    CastlingLetGo: Lesson7_3, Fide4_7_2, Fide1997_4_6, Us9A, Us9A;
    /// A promotion let go stays.
    PromotionLetGo: Fide4_7_3, Fide4_7_3, Fide1997_4_6, Us9D, Us9D;
    /// What castling needs.
    CastlingConditions: Lesson7_2, Fide3_8_2, Fide1997_3_8, Us8A, Us8A;
    /// The move passes once it is made.
    MoveMade: Fide1_3, Fide1_3, Fide1997_1_1, Us9G, Us9G;
    /// A claim comes too late after a touch.
    ClaimLost: Fide4_8, Fide4_8, Fide1997_4_7, -, -;
    /// An illegal move completed is replaced.
    IllegalMove: Fide7_5_1, Fide7_5_1, Fide1997_7_4, Us11A, Us11A;
    /// A pawn left on the last rank becomes a queen.
    PawnBecomesQueen: Fide7_5_2, Fide7_5_2, -, Us9D, Us9D;
    /// A pawn left on the last rank is exchanged, for any piece.
    PawnIsExchanged: -, -, Fide1997_7_4, -, -;
    /// The clock was pressed without a move.
    ClockWithoutMove: Fide7_5_3, Fide7_5_3, Fide1997_6_8, Us9G, Us9G;
    /// Both hands were used to castle.
    CastlingBothHands: Lesson7_1, Fide7_5_4, -, -, -;
    /// Both hands were used.
    BothHands: Fide7_5_4, Fide7_5_4, -, -, -;
    /// The opponent touched a piece out of turn.
    OutOfTurn: Fide11_5, Fide11_5, Fide1997_12_5, Us20G, Us20G;
    /// The game ends by checkmate.
    Checkmate: Fide5_1_1, Fide5_1_1, Fide1997_5_1a, Us13A, Us13A;
    /// The game ends by stalemate.
    Stalemate: Fide5_2_1, Fide5_2_1, Fide1997_5_2a, Us14A, Us14A;
}

pack_code!(Rulebook);

/// A set of decisions, gone through in order of precedence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Decisions(u32);

const _: () = assert!(Decision::ALL.len() <= 32);

impl Decisions {
    /// No decision.
    pub const EMPTY: Self = Self(0);

    /// This decision alone.
    #[must_use]
    pub const fn of(decision: Decision) -> Self {
        Self(1 << decision as u8)
    }

    /// These decisions.
    #[must_use]
    pub const fn all(mut decisions: &[Decision]) -> Self {
        let mut all = Self::EMPTY;
        while let [decision, rest @ ..] = decisions {
            all = all.and(Self::of(*decision));
            decisions = rest;
        }
        all
    }

    /// The decisions of either set.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Adds the decisions of another set.
    pub fn extend(&mut self, other: Self) {
        *self = self.and(other);
    }

    /// Whether the decision is in the set.
    #[must_use]
    pub const fn contains(self, decision: Decision) -> bool {
        self.0 & Self::of(decision).0 != 0
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl Iterator for Decisions {
    type Item = Decision;

    fn next(&mut self) -> Option<Decision> {
        let decision = *Decision::ALL.get(self.0.trailing_zeros() as usize)?;
        self.0 &= self.0 - 1;
        Some(decision)
    }
}

/// For each rulebook, what it decides: the rows of the table where it has a clause.
const DECIDED: [Decisions; Rulebook::ALL.len()] = {
    let mut decided = [Decisions::EMPTY; Rulebook::ALL.len()];
    let (mut rows, mut decisions) = (TABLE, Decision::ALL);
    while let ([row, next_rows @ ..], [decision, next_decisions @ ..]) = (rows, decisions) {
        let (mut cells, mut columns): (&[_], &mut [_]) = (row, &mut decided);
        while let ([cell, next_cells @ ..], [column, next_columns @ ..]) = (cells, columns) {
            if cell.is_some() {
                *column = column.and(Decisions::of(*decision));
            }
            (cells, columns) = (next_cells, next_columns);
        }
        (rows, decisions) = (next_rows, next_decisions);
    }
    decided
};

impl Rulebook {
    /// All five.
    pub const ALL: [Self; 5] =
        [Self::Lesson, Self::Fide2023, Self::Fide1997, Self::UsChess, Self::UsChessVariation];

    /// The name on the command line and in JSON: `fide-2023`.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Lesson => "lesson",
            Self::Fide2023 => "fide-2023",
            Self::Fide1997 => "fide-1997",
            Self::UsChess => "us-chess",
            Self::UsChessVariation => "us-chess-variation",
        }
    }

    /// The clauses, each with the decision it stands for, in order of precedence.
    pub fn table(self) -> impl Iterator<Item = (Clause, Decision)> {
        let row = move |&decision| self.clause(decision).map(|clause| (clause, decision));
        Decision::ALL.iter().filter_map(row)
    }

    /// The clause that decides this, if the rulebook decides it at all.
    #[must_use]
    pub fn clause(self, decision: Decision) -> Option<Clause> {
        TABLE.get(decision as usize)?.get(self as usize).copied().flatten()
    }

    /// Whether the rulebook decides this.
    #[must_use]
    pub fn decides(self, decision: Decision) -> bool {
        DECIDED.get(self as usize).is_some_and(|decided| decided.contains(decision))
    }

    /// The clauses by which the rulebook decides these, as far as it does.
    #[must_use]
    pub fn clauses(self, decisions: Decisions) -> Clauses {
        let mut clauses = Clauses::EMPTY;
        self.each_clause(decisions, |clause| clauses.insert(clause));
        clauses
    }

    /// The first of these clauses, in the order of the texts.
    #[must_use]
    #[cfg_attr(target_arch = "arm", inline(never))] // Smaller called than copied.
    pub fn first_clause(self, decisions: Decisions) -> Option<Clause> {
        let mut first = None;
        self.each_clause(decisions, |clause| {
            first = Some(first.map_or(clause, |first: Clause| first.min(clause)));
        });
        first
    }

    /// Tells the clause of each of these decisions that the rulebook makes, in their order.
    fn each_clause(self, decisions: Decisions, mut tell: impl FnMut(Clause)) {
        let Decisions(mut left) = decisions;
        for row in TABLE {
            if left == 0 {
                break;
            }
            if let Some(Some(clause)) = row.get(self as usize).filter(|_| left & 1 != 0) {
                tell(*clause);
            }
            left >>= 1;
        }
    }

    /// Whether a ruling by this rulebook can rest on the reading: the others' texts speak plainly.
    #[must_use]
    pub const fn needs(self, reading: Reading) -> bool {
        match reading {
            Reading::R1 => matches!(self, Self::Fide2023),
            Reading::R16 => matches!(self, Self::Fide1997),
            Reading::R17 => matches!(self, Self::Lesson | Self::Fide2023),
            _ => true,
        }
    }

    /// Whether completed offences have a fixed penalty, two-handed moves among them (FIDE 7.5).
    #[must_use]
    pub const fn fixes_penalties(self) -> bool {
        matches!(self, Self::Lesson | Self::Fide2023)
    }
}

impl fmt::Display for Rulebook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// The text names no rulebook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotARulebook;

impl fmt::Display for NotARulebook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no such rulebook; there are")?;
        for (place, rulebook) in Rulebook::ALL.iter().enumerate() {
            write!(f, "{} {rulebook}", if place == 0 { "" } else { "," })?;
        }
        Ok(())
    }
}

impl core::error::Error for NotARulebook {}

/// Parses the name; `_` may stand for `-`, as in RON.
impl FromStr for Rulebook {
    type Err = NotARulebook;

    fn from_str(text: &str) -> Result<Self, NotARulebook> {
        let same = |id: &str| {
            id.len() == text.len()
                && id.bytes().zip(text.bytes()).all(|(a, b)| a == b || (a == b'-' && b == b'_'))
        };
        Self::ALL.into_iter().find(|rulebook| same(rulebook.id())).ok_or(NotARulebook)
    }
}
