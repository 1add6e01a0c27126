//! Rulings for boards: the squares to light.

use crate::arbiter::Arbiter;
use crate::chess::moves::LegalMoves;
use crate::chess::square::{Square, SquareSet};
use crate::facts::Fixed;
use crate::law::case::Case;
use crate::law::shown::{corrected, ends, ends_of};
use crate::ruling::Allowed;

/// Squares to light, three sets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lights {
    /// The pieces that may be moved, by where they stood when the turn began: for castling the
    /// king alone, who must be moved first. Once a move is fixed, the pieces that it still has to
    /// move or take off, by where they stand now.
    pub from: SquareSet,
    /// Where they may go.
    pub to: SquareSet,
    /// The pieces that were let go where they may not stay and have to be put back; for one that
    /// was taken off, its own square.
    pub back: SquareSet,
}

/// The squares to light after the last event. `piece` asks for the moves of one piece alone, named
/// as in an event.
#[must_use]
pub fn lights(arbiter: &Arbiter, piece: Option<Square>) -> Lights {
    let moves = LegalMoves::new(arbiter.position());
    let facts = arbiter.facts();
    let case = Case { moves, facts, rules: arbiter.rules() };
    let ruling = arbiter.ruling();
    let only = piece.map_or(SquareSet::FULL, |square| {
        facts.board.named(arbiter.position(), square).map_or(SquareSet::EMPTY, Square::set)
    });
    let mut lit = Lights { back: misplaced(&case), ..Lights::default() };
    match facts.fixed {
        _ if ruling.made.is_some() => {}
        Some(fixed) if ruling.unfinished => unfinished(&case, fixed, only, &mut lit),
        _ => open(&case, &ruling.allowed, only, &mut lit),
    }
    lit
}

/// The moves that are allowed, and not begun.
fn open(case: &Case<'_>, allowed: &Allowed, only: SquareSet, lit: &mut Lights) {
    for piece in allowed.pieces & only {
        let destinations = allowed.destinations(case.moves, piece);
        if !destinations.is_empty() {
            lit.from.insert(piece);
            lit.to |= destinations;
        }
    }
    if only.contains(case.king()) {
        for wing in allowed.castles(case.moves) {
            lit.from.insert(case.king());
            lit.to.insert(case.king_target(wing));
        }
    }
}

/// What is left to do of a move that is fixed.
fn unfinished(case: &Case<'_>, fixed: Fixed, only: SquareSet, lit: &mut Lights) {
    for (piece, end) in ends_of(case, fixed) {
        let now = case.facts.board.of(piece);
        if only.contains(piece) && !ends(case, fixed, piece, now) {
            lit.from |= now.square().map_or(SquareSet::EMPTY, Square::set);
            lit.to |= end.square().map_or(SquareSet::EMPTY, Square::set);
        }
    }
    if let Fixed::Step(pawn, last) = fixed
        && only.contains(pawn)
        && case.moves.promotes(pawn, last)
    {
        lit.to.insert(last);
    }
}

/// What stands where it may not stay.
fn misplaced(case: &Case<'_>) -> SquareSet {
    let mut squares = case.facts.board.ordered_back();
    if case.facts.breaches.is_empty() || corrected(case) {
        return squares;
    }
    for piece in case.facts.board.displaced() {
        let now = case.facts.board.of(piece);
        if !case.facts.fixed.is_some_and(|fixed| ends(case, fixed, piece, now)) {
            squares.insert(now.square().unwrap_or(piece));
        }
    }
    if let (Some(new), None) = (case.facts.new_piece, case.facts.promotion)
        && new.let_go
    {
        squares.insert(new.square);
    }
    squares
}

#[cfg(test)]
mod tests {
    extern crate std;

    use super::{Lights, lights};
    use crate::arbiter::Arbiter;
    use crate::chess::position::Position;
    use crate::chess::square::{Square, SquareSet};
    use crate::law::rulebooks::Rulebook;

    fn squares(text: &str) -> SquareSet {
        text.split_whitespace()
            .map(|square| square.parse::<Square>().expect("it is written as it should be"))
            .collect()
    }

    /// After these events, the lights are those: from, to, back.
    #[track_caller]
    fn check(fen: &str, events: &str, piece: Option<&str>, expected: [&str; 3]) {
        let mut arbiter = Arbiter::new(
            Position::from_fen(fen).expect("the position is valid"),
            Rulebook::Fide2023,
        );
        for event in events.split_whitespace() {
            arbiter
                .handle(event.parse().expect("it is written as it should be"))
                .expect("the event can happen");
        }
        let [from, to, back] = expected.map(squares);
        let piece = piece.map(|square| square.parse().expect("it is written as it should be"));
        assert_eq!(lights(&arbiter, piece), Lights { from, to, back }, "{events}");
    }

    const CORNERS: &str = "r3k2r/8/8/8/8/5r2/8/R3K2R w KQkq - 0 1";

    #[test]
    fn a_king_may_castle_on_the_other_wing() {
        check(CORNERS, "e1 h1", None, ["e1", "c1 d1 d2 e2", ""]);
        check(CORNERS, "e1 h1", Some("h1"), ["", "", ""]);
    }

    #[test]
    fn a_castling_begun_lacks_its_rook() {
        check(CORNERS, "e1-c1", None, ["a1", "d1", ""]);
        check(CORNERS, "e1-c1 a1-b1", None, ["b1", "d1", "b1"]);
        check(CORNERS, "e1-c1 a1-d1", None, ["", "", ""]);
    }

    #[test]
    fn what_may_not_stay_goes_back() {
        check(CORNERS, "e1-g1", None, ["e1", "c1 d1 d2 e2", "g1"]);
        check(CORNERS, "e1-g1 clock", None, ["e1", "c1 d1 d2 e2", "g1"]);
        check(CORNERS, "e1-g1 clock e1-e1", None, ["e1", "c1 d1 d2 e2", ""]);
        check(CORNERS, "h1-h2 h1-h3", None, ["", "", "h3"]);
    }

    #[test]
    fn a_pawn_taken_in_passing_is_still_to_be_taken_off() {
        let fen = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
        check(fen, "e5-d6", None, ["d5", "", ""]);
        check(fen, "e5-d6 off:d5", None, ["", "", ""]);
    }

    #[test]
    fn a_promotion_is_finished_on_its_square() {
        let fen = "8/4P3/8/8/8/k7/8/4K3 w - - 0 1";
        check(fen, "e7-e8", None, ["", "e8", ""]);
        check(fen, "e7-e8 Q-e8", None, ["", "", ""]);
    }
}
