//! What the press of the clock completes.

use crate::chess::moves::Move;
use crate::chess::piece::{Role, Wing};
use crate::chess::square::Square;
use crate::facts::{Facts, Fixed};
use crate::law::case::{Case, Obligation};
use crate::law::rulebooks::Decision;
use crate::law::shown::{Shown, corrected, ends_of, shown};
use crate::law::verdict::found;
use crate::ruling::{Allowed, Infraction};

/// What the press of the clock brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pressed {
    /// The move that is completed; the turn passes.
    pub completes: Option<Move>,
    /// The breach.
    pub breach: Option<Infraction>,
    /// Whether the breach is penalised, as an illegal move is.
    pub penalised: bool,
    /// Whether the arbiter restores the position.
    pub restores: bool,
}

impl Pressed {
    fn completes(played: Move, breach: Option<Infraction>) -> Self {
        Self { completes: Some(played), breach, penalised: true, restores: false }
    }

    fn breaks(breach: Infraction) -> Self {
        Self { completes: None, breach: Some(breach), penalised: true, restores: false }
    }
}

/// Judges the press of the clock, by what was allowed before it.
#[must_use]
pub fn pressed(case: &Case<'_>) -> Pressed {
    let Obligation { allowed, .. } = &found(case);
    let shown = shown(case);
    match (shown, case.facts.fixed) {
        (Shown::Start, _) => Pressed::breaks(Infraction::ClockWithoutMove),
        (Shown::Move(played), _) if allowed.contains(case.moves, played) => completes(case, played),
        (Shown::Move(_), _) => standing_touch_breach(case.facts),
        (Shown::PawnOnLastRank(from, to), _)
            if allowed.destinations(case.moves, from).contains(to) =>
        {
            pawn_left(case, allowed, from, to)
        }
        (_, Some(Fixed::Castling(wing))) if !case.facts.made => unfinished_castling(case, wing),
        (_, Some(_)) if corrected(case) => Pressed::breaks(Infraction::UnfinishedMove),
        _ => standing_illegal_breach(case.facts),
    }
}

fn completes(case: &Case<'_>, played: Move) -> Pressed {
    let both_hands = case.facts.both_hands && case.rules.decides(Decision::BothHands);
    Pressed::completes(played, both_hands.then_some(Infraction::BothHands))
}

/// The breach by which a legal move came on the board that is not allowed.
fn standing_touch_breach(facts: &Facts) -> Pressed {
    let breach = if facts.breaches.contains(Infraction::CastledRookFirst) {
        Infraction::CastledRookFirst
    } else if facts.breaches.contains(Infraction::MovedAgain) {
        Infraction::MovedAgain
    } else {
        Infraction::TouchMove
    };
    Pressed { penalised: false, ..Pressed::breaks(breach) }
}

/// The breach by which something came on the board that is no legal move.
fn standing_illegal_breach(facts: &Facts) -> Pressed {
    let breach = if facts.breaches.contains(Infraction::IllegalCastling) {
        Infraction::IllegalCastling
    } else {
        Infraction::IllegalMove
    };
    Pressed { restores: true, ..Pressed::breaks(breach) }
}

/// A pawn left on the last rank: a queen, unless the player had chosen; or it is exchanged.
fn pawn_left(case: &Case<'_>, allowed: &Allowed, from: Square, to: Square) -> Pressed {
    if case.rules.decides(Decision::PawnIsExchanged) {
        return Pressed::breaks(Infraction::PromotionMissing);
    }
    let role = allowed.promotion.map_or(Role::Queen, |(_, role)| role);
    let played = Move::Normal { from, to, promotion: Some(role) };
    Pressed::completes(played, Some(Infraction::PromotionMissing))
}

/// The king on his castling square and the rook not on its own, or the other way round.
fn unfinished_castling(case: &Case<'_>, wing: Wing) -> Pressed {
    let [(king, king_end), (rook, rook_end)] = ends_of(case, Fixed::Castling(wing));
    let displaced = case.facts.board.displaced();
    let is_at = |piece, end| case.facts.board.of(piece) == end;
    let king_castled = is_at(king, king_end);
    let others = displaced - king.set() - rook.set();
    if case.facts.promoted().is_some()
        || !others.is_empty()
        || !(king_castled || is_at(rook, rook_end))
    {
        return standing_illegal_breach(case.facts);
    }
    let misplaced = king_castled && displaced.contains(rook);
    let breach = if misplaced { Infraction::RookMisplaced } else { Infraction::UnfinishedMove };
    Pressed::breaks(breach)
}
