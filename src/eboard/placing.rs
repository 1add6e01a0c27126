//! Pieces that appear on squares: which one it is, and what it did there.

use crate::chess::piece::{Piece, Role, Wing};
use crate::chess::square::{Square, SquareSet};
use crate::eboard::believed::{Believed, Man};
use crate::eboard::debounce::{Change, Changes};
use crate::eboard::frames::Seen;
use crate::eboard::lifting::slides;
use crate::eboard::table::{Resting, Sink, Table, What};
use crate::event::Event;
use crate::law::shown::Shown;
use crate::ruling::Allowed;

impl Table {
    /// Pieces appeared, all in one scan.
    pub(super) fn placed(&mut self, places: &Changes, tell: &mut Sink<'_>) {
        let mut open = Changes::NONE;
        let mut sensed = self.sensed;
        for change in places.iter() {
            let before = self.sensed.get(change.square);
            if self.is_news(&change) {
                open.push(change);
                sensed.set(change.square, change.seen);
            } else if let (Some(before), Some(seen)) = (before, change.seen) {
                sensed.set(change.square, Some(before.and(seen)));
            }
        }
        self.sensed = sensed;
        if !self.held.is_empty() {
            self.free_held_by(&open, tell);
        }
        while let Some(change) = self.most_urgent(&open) {
            open.remove(change.square);
            self.appeared(change, tell);
        }
    }

    /// In one scan a move of the player comes before one of the opponent, and the king first.
    fn most_urgent(&self, open: &Changes) -> Option<Change> {
        let mut changes = open.iter();
        match (changes.next(), changes.next()) {
            (Some(_), Some(_)) => open.iter().min_by_key(|change| self.urgency(change)),
            (only, _) => only,
        }
    }

    /// Whether a piece stands where another of the same colour stood, or one that was seen
    /// elsewhere in the same scan: that one was lifted, although the square was never seen empty.
    pub(super) fn swaps(&self, change: &Change, scan: &Changes) -> bool {
        let Some(Seen::Piece(seen)) = change.seen else { return false };
        let believed = self.believed();
        let rests = self.resting.filter(|resting| resting.to == change.square && !resting.lifted);
        let stood = match rests {
            Some(resting) => resting.man(&believed),
            None => believed.man_on(change.square).filter(|&man| self.is_seen(&believed, man)),
        };
        stood.is_some_and(|man| {
            let elsewhere = |other: Change| other.seen == Some(Seen::Piece(man.piece));
            man.piece != seen
                && (man.piece.color == seen.color
                    || (rests.is_some() && scan.iter().any(elsewhere)))
        })
    }

    /// Whether a piece is seen that was not known to stand there.
    fn is_news(&self, change: &Change) -> bool {
        let Some(seen) = change.seen else { return false };
        let before = self.sensed.get(change.square);
        match (before, self.believed().piece_on(change.square)) {
            (None, _) => true,
            (Some(before), Some(piece)) if before.fits(piece) => !seen.fits(piece),
            (Some(before), _) => !before.agrees(seen),
        }
    }

    fn urgency(&self, change: &Change) -> u8 {
        let believed = self.believed();
        let man = change.seen.and_then(|seen| self.choose(change.square, seen));
        match man {
            Some(man) if believed.is_king(man) => 0,
            Some(man) if man.piece.color == believed.turn() => 1,
            None if change
                .seen
                .is_some_and(|seen| self.new_piece(change.square, seen).is_some()) =>
            {
                1
            }
            _ => 2,
        }
    }

    /// A piece appeared on a square.
    fn appeared(&mut self, change: Change, tell: &mut Sink<'_>) {
        let Some(seen) = change.seen else { return };
        let square = change.square;
        self.early = None;
        if self.both_back(square, tell) || self.new_piece_again(square, seen, tell) {
            return;
        }
        if let Some(man) = self.choose(square, seen) {
            self.put(man, square, seen, tell);
        } else if let Some((pawn, role)) = self.new_piece(square, seen) {
            self.let_go_but(pawn, tell);
            self.promote(pawn, role, square, tell);
        } else {
            self.early = Some(square);
        }
    }

    /// What came down tells what the lifts mean that were held back.
    fn free_held_by(&mut self, places: &Changes, tell: &mut Sink<'_>) {
        let slid_on = |change: Change| {
            let chosen = change.seen.and_then(|seen| self.choose(change.square, seen));
            let resting = self.resting.zip(chosen).filter(|(resting, man)| resting.is(*man));
            self.held.only() == Some(change.square) && resting.is_some()
        };
        if places.iter().any(slid_on) {
            let victim = core::mem::take(&mut self.held);
            self.touched(victim, tell);
        } else if !places.is_empty() {
            let first = self.meant(places);
            self.free_held(first, tell);
        }
    }

