//! `watch`: a game followed on an electronic board, live or recorded.

use core::fmt;
use core::sync::atomic::{AtomicBool, Ordering};
use std::borrow::ToOwned;
use std::format;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::string::{String, ToString};
use std::sync::Arc;
use std::time::Instant;
use std::vec::Vec;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde::Serialize;

use crate::arbiter::Arbiter;
use crate::chess::moves::Move;
use crate::chess::piece::Color;
use crate::chess::position::Position;
use crate::chess::square::{Square, SquareSet};
use crate::cli::answer::Answer;
use crate::cli::failure::{BAD_INPUT, DONE, Failure, InputError, Place};
use crate::cli::json::RulingJson;
use crate::cli::options::{Format, PlayOption, rulebook};
use crate::cli::pgn::PgnFile;
use crate::cli::port::{self, Heard};
use crate::cli::render::{Renderer, Step};
use crate::cli::start::{STARTPOS, StartArgs};
use crate::eboard::frames::FrameExpected;
use crate::eboard::intake::{Options, Pending};
use crate::eboard::protocol::Protocol;
use crate::eboard::text::{Expected, Text, TextError};
use crate::eboard::watch::{Item, Watch};
use crate::event::Event;
use crate::law::rulebooks::Rulebook;
use crate::ruling::{Infraction, Offence, Penalty, Ruling};
use crate::scenario::record::{Header, Recorder};
use crate::words::Language;
use crate::words::phrase::{English, French, Played, Player};

/// The arguments of `watch`.
#[derive(Args, Clone, Debug)]
pub struct WatchArgs {
    /// A recording, a serial port, or - for the standard input
    #[arg(value_name = "FILE|PORT", default_value = "-")]
    source: String,

    /// What the board speaks
    #[arg(long, value_parser = protocol())]
    protocol: Protocol,

    /// The position in which the game begins, in quotes: a FEN, or `startpos`
    #[arg(long, value_name = "FEN", default_value = STARTPOS)]
    fen: String,

    /// The rulebook to rule by
    #[arg(long, env = "TOUCH_MOVE_RULES", default_value = Rulebook::default().id(),
          value_parser = rulebook())]
    rules: Rulebook,

    /// The kind of play, on which penalties depend
    #[arg(long, value_enum, default_value_t)]
    play: PlayOption,

    /// Write castling as Chess960 has it: king takes rook
    #[arg(long)]
    chess960: bool,

    /// The board stands turned by half a turn [default: found by itself where play shows it]
    #[arg(long)]
    turned: bool,

    /// A change counts once it has lasted so long; only where reports have times
    #[arg(long, value_name = "MS", default_value_t = Options::default().debounce_ms)]
    debounce: u16,

    /// A piece has been let go once it has stood so long
    #[arg(long, value_name = "MS", default_value_t = Options::default().settle_ms)]
    settle: u16,

    /// Write what happens to a new scenario file
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,

    /// Write the moves to a new PGN file, breaches as comments
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,

    /// What to print
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

fn protocol() -> impl TypedValueParser<Value = Protocol> {
    PossibleValuesParser::new(Protocol::ALL.map(Protocol::id))
        .map(|id| id.parse().expect("the possible values are the names of the protocols"))
}

/// Watches until the source ends; the exit code.
pub fn run(
    args: &WatchArgs,
    language: Language,
    width: usize,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<u8, Failure> {
    let source = Source::open(&args.source, language)?;
    let start = StartArgs { fen: args.fen.clone(), chess960: args.chess960, moves: String::new() };
    let position = start.position(&[], language)?;
    let arbiter = Arbiter::new(position, args.rules).with_play(args.play.into());
    let options = Options {
        debounce_ms: args.debounce,
        settle_ms: args.settle,
        turned: args.turned,
        await_set_up: source.is_port() && args.protocol.shows_whole_board(),
    };
    let mut session = Session {
        watch: Watch::new(args.protocol, arbiter, options),
        protocol: args.protocol,
        teller: Teller::new(args, &arbiter, Renderer { out, language, width })?,
        line: Vec::new(),
        unreadable: false,
    };
    match source {
        Source::Recording(file) => session.recording(file, &args.source)?,
        Source::Input => session.input(&mut io::stdin().lock(), err)?,
        Source::Port => session.port(&args.source, err)?,
    }
    session.end(err)?;
    Ok(if session.unreadable { BAD_INPUT } else { DONE })
}

/// Where the bytes come from.
enum Source {
    Recording(File),
    Input,
    Port,
}

impl Source {
    fn open(name: &str, language: Language) -> Result<Self, InputError> {
        if name == "-" {
            return Ok(Self::Input);
        }
        let device = match fs::metadata(name) {
            Ok(metadata) => is_device(&metadata),
            Err(_) => port::may_be_port(name),
        };
        if device {
            return Ok(Self::Port);
        }
        File::open(name)
            .map(Self::Recording)
            .map_err(|error| InputError::new(language.say(CannotRead(name, &error)).to_string()))
    }

    const fn is_port(&self) -> bool {
        matches!(self, Self::Port)
    }
}

#[cfg(unix)]
fn is_device(metadata: &fs::Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt;
    metadata.file_type().is_char_device()
}

#[cfg(not(unix))]
fn is_device(_: &fs::Metadata) -> bool {
    false
}

/// A board watched, and what is told of it.
struct Session<'o> {
    watch: Watch,
    protocol: Protocol,
    teller: Teller<'o>,
    /// The line of plain text at hand, to show what is wrong with it.
    line: Vec<u8>,
    unreadable: bool,
}

