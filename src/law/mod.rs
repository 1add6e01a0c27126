//! The law: pure functions from facts and position to what is decided.
//!
//! In the order in which a file may rest on those before it: [`rulebooks`] says which clause
//! decides what; [`case`] is what is judged; [`shown`] reads what stands on the board; [`castling`]
//! and [`touched`] say what the pieces touched oblige to; [`released`] what a piece let go fixes or
//! breaks; [`verdict`] puts the ruling together; [`completed`] says what the clock completes.

pub mod rulebooks;

pub mod case;

pub mod shown;

pub mod castling;

pub mod touched;

pub mod released;

pub mod verdict;

pub mod completed;
