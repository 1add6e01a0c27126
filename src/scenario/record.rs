//! Writes a scenario while it happens: the events, and in rulings what came of them, the moves made
//! and the breaches.
//!
//! Every step is written together with the closing of the file, over the closing before it, and
//! handed to the disk: whatever is cut off, the file lacks its closing at most.

use std::format;
use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;
use std::string::{String, ToString};
use std::vec::Vec;

use crate::arbiter::Play;
use crate::chess::moves::Move;
use crate::chess::position::Position;
use crate::event::Event;
use crate::law::rulebooks::Rulebook;
use crate::ruling::{Infractions, Ruling};
use crate::scenario::format::{Sensed, ron};

/// A scenario that is being written.
#[derive(Debug)]
pub struct Recorder {
    file: File,
    /// Where the closing begins, in bytes from the start of the file.
    closing_at: u64,
    /// The time that was written last.
    now_ms: Option<u32>,
    /// What the ruling before said of it.
    made: Option<Move>,
    infractions: Infractions,
}

/// What stands before the play.
#[derive(Clone, Copy, Debug)]
pub struct Header<'h> {
    /// What it is about, in one line.
    pub title: &'h str,
    /// The rulebook.
    pub rules: Rulebook,
    /// The kind of play.
    pub play: Play,
    /// The position in which it begins.
    pub position: &'h Position,
}

/// The end of every file.
const CLOSING: &str = "    ],\n)\n";

impl Recorder {
    /// Begins a file.
    ///
    /// # Errors
    ///
    /// The file system's; among them that the file is there already: a recording is never written
    /// over another.
    pub fn create(path: &Path, header: &Header<'_>) -> io::Result<Self> {
        let mut recorder = Self {
            file: File::create_new(path)?,
            closing_at: 0,
            now_ms: None,
            made: None,
            infractions: Infractions::NONE,
        };
        recorder.write(&header.text())?;
        Ok(recorder)
    }

    /// Writes an event that a person tells, and before it its time in milliseconds, if that is
    /// given and has gone on.
    ///
    /// # Errors
    ///
    /// The file system's.
    pub fn told(&mut self, at_ms: Option<u32>, event: Event) -> io::Result<()> {
        self.step(at_ms, &ron(&event))
    }

    /// The same for what a board senses.
    ///
    /// # Errors
    ///
    /// The file system's.
    pub fn sensed(&mut self, at_ms: Option<u32>, sensed: &Sensed<'_>) -> io::Result<()> {
        self.step(at_ms, &sensed.to_string())
    }

    /// Writes what a ruling says of the move made and of breaches, if that is not what the ruling
    /// before said. `position` is where the turn began.
    ///
    /// # Errors
    ///
    /// The file system's.
    pub fn ruled(&mut self, ruling: &Ruling, position: &Position) -> io::Result<()> {
        let made = ruling.made.filter(|_| ruling.made != self.made);
        let made = made.map(|made| format!("made: \"{}\"", made.uci(position)));
        let breaches = ruling.infractions;
        let breaches = (breaches != self.infractions).then(|| {
            let kinds: Vec<_> = breaches.iter().map(|breach| ron(&breach.kind)).collect();
            format!("infractions: [{}]", kinds.join(", "))
        });
        let penalty = ruling.infractions.iter().find_map(|breach| breach.penalty);
        let penalty = penalty.filter(|_| breaches.is_some());
        let penalty = penalty.map(|penalty| format!("penalty: {}", ron(&penalty)));
        self.made = ruling.made;
        self.infractions = ruling.infractions;
        let fields: Vec<_> = [made, breaches, penalty].into_iter().flatten().collect();
        if fields.is_empty() {
            return Ok(());
        }
        self.step(None, &format!("ruling({})", fields.join(", ")))
    }

    fn step(&mut self, at_ms: Option<u32>, step: &str) -> io::Result<()> {
        let later = at_ms.filter(|&ms| self.now_ms.is_none_or(|now| ms > now));
        let time = later.map(|ms| format!("        at({ms}),\n")).unwrap_or_default();
        self.write(&format!("{time}        {step},\n"))?;
        self.now_ms = later.or(self.now_ms);
        Ok(())
    }

    /// Writes this and the closing, over the closing before.
    fn write(&mut self, text: &str) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(self.closing_at))?;
        self.file.write_all([text, CLOSING].concat().as_bytes())?;
        self.file.sync_data()?;
        self.closing_at += text.len() as u64;
        Ok(())
    }
}

impl Header<'_> {
    fn text(&self) -> String {
        let title = ron(self.title);
        let rules = self.rules.id().replace('-', "_");
        let time = match self.play {
            Play::Standard => String::new(),
            Play::Rapid | Play::Blitz => format!("    time: {},\n", ron(&self.play)),
        };
        let fen = ron(&self.position.to_string());
        let chess960 = if self.position.is_chess960() { "    chess960: true,\n" } else { "" };
        format!(
            "(\n    title: {title},\n    rules: {rules},\n    fen: {fen},\n{chess960}{time}    \
             play: [\n"
        )
    }
}
