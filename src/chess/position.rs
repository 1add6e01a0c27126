//! A valid position: the pieces, whose turn it is, what may still be castled, and how that came.

use core::fmt;

use super::attacks;
use super::board::Board;
use super::piece::{Color, Piece, Role, Wing, Wings};
use super::square::{Square, SquareSet};
use crate::pack::pack_fields;

/// A position of a game, always valid: it passed [`Setup::validate`], or came from such a position
/// by legal moves.
///
/// Two positions are equal if all that they know is: history, clocks, the en passant square and the
/// notation flag included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    pub(super) board: Board,
    pub(super) history: CastlingHistory,
    pub(super) halfmove_clock: u16,
    pub(super) fullmove_number: u16,
    // Kept beside the board so that asking for a king cannot fail.
    pub(super) white_king: Square,
    pub(super) black_king: Square,
    pub(super) turn: Color,
    pub(super) en_passant: Option<Square>,
    pub(super) chess960: bool,
    /// What follows from all that for the player to move, looked for when it has changed: whether
    /// there is no legal move.
    pub(super) over: bool,
    /// The wings on which castling is legal.
    pub(super) castles: Wings,
    /// Own rooks with which the right to castle still exists.
    pub(super) castling_rooks: SquareSet,
    /// Own pieces that may move on their line with the king only.
    pub(super) pinned: SquareSet,
    /// Where a piece other than the king must go to stop the check; all squares without check.
    pub(super) targets: SquareSet,
}

pack_fields! {
    Position {
        board: Board,
        history: CastlingHistory,
        halfmove_clock: u16,
        fullmove_number: u16,
        white_king: Square,
        black_king: Square,
        turn: Color,
        en_passant: Option<Square>,
        chess960: bool,
    } with (Self::standard()) if Self::complete
}

impl Position {
    /// The start of a game.
    #[must_use]
    pub const fn standard() -> Self {
        const {
            Self {
                board: Board::STANDARD,
                history: CastlingHistory { white: Past::STANDARD, black: Past::STANDARD },
                halfmove_clock: 0,
                fullmove_number: 1,
                white_king: home(Color::White, 4),
                black_king: home(Color::Black, 4),
                turn: Color::White,
                en_passant: None,
                chess960: false,
                over: false,
                castles: Wings::NONE,
                castling_rooks: SquareSet(0x81), // a1 and h1
                pinned: SquareSet::EMPTY,
                targets: SquareSet::FULL,
            }
        }
    }

