//! Positions as text: FEN, with the castling field of X-FEN or Shredder-FEN.

use core::fmt::{self, Write};
use core::str::FromStr;

use super::board::Board;
use super::piece::{Color, Piece, Role, Wing};
use super::position::{CastlingRights, Invalid, Position, Setup, home};
use super::square::{Square, SquareSet};

/// A field of a FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FenField {
    /// Which piece stands where.
    Placement,
    /// The player to move.
    Turn,
    /// The rights to castle.
    Castling,
    /// The en passant square.
    EnPassant,
    /// Moves since the last capture or pawn move.
    HalfmoveClock,
    /// The number of the move.
    FullmoveNumber,
}

impl fmt::Display for FenField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Placement => "placement",
            Self::Turn => "turn",
            Self::Castling => "castling",
            Self::EnPassant => "en passant",
            Self::HalfmoveClock => "halfmove clock",
            Self::FullmoveNumber => "move number",
        })
    }
}

/// What would be right at the place of an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FenExpected {
    /// A piece or a number of empty squares.
    PieceOrDigit,
    /// The end of the rank: it has more than 8 squares.
    EndOfRank,
    /// More squares: the rank has less than 8.
    MoreSquares,
    /// One digit for all neighbouring empty squares.
    OneDigit,
    /// Eight ranks.
    EightRanks,
    /// `w` or `b`.
    Turn,
    /// `-`, `KQkq`, or letters of files.
    Castling,
    /// A right that was not given yet.
    NewRight,
    /// `-` or a square on the third or sixth rank.
    EnPassant,
    /// A number from 0 to 65535.
    Number,
    /// A number from 1 to 65535.
    PositiveNumber,
    /// This field.
    Field,
    /// The end of the text.
    End,
}

impl fmt::Display for FenExpected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::PieceOrDigit => "expected a piece (KQRBNP or kqrbnp) or a digit from 1 to 8",
            Self::EndOfRank => "expected '/' or the end: the rank has more than 8 squares",
            Self::MoreSquares => "expected 8 squares in the rank",
            Self::OneDigit => "expected one digit for all neighbouring empty squares",
            Self::EightRanks => "expected 8 ranks with '/' between them",
            Self::Turn => "expected 'w' or 'b'",
            Self::Castling => "expected '-', or letters of KQkq, or of A to H and a to h",
            Self::NewRight => "expected every right to castle only once",
            Self::EnPassant => "expected '-' or a square on rank 3 or 6",
            Self::Number => "expected a number from 0 to 65535",
            Self::PositiveNumber => "expected a number from 1 to 65535",
            Self::Field => "expected this field after a space",
            Self::End => "expected nothing more",
        })
    }
}

/// Why a text is no FEN, or no valid position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FenError {
    /// The text has the wrong form.
    Syntax {
        /// In which field.
        field: FenField,
        /// At which byte of the text, its length if something is missing at the end.
        offset: usize,
        /// What would be right.
        expected: FenExpected,
    },
    /// The form is right, but the position is not valid.
    Invalid(Invalid),
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax { field, offset, expected } => {
                write!(f, "{field} field of the FEN, byte {offset}: {expected}")
            }
            Self::Invalid(invalid) => write!(f, "not a valid position: {invalid}"),
        }
    }
}

impl core::error::Error for FenError {}

/// Reads the first field of a FEN alone, such as `rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR`.
///
/// # Errors
///
/// [`FenError::Syntax`] in the placement field.
pub fn parse_placement(text: &str) -> Result<Board, FenError> {
    let mut reader = Reader { text: text.as_bytes(), at: 0, field: FenField::Placement };
    let board = reader.placement().and_then(|board| reader.end().map(|()| board));
    board.map_err(|expected| reader.error(expected))
}

impl Setup {
    /// Reads a FEN without asking whether the position is valid.
    ///
    /// The fields are parted by one space each. The last two may be missing together: `0 1` is
    /// taken then. The castling field holds letters of `KQkq`, each meaning the outermost rook on
    /// that side of the king, or letters of files (`A` to `H`, `a` to `h`), in any order.
    ///
    /// # Errors
    ///
    /// [`FenError::Syntax`], with field, byte and what would be right.
    pub fn from_fen(text: &str) -> Result<Self, FenError> {
        let mut reader = Reader { text: text.as_bytes(), at: 0, field: FenField::Placement };
        reader.setup().map_err(|expected| reader.error(expected))
    }
}

