//! A ruling beside the one that a file expects.

use std::format;
use std::iter;
use std::ops::Range;
use std::str::FromStr;
use std::string::{String, ToString};
use std::vec::Vec;

use ron::value::RawValue;
use serde::Serialize;

use crate::chess::moves::{LegalMoves, Move};
use crate::chess::notation::parse_move_among;
use crate::chess::piece::Wings;
use crate::chess::position::Position;
use crate::clause::{Clause, Clauses, Source};
use crate::game::Game;
use crate::law::rulebooks::Rulebook;
use crate::ruling::{self, Claim, Duty, Infraction, Penalty, Ruling, Verdict};
use crate::scenario::format::{Allowed, Differing, Expected, NotAMove, OrNone, Text, made, ron};
use crate::scenario::source::{Part, Place, Wrong};

/// A field of `ruling(...)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Field {
    /// The duty in one word.
    Verdict,
    /// The ways to comply.
    Must,
    /// The move that is made.
    Made,
    /// The moves that may still be made.
    Allowed,
    /// The clauses.
    Because,
    /// The readings.
    Readings,
    /// The breaches.
    Infractions,
    /// What they cost.
    Penalty,
    /// The answer to a claim.
    Claim,
    /// The rulebooks that would allow another set.
    Differs,
}

impl Field {
    /// Every field, in the order in which a file states them.
    pub const ALL: [Self; 10] = [
        Self::Verdict,
        Self::Must,
        Self::Made,
        Self::Allowed,
        Self::Because,
        Self::Readings,
        Self::Infractions,
        Self::Penalty,
        Self::Claim,
        Self::Differs,
    ];

    /// Its name in a file.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Verdict => "verdict",
            Self::Must => "must",
            Self::Made => "made",
            Self::Allowed => "allowed",
            Self::Because => "because",
            Self::Readings => "readings",
            Self::Infractions => "infractions",
            Self::Penalty => "penalty",
            Self::Claim => "claim",
            Self::Differs => "differs",
        }
    }

    /// Whether it is one value, and not a list.
    #[must_use]
    pub const fn is_single(self) -> bool {
        matches!(self, Self::Verdict | Self::Made | Self::Penalty | Self::Claim)
    }
}

/// A value of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// As people read it: moves in SAN.
    pub shown: String,
    /// As programs read it: moves in UCI.
    pub code: String,
}

/// A field in which a ruling is not the expected one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unlike {
    /// Which field.
    pub field: Field,
    /// What the file states.
    pub expected: Vec<Value>,
    /// What was ruled.
    pub ruled: Vec<Value>,
    /// What was ruled, as RON.
    pub ron: String,
}

impl Unlike {
    /// What is expected and was not ruled.
    pub fn missing(&self) -> impl Iterator<Item = &Value> {
        self.expected.iter().filter(|value| !self.ruled.contains(value))
    }

    /// What was ruled and is not expected.
    pub fn extra(&self) -> impl Iterator<Item = &Value> {
        self.ruled.iter().filter(|value| !self.expected.contains(value))
    }
}

/// The ruling of a game as things stand, beside the expected one: the fields in which it differs,
/// and the mistakes in what is expected, with their places inside `ruling(...)`.
#[must_use]
pub fn compare(
    expected: &Expected<'_>,
    game: &Game,
    ruling: &Ruling,
) -> (Vec<Unlike>, Vec<(Place, Wrong)>) {
    let mut comparison = Comparison { ruled: Ruled::new(game, ruling), wrong: Vec::new() };
    (comparison.unlike(expected), comparison.wrong)
}

/// The ruling of a game as things stand, as a file states it in full: every field that says
/// something, with its RON.
#[must_use]
pub fn in_full(game: &Game, ruling: &Ruling) -> Vec<(Field, String)> {
    let ruled = Ruled::new(game, ruling);
    let says = |&field: &Field| ruled.says(field);
    Field::ALL.into_iter().filter(says).map(|field| (field, ruled.ron(field))).collect()
}

