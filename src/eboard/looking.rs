//! What the board shows beside what the arbiter has, asked question by question.
//!
//! Every question looks once and keeps nothing, so that there is little on the stack when an answer
//! leads to an event.

use crate::chess::attacks::between;
use crate::chess::moves::LegalMoves;
use crate::chess::piece::{Color, Piece, Role};
use crate::chess::square::{Square, SquareSet};
use crate::eboard::believed::{Believed, Man};
use crate::eboard::frames::{Frame, Seen};
use crate::eboard::table::{Resting, Table, What};
use crate::facts::Fixed;
use crate::law::shown::Shown;
use crate::ruling::Allowed;

/// What comes of a piece that rested and was put elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Onward {
    /// It came back to where it rested, or slid on; the first stop on its way that was a move.
    Slides(Option<Square>),
    /// It turned, or came back.
    Turns,
}

/// What appeared on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Came {
    /// A piece that was in the air.
    Man(Man),
    /// The new piece of this role that a pawn becomes.
    New(Man, Role),
}

/// Whose pieces they are, and what they are called.
impl Table {
    /// The player whose turn it is for the next event.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn turn(&self) -> Color {
        self.believed().turn()
    }

    /// Those of these squares on which pieces of the player stand.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn own(&self, squares: SquareSet) -> SquareSet {
        let believed = self.believed();
        squares & believed.frame().by_color(believed.turn())
    }

    /// Those of these squares on which pieces stand, but for the new piece of a promotion.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn occupied(&self, squares: SquareSet) -> SquareSet {
        squares & self.believed().occupied()
    }

    /// The names of the pieces on these squares: where they stood when the turn began.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn names(&self, squares: SquareSet) -> SquareSet {
        let believed = self.believed();
        squares.map(|square| believed.man_on(square).map_or(square, |man| man.origin)).collect()
    }

    /// The pieces touched in this turn, or excused, by where they stood when it began. What the
    /// board shows of any other was so before, or is being put right.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn in_play(&self) -> SquareSet {
        self.believed().facts().touches.all() | self.adjusting
    }

    /// Whether the square still names the piece that stood there when the turn began.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn is_named(&self, origin: Square) -> bool {
        let believed = self.believed();
        believed.facts().board.named(believed.position(), origin) == Some(origin)
    }

    /// The piece of the opponent to name first where several were touched at once: the king, with
    /// whom castling begins.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn first_of(&self, theirs: SquareSet) -> Option<Square> {
        let believed = self.believed();
        let king = believed.position().king(believed.turn().opposite());
        if theirs.contains(king) { Some(king) } else { theirs.first() }
    }

    /// Of several pieces that the opponent lifted at once after a move, the one that he means, now
    /// that some came down on these squares. The king, if he may castle; else one that can have
    /// gone there; else one that was not put back.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn meant(&self, squares: SquareSet) -> Option<Square> {
        let believed = self.believed();
        let king = believed.position().king(believed.turn().opposite());
        if self.held.contains(king) && self.held.meets(believed.position().by_role(Role::Rook)) {
            return Some(king);
        }
        let Shown::Move(played) = believed.shown() else { return None };
        let next = believed.position().play(played);
        let moves = LegalMoves::new(&next);
        let away = (self.held & moves.own()) - squares;
        for first in away {
            let goals = moves.from(first) & squares;
            let seen = goals & self.sensed.could_be(next.piece_at(first)?);
            if goals.first().is_some_and(|to| !seen.is_empty() || moves.promotes(first, to)) {
                return Some(first);
            }
        }
        away.first()
    }
}

