//! The plain text protocol: one report a line, for boards built at home, tests and people.
//!
//! ```text
//! [@MS] lift SQUARE [PIECE]     a square became empty
//! [@MS] place SQUARE [PIECE]    a piece appeared on a square
//! [@MS] touch SQUARE            a piece was touched and not lifted
//! [@MS] frame PLACEMENT         the whole board, as in a FEN; ? any piece, U and u by colour
//! [@MS] clock                   the player to move pressed the clock
//! [@MS] adjust SQUARE           the piece will be adjusted, the player announced
//! [@MS] hands                   the move is being made with both hands
//! [@MS] promote PIECE SQUARE    what the pawn becomes on this square
//! [@MS] opp SQUARE              the opponent touched a piece
//! [@MS] wait MS                 so many milliseconds went by
//! ```
//!
//! `@MS` is the time in milliseconds from any start; reports of one scan have the same time. PIECE
//! is a FEN letter, `?`, `U` or `u`. Empty lines are skipped.

use core::fmt;
use core::str::FromStr;

use crate::chess::piece::Role;
use crate::chess::square::Square;
use crate::eboard::frames::{Frame, FrameExpected, Seen};
use crate::eboard::sensor::{Report, Sensor};

/// Reads the protocol byte by byte.
#[derive(Clone, Copy, Debug)]
pub struct Text {
    line: [u8; Self::LINE_MAX],
    /// Bytes of the line, those that did not fit included.
    len: usize,
    number: u32,
}

/// A line that is no report. The lines after it are read all the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextError {
    /// The line, from 1.
    pub line: u32,
    /// The byte in the line, from 1.
    pub column: u32,
    /// What would be right.
    pub expected: Expected,
}

/// What would be right in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// A report.
    Report,
    /// A square.
    Square,
    /// What is seen of a piece.
    Piece,
    /// What a pawn can become.
    Promotion,
    /// A number of milliseconds.
    Milliseconds,
    /// A picture of the board.
    Placement,
    /// Something else in the picture of the board.
    Frame(FrameExpected),
    /// The end of the line.
    End,
    /// A shorter line.
    Shorter,
    /// Text.
    Text,
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Report => {
                "lift, place, touch, frame, clock, adjust, hands, promote, opp or wait, \
                 after @MS if any"
            }
            Self::Square => "a square, a1 to h8",
            Self::Piece => "a FEN letter, '?', 'U' or 'u'",
            Self::Promotion => "Q, R, B or N, in either case",
            Self::Milliseconds => "a number of milliseconds, 0 to 4294967295",
            Self::Placement => "the pieces, as in the first field of a FEN",
            Self::Frame(expected) => return expected.fmt(f),
            Self::End => "nothing more in this line",
            Self::Shorter => "no more than 120 bytes in a line",
            Self::Text => "plain text",
        })
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: expected {}", self.line, self.column, self.expected)
    }
}

impl core::error::Error for TextError {}

impl Text {
    /// The longest line, in bytes.
    pub const LINE_MAX: usize = 120;

    /// A reader before the first line.
    #[must_use]
    pub const fn new() -> Self {
        Self { line: [0; Self::LINE_MAX], len: 0, number: 1 }
    }

    /// Takes a byte; a line that it ends is read.
    pub fn push(&mut self, byte: u8) -> Option<Result<Report, TextError>> {
        if byte == b'\n' {
            let report = self.end();
            self.number = self.number.saturating_add(1);
            return report;
        }
        if let Some(place) = self.line.get_mut(self.len) {
            *place = byte;
        }
        self.len = self.len.saturating_add(1);
        None
    }

    /// The stream is over: reads a last line without an end.
    pub fn end(&mut self) -> Option<Result<Report, TextError>> {
        let len = core::mem::take(&mut self.len);
        let error = |wrong: Wrong| TextError {
            line: self.number,
            column: u32::try_from(wrong.offset).unwrap_or(u32::MAX).saturating_add(1),
            expected: wrong.expected,
        };
        let Some(line) = self.line.get(..len) else {
            return Some(Err(error(Wrong { offset: Self::LINE_MAX, expected: Expected::Shorter })));
        };
        match core::str::from_utf8(line) {
            Ok(text) => report(text.trim_end()).map_err(error).transpose(),
            Err(bad) => {
                Some(Err(error(Wrong { offset: bad.valid_up_to(), expected: Expected::Text })))
            }
        }
    }
}

