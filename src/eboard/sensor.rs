//! What boards report, whatever the wire.

use crate::chess::piece::Role;
use crate::chess::square::Square;
use crate::eboard::frames::{Frame, Seen};
use crate::pack::pack_code;

/// One thing that a board, its clock or a person at its buttons reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sensor {
    /// A square became empty; what stood there, if the report says it.
    Lifted(Square, Seen),
    /// A piece appeared on a square, in place of whatever stood there.
    Placed(Square, Seen),
    /// The whole board at once. What changed since the picture before has no order.
    Frame(Frame),
    /// A piece was touched and not lifted.
    Touched(Square),
    /// The player to move pressed the clock.
    Clock,
    /// The clock of this side is running: a change of side tells that it was pressed.
    ClockRuns(ClockSide),
    /// The player announced that the piece on this square will be adjusted.
    Adjust(Square),
    /// The move is being made with both hands.
    Hands,
    /// The pawn on this square, or on its way there, becomes this.
    Promote(Role, Square),
    /// The opponent touched this piece.
    Opponent(Square),
    /// So many milliseconds went by.
    Wait(u32),
}

/// A side of the chess clock, as seen from its front.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum ClockSide {
    /// The left side.
    Left = 0,
    /// The right side.
    Right = 1,
}

pack_code!(ClockSide);

impl ClockSide {
    /// Both sides.
    pub const ALL: [Self; 2] = [Self::Left, Self::Right];
}

/// A report, with its time if the board gives one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Report {
    /// Milliseconds from any start. They may wrap; a time before the last one counts as that.
    /// Reports of one scan have the same time.
    pub at_ms: Option<u32>,
    /// What was reported.
    pub sensor: Sensor,
}

/// A report without a time.
impl From<Sensor> for Report {
    fn from(sensor: Sensor) -> Self {
        Self { at_ms: None, sensor }
    }
}