/// A ruling, with what it takes to state it.
struct Ruled<'g> {
    game: &'g Game,
    ruling: &'g Ruling,
}

impl<'g> Ruled<'g> {
    fn new(game: &'g Game, ruling: &'g Ruling) -> Self {
        Self { game, ruling }
    }

    fn position(&self) -> &'g Position {
        self.game.arbiter().position()
    }

    fn moves(&self) -> LegalMoves<'g> {
        LegalMoves::new(self.position())
    }

    fn says(&self, field: Field) -> bool {
        let ruling = self.ruling;
        match field {
            Field::Verdict | Field::Allowed | Field::Because => true,
            Field::Must => ruling.verdict == Verdict::Must,
            Field::Made => ruling.made.is_some(),
            Field::Readings => !ruling.readings.is_empty(),
            Field::Infractions => !ruling.infractions.is_empty(),
            Field::Penalty => self.penalty().0.is_some(),
            Field::Claim => ruling.claim.is_some(),
            Field::Differs => false,
        }
    }

    /// A field as RON.
    fn ron(&self, field: Field) -> String {
        let ruling = self.ruling;
        match field {
            Field::Verdict => ron(&ruling.verdict),
            Field::Must => list(ruling.options(self.moves()).map(|duty| ron(&duty))),
            Field::Made => match ruling.made {
                Some(made) => format!("\"{}\"", made.uci(self.position())),
                None => NONE.into(),
            },
            Field::Allowed => self.set(&ruling.allowed.iter(self.moves()).collect::<Vec<_>>()),
            Field::Because => list(ruling.because.iter().map(|clause| ron(&short(clause)))),
            Field::Readings => list(ruling.readings.iter().map(|reading| ron(&reading.id()))),
            Field::Infractions => list(ruling.infractions.iter().map(|breach| ron(&breach.kind))),
            Field::Penalty => or_none(&self.penalty()),
            Field::Claim => or_none(&OrNone(ruling.claim)),
            Field::Differs => list(self.game.differs().iter().map(|differing| {
                let set = self.set(&differing.allowed);
                format!("(rules: {}, allowed: {set})", rulebook(differing.rules))
            })),
        }
    }

    /// A set of moves as RON: castling first, the others in the order of their UCI.
    fn set(&self, moves: &[Move]) -> String {
        if !moves.is_empty() && moves.len() == self.moves().iter().count() {
            return "any".into();
        }
        let castling = |it: &Move| matches!(it, Move::Castle(_)).then(|| self.shown(*it).shown);
        let castles = moves.iter().filter_map(castling);
        let ordinary = |it: &Move| matches!(it, Move::Normal { .. }).then(|| self.shown(*it).code);
        let mut others: Vec<_> = moves.iter().filter_map(ordinary).collect();
        others.sort();
        let texts: Vec<_> = castles.chain(others).collect();
        format!("only(\"{}\")", texts.join(" "))
    }

    fn shown(&self, a_move: Move) -> Value {
        Value {
            shown: a_move.san(self.position()).to_string(),
            code: a_move.uci(self.position()).to_string(),
        }
    }

    /// What the breaches cost together: two faults in one move count once.
    fn penalty(&self) -> OrNone<Penalty> {
        OrNone(self.ruling.infractions.iter().find_map(|breach| breach.penalty))
    }
}

struct Comparison<'g> {
    ruled: Ruled<'g>,
    wrong: Vec<(Place, Wrong)>,
}

