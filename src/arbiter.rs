//! The machine: one turn, then the next; the only thing that changes.
//!
//! [`Arbiter::handle`] folds an event into the facts of the turn and answers with the ruling, by
//! value. It allocates nothing, reads no clock and cannot panic.

use crate::chess::moves::{LegalMoves, Move};
use crate::chess::position::Position;
use crate::chess::square::Square;
use crate::event::Event;
use crate::facts::Facts;
use crate::law::case::Case;
use crate::law::rulebooks::Rulebook;
use crate::law::verdict::{found, rule};
use crate::pack::pack_fields;
use crate::ruling::{Allowed, Ruling, Verdict};
use crate::turn::Turn;
pub use crate::turn::{Misuse, Play};

/// How far the turn has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Phase {
    /// Nothing binds the player yet.
    Free = 0,
    /// The pieces touched, or a promotion chosen, bind the player.
    Bound = 1,
    /// A move is fixed and still to be finished.
    Unfinished = 2,
    /// The move is made.
    Made = 3,
    /// The turn is over: the clock was pressed.
    Completed = 4,
    /// The turn is over: the opponent has touched a piece.
    Passed = 5,
    /// There is no legal move: the game is over.
    Over = 6,
}

impl Phase {
    /// All phases, in order.
    pub const ALL: [Self; 7] = [
        Self::Free,
        Self::Bound,
        Self::Unfinished,
        Self::Made,
        Self::Completed,
        Self::Passed,
        Self::Over,
    ];
}

/// A machine that is told what happens on one board and answers what the player may still do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arbiter {
    /// Where the turn began.
    position: Position,
    turn: Turn,
}

pack_fields!(Arbiter { position: Position, turn: Turn });

impl Arbiter {
    /// A machine for the turn of the player to move in this position.
    #[must_use]
    pub fn new(position: Position, rules: Rulebook) -> Self {
        Self { position, turn: Turn::new(rules) }
    }

    /// The same for this kind of play.
    #[must_use]
    pub const fn with_play(self, play: Play) -> Self {
        Self { turn: Turn { play, ..self.turn }, ..self }
    }

    /// The same, these players having completed so many penalised offences before (White, Black).
    #[must_use]
    pub const fn with_offences(self, offences: [u8; 2]) -> Self {
        Self { turn: Turn { offences, ..self.turn }, ..self }
    }

    /// The same, from the start of this turn on, by another rulebook.
    #[must_use]
    pub const fn with_rules(self, rules: Rulebook) -> Self {
        Self { turn: Turn { rules, ..self.turn }, ..self }
    }

    /// The machine as the next turn opens, if this turn is over; else as it is.
    #[must_use]
    pub fn next_turn(&self) -> Self {
        let mut next = *self;
        next.go_on();
        next
    }

    /// Whether this machine is in the turn that follows the ended one of `before`.
    #[must_use]
    pub fn turn_follows(&self, before: &Self) -> bool {
        before.turn.closed.is_some() && self.position == before.next_position()
    }

    /// The position in which the turn began that the ruling speaks of.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The position from which play goes on: after the move, where the turn is over.
    #[must_use]
    pub fn next_position(&self) -> Position {
        let mut next = self.position;
        if let Some(closed) = self.turn.closed {
            next.make(closed.played);
        }
        next
    }

    /// The move with which the turn ended that the ruling speaks of, if it is over.
    #[must_use]
    pub fn closed_with(&self) -> Option<Move> {
        self.turn.closed.map(|closed| closed.played)
    }

    /// The first touch of the next turn, if the opponent has made it.
    #[must_use]
    pub fn next_touch(&self) -> Option<Square> {
        self.turn.closed.and_then(|closed| closed.touched)
    }

    /// How far the turn has come that the ruling speaks of.
    #[must_use]
    pub fn phase(&self) -> Phase {
        match (self.turn.closed, self.ruling().verdict) {
            (Some(closed), _) if closed.touched.is_some() => Phase::Passed,
            (Some(_), _) => Phase::Completed,
            (None, Verdict::GameOver) => Phase::Over,
            (None, Verdict::Made) => Phase::Made,
            (None, Verdict::Must) if self.turn.facts.fixed.is_some() => Phase::Unfinished,
            (None, Verdict::Must) => Phase::Bound,
            (None, Verdict::Free) => Phase::Free,
        }
    }

    /// The rulebook.
    #[must_use]
    pub const fn rules(&self) -> Rulebook {
        self.turn.rules
    }

    /// The kind of play.
    #[must_use]
    pub const fn play(&self) -> Play {
        self.turn.play
    }

    /// The penalised offences completed so far (White, Black).
    #[must_use]
    pub const fn offences(&self) -> [u8; 2] {
        self.turn.offences
    }

    /// What is known of the turn that the ruling speaks of.
    #[must_use]
    pub const fn facts(&self) -> &Facts {
        &self.turn.facts
    }

