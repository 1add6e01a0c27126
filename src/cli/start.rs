//! The position in which the events begin: a FEN, and the moves played from it.

use core::fmt;
use core::ops::Range;
use std::string::{String, ToString};

use clap::Args;

use crate::chess::fen::FenError;
use crate::chess::notation::{MoveError, parse_move};
use crate::chess::position::Position;
use crate::cli::failure::{InputError, Place};
use crate::words::Language;
use crate::words::phrase::{Chess960, English, French};

/// Stands for the start of a game in place of a FEN.
pub const STARTPOS: &str = "startpos";

/// The arguments that give a position.
#[derive(Args, Clone, Debug)]
pub struct StartArgs {
    /// The position, in quotes: a FEN (X-FEN or Shredder-FEN), or `startpos`
    #[arg(value_name = "FEN|startpos")]
    pub fen: String,

    /// Write castling as Chess960 has it: king takes rook
    #[arg(long)]
    pub chess960: bool,

    /// Moves played from there, in UCI or SAN, so that the history is known: "e2e4 e7e5 Nf3"
    #[arg(long, default_value = "", hide_default_value = true)]
    pub moves: String,
}

impl StartArgs {
    /// The position. `rest` are the arguments that follow: if they look like the rest of a FEN, the
    /// shell has split it.
    pub fn position(&self, rest: &[String], language: Language) -> Result<Position, InputError> {
        if let Some(whole) = self.split_fen(rest) {
            return Err(InputError::new(language.say(SplitFen(&whole)).to_string()));
        }
        position(&self.fen, self.chess960, &self.moves).map_err(|error| {
            let place = match &error {
                StartError::Fen(FenError::Syntax { offset, .. }) => {
                    let after = self.fen.get(*offset..).unwrap_or_default();
                    let length = after.chars().next().map_or(0, char::len_utf8);
                    Place { span: *offset..offset + length, ..Place::whole("FEN", &self.fen) }
                }
                StartError::Fen(FenError::Invalid(_)) => Place::whole("FEN", &self.fen),
                StartError::Move { span, .. } => {
                    Place { span: span.clone(), ..Place::whole("--moves", &self.moves) }
                }
            };
            InputError::new(language.say(error).to_string()).at(place)
        })
    }

    /// The position, where nothing but it is wanted: `rest` may only be missing.
    pub fn position_alone(
        &self,
        rest: &[String],
        language: Language,
    ) -> Result<Position, InputError> {
        let position = self.position(rest, language)?;
        match rest.first() {
            None => Ok(position),
            Some(unexpected) => {
                Err(InputError::new(language.say(Unexpected(unexpected)).to_string()))
            }
        }
    }

    /// Why castling is that of Chess960, if the FEN alone makes it so.
    pub fn chess960_by_fen(&self) -> Option<Chess960> {
        let position = Position::from_fen(&self.fen).ok().filter(|_| !self.chess960)?;
        position.chess960_right().map(|(king, rook)| Chess960 { king, rook })
    }

    /// The FEN as it was before the shell split it at its spaces.
    fn split_fen(&self, rest: &[String]) -> Option<String> {
        const FIELDS: usize = 6;
        let turn = rest.first().map(String::as_str);
        let split =
            self.fen.contains('/') && !self.fen.contains(' ') && matches!(turn, Some("w" | "b"));
        split.then(|| {
            let fields = rest.iter().take(FIELDS - 1);
            fields.fold(self.fen.clone(), |fen, field| fen + " " + field)
        })
    }
}

/// The FEN stands in several arguments; it should have been this one.
struct SplitFen<'t>(&'t str);

impl English for SplitFen<'_> {
    fn english(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the FEN was split at its spaces; put it in quotes: \"{}\"", self.0)
    }
}

impl French for SplitFen<'_> {
    fn french(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fen = self.0;
        write!(f, "la FEN a été coupée aux espaces ; mettez-la entre guillemets : \"{fen}\"")
    }
}

/// An argument that nothing is known of.
struct Unexpected<'t>(&'t str);

impl English for Unexpected<'_> {
    fn english(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unexpected argument '{}'", self.0)
    }
}

