//! The six conditions of castling, one by one, and how they are lost.

use touch_move::chess::castling::{CastlingReport, Failed, FailedCondition, conditions};
use touch_move::chess::moves::{LegalMoves, Move};
use touch_move::chess::notation::parse_move;
use touch_move::chess::piece::{Color, Wing};
use touch_move::chess::position::Position;
use touch_move::chess::square::{Square, SquareSet};

use Failed::{
    ArrivalAttacked, CrossingAttacked, InCheck, KingMoved, PathBlocked, RightsLost, RookMoved,
};
use Wing::{KingSide, QueenSide};

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap()
}

fn played(fen: &str, moves: &str) -> Position {
    moves.split_whitespace().fold(position(fen), |position, mv| {
        let read = parse_move(mv, &position).unwrap_or_else(|error| panic!("{mv}: {error}"));
        position.play(read)
    })
}

fn squares(text: &str) -> SquareSet {
    text.split_whitespace().map(|square| square.parse::<Square>().unwrap()).collect()
}

fn failed(report: CastlingReport<'_>) -> Vec<Failed> {
    report.failed().map(|condition| condition.failed).collect()
}

/// Exactly these conditions are not met, each as (condition, squares, by).
#[track_caller]
fn check(position: &Position, color: Color, wing: Wing, expected: &[(Failed, &str, &str)]) {
    let report = conditions(position, color, wing);
    let found: Vec<_> = report.failed().map(|c| (c.failed, c.squares, c.by)).collect();
    let expected: Vec<_> =
        expected.iter().map(|&(failed, on, by)| (failed, squares(on), squares(by))).collect();
    assert_eq!(found, expected, "{position}");
    assert_eq!(report.is_legal(), expected.is_empty());
    if color == position.turn() {
        assert_eq!(LegalMoves::new(position).can_castle(wing), expected.is_empty());
    }
}

/// For White, and for Black in the mirror.
#[track_caller]
fn check_white(fen: &str, wing: Wing, expected: &[(Failed, &str, &str)]) {
    let position = position(fen);
    check(&position, Color::White, wing, expected);
    let expected: Vec<_> = expected
        .iter()
        .map(|&(failed, on, by)| {
            let flip = |text| squares(text).map(Square::mirrored).collect::<SquareSet>();
            (failed, flip(on), flip(by))
        })
        .collect();
    let mirrored = position.mirrored();
    let report = conditions(&mirrored, Color::Black, wing);
    let found: Vec<_> = report.failed().map(|c| (c.failed, c.squares, c.by)).collect();
    assert_eq!(found, expected, "{mirrored}");
}