impl Position {
    /// Reads a FEN; see [`Setup::from_fen`] for its form.
    ///
    /// # Errors
    ///
    /// [`FenError`]: the form is wrong, or the position is not valid.
    pub fn from_fen(text: &str) -> Result<Self, FenError> {
        Setup::from_fen(text)?.validate().map_err(FenError::Invalid)
    }
}

impl FromStr for Board {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Self, FenError> {
        parse_placement(text)
    }
}

impl FromStr for Setup {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Self, FenError> {
        Self::from_fen(text)
    }
}

impl FromStr for Position {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Self, FenError> {
        Self::from_fen(text)
    }
}

/// The first field of a FEN.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            let mut empty = 0_u8;
            for file in 0..8 {
                match Square::at(file, rank).and_then(|square| self.piece_at(square)) {
                    None => empty += 1,
                    Some(piece) => {
                        write_empty(f, empty)?;
                        empty = 0;
                        f.write_char(piece.letter())?;
                    }
                }
            }
            write_empty(f, empty)?;
            if rank > 0 {
                f.write_char('/')?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({self})")
    }
}

/// The FEN. Rights to castle are written `KQkq` where that names the rook, being the outermost one,
/// else with the letter of its file.
impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let turn = match self.turn {
            Color::White => 'w',
            Color::Black => 'b',
        };
        write!(f, "{} {turn} ", self.board)?;
        let mut none = true;
        for color in Color::ALL {
            for wing in Wing::ALL {
                if let Some(file) = self.rights.rook_file(color, wing) {
                    none = false;
                    let letter = if file == outermost(&self.board, color, wing) {
                        wing_letter(wing)
                    } else {
                        b'A' + file
                    };
                    f.write_char(char::from(match color {
                        Color::White => letter,
                        Color::Black => letter.to_ascii_lowercase(),
                    }))?;
                }
            }
        }
        f.write_str(if none { "- " } else { " " })?;
        match self.en_passant {
            None => f.write_char('-')?,
            Some(square) => fmt::Display::fmt(&square, f)?,
        }
        write!(f, " {} {}", self.halfmove_clock, self.fullmove_number)
    }
}

/// The FEN, see [`Setup`]. It says nothing of the history and of the notation.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.setup(), f)
    }
}

/// Reads a FEN from the first byte to the last. Where something is wrong, it stops there, and says
/// only what would be right.
struct Reader<'t> {
    text: &'t [u8],
    /// The byte to be read next.
    at: usize,
    /// The field that is read.
    field: FenField,
}

impl<'t> Reader<'t> {
    fn error(&self, expected: FenExpected) -> FenError {
        FenError::Syntax { field: self.field, offset: self.at, expected }
    }

    fn setup(&mut self) -> Result<Setup, FenExpected> {
        let mut setup = Setup { board: self.placement()?, ..Setup::EMPTY };
        self.begin(FenField::Turn)?;
        setup.turn = match self.word() {
            b"w" => Color::White,
            b"b" => Color::Black,
            _ => return Err(FenExpected::Turn),
        };
        self.at += 1;
        self.begin(FenField::Castling)?;
        setup.rights = self.castling(&setup.board)?;
        self.begin(FenField::EnPassant)?;
        setup.en_passant = self.en_passant()?;
        if self.at < self.text.len() {
            self.begin(FenField::HalfmoveClock)?;
            setup.halfmove_clock = self.number(0).ok_or(FenExpected::Number)?;
            self.begin(FenField::FullmoveNumber)?;
            setup.fullmove_number = self.number(1).ok_or(FenExpected::PositiveNumber)?;
            self.end()?;
        }
        Ok(setup)
    }

    /// Goes over the space before this field.
    fn begin(&mut self, field: FenField) -> Result<(), FenExpected> {
        self.field = field;
        if self.at == self.text.len() {
            return Err(FenExpected::Field);
        }
        self.at += 1;
        Ok(())
    }

    fn end(&self) -> Result<(), FenExpected> {
        if self.at == self.text.len() { Ok(()) } else { Err(FenExpected::End) }
    }

    /// The next byte of the field.
    fn byte(&self) -> Option<u8> {
        self.text.get(self.at).copied().filter(|&byte| byte != b' ')
    }

