//! The law: pure functions from facts and position to what is decided.
//!
//! [`rulebooks`] says which clause decides what; [`castling`] and [`touched`] what the pieces
//! touched oblige to; [`released`] what a piece let go fixes or breaks; [`completed`] what the clock
//! completes.

pub mod case;
pub mod castling;
pub mod completed;
pub mod released;
pub mod rulebooks;
pub mod shown;
pub mod touched;
