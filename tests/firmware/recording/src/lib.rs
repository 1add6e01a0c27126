//! Sessions at a board, and what the host ruled: the format of the recording, in postcard.
//!
//! A recording is the number of its sessions, then the sessions: a head, and as many steps as it
//! says. A step is an event, a status as in C and, if that is `Ok`, the ruling: its numbers as in
//! C, and the moves it allows, as C numbers them.
#![no_std]

use serde::{Deserialize, Serialize};
use touch_move::event::Event;
use touch_move::ffi::codes::{TmOffence, TmRuling};

/// The head of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Session<'r> {
    /// Where it begins.
    pub fen: &'r str,
    /// Whether castling is attempted as in Chess960.
    pub chess960: bool,
    /// The code of the rulebook.
    pub rules: u8,
    /// The code of the kind of play.
    pub play: u8,
    /// Penalised offences completed before, by White and by Black.
    pub offences: (u8, u8),
    /// How many steps follow.
    pub steps: u32,
}

/// The head of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// What happened.
    pub event: Event,
    /// What the function in C answers. Unless it is 0, nothing more follows.
    pub status: u8,
}

/// The numbers of a ruling. Clauses, infractions and moves follow, each list with its length first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Numbers {
    verdict: u8,
    player: u8,
    claim: u8,
    unfinished: u8,
    turn_over: u8,
    made: u16,
    readings: u16,
}

/// A breach, as C tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Breach {
    kind: u8,
    penalty: u8,
    clause: u16,
}

impl From<&TmRuling> for Numbers {
    fn from(ruling: &TmRuling) -> Self {
        let &TmRuling { verdict, player, claim, unfinished, turn_over, made, readings, .. } =
            ruling;
        Self { verdict, player, claim, unfinished, turn_over, made, readings }
    }
}

impl From<&TmOffence> for Breach {
    fn from(offence: &TmOffence) -> Self {
        let &TmOffence { kind, penalty, clause } = offence;
        Self { kind, penalty, clause }
    }
}

/// Reads one value after the other.
pub struct Reader<'r>(pub &'r [u8]);

impl<'r> Reader<'r> {
    /// The next value; none if the recording is at its end or damaged.
    pub fn next<T: Deserialize<'r>>(&mut self) -> Option<T> {
        let (value, rest) = postcard::take_from_bytes(self.0).ok()?;
        self.0 = rest;
        Some(value)
    }

    /// Whether the next list is this one.
    pub fn list_is<T: Deserialize<'r> + PartialEq>(
        &mut self,
        mut items: impl Iterator<Item = T>,
    ) -> bool {
        let Some(length) = self.next::<u32>() else { return false };
        let mut same = true;
        for _ in 0..length {
            same &= self.next().is_some_and(|told: T| Some(told) == items.next());
        }
        same && items.next().is_none()
    }

    /// Whether the next numbers are those of this ruling.
    pub fn ruling_is(&mut self, ruling: &TmRuling) -> bool {
        let because = ruling.because.iter().take(usize::from(ruling.because_count)).copied();
        let breaches = ruling.infractions.iter().take(usize::from(ruling.infraction_count));
        // All three are read whatever they are, so that the reader stands behind them.
        let numbers = self.next() == Some(Numbers::from(ruling));
        let because = self.list_is(because);
        let breaches = self.list_is(breaches.map(Breach::from));
        numbers && because && breaches
    }
}