    /// The player to move.
    #[must_use]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// Which piece stands where.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The piece on this square.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board.piece_at(square)
    }

    /// The squares that a piece stands on.
    #[must_use]
    pub fn occupied(&self) -> SquareSet {
        self.board.occupied()
    }

    /// The squares of this player's pieces.
    #[must_use]
    pub fn by_color(&self, color: Color) -> SquareSet {
        self.board.by_color(color)
    }

    /// The squares of all pieces of this role, of both colours.
    #[must_use]
    pub fn by_role(&self, role: Role) -> SquareSet {
        self.board.by_role(role)
    }

    /// The squares of this player's pieces of this role.
    #[must_use]
    pub fn pieces(&self, color: Color, role: Role) -> SquareSet {
        self.board.pieces(color, role)
    }

    /// Where this player's king stands.
    #[must_use]
    #[cfg_attr(target_arch = "arm", inline(never))] // Smaller called than copied.
    pub fn king(&self, color: Color) -> Square {
        match color {
            Color::White => self.white_king,
            Color::Black => self.black_king,
        }
    }

    /// The square of the rook with which this player still has the right to castle on this wing
    /// (whether or not castling is possible now).
    #[must_use]
    #[cfg_attr(target_arch = "arm", inline(never))] // Smaller called than copied.
    pub fn castling_rook(&self, color: Color, wing: Wing) -> Option<Square> {
        let file = self.history.right(color, wing)?;
        Some(home(color, file))
    }

    /// All rights to castle.
    #[must_use]
    pub fn castling_rights(&self) -> CastlingRights {
        let mut rights = CastlingRights::NONE;
        for color in Color::ALL {
            for wing in Wing::ALL {
                rights.set(color, wing, self.history.right(color, wing));
            }
        }
        rights
    }

    /// The square on which a pawn may capture en passant: kept as FEN gave it and after every
    /// double step, whether or not a pawn stands ready to capture.
    #[must_use]
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Moves of either player since the last capture or pawn move; stays at 65,535.
    #[must_use]
    pub fn halfmove_clock(&self) -> u16 {
        self.halfmove_clock
    }

    /// The number of the move about to be played, 1 or more; rises after Black's move and stays at
    /// 65,535.
    #[must_use]
    pub fn fullmove_number(&self) -> u16 {
        self.fullmove_number
    }

    /// When kings and castling rooks first moved, as far as it is known.
    #[must_use]
    pub fn history(&self) -> &CastlingHistory {
        &self.history
    }

    /// Whether moves are written as Chess960 has it (castling in UCI: king takes rook). Set by
    /// itself if a right to castle is not that of the standard squares. Nothing else depends on it,
    /// but that in Chess960 no home square is guessed for kings and rooks without rights.
    #[must_use]
    pub fn is_chess960(&self) -> bool {
        self.chess960
    }

    /// The same position with [`is_chess960`](Self::is_chess960) set or cleared; it stays set
    /// while a right to castle needs it.
    #[must_use]
    pub fn with_chess960(mut self, chess960: bool) -> Self {
        self.chess960 = chess960 || self.chess960_right().is_some();
        self
    }

    /// A right to castle that is not that of the standard squares, by the squares of king and rook.
    #[must_use]
    pub fn chess960_right(&self) -> Option<(Square, Square)> {
        for color in Color::ALL {
            let king = self.king(color);
            for (wing, file) in [(Wing::KingSide, 7), (Wing::QueenSide, 0)] {
                let rook = self.castling_rook(color, wing);
                let usual = |rook: Square| king.file() == 4 && rook.file() == file;
                if let Some(rook) = rook.filter(|&rook| !usual(rook)) {
                    return Some((king, rook));
                }
            }
        }
        None
    }

    /// The same position with colours and ranks swapped: the other player is to move, and
    /// everything else mirrors.
    #[must_use]
    pub fn mirrored(self) -> Self {
        let mut mirrored = Self {
            board: self.board.mirrored(),
            history: CastlingHistory { white: self.history.black, black: self.history.white },
            white_king: self.black_king.mirrored(),
            black_king: self.white_king.mirrored(),
            turn: self.turn.opposite(),
            en_passant: self.en_passant.map(Square::mirrored),
            ..self
        };
        mirrored.look();
        mirrored
    }

    /// What FEN can say of this position.
    #[must_use]
    pub fn setup(&self) -> Setup {
        Setup {
            board: self.board,
            turn: self.turn,
            rights: self.castling_rights(),
            en_passant: self.en_passant,
            halfmove_clock: self.halfmove_clock,
            fullmove_number: self.fullmove_number,
        }
    }

    /// Adds what follows from the rest. `false`: a player has not one king, where he is said to
    /// stand.
    fn complete(&mut self) -> bool {
        self.look();
        let stands = |color| self.pieces(color, Role::King).only() == Some(self.king(color));
        Color::ALL.into_iter().all(stands)
    }
}

/// For each player and wing the file of the rook with which the right to castle exists.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct CastlingRights {
    // White king's wing, White queen's wing, then Black's; 8 where there is no right.
    files: [u8; 4],
}

impl CastlingRights {
    /// No right at all.
    pub const NONE: Self = Self { files: [NO_FILE; 4] };

    /// The file (a = 0) of the castling rook, if the right exists.
    #[must_use]
    pub fn rook_file(&self, color: Color, wing: Wing) -> Option<u8> {
        self.files.get(Self::index(color, wing)).copied().filter(|&file| file < NO_FILE)
    }

    /// Gives or takes a right. A file above 7 takes it.
    pub fn set(&mut self, color: Color, wing: Wing, file: Option<u8>) {
        if let Some(slot) = self.files.get_mut(Self::index(color, wing)) {
            *slot = file.unwrap_or(NO_FILE).min(NO_FILE);
        }
    }

    const fn index(color: Color, wing: Wing) -> usize {
        color.index() * 2 + wing.index()
    }
}

impl fmt::Debug for CastlingRights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CastlingRights(")?;
        for color in Color::ALL {
            for wing in Wing::ALL {
                if let Some(file) = self.rook_file(color, wing) {
                    fmt::Display::fmt(&home(color, file), f)?;
                }
            }
        }
        f.write_str(")")
    }
}

