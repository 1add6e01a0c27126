//! What happened in a game: turn by turn, the events, the move that ended the turn, the incidents.

use std::vec::Vec;

use crate::arbiter::Arbiter;
use crate::chess::moves::Move;
use crate::chess::piece::Color;
use crate::chess::position::Position;
use crate::event::Event;
use crate::ruling::{Infractions, Offence, Penalty, Ruling};

/// The record of a game. It grows with the game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    turns: Vec<Turn>,
}

/// One turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Where it began.
    pub position: Position,
    /// What happened in it, in order.
    pub events: Vec<TimedEvent>,
    /// The move that ended it; none while it is open.
    pub played: Option<Move>,
    /// The rulings that an arbiter is called for, in order.
    pub incidents: Vec<Incident>,
    /// The breaches that stood after the last event.
    standing: Infractions,
}

/// An event, and when it happened if that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimedEvent {
    /// Milliseconds since the start of the record.
    pub at_ms: Option<u64>,
    /// What happened.
    pub event: Event,
}

/// An event that brought a breach, a penalty or the answer to a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Incident {
    /// The event, by its place in [`Turn::events`].
    pub event: usize,
    /// The ruling after it.
    pub ruling: Ruling,
    /// The breaches that are new, or newly penalised.
    pub offences: Vec<Offence>,
}

impl Record {
    /// An empty record.
    #[must_use]
    pub const fn new() -> Self {
        Self { turns: Vec::new() }
    }

    /// The turns, in order; the last may be open.
    #[must_use]
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// The moves that ended the turns.
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.turns.iter().filter_map(|turn| turn.played)
    }

    /// The penalties given against a player, in order.
    pub fn penalties(&self, player: Color) -> impl Iterator<Item = Penalty> + '_ {
        self.turns
            .iter()
            .filter(move |turn| turn.position.turn() == player)
            .flat_map(|turn| &turn.incidents)
            .flat_map(|incident| &incident.offences)
            .filter_map(|offence| offence.penalty)
    }

    /// Notes an event that the arbiter has taken, with his ruling.
    pub fn note(&mut self, at_ms: Option<u64>, event: Event, arbiter: &Arbiter, ruling: &Ruling) {
        let turn = self.turn_of(arbiter);
        let offences: Vec<Offence> = ruling.infractions.since(&turn.standing).collect();
        turn.standing = ruling.infractions;
        turn.played = arbiter.closed_with();
        let answered = event == Event::Claimed || event == Event::ArbiterSaw;
        if !offences.is_empty() || answered {
            let event = turn.events.len();
            turn.incidents.push(Incident { event, ruling: *ruling, offences });
        }
        turn.events.push(TimedEvent { at_ms, event });
    }

    /// The turn that the arbiter speaks of: the last, a new one or, if he went back, one before.
    fn turn_of(&mut self, arbiter: &Arbiter) -> &mut Turn {
        let here = |turn: &Turn| turn.position == *arbiter.position();
        if let Some(place) = self.turns.iter().rposition(here) {
            self.turns.truncate(place + 1);
        } else {
            self.turns.push(Turn {
                position: *arbiter.position(),
                events: Vec::new(),
                played: None,
                incidents: Vec::new(),
                standing: Infractions::NONE,
            });
        }
        self.turns.last_mut().expect("the turn was found or pushed")
    }
}

#[cfg(test)]
mod tests {
    use super::Record;
    use crate::chess::piece::Color;
    use crate::chess::position::Position;
    use crate::game::Game;
    use crate::law::rulebooks::Rulebook;
    use crate::ruling::Penalty;
    use std::string::{String, ToString};
    use std::vec::Vec;

    fn recorded(fen: &str, events: &str) -> Record {
        let position = Position::from_fen(fen).unwrap();
        let mut game = Game::new(crate::arbiter::Arbiter::new(position, Rulebook::Fide2023));
        let mut record = Record::new();
        for event in events.split_whitespace() {
            let event = event.parse().unwrap();
            let ruling = game.handle(event).unwrap();
            record.note(None, event, game.arbiter(), &ruling);
        }
        record
    }

    fn moves(record: &Record) -> Vec<String> {
        let of = |turn: &super::Turn| Some(turn.played?.uci(&turn.position).to_string());
        record.turns().iter().filter_map(of).collect()
    }

    const NO_SHORT_CASTLING: &str = "r3k2r/8/8/8/8/5r2/8/R3K2R w KQkq - 0 1";

    #[test]
    fn an_illegal_castling_replaced_on_the_other_wing_is_recorded_once() {
        let record = recorded(
            NO_SHORT_CASTLING,
            "e1 e1-g1 h1 h1-f1 clock e1 e1-c1 a1 a1-d1 clock e8 e8-e7 clock",
        );
        assert_eq!(moves(&record), ["e1c1", "e8e7"]);
        assert_eq!(record.penalties(Color::White).collect::<Vec<_>>(), [Penalty::TwoMinutes]);
        assert_eq!(record.penalties(Color::Black).count(), 0);
        assert_eq!(record.turns().len(), 2);
    }

    #[test]
    fn going_back_takes_the_later_turn_out_of_the_record() {
        let record = recorded(NO_SHORT_CASTLING, "a1 a1-b1 b1-d1 opp:e8 e8-e7 arbiter");
        assert_eq!(record.turns().len(), 1);
        assert_eq!(moves(&record), Vec::<String>::new());
    }
}
