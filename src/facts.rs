//! What is known of the turn that is open, folded from the events.

use crate::chess::moves::{GameEnd, Move};
use crate::chess::piece::{Color, Role, Wing, Wings};
use crate::chess::position::Position;
use crate::chess::square::{Square, SquareSet};
use crate::pack::{pack_as, pack_fields};
use crate::ruling::{Allowed, Claim, Infraction, Penalty, Readings};

/// What is known of one turn, at first nothing. What follows from it is the law's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)] // What is small comes first: small processors reach it from the start alone.
pub struct Facts {
    /// The new piece of a promotion, as far as it has touched the board.
    pub new_piece: Option<NewPiece>,
    /// The promotion that the player's choice has been narrowed to.
    pub promotion: Option<(Square, Role)>,
    /// The move that can no longer be changed.
    pub fixed: Option<Fixed>,
    /// Whether the fixed move has been made: finished on the board.
    pub made: bool,
    /// How the move made ends the game, if it does.
    pub game_end: Option<GameEnd>,
    /// The readings that what was let go rests on.
    pub readings: Readings,
    /// The breaches that stand.
    pub breaches: Breaches,
    /// The breach that the last press of the clock completed, with what it costs. It is answered by
    /// the ruling, and stands no more once the player goes on.
    pub answered: Option<(Infraction, Option<Penalty>)>,
    /// The answer to the last claim.
    pub claim: Option<Claim>,
    /// A legal move that stands although it broke a duty: the opponent touched a piece first.
    pub claim_lost: Option<Move>,
    /// Whether the opponent's touch ended the turn, the move being made and the clock not pressed.
    pub ended_by_touch: bool,
    /// Whether both hands are used for this move.
    pub both_hands: bool,
    /// Whether the arbiter has ordered pieces back in this turn.
    pub restored: bool,
    /// Whether the clock was pressed and nothing has happened since.
    pub clock_pressed: bool,
    /// Whether any piece has been let go in this turn.
    pub let_go: bool,
    /// Whether a piece was adjusted.
    pub adjusted: bool,
    /// Whether a piece was touched by accident.
    pub brushed: bool,
    /// The pieces touched, in order.
    pub touches: Touches,
    /// Where every piece stands now.
    pub board: Placement,
}

pack_fields! {
    Facts {
        touches: Touches,
        board: Placement,
        new_piece: Option<NewPiece>,
        promotion: Option<(Square, Role)>,
        fixed: Option<Fixed>,
        made: bool,
        game_end: Option<GameEnd>,
        readings: Readings,
        breaches: Breaches,
        answered: Option<(Infraction, Option<Penalty>)>,
        claim: Option<Claim>,
        claim_lost: Option<Move>,
        ended_by_touch: bool,
        both_hands: bool,
        restored: bool,
        clock_pressed: bool,
        let_go: bool,
        adjusted: bool,
        brushed: bool,
    }
}

impl Facts {
    /// Nothing has happened.
    pub const NONE: Self = Self {
        touches: Touches::new(),
        board: Placement::new(),
        new_piece: None,
        promotion: None,
        fixed: None,
        made: false,
        game_end: None,
        readings: Readings::NONE,
        breaches: Breaches::NONE,
        answered: None,
        claim: None,
        claim_lost: None,
        ended_by_touch: false,
        both_hands: false,
        restored: false,
        clock_pressed: false,
        let_go: false,
        adjusted: false,
        brushed: false,
    };

    /// The new piece of a promotion that stands on the board, if it was let go: where, and what.
    #[must_use]
    pub fn promoted(&self) -> Option<(Square, Role)> {
        match &self.new_piece {
            Some(new) if new.let_go => Some((new.square, new.role)),
            _ => None,
        }
    }
}

/// A move that can no longer be changed, though it may still have to be finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(4))] // A word is read at once, three bytes are read one by one.
pub enum Fixed {
    /// A piece goes from one square to another; a promotion's role may still be open.
    Step(Square, Square),
    /// Castling.
    Castling(Wing),
    /// Chess960: the king stands on this square, where castling and a king move both end.
    KingOrCastling(Square, Wing),
}

