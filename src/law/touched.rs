//! What the pieces touched oblige to: "piece touched, piece played".

use crate::chess::piece::{Role, Wings};
use crate::chess::square::{Square, SquareSet};
use crate::law::case::{Case, Obligation, ObligationKind};
use crate::law::castling::{
    Pair, ROOK_MAY_CASTLE, SIDE_BARRED, bar_side, king_and_rook, king_moves, unbarred,
};
use crate::law::rulebooks::{Decision, Decisions};
use crate::ruling::{Allowed, Reading, Readings};

/// Decides by the first rule that speaks: a castling duty that stands; a capture of the one by the
/// other; the first piece that can be moved or captured; otherwise any legal move.
#[must_use]
pub fn decide(case: &Case<'_>) -> Obligation {
    if let Some(found) = standing_castling_duty(case) {
        return found;
    }
    if let Some(found) = both_colours(case) {
        return found;
    }
    first_possible(case)
}

/// The obligation, narrowed to the promotion that the player has chosen.
#[must_use]
pub fn narrowed(case: &Case<'_>, found: Obligation, choice: Option<(Square, Role)>) -> Obligation {
    let Some(choice) = choice else { return found };
    let chosen = PROMOTION_CHOSEN;
    let because = match found.kind {
        ObligationKind::Free => chosen,
        _ => found.because.and(chosen),
    };
    let readings = found.readings.and(case.read(Reading::R16));
    let allowed = Allowed { promotion: Some(choice), ..found.allowed };
    Obligation { allowed, because, readings, kind: ObligationKind::Touched }
}

/// The clause by which the choice of a promotion is final.
pub const PROMOTION_CHOSEN: Decisions =
    Decisions::of(Decision::PromotionOnTouch).and(Decisions::of(Decision::PromotionOnRelease));

/// If the own pieces touched before any enemy piece already obliged the player to castle, that
/// duty stands.
fn standing_castling_duty(case: &Case<'_>) -> Option<Obligation> {
    let before = case.touches.before(case.enemy())?;
    let found = first_possible(&Case { touches: before, ..*case });
    (found.kind == ObligationKind::MustCastle).then_some(found)
}

/// Pieces of both colours: the first own one takes the first enemy one, if it can.
fn both_colours(case: &Case<'_>) -> Option<Obligation> {
    let first = |side: SquareSet| {
        let touched = case.touches.all().meets(side).then(|| case.touches.groups())?;
        touched.map(|group| group & side).find(|set| !set.is_empty())
    };
    let enemy = first(case.enemy())?;
    let own = bound_to_capture(case, first(case.own())?);
    case.moves.takers(enemy).meets(own).then(|| Obligation {
        allowed: Allowed::captures(own, enemy),
        because: Decisions::of(Decision::BothTouched),
        readings: Readings::NONE,
        kind: ObligationKind::Touched,
    })
}

/// Where king and castling rook are touched together, castling illegal, and the rulebook binds the
/// king alone, he alone is bound to capture.
fn bound_to_capture(case: &Case<'_>, own: SquareSet) -> SquareSet {
    let rooks = own & case.castling_rooks();
    let king_alone = own.contains(case.king())
        && !rooks.is_empty()
        && case.castles_with(rooks).is_empty()
        && case.rules.decides(Decision::TogetherBindsKing);
    if king_alone { case.king().set() } else { own }
}

/// The first group with a piece that can be moved or captured; within it own pieces come first.
fn first_possible(case: &Case<'_>) -> Obligation {
    let mut bind_no_more = SquareSet::EMPTY;
    let mut because = Decisions::EMPTY;
    let mut groups = case.touches.groups();
    while let Some(group) = groups.next() {
        if group.contains(case.king()) {
            match king_and_rook(case, group, groups) {
                Pair::Bound(found) => return found,
                Pair::Unable(pieces, clauses) => {
                    bind_no_more = pieces;
                    because = clauses;
                }
                Pair::None(rooks) => {
                    let mut found = king_as_own_piece(case, group & case.own());
                    if !found.allowed.is_empty(case.moves) {
                        bar_side(case, &mut found);
                        return found;
                    }
                    bind_no_more = case.king().set() | rooks;
                }
            }
        }
        let own = can_be_moved(case, (group & case.own()) - bind_no_more);
        if !own.is_empty() {
            return own_pieces(case, own, because, !bind_no_more.is_empty());
        }
        let enemy = can_be_taken(case, group & case.enemy());
        if !enemy.is_empty() {
            because.extend(Decisions::of(Decision::EnemyTouched));
            return touched(Allowed::captures(case.own(), enemy), because, Readings::NONE);
        }
    }
    any_move(case, because)
}

