//! The ruling as a whole, from the facts of the turn.

use crate::chess::moves::{GameEnd, Move};
use crate::chess::piece::Role;
use crate::chess::square::Square;
use crate::facts::{Facts, Fixed};
use crate::law::case::{Case, Obligation, ObligationKind};
use crate::law::castling::{COMPULSORY, ROOK_MAY_CASTLE, SIDE_BARRED};
use crate::law::released::rook_move_stands;
use crate::law::rulebooks::{Decision, Decisions, broken_by};
use crate::law::touched::{PROMOTION_CHOSEN, decide, narrow};
use crate::ruling::{Infraction, Infractions, Reading, Readings, Ruling, Verdict};

/// Rules on the turn as it stands.
#[must_use]
pub fn rule(case: &Case<'_>) -> Ruling {
    let found = found(case);
    let (verdict, made) = verdict(case, found.kind);
    let fixed = matches!(case.facts.fixed, Some(Fixed::Step(..) | Fixed::Castling(_)));
    Ruling {
        player: case.position().turn(),
        verdict,
        allowed: found.allowed,
        made,
        because: case.rules.clauses(found.because),
        readings: found.readings.and(case.facts.readings).and(clock_readings(case)),
        infractions: infractions(case, found.because),
        claim: case.facts.claim,
        unfinished: fixed && made.is_none(),
        touched_wings: case.wings_of(case.facts.touches.all()),
    }
}

/// What is allowed as things stand, and why.
#[must_use]
pub fn found(case: &Case<'_>) -> Obligation {
    if let Some(end) = case.moves.game_end() {
        return Obligation { because: end_clause(end), ..Obligation::NONE };
    }
    if let Some(fixed) = case.facts.claim_lost.map(Fixed::from).or(case.facts.fixed) {
        return settled(case, fixed);
    }
    let mut found = decide(case);
    if let Some(choice) = case.facts.promotion {
        narrow(case, &mut found, choice);
    } else if found.kind == ObligationKind::Free && case.facts.touches.is_empty() {
        found.because = untouched_because(case.facts, found.because);
    }
    found
}

/// A move is fixed, or stands because the claim came too late.
#[cfg_attr(target_arch = "arm", inline(never))] // Off the stack while touched pieces are judged.
fn settled(case: &Case<'_>, stands: Fixed) -> Obligation {
    let mut found = Obligation {
        allowed: stands.allowed(case.king()),
        because: let_go_clause(case, stands),
        ..Obligation::NONE
    };
    found.allowed.promotion = case.facts.promotion;
    if case.facts.promotion.is_some() {
        found.readings = case.read(Reading::R16);
    }
    let rook_moved = case.facts.fixed.is_some_and(|fixed| rook_move_stands(case, fixed));
    if rook_moved {
        found.readings = found.readings.and(case.read(Reading::R2));
    }
    if let Some(played) = case.facts.claim_lost {
        found.allowed.promotion = promotion_of(played);
        if case.rules.decides(Decision::ClaimLost) {
            found.because = Decisions::of(Decision::ClaimLost);
        }
        return found;
    }
    if rook_moved {
        found.because.extend(SIDE_BARRED);
    }
    found.because.extend(fixed_because(case, stands));
    found
}

fn untouched_because(facts: &Facts, otherwise: Decisions) -> Decisions {
    let mut because = Decisions::EMPTY;
    if facts.adjusted {
        because.extend(Decisions::of(Decision::Adjusted));
    }
    if facts.brushed {
        because.extend(Decisions::of(Decision::Accident));
    }
    if because.is_empty() { otherwise } else { because }
}

/// What a fixed move rests on beside the clause by which it stays.
fn fixed_because(case: &Case<'_>, fixed: Fixed) -> Decisions {
    let mut because = Decisions::EMPTY;
    if case.facts.readings.contains(Reading::R12) {
        because.extend(castling_by_rook(case, fixed));
    }
    if case.facts.promotion.is_some() {
        because.extend(PROMOTION_CHOSEN);
    }
    if case.facts.ended_by_touch {
        because.extend(Decisions::of(Decision::MoveMade));
    }
    if let Some(end) = case.facts.game_end {
        because.extend(end_clause(end));
    }
    because
}

