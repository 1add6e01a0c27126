//! Replays the recording, compares every ruling with the host's, and measures each event.
#![no_std]
#![no_main]

use core::hint::black_box;

use cortex_m::Peripherals;
use cortex_m_rt::entry;
use firmware_board::{Counter, end, figure, print, print_number, stack};
use firmware_recording::{Reader, Session, Step};
use touch_move::arbiter::{Arbiter, Misuse};
use touch_move::chess::moves::LegalMoves;
use touch_move::chess::position::Position;
use touch_move::event::Event;
use touch_move::ffi::{TmRuling, TmStatus, move_number};
use touch_move::law::rulebooks::Rulebook;
use touch_move::ruling::Ruling;

static RECORDING: &[u8] = include_bytes!(env!("RECORDING"));

#[entry]
fn main() -> ! {
    let Some(peripherals) = Peripherals::take() else { end(false) };
    let mut replay = Replay {
        counter: Counter::new(peripherals.SYST),
        reader: Reader(RECORDING),
        measured: Measured { events: [0; Measured::MAX], count: 0, worst: 0, listing: 0, stack: 0 },
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
    end(replay.differences == 0 && replay.measured.count > 0)
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
        let mut arbiter = Arbiter::new(position, rules);
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
            for a_move in ruling.allowed.iter(&moves) {
                black_box(a_move);
            }
        });
        self.measured.listing = self.measured.listing.max(instructions);
        let moves = LegalMoves::new(arbiter.position());
        let numbers = ruling.allowed.iter(&moves);
        let numbers = numbers.map(|a_move| move_number(a_move, arbiter.position()));
        self.reader.list_is(numbers) && same
    }
}

/// One function, as in a firmware, not a part of what measures it.
#[inline(never)]
fn handle(arbiter: &mut Arbiter, event: Event) -> Result<Ruling, Misuse> {
    arbiter.handle(event)
}

/// What was measured, over all events that brought a ruling.
struct Measured {
    /// Instructions of each event, up to 65,535.
    events: [u16; Self::MAX],
    count: usize,
    worst: u32,
    listing: u32,
    stack: u32,
}

impl Measured {
    const MAX: usize = 2048;

    fn note(&mut self, instructions: u32, stack: u32) {
        if let Some(place) = self.events.get_mut(self.count) {
            *place = u16::try_from(instructions).unwrap_or(u16::MAX);
            self.count += 1;
        }
        self.worst = self.worst.max(instructions);
        self.stack = self.stack.max(stack);
    }

    fn tell(&self) {
        figure("rulings", self.count as u32);
        figure("event_median", self.median());
        figure("event_worst", self.worst);
        figure("listing_worst", self.listing);
        figure("stack", self.stack);
    }

    /// The smallest number that at least half of the events do not exceed.
    fn median(&self) -> u32 {
        let events = self.events.get(..self.count).unwrap_or_default();
        let (mut low, mut high) = (0, u32::from(u16::MAX));
        while low < high {
            let middle = (low + high) / 2;
            let within = events.iter().filter(|&&event| u32::from(event) <= middle).count();
            if within * 2 >= events.len() {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        low
    }
}
