//! Squares of the board, and sets of them.

use core::fmt;
use core::num::NonZeroU8;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Sub, SubAssign};
use core::str::FromStr;

use crate::pack::{pack_as, pack_fields};

/// One of the 64 squares. The index runs from a1 = 0 along the rank to h1 = 7, then a2 = 8, up to
/// h8 = 63.
// Kept as the index with `MARK` added, which is never 0: so no square takes no room either.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Square(NonZeroU8);

/// The bit above those of the index.
const MARK: NonZeroU8 = NonZeroU8::MIN.saturating_add(63);

impl Square {
    /// The corner a1, from which `with_file` and `mirrored` reach both back ranks.
    pub const A1: Self = Self(MARK);

    /// The square with this index, if it is below 64.
    #[must_use]
    pub const fn new(index: u8) -> Option<Self> {
        if index < 64 { Some(Self::of_low_bits(index)) } else { None }
    }

    /// The square on this file (a = 0) and rank (first = 0), if both are below 8.
    #[must_use]
    pub const fn at(file: u8, rank: u8) -> Option<Self> {
        if file < 8 && rank < 8 { Some(Self::of_low_bits(rank * 8 + file)) } else { None }
    }

    /// 0 (a1) to 63 (h8).
    #[must_use]
    pub const fn index(self) -> u8 {
        self.0.get() & 63
    }

    /// 0 (the a-file) to 7 (the h-file).
    #[must_use]
    pub const fn file(self) -> u8 {
        self.0.get() & 7
    }

    /// 0 (the first rank) to 7 (the eighth).
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.index() >> 3
    }

    /// The square on the same rank and this file (only the low three bits of `file` count).
    #[must_use]
    pub const fn with_file(self, file: u8) -> Self {
        Self::of_low_bits((self.0.get() & !7) | (file & 7))
    }

    /// The set of this square alone.
    #[must_use]
    // Where it takes many instructions, it is called, not copied to every place.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub const fn set(self) -> SquareSet {
        if cfg!(target_pointer_width = "64") {
            return SquareSet(1 << self.index());
        }
        // Where 64-bit shifts are calls, a word is shifted and put in its half.
        let word = 1_u32 << (self.0.get() & 31);
        let low = if self.index() < 32 { word } else { 0 };
        SquareSet(low as u64 | ((word - low) as u64) << 32)
    }

    /// The same square seen from the other side: ranks swapped, files kept.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        Self::of_low_bits(self.0.get() ^ 56)
    }

    /// The square whose index is in the low six bits.
    const fn of_low_bits(index: u8) -> Self {
        match NonZeroU8::new(MARK.get() | index) {
            Some(marked) => Self(marked),
            None => Self(MARK),
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write;
        f.write_char((b'a' + self.file()) as char)?;
        f.write_char((b'1' + self.rank()) as char)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not a square: `a1` to `h8`, in lower case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotASquare;

impl fmt::Display for NotASquare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a square: a1 to h8")
    }
}

impl core::error::Error for NotASquare {}

impl FromStr for Square {
    type Err = NotASquare;

    fn from_str(text: &str) -> Result<Self, NotASquare> {
        let &[file, rank] = text.as_bytes() else { return Err(NotASquare) };
        Self::at(file.wrapping_sub(b'a'), rank.wrapping_sub(b'1')).ok_or(NotASquare)
    }
}

/// A set of squares, a bit each: bit n is the square with index n.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct SquareSet(pub u64);

impl SquareSet {
    /// No square.
    pub const EMPTY: Self = Self(0);
    /// All 64 squares.
    pub const FULL: Self = Self(u64::MAX);

    /// The eight squares of a file (a = 0; only the low three bits of `file` count).
    #[must_use]
    pub const fn of_file(file: u8) -> Self {
        Self(0x0101_0101_0101_0101 << (file & 7))
    }

    /// The eight squares of a rank (first = 0; only the low three bits of `rank` count).
    #[must_use]
    pub const fn of_rank(rank: u8) -> Self {
        Self(0xff << ((rank & 7) * 8))
    }

    /// Whether the set holds this square.
    #[must_use]
    #[cfg_attr(target_arch = "arm", inline(never))] // Smaller called than copied.
    pub const fn contains(self, square: Square) -> bool {
        self.meets(square.set())
    }

    /// Whether the two sets share a square.
    #[must_use]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether the set holds no square.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set holds more than one square.
    #[must_use]
    pub const fn is_several(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// How many squares the set holds, 0 to 64.
    #[must_use]
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// The square with the lowest index.
    #[must_use]
    // Where it takes many instructions, it is called, not copied to every place.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::of_low_bits(self.0.trailing_zeros() as u8)) }
    }

    /// The same squares seen from the other side: ranks swapped, files kept.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        Self(self.0.swap_bytes())
    }

    /// The one square of a set that holds exactly one.
    #[must_use]
    #[cfg_attr(target_arch = "arm", inline(never))] // Smaller called than copied.
    pub const fn only(self) -> Option<Square> {
        if self.is_several() { None } else { self.first() }
    }

    /// Adds a square.
    #[cfg_attr(target_arch = "arm", inline(never))] // Smaller called than copied.
    pub const fn insert(&mut self, square: Square) {
        self.0 |= square.set().0;
    }

    /// Takes a square out.
    #[cfg_attr(target_arch = "arm", inline(never))] // Smaller called than copied.
    pub const fn remove(&mut self, square: Square) {
        self.0 &= !square.set().0;
    }
}

impl From<Square> for SquareSet {
    fn from(square: Square) -> Self {
        square.set()
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, square| set | square.set())
    }
}

/// Goes through the squares by rising index.
impl Iterator for SquareSet {
    type Item = Square;

    #[cfg_attr(target_arch = "arm", inline(never))] // Smaller called than copied.
    fn next(&mut self) -> Option<Square> {
        let square = self.first()?;
        self.0 &= self.0 - 1;
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.count_ones() as usize;
        (len, Some(len))
    }
}

impl fmt::Debug for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

impl BitAnd for SquareSet {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for SquareSet {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// The squares of the first set that are not in the second.
impl Sub for SquareSet {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl Not for SquareSet {
    type Output = Self;
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl BitAndAssign for SquareSet {
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for SquareSet {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl SubAssign for SquareSet {
    fn sub_assign(&mut self, other: Self) {
        self.0 &= !other.0;
    }
}

pack_as!(Square: u8 = Self::A1, Self::index, Self::new);

pack_fields!(SquareSet { 0: u64 });
