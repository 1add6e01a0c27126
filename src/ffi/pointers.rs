//! What every function of the C interface does: follow pointers that may be anything, answer with a
//! status, fill what it was given.

use core::mem::MaybeUninit;
use core::slice;

use crate::ffi::codes::TmStatus;

/// The status of what was done, as a number: an enumeration of C has no size of its own.
pub(super) fn answer(done: impl FnOnce() -> Result<(), TmStatus>) -> u8 {
    match done() {
        Ok(()) => TmStatus::Ok as u8,
        Err(status) => status as u8,
    }
}

/// The status, its detail being told.
pub(super) fn told(
    (status, detail): (TmStatus, u32),
    place: Option<&mut MaybeUninit<u32>>,
) -> TmStatus {
    if let Some(place) = place {
        place.write(detail);
    }
    status
}

/// Writes the values after the first `skip` and answers how many there are in all.
pub(super) fn fill<T>(
    places: &mut [MaybeUninit<T>],
    skip: usize,
    values: impl Iterator<Item = T>,
) -> usize {
    let mut total = 0_usize;
    for value in values {
        if let Some(place) = total.checked_sub(skip).and_then(|at| places.get_mut(at)) {
            place.write(value);
        }
        total += 1;
    }
    total
}

/// What a pointer points to.
///
/// # Safety
///
/// The pointer is as [`ffi`](crate::ffi) says, for as long as the reference is used.
pub(super) unsafe fn seen<'p, T>(pointer: *const T) -> Result<&'p T, TmStatus> {
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
pub(super) unsafe fn kept<'p, T>(pointer: *mut T) -> Result<&'p mut T, TmStatus> {
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
pub(super) unsafe fn place<'p, T>(pointer: *mut T) -> Result<&'p mut MaybeUninit<T>, TmStatus> {
    // SAFETY: the caller's promise; a place that may be unset asks for nothing more.
    unsafe { kept(pointer.cast()) }
}

/// The same, where the pointer may be null.
///
/// # Safety
///
/// As for [`seen`].
pub(super) unsafe fn any_place<'p, T>(
    pointer: *mut T,
) -> Result<Option<&'p mut MaybeUninit<T>>, TmStatus> {
    // SAFETY: the caller's promise.
    if pointer.is_null() { Ok(None) } else { unsafe { place(pointer).map(Some) } }
}

/// So many places in a row; of none the pointer may be null.
///
/// # Safety
///
/// As for [`seen`].
pub(super) unsafe fn places<'p, T>(
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

/// The bytes as text. Nothing that is read here has other letters than those of ASCII, and not to
/// know others takes less flash.
///
/// # Errors
///
/// The status, and the place of the first byte that is none.
pub(super) fn ascii(bytes: &[u8]) -> Result<&str, (TmStatus, u32)> {
    match bytes.iter().position(|byte| !byte.is_ascii()) {
        // SAFETY: ASCII is UTF-8.
        None => Ok(unsafe { str::from_utf8_unchecked(bytes) }),
        Some(place) => Err((TmStatus::BadText, u32::try_from(place).unwrap_or(u32::MAX))),
    }
}

/// Bytes.
///
/// # Safety
///
/// As for [`seen`].
pub(super) unsafe fn seen_bytes<'p>(
    pointer: *const u8,
    length: usize,
) -> Result<&'p [u8], TmStatus> {
    if length == 0 {
        return Ok(&[]);
    }
    if pointer.is_null() || length > isize::MAX as usize {
        return Err(TmStatus::BadPointer);
    }
    // SAFETY: it is not null; the length is one that memory can have and, by the caller's promise,
    // has.
    Ok(unsafe { slice::from_raw_parts(pointer, length) })
}

/// What a pointer points to, where it may be null.
///
/// # Safety
///
/// As for [`seen`].
pub(super) unsafe fn any_seen<'p, T>(pointer: *const T) -> Result<Option<&'p T>, TmStatus> {
    // SAFETY: the caller's promise.
    if pointer.is_null() { Ok(None) } else { unsafe { seen(pointer).map(Some) } }
}