    /// The rest of the field.
    fn word(&self) -> &'t [u8] {
        let rest = self.text.get(self.at..).unwrap_or_default();
        rest.split(|&byte| byte == b' ').next().unwrap_or_default()
    }

    fn placement(&mut self) -> Result<Board, FenExpected> {
        let mut board = Board::EMPTY;
        let (mut file, mut rank) = (0_u8, 7_u8);
        let mut after_digit = false;
        while let Some(byte) = self.byte() {
            let digit = matches!(byte, b'1'..=b'8');
            if byte == b'/' {
                if file < 8 {
                    return Err(FenExpected::MoreSquares);
                }
                rank = rank.checked_sub(1).ok_or(FenExpected::EightRanks)?;
                file = 0;
            } else if digit {
                if after_digit {
                    return Err(FenExpected::OneDigit);
                }
                file += byte - b'0';
            } else {
                let piece = Piece::from_letter(char::from(byte));
                let piece = piece.ok_or(FenExpected::PieceOrDigit)?;
                if let Some(square) = Square::at(file, rank) {
                    board.put(square, piece);
                }
                file += 1;
            }
            if file > 8 {
                return Err(FenExpected::EndOfRank);
            }
            after_digit = digit;
            self.at += 1;
        }
        match (file, rank) {
            (8, 0) => Ok(board),
            (8, _) => Err(FenExpected::EightRanks),
            _ => Err(FenExpected::MoreSquares),
        }
    }

    fn castling(&mut self, board: &Board) -> Result<CastlingRights, FenExpected> {
        let mut rights = CastlingRights::NONE;
        match self.word() {
            b"-" => {
                self.at += 1;
                return Ok(rights);
            }
            b"" => return Err(FenExpected::Castling),
            _ => {}
        }
        while let Some(byte) = self.byte() {
            let color = if byte.is_ascii_uppercase() { Color::White } else { Color::Black };
            let (wing, file) = match byte.to_ascii_uppercase() {
                b'K' => (Wing::KingSide, outermost(board, color, Wing::KingSide)),
                b'Q' => (Wing::QueenSide, outermost(board, color, Wing::QueenSide)),
                letter @ b'A'..=b'H' => {
                    let file = letter - b'A';
                    let queen_side = file < king_at_home(board, color).file();
                    (if queen_side { Wing::QueenSide } else { Wing::KingSide }, file)
                }
                _ => return Err(FenExpected::Castling),
            };
            if rights.rook_file(color, wing).is_some() {
                return Err(FenExpected::NewRight);
            }
            rights.set(color, wing, Some(file));
            self.at += 1;
        }
        Ok(rights)
    }

    fn en_passant(&mut self) -> Result<Option<Square>, FenExpected> {
        let word = self.word();
        let square = match *word {
            [b'-'] => None,
            [file, rank @ (b'3' | b'6')] => {
                let square = Square::at(file.wrapping_sub(b'a'), rank - b'1');
                Some(square.ok_or(FenExpected::EnPassant)?)
            }
            _ => return Err(FenExpected::EnPassant),
        };
        self.at += word.len();
        Ok(square)
    }

    /// Digits without a zero before them: a number that is at least this.
    fn number(&mut self, least: u16) -> Option<u16> {
        let word = self.word();
        if word.is_empty() || (word.len() > 1 && word.starts_with(b"0")) {
            return None;
        }
        let mut number = 0_u16;
        for &byte in word {
            let digit = u16::from(byte.wrapping_sub(b'0'));
            if digit > 9 {
                return None;
            }
            number = number.checked_mul(10)?.checked_add(digit)?;
        }
        if number < least {
            return None;
        }
        self.at += word.len();
        Some(number)
    }
}

const fn wing_letter(wing: Wing) -> u8 {
    match wing {
        Wing::KingSide => b'K',
        Wing::QueenSide => b'Q',
    }
}

/// The square of this player's king on his back rank; on the e-file if he is not there.
fn king_at_home(board: &Board, color: Color) -> Square {
    let king = board.pieces(color, Role::King) & SquareSet::of_rank(color.back_rank());
    king.only().unwrap_or(home(color, 4))
}

/// The file of the rook that `K` or `Q` means: the outermost on that side of the king; the corner
/// if there is none.
#[cfg_attr(target_arch = "arm", inline(never))] // Smaller called than copied.
fn outermost(board: &Board, color: Color, wing: Wing) -> u8 {
    let rooks = board.pieces(color, Role::Rook) & SquareSet::of_rank(color.back_rank());
    let below = SquareSet(king_at_home(board, color).set().0 - 1);
    match wing {
        Wing::KingSide => (rooks - below).last().map_or(7, Square::file),
        Wing::QueenSide => (rooks & below).first().map_or(0, Square::file),
    }
}

