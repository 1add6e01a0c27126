//! What the king binds to when he is touched, alone, with other pieces or with a castling rook.

use crate::chess::piece::Wings;
use crate::chess::square::SquareSet;
use crate::law::case::{Case, Obligation, ObligationKind};
use crate::law::rulebooks::{Decision, Decisions};
use crate::ruling::{Allowed, Reading, Readings};

/// Judges the group in which the king was touched, all earlier groups binding to nothing. False if
/// neither he nor what was touched with him can be moved: he and the castling rooks touched with or
/// after him bind no more; the clause by which it is so is noted.
pub fn king_touched(case: &Case<'_>, group: SquareSet, found: &mut Obligation) -> bool {
    let from_king_on = case.wings_of(case.facts.touches.all()).without(case.rook_first());
    let to_castle = from_king_on.and(case.moves.castles());
    if !to_castle.is_empty() {
        must_castle(case, group, to_castle, found);
        return true;
    }
    let king = case.king().set();
    let mut pieces = group & case.own();
    found.readings = several(case, pieces);
    if !case.wings_of(group).is_empty() {
        let either = case.rules.decides(Decision::TogetherBindsEither);
        pieces &= if either { king | case.castling_rooks() } else { king };
        found.readings = case.read(Reading::R1);
        found.because = TOGETHER;
    } else if pieces == king && !from_king_on.is_empty() {
        found.because = Decisions::of(Decision::CastlingIllegal);
    }
    let unbarred = case.unbarred();
    let castles = case.moves.castles().and(unbarred);
    if castles.is_empty() && !case.moves.can_move(pieces) {
        found.readings = Readings::NONE;
        return false;
    }
    if found.because.is_empty() {
        found.because = OWN_TOUCHED;
    }
    if unbarred != Wings::BOTH {
        found.because.extend(SIDE_BARRED);
        if !castles.is_empty() {
            found.readings = found.readings.and(case.read(Reading::R6));
        }
    }
    found.allowed = Allowed::moves_of(pieces).with_castling(unbarred);
    true
}

/// The reading by which any of several own pieces touched at once may be moved.
#[must_use]
pub fn several(case: &Case<'_>, pieces: SquareSet) -> Readings {
    if pieces.is_several() { case.read(Reading::R14) } else { Readings::NONE }
}

/// The clause by which the first own piece that can be moved must be.
pub const OWN_TOUCHED: Decisions = Decisions::of(Decision::OwnTouched);

/// The clause by which a rook touched before the king bars castling on its side.
pub const SIDE_BARRED: Decisions = Decisions::of(Decision::RookFirstBars);

/// The clause by which a rook touched before the king may castle all the same.
pub const ROOK_MAY_CASTLE: Decisions = Decisions::of(Decision::RookFirstMayCastle);

/// The clause by which castling is compulsory.
pub const COMPULSORY: Decisions = Decisions::of(Decision::MustCastle);

/// The clause on king and castling rook together, castling illegal: a rulebook has one of the two.
const TOGETHER: Decisions =
    Decisions::of(Decision::TogetherBindsKing).and(Decisions::of(Decision::TogetherBindsEither));

/// King and castling rook, together or in this order, castling legal on these wings: castling is
/// compulsory, with the rook touched first.
fn must_castle(case: &Case<'_>, group: SquareSet, wings: Wings, found: &mut Obligation) {
    let rooks = case.facts.touches.first(case.rooks_of(wings));
    if rooks.meets(group) {
        found.readings = case.read(Reading::R17);
    } else if case.facts.touches.before(rooks) != case.before_king() | group {
        found.readings = case.read(Reading::R13);
    }
    // Rooks touched before the king bar their own wing alone.
    if !case.barred().is_empty() {
        found.readings = found.readings.and(case.read(Reading::R6));
    }
    found.allowed = Allowed::castling(case.wings_of(rooks));
    found.because = COMPULSORY;
    found.kind = ObligationKind::MustCastle;
}
