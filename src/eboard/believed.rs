//! Where the arbiter has every piece, beside what the board shows.

use crate::arbiter::Arbiter;
use crate::chess::moves::{LegalMoves, Move};
use crate::chess::piece::{Color, Piece, Role, Wings};
use crate::chess::position::Position;
use crate::chess::square::{Square, SquareSet};
use crate::eboard::frames::{Frame, Seen};
use crate::facts::{Facts, Fixed, Whereabouts};
use crate::law::case::Case;
use crate::law::shown::{Shown, ends_of, shown};
use crate::ruling::Allowed;

/// A piece on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Man {
    /// Where it stood when the turn began: its name.
    pub(super) origin: Square,
    /// Where the arbiter has it.
    pub(super) now: Square,
}

/// The board as the arbiter has it, the turn being open in which the next event falls. Pieces go by
/// their names.
#[derive(Clone, Copy)]
pub(super) struct Believed<'a> {
    arbiter: &'a Arbiter,
    /// What is known of the turn, but for a touch that ended the one before.
    facts: &'a Facts,
    /// Where the turn began.
    position: Position,
    stand: Stand,
}

/// How pieces stand on a board.
#[derive(Clone, Copy)]
struct Stand {
    /// The pieces as they stand. One on whose square another was put is in the air.
    frame: Frame,
    /// The squares to which pieces were put that are not where the turn began.
    moved: SquareSet,
}

impl Stand {
    const NOWHERE: Self = Self { frame: Frame::EMPTY, moved: SquareSet::EMPTY };

    /// Puts the pieces where they are: where the turn began, but for what has happened since.
    #[cfg_attr(target_arch = "arm", inline(never))]
    fn set_up(&mut self, position: &Position, facts: &Facts) {
        self.frame = Frame::from(position.board());
        let displaced = facts.board.displaced();
        self.frame.take(&Frame::EMPTY, displaced);
        for origin in displaced {
            if let Some(now) = facts.board.of(origin).square() {
                self.frame.set(now, position.piece_at(origin).map(Seen::Piece));
                self.moved.insert(now);
            }
        }
        if let Some((square, role)) = facts.promoted() {
            self.frame.set(square, Some(Seen::Piece(Piece { color: position.turn(), role })));
        }
    }
}

impl<'a> Believed<'a> {
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn new(arbiter: &'a Arbiter) -> Self {
        const NOTHING: &Facts = &Facts::NONE;
        let mut believed = Self {
            arbiter,
            facts: arbiter.facts(),
            position: *arbiter.position(),
            stand: Stand::NOWHERE,
        };
        if let Some(played) = arbiter.closed_with() {
            believed.facts = NOTHING;
            believed.position.make(played);
        }
        believed.stand.set_up(&believed.position, believed.facts);
        believed
    }

    pub(super) const fn position(&self) -> &Position {
        &self.position
    }

    pub(super) const fn facts(&self) -> &Facts {
        self.facts
    }

    /// The pieces as they stand.
    pub(super) const fn frame(&self) -> &Frame {
        &self.stand.frame
    }

    pub(super) fn turn(&self) -> Color {
        self.position.turn()
    }

    /// The pieces of the player to move.
    #[cfg_attr(target_arch = "arm", inline(never))] // Smaller called than copied.
    pub(super) fn own(&self) -> SquareSet {
        self.position.by_color(self.turn())
    }

    /// The king of the player to move.
    pub(super) fn king(&self) -> Square {
        self.position.king(self.turn())
    }

