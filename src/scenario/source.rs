//! A file's text: where things stand in it, and what is wrong with it.
//!
//! A file is first read straight into its types, which is fast and tells no places. Only after a
//! mistake or a difference [`Source::locate`] goes through the text once more to find the place.

use std::format;
use std::fs;
use std::io;
use std::iter;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::string::{String, ToString};
use std::sync::OnceLock;
use std::vec::Vec;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use ron::error::SpannedError;
use ron::value::RawValue;
use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use crate::arbiter::Misuse;
use crate::chess::fen::FenError;
use crate::chess::notation::MoveError;
use crate::eboard::frames::NotAFrame;
use crate::scenario::comments::comments;
use crate::scenario::format::{OR_NONE, Scenario, options};

/// What some editors write before the first character.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// The text of one file.
#[derive(Debug)]
pub struct Source {
    path: PathBuf,
    text: String,
    /// How many bytes at the end do not stand in the file.
    closing: usize,
    /// Where the steps of the play stand, once it was asked for.
    steps: OnceLock<Vec<Range<usize>>>,
    /// Where the lines begin, once it was asked for.
    lines: OnceLock<Vec<usize>>,
}

/// A place in a file, step by step from the whole to the part.
pub type Place = Vec<Part>;

/// One step to a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// The value of this field.
    Field(&'static str),
    /// The item with this number, from 0, of a list or between brackets.
    Item(usize),
    /// The word before the brackets.
    Word,
    /// These bytes of a text in quotes.
    Within(Range<usize>),
}

/// Something in a file that cannot be.
#[derive(Debug)]
pub struct Mistake {
    /// What is wrong.
    pub wrong: Wrong,
    /// At which bytes of the text.
    pub span: Range<usize>,
}

/// What is wrong.
#[derive(Debug)]
pub enum Wrong {
    /// The file cannot be read.
    Unreadable(io::Error),
    /// The file is not UTF-8.
    NotUtf8,
    /// The file begins with a byte order mark.
    ByteOrderMark,
    /// Not the RON of a scenario.
    Ron(ron::Error),
    /// Not a FEN, or not a valid position.
    Fen(FenError),
    /// Not a legal move, in the position of this FEN.
    Move(MoveError, String),
    /// The event cannot have happened.
    Event(Misuse),
    /// Not a picture of a board.
    Frame(NotAFrame),
    /// A touch is told in a file in which a board senses.
    ToldBesideSensed,
    /// The time is before a time that was set.
    TimeBefore(u32),
    /// No clause of any rulebook.
    Clause,
    /// No reading.
    Reading,
    /// `made` is neither a move in quotes nor `none`.
    Made,
    /// The same thing twice in one list.
    Twice(String),
}

/// A part of a file that is shown.
#[derive(Clone, Debug)]
pub(super) struct Shown<'s> {
    /// The line above.
    pub title: &'s str,
    /// The part.
    pub span: Range<usize>,
    /// What stands beside the caret.
    pub label: &'s str,
    /// The lines below.
    pub lines: &'s [String],
}

impl Source {
    /// What could be read of a file; and the mistake, if it cannot be read or is not UTF-8.
    #[must_use]
    pub fn read(path: &Path) -> (Self, Option<Mistake>) {
        match fs::read(path).map(String::from_utf8) {
            Ok(Ok(text)) => {
                let mark = text.starts_with(BYTE_ORDER_MARK);
                let span = 0..BYTE_ORDER_MARK.len_utf8();
                let mistake = Mistake { wrong: Wrong::ByteOrderMark, span };
                (Self::new(path, text), mark.then_some(mistake))
            }
            Ok(Err(error)) => {
                let start = error.utf8_error().valid_up_to();
                let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
                let end = start + char::REPLACEMENT_CHARACTER.len_utf8();
                let span = start..end;
                (Self::new(path, text), Some(Mistake { wrong: Wrong::NotUtf8, span }))
            }
            Err(error) => {
                let mistake = Mistake { wrong: Wrong::Unreadable(error), span: 0..0 };
                (Self::new(path, String::new()), Some(mistake))
            }
        }
    }

