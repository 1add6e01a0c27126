//! Whole games played by hands at random: whatever board looks on, the same moves come out, and no
//! breach.

use proptest::prelude::*;
use touch_move::chess::position::Position;
use touch_move::eboard::protocol::Protocol;

use crate::hands::{self, Game, STARTS};
use crate::positions::Random;
use crate::watched::{Told, Watched};
use crate::wires::{self, Wire};

fn game(wire: Wire, seed: u64) -> (Game, Vec<Vec<u8>>) {
    let mut random = Random(seed | 1);
    let start = random.pick(&STARTS);
    let mut game = hands::play(start, 40, wire.manner, &mut random);
    if wire.protocol == Protocol::Pegasus {
        only_queens(&mut game);
    }
    let messages = wires::messages(wire, &game, &mut random);
    (game, messages)
}

/// Nobody can tell a Pegasus what a pawn becomes: the game ends before another piece than a queen.
fn only_queens(game: &mut Game) {
    let other = |uci: &String| uci.len() == 5 && !uci.ends_with('q');
    if let Some(end) = game.moves.iter().position(other) {
        game.moves.truncate(end);
        game.acts.truncate(end);
    }
}

fn told(wire: Wire, start: Position, messages: &[Vec<u8>]) -> Told {
    let mut watched = Watched::new(wire.protocol, start);
    for message in messages {
        watched.bytes(message);
    }
    watched.end()
}

fn check(wire: Wire, seed: u64) {
    let (game, messages) = game(wire, seed);
    let told = told(wire, game.start, &messages);
    let same = told.moves.iter().zip(&game.moves).take_while(|(told, made)| told == made).count();
    let text: Vec<_> = messages.iter().map(|message| String::from_utf8_lossy(message)).collect();
    let text = if wire.timed { text.concat() } else { String::new() };
    assert!(
        (&told.moves, told.infractions.len()) == (&game.moves, 0),
        "seed {seed}, {wire:?}\nfrom {}\nmoves {:?}\nthen {:?}\ntold {:?}\n     {:?}\n\
         events {}\nacts {:?}\n{text}",
        game.start,
        &game.moves[..same],
        &game.moves[same..],
        &told.moves[same..],
        told.infractions,
        told.events.join(" "),
        &game.acts[same.saturating_sub(1)..],
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn hands_at_random_on_every_board(seed: u64, place in any::<prop::sample::Index>()) {
        let wires = wires::all();
        check(wires[place.index(wires.len())], seed);
    }
}