impl French for Unexpected<'_> {
    fn french(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "argument inattendu : « {} »", self.0)
    }
}

/// Why there is no such position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StartError {
    /// The FEN is wrong.
    Fen(FenError),
    /// A move cannot be played.
    Move {
        /// Its place among the moves, the first being 1.
        number: usize,
        /// The move as it was written.
        text: String,
        /// Its bytes in the text of the moves.
        span: Range<usize>,
        /// What is wrong with it.
        error: MoveError,
    },
}

impl English for StartError {
    fn english(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fen(error) => error.english(f),
            Self::Move { number, text, error, .. } => {
                write!(f, "move {number}, {text}: ")?;
                error.english(f)
            }
        }
    }
}

impl French for StartError {
    fn french(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fen(error) => error.french(f),
            Self::Move { number, text, error, .. } => {
                write!(f, "coup {number}, {text} : ")?;
                error.french(f)
            }
        }
    }
}

/// The position after these moves, in UCI or SAN; numbers of moves (`12.`) may stand between them.
///
/// # Errors
///
/// [`StartError`]: the FEN, or the first move that cannot be played.
pub fn position(fen: &str, chess960: bool, moves: &str) -> Result<Position, StartError> {
    let start = match fen {
        STARTPOS => Position::standard(),
        _ => Position::from_fen(fen).map_err(StartError::Fen)?,
    };
    let mut position = start.with_chess960(chess960);
    let mut number = 0;
    let mut end = 0;
    for word in moves.split(|letter: char| letter.is_ascii_whitespace()) {
        end += word.len();
        let text = without_number(word);
        if !text.is_empty() {
            number += 1;
            let played = parse_move(text, &position).map_err(|error| {
                let span = end - text.len()..end;
                StartError::Move { number, text: text.to_string(), span, error }
            })?;
            position = position.play(played);
        }
        end += 1;
    }
    Ok(position)
}

/// `e4` of `1.e4`; nothing of `12...`.
fn without_number(word: &str) -> &str {
    match word.rsplit_once('.') {
        Some((number, a_move)) if number.bytes().all(|it| it.is_ascii_digit() || it == b'.') => {
            a_move
        }
        _ => word,
    }
}

#[cfg(test)]
mod tests {
    use super::{StartArgs, StartError, position};
    use crate::chess::notation::MoveError;
    use crate::words::Language;
    use std::string::{String, ToString};

    #[test]
    fn moves_may_be_numbered() {
        let fen = "rnbqkb1r/pppp1ppp/5n2/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
        for moves in ["e2e4 e7e5 g1f3 g8f6", "1.e4 e5 2. Nf3 Nf6", " 1. e4 1... e5\n2.Nf3 g8f6 "] {
            assert_eq!(
                position("startpos", false, moves).expect("the moves are legal").to_string(),
                fen,
                "{moves}"
            );
        }
    }

    #[test]
    fn a_wrong_move_is_found() {
        let moves = "1. e4  e5 2.Kf3";
        let Err(StartError::Move { number, text, span, error }) =
            position("startpos", false, moves)
        else {
            panic!("Kf3 is not legal");
        };
        assert_eq!((number, text.as_str(), &moves[span]), (3, "Kf3", "Kf3"));
        assert!(matches!(error, MoveError::Illegal(_)));
    }

    #[test]
    fn a_fen_split_by_the_shell_is_put_together() {
        let start =
            |fen: &str| StartArgs { fen: String::from(fen), chess960: false, moves: String::new() };
        let rest = ["w", "KQkq", "-", "0", "1", "e1"].map(String::from);
        let placement = "r3k2r/8/8/8/8/5r2/8/R3K2R";
        let error = start(placement).position(&rest, Language::English).unwrap_err();
        assert!(error.message.ends_with("\"r3k2r/8/8/8/8/5r2/8/R3K2R w KQkq - 0 1\""));
        let whole = "r3k2r/8/8/8/8/5r2/8/R3K2R w KQkq - 0 1";
        assert!(start(whole).position(&rest[5..], Language::English).is_ok());
    }
}
