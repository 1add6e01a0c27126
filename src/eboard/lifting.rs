//! Pieces lifted and touched: whose touch it is, and what it proves.

use crate::chess::square::{Square, SquareSet};
use crate::eboard::believed::{Believed, Man};
use crate::eboard::table::{Resting, Sink, Table, What};
use crate::event::Event;
use crate::law::shown::Shown;

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
        let believed = self.believed();
        let stood = |square: &Square| believed.man_on(*square).is_some();
        let lifted: SquareSet = (squares - believed.unlike(&before)).filter(stood).collect();
        if lifted.is_empty() || self.is_held(lifted, tell) {
            return;
        }
        self.touched(lifted, tell);
        self.take_off_passed_pawn(tell);
        if let Some(early) = early {
            self.came_from(lifted, early, tell);
        }
    }

    /// These pieces were touched and not lifted.
    pub(super) fn touched_only(&mut self, squares: SquareSet, tell: &mut Sink<'_>) {
        self.early = None;
        self.free_held(None, tell);
        let at_rest = self.resting.map_or(SquareSet::EMPTY, |resting| resting.to.set());
        let believed = self.believed();
        let touched = (squares & believed.board().occupied()) - at_rest;
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
        if let Some(first) = first {
            self.touched(first.set(), tell);
            self.touched(held - first.set(), tell);
        } else {
            self.touched(held, tell);
        }
    }

    /// Whether what the lift means is left open; if not, it proves what it can.
    fn is_held(&mut self, lifted: SquareSet, tell: &mut Sink<'_>) -> bool {
        self.free_held(None, tell);
        let may_slide_on = |resting: Resting| {
            let believed = self.believed();
            let enemy = lifted.only().and_then(|square| believed.man_on(square));
            let takes = |enemy: Man| {
                let man = resting.man(&believed);
                enemy.piece.color != believed.turn()
                    && slides(&believed, &resting, enemy.now)
                    && man.is_some_and(|man| believed.legally_goes(man, enemy.now))
            };
            resting.lifted && enemy.is_some_and(takes)
        };
        if self.resting.is_some_and(may_slide_on) {
            self.held = lifted;
            return true;
        }
        self.prove(lifted, tell);
        if lifted.only().is_some() {
            return false;
        }
        let believed = self.believed();
        let theirs = lifted - own(&believed, lifted);
        let held = theirs.len() > 1 && matches!(believed.shown(), Shown::Move(_));
        if held {
            self.group(&believed, lifted - theirs - self.adjusting, tell);
            self.held = theirs;
        }
        held
    }

    /// A touch of another piece proves that what rests has been let go; while that is in the air
    /// again, only a touch of the other side does.
    fn prove(&mut self, touched: SquareSet, tell: &mut Sink<'_>) {
        let Some(resting) = self.resting else { return };
        if !resting.lifted || own(&self.believed(), touched) != touched {
            self.let_go(tell);
        }
    }

    /// The pieces on these squares were touched together. Once a legal move stands on the board, a
    /// piece of the other side is the opponent's touch.
    pub(super) fn touched(&mut self, squares: SquareSet, tell: &mut Sink<'_>) {
        let believed = self.believed();
        let stands = |&square: &Square| believed.man_on(square).is_some();
        let squares: SquareSet = (squares - self.adjusting).filter(stands).collect();
        let theirs = squares - own(&believed, squares);
        let Some(first) = first_of(&believed, theirs) else {
            return self.group(&believed, squares, tell);
        };
        self.assume_queen(tell);
        let believed = self.believed();
        if matches!(believed.shown(), Shown::Move(_)) {
            self.tell(Event::OpponentTouched(first), tell);
            let rest = squares - first.set();
            if !rest.is_empty() {
                self.group(&self.believed(), rest, tell);
            }
        } else {
            self.group(&believed, squares, tell);
        }
    }

    /// Tells of pieces touched by the player whose turn it is.
    fn group(&mut self, believed: &Believed, squares: SquareSet, tell: &mut Sink<'_>) {
        let name = |square: Square| believed.man_on(square).map_or(square, |man| man.origin);
        let group: SquareSet = squares.map(name).collect();
        match (group.only(), group.is_empty()) {
            (_, true) => {}
            (Some(square), _) => self.tell(Event::Touched(square), tell),
            (None, _) => self.tell(Event::TouchedTogether(group), tell),
        }
    }

    /// One of the pieces lifted just now is the one that appeared on `to` before.
    fn came_from(&mut self, lifted: SquareSet, to: Square, tell: &mut Sink<'_>) {
        let believed = self.believed();
        let Some(seen) = self.sensed.get(to) else { return };
        let goes = |square: Square| {
            believed
                .man_on(square)
                .filter(|&man| seen.fits(man.piece) && believed.legally_goes(man, to))
        };
        if let Some(man) = lifted.into_iter().find_map(goes) {
            self.rest(What::Man(man.origin), man.now, to);
            if let Some(resting) = &mut self.resting {
                resting.early = true;
            }
        } else if let Some((pawn, role)) = self.new_piece(&believed, to, seen) {
            self.promote(pawn, role, to, tell);
        }
    }
}

/// Whether going on to `to` may be one slide: along the same line in the same direction, from where
/// the piece stood when the turn began. It is one if the whole is a legal move.
pub(super) fn slides(believed: &Believed, resting: &Resting, to: Square) -> bool {
    let at_home = |man: Man| man.now == man.origin && man.origin == resting.start;
    resting.man(believed).is_some_and(at_home)
        && believed.facts().fixed.is_none()
        && direction(resting.start, resting.to)
            .is_some_and(|first| direction(resting.to, to) == Some(first))
}

/// The direction of the line from one square to another, if they are on one.
fn direction(from: Square, to: Square) -> Option<(i8, i8)> {
    let step = |from: u8, to: u8| (to as i8) - (from as i8);
    let (files, ranks) = (step(from.file(), to.file()), step(from.rank(), to.rank()));
    let on_line = files == 0 || ranks == 0 || files.abs() == ranks.abs();
    (on_line && from != to).then(|| (files.signum(), ranks.signum()))
}

/// Those of these squares on which pieces of the player stand.
fn own(believed: &Believed, squares: SquareSet) -> SquareSet {
    squares & believed.board().by_color(believed.turn())
}

/// The piece to name first where several of one player's were touched at once: the king, with whom
/// castling begins.
fn first_of(believed: &Believed, squares: SquareSet) -> Option<Square> {
    let king = believed.position().king(believed.turn().opposite());
    if squares.contains(king) { Some(king) } else { squares.first() }
}
