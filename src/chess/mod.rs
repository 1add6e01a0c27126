//! The game: a valid position, who attacks what, the legal moves, the six conditions of castling.
//!
//! A file of this room imports only files listed before it.

pub mod square;

pub mod piece;

pub mod board;

pub mod attacks;

pub mod position;

pub mod castling;

pub mod moves;

pub mod fen;

pub mod notation;
#[cfg(feature = "serde")]
mod serialise;
