//! Electronic boards: from bytes on a wire to events, and from events to what a person is told.
//!
//! Boards differ in what they see. Some know every piece, some its colour, some only that a square
//! is occupied; some report each change, some whole pictures. All of it is reduced to
//! [`sensor::Report`]s; the [`intake`] makes events of them and owns the arbiter that is told.
//! Nothing here allocates, reads a clock or panics, and every buffer has a fixed size.
//!
//! ```
//! use touch_move::arbiter::Arbiter;
//! use touch_move::chess::position::Position;
//! use touch_move::eboard::dgt::Dgt;
//! use touch_move::eboard::intake::{Intake, Options};
//! use touch_move::eboard::sensor::Report;
//! use touch_move::law::rulebooks::Rulebook;
//!
//! let arbiter = Arbiter::new(Position::standard(), Rulebook::Fide2023);
//! let mut intake = Intake::new(arbiter, Options::default());
//! let mut decoder = Dgt::new();
//! let mut events = Vec::new();
//! // A pawn is lifted on e2 and put on e4, where it stands for a second.
//! for (at_ms, bytes) in [(0, [0x8e, 0, 5, 52, 0]), (700, [0x8e, 0, 5, 36, 1])] {
//!     for sensor in bytes.into_iter().filter_map(|byte| decoder.push(byte)) {
//!         let report = Report { at_ms: Some(at_ms), sensor };
//!         intake.handle(report, &mut |step| events.push(step.event.to_string()));
//!     }
//! }
//! intake.pass_time(1700, &mut |step| events.push(step.event.to_string()));
//! assert_eq!(events, ["e2", "e2-e4"]);
//! ```
//!
//! On microcontrollers, where it takes many instructions to handle a set of squares, some functions
//! are called and not copied to every place (`inline(never)`).
//!
//! A file of this room imports only files listed before it.

pub mod frames;

pub mod sensor;

mod debounce;

mod believed;

mod table;

mod looking;

mod lifting;

mod placing;

mod closing;

pub mod intake;

mod wire;

pub mod dgt;

pub mod pegasus;

pub mod chessnut;

pub mod chesslink;

pub mod text;

pub mod protocol;

pub mod watch;
