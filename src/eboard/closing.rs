//! The end of a turn, and what a person says: the clock, promotions, announcements.

use crate::chess::piece::Role;
use crate::chess::square::Square;
use crate::eboard::looking::Came;
use crate::eboard::table::{Sink, Table, What};
use crate::event::Event;

impl Table {
    /// The player pressed the clock: whatever stands on the board has been let go, and what does
    /// not stand there is off. If the opponent's touch has ended the turn before, that is no news.
    pub(super) fn clock(&mut self, tell: &mut Sink<'_>) {
        self.stop(tell);
        if core::mem::take(&mut self.unpressed) {
            return;
        }
        self.explain(tell);
        self.assume_promotion(tell);
        if let Some((from, to)) = self.unseen_capture() {
            self.assume(tell, Event::Released(from, to));
        }
        for origin in self.away() & self.in_play() {
            if self.is_named(origin) {
                self.tell(tell, Event::Removed(origin));
            }
        }
        self.tell(tell, Event::ClockPressed);
    }

    /// Nothing more can come of what the board shows.
    pub(super) fn close(&mut self, tell: &mut Sink<'_>) {
        self.stop(tell);
        self.assume_promotion(tell);
    }

    /// The opponent touched a piece, somebody says.
    pub(super) fn opponent(&mut self, tell: &mut Sink<'_>, square: Square) {
        self.close(tell);
        self.tell(tell, Event::OpponentTouched(square));
    }

    /// The player announced that he adjusts a piece, or knocks it over by accident: lifting it is
    /// then no touch.
    pub(super) fn excuse(
        &mut self,
        tell: &mut Sink<'_>,
        square: Square,
        event: fn(Square) -> Event,
    ) {
        self.early = None;
        if let Some(name) = self.names(self.occupied(square.set())).first() {
            self.adjusting.insert(square);
            self.tell(tell, event(name));
        }
    }

    /// The player chose what the pawn becomes. It may stand on the square, or be on its way there.
    pub(super) fn choose_promotion(&mut self, tell: &mut Sink<'_>, role: Role, square: Square) {
        match self.pawn_to_promote(square) {
            Some(pawn) => self.promote(tell, pawn, role, square),
            None => self.promotion = Some((role, square)),
        }
    }

    /// A pawn on the last rank of a board that cannot tell what stands there has become what the
    /// player chose; if he did not say, a queen.
    pub(super) fn assume_promotion(&mut self, tell: &mut Sink<'_>) {
        if let Some((pawn, square, role)) = self.unseen_promotion() {
            self.assume(tell, Event::Removed(pawn));
            self.assume(tell, Event::PromotionReleased(role, square));
        }
    }

    fn stop(&mut self, tell: &mut Sink<'_>) {
        self.free_held(tell, None);
        self.let_go_at_last(tell);
        self.early = None;
    }

    /// Pieces that nobody saw come are those that nobody sees elsewhere.
    fn explain(&mut self, tell: &mut Sink<'_>) {
        for square in self.unexplained() {
            match self.came(square, &self.allowed()) {
                Some(Came::Man(man)) => self.rest(What::Man(man.origin), man.now, square),
                Some(Came::New(pawn, role)) => self.promote(tell, pawn, role, square),
                None => {}
            }
            self.let_go(tell);
        }
    }
}