impl Session<'_> {
    /// A recording is read to its end, or to what cannot be read.
    fn recording(&mut self, mut file: File, name: &str) -> Result<(), Failure> {
        let mut buffer = [0; 8192];
        loop {
            let length = file
                .read(&mut buffer)
                .map_err(|error| InputError::new(self.say(CannotRead(name, &error))))?;
            if length == 0 {
                return Ok(());
            }
            for &byte in &buffer[..length] {
                if let Err(error) = self.byte(byte, None)? {
                    return Err(self.wrong(&error).at(self.place(name, &error)).into());
                }
            }
        }
    }

    /// From a stream what cannot be read is said, and the rest read all the same.
    fn input(&mut self, input: &mut dyn Read, err: &mut dyn Write) -> Result<(), Failure> {
        let mut buffer = [0; 8192];
        loop {
            match input.read(&mut buffer) {
                Ok(0) => return Ok(()),
                Ok(length) => self.bytes(&buffer[..length], None, err)?,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    return Err(InputError::new(self.say(CannotRead("-", &error))).into());
                }
            }
        }
    }

    /// A port is listened to until somebody interrupts.
    fn port(&mut self, name: &str, err: &mut dyn Write) -> Result<(), Failure> {
        let stop = Arc::new(AtomicBool::new(false));
        let interrupted = Arc::clone(&stop);
        if let Err(error) = ctrlc::set_handler(move || interrupted.store(true, Ordering::Relaxed)) {
            tracing::debug!(%error, "an interrupt ends the program at once");
        }
        let start = Instant::now();
        port::listen(name, self.protocol, &stop, &mut |heard| {
            // Milliseconds wrap after 49 days.
            let now = start.elapsed().as_millis() as u32;
            match heard {
                Heard::Missing(why) => say(err, self.say(PortMissing(name, why)))?,
                Heard::There => {
                    self.watch.reconnect(self.protocol);
                    say(err, self.say(PortThere(name)))?;
                }
                Heard::Bytes(bytes) => self.bytes(bytes, Some(now), err)?,
                Heard::Silence => {
                    let teller = &mut self.teller;
                    self.watch.pass_time(now, &mut |item| teller.tell(&item));
                    self.teller.done()?;
                }
            }
            Ok(())
        })
    }

    fn bytes(
        &mut self,
        bytes: &[u8],
        at_ms: Option<u32>,
        err: &mut dyn Write,
    ) -> Result<(), Failure> {
        for &byte in bytes {
            if let Err(error) = self.byte(byte, at_ms)? {
                self.complain(&error, err)?;
            }
        }
        self.teller.done()
    }

    fn byte(&mut self, byte: u8, at_ms: Option<u32>) -> Result<Result<(), TextError>, Failure> {
        let teller = &mut self.teller;
        let read = self.watch.push(byte, at_ms, &mut |item| teller.tell(&item));
        if byte != b'\n' && self.line.len() < Text::LINE_MAX {
            self.line.push(byte);
        } else if byte == b'\n' && read.is_ok() {
            self.line.clear();
        }
        self.teller.failed.take().map_or(Ok(read), Err)
    }

    fn end(&mut self, err: &mut dyn Write) -> Result<(), Failure> {
        let teller = &mut self.teller;
        let last = self.watch.end(&mut |item| teller.tell(&item));
        self.teller.done()?;
        if let Err(error) = last {
            self.complain(&error, err)?;
        }
        Ok(())
    }

    fn complain(&mut self, error: &TextError, err: &mut dyn Write) -> Result<(), Failure> {
        self.unreadable = true;
        self.teller.done()?;
        let place = self.place("-", error);
        self.line.clear();
        say(err, self.wrong(error).at(place).render())
    }

    fn wrong(&self, error: &TextError) -> InputError {
        InputError::new(self.say(*error))
    }

    /// Where in the line at hand the error is: the word that begins there.
    fn place(&self, name: &str, error: &TextError) -> Place {
        let line = String::from_utf8_lossy(&self.line);
        let line = line.trim_end();
        let start = (error.column as usize - 1).min(line.len());
        let rest = line.get(start..).unwrap_or_default();
        let length = rest.split_whitespace().next().map_or(0, str::len);
        let start = if line.is_char_boundary(start) { start } else { 0 };
        let span = start..start + length;
        Place { span, line: error.line as usize, ..Place::whole(name, line) }
    }

    fn say<P: English + French>(&self, phrase: P) -> String {
        self.teller.renderer.say(phrase)
    }
}

