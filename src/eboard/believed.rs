//! Where the arbiter has every piece, beside what the board shows.

use crate::arbiter::Arbiter;
use crate::chess::castling::{king_target, rook_target};
use crate::chess::moves::LegalMoves;
use crate::chess::piece::{Color, Piece, Role, Wing};
use crate::chess::position::Position;
use crate::chess::square::{Square, SquareSet};
use crate::eboard::frames::Frame;
use crate::facts::{Facts, Whereabouts};
use crate::law::case::Case;
use crate::law::shown::{Shown, shown};
use crate::ruling::Allowed;

/// A piece on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Man {
    /// Where it stood when the turn began: its name.
    pub(super) origin: Square,
    /// Where the arbiter has it.
    pub(super) now: Square,
    pub(super) piece: Piece,
}

/// The board as the arbiter has it, the turn being open in which the next event falls.
#[derive(Clone, Copy)]
pub(super) struct Believed {
    arbiter: Arbiter,
    /// The squares of the pieces that are not where the turn began.
    moved: SquareSet,
}

impl Believed {
    pub(super) fn new(arbiter: &Arbiter) -> Self {
        let mut believed = Self { arbiter: arbiter.next_turn(), moved: SquareSet::EMPTY };
        let moved = believed.men().filter(|man| man.now != man.origin).map(|man| man.now).collect();
        believed.moved = moved;
        believed
    }

    pub(super) const fn position(&self) -> &Position {
        self.arbiter.position()
    }

    pub(super) const fn facts(&self) -> &Facts {
        self.arbiter.facts()
    }

    pub(super) fn turn(&self) -> Color {
        self.position().turn()
    }

    /// Whether nothing has happened in this turn.
    pub(super) fn is_untouched(&self) -> bool {
        *self.facts() == Facts::default()
    }

    /// The pieces on the board, but for the new piece of a promotion.
    pub(super) fn men(&self) -> impl Iterator<Item = Man> + '_ {
        let position = self.position();
        self.facts().board.pieces(position).filter_map(move |(origin, now)| match now {
            Whereabouts::On(now) => Some(Man { origin, now, piece: position.piece_at(origin)? }),
            Whereabouts::Off => None,
        })
    }

    pub(super) fn man_on(&self, square: Square) -> Option<Man> {
        self.men().find(|&man| man.now == square && !self.is_covered(man))
    }

    /// Whether another piece was put on the square of this one, which was not put elsewhere: it is
    /// in the air.
    pub(super) fn is_covered(&self, man: Man) -> bool {
        man.now == man.origin && self.moved.contains(man.now)
    }

    /// The new piece of a promotion, if it has been let go.
    pub(super) fn new_piece(&self) -> Option<(Square, Piece)> {
        let new = self.facts().new_piece.filter(|new| new.let_go)?;
        Some((new.square, Piece { color: self.turn(), role: new.role }))
    }

    /// Whichever piece stands on a square.
    pub(super) fn piece_on(&self, square: Square) -> Option<Piece> {
        let new = self.new_piece().filter(|&(place, _)| place == square);
        new.map(|(_, piece)| piece).or_else(|| self.man_on(square).map(|man| man.piece))
    }

    /// Whether the board shows every piece where the arbiter has it, and no other.
    pub(super) fn is_shown(&self, sensed: &Frame) -> bool {
        let men = self.men().map(|man| (man.now, man.piece)).chain(self.new_piece());
        let mut squares = SquareSet::EMPTY;
        for (square, piece) in men {
            squares.insert(square);
            if !sensed.get(square).is_some_and(|seen| seen.fits(piece)) {
                return false;
            }
        }
        squares == sensed.occupied()
    }

    /// Whether the board shows what some legal move from the start of the turn leads to.
    pub(super) fn shows_legal_move(&self, sensed: &Frame) -> bool {
        let position = self.position();
        LegalMoves::new(position).iter().any(|mv| sensed.fits(position.play(mv).board()))
    }

    /// What the pieces on the arbiter's board amount to.
    pub(super) fn shown(&self) -> Shown {
        let moves = LegalMoves::new(self.position());
        let case = Case {
            moves: &moves,
            touches: self.facts().touches.touched(),
            rules: self.arbiter.rules(),
        };
        shown(&case, self.facts())
    }

    /// What the player may still do.
    pub(super) fn allowed(&self) -> Allowed {
        self.arbiter.ruling().allowed
    }

    /// Whether the piece may go there, as a move of its own or as its part of a castling.
    pub(super) fn may_go(&self, allowed: &Allowed, man: Man, to: Square) -> bool {
        let moves = LegalMoves::new(self.position());
        allowed.destinations(&moves, man.origin).contains(to)
            || Wing::ALL.into_iter().any(|wing| {
                allowed.can_castle(&moves, wing) && self.castling_end(man, wing) == Some(to)
            })
    }

    /// Whether one legal move takes the piece there; of a castling, the king's part is meant.
    pub(super) fn legally_goes(&self, man: Man, to: Square) -> bool {
        let moves = LegalMoves::new(self.position());
        let castles = |&wing: &Wing| moves.can_castle(wing) && king_target(self.turn(), wing) == to;
        moves.from(man.origin).contains(to) || (self.is_king(man) && Wing::ALL.iter().any(castles))
    }

    /// Where castling on this wing takes the piece, if it takes part.
    pub(super) fn castling_end(&self, man: Man, wing: Wing) -> Option<Square> {
        let turn = self.turn();
        if self.is_king(man) {
            return Some(king_target(turn, wing));
        }
        let rook = self.position().castling_rook(turn, wing) == Some(man.origin);
        rook.then(|| rook_target(turn, wing))
    }

    pub(super) fn is_king(&self, man: Man) -> bool {
        man.origin == self.position().king(self.turn())
    }

    /// The piece that would be taken by the player's piece going there.
    pub(super) fn victim(&self, from: Square, to: Square) -> Option<Square> {
        LegalMoves::new(self.position()).victim(from, to)
    }

    /// Whether the piece is a pawn of the player that this square would promote.
    pub(super) fn promotes(&self, man: Man, to: Square) -> bool {
        let own_pawn = Piece { color: self.turn(), role: Role::Pawn };
        man.piece == own_pawn && to.rank() == self.turn().promotion_rank()
    }
}