    /// Takes an event and answers with the ruling.
    ///
    /// # Errors
    ///
    /// [`Misuse`] if the event cannot have happened; the machine is then as it was.
    pub fn handle(&mut self, event: Event) -> Result<Ruling, Misuse> {
        self.take(&event)?;
        Ok(self.ruling())
    }

    /// Takes an event; the ruling is not asked for.
    ///
    /// # Errors
    ///
    /// [`Misuse`] if the event cannot have happened; the machine is then as it was.
    pub(crate) fn take(&mut self, event: &Event) -> Result<(), Misuse> {
        let mut event = *event;
        self.turn.resolve(&mut event, LegalMoves::new(&self.position))?;
        if self.turn.ended_before(&event) {
            self.go_on();
        }
        let moves = LegalMoves::new(&self.position);
        if !moves.is_empty() {
            self.turn.fold(event, moves);
        }
        Ok(())
    }

    /// The ruling as things stand.
    #[must_use]
    pub fn ruling(&self) -> Ruling {
        rule(&self.case())
    }

    /// What the player may still do whose turn it is for the next event.
    pub(crate) fn allowed_next(&self) -> Allowed {
        if self.turn.closed.is_some() { self.allowed_in_next_turn() } else { self.allowed() }
    }

    fn allowed_in_next_turn(&self) -> Allowed {
        // Not by `next_turn`, which leaves two machines on the stack.
        let mut next = *self;
        next.go_on();
        next.allowed()
    }

    fn allowed(&self) -> Allowed {
        found(&self.case()).allowed
    }