impl Default for Text {
    fn default() -> Self {
        Self::new()
    }
}

/// What is wrong, and at which byte of the line.
struct Wrong {
    offset: usize,
    expected: Expected,
}

/// The words of a line.
struct Words<'l> {
    line: &'l str,
    at: usize,
}

impl<'l> Words<'l> {
    fn next(&mut self) -> Option<(usize, &'l str)> {
        let rest = self.line.get(self.at..)?;
        let start = self.at + (rest.len() - rest.trim_start().len());
        let word = self.line.get(start..)?.split_whitespace().next()?;
        self.at = start + word.len();
        Some((start, word))
    }

    /// The next word, read as `expected` says.
    fn need<T>(
        &mut self,
        expected: Expected,
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<T, Wrong> {
        let end = self.line.len();
        let (offset, word) = self.next().ok_or(Wrong { offset: end, expected })?;
        read(word).ok_or(Wrong { offset, expected })
    }

    fn square(&mut self) -> Result<Square, Wrong> {
        self.need(Expected::Square, |word| word.parse().ok())
    }

    fn milliseconds(&mut self) -> Result<u32, Wrong> {
        self.need(Expected::Milliseconds, number)
    }

    /// What is seen, if the line says it.
    fn seen(&mut self) -> Result<Seen, Wrong> {
        let Some((offset, word)) = self.next() else { return Ok(Seen::Any) };
        let letter = only_letter(word).and_then(Seen::from_letter);
        letter.ok_or(Wrong { offset, expected: Expected::Piece })
    }

    fn promotion(&mut self) -> Result<Role, Wrong> {
        self.need(Expected::Promotion, |word| {
            let role = only_letter(word).and_then(Role::from_letter);
            role.filter(|role| Role::PROMOTIONS.contains(role))
        })
    }

    fn frame(&mut self) -> Result<Frame, Wrong> {
        let end = self.line.len();
        let missing = Wrong { offset: end, expected: Expected::Placement };
        let (start, word) = self.next().ok_or(missing)?;
        Frame::from_str(word).map_err(|wrong| Wrong {
            offset: start + wrong.offset,
            expected: Expected::Frame(wrong.expected),
        })
    }
}

fn report(line: &str) -> Result<Option<Report>, Wrong> {
    let mut words = Words { line, at: 0 };
    let Some((mut start, mut word)) = words.next() else { return Ok(None) };
    let mut at_ms = None;
    if let Some(time) = word.strip_prefix('@') {
        let wrong = Wrong { offset: start + 1, expected: Expected::Milliseconds };
        at_ms = Some(number(time).ok_or(wrong)?);
        (start, word) =
            words.next().ok_or(Wrong { offset: line.len(), expected: Expected::Report })?;
    }
    let sensor = match word {
        "lift" => Sensor::Lifted(words.square()?, words.seen()?),
        "place" => Sensor::Placed(words.square()?, words.seen()?),
        "touch" => Sensor::Touched(words.square()?),
        "frame" => Sensor::Frame(words.frame()?),
        "clock" => Sensor::Clock,
        "adjust" => Sensor::Adjust(words.square()?),
        "hands" => Sensor::Hands,
        "promote" => Sensor::Promote(words.promotion()?, words.square()?),
        "opp" => Sensor::Opponent(words.square()?),
        "wait" => Sensor::Wait(words.milliseconds()?),
        _ => return Err(Wrong { offset: start, expected: Expected::Report }),
    };
    match words.next() {
        Some((offset, _)) => Err(Wrong { offset, expected: Expected::End }),
        None => Ok(Some(Report { at_ms, sensor })),
    }
}

fn number(word: &str) -> Option<u32> {
    let digits = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| word.parse().ok()).flatten()
}

