//! The scenario file: one file, one struct.
//!
//! These types are what the file says, word by word: moves, clauses and the FEN are still text, for
//! what they mean depends on what was played before. Texts are borrowed from the file where RON has
//! no escapes in them.

use std::borrow::Cow;
use std::boxed::Box;
use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;
use std::string::{String, ToString};
use std::vec::Vec;

use ron::extensions::Extensions;
use ron::options::Options;
use ron::ser::PrettyConfig;
use ron::value::RawValue;
use serde::de::value::{BorrowedStrDeserializer, EnumAccessDeserializer};
use serde::de::{self, DeserializeSeed, EnumAccess, VariantAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use crate::arbiter::Play;
use crate::chess::square::{Square, SquareSet};
use crate::eboard::frames::Seen;
use crate::event::Event;
use crate::law::rulebooks::Rulebook;
use crate::ruling::{Claim, Duty, Infraction, Penalty, Verdict};

/// One file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario<'t> {
    /// What the scenario is about, in one line.
    #[serde(borrow, default)]
    pub title: Text<'t>,
    /// The rulebook; the lesson if left out.
    #[serde(default, deserialize_with = "rulebook")]
    pub rules: Rulebook,
    /// The position in which it begins; the start of a game if left out.
    #[serde(default, deserialize_with = "stated")]
    pub fen: Option<Text<'t>>,
    /// Whether moves are written as Chess960 has it.
    #[serde(default)]
    pub chess960: bool,
    /// Moves played before, in UCI or SAN, so that the history is known.
    #[serde(default)]
    pub moves: Text<'t>,
    /// The kind of play, on which a penalty depends.
    #[serde(default)]
    pub time: Play,
    /// How many penalised offences White and Black have completed before.
    #[serde(default)]
    pub earlier_offences: (u8, u8),
    /// Whose ruling is expected. A file with a source is not blessed lightly.
    #[serde(default, deserialize_with = "stated")]
    pub source: Option<Text<'t>>,
    /// What happens, and what must hold.
    pub play: Vec<Step<'t>>,
}

/// One step of the play.
#[derive(Debug)]
pub enum Step<'t> {
    /// Something happened, told by a person.
    Told(Event),
    /// Something happened, seen by a board.
    Sensed(Sensed<'t>),
    /// The time, in milliseconds. `at(1250)`
    At(u32),
    /// What must hold at this point. `ruling(...)`
    Ruling(Box<Expected<'t>>),
}

/// What a board senses.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sensed<'t> {
    /// A piece was lifted, as far as it is known. `lifted(e1)`, `lifted(e1, K)`, `lifted(e1, U)`
    Lifted(Square, #[serde(default = "any_piece", deserialize_with = "piece")] Seen),
    /// A piece was placed. `placed(g1)`, `placed(g1, K)`, `placed(g1, U)`
    Placed(Square, #[serde(default = "any_piece", deserialize_with = "piece")] Seen),
    /// The whole board, as the placement field of a FEN with `?`, `U` and `u` for pieces that are
    /// not known. `frame("...")`
    Frame(#[serde(borrow)] Text<'t>),
}

/// What a ruling must be. Only what is stated is compared; lists are compared whole, as sets.
#[derive(Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Expected<'t> {
    /// The duty in one word.
    #[serde(deserialize_with = "stated")]
    pub verdict: Option<Verdict>,
    /// The ways to comply.
    #[serde(deserialize_with = "stated")]
    pub must: Option<Vec<Duty>>,
    /// The move that is made, in quotes, or `none`; see [`made`].
    #[serde(borrow, deserialize_with = "stated")]
    pub made: Option<&'t RawValue>,
    /// The moves that may still be made.
    #[serde(borrow, deserialize_with = "stated")]
    pub allowed: Option<Allowed<'t>>,
    /// The clauses it rests on, as printed; `FIDE ` may be left out.
    #[serde(borrow, deserialize_with = "stated")]
    pub because: Option<Vec<Text<'t>>>,
    /// The readings it rests on, such as `R-1`.
    #[serde(borrow, deserialize_with = "stated")]
    pub readings: Option<Vec<Text<'t>>>,
    /// The kinds of the breaches that stand.
    #[serde(deserialize_with = "stated")]
    pub infractions: Option<Vec<Infraction>>,
    /// What they cost.
    #[serde(deserialize_with = "stated")]
    pub penalty: Option<OrNone<Penalty>>,
    /// The answer to the opponent's claim.
    #[serde(deserialize_with = "stated")]
    pub claim: Option<OrNone<Claim>>,
    /// The rulebooks that would allow another set.
    #[serde(borrow, deserialize_with = "stated")]
    pub differs: Option<Vec<Differing<'t>>>,
}

/// A set of moves.
#[derive(Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Allowed<'t> {
    /// Every legal move.
    Any,
    /// Every legal move of the pieces on these squares; castling is a move of the king.
    From(SquareSet),
    /// These moves, in UCI or SAN, with blanks between them.
    Only(#[serde(borrow)] Text<'t>),
}

/// A rulebook that would allow another set.
#[derive(Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Differing<'t> {
    /// The other rulebook.
    #[serde(deserialize_with = "rulebook")]
    pub rules: Rulebook,
    /// The moves it would allow; not compared if left out.
    #[serde(borrow, default, deserialize_with = "stated")]
    pub allowed: Option<Allowed<'t>>,
}

/// A word, or `none`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrNone<T>(pub Option<T>);

/// By this name a mistake in a word tells that `none` could stand there too.
pub(super) const OR_NONE: &str = "or_none";

/// A text, borrowed from the file where it can be.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Text<'t>(Cow<'t, str>);

/// The move that `made` states, given its RON: a text, or the word `none`.
///
/// # Errors
///
/// The RON is neither.
pub fn made(stated: &RawValue) -> Result<Option<Text<'_>>, NotAMove> {
    match stated.get_ron() {
        "none" => Ok(None),
        // To read RON once more takes its time; it is needed for comments and escapes alone.
        plain if is_plain(plain) => Ok(Some(plain.trim_matches('"').into())),
        _ => match stated.trim().get_ron() {
            "none" => Ok(None),
            text => options().from_str(text).map(Some).map_err(|_| NotAMove),
        },
    }
}

