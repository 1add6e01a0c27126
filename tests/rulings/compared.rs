//! Rulings against those of the other implementation.

use std::collections::BTreeMap;

use touch_move::arbiter::Arbiter;
use touch_move::chess::castling::{king_target, rook_target};
use touch_move::chess::moves::{LegalMoves, Move};
use touch_move::chess::piece::Wing;
use touch_move::chess::position::Position;
use touch_move::chess::square::Square;
use touch_move::event::Event;
use touch_move::law::rulebooks::Rulebook;
use touch_move::ruling::{Infraction, Offence, Penalty, Ruling, Verdict};

use crate::oracle::{Group, Moves, Oracle};
use crate::positions::{Random, random_position};
use crate::turn::Turn;

#[test]
fn touched_pieces_oblige_as_in_the_other_implementation() {
    let mut random = Random(7);
    let mut reasons = Reasons::default();
    for _ in 0..30_000 {
        let position = random_position(&mut random);
        let oracle = Oracle::new(&position);
        let groups = random_groups(&position, &mut random);
        for rules in Rulebook::ALL {
            compare_touches(&position, &oracle, rules, &groups, &mut reasons);
        }
    }
    reasons.reach(&[
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
    ]);
}

#[test]
fn pieces_let_go_fix_and_break_as_in_the_other_implementation() {
    let mut random = Random(11);
    let mut reasons = Reasons::default();
    for _ in 0..40_000 {
        let position = random_position(&mut random).with_chess960(random.one_in(2));
        let oracle = Oracle::new(&position);
        if !oracle.all().is_empty() {
            let rules = random.pick(&Rulebook::ALL);
            compare_turn(&position, &oracle, rules, &mut random, &mut reasons);
        }
    }
    reasons.reach(&[
        ("FIDE 4.7", 12_000),
        ("FIDE 4.7.1", 1500),
        ("FIDE 4.7.2", 500),
        ("FIDE 4.7.3", 50),
        ("R-2", 1000),
        ("R-10", 600),
        ("R-11", 100),
        ("R-12", 400),
        ("castled_rook_first", 150),
        ("illegal_castling", 6000),
        ("illegal_move", 30_000),
        ("moved_again", 1500),
        ("rook_misplaced", 150),
        ("touch_move", 1000),
    ]);
}

fn compare_touches(
    position: &Position,
    oracle: &Oracle,
    rules: Rulebook,
    groups: &[Group],
    reasons: &mut Reasons,
) {
    let mut arbiter = Arbiter::new(*position, rules);
    for (place, group) in groups.iter().enumerate() {
        let ruling = arbiter.handle(touch(group)).unwrap();
        let touched = &groups[..=place];
        let events: Vec<_> = touched.iter().map(|group| touch(group).to_string()).collect();
        let case = format!("{rules}, {position}, {}", events.join(" "));
        same_moves(&case, position, &moves(&ruling, position), &oracle.allowed(rules, touched));
        reasons.count(&ruling);
    }
}

/// Compares after every event of a turn: what is allowed, whether a move is made, whether the event
/// was a breach, and what the clock would complete.
fn compare_turn(
    position: &Position,
    oracle: &Oracle,
    rules: Rulebook,
    random: &mut Random,
    reasons: &mut Reasons,
) {
    let mut arbiter = Arbiter::new(*position, rules);
    let mut turn = Turn::new(position, oracle, rules);
    let mut case = format!("{rules}, {position},");
    for _ in 0..=random.below(7) {
        let Some(event) = random_step(position, &turn, oracle, random) else { continue };
        case += &format!(" {event}");
        let before = arbiter.ruling().infractions;
        let breach = tell(&mut turn, event);
        let ruling = arbiter.handle(event).unwrap();
        let ours = moves(&ruling, position);
        same_moves(&case, position, &ours, &turn.allowed());
        assert_eq!(ruling.verdict == Verdict::Made, turn.made(), "{case}");
        match breach {
            Some(kind) => assert!(ruling.infractions.contains(kind), "{case}: no {kind:?}"),
            None => {
                let stood = |breach: Offence| before.contains(breach.kind);
                assert!(ruling.infractions.iter().all(stood), "{case}: {:?}", ruling.infractions);
            }
        }
        let mut at_clock = arbiter;
        let after = at_clock.handle(Event::ClockPressed).unwrap();
        assert_eq!(at_clock.closed_with(), turn.completed(), "{case} clock");
        let penalties: Vec<_> =
            after.infractions.iter().filter_map(|breach| breach.penalty).collect();
        if let Some(penalised) = turn.penalised() {
            let penalised = penalised && rules.fixes_penalties();
            assert_eq!(penalties, vec![Penalty::TwoMinutes; penalised.into()], "{case} clock");
        }
        if turn.completed().is_none() {
            same_moves(&format!("{case} clock"), position, &moves(&after, position), &ours);
        }
        reasons.count(&ruling);
    }
}

