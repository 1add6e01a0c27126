//! Plays sessions on the host and writes the recording that the images replay:
//!
//! `firmware-recorder OUTPUT`

use std::error::Error;
use std::path::PathBuf;

use firmware_recording::{Breach, Numbers, Session, Step};
use serde::Serialize;
use touch_move::arbiter::Arbiter;
use touch_move::chess::moves::LegalMoves;
use touch_move::chess::position::Position;
use touch_move::event::Event;
use touch_move::ffi::{TmRuling, TmStatus, move_number};
use touch_move::law::rulebooks::Rulebook;

fn main() -> Result<(), Box<dyn Error>> {
    let output = PathBuf::from(std::env::args_os().nth(1).ok_or("the output is missing")?);
    let sessions = built_in()?;
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

/// Events from a position on.
struct Played {
    fen: String,
    chess960: bool,
    rules: Rulebook,
    events: Vec<Event>,
}

/// The sessions of `sessions.txt`.
fn built_in() -> Result<Vec<Played>, Box<dyn Error>> {
    let mut sessions = Vec::new();
    for line in include_str!("sessions.txt").lines().filter(|line| !line.starts_with('#')) {
        let mut parts = line.split(" | ");
        let (Some(rules), Some(fen), Some(events), None) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(format!("not a session: {line}").into());
        };
        let events: Vec<Event> = events.split(' ').map(str::parse).collect::<Result<_, _>>()?;
        let rulebooks = match rules {
            "all" => Rulebook::ALL.to_vec(),
            one => vec![one.parse()?],
        };
        for rules in rulebooks {
            let (fen, events) = (fen.to_owned(), events.clone());
            sessions.push(Played { fen, chess960: false, rules, events });
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
        let position = Position::from_fen(&played.fen)?.with_chess960(played.chess960);
        let mut arbiter = Arbiter::new(position, played.rules);
        self.put(&Session {
            fen: &played.fen,
            chess960: played.chess960,
            rules: played.rules as u8,
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
                    self.list(ruling.allowed.iter(&moves).map(number));
                }
            }
        }
        Ok(played.events.len())
    }
}
