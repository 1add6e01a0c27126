//! Millennium boards with ChessLink: whole pictures, every piece known, as text.
//!
//! A picture is `s`, 64 letters from a8 to h1 with `.` for an empty square, and the exclusive or of
//! all these characters in two hexadecimal digits. Bytes have seven bits; the eighth is parity and
//! is left out here. The board may send a picture with every scan, changed or not.

use crate::chess::square::Square;
use crate::eboard::frames::Seen;
use crate::eboard::sensor::Sensor;
use crate::eboard::wire::{Wire, picture};

/// Reads what the board sends, byte by byte.
#[derive(Clone, Copy, Debug)]
pub struct ChessLink {
    wire: Wire,
}

impl ChessLink {
    /// What to send to the board so that it reports: its picture is asked for, with the parity of
    /// the command.
    pub const GREETING: &'static [u8] = b"S53";

    /// A reader before the first byte.
    #[must_use]
    pub const fn new() -> Self {
        Self { wire: Wire::new() }
    }

    /// Takes a byte; a report that it ends is given.
    pub fn push(&mut self, byte: u8) -> Option<Sensor> {
        self.wire.push(byte & 0x7f);
        let [b's', letters @ .., high, low] = self.wire.last(67) else { return None };
        let mut parity = b's';
        for &letter in letters {
            parity ^= letter;
            if !matches!(piece(letter), Some(Seen::Piece(_))) && letter != b'.' {
                return None;
            }
        }
        let mut sent = 0;
        for &digit in [high, low] {
            sent = sent << 4 | char::from(digit).to_digit(16)?;
        }
        if sent == u32::from(parity) { picture(letters, FIRST, piece) } else { None }
    }
}

const FIRST: Square = Square::A1.mirrored();

fn piece(letter: u8) -> Option<Seen> {
    Seen::from_letter(char::from(letter))
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
