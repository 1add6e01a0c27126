//! Pieces lifted and touched: whose touch it is, and what it proves.

use crate::chess::square::{Square, SquareSet};
use crate::eboard::table::{Sink, Table, What};
use crate::event::Event;

impl Table {
    /// These squares became empty, all in one scan.
    pub(super) fn lifted(&mut self, mut squares: SquareSet, tell: &mut Sink<'_>) {
        let before = self.sensed;
        for square in squares {
            self.sensed.set(square, None);
        }
        if let Some(resting) = self.resting.as_mut().filter(|rest| squares.contains(rest.to)) {
            resting.lifted = true;
            squares.remove(resting.to);
        }
        let early = self.early.take().filter(|&early| self.sensed.get(early).is_some());
        let lifted = self.stood(squares, &before);
        if lifted.is_empty() || self.is_held(lifted, tell) {
            return;
        }
        self.touched(lifted, tell);
        self.take_off_passed_pawn(tell);
        if let Some(early) = early {
            self.arrived_early(lifted, early, tell);
        }
    }

    /// These pieces were touched and not lifted.
    pub(super) fn touched_only(&mut self, squares: SquareSet, tell: &mut Sink<'_>) {
        self.early = None;
        self.free_held(None, tell);
        let at_rest = self.resting.map_or(SquareSet::EMPTY, |resting| resting.to.set());
        let touched = self.occupied(squares - at_rest);
        if !touched.is_empty() {
            self.prove(touched, tell);
            self.touched(touched, tell);
        }
    }

    /// The lifts that were held back were the opponent's touches after all; `first` is the one to
    /// name first, if that is known.
    pub(super) fn free_held(&mut self, first: Option<Square>, tell: &mut Sink<'_>) {
        let held = core::mem::take(&mut self.held);
        if held.is_empty() {
            return;
        }
        self.let_go(tell);
        let first = first.map_or(SquareSet::EMPTY, Square::set);
        self.touched(first, tell);
        self.touched(held - first, tell);
    }

    /// Whether what the lift means is left open; if not, it proves what it can.
    fn is_held(&mut self, lifted: SquareSet, tell: &mut Sink<'_>) -> bool {
        if self.held.len() > 1 && self.own(lifted) == lifted {
            // What the opponent may capture with them.
            self.held |= lifted;
            return true;
        }
        self.free_held(None, tell);
        if lifted.only().is_some_and(|square| self.may_slide_on_to(square)) {
            self.held = lifted;
            return true;
        }
        self.prove(lifted, tell);
        if lifted.only().is_some() {
            return false;
        }
        let theirs = lifted - self.own(lifted);
        let held = theirs.len() > 1 && self.shows_move();
        if held {
            self.group(lifted - theirs - self.adjusting, tell);
            self.held = theirs;
        }
        held
    }

    /// A touch of another piece proves that what rests has been let go; while that is in the air
    /// again, only a touch of the other side does.
    fn prove(&mut self, touched: SquareSet, tell: &mut Sink<'_>) {
        let Some(resting) = self.resting else { return };
        if !resting.lifted || self.own(touched) != touched {
            self.let_go(tell);
        }
    }

    /// The pieces on these squares were touched together. Once a legal move stands on the board, a
    /// piece of the other side is the opponent's touch.
    pub(super) fn touched(&mut self, squares: SquareSet, tell: &mut Sink<'_>) {
        let squares = self.occupied(squares - self.adjusting);
        let theirs = squares - self.own(squares);
        let Some(first) = self.first_of(theirs) else { return self.group(squares, tell) };
        self.assume_promotion(tell);
        if self.shows_move() {
            self.tell(Event::OpponentTouched(first), tell);
            self.unpressed = true;
            self.group(squares - first.set(), tell);
        } else {
            self.group(squares, tell);
        }
    }

    /// Tells of pieces touched by the player whose turn it is.
    fn group(&mut self, squares: SquareSet, tell: &mut Sink<'_>) {
        let group = self.names(squares);
        match (group.only(), group.is_empty()) {
            (_, true) => {}
            (Some(square), _) => self.tell(Event::Touched(square), tell),
            (None, _) => self.tell(Event::TouchedTogether(group), tell),
        }
    }

    /// One of the pieces lifted just now may be the one that appeared on `to` before.
    fn arrived_early(&mut self, lifted: SquareSet, to: Square, tell: &mut Sink<'_>) {
        if let Some(man) = self.came_from(lifted, to) {
            self.rest(What::Man(man.origin), man.now, to);
            if let Some(resting) = &mut self.resting {
                resting.early = true;
            }
            return;
        }
        let seen = self.sensed.get(to);
        if let Some((pawn, role)) = seen.and_then(|seen| self.new_piece(to, seen)) {
            self.promote(pawn, role, to, tell);
        }
    }
}
