//! The legal moves of the player to move, asked for piece by piece, and playing them.

use core::slice;

use super::attacks;
use super::castling::Way;
use super::piece::{Color, Piece, Role, Wing, Wings};
use super::position::Position;
use super::square::{Square, SquareSet};
use crate::pack::{pack_as, pack_code};

/// A move, legal or not. It has a meaning only in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// A piece goes from one square to another; en passant too, to the square where the pawn lands.
    Normal {
        /// Where the piece stands.
        from: Square,
        /// Where it goes.
        to: Square,
        /// What a pawn becomes that reaches the last rank; `None` for every other move.
        promotion: Option<Role>,
    },
    /// Castling on this wing.
    Castle(Wing),
}

impl Move {
    const CASTLE: u16 = 5;

    /// The move as a number: bits 0 to 5 the square it starts from, 6 to 11 the one it ends on, 12
    /// to 14 what a pawn becomes, else 0. Of castling there are no squares; bits 12 to 14 are 5 for
    /// the king's wing, 6 for the queen's.
    #[must_use]
    pub const fn code(self) -> u16 {
        match self {
            Self::Normal { from, to, promotion } => {
                let role = match promotion {
                    Some(role) => role as u16,
                    None => 0,
                };
                from.index() as u16 | (to.index() as u16) << 6 | role << 12
            }
            Self::Castle(wing) => (Self::CASTLE + wing as u16) << 12,
        }
    }

    /// The move with this number, whatever squares it has for castling; none if there is none.
    #[must_use]
    pub fn from_code(code: u16) -> Option<Self> {
        let square = |shift: u16| Square::new((code >> shift & 63) as u8);
        let kind = code >> 12;
        if let Some(wing) = kind.checked_sub(Self::CASTLE) {
            return Wing::ALL.get(usize::from(wing)).copied().map(Self::Castle);
        }
        let promotion = Role::ALL.get(usize::from(kind)).copied().filter(|_| kind > 0);
        Some(Self::Normal { from: square(0)?, to: square(6)?, promotion })
    }
}

pack_as!(Move: u16 = Self::Castle(Wing::KingSide), Move::code, Move::from_code);

/// How a game ends for a player without a legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum GameEnd {
    /// He is in check.
    Checkmate = 0,
    /// He is not.
    Stalemate = 1,
}

pack_code!(GameEnd);

impl GameEnd {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Checkmate, Self::Stalemate];
}

/// The legal moves of the player to move. What is common to all of them (checks, pins, castling)
/// the position knows; the moves themselves are found only when they are asked for.
#[derive(Clone, Copy, Debug)]
pub struct LegalMoves<'p> {
    position: &'p Position,
}

impl<'p> LegalMoves<'p> {
    /// The legal moves of this position.
    #[must_use]
    pub const fn new(position: &'p Position) -> Self {
        Self { position }
    }

