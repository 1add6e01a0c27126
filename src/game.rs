//! A board with a memory: the machine, the events it was told, and the way back.
//!
//! The core forgets a turn once the next is open. A [`Game`] keeps what its users want beside it:
//! undoing events, the moves played, and what other rulebooks would say.

use std::collections::VecDeque;
use std::vec::Vec;

use crate::arbiter::{Arbiter, Misuse};
use crate::chess::moves::{LegalMoves, Move};
use crate::event::Event;
use crate::law::rulebooks::Rulebook;
use crate::ruling::{Allowed, Ruling};

/// An arbiter and what it was told.
#[derive(Clone, Debug)]
pub struct Game {
    arbiter: Arbiter,
    /// The machine at the start of the turn that is open, and what has happened in that turn.
    turn_start: Arbiter,
    turn_events: Vec<Event>,
    /// The states before the last events, the newest last; at most [`Game::UNDO_MAX`].
    past: VecDeque<Snapshot>,
}

#[derive(Clone, Debug)]
struct Snapshot {
    arbiter: Arbiter,
    turn_start: Arbiter,
    turn_events: usize,
    /// The events of the turn before, where this event opened a new one.
    earlier_turn: Option<Vec<Event>>,
}

/// A rulebook that would allow another set of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The other rulebook.
    pub rules: Rulebook,
    /// The moves it would allow, in the order of [`Allowed::iter`].
    pub allowed: Vec<Move>,
}

impl Game {
    /// How many events can be undone at most; memory stays constant however long the game.
    pub const UNDO_MAX: usize = 256;

    /// How many events of one turn are kept at most to compare rulebooks. Beyond it nothing is lost
    /// but the comparison.
    const TURN_EVENTS_MAX: usize = 1024;

    /// A game that goes on from this machine.
    #[must_use]
    pub fn new(arbiter: Arbiter) -> Self {
        Self { arbiter, turn_start: arbiter, turn_events: Vec::new(), past: VecDeque::new() }
    }

    /// The machine.
    #[must_use]
    pub fn arbiter(&self) -> &Arbiter {
        &self.arbiter
    }

    /// The ruling as things stand.
    #[must_use]
    pub fn ruling(&self) -> Ruling {
        self.arbiter.ruling()
    }

    /// The moves that a ruling of this turn allows.
    #[must_use]
    pub fn moves(&self, allowed: &Allowed) -> Vec<Move> {
        allowed.iter(&LegalMoves::new(self.arbiter.position())).collect()
    }

    /// Takes an event and answers with the ruling.
    ///
    /// # Errors
    ///
    /// [`Misuse`] if the event cannot have happened; the game is then as it was.
    pub fn handle(&mut self, event: Event) -> Result<Ruling, Misuse> {
        let mut arbiter = self.arbiter;
        let lost = self.lost_claim().filter(|_| event == Event::ArbiterSaw);
        let reopened = lost.and_then(|place| self.past.get(place)).cloned();
        if let Some(earlier) = &reopened {
            arbiter = earlier.arbiter;
        }
        let ruling = arbiter.handle(event)?;
        let next = if let Some(earlier) = reopened {
            Some((earlier.turn_start, earlier.earlier_turn.unwrap_or_default()))
        } else if arbiter.turn_follows(&self.arbiter) {
            Some((self.arbiter.next_turn(), Vec::new()))
        } else {
            None
        };
        self.remember(next);
        self.arbiter = arbiter;
        if self.turn_events.len() < Self::TURN_EVENTS_MAX {
            self.turn_events.push(event);
        }
        Ok(ruling)
    }

    /// Keeps the state as it is, and turns to another turn if one is given.
    fn remember(&mut self, turn: Option<(Arbiter, Vec<Event>)>) {
        let mut snapshot = Snapshot {
            arbiter: self.arbiter,
            turn_start: self.turn_start,
            turn_events: self.turn_events.len(),
            earlier_turn: None,
        };
        if let Some((start, events)) = turn {
            self.turn_start = start;
            snapshot.earlier_turn = Some(std::mem::replace(&mut self.turn_events, events));
        }
        if self.past.len() == Self::UNDO_MAX {
            self.past.pop_front();
        }
        self.past.push_back(snapshot);
    }

