//! A case to judge, and the obligation found in it.

use crate::chess::castling::{king_target, rook_target};
use crate::chess::moves::LegalMoves;
use crate::chess::piece::{Role, Wing, Wings};
use crate::chess::position::Position;
use crate::chess::square::{Square, SquareSet};
use crate::facts::Touches;
use crate::law::rulebooks::{Decision, Decisions, Rulebook};
use crate::ruling::{Allowed, Reading, Readings};

/// What is judged: the legal moves of the position in which the turn began, the pieces touched
/// since, and the rulebook.
#[derive(Clone, Copy)]
pub struct Case<'c> {
    /// The legal moves when the turn began.
    pub moves: &'c LegalMoves<'c>,
    /// The pieces touched, in order.
    pub touches: &'c Touches,
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

impl<'c> Case<'c> {
    /// The position in which the turn began.
    #[must_use]
    pub fn position(&self) -> &'c Position {
        self.moves.position()
    }

    /// The pieces of the player on move.
    #[must_use]
    pub fn own(&self) -> SquareSet {
        self.position().by_color(self.position().turn())
    }

    /// The pieces of the opponent.
    #[must_use]
    pub fn enemy(&self) -> SquareSet {
        self.position().by_color(self.position().turn().opposite())
    }

    /// The king of the player on move.
    #[must_use]
    pub fn king(&self) -> Square {
        self.position().king(self.position().turn())
    }

    /// The rook with which the right to castle on this wing still exists.
    #[must_use]
    pub fn castling_rook(&self, wing: Wing) -> Option<Square> {
        self.position().castling_rook(self.position().turn(), wing)
    }

    /// All castling rooks.
    #[must_use]
    pub fn castling_rooks(&self) -> SquareSet {
        Wings::BOTH.filter_map(|wing| self.castling_rook(wing)).collect()
    }

    /// The wings of the castling rooks in a set.
    #[must_use]
    pub fn wings_of(&self, rooks: SquareSet) -> Wings {
        let among =
            |&wing: &Wing| self.castling_rook(wing).is_some_and(|rook| rooks.contains(rook));
        Wings::BOTH.filter(among).collect()
    }

    /// The wings of the castling rooks in a set with which castling is legal.
    #[must_use]
    pub fn castles_with(&self, rooks: SquareSet) -> Wings {
        self.wings_of(rooks).and(self.moves.castles())
    }

    /// The rook that castling on this wing would use: the castling rook or, where that right is
    /// lost, the own rook nearest the corner on that side of a king on his back rank.
    #[must_use]
    pub fn rook_on(&self, wing: Wing) -> Option<Square> {
        let position = self.position();
        let king = self.king();
        let on_side = |rook: &Square| match wing {
            Wing::KingSide => rook.file() > king.file(),
            Wing::QueenSide => rook.file() < king.file(),
        };
        let row = SquareSet::of_rank(position.turn().back_rank());
        let mut rooks = (position.pieces(position.turn(), Role::Rook) & row).filter(on_side);
        self.castling_rook(wing).or_else(|| match wing {
            Wing::KingSide => rooks.last(),
            Wing::QueenSide => rooks.next(),
        })
    }

    /// Where the king ends when he castles on this wing.
    #[must_use]
    pub fn king_target(&self, wing: Wing) -> Square {
        king_target(self.position().turn(), wing)
    }

    /// Where the rook ends when the king castles on this wing: the rook's castling square.
    #[must_use]
    pub fn rook_target(&self, wing: Wing) -> Square {
        rook_target(self.position().turn(), wing)
    }

    /// The wings of the castling rooks touched strictly before the king; castling there is barred,
    /// if the rulebook bars it.
    #[must_use]
    pub fn barred(&self) -> Wings {
        if !self.rules.decides(Decision::RookFirstBars) {
            return Wings::NONE;
        }
        let before = |&rook: &Square| self.touches.strictly_before(rook, self.king());
        self.wings_of(self.castling_rooks().filter(before).collect())
    }

    /// The reading, if the rulebook needs it.
    #[must_use]
    pub fn read(&self, reading: Reading) -> Readings {
        if self.rules.needs(reading) { Readings::NONE.with(reading) } else { Readings::NONE }
    }
}
