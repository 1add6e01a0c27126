//! Electronic boards: from bytes on a wire to events, and from events to what a person is told.
//!
//! Boards differ in what they see. Some know every piece, some its colour, some only that a square
//! is occupied; some report each change, some whole pictures. All of it is reduced to
//! [`sensor::Report`]s; the [`intake`] makes events of them and owns the arbiter that is told.
//! Nothing here allocates, reads a clock or panics, and every buffer has a fixed size.
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

pub mod dgt;

pub mod pegasus;

pub mod chessnut;

pub mod chesslink;

pub mod text;

pub mod protocol;

pub mod watch;
