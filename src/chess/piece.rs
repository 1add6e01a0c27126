//! Colours, roles and pieces, and the two wings of the board.

use core::fmt;

use crate::pack::pack_code;

/// White or Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
#[repr(u8)]
pub enum Color {
    /// The player who moves first.
    White = 0,
    /// The other one.
    Black = 1,
}

impl Color {
    /// White, then Black.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// 0 for White, 1 for Black.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The rank that this player's king and rooks start on: 0 or 7.
    #[must_use]
    pub const fn back_rank(self) -> u8 {
        match self {
            Self::White => 0,
            Self::Black => 7,
        }
    }

    /// The rank on which this player's pawns promote: 7 or 0.
    #[must_use]
    pub const fn promotion_rank(self) -> u8 {
        self.opposite().back_rank()
    }

    /// The other colour.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

/// The kind of a piece, whatever its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
#[repr(u8)]
pub enum Role {
    /// A pawn.
    Pawn = 0,
    /// A knight.
    Knight = 1,
    /// A bishop.
    Bishop = 2,
    /// A rook.
    Rook = 3,
    /// A queen.
    Queen = 4,
    /// A king.
    King = 5,
}

impl Role {
    /// All six, from the pawn to the king.
    pub const ALL: [Self; 6] =
        [Self::Pawn, Self::Knight, Self::Bishop, Self::Rook, Self::Queen, Self::King];

    /// What a pawn may become, from the queen to the knight.
    pub const PROMOTIONS: [Self; 4] = [Self::Queen, Self::Rook, Self::Bishop, Self::Knight];

    /// 0 (pawn) to 5 (king).
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The English letter in lower case, as in FEN and UCI.
    #[must_use]
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub const fn letter(self) -> char {
        match self {
            Self::Pawn => 'p',
            Self::Knight => 'n',
            Self::Bishop => 'b',
            Self::Rook => 'r',
            Self::Queen => 'q',
            Self::King => 'k',
        }
    }

    /// The role with this letter, in either case.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        Some(match letter.to_ascii_lowercase() {
            'p' => Self::Pawn,
            'n' => Self::Knight,
            'b' => Self::Bishop,
            'r' => Self::Rook,
            'q' => Self::Queen,
            'k' => Self::King,
            _ => return None,
        })
    }
}

/// A role in a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece {
    /// Whose it is.
    pub color: Color,
    /// What it is.
    pub role: Role,
}

impl Piece {
    /// The FEN letter: upper case for White.
    #[must_use]
    pub const fn letter(self) -> char {
        match self.color {
            Color::White => self.role.letter().to_ascii_uppercase(),
            Color::Black => self.role.letter(),
        }
    }

    /// The piece with this FEN letter.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        match Role::from_letter(letter) {
            Some(role) => Some(Self { color, role }),
            None => None,
        }
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write;
        f.write_char(self.letter())
    }
}

/// The side of the board towards which the king castles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
#[repr(u8)]
pub enum Wing {
    /// Towards the h-file: `O-O`, king to the g-file, rook to the f-file.
    KingSide = 0,
    /// Towards the a-file: `O-O-O`, king to the c-file, rook to the d-file.
    QueenSide = 1,
}

impl Wing {
    /// The king's wing, then the queen's.
    pub const ALL: [Self; 2] = [Self::KingSide, Self::QueenSide];

    /// 0 for the king's wing, 1 for the queen's.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The file where the king ends: 6 (g) or 2 (c).
    #[must_use]
    pub const fn king_file(self) -> u8 {
        match self {
            Self::KingSide => 6,
            Self::QueenSide => 2,
        }
    }

    /// The file where the rook ends, its castling square: 5 (f) or 3 (d).
    #[must_use]
    pub const fn rook_file(self) -> u8 {
        match self {
            Self::KingSide => 5,
            Self::QueenSide => 3,
        }
    }

    /// The other wing.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::KingSide => Self::QueenSide,
            Self::QueenSide => Self::KingSide,
        }
    }
}

/// A set of wings, gone through from the king's on.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Wings(u8);

impl Wings {
    /// Neither wing.
    pub const NONE: Self = Self(0);
    /// Both wings.
    pub const BOTH: Self = Self(3);

    /// Whether the wing is in the set.
    #[must_use]
    pub const fn contains(self, wing: Wing) -> bool {
        self.0 & (1 << wing.index()) != 0
    }

    /// The set with this wing as well.
    #[must_use]
    pub const fn with(self, wing: Wing) -> Self {
        Self(self.0 | 1 << wing.index())
    }

    /// The wings that are in both sets.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The set without the wings of another.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl Iterator for Wings {
    type Item = Wing;

    fn next(&mut self) -> Option<Wing> {
        let wing = match self.0 {
            0 => return None,
            2 => Wing::QueenSide,
            _ => Wing::KingSide,
        };
        *self = self.without(Self::NONE.with(wing));
        Some(wing)
    }
}

impl FromIterator<Wing> for Wings {
    fn from_iter<I: IntoIterator<Item = Wing>>(wings: I) -> Self {
        wings.into_iter().fold(Self::NONE, Self::with)
    }
}

impl fmt::Debug for Wings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

pack_code!(Color);
pack_code!(Role);
pack_code!(Wing);
