//! Short sequences that real hands and real sensors make, and what comes of each: moves that slide,
//! captures that hide their victim, castling in every order, pieces brushed, put back, put wrong.

use touch_move::chess::position::Position;
use touch_move::eboard::protocol::Protocol;

use crate::watched::{Told, Watched};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const ROOK_FREE: &str = "rn1qk2r/pp2ppbp/2p2np1/3p1b1P/3P4/4PN2/PPP1BPP1/RNBQK2R w KQkq - 0 9";
const ITALIAN: &str = "rnbqk2r/pppp1ppp/5n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4";
const BOTH_WINGS: &str = "r3k2r/pppqbppp/2npbn2/4p3/4P3/2NPBN2/PPPQBPPP/R3K2R w KQkq - 0 1";
const FISCHER: &str = "rk2nq1r/pppb2pp/4pb2/3p1pB1/3P4/5N2/PPP1PPPP/RK1BN1QR b KQkq - 5 9";
const AFTER_E4: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";

/// What the plain text protocol told of these reports, parted by `,`.
fn told(fen: &str, reports: &str) -> Told {
    let position = Position::from_fen(fen).unwrap();
    let chess960 = position.is_chess960() || fen.contains(" G ");
    let mut watched = Watched::new(Protocol::Text, position.with_chess960(chess960));
    for report in reports.split(',') {
        watched.bytes(format!("{}\n", report.trim()).as_bytes());
    }
    let told = watched.end();
    assert_eq!(told.unreadable, [] as [&str; 0], "{reports}");
    told
}

/// These reports are these moves, without a breach.
#[track_caller]
fn moves(fen: &str, reports: &str, moves: &str) {
    let told = told(fen, reports);
    assert_eq!((told.moves.join(" ").as_str(), told.infractions.len()), (moves, 0), "{told:?}");
}

/// No move is made; this is the ruling, and these are the breaches.
#[track_caller]
fn rules(fen: &str, reports: &str, ruling: &str, infractions: &[&str]) {
    let told = told(fen, reports);
    assert_eq!(
        (told.moves.len(), told.ruling.as_str(), told.infractions.as_slice()),
        (0, ruling, infractions),
        "{told:?}"
    );
}

/// This move stands in spite of these breaches.
#[track_caller]
fn stands(fen: &str, reports: &str, mv: &str, infractions: &[&str]) {
    let told = told(fen, reports);
    assert_eq!(
        (told.moves.join(" ").as_str(), told.infractions.as_slice()),
        (mv, infractions),
        "{told:?}"
    );
}