/// When kings and castling rooks first moved. A position that was set up knows only of the rights
/// it was given; what is lost later, by moves played from it, is known with the move's number.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct CastlingHistory {
    white: Past,
    black: Past,
}

pack_fields!(CastlingHistory { white: Past, black: Past });

impl CastlingHistory {
    /// The number of the move with which the king first moved, castling included. `None`: he has
    /// not, or it is not known.
    #[must_use]
    pub fn king_moved(&self, color: Color) -> Option<u16> {
        known(self.of(color).king_moved)
    }

    /// The wing on which the king castled, if that was his first move.
    #[must_use]
    pub fn castled(&self, color: Color) -> Option<Wing> {
        match self.of(color).flags & CASTLED_MASK {
            CASTLED_KING_SIDE => Some(Wing::KingSide),
            CASTLED_QUEEN_SIDE => Some(Wing::QueenSide),
            _ => None,
        }
    }

    /// The number of the move with which this castling rook first moved (castling included) or was
    /// captured. `None`: neither happened, or it is not known.
    #[must_use]
    pub fn rook_moved(&self, color: Color, wing: Wing) -> Option<u16> {
        known(self.of(color).rook_moved(wing))
    }

    /// Whether this castling rook was captured before it ever moved.
    #[must_use]
    pub fn rook_captured(&self, color: Color, wing: Wing) -> bool {
        self.of(color).flags & captured_flag(wing) != 0
    }

    /// Where the king stood before he moved, if he is known to have had a right to castle.
    #[must_use]
    pub fn king_home(&self, color: Color) -> Option<Square> {
        home_if_known(color, self.of(color).king_file)
    }

    /// Where the castling rook stood before it moved, if it is known to have had the right.
    #[must_use]
    pub fn rook_home(&self, color: Color, wing: Wing) -> Option<Square> {
        home_if_known(color, self.of(color).rook_file(wing))
    }

    /// The history of a position that was set up.
    pub(super) fn new(rights: CastlingRights, white_king: Square, black_king: Square) -> Self {
        let past = |color, king: Square| {
            let file = |wing| rights.rook_file(color, wing).unwrap_or(NO_FILE);
            let rook_files = (file(Wing::KingSide), file(Wing::QueenSide));
            let any = rook_files != (NO_FILE, NO_FILE);
            let king_file = if any { king.file() } else { NO_FILE };
            Past { king_moved: 0, rooks_moved: (0, 0), king_file, rook_files, flags: 0 }
        };
        Self { white: past(Color::White, white_king), black: past(Color::Black, black_king) }
    }

    /// The file of the rook with which the right exists: both are known to have had it, and neither
    /// has moved since.
    fn right(&self, color: Color, wing: Wing) -> Option<u8> {
        let past = self.of(color);
        let file = past.rook_file(wing);
        (file < NO_FILE && past.rook_moved(wing) == 0 && past.king_moved == 0).then_some(file)
    }

    /// Notes that the king castles now; that he leaves his square has to be noted as well.
    pub(super) fn note_castling(&mut self, color: Color, wing: Wing) {
        let past = match color {
            Color::White => &mut self.white,
            Color::Black => &mut self.black,
        };
        past.flags |= match wing {
            Wing::KingSide => CASTLED_KING_SIDE,
            Wing::QueenSide => CASTLED_QUEEN_SIDE,
        };
    }

    /// Notes that whatever stands on this square leaves it now, captured or not: it matters if that
    /// is a king or a castling rook that has not moved, which can stand on his own back rank only.
    pub(super) fn note_leaving(&mut self, from: Square, number: u16, captured: bool) {
        let past = match from.rank() {
            0 => &mut self.white,
            7 => &mut self.black,
            _ => return,
        };
        for (moved, home, capture) in [
            (&mut past.king_moved, past.king_file, 0),
            (&mut past.rooks_moved.0, past.rook_files.0, captured_flag(Wing::KingSide)),
            (&mut past.rooks_moved.1, past.rook_files.1, captured_flag(Wing::QueenSide)),
        ] {
            if home == from.file() && *moved == 0 {
                *moved = number;
                past.flags |= if captured { capture } else { 0 };
            }
        }
    }