fn touched(allowed: Allowed, because: Decisions, readings: Readings) -> Obligation {
    Obligation { allowed, because, readings, kind: ObligationKind::Touched }
}

/// The king, alone or with other own pieces, no castling rook among them.
fn king_as_own_piece(case: &Case<'_>, pieces: SquareSet) -> Obligation {
    let others = pieces - case.king().set();
    let allowed = Allowed::moves_of(pieces).with_castling(king_moves(case).castles);
    touched(allowed, OWN_TOUCHED, several_at_once(case, others.is_empty()))
}

/// The clause by which the first own piece that can be moved must be.
const OWN_TOUCHED: Decisions = Decisions::of(Decision::OwnTouched);

fn several_at_once(case: &Case<'_>, alone: bool) -> Readings {
    if alone { Readings::NONE } else { case.read(Reading::R14) }
}

fn own_pieces(
    case: &Case<'_>,
    pieces: SquareSet,
    mut because: Decisions,
    king_unable: bool,
) -> Obligation {
    let rooks = pieces & case.castling_rooks();
    let king_later = case.touches.all().contains(case.king())
        && rooks.clone().any(|rook| case.touches.strictly_before(rook, case.king()));
    let may_castle = !rooks.is_empty() && case.rules.decides(Decision::RookFirstMayCastle);
    let alone = pieces.only().is_some();
    let rook_first = if may_castle {
        ROOK_MAY_CASTLE
    } else if king_later {
        SIDE_BARRED
    } else {
        Decisions::EMPTY
    };
    because.extend(rook_first);
    if rook_first.is_empty() || !alone {
        because.extend(OWN_TOUCHED);
    }
    let mut readings = several_at_once(case, alone);
    if king_unable && pieces.meets(rooks_like_any_piece(case)) {
        readings = readings.and(case.read(Reading::R4));
    }
    let castles = if may_castle { case.castles_with(rooks) } else { Wings::NONE };
    touched(Allowed::moves_of(pieces).with_castling(castles), because, readings)
}

/// Own rooks beside the king with which castling is lost for good.
fn rooks_like_any_piece(case: &Case<'_>) -> SquareSet {
    let position = case.position();
    let row = SquareSet::of_rank(position.turn().back_rank());
    (position.pieces(position.turn(), Role::Rook) & row) - case.castling_rooks()
}

/// The pieces that have a move; a castling rook also where the rulebook lets it castle.
fn can_be_moved(case: &Case<'_>, pieces: SquareSet) -> SquareSet {
    let may_castle = |rook: Square| {
        case.rules.decides(Decision::RookFirstMayCastle)
            && !case.castles_with(rook.set()).is_empty()
    };
    pieces.filter(|&piece| case.moves.movers().contains(piece) || may_castle(piece)).collect()
}

/// The pieces that some move captures.
fn can_be_taken(case: &Case<'_>, pieces: SquareSet) -> SquareSet {
    pieces.filter(|&victim| !case.moves.takers(victim.set()).is_empty()).collect()
}

/// Any legal move but castling with a rook touched before the king, unless nothing else is legal.
fn any_move(case: &Case<'_>, mut because: Decisions) -> Obligation {
    if because.is_empty() {
        let decision = if case.touches.is_empty() {
            Decision::NothingTouched
        } else {
            Decision::NothingPossible
        };
        because.extend(Decisions::of(decision));
    }
    let any = Allowed::moves_of(case.own());
    let barred = case.barred();
    let without = any.with_castling(unbarred(case));
    let mut excluded = barred.and(case.moves.castles());
    let mut readings = Readings::NONE;
    let allowed = if excluded.is_empty() || without.is_empty(case.moves) {
        any.with_castling(Wings::BOTH)
    } else {
        because.extend(SIDE_BARRED);
        if excluded.any(|wing| case.king_target(wing) == case.king()) {
            readings = readings.and(case.read(Reading::R15));
        }
        without
    };
    Obligation { allowed, because, readings, kind: ObligationKind::Free }
}
