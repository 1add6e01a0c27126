//! A board in a scenario: what it senses goes through the intake, as with a real one.

use core::str::FromStr;
use std::string::{String, ToString};
use std::vec::Vec;

use crate::arbiter::Arbiter;
use crate::chess::piece::Piece;
use crate::eboard::frames::{Frame, Seen};
use crate::eboard::intake::{Intake, Options, Sink, Step};
use crate::eboard::sensor::{Report, Sensor};
use crate::event::Event;
use crate::scenario::format::Sensed;

/// Makes events of what a board senses.
#[derive(Clone, Debug)]
pub struct Board {
    intake: Intake,
    /// The time, if the scenario tells it.
    at_ms: Option<u32>,
}

impl Board {
    /// A board on which the pieces stand as this arbiter has them.
    #[must_use]
    pub fn new(arbiter: Arbiter, options: Options) -> Self {
        Self { intake: Intake::new(arbiter, options), at_ms: None }
    }

    /// Sets the time, in milliseconds; it may wrap. The events that time alone made certain.
    pub fn time(&mut self, ms: u64) -> Vec<Event> {
        let at_ms = (ms & u64::from(u32::MAX)) as u32;
        self.at_ms = Some(at_ms);
        self.events(|intake, tell| intake.pass_time(at_ms, tell))
    }

    /// The events that what the board sensed makes certain.
    ///
    /// # Errors
    ///
    /// Why it cannot have sensed this.
    pub fn sensed(&mut self, sensed: &Sensed<'_>) -> Result<Vec<Event>, String> {
        let sensor = match sensed {
            Sensed::Lifted(square, piece) => Sensor::Lifted(*square, seen(*piece)),
            Sensed::Placed(square, piece) => Sensor::Placed(*square, seen(*piece)),
            Sensed::Frame(text) => {
                Sensor::Frame(Frame::from_str(text).map_err(|wrong| wrong.to_string())?)
            }
        };
        let report = Report { at_ms: self.at_ms, sensor };
        Ok(self.events(|intake, tell| intake.handle(report, tell)))
    }

    /// An event that a person tells, after those that it makes certain.
    pub fn told(&mut self, event: Event) -> Vec<Event> {
        let mut events = self.events(|intake, tell| intake.tell(event, tell));
        if !events.contains(&event) {
            // The intake keeps back what cannot have happened; here somebody must hear of it.
            events.push(event);
        }
        events
    }

    /// The events that are certain when nothing more comes.
    pub fn end(&mut self) -> Vec<Event> {
        self.events(Intake::end)
    }

    fn events(&mut self, act: impl FnOnce(&mut Intake, &mut Sink<'_>)) -> Vec<Event> {
        let mut events = Vec::new();
        act(&mut self.intake, &mut |step: Step<'_>| events.push(step.event));
        events
    }
}

fn seen(piece: Option<Piece>) -> Seen {
    piece.map_or(Seen::Any, Seen::Piece)
}
