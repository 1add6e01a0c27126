//! What binds when king and castling rook are both touched, the king first or with the rook.

use crate::chess::piece::Wings;
use crate::chess::square::SquareSet;
use crate::facts::Groups;
use crate::law::case::{Case, Obligation, ObligationKind};
use crate::law::rulebooks::{Decision, Decisions};
use crate::ruling::{Allowed, Reading, Readings};

/// What the king and the castling rooks touched with or after him decide.
pub enum Pair {
    /// The player is bound.
    Bound(Obligation),
    /// Castling is illegal and the king cannot be moved. He and these rooks bind no more, by this
    /// clause.
    Unable(SquareSet, Decisions),
    /// There is no pair: the king is an own piece like another. These castling rooks, touched after
    /// him and others at once, can oblige to castle only.
    None(SquareSet),
}

/// Judges the group in which the king was touched, all earlier groups binding to nothing, and those
/// that follow.
#[must_use]
pub fn king_and_rook(case: &Case<'_>, group: SquareSet, later: Groups<'_>) -> Pair {
    let rooks = case.castling_rooks() & case.touches.all();
    if rooks.is_empty() {
        return Pair::None(rooks);
    }
    let king = case.king().set();
    let with_king = (group & case.own()) - king;
    let rooks_together = with_king & rooks;
    if let Some((wings, readings)) = must_castle(case, rooks_together, later) {
        let allowed = Allowed::castling(wings);
        let kind = ObligationKind::MustCastle;
        return Pair::Bound(Obligation { allowed, because: COMPULSORY, readings, kind });
    }
    let rooks_later = later.fold(SquareSet::EMPTY, |all, group| all | group) & rooks;
    let mut found = if !rooks_together.is_empty() {
        together(case, rooks_together)
    } else if with_king.is_empty() && !rooks_later.is_empty() {
        obligation(king_moves(case), CASTLING_ILLEGAL, Readings::NONE)
    } else {
        return Pair::None(rooks_later);
    };
    if found.allowed.is_empty(case.moves) {
        return Pair::Unable(king | rooks_together | rooks_later, found.because);
    }
    bar_side(case, &mut found);
    Pair::Bound(found)
}

/// The king's moves but the castlings that are barred; castling on the other wing is a king move.
#[must_use]
pub fn king_moves(case: &Case<'_>) -> Allowed {
    Allowed::moves_of(case.king().set()).with_castling(unbarred(case))
}

/// The wings on which castling is not barred.
#[must_use]
pub fn unbarred(case: &Case<'_>) -> Wings {
    Wings::BOTH.without(case.barred())
}

/// Names the clause that bars a side, where a rook was touched before the king who decides.
pub fn bar_side(case: &Case<'_>, found: &mut Obligation) {
    if !case.barred().is_empty() {
        found.because.extend(SIDE_BARRED);
        if !found.allowed.castles(case.moves).is_empty() {
            found.readings = found.readings.and(case.read(Reading::R6));
        }
    }
}

/// The clause by which a rook touched before the king bars castling on its side.
pub const SIDE_BARRED: Decisions = Decisions::of(Decision::RookFirstBars);

/// The clause by which a rook touched before the king may castle all the same.
pub const ROOK_MAY_CASTLE: Decisions = Decisions::of(Decision::RookFirstMayCastle);

/// The clause by which castling is compulsory.
pub const COMPULSORY: Decisions = Decisions::of(Decision::MustCastle);

const CASTLING_ILLEGAL: Decisions = Decisions::of(Decision::CastlingIllegal);

/// King and castling rook, together or in this order, castling legal: the wings on which the player
/// must castle.
fn must_castle(
    case: &Case<'_>,
    together: SquareSet,
    later: Groups<'_>,
) -> Option<(Wings, Readings)> {
    // Rooks touched before the king bar their own wing alone.
    let other_wing = if case.barred().is_empty() { Readings::NONE } else { case.read(Reading::R6) };
    let at_once = case.castles_with(together);
    if !at_once.is_empty() {
        return Some((at_once, case.read(Reading::R17).and(other_wing)));
    }
    let mut readings = other_wing;
    for group in later {
        let wings = case.castles_with(group);
        if !wings.is_empty() {
            return Some((wings, readings));
        }
        readings = case.read(Reading::R13).and(other_wing);
    }
    None
}

/// King and castling rook touched together, castling with it illegal.
fn together(case: &Case<'_>, rooks: SquareSet) -> Obligation {
    if case.rules.decides(Decision::TogetherBindsEither) {
        let pieces = case.king().set() | rooks;
        let allowed = Allowed::moves_of(pieces).with_castling(unbarred(case));
        obligation(allowed, Decisions::of(Decision::TogetherBindsEither), Readings::NONE)
    } else {
        let because = Decisions::of(Decision::TogetherBindsKing);
        obligation(king_moves(case), because, case.read(Reading::R1))
    }
}

fn obligation(allowed: Allowed, because: Decisions, readings: Readings) -> Obligation {
    Obligation { allowed, because, readings, kind: ObligationKind::Touched }
}
