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

mod listen;

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
use self::failure::{Failure, InputError};
use self::options::language_of_environment;

/// The exit code when all is done, and as expected.
pub const DONE: u8 = 0;
/// The exit code when a ruling differs from the expected one.
pub const DIFFERS: u8 = 1;
/// The exit code of bad usage, and of input that cannot be read or output that cannot be written.
pub const BAD_INPUT: u8 = 2;

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
        Ok(()) => ExitCode::from(DONE),
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            ExitCode::from(DONE)
        }
        Err(Failure::Output(error)) => {
            fail(&InputError::new(format!("cannot write the output: {error}")))
        }
        Err(Failure::Input(error)) => fail(&error),
    }
}

fn run(cli: &Cli) -> Result<(), Failure> {
    let language = cli.lang.unwrap_or_else(language_of_environment);
    let mut out = anstream::stdout().lock();
    let width = terminal_size_of(io::stdout())
        .map_or(WIDTH, |(Width(columns), _)| usize::from(columns).clamp(40, 120));
    match &cli.command {
        Command::Rule(args) => rule::run(args, language, width, &mut out)?,
        Command::Castling(args) => castling::run(args, language, width, &mut out)?,
        Command::Listen => listen::run(language, &mut io::stdin().lock(), &mut out)?,
        Command::Laws(args) => laws::run(args, language, width, &mut out)?,
        Command::Completions(args) => completions::run(args, Cli::command(), &mut out)?,
    }
    out.flush()?;
    Ok(())
}

fn fail(error: &InputError) -> ExitCode {
    // Without anybody to read it the exit code still tells.
    let _ = writeln!(anstream::stderr(), "{}", error.render());
    ExitCode::from(BAD_INPUT)
}

/// Shows what is done on standard error, as far as it is asked for.
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
        .init();
}