/// What has moved.
impl Table {
    /// What a scan of these squares shows: those on which pieces were lifted, and those on which
    /// some came to stand that were not known to stand there.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn sort(&self, scan: SquareSet, shown: &Frame) -> (SquareSet, SquareSet) {
        let believed = self.believed();
        // What stood there before: as the arbiter has it, where that was seen.
        let mut before = self.sensed;
        before.take(believed.frame(), !believed.unlike(&self.sensed));
        let placed = scan & shown.occupied() & shown.unlike(&before);
        // A piece in place of another of its colour, or of one at rest that is seen elsewhere now:
        // that one was lifted, although the square was never seen empty.
        let swapped = before.differs_in_role(shown) - before.differs_in_color(shown);
        let mut gone = SquareSet::EMPTY;
        if let Some(resting) = self.at_rest() {
            let man = resting.man(&believed);
            if man.is_some_and(|man| shown.could_be(man.piece).meets(scan)) {
                gone = resting.to.set() & before.conflicts(shown);
            }
        }
        let lifted = scan & (!shown.occupied() | swapped | gone);
        (lifted, placed)
    }

    /// Those of these squares on which a piece stood as the arbiter has it, in the picture before.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn stood(&self, squares: SquareSet, before: &Frame) -> SquareSet {
        let squares = squares - self.believed().unlike(before);
        self.occupied(squares)
    }

    /// The pieces that do not stand where the arbiter has them, by where they stood when the turn
    /// began: not seen there, or another one rests there.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn away(&self) -> SquareSet {
        self.away_beside(&self.believed())
    }

    fn away_beside(&self, believed: &Believed) -> SquareSet {
        let covers = |resting: &Resting| {
            let man = resting.man(believed);
            man.is_none_or(|man| man.now != resting.to)
        };
        let covered =
            self.at_rest().filter(|resting| covers(resting)).map(|resting| resting.to.set());
        believed.men_on(believed.unlike(&self.sensed) | covered.unwrap_or_default())
    }

    /// The squares where the board shows something other than the arbiter has there.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn unexplained(&self) -> SquareSet {
        self.believed().unlike(&self.sensed)
    }

    /// The squares where a picture shows something other than the arbiter has there.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn unlike(&self, shown: &Frame) -> SquareSet {
        self.believed().unlike(shown)
    }

    /// Whether the board shows what some legal move from the start of the turn leads to.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn shows_legal_move(&self) -> bool {
        self.believed().shows_legal_move(&self.sensed)
    }

    /// Where pieces stand, as the arbiter has them.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn told_to_stand(&self) -> SquareSet {
        self.believed().frame().occupied()
    }

    /// Whether the result of a legal move stands on the arbiter's board.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn shows_move(&self) -> bool {
        matches!(self.believed().shown(), Shown::Move(_))
    }

    /// Whether one legal move takes the piece there that stood on `origin` when the turn began.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn is_legal(&self, origin: Square, to: Square) -> bool {
        let believed = self.believed();
        believed.man_of(origin).is_some_and(|man| believed.legally_goes(man, to))
    }

    /// The pawn taken in passing that is off the board, though the arbiter has it there.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn passed_pawn(&self) -> Option<Square> {
        if !matches!(self.arbiter.facts().fixed, Some(Fixed::Step(..))) {
            return None;
        }
        let believed = self.believed();
        let Some(Fixed::Step(from, to)) = believed.facts().fixed else { return None };
        let victim = believed.victim(from, to).filter(|&victim| victim != to)?;
        self.away_beside(&believed).contains(victim).then_some(victim)
    }

    /// Whether the piece in the air that had rested may slide on to take this one, just lifted.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn may_slide_on_to(&self, square: Square) -> bool {
        let Some(resting) = self.resting.filter(|resting| resting.lifted) else { return false };
        let believed = self.believed();
        let enemy = believed.man_on(square).filter(|man| man.piece.color != believed.turn());
        enemy.is_some()
            && slides(&believed, &resting, square)
            && resting.man(&believed).is_some_and(|man| believed.legally_goes(man, square))
    }

    /// What comes of a piece that rested and was put on a square.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn onward(&self, resting: &Resting, man: Man, square: Square) -> Onward {
        let believed = self.believed();
        if square != resting.to && !slides(&believed, resting, square) {
            return Onward::Turns;
        }
        let stops = !resting.dated && believed.legally_goes(man, resting.to);
        let stop = resting.stop.or(stops.then_some(resting.to));
        Onward::Slides(stop.filter(|&stop| stop != square))
    }
}