    /// A text that is, or is to be, the content of this file.
    #[must_use]
    pub fn new(path: impl Into<PathBuf>, text: String) -> Self {
        Self { path: path.into(), text, closing: 0, steps: OnceLock::new(), lines: OnceLock::new() }
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Its text, with a closing where that was missing.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text as it stands in the file.
    #[must_use]
    pub fn text_in_file(&self) -> &str {
        self.text.get(..self.text.len() - self.closing).unwrap_or(&self.text)
    }

    /// Whether the file lacks its closing.
    #[must_use]
    pub fn lacks_closing(&self) -> bool {
        self.closing > 0
    }

    /// What the file says.
    ///
    /// # Errors
    ///
    /// The first place where the text is not the RON of a scenario.
    pub fn scenario(&self) -> Result<Scenario<'_>, Mistake> {
        options().from_str(&self.text).map_err(|error| self.mistake(error))
    }

    /// The same file closed, if nothing but its closing is missing: a recording that was cut off.
    #[must_use]
    pub fn closed(&self) -> Option<Self> {
        ["\n])\n", "\n)\n"].into_iter().find_map(|closing| {
            let text = [&self.text, closing].concat();
            options().from_str::<Scenario<'_>>(&text).ok()?;
            Some(Self { closing: closing.len(), ..Self::new(&self.path, text) })
        })
    }

    /// Where a part of the file stands; if it is not there, what would hold it.
    #[must_use]
    pub fn locate(&self, place: &[Part]) -> Range<usize> {
        let (mut found, rest) = match place {
            [Part::Field("play"), Part::Item(step), rest @ ..] => {
                let step = self.steps().get(*step).cloned();
                (step.and_then(|step| self.text.get(step)).unwrap_or(&self.text), rest)
            }
            [Part::Field(field), rest @ ..] => (self.field(field).unwrap_or(&self.text), rest),
            _ => (self.text.as_str(), place),
        };
        for part in rest {
            match inner(found, part) {
                Some(part) => found = part,
                None => break,
            }
        }
        self.span(found)
    }

    /// Line and column of a byte, both from 1; columns count characters.
    #[must_use]
    pub fn line_and_column(&self, at: usize) -> (usize, usize) {
        let lines = self.lines.get_or_init(|| {
            let ends = self.text.match_indices('\n');
            iter::once(0).chain(ends.map(|(end, _)| end + 1)).collect()
        });
        let line = lines.partition_point(|&start| start <= at);
        let start = line.checked_sub(1).and_then(|line| lines.get(line).copied());
        let before = self.text.get(start.unwrap_or_default()..at).unwrap_or_default();
        (line, before.chars().count() + 1)
    }

    /// Shows a mistake with its place: `error: ...`, file, line, column and a caret.
    #[must_use]
    pub fn show_mistake(&self, mistake: &Mistake, renderer: &Renderer) -> String {
        let wrong = &mistake.wrong;
        if let Wrong::Unreadable(error) = wrong {
            let title = format!("{}: {error}", self.path.display());
            return renderer.render(&[Group::with_title(Level::ERROR.primary_title(title))]);
        }
        let (title, label, lines) = (wrong.what(), wrong.right(), wrong.more());
        let span = mistake.span.clone();
        let shown = Shown { title: &title, span, label: &label, lines: &lines };
        self.show(&Level::ERROR, &shown, renderer)
    }

    /// Shows a part of the file.
    #[must_use]
    pub(super) fn show(&self, level: &Level<'_>, shown: &Shown<'_>, renderer: &Renderer) -> String {
        let Shown { title, span, label, lines } = shown;
        let text = self.text_in_file();
        let span = span.start.min(text.len())..span.end.min(text.len());
        // Only the lines concerned, for the whole may be long.
        let first =
            text.get(..span.start).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
        let after = text.get(span.end..).unwrap_or_default();
        let last = span.end + after.find('\n').unwrap_or(after.len());
        let label = (!label.is_empty()).then_some(*label);
        let snippet = Snippet::source(text.get(first..last).unwrap_or_default())
            .line_start(self.line_and_column(first).0)
            .path(self.path.to_string_lossy())
            .annotation(
                AnnotationKind::Primary.span(span.start - first..span.end - first).label(label),
            );
        let group: Group<'_> = level.clone().primary_title(*title).element(snippet);
        let lines = lines.iter().map(|line| Level::NOTE.no_name().message(line));
        renderer.render(&[group.elements(lines)])
    }

