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
        let arbiter = arbiter.next_turn();
        let (position, board) = (arbiter.position(), &arbiter.facts().board);
        let put = |(origin, now): (Square, Whereabouts)| match now {
            Whereabouts::On(now) if now != origin => now.set(),
            _ => SquareSet::EMPTY,
        };
        let moved = board.pieces(position).map(put).fold(SquareSet::EMPTY, |all, one| all | one);
        Self { arbiter, moved }
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
        let board = &self.facts().board;
        board.pieces(self.position()).filter_map(|(origin, now)| match now {
            Whereabouts::On(now) => self.man(origin, now),
            Whereabouts::Off => None,
        })
    }

    /// The piece that stood on a square when the turn began, if it is on the board.
    pub(super) fn man_of(&self, origin: Square) -> Option<Man> {
        if !self.position().occupied().contains(origin) {
            return None;
        }
        match self.facts().board.of(self.position(), origin) {
            Whereabouts::On(now) => self.man(origin, now),
            Whereabouts::Off => None,
        }
    }

    /// The piece on a square: of several, one that was put there.
    pub(super) fn man_on(&self, square: Square) -> Option<Man> {
        if !self.moved.contains(square) {
            return self.man_of(square).filter(|man| man.now == square);
        }
        let put = |&(origin, now): &(Square, Whereabouts)| {
            now == Whereabouts::On(square) && origin != square
        };
        let (origin, _) = self.facts().board.pieces(self.position()).find(put)?;
        self.man(origin, square)
    }

    fn man(&self, origin: Square, now: Square) -> Option<Man> {
        Some(Man { origin, now, piece: self.position().piece_at(origin)? })
    }

    /// Whether the square still names the piece that stood there when the turn began.
    pub(super) fn is_named(&self, origin: Square) -> bool {
        self.facts().board.named(self.position(), origin) == Some(origin)
    }

    /// Whether a piece that is not where the turn began stands on the first or the last rank.
    pub(super) fn moved_to_edge(&self) -> bool {
        self.moved.meets(SquareSet::of_rank(0) | SquareSet::of_rank(7))
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

    /// The squares where the board shows something other than the arbiter has there.
    pub(super) fn unlike(&self, sensed: &Frame) -> SquareSet {
        let men = self.men().filter(|&man| !self.is_covered(man)).map(|man| (man.now, man.piece));
        let (mut explained, mut missing) = (SquareSet::EMPTY, SquareSet::EMPTY);
        for (square, piece) in men.chain(self.new_piece()) {
            if sensed.get(square).is_some_and(|seen| seen.fits(piece)) {
                explained.insert(square);
            } else {
                missing.insert(square);
            }
        }
        (sensed.occupied() - explained) | missing
    }

    /// Whether the board shows what some legal move from the start of the turn leads to.
    pub(super) fn shows_legal_move(&self, sensed: &Frame) -> bool {
        let position = self.position();
        LegalMoves::new(position).iter().any(|mv| sensed.fits(position.play(mv).board()))
    }

    /// What the pieces on the arbiter's board amount to.
    pub(super) fn shown(&self) -> Shown {
        let moves = LegalMoves::new(self.position());
        let case =
            Case { moves: &moves, touches: &self.facts().touches, rules: self.arbiter.rules() };
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