impl Comparison<'_> {
    fn unlike(&mut self, expected: &Expected<'_>) -> Vec<Unlike> {
        let mut unlike = Vec::new();
        unlike.extend(expected.verdict.and_then(|verdict| self.verdict(verdict)));
        unlike.extend(expected.must.as_deref().and_then(|must| self.must(must)));
        unlike.extend(expected.made.and_then(|stated| self.made(stated)));
        unlike.extend(expected.allowed.as_ref().and_then(|allowed| self.allowed(allowed)));
        unlike.extend(expected.because.as_deref().and_then(|because| self.because(because)));
        unlike.extend(expected.readings.as_deref().and_then(|readings| self.readings(readings)));
        unlike.extend(expected.infractions.as_deref().and_then(|kinds| self.infractions(kinds)));
        unlike.extend(expected.penalty.and_then(|penalty| self.penalty(penalty)));
        unlike.extend(expected.claim.and_then(|claim| self.claim(claim)));
        unlike.extend(expected.differs.as_deref().and_then(|differs| self.differs(differs)));
        unlike
    }

    fn verdict(&self, expected: Verdict) -> Option<Unlike> {
        self.one(Field::Verdict, expected, self.ruled.ruling.verdict, |it| plain(ron(it)))
    }

    fn must(&mut self, expected: &[Duty]) -> Option<Unlike> {
        self.each_once(Field::Must, expected, ron);
        let ruled = || self.ruled.ruling.options(self.ruled.moves());
        self.list(Field::Must, expected, ruled, |duty| plain(ron(duty)))
    }

    fn made(&mut self, stated: &RawValue) -> Option<Unlike> {
        let place = [Part::Field(Field::Made.name())];
        let expected = match made(stated) {
            Ok(None) => None,
            Ok(Some(text)) => Some(self.legal(&text, 0..text.len(), &place)?),
            Err(NotAMove) => {
                self.wrong.push((place.into(), Wrong::Made));
                return None;
            }
        };
        self.one(Field::Made, expected, self.ruled.ruling.made, |made| match made {
            Some(a_move) => self.ruled.shown(*a_move),
            None => plain(NONE.into()),
        })
    }

    fn allowed(&mut self, expected: &Allowed<'_>) -> Option<Unlike> {
        if self.is_as_described(expected) {
            return None;
        }
        let text = [Part::Field(Field::Allowed.name()), Part::Item(0)];
        let expected = self.set(expected, &text)?;
        let ruled = || self.ruled.ruling.allowed.iter(self.ruled.moves());
        self.list(Field::Allowed, &expected, ruled, |&a_move| self.ruled.shown(a_move))
    }

    fn because(&mut self, expected: &[Text<'_>]) -> Option<Unlike> {
        let expected: Vec<Clause> = self.named(Field::Because, expected, || Wrong::Clause)?;
        let ruled = self.ruled.ruling.because;
        // Sets are compared at once; a list of what was ruled is made only to show it.
        if expected.iter().copied().collect::<Clauses>() == ruled {
            return None;
        }
        self.list(Field::Because, &expected, || ruled.iter(), |clause| plain(clause.to_string()))
    }

    fn readings(&mut self, expected: &[Text<'_>]) -> Option<Unlike> {
        let expected = self.named(Field::Readings, expected, || Wrong::Reading)?;
        let ruled = || self.ruled.ruling.readings.iter();
        self.list(Field::Readings, &expected, ruled, |reading| plain(reading.to_string()))
    }

    fn infractions(&mut self, expected: &[Infraction]) -> Option<Unlike> {
        self.each_once(Field::Infractions, expected, ron);
        let ruled = || self.ruled.ruling.infractions.iter().map(|breach| breach.kind);
        self.list(Field::Infractions, expected, ruled, |kind| plain(ron(kind)))
    }

    fn penalty(&self, expected: OrNone<Penalty>) -> Option<Unlike> {
        self.one(Field::Penalty, expected, self.ruled.penalty(), |it| plain(or_none(it)))
    }

    fn claim(&self, expected: OrNone<Claim>) -> Option<Unlike> {
        let ruled = OrNone(self.ruled.ruling.claim);
        self.one(Field::Claim, expected, ruled, |it| plain(or_none(it)))
    }

    fn differs(&mut self, expected: &[Differing<'_>]) -> Option<Unlike> {
        let rulebooks: Vec<_> = expected.iter().map(|differing| differing.rules).collect();
        self.each_once(Field::Differs, &rulebooks, |&rules| rulebook(rules));
        let mut stated = Vec::new();
        for (number, differing) in expected.iter().enumerate() {
            let differs = Part::Field(Field::Differs.name());
            let allowed = Part::Field(Field::Allowed.name());
            let text = [differs, Part::Item(number), allowed, Part::Item(0)];
            let moves = match &differing.allowed {
                Some(allowed) => Some(sorted(self.set(allowed, &text)?)),
                None => None,
            };
            stated.push((differing.rules, moves));
        }
        let ruled: Vec<_> = (self.ruled.game.differs().into_iter())
            .map(|differing| match stated.contains(&(differing.rules, None)) {
                true => (differing.rules, None),
                false => (differing.rules, Some(sorted(differing.allowed))),
            })
            .collect();
        let ruled = || ruled.iter().cloned();
        self.list(Field::Differs, &stated, ruled, |(rules, moves)| self.differing(*rules, moves))
    }

    fn differing(&self, rules: Rulebook, moves: &Option<Vec<Move>>) -> Value {
        let Some(moves) = moves else {
            return Value { shown: rulebook(rules), code: rules.id().into() };
        };
        let moves: Vec<_> = moves.iter().map(|&a_move| self.ruled.shown(a_move)).collect();
        let join = |rules: &str, of: fn(&Value) -> &str| {
            let texts: Vec<_> = moves.iter().map(of).collect();
            format!("{rules}: {}", texts.join(" "))
        };
        Value {
            shown: join(&rulebook(rules), |value| &value.shown),
            code: join(rules.id(), |value| &value.code),
        }
    }

    /// A field of one value, if it is another than expected.
    fn one<T: Copy + PartialEq>(
        &self,
        field: Field,
        expected: T,
        ruled: T,
        value: impl Fn(&T) -> Value,
    ) -> Option<Unlike> {
        self.list(field, &[expected], || iter::once(ruled), value)
    }

    /// A field, if the two lists are not the same as sets.
    fn list<T: PartialEq, R: Iterator<Item = T>>(
        &self,
        field: Field,
        expected: &[T],
        ruled: impl Fn() -> R,
        value: impl Fn(&T) -> Value,
    ) -> Option<Unlike> {
        let one_more = |number, item| expected.contains(&item).then_some(number + 1);
        let same = ruled().try_fold(0, one_more) == Some(expected.len());
        (!same).then(|| self.told(field, expected, &ruled().collect::<Vec<_>>(), value))
    }

    /// Both sides of a field in words. Apart from what is done for every ruling, since it is rare.
    #[cold]
    fn told<T>(
        &self,
        field: Field,
        expected: &[T],
        ruled: &[T],
        value: impl Fn(&T) -> Value,
    ) -> Unlike {
        Unlike {
            field,
            expected: expected.iter().map(&value).collect(),
            ruled: ruled.iter().map(&value).collect(),
            ron: self.ruled.ron(field),
        }
    }

    /// Whether what was ruled is described as the expected set is, so that no move need be listed.
    fn is_as_described(&self, expected: &Allowed<'_>) -> bool {
        let moves = self.ruled.moves();
        let legal = |set: ruling::Allowed| ruling::Allowed { castles: set.castles(moves), ..set };
        self.described(expected).map(legal) == Some(legal(self.ruled.ruling.allowed))
    }

    /// An expected set, if it is not listed move by move.
    fn described(&self, expected: &Allowed<'_>) -> Option<ruling::Allowed> {
        let moves = self.ruled.moves();
        let pieces = match expected {
            Allowed::Any => moves.own(),
            Allowed::From(squares) => *squares & moves.own(),
            Allowed::Only(_) => return None,
        };
        let castles = if pieces.contains(moves.king()) { Wings::BOTH } else { Wings::NONE };
        Some(ruling::Allowed::moves_of(pieces).with_castling(castles))
    }

    /// The moves of an expected set; none after a mistake in the text that lists them.
    fn set(&mut self, expected: &Allowed<'_>, text: &[Part]) -> Option<Vec<Move>> {
        match expected {
            Allowed::Only(moves) => self.listed(moves, text),
            Allowed::Any | Allowed::From(_) => {
                let set = self.described(expected)?;
                Some(set.iter(self.ruled.moves()).collect())
            }
        }
    }

    fn listed(&mut self, text: &str, place: &[Part]) -> Option<Vec<Move>> {
        let mut moves = Vec::new();
        let before = self.wrong.len();
        for (at, word) in words(text) {
            let Some(a_move) = self.legal(word, at.clone(), place) else { continue };
            if moves.contains(&a_move) {
                self.wrong.push((within(place, at), Wrong::Twice(word.into())));
            }
            moves.push(a_move);
        }
        (self.wrong.len() == before).then_some(moves)
    }

    fn legal(&mut self, text: &str, at: Range<usize>, place: &[Part]) -> Option<Move> {
        match parse_move_among(text, self.ruled.moves()) {
            Ok(a_move) => Some(a_move),
            Err(error) => {
                let fen = self.ruled.position().to_string();
                self.wrong.push((within(place, at), Wrong::Move(error, fen)));
                None
            }
        }
    }

    /// The things that these texts name; none after a mistake.
    fn named<T: FromStr + PartialEq>(
        &mut self,
        field: Field,
        texts: &[Text<'_>],
        wrong: impl Fn() -> Wrong,
    ) -> Option<Vec<T>> {
        let before = self.wrong.len();
        let mut named = Vec::with_capacity(texts.len());
        for (number, text) in texts.iter().enumerate() {
            let place = || Vec::from([Part::Field(field.name()), Part::Item(number)]);
            match text.parse() {
                Ok(it) if named.contains(&it) => {
                    self.wrong.push((place(), Wrong::Twice(text.to_string())));
                }
                Ok(it) => named.push(it),
                Err(_) => self.wrong.push((place(), wrong())),
            }
        }
        (self.wrong.len() == before).then_some(named)
    }

    fn each_once<T: PartialEq>(&mut self, field: Field, list: &[T], text: fn(&T) -> String) {
        for (number, item) in list.iter().enumerate() {
            if list.iter().take(number).any(|earlier| earlier == item) {
                let place = Vec::from([Part::Field(field.name()), Part::Item(number)]);
                self.wrong.push((place, Wrong::Twice(text(item))));
            }
        }
    }
}

/// The words of a text, each with its bytes in it.
pub(super) fn words(text: &str) -> impl Iterator<Item = (Range<usize>, &str)> {
    text.split_ascii_whitespace().map(|word| {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        (start..start + word.len(), word)
    })
}

/// Some bytes of the text at a place.
pub(super) fn within(place: &[Part], bytes: Range<usize>) -> Place {
    [place, &[Part::Within(bytes)]].concat()
}

/// The word for nothing.
const NONE: &str = "none";

fn or_none<T: Serialize>(value: &OrNone<T>) -> String {
    value.0.as_ref().map_or_else(|| NONE.into(), ron)
}

fn list(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(", "))
}

fn plain(text: String) -> Value {
    Value { shown: text.clone(), code: text }
}

/// A clause as files cite it: without the name of the text where that is FIDE's.
fn short(clause: Clause) -> String {
    match clause.source() {
        Source::Fide2023 => clause.article().into(),
        _ => clause.to_string(),
    }
}

/// A rulebook as files name it.
fn rulebook(rules: Rulebook) -> String {
    rules.id().replace('-', "_")
}

fn sorted(mut moves: Vec<Move>) -> Vec<Move> {
    moves.sort();
    moves
}
