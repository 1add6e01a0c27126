//! What happened in a game: turn by turn, the events, the move made, the incidents.

use std::vec::Vec;

use crate::arbiter::{Arbiter, Phase};
use crate::chess::moves::Move;
use crate::chess::piece::Color;
use crate::chess::position::Position;
use crate::event::Event;
use crate::ruling::{Infraction, Infractions, Offence, Penalty, Ruling};

/// The record of a game. It grows with the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    earlier: Vec<Ply>,
    turns: Vec<Turn>,
    /// The machine after the last event.
    now: Arbiter,
}

/// A move, and where it was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The position before it.
    pub position: Position,
    /// The move.
    pub played: Move,
}

/// One turn. Told its events one by one, the machine of its start rules as it did in the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The machine before its first event.
    pub start: Arbiter,
    /// What happened in it, in order. A piece that the player touched while the turn before was
    /// still open comes first, unless the game was over; it is the last event of that turn, too.
    pub events: Vec<TimedEvent>,
    /// The move made in it; none as yet.
    pub made: Option<Move>,
    /// What an arbiter is called for, in order.
    pub incidents: Vec<Incident>,
    /// The breaches that stood after the last event.
    standing: Infractions,
    /// Whether the last incident goes on: its breaches stand, and nothing has answered them.
    unanswered: bool,
}

/// An event, and when it happened if that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimedEvent {
    /// Milliseconds since the start of the record.
    pub at_ms: Option<u32>,
    /// What happened.
    pub event: Event,
}

/// Breaches, from the first until they are put right, or answered by the clock or to a claim; or a
/// claim alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Incident {
    /// The last event at which it stood, by its place in [`Turn::events`].
    pub event: usize,
    /// The ruling after that event.
    pub ruling: Ruling,
    /// The breaches that it brought, or that the clock completed in it.
    pub offences: Vec<Offence>,
}

impl Record {
    /// A record that begins with this machine.
    #[must_use]
    pub const fn new(start: Arbiter) -> Self {
        Self { earlier: Vec::new(), turns: Vec::new(), now: start }
    }

    /// The same, these moves having led to where the machine stood.
    #[must_use]
    pub fn with_earlier(self, earlier: Vec<Ply>) -> Self {
        Self { earlier, ..self }
    }

    /// Where the first of all moves is played.
    #[must_use]
    pub fn start(&self) -> &Position {
        let first = self.turns.first().map_or(self.now.position(), Turn::position);
        self.earlier.first().map_or(first, |ply| &ply.position)
    }

    /// The turns, in order; the last may be open.
    #[must_use]
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// The moves made before so many turns, the earlier ones among them.
    pub fn moves_before(&self, turns: usize) -> impl Iterator<Item = Ply> + '_ {
        let made = self.turns.iter().take(turns).filter_map(Turn::ply);
        self.earlier.iter().copied().chain(made)
    }

    /// All moves made.
    pub fn moves(&self) -> impl Iterator<Item = Ply> + '_ {
        self.moves_before(self.turns.len())
    }

    /// The penalties given against a player, in order.
    pub fn penalties(&self, player: Color) -> impl Iterator<Item = Penalty> + '_ {
        self.turns
            .iter()
            .filter(move |turn| turn.position().turn() == player)
            .flat_map(|turn| &turn.incidents)
            .flat_map(|incident| &incident.offences)
            .filter_map(|offence| offence.penalty)
    }

    /// Notes an event that the arbiter has taken, with his ruling.
    pub fn note(&mut self, at_ms: Option<u32>, event: Event, arbiter: &Arbiter, ruling: &Ruling) {
        self.turn_to(arbiter).note(TimedEvent { at_ms, event }, arbiter, ruling);
        self.now = *arbiter;
    }

    /// The turn that the arbiter speaks of: the last, a new one or, if he went back, one before.
    fn turn_to(&mut self, arbiter: &Arbiter) -> &mut Turn {
        let here = |turn: &Turn| turn.position() == arbiter.position();
        match self.turns.iter().rposition(here) {
            Some(place) if !arbiter.turn_follows(&self.now) => self.turns.truncate(place + 1),
            _ => {
                let opened = Turn::after(&self.now, self.turns.last());
                self.turns.push(opened);
            }
        }
        self.turns.last_mut().expect("the turn was found or pushed")
    }
}