/// Which piece it is.
impl Table {
    /// What is seen on a square where something appeared.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn came(&self, square: Square) -> Option<Came> {
        let seen = self.sensed.get(square)?;
        let man = self.choose(square, seen).map(Came::Man);
        man.or_else(|| self.new_piece(square, seen).map(|(pawn, role)| Came::New(pawn, role)))
    }

    /// The piece that appeared on a square: of those in the air, the likeliest.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn choose(&self, square: Square, seen: Seen) -> Option<Man> {
        let believed = self.believed();
        let away = self.away_beside(&believed);
        let taken_up = away | self.taken_up_elsewhere(&believed, square);
        let taken = self.taken(&believed);
        let allowed = believed.allowed();
        let (mut likeliest, mut least) = (None, u8::MAX);
        for man in taken_up.filter_map(|origin| believed.man_of(origin)) {
            let rest = self.rest_of(man);
            let stays = rest.is_some_and(|resting| !resting.lifted && !resting.early);
            if stays || taken == Some(man.now) || !seen.fits(man.piece) {
                continue;
            }
            let rank = self.rank(&believed, &allowed, taken_up, man, square);
            if rank < least {
                (likeliest, least) = (Some(man), rank);
            }
        }
        likeliest
    }

    /// The pieces, by where they stood when the turn began, that can be meant although they are
    /// seen: the one of this square, and the one that rests on another.
    fn taken_up_elsewhere(&self, believed: &Believed, square: Square) -> SquareSet {
        let here = believed.man_on(square).map_or(SquareSet::EMPTY, |man| man.origin.set());
        match self.resting.filter(|resting| resting.to != square).map(|resting| resting.what) {
            Some(What::Man(origin)) => here | origin.set(),
            _ => here,
        }
    }

    /// The square of the enemy piece that the one at rest has captured.
    fn taken(&self, believed: &Believed) -> Option<Square> {
        let resting = self.at_rest()?;
        match resting.what {
            What::Man(origin) => believed.victim(origin, resting.to),
            What::New(_) => Some(resting.to),
        }
    }

    /// How likely it is that this piece appeared on a square; the least is the likeliest.
    fn rank(
        &self,
        believed: &Believed,
        allowed: &Allowed,
        taken_up: SquareSet,
        man: Man,
        to: Square,
    ) -> u8 {
        let back = man.now == to || self.rest_of(man).is_some_and(|rest| rest.to == to);
        if man.piece.color != believed.turn() {
            return if back { 2 } else { 5 };
        }
        // King and castling rook have both been taken up, and castling takes this one there.
        let castles = believed.castling(man, to).is_some_and(|wing| {
            let rook = believed.castling_rook(wing);
            rook.is_some_and(|rook| taken_up.contains(rook)) && taken_up.contains(believed.king())
        });
        match () {
            () if castles => 0,
            () if believed.may_go(allowed, man, to) => 1,
            () if back => 2,
            () if believed.legally_goes(man, to) => 3,
            () => 4,
        }
    }

    /// Which of these squares, on which pieces appeared in one scan, comes first: a move of the
    /// player before one of the opponent, and the king's.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn most_urgent(&self, squares: SquareSet) -> Option<Square> {
        if squares.only().is_some() {
            return squares.first();
        }
        for urgency in 0..2 {
            for square in squares {
                if self.urgency(square) == urgency {
                    return Some(square);
                }
            }
        }
        squares.first()
    }

    fn urgency(&self, square: Square) -> u8 {
        match self.came(square) {
            Some(Came::Man(man)) if man.origin == self.believed().king() => 0,
            Some(Came::Man(man)) if man.piece.color != self.turn() => 2,
            Some(_) => 1,
            None => 2,
        }
    }

    /// The one of the pieces lifted just now that appeared on a square before it was seen to leave
    /// its own.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn came_from(&self, mut lifted: SquareSet, to: Square) -> Option<Man> {
        let believed = self.believed();
        let seen = self.sensed.get(to)?;
        let goes = |man: &Man| seen.fits(man.piece) && believed.legally_goes(*man, to);
        lifted.find_map(|square| believed.man_on(square).filter(goes))
    }

    /// The two pieces that were put back, on a board that does not know pieces, where what looked
    /// like a capture has turned out to be none: the captured one, and the one put on a square now.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn both_back(&self, square: Square) -> Option<[Man; 2]> {
        let resting = self.at_rest()?;
        let believed = self.believed();
        let man = believed.man_on(square).filter(|man| resting.what == What::Man(man.origin))?;
        let victim = believed.man_on(resting.to)?;
        let shown = !believed.unlike(&self.sensed).meets(square.set() | resting.to.set());
        (victim.piece.color != man.piece.color && shown).then_some([victim, man])
    }
}

