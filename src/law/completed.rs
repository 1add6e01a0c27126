//! What the press of the clock completes.

use crate::chess::moves::Move;
use crate::chess::piece::{Role, Wing};
use crate::chess::square::{Square, SquareSet};
use crate::facts::{Facts, Fixed, Whereabouts};
use crate::law::case::Case;
use crate::law::rulebooks::Decision;
use crate::law::shown::{Shown, corrected, shown};
use crate::ruling::{Allowed, Infraction};

/// What the press of the clock brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pressed {
    /// The move is completed and the turn passes.
    Completes(Move),
    /// The same; the move counts as illegal all the same, and is penalised.
    CompletesPenalised(Move, Infraction),
    /// Nothing is completed; a breach that is penalised. `true`: the arbiter restores the position.
    Penalised(Infraction, bool),
    /// Nothing is completed; a breach without a fixed penalty.
    Stands(Infraction),
}

/// Judges the press of the clock. `allowed` is what was allowed before it.
#[must_use]
pub fn pressed(case: &Case<'_>, facts: &Facts, allowed: &Allowed) -> Pressed {
    let shown = shown(case, facts);
    match (shown, facts.fixed) {
        (Shown::Start, _) => Pressed::Penalised(Infraction::ClockWithoutMove, false),
        (Shown::Move(played), _) if allowed.contains(case.moves, played) => {
            completes(case, facts, played)
        }
        (Shown::Move(_), _) => Pressed::Stands(standing_touch_breach(facts)),
        (Shown::PawnOnLastRank(from, to), _)
            if allowed.destinations(case.moves, from).contains(to) =>
        {
            pawn_left(case, allowed, from, to)
        }
        (_, Some(Fixed::Castling(wing))) if !facts.made => unfinished_castling(case, facts, wing),
        (_, Some(_)) if corrected(case, facts) => {
            Pressed::Penalised(Infraction::UnfinishedMove, false)
        }
        _ => Pressed::Penalised(standing_illegal_breach(facts), true),
    }
}

fn completes(case: &Case<'_>, facts: &Facts, played: Move) -> Pressed {
    if facts.both_hands && case.rules.decides(Decision::BothHands) {
        Pressed::CompletesPenalised(played, Infraction::BothHands)
    } else {
        Pressed::Completes(played)
    }
}

/// The breach by which a legal move came on the board that is not allowed.
fn standing_touch_breach(facts: &Facts) -> Infraction {
    if facts.breaches.contains(Infraction::CastledRookFirst) {
        Infraction::CastledRookFirst
    } else if facts.breaches.contains(Infraction::MovedAgain) {
        Infraction::MovedAgain
    } else {
        Infraction::TouchMove
    }
}

/// The breach by which something came on the board that is no legal move.
fn standing_illegal_breach(facts: &Facts) -> Infraction {
    if facts.breaches.contains(Infraction::IllegalCastling) {
        Infraction::IllegalCastling
    } else {
        Infraction::IllegalMove
    }
}

/// A pawn left on the last rank: a queen, unless the player had chosen; or it is exchanged.
fn pawn_left(case: &Case<'_>, allowed: &Allowed, from: Square, to: Square) -> Pressed {
    if case.rules.decides(Decision::PawnIsExchanged) {
        return Pressed::Penalised(Infraction::PromotionMissing, false);
    }
    let role = allowed.promotion.map_or(Role::Queen, |(_, role)| role);
    let played = Move::Normal { from, to, promotion: Some(role) };
    Pressed::CompletesPenalised(played, Infraction::PromotionMissing)
}

/// The king on his castling square and the rook not on its own, or the other way round.
fn unfinished_castling(case: &Case<'_>, facts: &Facts, wing: Wing) -> Pressed {
    let position = case.position();
    let others = facts.board.displaced()
        - case.king().set()
        - case.castling_rook(wing).map_or(SquareSet::EMPTY, Square::set);
    let king = facts.board.of(position, case.king());
    let rook = case.castling_rook(wing).map(|rook| (rook, facts.board.of(position, rook)));
    let king_castled = king == Whereabouts::On(case.king_target(wing));
    let rook_castled = rook.is_some_and(|(_, now)| now == Whereabouts::On(case.rook_target(wing)));
    let rook_at_home = rook.is_some_and(|(home, now)| now == Whereabouts::On(home));
    let new_piece = facts.new_piece.is_some_and(|new| new.let_go);
    if new_piece || !others.is_empty() || !(king_castled || rook_castled) {
        return Pressed::Penalised(standing_illegal_breach(facts), true);
    }
    let misplaced = king_castled && !rook_at_home;
    let breach = if misplaced { Infraction::RookMisplaced } else { Infraction::UnfinishedMove };
    Pressed::Penalised(breach, false)
}