/// What kind of move it is, and its squares.
type PackedFixed = (u8, (Square, Square));

pack_as!(Fixed: PackedFixed = Self::Castling(Wing::KingSide), Fixed::packed, Fixed::unpacked);

impl Fixed {
    fn packed(self) -> PackedFixed {
        match self {
            Self::Step(from, to) => (0, (from, to)),
            Self::Castling(wing) => (1 + wing as u8, (Square::A1, Square::A1)),
            Self::KingOrCastling(to, wing) => (3 + wing as u8, (to, to)),
        }
    }

    fn unpacked((kind, (from, to)): PackedFixed) -> Option<Self> {
        match kind {
            0 => Some(Self::Step(from, to)),
            1 => Some(Self::Castling(Wing::KingSide)),
            2 => Some(Self::Castling(Wing::QueenSide)),
            3 => Some(Self::KingOrCastling(to, Wing::KingSide)),
            4 => Some(Self::KingOrCastling(to, Wing::QueenSide)),
            _ => None,
        }
    }
}

impl From<Move> for Fixed {
    fn from(played: Move) -> Self {
        match played {
            Move::Castle(wing) => Self::Castling(wing),
            Move::Normal { from, to, .. } => Self::Step(from, to),
        }
    }
}

impl Fixed {
    /// The moves that agree with it. `king` is where the player's king stood.
    #[must_use]
    pub fn allowed(self, king: Square) -> Allowed {
        let (pieces, to, castles) = match self {
            Self::Step(from, to) => (from.set(), Some(to), Wings::NONE),
            Self::Castling(wing) => (SquareSet::EMPTY, None, Wings::NONE.with(wing)),
            Self::KingOrCastling(to, wing) => (king.set(), Some(to), Wings::NONE.with(wing)),
        };
        Allowed { to, castles, ..Allowed::moves_of(pieces) }
    }
}

/// The new piece of a promotion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewPiece {
    /// What it is.
    pub role: Role,
    /// The square it has touched.
    pub square: Square,
    /// Whether it was let go there.
    pub let_go: bool,
}

pack_fields!(NewPiece { role: Role, square: Square, let_go: bool });

/// The pieces touched, in order: groups of squares on which they stood when the turn began. A piece
/// counts at its first touch. At most the 32 pieces of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Touches {
    all: SquareSet,
    len: u8,
    /// A square's index; [`Self::SAME`] is set if it belongs to the group of the entry before.
    entries: [u8; 32],
}

pack_fields!(Touches { entries: [u8; 32], len: u8, all: SquareSet });

impl Touches {
    const SAME: u8 = 0x80;

    /// Nothing touched.
    #[must_use]
    pub const fn new() -> Self {
        Self { entries: [0; 32], len: 0, all: SquareSet::EMPTY }
    }

    /// Adds a group: those of its pieces that have not been touched before.
    pub fn touch(&mut self, group: SquareSet) {
        let mut mark = 0;
        let new = group - self.all;
        self.all |= group;
        for square in new {
            if let Some(entry) = self.entries.get_mut(usize::from(self.len)) {
                *entry = square.index() | mark;
                self.len += 1;
                mark = Self::SAME;
            }
        }
    }

    /// Everything touched.
    #[must_use]
    pub const fn all(&self) -> SquareSet {
        self.all
    }

    /// Whether nothing was touched.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Those of these pieces that were touched first, at once.
    #[must_use]
    #[cfg_attr(target_arch = "arm", inline(never))] // Smaller called than copied.
    pub fn first(&self, pieces: SquareSet) -> SquareSet {
        self.group_with(pieces) & pieces
    }

    /// The first group with any of these pieces; none if none of them was touched.
    #[must_use]
    pub fn group_with(&self, pieces: SquareSet) -> SquareSet {
        self.groups().find(|group| group.meets(pieces)).unwrap_or(SquareSet::EMPTY)
    }