#[test]
fn the_clock_is_pressed_late_by_the_player_who_has_moved() {
    let after = |reports: &str| told(START, &format!("lift e2, place e4, {reports}")).events;
    let moved = |rest: &[&'static str]| [&["e2", "e2-e4"], rest].concat();
    // The opponent has only lifted: his own pawn, and what he takes with another one.
    assert_eq!(after("lift e7, clock, place e5"), moved(&["opp:e7", "e7-e5"]));
    assert_eq!(after("lift e7, clock, place e5, clock"), moved(&["opp:e7", "e7-e5", "clock"]));
    let takes = "lift d7, place d5, lift e4, lift d5, clock, place d5, clock";
    let events = moved(&["opp:d7", "d7-d5", "opp:e4", "d5", "e4-d5", "clock"]);
    assert_eq!(after(takes), events);
    // He has put something down: the press is his.
    assert_eq!(after("lift e7, place e5, clock"), moved(&["opp:e7", "e7-e5", "clock"]));
    assert_eq!(after("lift e7, place e7, clock"), moved(&["opp:e7", "e7-e7", "clock"]));
    // The clock was pressed before, or is pressed a second time.
    assert_eq!(after("clock, lift e7, clock"), moved(&["clock", "e7", "off:e7", "clock"]));
    assert_eq!(after("lift e7, clock, clock"), moved(&["opp:e7", "off:e7", "clock"]));
}

#[test]
fn a_slide_is_one_move_however_often_it_is_sensed() {
    let stops = "lift h1, place h2, lift h2, place h3";
    moves(ROOK_FREE, stops, "h1h3");
    moves(ROOK_FREE, &format!("{stops}, lift h3, place h4"), "h1h4");
    // The stop would have been a move that does not mate, the end is one that does.
    let mate = "8/8/R6P/1R6/7k/2B2K1p/8/8 w - - 0 1";
    moves(mate, "lift a6, place a5, lift a5, place a4", "a6a4");
    let stops = "lift a1, place d1 R, lift d1, place e1 R, lift e1, place f1 R";
    let fen = "r1b1r1k1/p1p1qpp1/1pn4p/2p4Q/4PR2/3PB2P/PPPN2P1/R5K1 w - - 0 18";
    moves(fen, stops, "a1f1");
    moves(START, "lift d2, place d2, lift d2, place d3, lift d3, place d4", "d2d4");
    // The king's two castling steps.
    moves(ITALIAN, "lift e1, place f1, lift f1, place g1, lift h1, place f1", "e1g1");
}

#[test]
fn turning_or_coming_back_is_a_second_move_of_a_piece_let_go() {
    let fen = "rnbqkbnr/pp2pppp/2p5/3p4/2P1P3/8/PP1P1PPP/RNBQKBNR w KQkq - 0 3";
    stands(fen, "lift d2, place d4, lift d4, place d2", "d2d4", &["moved_again"]);
    stands(ROOK_FREE, "lift d1, place d3, lift d3, place c3", "d1d3", &["moved_again"]);
    // The rook is pinned: going on leads off its line, so it was let go where it could go.
    let in_check = "4k3/8/8/8/4r3/8/8/4K2R w K - 0 1";
    rules(in_check, "lift h1, place h2, lift h2, place h3", "free", &["illegal_move"]);
    // In check from e8 only the block on e2 is legal, not the square behind it.
    let block = "4r2k/8/8/8/8/8/R7/4K3 w - - 0 1";
    stands(block, "lift a2, place e2, lift e2, place f2", "a2e2", &["moved_again"]);
    // A stop that is no move is only passed over.
    moves(block, "lift a2, place c2, lift c2, place e2", "a2e2");
}

#[test]
fn fast_players_make_two_moves_and_no_more() {
    let fen = "rnbqkb1r/pppppp1p/5np1/8/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 3";
    moves(fen, "lift c2, place c4, lift c7, place c5", "c2c4 c7c5");
    moves(
        fen,
        "lift c2, place c4, lift f6, place d5, lift c4, lift d5, place d5",
        "c2c4 f6d5 c4d5",
    );
    // The answer takes the piece that has just moved, and takes it up first.
    let fen = "4k3/8/8/8/1p6/8/P7/4K2R w K - 0 1";
    moves(fen, "lift h1, place h4, lift h4, lift b4, place b4, lift h4", "h1h4");
    moves(fen, "lift a2, place a4, lift b4, place a3, lift a4", "a2a4 b4a3");
}

#[test]
fn castling_with_the_king_first_in_every_order_after_that() {
    moves(ITALIAN, "lift e1, place g1, lift h1, place f1", "e1g1");
    moves(ITALIAN, "lift e1, lift h1, place f1, place g1", "e1g1");
    moves(ITALIAN, "lift e1, lift h1, place g1, place f1", "e1g1");
    // How long the king is in the air does not matter.
    moves(ITALIAN, "lift e1, wait 4000, place g1 K, lift h1, place f1 R", "e1g1");
    let black = BOTH_WINGS.replace(" w ", " b ");
    moves(&black, "lift e8, place c8, lift a8, place d8", "e8c8");
    moves(&black, "lift e8, place g8 k, lift h8, place f8 r", "e8g8");
    // A queen that goes the same way does not castle.
    moves("k7/8/8/8/8/8/3K4/4Q2R w - - 0 1", "lift e1, place g1", "e1g1");
}

#[test]
fn castling_half_done_is_not_done() {
    rules(ITALIAN, "lift e1, place g1", "must Complete", &[]);
    rules(ITALIAN, "lift e1, place g1, lift h1, place e1", "must Complete", &["rook_misplaced"]);
    let pressed = "lift e1, place g1, clock";
    rules(ITALIAN, pressed, "must Complete", &["unfinished_move"]);
}

#[test]
fn the_rook_first_moves_the_rook() {
    let rook_first = "lift h1, place f1, lift e1, place g1";
    stands(ITALIAN, rook_first, "h1f1", &["castled_rook_first"]);
    let fen = "1r1q1rk1/p2pnpbp/8/8/8/2N1B1n1/PPP1P2P/R3KBN1 w Q - 0 12";
    stands(fen, "lift a1, place d1, lift e1, place c1", "a1d1", &["castled_rook_first"]);
    // Chess960, the rook on the king's castling square: nothing of the attempt is a move.
    let fen = "4k3/8/8/8/8/8/5PPP/4K1R1 w G - 0 1";
    let swapped = "lift g1, lift e1, place g1 K, place f1 R";
    rules(fen, swapped, "must MoveRook(g1)", &["castled_rook_first"]);
    moves(fen, "lift e1, lift g1, place f1 R, place g1 K", "e1g1");
}

#[test]
fn chess960_castles_where_nothing_seems_to_change() {
    let fen = "4k3/8/8/8/8/8/8/5KR1 w G - 0 1";
    moves(fen, "lift f1, lift g1, place g1 K, place f1 R", "f1g1");
    moves(fen, "lift f1, lift g1, place g1, place f1", "f1g1");
    moves(FISCHER, "lift b8, place c8, lift a8, place d8", "b8a8");
    moves(FISCHER, "lift b8, place c8, clock", "b8c8");
    let thrice = "lift a8, place a8, lift a8, place a8, lift a8, place a8";
    rules(FISCHER, thrice, "free", &[]);
}

#[test]
fn touches_bind_without_a_move() {
    let black = BOTH_WINGS.replace(" w ", " b ");
    rules(&black, "touch e8, touch h8", "must Castle(KingSide)", &[]);
    rules(&black, "lift e8, place e8, lift a8", "must Castle(QueenSide)", &[]);
    let covered = "4k3/8/8/8/8/5r2/8/4K2R w K - 0 1";
    rules(covered, "touch e1, touch e1, touch h1", "must MoveKing", &[]);
    rules(START, "touch g1, lift b1, place c3", "must Move(g1)", &["touch_move"]);
    rules(START, "touch a2, touch a2, lift e2, place e4", "must Move(a2)", &["touch_move"]);
    moves(AFTER_E4, "touch g8, touch g8, lift g8, place f6", "g8f6");
    let kings = "8/5k2/8/8/8/3K4/4P3/8 w - - 0 1";
    rules(kings, "lift d3, lift f7, place f7 k, place d3 K", "must MoveKing", &[]);
    rules(kings, "lift d3, lift f7, place f7, place d3", "must MoveKing", &[]);
    // Nobody knows what was touched where there is no piece.
    rules(START, "touch e4, touch e5", "free", &[]);
}

#[test]
fn a_king_that_slips_from_the_hand() {
    // He stood still for long enough: he was let go.
    let long = "lift e1, place d1, wait 1000, lift d1, place c1, lift a1, place d1, clock";
    stands(BOTH_WINGS, long, "e1d1", &["moved_again"]);
    // With times that tell otherwise he was not.
    let short = "@0 lift e1, @700 place d1, @900 lift d1, @1200 place c1, @1900 lift a1, \
                 @2500 place d1, @3000 clock";
    moves(BOTH_WINGS, short, "e1c1");
}

#[test]
fn captures_whose_victim_is_never_seen_to_leave() {
    let fen = "4k3/8/8/8/2r5/1B6/8/4K3 w - - 0 1";
    moves(fen, "lift b3, place c4 B", "b3c4");
    moves(fen, "lift c4, lift b3, place c4", "b3c4");
    moves(fen, "lift b3, lift c4, place c4", "b3c4");
    // Seen where it goes before it leaves.
    moves(fen, "place c4 B, lift b3", "b3c4");
    let fen = "rnbqkb1r/pp1pnppp/2P5/8/3Q4/5p2/PPP1P1PP/RNB1KBNR w KQkq - 1 6";
    moves(fen, "lift d4, place g7 Q", "d4g7");
    let fen = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    rules(fen, "lift e4", "must Move(e4)", &[]);
    // The victim is put down on the way off the board.
    moves(fen, "lift d5, lift e4, place d5 P, place c4 p, lift c4, clock", "e4d5");
    moves(fen, "lift d5, lift e4, place d5, place c4, lift c4, clock", "e4d5");
    // On a board that knows no pieces both are put back.
    rules(fen, "lift d5, lift e4, place d5, place e4", "must CaptureWith(d5, e4)", &[]);
}

#[test]
fn a_capture_that_bits_cannot_see_is_assumed_if_nothing_else_explains_it() {
    let fen = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    let one = "frame ????????/???1????/8/3?4/8/8/????1???/????????, clock";
    let told = told(fen, one);
    assert_eq!(told.moves, ["e4d5"]);
    assert_eq!(told.events, ["e4", "e4-d5?", "clock"]);
    assert_eq!(told.infractions, [] as [&str; 0]);
}

#[test]
fn en_passant_in_every_order() {
    let fen = "rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3";
    moves(fen, "lift e5, place d6 P, lift d5", "e5d6");
    moves(fen, "lift e5, lift d5, place d6", "e5d6");
    moves(fen, "lift d5, lift e5, place d6", "e5d6");
    let fen = "rnbqkbnr/pppp1ppp/8/8/3Pp3/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 3";
    moves(fen, "lift e4, place d3 p, lift d4", "e4d3");
    let fen = "r1r3k1/1p1bbppp/3p1n2/q1n1p3/pPP1P3/2N1BP2/P2QB1PP/1RN2RK1 b - b3 0 15";
    moves(fen, "lift a4, place b3 p, lift b4", "a4b3");
    // The victim stands still.
    rules(fen, "lift a4, place b3 p", "must Complete", &[]);
    rules(fen, "lift a4, place b3 p, clock", "must Complete", &["unfinished_move"]);
}

#[test]
fn promotion_as_the_board_can_tell() {
    let fen = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";
    moves(fen, "lift a7, place a8 N", "a7a8n");
    moves(fen, "lift a7, place a8 P, lift a8, place a8 R, clock", "a7a8r");
    moves(fen, "place a8 Q, lift a7", "a7a8q");
    moves(fen, "lift a7, place a8, promote N a8, clock", "a7a8n");
    moves(fen, "promote b a8, lift a7, place a8, clock", "a7a8b");
    moves(fen, "lift a7, place a8, lift a8, promote R a8, place a8, clock", "a7a8r");
    // Once the new piece has touched the square it is chosen.
    stands(
        fen,
        "lift a7, place a8 Q, lift a8, place a8 N, lift a8, place a8 Q, clock",
        "a7a8q",
        &[],
    );
    // Another one that was let go there is exchanged for the one that was chosen.
    let knight = "@0 lift a7 P, @700 place a8 Q, @900 lift a8 Q, @1400 place a8 N";
    let mended = format!("{knight}, @2100 lift a8 N, @2400 place a8 Q, @3000 clock");
    stands(fen, &mended, "a7a8q", &["touch_move"]);
    // A board that knows its pieces sees the pawn there.
    stands(fen, "lift a7, place a8 P, clock", "a7a8q", &["promotion_missing"]);
    // To put the queen there afterwards touches nothing, and to leave the pawn is not the
    // opponent's fault.
    let fen = "8/Pk6/8/8/8/8/8/4K3 w - - 0 1";
    let left = "lift a7, place a8 P, clock";
    let (mended, answer) = ("lift a8 P, place a8 Q", "lift b7, place c7, clock");
    let missing = &["promotion_missing"];
    stands(fen, &format!("{left}, {mended}, {answer}"), "a7a8q b7c7", missing);
    stands(fen, &format!("{left}, {answer}, {mended}"), "a7a8q b7c7", missing);
}

#[test]
fn a_queen_is_assumed_where_the_board_cannot_tell() {
    let fen = "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1";
    for (reports, events) in [
        ("lift a7, place a8, clock", "a7 a7-a8 off:a7? Q-a8? clock"),
        ("lift a7, place a8, lift e8, place e7", "a7 a7-a8 off:a7? Q-a8? opp:e8 e8-e7"),
        ("lift a7, place a8 U", "a7 a7-a8 off:a7? Q-a8?"),
        ("lift b8, lift a7, place b8, clock", "b8 a7 a7-b8 off:a7? Q-b8? clock"),
    ] {
        let told = told(fen, reports);
        assert_eq!(told.events.join(" "), events, "{reports}");
        assert_eq!(told.infractions, [] as [&str; 0], "{reports}");
    }
}

#[test]
fn a_brushed_neighbour_stands_again() {
    moves(AFTER_E4, "lift e7, lift d2, place d2 P, place e5 p", "e7e5");
    moves(AFTER_E4, "lift e7, lift d8, place d8, place e5", "e7e5");
    moves(AFTER_E4, "lift g1, place g1 N, lift e7, place e5 p", "e7e5");
    // With times a touch that did not last was none.
    moves(AFTER_E4, "@0 lift d7, @30 place d7, @700 lift e7, @1500 place e5", "e7e5");
    rules(
        AFTER_E4,
        "@0 lift d7, @90 place d7, @700 lift e7, @1500 place e5",
        "must Move(d7)",
        &["touch_move"],
    );
}

#[test]
fn a_piece_announced_to_be_adjusted_binds_to_nothing() {
    moves(START, "adjust g1, lift g1, place g1, lift e2, place e4", "e2e4");
    // Announced once, adjusted once.
    rules(START, "adjust g1, lift g1, place g1, lift g1, place g1", "must Move(g1)", &[]);
    // Moving it is no adjusting.
    moves(START, "adjust g1, lift g1, place f3", "g1f3");
}

#[test]
fn what_is_illegal_is_said_and_what_was_touched_still_binds() {
    rules(START, "lift c1, place d3", "free", &["illegal_move"]);
    rules("4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1", "lift e2, place c3", "free", &["illegal_move"]);
    let fen = "3r2k1/5p2/4pp1p/1p6/p3P3/3nNPP1/PP5P/3R1K2 b - - 0 1";
    rules(fen, "lift g8, place c8", "must MoveKing", &["illegal_move"]);
    // Penalised once the clock is pressed; put back, another move is made.
    let fen = "4k3/8/8/8/4r3/8/3P4/4K2R w K - 0 1";
    let pressed = "lift h1, place h3, clock";
    rules(fen, pressed, "free", &["illegal_move", "illegal_move"]);
    let mended = format!("{pressed}, lift h3, place h1, lift e1, place f2, clock");
    stands(fen, &mended, "e1f2", &["illegal_move", "illegal_move"]);
}

#[test]
fn the_clock_proves_and_completes() {
    moves(START, "lift e2, place e4, clock, lift e7, place e5, clock", "e2e4 e7e5");
    rules(START, "clock", "free", &["clock_without_move"]);
    // The piece is not on the board.
    rules(START, "lift e2, clock", "must Move(e2)", &["illegal_move"]);
    // The opponent touches a piece, says somebody.
    moves(START, "lift e2, place e4, opp e7, lift e7, place e5", "e2e4 e7e5");
}

#[test]
fn a_report_that_was_lost_spoils_nothing_that_is_seen_later() {
    let reports = "place e4 P, lift e4, place e2 P, lift e2, place e4 P";
    moves(START, reports, "e2e4");
    // The lift comes with the next picture.
    let late = "place e4 P, clock, frame rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR, clock";
    assert_eq!(told(START, late).moves, ["e2e4"]);
}

#[test]
fn a_game_goes_on_from_any_position() {
    let fen = "rnb1kbnr/ppp1pppp/8/3q4/8/2N5/PPPP1PPP/R1BQKBNR b KQkq - 1 3";
    moves(fen, "lift d5, place a5 q", "d5a5");
    moves("8/8/8/4k3/8/4P3/8/4K3 w - - 0 1", "lift e1, place e2 K", "e1e2");
}

#[test]
fn two_hands_are_said() {
    // Once as it happens, and once more with what it costs.
    let both = "hands, lift e1, lift h1, place g1, place f1, clock";
    stands(ITALIAN, both, "e1g1", &["both_hands", "both_hands"]);
}

#[test]
fn pieces_lifted_in_one_scan_have_no_order() {
    let covered = "r3k2r/8/8/8/8/5r2/8/R3K2R w KQkq - 0 1";
    let frame = "frame r3k2r/8/8/8/8/5r2/8/R7";
    let together = told(covered, frame);
    assert_eq!(together.events, ["e1+h1"]);
    assert_eq!(told(covered, "@5 lift h1, @5 lift e1, @900 clock").events[0], "e1+h1");
    assert_eq!(told(covered, "lift h1, lift e1").events, ["h1", "e1"]);
}