/// Whether this RON is nothing but a text without escapes.
fn is_plain(ron: &str) -> bool {
    let inner = ron.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    inner.is_some_and(|inner| !inner.contains(['"', '\\']))
}

/// What `made` states is neither a text nor `none`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAMove;

/// How RON is read: `Some` is not written, and what `ruling` holds needs no second brackets.
#[must_use]
pub fn options() -> Options {
    Options::default()
        .with_default_extension(Extensions::IMPLICIT_SOME | Extensions::UNWRAP_VARIANT_NEWTYPES)
}

/// A value as RON, on one line.
///
/// # Panics
///
/// Never for the words of this crate: all of them can be written.
#[must_use]
pub fn ron<T: Serialize + ?Sized>(value: &T) -> String {
    let one_line = PrettyConfig::new().depth_limit(0);
    options().to_string_pretty(value, one_line).expect("words and texts can be written")
}

impl Expected<'_> {
    /// Whether it is empty: a request to fill it in.
    #[must_use]
    pub fn states_nothing(&self) -> bool {
        *self == Self::default()
    }
}

impl Step<'_> {
    /// What happened, as a file tells it; nothing happens at a time or a ruling.
    #[must_use]
    pub fn happened(&self) -> Option<String> {
        match self {
            Self::Told(event) => Some(ron(event)),
            Self::Sensed(sensed) => Some(sensed.to_string()),
            Self::At(_) | Self::Ruling(_) => None,
        }
    }
}

/// As a file tells it: `lifted(e1, K)`.
impl fmt::Display for Sensed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (word, square, piece) = match self {
            Self::Lifted(square, piece) => ("lifted", square, piece),
            Self::Placed(square, piece) => ("placed", square, piece),
            Self::Frame(placement) => return write!(f, "frame({})", ron(&**placement)),
        };
        match piece {
            Seen::Any => write!(f, "{word}({square})"),
            piece => write!(f, "{word}({square}, {})", piece.letter()),
        }
    }
}

impl Deref for Text<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self)
    }
}

impl<'t> From<&'t str> for Text<'t> {
    fn from(text: &'t str) -> Self {
        Self(Cow::Borrowed(text))
    }
}

impl From<String> for Text<'_> {
    fn from(text: String) -> Self {
        Self(Cow::Owned(text))
    }
}

impl<'de: 't, 't> Deserialize<'de> for Text<'t> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TextVisitor;

        impl<'de> Visitor<'de> for TextVisitor {
            type Value = Text<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text in quotes")
            }

            fn visit_borrowed_str<E: de::Error>(self, text: &'de str) -> Result<Text<'de>, E> {
                Ok(Text(Cow::Borrowed(text)))
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Text<'de>, E> {
                Ok(Text(Cow::Owned(text.into())))
            }
        }

        deserializer.deserialize_str(TextVisitor)
    }
}