    /// The position whose moves these are.
    #[must_use]
    pub fn position(self) -> &'p Position {
        self.position
    }

    /// The pieces of the player to move.
    #[must_use]
    #[cfg_attr(target_arch = "arm", inline(never))] // Smaller called than copied.
    pub fn own(self) -> SquareSet {
        self.position.by_color(self.us())
    }

    /// The pieces of the opponent.
    #[must_use]
    #[cfg_attr(target_arch = "arm", inline(never))] // Smaller called than copied.
    pub fn enemy(self) -> SquareSet {
        self.position.by_color(self.us().opposite())
    }

    /// The king of the player to move.
    #[must_use]
    #[cfg_attr(target_arch = "arm", inline(never))] // Smaller called than copied.
    pub fn king(self) -> Square {
        self.position.king(self.us())
    }

    /// The rooks with which the player to move has the right to castle, whether or not he can now.
    #[must_use]
    pub fn castling_rooks(self) -> SquareSet {
        self.position.castling_rooks
    }

    /// Whether the king of the player to move is in check.
    #[must_use]
    pub fn is_check(self) -> bool {
        self.position.targets != SquareSet::FULL
    }

    /// Whether there is no legal move at all: checkmate or stalemate.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.position.over
    }

    /// How the game has ended, if it has.
    #[must_use]
    pub fn game_end(self) -> Option<GameEnd> {
        let end = if self.is_check() { GameEnd::Checkmate } else { GameEnd::Stalemate };
        self.is_empty().then_some(end)
    }

    /// Where the own piece on this square may go, castling left out. None if no own piece stands
    /// there.
    #[must_use]
    #[cfg_attr(target_arch = "arm", inline(never))] // Smaller called than copied.
    pub fn from(self, origin: Square) -> SquareSet {
        self.destinations(origin.set())
    }

    /// Where the own pieces among these may go, castling left out.
    #[must_use]
    #[cfg_attr(target_arch = "arm", inline(never))] // Smaller called than copied.
    pub fn destinations(self, pieces: SquareSet) -> SquareSet {
        let (king, pieces) = (self.king().set(), pieces & self.own());
        let pinned = pieces & self.position.pinned;
        let mut to = self.reach(pieces - (pinned | king)) | self.pinned_reach(pinned);
        to &= self.position.targets;
        if pieces.meets(king) {
            let steps = attacks::king(king) - self.own();
            to |= if steps.is_empty() { steps } else { steps - self.danger() };
        }
        match self.position.en_passant() {
            Some(target) if !self.passing(pieces).is_empty() => to | target.set(),
            _ => to,
        }
    }

    /// Where these pinned pieces would go on their lines with the king.
    #[cfg_attr(target_arch = "arm", inline(never))] // Keeps the frame of its caller small.
    fn pinned_reach(self, pinned: SquareSet) -> SquareSet {
        let mut reach = SquareSet::EMPTY;
        for piece in pinned {
            reach |= self.reach(piece.set()) & attacks::line(self.king(), piece, SquareSet::FULL);
        }
        reach
    }

    /// Whether castling on this wing is legal.
    #[must_use]
    pub fn can_castle(self, wing: Wing) -> bool {
        self.castles().contains(wing)
    }

    /// The wings on which castling is legal.
    #[must_use]
    #[cfg_attr(target_arch = "arm", inline(never))] // Smaller called than copied.
    pub fn castles(self) -> Wings {
        self.position.castles
    }

    /// The own pieces among these that have a legal move to one of these squares, without castling.
    #[must_use]
    pub fn origins(self, pieces: SquareSet, to: SquareSet) -> SquareSet {
        let mut origins = SquareSet::EMPTY;
        for piece in pieces {
            if self.destinations(piece.set()).meets(to) {
                origins.insert(piece);
            }
        }
        origins
    }

    /// The own pieces among these that have a legal move, castling left out.
    #[must_use]
    pub fn movers(self, pieces: SquareSet) -> SquareSet {
        self.origins(pieces, SquareSet::FULL)
    }

    /// Whether one of the own pieces among these has a legal move, castling left out.
    #[must_use]
    pub fn can_move(self, pieces: SquareSet) -> bool {
        !self.destinations(pieces).is_empty()
    }

    /// The enemy pieces that one of the own pieces among these may take (en passant: the pawn that
    /// disappears).
    #[must_use]
    pub fn victims(self, pieces: SquareSet) -> SquareSet {
        let victims = self.destinations(pieces) & self.enemy();
        match self.position.en_passant() {
            Some(target) if !self.passing(pieces).is_empty() => {
                victims | behind_en_passant(target).set()
            }
            _ => victims,
        }
    }

    /// Where the own piece on this square may go to take an enemy piece that stands on one of these
    /// squares (en passant: the pawn that disappears).
    #[must_use]
    pub fn captures(self, origin: Square, victims: SquareSet) -> SquareSet {
        let captures = self.from(origin) & victims & self.enemy();
        match self.passing_to(victims) {
            Some(target) if !self.passing(origin.set()).is_empty() => captures | target.set(),
            _ => captures,
        }
    }

    /// The square of the enemy piece that a move of the own piece on `from` to `to` takes, whether
    /// or not that move is legal (en passant: of the pawn that disappears).
    #[must_use]
    pub fn victim(self, from: Square, to: Square) -> Option<Square> {
        if self.enemy().contains(to) {
            return Some(to);
        }
        let passing = self.position.en_passant() == Some(to)
            && from.file() != to.file()
            && self.position.pieces(self.us(), Role::Pawn).contains(from);
        passing.then(|| behind_en_passant(to))
    }

    /// Whether this move is legal. A promotion must be said exactly when a pawn reaches the last
    /// rank.
    #[must_use]
    pub fn contains(self, mv: Move) -> bool {
        match mv {
            Move::Castle(wing) => self.can_castle(wing),
            Move::Normal { from, to, promotion } => {
                let good = match promotion {
                    None => !self.promotes(from, to),
                    Some(role) => Role::PROMOTIONS.contains(&role) && self.promotes(from, to),
                };
                good && self.from(from).contains(to)
            }
        }
    }

    /// Whether a move of the own piece on `from` to `to` is a pawn's to the last rank.
    #[must_use]
    #[cfg_attr(target_arch = "arm", inline(never))] // Smaller called than copied.
    pub fn promotes(self, from: Square, to: Square) -> bool {
        to.rank() == self.us().promotion_rank()
            && self.position.pieces(self.us(), Role::Pawn).contains(from)
    }

    /// All legal moves: by origin, then destination, each by rising index, promotions from the
    /// queen to the knight; then castling on the king's wing and on the queen's.
    pub fn iter(self) -> impl Iterator<Item = Move> + use<'p> {
        self.listed(self.own(), move |from| self.from(from), self.castles())
    }

    /// The moves of these own pieces to the squares that are told for each, then these castlings,
    /// in the order of [`iter`](Self::iter).
    pub fn listed<E: FnMut(Square) -> SquareSet>(
        self,
        pieces: SquareSet,
        ends_of: E,
        castles: Wings,
    ) -> impl Iterator<Item = Move> + use<'p, E> {
        Moves {
            legal: self,
            ends_of,
            pieces,
            from: self.king(),
            ends: SquareSet::EMPTY,
            roles: Role::PROMOTIONS.iter(),
            castles,
        }
    }

    /// Where these own pieces would go if no king could be in check: without regard to pins, checks
    /// and attacked squares; without castling and en passant.
    #[cfg_attr(target_arch = "arm", inline(never))] // Smaller called than copied.
    pub(super) fn reach(self, pieces: SquareSet) -> SquareSet {
        let pawns = pieces & self.position.by_role(Role::Pawn);
        let mut reach = self.pawns_reach(pawns);
        let others = pieces - pawns;
        if !others.is_empty() {
            let occupied = self.position.occupied();
            reach |= attacks::from(self.position.board(), self.us(), others, occupied) - self.own();
        }
        reach
    }

    /// The same for pawns.
    #[cfg_attr(target_arch = "arm", inline(never))] // Off the stack when the others are asked.
    fn pawns_reach(self, pawns: SquareSet) -> SquareSet {
        if pawns.is_empty() {
            return pawns;
        }
        let (us, occupied) = (self.us(), self.position.occupied());
        let once = attacks::forward(us, pawns) - occupied;
        let twice = (attacks::forward(us, once) & double_step_rank(us)) - occupied;
        once | twice | (attacks::pawn(us, pawns) & self.enemy())
    }

    /// The en passant square, if the pawn that disappears is one of these.
    fn passing_to(self, victims: SquareSet) -> Option<Square> {
        self.position.en_passant().filter(|&target| victims.contains(behind_en_passant(target)))
    }

    fn us(self) -> Color {
        self.position.turn()
    }

    /// The squares that the opponent attacks once the king is off the board: where he may not go.
    #[cfg_attr(target_arch = "arm", inline(never))] // Smaller called than copied.
    fn danger(self) -> SquareSet {
        let occupied = self.position.occupied() - self.king().set();
        attacks::from(self.position.board(), self.us().opposite(), self.enemy(), occupied)
    }

    /// The own pawns among these pieces that may capture en passant. Two pawns leave their squares
    /// at once then, so that pins tell too little: the board is looked at as it is after the
    /// capture.
    #[cfg_attr(target_arch = "arm", inline(never))] // Keeps the frame of its caller small.
    fn passing(self, pieces: SquareSet) -> SquareSet {
        let mut passing = SquareSet::EMPTY;
        let Some(to) = self.position.en_passant() else { return passing };
        let (board, them) = (self.position.board(), self.us().opposite());
        let enemy = self.enemy() - behind_en_passant(to).set();
        let pawns = pieces & self.own() & board.by_role(Role::Pawn);
        for from in attacks::pawn(them, to.set()) & pawns {
            let occupied = (self.own() | enemy | to.set()) - from.set();
            if !attacks::from(board, them, enemy, occupied).contains(self.king()) {
                passing.insert(from);
            }
        }
        passing
    }

    /// Whether the king may leave and nothing stands in the way of castling. A rook that shields
    /// him on their rank would not do so any more.
    fn is_free(self, way: &Way) -> bool {
        !self.is_check()
            && !self.position.pinned.contains(way.rook)
            && way.blocked(self.position.occupied()).is_empty()
    }
}