    fn steps(&self) -> &[Range<usize>] {
        self.steps.get_or_init(|| {
            let play = self.field("play").unwrap_or_default();
            let steps = options().from_str::<Vec<&RawValue>>(play).unwrap_or_default();
            steps.into_iter().map(|step| self.span(bare(step))).collect()
        })
    }

    /// The value of a field of the scenario, as it stands in the text.
    fn field(&self, name: &str) -> Option<&str> {
        field(&self.text, name)
    }

    /// Where a part of the text stands in it.
    fn span(&self, part: &str) -> Range<usize> {
        let start = part.as_ptr() as usize - self.text.as_ptr() as usize;
        start..start + part.len()
    }

    fn mistake(&self, error: SpannedError) -> Mistake {
        let start = self.byte(error.span.start);
        let end = self.byte(error.span.end);
        let span = match error.code {
            ron::Error::NoSuchEnumVariant { .. }
            | ron::Error::NoSuchStructField { .. }
            | ron::Error::DuplicateStructField { .. }
            | ron::Error::InvalidValueForType { .. }
            | ron::Error::IntegerOutOfBounds
            | ron::Error::ExpectedStringEnd => self.trimmed(start..end),
            ron::Error::Message(_) | ron::Error::ExpectedDifferentStructName { .. } => {
                self.token_before(end)
            }
            ron::Error::UnclosedBlockComment => {
                let begins = comments(&self.text).pop().and_then(|comment| comment.get(..2));
                begins.map_or(start..start, |begins| self.span(begins))
            }
            _ => self.token_at(end),
        };
        Mistake { wrong: Wrong::Ron(error.code), span }
    }

    fn byte(&self, position: ron::error::Position) -> usize {
        let lines = self.text.split_inclusive('\n');
        let start: usize = lines.clone().take(position.line - 1).map(str::len).sum();
        let line = lines.clone().nth(position.line - 1).unwrap_or_default();
        start + line.chars().take(position.col - 1).map(char::len_utf8).sum::<usize>()
    }

    fn trimmed(&self, span: Range<usize>) -> Range<usize> {
        let text = self.text.get(span.clone()).unwrap_or_default();
        let start = span.end - text.trim_start().len();
        start..start + text.trim().len()
    }

    /// The word or sign that begins here; at the end of the text the last one.
    fn token_at(&self, at: usize) -> Range<usize> {
        let rest = self.text.get(at..).unwrap_or_default();
        let start = at + rest.len() - rest.trim_start().len();
        let rest = rest.trim_start();
        let word = word(rest);
        match rest.chars().next() {
            None => self.token_before(at),
            Some(sign) if word.is_empty() => start..start + sign.len_utf8(),
            Some(_) => start..start + word.len(),
        }
    }

    /// The word or sign that ends here.
    fn token_before(&self, at: usize) -> Range<usize> {
        let before = self.text.get(..at).unwrap_or_default().trim_end();
        let rest = before.trim_end_matches(is_word);
        let last = before.chars().next_back().map_or(0, char::len_utf8);
        before.len() - last.max(before.len() - rest.len())..before.len()
    }
}