fn only_letter(word: &str) -> Option<char> {
    let mut letters = word.chars();
    letters.next().filter(|_| letters.next().is_none())
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::Text;
    use crate::eboard::frames::Seen;
    use crate::eboard::sensor::{Report, Sensor};
    use std::string::{String, ToString};
    use std::vec::Vec;

    /// What a text reads as, the last line perhaps without an end.
    fn read(text: &str) -> Vec<Result<Report, String>> {
        let mut reader = Text::new();
        let mut reports: Vec<_> = text.bytes().filter_map(|byte| reader.push(byte)).collect();
        reports.extend(reader.end());
        reports.into_iter().map(|report| report.map_err(|error| error.to_string())).collect()
    }

    #[test]
    fn every_report_is_read() {
        let reports = read(
            "lift e2 P\n@1200 place e4 ?\r\n\n  touch d2  \nframe 8/8/8/8/8/8/4U3/8\nclock\n\
             adjust f3\nhands\npromote n a8\nopp e7\n@7 wait 40\nlift e7",
        );
        let sensors: Vec<_> = reports
            .iter()
            .map(|report| report.clone().expect("the line is a report").sensor)
            .collect();
        let square = |text: &str| text.parse().expect("it is written as it should be");
        assert_eq!(
            sensors,
            [
                Sensor::Lifted(
                    square("e2"),
                    Seen::from_letter('P').expect("the letter of a piece")
                ),
                Sensor::Placed(square("e4"), Seen::Any),
                Sensor::Touched(square("d2")),
                Sensor::Frame("8/8/8/8/8/8/4U3/8".parse().expect("it is written as it should be")),
                Sensor::Clock,
                Sensor::Adjust(square("f3")),
                Sensor::Hands,
                Sensor::Promote(crate::chess::piece::Role::Knight, square("a8")),
                Sensor::Opponent(square("e7")),
                Sensor::Wait(40),
                Sensor::Lifted(square("e7"), Seen::Any),
            ]
        );
        let times: Vec<_> =
            reports.into_iter().map(|report| report.expect("the line is a report").at_ms).collect();
        assert_eq!((times[0], times[1], times[9]), (None, Some(1200), Some(7)));
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        for (text, place) in [
            ("lift", "line 1, column 5: expected a square"),
            ("lift e9", "line 1, column 6: expected a square"),
            ("\nlift e2 x", "line 2, column 9: expected a FEN letter"),
            ("lift e2 PP", "line 1, column 9: expected a FEN letter"),
            ("lift e2 P P", "line 1, column 11: expected nothing more"),
            ("@ lift e2", "line 1, column 2: expected a number"),
            ("@4294967296 clock", "line 1, column 2: expected a number"),
            ("@+1 clock", "line 1, column 2: expected a number"),
            ("@12", "line 1, column 4: expected lift"),
            ("press", "line 1, column 1: expected lift"),
            ("promote K a8", "line 1, column 9: expected Q, R, B or N"),
            ("frame 8/8/8/8/9/8/8/8", "line 1, column 15: expected a FEN letter"),
            ("frame", "line 1, column 6: expected the pieces"),
        ] {
            let errors: Vec<_> = read(text).into_iter().filter_map(Result::err).collect();
            assert_eq!(errors.len(), 1, "{text}");
            assert!(errors[0].starts_with(place), "{text}: {}", errors[0]);
        }
    }

    #[test]
    fn a_bad_line_spoils_no_other() {
        let mut text = String::from("clock\n");
        text.extend(std::iter::repeat_n('x', 500));
        text.push_str("\nclock\n");
        let reports = read(&text);
        assert_eq!(reports.len(), 3);
        assert!(reports[0].is_ok() && reports[2].is_ok());
        let error = reports[1].clone().unwrap_err();
        assert_eq!(error, "line 2, column 121: expected no more than 120 bytes in a line");
        let mut reader = Text::new();
        let bytes = [b'l', 0xff, b'\n'];
        let error = bytes
            .into_iter()
            .find_map(|byte| reader.push(byte))
            .expect("the line has ended")
            .unwrap_err();
        assert_eq!((error.line, error.column), (1, 2));
    }
}
