//! Chessnut boards: whole pictures, every piece known.
//!
//! A notification is `01 24`, 32 bytes of board and four of the board's own time: 38 bytes. A byte
//! holds two squares, the first in its low half, from h8 along the ranks to a1. There is no check
//! byte: a picture counts if it could be one, with at most 16 pieces and one king a side.

use crate::chess::piece::{Color, Piece, Role};
use crate::chess::square::Square;
use crate::eboard::frames::{Frame, Seen};
use crate::eboard::sensor::Sensor;
use crate::eboard::wire::{Wire, coded, picture};

/// Reads what the board sends, byte by byte, and keeps half a byte in each place.
#[derive(Clone, Copy, Debug)]
pub struct Chessnut {
    wire: Wire,
}

impl Chessnut {
    /// What to send to the board so that it reports.
    pub const GREETING: &'static [u8] = &[0x21, 0x01, 0x00];

    /// A reader before the first byte.
    #[must_use]
    pub const fn new() -> Self {
        Self { wire: Wire::new() }
    }

    /// Takes a byte; a report that it ends is given.
    pub fn push(&mut self, byte: u8) -> Option<Sensor> {
        self.wire.push(byte & 15);
        self.wire.push(byte >> 4);
        let [1, 0, 4, 2, codes @ .., _, _, _, _, _, _, _, _] = self.wire.last(2 * 38) else {
            return None;
        };
        let picture = picture(codes, FIRST, piece);
        let is_one = matches!(&picture, Some(Sensor::Frame(frame)) if could_be(frame));
        if !is_one || !codes.iter().all(|&code| code <= 12) {
            return None;
        }
        // No other picture shares a byte with this one.
        self.wire = Wire::new();
        picture
    }
}

impl Default for Chessnut {
    fn default() -> Self {
        Self::new()
    }
}

const FIRST: Square = Square::A1.with_file(7).mirrored();

fn could_be(frame: &Frame) -> bool {
    let has_few = |color: Color| {
        let kings = frame.could_be(Seen::Piece(Piece { color, role: Role::King }));
        frame.could_be(Seen::Color(color)).len() <= 16 && kings.len() <= 1
    };
    Color::ALL.into_iter().all(has_few)
}

fn piece(code: u8) -> Option<Seen> {
    coded(b"qkbpnRPrBNQK", code)
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::Chessnut;
    use crate::chess::position::Position;
    use crate::eboard::frames::Frame;
    use crate::eboard::sensor::Sensor;
    use std::vec::Vec;

    /// The start position, as the maker's description has it.
    fn start() -> Vec<u8> {
        let mut bytes = Vec::from([0x01, 0x24, 0x58, 0x23, 0x31, 0x85, 0x44, 0x44, 0x44, 0x44]);
        bytes.extend([0; 16]);
        bytes.extend([0x77, 0x77, 0x77, 0x77, 0xa6, 0xc9, 0x9b, 0x6a]);
        bytes.extend([1, 2, 3, 4]);
        bytes
    }

    fn read(bytes: &[u8]) -> Vec<Sensor> {
        let mut reader = Chessnut::new();
        bytes.iter().filter_map(|&byte| reader.push(byte)).collect()
    }

    #[test]
    fn the_board_is_read_from_h8() {
        let frame = Sensor::Frame(Frame::from(Position::standard().board()));
        assert_eq!(read(&start()), [frame]);
        assert_eq!(read(&[start(), start()].concat()), [frame, frame]);
    }

    #[test]
    fn a_header_is_found_behind_noise_and_in_what_looked_like_a_picture() {
        let frame = Sensor::Frame(Frame::from(Position::standard().board()));
        assert_eq!(read(&[&[0, 0x24, 1, 1, 1][..], &start()].concat()), [frame]);
        // A header with an impossible board, in which the true picture begins.
        assert_eq!(read(&[&[1, 0x24, 0xff, 0, 0][..], &start()].concat()), [frame]);
        // Two white kings.
        let mut wrong = start();
        wrong[2] = 0xcc;
        assert_eq!(read(&[wrong, start()].concat()), [frame]);
    }
}