    /// Of several pieces that the opponent lifted at once after a move, the one that he means, now
    /// that some came down. The king, if he may castle; else one that can have gone there; else one
    /// that was not put back.
    fn meant(&self, places: &Changes) -> Option<Square> {
        let came: SquareSet = places.iter().map(|change| change.square).collect();
        let goes = |first: Square, change: Change| {
            let mut arbiter = self.arbiter;
            let opened = arbiter.handle(Event::OpponentTouched(first)).is_ok();
            let believed = Believed::new(&arbiter);
            let seen = change.seen.filter(|_| opened);
            believed.man_on(first).is_some_and(|man| {
                seen.is_some_and(|seen| seen.fits(man.piece))
                    && believed.legally_goes(man, change.square)
            })
        };
        let believed = self.believed();
        let king = believed.position().king(believed.turn().opposite());
        let castles =
            self.held.contains(king) && self.held.meets(believed.position().by_role(Role::Rook));
        let mut away = self.held - came;
        castles
            .then_some(king)
            .or_else(|| away.find(|&first| places.iter().any(|change| goes(first, change))))
            .or_else(|| (self.held - came).first())
    }

    /// The piece that appeared on a square: of those in the air, the likeliest.
    pub(super) fn choose(&self, square: Square, seen: Seen) -> Option<Man> {
        let believed = self.believed();
        let in_air = |man: &Man| match self.resting {
            Some(resting) if resting.is(*man) => resting.lifted || resting.early,
            // It was captured by the one that rests.
            Some(resting) if !resting.lifted && man.piece.color != believed.turn() => {
                let taken = match resting.what {
                    What::Man(origin) => believed.victim(origin, resting.to),
                    What::New(_) => Some(resting.to),
                };
                taken != Some(man.now)
            }
            _ => true,
        };
        let away = |man: &Man| man.now == square || !self.is_seen(&believed, *man);
        let candidate = |man: &Man| seen.fits(man.piece) && away(man) && in_air(man);
        let mut candidates = believed.men().filter(candidate);
        let first = candidates.next()?;
        if candidates.next().is_none() {
            return Some(first);
        }
        let allowed = believed.allowed();
        let likelihood = |&man: &Man| self.rank(&believed, &allowed, man, square);
        believed.men().filter(candidate).min_by_key(likelihood)
    }

    /// How likely it is that this piece appeared on a square; the least is the likeliest.
    fn rank(&self, believed: &Believed, allowed: &Allowed, man: Man, to: Square) -> u8 {
        let own = man.piece.color == believed.turn();
        let back = man.now == to || self.resting.is_some_and(|rest| rest.is(man) && rest.to == to);
        match () {
            () if own && self.castles(believed, man, to) => 0,
            () if own && believed.may_go(allowed, man, to) => 1,
            () if back => 2,
            () if own && believed.legally_goes(man, to) => 3,
            () if own => 4,
            () => 5,
        }
    }

    /// Whether king and castling rook have both been taken up, and castling takes this one there.
    fn castles(&self, believed: &Believed, man: Man, to: Square) -> bool {
        let taken_up = |square: Option<Square>| {
            let away = |other: Man| {
                other.now == to
                    || !self.is_seen(believed, other)
                    || self.resting.is_some_and(|resting| resting.is(other))
            };
            square.and_then(|square| believed.man_of(square)).is_some_and(away)
        };
        let turn = believed.turn();
        Wing::ALL.into_iter().any(|wing| {
            believed.castling_end(man, wing) == Some(to)
                && taken_up(Some(believed.position().king(turn)))
                && taken_up(believed.position().castling_rook(turn, wing))
        })
    }

    /// A piece in the air was put on a square.
    fn put(&mut self, man: Man, square: Square, seen: Seen, tell: &mut Sink<'_>) {
        let chosen = self.promotion.filter(|&(_, on)| on == square).map(|(role, _)| role);
        let chosen = chosen.filter(|_| !matches!(seen, Seen::Piece(_)));
        if let Some(role) = chosen.filter(|_| self.believed().promotes(man, square)) {
            self.let_go_but(man, tell);
            return self.promote(man, role, square, tell);
        }
        if let Some(resting) = self.resting.filter(|resting| resting.is(man)) {
            return self.put_again(resting, man, square, tell);
        }
        if man.now == square {
            if self.adjusting.contains(square) {
                self.adjusting.remove(square);
            } else {
                self.put_back(man, tell);
            }
            return;
        }
        self.adjusting.remove(man.now);
        self.let_go(tell);
        let man = self.of_next_turn(man, tell);
        self.rest(What::Man(man.origin), man.now, square);
    }