#[test]
fn nothing_speaks_against_it() {
    for wing in Wing::ALL {
        check_white("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", wing, &[]);
        check(&position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"), Color::Black, wing, &[]);
    }
}

#[test]
fn the_way_must_be_free_of_both_colours() {
    let fen = "r3k2r/8/8/8/8/8/8/RN2Kb1R w KQkq - 0 1";
    check_white(fen, QueenSide, &[(PathBlocked, "b1", "b1")]);
    check_white(fen, KingSide, &[(PathBlocked, "f1", "f1")]);
    let fen = "4k3/8/8/8/8/8/8/R1BQKB1R w KQ - 0 1";
    check_white(fen, QueenSide, &[(PathBlocked, "c1 d1", "c1 d1")]);
}

#[test]
fn the_king_may_not_be_in_check() {
    check_white("4k3/8/8/8/1b6/8/8/R3K2R w KQ - 0 1", KingSide, &[(InCheck, "e1", "b4")]);
    check_white("4k3/8/8/8/1b6/8/8/R3K2R w KQ - 0 1", QueenSide, &[(InCheck, "e1", "b4")]);
}

#[test]
fn the_king_may_have_been_in_check() {
    let after = played("4k3/8/8/8/1b6/8/2P5/R3K2R w KQ - 0 1", "c3 Kd8");
    check(&after, Color::White, KingSide, &[]);
    check(&after, Color::White, QueenSide, &[]);
}

#[test]
fn the_king_may_not_arrive_on_an_attacked_square() {
    check_white("4k3/b7/8/8/8/8/8/R3K2R w KQ - 0 1", KingSide, &[(ArrivalAttacked, "g1", "a7")]);
    check_white("4k3/8/8/8/8/8/7p/R3K2R w KQ - 0 1", KingSide, &[(ArrivalAttacked, "g1", "h2")]);
}

#[test]
fn the_king_may_not_cross_an_attacked_square() {
    let fen = "r3k2r/8/8/8/8/5r2/8/R3K2R w KQkq - 0 1";
    check_white(fen, KingSide, &[(CrossingAttacked, "f1", "f3")]);
    check_white(fen, QueenSide, &[]);
    let fen = "4k3/8/8/8/8/1n6/4p3/R3K2R w KQ - 0 1";
    check_white(fen, KingSide, &[(CrossingAttacked, "f1", "e2")]);
    check_white(fen, QueenSide, &[(ArrivalAttacked, "c1", "b3"), (CrossingAttacked, "d1", "e2")]);
}

#[test]
fn rook_and_its_neighbour_square_may_be_attacked() {
    check_white("4k3/8/8/8/8/rr6/8/R3K2R w KQ - 0 1", QueenSide, &[]);
    check_white("4k3/8/8/8/8/7r/8/R3K2R w KQ - 0 1", KingSide, &[]);
}

#[test]
fn a_pinned_piece_attacks_all_the_same() {
    // The knight may not move: the bishop would take the king. It covers f1 and d1 still.
    let fen = "8/8/7k/7p/8/4n3/8/2B1K2R w K - 0 1";
    check_white(fen, KingSide, &[(CrossingAttacked, "f1", "e3")]);
}

#[test]
fn every_condition_is_reported_on_its_own() {
    let fen = "4k3/8/8/8/8/4qn2/8/R3KB1R w Q - 0 1";
    check_white(
        fen,
        KingSide,
        &[
            (PathBlocked, "f1", "f1"),
            (RightsLost, "e1 h1", ""),
            (InCheck, "e1", "e3 f3"),
            (ArrivalAttacked, "g1", "e3 f3"),
        ],
    );
    check_white(fen, QueenSide, &[(InCheck, "e1", "e3 f3"), (ArrivalAttacked, "c1", "e3")]);
}

#[test]
fn checks_along_the_rank_reach_through_the_king_but_not_through_the_castled_rook() {
    check_white(
        "4k3/8/8/8/8/8/8/r3K2R w K - 0 1",
        KingSide,
        &[(InCheck, "e1", "a1"), (CrossingAttacked, "f1", "a1")],
    );
}

#[test]
fn without_history_it_is_only_known_that_the_right_is_lost() {
    let lost = (RightsLost, "e1 h1", "");
    check_white("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", KingSide, &[lost]);
    check_white("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", KingSide, &[lost]);
    // The rest is judged as long as king and rook stand at home.
    let covered = (CrossingAttacked, "f1", "f3");
    check_white("4k3/8/8/8/8/5r2/8/R3K2R w - - 0 1", KingSide, &[lost, covered]);
    check_white("4k3/8/8/8/8/5r2/8/R3K3 w - - 0 1", KingSide, &[lost]);
    check_white("4k3/8/8/8/8/5r2/8/R2K3R w - - 0 1", KingSide, &[lost]);
    // Where they stood in Chess960 nobody knows.
    let position = position("4k3/8/8/8/8/5r2/8/R3K2R w - - 0 1").with_chess960(true);
    check(&position, Color::White, KingSide, &[(RightsLost, "", "")]);
}

#[test]
fn a_rook_that_has_moved_is_remembered_with_the_move() {
    let start = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 7";
    let after = played(start, "Rh5 Kd8 Rh1 Ke8");
    check(&after, Color::White, KingSide, &[(RookMoved, "h1", "")]);
    check(&after, Color::White, QueenSide, &[]);
    let moved = conditions(&after, Color::White, KingSide).get(RookMoved).unwrap();
    assert_eq!((moved.move_number, moved.captured, moved.castled_before), (Some(7), false, false));
    // Black's rooks have not moved, his king has.
    check(&after, Color::Black, KingSide, &[(KingMoved, "e8", "")]);
    let moved = conditions(&after, Color::Black, QueenSide).get(KingMoved).unwrap();
    assert_eq!((moved.move_number, moved.castled_before), (Some(7), false));
    // Both, in whatever order.
    let after = played(start, "Ke2 Ke7 Rh2 Ke8 Rhh1 Ke7 Ke1 Ke8");
    check(&after, Color::White, KingSide, &[(RookMoved, "h1", ""), (KingMoved, "e1", "")]);
    let number = |failed| {
        let condition = conditions(&after, Color::White, KingSide).get(failed);
        condition.and_then(|condition: FailedCondition| condition.move_number)
    };
    assert_eq!((number(KingMoved), number(RookMoved)), (Some(7), Some(8)));
}

#[test]
fn only_the_rook_that_had_the_right_counts() {
    // The rook that comes to h1 later is another one.
    let start = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    let after = played(start, "Rg1 Kd8 Ra2 Ke8 Rh2 Kd8 Rhh1 Ke8 Rg2 Kd8");
    let number = |wing| {
        let report = conditions(&after, Color::White, wing);
        assert_eq!(failed(report), [RookMoved]);
        report.get(RookMoved).and_then(|condition: FailedCondition| condition.move_number)
    };
    assert_eq!((number(KingSide), number(QueenSide)), (Some(1), Some(2)));
}

#[test]
fn a_captured_rook_is_told_from_one_that_moved() {
    let after = played("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 3", "Rxa8+ Kd7");
    let of = |color| conditions(&after, color, QueenSide).get(RookMoved).unwrap();
    assert!(of(Color::Black).captured);
    assert!(!of(Color::White).captured);
    assert_eq!(of(Color::Black).move_number, Some(3));
    assert!(conditions(&after, Color::Black, KingSide).get(RookMoved).is_none());
    // A promotion may take it too; taking it again after that changes nothing.
    let after = played("r3k3/1P6/8/8/8/8/8/4K3 w q - 0 9", "bxa8=Q+ Kf7 Qa2+ Kf8");
    let captured = conditions(&after, Color::Black, QueenSide).get(RookMoved).unwrap();
    assert_eq!((captured.captured, captured.move_number), (true, Some(9)));
}

#[test]
fn a_player_castles_once() {
    let start = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 12";
    let after = played(start, "O-O Ke7 Kh1 Kd7 Rf3 Ke7 Kg1 Kd7 Kf1 Ke7 Ke1 Kd7");
    let report = conditions(&after, Color::White, QueenSide);
    assert_eq!(failed(report), [KingMoved]);
    let castled = report.get(KingMoved).unwrap();
    assert_eq!((castled.castled_before, castled.move_number), (true, Some(12)));
    assert_eq!(after.history().castled(Color::White), Some(KingSide));
    let report = conditions(&after, Color::White, KingSide);
    assert_eq!(failed(report), [RookMoved, KingMoved]);
    assert_eq!(report.get(RookMoved).unwrap().move_number, Some(12));
}

#[test]
fn what_moved_before_the_known_history_stays_unknown() {
    // The king may have moved before the position was set up: his move now explains nothing.
    let after = played("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "Ke2 Kd8 Ke1 Ke8");
    assert_eq!(failed(conditions(&after, Color::White, KingSide)), [RightsLost]);
    // He had the right on one wing, so he had not moved.
    let after = played("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "Ke2 Kd8 Ke1 Ke8");
    assert_eq!(failed(conditions(&after, Color::White, KingSide)), [KingMoved]);
}

#[test]
fn chess960_judges_the_arrival_with_both_on_their_end_squares() {
    // The rook on b1 hides the king from a1, but not once it has gone to d1.
    let fen = "4k3/8/8/8/8/8/8/rR2K3 w B - 0 1";
    check_white(fen, QueenSide, &[(ArrivalAttacked, "c1", "a1")]);
    // The rook itself will stand between.
    check_white("4k3/8/8/8/8/8/8/RK5r w A - 0 1", QueenSide, &[(InCheck, "b1", "h1")]);
}

#[test]
fn chess960_wants_every_square_that_either_crosses_or_ends_on_empty() {
    check_white("4k3/8/8/8/8/8/8/RNK5 w A - 0 1", QueenSide, &[(PathBlocked, "b1", "b1")]);
    check_white("4k3/8/8/8/8/8/8/RK1N4 w A - 0 1", QueenSide, &[(PathBlocked, "d1", "d1")]);
    check_white("4k3/8/8/8/8/8/8/1K1RN1N1 w D - 0 1", KingSide, &[(PathBlocked, "e1 g1", "e1 g1")]);
    // What stands on the far side does not matter; king and rook may change places, or stay.
    check_white("1k6/8/8/8/8/8/8/N1K1R2B w E - 0 1", KingSide, &[]);
    check_white("4k3/8/8/8/8/8/8/N4KRB w G - 0 1", KingSide, &[]);
    check_white("4k3/8/8/8/8/8/8/N5KR w H - 0 1", KingSide, &[]);
    check_white("4k3/8/8/8/8/8/8/1RK5 w B - 0 1", QueenSide, &[]);
    let after = position("4k3/8/8/8/8/8/8/N4KRB w G - 0 1").play(Move::Castle(KingSide));
    assert_eq!(after.board().to_string(), "4k3/8/8/8/8/8/8/N4RKB");
}

#[test]
fn chess960_crosses_attacked_squares_no_more_than_others() {
    let fen = "4k3/8/8/8/8/3r4/8/1K3R2 w F - 0 1";
    check_white(fen, KingSide, &[(CrossingAttacked, "d1", "d3")]);
    let fen = "4k3/8/8/8/8/2rrr3/8/1K3R2 w F - 0 1";
    check_white(fen, KingSide, &[(CrossingAttacked, "c1 d1 e1", "c3 d3 e3")]);
}

#[test]
fn the_codes_are_those_of_the_output() {
    let codes = Failed::ALL.map(Failed::code);
    assert_eq!(
        codes,
        [
            "path_blocked",
            "rook_moved",
            "king_moved",
            "rights_lost",
            "in_check",
            "arrival_attacked",
            "crossing_attacked"
        ]
    );
}
