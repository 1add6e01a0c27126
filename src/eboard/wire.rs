//! What came over a wire last. A message has come when the last bytes are a whole one.

use crate::chess::square::{Square, SquareSet};
use crate::eboard::frames::{Frame, Seen};
use crate::eboard::sensor::Sensor;

/// The last bytes, as many as the longest message has; at first 0.
#[derive(Clone, Copy, Debug)]
#[repr(align(8))] // Words are cleared at once.
pub(super) struct Wire {
    bytes: [u8; Self::LENGTH],
}

impl Wire {
    const LENGTH: usize = 76;

    pub(super) const fn new() -> Self {
        Self { bytes: [0; Self::LENGTH] }
    }

    /// Takes a byte.
    #[cfg_attr(target_arch = "arm", inline(never))]
    pub(super) fn push(&mut self, mut byte: u8) {
        for place in self.bytes.iter_mut().rev() {
            byte = core::mem::replace(place, byte);
        }
    }

    /// The last bytes, so many; none if there are not so many.
    pub(super) fn last(&self, length: usize) -> &[u8] {
        self.bytes.get(Self::LENGTH.wrapping_sub(length)..).unwrap_or_default()
    }
}

/// A picture of 64 squares by what each code stands for, rank by rank from the eighth, and each
/// from the file of the square that comes first.
#[cfg_attr(target_arch = "arm", inline(never))]
pub(super) fn picture(codes: &[u8], first: Square, seen: fn(u8) -> Option<Seen>) -> Option<Sensor> {
    let mut frame = Frame::occupied_by(Seen::Any, SquareSet::EMPTY);
    for (place, &code) in (0..).zip(codes) {
        if let Some(square) = Square::new(place ^ first.index()) {
            frame.set(square, seen(code));
        }
    }
    Some(Sensor::Frame(frame))
}

/// The piece with this code, where codes count the letters from 1.
#[cfg_attr(target_arch = "arm", inline(never))]
pub(super) fn coded(letters: &[u8], code: u8) -> Option<Seen> {
    let letter = letters.get(usize::from(code).checked_sub(1)?)?;
    Seen::from_letter(char::from(*letter))
}