impl Position {
    /// Looks for what is common to all legal moves, after the position has changed: checks, pins,
    /// castling, and whether anything has a move.
    pub(super) fn look(&mut self) {
        self.find_checks_and_pins();
        self.find_castles();
        let moves = LegalMoves::new(self);
        // Most often a pawn has a step, which is seen at once.
        let pawns = (moves.own() & self.by_role(Role::Pawn)) - self.pinned;
        let steps = attacks::forward(self.turn, pawns) - self.occupied();
        self.over =
            !steps.meets(self.targets) && self.castles.is_empty() && !moves.can_move(moves.own());
    }

    #[cfg_attr(target_arch = "arm", inline(never))] // Keeps the frame of its caller small.
    fn find_checks_and_pins(&mut self) {
        (self.pinned, self.targets) = (SquareSet::EMPTY, SquareSet::FULL);
        let king = self.king(self.turn).set();
        let pawns = attacks::pawn(self.turn, king) & self.by_role(Role::Pawn);
        let knights = attacks::knight(king) & self.by_role(Role::Knight);
        let checkers = (pawns | knights) & LegalMoves::new(self).enemy();
        self.note_check(checkers, SquareSet::EMPTY);
        self.look_along(attacks::straight, self.board.straight_sliders());
        self.look_along(attacks::diagonal, self.board.diagonal_sliders());
    }

