//! The DGT Pegasus: it knows which squares are occupied, and not by what.
//!
//! The messages are those of other DGT boards; a change says lifted or placed, a picture of the
//! board says occupied or not.

use crate::eboard::dgt::squares;
use crate::eboard::frames::Seen;
use crate::eboard::sensor::Sensor;
use crate::eboard::wire::Wire;

/// Reads what the board sends, byte by byte.
#[derive(Clone, Copy, Debug)]
pub struct Pegasus {
    wire: Wire,
}

impl Pegasus {
    /// What to send to the board so that it reports, once it has been given its maker's key: the
    /// whole board, then each change.
    pub const GREETING: &'static [u8] = &[0x42, 0x44];

    /// A reader before the first byte.
    #[must_use]
    pub const fn new() -> Self {
        Self { wire: Wire::new() }
    }

    /// Takes a byte; a report that it ends is given.
    pub fn push(&mut self, byte: u8) -> Option<Sensor> {
        self.wire.push(byte);
        squares(&self.wire, |code| (code != 0).then_some(Seen::Any))
    }
}

impl Default for Pegasus {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::Pegasus;
    use crate::chess::position::Position;
    use crate::eboard::frames::{Frame, Seen};
    use crate::eboard::sensor::Sensor;
    use std::vec::Vec;

    /// Any code but 0 says that the square is occupied.
    #[test]
    fn changes_and_pictures_name_no_piece() {
        let mut bytes = Vec::from([0x8e, 0, 5, 52, 0, 0x8e, 0, 5, 36, 1]);
        bytes.extend([0x86, 0, 67]);
        bytes.extend([1; 16]);
        bytes.extend([0; 32]);
        bytes.extend([2; 16]);
        let mut reader = Pegasus::new();
        let sensors: Vec<_> = bytes.into_iter().filter_map(|byte| reader.push(byte)).collect();
        let start = Position::standard().occupied();
        assert_eq!(
            sensors,
            [
                Sensor::Lifted("e2".parse().expect("it is written as it should be"), Seen::Any),
                Sensor::Placed("e4".parse().expect("it is written as it should be"), Seen::Any),
                Sensor::Frame(Frame::occupied_by(Seen::Any, start)),
            ]
        );
    }
}
