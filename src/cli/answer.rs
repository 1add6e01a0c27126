//! A ruling together with what is needed to tell it: the position, and what others would say.

use std::vec::Vec;

use crate::arbiter::Arbiter;
use crate::chess::position::Position;
use crate::chess::square::SquareSet;
use crate::game::{Difference, Game};
use crate::ruling::Ruling;

/// What a game answers as things stand.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The position in which the turn began that the ruling speaks of.
    pub position: Position,
    /// The ruling.
    pub ruling: Ruling,
    /// The pieces touched in this turn, by where they stood when it began.
    pub touched: SquareSet,
    /// Whether the turn is over.
    pub over: bool,
    /// The rulebooks that would allow another set; empty if not asked for.
    pub differs: Vec<Difference>,
}

impl Answer {
    /// The answer of a game; `compare`: with what other rulebooks would say.
    pub fn of(game: &Game, compare: bool) -> Self {
        let differs = if compare { game.differs() } else { Vec::new() };
        Self { differs, ..Self::alone(game.arbiter()) }
    }

    /// The answer of a machine, which does not know what other rulebooks would say.
    pub fn alone(arbiter: &Arbiter) -> Self {
        Self {
            position: *arbiter.position(),
            ruling: arbiter.ruling(),
            touched: arbiter.facts().touches.all(),
            over: arbiter.closed_with().is_some(),
            differs: Vec::new(),
        }
    }
}
