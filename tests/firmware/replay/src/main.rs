//! Replays the recording, compares every ruling with the host's, and measures each event.
#![no_std]
#![no_main]

use core::hint::black_box;

use cortex_m::Peripherals;
use cortex_m_rt::entry;
use firmware_board::{Counter, end, figure, print, print_number, stack};
use firmware_recording::{Reader, Session, Step};
use touch_move::arbiter::{Arbiter, Misuse, Play};
use touch_move::chess::moves::LegalMoves;
use touch_move::chess::position::Position;
use touch_move::eboard::intake::{Intake, Options};
use touch_move::eboard::sensor::Report;
use touch_move::eboard::text::Text;
use touch_move::event::Event;
use touch_move::ffi::codes::{TmRuling, TmStatus, move_number};
use touch_move::law::rulebooks::Rulebook;
use touch_move::ruling::Ruling;

static RECORDING: &[u8] = include_bytes!(env!("RECORDING"));

#[entry]
fn main() -> ! {
    let Some(peripherals) = Peripherals::take() else { end(false) };
    let mut replay = Replay {
        counter: Counter::new(peripherals.SYST),
        reader: Reader(RECORDING),
        measured: Measured::default(),
        differences: 0,
    };
    let sessions = replay.reader.next().unwrap_or(0);
    for session in 0..sessions {
        if replay.session(session).is_none() {
            complain("damaged", session, 0);
            end(false);
        }
    }
    replay.measured.tell();
    let Some((deepest, events)) = hands() else { end(false) };
    figure("intake_stack", deepest);
    figure("intake_events", events);
    end(replay.differences == 0 && replay.measured.rulings > 0)
}

/// What hands do on a board: castling both ways, a promotion with a capture, a capture en passant,
/// two pieces in one scan, a piece put back.
static HANDS: &str = include_str!("../../hands");

/// The deepest stack of what hands do on a board, the reports having times, and how many events are
/// made of it.
fn hands() -> Option<(u32, u32)> {
    let position = Position::from_fen("r3k2r/1P6/8/3pP3/2p5/8/1P6/R3K2R w KQkq - 0 1").ok()?;
    let mut intake = Intake::new(Arbiter::new(position, Rulebook::Lesson), Options::default());
    let (mut reader, mut deepest, mut events, mut at_ms) = (Text::new(), 0, 0, 0);
    for report in HANDS.bytes().filter_map(|byte| reader.push(byte)) {
        at_ms += 300;
        let report = Report { at_ms: Some(at_ms), ..report.ok()? };
        deepest = deepest.max(stack(|| sensed(&mut intake, report, &mut events)));
    }
    Some((deepest, events))
}

/// One function, as in a firmware.
#[inline(never)]
fn sensed(intake: &mut Intake, report: Report, events: &mut u32) {
    intake.handle(report, &mut |step| {
        black_box(step);
        *events += 1;
    });
}

fn complain(what: &str, session: u32, step: u32) {
    print(what);
    print(": session ");
    print_number(session);
    print(", step ");
    print_number(step);
    print("\n");
}

struct Replay {
    counter: Counter,
    reader: Reader<'static>,
    measured: Measured,
    differences: u32,
}

impl Replay {
    /// Replays one session; none if the recording is damaged.
    fn session(&mut self, number: u32) -> Option<()> {
        let session: Session<'_> = self.reader.next()?;
        let rules = *Rulebook::ALL.get(usize::from(session.rules))?;
        let position = Position::from_fen(session.fen).ok()?.with_chess960(session.chess960);
        let play = *Play::ALL.get(usize::from(session.play))?;
        let mut arbiter =
            Arbiter::new(position, rules).with_play(play).with_offences(session.offences.into());
        for step in 0..session.steps {
            let Step { event, status } = self.reader.next()?;
            let ruling = self.handled(&mut arbiter, event);
            let same = match ruling {
                Err(misuse) => TmStatus::from(misuse) as u8 == status,
                Ok(ruling) if status == 0 => self.same(&arbiter, &ruling),
                Ok(_) => false,
            };
            if !same {
                complain("differs", number, step);
                self.differences += 1;
            }
        }
        Some(())
    }

    /// Tells the machine an event, and measures what that takes on copies of it.
    fn handled(&mut self, arbiter: &mut Arbiter, event: Event) -> Result<Ruling, Misuse> {
        let mut copy = *arbiter;
        let instructions = self.counter.count(|| {
            let _ = black_box(handle(&mut copy, event));
        });
        copy = *arbiter;
        let deepest = stack(|| {
            let _ = black_box(handle(&mut copy, event));
        });
        let ruling = handle(arbiter, event);
        if ruling.is_ok() {
            self.measured.note(instructions, deepest);
        }
        ruling
    }

    /// Whether the host ruled so, and allowed these moves.
    fn same(&mut self, arbiter: &Arbiter, ruling: &Ruling) -> bool {
        let same = self.reader.ruling_is(&TmRuling::write(arbiter, ruling));
        let instructions = self.counter.count(|| {
            let moves = LegalMoves::new(arbiter.position());
            for a_move in ruling.allowed.iter(moves) {
                black_box(a_move);
            }
        });
        self.measured.listing = self.measured.listing.max(instructions);
        let moves = LegalMoves::new(arbiter.position());
        let numbers = ruling.allowed.iter(moves);
        let numbers = numbers.map(|a_move| move_number(a_move, arbiter.position()));
        self.reader.list_is(numbers) && same
    }
}

/// One function, as in a firmware, not a part of what measures it.
#[inline(never)]
fn handle(arbiter: &mut Arbiter, event: Event) -> Result<Ruling, Misuse> {
    arbiter.handle(event)
}

/// The most that was measured, over all events that brought a ruling.
#[derive(Default)]
struct Measured {
    rulings: u32,
    listing: u32,
    stack: u32,
}

impl Measured {
    fn note(&mut self, instructions: u32, stack: u32) {
        figure("event", instructions);
        self.rulings += 1;
        self.stack = self.stack.max(stack);
    }

    fn tell(&self) {
        figure("rulings", self.rulings);
        figure("state", size_of::<Arbiter>() as u32);
        figure("intake", size_of::<Intake>() as u32);
        figure("ruling", size_of::<Ruling>() as u32);
        figure("listing", self.listing);
        figure("stack", self.stack);
    }
}
