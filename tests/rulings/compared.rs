//! Rulings on touched pieces against those of the other implementation.

use std::collections::BTreeMap;

use touch_move::arbiter::Arbiter;
use touch_move::chess::moves::{LegalMoves, Move};
use touch_move::chess::piece::Wing;
use touch_move::chess::position::Position;
use touch_move::chess::square::Square;
use touch_move::event::Event;
use touch_move::law::rulebooks::Rulebook;
use touch_move::ruling::Ruling;

use crate::oracle::{Group, Moves, Oracle};
use crate::positions::{Random, random_position};

/// How often a clause or reading was the reason of a ruling.
type Reasons = BTreeMap<String, usize>;

#[test]
fn touched_pieces_oblige_as_in_the_other_implementation() {
    let mut random = Random(7);
    let mut reasons = Reasons::new();
    for _ in 0..30_000 {
        let position = random_position(&mut random);
        let oracle = Oracle::new(&position);
        let groups = random_groups(&position, &mut random);
        for rules in Rulebook::ALL {
            compare(&position, &oracle, rules, &groups, &mut reasons);
        }
    }
    // The cases must be of the kinds that they are for.
    for (reason, times) in [
        ("FIDE 4.3.1", 40_000),
        ("FIDE 4.3.2", 5000),
        ("FIDE 4.3.3", 2000),
        ("FIDE 4.4.1", 2000),
        ("FIDE 4.4.2", 2000),
        ("FIDE 4.4.3", 4000),
        ("FIDE 4.5", 5000),
        ("Lesson 7.3(3)", 2000),
        ("US 10I2 Variation I", 8000),
        ("R-1", 1500),
        ("R-4", 50),
        ("R-6", 80),
        ("R-13", 1000),
        ("R-14", 30_000),
        ("R-15", 50),
        ("R-17", 2500),
    ] {
        let seen = reasons.get(reason).copied().unwrap_or_default();
        assert!(seen >= times, "{reason} was the reason of {seen} rulings, of {times} at least");
    }
}

fn compare(
    position: &Position,
    oracle: &Oracle,
    rules: Rulebook,
    groups: &[Group],
    reasons: &mut Reasons,
) {
    let legal = LegalMoves::new(position);
    let mut arbiter = Arbiter::new(*position, rules);
    for (place, group) in groups.iter().enumerate() {
        let ruling = arbiter.handle(touch(group)).unwrap();
        let touched = &groups[..=place];
        let ours: Moves = ruling.allowed.iter(&legal).collect();
        let theirs = oracle.allowed(rules, touched);
        let events: Vec<_> = touched.iter().map(|group| touch(group).to_string()).collect();
        assert!(
            ours == theirs,
            "{rules}, {position}, {}\nours:   {}\ntheirs: {}\nbecause {:?}",
            events.join(" "),
            listed(&ours, position),
            listed(&theirs, position),
            ruling.because,
        );
        count(&ruling, reasons);
    }
}

fn touch(group: &Group) -> Event {
    match **group {
        [piece] => Event::Touched(piece),
        _ => Event::TouchedTogether(group.iter().copied().collect()),
    }
}

fn listed(moves: &Moves, position: &Position) -> String {
    let list: Vec<_> = moves.iter().map(|mv: &Move| mv.uci(position).to_string()).collect();
    list.join(" ")
}

fn count(ruling: &Ruling, reasons: &mut Reasons) {
    let clauses = ruling.because.iter().map(|clause| clause.to_string());
    for reason in clauses.chain(ruling.readings.iter().map(|reading| reading.to_string())) {
        *reasons.entry(reason).or_default() += 1;
    }
}

/// Up to four groups of up to three pieces, most often of those that may castle.
fn random_groups(position: &Position, random: &mut Random) -> Vec<Group> {
    let us = position.turn();
    let legal = LegalMoves::new(position);
    let all: Vec<Square> = position.occupied().collect();
    let own: Vec<Square> = position.by_color(us).collect();
    let rook = |wing: Wing| position.castling_rook(us, wing);
    let castling: Vec<Square> =
        Wing::ALL.into_iter().filter_map(rook).chain([position.king(us)]).collect();
    let taken = |square: &Square| !legal.takers(square.set()).is_empty();
    let taken: Vec<Square> = position.by_color(us.opposite()).filter(taken).collect();
    let piece = |random: &mut Random| match random.below(8) {
        0..4 => random.pick(&castling),
        4 => random.pick(&own),
        5 if !taken.is_empty() => random.pick(&taken),
        _ => random.pick(&all),
    };
    let group = |random: &mut Random| match random.below(5) {
        0..3 => vec![piece(random)],
        3 => vec![piece(random), piece(random)],
        _ => vec![piece(random), piece(random), piece(random)],
    };
    (0..=random.below(4)).map(|_| group(random)).collect()
}
