//! `listen`: JSON lines in, JSON lines out, one answer a line, many boards in one process.

use core::fmt::{self, Display};
use core::marker::PhantomData;
use core::num::NonZeroU32;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::format;
use std::io::{self, BufRead, Read, Write};
use std::string::{String, ToString};
use std::vec::Vec;

use clap::Args;
use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use crate::arbiter::{Arbiter, Misuse, Play};
use crate::cli::answer::Answer;
use crate::cli::failure::{Failure, InputError};
use crate::cli::json::{BoardJson, ErrorBody, ErrorJson};
use crate::cli::options::rulebook;
use crate::cli::start::{STARTPOS, StartError, position};
use crate::event::{Event, NotAnEvent};
use crate::game::Game;
use crate::law::rulebooks::{NotARulebook, Rulebook};
use crate::words::Language;
use crate::words::phrase::{English, French};

/// The longest line that is read, in bytes without its end. The moves of the longest game fit.
pub const LINE_MAX: usize = 65_536;

/// How many boards there can be at once.
pub const BOARDS_MAX: usize = 1024;

/// The longest name of a board, in bytes.
pub const BOARD_NAME_MAX: usize = 64;

/// The arguments of `listen`.
#[derive(Args, Clone, Debug)]
pub struct ListenArgs {
    /// The rulebook of a game that names none
    #[arg(long, env = "TOUCH_MOVE_RULES", default_value = Rulebook::default().id(),
          value_parser = rulebook())]
    rules: Rulebook,
}

/// Answers lines until the input ends.
pub fn run(
    args: &ListenArgs,
    language: Language,
    input: &mut impl BufRead,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let mut listener = Listener { language, rules: args.rules, boards: BTreeMap::new() };
    let mut line = Vec::new();
    loop {
        let read = read_line(input, &mut line)
            .map_err(|error| InputError::new(format!("cannot read the standard input: {error}")))?;
        let answer = match read {
            Line::End => return Ok(()),
            Line::Whole => listener.answer(&line),
            Line::TooLong => listener.refuse(None, Refusal::LineTooLong),
        };
        writeln!(out, "{answer}")?;
        out.flush()?;
    }
}

enum Line {
    /// There is none any more.
    End,
    /// It was read.
    Whole,
    /// It was passed over.
    TooLong,
}

/// Reads a line without its end; never more than [`LINE_MAX`] bytes of it are kept.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Line> {
    line.clear();
    let with_end = LINE_MAX + 1;
    let read = input.by_ref().take(with_end as u64).read_until(b'\n', line)?;
    if line.last() == Some(&b'\n') {
        line.pop();
    } else if line.len() == with_end {
        skip_line(input)?;
        return Ok(Line::TooLong);
    }
    Ok(if read == 0 { Line::End } else { Line::Whole })
}

fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        let (used, end) = match buffer.iter().position(|&byte| byte == b'\n') {
            Some(at) => (at + 1, true),
            None => (buffer.len(), buffer.is_empty()),
        };
        input.consume(used);
        if end {
            return Ok(());
        }
    }
}

/// The boards.
struct Listener {
    language: Language,
    /// For games that name no rulebook.
    rules: Rulebook,
    /// By name; the empty name is that of lines that give none.
    boards: BTreeMap<String, Board>,
}

struct Board {
    game: Game,
    /// Whether answers say what other rulebooks would allow.
    compare: bool,
}

/// Why a line is not followed. The boards are as they were.
enum Refusal {
    LineTooLong,
    /// The first byte that is wrong.
    BadUtf8(usize),
    BadJson(serde_json::Error),
    BadRequest(serde_json::Error),
    NotOneCommand,
    BadBoard,
    NoGame,
    TooManyBoards,
    BadStart(StartError),
    BadRules(NotARulebook),
    BadEvent(NotAnEvent),
    Impossible(Misuse),
    /// How many events can be taken back.
    NothingToUndo(usize),
}

impl Refusal {
    const fn code(&self) -> &'static str {
        match self {
            Self::LineTooLong => "line_too_long",
            Self::BadUtf8(_) => "bad_utf8",
            Self::BadJson(_) => "bad_json",
            Self::BadRequest(_) | Self::NotOneCommand => "bad_request",
            Self::BadBoard => "bad_board",
            Self::NoGame => "no_game",
            Self::TooManyBoards => "too_many_boards",
            Self::BadStart(StartError::Fen(_)) => "bad_fen",
            Self::BadStart(StartError::Move { .. }) => "bad_moves",
            Self::BadRules(_) => "bad_rules",
            Self::BadEvent(_) => "bad_event",
            Self::Impossible(misuse) => misuse.code(),
            Self::NothingToUndo(_) => "nothing_to_undo",
        }
    }
}

