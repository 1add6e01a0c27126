//! What the board shows beside what the arbiter has, asked question by question.
//!
//! Every question looks once and keeps nothing, so that there is little on the stack when an answer
//! leads to an event.

use crate::chess::attacks::between;
use crate::chess::moves::{LegalMoves, Move};
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
    New(Square, Role),
}

/// Whose pieces they are, and what they are called.
impl Table {
    /// The player whose turn it is for the next event.
    pub(super) fn turn(&self) -> Color {
        let turn = self.arbiter.position().turn();
        if self.arbiter.closed_with().is_some() { turn.opposite() } else { turn }
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
        squares.map(|square| believed.man_on(square).unwrap_or(square)).collect()
    }

    /// The pieces touched in this turn, or excused, by where they stood when it began. What the
    /// board shows of any other was so before, or is being put right.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn in_play(&self) -> SquareSet {
        self.believed().touched() | self.adjusting
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
        (theirs & king.set()).first().or(theirs.first())
    }

    /// Whether a piece is the other side's, and a move has been made: it is the opponent's to
    /// move.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn is_of_next_turn(&self, man: Man) -> bool {
        let believed = self.believed();
        !believed.own().contains(man.origin) && played(&believed).is_some()
    }

    /// Of several pieces that the opponent lifted at once after a move, the one that he means, now
    /// that some came down on these squares. The king, if he may castle; else one that can have
    /// gone there; else one that was not put back.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn meant(&self, squares: SquareSet) -> Option<Square> {
        let believed = self.believed();
        let next = believed.position().play(played(&believed)?);
        let moves = LegalMoves::new(&next);
        if self.held.contains(moves.king()) && self.held.meets(next.by_role(Role::Rook)) {
            return Some(moves.king());
        }
        let away = (self.held & moves.own()) - squares;
        for first in away {
            let goals = moves.from(first) & squares;
            let seen = goals & self.sensed.could_be(Seen::Piece(next.piece_at(first)?));
            if !seen.is_empty() || goals.first().is_some_and(|to| moves.promotes(first, to)) {
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
        if let Some(&Resting { what: What::Man(origin), to, .. }) = self.at_rest() {
            let piece = believed.position().piece_at(origin);
            if piece.is_some_and(|piece| shown.could_be(Seen::Piece(piece)).meets(scan)) {
                gone = to.set() & before.conflicts(shown);
            }
        }
        let lifted = scan & (!shown.occupied() | swapped | gone);
        (lifted, placed)
    }

    /// Those of these squares on which pieces stand, but for the new piece of a promotion, and the
    /// board shows the same.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn stood(&self, squares: SquareSet) -> SquareSet {
        let believed = self.believed();
        (squares & believed.occupied()) - believed.unlike(&self.sensed)
    }

    /// The pieces that do not stand where the arbiter has them, by where they stood when the turn
    /// began: not seen there, or another one rests there.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn away(&self) -> SquareSet {
        self.away_beside(&self.believed())
    }

    fn away_beside(&self, believed: &Believed<'_>) -> SquareSet {
        let mut elsewhere = believed.unlike(&self.sensed);
        if let Some(resting) = self.at_rest() {
            let covers = |origin| believed.man_of(origin).is_none_or(|man| man.now != resting.to);
            if resting.man().is_none_or(covers) {
                elsewhere.insert(resting.to);
            }
        }
        believed.standing_on(elsewhere) | believed.under_others()
    }

    /// The squares where the board shows something other than the arbiter has there.
    pub(super) fn unexplained(&self) -> SquareSet {
        self.unlike(&self.sensed)
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

    /// Whether the result of a legal move stands on the arbiter's board.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn shows_move(&self) -> bool {
        played(&self.believed()).is_some()
    }

    /// Whether one legal move takes the piece there that stood on `origin` when the turn began.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn is_legal(&self, origin: Square, to: Square) -> bool {
        let believed = self.believed();
        believed.legally_going(believed.moves(), to).contains(origin)
    }

    /// The pawn taken in passing that is off the board, though the arbiter has it there.
    pub(super) fn passed_pawn(&self) -> Option<Square> {
        let is_open = self.arbiter.closed_with().is_none();
        let Some(Fixed::Step(from, to)) = self.arbiter.facts().fixed.filter(|_| is_open) else {
            return None;
        };
        let believed = self.believed();
        let victim = believed.moves().victim(from, to).filter(|&victim| victim != to)?;
        self.away_beside(&believed).contains(victim).then_some(victim)
    }

    /// Whether the piece in the air that had rested may slide on to take this one, just lifted.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn may_slide_on_to(&self, square: Square) -> bool {
        let Some(resting) = self.resting.filter(|resting| resting.lifted) else { return false };
        let believed = self.believed();
        let enemy = believed.man_on(square).filter(|&man| !believed.own().contains(man));
        enemy.is_some()
            && slides(&believed, &resting, square)
            && resting.man().is_some_and(|man| self.is_legal(man, square))
    }

    /// What comes of a piece that rested and was put on a square.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn onward(&self, resting: &Resting, man: Man, square: Square) -> Onward {
        let believed = self.believed();
        if square != resting.to && !slides(&believed, resting, square) {
            return Onward::Turns;
        }
        let stops = !resting.dated && self.is_legal(man.origin, resting.to);
        let stop = resting.stop.or(stops.then_some(resting.to));
        Onward::Slides(stop.filter(|&stop| stop != square))
    }
}