/// Without anybody to read it, the watching goes on.
fn say(err: &mut dyn Write, text: String) -> Result<(), Failure> {
    let _ = writeln!(err, "{text}");
    Ok(())
}

/// Tells what a board shows, on paper and in files.
struct Teller<'o> {
    renderer: Renderer<'o>,
    format: Format,
    recorder: Option<Recorder>,
    pgn: Option<PgnFile>,
    /// The machine before the event at hand.
    before: Arbiter,
    /// The event at hand, until its ruling comes, and whether it was assumed.
    event: Option<(Event, bool)>,
    /// The event before, with its ruling.
    last: Option<Step>,
    failed: Option<Failure>,
}

impl<'o> Teller<'o> {
    fn new(
        args: &WatchArgs,
        arbiter: &Arbiter,
        renderer: Renderer<'o>,
    ) -> Result<Self, InputError> {
        let position = arbiter.position();
        let title = renderer.say(Recorded(args.protocol));
        let header = Header { title: &title, rules: args.rules, play: args.play.into(), position };
        let cannot = |path: &Path, error: io::Error| {
            InputError::new(renderer.say(CannotWrite(&path.display().to_string(), &error)))
        };
        let recorder = args
            .record
            .as_deref()
            .map(|path| Recorder::create(path, &header).map_err(|error| cannot(path, error)));
        let pgn = args
            .pgn
            .as_deref()
            .map(|path| PgnFile::create(path, position).map_err(|error| cannot(path, error)));
        Ok(Self {
            recorder: recorder.transpose()?,
            pgn: pgn.transpose()?,
            renderer,
            format: args.format,
            before: *arbiter,
            event: None,
            last: None,
            failed: None,
        })
    }

    /// Tells one thing. After a failure nothing more is told.
    fn tell(&mut self, item: &Item<'_>) {
        if self.failed.is_some() {
            return;
        }
        let told = self.write(item).and_then(|()| match self.format {
            Format::Text => self.text(item),
            Format::Json => self.json(item),
        });
        self.failed = told.err().map(Failure::Output);
    }

    /// All that is known has been told, unless something failed.
    fn done(&mut self) -> Result<(), Failure> {
        if let Some(failure) = self.failed.take() {
            return Err(failure);
        }
        Ok(self.renderer.out.flush()?)
    }

    /// Writes the files.
    fn write(&mut self, item: &Item<'_>) -> io::Result<()> {
        match *item {
            Item::Event { event, at_ms, .. } => {
                if let Some(recorder) = &mut self.recorder {
                    recorder.told(at_ms, event)?;
                }
            }
            Item::Infraction { offence, ruling, .. } => {
                if let Some(pgn) = &mut self.pgn {
                    let player = self.renderer.say(Player(ruling.player));
                    let breach = self.renderer.breach_text(offence);
                    pgn.remark(&format!("{player}: {breach}"))?;
                    pgn.penalised(&ruling, offence.penalty)?;
                }
            }
            Item::Move { position, played, .. } => {
                if let Some(pgn) = &mut self.pgn {
                    pgn.played(position, played)?;
                }
            }
            Item::Ruling { ruling, arbiter, .. } => {
                if let Some(recorder) = &mut self.recorder {
                    recorder.ruled(&ruling, arbiter.position())?;
                }
            }
            Item::End { .. } => {}
        }
        Ok(())
    }

