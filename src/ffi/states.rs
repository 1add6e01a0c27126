//! The states in the memory of C: values of Rust in place, each between two seals.
//!
//! C gives the memory and may copy it; only the library writes it. The seals tell a state from
//! memory that is none: never made, cleared, of another kind or version, or written over from
//! before or behind.

use core::mem::MaybeUninit;

use crate::arbiter::Arbiter;
use crate::eboard::intake::Intake;
use crate::eboard::protocol::ByteDecoder;
use crate::ffi::codes::TmStatus;

/// How much room there is for a machine, in units of 8 bytes.
pub const TM_ARBITER_ROOM: usize = 30;
/// How much room there is for an intake, in units of 8 bytes.
pub const TM_INTAKE_ROOM: usize = 55;
/// How much room there is for a decoder, in units of 8 bytes.
pub const TM_DECODER_ROOM: usize = 11;

const _: () = assert!(size_of::<TmArbiter>() <= 256);
const _: () = assert!(size_of::<TmIntake>() <= 512);

/// A machine for one board, made by `tm_new` or one of its kind. Only the library writes it; it may
/// be copied by assignment, and the copy is a machine of its own.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct TmArbiter {
    seal: u64,
    state: [MaybeUninit<u64>; TM_ARBITER_ROOM],
    seal_behind: u64,
}

/// The intake of a board and its arbiter, made by `tm_intake_new`. As a machine it may be copied.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct TmIntake {
    seal: u64,
    state: [MaybeUninit<u64>; TM_INTAKE_ROOM],
    seal_behind: u64,
}

/// What has been read of the bytes that a board sends, made by `tm_decoder_new`. It too may be
/// copied.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct TmDecoder {
    seal: u64,
    state: [MaybeUninit<u64>; TM_DECODER_ROOM],
    seal_behind: u64,
}

/// Memory of C for a value.
pub trait State: Sized {
    /// What it holds while both seals are on.
    type Value: Copy;

    /// Its kind, the version of the library, and the size of the value.
    const SEAL: u64;

    /// Memory that holds no value.
    const NONE: Self;

    /// Puts a value into memory, whatever is there.
    fn put(place: &mut MaybeUninit<Self>, value: &Self::Value);

    /// Whether there is a value.
    ///
    /// # Errors
    ///
    /// [`TmStatus::BadPointer`] or [`TmStatus::BadState`].
    ///
    /// # Safety
    ///
    /// The pointer is as [`ffi`](crate::ffi) says.
    unsafe fn check(state: *const Self) -> Result<(), TmStatus>;

    /// The value.
    ///
    /// # Errors
    ///
    /// [`TmStatus::BadPointer`] or [`TmStatus::BadState`].
    ///
    /// # Safety
    ///
    /// The pointer is as [`ffi`](crate::ffi) says, for as long as the reference is used.
    unsafe fn read<'p>(state: *const Self) -> Result<&'p Self::Value, TmStatus>;

    /// Changes the value in place. Meanwhile the memory is no state, so that what is called from
    /// within finds none and cannot change it too.
    ///
    /// # Errors
    ///
    /// [`TmStatus::BadPointer`], [`TmStatus::BadState`], or what the change answers.
    ///
    /// # Safety
    ///
    /// The pointer is as [`ffi`](crate::ffi) says, until the change is done.
    unsafe fn change(
        state: *mut Self,
        change: impl FnOnce(&mut Self::Value) -> Result<(), TmStatus>,
    ) -> Result<(), TmStatus>;
}

macro_rules! state {
    ($state:ident, $room:ident: $value:ty, $kind:literal) => {
        const _: () = assert!(size_of::<$value>() <= 8 * $room);
        const _: () = assert!(align_of::<$value>() <= align_of::<u64>());
        const _: () = assert!(size_of::<$state>() == 8 * ($room + 2));

        impl State for $state {
            type Value = $value;

            const SEAL: u64 = seal($kind, size_of::<$value>());

            const NONE: Self =
                Self { seal: 0, state: [MaybeUninit::uninit(); $room], seal_behind: 0 };

            fn put(place: &mut MaybeUninit<Self>, value: &$value) {
                let state = place.as_mut_ptr();
                // SAFETY: the room is there, large enough and aligned, and the value elsewhere.
                unsafe {
                    (&raw mut (*state).state).cast::<$value>().copy_from_nonoverlapping(value, 1);
                    (&raw mut (*state).seal).write(Self::SEAL);
                    (&raw mut (*state).seal_behind).write(Self::SEAL);
                }
            }

            #[cfg_attr(target_arch = "arm", inline(never))] // Every function begins with it.
            unsafe fn check(state: *const Self) -> Result<(), TmStatus> {
                if state.is_null() || !state.is_aligned() {
                    return Err(TmStatus::BadPointer);
                }
                // SAFETY: the pointer is good, and no reference is made of it.
                let (seal, behind) = unsafe { ((*state).seal, (*state).seal_behind) };
                if seal == Self::SEAL && behind == seal { Ok(()) } else { Err(TmStatus::BadState) }
            }

            unsafe fn read<'p>(state: *const Self) -> Result<&'p $value, TmStatus> {
                // SAFETY: the caller's promise, then the pointer is good, and a value stands
                // between the seals, which are written with it and never without.
                unsafe {
                    Self::check(state)?;
                    Ok(&*(&raw const (*state).state).cast())
                }
            }

            unsafe fn change(
                state: *mut Self,
                change: impl FnOnce(&mut $value) -> Result<(), TmStatus>,
            ) -> Result<(), TmStatus> {
                // SAFETY: the caller's promise, then the pointer is good, and there is a value. The
                // reference to it is the only one: it does not reach the seals, and without them
                // nobody makes another.
                unsafe {
                    Self::check(state)?;
                    (*state).seal = 0;
                    let done = change(&mut *(&raw mut (*state).state).cast());
                    (*state).seal = Self::SEAL;
                    done
                }
            }
        }
    };
}

state!(TmArbiter, TM_ARBITER_ROOM: Arbiter, b"tma");
state!(TmIntake, TM_INTAKE_ROOM: Intake, b"tmi");
state!(TmDecoder, TM_DECODER_ROOM: ByteDecoder, b"tmd");

const fn seal(kind: &[u8; 3], size: usize) -> u64 {
    let [a, b, c] = *kind;
    let [_, _, high, low] = (size as u32).to_be_bytes();
    let [_, major, minor, patch] = VERSION.to_be_bytes();
    u64::from_be_bytes([a, b, c, high, low, major, minor, patch])
}

/// The version of the library, `0.1.2` as 0x000102: a byte each.
pub(super) const VERSION: u32 = {
    let (mut parts, mut part) = (0, 0);
    let mut rest = env!("CARGO_PKG_VERSION").as_bytes();
    while let [byte, after @ ..] = rest {
        match byte {
            b'.' => (parts, part) = (parts << 8 | part, 0),
            _ => part = part * 10 + (*byte - b'0') as u32,
        }
        rest = after;
    }
    parts << 8 | part
};
