//! States as bytes: what is saved is restored, and nothing else.
#![expect(unsafe_code, reason = "the functions take pointers; here all are to live values")]

use std::mem::MaybeUninit;
use std::ptr::{null, null_mut};

use proptest::prelude::{any, proptest};
use touch_move::eboard::intake::{Intake, Options};
use touch_move::eboard::text::Text;
use touch_move::event::Event;
use touch_move::ffi::codes::{TmEvent, TmStatus};
use touch_move::ffi::saved::{
    TM_INTAKE_SAVED_SIZE, TM_SAVED_SIZE, tm_intake_restore, tm_intake_save, tm_restore, tm_save,
};
use touch_move::ffi::states::{State, TmArbiter, TmIntake};
use touch_move::law::rulebooks::Rulebook;
use touch_move::pack::Pack;

use crate::calls::{POSITIONS, any_event, handled, made, value};

const OK: u8 = TmStatus::Ok as u8;
const BAD_STATE: u8 = TmStatus::BadState as u8;

fn saved(arbiter: &TmArbiter) -> [u8; TM_SAVED_SIZE] {
    let mut bytes = [0x55; TM_SAVED_SIZE];
    // SAFETY: all pointers are to live values.
    assert_eq!(unsafe { tm_save(arbiter, bytes.as_mut_ptr(), bytes.len()) }, OK);
    bytes
}

fn restored(bytes: &[u8]) -> Result<TmArbiter, u8> {
    let mut arbiter = TmArbiter::NONE;
    // SAFETY: all pointers are to live values.
    match unsafe { tm_restore(&mut arbiter, bytes.as_ptr(), bytes.len()) } {
        OK => Ok(arbiter),
        status => Err(status),
    }
}

fn saved_intake(intake: &TmIntake) -> [u8; TM_INTAKE_SAVED_SIZE] {
    let mut bytes = [0x55; TM_INTAKE_SAVED_SIZE];
    // SAFETY: all pointers are to live values.
    assert_eq!(unsafe { tm_intake_save(intake, bytes.as_mut_ptr(), bytes.len()) }, OK);
    bytes
}

fn restored_intake(bytes: &[u8]) -> Result<TmIntake, u8> {
    let mut intake = TmIntake::NONE;
    // SAFETY: all pointers are to live values.
    match unsafe { tm_intake_restore(&mut intake, bytes.as_ptr(), bytes.len()) } {
        OK => Ok(intake),
        status => Err(status),
    }
}

/// An intake in the middle of castling.
fn intake() -> TmIntake {
    let machine = *value(&made(POSITIONS[0], Rulebook::Lesson));
    let mut intake = Intake::new(machine, Options::default());
    let mut reader = Text::new();
    for report in b"@5 lift e1\n@900 place c1\n".iter().filter_map(|&byte| reader.push(byte)) {
        intake.handle(report.unwrap(), &mut |_| {});
    }
    let mut state = MaybeUninit::uninit();
    TmIntake::put(&mut state, &intake);
    // SAFETY: the intake has just been put there.
    unsafe { state.assume_init() }
}

proptest! {
    #[test]
    fn a_machine_that_is_saved_is_restored(
        fen in proptest::sample::select(POSITIONS.as_slice()),
        rules in proptest::sample::select(Rulebook::ALL.as_slice()),
        events in proptest::collection::vec(any_event(), 0..12),
    ) {
        let mut arbiter = made(fen, rules);
        for event in events {
            let _ = handled(&mut arbiter, TmEvent::write(event));
        }
        let mut again = restored(&saved(&arbiter)).unwrap();
        assert_eq!(value(&again), value(&arbiter));
        let event = TmEvent::write(Event::ClockPressed);
        assert_eq!(handled(&mut again, event), handled(&mut arbiter, event));
    }

    #[test]
    fn garbage_is_not_restored(
        bytes in proptest::collection::vec(any::<u8>(), TM_INTAKE_SAVED_SIZE),
    ) {
        assert_eq!(restored(&bytes[..TM_SAVED_SIZE]).err(), Some(BAD_STATE));
        assert_eq!(restored_intake(&bytes).err(), Some(BAD_STATE));
    }
}

