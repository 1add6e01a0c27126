//! What a piece let go on a square fixes, or breaks.

use crate::chess::piece::{Wing, Wings};
use crate::chess::square::Square;
use crate::facts::{Facts, Fixed, Whereabouts};
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

impl Outcome {
    const NOTHING: Self =
        Self { fixed: None, touched: None, breach: None, readings: Readings::NONE };

    fn fixes(fixed: Fixed) -> Self {
        Self { fixed: Some(fixed), ..Self::NOTHING }
    }

    fn breaks(breach: Infraction) -> Self {
        Self { breach: Some(breach), ..Self::NOTHING }
    }

    fn reading(self, readings: Readings) -> Self {
        Self { readings, ..self }
    }
}

/// Judges a piece, named by where it stood when the turn began, that is let go on a square.
/// `allowed` is what is allowed after the touches that this implies; the board of the facts is that
/// before the piece was let go.
#[must_use]
pub fn let_go(
    case: &Case<'_>,
    facts: &Facts,
    allowed: &Allowed,
    piece: Square,
    to: Square,
) -> Outcome {
    if let Some(fixed) = facts.fixed {
        return after_fixed(case, facts, fixed, piece, to);
    }
    if piece == to {
        return Outcome::NOTHING;
    }
    king_to_castle(case, allowed, piece, to)
        .or_else(|| rook_of_failed_castling(case, facts, allowed, piece, to))
        .or_else(|| allowed_move(case, allowed, piece, to))
        .or_else(|| rook_of_castling(case, allowed, piece, to))
        .unwrap_or_else(|| forbidden_move(case, piece, to))
}

/// A move is fixed already: carrying it out is no breach, and neither is putting a piece back that
/// has no part in it. With both hands in play, putting everything back begins the correction.
fn after_fixed(case: &Case<'_>, facts: &Facts, fixed: Fixed, piece: Square, to: Square) -> Outcome {
    if ends(case, fixed, piece, Whereabouts::On(to)) {
        return Outcome::NOTHING;
    }
    let now = facts.board.of(case.position(), piece);
    let undone = piece == to && ends(case, fixed, piece, now);
    if piece == to && (!undone || facts.both_hands) {
        return Outcome::NOTHING;
    }
    match fixed {
        Fixed::Castling(wing) if case.castling_rook(wing) == Some(piece) && piece != to => {
            Outcome::breaks(Infraction::RookMisplaced)
        }
        Fixed::Step(rook, end) if begun_with_rook(case, rook, end, piece, to) => {
            Outcome::breaks(Infraction::CastledRookFirst)
        }
        _ => Outcome::breaks(Infraction::MovedAgain),
    }
}

/// Whether the king follows a castling rook that was let go on its castling square.
fn begun_with_rook(case: &Case<'_>, rook: Square, end: Square, king: Square, to: Square) -> bool {
    king == case.king()
        && case.rules.decides(Decision::RookFirstBars)
        && case
            .wings_of(rook.set())
            .any(|wing| end == case.rook_target(wing) && to == case.king_target(wing))
}

/// The king let go two squares towards a rook; in Chess960, on his castling square.
fn king_to_castle(
    case: &Case<'_>,
    allowed: &Allowed,
    piece: Square,
    to: Square,
) -> Option<Outcome> {
    let wing = castling_attempted(case, piece, to)?;
    let as_king_move = case.moves.from(piece).contains(to);
    let king_move = allowed.destinations(case.moves, piece).contains(to);
    if allowed.can_castle(case.moves, wing) {
        return Some(if king_move {
            Outcome::fixes(Fixed::KingOrCastling(to, wing)).reading(case.read(Reading::R11))
        } else {
            Outcome::fixes(Fixed::Castling(wing))
        });
    }
    if king_move {
        return None;
    }
    if case.moves.can_castle(wing) {
        return Some(if case.barred().contains(wing) {
            Outcome::breaks(Infraction::CastledRookFirst).reading(case.read(Reading::R10))
        } else {
            Outcome::breaks(Infraction::TouchMove)
        });
    }
    let touched = case.castling_rook(wing);
    (!as_king_move).then(|| Outcome { touched, ..Outcome::breaks(Infraction::IllegalCastling) })
}

