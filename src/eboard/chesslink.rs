//! Millennium boards with ChessLink: whole pictures, every piece known, as text.
//!
//! A picture is `s`, 64 letters from a8 to h1 with `.` for an empty square, and the exclusive or of
//! all these characters in two hexadecimal digits. Bytes have seven bits; the eighth is parity and
//! is left out here. The board may send a picture with every scan, changed or not.

use crate::chess::piece::Piece;
use crate::chess::square::Square;
use crate::eboard::frames::{Frame, Seen};
use crate::eboard::sensor::Sensor;

/// Reads what the board sends, byte by byte.
#[derive(Clone, Copy, Debug)]
pub struct ChessLink {
    frame: Frame,
    /// Characters taken of the picture; none outside one.
    taken: u8,
    parity: u8,
}

impl ChessLink {
    /// What to send to the board so that it reports: its picture is asked for, with the parity of
    /// the command.
    pub const GREETING: &'static [u8] = b"S53";

    const SQUARES: u8 = 64;

    /// A reader before the first byte.
    #[must_use]
    pub const fn new() -> Self {
        Self { frame: Frame::EMPTY, taken: 0, parity: 0 }
    }

    /// Takes a byte; a report that it ends is given.
    pub fn push(&mut self, byte: u8) -> Option<Sensor> {
        let letter = byte & 0x7f;
        if letter == b's' {
            *self = Self { taken: 1, parity: letter, ..Self::new() };
            return None;
        }
        // `s` itself is the first character.
        let field = self.taken.checked_sub(1)?;
        self.taken += 1;
        if field < Self::SQUARES {
            self.square(field, letter);
            return None;
        }
        let is_last = field > Self::SQUARES;
        let half = if is_last { self.parity & 15 } else { self.parity >> 4 };
        let is_right = char::from(letter).to_digit(16) == Some(half.into());
        if is_last || !is_right {
            self.taken = 0;
        }
        (is_last && is_right).then_some(Sensor::Frame(self.frame))
    }

    /// A letter of the picture. One that stands for nothing ends it.
    fn square(&mut self, field: u8, letter: u8) {
        self.parity ^= letter;
        let piece = Piece::from_letter(char::from(letter));
        if piece.is_none() && letter != b'.' {
            self.taken = 0;
        }
        if let Some(square) = Square::new(field) {
            self.frame.set(square.mirrored(), piece.map(Seen::Piece));
        }
    }
}

impl Default for ChessLink {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::ChessLink;
    use crate::chess::position::Position;
    use crate::eboard::frames::Frame;
    use crate::eboard::sensor::Sensor;
    use std::vec::Vec;

    const START: &[u8] = b"srnbqkbnrpppppppp................................PPPPPPPPRNBQKBNR73";

    fn read(bytes: &[u8]) -> Vec<Sensor> {
        let mut reader = ChessLink::new();
        bytes.iter().filter_map(|&byte| reader.push(byte)).collect()
    }

    #[test]
    fn a_picture_is_read_and_its_parity_checked() {
        let frame = Sensor::Frame(Frame::from(Position::standard().board()));
        assert_eq!(read(START), [frame]);
        let mut odd = Vec::from(START);
        for byte in &mut odd {
            *byte |= u8::from(byte.count_ones() % 2 == 0) << 7;
        }
        assert_eq!(read(&odd), [frame]);
        let mut wrong = Vec::from(START);
        wrong[10] = b'.';
        assert_eq!(read(&wrong), []);
    }

    #[test]
    fn other_answers_and_noise_are_skipped() {
        let frame = Sensor::Frame(Frame::from(Position::standard().board()));
        let bytes =
            [b"v010374x78".as_slice(), b"srnbq\x00l6c", b"srrr", START, b"s", START].concat();
        assert_eq!(read(&bytes), [frame, frame]);
    }
}
