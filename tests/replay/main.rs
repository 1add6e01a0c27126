//! Scenario files and `replay`: what is wrong in a file and where, accepting, recording, the guide,
//! and the command itself.

mod blessing;
mod command;
mod guide;
mod mistakes;
mod noise;
mod outcomes;
#[path = "../program/mod.rs"]
mod program;
mod recording;
mod sensing;

use touch_move::scenario::run::{Outcome, Runner};
use touch_move::scenario::source::Source;

/// What comes out of a file with this text.
fn play(text: &str) -> Outcome {
    Runner::default().play(Source::new("file.ron", text.into()))
}

/// A file with these steps, in which castling short is illegal for White.
fn file(steps: &str) -> String {
    format!(
        "(\n    title: \"\",\n    rules: fide_2023,\n    fen: \"{COVERED}\",\n    play: [\n        \
         {steps}\n    ],\n)\n"
    )
}

/// The rook on f3 covers f1.
const COVERED: &str = "r3k2r/8/8/8/8/5r2/8/R3K2R w KQkq - 0 1";