    /// The state in which the last turn ended with a lost claim, if it did and the turn after it is
    /// still open. An arbiter who saw the breach himself may go back there until the next move is
    /// completed (FIDE 4.8).
    fn lost_claim(&self) -> Option<usize> {
        let ended = |past: &Snapshot| past.arbiter.closed_with().is_some();
        let last = self.past.iter().rposition(ended)?;
        let lost = self.past.get(last)?.arbiter.facts().claim_lost.is_some();
        (lost && self.arbiter.closed_with().is_none()).then_some(last)
    }

    /// Takes back the last event; false if there is none to take back.
    pub fn undo(&mut self) -> bool {
        let Some(past) = self.past.pop_back() else { return false };
        self.arbiter = past.arbiter;
        self.turn_start = past.turn_start;
        if let Some(events) = past.earlier_turn {
            self.turn_events = events;
        }
        self.turn_events.truncate(past.turn_events);
        true
    }

    /// How many events can be taken back.
    #[must_use]
    pub fn undoable(&self) -> usize {
        self.past.len()
    }

    /// The rulebooks that would allow another set in this turn, and which.
    #[must_use]
    pub fn differs(&self) -> Vec<Difference> {
        if self.turn_events.len() == Self::TURN_EVENTS_MAX {
            return Vec::new();
        }
        let here = self.moves(&self.ruling().allowed);
        let elsewhere = |rules: Rulebook| {
            let allowed = self.allowed_under(rules)?;
            (allowed != here).then_some(Difference { rules, allowed })
        };
        let others = Rulebook::ALL.into_iter().filter(|&rules| rules != self.arbiter.rules());
        others.filter_map(elsewhere).collect()
    }

    /// What a rulebook would allow after the events of this turn; none if under it the turn would
    /// have passed on before.
    fn allowed_under(&self, rules: Rulebook) -> Option<Vec<Move>> {
        let mut arbiter = self.turn_start.with_rules(rules);
        for &event in &self.turn_events {
            arbiter.handle(event).ok()?;
        }
        let same_turn = arbiter.position() == self.arbiter.position();
        let moves = LegalMoves::new(arbiter.position());
        same_turn.then(|| arbiter.ruling().allowed.iter(&moves).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::Game;
    use crate::arbiter::Arbiter;
    use crate::chess::piece::Color;
    use crate::chess::position::Position;
    use crate::event::Event;
    use crate::law::rulebooks::Rulebook;
    use std::string::ToString;

    fn game(rules: Rulebook) -> Game {
        let fen = "r3k2r/8/8/8/8/5r2/8/R3K2R w KQkq - 0 1";
        Game::new(Arbiter::new(Position::from_fen(fen).unwrap(), rules))
    }

    #[test]
    fn undoing_gives_the_ruling_before() {
        let mut game = game(Rulebook::Fide2023);
        let mut rulings = std::vec![game.ruling()];
        for event in ["e1", "h1", "e1-d1", "clock", "opp:e8", "f3", "f3-f1"] {
            rulings.push(game.handle(event.parse().unwrap()).unwrap());
        }
        while game.undo() {
            rulings.pop();
            assert_eq!(Some(&game.ruling()), rulings.last());
        }
        assert_eq!(rulings.len(), 1);
    }

    #[test]
    fn the_arbiter_who_saw_it_may_go_back_until_the_next_move_is_completed() {
        let mut game = game(Rulebook::Fide2023);
        for event in ["a1", "a1-b1", "b1-d1", "clock", "opp:e8", "e8-e7"] {
            game.handle(event.parse().unwrap()).unwrap();
        }
        let mut too_late = game.clone();
        let ruling = game.handle(Event::ArbiterSaw).unwrap();
        assert_eq!(game.moves(&ruling.allowed).len(), 1);
        assert_eq!(ruling.made, game.moves(&ruling.allowed).first().copied());
        assert!(ruling.made.unwrap().uci(game.arbiter().position()).to_string() == "a1b1");
        assert!(game.undo());
        assert_eq!(game.arbiter(), too_late.arbiter());

        too_late.handle(Event::ClockPressed).unwrap();
        let ruling = too_late.handle(Event::ArbiterSaw).unwrap();
        assert_eq!(ruling.player, Color::Black);
    }

    #[test]
    fn the_lesson_lets_the_rook_move_where_others_bind_the_king() {
        let mut game = game(Rulebook::Fide2023);
        game.handle("e1+h1".parse().unwrap()).unwrap();
        let differs = game.differs();
        assert_eq!(differs.len(), 1);
        assert_eq!(differs[0].rules, Rulebook::Lesson);
    }
}