impl Turn {
    /// The position in which it began.
    #[must_use]
    pub const fn position(&self) -> &Position {
        self.start.position()
    }

    /// The move made in it, with where it was played.
    #[must_use]
    pub fn ply(&self) -> Option<Ply> {
        self.made.map(|played| Ply { position: *self.position(), played })
    }

    /// The turn that opens after this machine, whose turn was `last`.
    fn after(now: &Arbiter, last: Option<&Self>) -> Self {
        let next = now.next_turn();
        let mut turn = Self {
            start: next,
            events: Vec::new(),
            made: None,
            incidents: Vec::new(),
            standing: Infractions::NONE,
            unanswered: false,
        };
        let touched = next.facts().touches.all().only();
        // Once the game is over an event touches nothing: the start keeps the touch that did.
        let goes_on = now.closed_with().is_some() && next.phase() != Phase::Over;
        if let Some(square) = touched.filter(|_| goes_on) {
            let at_ms = last.and_then(|last| last.events.last()?.at_ms);
            turn.start = Arbiter::new(*next.position(), next.rules())
                .with_play(next.play())
                .with_offences(next.offences());
            turn.events.push(TimedEvent { at_ms, event: Event::Touched(square) });
        }
        turn
    }

    fn note(&mut self, event: TimedEvent, arbiter: &Arbiter, ruling: &Ruling) {
        let is_clock = event.event == Event::ClockPressed;
        let is_claim = matches!(event.event, Event::Claimed | Event::ArbiterSaw);
        let answered = arbiter.facts().answered.map(|(kind, _)| kind);
        let completed = |offence: &Offence| is_clock && answered == Some(offence.kind);
        let new = |offence: &Offence| {
            completed(offence) || !self.standing.iter().any(|standing| standing == *offence)
        };
        let offences: Vec<Offence> = ruling.infractions.iter().filter(new).collect();
        let place = self.events.len();
        self.events.push(event);
        self.standing = ruling.infractions;
        self.made = ruling.made;
        let stands = |offence: &Offence| ruling.infractions.contains(offence.kind);
        let last = self.incidents.last_mut().filter(|_| self.unanswered);
        let last = last.filter(|incident| incident.offences.iter().all(stands));
        match last {
            Some(incident) => incident.go_on(place, ruling, offences),
            None if offences.is_empty() && !is_claim => {
                self.unanswered = false;
                return;
            }
            None => self.incidents.push(Incident { event: place, ruling: *ruling, offences }),
        }
        self.unanswered = !is_claim && answered.is_none();
    }
}

impl Incident {
    /// Takes in what a later event brought.
    fn go_on(&mut self, event: usize, ruling: &Ruling, offences: Vec<Offence>) {
        let again = |kind: Infraction| offences.iter().any(|offence| offence.kind == kind);
        self.offences.retain(|offence| !again(offence.kind));
        self.offences.extend(offences);
        self.event = event;
        self.ruling = *ruling;
    }
}

#[cfg(test)]
mod tests {
    use super::{Record, Turn};
    use crate::arbiter::Arbiter;
    use crate::chess::piece::Color;
    use crate::chess::position::Position;
    use crate::game::Game;
    use crate::law::rulebooks::Rulebook;
    use crate::ruling::{Claim, Infraction, Penalty};
    use std::string::{String, ToString};
    use std::vec::Vec;

    fn recorded_by(rules: Rulebook, fen: &str, events: &str) -> Record {
        let mut game =
            Game::new(Arbiter::new(Position::from_fen(fen).expect("the position is valid"), rules));
        let mut record = Record::new(*game.arbiter());
        for (time, event) in (1..).zip(events.split_whitespace()) {
            let event = event.parse().expect("it is written as it should be");
            let ruling = game.handle(event).expect("the event can happen");
            record.note(Some(time), event, game.arbiter(), &ruling);
        }
        record
    }

    fn recorded(fen: &str, events: &str) -> Record {
        recorded_by(Rulebook::Fide2023, fen, events)
    }

    fn moves(record: &Record) -> Vec<String> {
        record.moves().map(|ply| ply.played.uci(&ply.position).to_string()).collect()
    }