/// How often a clause, a reading or a breach was the reason of a ruling.
#[derive(Default)]
struct Reasons(BTreeMap<String, usize>);

impl Reasons {
    fn count(&mut self, ruling: &Ruling) {
        let clauses = ruling.because.iter().map(|clause| clause.to_string());
        let readings = ruling.readings.iter().map(|reading| reading.to_string());
        let breaches = ruling.infractions.iter().map(|breach| breach.kind.code().to_owned());
        for reason in clauses.chain(readings).chain(breaches) {
            *self.0.entry(reason).or_default() += 1;
        }
    }

    /// The cases must be of the kinds that they are for.
    fn reach(&self, wanted: &[(&str, usize)]) {
        for &(reason, times) in wanted {
            let seen = self.0.get(reason).copied().unwrap_or_default();
            assert!(seen >= times, "{reason} was the reason of {seen} rulings, not of {times}");
        }
    }
}

fn moves(ruling: &Ruling, position: &Position) -> Moves {
    ruling.allowed.iter(LegalMoves::new(position)).collect()
}

fn same_moves(case: &str, position: &Position, ours: &Moves, theirs: &Moves) {
    let listed = |moves: &Moves| {
        let list: Vec<_> = moves.iter().map(|mv| mv.uci(position).to_string()).collect();
        list.join(" ")
    };
    assert!(ours == theirs, "{case}\nours:   {}\ntheirs: {}", listed(ours), listed(theirs));
}

fn touch(group: &Group) -> Event {
    match **group {
        [piece] => Event::Touched(piece),
        _ => Event::TouchedTogether(group.iter().copied().collect()),
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
    let taken: Vec<Square> = legal.victims(legal.own()).collect();
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

/// A piece touched, let go or taken off, most often as part of a castling or of an allowed move.
fn random_step(
    position: &Position,
    turn: &Turn<'_>,
    oracle: &Oracle,
    random: &mut Random,
) -> Option<Event> {
    let us = position.turn();
    let king = position.king(us);
    let wing = random.pick(&Wing::ALL);
    let any = Square::new(u8::try_from(random.below(64)).unwrap()).unwrap();
    let pieces = random_groups(position, random).concat();
    let piece = random.pick(&pieces);
    let moves = if random.one_in(2) { oracle.all() } else { turn.allowed() };
    let (piece, event) = match random.below(12) {
        0 | 1 => (piece, Event::Touched(piece)),
        2 | 3 => (king, Event::Released(king, king_target(us, wing))),
        4 | 5 => {
            let rook = position.castling_rook(us, wing)?;
            (rook, Event::Released(rook, rook_target(us, wing)))
        }
        6 => (piece, Event::Released(piece, any)),
        7 => (piece, Event::Released(piece, piece)),
        8 => (piece, Event::Removed(piece)),
        _ => match moves.iter().nth(random.below(moves.len().max(1)))? {
            Move::Normal { from, to, .. } => (*from, Event::Released(*from, *to)),
            Move::Castle(wing) => (king, Event::Released(king, king_target(us, *wing))),
        },
    };
    turn.is_on_board(piece).then_some(event)
}

fn tell(turn: &mut Turn<'_>, event: Event) -> Option<Infraction> {
    match event {
        Event::Released(piece, to) => return turn.release(piece, to),
        Event::Removed(piece) => turn.remove(piece),
        Event::Touched(piece) => turn.touch(&vec![piece]),
        _ => unreachable!("no other event is told"),
    }
    None
}
