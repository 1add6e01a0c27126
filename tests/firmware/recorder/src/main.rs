//! Plays the scenarios on the host and writes the recording that the images replay:
//!
//! `firmware-recorder SCENARIOS OUTPUT`

use std::error::Error;
use std::path::{Path, PathBuf};

use firmware_recording::{Breach, Numbers, Session, Step};
use serde::Serialize;
use touch_move::arbiter::Arbiter;
use touch_move::chess::moves::LegalMoves;
use touch_move::event::Event;
use touch_move::ffi::codes::{TmRuling, TmStatus, move_number};
use touch_move::scenario::files::find;
use touch_move::scenario::run::Runner;

fn main() -> Result<(), Box<dyn Error>> {
    let [scenarios, output] = paths().ok_or("usage: firmware-recorder SCENARIOS OUTPUT")?;
    let sessions = turns(&scenarios)?;
    let mut recording = Recording::default();
    recording.put(&u32::try_from(sessions.len())?);
    let mut rulings = 0;
    for played in &sessions {
        rulings += recording.session(played)?;
    }
    std::fs::write(output, &recording.bytes)?;
    println!("{} sessions, {rulings} rulings, {} bytes", sessions.len(), recording.bytes.len());
    Ok(())
}

fn paths() -> Option<[PathBuf; 2]> {
    let arguments: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    arguments.try_into().ok()
}

/// Events told to a machine.
struct Played {
    start: Arbiter,
    events: Vec<Event>,
}

/// The turns of the scenarios: every turn is a session of its own.
fn turns(folder: &Path) -> Result<Vec<Played>, Box<dyn Error>> {
    let runner = Runner { records: true, ..Runner::default() };
    let mut sessions = Vec::new();
    for file in find(&[folder]).map_err(|_| "there are no scenarios")? {
        let found = runner.run(&file).found;
        let record = found.record.ok_or_else(|| format!("{}: a mistake", file.display()))?;
        for turn in record.turns() {
            let start = Arbiter::new(*turn.position(), turn.start.rules())
                .with_play(turn.start.play())
                .with_offences(turn.start.offences());
            let events = turn.events.iter().map(|timed| timed.event).collect();
            sessions.push(Played { start, events });
        }
    }
    Ok(sessions)
}

#[derive(Default)]
struct Recording {
    bytes: Vec<u8>,
}

impl Recording {
    fn put(&mut self, value: &impl Serialize) {
        // Writing into a vector cannot fail, and no value here is one that postcard refuses.
        self.bytes.extend(postcard::to_allocvec(value).expect("the value is plain"));
    }

    fn list<T: Serialize>(&mut self, items: impl Iterator<Item = T>) {
        self.put(&items.collect::<Vec<_>>());
    }

    /// Plays a session and answers how many rulings it brought.
    fn session(&mut self, played: &Played) -> Result<usize, Box<dyn Error>> {
        let mut arbiter = played.start;
        let (white, black) = arbiter.offences().into();
        self.put(&Session {
            fen: &arbiter.position().to_string(),
            chess960: arbiter.position().is_chess960(),
            rules: arbiter.rules() as u8,
            play: arbiter.play() as u8,
            offences: (white, black),
            steps: u32::try_from(played.events.len())?,
        });
        for &event in &played.events {
            match arbiter.handle(event) {
                Err(misuse) => self.put(&Step { event, status: TmStatus::from(misuse) as u8 }),
                Ok(ruling) => {
                    self.put(&Step { event, status: TmStatus::Ok as u8 });
                    let numbers = TmRuling::write(&arbiter, &ruling);
                    self.put(&Numbers::from(&numbers));
                    let because = &numbers.because[..usize::from(numbers.because_count)];
                    self.list(because.iter());
                    let breaches = &numbers.infractions[..usize::from(numbers.infraction_count)];
                    self.list(breaches.iter().map(Breach::from));
                    let moves = LegalMoves::new(arbiter.position());
                    let number = |a_move| move_number(a_move, arbiter.position());
                    self.list(ruling.allowed.iter(moves).map(number));
                }
            }
        }
        Ok(played.events.len())
    }
}
