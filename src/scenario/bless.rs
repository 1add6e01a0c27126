//! Accepts the rulings as they came out: rewrites a file where it expected others.
//!
//! Only bytes inside `ruling(...)` change, and there only the fields that differ; everything else
//! stays as it was written. A comment inside of what is replaced moves above the ruling.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt;
use std::format;
use std::fs;
use std::io::{self, Write};
use std::ops::Range;
use std::path::Path;
use std::process;
use std::string::String;
use std::vec::Vec;

use crate::scenario::comments::comments;
use crate::scenario::compare::Field;
use crate::scenario::run::{Difference, DifferenceKind, Outcome, Runner, Status};
use crate::scenario::source::{Part, Source};

/// A file with its rulings accepted.
#[derive(Debug)]
pub struct Blessed {
    /// The new text of the file.
    pub text: String,
    /// How often each field was rewritten or filled in.
    pub fields: BTreeMap<Field, usize>,
}

/// Why a file is not blessed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It has mistakes; they are never blessed.
    Mistaken,
    /// It has a source, whose ruling is expected.
    Cited(String),
    /// The rulings would not be as expected even so.
    InVain,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mistaken => f.write_str("a file with mistakes is not blessed"),
            Self::Cited(source) => write!(
                f,
                "the ruling of a source is expected here ({source}); \
                 to overwrite it give --bless twice"
            ),
            Self::InVain => f.write_str("the rulings would not be as expected even if blessed"),
        }
    }
}

impl std::error::Error for Refusal {}

/// Accepts the rulings of a file. A file with a source is blessed only if `cited_too` is said.
///
/// # Errors
///
/// [`Refusal`]: the file stays as it is.
pub fn bless(outcome: &Outcome, cited_too: bool, runner: &Runner) -> Result<Blessed, Refusal> {
    let found = &outcome.found;
    if outcome.status() == Status::Mistaken {
        return Err(Refusal::Mistaken);
    }
    if let Some(source) = found.cited.as_ref().filter(|_| !cited_too) {
        return Err(Refusal::Cited(source.clone()));
    }
    let mut text = String::from(outcome.source.text_in_file());
    let mut fields = BTreeMap::new();
    for difference in found.differences.iter().rev() {
        for edit in edits(&outcome.source, difference) {
            text.replace_range(edit.span, &edit.text);
        }
        for field in touched(difference) {
            *fields.entry(field).or_default() += 1;
        }
    }
    let after = runner.play(Source::new(outcome.source.path(), text.clone()));
    match after.status() {
        Status::AsExpected => Ok(Blessed { text, fields }),
        Status::Differs | Status::Mistaken => Err(Refusal::InVain),
    }
}

/// Puts a text in the place of a file: written beside it first, then renamed, so that the file is
/// whole at any time.
///
/// # Errors
///
/// The file system's; the file is then as it was.
pub fn save(path: &Path, text: &str) -> io::Result<()> {
    let path = path.canonicalize()?;
    let permissions = fs::metadata(&path)?.permissions();
    if permissions.readonly() {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "the file is read-only"));
    }
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}.new", process::id()));
    let beside = path.with_file_name(name);
    let written = fs::File::create_new(&beside).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.set_permissions(permissions)?;
        file.sync_all()?;
        fs::rename(&beside, &path)
    });
    if written.is_err() {
        // What went wrong before is what counts.
        let _ = fs::remove_file(&beside);
    }
    written
}

struct Edit {
    span: Range<usize>,
    text: String,
}

fn touched(difference: &Difference) -> Vec<Field> {
    match &difference.kind {
        DifferenceKind::Unlike(unlike) => unlike.iter().map(|unlike| unlike.field).collect(),
        DifferenceKind::Unstated(fields) => fields.iter().map(|(field, _)| *field).collect(),
    }
}

/// The edits of one ruling, the last in the text first.
fn edits(source: &Source, difference: &Difference) -> Vec<Edit> {
    let item = [Part::Field("play"), Part::Item(difference.step)];
    let ruling = source.locate(&item);
    let line = Line::of(source.text(), ruling.start);
    let mut edits: Vec<_> = match &difference.kind {
        DifferenceKind::Unlike(unlike) => unlike
            .iter()
            .map(|unlike| {
                let field = Part::Field(unlike.field.name());
                let span = source.locate(&[item.as_slice(), &[field]].concat());
                Edit { span, text: unlike.ron.clone() }
            })
            .collect(),
        DifferenceKind::Unstated(fields) => {
            Vec::from([Edit { span: ruling.clone(), text: line.ruling(fields) }])
        }
    };
    edits.sort_by_key(|edit| edit.span.start);
    let replaced = edits.iter().filter_map(|edit| source.text().get(edit.span.clone()));
    let above: String = replaced.flat_map(comments).map(|comment| line.above(comment)).collect();
    edits.insert(0, Edit { span: ruling.start..ruling.start, text: above });
    edits.reverse();
    edits
}

/// The line on which a ruling begins.
struct Line<'t> {
    indent: &'t str,
    /// How many columns stand before the ruling.
    before: usize,
    end: &'static str,
}

impl<'t> Line<'t> {
    const WIDTH: usize = 100;

    fn of(text: &'t str, at: usize) -> Self {
        let before = text.get(..at).unwrap_or_default();
        let line = before.rsplit('\n').next().unwrap_or_default();
        let indent = line.get(..line.len() - line.trim_start().len()).unwrap_or_default();
        Self {
            indent,
            before: line.chars().count(),
            end: if text.contains("\r\n") { "\r\n" } else { "\n" },
        }
    }

    fn above(&self, comment: &str) -> String {
        [comment, self.end, self.indent].concat()
    }

    /// `ruling(...)` with these fields: on one line if that is not too long.
    fn ruling(&self, fields: &[(Field, String)]) -> String {
        let fields = fields.iter().map(|(field, ron)| format!("{}: {ron}", field.name()));
        let fields: Vec<_> = fields.collect();
        let short = format!("ruling({})", fields.join(", "));
        if self.before + short.len() < Self::WIDTH {
            return short;
        }
        let Self { indent, end, .. } = self;
        let lines = fields.iter().map(|field| format!("{indent}    {field},{end}"));
        format!("ruling({end}{}{indent})", lines.collect::<String>())
    }
}