    /// What was touched before the first of these pieces; everything if none of them was.
    #[must_use]
    #[cfg_attr(target_arch = "arm", inline(never))] // Smaller called than copied.
    pub fn before(&self, pieces: SquareSet) -> SquareSet {
        let mut before = SquareSet::EMPTY;
        for group in self.groups() {
            if group.meets(pieces) {
                break;
            }
            before |= group;
        }
        before
    }

    fn groups(&self) -> Groups<'_> {
        Groups(self.entries.get(..usize::from(self.len)).unwrap_or(&[]))
    }
}

impl Default for Touches {
    fn default() -> Self {
        Self::new()
    }
}

/// Groups of touched pieces, in order.
#[derive(Clone, Copy, Debug)]
struct Groups<'t>(&'t [u8]);

impl Iterator for Groups<'_> {
    type Item = SquareSet;

    fn next(&mut self) -> Option<SquareSet> {
        let (&first, mut rest) = self.0.split_first()?;
        let mut group = SquareSet::EMPTY;
        let mut entry = first;
        loop {
            group |= Square::new(entry & !Touches::SAME).map_or(SquareSet::EMPTY, Square::set);
            match rest.split_first() {
                Some((&next, after)) if next & Touches::SAME != 0 => {
                    entry = next;
                    rest = after;
                }
                _ => break,
            }
        }
        self.0 = rest;
        Some(group)
    }
}

/// Where each piece stands now, by the square on which it stood when the turn began.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Placement {
    displaced: SquareSet,
    /// The pieces that were moved in this turn. Those of them that the arbiter has ordered back
    /// count as standing where they began, and can still be named by the squares they were left on.
    moved: SquareSet,
    /// Where the pieces moved are, or were left, in the order of the squares on which they stood,
    /// of which there are 32 at most; 0 after the last.
    now: [u8; 32],
}

pack_fields!(Placement { displaced: SquareSet, moved: SquareSet, now: [u8; 32] });

/// Where a piece is: on a square, or off the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Whereabouts(u8);

impl Whereabouts {
    /// Off the board.
    pub const OFF: Self = Self(64);

    /// On this square.
    #[must_use]
    pub const fn on(square: Square) -> Self {
        Self(square.index())
    }

    /// The square, if the piece is on the board.
    #[must_use]
    pub const fn square(self) -> Option<Square> {
        Square::new(self.0)
    }
}

impl Placement {
    /// Every piece where the turn began.
    #[must_use]
    pub const fn new() -> Self {
        Self { displaced: SquareSet::EMPTY, moved: SquareSet::EMPTY, now: [0; 32] }
    }

    /// Where the piece that stood on `origin` is now; `origin` was occupied.
    #[must_use]
    #[cfg_attr(target_arch = "arm", inline(never))] // Smaller called than copied.
    pub fn of(&self, origin: Square) -> Whereabouts {
        if self.displaced.contains(origin) {
            self.last_seen(origin)
        } else {
            Whereabouts::on(origin)
        }
    }

    /// Puts the piece that stood on `origin` elsewhere, or back.
    pub fn put(&mut self, origin: Square, to: Whereabouts) {
        let place = self.place(origin);
        let mut entries = self.now.iter_mut().skip(place);
        if self.moved.contains(origin) {
            if let Some(entry) = entries.next() {
                *entry = to.0;
            }
        } else {
            self.moved.insert(origin);
            entries.fold(to.0, |code, entry| core::mem::replace(entry, code));
        }
        self.displaced.insert(origin);
        if to == Whereabouts::on(origin) {
            self.displaced.remove(origin);
        }
    }

    /// The arbiter orders every piece back to where the turn began.
    pub fn restore(&mut self) {
        self.displaced = SquareSet::EMPTY;
    }

    /// The squares on which pieces were left that the arbiter has ordered back and that have not
    /// been touched since; for those that were off the board, where they began.
    #[must_use]
    pub fn ordered_back(&self) -> SquareSet {
        let left = |origin| match self.last_seen(origin).square() {
            Some(square) if square == origin => None,
            Some(square) => Some(square),
            None => Some(origin),
        };
        (self.moved - self.displaced).filter_map(left).collect()
    }

