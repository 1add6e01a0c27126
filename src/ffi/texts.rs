//! Texts in C.

use core::ffi::c_char;
use core::fmt::{self, Display, Write};
use core::mem::MaybeUninit;

use crate::chess::moves::{LegalMoves, Move};
use crate::clause::Clause;
use crate::event::Event;
use crate::ffi::codes::{TmEvent, TmStatus, coded};
use crate::ffi::pointers::{answer, any_place, ascii, place, places, seen, seen_bytes};
use crate::ffi::states::{State, TmArbiter};
use crate::ruling::{Infraction, Penalty, Reading};
use crate::words::Language;
use crate::words::phrase::Headline;

/// The position from which play goes on as FEN: where the turn is over, that after its move.
///
/// Of this and all functions that write a text: `buffer` has room for `capacity` bytes, the
/// closing 0 included. `length` may be null; it holds the length of the whole text without the
/// closing 0. If the text does not fit, the answer is `TM_STATUS_SHORT_BUFFER` and the buffer holds
/// its beginning.
///
/// # Safety
///
/// The pointers are as [`ffi`](crate::ffi) says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tm_fen(
    arbiter: *const TmArbiter,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> u8 {
    answer(|| {
        // SAFETY: the caller's pointers are as documented.
        let (machine, buffer, length) =
            unsafe { (TmArbiter::read(arbiter)?, places(buffer, capacity)?, any_place(length)?) };
        print(&machine.next_position(), buffer, length)
    })
}

/// A move of the position in which the turn began, as UCI writes it: `e2e4`, `e7e8q`, `e1g1`.
///
/// # Safety
///
/// The pointers are as [`ffi`](crate::ffi) says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tm_move_text(
    arbiter: *const TmArbiter,
    a_move: u16,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> u8 {
    answer(|| {
        // SAFETY: the caller's pointers are as documented.
        let (machine, buffer, length) =
            unsafe { (TmArbiter::read(arbiter)?, places(buffer, capacity)?, any_place(length)?) };
        let a_move = Move::from_code(a_move).ok_or(TmStatus::BadArgument)?;
        print(&a_move.uci(machine.position()), buffer, length)
    })
}

/// A clause as it is cited: `FIDE 4.4.2`.
///
/// # Safety
///
/// The pointers are as [`ffi`](crate::ffi) says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tm_clause_name(
    clause: u16,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> u8 {
    answer(|| {
        // SAFETY: the caller's pointers are as documented.
        let (buffer, length) = unsafe { (places(buffer, capacity)?, any_place(length)?) };
        let clause = Clause::from_code(clause).ok_or(TmStatus::BadArgument)?;
        print(&clause, buffer, length)
    })
}

/// The ruling in one sentence, in this language (`TM_LANGUAGE_...`). The text is UTF-8; if it does
/// not fit, it is cut between two characters.
///
/// # Safety
///
/// The pointers are as [`ffi`](crate::ffi) says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tm_ruling_text(
    arbiter: *const TmArbiter,
    language: u8,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> u8 {
    answer(|| {
        // SAFETY: the caller's pointers are as documented.
        let (machine, buffer, length) =
            unsafe { (TmArbiter::read(arbiter)?, places(buffer, capacity)?, any_place(length)?) };
        let moves = LegalMoves::new(machine.position());
        let ruling = machine.ruling();
        let over = machine.closed_with().is_some();
        let headline = Headline { ruling: &ruling, moves, over };
        print(&tongue(language)?.say(headline), buffer, length)
    })
}

/// What a clause (`TM_CLAUSE_...`) says, in this language.
///
/// # Safety
///
/// The pointers are as [`ffi`](crate::ffi) says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tm_clause_text(
    clause: u16,
    language: u8,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> u8 {
    answer(|| {
        // SAFETY: the caller's pointers are as documented.
        let (buffer, length) = unsafe { (places(buffer, capacity)?, any_place(length)?) };
        let clause = Clause::from_code(clause).ok_or(TmStatus::BadArgument)?;
        print(&tongue(language)?.say(clause), buffer, length)
    })
}