    fn events(turn: &Turn) -> String {
        let events = turn.events.iter().map(|event| event.event.to_string());
        events.collect::<Vec<_>>().join(" ")
    }

    /// The event and the breaches of every incident.
    fn incidents(turn: &Turn) -> Vec<(String, Vec<Infraction>)> {
        let told = turn.incidents.iter().map(|incident| {
            let kinds = incident.offences.iter().map(|offence| offence.kind).collect();
            (turn.events[incident.event].event.to_string(), kinds)
        });
        told.collect()
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
        let incident = ("clock".to_string(), Vec::from([Infraction::IllegalCastling]));
        assert_eq!(incidents(&record.turns()[0]), [incident]);
    }

    #[test]
    fn every_press_of_the_clock_without_a_move_is_an_incident() {
        let penalties = [Penalty::TwoMinutes, Penalty::GameLost, Penalty::GameLost];
        let record = recorded(NO_SHORT_CASTLING, "clock clock clock");
        assert_eq!(record.turns()[0].incidents.len(), 3);
        assert_eq!(record.penalties(Color::White).collect::<Vec<_>>(), penalties);
        let record = recorded_by(Rulebook::UsChess, NO_SHORT_CASTLING, "clock clock");
        assert_eq!(record.turns()[0].incidents.len(), 2);
        assert_eq!(record.penalties(Color::White).count(), 0);
    }

    #[test]
    fn a_claim_of_a_breach_belongs_to_it_and_what_comes_after_does_not() {
        let record = recorded(NO_SHORT_CASTLING, "a1 a1-b1 b1-d1 claim clock claim");
        let turn = &record.turns()[0];
        let claims: Vec<_> = turn.incidents.iter().map(|it| it.ruling.claim).collect();
        assert_eq!(claims, [Some(Claim::Upheld), Some(Claim::Upheld)]);
        let kinds = |kinds: &[Infraction]| ("claim".to_string(), kinds.to_vec());
        assert_eq!(incidents(turn), [kinds(&[Infraction::MovedAgain]), kinds(&[])]);
    }

    #[test]
    fn a_breach_put_right_is_an_incident_of_its_own() {
        let record = recorded(NO_SHORT_CASTLING, "a1 a1-b3 b3-a1 a1-b4");
        let breach = |event: &str| (event.to_string(), Vec::from([Infraction::IllegalMove]));
        assert_eq!(incidents(&record.turns()[0]), [breach("a1-b3"), breach("a1-b4")]);
    }

    #[test]
    fn an_opponents_touch_that_ends_a_turn_begins_the_next() {
        let record = recorded(NO_SHORT_CASTLING, "a1 a1-b1 opp:e8 e8-e7 clock");
        let [first, second] = record.turns() else { panic!("two turns") };
        assert_eq!(events(first), "a1 a1-b1 opp:e8");
        assert_eq!(events(second), "e8 e8-e7 clock");
        assert_eq!(second.events[0].at_ms, Some(3));
        assert!(second.start.facts().touches.all().is_empty());
    }

    #[test]
    fn a_touch_after_mate_is_ruled_on_again_as_before() {
        let mates = "1r4k1/8/4n3/1n6/2b5/2bq4/1P1PPP2/4K2R b Kq - 0 1";
        let record = recorded(mates, "d3-e2 opp:h1 e1 arbiter");
        let turn = &record.turns()[1];
        let mut game = Game::new(turn.start);
        let again =
            turn.events.iter().map(|event| game.handle(event.event).expect("the event can happen"));
        let again: Vec<_> = again.collect();
        let [incident] = &turn.incidents[..] else { panic!("the arbiter's step is an incident") };
        assert_eq!(again[incident.event], incident.ruling);
    }

    #[test]
    fn going_back_takes_the_later_turn_out_of_the_record() {
        let record = recorded(NO_SHORT_CASTLING, "a1 a1-b1 b1-d1 opp:e8 e8-e7 arbiter");
        assert_eq!(record.turns().len(), 1);
        assert_eq!(moves(&record), ["a1b1"]);
        assert_eq!(events(&record.turns()[0]), "a1 a1-b1 b1-d1 opp:e8 arbiter");
    }

    #[test]
    fn a_mate_ends_the_record_without_the_clock() {
        let record = recorded("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1-a8");
        assert_eq!(moves(&record), ["a1a8"]);
    }
}