/// Promotions, and what a board cannot see.
impl Table {
    /// Whether the piece is a pawn of the player that this square would promote.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn promotes(&self, man: Man, to: Square) -> bool {
        self.believed().promotes(man, to)
    }

    /// The pawn that stands on a square of the last rank, let go or not.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn pawn_to_promote(&self, square: Square) -> Option<Man> {
        let believed = self.believed();
        let rests = self.at_rest().filter(|resting| resting.to == square);
        let there = rests.and_then(|resting| resting.man(&believed));
        let pawn = there.or_else(|| believed.man_on(square));
        pawn.filter(|&man| believed.promotes(man, square))
    }

    /// The role of a new piece on a square, and the pawn that becomes it.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn new_piece(&self, square: Square, seen: Seen) -> Option<(Man, Role)> {
        let Seen::Piece(Piece { color, role }) = seen else { return None };
        let believed = self.believed();
        if color != believed.turn() || !Role::PROMOTIONS.contains(&role) {
            return None;
        }
        if square.rank() != color.promotion_rank() {
            return None;
        }
        let here = believed.man_on(square).map_or(SquareSet::EMPTY, |man| man.origin.set());
        let come = here | LegalMoves::new(believed.position()).origins(square.set());
        let pawns = believed.position().pieces(color, Role::Pawn);
        let away = self.away_beside(&believed) & pawns & come;
        let pawn = away.first().and_then(|origin| believed.man_of(origin))?;
        Some((pawn, role))
    }

    /// The role of a new piece that takes the place of another one, which had been let go there.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn other_new_piece(&self, square: Square, seen: Seen) -> Option<Role> {
        let Seen::Piece(Piece { color, role }) = seen else { return None };
        let believed = self.believed();
        let before = believed.facts().new_piece.filter(|new| new.let_go && new.square == square)?;
        let other = role != before.role && Role::PROMOTIONS.contains(&role);
        (other && color == believed.turn()).then_some(role)
    }

    /// A pawn let go on the last rank that the board cannot tell from what it becomes: the pawn,
    /// its square, and the role that the player chose, or a queen.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn unseen_promotion(&self) -> Option<(Square, Square, Role)> {
        let believed = self.believed();
        let Shown::PawnOnLastRank(pawn, square) = believed.shown() else { return None };
        let told = matches!(self.sensed.get(square), Some(Seen::Piece(_)));
        let chosen = believed.allowed().promotion.map(|(_, role)| role);
        (!told && self.is_named(pawn)).then_some((pawn, square, chosen.unwrap_or(Role::Queen)))
    }

    /// A capture that a board cannot have seen that only knows which squares are occupied, where it
    /// alone explains where the one piece went that is away.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn unseen_capture(&self) -> Option<(Square, Square)> {
        let believed = self.believed();
        let man = self.away_beside(&believed).only().and_then(|origin| believed.man_of(origin))?;
        if self.identifies || man.now != man.origin || !self.is_named(man.origin) {
            return None;
        }
        let allowed = believed.allowed();
        let moves = LegalMoves::new(believed.position());
        let captures = allowed.destinations(&moves, man.origin)
            & moves.enemy()
            & self.sensed.could_be(man.piece);
        captures.only().map(|to| (man.origin, to))
    }
}

/// Whether going on to `to` may be one slide: along the same line in the same direction, from where
/// the piece stood when the turn began. It is one if the whole is a legal move.
fn slides(believed: &Believed, resting: &Resting, to: Square) -> bool {
    let at_home = |man: Man| man.now == man.origin && man.origin == resting.start;
    believed.facts().fixed.is_none()
        && between(resting.start, to).contains(resting.to)
        && resting.man(believed).is_some_and(at_home)
}
