//! The game: a valid position, who attacks what, the legal moves, the six conditions of castling.

pub mod piece;
pub mod square;
