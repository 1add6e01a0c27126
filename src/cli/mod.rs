//! The command line: what a person sees.

pub mod replay;

use std::format;
use std::io;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use tracing_subscriber::filter::LevelFilter;

#[derive(Parser)]
#[command(name = "touch-move", version, about)]
struct Args {
    /// Show what is going on
    #[arg(short, long, global = true)]
    verbose: bool,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Play scenario files and compare the rulings
    Replay(replay::ReplayArgs),
}

/// Runs the program.
#[must_use]
pub fn main() -> ExitCode {
    let args = Args::parse();
    let level = if args.verbose { LevelFilter::DEBUG } else { LevelFilter::OFF };
    tracing_subscriber::fmt().with_max_level(level).with_writer(io::stderr).without_time().init();
    let Command::Replay(replay) = args.command;
    match replay::run(&replay, &mut anstream::stdout().lock(), &mut anstream::stderr()) {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            anstream::eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}