impl English for Refusal {
    fn english(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LineTooLong => write!(f, "a line has at most {LINE_MAX} bytes"),
            Self::BadUtf8(byte) => write!(f, "not UTF-8 from byte {byte}"),
            Self::BadJson(error) | Self::BadRequest(error) => error.fmt(f),
            Self::NotOneCommand => {
                f.write_str("a line holds exactly one of new, event, undo and \"ruling\": true")
            }
            Self::BadBoard => write!(f, "the name of a board has at most {BOARD_NAME_MAX} bytes"),
            Self::NoGame => f.write_str("there is no game on this board: begin one with new"),
            Self::TooManyBoards => {
                write!(f, "there are {BOARDS_MAX} boards already: begin anew on one of them")
            }
            Self::BadStart(error) => error.english(f),
            Self::BadRules(error) => error.fmt(f),
            Self::BadEvent(error) => error.english(f),
            Self::Impossible(misuse) => misuse.english(f),
            Self::NothingToUndo(possible) => {
                write!(f, "events that can be taken back: {possible}")
            }
        }
    }
}

impl French for Refusal {
    fn french(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LineTooLong => write!(f, "une ligne compte au plus {LINE_MAX} octets"),
            Self::BadUtf8(byte) => write!(f, "ce n'est plus de l'UTF-8 à partir de l'octet {byte}"),
            Self::BadJson(error) => write!(f, "ce n'est pas du JSON : {error}"),
            Self::BadRequest(error) => write!(f, "demande non reconnue : {error}"),
            Self::NotOneCommand => f.write_str(
                "une ligne contient exactement un champ parmi new, event, undo et \"ruling\": true",
            ),
            Self::BadBoard => {
                write!(f, "le nom d'un échiquier compte au plus {BOARD_NAME_MAX} octets")
            }
            Self::NoGame => f.write_str(
                "aucune partie n'est en cours sur cet échiquier : commencez-en une avec new",
            ),
            Self::TooManyBoards => write!(
                f,
                "il y a déjà {BOARDS_MAX} échiquiers : recommencez une partie sur l'un d'eux"
            ),
            Self::BadStart(error) => error.french(f),
            Self::BadRules(_) => {
                f.write_str("ces règles ne sont pas connues ; il y a ")?;
                write!(f, "{}", Rulebook::ALL.map(Rulebook::id).join(", "))
            }
            Self::BadEvent(error) => error.french(f),
            Self::Impossible(misuse) => misuse.french(f),
            Self::NothingToUndo(possible) => {
                write!(f, "nombre de faits qui peuvent être repris : {possible}")
            }
        }
    }
}

/// A line of input.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    board: Option<String>,
    new: Option<Object<New>>,
    event: Option<String>,
    undo: Option<NonZeroU32>,
    ruling: Option<bool>,
}

/// A game to begin.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
struct New {
    fen: Cow<'static, str>,
    rules: Option<Cow<'static, str>>,
    chess960: bool,
    moves: String,
    compare: bool,
    play: Play,
}

impl Default for New {
    fn default() -> Self {
        Self {
            fen: STARTPOS.into(),
            rules: None,
            chess960: false,
            moves: String::new(),
            compare: false,
            play: Play::default(),
        }
    }
}

/// What a line asks for.
enum Command {
    New(New),
    Event(String),
    Undo(NonZeroU32),
    Ruling,
}

impl Request {
    fn command(self) -> Result<Command, Refusal> {
        match (self.new, self.event, self.undo, self.ruling) {
            (Some(Object(new)), None, None, None) => Ok(Command::New(new)),
            (None, Some(event), None, None) => Ok(Command::Event(event)),
            (None, None, Some(count), None) => Ok(Command::Undo(count)),
            (None, None, None, Some(true)) => Ok(Command::Ruling),
            _ => Err(Refusal::NotOneCommand),
        }
    }
}

