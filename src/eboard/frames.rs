//! Pictures of the whole board, as boards see them.

use core::fmt;
use core::str::FromStr;

use crate::chess::board::Board;
use crate::chess::piece::{Color, Piece, Role};
use crate::chess::square::{Square, SquareSet};
use crate::pack::{pack_as, pack_fields};

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

pack_as!(Seen: u8 = Self::Any, Seen::code, Seen::from_code);

impl Seen {
    /// Whether this piece can be what is seen.
    #[must_use]
    #[cfg_attr(target_arch = "arm", inline(never))]
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
    pub fn letter(self) -> char {
        char::from(Self::LETTERS.get(usize::from(self.code())).copied().unwrap_or_default())
    }

    /// What this letter stands for.
    #[must_use]
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub fn from_letter(letter: char) -> Option<Self> {
        let code = Self::LETTERS.iter().position(|&other| char::from(other) == letter)?;
        Self::from_code(code as u8)
    }

    /// The letters by their codes; what has none is no letter.
    const LETTERS: [u8; 16] = *b"\0BRQKPNU?brqkpnu";

    /// The roles by their codes, from 1.
    const ROLES: [Role; 6] =
        [Role::Bishop, Role::Rook, Role::Queen, Role::King, Role::Pawn, Role::Knight];

    /// In the low three bits the role from 1, or 7 for an unknown one; in the fourth whether it is
    /// black. 8 is some piece of either colour, 0 none.
    fn code(self) -> u8 {
        match self {
            Self::Any => 8,
            Self::Color(color) => 8 * color as u8 + 7,
            Self::Piece(Piece { color, role }) => {
                let code = match role {
                    Role::Bishop => 1,
                    Role::Rook => 2,
                    Role::Queen => 3,
                    Role::King => 4,
                    Role::Pawn => 5,
                    Role::Knight => 6,
                };
                8 * color as u8 + code
            }
        }
    }

    #[cfg_attr(target_arch = "arm", inline(never))]
    fn from_code(code: u8) -> Option<Self> {
        let color = if code < 8 { Color::White } else { Color::Black };
        match code & 7 {
            0 => (code != 0).then_some(Self::Any),
            7 => Some(Self::Color(color)),
            number => {
                let role = Self::ROLES.get(usize::from(number) - 1).copied()?;
                Some(Self::Piece(Piece { color, role }))
            }
        }
    }
}

/// A picture of the whole board: for each square nothing, or what is seen there.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Frame {
    /// Bit n of the set k is bit k of the code of what is seen on the square with index n.
    planes: [SquareSet; 4],
}

pack_fields!(Frame { planes: [SquareSet; 4] });

impl Frame {
    /// An empty board.
    pub const EMPTY: Self = Self { planes: [SquareSet::EMPTY; 4] };

    /// The same piece, seen no better than this, on each of these squares.
    #[must_use]
    pub fn occupied_by(seen: Seen, squares: SquareSet) -> Self {
        Self::of_code(seen.code(), squares)
    }

    #[cfg_attr(target_arch = "arm", inline(never))]
    fn of_code(code: u8, squares: SquareSet) -> Self {
        let mut frame = Self { planes: [squares; 4] };
        for (plane, set) in (0..).zip(&mut frame.planes) {
            if code >> plane & 1 == 0 {
                *set = SquareSet::EMPTY;
            }
        }
        frame
    }

    /// What is seen on a square; `None` if it is empty.
    #[must_use]
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub fn get(&self, square: Square) -> Option<Seen> {
        let bit = |(plane, set): (u8, SquareSet)| u8::from(set.contains(square)) << plane;
        Seen::from_code((0..).zip(self.planes).map(bit).sum())
    }

    /// Changes what is seen on a square.
    pub fn set(&mut self, square: Square, seen: Option<Seen>) {
        let code = seen.map_or(0, Seen::code);
        for (plane, set) in (0..).zip(&mut self.planes) {
            set.remove(square);
            if code >> plane & 1 != 0 {
                set.insert(square);
            }
        }
    }

