//! The arbiter in C.

use core::ffi::c_char;
use core::mem::MaybeUninit;

use crate::arbiter::Arbiter;
use crate::chess::castling::conditions;
use crate::chess::moves::LegalMoves;
use crate::chess::piece::{Color, Wing};
use crate::chess::position::{Invalid, Position};
use crate::ffi::codes::{
    TM_NONE, TmBoard, TmCondition, TmEvent, TmLights, TmOption, TmRuling, TmStatus, coded,
    fen_error, move_number, square,
};
use crate::ffi::pointers::{answer, any_place, ascii, fill, place, places, seen, seen_bytes, told};
use crate::ffi::states::{State, TmArbiter, VERSION};
use crate::law::rulebooks::Rulebook;
use crate::lights::lights;

/// The version of the library: to be compared with `TM_VERSION`, that of the header.
#[unsafe(no_mangle)]
pub extern "C" fn tm_version() -> u32 {
    VERSION
}

/// Makes a machine for the first turn of a game from the start position. `rules` is one of
/// `TM_RULES_...`.
///
/// # Safety
///
/// The pointer is as [`ffi`](crate::ffi) says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tm_new_standard(arbiter: *mut TmArbiter, rules: u8) -> u8 {
    answer(|| {
        // SAFETY: the caller's pointer is as documented.
        let arbiter = unsafe { place(arbiter)? };
        make(arbiter, Position::standard(), rules)
    })
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
/// The pointers are as [`ffi`](crate::ffi) says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tm_new(
    arbiter: *mut TmArbiter,
    fen: *const c_char,
    length: usize,
    chess960: u8,
    rules: u8,
    detail: *mut u32,
) -> u8 {
    answer(|| {
        // SAFETY: the caller's pointers are as documented.
        let (arbiter, fen, detail) =
            unsafe { (place(arbiter)?, seen_bytes(fen.cast(), length)?, any_place(detail)?) };
        let position = ascii(fen)
            .and_then(|fen| Position::from_fen(fen).map_err(fen_error))
            .map_err(|error| told(error, detail))?;
        make(arbiter, position.with_chess960(chess960 != 0), rules)
    })
}

/// The same, with the position as numbers.
///
/// # Safety
///
/// The pointers are as [`ffi`](crate::ffi) says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tm_new_from_board(
    arbiter: *mut TmArbiter,
    board: *const TmBoard,
    rules: u8,
    detail: *mut u32,
) -> u8 {
    answer(|| {
        // SAFETY: the caller's pointers are as documented.
        let (arbiter, board, detail) =
            unsafe { (place(arbiter)?, seen(board)?, any_place(detail)?) };
        let bad = |invalid: Invalid| told((TmStatus::BadPosition, invalid.bits()), detail);
        let position = board.read()?.validate().map_err(bad)?;
        make(arbiter, position.with_chess960(board.chess960 != 0), rules)
    })
}

/// Tells the machine the kind of play, one of `TM_PLAY_...`, and how many penalised offences each
/// player has completed before: penalties depend on them. A new machine knows of none, and takes
/// the play for standard.
///
/// # Safety
///
/// The pointer is as [`ffi`](crate::ffi) says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tm_set_play(
    arbiter: *mut TmArbiter,
    play: u8,
    white_offences: u8,
    black_offences: u8,
) -> u8 {
    // SAFETY: the caller's pointer is as documented.
    let changed = unsafe {
        TmArbiter::change(arbiter, |machine| {
            let play = coded(play, TmStatus::BadArgument)?;
            let offences = [white_offences, black_offences];
            *machine = machine.with_play(play).with_offences(offences);
            Ok(())
        })
    };
    answer(|| changed)
}

/// Takes an event and answers with the ruling. Unless the answer is `TM_STATUS_OK`, the machine is
/// as it was, and nothing is written to `ruling`.
///
/// # Safety
///
/// The pointers are as [`ffi`](crate::ffi) says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tm_handle(
    arbiter: *mut TmArbiter,
    event: *const TmEvent,
    ruling: *mut TmRuling,
) -> u8 {
    answer(|| {
        // SAFETY: the caller's pointers are as documented.
        let (event, ruling) = unsafe { (seen(event)?, place(ruling)?) };
        let handle = |machine: &mut Arbiter| {
            machine.take(&event.read()?)?;
            ruling.write(TmRuling::NONE).set(machine, &machine.ruling());
            Ok(())
        };
        // SAFETY: the caller's pointer is as documented.
        unsafe { TmArbiter::change(arbiter, handle) }
    })
}