#[test]
fn every_changed_bit_is_found() {
    let mut bytes = saved(&made(POSITIONS[0], Rulebook::Lesson));
    for bit in 0..bytes.len() * 8 {
        bytes[bit / 8] ^= 1 << (bit % 8);
        assert_eq!(restored(&bytes).err(), Some(BAD_STATE), "{bit}");
        bytes[bit / 8] ^= 1 << (bit % 8);
    }
    let mut bytes = saved_intake(&intake());
    for bit in 0..bytes.len() * 8 {
        bytes[bit / 8] ^= 1 << (bit % 8);
        assert_eq!(restored_intake(&bytes).err(), Some(BAD_STATE), "{bit}");
        bytes[bit / 8] ^= 1 << (bit % 8);
    }
}

#[test]
fn an_intake_that_is_saved_is_restored() {
    let bytes = saved_intake(&intake());
    let again = restored_intake(&bytes).unwrap();
    assert_eq!(saved_intake(&again), bytes);
    let packed = |state: &TmIntake| {
        let mut bytes = [0; Intake::SIZE];
        // SAFETY: the pointer is to a live value.
        unsafe { TmIntake::read(state) }.unwrap().pack(&mut bytes);
        bytes
    };
    assert_eq!(packed(&again), packed(&intake()));
}

#[test]
fn bytes_of_another_length_are_none() {
    let bytes = [&saved(&made(POSITIONS[0], Rulebook::Lesson))[..], &[0]].concat();
    for length in [0, 1, 4, TM_SAVED_SIZE - 1, TM_SAVED_SIZE + 1] {
        assert_eq!(restored(&bytes[..length]).err(), Some(BAD_STATE), "{length}");
    }
    assert_eq!(restored_intake(&bytes).err(), Some(BAD_STATE));
}

#[test]
fn what_finds_no_room_is_not_written() {
    const SHORT: u8 = TmStatus::ShortBuffer as u8;
    const BAD: u8 = TmStatus::BadPointer as u8;
    let arbiter = made(POSITIONS[0], Rulebook::Lesson);
    let mut bytes = [0x55; TM_INTAKE_SAVED_SIZE];
    let to = bytes.as_mut_ptr();
    let (mut none, mut no_intake) = (TmArbiter::NONE, TmIntake::NONE);
    // SAFETY: the pointers are null or to live values.
    unsafe {
        assert_eq!(tm_save(&arbiter, to, TM_SAVED_SIZE - 1), SHORT);
        assert_eq!(tm_save(&arbiter, null_mut(), 0), SHORT);
        assert_eq!(tm_intake_save(&intake(), to, TM_INTAKE_SAVED_SIZE - 1), SHORT);
        assert_eq!(tm_save(&arbiter, null_mut(), TM_SAVED_SIZE), BAD);
        assert_eq!(tm_save(null(), to, TM_SAVED_SIZE), BAD);
        let odd = (&raw mut none).wrapping_byte_add(4);
        assert_eq!(tm_save(odd, to, TM_SAVED_SIZE), BAD);
        assert_eq!(tm_restore(odd, to, TM_SAVED_SIZE), BAD);
        assert_eq!(tm_save(&TmArbiter::NONE, to, TM_SAVED_SIZE), BAD_STATE);
        assert_eq!(tm_intake_save(null(), to, TM_INTAKE_SAVED_SIZE), BAD);
        assert_eq!(tm_intake_save(&TmIntake::NONE, to, TM_INTAKE_SAVED_SIZE), BAD_STATE);
        assert_eq!(tm_restore(null_mut(), to, TM_SAVED_SIZE), BAD);
        assert_eq!(tm_restore(&mut none, null(), TM_SAVED_SIZE), BAD);
        assert_eq!(tm_intake_restore(null_mut(), to, TM_INTAKE_SAVED_SIZE), BAD);
        assert_eq!(tm_intake_restore(&mut no_intake, null(), 1), BAD);
    }
    assert_eq!(bytes, [0x55; TM_INTAKE_SAVED_SIZE]);
}
