//! Pieces that appear on squares, and what they did there.

use crate::chess::piece::{Piece, Role};
use crate::chess::square::{Square, SquareSet};
use crate::eboard::believed::Man;
use crate::eboard::frames::{Frame, Seen};
use crate::eboard::looking::{Came, Onward};
use crate::eboard::table::{Resting, Sink, Table, What};
use crate::event::Event;
use crate::ruling::Allowed;

impl Table {
    /// A scan shows this on the squares that changed: pieces were lifted, then others put down.
    pub(super) fn changed(&mut self, tell: &mut Sink<'_>, scan: SquareSet, shown: &Frame) {
        let (lifted, placed) = self.sort(scan, shown);
        if !lifted.is_empty() {
            self.lifted(tell, lifted);
        }
        // What is known of a piece is not forgotten when the board sees less of it.
        let known = self.sensed.tells_more(shown) - placed;
        self.sensed.take(shown, scan - known);
        if !placed.is_empty() {
            self.placed(tell, placed);
        }
    }

    /// Pieces appeared on these squares, all in one scan; the board shows them already.
    #[cfg_attr(target_arch = "arm", inline(never))] // Off the stack when something is lifted.
    fn placed(&mut self, tell: &mut Sink<'_>, mut squares: SquareSet) {
        if !self.held.is_empty() {
            self.free_held_by(tell, squares);
        }
        self.unpressed = false;
        while !squares.is_empty() {
            let allowed = self.allowed();
            let Some(square) = self.most_urgent(squares, &allowed) else { return };
            squares.remove(square);
            self.appeared(tell, square, &allowed);
        }
    }

    /// A piece appeared on a square.
    fn appeared(&mut self, tell: &mut Sink<'_>, square: Square, allowed: &Allowed) {
        let Some(seen) = self.sensed.get(square) else { return };
        self.early = None;
        if self.new_piece_again(tell, square, seen) {
            return;
        }
        if let Some(men) = self.both_back(square) {
            self.resting = None;
            men.into_iter().for_each(|man| self.put_back(tell, man));
            return;
        }
        match self.came(square, allowed) {
            Some(Came::Man(man)) => return self.put(tell, man, square, seen),
            Some(Came::New(pawn, role)) => return self.promote(tell, pawn, role, square),
            None => {}
        }
        if let Some(role) = self.other_new_piece(square) {
            self.let_go(tell);
            self.tell(tell, Event::PromotionTouched(role, square));
            self.rest(What::New(role), square, square);
        } else {
            self.early = Some(square);
        }
    }

    /// What came down tells what the lifts mean that were held back.
    fn free_held_by(&mut self, tell: &mut Sink<'_>, squares: SquareSet) {
        let victim = self.held.only().filter(|&square| squares.contains(square));
        let chosen = victim.and_then(|square| self.choose(square, &self.allowed()));
        if chosen.is_some_and(|man| self.rest_of(man.origin).is_some()) {
            let victim = core::mem::take(&mut self.held);
            self.touched(tell, victim);
        } else if !squares.is_empty() {
            self.free_held(tell, self.meant(squares));
        }
    }

    /// A piece in the air was put on a square.
    fn put(&mut self, tell: &mut Sink<'_>, man: Man, square: Square, seen: Seen) {
        let chosen = self.promotion.filter(|&(_, on)| {
            on == square && !matches!(seen, Seen::Piece(_)) && self.promotes(man.origin, square)
        });
        if let Some((role, _)) = chosen {
            return self.promote(tell, man.origin, role, square);
        }
        if let Some(&resting) = self.rest_of(man.origin) {
            if self.goes_on(tell, &resting, man, square) {
                return;
            }
            // It did not rest long enough to be let go, or was never there.
            self.resting = None;
        }
        if man.now != square {
            self.adjusting.remove(man.now);
            self.let_go(tell);
            let origin = self.of_next_turn(tell, man);
            self.rest(What::Man(origin), man.now, square);
        } else if self.adjusting.contains(square) {
            self.adjusting.remove(square);
        } else if self.in_play().contains(man.origin) {
            self.put_back(tell, man);
        }
    }

    /// Whether a piece that had rested elsewhere slides on to a square, or was let go there first.
    fn goes_on(
        &mut self,
        tell: &mut Sink<'_>,
        resting: &Resting,
        man: Man,
        square: Square,
    ) -> bool {
        match self.onward(resting, man, square) {
            Onward::Slides(stop) => {
                self.rest(resting.what, resting.start, square);
                if let Some(rest) = &mut self.resting {
                    rest.stop = stop;
                }
            }
            Onward::Turns if resting.dated || resting.early => return false,
            Onward::Turns => {
                self.let_go(tell);
                self.rest(resting.what, resting.to, square);
                if square == man.origin {
                    self.let_go(tell);
                }
            }
        }
        true
    }

    fn put_back(&mut self, tell: &mut Sink<'_>, man: Man) {
        if self.is_named(man.origin) {
            self.tell(tell, Event::Released(man.origin, man.now));
        }
    }

    /// The new piece of a promotion was lifted again, and it or another put down.
    fn new_piece_again(&mut self, tell: &mut Sink<'_>, square: Square, seen: Seen) -> bool {
        let Some(resting) = self.resting.filter(|resting| resting.lifted) else { return false };
        let What::New(before) = resting.what else { return false };
        let role = match seen {
            Seen::Piece(Piece { role, .. }) => role,
            _ => before,
        };
        if square != resting.to || !Role::PROMOTIONS.contains(&role) {
            return false;
        }
        if role != before {
            self.tell(tell, Event::PromotionTouched(role, square));
        }
        self.rest(What::New(role), square, square);
        true
    }

    /// A piece of the other side is put elsewhere after a move was made: the opponent took it up,
    /// and the next turn is open. The name of the piece in the turn that is open.
    fn of_next_turn(&mut self, tell: &mut Sink<'_>, man: Man) -> Square {
        if !self.is_of_next_turn(man) {
            return man.origin;
        }
        self.tell(tell, Event::OpponentTouched(man.now));
        man.now
    }

    /// The pawn becomes a new piece, which stands on the square and may still be in the hand.
    /// Whatever else rests has been let go.
    pub(super) fn promote(&mut self, tell: &mut Sink<'_>, pawn: Square, role: Role, to: Square) {
        if self.rest_of(pawn).is_none() {
            self.let_go(tell);
        }
        self.resting = None;
        self.promotion = None;
        if self.is_named(pawn) {
            self.tell(tell, Event::Removed(pawn));
        }
        self.tell(tell, Event::PromotionTouched(role, to));
        self.rest(What::New(role), to, to);
    }
}
