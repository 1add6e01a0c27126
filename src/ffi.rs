//! The C interface, `touch_move.h`.
//!
//! The caller owns all memory; nothing is allocated and no pointer is kept. Values that mean
//! nothing are answered with a status. What must hold of a pointer, which nobody can check:
//!
//! - it is null, or points to memory that is there during the call, is as large as its type and
//!   length say, and is neither read nor written by others meanwhile;
//! - what is read through it (`const`, and a state once it is made) has been set, to anything, a
//!   state only by the library or as a copy;
//! - two pointers of one call do not overlap, unless both are `const`.
//!
//! A null or misaligned pointer is answered with [`TmStatus::BadPointer`](codes::TmStatus).
#![expect(unsafe_code, reason = "pointers come from C; each block says why it may follow them")]

pub mod codes;

pub mod sensing;

mod pointers;

pub mod states;

pub mod arbiter;

pub mod intake;

pub mod saved;

pub mod texts;
