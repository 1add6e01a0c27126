//! A board on a serial port. A port that is not there is waited for.

use core::sync::atomic::{AtomicBool, Ordering};
use core::time::Duration;
use std::boxed::Box;
use std::io::{self, Write};
use std::string::{String, ToString};
use std::thread;

use serialport::{DataBits, Parity, SerialPort, StopBits};

use crate::cli::failure::Failure;
use crate::eboard::protocol::Protocol;

/// What comes from a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heard<'b> {
    /// It is not there, for this reason. Said once.
    Missing(&'b str),
    /// It is there, for the first time or again.
    There,
    /// Bytes.
    Bytes(&'b [u8]),
    /// Nothing for a while.
    Silence,
}

/// How long a silence lasts at most before it is told.
const SILENCE: Duration = Duration::from_millis(50);
/// How long to wait before a port that is missing is looked for again.
const RETRY: Duration = Duration::from_millis(500);

/// Whether a name that is no file may be that of a port which is not there yet.
pub fn may_be_port(name: &str) -> bool {
    let com = name.strip_prefix("COM").is_some_and(|number| number.parse::<u8>().is_ok());
    com || name.starts_with("/dev/") || name.starts_with(r"\\.\")
}

/// Listens to a port until `stop` is set.
pub fn listen(
    name: &str,
    protocol: Protocol,
    stop: &AtomicBool,
    hear: &mut dyn FnMut(Heard<'_>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut missing = false;
    while !stop.load(Ordering::Relaxed) {
        let lost = match open(name, protocol) {
            Ok(mut port) => {
                missing = false;
                hear(Heard::There)?;
                match read(&mut *port, protocol, stop, hear)? {
                    Some(error) => error.to_string(),
                    None => return Ok(()),
                }
            }
            Err(error) => error,
        };
        if !core::mem::replace(&mut missing, true) {
            hear(Heard::Missing(&lost))?;
        }
        thread::sleep(RETRY);
        hear(Heard::Silence)?;
    }
    Ok(())
}

/// Opens the port, and greets the board on it.
fn open(name: &str, protocol: Protocol) -> Result<Box<dyn SerialPort>, String> {
    let (baud, bits, parity) = match protocol {
        Protocol::ChessLink => (38_400, DataBits::Seven, Parity::Odd),
        Protocol::Text => (115_200, DataBits::Eight, Parity::None),
        Protocol::Dgt | Protocol::Pegasus | Protocol::Chessnut => {
            (9_600, DataBits::Eight, Parity::None)
        }
    };
    let mut port = serialport::new(name, baud)
        .data_bits(bits)
        .parity(parity)
        .stop_bits(StopBits::One)
        .timeout(SILENCE)
        .open()
        .map_err(|error| error.to_string())?;
    port.write_all(protocol.greeting()).map_err(|error| error.to_string())?;
    Ok(port)
}

/// Reads until the port is lost, for the reason given, or `stop` is set.
fn read(
    port: &mut dyn SerialPort,
    protocol: Protocol,
    stop: &AtomicBool,
    hear: &mut dyn FnMut(Heard<'_>) -> Result<(), Failure>,
) -> Result<Option<io::Error>, Failure> {
    let _span = tracing::debug_span!("port", %protocol).entered();
    let mut buffer = [0; 1024];
    while !stop.load(Ordering::Relaxed) {
        match port.read(&mut buffer) {
            Ok(0) => return Ok(Some(io::ErrorKind::UnexpectedEof.into())),
            Ok(length) => {
                tracing::trace!(length, "read");
                hear(Heard::Bytes(&buffer[..length]))?;
            }
            Err(error) if error.kind() == io::ErrorKind::TimedOut => hear(Heard::Silence)?,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Ok(Some(error)),
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::may_be_port;

    #[test]
    fn ports_are_told_from_files_by_their_names() {
        for port in ["/dev/ttyUSB0", "COM3", r"\\.\COM12"] {
            assert!(may_be_port(port), "{port}");
        }
        for file in ["game.dgt", "COMMENTS", "dev/ttyUSB0", "-"] {
            assert!(!may_be_port(file), "{file}");
        }
    }
}