/// The wing on which a king let go on this square means to castle.
fn castling_attempted(case: &Case<'_>, piece: Square, to: Square) -> Option<Wing> {
    const HOME_FILE: u8 = 4;
    if piece != case.king() {
        return None;
    }
    let back_rank = case.position().turn().back_rank();
    let at_home = piece.rank() == back_rank && piece.file() == HOME_FILE;
    let possible = |wing: Wing| {
        if case.position().is_chess960() {
            case.castling_rook(wing).is_some()
        } else {
            at_home && case.rook_on(wing).is_some()
        }
    };
    let mut wings = Wings::BOTH;
    wings.find(|&wing| to == case.king_target(wing) && possible(wing))
}

/// While the king stands let go on a castling square in vain, that wing's rook let go on its own
/// castling square belongs to the attempt.
fn rook_of_failed_castling(
    case: &Case<'_>,
    facts: &Facts,
    allowed: &Allowed,
    piece: Square,
    to: Square,
) -> Option<Outcome> {
    let now = facts.board.of(case.position(), case.king());
    let failed = |&wing: &Wing| {
        let target = case.king_target(wing);
        case.rook_on(wing) == Some(piece)
            && to == case.rook_target(wing)
            && now == Whereabouts::On(target)
            && castling_attempted(case, case.king(), target) == Some(wing)
            && !allowed.can_castle(case.moves, wing)
    };
    let mut wings = Wings::BOTH;
    let wing = wings.find(failed)?;
    let barred = case.barred().contains(wing);
    let rook_alone = case.king_target(wing) == case.king();
    let rook_first = case.read(if rook_alone { Reading::R15 } else { Reading::R10 });
    Some(match (barred, case.moves.can_castle(wing)) {
        (true, _) => Outcome::breaks(Infraction::CastledRookFirst).reading(rook_first),
        (false, true) => Outcome::breaks(Infraction::TouchMove),
        (false, false) => Outcome::breaks(Infraction::IllegalCastling),
    })
}

/// A legal move that is allowed.
fn allowed_move(case: &Case<'_>, allowed: &Allowed, piece: Square, to: Square) -> Option<Outcome> {
    let fits = allowed.destinations(case.moves, piece).contains(to);
    fits.then(|| Outcome::fixes(Fixed::Step(piece, to)))
}

/// Castling is allowed, the rook's own move is not: the rook let go on its castling square is part
/// of the castling.
fn rook_of_castling(
    case: &Case<'_>,
    allowed: &Allowed,
    piece: Square,
    to: Square,
) -> Option<Outcome> {
    let wing = case.wings_of(piece.set()).next()?;
    let castles = to == case.rook_target(wing) && allowed.can_castle(case.moves, wing);
    castles.then(|| Outcome::fixes(Fixed::Castling(wing)).reading(case.read(Reading::R12)))
}

/// A move that is not allowed: legal in itself, or not at all.
fn forbidden_move(case: &Case<'_>, piece: Square, to: Square) -> Outcome {
    if !case.moves.from(piece).contains(to) {
        return Outcome::breaks(Infraction::IllegalMove);
    }
    let tail = |wing: Wing| to == case.king_target(wing);
    if piece == case.king() && case.barred().any(tail) {
        return Outcome::breaks(Infraction::CastledRookFirst);
    }
    Outcome::breaks(Infraction::TouchMove)
}

/// The readings that a fixed move rests on once the king is touched after it.
#[must_use]
pub fn rook_move_stands(case: &Case<'_>, fixed: Fixed) -> bool {
    let Fixed::Step(rook, to) = fixed else { return false };
    let castling_square = || case.wings_of(rook.set()).any(|wing| to == case.rook_target(wing));
    case.castling_rooks().contains(rook)
        && case.touches.all().contains(case.king())
        && castling_square()
        && case.touches.strictly_before(rook, case.king())
        && case.rules.decides(Decision::LetGo)
}
