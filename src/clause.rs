//! What the texts say: one table of clauses, a row each.
//!
//! A row holds the clause's code, the text it stands in, its number there and its gist in our own
//! words. Which clause a rulebook applies to which decision is in `law::rulebooks`.

use core::str::FromStr;
use core::{fmt, iter};

/// A published text that clauses are cited from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Source {
    /// The French lesson on castling, §7.
    Lesson,
    /// The FIDE Laws of Chess in force since 1 January 2023; 2018 is the same in substance.
    Fide2023,
    /// The FIDE Laws of Chess of 1997, with the numbers they kept until 2013.
    Fide1997,
    /// The rules of US Chess, since 2015.
    UsChess,
}

impl Source {
    /// All four texts.
    pub const ALL: [Self; 4] = [Self::Lesson, Self::Fide2023, Self::Fide1997, Self::UsChess];

    /// The word before a clause's number: `FIDE` in `FIDE 4.4.2`.
    #[must_use]
    pub const fn prefix(self) -> &'static str {
        match self {
            Self::Lesson => "Lesson",
            Self::Fide2023 => "FIDE",
            Self::Fide1997 => "FIDE-1997",
            Self::UsChess => "US",
        }
    }

    /// Where the text is published.
    #[must_use]
    pub const fn published(self) -> &'static str {
        match self {
            Self::Lesson => "a French course for beginners, lesson 7: castling",
            Self::Fide2023 => "FIDE Handbook E/01, Laws of Chess, in force from 1 January 2023",
            Self::Fide1997 => "FIDE Handbook E.I.01A, Laws of Chess, editions of 1997 to 2009",
            Self::UsChess => {
                "US Chess Federation's Official Rules of Chess, with the changes of 2015"
            }
        }
    }
}

macro_rules! clauses {
    ($($clause:ident = $code:literal, $source:ident, $article:literal, $gist:literal;)+) => {
        /// A clause of a published text.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum Clause {
            $(#[doc = concat!("`", $article, "`: ", $gist, ".")] $clause,)+
        }

        impl Clause {
            /// Every clause, in the order of the texts.
            pub const ALL: &'static [Self] = &[$(Self::$clause,)+];

            /// The stable number, for firmware logs and the C interface. Its highest digit is the
            /// text (0 FIDE, 1 the lesson, 2 FIDE-1997, 3 US Chess), then one digit a level.
            #[must_use]
            pub const fn code(self) -> u16 {
                match self { $(Self::$clause => $code,)+ }
            }

            /// The text the clause stands in.
            #[must_use]
            pub const fn source(self) -> Source {
                match self { $(Self::$clause => Source::$source,)+ }
            }

            /// Its number in that text: `4.4.2`.
            #[must_use]
            pub const fn article(self) -> &'static str {
                match self { $(Self::$clause => $article,)+ }
            }

            /// What it says, in our own words, without a final point.
            #[must_use]
            pub const fn gist(self) -> &'static str {
                match self { $(Self::$clause => $gist,)+ }
            }

            fn numbered(source: Source, article: &str) -> Option<Self> {
                match (source, article) {
                    $((Source::$source, $article) => Some(Self::$clause),)+
                    _ => None,
                }
            }
        }
    };
}