impl Listener {
    /// The answer to a line, itself a line without its end.
    fn answer(&mut self, line: &[u8]) -> String {
        let request = match read_request(line) {
            Ok(request) => request,
            Err(refusal) => return self.refuse(board_of(line).as_deref(), refusal),
        };
        let board = request.board.clone();
        let board = board.as_deref();
        let name = board.unwrap_or_default();
        match request.command().and_then(|command| self.follow(name, command)) {
            Ok(answer) => json_line(&BoardJson::new(board, &answer)),
            Err(refusal) => self.refuse(board, refusal),
        }
    }

    /// The answer to a line that is not followed.
    fn refuse(&self, board: Option<&str>, refusal: Refusal) -> String {
        let code = refusal.code();
        let message = &self.language.say(refusal).to_string();
        json_line(&ErrorJson { board, error: ErrorBody { code, message } })
    }

    fn follow(&mut self, name: &str, command: Command) -> Result<Answer, Refusal> {
        tracing::debug!(board = name, command = command.name(), "asked");
        if let Command::New(new) = command {
            let board = self.begin(name, &new)?;
            let answer = board.answer();
            self.boards.insert(name.to_string(), board);
            return Ok(answer);
        }
        let board = self.boards.get_mut(name).ok_or(Refusal::NoGame)?;
        match command {
            Command::Event(text) => board.handle(&text)?,
            Command::Undo(count) => board.undo(count)?,
            Command::New(_) | Command::Ruling => {}
        }
        Ok(board.answer())
    }

    /// A board for a new game.
    fn begin(&self, name: &str, new: &New) -> Result<Board, Refusal> {
        if name.len() > BOARD_NAME_MAX {
            return Err(Refusal::BadBoard);
        }
        if self.boards.len() == BOARDS_MAX && !self.boards.contains_key(name) {
            return Err(Refusal::TooManyBoards);
        }
        let named = new.rules.as_ref().map(|rules| rules.parse()).transpose();
        let rules = named.map_err(Refusal::BadRules)?.unwrap_or(self.rules);
        let position = position(&new.fen, new.chess960, &new.moves).map_err(Refusal::BadStart)?;
        let arbiter = Arbiter::new(position, rules).with_play(new.play);
        Ok(Board { game: Game::new(arbiter), compare: new.compare })
    }
}

impl Board {
    fn answer(&self) -> Answer {
        Answer::of(&self.game, self.compare)
    }

    fn handle(&mut self, text: &str) -> Result<(), Refusal> {
        let event: Event = text.parse().map_err(Refusal::BadEvent)?;
        let ruling = self.game.handle(event).map_err(Refusal::Impossible)?;
        tracing::trace!(%event, verdict = ?ruling.verdict, "told");
        Ok(())
    }

    /// Takes back so many events, or none if there are not so many.
    fn undo(&mut self, count: NonZeroU32) -> Result<(), Refusal> {
        let possible = self.game.undoable();
        let count = usize::try_from(count.get()).unwrap_or(usize::MAX);
        if count > possible {
            return Err(Refusal::NothingToUndo(possible));
        }
        for _ in 0..count {
            self.game.undo();
        }
        Ok(())
    }
}

impl Command {
    const fn name(&self) -> &'static str {
        match self {
            Self::New(_) => "new",
            Self::Event(_) => "event",
            Self::Undo(_) => "undo",
            Self::Ruling => "ruling",
        }
    }
}

fn read_request(line: &[u8]) -> Result<Request, Refusal> {
    let text = core::str::from_utf8(line).map_err(|error| Refusal::BadUtf8(error.valid_up_to()))?;
    match serde_json::from_str::<Object<Request>>(text) {
        Ok(Object(request)) => Ok(request),
        Err(error) if error.is_data() => Err(Refusal::BadRequest(error)),
        Err(error) => Err(Refusal::BadJson(error)),
    }
}

/// The board that a line names which asks for nothing that is known.
fn board_of(line: &[u8]) -> Option<String> {
    #[derive(Deserialize)]
    struct Named {
        board: Option<String>,
    }
    serde_json::from_slice::<Object<Named>>(line).ok().and_then(|Object(named)| named.board)
}

fn json_line(answer: &impl serde::Serialize) -> String {
    serde_json::to_string(answer).expect("answers hold only strings, lists and objects")
}

/// What is written as a JSON object, and not as the list of its values.
struct Object<T>(T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(ObjectVisitor(PhantomData))
    }
}

struct ObjectVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for ObjectVisitor<T> {
    type Value = Object<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        T::deserialize(MapAccessDeserializer::new(map)).map(Object)
    }
}