/// What the reading with this number says: n for the bit `1u << n` of `TM_READING_...`.
///
/// # Safety
///
/// The pointers are as [`ffi`](crate::ffi) says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tm_reading_text(
    reading: u8,
    language: u8,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> u8 {
    answer(|| {
        // SAFETY: the caller's pointers are as documented.
        let (buffer, length) = unsafe { (places(buffer, capacity)?, any_place(length)?) };
        let read = |&&one: &&Reading| one as u8 == reading;
        let reading = *Reading::ALL.iter().find(read).ok_or(TmStatus::BadArgument)?;
        print(&tongue(language)?.say(reading), buffer, length)
    })
}

/// The name of a breach (`TM_INFRACTION_...`), in this language.
///
/// # Safety
///
/// The pointers are as [`ffi`](crate::ffi) says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tm_infraction_text(
    infraction: u8,
    language: u8,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> u8 {
    answer(|| {
        // SAFETY: the caller's pointers are as documented.
        let (buffer, length) = unsafe { (places(buffer, capacity)?, any_place(length)?) };
        let infraction: Infraction = coded(infraction, TmStatus::BadArgument)?;
        print(&tongue(language)?.say(infraction), buffer, length)
    })
}

/// What a penalty (`TM_PENALTY_...`) is, in this language.
///
/// # Safety
///
/// The pointers are as [`ffi`](crate::ffi) says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tm_penalty_text(
    penalty: u8,
    language: u8,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> u8 {
    answer(|| {
        // SAFETY: the caller's pointers are as documented.
        let (buffer, length) = unsafe { (places(buffer, capacity)?, any_place(length)?) };
        let penalty: Penalty = coded(penalty, TmStatus::BadArgument)?;
        print(&tongue(language)?.say(penalty), buffer, length)
    })
}

/// Reads an event in short form (`e1`, `e1-g1`, `off:d5`, `clock`), of `length` bytes, without a
/// closing 0.
///
/// # Safety
///
/// The pointers are as [`ffi`](crate::ffi) says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tm_event_read(
    text: *const c_char,
    length: usize,
    event: *mut TmEvent,
) -> u8 {
    answer(|| {
        // SAFETY: the caller's pointers are as documented.
        let (text, event) = unsafe { (seen_bytes(text.cast(), length)?, place(event)?) };
        let text = ascii(text).map_err(|(status, _)| status)?;
        let read: Event = text.parse().map_err(|_| TmStatus::BadText)?;
        event.write(TmEvent::write(read));
        Ok(())
    })
}

/// Writes an event in short form.
///
/// # Safety
///
/// The pointers are as [`ffi`](crate::ffi) says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tm_event_text(
    event: *const TmEvent,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> u8 {
    answer(|| {
        // SAFETY: the caller's pointers are as documented.
        let (event, buffer, length) =
            unsafe { (seen(event)?, places(buffer, capacity)?, any_place(length)?) };
        print(&event.read()?, buffer, length)
    })
}

fn tongue(language: u8) -> Result<Language, TmStatus> {
    Language::ALL.get(usize::from(language)).copied().ok_or(TmStatus::BadArgument)
}

fn print(
    text: &dyn Display,
    buffer: &mut [MaybeUninit<c_char>],
    length: Option<&mut MaybeUninit<usize>>,
) -> Result<(), TmStatus> {
    let mut printer = Printer { buffer, written: 0, length: 0 };
    // The printer itself never fails.
    let _ = write!(printer, "{text}");
    if let Some(place) = length {
        place.write(printer.length);
    }
    let whole = printer.written == printer.length;
    match printer.buffer.get_mut(printer.written) {
        Some(end) => end.write(0),
        None => return Err(TmStatus::ShortBuffer),
    };
    if whole { Ok(()) } else { Err(TmStatus::ShortBuffer) }
}

/// Writes a text into a buffer, as many whole characters as fit before a closing 0.
struct Printer<'b> {
    buffer: &'b mut [MaybeUninit<c_char>],
    written: usize,
    /// That of the whole text.
    length: usize,
}

impl Write for Printer<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let cut = self.written < self.length;
        self.length += text.len();
        if cut {
            return Ok(());
        }
        let mut end = text.len().min(self.buffer.len().saturating_sub(self.written + 1));
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let places = self.buffer.iter_mut().skip(self.written).take(end);
        for (place, byte) in places.zip(text.bytes()) {
            place.write(byte.cast_signed() as c_char);
        }
        self.written += end;
        Ok(())
    }
}