clauses! {
    Lesson7_1 = 0x1710, Lesson, "7.1", "castle with one hand, the king first and the rook after it";
    Lesson7_2 = 0x1720, Lesson, "7.2", "castling needs all six conditions";
    Lesson7_3 = 0x1730, Lesson, "7.3", "a piece touched is a piece played, castling included, if it can be";
    Lesson7_3_1 = 0x1731, Lesson, "7.3(1)", "king touched to castle, castling forbidden: the king must be played all the same, if it can";
    Lesson7_3_2 = 0x1732, Lesson, "7.3(2)", "rook touched before the king: only the rook may be played, if it can";
    Lesson7_3_3 = 0x1733, Lesson, "7.3(3)", "king and rook touched together, castling forbidden: castle on the other wing, or play the rook or the king";
    Fide1_3 = 0x0130, Fide2023, "1.3", "the move passes to the opponent once a move is made";
    Fide3_8_2 = 0x0382, Fide2023, "3.8.2", "what castling is, and what rules it out for good or for now";
    Fide4_2_1 = 0x0421, Fide2023, "4.2.1", "a piece may be adjusted by the player on move who says so first";
    Fide4_2_2 = 0x0422, Fide2023, "4.2.2", "contact that is clearly accidental binds nobody";
    Fide4_3 = 0x0430, Fide2023, "4.3", "only pieces touched on the board, meaning to move or capture, bind";
    Fide4_3_1 = 0x0431, Fide2023, "4.3.1", "own pieces touched: the first that can be moved must be moved";
    Fide4_3_2 = 0x0432, Fide2023, "4.3.2", "enemy pieces touched: the first that can be captured must be captured";
    Fide4_3_3 = 0x0433, Fide2023, "4.3.3", "pieces of both colours touched: capture the one with the other, else the first that can be moved or captured";
    Fide4_4_1 = 0x0441, Fide2023, "4.4.1", "king and rook touched, castling legal: castle on that side";
    Fide4_4_2 = 0x0442, Fide2023, "4.4.2", "rook touched before the king: no castling on that side";
    Fide4_4_3 = 0x0443, Fide2023, "4.4.3", "king and rook touched, castling illegal: another king move, castling on the other side included; no king move: any legal move";
    Fide4_4_4 = 0x0444, Fide2023, "4.4.4", "the choice of the promotion piece is final once it touches the square";
    Fide4_5 = 0x0450, Fide2023, "4.5", "nothing touched can be moved or captured: any legal move";
    Fide4_7 = 0x0470, Fide2023, "4.7", "a piece let go on a square in a legal move stays there";
    Fide4_7_1 = 0x0471, Fide2023, "4.7.1", "a capture is made when the captured piece is off and the capturing one let go";
    Fide4_7_2 = 0x0472, Fide2023, "4.7.2", "castling is made when the rook is let go; the king let go on its castling square binds to castle";
    Fide4_7_3 = 0x0473, Fide2023, "4.7.3", "a promotion is made when the new piece is let go and the pawn is off";
    Fide4_8 = 0x0480, Fide2023, "4.8", "who touches a piece to move it can no longer claim a breach of 4.1 to 4.7";
    Fide5_1_1 = 0x0511, Fide2023, "5.1.1", "checkmate ends the game";
    Fide5_2_1 = 0x0521, Fide2023, "5.2.1", "stalemate ends the game";
    Fide7_5_1 = 0x0751, Fide2023, "7.5.1", "an illegal move completed is taken back, and replaced under the touch-move rule";
    Fide7_5_2 = 0x0752, Fide2023, "7.5.2", "a pawn left on the last rank becomes a queen";
    Fide7_5_3 = 0x0753, Fide2023, "7.5.3", "pressing the clock without a move counts as an illegal move";
    Fide7_5_4 = 0x0754, Fide2023, "7.5.4", "a move made with both hands counts as an illegal move";
    Fide11_5 = 0x0B50, Fide2023, "11.5", "the opponent must not be disturbed";
    Fide1997_1_1 = 0x2110, Fide1997, "1.1", "the move passes to the opponent once a move is made";
    Fide1997_3_8 = 0x2380, Fide1997, "3.8", "what castling is, and what rules it out for good or for now";
    Fide1997_4_2 = 0x2420, Fide1997, "4.2", "a piece may be adjusted by the player on move who says so first";
    Fide1997_4_3 = 0x2430, Fide1997, "4.3", "only pieces touched deliberately bind";
    Fide1997_4_3a = 0x243A, Fide1997, "4.3a", "own pieces touched: the first that can be moved must be moved";
    Fide1997_4_3b = 0x243B, Fide1997, "4.3b", "enemy pieces touched: the first that can be captured must be captured";
    Fide1997_4_3c = 0x243C, Fide1997, "4.3c", "pieces of both colours touched: capture the one with the other, else the first that can be moved or captured";
    Fide1997_4_4a = 0x244A, Fide1997, "4.4a", "king and rook touched, castling legal: castle on that side";
    Fide1997_4_4b = 0x244B, Fide1997, "4.4b", "rook touched before the king: no castling on that side";
    Fide1997_4_4c = 0x244C, Fide1997, "4.4c", "king and rook touched, at once or in this order, castling illegal: another king move, castling on the other side included; no king move: any legal move";
    Fide1997_4_4d = 0x244D, Fide1997, "4.4d", "the choice of the promotion piece is final once it touches the square";
    Fide1997_4_5 = 0x2450, Fide1997, "4.5", "nothing touched can be moved or captured: any legal move";
    Fide1997_4_6 = 0x2460, Fide1997, "4.6", "a piece let go on a square in a legal move, or a part of one, stays there";
    Fide1997_4_7 = 0x2470, Fide1997, "4.7", "who touches a piece can no longer claim a breach of article 4";
    Fide1997_5_1a = 0x251A, Fide1997, "5.1a", "checkmate ends the game";
    Fide1997_5_2a = 0x252A, Fide1997, "5.2a", "stalemate ends the game";
    Fide1997_6_8 = 0x2680, Fide1997, "6.8", "the clock is pressed after the move is made";
    Fide1997_7_4 = 0x2740, Fide1997, "7.4", "an illegal move is taken back, and replaced under article 4";
    Fide1997_12_5 = 0x2C50, Fide1997, "12.5", "the opponent must not be disturbed";
    Us8A = 0x38A0, UsChess, "8A", "what castling is, and what rules it out for good or for now";
    Us8A2 = 0x38A2, UsChess, "8A2", "king touched first, or with the rook, castling legal: castle on that side";
    Us9A = 0x39A0, UsChess, "9A", "a piece let go on a square in a legal move stays there";
    Us9D = 0x39D0, UsChess, "9D", "a promotion is determined when the new piece is let go";
    Us9G = 0x3960, UsChess, "9G", "a move is completed by the clock after it is determined";
    Us10 = 0x3A00, UsChess, "10", "only pieces touched deliberately bind";
    Us10A = 0x3AA0, UsChess, "10A", "a piece may be adjusted by the player on move who says so first";
    Us10B = 0x3AB0, UsChess, "10B", "a piece touched deliberately must be moved or captured, the first touched first";
    Us10C = 0x3AC0, UsChess, "10C", "pieces of both colours touched: capture the one with the other";
    Us10D = 0x3AD0, UsChess, "10D", "nothing touched can be moved or captured: any legal move";
    Us10E = 0x3AE0, UsChess, "10E", "contact that is clearly accidental binds nobody";
    Us10I1 = 0x3A91, UsChess, "10I1", "king touched first, or with the rook, castling illegal: another king move, castling on the other side included";
    Us10I2 = 0x3A92, UsChess, "10I2", "rook touched first: no castling with it";
    Us10I2VariationI = 0x3A9F, UsChess, "10I2 Variation I", "rook touched first: castling with it, or a move of it";
    Us11A = 0x3BA0, UsChess, "11A", "an illegal move is taken back, and replaced under the touch-move rule";
    Us13A = 0x3DA0, UsChess, "13A", "checkmate ends the game";
    Us14A = 0x3EA0, UsChess, "14A", "stalemate ends the game";
    Us20G = 0x3F70, UsChess, "20G", "the opponent must not be disturbed";
}