    /// Takes what is seen on these squares from another picture.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn take(&mut self, other: &Self, squares: SquareSet) {
        for (set, taken) in self.planes.iter_mut().zip(other.planes) {
            *set = (*set - squares) | (taken & squares);
        }
    }

    /// The picture with the board turned by half a turn: what was seen on e1 is seen on d8.
    #[must_use]
    pub fn turned(mut self) -> Self {
        self.turn();
        self
    }

    /// Turns the board by half a turn.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn turn(&mut self) {
        for plane in &mut self.planes {
            *plane = turned(*plane);
        }
    }

    /// Of what is seen nothing is known but that it is there.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn blind(&mut self) {
        *self = Self::occupied_by(Seen::Any, self.occupied());
    }

    /// The squares that are not empty.
    #[must_use]
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub fn occupied(&self) -> SquareSet {
        self.known_colors() | self.black_or_any()
    }

    /// Whether some piece is known for what it is.
    #[must_use]
    pub fn identifies(&self) -> bool {
        !self.known_roles().is_empty()
    }

    /// Whether these pieces, and no others, can be what is seen.
    #[must_use]
    pub fn fits(&self, board: &Board) -> bool {
        self.unlike(&Self::from(board)).is_empty()
    }

    /// The squares where both can be seen of one piece.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn could_be(&self, seen: Seen) -> SquareSet {
        !self.unlike(&Self::occupied_by(seen, SquareSet::FULL))
    }

    /// The squares where the pictures cannot be of the same board.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn unlike(&self, other: &Self) -> SquareSet {
        either_not_both(self.occupied(), other.occupied()) | self.conflicts(other)
    }

    /// The squares where this picture tells more than another that shows the same.
    pub(super) fn tells_more(&self, other: &Self) -> SquareSet {
        let more = (self.known_roles() - other.known_roles())
            | (self.known_colors() - other.known_colors());
        (more & other.occupied()) - self.conflicts(other)
    }

    /// The squares where different pieces are seen.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn conflicts(&self, other: &Self) -> SquareSet {
        self.differs_in_color(other) | self.differs_in_role(other)
    }

    /// The squares where pieces of different colours are seen.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn differs_in_color(&self, other: &Self) -> SquareSet {
        let differ = either_not_both(self.black_or_any(), other.black_or_any());
        self.known_colors() & other.known_colors() & differ
    }

    /// The squares where pieces of different roles are seen.
    pub(super) fn differs_in_role(&self, other: &Self) -> SquareSet {
        let roles = self.planes.iter().zip(&other.planes).take(3);
        let differ = roles.fold(SquareSet::EMPTY, |differ, (&here, &there)| {
            differ | either_not_both(here, there)
        });
        self.known_roles() & other.known_roles() & differ
    }

    /// The squares of pieces that are known to be of this colour.
    pub(super) fn by_color(&self, color: Color) -> SquareSet {
        match color {
            Color::White => self.known_colors() - self.black_or_any(),
            Color::Black => self.known_colors() & self.black_or_any(),
        }
    }

    /// Where the colour is known.
    #[cfg_attr(target_arch = "arm", inline(never))]
    fn known_colors(&self) -> SquareSet {
        let [one, two, four, _] = self.planes;
        one | two | four
    }

    #[cfg_attr(target_arch = "arm", inline(never))]
    fn known_roles(&self) -> SquareSet {
        let [one, two, four, _] = self.planes;
        (one | two | four) - (one & two & four)
    }

    fn black_or_any(&self) -> SquareSet {
        let [_, _, _, eight] = self.planes;
        eight
    }
}

/// The same squares on a board turned by half a turn.
#[cfg_attr(target_arch = "arm", inline(never))]
pub(super) fn turned(squares: SquareSet) -> SquareSet {
    squares.map(opposite).collect()
}

/// The square in the same place on a board turned by half a turn.
pub(super) fn opposite(square: Square) -> Square {
    Square::new(63 - square.index()).unwrap_or(square)
}

fn either_not_both(one: SquareSet, another: SquareSet) -> SquareSet {
    (one | another) - (one & another)
}

/// The pieces of a board, each of them known.
impl From<&Board> for Frame {
    #[cfg_attr(target_arch = "arm", inline(never))]
    fn from(board: &Board) -> Self {
        let (diagonal, straight) = (board.diagonal_sliders(), board.straight_sliders());
        let planes = [
            diagonal | board.by_role(Role::Pawn),
            straight | board.by_role(Role::Knight),
            board.occupied() - (diagonal | straight),
            board.by_color(Color::Black),
        ];
        Self { planes }
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
            assert_eq!(
                text.parse::<Frame>().expect("it is written as it should be").to_string(),
                text
            );
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
        assert_eq!(
            turned.get("d8".parse().expect("it is written as it should be")),
            Seen::from_letter('K')
        );
    }

    #[test]
    fn a_less_exact_picture_fits_the_same_pieces() {
        let board = *Position::standard().board();
        for text in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
            "????????/????????/8/8/8/8/????????/????????",
            "uuuuuuuu/uuuuuuuu/8/8/8/8/UUUUUUUU/UUUUUUUU",
        ] {
            assert!(
                text.parse::<Frame>().expect("it is written as it should be").fits(&board),
                "{text}"
            );
        }
        for text in [
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPPPPPP/RNBQKBNR",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPP1/RNBQKBNR",
            "UUUUUUUU/uuuuuuuu/8/8/8/8/UUUUUUUU/UUUUUUUU",
        ] {
            assert!(
                !text.parse::<Frame>().expect("it is written as it should be").fits(&board),
                "{text}"
            );
        }
    }

    #[test]
    fn what_is_known_of_a_piece_adds_up() {
        let seen = |letter| Seen::from_letter(letter).expect("the letter of a piece");
        for (one, other, both) in [('?', 'U', 'U'), ('U', 'K', 'K'), ('K', '?', 'K')] {
            assert!(seen(one).agrees(seen(other)) && seen(other).agrees(seen(one)));
            assert_eq!(seen(one).and(seen(other)), seen(both));
        }
        for (one, other) in [('U', 'u'), ('u', 'K'), ('K', 'Q')] {
            assert!(!seen(one).agrees(seen(other)) && !seen(other).agrees(seen(one)));
        }
    }
}
