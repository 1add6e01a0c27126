//! Decides what a chess player may still do after touching pieces: the touch-move rule.
//!
//! Events go in ("touched", "let go"), rulings come out, by value:
//!
//! ```
//! use touch_move::arbiter::Arbiter;
//! use touch_move::chess::position::Position;
//! use touch_move::law::rulebooks::Rulebook;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // The rook on f3 covers f1, so White may not castle short.
//! let position = Position::from_fen("r3k2r/8/8/8/8/5r2/8/R3K2R w KQkq - 0 1")?;
//! let mut arbiter = Arbiter::new(position, Rulebook::Fide2023);
//! arbiter.handle("e1".parse()?)?;
//! let ruling = arbiter.handle("h1".parse()?)?;
//! assert!(ruling.because.contains("FIDE 4.4.3".parse()?));
//! # Ok(())
//! # }
//! ```
//!
//! The rooms of the house, each importing only those above it:
//!
//! - [`pack`]: values as bytes;
//! - [`chess`]: the game;
//! - [`event`], [`clause`], [`ruling`]: the vocabulary;
//! - [`facts`]: what is known of the turn;
//! - [`law`]: the decisions, and the table of the rulebooks;
//! - [`turn`]: how an event changes what is known;
//! - [`arbiter`]: the machine;
//! - [`words`]: rulings for people, in English and French;
//! - [`lights`]: rulings for boards;
//! - [`eboard`]: electronic boards, from bytes to events;
//! - `game`, `record`: the machine with a memory, and what happened in a game (feature `std`);
//! - `ffi`: the C interface (feature `ffi`);
//! - `scenario`: files of events and rulings (feature `scenario`);
//! - `cli`: the command line (feature `cli`).
//!
//! The core is `no_std`, allocates nothing, reads no clock and cannot panic.
#![no_std]
#![deny(missing_docs)]
#![cfg_attr(not(feature = "ffi"), forbid(unsafe_code))]
#![deny(unsafe_code)]

#[cfg(any(feature = "std", test))]
extern crate std;

pub mod arbiter;
pub mod chess;
pub mod clause;
#[cfg(feature = "cli")]
pub mod cli;
pub mod eboard;
pub mod event;
pub mod facts;
#[cfg(feature = "ffi")]
pub mod ffi;
#[cfg(feature = "std")]
pub mod game;
pub mod law;
pub mod lights;
pub mod pack;
#[cfg(feature = "std")]
pub mod record;
pub mod ruling;
#[cfg(feature = "scenario")]
pub mod scenario;
pub mod turn;
pub mod words;

/// The examples of the readme, run as tests.
#[cfg(all(doctest, feature = "std"))]
#[doc = include_str!("../README.md")]
struct Readme;