    fn text(&mut self, item: &Item<'_>) -> io::Result<()> {
        match *item {
            Item::Event { event, assumed, .. } => self.event = Some((event, assumed)),
            Item::Ruling { arbiter, pending, at_ms, .. } => match self.event.take() {
                Some((event, assumed)) => {
                    let answer = Answer::alone(arbiter);
                    let step = Step::new(&self.before, at_ms, event, arbiter, answer);
                    let label = time(at_ms);
                    self.renderer.event(&label, self.last.as_ref(), &step)?;
                    if assumed {
                        self.aside(&label, Assumed)?;
                    }
                    self.before = *arbiter;
                    self.last = Some(step);
                }
                None => self.aside(&time(at_ms), Waits(pending))?,
            },
            Item::Infraction { offence, at_ms, .. } => {
                self.renderer.breach(&time(at_ms), offence)?;
            }
            Item::Move { position, played, .. } => {
                let number = position.fullmove_number();
                let dots = if position.turn() == Color::White { "." } else { "..." };
                let san = self.renderer.say(Played { a_move: played, position });
                self.renderer.title(&format!("{number}{dots} {san}"))?;
            }
            Item::End { intake, .. } => {
                let unexplained = intake.unexplained();
                if !unexplained.is_empty() {
                    self.aside("", Unexplained(unexplained))?;
                }
            }
        }
        Ok(())
    }

    /// A remark that is no part of what happened.
    fn aside(&mut self, label: &str, phrase: impl English + French) -> io::Result<()> {
        let text = self.renderer.say(phrase);
        self.renderer.aside(label, &text)
    }

    fn json(&mut self, item: &Item<'_>) -> io::Result<()> {
        let line = Line::new(item);
        let line = serde_json::to_string(&line).map_err(io::Error::from)?;
        writeln!(self.renderer.out, "{line}")
    }
}

/// Seconds, in columns of a fixed width; nothing if the time is not known.
fn time(at_ms: Option<u32>) -> String {
    at_ms.map(|ms| format!("{:>8}.{:03}  ", ms / 1000, ms % 1000)).unwrap_or_default()
}

/// A line of JSON.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Line {
    Event {
        event: String,
        assumed: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        at_ms: Option<u32>,
    },
    Ruling {
        turn: Color,
        fen: String,
        ruling: RulingJson,
        pending: Option<PendingJson>,
        #[serde(skip_serializing_if = "Option::is_none")]
        at_ms: Option<u32>,
    },
    Infraction {
        player: Color,
        infraction: Infraction,
        clause: String,
        penalty: Option<Penalty>,
        #[serde(skip_serializing_if = "Option::is_none")]
        at_ms: Option<u32>,
    },
    Move {
        uci: String,
        san: String,
        ply: u32,
        #[serde(skip_serializing_if = "Option::is_none")]
        at_ms: Option<u32>,
    },
    End {
        plies: u32,
        fen: String,
        unexplained: SquareSet,
    },
}

/// What a ruling still waits for.
#[derive(Serialize)]
#[serde(tag = "waits_for", rename_all = "snake_case")]
enum PendingJson {
    LettingGo { from: Square, to: Square },
    SettingUp,
}

impl Line {
    fn new(item: &Item<'_>) -> Self {
        match *item {
            Item::Event { event, assumed, at_ms } => {
                Self::Event { event: event.to_string(), assumed, at_ms }
            }
            Item::Ruling { arbiter, pending, at_ms, .. } => Self::Ruling {
                turn: arbiter.position().turn(),
                fen: arbiter.position().to_string(),
                ruling: RulingJson::new(&Answer::alone(arbiter)),
                pending: PendingJson::new(pending),
                at_ms,
            },
            Item::Infraction { offence, ruling, at_ms } => {
                Self::infraction(offence, &ruling, at_ms)
            }
            Item::Move { position, played, ply, at_ms } => {
                Self::played(position, played, ply, at_ms)
            }
            Item::End { plies, intake } => {
                let arbiter = intake.arbiter();
                let made = arbiter.closed_with().or_else(|| arbiter.ruling().made);
                let position =
                    made.map_or(*arbiter.position(), |made| arbiter.position().play(made));
                Self::End { plies, fen: position.to_string(), unexplained: intake.unexplained() }
            }
        }
    }

    fn infraction(offence: Offence, ruling: &Ruling, at_ms: Option<u32>) -> Self {
        let Offence { kind, clause, penalty } = offence;
        let clause = clause.to_string();
        Self::Infraction { player: ruling.player, infraction: kind, clause, penalty, at_ms }
    }

    fn played(position: &Position, played: Move, ply: u32, at_ms: Option<u32>) -> Self {
        let uci = played.uci(position).to_string();
        Self::Move { uci, san: played.san(position).to_string(), ply, at_ms }
    }
}