    fn of(&self, color: Color) -> &Past {
        match color {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }
}

impl fmt::Debug for CastlingHistory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut map = f.debug_map();
        for color in Color::ALL {
            map.entry(&(color, "king"), &self.king_moved(color));
            for wing in Wing::ALL {
                map.entry(&(color, wing), &self.rook_moved(color, wing));
            }
        }
        map.finish()
    }
}

/// Everything that a FEN can say, valid or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Which piece stands where.
    pub board: Board,
    /// The player to move.
    pub turn: Color,
    /// The rights to castle.
    pub rights: CastlingRights,
    /// The square on which a pawn may capture en passant.
    pub en_passant: Option<Square>,
    /// Moves of either player since the last capture or pawn move.
    pub halfmove_clock: u16,
    /// The number of the move about to be played.
    pub fullmove_number: u16,
}

impl Setup {
    /// An empty board with White to move.
    pub const EMPTY: Self = Self {
        board: Board::EMPTY,
        turn: Color::White,
        rights: CastlingRights::NONE,
        en_passant: None,
        halfmove_clock: 0,
        fullmove_number: 1,
    };

    /// The position, if it is one.
    ///
    /// # Errors
    ///
    /// All reasons why it is none, at once.
    pub fn validate(self) -> Result<Position, Invalid> {
        let mut invalid = Invalid::NONE;
        let white_king = self.only_king(Color::White, &mut invalid);
        let black_king = self.only_king(Color::Black, &mut invalid);
        let king = match self.turn {
            Color::White => white_king,
            Color::Black => black_king,
        };
        if let Some(target) = self.en_passant {
            invalid.add_if(!self.double_step_possible(target, king), InvalidReason::EnPassant);
        }
        invalid.add_if(self.fullmove_number == 0, InvalidReason::MoveNumberZero);
        let (Some(white_king), Some(black_king), Invalid::NONE) = (white_king, black_king, invalid)
        else {
            return Err(invalid);
        };
        let mut position = Position {
            board: self.board,
            history: CastlingHistory::new(self.rights, white_king, black_king),
            halfmove_clock: self.halfmove_clock,
            fullmove_number: self.fullmove_number,
            white_king,
            black_king,
            turn: self.turn,
            en_passant: self.en_passant,
            ..Position::standard()
        };
        position.chess960 = position.chess960_right().is_some();
        position.look();
        Ok(position)
    }

    /// Adds what is wrong with the pieces of this player. Where he has one king alone, that is
    /// where it stands.
    #[cfg_attr(target_arch = "arm", inline(never))] // Smaller called than copied.
    fn only_king(&self, color: Color, invalid: &mut Invalid) -> Option<Square> {
        let board = &self.board;
        let pieces = board.by_color(color);
        let kings = pieces & board.by_role(Role::King);
        let pawns = pieces & board.by_role(Role::Pawn);
        let back_ranks = SquareSet::of_rank(0) | SquareSet::of_rank(7);
        let king = kings.only();
        // All is named as White's at first; Black's reasons are the next in the list.
        let us = Color::White;
        let mut wrong = Invalid::NONE;
        wrong.add_if(kings.is_empty(), InvalidReason::NoKing(us));
        wrong.add_if(kings.is_several(), InvalidReason::TooManyKings(us));
        wrong.add_if(pawns.len() > 8, InvalidReason::TooManyPawns(us));
        wrong.add_if(pieces.len() > 16, InvalidReason::TooManyPieces(us));
        wrong.add_if(pawns.meets(back_ranks), InvalidReason::PawnOnBackRank(us));
        let mut rights = Invalid::NONE;
        for wing in Wing::ALL {
            if let Some(file) = self.rights.rook_file(color, wing) {
                let rook = home(color, file);
                let beside = |king: Square| {
                    king.rank() == rook.rank() && (king < rook) == (wing == Wing::KingSide)
                };
                let good =
                    king.is_some_and(beside) && (pieces & board.by_role(Role::Rook)).contains(rook);
                rights.add_if(!good, InvalidReason::CastlingRight(us, wing));
            }
        }
        invalid.0 |= wrong.0 << color.index() | rights.0 << (Wing::ALL.len() * color.index());
        // With several kings of a colour this would be about any of them.
        let checkers = attacks::attackers(board, king?, color.opposite(), board.occupied());
        if color == self.turn {
            invalid.add_if(checkers.len() > 2, InvalidReason::TooManyCheckers);
        } else {
            invalid.add_if(!checkers.is_empty(), InvalidReason::OpponentInCheck);
        }
        king
    }

