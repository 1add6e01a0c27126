//! The ruling as a whole, from the facts of the turn.

use crate::chess::moves::{LegalMoves, Move};
use crate::chess::piece::Role;
use crate::chess::square::Square;
use crate::clause::{Clause, Clauses};
use crate::facts::{Facts, Fixed};
use crate::law::case::{Case, Obligation, ObligationKind};
use crate::law::castling::{COMPULSORY, SIDE_BARRED};
use crate::law::released::rook_move_stands;
use crate::law::rulebooks::{Decision, Decisions};
use crate::law::touched::{PROMOTION_CHOSEN, decide, narrowed};
use crate::ruling::{
    Allowed, Infraction, Infractions, Offence, Reading, Readings, Ruling, Verdict,
};

/// Rules on the turn as it stands.
#[must_use]
pub fn rule(case: &Case<'_>, facts: &Facts) -> Ruling {
    let found = found(case, facts);
    let (verdict, made) = verdict(case, facts, &found);
    let fixed = matches!(facts.fixed, Some(Fixed::Step(..) | Fixed::Castling(_)));
    let because = case.rules.clauses(found.because);
    Ruling {
        player: case.position().turn(),
        verdict,
        allowed: found.allowed,
        made,
        because,
        readings: found.readings.and(facts.readings).and(clock_readings(case, facts)),
        infractions: infractions(case, facts, because),
        claim: facts.claim,
        unfinished: fixed && made.is_none(),
        touched_wings: case.wings_of(case.touches.all()),
    }
}

/// What is allowed as things stand.
#[must_use]
pub fn allowed(case: &Case<'_>, facts: &Facts) -> Allowed {
    match facts.fixed {
        Some(fixed) => Allowed { promotion: facts.promotion, ..fixed.allowed(case.king()) },
        None => narrowed(case, decide(case), facts.promotion).allowed,
    }
}

/// What is allowed as things stand, and why.
fn found(case: &Case<'_>, facts: &Facts) -> Obligation {
    if let Some(played) = facts.claim_lost {
        let alone = Fixed::from(played);
        let lost = Decisions::of(Decision::ClaimLost);
        let decided = case.rules.decides(Decision::ClaimLost);
        let because = if decided { lost } else { let_go_clause(case, alone) };
        let allowed = Allowed { promotion: promotion_of(played), ..alone.allowed(case.king()) };
        return settled(case, facts, allowed, because);
    }
    if case.moves.is_empty() {
        return settled(case, facts, Allowed::NONE, Decisions::of(game_end(case.moves)));
    }
    if let Some(fixed) = facts.fixed {
        return settled(case, facts, allowed(case, facts), fixed_because(case, facts, fixed));
    }
    let mut found = narrowed(case, decide(case), facts.promotion);
    if found.kind == ObligationKind::Free && case.touches.is_empty() {
        found.because = untouched_because(facts, found.because);
    }
    found
}

/// An obligation that no touch decides: a move that is fixed, or no move at all.
fn settled(case: &Case<'_>, facts: &Facts, allowed: Allowed, because: Decisions) -> Obligation {
    let mut readings = Readings::NONE;
    if facts.fixed.is_some_and(|fixed| rook_move_stands(case, fixed)) {
        readings = readings.and(case.read(Reading::R2));
    }
    if facts.promotion.is_some() {
        readings = readings.and(case.read(Reading::R16));
    }
    Obligation { allowed, because, readings, kind: ObligationKind::Touched }
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

fn fixed_because(case: &Case<'_>, facts: &Facts, fixed: Fixed) -> Decisions {
    let mut because = let_go_clause(case, fixed);
    if rook_move_stands(case, fixed) {
        because.extend(SIDE_BARRED);
    }
    if facts.readings.contains(Reading::R12) {
        because.extend(COMPULSORY);
    }
    if facts.promotion.is_some() {
        because.extend(PROMOTION_CHOSEN);
    }
    if facts.ended_by_touch {
        because.extend(Decisions::of(Decision::MoveMade));
    }
    if let Some(end) = ended_by(case, facts) {
        because.extend(Decisions::of(end));
    }
    because
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

/// How the move made ends the game, if it does.
fn ended_by(case: &Case<'_>, facts: &Facts) -> Option<Decision> {
    let after = case.position().play(made_move(facts)?);
    let moves = LegalMoves::new(&after);
    moves.is_empty().then(|| game_end(&moves))
}

/// How the game has ended for a player without a legal move.
fn game_end(moves: &LegalMoves<'_>) -> Decision {
    if moves.is_check() { Decision::Checkmate } else { Decision::Stalemate }
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

fn verdict(case: &Case<'_>, facts: &Facts, found: &Obligation) -> (Verdict, Option<Move>) {
    if case.moves.is_empty() {
        return (Verdict::GameOver, None);
    }
    if let Some(made) = facts.claim_lost.or_else(|| made_move(facts)) {
        return (Verdict::Made, Some(made));
    }
    match found.kind {
        ObligationKind::Free => (Verdict::Free, None),
        ObligationKind::Touched | ObligationKind::MustCastle => (Verdict::Must, None),
    }
}

/// The readings that speak only once the clock was pressed.
fn clock_readings(case: &Case<'_>, facts: &Facts) -> Readings {
    let mut readings = Readings::NONE;
    if !facts.clock_pressed {
        return readings;
    }
    if facts.breaches.contains(Infraction::CastledRookFirst) {
        readings = readings.and(case.read(Reading::R2b));
    }
    let castling = matches!(facts.fixed, Some(Fixed::Castling(_)));
    if castling && facts.breaches.contains(Infraction::UnfinishedMove) {
        readings = readings.and(case.read(Reading::R5));
    }
    readings
}

fn infractions(case: &Case<'_>, facts: &Facts, duty: Clauses) -> Infractions {
    let mut infractions = Infractions::NONE;
    for kind in facts.breaches.iter() {
        let penalty =
            facts.answered.and_then(|(answered, penalty)| penalty.filter(|_| answered == kind));
        let clause = broken(case, facts, kind).or_else(|| duty.iter().next());
        if let Some(clause) = clause {
            infractions.insert(Offence { kind, clause, penalty });
        }
    }
    infractions
}

/// The clause that a breach breaks; for a legal move that breaks the duty of the pieces touched,
/// the clause of that duty.
fn broken(case: &Case<'_>, facts: &Facts, kind: Infraction) -> Option<Clause> {
    let castling = matches!(facts.fixed, Some(Fixed::Castling(_)));
    let duty = match kind {
        Infraction::TouchMove => decide(case).because,
        Infraction::BothHands if castling => Decisions::of(Decision::CastlingBothHands),
        _ => return case.rules.clause_broken_by(kind),
    };
    case.rules.clauses(duty).iter().next()
}

fn promotion_of(played: Move) -> Option<(Square, Role)> {
    match played {
        Move::Castle(_) => None,
        Move::Normal { to, promotion, .. } => promotion.map(|role| (to, role)),
    }
}
