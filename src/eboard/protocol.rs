//! The protocols by their names, and one reader for all.

use core::fmt;
use core::str::FromStr;

use crate::eboard::chesslink::ChessLink;
use crate::eboard::chessnut::Chessnut;
use crate::eboard::dgt::Dgt;
use crate::eboard::pegasus::Pegasus;
use crate::eboard::sensor::{Report, Sensor};
use crate::eboard::text::{Text, TextError};
use crate::pack::pack_code;

/// What a board speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Protocol {
    /// DGT boards on a serial line.
    Dgt = 0,
    /// The DGT Pegasus.
    Pegasus = 1,
    /// Chessnut boards.
    Chessnut = 2,
    /// Millennium boards with ChessLink.
    ChessLink = 3,
    /// Plain text.
    Text = 4,
}

pack_code!(Protocol);

impl Protocol {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::Dgt, Self::Pegasus, Self::Chessnut, Self::ChessLink, Self::Text];

    /// The name on the command line.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Dgt => "dgt",
            Self::Pegasus => "pegasus",
            Self::Chessnut => "chessnut",
            Self::ChessLink => "chesslink",
            Self::Text => "text",
        }
    }

    /// What to send to a board so that it reports; empty if it does so by itself.
    #[must_use]
    pub const fn greeting(self) -> &'static [u8] {
        match self {
            Self::Dgt => Dgt::GREETING,
            Self::Pegasus => Pegasus::GREETING,
            Self::Chessnut => Chessnut::GREETING,
            Self::ChessLink => ChessLink::GREETING,
            Self::Text => &[],
        }
    }

    /// Whether the board answers the greeting with a picture of the whole board.
    #[must_use]
    pub const fn shows_whole_board(self) -> bool {
        !matches!(self, Self::Text)
    }
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// The text names no protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAProtocol;

impl fmt::Display for NotAProtocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no such protocol:")?;
        for (place, protocol) in Protocol::ALL.iter().enumerate() {
            write!(f, "{} {protocol}", if place == 0 { "" } else { "," })?;
        }
        Ok(())
    }
}

impl core::error::Error for NotAProtocol {}

impl FromStr for Protocol {
    type Err = NotAProtocol;

    fn from_str(text: &str) -> Result<Self, NotAProtocol> {
        Self::ALL.into_iter().find(|protocol| protocol.id() == text).ok_or(NotAProtocol)
    }
}

/// Reads bytes of any protocol but plain text, which is lines.
#[derive(Clone, Copy, Debug)]
pub enum ByteDecoder {
    /// See [`Dgt`].
    Dgt(Dgt),
    /// See [`Pegasus`].
    Pegasus(Pegasus),
    /// See [`Chessnut`].
    Chessnut(Chessnut),
    /// See [`ChessLink`].
    ChessLink(ChessLink),
}

impl ByteDecoder {
    /// A reader before the first byte; none for plain text.
    #[must_use]
    pub const fn new(protocol: Protocol) -> Option<Self> {
        Some(match protocol {
            Protocol::Dgt => Self::Dgt(Dgt::new()),
            Protocol::Pegasus => Self::Pegasus(Pegasus::new()),
            Protocol::Chessnut => Self::Chessnut(Chessnut::new()),
            Protocol::ChessLink => Self::ChessLink(ChessLink::new()),
            Protocol::Text => return None,
        })
    }

    /// Takes a byte; a report that it ends is given. What it cannot read is skipped.
    pub fn push(&mut self, byte: u8) -> Option<Sensor> {
        match self {
            Self::Dgt(reader) => reader.push(byte),
            Self::Pegasus(reader) => reader.push(byte),
            Self::Chessnut(reader) => reader.push(byte),
            Self::ChessLink(reader) => reader.push(byte),
        }
    }
}

/// Reads bytes of any protocol.
#[derive(Clone, Copy, Debug)]
pub enum Decoder {
    /// All but plain text.
    Bytes(ByteDecoder),
    /// See [`Text`].
    Text(Text),
}

impl Decoder {
    /// A reader before the first byte.
    #[must_use]
    pub const fn new(protocol: Protocol) -> Self {
        match ByteDecoder::new(protocol) {
            Some(reader) => Self::Bytes(reader),
            None => Self::Text(Text::new()),
        }
    }

    /// Takes a byte; a report that it ends is given.
    ///
    /// # Errors
    ///
    /// [`TextError`] for a line of plain text that is no report. Other protocols skip what they
    /// cannot read.
    pub fn push(&mut self, byte: u8) -> Result<Option<Report>, TextError> {
        match self {
            Self::Bytes(reader) => Ok(reader.push(byte).map(Report::from)),
            Self::Text(reader) => reader.push(byte).transpose(),
        }
    }

    /// The stream is over.
    ///
    /// # Errors
    ///
    /// As [`push`](Self::push), for a last line without an end.
    pub fn end(&mut self) -> Result<Option<Report>, TextError> {
        match self {
            Self::Text(reader) => reader.end().transpose(),
            _ => Ok(None),
        }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::{NotAProtocol, Protocol};
    use std::string::ToString;

    #[test]
    fn names_are_read_as_they_are_printed() {
        for protocol in Protocol::ALL {
            assert_eq!(protocol.to_string().parse(), Ok(protocol));
        }
        assert_eq!("DGT".parse::<Protocol>(), Err(NotAProtocol));
        let expected = "no such protocol: dgt, pegasus, chessnut, chesslink, text";
        assert_eq!(NotAProtocol.to_string(), expected);
    }
}