    /// Whether a pawn of the other player can just have stepped over `target`.
    fn double_step_possible(&self, target: Square, king: Option<Square>) -> bool {
        let (board, them) = (&self.board, self.turn.opposite());
        let rank = match them {
            Color::White => 2,
            Color::Black => 5,
        };
        if target.rank() != rank {
            return false;
        }
        let pawn = attacks::forward(them, target.set());
        let origin = attacks::forward(self.turn, target.set());
        let occupied = board.occupied();
        if occupied.meets(target.set() | origin) || !board.pieces(them, Role::Pawn).meets(pawn) {
            return false;
        }
        // Before the step it was the other player's turn: the king may not have been in check then.
        // (The pawn itself, back on its origin, is too far off to have given it.)
        king.is_none_or(|king| {
            attacks::attackers(board, king, them, (occupied - pawn) | origin).is_empty()
        })
    }
}

/// One reason why a setup is not a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InvalidReason {
    /// This player has no king.
    NoKing(Color),
    /// This player has more than one king.
    TooManyKings(Color),
    /// This player has more than 8 pawns.
    TooManyPawns(Color),
    /// This player has more than 16 pieces, pawns included.
    TooManyPieces(Color),
    /// A pawn of this player stands on the first or eighth rank.
    PawnOnBackRank(Color),
    /// For this right to castle, king and rook do not stand on their back rank, the rook on that
    /// side of the king.
    CastlingRight(Color, Wing),
    /// The player who is not to move is in check.
    OpponentInCheck,
    /// The player to move is in check from more than two pieces.
    TooManyCheckers,
    /// No pawn can just have stepped over the en passant square.
    EnPassant,
    /// Move numbers begin with 1.
    MoveNumberZero,
}

impl InvalidReason {
    /// All reasons, in the order in which they are listed.
    pub const ALL: [Self; 18] = [
        Self::NoKing(Color::White),
        Self::NoKing(Color::Black),
        Self::TooManyKings(Color::White),
        Self::TooManyKings(Color::Black),
        Self::TooManyPawns(Color::White),
        Self::TooManyPawns(Color::Black),
        Self::TooManyPieces(Color::White),
        Self::TooManyPieces(Color::Black),
        Self::PawnOnBackRank(Color::White),
        Self::PawnOnBackRank(Color::Black),
        Self::CastlingRight(Color::White, Wing::KingSide),
        Self::CastlingRight(Color::White, Wing::QueenSide),
        Self::CastlingRight(Color::Black, Wing::KingSide),
        Self::CastlingRight(Color::Black, Wing::QueenSide),
        Self::OpponentInCheck,
        Self::TooManyCheckers,
        Self::EnPassant,
        Self::MoveNumberZero,
    ];

    /// Its bit in [`Invalid::bits`]: that of its place in the list of all.
    #[must_use]
    pub const fn bit(self) -> u32 {
        1 << match self {
            Self::NoKing(color) => color.index(),
            Self::TooManyKings(color) => 2 + color.index(),
            Self::TooManyPawns(color) => 4 + color.index(),
            Self::TooManyPieces(color) => 6 + color.index(),
            Self::PawnOnBackRank(color) => 8 + color.index(),
            Self::CastlingRight(color, wing) => 10 + color.index() * 2 + wing.index(),
            Self::OpponentInCheck => 14,
            Self::TooManyCheckers => 15,
            Self::EnPassant => 16,
            Self::MoveNumberZero => 17,
        }
    }
}

