//! A case to judge, and the obligation found in it.

use crate::chess::castling::{king_target, rook_target};
use crate::chess::moves::LegalMoves;
use crate::chess::piece::{Role, Wing, Wings};
use crate::chess::position::Position;
use crate::chess::square::{Square, SquareSet};
use crate::facts::Facts;
use crate::law::rulebooks::{Decision, Decisions, Rulebook};
use crate::ruling::{Allowed, Reading, Readings};

/// What is judged: the legal moves of the position in which the turn began, what has happened
/// since, and the rulebook.
#[derive(Clone, Copy)]
pub struct Case<'c> {
    /// The legal moves when the turn began.
    pub moves: LegalMoves<'c>,
    /// What is known of the turn.
    pub facts: &'c Facts,
    /// The text to judge by.
    pub rules: Rulebook,
}

/// What the player is obliged to, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Obligation {
    /// The moves that comply.
    pub allowed: Allowed,
    /// The decisions it rests on.
    pub because: Decisions,
    /// The readings it rests on.
    pub readings: Readings,
    /// How strong it is.
    pub kind: ObligationKind,
}

/// How strong an obligation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObligationKind {
    /// Any legal move complies.
    Free,
    /// The pieces touched oblige.
    Touched,
    /// Castling is compulsory.
    MustCastle,
}

impl Obligation {
    /// Touched pieces oblige to what is still to be found.
    pub const NONE: Self = Self {
        allowed: Allowed::NONE,
        because: Decisions::EMPTY,
        readings: Readings::NONE,
        kind: ObligationKind::Touched,
    };
}

impl<'c> Case<'c> {
    /// The position in which the turn began.
    #[must_use]
    pub fn position(&self) -> &'c Position {
        self.moves.position()
    }

    /// The pieces of the player on move.
    #[must_use]
    pub fn own(&self) -> SquareSet {
        self.moves.own()
    }

    /// The pieces of the opponent.
    #[must_use]
    pub fn enemy(&self) -> SquareSet {
        self.moves.enemy()
    }

    /// The king of the player on move.
    #[must_use]
    pub fn king(&self) -> Square {
        self.moves.king()
    }

    /// All rooks with which the right to castle still exists.
    #[must_use]
    pub fn castling_rooks(&self) -> SquareSet {
        self.moves.castling_rooks()
    }

    /// The rook with which the right to castle on this wing still exists.
    #[must_use]
    #[cfg_attr(target_arch = "arm", inline(never))] // Smaller called than copied.
    pub fn castling_rook(&self, wing: Wing) -> Option<Square> {
        self.rook_of_wing(wing).first()
    }

    /// The wings of the castling rooks in a set.
    #[must_use]
    #[cfg_attr(target_arch = "arm", inline(never))] // Smaller called than copied.
    pub fn wings_of(&self, rooks: SquareSet) -> Wings {
        let mut wings = Wings::NONE;
        for wing in Wing::ALL {
            if self.rook_of_wing(wing).meets(rooks) {
                wings = wings.with(wing);
            }
        }
        wings
    }

    /// The castling rooks of these wings.
    #[must_use]
    #[cfg_attr(target_arch = "arm", inline(never))] // Smaller called than copied.
    pub fn rooks_of(&self, wings: Wings) -> SquareSet {
        let mut rooks = SquareSet::EMPTY;
        for wing in wings {
            rooks |= self.rook_of_wing(wing);
        }
        rooks
    }

    /// The castling rook of this wing, as a set.
    #[cfg_attr(target_arch = "arm", inline(never))] // Smaller called than copied.
    fn rook_of_wing(&self, wing: Wing) -> SquareSet {
        self.on_wing(self.castling_rooks(), wing)
    }

    /// The rook that castling on this wing would use: the castling rook or, where that right is
    /// lost, the own rook nearest the corner on that side of a king on his back rank.
    #[must_use]
    pub fn rook_on(&self, wing: Wing) -> Option<Square> {
        let mut outermost = None;
        for rook in self.on_wing(self.rooks_at_home(), wing) {
            outermost = Some(rook);
            if wing == Wing::QueenSide {
                break;
            }
        }
        self.castling_rook(wing).or(outermost)
    }

    /// The own rooks on the back rank.
    #[must_use]
    #[cfg_attr(target_arch = "arm", inline(never))] // Smaller called than copied.
    pub fn rooks_at_home(&self) -> SquareSet {
        let row = SquareSet::of_rank(self.position().turn().back_rank());
        self.own() & row & self.position().by_role(Role::Rook)
    }

    /// Those of these pieces of the king's rank that stand on this side of him.
    fn on_wing(&self, pieces: SquareSet, wing: Wing) -> SquareSet {
        let below = SquareSet(self.king().set().0 - 1);
        match wing {
            Wing::KingSide => pieces - below,
            Wing::QueenSide => pieces & below,
        }
    }

    /// Where the king ends when he castles on this wing.
    #[must_use]
    #[cfg_attr(target_arch = "arm", inline(never))] // Smaller called than copied.
    pub fn king_target(&self, wing: Wing) -> Square {
        king_target(self.position().turn(), wing)
    }

    /// Where the rook ends when the king castles on this wing: the rook's castling square.
    #[must_use]
    pub fn rook_target(&self, wing: Wing) -> Square {
        rook_target(self.position().turn(), wing)
    }

    /// The wing on which this square is the castling square of the piece: of the king, else of a
    /// rook.
    #[must_use]
    #[cfg_attr(target_arch = "arm", inline(never))] // Smaller called than copied.
    pub fn castled_wing(&self, piece: Square, to: Square) -> Option<Wing> {
        // Castling squares lie on their wing's half of the board.
        let wing = if to.file() < 4 { Wing::QueenSide } else { Wing::KingSide };
        let is_king = piece == self.king();
        let target = if is_king { self.king_target(wing) } else { self.rook_target(wing) };
        (to == target).then_some(wing)
    }

    /// What was touched strictly before the king; everything if he was not touched.
    #[must_use]
    #[cfg_attr(target_arch = "arm", inline(never))] // Smaller called than copied.
    pub fn before_king(&self) -> SquareSet {
        self.facts.touches.before(self.king().set())
    }

    /// The wings of the castling rooks touched strictly before the king, if he was touched.
    #[must_use]
    #[cfg_attr(target_arch = "arm", inline(never))] // Smaller called than copied.
    pub fn rook_first(&self) -> Wings {
        self.wings_of(self.before_king())
    }

    /// The wings of the castling rooks touched strictly before the king; castling there is barred,
    /// if the rulebook bars it.
    #[must_use]
    #[cfg_attr(target_arch = "arm", inline(never))] // Smaller called than copied.
    pub fn barred(&self) -> Wings {
        if self.rules.decides(Decision::RookFirstBars) { self.rook_first() } else { Wings::NONE }
    }

    /// The wings on which castling is not barred.
    #[must_use]
    pub fn unbarred(&self) -> Wings {
        Wings::BOTH.without(self.barred())
    }

    /// The reading, if the rulebook needs it.
    #[must_use]
    pub fn read(&self, reading: Reading) -> Readings {
        if self.rules.needs(reading) { Readings::NONE.with(reading) } else { Readings::NONE }
    }
}