    /// A piece that had rested elsewhere was put on a square.
    fn put_again(&mut self, resting: Resting, man: Man, square: Square, tell: &mut Sink<'_>) {
        let what = resting.what;
        let believed = self.believed();
        if square == resting.to || slides(&believed, &resting, square) {
            let stops = !resting.dated && believed.legally_goes(man, resting.to);
            let stop = resting.stop.or(stops.then_some(resting.to));
            self.rest(what, resting.start, square);
            if let Some(rest) = &mut self.resting {
                rest.stop = stop.filter(|&stop| stop != square);
            }
            return;
        }
        if resting.dated || resting.early {
            // It did not rest long enough to be let go, or was never there.
            self.resting = None;
            if square == man.now {
                self.put_back(man, tell);
            } else {
                self.rest(what, man.now, square);
            }
            return;
        }
        self.let_go(tell);
        self.rest(what, resting.to, square);
        if square == man.origin {
            self.let_go(tell);
        }
    }

    fn put_back(&mut self, man: Man, tell: &mut Sink<'_>) {
        if self.believed().is_named(man.origin) {
            self.tell(Event::Released(man.origin, man.now), tell);
        }
    }

    /// On a board that does not know pieces, what looked like a capture was both pieces put back,
    /// the captured one first.
    fn both_back(&mut self, square: Square, tell: &mut Sink<'_>) -> bool {
        let Some(resting) = self.resting.filter(|resting| !resting.lifted) else { return false };
        let believed = self.believed();
        let Some(man) = believed.man_on(square).filter(|&man| resting.is(man)) else {
            return false;
        };
        let there = self.sensed.get(resting.to);
        let victim = believed
            .man_on(resting.to)
            .filter(|victim| victim.piece.color != man.piece.color)
            .filter(|victim| there.is_some_and(|seen| seen.fits(victim.piece)));
        let back = self.sensed.get(square).is_some_and(|seen| seen.fits(man.piece));
        let Some(victim) = victim.filter(|_| back) else { return false };
        self.resting = None;
        self.put_back(victim, tell);
        self.put_back(man, tell);
        true
    }

    /// The role of a new piece on a square, and the pawn that becomes it.
    pub(super) fn new_piece(&self, square: Square, seen: Seen) -> Option<(Man, Role)> {
        let Seen::Piece(Piece { color, role }) = seen else { return None };
        let believed = self.believed();
        if color != believed.turn() || !Role::PROMOTIONS.contains(&role) {
            return None;
        }
        let pawn = believed.men().find(|&man| {
            !self.is_seen(&believed, man)
                && believed.promotes(man, square)
                && (believed.legally_goes(man, square) || man.now == square)
        })?;
        Some((pawn, role))
    }

    /// The new piece of a promotion was lifted again, and it or another put down.
    fn new_piece_again(&mut self, square: Square, seen: Seen, tell: &mut Sink<'_>) -> bool {
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
            self.tell(Event::PromotionTouched(role, square), tell);
        }
        self.rest(What::New(role), square, square);
        true
    }

    /// A piece of the other side is put elsewhere after a move was made: the opponent took it up,
    /// and the next turn is open.
    fn of_next_turn(&mut self, man: Man, tell: &mut Sink<'_>) -> Man {
        let believed = self.believed();
        if man.piece.color == believed.turn() || !matches!(believed.shown(), Shown::Move(_)) {
            return man;
        }
        self.tell(Event::OpponentTouched(man.now), tell);
        Man { origin: man.now, ..man }
    }

    /// The pawn becomes a new piece, which stands on the square and may still be in the hand.
    pub(super) fn promote(&mut self, pawn: Man, role: Role, to: Square, tell: &mut Sink<'_>) {
        self.resting = None;
        self.promotion = None;
        if self.believed().is_named(pawn.origin) {
            self.tell(Event::Removed(pawn.origin), tell);
        }
        self.tell(Event::PromotionTouched(role, to), tell);
        self.rest(What::New(role), to, to);
    }

    /// Whatever rests has been let go, but for this piece, which leaves the board.
    fn let_go_but(&mut self, man: Man, tell: &mut Sink<'_>) {
        if !self.resting.is_some_and(|resting| resting.is(man)) {
            self.let_go(tell);
        }
    }
}