impl fmt::Display for InvalidReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |color| match color {
            Color::White => "White",
            Color::Black => "Black",
        };
        match *self {
            Self::NoKing(color) => write!(f, "{} has no king", name(color)),
            Self::TooManyKings(color) => write!(f, "{} has more than one king", name(color)),
            Self::TooManyPawns(color) => write!(f, "{} has more than 8 pawns", name(color)),
            Self::TooManyPieces(color) => write!(f, "{} has more than 16 pieces", name(color)),
            Self::PawnOnBackRank(color) => {
                write!(f, "{} has a pawn on the first or eighth rank", name(color))
            }
            Self::CastlingRight(color, wing) => write!(
                f,
                "{} cannot have the right to castle on the {}'s wing: \
                 king and rook do not stand on their squares",
                name(color),
                match wing {
                    Wing::KingSide => "king",
                    Wing::QueenSide => "queen",
                }
            ),
            Self::OpponentInCheck => f.write_str("the player who is not to move is in check"),
            Self::TooManyCheckers => {
                f.write_str("the player to move is in check from more than two pieces")
            }
            Self::EnPassant => {
                f.write_str("no pawn can just have stepped over the en passant square")
            }
            Self::MoveNumberZero => f.write_str("move numbers begin with 1"),
        }
    }
}

/// Why a setup is not a position: one or more reasons, all there are.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Invalid(u32);

impl Invalid {
    const NONE: Self = Self(0);

    /// The reasons as bits: the lowest is the first of [`InvalidReason::ALL`].
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// Whether this is one of the reasons.
    #[must_use]
    pub const fn contains(self, reason: InvalidReason) -> bool {
        self.0 & reason.bit() != 0
    }

    /// All reasons, in the order of [`InvalidReason::ALL`].
    pub fn reasons(self) -> impl Iterator<Item = InvalidReason> {
        InvalidReason::ALL.into_iter().filter(move |&reason| self.contains(reason))
    }

    #[inline(always)] // The reason is known: its bit is a shift.
    const fn add_if(&mut self, holds: bool, reason: InvalidReason) {
        if holds {
            self.0 |= reason.bit();
        }
    }
}

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, reason) in self.reasons().enumerate() {
            if index > 0 {
                f.write_str("; ")?;
            }
            fmt::Display::fmt(&reason, f)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.reasons()).finish()
    }
}

impl core::error::Error for Invalid {}

/// The square on this file (only the low three bits count) of this player's back rank.
#[cfg_attr(target_arch = "arm", inline(never))] // Smaller called than copied.
pub(super) const fn home(color: Color, file: u8) -> Square {
    let square = Square::A1.with_file(file);
    match color {
        Color::White => square,
        Color::Black => square.mirrored(),
    }
}

/// Stands for "no file".
const NO_FILE: u8 = 8;

/// What is known of one player's king and castling rooks. The right to castle on a wing exists
/// while both files are known and neither piece has moved.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Past {
    /// Number of the king's first move, 0 for none.
    king_moved: u16,
    /// Number of the move with which the rook of each wing first moved or was captured, 0 for none.
    rooks_moved: (u16, u16),
    /// Where the king stood with a right to castle, or `NO_FILE`.
    king_file: u8,
    /// Where the rook of each wing stood with the right to castle, or `NO_FILE`.
    rook_files: (u8, u8),
    /// How the rights were lost.
    flags: u8,
}

pack_fields! {
    Past {
        king_moved: u16,
        rooks_moved: (u16, u16),
        king_file: u8,
        rook_files: (u8, u8),
        flags: u8,
    }
}

impl Past {
    /// Nothing has moved at the start of a game.
    const STANDARD: Self =
        Self { king_moved: 0, rooks_moved: (0, 0), king_file: 4, rook_files: (7, 0), flags: 0 };

    fn rook_moved(&self, wing: Wing) -> u16 {
        match wing {
            Wing::KingSide => self.rooks_moved.0,
            Wing::QueenSide => self.rooks_moved.1,
        }
    }

    fn rook_file(&self, wing: Wing) -> u8 {
        match wing {
            Wing::KingSide => self.rook_files.0,
            Wing::QueenSide => self.rook_files.1,
        }
    }
}

const CASTLED_KING_SIDE: u8 = 1;
const CASTLED_QUEEN_SIDE: u8 = 2;
const CASTLED_MASK: u8 = CASTLED_KING_SIDE | CASTLED_QUEEN_SIDE;

const fn captured_flag(wing: Wing) -> u8 {
    match wing {
        Wing::KingSide => 4,
        Wing::QueenSide => 8,
    }
}

fn known(number: u16) -> Option<u16> {
    (number != 0).then_some(number)
}

fn home_if_known(color: Color, file: u8) -> Option<Square> {
    (file < NO_FILE).then(|| home(color, file))
}
