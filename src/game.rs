//! A board with a memory: the machine, the events it was told, and the way back.
//!
//! The core forgets a turn once the next is open. A [`Game`] keeps what its users want beside it:
//! undoing events, the moves played, and what other rulebooks would say.

use std::boxed::Box;
use std::collections::VecDeque;
use std::mem;
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
    turn: OpenTurn,
    /// The states before the last events, the newest last; at most [`Game::UNDO_MAX`].
    past: VecDeque<Snapshot>,
}

/// The machine at the start of the turn that is open, and what has happened in that turn.
#[derive(Clone, Debug)]
struct OpenTurn {
    start: Arbiter,
    events: Vec<Event>,
}

#[derive(Clone, Debug)]
struct Snapshot {
    arbiter: Arbiter,
    /// How many events of the turn were kept.
    events: usize,
    /// The turn before, where this event opened another.
    earlier_turn: Option<Box<OpenTurn>>,
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
        Self { arbiter, turn: OpenTurn::new(arbiter), past: VecDeque::new() }
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
        allowed.iter(LegalMoves::new(self.arbiter.position())).collect()
    }

    /// Takes an event and answers with the ruling.
    ///
    /// # Errors
    ///
    /// [`Misuse`] if the event cannot have happened; the game is then as it was.
    pub fn handle(&mut self, event: Event) -> Result<Ruling, Misuse> {
        let before = self.arbiter;
        let reopened = if event == Event::ArbiterSaw { self.lost_claim() } else { None };
        if let Some((arbiter, _)) = &reopened {
            self.arbiter = *arbiter;
        }
        let ruling = self.arbiter.handle(event).inspect_err(|_| self.arbiter = before)?;
        let next = match reopened {
            Some((_, turn)) => Some(turn),
            None => self.opened_after(&before),
        };
        self.remember(before, next);
        if self.turn.events.len() < Self::TURN_EVENTS_MAX {
            self.turn.events.push(event);
        }
        Ok(ruling)
    }

    /// The turn that follows the one of this machine, if it is over and that one is open now.
    fn opened_after(&self, before: &Arbiter) -> Option<OpenTurn> {
        before.closed_with()?;
        let next = before.next_turn();
        (self.arbiter.position() == next.position()).then(|| OpenTurn::new(next))
    }

    /// Keeps the state as it was, and turns to another turn if one is given.
    fn remember(&mut self, arbiter: Arbiter, next: Option<OpenTurn>) {
        let events = self.turn.events.len();
        let earlier_turn = next.map(|next| Box::new(mem::replace(&mut self.turn, next)));
        if self.past.len() == Self::UNDO_MAX {
            self.past.pop_front();
        }
        self.past.push_back(Snapshot { arbiter, events, earlier_turn });
    }

    /// The state in which the last turn ended with a lost claim, if it did and the turn after it is
    /// still open. An arbiter who saw the breach himself may go back there until the next move is
    /// completed (FIDE 4.8).
    fn lost_claim(&self) -> Option<(Arbiter, OpenTurn)> {
        let closed = |past: &Snapshot| past.arbiter.closed_with().is_some();
        let last = self.past.iter().rposition(closed)?;
        let ended = self.past.get(last)?;
        let lost = ended.arbiter.facts().claim_lost.is_some();
        let is_back = self.arbiter.position() == ended.arbiter.position();
        let next_is_open = !is_back && self.arbiter.closed_with().is_none();
        let earlier = self.past.range(last..).find_map(|past| past.earlier_turn.as_deref());
        let mut turn = earlier.unwrap_or(&self.turn).clone();
        turn.events.truncate(ended.events);
        (lost && next_is_open).then_some((ended.arbiter, turn))
    }

    /// Takes back the last event; false if there is none to take back.
    pub fn undo(&mut self) -> bool {
        let Some(past) = self.past.pop_back() else { return false };
        self.arbiter = past.arbiter;
        if let Some(turn) = past.earlier_turn {
            self.turn = *turn;
        }
        self.turn.events.truncate(past.events);
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
        if self.turn.events.len() == Self::TURN_EVENTS_MAX {
            return Vec::new();
        }
        let here = self.ruling().allowed;
        let elsewhere = |rules: Rulebook| {
            // Only sets that are described in two ways need be listed.
            let there = self.allowed_under(rules).filter(|there| *there != here)?;
            let allowed = self.moves(&there);
            (allowed != self.moves(&here)).then_some(Difference { rules, allowed })
        };
        let others = Rulebook::ALL.into_iter().filter(|&rules| rules != self.arbiter.rules());
        others.filter_map(elsewhere).collect()
    }

    /// What a rulebook would allow after the events of this turn; none if under it the turn would
    /// have passed on before.
    fn allowed_under(&self, rules: Rulebook) -> Option<Allowed> {
        let mut arbiter = self.turn.start.with_rules(rules);
        for &event in &self.turn.events {
            arbiter.handle(event).ok()?;
        }
        (arbiter.position() == self.arbiter.position()).then(|| arbiter.ruling().allowed)
    }
}

impl OpenTurn {
    fn new(start: Arbiter) -> Self {
        Self { start, events: Vec::new() }
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
    use crate::ruling::Ruling;
    use std::string::ToString;

    fn game(rules: Rulebook) -> Game {
        let fen = "r3k2r/8/8/8/8/5r2/8/R3K2R w KQkq - 0 1";
        Game::new(Arbiter::new(Position::from_fen(fen).expect("the position is valid"), rules))
    }

    fn told(game: &mut Game, event: &str) -> Ruling {
        let event = event.parse().expect("it is written as it should be");
        game.handle(event).expect("the event can happen")
    }

    #[test]
    fn undoing_gives_the_ruling_before() {
        let mut game = game(Rulebook::Fide2023);
        let mut rulings = std::vec![game.ruling()];
        for event in ["e1", "h1", "e1-d1", "clock", "opp:e8", "f3", "f3-f1"] {
            rulings.push(told(&mut game, event));
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
            told(&mut game, event);
        }
        let mut too_late = game.clone();
        let ruling = told(&mut game, "arbiter");
        assert_eq!(game.moves(&ruling.allowed).len(), 1);
        assert_eq!(ruling.made, game.moves(&ruling.allowed).first().copied());
        let made = ruling.made.expect("a move is made");
        assert_eq!(made.uci(game.arbiter().position()).to_string(), "a1b1");
        assert!(game.undo());
        assert_eq!(game.arbiter(), too_late.arbiter());

        told(&mut too_late, "clock");
        let ruling = told(&mut too_late, "arbiter");
        assert_eq!(ruling.player, Color::Black);
    }

    #[test]
    fn an_arbiter_who_says_it_again_finds_the_turn_as_it_was() {
        let mut game = game(Rulebook::Fide2023);
        for event in ["a1", "a1-b1", "b1-d1", "clock", "opp:e8"] {
            told(&mut game, event);
        }
        let ruling = told(&mut game, "arbiter");
        assert_eq!(game.turn.events.len(), 6);
        assert_eq!(game.handle(Event::ArbiterSaw), Ok(ruling));
        assert_eq!(game.turn.events.len(), 7);
    }

    #[test]
    fn the_lesson_lets_the_rook_move_where_others_bind_the_king() {
        let mut game = game(Rulebook::Fide2023);
        told(&mut game, "e1+h1");
        let differs = game.differs();
        assert_eq!(differs.len(), 1);
        assert_eq!(differs[0].rules, Rulebook::Lesson);
    }
}
