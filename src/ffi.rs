//! The C interface, `touch_move.h`.
//!
//! The caller owns all memory; nothing is allocated and no pointer is kept. Values that mean
//! nothing are answered with a status. What must hold of a pointer, which nobody can check:
//!
//! - it is null, or points to memory that is there during the call, is as large as its type and
//!   length say, and is neither read nor written by others meanwhile;
//! - what is read through it (`const`, and the machine) has been set, to anything;
//! - two pointers of one call do not overlap, unless both are `const`.
//!
//! A null or misaligned pointer is answered with [`TmStatus::BadPointer`].
#![expect(unsafe_code, reason = "pointers come from C; each block says why it may follow them")]

use core::ffi::c_char;
use core::fmt::{self, Display, Write};
use core::mem::MaybeUninit;
use core::slice;

use crate::arbiter::Arbiter;
use crate::chess::castling::conditions;
use crate::chess::moves::LegalMoves;
use crate::chess::piece::{Color, Wing};
use crate::chess::position::Position;
use crate::clause::Clause;
use crate::event::Event;
use crate::law::rulebooks::Rulebook;
use crate::lights::lights;
use crate::ruling::{Infraction, Penalty, Reading};
use crate::words::Language;
use crate::words::phrase::Headline;

mod codes;

pub use codes::{
    TM_BECAUSE_MAX, TM_CONDITIONS_MAX, TM_INFRACTIONS_MAX, TM_MOVES_MAX, TM_NO_MOVE, TM_NONE,
    TM_PACKED_SIZE, TmArbiter, TmBoard, TmCondition, TmDuty, TmEvent, TmEventKind, TmLights,
    TmOffence, TmOption, TmRuling, TmStatus, move_number,
};
use codes::{coded, fen_error, numbered_move, square};

/// The version of the library: to be compared with `TM_VERSION`, that of the header.
#[unsafe(no_mangle)]
pub extern "C" fn tm_version() -> u32 {
    const { number(env!("CARGO_PKG_VERSION")) }
}

/// Makes a machine for the turn of the player to move in this position.
///
/// `fen` is a text of `length` bytes, without a closing 0. `chess960` not 0: castling is attempted
/// as in Chess960, even if every right to castle is that of the standard squares. `rules` is one of
/// `TM_RULES_...`. `detail` may be null: after `TM_STATUS_BAD_TEXT` it holds the place of the byte
/// where the text goes wrong, after `TM_STATUS_BAD_POSITION` the reasons, of `TM_INVALID_...`.
///
/// # Safety
///
/// The pointers are as the head of this file says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tm_new(
    arbiter: *mut TmArbiter,
    fen: *const c_char,
    length: usize,
    chess960: u8,
    rules: u8,
    detail: *mut u32,
) -> u8 {
    // SAFETY: the caller's pointers are as documented.
    let (arbiter, fen, detail) =
        unsafe { (place(arbiter), seen_text(fen, length), any_place(detail)) };
    answer(|| {
        let (arbiter, fen, detail) = (arbiter?, fen?, detail?);
        let position = Position::from_fen(fen).map_err(|error| told(fen_error(error), detail))?;
        make(arbiter, position.with_chess960(chess960 != 0), rules)
    })
}

/// The same, with the position as numbers.
///
/// # Safety
///
/// The pointers are as the head of this file says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tm_new_from_board(
    arbiter: *mut TmArbiter,
    board: *const TmBoard,
    rules: u8,
    detail: *mut u32,
) -> u8 {
    // SAFETY: the caller's pointers are as documented.
    let (arbiter, board, detail) = unsafe { (place(arbiter), seen(board), any_place(detail)) };
    answer(|| {
        let (arbiter, board, detail) = (arbiter?, board?, detail?);
        let position = board.read().map_err(|error| told(error, detail))?;
        make(arbiter, position, rules)
    })
}

/// Tells the machine the kind of play, one of `TM_PLAY_...`, and how many penalised offences each
/// player has completed before: penalties depend on them. A new machine knows of none, and takes
/// the play for standard.
///
/// # Safety
///
/// The pointer is as the head of this file says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tm_set_play(
    arbiter: *mut TmArbiter,
    play: u8,
    white_offences: u8,
    black_offences: u8,
) -> u8 {
    // SAFETY: the caller's pointer is as documented.
    let arbiter = unsafe { kept(arbiter) };
    answer(|| {
        let arbiter = arbiter?;
        let play = coded(play, TmStatus::BadArgument)?;
        let offences = [white_offences, black_offences];
        let machine = arbiter.read()?;
        arbiter.set(&machine.with_play(play).with_offences(offences));
        Ok(())
    })
}