impl Wrong {
    /// The mistake in one line.
    #[must_use]
    pub fn what(&self) -> String {
        match self {
            Self::Unreadable(error) => error.to_string(),
            Self::NotUtf8 => "the file is not UTF-8".into(),
            Self::ByteOrderMark => "the file begins with a byte order mark".into(),
            Self::Ron(error) => ron_what(error),
            Self::Fen(FenError::Syntax { field, .. }) => format!("not a FEN: its {field} field"),
            Self::Fen(FenError::Invalid(_)) => "not a valid position".into(),
            Self::Move(error, _) => error.to_string(),
            Self::Event(misuse) => misuse.to_string(),
            Self::Frame(_) => "not a picture of a board".into(),
            Self::ToldBesideSensed => {
                "what a board senses and what a person tells are mixed in one file".into()
            }
            Self::TimeBefore(_) => "time goes back".into(),
            Self::Clause => "no such clause".into(),
            Self::Reading => "no such reading".into(),
            Self::Made => "not a move in quotes".into(),
            Self::Twice(what) => format!("{what} stands twice in one list"),
        }
    }

    /// What would be right, to stand at the place itself; may be empty.
    #[must_use]
    pub fn right(&self) -> String {
        match self {
            Self::ByteOrderMark => "save it as UTF-8 without the mark".into(),
            Self::Ron(error) => ron_right(error),
            Self::Fen(FenError::Syntax { expected, .. }) => expected.to_string(),
            Self::Frame(wrong) => format!("expected {}", wrong.expected),
            Self::Event(_) => "this cannot have happened".into(),
            Self::ToldBesideSensed => "lifted, placed or frame tell of touches here".into(),
            Self::TimeBefore(before) => format!("expected {before} or more"),
            Self::Clause => {
                "written as 4.4.2, FIDE 4.4.2, FIDE-1997 4.4b, US 10I2 or Lesson 7.3(2)".into()
            }
            Self::Reading => "written as R-1 or R-2b".into(),
            Self::Made => "expected a move, as in \"e1g1\", or none".into(),
            Self::Twice(_) => "each once".into(),
            _ => String::new(),
        }
    }

    /// What else there is to say, a line each.
    #[must_use]
    pub fn more(&self) -> Vec<String> {
        match self {
            Self::Ron(ron::Error::NoSuchEnumVariant { expected, outer, .. }) => {
                let or_none = outer.as_deref().is_some_and(|name| name == OR_NONE);
                let none = if or_none { ", none" } else { "" };
                Vec::from([format!("known here: {}{none}", expected.join(", "))])
            }
            Self::Ron(ron::Error::NoSuchStructField { expected, .. }) => {
                Vec::from([format!("known here: {}", expected.join(", "))])
            }
            Self::Fen(FenError::Invalid(invalid)) => {
                invalid.reasons().map(|reason| reason.to_string()).collect()
            }
            Self::Move(_, fen) => Vec::from([format!("in the position {fen}")]),
            _ => Vec::new(),
        }
    }
}

fn ron_what(error: &ron::Error) -> String {
    use ron::Error;
    match error {
        Error::NoSuchEnumVariant { found, .. } => format!("unknown word `{found}`"),
        Error::NoSuchStructField { found, .. } => format!("unknown field `{found}`"),
        Error::DuplicateStructField { field, .. } => format!("the field `{field}` stands twice"),
        Error::MissingStructField { field, .. } => format!("the field `{field}` is missing"),
        Error::InvalidValueForType { found, expected } => {
            let found = found.strip_prefix("the string ").unwrap_or(found).trim_matches('"');
            format!("expected {expected}, not `{found}`")
        }
        Error::ExpectedDifferentLength { .. } => "too few items between the brackets".into(),
        Error::ExpectedNamedStructLike(_) => "expected `(`, the beginning of a scenario".into(),
        Error::ExpectedDifferentStructName { found, .. } => format!("expected `(`, not `{found}`"),
        Error::SuggestRawIdentifier(found) if found.contains('-') => {
            format!("unknown word `{found}`")
        }
        Error::ExpectedIdentifier | Error::SuggestRawIdentifier(_) => {
            "expected a bare word, without quotes".into()
        }
        Error::ExpectedString => "expected a text in quotes".into(),
        Error::ExpectedBoolean => "expected true or false".into(),
        Error::ExpectedInteger => "expected a whole number".into(),
        Error::IntegerOutOfBounds => "the number is too large or too small".into(),
        Error::ExpectedStringEnd => "a text without its closing quote".into(),
        Error::UnclosedBlockComment => "a comment without its end".into(),
        Error::Eof => "the file ends too early".into(),
        Error::TrailingCharacters => "something follows the end of the scenario".into(),
        Error::Message(message) => message.clone(),
        other => {
            let text = other.to_string();
            text.strip_prefix("Expected").map_or(text.clone(), |rest| format!("expected{rest}"))
        }
    }
}

