//! The command line: what a person sees. One file a subcommand.
//!
//! A file of this room imports only files listed before it. Results go to standard output,
//! everything else to standard error.

mod failure;

mod options;

mod start;

mod answer;

mod json;

mod render;

mod rule;

mod castling;

mod replay;

mod report;

mod listen;

mod pgn;

mod port;

mod watch;

mod laws;

mod completions;

mod args;

use std::format;
use std::io::{self, Write};
use std::process::ExitCode;

use anstream::{AutoStream, ColorChoice};
use clap::{CommandFactory, Parser};
use terminal_size::{Width, terminal_size_of};
use tracing_subscriber::EnvFilter;

use self::args::{Cli, Command};
pub use self::failure::{BAD_INPUT, DIFFERS, DONE};
use self::failure::{Failure, InputError};
use self::options::language_of_environment;

/// The columns of what does not go to a terminal.
const WIDTH: usize = 100;

/// Does what the arguments of the process ask for.
#[must_use]
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version come this way too. A reader who has gone needs no answer.
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { BAD_INPUT } else { DONE });
        }
    };
    trace(cli.verbose);
    match run(&cli) {
        Ok(code) => ExitCode::from(code),
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            ExitCode::from(DONE)
        }
        Err(Failure::Output(error)) => {
            fail(&InputError::new(format!("cannot write the output: {error}")))
        }
        Err(Failure::Input(error)) => fail(&error),
    }
}

/// The exit code, where nothing fails.
fn run(cli: &Cli) -> Result<u8, Failure> {
    let language = cli.lang.unwrap_or_else(language_of_environment);
    let mut out = anstream::stdout().lock();
    let mut code = DONE;
    let width = terminal_size_of(io::stdout())
        .map_or(WIDTH, |(Width(columns), _)| usize::from(columns).clamp(40, 120));
    match &cli.command {
        Command::Rule(args) => rule::run(args, language, width, &mut out)?,
        Command::Castling(args) => castling::run(args, language, width, &mut out)?,
        Command::Replay(args) => {
            code = replay::run(args, &mut Unheard(&mut out), &mut Unheard(anstream::stderr()))?;
        }
        Command::Report(args) => {
            let (mut out, mut err) = (Unheard(&mut out), Unheard(anstream::stderr()));
            code = report::run(args, language, width, &mut out, &mut err)?;
        }
        Command::Listen(args) => listen::run(args, language, &mut io::stdin().lock(), &mut out)?,
        Command::Watch(args) => {
            code = watch::run(args, language, width, &mut out, &mut anstream::stderr())?;
        }
        Command::Laws(args) => laws::run(args, language, width, &mut out)?,
        Command::Completions(args) => completions::run(args, Cli::command(), &mut out)?,
    }
    Unheard(&mut out).flush()?;
    Ok(code)
}

/// Writes what somebody may have stopped reading: it changes nothing about what came out.
struct Unheard<W>(W);

impl<W: Write> Write for Unheard<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        unless_gone(self.0.write(bytes), bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        unless_gone(self.0.flush(), ())
    }
}

/// What came of writing, as if all was well where the reader has gone.
fn unless_gone<T>(written: io::Result<T>, well: T) -> io::Result<T> {
    match written {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(well),
        written => written,
    }
}

fn fail(error: &InputError) -> ExitCode {
    // Without anybody to read it the exit code still tells.
    let _ = writeln!(anstream::stderr(), "{}", error.render());
    ExitCode::from(BAD_INPUT)
}

/// Shows what is done on standard error, as far as it is asked for. A reader who has gone is no
/// error.
fn trace(verbose: u8) {
    let wanted = match verbose {
        0 => "off",
        1 => "touch_move=debug",
        _ => "touch_move=trace",
    };
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(wanted));
    let colour = AutoStream::choice(&io::stderr()) != ColorChoice::Never;
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(io::stderr)
        .with_ansi(colour)
        .log_internal_errors(false)
        .init();
}
