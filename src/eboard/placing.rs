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
    /// Pieces appeared on these squares, all in one scan; the board shows them already.
    pub(super) fn placed(&mut self, mut squares: SquareSet, tell: &mut Sink<'_>) {
        if !self.held.is_empty() {
            self.free_held_by(squares, tell);
        }
        while let Some(square) = self.most_urgent(squares) {
            squares.remove(square);
            self.appeared(square, tell);
        }
    }

    /// Whether a piece is seen that was not known to stand there.
    pub(super) fn is_news(&self, believed: &Believed, change: &Change) -> bool {
        let Some(seen) = change.seen else { return false };
        let before = self.sensed.get(change.square);
        match (before, believed.board().piece_at(change.square)) {
            (None, _) => true,
            (Some(before), Some(piece)) if before.fits(piece) => !seen.fits(piece),
            (Some(before), _) => !before.agrees(seen),
        }
    }

    /// Whether a piece stands where another of the same colour stood, or one that was seen
    /// elsewhere in the same scan: that one was lifted, although the square was never seen empty.
    pub(super) fn swaps(&self, believed: &Believed, change: &Change, scan: &Changes) -> bool {
        let Some(Seen::Piece(seen)) = change.seen else { return false };
        let rests = self.resting.filter(|resting| resting.to == change.square && !resting.lifted);
        let stood = match rests {
            Some(resting) => resting.man(believed).map(|man| man.piece),
            None => believed
                .board()
                .piece_at(change.square)
                .filter(|&piece| self.sensed.get(change.square).is_some_and(|it| it.fits(piece))),
        };
        let Some(stood) = stood.filter(|&stood| stood != seen) else { return false };
        let elsewhere = |other: Change| other.seen == Some(Seen::Piece(stood));
        stood.color == seen.color || (rests.is_some() && scan.iter().any(elsewhere))
    }

    /// In one scan a move of the player comes before one of the opponent, and the king first.
    fn most_urgent(&self, squares: SquareSet) -> Option<Square> {
        if squares.only().is_some() {
            return squares.first();
        }
        let believed = self.believed();
        squares.min_by_key(|&square| {
            let seen = self.sensed.get(square)?;
            let man = self.choose(&believed, square, seen);
            let promotes = || self.new_piece(&believed, square, seen).is_some();
            Some(match man {
                Some(man) if man.origin == believed.king() => 0,
                Some(man) if man.piece.color == believed.turn() => 1,
                None if promotes() => 1,
                _ => 2,
            })
        })
    }

    /// A piece appeared on a square.
    fn appeared(&mut self, square: Square, tell: &mut Sink<'_>) {
        let Some(seen) = self.sensed.get(square) else { return };
        self.early = None;
        let believed = self.believed();
        if self.both_back(&believed, square, tell) || self.new_piece_again(square, seen, tell) {
            return;
        }
        if let Some(man) = self.choose(&believed, square, seen) {
            self.put(&believed, man, square, seen, tell);
        } else if let Some((pawn, role)) = self.new_piece(&believed, square, seen) {
            self.let_go_but(pawn, tell);
            self.promote(pawn, role, square, tell);
        } else {
            self.early = Some(square);
        }
    }

    /// What came down tells what the lifts mean that were held back.
    fn free_held_by(&mut self, squares: SquareSet, tell: &mut Sink<'_>) {
        let believed = self.believed();
        let slid_on = |square: Square| {
            let chosen = self.choose(&believed, square, self.sensed.get(square)?)?;
            self.resting.filter(|resting| resting.is(chosen))
        };
        let victim = self.held.only().filter(|&square| squares.contains(square));
        if victim.and_then(slid_on).is_some() {
            let victim = core::mem::take(&mut self.held);
            self.touched(victim, tell);
        } else if !squares.is_empty() {
            let first = self.meant(&believed, squares);
            self.free_held(first, tell);
        }
    }

    /// Of several pieces that the opponent lifted at once after a move, the one that he means, now
    /// that some came down. The king, if he may castle; else one that can have gone there; else one
    /// that was not put back.
    fn meant(&self, believed: &Believed, squares: SquareSet) -> Option<Square> {
        let king = believed.position().king(believed.turn().opposite());
        let rooks = believed.position().by_role(Role::Rook);
        if self.held.contains(king) && self.held.meets(rooks) {
            return Some(king);
        }
        let goes = |first: Square| {
            let mut arbiter = self.arbiter;
            let opened = arbiter.handle(Event::OpponentTouched(first)).is_ok();
            let believed = Believed::new(&arbiter);
            let man = believed.man_on(first).filter(|_| opened);
            man.is_some_and(|man| {
                squares.into_iter().any(|square| {
                    self.sensed.get(square).is_some_and(|seen| seen.fits(man.piece))
                        && believed.legally_goes(man, square)
                })
            })
        };
        let away = self.held - squares;
        away.into_iter().find(|&first| goes(first)).or_else(|| away.first())
    }

    /// The piece that appeared on a square: of those in the air, the likeliest.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn choose(&self, believed: &Believed, square: Square, seen: Seen) -> Option<Man> {
        let away = self.away(believed);
        let mut candidates = away | self.resting_elsewhere(square);
        candidates |= believed.man_on(square).map_or(SquareSet::EMPTY, |man| man.origin.set());
        let taken = self.taken(believed);
        let fits = |origin: &Square| {
            believed.man_of(*origin).is_some_and(|man| {
                let rests = self.resting.filter(|resting| resting.is(man));
                seen.fits(man.piece)
                    && taken != Some(man.now)
                    && rests.is_none_or(|resting| resting.lifted || resting.early)
            })
        };
        let candidates: SquareSet = candidates.filter(fits).collect();
        if let Some(only) = candidates.only() {
            return believed.man_of(only);
        }
        let allowed = believed.allowed();
        let men = candidates.filter_map(|origin| believed.man_of(origin));
        men.min_by_key(|&man| self.rank(believed, &allowed, away, man, square))
    }

    /// Where the piece at rest stood when the turn began, if it does not rest on this square.
    fn resting_elsewhere(&self, square: Square) -> SquareSet {
        match self.resting.filter(|resting| resting.to != square).map(|resting| resting.what) {
            Some(What::Man(origin)) => origin.set(),
            _ => SquareSet::EMPTY,
        }
    }

    /// The square of the enemy piece that the one at rest has captured.
    fn taken(&self, believed: &Believed) -> Option<Square> {
        let resting = self.resting.filter(|resting| !resting.lifted)?;
        let taken = match resting.what {
            What::Man(origin) => believed.victim(origin, resting.to)?,
            What::New(_) => resting.to,
        };
        let enemies = believed.position().by_color(believed.turn().opposite());
        Some(taken).filter(|&square| enemies.contains(square))
    }

    /// How likely it is that this piece appeared on a square; the least is the likeliest.
    fn rank(
        &self,
        believed: &Believed,
        allowed: &Allowed,
        away: SquareSet,
        man: Man,
        to: Square,
    ) -> u8 {
        let back = man.now == to || self.resting.is_some_and(|rest| rest.is(man) && rest.to == to);
        if man.piece.color != believed.turn() {
            return if back { 2 } else { 5 };
        }
        match () {
            () if self.castles(believed, away, man, to) => 0,
            () if believed.may_go(allowed, man, to) => 1,
            () if back => 2,
            () if believed.legally_goes(man, to) => 3,
            () => 4,
        }
    }

    /// Whether king and castling rook have both been taken up, and castling takes this one there.
    fn castles(&self, believed: &Believed, away: SquareSet, man: Man, to: Square) -> bool {
        let here = believed.man_on(to).map_or(SquareSet::EMPTY, |man| man.origin.set());
        let taken_up = away | here | self.resting_elsewhere(to);
        Wing::ALL.into_iter().any(|wing| {
            let rook = believed.position().castling_rook(believed.turn(), wing);
            believed.castling_end(man, wing) == Some(to)
                && taken_up.contains(believed.king())
                && rook.is_some_and(|rook| taken_up.contains(rook))
        })
    }

    /// A piece in the air was put on a square.
    fn put(
        &mut self,
        believed: &Believed,
        man: Man,
        square: Square,
        seen: Seen,
        tell: &mut Sink<'_>,
    ) {
        let chosen = self.promotion.filter(|&(_, on)| {
            on == square && !matches!(seen, Seen::Piece(_)) && believed.promotes(man, square)
        });
        if let Some((role, _)) = chosen {
            self.let_go_but(man, tell);
            return self.promote(man, role, square, tell);
        }
        if let Some(resting) = self.resting.filter(|resting| resting.is(man)) {
            return self.put_again(believed, resting, man, square, tell);
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
        let origin = self.of_next_turn(man, tell);
        self.rest(What::Man(origin), man.now, square);
    }

    /// A piece that had rested elsewhere was put on a square.
    fn put_again(
        &mut self,
        believed: &Believed,
        resting: Resting,
        man: Man,
        square: Square,
        tell: &mut Sink<'_>,
    ) {
        let what = resting.what;
        if square == resting.to || slides(believed, &resting, square) {
            let stops = !resting.dated && believed.legally_goes(man, resting.to);
            let stop = resting.stop.or(stops.then_some(resting.to));
            self.rest(what, resting.start, square);
            if let Some(rest) = &mut self.resting {
                rest.stop = stop.filter(|&stop| stop != square);
            }
        } else if resting.dated || resting.early {
            // It did not rest long enough to be let go, or was never there.
            self.resting = None;
            if square == man.now {
                self.put_back(man, tell);
            } else {
                self.rest(what, man.now, square);
            }
        } else {
            self.let_go(tell);
            self.rest(what, resting.to, square);
            if square == man.origin {
                self.let_go(tell);
            }
        }
    }

    fn put_back(&mut self, man: Man, tell: &mut Sink<'_>) {
        if self.believed().is_named(man.origin) {
            self.tell(Event::Released(man.origin, man.now), tell);
        }
    }

    /// On a board that does not know pieces, what looked like a capture was both pieces put back,
    /// the captured one first.
    fn both_back(&mut self, believed: &Believed, square: Square, tell: &mut Sink<'_>) -> bool {
        let Some(resting) = self.resting.filter(|resting| !resting.lifted) else { return false };
        let back = believed.man_on(square).filter(|&man| resting.is(man));
        let (Some(man), Some(victim)) = (back, believed.man_on(resting.to)) else { return false };
        if victim.piece.color == man.piece.color
            || believed.unlike(&self.sensed).meets(square.set() | resting.to.set())
        {
            return false;
        }
        self.resting = None;
        self.put_back(victim, tell);
        self.put_back(man, tell);
        true
    }

    /// The role of a new piece on a square, and the pawn that becomes it.
    pub(super) fn new_piece(
        &self,
        believed: &Believed,
        square: Square,
        seen: Seen,
    ) -> Option<(Man, Role)> {
        let Seen::Piece(Piece { color, role }) = seen else { return None };
        if color != believed.turn() || !Role::PROMOTIONS.contains(&role) {
            return None;
        }
        let mut away = self.away(believed) & believed.position().pieces(color, Role::Pawn);
        let pawn = away.find_map(|origin| {
            believed.man_of(origin).filter(|&man| {
                believed.promotes(man, square)
                    && (man.now == square || believed.legally_goes(man, square))
            })
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
    /// and the next turn is open. The name of the piece in the turn that is open.
    fn of_next_turn(&mut self, man: Man, tell: &mut Sink<'_>) -> Square {
        let believed = self.believed();
        if man.piece.color == believed.turn() || !matches!(believed.shown(), Shown::Move(_)) {
            return man.origin;
        }
        self.tell(Event::OpponentTouched(man.now), tell);
        man.now
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
