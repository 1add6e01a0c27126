//! What the board shows, compared with where the turn began.

use crate::chess::moves::Move;
use crate::chess::piece::Role;
use crate::chess::square::{Square, SquareSet};
use crate::facts::{Fixed, Whereabouts};
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
pub fn shown(case: &Case<'_>) -> Shown {
    let promoted = case.facts.promoted();
    if case.facts.board.displaced().is_empty() && promoted.is_none() {
        return Shown::Start;
    }
    let stepped = step_shown(case, promoted);
    // In Chess960 one picture can be a king move and a castling; what was fixed tells them apart.
    if stepped == Shown::NoMove || matches!(case.facts.fixed, Some(Fixed::Castling(_))) {
        for wing in case.moves.castles() {
            if stands(case, Fixed::Castling(wing)) {
                return Shown::Move(Move::Castle(wing));
            }
        }
    }
    stepped
}

/// Whether the pieces stand as they should: where the turn began, or where the fixed move takes
/// them, begun by the player's own piece and finished if it has been finished before. Then no
/// breach of what was let go remains.
#[must_use]
pub fn corrected(case: &Case<'_>) -> bool {
    let promoted = case.facts.promoted();
    if promoted.is_some() && promoted != case.facts.promotion {
        return false;
    }
    let mut displaced = case.facts.board.displaced();
    let Some(fixed) = case.facts.fixed else { return displaced.is_empty() };
    if case.facts.made {
        return shows(case, fixed);
    }
    displaced.meets(case.own())
        && displaced.all(|piece| ends(case, fixed, piece, case.facts.board.of(piece)))
}

/// Whether the board shows the fixed move finished.
#[must_use]
pub fn shows(case: &Case<'_>, fixed: Fixed) -> bool {
    let open = matches!(fixed, Fixed::KingOrCastling(..));
    !open && case.facts.promoted() == case.facts.promotion && stands(case, fixed)
}

/// Where the fixed move takes the pieces that it displaces, each by where it stood before; the same
/// twice if it displaces one. A pawn that is exchanged goes off the board.
#[must_use]
pub fn ends_of(case: &Case<'_>, fixed: Fixed) -> [(Square, Whereabouts); 2] {
    let (piece, other) = match fixed {
        Fixed::Castling(wing) => {
            let rook = case.castling_rook(wing);
            let rook = rook.map(|rook| (rook, Whereabouts::on(case.rook_target(wing))));
            ((case.king(), Whereabouts::on(case.king_target(wing))), rook)
        }
        Fixed::KingOrCastling(to, _) => ((case.king(), Whereabouts::on(to)), None),
        Fixed::Step(from, to) => {
            let victim = case.moves.victim(from, to).map(|victim| (victim, Whereabouts::OFF));
            let exchanged = case.moves.promotes(from, to);
            let end = if exchanged { Whereabouts::OFF } else { Whereabouts::on(to) };
            ((from, end), victim)
        }
    };
    [piece, other.unwrap_or(piece)]
}

/// Whether this is where the fixed move takes the piece: for good, or until a pawn is exchanged.
#[must_use]
pub fn ends(case: &Case<'_>, fixed: Fixed, piece: Square, now: Whereabouts) -> bool {
    let before_exchange = match fixed {
        Fixed::Step(from, to) => piece == from && now == Whereabouts::on(to),
        _ => false,
    };
    before_exchange || ends_of(case, fixed).contains(&(piece, now))
}

/// Whether all pieces stand as the move puts them, and nothing else has moved. Of a new piece it is
/// asked only that there is one exactly if a pawn is exchanged.
fn stands(case: &Case<'_>, fixed: Fixed) -> bool {
    let mut others = case.facts.board.displaced();
    let ends = ends_of(case, fixed);
    let [(_, first_end), _] = ends;
    if case.facts.promoted().is_some() != (first_end == Whereabouts::OFF) {
        return false;
    }
    for (piece, end) in ends {
        if case.facts.board.of(piece) != end {
            return false;
        }
        others.remove(piece);
    }
    others.is_empty()
}

fn step_shown(case: &Case<'_>, promoted: Option<(Square, Role)>) -> Shown {
    let displaced = case.facts.board.displaced();
    let Some(from) = (displaced & case.own()).only() else { return Shown::NoMove };
    let to = match (case.facts.board.of(from).square(), promoted) {
        (Some(to), None) | (None, Some((to, _))) => to,
        _ => return Shown::NoMove,
    };
    let taken = displaced - from.set();
    let gone = |victim| case.facts.board.of(victim) == Whereabouts::OFF;
    let victim = case.moves.victim(from, to);
    if taken != victim.map_or(SquareSet::EMPTY, Square::set)
        || !victim.is_none_or(gone)
        || !case.moves.from(from).contains(to)
    {
        return Shown::NoMove;
    }
    match (case.moves.promotes(from, to), promoted) {
        (true, None) => Shown::PawnOnLastRank(from, to),
        (false, Some(_)) => Shown::NoMove,
        _ => Shown::Move(Move::Normal { from, to, promotion: promoted.map(|(_, role)| role) }),
    }
}