    /// Finds the checks and pins by these sliders.
    #[cfg_attr(target_arch = "arm", inline(never))] // Smaller called than copied.
    fn look_along(&mut self, see: fn(SquareSet, SquareSet) -> SquareSet, sliders: SquareSet) {
        let (own, enemy) = (LegalMoves::new(self).own(), LegalMoves::new(self).enemy());
        let (king, sliders) = (self.king(self.turn).set(), sliders & enemy);
        if sliders.is_empty() {
            return;
        }
        // Those that give check, and those that would if the own pieces were not there.
        let snipers = see(king, !enemy) & sliders;
        if snipers.is_empty() {
            return;
        }
        // What is seen from both sides is all that is between them, or the one piece that is.
        let empty = !self.occupied();
        let seen = see(king, empty);
        let between = seen & see(snipers, empty);
        self.pinned |= between & own;
        self.note_check(snipers & seen, between - own);
    }

    /// Against a double check only the king can help: no square serves against both.
    #[cfg_attr(target_arch = "arm", inline(never))] // Smaller called than copied.
    fn note_check(&mut self, checkers: SquareSet, between: SquareSet) {
        if checkers.is_several() {
            self.targets = SquareSet::EMPTY;
        } else if !checkers.is_empty() {
            self.targets &= checkers | between;
        }
    }

    fn find_castles(&mut self) {
        (self.castling_rooks, self.castles) = (SquareSet::EMPTY, Wings::NONE);
        for wing in Wing::ALL {
            let Some(rook) = self.castling_rook(self.turn, wing) else { continue };
            self.castling_rooks.insert(rook);
            let moves = LegalMoves::new(self);
            let way = Way::new(wing, moves.king(), rook);
            if moves.is_free(&way) && !moves.danger().meets(way.of_king()) {
                self.castles = self.castles.with(wing);
            }
        }
    }
}

/// The moves that have not been told yet.
struct Moves<'p, E> {
    legal: LegalMoves<'p>,
    ends_of: E,
    pieces: SquareSet,
    /// The last piece, and where it may still go.
    from: Square,
    ends: SquareSet,
    /// What a pawn may still become on the first of these squares.
    roles: slice::Iter<'static, Role>,
    castles: Wings,
}

impl<E: FnMut(Square) -> SquareSet> Iterator for Moves<'_, E> {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        loop {
            let Some(to) = self.ends.first() else {
                let Some(from) = self.pieces.next() else {
                    return self.castles.next().map(Move::Castle);
                };
                (self.from, self.ends) = (from, (self.ends_of)(from));
                continue;
            };
            let from = self.from;
            if !self.legal.promotes(from, to) {
                self.ends.remove(to);
                return Some(Move::Normal { from, to, promotion: None });
            }
            if let Some(&role) = self.roles.next() {
                return Some(Move::Normal { from, to, promotion: Some(role) });
            }
            self.ends.remove(to);
            self.roles = Role::PROMOTIONS.iter();
        }
    }
}

impl Position {
    /// The position after a legal move. For a move that is not legal the result means nothing; it
    /// may even be no valid position. See [`try_play`](Self::try_play).
    #[must_use]
    pub fn play(&self, mv: Move) -> Self {
        let mut after = *self;
        after.make(mv);
        after
    }

    /// Plays a legal move in this position, as [`play`](Self::play) does.
    #[cfg_attr(target_arch = "arm", inline(never))] // Smaller called than copied.
    pub fn make(&mut self, mv: Move) {
        self.carry_out(mv);
        self.look();
    }