impl PendingJson {
    fn new(pending: Pending) -> Option<Self> {
        match pending {
            Pending::Nothing | Pending::Changes => None,
            Pending::LettingGo(from, to) => Some(Self::LettingGo { from, to }),
            Pending::SettingUp => Some(Self::SettingUp),
        }
    }
}

/// What the ruling waits for.
struct Waits(Pending);

impl English for Waits {
    fn english(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Pending::Nothing | Pending::Changes => Ok(()),
            Pending::LettingGo(_, to) => write!(f, "not yet let go on {to}"),
            Pending::SettingUp => f.write_str("the board is being set up"),
        }
    }
}

impl French for Waits {
    fn french(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Pending::Nothing | Pending::Changes => Ok(()),
            Pending::LettingGo(_, to) => write!(f, "pas encore lâchée sur {to}"),
            Pending::SettingUp => f.write_str("on met l'échiquier en place"),
        }
    }
}

/// The board did not see what was told.
struct Assumed;

impl English for Assumed {
    fn english(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("assumed: the board cannot see it")
    }
}

impl French for Assumed {
    fn french(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("supposé : l'échiquier ne peut pas le voir")
    }
}

/// Where the board shows something else.
struct Unexplained(SquareSet);

impl English for Unexplained {
    fn english(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("in the end the board shows something else on")?;
        self.0.into_iter().try_for_each(|square| write!(f, " {square}"))
    }
}

impl French for Unexplained {
    fn french(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("à la fin l'échiquier montre autre chose en")?;
        self.0.into_iter().try_for_each(|square| write!(f, " {square}"))
    }
}

/// The title of a recording.
struct Recorded(Protocol);

impl English for Recorded {
    fn english(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a game watched on a board that speaks {}", self.0)
    }
}

impl French for Recorded {
    fn french(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "une partie suivie sur un échiquier qui parle {}", self.0)
    }
}

/// An input that cannot be read.
struct CannotRead<'t>(&'t str, &'t io::Error);

impl English for CannotRead<'_> {
    fn english(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot read {}: {}", self.0, self.1)
    }
}

impl French for CannotRead<'_> {
    fn french(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "impossible de lire {} : {}", self.0, self.1)
    }
}

/// A file that cannot be written.
struct CannotWrite<'t>(&'t str, &'t io::Error);

impl English for CannotWrite<'_> {
    fn english(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot write {}: {}", self.0, self.1)
    }
}

impl French for CannotWrite<'_> {
    fn french(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "impossible d'écrire {} : {}", self.0, self.1)
    }
}

/// A port that is not there, and why.
struct PortMissing<'t>(&'t str, &'t str);

impl English for PortMissing<'_> {
    fn english(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is not there, it is waited for: {}", self.0, self.1)
    }
}

impl French for PortMissing<'_> {
    fn french(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} n'est pas là, on l'attend : {}", self.0, self.1)
    }
}

/// A port that is there.
struct PortThere<'t>(&'t str);

impl English for PortThere<'_> {
    fn english(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is there", self.0)
    }
}

impl French for PortThere<'_> {
    fn french(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} est là", self.0)
    }
}

impl English for TextError {
    fn english(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl French for TextError {
    fn french(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let expected = match self.expected {
            Expected::Report => {
                "lift, place, touch, frame, clock, adjust, hands, promote, opp ou wait, \
                 après @MS s'il y en a"
            }
            Expected::Square => "une case, a1 à h8",
            Expected::Piece => "une lettre FEN, « ? », « U » ou « u »",
            Expected::Promotion => "Q, R, B ou N, en majuscule ou en minuscule",
            Expected::Milliseconds => "un nombre de millisecondes, de 0 à 4294967295",
            Expected::Placement => "les pièces, comme dans le premier champ d'une FEN",
            Expected::Frame(FrameExpected::Letter) => {
                "une lettre FEN, « ? », « U », « u », un chiffre ou « / »"
            }
            Expected::Frame(FrameExpected::FullRank) => {
                "une rangée complète de huit cases avant « / »"
            }
            Expected::Frame(FrameExpected::EightSquares) => "pas plus de huit cases par rangée",
            Expected::Frame(FrameExpected::EightRanks) => "pas plus de huit rangées",
            Expected::Frame(FrameExpected::Whole) => {
                "huit rangées de huit cases, séparées par « / »"
            }
            Expected::End => "rien de plus sur cette ligne",
            Expected::Shorter => "pas plus de 120 octets par ligne",
            Expected::Text => "du texte",
        };
        let Self { line, column, .. } = self;
        write!(f, "ligne {line}, colonne {column} : on attend {expected}")
    }
}
