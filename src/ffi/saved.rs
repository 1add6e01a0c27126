//! States as bytes, to be kept over a loss of power.
//!
//! The bytes are a checksum and the packed value. Whatever is read is checked: a state comes of
//! nothing but what this version of the library has written.

use core::mem::MaybeUninit;

use crate::arbiter::Arbiter;
use crate::eboard::intake::Intake;
use crate::ffi::codes::TmStatus;
use crate::ffi::pointers::{answer, place, places, seen_bytes};
use crate::ffi::states::{State, TmArbiter, TmIntake};
use crate::pack::Pack;

/// How many bytes a machine takes when it is saved.
pub const TM_SAVED_SIZE: usize = 216;
/// How many bytes an intake takes when it is saved.
pub const TM_INTAKE_SAVED_SIZE: usize = 400;

const _: () = assert!(4 + Arbiter::SIZE.next_multiple_of(4) == TM_SAVED_SIZE);
const _: () = assert!(4 + Intake::SIZE.next_multiple_of(4) == TM_INTAKE_SAVED_SIZE);

/// Writes a machine as `TM_SAVED_SIZE` bytes, from which `tm_restore` makes it again: the same
/// version of the library, on any processor. If `capacity` is less, nothing is written.
///
/// # Safety
///
/// The pointers are as [`ffi`](crate::ffi) says; `bytes` has room for `capacity` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tm_save(arbiter: *const TmArbiter, bytes: *mut u8, capacity: usize) -> u8 {
    answer(|| {
        // SAFETY: the caller's pointers are as documented.
        let (arbiter, bytes) = unsafe { (TmArbiter::read(arbiter)?, places(bytes, capacity)?) };
        save::<TmArbiter>(arbiter, bytes.get_mut(..TM_SAVED_SIZE))
    })
}

/// Makes a machine of the `TM_SAVED_SIZE` bytes that `tm_save` wrote. Others are answered with
/// `TM_STATUS_BAD_STATE`, and nothing is done.
///
/// # Safety
///
/// The pointers are as [`ffi`](crate::ffi) says; there are `length` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tm_restore(
    arbiter: *mut TmArbiter,
    bytes: *const u8,
    length: usize,
) -> u8 {
    answer(|| {
        // SAFETY: the caller's pointers are as documented.
        let (arbiter, bytes) = unsafe { (place(arbiter)?, seen_bytes(bytes, length)?) };
        restore(arbiter, bytes, TM_SAVED_SIZE)
    })
}

/// Writes an intake, its machine included, as `TM_INTAKE_SAVED_SIZE` bytes. If `capacity` is less,
/// nothing is written.
///
/// # Safety
///
/// The pointers are as [`ffi`](crate::ffi) says; `bytes` has room for `capacity` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tm_intake_save(
    intake: *const TmIntake,
    bytes: *mut u8,
    capacity: usize,
) -> u8 {
    answer(|| {
        // SAFETY: the caller's pointers are as documented.
        let (intake, bytes) = unsafe { (TmIntake::read(intake)?, places(bytes, capacity)?) };
        save::<TmIntake>(intake, bytes.get_mut(..TM_INTAKE_SAVED_SIZE))
    })
}

/// Makes an intake of the `TM_INTAKE_SAVED_SIZE` bytes that `tm_intake_save` wrote. Others are
/// answered with `TM_STATUS_BAD_STATE`, and nothing is done.
///
/// # Safety
///
/// The pointers are as [`ffi`](crate::ffi) says; there are `length` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tm_intake_restore(
    intake: *mut TmIntake,
    bytes: *const u8,
    length: usize,
) -> u8 {
    answer(|| {
        // SAFETY: the caller's pointers are as documented.
        let (intake, bytes) = unsafe { (place(intake)?, seen_bytes(bytes, length)?) };
        restore(intake, bytes, TM_INTAKE_SAVED_SIZE)
    })
}

fn save<S: State<Value: Pack>>(
    value: &S::Value,
    places: Option<&mut [MaybeUninit<u8>]>,
) -> Result<(), TmStatus> {
    let places = places.ok_or(TmStatus::ShortBuffer)?;
    places.fill(MaybeUninit::new(0));
    // SAFETY: all bytes have just been set.
    let bytes = unsafe { &mut *(&raw mut *places as *mut [u8]) };
    if let Some((sum, packed)) = bytes.split_first_chunk_mut() {
        value.pack(packed);
        *sum = checksum::<S>(packed);
    }
    Ok(())
}

fn restore<S: State<Value: Pack>>(
    state: &mut MaybeUninit<S>,
    bytes: &[u8],
    size: usize,
) -> Result<(), TmStatus> {
    let (sum, packed) = bytes.split_first_chunk().ok_or(TmStatus::BadState)?;
    let mut value = S::Value::BLANK;
    if bytes.len() != size || *sum != checksum::<S>(packed) || !value.unpack(packed) {
        return Err(TmStatus::BadState);
    }
    S::put(state, &value);
    Ok(())
}

/// Begins with the seal of the state: a change of any word is a change of it.
fn checksum<S: State>(packed: &[u8]) -> [u8; 4] {
    let mix = |sum: u32, word: u32| {
        let mixed = (sum ^ word).wrapping_mul(0x9e37_79b1);
        mixed ^ mixed >> 15
    };
    let start = mix(S::SEAL as u32, (S::SEAL >> 32) as u32);
    let (words, _) = packed.as_chunks();
    words.iter().fold(start, |sum, word| mix(sum, u32::from_le_bytes(*word))).to_le_bytes()
}
