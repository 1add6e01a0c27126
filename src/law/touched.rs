//! What the pieces touched oblige to: "piece touched, piece played".

use crate::chess::piece::{Role, Wings};
use crate::chess::square::{Square, SquareSet};
use crate::law::case::{Case, Obligation, ObligationKind};
use crate::law::castling::{OWN_TOUCHED, ROOK_MAY_CASTLE, SIDE_BARRED, king_touched, several};
use crate::law::rulebooks::{Decision, Decisions};
use crate::ruling::{Allowed, Reading};

/// Decides by the first rule that speaks: a castling duty that stands; a capture of the one by the
/// other; the first piece that can be moved or captured; otherwise any legal move.
#[must_use]
pub fn decide(case: &Case<'_>) -> Obligation {
    let mut found = first_possible(case);
    both_colours(case, &mut found);
    found
}

/// Narrows the obligation to the promotion that the player has chosen.
pub fn narrow(case: &Case<'_>, found: &mut Obligation, choice: (Square, Role)) {
    found.because = match found.kind {
        ObligationKind::Free => PROMOTION_CHOSEN,
        _ => found.because.and(PROMOTION_CHOSEN),
    };
    found.readings = found.readings.and(case.read(Reading::R16));
    found.allowed.promotion = Some(choice);
    found.kind = ObligationKind::Touched;
}

/// The clause by which the choice of a promotion is final.
pub const PROMOTION_CHOSEN: Decisions =
    Decisions::of(Decision::PromotionOnTouch).and(Decisions::of(Decision::PromotionOnRelease));

/// Whether the own pieces touched before any enemy piece already obliged the player to castle.
fn castling_duty_stands(case: &Case<'_>, found: &Obligation) -> bool {
    let before = || case.wings_of(case.facts.touches.before(case.enemy()));
    found.kind == ObligationKind::MustCastle && !found.allowed.castles.and(before()).is_empty()
}

/// Pieces of both colours: the first own one takes the first enemy one, if it can and no castling
/// duty stands.
fn both_colours(case: &Case<'_>, found: &mut Obligation) {
    let enemy = case.facts.touches.first(case.enemy());
    if enemy.is_empty() || castling_duty_stands(case, found) {
        return;
    }
    let own = bound_to_capture(case, case.facts.touches.first(case.own()));
    if case.moves.victims(own).meets(enemy) {
        let allowed = Allowed::captures(own, enemy);
        let because = Decisions::of(Decision::BothTouched);
        *found = Obligation { allowed, because, ..Obligation::NONE };
    }
}

/// Where king and castling rook are touched together, castling illegal, and the rulebook binds the
/// king alone, he alone is bound to capture.
fn bound_to_capture(case: &Case<'_>, own: SquareSet) -> SquareSet {
    let wings = case.wings_of(own);
    let king_alone = own.contains(case.king())
        && !wings.is_empty()
        && wings.and(case.moves.castles()).is_empty()
        && case.rules.decides(Decision::TogetherBindsKing);
    if king_alone { case.king().set() } else { own }
}

/// The first group with a piece that can be moved or captured; within it own pieces come first.
fn first_possible(case: &Case<'_>) -> Obligation {
    let mut found = Obligation::NONE;
    // What may still decide. He and the castling rooks may not, once the king cannot be moved.
    let mut open = SquareSet::FULL;
    loop {
        let group = case.facts.touches.group_with(open) & open;
        if group.is_empty() {
            any_move(case, &mut found);
            return found;
        }
        if group.contains(case.king()) {
            if king_touched(case, group, &mut found) {
                return found;
            }
            open = open - case.king().set() - case.castling_rooks();
            continue;
        }
        let own = can_be_moved(case, group);
        if !own.is_empty() {
            own_pieces(case, own, &mut found);
            if !open.contains(case.king()) && own.meets(case.rooks_at_home()) {
                found.readings = found.readings.and(case.read(Reading::R4));
            }
            return found;
        }
        if case.moves.victims(case.own()).meets(group) {
            found.allowed = Allowed::captures(case.own(), group & case.enemy());
            found.because.extend(Decisions::of(Decision::EnemyTouched));
            return found;
        }
        open -= group;
    }
}

/// The own pieces of a group that have a move; a castling rook also where the rulebook lets it
/// castle.
fn can_be_moved(case: &Case<'_>, group: SquareSet) -> SquareSet {
    let mut movers = case.moves.movers(group);
    if case.rules.decides(Decision::RookFirstMayCastle) {
        movers |= case.rooks_of(case.moves.castles()) & group;
    }
    movers
}

/// Own pieces that bind without the king.
fn own_pieces(case: &Case<'_>, pieces: SquareSet, found: &mut Obligation) {
    found.allowed.pieces = pieces;
    found.readings = several(case, pieces);
    let mut because = Decisions::EMPTY;
    let rooks = case.wings_of(pieces);
    if !rooks.is_empty() {
        if case.rules.decides(Decision::RookFirstMayCastle) {
            because = ROOK_MAY_CASTLE;
            found.allowed.castles = rooks.and(case.moves.castles());
        } else if case.facts.touches.all().contains(case.king()) {
            because = SIDE_BARRED;
        }
    }
    if because.is_empty() || pieces.is_several() {
        because.extend(OWN_TOUCHED);
    }
    found.because.extend(because);
}

/// Any legal move but castling with a rook touched before the king, unless nothing else is legal.
fn any_move(case: &Case<'_>, found: &mut Obligation) {
    found.kind = ObligationKind::Free;
    if found.because.is_empty() {
        found.because = Decisions::of(if case.facts.touches.is_empty() {
            Decision::NothingTouched
        } else {
            Decision::NothingPossible
        });
    }
    found.allowed = Allowed::moves_of(case.own()).with_castling(Wings::BOTH);
    let unbarred = case.unbarred();
    let excluded = case.moves.castles().without(unbarred);
    let others = || excluded != case.moves.castles() || case.moves.can_move(case.own());
    if !excluded.is_empty() && others() {
        found.allowed.castles = unbarred;
        found.because.extend(SIDE_BARRED);
        // Where castling moves the rook alone, the king is on his castling square from the first.
        if case.castled_wing(case.king(), case.king()).is_some_and(|wing| excluded.contains(wing)) {
            found.readings = case.read(Reading::R15);
        }
    }
}
