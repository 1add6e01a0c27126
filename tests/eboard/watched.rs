//! What a watched board told, in short.

use touch_move::arbiter::Arbiter;
use touch_move::chess::moves::LegalMoves;
use touch_move::chess::position::Position;
use touch_move::eboard::intake::{Options, Pending};
use touch_move::eboard::protocol::Protocol;
use touch_move::eboard::sensor::Report;
use touch_move::eboard::watch::{Item, Watch};
use touch_move::law::rulebooks::Rulebook;
use touch_move::ruling::{Ruling, Verdict};

/// A board, and what it told so far.
pub struct Watched {
    pub watch: Watch,
    pub told: Told,
}

/// What was told, as text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Told {
    /// The events; an assumed one ends with `?`.
    pub events: Vec<String>,
    /// The moves, in UCI.
    pub moves: Vec<String>,
    /// The breaches.
    pub infractions: Vec<&'static str>,
    /// The verdict and the options, as `must [complete]`, or the move made.
    pub ruling: String,
    /// Lines that could not be read.
    pub unreadable: Vec<String>,
}

impl Watched {
    pub fn new(protocol: Protocol, position: Position) -> Self {
        Self::with(protocol, position, Options::default())
    }

    pub fn with(protocol: Protocol, position: Position, options: Options) -> Self {
        let arbiter = Arbiter::new(position, Rulebook::Fide2023);
        Self { watch: Watch::new(protocol, arbiter, options), told: Told::default() }
    }

    pub fn bytes(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            let told = &mut self.told;
            if let Err(error) = self.watch.push(byte, None, &mut |item| told.note(&item)) {
                told.unreadable.push(error.to_string());
            }
        }
    }

    pub fn report(&mut self, report: Report) {
        let told = &mut self.told;
        self.watch.handle(report, &mut |item| told.note(&item));
    }

    pub fn pending(&self) -> Pending {
        self.watch.intake().pending()
    }

    pub fn end(mut self) -> Told {
        let told = &mut self.told;
        if let Err(error) = self.watch.end(&mut |item| told.note(&item)) {
            told.unreadable.push(error.to_string());
        }
        if self.told.ruling.is_empty() {
            let intake = self.watch.intake();
            self.told.ruling = short(&intake.ruling(), intake.arbiter());
        }
        self.told
    }
}

impl Told {
    fn note(&mut self, item: &Item<'_>) {
        match *item {
            Item::Event { event, assumed, .. } => {
                self.events.push(format!("{event}{}", if assumed { "?" } else { "" }));
            }
            Item::Ruling { ruling, arbiter, .. } => self.ruling = short(&ruling, arbiter),
            Item::Infraction { offence, .. } => self.infractions.push(offence.kind.code()),
            Item::Move { position, played, ply, .. } => {
                self.moves.push(played.uci(position).to_string());
                assert_eq!(ply as usize, self.moves.len());
            }
            Item::End { plies, .. } => assert_eq!(plies as usize, self.moves.len()),
        }
    }
}

fn short(ruling: &Ruling, arbiter: &Arbiter) -> String {
    let position = arbiter.position();
    match (ruling.verdict, ruling.made) {
        (Verdict::Made, Some(made)) => format!("made {}", made.uci(position)),
        (Verdict::Must, _) => {
            let moves = LegalMoves::new(position);
            let options: Vec<_> = ruling.options(moves).map(|duty| format!("{duty:?}")).collect();
            format!("must {}", options.join(" or "))
        }
        (verdict, _) => format!("{verdict:?}").to_lowercase(),
    }
}