/// Takes an event and answers with the ruling. Unless the answer is `TM_STATUS_OK`, the machine is
/// as it was, and nothing is written to `ruling`.
///
/// # Safety
///
/// The pointers are as the head of this file says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tm_handle(
    arbiter: *mut TmArbiter,
    event: TmEvent,
    ruling: *mut TmRuling,
) -> u8 {
    // SAFETY: the caller's pointers are as documented.
    let (arbiter, ruling) = unsafe { (kept(arbiter), place(ruling)) };
    answer(|| {
        let (arbiter, ruling) = (arbiter?, ruling?);
        let mut machine = arbiter.read()?;
        let ruled = machine.handle(event.read()?)?;
        arbiter.set(&machine);
        ruling.write(TmRuling::write(&machine, &ruled));
        Ok(())
    })
}

/// The ruling as things stand.
///
/// # Safety
///
/// The pointers are as the head of this file says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tm_ruling(arbiter: *const TmArbiter, ruling: *mut TmRuling) -> u8 {
    // SAFETY: the caller's pointers are as documented.
    let (arbiter, ruling) = unsafe { (seen(arbiter), place(ruling)) };
    answer(|| {
        let machine = arbiter?.read()?;
        ruling?.write(TmRuling::write(&machine, &machine.ruling()));
        Ok(())
    })
}

/// The moves that the ruling allows, in the order of their squares, castling last: those after the
/// first `skip`, as many as `capacity` allows. `total` is how many there are in all, at most
/// `TM_MOVES_MAX`.
///
/// A move is a number: bits 0 to 5 are the square it starts from, bits 6 to 11 the one it ends on;
/// bits 12 to 14 are 0, or what a pawn becomes (`TM_ROLE_...`), or 5 for castling on the king's
/// wing, or 6 for castling on the queen's (the squares are the king's).
///
/// # Safety
///
/// The pointers are as the head of this file says; `moves` has room for `capacity` moves.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tm_allowed(
    arbiter: *const TmArbiter,
    skip: usize,
    moves: *mut u16,
    capacity: usize,
    total: *mut usize,
) -> u8 {
    // SAFETY: the caller's pointers are as documented.
    let (arbiter, moves, total) = unsafe { (seen(arbiter), places(moves, capacity), place(total)) };
    answer(|| {
        let machine = arbiter?.read()?;
        let legal = LegalMoves::new(machine.position());
        let numbers = machine
            .ruling()
            .allowed
            .iter(&legal)
            .map(|a_move| move_number(a_move, legal.position()));
        total?.write(fill(moves?, skip, numbers));
        Ok(())
    })
}

/// The ways to comply with the ruling: those after the first `skip`, as many as `capacity` allows.
/// `total` is how many there are in all: 0 unless the verdict is `TM_VERDICT_MUST`.
///
/// # Safety
///
/// The pointers are as the head of this file says; `options` has room for `capacity` options.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tm_options(
    arbiter: *const TmArbiter,
    skip: usize,
    options: *mut TmOption,
    capacity: usize,
    total: *mut usize,
) -> u8 {
    // SAFETY: the caller's pointers are as documented.
    let (arbiter, options, total) =
        unsafe { (seen(arbiter), places(options, capacity), place(total)) };
    answer(|| {
        let machine = arbiter?.read()?;
        let legal = LegalMoves::new(machine.position());
        let ruling = machine.ruling();
        total?.write(fill(options?, skip, ruling.options(&legal).map(TmOption::write)));
        Ok(())
    })
}

/// The squares to light after the last event. `piece` is `TM_NONE`, or asks for the moves of the
/// piece on this square alone.
///
/// # Safety
///
/// The pointers are as the head of this file says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tm_lights(arbiter: *const TmArbiter, piece: u8, out: *mut TmLights) -> u8 {
    // SAFETY: the caller's pointers are as documented.
    let (arbiter, out) = unsafe { (seen(arbiter), place(out)) };
    answer(|| {
        let piece = match piece {
            TM_NONE => None,
            number => Some(square(number, TmStatus::BadArgument)?),
        };
        let lit = lights(&arbiter?.read()?, piece);
        out?.write(lit.into());
        Ok(())
    })
}

