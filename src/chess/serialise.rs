//! Squares as serde sees them: unit variants, so that RON writes bare words, JSON strings, and a
//! binary format one byte.

use core::fmt;

use serde::de::{self, DeserializeSeed, EnumAccess, SeqAccess, VariantAccess, Visitor};
use serde::ser::SerializeSeq;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::square::{Square, SquareSet};

const TYPE: &str = "Square";

/// `a1`, `b1`, to `h8`: the names of the squares by their index.
const NAMES: [&str; 64] = [
    "a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "a2", "b2", "c2", "d2", "e2", "f2", "g2", "h2",
    "a3", "b3", "c3", "d3", "e3", "f3", "g3", "h3", "a4", "b4", "c4", "d4", "e4", "f4", "g4", "h4",
    "a5", "b5", "c5", "d5", "e5", "f5", "g5", "h5", "a6", "b6", "c6", "d6", "e6", "f6", "g6", "h6",
    "a7", "b7", "c7", "d7", "e7", "f7", "g7", "h7", "a8", "b8", "c8", "d8", "e8", "f8", "g8", "h8",
];

impl Serialize for Square {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let name = NAMES.get(usize::from(self.index())).copied().unwrap_or_default();
        serializer.serialize_unit_variant(TYPE, u32::from(self.index()), name)
    }
}

impl<'de> Deserialize<'de> for Square {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_enum(TYPE, &NAMES, SquareVisitor)
    }
}

struct SquareVisitor;

impl<'de> Visitor<'de> for SquareVisitor {
    type Value = Square;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a square a1 to h8")
    }

    fn visit_enum<A: EnumAccess<'de>>(self, data: A) -> Result<Square, A::Error> {
        let (square, variant) = data.variant_seed(SquareName)?;
        variant.unit_variant()?;
        Ok(square)
    }
}

struct SquareName;

impl<'de> DeserializeSeed<'de> for SquareName {
    type Value = Square;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Square, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl Visitor<'_> for SquareName {
    type Value = Square;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a square a1 to h8")
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<Square, E> {
        name.parse().map_err(|_| E::invalid_value(de::Unexpected::Str(name), &self))
    }

    fn visit_u64<E: de::Error>(self, index: u64) -> Result<Square, E> {
        u8::try_from(index)
            .ok()
            .and_then(Square::new)
            .ok_or_else(|| E::invalid_value(de::Unexpected::Unsigned(index), &self))
    }
}

impl Serialize for SquareSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(usize::from(self.len())))?;
        for square in *self {
            list.serialize_element(&square)?;
        }
        list.end()
    }
}

impl<'de> Deserialize<'de> for SquareSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(SquareSetVisitor)
    }
}

struct SquareSetVisitor;

impl<'de> Visitor<'de> for SquareSetVisitor {
    type Value = SquareSet;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of squares, each once")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<SquareSet, A::Error> {
        let mut squares = SquareSet::EMPTY;
        while let Some(square) = list.next_element::<Square>()? {
            if squares.contains(square) {
                return Err(de::Error::custom(format_args!("{square} stands twice in one list")));
            }
            squares.insert(square);
        }
        Ok(squares)
    }
}