/// Which piece it is.
impl Table {
    /// What is seen on a square where something appeared.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn came(&self, square: Square, allowed: &Allowed) -> Option<Came> {
        let man = self.choose(square, allowed).map(Came::Man);
        man.or_else(|| self.new_piece(square).map(|(pawn, role)| Came::New(pawn, role)))
    }

    /// The piece that appeared on a square: of those in the air, the likeliest.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn choose(&self, square: Square, allowed: &Allowed) -> Option<Man> {
        let (legally, allowed) = self.going(square, allowed);
        self.likeliest(square, legally, allowed)
    }

    /// What the player may still do.
    #[cfg_attr(target_arch = "arm", inline(never))] // Only what the law judges is on the stack.
    pub(super) fn allowed(&self) -> Allowed {
        self.arbiter.allowed_next()
    }

    /// The pieces that one legal move takes to a square, and those that an allowed one does.
    #[cfg_attr(target_arch = "arm", inline(never))]
    fn going(&self, square: Square, allowed: &Allowed) -> (SquareSet, SquareSet) {
        let believed = self.believed();
        let moves = believed.moves();
        (believed.legally_going(moves, square), believed.going(moves, allowed, square))
    }

    #[cfg_attr(target_arch = "arm", inline(never))] // What the law needs is off the stack.
    fn likeliest(&self, square: Square, legally: SquareSet, allowed: SquareSet) -> Option<Man> {
        let believed = self.believed();
        let moves = believed.moves();
        let here = believed.standing_on(square.set());
        let mut taken_up = self.away_beside(&believed) | here;
        let mut back = here;
        // What lies still, and what it has taken.
        let mut out = SquareSet::EMPTY;
        if let Some(resting) = &self.resting {
            // Another may have been let go on it since.
            let man = resting.man().filter(|&man| believed.man_of(man).is_some());
            let man = man.map_or(SquareSet::EMPTY, Square::set);
            taken_up |= man;
            if resting.to == square {
                back |= man;
            }
            if !resting.lifted {
                out = believed.standing_on(self.taken(moves, resting));
                if !resting.early {
                    out |= man;
                }
            }
        }
        let candidates = (taken_up - out) & believed.fitting(self.sensed.get(square)?);
        let wings = believed.wings_taken_up(moves, taken_up);
        let among = |rank: SquareSet| (rank & candidates).first();
        let likeliest = among(believed.castling(moves, wings, square))
            .or_else(|| among(allowed))
            .or_else(|| among(back))
            .or_else(|| among(legally))
            .or_else(|| among(moves.own()))
            .or_else(|| candidates.first())?;
        believed.man_of(likeliest)
    }

    /// The square of the enemy piece that the one at rest has captured.
    fn taken(&self, moves: LegalMoves<'_>, resting: &Resting) -> SquareSet {
        let taken = match resting.what {
            What::Man(origin) => moves.victim(origin, resting.to),
            What::New(_) => Some(resting.to),
        };
        taken.map_or(SquareSet::EMPTY, Square::set)
    }

    /// Which of these squares, on which pieces appeared in one scan, comes first: a move of the
    /// player before one of the opponent, and the king's.
    pub(super) fn most_urgent(&self, squares: SquareSet, allowed: &Allowed) -> Option<Square> {
        let (mut first, mut least) = (squares.first(), 2);
        if squares.is_several() {
            for square in squares {
                let urgency = self.urgency(square, allowed);
                if urgency < least {
                    (first, least) = (Some(square), urgency);
                }
            }
        }
        first
    }

    fn urgency(&self, square: Square, allowed: &Allowed) -> u8 {
        match self.came(square, allowed) {
            Some(Came::Man(man)) => self.urgency_of(man),
            Some(Came::New(..)) => 1,
            None => 2,
        }
    }

    #[cfg_attr(target_arch = "arm", inline(never))]
    fn urgency_of(&self, man: Man) -> u8 {
        let believed = self.believed();
        match () {
            () if man.origin == believed.king() => 0,
            () if believed.own().contains(man.origin) => 1,
            () => 2,
        }
    }

    /// The one of the pieces lifted just now that appeared on a square before it was seen to leave
    /// its own.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn came_from(&self, lifted: SquareSet, to: Square) -> Option<Man> {
        let believed = self.believed();
        let fitting = believed.fitting(self.sensed.get(to)?);
        let going = believed.legally_going(believed.moves(), to);
        (believed.standing_on(lifted) & fitting & going)
            .first()
            .and_then(|man| believed.man_of(man))
    }

    /// The two pieces that were put back, on a board that does not know pieces, where what looked
    /// like a capture has turned out to be none: the captured one, and the one put on a square now.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn both_back(&self, square: Square) -> Option<[Man; 2]> {
        let resting = self.at_rest()?;
        let believed = self.believed();
        let man = believed.man_of(resting.man()?).filter(|man| man.now == square)?;
        let victim = Man { origin: believed.man_on(resting.to)?, now: resting.to };
        let own = believed.own() & (man.origin.set() | victim.origin.set());
        let missing = believed.unlike(&self.sensed) & (square.set() | resting.to.set());
        (own.only().is_some() && missing.is_empty()).then_some([victim, man])
    }
}

