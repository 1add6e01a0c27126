//! DGT boards on a serial line: every piece is known.
//!
//! A message is an identifier with the top bit set, the length of the whole message in two bytes of
//! seven bits, and data with the top bit clear. So a message can begin anywhere, and what lies
//! between messages is skipped. The board says that a square became empty or what stands on it now;
//! the victim's square of a capture may never be reported empty.

use crate::chess::square::Square;
use crate::eboard::frames::Seen;
use crate::eboard::sensor::{ClockSide, Sensor};
use crate::eboard::wire::{Wire, coded, picture};

/// Reads what the board sends, byte by byte.
#[derive(Clone, Copy, Debug)]
pub struct Dgt {
    wire: Wire,
}

impl Dgt {
    /// What to send to the board so that it reports: the whole board, the clock, then each change.
    pub const GREETING: &'static [u8] = &[0x42, 0x41, 0x4b];

    /// A reader before the first byte.
    #[must_use]
    pub const fn new() -> Self {
        Self { wire: Wire::new() }
    }

    /// Takes a byte; a report that it ends is given.
    pub fn push(&mut self, byte: u8) -> Option<Sensor> {
        self.wire.push(byte);
        clock(&self.wire).or_else(|| squares(&self.wire, piece))
    }
}

impl Default for Dgt {
    fn default() -> Self {
        Self::new()
    }
}

/// Fields are counted in reading order, from a8 to h1.
const FIRST: Square = Square::A1.mirrored();

/// The messages that matter.
const BOARD_DUMP: u8 = 0x86;
const CLOCK_TIMES: u8 = 0x8d;
const FIELD_UPDATE: u8 = 0x8e;

/// The bits of the clock's status.
const RUNNING: u8 = 0x01;
/// The clock runs on the side where the lever is up: its player has not pressed.
const LEVER_UP_ON_RIGHT: u8 = 0x02;
const NO_CLOCK: u8 = 0x20;

/// What a message that has just come says of squares, by what each code stands for. 0 is an empty
/// square; a change to any other code that stands for nothing is none.
#[cfg_attr(target_arch = "arm", inline(never))]
pub(super) fn squares(wire: &Wire, seen: fn(u8) -> Option<Seen>) -> Option<Sensor> {
    if let &[field, code] = data(wire, FIELD_UPDATE, 2) {
        let square = Square::new(field)?.mirrored();
        return match seen(code) {
            Some(seen) => Some(Sensor::Placed(square, seen)),
            None => (code == 0).then_some(Sensor::Lifted(square, Seen::Any)),
        };
    }
    match data(wire, BOARD_DUMP, 64) {
        [] => None,
        codes => picture(codes, FIRST, seen),
    }
}

/// Which side of the clock runs, if a message has just come that says so.
fn clock(wire: &Wire) -> Option<Sensor> {
    let &[right_hours, _, _, left_hours, _, _, status] = data(wire, CLOCK_TIMES, 7) else {
        return None;
    };
    let is_times = right_hours & 15 != 10 && left_hours & 15 != 10;
    let runs = is_times && status & (NO_CLOCK | RUNNING) == RUNNING;
    let right = status & LEVER_UP_ON_RIGHT != 0;
    runs.then_some(Sensor::ClockRuns(if right { ClockSide::Right } else { ClockSide::Left }))
}

/// The data of a message of this kind and length that has just come; none if it has not.
#[cfg_attr(target_arch = "arm", inline(never))]
fn data(wire: &Wire, id: u8, length: u8) -> &[u8] {
    let length = length + 3;
    match wire.last(length.into()) {
        [first, 0, second, data @ ..]
            if (*first, *second) == (id, length) && data.iter().all(|&byte| byte < 0x80) =>
        {
            data
        }
        _ => &[],
    }
}

/// The piece with this code. The board also knows pieces that tell a result; they are none here.
fn piece(code: u8) -> Option<Seen> {
    coded(b"PRNBKQprnbkq", code)
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::Dgt;
    use crate::chess::position::Position;
    use crate::eboard::frames::{Frame, Seen};
    use crate::eboard::sensor::{ClockSide, Sensor};
    use std::vec::Vec;

    fn read(bytes: &[u8]) -> Vec<Sensor> {
        let mut reader = Dgt::new();
        bytes.iter().filter_map(|&byte| reader.push(byte)).collect()
    }

    #[test]
    fn fields_are_counted_from_a8() {
        let seen = |letter| Seen::from_letter(letter).expect("the letter of a piece");
        assert_eq!(
            read(&[0x8e, 0, 5, 0, 8, 0x8e, 0, 5, 63, 2, 0x8e, 0, 5, 52, 0]),
            [
                Sensor::Placed("a8".parse().expect("it is written as it should be"), seen('r')),
                Sensor::Placed("h1".parse().expect("it is written as it should be"), seen('R')),
                Sensor::Lifted("e2".parse().expect("it is written as it should be"), Seen::Any),
            ]
        );
    }

    #[test]
    fn the_whole_board_is_read() {
        let mut bytes = Vec::from([0x86, 0, 67, 8, 9, 10, 12, 11, 10, 9, 8]);
        bytes.extend([7; 8]);
        bytes.extend([0; 32]);
        bytes.extend([1; 8]);
        bytes.extend([2, 3, 4, 6, 5, 4, 3, 2]);
        assert_eq!(read(&bytes), [Sensor::Frame(Frame::from(Position::standard().board()))]);
    }

    #[test]
    fn the_clock_tells_which_side_runs() {
        let clock = |status: u8| [0x8d, 0, 10, 1, 0x30, 0, 1, 0x30, 0, status];
        assert_eq!(read(&clock(0x09)), [Sensor::ClockRuns(ClockSide::Left)]);
        assert_eq!(read(&clock(0x13)), [Sensor::ClockRuns(ClockSide::Right)]);
        for silent in [0x08, 0x12, 0x29] {
            assert_eq!(read(&clock(silent)), []);
        }
        // An acknowledgement of the clock has the shape of its times.
        assert_eq!(read(&[0x8d, 0, 10, 0x0a, 0x10, 1, 0x0a, 0, 0, 0x01]), []);
    }

    #[test]
    fn other_messages_are_skipped_and_broken_ones_left() {
        let lift = Sensor::Lifted("e2".parse().expect("it is written as it should be"), Seen::Any);
        // A version, a trade mark longer than any message that matters, then a change.
        let mut bytes = Vec::from([0x93, 0, 5, 1, 7, 0x92, 1, 2]);
        bytes.extend([0x0e; 127]);
        bytes.extend([0x8e, 0, 5, 52, 0]);
        assert_eq!(read(&bytes), [lift]);
        // Noise; a change cut short; a field, a piece and lengths that do not exist.
        let noise = [5, 0, 0x8e, 0, 5, 52, 0x8e, 0, 5, 64, 0, 0x8e, 0, 5, 3, 13, 0x8e, 0, 2];
        let bytes: Vec<u8> = noise.into_iter().chain([0, 0, 0x8e, 0, 5, 52, 0]).collect();
        assert_eq!(read(&bytes), [lift]);
    }
}
