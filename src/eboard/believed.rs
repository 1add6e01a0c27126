//! Where the arbiter has every piece, beside what the board shows.

use crate::arbiter::Arbiter;
use crate::chess::castling::{king_target, rook_target};
use crate::chess::moves::{LegalMoves, Move};
use crate::chess::piece::{Color, Piece, Role, Wing, Wings};
use crate::chess::position::Position;
use crate::chess::square::{Square, SquareSet};
use crate::eboard::frames::{Frame, Seen};
use crate::facts::Facts;
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
    /// The pieces as they stand. One on whose square another was put is in the air.
    frame: Frame,
    /// The squares to which pieces were put that are not where the turn began.
    moved: SquareSet,
}

impl Believed {
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn new(arbiter: &Arbiter) -> Self {
        let arbiter = arbiter.next_turn();
        let mut frame = Frame::from(arbiter.position().board());
        let mut moved = SquareSet::EMPTY;
        let displaced = arbiter.facts().board.displaced();
        frame.take(&Frame::EMPTY, displaced);
        for man in displaced.filter_map(|origin| man_of(&arbiter, origin)) {
            frame.set(man.now, Some(Seen::Piece(man.piece)));
            moved.insert(man.now);
        }
        if let Some(new) = arbiter.facts().new_piece.filter(|new| new.let_go) {
            let piece = Piece { color: arbiter.position().turn(), role: new.role };
            frame.set(new.square, Some(Seen::Piece(piece)));
        }
        Self { arbiter, frame, moved }
    }

    pub(super) const fn position(&self) -> &Position {
        self.arbiter.position()
    }

    pub(super) const fn facts(&self) -> &Facts {
        self.arbiter.facts()
    }

    /// The pieces as they stand.
    pub(super) const fn frame(&self) -> &Frame {
        &self.frame
    }

    pub(super) fn turn(&self) -> Color {
        self.position().turn()
    }

    /// The king of the player to move, by where he stood when the turn began.
    pub(super) fn king(&self) -> Square {
        self.position().king(self.turn())
    }

    /// The piece that stood on a square when the turn began, if it is on the board.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn man_of(&self, origin: Square) -> Option<Man> {
        man_of(&self.arbiter, origin)
    }

    /// The piece on a square, but for the new piece of a promotion.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn man_on(&self, square: Square) -> Option<Man> {
        let displaced = self.facts().board.displaced();
        let mut men = if self.moved.contains(square) { displaced } else { square.set() };
        men.find_map(|origin| self.man_of(origin).filter(|man| man.now == square))
    }

    /// The squares on which pieces stand, but for the new piece of a promotion.
    pub(super) fn occupied(&self) -> SquareSet {
        let new_piece = self.facts().new_piece.filter(|new| new.let_go);
        self.frame.occupied() - new_piece.map_or(SquareSet::EMPTY, |new| new.square.set())
    }

    /// The squares where the board shows something other than the arbiter has there.
    pub(super) fn unlike(&self, sensed: &Frame) -> SquareSet {
        sensed.unlike(&self.frame)
    }

    /// The pieces that the arbiter has on one of these squares, or under another piece, by where
    /// they stood when the turn began.
    pub(super) fn men_on(&self, squares: SquareSet) -> SquareSet {
        let displaced = self.facts().board.displaced();
        let mut men = (self.position().occupied() - displaced) & (squares | self.moved);
        for origin in displaced {
            if self.man_of(origin).is_some_and(|man| squares.contains(man.now)) {
                men.insert(origin);
            }
        }
        men
    }

    /// Whether the board shows what some legal move from the start of the turn leads to.
    pub(super) fn shows_legal_move(&self, sensed: &Frame) -> bool {
        let position = self.position();
        let moves = LegalMoves::new(position);
        let changed = sensed.unlike(&Frame::from(position.board()));
        for from in moves.own() & changed {
            for to in moves.from(from) & changed {
                let role = match sensed.get(to) {
                    Some(Seen::Piece(piece)) => piece.role,
                    _ => Role::Queen,
                };
                let promotion = moves.promotes(from, to).then_some(role);
                if self.leads_to(Move::Normal { from, to, promotion }, sensed) {
                    return true;
                }
            }
        }
        moves.castles().any(|wing| self.leads_to(Move::Castle(wing), sensed))
    }

    #[cfg_attr(target_arch = "arm", inline(never))]
    fn leads_to(&self, a_move: Move, sensed: &Frame) -> bool {
        sensed.fits(self.position().play(a_move).board())
    }

    /// What the pieces on the arbiter's board amount to.
    pub(super) fn shown(&self) -> Shown {
        let moves = LegalMoves::new(self.position());
        shown(&Case { moves: &moves, facts: self.facts(), rules: self.arbiter.rules() })
    }

    /// What the player may still do.
    pub(super) fn allowed(&self) -> Allowed {
        self.arbiter.ruling().allowed
    }

    /// Whether the piece may go there by one of these moves: by its own, or as its part of a
    /// castling.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn may_go(&self, allowed: &Allowed, man: Man, to: Square) -> bool {
        let moves = LegalMoves::new(self.position());
        allowed.destinations(&moves, man.origin).contains(to)
            || self.castling(man, to).is_some_and(|wing| allowed.can_castle(&moves, wing))
    }

    /// Whether one legal move takes the piece there.
    pub(super) fn legally_goes(&self, man: Man, to: Square) -> bool {
        const ANY: Allowed = Allowed::moves_of(SquareSet::FULL).with_castling(Wings::BOTH);
        self.may_go(&ANY, man, to)
    }

    /// The wing on which castling takes the piece there, legal or not.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn castling(&self, man: Man, to: Square) -> Option<Wing> {
        let turn = self.turn();
        Wings::BOTH.into_iter().find(|&wing| {
            if man.origin == self.king() {
                king_target(turn, wing) == to
            } else {
                rook_target(turn, wing) == to && self.castling_rook(wing) == Some(man.origin)
            }
        })
    }

    /// The rook with which the player has the right to castle.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn castling_rook(&self, wing: Wing) -> Option<Square> {
        self.position().castling_rook(self.turn(), wing)
    }

    /// The piece that would be taken by the player's piece going there.
    pub(super) fn victim(&self, from: Square, to: Square) -> Option<Square> {
        LegalMoves::new(self.position()).victim(from, to)
    }

    /// Whether the piece is a pawn of the player that this square would promote.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn promotes(&self, man: Man, to: Square) -> bool {
        let own_pawn = Piece { color: self.turn(), role: Role::Pawn };
        man.piece == own_pawn && to.rank() == self.turn().promotion_rank()
    }
}

/// The piece that stood on a square when the turn began, if it is on the board.
fn man_of(arbiter: &Arbiter, origin: Square) -> Option<Man> {
    let piece = arbiter.position().piece_at(origin)?;
    arbiter.facts().board.of(origin).square().map(|now| Man { origin, now, piece })
}
