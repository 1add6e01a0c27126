//! Pieces lifted and touched: whose touch it is, and what it proves.

use crate::chess::square::{Square, SquareSet};
use crate::eboard::frames::Frame;
use crate::eboard::table::{Sink, Table, What};
use crate::event::Event;

impl Table {
    /// These squares became empty, all in one scan.
    pub(super) fn lifted(&mut self, tell: &mut Sink<'_>, squares: SquareSet) {
        let mut lifted = self.stood(squares);
        self.sensed.take(&Frame::EMPTY, squares);
        if let Some(resting) = self.resting.as_mut().filter(|rest| squares.contains(rest.to)) {
            resting.lifted = true;
            lifted.remove(resting.to);
        }
        let early = self.early.take().filter(|&early| self.sensed.occupied().contains(early));
        if lifted.is_empty() || self.is_held(tell, lifted) {
            return;
        }
        self.touched(tell, lifted);
        self.take_off_passed_pawn(tell);
        if let Some(early) = early {
            self.arrived_early(tell, lifted, early);
        }
    }

    /// These pieces were touched and not lifted.
    pub(super) fn touched_only(&mut self, tell: &mut Sink<'_>, squares: SquareSet) {
        self.early = None;
        self.free_held(tell, None);
        let at_rest = self.resting.map_or(SquareSet::EMPTY, |resting| resting.to.set());
        let touched = self.occupied(squares - at_rest);
        if !touched.is_empty() {
            self.prove(tell, touched);
            self.touched(tell, touched);
        }
    }

    /// The lifts that were held back were the opponent's touches after all; `first` is the one to
    /// name first, if that is known.
    pub(super) fn free_held(&mut self, tell: &mut Sink<'_>, first: Option<Square>) {
        let held = core::mem::take(&mut self.held);
        if held.is_empty() {
            return;
        }
        self.let_go(tell);
        let first = first.map_or(SquareSet::EMPTY, Square::set);
        self.touched(tell, first);
        self.touched(tell, held - first);
    }

    /// Whether what the lift means is left open; if not, it proves what it can.
    fn is_held(&mut self, tell: &mut Sink<'_>, lifted: SquareSet) -> bool {
        if self.held.len() > 1 && self.own(lifted) == lifted {
            // What the opponent may capture with them.
            self.held |= lifted;
            return true;
        }
        self.free_held(tell, None);
        if lifted.only().is_some_and(|square| self.may_slide_on_to(square)) {
            self.held = lifted;
            return true;
        }
        self.prove(tell, lifted);
        if lifted.only().is_some() {
            return false;
        }
        let theirs = lifted - self.own(lifted);
        let held = theirs.len() > 1 && self.shows_move();
        if held {
            self.group(tell, lifted - theirs - self.adjusting);
            self.held = theirs;
        }
        held
    }

    /// A touch of another piece proves that what rests has been let go; while that is in the air
    /// again, only a touch of the other side does.
    fn prove(&mut self, tell: &mut Sink<'_>, touched: SquareSet) {
        let Some(resting) = self.resting else { return };
        if !resting.lifted || self.own(touched) != touched {
            self.let_go(tell);
        }
    }

    /// The pieces on these squares were touched together. Once a legal move stands on the board, a
    /// piece of the other side is the opponent's touch.
    pub(super) fn touched(&mut self, tell: &mut Sink<'_>, squares: SquareSet) {
        let mut squares = self.occupied(squares - self.adjusting);
        if let Some(first) = self.first_of(squares - self.own(squares)) {
            self.assume_promotion(tell);
            if self.shows_move() {
                self.tell(tell, Event::OpponentTouched(first));
                self.unpressed = true;
                squares.remove(first);
            }
        }
        self.group(tell, squares);
    }

    /// Tells of pieces touched by the player whose turn it is.
    fn group(&mut self, tell: &mut Sink<'_>, squares: SquareSet) {
        let group = self.names(squares);
        match (group.only(), group.is_empty()) {
            (_, true) => {}
            (Some(square), _) => self.tell(tell, Event::Touched(square)),
            (None, _) => self.tell(tell, Event::TouchedTogether(group)),
        }
    }

    /// One of the pieces lifted just now may be the one that appeared on `to` before.
    fn arrived_early(&mut self, tell: &mut Sink<'_>, lifted: SquareSet, to: Square) {
        if let Some(man) = self.came_from(lifted, to) {
            self.rest(What::Man(man.origin), man.now, to);
            if let Some(resting) = &mut self.resting {
                resting.early = true;
            }
            return;
        }
        if let Some((pawn, role)) = self.new_piece(to) {
            self.promote(tell, pawn, role, to);
        }
    }
}