    /// The pieces that are not where the turn began, by where they stood then.
    #[must_use]
    #[cfg_attr(target_arch = "arm", inline(never))] // Smaller called than copied.
    pub const fn displaced(&self) -> SquareSet {
        self.displaced
    }

    /// The piece that an event means by a square, by where it stood when the turn began: the one
    /// that stood there then, unless it is off the board or there was none; then the one that
    /// stands there now. A piece ordered back can still be named by the square it was left on, and
    /// one off the board that nothing has replaced by its own: it is being put back.
    #[must_use]
    pub fn named(&self, position: &Position, square: Square) -> Option<Square> {
        let original = position.occupied().contains(square).then_some(square);
        self.on_board(position, square).or(original)
    }

    /// The same, as long as the piece is on the board.
    #[must_use]
    pub fn on_board(&self, position: &Position, square: Square) -> Option<Square> {
        if position.occupied().contains(square) && self.of(square) != Whereabouts::OFF {
            return Some(square);
        }
        self.standing(position, square)
            .or_else(|| nearest(position, self.last_seen_on(square, self.moved - self.displaced)))
    }

    /// The piece that stands on a square now, by where it stood when the turn began. Of several
    /// that were put there, the one that began nearest to the player's own back rank.
    #[must_use]
    pub fn standing(&self, position: &Position, square: Square) -> Option<Square> {
        let at_home = (position.occupied() & square.set()) - self.displaced;
        nearest(position, at_home | self.last_seen_on(square, self.displaced))
    }

    /// Those of these pieces that are, or were left, on a square.
    fn last_seen_on(&self, square: Square, pieces: SquareSet) -> SquareSet {
        let mut here = SquareSet::EMPTY;
        for piece in pieces {
            if self.last_seen(piece) == Whereabouts::on(square) {
                here.insert(piece);
            }
        }
        here
    }

    /// Where a piece that was moved is, or was left.
    fn last_seen(&self, origin: Square) -> Whereabouts {
        self.now.get(self.place(origin)).map_or(Whereabouts::OFF, |&code| Whereabouts(code))
    }

    /// The place of a piece among all that were moved, by the order of the squares on which they
    /// stood.
    fn place(&self, origin: Square) -> usize {
        usize::from((self.moved & SquareSet(origin.set().0 - 1)).len())
    }
}

/// The first of these squares as the player sees the board from his side.
fn nearest(position: &Position, squares: SquareSet) -> Option<Square> {
    match position.turn() {
        Color::White => squares.first(),
        Color::Black => squares.mirrored().first().map(Square::mirrored),
    }
}

/// The kinds of breach that stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Breaches(u16);

pack_fields!(Breaches { 0: u16 });

impl Breaches {
    /// None.
    pub const NONE: Self = Self(0);

    /// Adds one.
    pub fn insert(&mut self, kind: Infraction) {
        self.0 |= 1 << kind as u8;
    }

    /// Takes one out.
    pub fn remove(&mut self, kind: Infraction) {
        self.0 &= !(1 << kind as u8);
    }

    /// Whether this kind stands.
    #[must_use]
    pub const fn contains(self, kind: Infraction) -> bool {
        self.0 & (1 << kind as u8) != 0
    }

    /// Those by which a piece was let go; they are corrected by putting it back.
    #[must_use]
    pub const fn of_letting_go(self) -> Self {
        Self(
            self.0
                & (1 << Infraction::IllegalMove as u8
                    | 1 << Infraction::IllegalCastling as u8
                    | 1 << Infraction::TouchMove as u8
                    | 1 << Infraction::MovedAgain as u8
                    | 1 << Infraction::CastledRookFirst as u8
                    | 1 << Infraction::RookMisplaced as u8),
        )
    }

    /// Takes out those by which a piece was let go.
    pub const fn correct(&mut self) {
        self.0 &= !self.of_letting_go().0;
    }

    /// Whether none stands.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Those that stand, in the order of the kinds.
    pub fn iter(self) -> impl Iterator<Item = Infraction> {
        Infraction::ALL.iter().copied().filter(move |&kind| self.contains(kind))
    }
}
