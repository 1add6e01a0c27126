//! What came out, for people: mistakes and differences at their places, and the summary.

use std::fmt;
use std::format;
use std::ops::{AddAssign, Range};
use std::string::{String, ToString};
use std::vec::Vec;

use annotate_snippets::{Level, Renderer};

use crate::scenario::compare::{Field, Unlike, Value};
use crate::scenario::run::{Difference, DifferenceKind, Outcome, Status};
use crate::scenario::source::{Part, Shown};

impl Outcome {
    /// The mistakes, each with its place and a caret.
    #[must_use]
    pub fn show_mistakes(&self, renderer: &Renderer) -> String {
        let mistakes = self.found.mistakes.iter();
        paragraphs(mistakes.map(|mistake| self.source.show_mistake(mistake, renderer)))
    }

    /// The rulings that are not as expected, each with its place and what differs.
    #[must_use]
    pub fn show_differences(&self, renderer: &Renderer) -> String {
        let differences = self.found.differences.iter();
        paragraphs(differences.map(|difference| self.show(difference, "differs", renderer)))
    }

    /// One ruling that is not as expected, under this word.
    #[must_use]
    pub fn show(&self, difference: &Difference, word: &str, renderer: &Renderer) -> String {
        let after = match &difference.after {
            Some(step) => format!("after {step}"),
            None => "at the start".into(),
        };
        let (title, lines) = match &difference.kind {
            DifferenceKind::Unlike(unlike) => {
                ("not the expected ruling", unlike.iter().map(line).collect::<Vec<_>>())
            }
            DifferenceKind::Unstated(fields) => {
                let line = |(field, ron): &(Field, String)| format!("{}: {ron}", field.name());
                ("nothing is expected yet; the ruling is", fields.iter().map(line).collect())
            }
        };
        let level = Level::ERROR.with_name(word);
        let shown = Shown { title, span: self.word_of(difference), label: &after, lines: &lines };
        self.source.show(&level, &shown, renderer)
    }

    /// Line and column of a ruling that is not as expected.
    #[must_use]
    pub fn place(&self, difference: &Difference) -> (usize, usize) {
        self.source.line_and_column(self.word_of(difference).start)
    }

    fn word_of(&self, difference: &Difference) -> Range<usize> {
        let step = Part::Item(difference.step);
        self.source.locate(&[Part::Field("play"), step, Part::Word])
    }

    /// What is to be said of the file although nothing is wrong with it.
    #[must_use]
    pub fn note(&self) -> Option<String> {
        self.source.lacks_closing().then(|| {
            let path = self.source.path().display();
            format!("note: {path}: the closing is missing, as in a recording that was cut off")
        })
    }
}

/// How many files and rulings came out how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Files.
    pub files: usize,
    /// Rulings that were compared, in files without a mistake.
    pub rulings: usize,
    /// Rulings that differ.
    pub different: usize,
    /// Files with a mistake.
    pub mistaken: usize,
}

impl AddAssign<&Outcome> for Summary {
    fn add_assign(&mut self, outcome: &Outcome) {
        self.files += 1;
        if outcome.status() == Status::Mistaken {
            self.mistaken += 1;
        } else {
            self.rulings += outcome.found.rulings;
            self.different += outcome.found.differences.len();
        }
    }
}

impl<'o> FromIterator<&'o Outcome> for Summary {
    fn from_iter<I: IntoIterator<Item = &'o Outcome>>(outcomes: I) -> Self {
        outcomes.into_iter().fold(Self::default(), |mut sum, outcome| {
            sum += outcome;
            sum
        })
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let as_expected = self.rulings - self.different;
        write!(f, "{} in {}: ", count(self.rulings, "ruling"), count(self.files, "file"))?;
        write!(f, "{as_expected} as expected, {} different", self.different)?;
        match self.mistaken {
            0 => Ok(()),
            mistaken => write!(f, "; {} with mistakes", count(mistaken, "file")),
        }
    }
}

/// A number with its noun: `1 file`, `2 files`.
#[must_use]
pub fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// What differs in one field, in one line.
fn line(unlike: &Unlike) -> String {
    let name = unlike.field.name();
    if unlike.field.is_single() {
        let (expected, ruled) = (some(unlike.expected.iter()), some(unlike.ruled.iter()));
        return format!("{name}: expected {expected}, ruled {ruled}");
    }
    let parts = [("missing", some(unlike.missing())), ("unexpected", some(unlike.extra()))];
    let parts = parts.iter().filter(|(_, values)| !values.is_empty());
    let parts: Vec<_> = parts.map(|(word, values)| format!("{word} {values}")).collect();
    format!("{name}: {}", parts.join("; "))
}

/// The first values, and how many more there are.
fn some<'v>(values: impl Iterator<Item = &'v Value>) -> String {
    const SHOWN: usize = 12;
    let values: Vec<_> = values.map(|value| value.shown.as_str()).collect();
    match values.get(..SHOWN) {
        Some(first) if values.len() > SHOWN => {
            format!("{} and {} more", first.join(", "), values.len() - SHOWN)
        }
        _ => values.join(", "),
    }
}

/// Each with an empty line after it.
fn paragraphs(shown: impl Iterator<Item = String>) -> String {
    shown.map(|text| text.trim_end().to_string() + "\n\n").collect()
}
