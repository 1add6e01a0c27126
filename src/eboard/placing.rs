//! Pieces that appear on squares: which one it is, and what it did there.

use crate::chess::piece::{Piece, Role, Wing};
use crate::chess::square::Square;
use crate::eboard::believed::{Believed, Man};
use crate::eboard::debounce::{Change, Changes};
use crate::eboard::frames::Seen;
use crate::eboard::lifting::slides;
use crate::eboard::table::{Resting, Sink, Table, What};
use crate::event::Event;
use crate::facts::Whereabouts;
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
        while let Some(change) = open.iter().min_by_key(|change| self.urgency(change)) {
            open.remove(change.square);
            self.appeared(change, tell);
        }
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

    /// In one scan a move of the player comes before one of the opponent, and the king first.
    fn urgency(&self, change: &Change) -> u8 {
        let believed = self.believed();
        let man = change.seen.and_then(|seen| self.choose(change.square, seen));
        match man {
            Some(man) if believed.is_king(man) => 0,
            Some(man) if man.piece.color == believed.turn() => 1,
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
        if let Some(held) = self.held {
            let chosen = self.choose(square, seen);
            let takes = held == square
                && chosen.is_some_and(|man| self.resting.is_some_and(|rest| rest.is(man)));
            if takes {
                self.held = None;
                self.touched(held.set(), tell);
            } else {
                self.free_held(tell);
            }
        }
        if let Some(man) = self.choose(square, seen) {
            self.put(man, square, seen, tell);
        } else if let Some((pawn, role)) = self.new_piece(square, seen) {
            self.let_go_but(pawn, tell);
            self.promote(pawn, role, square, tell);
        } else if !self.is_captured(seen) {
            self.early = Some(square);
        }
    }

    /// The piece that appeared on a square: of those in the air, the likeliest.
    pub(super) fn choose(&self, square: Square, seen: Seen) -> Option<Man> {
        let believed = self.believed();
        let allowed = believed.allowed();
        let in_air = |man: &Man| match self.resting {
            Some(resting) if resting.is(*man) => resting.lifted || resting.early,
            // An enemy piece was captured where the other one rests.
            Some(resting) if !resting.lifted && man.now == resting.to => {
                man.piece.color == believed.turn()
            }
            _ => true,
        };
        let away = |man: &Man| man.now == square || !self.is_seen(*man);
        believed
            .men()
            .filter(|man| away(man) && seen.fits(man.piece) && in_air(man))
            .min_by_key(|&man| self.rank(&believed, &allowed, man, square))
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

    /// Whether king and castling rook are both in the air, and castling takes this one there.
    fn castles(&self, believed: &Believed, man: Man, to: Square) -> bool {
        let in_air = |square: Option<Square>| {
            believed.men().any(|other| Some(other.origin) == square && !self.is_seen(other))
        };
        let turn = believed.turn();
        Wing::ALL.into_iter().any(|wing| {
            believed.castling_end(man, wing) == Some(to)
                && in_air(Some(believed.position().king(turn)))
                && in_air(believed.position().castling_rook(turn, wing))
        })
    }

    /// A piece in the air was put on a square.
    fn put(&mut self, man: Man, square: Square, seen: Seen, tell: &mut Sink<'_>) {
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
        let chosen = self.promotion.filter(|&(_, on)| on == square).map(|(role, _)| role);
        match chosen.filter(|_| self.believed().promotes(man, square)) {
            Some(role) if !matches!(seen, Seen::Piece(_)) => {
                self.promote(man, role, square, tell);
            }
            _ => self.rest(What::Man(man.origin), man.now, square),
        }
    }

    /// A piece that had rested elsewhere was put on a square.
    fn put_again(&mut self, resting: Resting, man: Man, square: Square, tell: &mut Sink<'_>) {
        let what = resting.what;
        let believed = self.believed();
        if square == resting.to || slides(&believed, &resting, square) {
            return self.rest(what, resting.start, square);
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
        if self.is_named(man.origin) {
            self.tell(Event::Released(man.origin, man.now), tell);
        }
    }

    /// On a board that does not know pieces, what looked like a capture was both pieces put back,
    /// the captured one first.
    fn both_back(&mut self, square: Square, tell: &mut Sink<'_>) -> bool {
        let believed = self.believed();
        let Some(resting) = self.resting.filter(|resting| !resting.lifted) else { return false };
        let Some(man) = believed.man_on(square).filter(|&man| resting.is(man)) else {
            return false;
        };
        let there = self.sensed.get(resting.to);
        let victim = believed
            .man_on(resting.to)
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
        let believed = self.believed();
        let Seen::Piece(Piece { color, role }) = seen else { return None };
        if color != believed.turn() || !Role::PROMOTIONS.contains(&role) {
            return None;
        }
        let pawn = believed.men().find(|&man| {
            !self.is_seen(man)
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
        if self.is_named(pawn.origin) {
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

    /// Whether it may be a piece captured in this turn, sensed on its way off the board.
    fn is_captured(&self, seen: Seen) -> bool {
        let believed = self.believed();
        let (position, board) = (believed.position(), &believed.facts().board);
        let rests_on = |origin: Square| self.resting.is_some_and(|resting| resting.to == origin);
        board.pieces(position).any(|(origin, now)| {
            let gone = now == Whereabouts::Off || rests_on(origin);
            let enemy = position.piece_at(origin).filter(|piece| piece.color != believed.turn());
            gone && enemy.is_some_and(|piece| seen.fits(piece))
        })
    }
}