/// What speaks against castling by this player (`TM_COLOR_...`) on this wing (`TM_WING_...`) in the
/// position in which the turn began: as many conditions as `capacity` allows. `total` is how many
/// are not met, at most `TM_CONDITIONS_MAX`; 0: castling is legal, when it is this player's turn.
///
/// # Safety
///
/// The pointers are as the head of this file says; `failed` has room for `capacity` conditions.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tm_castling(
    arbiter: *const TmArbiter,
    color: u8,
    wing: u8,
    failed: *mut TmCondition,
    capacity: usize,
    total: *mut usize,
) -> u8 {
    // SAFETY: the caller's pointers are as documented.
    let (arbiter, failed, total) =
        unsafe { (seen(arbiter), places(failed, capacity), place(total)) };
    answer(|| {
        let color: Color = coded(color, TmStatus::BadArgument)?;
        let wing: Wing = coded(wing, TmStatus::BadArgument)?;
        let report = conditions(arbiter?.read()?.position(), color, wing);
        total?.write(fill(failed?, 0, report.failed().map(TmCondition::from)));
        Ok(())
    })
}

/// The position from which play goes on, as numbers: where the turn is over, that after its move.
///
/// # Safety
///
/// The pointers are as the head of this file says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tm_board(arbiter: *const TmArbiter, board: *mut TmBoard) -> u8 {
    // SAFETY: the caller's pointers are as documented.
    let (arbiter, board) = unsafe { (seen(arbiter), place(board)) };
    answer(|| {
        let position = arbiter?.read()?.next_position();
        board?.write(TmBoard::write(&position));
        Ok(())
    })
}

/// The same as FEN.
///
/// Of this and all functions that write a text: `buffer` has room for `capacity` bytes, the
/// closing 0 included. `length` may be null; it holds the length of the whole text without the
/// closing 0. If the text does not fit, the answer is `TM_STATUS_SHORT_BUFFER` and the buffer holds
/// its beginning.
///
/// # Safety
///
/// The pointers are as the head of this file says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tm_fen(
    arbiter: *const TmArbiter,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> u8 {
    // SAFETY: the caller's pointers are as documented.
    let (arbiter, buffer, length) =
        unsafe { (seen(arbiter), places(buffer, capacity), any_place(length)) };
    answer(|| print(&arbiter?.read()?.next_position(), buffer?, length?))
}

/// A move of the position in which the turn began, as UCI writes it: `e2e4`, `e7e8q`, `e1g1`.
///
/// # Safety
///
/// The pointers are as the head of this file says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tm_move_text(
    arbiter: *const TmArbiter,
    a_move: u16,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> u8 {
    // SAFETY: the caller's pointers are as documented.
    let (arbiter, buffer, length) =
        unsafe { (seen(arbiter), places(buffer, capacity), any_place(length)) };
    answer(|| {
        let a_move = numbered_move(a_move).ok_or(TmStatus::BadArgument)?;
        print(&a_move.uci(arbiter?.read()?.position()), buffer?, length?)
    })
}

/// A clause as it is cited: `FIDE 4.4.2`.
///
/// # Safety
///
/// The pointers are as the head of this file says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tm_clause_name(
    clause: u16,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> u8 {
    // SAFETY: the caller's pointers are as documented.
    let (buffer, length) = unsafe { (places(buffer, capacity), any_place(length)) };
    answer(|| {
        let clause = Clause::from_code(clause).ok_or(TmStatus::BadArgument)?;
        print(&clause, buffer?, length?)
    })
}

/// The ruling in one sentence, in this language (`TM_LANGUAGE_...`). The text is UTF-8; if it does
/// not fit, it is cut between two characters.
///
/// # Safety
///
/// The pointers are as the head of this file says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tm_ruling_text(
    arbiter: *const TmArbiter,
    language: u8,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> u8 {
    // SAFETY: the caller's pointers are as documented.
    let (arbiter, buffer, length) =
        unsafe { (seen(arbiter), places(buffer, capacity), any_place(length)) };
    answer(|| {
        let machine = arbiter?.read()?;
        let moves = LegalMoves::new(machine.position());
        let ruling = machine.ruling();
        let over = machine.closed_with().is_some();
        let headline = Headline { ruling: &ruling, moves: &moves, over };
        print(&tongue(language)?.say(headline), buffer?, length?)
    })
}

