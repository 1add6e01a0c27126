//! The end of a turn, and what a person says: the clock, promotions, announcements.

use crate::chess::piece::Role;
use crate::chess::square::{Square, SquareSet};
use crate::eboard::frames::Seen;
use crate::eboard::table::{Sink, Table, What};
use crate::event::Event;
use crate::law::shown::Shown;

impl Table {
    /// The player pressed the clock: whatever stands on the board has been let go, and what does
    /// not stand there is off.
    pub(super) fn clock(&mut self, tell: &mut Sink<'_>) {
        self.stop(tell);
        self.explain(tell);
        self.assume_queen(tell);
        self.assume_capture(tell);
        self.take_off_what_is_gone(tell);
        self.tell(Event::ClockPressed, tell);
    }

    /// Nothing more can come of what the board shows.
    pub(super) fn close(&mut self, tell: &mut Sink<'_>) {
        self.stop(tell);
        self.assume_queen(tell);
    }

    fn stop(&mut self, tell: &mut Sink<'_>) {
        self.free_held(None, tell);
        self.let_go_at_last(tell);
        self.early = None;
    }

    /// The opponent touched a piece, somebody says.
    pub(super) fn opponent(&mut self, square: Square, tell: &mut Sink<'_>) {
        self.close(tell);
        self.tell(Event::OpponentTouched(square), tell);
    }

    /// The player announced that he adjusts a piece: lifting it is then no touch.
    pub(super) fn adjust(&mut self, square: Square, tell: &mut Sink<'_>) {
        self.early = None;
        if let Some(man) = self.believed().man_on(square) {
            self.adjusting.insert(square);
            self.tell(Event::Adjusted(man.origin), tell);
        }
    }

    /// The player chose what the pawn becomes. It may stand on the square, or be on its way there.
    pub(super) fn choose_promotion(&mut self, role: Role, square: Square, tell: &mut Sink<'_>) {
        let believed = self.believed();
        let rests = self.resting.filter(|resting| resting.to == square && !resting.lifted);
        let there = rests.and_then(|resting| resting.man(&believed));
        let pawn = there.or_else(|| believed.man_on(square));
        let pawn = pawn.filter(|&man| believed.promotes(man, square));
        match pawn {
            Some(pawn) => self.promote(pawn, role, square, tell),
            None => self.promotion = Some((role, square)),
        }
    }

    /// A pawn on the last rank of a board that cannot tell what stands there has become what the
    /// player chose; if he did not say, a queen.
    pub(super) fn assume_queen(&mut self, tell: &mut Sink<'_>) {
        let believed = self.believed();
        if !believed.moved_to_edge() {
            return;
        }
        let Shown::PawnOnLastRank(pawn, square) = believed.shown() else { return };
        if matches!(self.sensed.get(square), Some(Seen::Piece(_))) || !believed.is_named(pawn) {
            return;
        }
        let chosen = believed.allowed().promotion.map(|(_, role)| role);
        let role = chosen.unwrap_or(Role::Queen);
        self.assume(Event::Removed(pawn), tell);
        self.assume(Event::PromotionReleased(role, square), tell);
    }

    /// Pieces that nobody saw come are those that nobody sees elsewhere.
    fn explain(&mut self, tell: &mut Sink<'_>) {
        for square in self.unexplained() {
            let Some(seen) = self.sensed.get(square) else { continue };
            let believed = self.believed();
            if let Some(man) = self.choose(&believed, square, seen) {
                self.rest(What::Man(man.origin), man.now, square);
            } else if let Some((pawn, role)) = self.new_piece(&believed, square, seen) {
                self.promote(pawn, role, square, tell);
            }
            self.let_go(tell);
        }
    }

    /// A board that only knows which squares are occupied cannot see a piece captured and replaced
    /// within one scan. If only one capture explains where a piece went, it was played.
    fn assume_capture(&mut self, tell: &mut Sink<'_>) {
        let believed = self.believed();
        let Some(man) = self.away(&believed).only().and_then(|origin| believed.man_of(origin))
        else {
            return;
        };
        if self.identifies || man.now != man.origin || !believed.is_named(man.origin) {
            return;
        }
        let allowed = believed.allowed();
        let could_be_there = |&to: &Square| {
            self.sensed.get(to).is_some_and(|seen| seen.fits(man.piece))
                && believed.may_go(&allowed, man, to)
        };
        let enemies = believed.position().by_color(believed.turn().opposite());
        let captures: SquareSet = enemies.filter(could_be_there).collect();
        if let Some(to) = captures.only() {
            self.assume(Event::Released(man.origin, to), tell);
        }
    }

    /// The clock is pressed: what the board does not show is not on it.
    fn take_off_what_is_gone(&mut self, tell: &mut Sink<'_>) {
        for origin in self.away(&self.believed()) {
            if self.believed().is_named(origin) {
                self.tell(Event::Removed(origin), tell);
            }
        }
    }
}
