//! What the board shows, compared with where the turn began.

use crate::chess::moves::Move;
use crate::chess::piece::{Wing, Wings};
use crate::chess::square::{Square, SquareSet};
use crate::facts::{Facts, Fixed, NewPiece, Whereabouts};
use crate::law::case::Case;

/// What the board shows, compared with where the turn began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// Nothing has moved.
    Start,
    /// The result of a legal move.
    Move(Move),
    /// A pawn on the last rank that has not been exchanged.
    PawnOnLastRank(Square, Square),
    /// Something else.
    NoMove,
}

/// Reads the board.
#[must_use]
pub fn shown(case: &Case<'_>, facts: &Facts) -> Shown {
    let position = case.position();
    let displaced = facts.board.displaced();
    let new_piece = facts.new_piece.filter(|new| new.let_go);
    if displaced.is_empty() && new_piece.is_none() {
        return Shown::Start;
    }
    let own = displaced & case.own();
    let taken = displaced & case.enemy();
    let stray = |enemy: Square| facts.board.of(position, enemy) != Whereabouts::Off;
    if taken.into_iter().any(stray) {
        return Shown::NoMove;
    }
    let castled =
        || castling_shown(case, facts, own).filter(|_| taken.is_empty() && new_piece.is_none());
    let stepped = || own.only().and_then(|piece| step_shown(case, facts, piece, taken, new_piece));
    // In Chess960 one picture can be a king move and a castling; what was fixed tells them apart.
    let found = match facts.fixed {
        Some(Fixed::Castling(_)) => castled().or_else(stepped),
        _ => stepped().or_else(castled),
    };
    found.unwrap_or(Shown::NoMove)
}

/// Whether the pieces stand as they should: where the turn began, or where the fixed move takes
/// them, begun by the player's own piece and finished if it has been finished before. Then no
/// breach of what was let go remains.
#[must_use]
pub fn corrected(case: &Case<'_>, facts: &Facts) -> bool {
    let position = case.position();
    let displaced = facts.board.displaced();
    let let_go = facts.new_piece.filter(|new| new.let_go);
    if let_go.is_some_and(|new| facts.promotion != Some((new.square, new.role))) {
        return false;
    }
    let Some(fixed) = facts.fixed else { return displaced.is_empty() };
    if facts.made {
        return shows(case, facts, fixed);
    }
    let at_end = |piece: Square| ends(case, fixed, piece, facts.board.of(position, piece));
    displaced.meets(case.own()) && displaced.into_iter().all(at_end)
}

/// Whether the board shows the fixed move finished.
#[must_use]
pub fn shows(case: &Case<'_>, facts: &Facts, fixed: Fixed) -> bool {
    match (shown(case, facts), fixed) {
        (Shown::Move(Move::Castle(wing)), Fixed::Castling(fixed)) => wing == fixed,
        (Shown::Move(Move::Normal { from, to, promotion }), Fixed::Step(start, end)) => {
            (from, to) == (start, end) && promotion == facts.promotion.map(|(_, role)| role)
        }
        _ => false,
    }
}

/// Where the fixed move takes the pieces that it displaces, each by where it stood before. A pawn
/// that is exchanged goes off the board.
#[must_use]
pub fn ends_of(case: &Case<'_>, fixed: Fixed) -> Ends {
    let (piece, other) = match fixed {
        Fixed::Castling(wing) => {
            let rook = case.castling_rook(wing);
            let rook = rook.map(|rook| (rook, Whereabouts::On(case.rook_target(wing))));
            ((case.king(), Whereabouts::On(case.king_target(wing))), rook)
        }
        Fixed::KingOrCastling(to, _) => ((case.king(), Whereabouts::On(to)), None),
        Fixed::Step(from, to) => {
            let victim = case.moves.victim(from, to).map(|victim| (victim, Whereabouts::Off));
            let exchanged = case.moves.promotes(from, to);
            let end = if exchanged { Whereabouts::Off } else { Whereabouts::On(to) };
            ((from, end), victim)
        }
    };
    Ends { next: Some(piece), last: other }
}

/// One or two pieces, each by where it stood before, and where they end.
#[derive(Clone, Copy, Debug)]
pub struct Ends {
    next: Option<(Square, Whereabouts)>,
    last: Option<(Square, Whereabouts)>,
}

impl Iterator for Ends {
    type Item = (Square, Whereabouts);

    fn next(&mut self) -> Option<Self::Item> {
        let next = self.next;
        self.next = self.last.take();
        next
    }
}

/// Whether this is where the fixed move takes the piece: for good, or until a pawn is exchanged.
#[must_use]
pub fn ends(case: &Case<'_>, fixed: Fixed, piece: Square, now: Whereabouts) -> bool {
    let before_exchange = match fixed {
        Fixed::Step(from, to) => piece == from && now == Whereabouts::On(to),
        _ => false,
    };
    before_exchange || ends_of(case, fixed).any(|end| end == (piece, now))
}

fn castling_shown(case: &Case<'_>, facts: &Facts, own: SquareSet) -> Option<Shown> {
    let castled = |&wing: &Wing| {
        let mut ends = ends_of(case, Fixed::Castling(wing));
        let at_end = |(piece, end)| facts.board.of(case.position(), piece) == end;
        let others = ends.fold(own, |others, (piece, _)| others - piece.set());
        case.moves.can_castle(wing) && others.is_empty() && ends.all(at_end)
    };
    Wings::BOTH.filter(castled).map(|wing| Shown::Move(Move::Castle(wing))).next()
}

fn step_shown(
    case: &Case<'_>,
    facts: &Facts,
    from: Square,
    taken: SquareSet,
    new_piece: Option<NewPiece>,
) -> Option<Shown> {
    let to = match (facts.board.of(case.position(), from), new_piece) {
        (Whereabouts::On(to), None) => to,
        (Whereabouts::Off, Some(new)) => new.square,
        _ => return None,
    };
    let victim = case.moves.victim(from, to).map_or(SquareSet::EMPTY, Square::set);
    if !case.moves.from(from).contains(to) || taken != victim {
        return None;
    }
    let promotes = case.moves.promotes(from, to);
    match (promotes, new_piece) {
        (true, None) => Some(Shown::PawnOnLastRank(from, to)),
        (true, Some(new)) => {
            Some(Shown::Move(Move::Normal { from, to, promotion: Some(new.role) }))
        }
        (false, None) => Some(Shown::Move(Move::Normal { from, to, promotion: None })),
        (false, Some(_)) => None,
    }
}