/// What a clause (`TM_CLAUSE_...`) says, in this language.
///
/// # Safety
///
/// The pointers are as the head of this file says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tm_clause_text(
    clause: u16,
    language: u8,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> u8 {
    // SAFETY: the caller's pointers are as documented.
    let (buffer, length) = unsafe { (places(buffer, capacity), any_place(length)) };
    answer(|| {
        let clause = Clause::from_code(clause).ok_or(TmStatus::BadArgument)?;
        print(&tongue(language)?.say(clause), buffer?, length?)
    })
}

/// What the reading with this number says: n for the bit `1u << n` of `TM_READING_...`.
///
/// # Safety
///
/// The pointers are as the head of this file says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tm_reading_text(
    reading: u8,
    language: u8,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> u8 {
    // SAFETY: the caller's pointers are as documented.
    let (buffer, length) = unsafe { (places(buffer, capacity), any_place(length)) };
    answer(|| {
        let read = |&&one: &&Reading| one as u8 == reading;
        let reading = *Reading::ALL.iter().find(read).ok_or(TmStatus::BadArgument)?;
        print(&tongue(language)?.say(reading), buffer?, length?)
    })
}

/// The name of a breach (`TM_INFRACTION_...`), in this language.
///
/// # Safety
///
/// The pointers are as the head of this file says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tm_infraction_text(
    infraction: u8,
    language: u8,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> u8 {
    // SAFETY: the caller's pointers are as documented.
    let (buffer, length) = unsafe { (places(buffer, capacity), any_place(length)) };
    answer(|| {
        let infraction: Infraction = coded(infraction, TmStatus::BadArgument)?;
        print(&tongue(language)?.say(infraction), buffer?, length?)
    })
}

/// What a penalty (`TM_PENALTY_...`) is, in this language.
///
/// # Safety
///
/// The pointers are as the head of this file says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tm_penalty_text(
    penalty: u8,
    language: u8,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> u8 {
    // SAFETY: the caller's pointers are as documented.
    let (buffer, length) = unsafe { (places(buffer, capacity), any_place(length)) };
    answer(|| {
        let penalty: Penalty = coded(penalty, TmStatus::BadArgument)?;
        print(&tongue(language)?.say(penalty), buffer?, length?)
    })
}

/// Reads an event in short form (`e1`, `e1-g1`, `off:d5`, `clock`), of `length` bytes, without a
/// closing 0.
///
/// # Safety
///
/// The pointers are as the head of this file says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tm_event_read(
    text: *const c_char,
    length: usize,
    event: *mut TmEvent,
) -> u8 {
    // SAFETY: the caller's pointers are as documented.
    let (text, event) = unsafe { (seen_text(text, length), place(event)) };
    answer(|| {
        let read: Event = text?.parse().map_err(|_| TmStatus::BadText)?;
        event?.write(TmEvent::write(read));
        Ok(())
    })
}

/// Writes an event in short form.
///
/// # Safety
///
/// The pointers are as the head of this file says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tm_event_text(
    event: TmEvent,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> u8 {
    // SAFETY: the caller's pointers are as documented.
    let (buffer, length) = unsafe { (places(buffer, capacity), any_place(length)) };
    answer(|| print(&event.read()?, buffer?, length?))
}

/// The status of what was done, as a number: an enumeration of C has no size of its own.
fn answer(done: impl FnOnce() -> Result<(), TmStatus>) -> u8 {
    match done() {
        Ok(()) => TmStatus::Ok as u8,
        Err(status) => status as u8,
    }
}

/// The status, its detail being told.
fn told((status, detail): (TmStatus, u32), place: Option<&mut MaybeUninit<u32>>) -> TmStatus {
    if let Some(place) = place {
        place.write(detail);
    }
    status
}

fn tongue(language: u8) -> Result<Language, TmStatus> {
    Language::ALL.get(usize::from(language)).copied().ok_or(TmStatus::BadArgument)
}