/// Promotions, and what a board cannot see.
impl Table {
    /// Whether the piece is a pawn of the player that this square would promote.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn promotes(&self, piece: Square, to: Square) -> bool {
        self.believed().moves().promotes(piece, to)
    }

    /// The pawn that stands on a square of the last rank, let go or not.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn pawn_to_promote(&self, square: Square) -> Option<Square> {
        let believed = self.believed();
        let rests = self.at_rest().filter(|resting| resting.to == square);
        let there = rests.and_then(Resting::man);
        let pawn = there.or_else(|| believed.man_on(square))?;
        self.promotes(pawn, square).then_some(pawn)
    }

    /// What is seen on a square, if it can be a new piece of the player.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn new_role(&self, square: Square) -> Option<Role> {
        match self.sensed.get(square)? {
            Seen::Piece(Piece { color, role })
                if color == self.turn() && Role::PROMOTIONS.contains(&role) =>
            {
                Some(role)
            }
            _ => None,
        }
    }

    /// The role of a new piece on a square, and the pawn that becomes it.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn new_piece(&self, square: Square) -> Option<(Square, Role)> {
        let role = self.new_role(square)?;
        let believed = self.believed();
        let moves = believed.moves();
        let here = believed.standing_on(square.set());
        let pawn = self.away_beside(&believed).find(|&piece| {
            let comes = here.contains(piece) || moves.from(piece).contains(square);
            comes && moves.promotes(piece, square)
        })?;
        Some((pawn, role))
    }

    /// The role of a new piece that takes the place of another one, which had been let go there.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn other_new_piece(&self, square: Square) -> Option<Role> {
        let role = self.new_role(square)?;
        let (there, before) = self.arbiter.facts().promoted()?;
        let open = self.arbiter.closed_with().is_none();
        (open && there == square && role != before).then_some(role)
    }

    /// A pawn let go on the last rank that the board cannot tell from what it becomes: the pawn,
    /// its square, and the role that the player chose, or a queen.
    pub(super) fn unseen_promotion(&self) -> Option<(Square, Square, Role)> {
        let believed = self.believed();
        let Shown::PawnOnLastRank(pawn, square) = believed.shown() else { return None };
        let told = matches!(self.sensed.get(square), Some(Seen::Piece(_)));
        let chosen = believed.facts().promotion.map(|(_, role)| role);
        (!told && self.is_named(pawn)).then_some((pawn, square, chosen.unwrap_or(Role::Queen)))
    }

    /// A capture that a board cannot have seen that only knows which squares are occupied, where it
    /// alone explains where the one piece went that is away.
    pub(super) fn unseen_capture(&self) -> Option<(Square, Square)> {
        self.only_capture(&self.allowed())
    }

    #[cfg_attr(target_arch = "arm", inline(never))] // What the law needs is off the stack.
    fn only_capture(&self, allowed: &Allowed) -> Option<(Square, Square)> {
        let believed = self.believed();
        let from = self.away_beside(&believed).only()?;
        if self.identifies || believed.facts().board.displaced().contains(from) {
            return None;
        }
        let piece = believed.position().piece_at(from)?;
        let moves = believed.moves();
        let captures = allowed.destinations(moves, from)
            & moves.enemy()
            & self.sensed.could_be(Seen::Piece(piece));
        captures.only().map(|to| (from, to))
    }
}

/// The move whose result stands on the arbiter's board, if there is one.
fn played(believed: &Believed<'_>) -> Option<Move> {
    match believed.shown() {
        Shown::Move(played) => Some(played),
        _ => None,
    }
}

/// Whether going on to `to` may be one slide: along the same line in the same direction, from where
/// the piece stood when the turn began. It is one if the whole is a legal move.
fn slides(believed: &Believed<'_>, resting: &Resting, to: Square) -> bool {
    believed.facts().fixed.is_none()
        && between(resting.start, to).contains(resting.to)
        && resting.man() == Some(resting.start)
        && !believed.facts().board.displaced().contains(resting.start)
}
