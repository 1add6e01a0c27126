//! What a piece let go on a square fixes, or breaks.

use crate::chess::piece::Wing;
use crate::chess::square::Square;
use crate::facts::{Fixed, Whereabouts};
use crate::law::case::Case;
use crate::law::rulebooks::Decision;
use crate::law::shown::ends;
use crate::ruling::{Allowed, Infraction, Reading, Readings};

/// What letting go brings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// The move that can no longer be changed.
    pub fixed: Option<Fixed>,
    /// A castling rook that counts as touched now.
    pub touched: Option<Square>,
    /// The breach.
    pub breach: Option<Infraction>,
    /// The readings it rests on.
    pub readings: Readings,
}

/// Judges a piece, named by where it stood when the turn began, that is let go on a square.
/// `allowed` is what is allowed after the touches that this implies; the board of the facts is that
/// before the piece was let go, without what it takes.
#[must_use]
pub fn let_go(case: &Case<'_>, allowed: &Allowed, piece: Square, to: Square) -> Outcome {
    let mut outcome = Outcome::default();
    if let Some(fixed) = case.facts.fixed {
        outcome.breach = after_fixed(case, fixed, piece, to);
        return outcome;
    }
    if piece == to {
        return outcome;
    }
    let fits = allowed.destinations(case.moves, piece).contains(to);
    let is_legal = fits || case.moves.from(piece).contains(to);
    let is_king = piece == case.king();
    if let Some(wing) = castling_wing(case, piece, to) {
        let castles = allowed.can_castle(case.moves, wing);
        let in_vain = if is_king {
            !fits && (case.moves.can_castle(wing) || !is_legal)
        } else {
            king_has_castled(case, wing)
        };
        if castles && is_king && fits {
            outcome.readings = case.read(Reading::R11);
            outcome.fixed = Some(Fixed::KingOrCastling(to, wing));
            return outcome;
        }
        if castles && !fits {
            // A rook whose own move is not allowed is part of the castling.
            outcome.readings = if is_king { Readings::NONE } else { case.read(Reading::R12) };
            outcome.fixed = Some(Fixed::Castling(wing));
            return outcome;
        }
        if !castles && in_vain {
            castling_in_vain(case, wing, is_king, &mut outcome);
            return outcome;
        }
    }
    if fits {
        outcome.fixed = Some(Fixed::Step(piece, to));
    } else if is_legal {
        outcome.breach = Some(forbidden_move(case, piece, to));
    } else {
        outcome.breach = Some(Infraction::IllegalMove);
    }
    outcome
}

/// The breach of letting go after a move is fixed. Carrying it out is none, and neither is putting
/// a piece back that has no part in it. With both hands in play, putting everything back begins the
/// correction.
#[cfg_attr(target_arch = "arm", inline(never))] // Kept off the stack of all other moves.
fn after_fixed(case: &Case<'_>, fixed: Fixed, piece: Square, to: Square) -> Option<Infraction> {
    if ends(case, fixed, piece, Whereabouts::on(to)) {
        return None;
    }
    if piece == to {
        let now = case.facts.board.of(piece);
        let undone = ends(case, fixed, piece, now) && !case.facts.both_hands;
        return undone.then_some(Infraction::MovedAgain);
    }
    Some(match fixed {
        Fixed::Castling(wing) if case.castling_rook(wing) == Some(piece) => {
            Infraction::RookMisplaced
        }
        Fixed::Step(rook, end) if begun_with_rook(case, rook, end, piece, to) => {
            Infraction::CastledRookFirst
        }
        _ => Infraction::MovedAgain,
    })
}

/// Whether the king follows a castling rook that was let go on its castling square.
fn begun_with_rook(case: &Case<'_>, rook: Square, end: Square, king: Square, to: Square) -> bool {
    let wing = case.castled_wing(king, to);
    king == case.king()
        && wing.is_some()
        && wing == castling_rook_castled(case, rook, end)
        && case.rules.decides(Decision::RookFirstBars)
}

/// The wing of a castling rook that goes to its castling square.
fn castling_rook_castled(case: &Case<'_>, rook: Square, to: Square) -> Option<Wing> {
    case.castled_wing(rook, to).filter(|&wing| case.castling_rook(wing) == Some(rook))
}

/// The wing of the castling that a king let go two squares towards a rook means (in Chess960, on
/// his castling square), or that a rook let go on its castling square can have a part in.
fn castling_wing(case: &Case<'_>, piece: Square, to: Square) -> Option<Wing> {
    let wing = case.castled_wing(piece, to)?;
    let means = if piece == case.king() {
        has_rook_to_castle(case, wing)
    } else {
        case.rook_on(wing) == Some(piece)
    };
    means.then_some(wing)
}

/// Whether a king let go on his castling square means to castle: there is a rook for it and, but in
/// Chess960, he stood where a king stands at first.
fn has_rook_to_castle(case: &Case<'_>, wing: Wing) -> bool {
    const HOME_FILE: u8 = 4;
    let king = case.king();
    if case.position().is_chess960() {
        case.castling_rook(wing).is_some()
    } else {
        king.file() == HOME_FILE
            && king.rank() == case.position().turn().back_rank()
            && case.rook_on(wing).is_some()
    }
}

/// Whether the king stands let go on his castling square.
fn king_has_castled(case: &Case<'_>, wing: Wing) -> bool {
    let now = case.facts.board.of(case.king());
    now == Whereabouts::on(case.king_target(wing)) && has_rook_to_castle(case, wing)
}

/// The king let go to castle where that is not allowed; or, while he stands so, the rook of that
/// wing on its castling square, which belongs to the attempt.
#[cfg_attr(target_arch = "arm", inline(never))] // Smaller called than copied.
fn castling_in_vain(case: &Case<'_>, wing: Wing, by_king: bool, outcome: &mut Outcome) {
    let is_legal = case.moves.can_castle(wing);
    outcome.breach = Some(if case.barred().contains(wing) && (is_legal || !by_king) {
        let rook_alone = case.king_target(wing) == case.king();
        outcome.readings = case.read(if rook_alone { Reading::R15 } else { Reading::R10 });
        Infraction::CastledRookFirst
    } else if is_legal {
        Infraction::TouchMove
    } else {
        outcome.touched = case.castling_rook(wing);
        Infraction::IllegalCastling
    });
}

/// The breach of a legal move that is not allowed.
fn forbidden_move(case: &Case<'_>, piece: Square, to: Square) -> Infraction {
    let castled = |wing| piece == case.king() && case.barred().contains(wing);
    if case.castled_wing(piece, to).is_some_and(castled) {
        Infraction::CastledRookFirst
    } else {
        Infraction::TouchMove
    }
}

/// The readings that a fixed move rests on once the king is touched after it.
#[must_use]
pub fn rook_move_stands(case: &Case<'_>, fixed: Fixed) -> bool {
    let Fixed::Step(rook, to) = fixed else { return false };
    case.facts.touches.all().contains(case.king())
        && castling_rook_castled(case, rook, to)
            .is_some_and(|wing| case.rook_first().contains(wing))
}