    #[cfg_attr(target_arch = "arm", inline(never))] // Off the stack while checks are looked for.
    fn carry_out(&mut self, mv: Move) {
        let passing = self.en_passant.take();
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        match mv {
            Move::Castle(wing) => self.castle(wing),
            Move::Normal { from, to, promotion } => {
                let Some(piece) = self.leave(from, false) else { return };
                let captured = self.leave(to, true);
                self.arrive(to, promotion.unwrap_or(piece.role));
                if captured.is_some() {
                    self.halfmove_clock = 0;
                }
                if piece.role == Role::Pawn {
                    self.halfmove_clock = 0;
                    if passing == Some(to) && from.file() != to.file() {
                        self.leave(behind_en_passant(to), true);
                    }
                    if from.rank().abs_diff(to.rank()) == 2 {
                        self.en_passant = Some(behind_en_passant(to));
                    }
                }
            }
        }
        if self.turn == Color::Black {
            self.fullmove_number = self.fullmove_number.saturating_add(1);
        }
        self.turn = self.turn.opposite();
    }

    /// The position after this move, if it is legal.
    #[must_use]
    pub fn try_play(&self, mv: Move) -> Option<Self> {
        LegalMoves::new(self).contains(mv).then(|| self.play(mv))
    }

    /// Whether the player to move is in check and has no legal move.
    #[must_use]
    pub fn is_checkmate(&self) -> bool {
        LegalMoves::new(self).game_end() == Some(GameEnd::Checkmate)
    }

    /// Whether the player to move is not in check and has no legal move.
    #[must_use]
    pub fn is_stalemate(&self) -> bool {
        LegalMoves::new(self).game_end() == Some(GameEnd::Stalemate)
    }

    fn castle(&mut self, wing: Wing) {
        let us = self.turn;
        if let Some(rook) = self.castling_rook(us, wing) {
            let way = Way::new(wing, self.king(us), rook);
            self.history.note_castling(us, wing);
            // Both leave before either arrives: in Chess960 they may change places.
            self.leave(way.king, false);
            self.leave(way.rook, false);
            self.arrive(way.king_to, Role::King);
            self.arrive(way.rook_to, Role::Rook);
        }
    }

    /// Takes up what stands on this square.
    fn leave(&mut self, square: Square, captured: bool) -> Option<Piece> {
        self.history.note_leaving(square, self.fullmove_number, captured);
        self.board.take(square)
    }

    /// Puts down a piece of the player to move.
    #[cfg_attr(target_arch = "arm", inline(never))] // Smaller called than copied.
    fn arrive(&mut self, square: Square, role: Role) {
        let color = self.turn;
        self.board.put(square, Piece { color, role });
        if role == Role::King {
            match color {
                Color::White => self.white_king = square,
                Color::Black => self.black_king = square,
            }
        }
    }
}

/// Whether this player could mate by some series of legal moves, however unlikely, judged by the
/// material alone (blocked pawns are not looked through).
///
/// Nobody mates with the bare king; with king and knight only if the opponent has something other
/// than queens that can stand in his own king's way; with bishops on squares of one colour only if
/// a knight, a pawn or a bishop of the other colour is on the board.
#[must_use]
pub fn can_mate(position: &Position, color: Color) -> bool {
    let board = position.board();
    let (own, enemy) = (board.by_color(color), board.by_color(color.opposite()));
    let (rooks, bishops) = (board.straight_sliders(), board.diagonal_sliders());
    let (pawns, knights) = (board.by_role(Role::Pawn), board.by_role(Role::Knight));
    if own.meets(pawns | rooks) {
        return true;
    }
    if own.meets(knights) {
        // A queen is in both sets of sliders.
        let no_queens = (rooks | bishops) - (rooks & bishops);
        return own.len() > 2 || enemy.meets(pawns | knights | no_queens);
    }
    let bishops = bishops - rooks;
    own.meets(bishops)
        && (!(pawns | knights).is_empty() || (bishops.meets(DARK) && !(bishops - DARK).is_empty()))
}

/// The squares of a1's colour.
const DARK: SquareSet = SquareSet(0xaa55_aa55_aa55_aa55);

/// The pawn that is taken on this en passant square, and the other way round: on the same file, a
/// rank behind it as the capturing player sees it, which is to flip the lowest bit of the rank on
/// either side.
fn behind_en_passant(target: Square) -> Square {
    Square::new(target.index() ^ 8).unwrap_or(target)
}

/// The rank on which this player's double steps end.
const fn double_step_rank(color: Color) -> SquareSet {
    match color {
        Color::White => SquareSet::of_rank(3),
        Color::Black => SquareSet::of_rank(4),
    }
}
