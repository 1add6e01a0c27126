//! What a ruling costs on this machine, beside one full list of legal moves by cozy-chess.

mod ratio;

use std::hint::black_box;

use divan::Bencher;
use touch_move::arbiter::Arbiter;
use touch_move::chess::position::Position;
use touch_move::event::Event;
use touch_move::law::rulebooks::Rulebook;

use ratio::print_ratio;

/// A position, and a whole turn in it: touch, let go, clock.
const TURNS: [(&str, &str); 6] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "g1 g1-f3 clock"),
    (
        "r1bqk2r/ppppbppp/2n2n2/4p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 6 5",
        "e1 e1-g1 h1-f1 clock",
    ),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", "f3 f3-f6 clock"),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", "c3 c3-d5 clock"),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", "d7 d7-c8 Q-c8 clock"),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "b4 f4 b4-f4 clock"),
];

/// How often all turns are played in one round.
const REPEATS: usize = 20;

fn main() {
    divan::main();
    let (turns, boards) = (turns(), boards());
    print_ratio(
        "a turn",
        || {
            (0..REPEATS)
                .for_each(|_| turns.iter().for_each(|(arbiter, events)| play(arbiter, events)))
        },
        "a full list of legal moves",
        || (0..REPEATS).for_each(|_| boards.iter().for_each(list)),
    );
}

/// Six turns: a quiet move, castling, two in busy positions, a promotion, a capture.
#[divan::bench]
fn six_turns(bencher: Bencher<'_, '_>) {
    let turns = turns();
    bencher.bench(|| turns.iter().for_each(|(arbiter, events)| play(arbiter, events)));
}

/// The lists of legal moves in the six positions.
#[divan::bench]
fn six_lists(bencher: Bencher<'_, '_>) {
    let boards = boards();
    bencher.bench(|| boards.iter().for_each(list));
}

/// King and rook touched, castling illegal: the ruling that asks the most.
#[divan::bench]
fn king_then_rook(bencher: Bencher<'_, '_>) {
    let position = "r3k2r/8/8/8/8/5r2/8/R3K2R w KQkq - 0 1".parse().expect("a valid position");
    let events = ["e1", "h1"].map(|event| event.parse().expect("an event"));
    let arbiter = Arbiter::new(position, Rulebook::Fide2023);
    bencher.bench(|| play(&arbiter, &events));
}

fn turns() -> Vec<(Arbiter, Vec<Event>)> {
    let turn = |&(fen, events): &(&str, &str)| {
        let position: Position = fen.parse().expect("a valid position");
        let mut arbiter = Arbiter::new(position, Rulebook::Fide2023);
        let before = arbiter;
        let events: Vec<Event> =
            events.split(' ').map(|event| event.parse().expect("an event")).collect();
        for &event in &events {
            arbiter.handle(event).expect("the event can happen");
        }
        assert!(arbiter.closed_with().is_some(), "{fen}: the turn does not end");
        (before, events)
    };
    TURNS.iter().map(turn).collect()
}

fn boards() -> Vec<cozy_chess::Board> {
    TURNS.iter().map(|(fen, _)| fen.parse().expect("a valid position")).collect()
}

fn play(arbiter: &Arbiter, events: &[Event]) {
    let mut arbiter = *black_box(arbiter);
    for &event in events {
        black_box(arbiter.handle(black_box(event)).is_ok());
    }
}

fn list(board: &cozy_chess::Board) {
    let mut moves = Vec::with_capacity(218);
    black_box(board).generate_moves(|some| {
        moves.extend(some);
        false
    });
    black_box(moves);
}
