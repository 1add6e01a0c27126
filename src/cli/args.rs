//! The command line as a whole.

use std::format;

use clap::{Parser, Subcommand};

use crate::cli::castling::CastlingArgs;
use crate::cli::completions::CompletionsArgs;
use crate::cli::laws::LawsArgs;
use crate::cli::listen::ListenArgs;
use crate::cli::options::language;
use crate::cli::replay::ReplayArgs;
use crate::cli::report::ReportArgs;
use crate::cli::rule::RuleArgs;
use crate::cli::watch::WatchArgs;
use crate::words::Language;

/// Decides what a chess player may still do after touching pieces
#[derive(Parser, Clone, Debug)]
#[command(
    name = "touch-move",
    version,
    disable_help_subcommand = true,
    after_help = "Exit codes: 0 done; 1 a ruling differs from the expected one; \
                  2 bad usage, or input that cannot be read."
)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,

    /// The language [default: that of the locale if it is French, else English]
    #[arg(long, global = true, value_parser = language())]
    pub lang: Option<Language>,

    /// Show on standard error what is done; twice for more (or set RUST_LOG)
    #[arg(short, long, global = true, action = clap::ArgAction::Count)]
    pub verbose: u8,
}

/// The commands.
#[derive(Subcommand, Clone, Debug)]
pub enum Command {
    /// Rule on what a player may still do after these events
    Rule(RuleArgs),
    /// Show the six conditions of castling, for each player and wing
    Castling(CastlingArgs),
    /// Play scenario files and compare the rulings
    Replay(ReplayArgs),
    /// Tell what an arbiter can hand in of a game: each incident, and the penalties
    Report(ReportArgs),
    /// Read events as JSON lines, answer each with the ruling
    Listen(ListenArgs),
    /// Follow a game on an electronic board, live or recorded
    Watch(WatchArgs),
    /// List the clauses and readings that rulings rest on
    Laws(LawsArgs),
    /// Print a script that completes these commands in a shell
    Completions(CompletionsArgs),
}