fn ron_right(error: &ron::Error) -> String {
    use ron::Error;
    let text = match error {
        Error::DuplicateStructField { .. } => "each once",
        Error::ExpectedDifferentLength { .. } => "expected another item before this",
        Error::ExpectedComma => "before this",
        Error::Eof => "expected more after this",
        Error::ExpectedStringEnd | Error::UnclosedBlockComment => "it begins here",
        Error::TrailingCharacters => "expected nothing more",
        Error::SuggestRawIdentifier(found) if found.contains('-') => {
            return format!("expected underscores, as in {}", found.replace('-', "_"));
        }
        _ => "",
    };
    text.into()
}

/// The part of a piece of RON, as it stands in the text.
fn inner<'t>(ron: &'t str, part: &Part) -> Option<&'t str> {
    match part {
        Part::Field(name) => field(brackets(ron)?, name),
        Part::Item(number) if ron.starts_with('[') => {
            options().from_str::<Vec<&RawValue>>(ron).ok()?.get(*number).map(|item| bare(item))
        }
        Part::Item(number) => {
            let Bracketed(items) = options().from_str(brackets(ron)?).ok()?;
            items.get(*number).map(|item| bare(item))
        }
        Part::Word => Some(word(ron)).filter(|word| !word.is_empty()),
        Part::Within(bytes) => {
            let quote = ron.find('"')? + 1;
            let escaped = ron.starts_with('"') && ron.contains('\\');
            let end = ron.rfind('"')?;
            let (from, to) = (quote + bytes.start, (quote + bytes.end).min(end));
            // An empty place, at the end of the text, is that of the closing quote.
            ron.get(from..to.max(from + 1)).filter(|_| !escaped)
        }
    }
}

/// The value of a field of a struct without its name, as it stands in the text.
fn field<'t>(ron: &'t str, name: &str) -> Option<&'t str> {
    let Fields(fields) = options().from_str(ron).ok()?;
    fields.into_iter().find_map(|(field, value)| (field == name).then_some(bare(value)))
}

/// A value without the blanks and comments around it.
fn bare(value: &RawValue) -> &str {
    value.trim().get_ron()
}

/// What stands between the brackets, with them.
fn brackets(ron: &str) -> Option<&str> {
    ron.get(ron.find('(')?..)
}

fn word(text: &str) -> &str {
    text.split(|sign| !is_word(sign)).next().unwrap_or_default()
}

fn is_word(sign: char) -> bool {
    sign.is_alphanumeric() || sign == '_'
}

/// The fields of a struct as they stand in the text.
struct Fields<'t>(Vec<(&'t str, &'t RawValue)>);

impl<'de: 't, 't> Deserialize<'de> for Fields<'t> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_struct("Scenario", &[], RawVisitor).map(Self)
    }
}

/// The items between brackets as they stand in the text.
struct Bracketed<'t>(Vec<&'t RawValue>);

impl<'de: 't, 't> Deserialize<'de> for Bracketed<'t> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let items = deserializer.deserialize_tuple(0, RawVisitor)?;
        Ok(Self(items.into_iter().map(|(_, value)| value).collect()))
    }
}

struct RawVisitor;

impl<'de> Visitor<'de> for RawVisitor {
    type Value = Vec<(&'de str, &'de RawValue)>;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("RON")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut fields = Vec::new();
        while let Some(field) = map.next_entry()? {
            fields.push(field);
        }
        Ok(fields)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = list.next_element()? {
            items.push(("", item));
        }
        Ok(items)
    }
}
