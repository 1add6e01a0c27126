//! Pictures of the whole board, as boards see them.

use core::fmt;
use core::str::FromStr;

use crate::chess::board::Board;
use crate::chess::piece::{Color, Piece, Role};
use crate::chess::square::{Square, SquareSet};

/// What stands on an occupied square, as far as a board can tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seen {
    /// Some piece. `?`
    Any,
    /// Some piece of this colour. `U` or `u`
    Color(Color),
    /// This piece. Its FEN letter.
    Piece(Piece),
}

impl Seen {
    /// Whether this piece can be what is seen.
    #[must_use]
    pub fn fits(self, piece: Piece) -> bool {
        match self {
            Self::Any => true,
            Self::Color(color) => color == piece.color,
            Self::Piece(seen) => seen == piece,
        }
    }

    /// Whether one piece can be seen both ways.
    #[must_use]
    pub fn agrees(self, other: Self) -> bool {
        match (self, other) {
            (Self::Any, _) | (_, Self::Any) => true,
            (Self::Piece(piece), seen) | (seen, Self::Piece(piece)) => seen.fits(piece),
            (Self::Color(one), Self::Color(another)) => one == another,
        }
    }

    /// What is known when both are seen of one piece: the more exact of two that agree.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Any, seen) | (Self::Color(_), seen @ Self::Piece(_)) => seen,
            (seen, _) => seen,
        }
    }

    /// The letter: a FEN letter, `U` or `u`, or `?`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Any => '?',
            Self::Color(Color::White) => 'U',
            Self::Color(Color::Black) => 'u',
            Self::Piece(piece) => piece.letter(),
        }
    }

    /// What this letter stands for.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        Some(match letter {
            '?' => Self::Any,
            'U' => Self::Color(Color::White),
            'u' => Self::Color(Color::Black),
            _ => match Piece::from_letter(letter) {
                Some(piece) => Self::Piece(piece),
                None => return None,
            },
        })
    }

    const fn code(self) -> u8 {
        match self {
            Self::Piece(Piece { color, role }) => 1 + 6 * color as u8 + role as u8,
            Self::Any => 13,
            Self::Color(color) => 14 + color as u8,
        }
    }

    fn from_code(code: u8) -> Option<Self> {
        let role = |code: u8| Role::ALL.get(usize::from(code)).copied();
        Some(match code {
            0 => return None,
            1..=6 => Self::Piece(Piece { color: Color::White, role: role(code - 1)? }),
            7..=12 => Self::Piece(Piece { color: Color::Black, role: role(code - 7)? }),
            14 => Self::Color(Color::White),
            15 => Self::Color(Color::Black),
            _ => Self::Any,
        })
    }
}

/// A picture of the whole board: for each square nothing, or what is seen there.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Frame {
    /// Two squares a byte, the one with the even index in the low half.
    codes: [u8; 32],
}

impl Frame {
    /// An empty board.
    pub const EMPTY: Self = Self { codes: [0; 32] };

    /// The same piece, seen no better than this, on each of these squares.
    #[must_use]
    pub fn occupied_by(seen: Seen, squares: SquareSet) -> Self {
        let mut frame = Self::EMPTY;
        for square in squares {
            frame.set(square, Some(seen));
        }
        frame
    }

    /// What is seen on a square; `None` if it is empty.
    #[must_use]
    pub fn get(&self, square: Square) -> Option<Seen> {
        let both = self.codes.get(usize::from(square.index() / 2)).copied().unwrap_or(0);
        Seen::from_code(if square.index().is_multiple_of(2) { both & 15 } else { both >> 4 })
    }

    /// Changes what is seen on a square.
    pub fn set(&mut self, square: Square, seen: Option<Seen>) {
        let code = seen.map_or(0, Seen::code);
        if let Some(both) = self.codes.get_mut(usize::from(square.index() / 2)) {
            *both = if square.index().is_multiple_of(2) {
                (*both & 0xf0) | code
            } else {
                (*both & 0x0f) | (code << 4)
            };
        }
    }

    /// The picture with the board turned by half a turn: what was seen on e1 is seen on d8.
    #[must_use]
    pub fn turned(self) -> Self {
        let mut codes = self.codes;
        codes.reverse();
        Self { codes: codes.map(|both| both.rotate_left(4)) }
    }

    /// The squares that are not empty.
    #[must_use]
    pub fn occupied(&self) -> SquareSet {
        let mut occupied = SquareSet::EMPTY;
        for (bits, both) in (0..64).step_by(2).zip(self.codes) {
            occupied.0 |=
                u64::from(both & 0x0f != 0) << bits | u64::from(both > 0x0f) << (bits + 1);
        }
        occupied
    }

    /// Whether some piece is known for what it is.
    #[must_use]
    pub fn identifies(&self) -> bool {
        let known = |square| matches!(self.get(square), Some(Seen::Piece(_)));
        SquareSet::FULL.into_iter().any(known)
    }

    /// Whether these pieces, and no others, can be what is seen.
    #[must_use]
    pub fn fits(&self, board: &Board) -> bool {
        SquareSet::FULL.into_iter().all(|square| match (self.get(square), board.piece_at(square)) {
            (None, None) => true,
            (Some(seen), Some(piece)) => seen.fits(piece),
            _ => false,
        })
    }
}

/// The pieces of a board, each of them known.
impl From<&Board> for Frame {
    fn from(board: &Board) -> Self {
        let mut frame = Self::EMPTY;
        for square in board.occupied() {
            frame.set(square, board.piece_at(square).map(Seen::Piece));
        }
        frame
    }
}

