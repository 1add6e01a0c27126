//! The room `chess` as a whole: counts of known positions, and another implementation beside it.

use touch_move::chess::moves::LegalMoves;
use touch_move::chess::position::Position;

fn perft(position: &Position, depth: u32) -> u64 {
    let legal = LegalMoves::new(position);
    if depth == 1 {
        return legal.iter().count() as u64;
    }
    legal.iter().map(|mv| perft(&position.play(mv), depth - 1)).sum()
}

#[track_caller]
fn check(fen: &str, counts: &[u64]) {
    let position = Position::from_fen(fen).unwrap();
    assert_eq!(position.to_string(), fen);
    for (depth, &count) in (1..).zip(counts) {
        assert_eq!(perft(&position, depth), count, "{fen} to depth {depth}");
    }
}

#[test]
fn known_counts_from_the_start() {
    check("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", &[20, 400, 8902, 197_281]);
    assert_eq!(
        Position::standard().to_string(),
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    );
}

#[test]
fn known_counts_of_well_known_positions() {
    check(
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        &[48, 2039, 97_862],
    );
    check("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", &[14, 191, 2812, 43_238, 674_624]);
    check(
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        &[6, 264, 9467, 422_333],
    );
    check("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", &[44, 1486, 62_379]);
    check(
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        &[46, 2079, 89_890],
    );
}