fn write_empty(f: &mut fmt::Formatter<'_>, empty: u8) -> fmt::Result {
    if empty > 0 { f.write_char(char::from(b'0' + empty)) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::format;
    use std::string::ToString;

    use super::super::position::InvalidReason;
    use super::*;

    #[track_caller]
    fn refused(text: &str, field: FenField, offset: usize, expected: FenExpected) {
        let error = FenError::Syntax { field, offset, expected };
        assert_eq!(Setup::from_fen(text), Err(error), "{text}");
    }

    #[test]
    fn errors_say_where_and_what() {
        use FenExpected as E;
        use FenField as F;
        refused("", F::Placement, 0, E::MoreSquares);
        refused("9/8", F::Placement, 0, E::PieceOrDigit);
        refused("8/x7", F::Placement, 2, E::PieceOrDigit);
        refused("8/7/8", F::Placement, 3, E::MoreSquares);
        refused("8/45/8", F::Placement, 3, E::OneDigit);
        refused("8/ppppppppp/8", F::Placement, 10, E::EndOfRank);
        refused("8/8/8/8/8/8/8 w - -", F::Placement, 13, E::EightRanks);
        refused("8/8/8/8/8/8/8/8/8 w - -", F::Placement, 15, E::EightRanks);
        refused("8/8/8/8/8/8/8/8", F::Turn, 15, E::Field);
        refused("8/8/8/8/8/8/8/8 W - - 0 1", F::Turn, 16, E::Turn);
        refused("8/8/8/8/8/8/8/8  w - - 0 1", F::Turn, 16, E::Turn);
        refused("8/8/8/8/8/8/8/8 w", F::Castling, 17, E::Field);
        refused("8/8/8/8/8/8/8/8 w KX - 0 1", F::Castling, 19, E::Castling);
        refused("8/8/8/8/8/8/8/8 w  - 0 1", F::Castling, 18, E::Castling);
        refused("8/8/8/8/8/8/8/8 w KK - 0 1", F::Castling, 19, E::NewRight);
        refused("8/8/8/8/8/8/8/8 w KH - 0 1", F::Castling, 19, E::NewRight);
        refused("8/8/8/8/8/8/8/8 w - e4 0 1", F::EnPassant, 20, E::EnPassant);
        refused("8/8/8/8/8/8/8/8 w - E3 0 1", F::EnPassant, 20, E::EnPassant);
        refused("8/8/8/8/8/8/8/8 w - - +1 1", F::HalfmoveClock, 22, E::Number);
        refused("8/8/8/8/8/8/8/8 w - - 01 1", F::HalfmoveClock, 22, E::Number);
        refused("8/8/8/8/8/8/8/8 w - - 65536 1", F::HalfmoveClock, 22, E::Number);
        refused("8/8/8/8/8/8/8/8 w - - 0", F::FullmoveNumber, 23, E::Field);
        refused("8/8/8/8/8/8/8/8 w - - 0 0", F::FullmoveNumber, 24, E::PositiveNumber);
        refused("8/8/8/8/8/8/8/8 w - - 0 1 ", F::FullmoveNumber, 25, E::End);
        assert_eq!(
            Setup::from_fen("8/8/8/8/8/8/8/8 w - - x 1").unwrap_err().to_string(),
            "halfmove clock field of the FEN, byte 22: expected a number from 0 to 65535"
        );
    }

    #[test]
    fn the_last_two_fields_may_be_missing() {
        let setup = Setup::from_fen("8/8/8/8/8/8/8/8 b - -").expect("the form is right");
        assert_eq!(setup, Setup { turn: Color::Black, ..Setup::EMPTY });
        assert_eq!(setup.to_string(), "8/8/8/8/8/8/8/8 b - - 0 1");
    }

    #[test]
    fn castling_is_read_in_all_forms_and_written_in_the_shortest() {
        let cases = [
            ("r3k2r/8/8/8/8/8/8/R3K2R", "HAha", "KQkq", false),
            ("r3k2r/8/8/8/8/8/8/R3K2R", "qkQK", "KQkq", false),
            ("4k3/8/8/8/8/8/8/1R3KR1", "KQ", "KQ", true),
            ("4k3/8/8/8/8/8/8/1R3KR1", "GB", "KQ", true),
            // Two rooks on one side: the letter K or Q means the outer one.
            ("4k3/8/8/8/8/8/8/4KR1R", "K", "K", false),
            ("4k3/8/8/8/8/8/8/4KR1R", "F", "F", true),
            ("4k3/8/8/8/8/8/8/RR2K3", "B", "B", true),
            ("4k3/8/8/8/8/8/8/RR2K3", "A", "Q", false),
        ];
        for (placement, given, written, chess960) in cases {
            let position = Position::from_fen(&format!("{placement} w {given} - 0 1"))
                .expect("the position is valid");
            assert_eq!(position.to_string(), format!("{placement} w {written} - 0 1"));
            assert_eq!(position.is_chess960(), chess960, "{placement} {given}");
            assert_eq!(position.chess960_right().is_some(), chess960, "{placement} {given}");
        }
    }

    #[test]
    fn all_reasons_are_given_at_once() {
        let error = Position::from_fen("P7/8/8/8/8/8/8/K3K3 w K e6 0 1").unwrap_err();
        let FenError::Invalid(invalid) = error else { panic!("{error}") };
        let reasons = [
            InvalidReason::NoKing(Color::Black),
            InvalidReason::TooManyKings(Color::White),
            InvalidReason::PawnOnBackRank(Color::White),
            InvalidReason::CastlingRight(Color::White, Wing::KingSide),
            InvalidReason::EnPassant,
        ];
        assert_eq!(invalid.bits(), reasons.iter().fold(0, |bits, reason| bits | reason.bit()));
        assert!(invalid.reasons().eq(reasons), "{invalid:?}");
        assert_eq!(
            error.to_string(),
            "not a valid position: Black has no king; White has more than one king; \
             White has a pawn on the first or eighth rank; \
             White cannot have the right to castle on the king's wing: \
             king and rook do not stand on their squares; \
             no pawn can just have stepped over the en passant square"
        );
    }

    #[test]
    fn single_reasons() {
        use InvalidReason::*;
        let cases = [
            ("4k3/8/8/8/8/8/8/8 w - - 0 1", NoKing(Color::White)),
            ("4k3/8/8/8/8/8/PPPPPPPP/P3K3 w - - 0 1", PawnOnBackRank(Color::White)),
            ("4k3/pppppppp/8/p7/8/8/8/4K3 w - - 0 1", TooManyPawns(Color::Black)),
            ("4k3/8/8/8/8/QQQQQQ2/QQQQQQ2/QQQQK3 b - - 0 1", TooManyPieces(Color::White)),
            ("4k3/8/8/8/8/8/8/4K2r b - - 0 1", OpponentInCheck),
            ("8/8/8/8/8/8/3k4/4K3 w - - 0 1", OpponentInCheck),
            ("4k3/8/8/8/4r3/8/2n5/r3K3 w - - 0 1", TooManyCheckers),
            ("4k3/8/8/8/8/8/8/R3K3 w K - 0 1", CastlingRight(Color::White, Wing::KingSide)),
            ("4k3/8/8/8/8/8/4K3/7R w K - 0 1", CastlingRight(Color::White, Wing::KingSide)),
            // Nobody stepped there; the pawn did not start from home; the other player's square.
            ("4k3/8/8/8/8/8/8/4K3 b - e3 0 1", EnPassant),
            ("4k3/8/8/8/4P3/8/4N3/4K3 b - e3 0 1", EnPassant),
            ("4k3/8/8/4p3/8/8/8/4K3 b - e6 0 1", EnPassant),
            // The rook gave check already before the pawn stepped on.
            ("R3k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", EnPassant),
        ];
        for (fen, reason) in cases {
            match Position::from_fen(fen) {
                Err(FenError::Invalid(invalid)) => assert!(invalid.contains(reason), "{fen}"),
                other => panic!("{fen}: {other:?}"),
            }
        }
    }

    #[test]
    fn en_passant_is_printed_as_given_and_after_every_double_step() {
        let fen = "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1";
        assert_eq!(Position::from_fen(fen).expect("the position is valid").to_string(), fen);
        // A check that the double step itself gave, or laid open.
        assert!(Position::from_fen("8/8/8/3k4/4P3/8/8/4K3 b - e3 0 1").is_ok());
        assert!(Position::from_fen("8/8/1k6/8/3P4/8/8/4K1B1 b - d3 0 1").is_err());
        assert!(Position::from_fen("8/8/8/k7/3P4/8/8/4B1K1 b - d3 0 1").is_ok());
    }

    #[test]
    fn a_position_stays_small() {
        assert!(size_of::<Position>() <= 104);
    }
}