/// The ruling as things stand.
///
/// # Safety
///
/// The pointers are as [`ffi`](crate::ffi) says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tm_ruling(arbiter: *const TmArbiter, ruling: *mut TmRuling) -> u8 {
    answer(|| {
        // SAFETY: the caller's pointers are as documented.
        let (machine, ruling) = unsafe { (TmArbiter::read(arbiter)?, place(ruling)?) };
        ruling.write(TmRuling::NONE).set(machine, &machine.ruling());
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
/// The pointers are as [`ffi`](crate::ffi) says; `moves` has room for `capacity` moves.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tm_allowed(
    arbiter: *const TmArbiter,
    skip: usize,
    moves: *mut u16,
    capacity: usize,
    total: *mut usize,
) -> u8 {
    answer(|| {
        // SAFETY: the caller's pointers are as documented.
        let (machine, moves, total) =
            unsafe { (TmArbiter::read(arbiter)?, places(moves, capacity)?, place(total)?) };
        let legal = LegalMoves::new(machine.position());
        let numbers = machine
            .ruling()
            .allowed
            .iter(legal)
            .map(|a_move| move_number(a_move, legal.position()));
        total.write(fill(moves, skip, numbers));
        Ok(())
    })
}

/// The ways to comply with the ruling: those after the first `skip`, as many as `capacity` allows.
/// `total` is how many there are in all: 0 unless the verdict is `TM_VERDICT_MUST`.
///
/// # Safety
///
/// The pointers are as [`ffi`](crate::ffi) says; `options` has room for `capacity` options.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tm_options(
    arbiter: *const TmArbiter,
    skip: usize,
    options: *mut TmOption,
    capacity: usize,
    total: *mut usize,
) -> u8 {
    answer(|| {
        // SAFETY: the caller's pointers are as documented.
        let (machine, options, total) =
            unsafe { (TmArbiter::read(arbiter)?, places(options, capacity)?, place(total)?) };
        let legal = LegalMoves::new(machine.position());
        let ruling = machine.ruling();
        total.write(fill(options, skip, ruling.options(legal).map(TmOption::write)));
        Ok(())
    })
}

/// The squares to light after the last event. `piece` is `TM_NONE`, or asks for the moves of the
/// piece on this square alone.
///
/// # Safety
///
/// The pointers are as [`ffi`](crate::ffi) says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tm_lights(arbiter: *const TmArbiter, piece: u8, out: *mut TmLights) -> u8 {
    answer(|| {
        // SAFETY: the caller's pointers are as documented.
        let (machine, out) = unsafe { (TmArbiter::read(arbiter)?, place(out)?) };
        let piece = match piece {
            TM_NONE => None,
            number => Some(square(number, TmStatus::BadArgument)?),
        };
        let lit = lights(machine, piece);
        out.write(lit.into());
        Ok(())
    })
}

/// What speaks against castling by this player (`TM_COLOR_...`) on this wing (`TM_WING_...`) in the
/// position in which the turn began: as many conditions as `capacity` allows. `total` is how many
/// are not met, at most `TM_CONDITIONS_MAX`; 0: castling is legal, when it is this player's turn.
///
/// # Safety
///
/// The pointers are as [`ffi`](crate::ffi) says; `failed` has room for `capacity` conditions.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tm_castling(
    arbiter: *const TmArbiter,
    color: u8,
    wing: u8,
    failed: *mut TmCondition,
    capacity: usize,
    total: *mut usize,
) -> u8 {
    answer(|| {
        // SAFETY: the caller's pointers are as documented.
        let (machine, failed, total) =
            unsafe { (TmArbiter::read(arbiter)?, places(failed, capacity)?, place(total)?) };
        let color: Color = coded(color, TmStatus::BadArgument)?;
        let wing: Wing = coded(wing, TmStatus::BadArgument)?;
        let report = conditions(machine.position(), color, wing);
        total.write(fill(failed, 0, report.failed().map(TmCondition::from)));
        Ok(())
    })
}

/// The position from which play goes on, as numbers: where the turn is over, that after its move.
///
/// # Safety
///
/// The pointers are as [`ffi`](crate::ffi) says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tm_board(arbiter: *const TmArbiter, board: *mut TmBoard) -> u8 {
    answer(|| {
        // SAFETY: the caller's pointers are as documented.
        let (machine, board) = unsafe { (TmArbiter::read(arbiter)?, place(board)?) };
        let position = machine.next_position();
        board.write(TmBoard::write(&position));
        Ok(())
    })
}

#[cfg_attr(target_arch = "arm", inline(never))] // Smaller called than copied.
fn make(
    arbiter: &mut MaybeUninit<TmArbiter>,
    position: Position,
    rules: u8,
) -> Result<(), TmStatus> {
    let rules: Rulebook = coded(rules, TmStatus::BadArgument)?;
    TmArbiter::put(arbiter, &Arbiter::new(position, rules));
    Ok(())
}