/// As the first field of a FEN, with `?`, `U` and `u` for pieces that are not known.
impl fmt::Display for Frame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write;
        for rank in (0..8).rev() {
            let mut empty = 0;
            for square in SquareSet::of_rank(rank) {
                match self.get(square) {
                    None => empty += 1,
                    Some(seen) => {
                        if empty > 0 {
                            write!(f, "{empty}")?;
                        }
                        empty = 0;
                        f.write_char(seen.letter())?;
                    }
                }
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            if rank > 0 {
                f.write_char('/')?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Frame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is no picture of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAFrame {
    /// At which byte of the text, its length if something is missing at the end.
    pub offset: usize,
    /// What would be right.
    pub expected: FrameExpected,
}

/// What would be right in a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameExpected {
    /// A FEN letter, `?`, `U`, `u`, a digit or `/`.
    Letter,
    /// A full rank before the next.
    FullRank,
    /// No more squares in this rank.
    EightSquares,
    /// No more ranks.
    EightRanks,
    /// The rest of the picture.
    Whole,
}

impl fmt::Display for FrameExpected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Letter => "a FEN letter, '?', 'U', 'u', a digit or '/'",
            Self::FullRank => "a full rank of eight squares before '/'",
            Self::EightSquares => "no more than eight squares in a rank",
            Self::EightRanks => "no more than eight ranks",
            Self::Whole => "eight ranks of eight squares, parted by '/'",
        })
    }
}

impl fmt::Display for NotAFrame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {} of the picture: expected {}", self.offset, self.expected)
    }
}

impl core::error::Error for NotAFrame {}

impl FromStr for Frame {
    type Err = NotAFrame;

    fn from_str(text: &str) -> Result<Self, NotAFrame> {
        let wrong = |offset, expected| Err(NotAFrame { offset, expected });
        let mut frame = Self::EMPTY;
        let (mut rank, mut file) = (7, 0);
        for (offset, letter) in text.char_indices() {
            match letter {
                '/' if file < 8 => return wrong(offset, FrameExpected::FullRank),
                '/' if rank == 0 => return wrong(offset, FrameExpected::EightRanks),
                '/' => (rank, file) = (rank - 1, 0),
                '1'..='8' => {
                    file += (letter as u8) - b'0';
                    if file > 8 {
                        return wrong(offset, FrameExpected::EightSquares);
                    }
                }
                _ => {
                    let Some(seen) = Seen::from_letter(letter) else {
                        return wrong(offset, FrameExpected::Letter);
                    };
                    let Some(square) = Square::at(file, rank) else {
                        return wrong(offset, FrameExpected::EightSquares);
                    };
                    frame.set(square, Some(seen));
                    file += 1;
                }
            }
        }
        if (rank, file) == (0, 8) { Ok(frame) } else { wrong(text.len(), FrameExpected::Whole) }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::{Frame, Seen};
    use crate::chess::position::Position;
    use std::string::ToString;

    #[test]
    fn a_picture_prints_as_it_was_read() {
        for text in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
            "????????/uuuuuuuu/8/2?4U/8/8/UUUUUUUU/RNBQKBNR",
            "8/8/8/8/8/8/8/8",
        ] {
            assert_eq!(text.parse::<Frame>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn what_is_wrong_with_a_picture_is_said_with_its_place() {
        for (text, offset) in [
            ("", 0),
            ("8/8/8/8/8/8/8/8/8", 15),
            ("8/8/8/8/8/8/8", 13),
            ("7/8/8/8/8/8/8/8", 1),
            ("8p/8/8/8/8/8/8/8", 1),
            ("44p/8/8/8/8/8/8/8", 2),
            ("54/8/8/8/8/8/8/8", 1),
            ("8/x7/8/8/8/8/8/8", 2),
            ("8/é7/8/8/8/8/8/8", 2),
            ("8/8/8/8/8/8/8/7", 15),
        ] {
            assert_eq!(text.parse::<Frame>().unwrap_err().offset, offset, "{text}");
        }
    }

    #[test]
    fn a_turned_picture_has_the_king_of_e1_on_d8() {
        let frame = Frame::from(Position::standard().board());
        let turned = frame.turned();
        assert_eq!(turned.to_string(), "RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr");
        assert_eq!(turned.turned(), frame);
        assert_eq!(turned.get("d8".parse().unwrap()), Seen::from_letter('K'));
    }

    #[test]
    fn a_less_exact_picture_fits_the_same_pieces() {
        let board = *Position::standard().board();
        for text in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
            "????????/????????/8/8/8/8/????????/????????",
            "uuuuuuuu/uuuuuuuu/8/8/8/8/UUUUUUUU/UUUUUUUU",
        ] {
            assert!(text.parse::<Frame>().unwrap().fits(&board), "{text}");
        }
        for text in [
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPPPPPP/RNBQKBNR",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPP1/RNBQKBNR",
            "UUUUUUUU/uuuuuuuu/8/8/8/8/UUUUUUUU/UUUUUUUU",
        ] {
            assert!(!text.parse::<Frame>().unwrap().fits(&board), "{text}");
        }
    }

    #[test]
    fn what_is_known_of_a_piece_adds_up() {
        let seen = |letter| Seen::from_letter(letter).unwrap();
        for (one, other, both) in [('?', 'U', 'U'), ('U', 'K', 'K'), ('K', '?', 'K')] {
            assert!(seen(one).agrees(seen(other)) && seen(other).agrees(seen(one)));
            assert_eq!(seen(one).and(seen(other)), seen(both));
        }
        for (one, other) in [('U', 'u'), ('u', 'K'), ('K', 'Q')] {
            assert!(!seen(one).agrees(seen(other)) && !seen(other).agrees(seen(one)));
        }
    }
}
