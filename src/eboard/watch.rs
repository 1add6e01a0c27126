//! A board watched: bytes in; events, rulings, breaches and moves out.

use crate::arbiter::Arbiter;
use crate::chess::moves::Move;
use crate::chess::position::Position;
use crate::eboard::intake::{Intake, Options, Pending, Step};
use crate::eboard::protocol::{Decoder, Protocol};
use crate::eboard::sensor::Report;
use crate::eboard::text::TextError;
use crate::event::Event;
use crate::ruling::{Infractions, Offence, Ruling};

/// Something to tell a person.
#[derive(Clone, Copy, Debug)]
pub enum Item<'w> {
    /// Something happened.
    Event {
        /// What.
        event: Event,
        /// Whether the board cannot have seen it, see [`Step::assumed`].
        assumed: bool,
        /// When, see [`Step::at_ms`].
        at_ms: Option<u32>,
    },
    /// What the player may still do.
    Ruling {
        /// The ruling.
        ruling: Ruling,
        /// The arbiter that made it.
        arbiter: &'w Arbiter,
        /// What it still waits for: a piece that may be in the hand, or a board to be set up.
        pending: Pending,
        /// When it was made.
        at_ms: Option<u32>,
    },
    /// A breach, or what it costs now that the clock was pressed.
    Infraction {
        /// The breach.
        offence: Offence,
        /// The ruling that names it.
        ruling: Ruling,
        /// When it was found.
        at_ms: Option<u32>,
    },
    /// A move that can no longer change: its turn is over, or the stream.
    Move {
        /// The position before it.
        position: &'w Position,
        /// The move.
        played: Move,
        /// Its number in this stream, 1 for the first.
        ply: u32,
        /// When its turn ended.
        at_ms: Option<u32>,
    },
    /// The stream is over.
    End {
        /// How many moves there were.
        plies: u32,
        /// The machine at the end.
        intake: &'w Intake,
    },
}

/// Where the items go.
pub type ItemSink<'s> = dyn FnMut(Item<'_>) + 's;

/// Watches one board. Its size is fixed, however long the stream.
#[derive(Clone, Copy, Debug)]
pub struct Watch {
    decoder: Decoder,
    intake: Intake,
    told: Told,
}

/// What has been told.
#[derive(Clone, Copy, Debug)]
struct Told {
    plies: u32,
    /// Whether the turn that the last ruling spoke of is over.
    closed: bool,
    infractions: Infractions,
    pending: Pending,
    at_ms: Option<u32>,
}

impl Watch {
    /// Watches a board that speaks this protocol.
    #[must_use]
    pub fn new(protocol: Protocol, arbiter: Arbiter, options: Options) -> Self {
        let intake = Intake::new(arbiter, options);
        let told = Told {
            plies: 0,
            closed: arbiter.closed_with().is_some(),
            infractions: Infractions::NONE,
            pending: Pending::Nothing,
            at_ms: None,
        };
        Self { decoder: Decoder::new(protocol), intake, told }
    }

    /// The intake.
    #[must_use]
    pub const fn intake(&self) -> &Intake {
        &self.intake
    }

    /// The board was lost and is there again: what it was about to say is forgotten.
    pub fn reconnect(&mut self, protocol: Protocol) {
        self.decoder = Decoder::new(protocol);
    }

    /// Takes a byte. `at_ms` is when it came, for protocols without times of their own; `None` if
    /// that says nothing, as of a recording.
    ///
    /// # Errors
    ///
    /// [`TextError`] for a line of plain text that is no report; it is skipped.
    pub fn push(
        &mut self,
        byte: u8,
        at_ms: Option<u32>,
        tell: &mut ItemSink<'_>,
    ) -> Result<(), TextError> {
        if let Some(report) = self.decoder.push(byte)? {
            self.handle(Report { at_ms: report.at_ms.or(at_ms), ..report }, tell);
        }
        Ok(())
    }

    /// Takes a report, as if the board had made it.
    pub fn handle(&mut self, report: Report, tell: &mut ItemSink<'_>) {
        let told = &mut self.told;
        self.intake.handle(report, &mut |step| told.step(&step, tell));
        self.say_pending(tell);
    }

    /// Lets time pass without a byte.
    pub fn pass_time(&mut self, to_ms: u32, tell: &mut ItemSink<'_>) {
        let told = &mut self.told;
        self.intake.pass_time(to_ms, &mut |step| told.step(&step, tell));
        self.say_pending(tell);
    }

    /// The stream is over.
    ///
    /// # Errors
    ///
    /// As [`push`](Self::push), for a last line without an end.
    pub fn end(&mut self, tell: &mut ItemSink<'_>) -> Result<(), TextError> {
        let last = self.decoder.end();
        if let Ok(Some(report)) = last {
            self.handle(report, tell);
        }
        let told = &mut self.told;
        self.intake.end(&mut |step| told.step(&step, tell));
        let arbiter = self.intake.arbiter();
        if let (Some(played), false) = (arbiter.ruling().made, told.closed) {
            told.played(arbiter.position(), played, tell);
        }
        tell(Item::End { plies: self.told.plies, intake: &self.intake });
        last.map(|_| ())
    }

    /// Says the ruling once more when what it waits for has changed.
    fn say_pending(&mut self, tell: &mut ItemSink<'_>) {
        let pending = self.intake.pending();
        let waits = matches!(pending, Pending::LettingGo(..) | Pending::SettingUp);
        if waits && pending != self.told.pending {
            let (ruling, arbiter) = (self.intake.ruling(), self.intake.arbiter());
            tell(Item::Ruling { ruling, arbiter, pending, at_ms: self.intake.now_ms() });
        }
        self.told.pending = pending;
    }
}

impl Told {
    fn step(&mut self, step: &Step<'_>, tell: &mut ItemSink<'_>) {
        let Step { event, ruling, arbiter, assumed, at_ms } = *step;
        self.at_ms = at_ms;
        let closed = arbiter.closed_with();
        if self.closed && closed.is_none() {
            self.infractions = Infractions::NONE;
        }
        tell(Item::Event { event, assumed, at_ms });
        tell(Item::Ruling { ruling, arbiter, pending: Pending::Nothing, at_ms });
        for offence in ruling.infractions.iter() {
            if !self.infractions.iter().any(|told| told == offence) {
                tell(Item::Infraction { offence, ruling, at_ms });
            }
        }
        self.infractions = ruling.infractions;
        if let (Some(played), false) = (closed, self.closed) {
            self.played(arbiter.position(), played, tell);
        }
        self.closed = closed.is_some();
    }

    fn played(&mut self, position: &Position, played: Move, tell: &mut ItemSink<'_>) {
        self.plies = self.plies.saturating_add(1);
        tell(Item::Move { position, played, ply: self.plies, at_ms: self.at_ms });
    }
}
