//! Draws the machine from its behaviour into `docs/machine.md`, and holds the drawing to it.
//!
//! Many games are walked through at random, always the same ones; whatever phase an event led to is
//! put down. `UPDATE_DOCS=1 cargo test --test machine` writes the page anew.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use touch_move::arbiter::{Arbiter, Phase};
use touch_move::chess::moves::{LegalMoves, Move};
use touch_move::chess::piece::Role;
use touch_move::chess::position::Position;
use touch_move::chess::square::{Square, SquareSet};
use touch_move::event::Event;
use touch_move::law::rulebooks::Rulebook;

const PAGE: &str = "docs/machine.md";

/// Castling both ways and forbidden, promotion, en passant, two castlings of Chess960 and a mate.
const POSITIONS: [&str; 8] = [
    "r3k2r/8/8/8/8/5r2/8/R3K2R w KQkq - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "1n5k/P7/8/8/8/8/8/K7 w - - 0 1",
    "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
    "rk2nq1r/pppb2pp/4pb2/3p1pB1/3P4/5N2/PPP1PPPP/RK1BN1QR b KQkq - 5 9",
    "2nr1r1k/pb1n1pqp/1p2p1p1/1N1pN3/5P2/1P4P1/P2PPQ1P/2R1K1RB w G - 0 1",
    "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1",
    "7k/5Q2/8/8/8/8/8/K7 b - - 0 1",
];

const WALKS: u32 = 60_000;
const EVENTS_PER_WALK: u32 = 12;

type Transitions = BTreeMap<(Phase, &'static str), BTreeSet<Phase>>;

#[test]
fn the_page_shows_the_machine_as_it_is() {
    let page = page(&observed());
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(PAGE);
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, &page).expect("the page can be written");
    }
    let written = fs::read_to_string(&path).unwrap_or_default();
    assert!(written == page, "{PAGE} is not up to date: UPDATE_DOCS=1 cargo test --test machine");
}

/// A small generator of numbers, the same on every machine.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % limit.max(1)
    }

    fn of<T: Copy>(&mut self, choices: &[T]) -> Option<T> {
        choices.get(self.below(choices.len())).copied()
    }
}

fn observed() -> Transitions {
    let mut dice = Dice(1);
    let mut seen = Transitions::new();
    for _ in 0..WALKS {
        let position = dice.of(&POSITIONS).expect("there are positions");
        let position = Position::from_fen(position).expect("the positions are valid");
        let rules = dice.of(&Rulebook::ALL).expect("there are rulebooks");
        let mut arbiter = Arbiter::new(position, rules);
        for _ in 0..EVENTS_PER_WALK {
            let Some(event) = some_event(&mut dice, &arbiter) else { continue };
            let before = arbiter.phase();
            if arbiter.handle(event).is_ok() {
                seen.entry((before, kind(event))).or_default().insert(arbiter.phase());
            }
        }
    }
    seen
}

/// An event that might happen next.
fn some_event(dice: &mut Dice, arbiter: &Arbiter) -> Option<Event> {
    let position = arbiter.next_position();
    let occupied: Vec<Square> = position.occupied().collect();
    let moves = LegalMoves::new(&position);
    Some(match dice.below(16) {
        0 | 1 => Event::Touched(dice.of(&occupied)?),
        2 => {
            let pair: SquareSet = [dice.of(&occupied)?, dice.of(&occupied)?].into_iter().collect();
            Event::TouchedTogether(pair)
        }
        3..=6 => {
            let all: Vec<Move> = moves.iter().collect();
            match dice.of(&all)? {
                Move::Normal { from, to, .. } => Event::Released(from, to),
                Move::Castle(wing) => {
                    let turn = position.turn();
                    let king = touch_move::chess::castling::king_target(turn, wing);
                    Event::Released(position.king(turn), king)
                }
            }
        }
        7 => Event::Released(dice.of(&occupied)?, Square::new(dice.below(64) as u8)?),
        8 => Event::Removed(dice.of(&occupied)?),
        9 => Event::PromotionTouched(Role::Queen, "a8".parse().ok()?),
        10 => Event::PromotionReleased(Role::Queen, "a8".parse().ok()?),
        11 | 12 => Event::ClockPressed,
        13 => Event::OpponentTouched(dice.of(&occupied)?),
        14 => dice.of(&[Event::Claimed, Event::ArbiterSaw])?,
        _ => {
            let square = dice.of(&occupied)?;
            dice.of(&[Event::BothHands, Event::Adjusted(square), Event::Brushed(square)])?
        }
    })
}

const fn kind(event: Event) -> &'static str {
    match event {
        Event::Touched(_) | Event::TouchedTogether(_) => "touched",
        Event::Released(..) => "released",
        Event::Removed(_) => "removed",
        Event::Adjusted(_) | Event::Brushed(_) => "adjusted, brushed",
        Event::PromotionTouched(..) => "promotion touched",
        Event::PromotionReleased(..) => "promotion released",
        Event::BothHands => "both hands",
        Event::ClockPressed => "clock pressed",
        Event::OpponentTouched(_) => "opponent touched",
        Event::Claimed => "claimed",
        Event::ArbiterSaw => "arbiter saw",
    }
}

const KINDS: [&str; 11] = [
    "touched",
    "released",
    "removed",
    "promotion touched",
    "promotion released",
    "both hands",
    "adjusted, brushed",
    "clock pressed",
    "opponent touched",
    "claimed",
    "arbiter saw",
];

fn name(phase: Phase) -> String {
    format!("{phase:?}").to_lowercase()
}

fn page(seen: &Transitions) -> String {
    let mut page = String::from(
        "# The machine\n\n\
         Drawn by `tests/machine.rs` from what the machine does; do not edit by hand.\n\n\
         How far a turn has come (`Arbiter::phase`), and where an event leads from there. Several \
         phases in one place: it depends on the position and on what was touched. The events \
         after a turn that is over open the next turn, so that *free* to *made* after *completed* \
         or *passed* are phases of the next player's turn.\n\n| event |",
    );
    for phase in Phase::ALL {
        write!(page, " {} |", name(phase)).expect("a string takes text");
    }
    page.push_str("\n| --- |");
    page.push_str(&" --- |".repeat(Phase::ALL.len()));
    for kind in KINDS {
        write!(page, "\n| {kind} |").expect("a string takes text");
        for phase in Phase::ALL {
            let next = seen.get(&(phase, kind)).into_iter().flatten();
            let next: Vec<String> = next.map(|&next| name(next)).collect();
            write!(page, " {} |", next.join(", ")).expect("a string takes text");
        }
    }
    page.push_str("\n\n```mermaid\nstateDiagram-v2\n    [*] --> free\n");
    for ((from, to), kinds) in arrows(seen) {
        writeln!(page, "    {from} --> {to}: {}", kinds.join(", ")).expect("a string takes text");
    }
    page.push_str("    over --> [*]\n```\n");
    page
}

/// The arrows that lead from one phase to another, each with the events that take it.
fn arrows(seen: &Transitions) -> BTreeMap<(String, String), Vec<&'static str>> {
    let mut arrows = BTreeMap::<(String, String), Vec<&'static str>>::new();
    for kind in KINDS {
        for from in Phase::ALL {
            for &to in seen.get(&(from, kind)).into_iter().flatten() {
                if from != to {
                    arrows.entry((name(from), name(to))).or_default().push(kind);
                }
            }
        }
    }
    arrows
}
