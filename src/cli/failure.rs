//! What ends a command early, and how it is shown.

use std::io;
use std::ops::Range;
use std::string::{String, ToString};

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

/// The exit code when all is done, and as expected.
pub const DONE: u8 = 0;
/// The exit code when a ruling differs from the expected one.
pub const DIFFERS: u8 = 1;
/// The exit code of bad usage, and of input that cannot be read or output that cannot be written.
pub const BAD_INPUT: u8 = 2;

/// Why a command ends early.
#[derive(Debug)]
pub enum Failure {
    /// Bad usage, or input that cannot be read.
    Input(InputError),
    /// The output cannot be written.
    Output(io::Error),
}

/// What is wrong with an input, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputError {
    /// What is wrong and what would be right, in one line.
    pub message: String,
    /// The argument or the file it stands in.
    pub place: Option<Place>,
}

/// A place in an argument, or in a line of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// What the argument or the file is called.
    pub argument: String,
    /// The argument or the line.
    pub text: String,
    /// The bytes that are wrong.
    pub span: Range<usize>,
    /// The number of its first line.
    pub line: usize,
}

impl Place {
    /// The whole argument.
    pub fn whole(argument: impl Into<String>, text: &str) -> Self {
        Self { argument: argument.into(), text: text.to_string(), span: 0..text.len(), line: 1 }
    }
}

impl InputError {
    /// An error in no argument in particular.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), place: None }
    }

    /// The error at a place.
    pub fn at(self, place: Place) -> Self {
        Self { place: Some(place), ..self }
    }

    /// One line `error: ...`; below it the argument with carets, if there is one.
    pub fn render(&self) -> String {
        let title = Level::ERROR.primary_title(self.message.as_str());
        match &self.place {
            None => Renderer::styled().render(&[Group::with_title(title)]),
            Some(Place { argument, text, span, line }) => {
                let wrong = AnnotationKind::Primary.span(span.clone());
                let source = Snippet::source(text.as_str())
                    .line_start(*line)
                    .path(argument.as_str())
                    .annotation(wrong);
                Renderer::styled().render(&[title.element(source)])
            }
        }
    }
}

impl From<InputError> for Failure {
    fn from(error: InputError) -> Self {
        Self::Input(error)
    }
}

/// Commands write to standard output alone by this type of error.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}
