//! Chessnut boards: whole pictures, every piece known.
//!
//! A notification is `01 24`, 32 bytes of board and four of the board's own time: 38 bytes. A byte
//! holds two squares, the first in its low half, from h8 along the ranks to a1. There is no check
//! byte: a picture counts if it could be one, with at most 16 pieces and one king a side.

use crate::chess::piece::{Color, Piece, Role};
use crate::chess::square::Square;
use crate::eboard::frames::{Frame, Seen};
use crate::eboard::sensor::Sensor;

/// Reads what the board sends, byte by byte.
#[derive(Clone, Copy, Debug)]
pub struct Chessnut {
    /// The bytes since the last header, so that another may be looked for in them.
    bytes: [u8; Self::LENGTH],
    len: u8,
}

impl Chessnut {
    /// What to send to the board so that it reports.
    pub const GREETING: &'static [u8] = &[0x21, 0x01, 0x00];

    const LENGTH: usize = 38;
    const HEADER: [u8; 2] = [0x01, 0x24];

    /// A reader before the first byte.
    #[must_use]
    pub const fn new() -> Self {
        Self { bytes: [0; Self::LENGTH], len: 0 }
    }

    /// Takes a byte; a report that it ends is given.
    pub fn push(&mut self, byte: u8) -> Option<Sensor> {
        if let Some(place) = self.bytes.get_mut(usize::from(self.len)) {
            *place = byte;
            self.len += 1;
        }
        self.find_header();
        if usize::from(self.len) < Self::LENGTH {
            return None;
        }
        let frame = self.picture();
        if frame.is_some() {
            self.len = 0;
        } else {
            self.drop_first();
            self.find_header();
        }
        frame.map(Sensor::Frame)
    }

    /// Drops what stands before the first place where a header may begin.
    fn find_header(&mut self) {
        let begins =
            |bytes: &[u8]| bytes.iter().zip(Self::HEADER).all(|(&byte, sent)| byte == sent);
        while !self.bytes.get(..usize::from(self.len)).is_none_or(begins) {
            self.drop_first();
        }
    }

    /// The picture in the bytes, if they can be one.
    fn picture(&self) -> Option<Frame> {
        let mut frame = Frame::EMPTY;
        // Rank by rank as a board is read, but each from the h-file: the other way round.
        for place in 0..64 {
            let both = *self.bytes.get(Self::HEADER.len() + usize::from(place / 2))?;
            let code = if place % 2 == 0 { both & 15 } else { both >> 4 };
            let seen = if code == 0 { None } else { Some(Seen::Piece(piece(code)?)) };
            frame.set(Square::new(63 - place)?, seen);
        }
        let could_be = |color: Color| {
            let kings = frame.could_be(Piece { color, role: Role::King });
            frame.by_color(color).len() <= 16 && kings.len() <= 1
        };
        Color::ALL.into_iter().all(could_be).then_some(frame)
    }

    fn drop_first(&mut self) {
        let mut next = 0;
        for place in self.bytes.iter_mut().rev() {
            core::mem::swap(place, &mut next);
        }
        self.len -= 1;
    }
}

impl Default for Chessnut {
    fn default() -> Self {
        Self::new()
    }
}

fn piece(code: u8) -> Option<Piece> {
    const LETTERS: [char; 12] = ['q', 'k', 'b', 'p', 'n', 'R', 'P', 'r', 'B', 'N', 'Q', 'K'];
    let letter = LETTERS.get(usize::from(code).checked_sub(1)?)?;
    Piece::from_letter(*letter)
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