/// The clause by which castling was allowed that was fixed by the rook put down first: the duty to
/// castle, unless that rook was touched first and the rulebook lets him castle even so.
fn castling_by_rook(case: &Case<'_>, fixed: Fixed) -> Decisions {
    match fixed {
        Fixed::Castling(wing)
            if case.rules.decides(Decision::RookFirstMayCastle)
                && case.rook_first().contains(wing) =>
        {
            ROOK_MAY_CASTLE
        }
        _ => COMPULSORY,
    }
}

/// The clause by which what was let go stays.
fn let_go_clause(case: &Case<'_>, fixed: Fixed) -> Decisions {
    Decisions::of(match fixed {
        Fixed::Castling(_) | Fixed::KingOrCastling(..) => Decision::CastlingLetGo,
        Fixed::Step(from, to) if case.moves.promotes(from, to) => Decision::PromotionLetGo,
        Fixed::Step(from, to) if case.moves.victim(from, to).is_some() => Decision::CaptureLetGo,
        Fixed::Step(..) => Decision::LetGo,
    })
}

fn end_clause(end: GameEnd) -> Decisions {
    Decisions::of(match end {
        GameEnd::Checkmate => Decision::Checkmate,
        GameEnd::Stalemate => Decision::Stalemate,
    })
}

/// The fixed move, if it has been made.
#[must_use]
pub fn made_move(facts: &Facts) -> Option<Move> {
    match facts.fixed.filter(|_| facts.made)? {
        Fixed::Castling(wing) => Some(Move::Castle(wing)),
        Fixed::Step(from, to) => {
            let promotion = facts.promotion.map(|(_, role)| role);
            Some(Move::Normal { from, to, promotion })
        }
        Fixed::KingOrCastling(..) => None,
    }
}

fn verdict(case: &Case<'_>, kind: ObligationKind) -> (Verdict, Option<Move>) {
    if case.moves.is_empty() {
        return (Verdict::GameOver, None);
    }
    let made = case.facts.claim_lost.or_else(|| made_move(case.facts));
    let verdict = match kind {
        _ if made.is_some() => Verdict::Made,
        ObligationKind::Free => Verdict::Free,
        ObligationKind::Touched | ObligationKind::MustCastle => Verdict::Must,
    };
    (verdict, made)
}

/// The readings that speak only once the clock was pressed.
fn clock_readings(case: &Case<'_>) -> Readings {
    let mut readings = Readings::NONE;
    if !case.facts.clock_pressed {
        return readings;
    }
    if case.facts.breaches.contains(Infraction::CastledRookFirst) {
        readings = readings.and(case.read(Reading::R2b));
    }
    let castling = matches!(case.facts.fixed, Some(Fixed::Castling(_)));
    if castling && case.facts.breaches.contains(Infraction::UnfinishedMove) {
        readings = readings.and(case.read(Reading::R5));
    }
    readings
}

#[cfg_attr(target_arch = "arm", inline(never))] // Off the stack while touched pieces are judged.
fn infractions(case: &Case<'_>, duty: Decisions) -> Infractions {
    if case.facts.breaches.is_empty() {
        return Infractions::NONE;
    }
    let clause = |kind| {
        let broken = case.facts.breaches.contains(kind).then(|| broken(case, kind))?;
        case.rules.first_clause(broken).or_else(|| case.rules.first_clause(duty))
    };
    let penalty = case.facts.answered.and_then(|(kind, penalty)| Some((kind, penalty?)));
    Infractions::of(clause, penalty)
}

/// What a breach goes against; for a legal move that breaks the duty of the pieces touched, what
/// that duty rests on.
fn broken(case: &Case<'_>, kind: Infraction) -> Decisions {
    let castling = matches!(case.facts.fixed, Some(Fixed::Castling(_)));
    match kind {
        Infraction::TouchMove => decide(case).because,
        Infraction::BothHands if castling => Decisions::of(Decision::CastlingBothHands),
        _ => broken_by(kind),
    }
}

fn promotion_of(played: Move) -> Option<(Square, Role)> {
    match played {
        Move::Castle(_) => None,
        Move::Normal { to, promotion, .. } => promotion.map(|role| (to, role)),
    }
}