/// The events in the order of [`Event`], what a board senses, and the steps of a file alone.
const STEPS: [&str; 18] = [
    "touched",
    "touched_together",
    "released",
    "removed",
    "adjusted",
    "brushed",
    "promotion_touched",
    "promotion_released",
    "both_hands",
    "clock_pressed",
    "opponent_touched",
    "claimed",
    "arbiter_saw",
    "lifted",
    "placed",
    "frame",
    "at",
    "ruling",
];

impl<'de: 't, 't> Deserialize<'de> for Step<'t> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct StepVisitor;

        impl<'de> Visitor<'de> for StepVisitor {
            type Value = Step<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a step, such as touched(e1) or ruling(...)")
            }

            fn visit_enum<A: EnumAccess<'de>>(self, data: A) -> Result<Step<'de>, A::Error> {
                let (word, content) = data.variant_seed(Word)?;
                match word {
                    "ruling" => content.newtype_variant().map(Step::Ruling),
                    "at" => content.newtype_variant().map(Step::At),
                    "lifted" | "placed" | "frame" => chosen(word, content).map(Step::Sensed),
                    _ if STEPS.contains(&word) => chosen(word, content).map(Step::Told),
                    _ => Err(de::Error::unknown_variant(word, &STEPS)),
                }
            }
        }

        deserializer.deserialize_enum("step", &STEPS, StepVisitor)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for OrNone<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct OrNoneVisitor<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for OrNoneVisitor<T> {
            type Value = OrNone<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("one of the words, or none")
            }

            fn visit_enum<A: EnumAccess<'de>>(self, data: A) -> Result<OrNone<T>, A::Error> {
                let (word, content) = data.variant_seed(Word)?;
                match word {
                    "none" => content.unit_variant().map(|()| OrNone(None)),
                    _ => chosen(word, content).map(|value| OrNone(Some(value))),
                }
            }
        }

        deserializer.deserialize_enum(OR_NONE, &[], OrNoneVisitor(PhantomData))
    }
}

/// Reads the rest of a variant whose name has been read already.
fn chosen<'de, T: Deserialize<'de>, V: VariantAccess<'de>>(
    word: &'de str,
    content: V,
) -> Result<T, V::Error> {
    T::deserialize(EnumAccessDeserializer::new(Chosen { word, content }))
}

struct Chosen<'w, V> {
    word: &'w str,
    content: V,
}

impl<'de, V: VariantAccess<'de>> EnumAccess<'de> for Chosen<'de, V> {
    type Error = V::Error;
    type Variant = V;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, V), V::Error> {
        let word = BorrowedStrDeserializer::new(self.word);
        seed.deserialize(word).map(|variant| (variant, self.content))
    }
}

/// The name of a variant.
struct Word;

impl<'de> DeserializeSeed<'de> for Word {
    type Value = &'de str;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<&'de str, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl<'de> Visitor<'de> for Word {
    type Value = &'de str;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a bare word")
    }

    fn visit_borrowed_str<E: de::Error>(self, word: &'de str) -> Result<&'de str, E> {
        Ok(word)
    }
}

/// Reads a value where one is stated: `None` does not stand for a value left out.
fn stated<'de, T: Deserialize<'de>, D: Deserializer<'de>>(from: D) -> Result<Option<T>, D::Error> {
    T::deserialize(from).map(Some)
}

fn rulebook<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Rulebook, D::Error> {
    let word = Word.deserialize(deserializer)?;
    word.parse().map_err(|_| de::Error::unknown_variant(word, &RULEBOOKS))
}

/// The rulebooks as RON writes them.
const RULEBOOKS: [&str; 5] = ["lesson", "fide_2023", "fide_1997", "us_chess", "us_chess_variation"];

const fn any_piece() -> Seen {
    Seen::Any
}

fn piece<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Seen, D::Error> {
    let word = Word.deserialize(deserializer)?;
    let mut letters = word.chars();
    match (letters.next().and_then(Seen::from_letter), letters.next()) {
        (Some(piece), None) => Ok(piece),
        _ => Err(de::Error::unknown_variant(word, &PIECES)),
    }
}

/// The pieces by their letters in FEN, and those of which the colour alone is known.
const PIECES: [&str; 14] = ["K", "Q", "R", "B", "N", "P", "U", "k", "q", "r", "b", "n", "p", "u"];