fn make(
    arbiter: &mut MaybeUninit<TmArbiter>,
    position: Position,
    rules: u8,
) -> Result<(), TmStatus> {
    let rules: Rulebook = coded(rules, TmStatus::BadArgument)?;
    arbiter.write(TmArbiter::NONE).set(&Arbiter::new(position, rules));
    Ok(())
}

/// Writes the values after the first `skip` and answers how many there are in all.
fn fill<T>(places: &mut [MaybeUninit<T>], skip: usize, values: impl Iterator<Item = T>) -> usize {
    let mut total = 0_usize;
    for value in values {
        if let Some(place) = total.checked_sub(skip).and_then(|at| places.get_mut(at)) {
            place.write(value);
        }
        total += 1;
    }
    total
}

/// `0.1.2` as 0x000102: a byte each.
const fn number(version: &str) -> u32 {
    let (mut parts, mut part) = (0, 0);
    let mut rest = version.as_bytes();
    while let [byte, after @ ..] = rest {
        match byte {
            b'.' => (parts, part) = (parts << 8 | part, 0),
            _ => part = part * 10 + (*byte - b'0') as u32,
        }
        rest = after;
    }
    parts << 8 | part
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

/// What a pointer points to.
///
/// # Safety
///
/// The pointer is as the head of this file says, for as long as the reference is used.
unsafe fn seen<'p, T>(pointer: *const T) -> Result<&'p T, TmStatus> {
    if !pointer.is_aligned() {
        return Err(TmStatus::BadPointer);
    }
    // SAFETY: it is aligned and, by the caller's promise, null or good to read.
    unsafe { pointer.as_ref() }.ok_or(TmStatus::BadPointer)
}

/// What a pointer points to, to be changed.
///
/// # Safety
///
/// As for [`seen`].
unsafe fn kept<'p, T>(pointer: *mut T) -> Result<&'p mut T, TmStatus> {
    if !pointer.is_aligned() {
        return Err(TmStatus::BadPointer);
    }
    // SAFETY: it is aligned and, by the caller's promise, null or good to read and write.
    unsafe { pointer.as_mut() }.ok_or(TmStatus::BadPointer)
}

/// Where a pointer points to, to be written; what is there may never have been set.
///
/// # Safety
///
/// As for [`seen`].
unsafe fn place<'p, T>(pointer: *mut T) -> Result<&'p mut MaybeUninit<T>, TmStatus> {
    // SAFETY: the caller's promise; a place that may be unset asks for nothing more.
    unsafe { kept(pointer.cast()) }
}

/// The same, where the pointer may be null.
///
/// # Safety
///
/// As for [`seen`].
unsafe fn any_place<'p, T>(pointer: *mut T) -> Result<Option<&'p mut MaybeUninit<T>>, TmStatus> {
    // SAFETY: the caller's promise.
    if pointer.is_null() { Ok(None) } else { unsafe { place(pointer).map(Some) } }
}

/// So many places in a row; of none the pointer may be null.
///
/// # Safety
///
/// As for [`seen`].
unsafe fn places<'p, T>(
    pointer: *mut T,
    count: usize,
) -> Result<&'p mut [MaybeUninit<T>], TmStatus> {
    if count == 0 {
        return Ok(&mut []);
    }
    if pointer.is_null() || !pointer.is_aligned() || count > isize::MAX as usize / size_of::<T>() {
        return Err(TmStatus::BadPointer);
    }
    // SAFETY: it is aligned and not null; the length is one that memory can have and, by the
    // caller's promise, has.
    Ok(unsafe { slice::from_raw_parts_mut(pointer.cast(), count) })
}

/// A text of so many bytes.
///
/// # Safety
///
/// As for [`seen`].
unsafe fn seen_text<'p>(pointer: *const c_char, length: usize) -> Result<&'p str, TmStatus> {
    if length == 0 {
        return Ok("");
    }
    if pointer.is_null() || length > isize::MAX as usize {
        return Err(TmStatus::BadPointer);
    }
    // SAFETY: it is not null; the length is one that memory can have and, by the caller's promise,
    // has.
    let bytes = unsafe { slice::from_raw_parts(pointer.cast(), length) };
    str::from_utf8(bytes).map_err(|_| TmStatus::BadText)
}