    /// The legal moves when the turn began.
    pub(super) fn moves(&self) -> LegalMoves<'_> {
        LegalMoves::new(&self.position)
    }

    /// The pieces touched in this turn.
    pub(super) fn touched(&self) -> SquareSet {
        self.facts.touches.all() | self.first_touch()
    }

    /// The touch that ended the turn before.
    fn first_touch(&self) -> SquareSet {
        self.arbiter.next_touch().map_or(SquareSet::EMPTY, Square::set)
    }

    /// Where a piece stands, if it is on the board.
    fn now(&self, origin: Square) -> Option<Square> {
        self.facts.board.of(origin).square()
    }

    /// The piece that stood on a square when the turn began, if it is on the board.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn man_of(&self, origin: Square) -> Option<Man> {
        self.now(origin).map(|now| Man { origin, now })
    }

    /// The piece on a square, but for the new piece of a promotion.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn man_on(&self, square: Square) -> Option<Square> {
        let men = self.standing_on(square.set());
        (men & self.facts.board.displaced()).first().or(men.first())
    }

    /// The squares on which pieces stand, but for the new piece of a promotion.
    pub(super) fn occupied(&self) -> SquareSet {
        let promoted = self.facts.promoted();
        self.stand.frame.occupied() - promoted.map_or(SquareSet::EMPTY, |(square, _)| square.set())
    }

    /// The squares where the board shows something other than the arbiter has there.
    pub(super) fn unlike(&self, sensed: &Frame) -> SquareSet {
        sensed.unlike(&self.stand.frame)
    }

    /// The pieces that the arbiter has on one of these squares.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn standing_on(&self, squares: SquareSet) -> SquareSet {
        let displaced = self.facts.board.displaced();
        let mut men = (self.position.occupied() - displaced) & squares;
        for origin in displaced {
            if self.now(origin).is_some_and(|now| squares.contains(now)) {
                men.insert(origin);
            }
        }
        men
    }

    /// The pieces on whose squares others were put.
    pub(super) fn under_others(&self) -> SquareSet {
        (self.position.occupied() - self.facts.board.displaced()) & self.stand.moved
    }

    /// The pieces that can be what is seen.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn fitting(&self, seen: Seen) -> SquareSet {
        Frame::from(self.position.board()).could_be(seen)
    }

    /// Whether the board shows what some legal move from the start of the turn leads to.
    pub(super) fn shows_legal_move(&self, sensed: &Frame) -> bool {
        let moves = self.moves();
        for from in moves.own() {
            for to in moves.from(from) {
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
        sensed.fits(self.position.play(a_move).board())
    }

    /// What the pieces on the arbiter's board amount to.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn shown(&self) -> Shown {
        shown(&self.case(self.moves()))
    }

    /// The pieces that these moves take to a square: by their own, or by their part of a castling.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn going(&self, moves: LegalMoves<'_>, allowed: &Allowed, to: Square) -> SquareSet {
        let mut going = self.castling(moves, allowed.castles(moves), to);
        for piece in moves.own() {
            if allowed.destinations(moves, piece).contains(to) {
                going.insert(piece);
            }
        }
        going
    }

    /// The pieces that one legal move takes there.
    pub(super) fn legally_going(&self, moves: LegalMoves<'_>, to: Square) -> SquareSet {
        const ANY: Allowed = Allowed::moves_of(SquareSet::FULL).with_castling(Wings::BOTH);
        self.going(moves, &ANY, to)
    }

    /// The king or rook that castling on one of these wings takes there, legal or not. There must
    /// be a rook to castle with.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn castling(&self, moves: LegalMoves<'_>, wings: Wings, to: Square) -> SquareSet {
        let mut castling = SquareSet::EMPTY;
        for wing in wings {
            for (piece, end) in ends_of(&self.case(moves), Fixed::Castling(wing)) {
                if end == Whereabouts::on(to) {
                    castling.insert(piece);
                }
            }
        }
        castling
    }

    /// What the law judges.
    fn case<'c>(&'c self, moves: LegalMoves<'c>) -> Case<'c> {
        Case { moves, facts: self.facts, rules: self.arbiter.rules() }
    }

    /// The wings on which the castling rook is among these pieces, and the king is too.
    pub(super) fn wings_taken_up(&self, moves: LegalMoves<'_>, pieces: SquareSet) -> Wings {
        if pieces.contains(moves.king()) { self.case(moves).wings_of(pieces) } else { Wings::NONE }
    }
}