    /// What is judged.
    fn case(&self) -> Case<'_> {
        self.turn.case(LegalMoves::new(&self.position))
    }

    /// Opens the next turn, if this one is over.
    fn go_on(&mut self) {
        if let Some(closed) = self.turn.closed {
            self.position.make(closed.played);
            self.turn.begin(closed.touched);
        }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::{Arbiter, Misuse};
    use crate::chess::moves::LegalMoves;
    use crate::chess::position::Position;
    use crate::chess::square::Square;
    use crate::law::rulebooks::Rulebook;
    use crate::ruling::{Infraction, Ruling, Verdict};
    use std::string::{String, ToString};
    use std::vec::Vec;

    /// A machine after these events, and its last ruling.
    fn after(fen: &str, events: &str) -> (Arbiter, Ruling) {
        let position = Position::from_fen(fen).expect("the position is valid");
        let mut arbiter = Arbiter::new(position, Rulebook::Fide2023);
        for event in events.split_whitespace() {
            told(&mut arbiter, event).expect("the event can happen");
        }
        (arbiter, arbiter.ruling())
    }

    fn square(name: &str) -> Square {
        name.parse().expect("a square of the board")
    }

    fn told(arbiter: &mut Arbiter, event: &str) -> Result<Ruling, Misuse> {
        arbiter.handle(event.parse().expect("the event is written as it should be"))
    }

    fn allowed(arbiter: &Arbiter) -> Vec<String> {
        let moves = LegalMoves::new(arbiter.position());
        let uci = |played: crate::chess::moves::Move| played.uci(arbiter.position()).to_string();
        arbiter.ruling().allowed.iter(moves).map(uci).collect()
    }

    #[test]
    fn a_capture_taken_back_is_no_correction_though_the_victim_is_off() {
        let captures = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1";
        let (_, ruling) = after(captures, "e4-d5 e4-e4");
        assert!(ruling.infractions.contains(Infraction::MovedAgain));
        let (_, ruling) = after(captures, "e4-d5 e4-e4 e4-d5");
        assert!(ruling.infractions.is_empty());
    }

    const CASTLES: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

    #[test]
    fn both_hands_count_from_when_they_are_used() {
        let (_, ruling) = after(CASTLES, "e1 e1-e1 hands e1-g1 h1-f1 clock");
        assert!(ruling.infractions.contains(Infraction::BothHands));
        let (_, ruling) = after(CASTLES, "e1 hands e1-g1 e1-e1 e1-g1 h1-f1 clock");
        assert!(!ruling.infractions.contains(Infraction::BothHands));
        let (_, ruling) = after(CASTLES, "e1-e2 e1-e1 hands");
        assert_eq!(ruling.verdict, Verdict::Made);
    }

    #[test]
    fn an_opponent_touches_what_stands_there_now() {
        let (mut arbiter, _) = after(CASTLES, "e1-e2");
        assert_eq!(told(&mut arbiter, "opp:e1"), Err(Misuse::NoPiece(square("e1"))));
        assert!(told(&mut arbiter, "opp:e2").is_ok());
    }

    const PROMOTES: &str = "8/P4k2/8/8/8/8/5K2/8 w - - 0 1";

    #[test]
    fn a_new_piece_touched_or_moved_again_is_the_pawn_it_replaced() {
        let (arbiter, ruling) = after(PROMOTES, "a7 off:a7 Q-a8 a8");
        assert_eq!(allowed(&arbiter), ["a7a8q"]);
        assert_eq!(ruling.verdict, Verdict::Made);
        assert!(ruling.infractions.is_empty());
        let (arbiter, ruling) = after(PROMOTES, "a7 off:a7 Q-a8 a8-a7");
        assert_eq!(allowed(&arbiter), ["a7a8q"]);
        assert!(ruling.infractions.contains(Infraction::MovedAgain));
        let (_, ruling) = after(PROMOTES, "a7 off:a7 Q-a8 a8-a7 a7-a8 clock");
        assert!(ruling.infractions.is_empty());
    }

    #[test]
    fn a_pawn_left_on_the_last_rank_is_exchanged_and_the_breach_is_over() {
        let position = Position::from_fen(PROMOTES).expect("the position is valid");
        let mut arbiter = Arbiter::new(position, Rulebook::Fide1997);
        let mut ruling = arbiter.ruling();
        for event in ["a7", "a7-a8", "clock"] {
            ruling = told(&mut arbiter, event).expect("the event can happen");
        }
        assert!(ruling.infractions.contains(Infraction::PromotionMissing));
        assert!(ruling.infractions.iter().all(|offence| offence.penalty.is_none()));
        assert_eq!(allowed(&arbiter).len(), 4);
        for event in ["off:a8", "R-a8", "clock"] {
            ruling = told(&mut arbiter, event).expect("the event can happen");
        }
        assert!(ruling.infractions.is_empty());
        assert_eq!(allowed(&arbiter), ["a7a8r"]);
        assert!(arbiter.closed_with().is_some());
    }

    #[test]
    fn the_opponent_may_touch_a_new_piece() {
        let (arbiter, _) = after("k7/7P/8/8/8/8/5K2/8 w - - 0 1", "h7 off:h7 Q-h8 opp:h8");
        assert!(arbiter.closed_with().is_some());
    }

    #[test]
    fn another_role_than_the_one_that_touched_the_square_is_a_breach() {
        let (arbiter, ruling) = after(PROMOTES, "a7 Q@a8 off:a7 N-a8 clock");
        assert_eq!(allowed(&arbiter), ["a7a8q"]);
        assert!(ruling.infractions.iter().next().is_some());
        assert!(arbiter.closed_with().is_none());
    }

    #[test]
    fn a_new_piece_elsewhere_than_on_the_square_chosen_fixes_nothing() {
        let two_pawns = "4k3/1P6/8/6P1/8/8/8/4K3 w - - 0 1";
        for elsewhere in ["R-g6", "N-g6", "N-a8"] {
            let (arbiter, ruling) = after(two_pawns, &std::format!("N@b8 {elsewhere}"));
            assert_eq!(allowed(&arbiter), ["b7b8n"], "{elsewhere}");
            assert_eq!(arbiter.facts().fixed, None, "{elsewhere}");
            assert!(!ruling.infractions.is_empty(), "{elsewhere}");
        }
    }

    #[test]
    fn a_piece_ordered_back_is_named_by_where_it_was_left() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        for moved_back in ["g5 g5-f3", "g1 g1-f3", "adjust:g5 g5-f3", ""] {
            let events = std::format!("g1 g1-f3 f3-g5 clock {moved_back} clock");
            let (arbiter, ruling) = after(start, &events);
            assert!(arbiter.closed_with().is_some(), "{events}");
            assert!(ruling.infractions.is_empty(), "{events}");
        }
    }

    #[test]
    fn once_a_turn_is_over_a_square_names_what_stands_there() {
        let (mut arbiter, _) = after(PROMOTES, "a7 off:a7 Q-a8 clock");
        let before = arbiter;
        for gone in ["a7", "a7-a6", "off:a7", "adjust:a7", "a7+f7"] {
            let misuse = told(&mut arbiter, gone);
            assert_eq!(misuse, Err(Misuse::NoPiece(square("a7"))), "{gone}");
            assert_eq!(arbiter, before, "{gone}");
        }
        for stands in ["a8", "off:a8", "f7-f6", "a8+f7"] {
            let mut next = before;
            assert!(told(&mut next, stands).is_ok(), "{stands}");
            assert!(next.turn_follows(&before), "{stands}");
        }
    }

    #[test]
    fn nothing_is_an_offence_once_the_game_is_over() {
        let mated = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
        let (_, ruling) = after(mated, "e1 e1-f2 clock");
        assert_eq!(ruling.verdict, Verdict::GameOver);
        assert!(ruling.infractions.is_empty());
    }

    #[test]
    fn an_event_that_cannot_have_happened_changes_nothing() {
        let (mut arbiter, _) = after(PROMOTES, "a7 a7-a8 clock");
        let before = arbiter;
        assert!(matches!(told(&mut arbiter, "d4"), Err(Misuse::NoPiece(_))));
        assert_eq!(arbiter, before);
    }
}