impl Clause {
    /// The clause with this number, if there is one.
    #[must_use]
    pub fn from_code(code: u16) -> Option<Self> {
        Self::ALL.iter().copied().find(|clause| clause.code() == code)
    }
}

impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.source().prefix(), self.article())
    }
}

/// The text names no clause of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAClause;

impl fmt::Display for NotAClause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "no such clause: written as 4.4.2, FIDE 4.4.2, FIDE-1997 4.4b, US 10I2 or Lesson 7.3(2)",
        )
    }
}

impl core::error::Error for NotAClause {}

/// Parses what is printed; `FIDE ` may be left out.
impl FromStr for Clause {
    type Err = NotAClause;

    fn from_str(text: &str) -> Result<Self, NotAClause> {
        let after = |source: Source| text.strip_prefix(source.prefix())?.strip_prefix(' ');
        let prefixed = |source: Source| after(source).map(|article| (source, article));
        let (source, article) =
            Source::ALL.into_iter().find_map(prefixed).unwrap_or((Source::Fide2023, text));
        Self::numbered(source, article).ok_or(NotAClause)
    }
}

/// A set of clauses, gone through in the order of the table. At most 128 clauses can be told.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Clauses([u32; 4]);

const _: () = assert!(Clause::ALL.len() <= 128);

impl Clauses {
    /// No clause.
    pub const EMPTY: Self = Self([0; 4]);

    /// Adds a clause.
    pub fn insert(&mut self, clause: Clause) {
        if let Some(word) = self.0.get_mut(usize::from(clause as u8 / 32)) {
            *word |= 1 << (clause as u8 % 32);
        }
    }

    /// The set with this clause as well.
    #[must_use]
    pub fn with(mut self, clause: Clause) -> Self {
        self.insert(clause);
        self
    }

    /// The clauses of either set.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.extend(other);
        self
    }

    /// Adds the clauses of another set.
    pub fn extend(&mut self, other: Self) {
        for (word, more) in self.0.iter_mut().zip(other.0) {
            *word |= more;
        }
    }

    /// Whether the clause is in the set.
    #[must_use]
    pub fn contains(self, clause: Clause) -> bool {
        self.0
            .get(usize::from(clause as u8 / 32))
            .is_some_and(|word| word & (1 << (clause as u8 % 32)) != 0)
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// The clauses, in the order of the table.
    pub fn iter(self) -> impl Iterator<Item = Clause> {
        let mut left = self.0;
        iter::from_fn(move || {
            let (row, word) = left.iter_mut().enumerate().find(|(_, word)| **word != 0)?;
            let place = word.trailing_zeros() as usize;
            *word &= word.wrapping_sub(1);
            Clause::ALL.get(32 * row + place).copied()
        })
    }
}

impl fmt::Debug for Clauses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl FromIterator<Clause> for Clauses {
    fn from_iter<I: IntoIterator<Item = Clause>>(clauses: I) -> Self {
        clauses.into_iter().fold(Self::EMPTY, Self::with)
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::{Clause, Clauses};
    use std::string::ToString;

    #[test]
    fn every_clause_parses_as_printed_and_has_its_own_code() {
        for (place, &clause) in Clause::ALL.iter().enumerate() {
            assert_eq!(clause as usize, place);
            assert_eq!(clause.to_string().parse(), Ok(clause));
            assert_eq!(Clause::from_code(clause.code()), Some(clause));
            assert!(
                Clause::ALL.iter().all(|&other| other == clause || other.code() != clause.code())
            );
            assert_eq!(Clauses::EMPTY.with(clause).iter().next(), Some(clause));
        }
    }

    #[test]
    fn fide_may_be_left_out() {
        assert_eq!("4.4.2".parse(), Ok(Clause::Fide4_4_2));
        assert!("4.4.9".parse::<Clause>().is_err());
        assert!("10I2".parse::<Clause>().is_err());
    }
}
