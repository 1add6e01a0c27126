//! What the functions for boards answer: the same as in Rust, and a status for everything else.
#![expect(unsafe_code, reason = "the functions take pointers; here all are to live values")]

use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::ptr::{null, null_mut};

use proptest::prelude::{Just, Strategy, any, prop_oneof, proptest};
use touch_move::arbiter::Arbiter;
use touch_move::chess::position::Position;
use touch_move::chess::square::SquareSet;
use touch_move::eboard::frames::{Frame, Seen};
use touch_move::eboard::intake::{Intake, Options};
use touch_move::eboard::protocol::{Decoder, Protocol};
use touch_move::eboard::sensor::{Report, Sensor};
use touch_move::eboard::text::Text;
use touch_move::event::Event;
use touch_move::ffi::arbiter::tm_handle;
use touch_move::ffi::codes::{TmEvent, TmRuling, TmStatus};
use touch_move::ffi::intake::{
    tm_decode, tm_decoder_new, tm_greeting, tm_intake_arbiter, tm_intake_end, tm_intake_handle,
    tm_intake_new, tm_intake_pass_time, tm_intake_pending, tm_intake_sense, tm_intake_unexplained,
    tm_report_read,
};
use touch_move::ffi::sensing::{TmIntakeOptions, TmPending, TmReport, TmReportKind, TmStep};
use touch_move::ffi::states::{State, TmArbiter, TmDecoder, TmIntake};
use touch_move::law::rulebooks::Rulebook;
use touch_move::pack::Pack;

use crate::calls::value;

const OK: u8 = TmStatus::Ok as u8;
const BAD_STATE: u8 = TmStatus::BadState as u8;
const POSITIONS: [&str; 3] = [
    "r3k2r/8/8/8/8/5r2/8/R3K2R w KQkq - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "4k3/1P4P1/8/3pP3/8/5r2/8/R3K2R w KQ d6 0 1",
];

/// Letters of pieces, and some that are none.
const PIECES: &[u8] = b"?UuKqpx\0\xff";

type Steps = Vec<TmStep>;

/// Keeps a step in the list that the context is.
unsafe extern "C" fn keep(context: *mut c_void, step: *const TmStep) {
    // SAFETY: the tests give a list as the context, and a step is a live value.
    unsafe { (*context.cast::<Steps>()).push(*step) };
}

fn machine(fen: &str) -> (TmArbiter, Arbiter) {
    let own = Arbiter::new(Position::from_fen(fen).unwrap(), Rulebook::Lesson);
    let mut arbiter = MaybeUninit::uninit();
    TmArbiter::put(&mut arbiter, &own);
    // SAFETY: the machine has just been put there.
    (unsafe { arbiter.assume_init() }, own)
}

fn made(fen: &str, options: Options) -> (TmIntake, Intake) {
    let (arbiter, own) = machine(fen);
    let told = TmIntakeOptions {
        debounce_ms: options.debounce_ms,
        settle_ms: options.settle_ms,
        turned: options.turned.into(),
        await_set_up: options.await_set_up.into(),
    };
    let mut intake = TmIntake::NONE;
    // SAFETY: all pointers are to live values.
    assert_eq!(unsafe { tm_intake_new(&mut intake, &arbiter, &told) }, OK);
    (intake, Intake::new(own, options))
}

/// The intake in Rust, packed, as it cannot be compared.
fn packed(intake: &Intake) -> [u8; Intake::SIZE] {
    let mut bytes = [0; Intake::SIZE];
    intake.pack(&mut bytes);
    bytes
}

fn packed_in_c(intake: &TmIntake) -> [u8; Intake::SIZE] {
    // SAFETY: the pointer is to a live value.
    packed(unsafe { TmIntake::read(intake) }.unwrap())
}

/// Something that a function for boards is told.
#[derive(Clone, Debug)]
enum Call {
    Sense(String),
    PassTime(u32),
    Handle(Event),
    End,
}

fn any_call() -> impl Strategy<Value = Call> {
    const SQUARES: &str = "a1 d1 e1 f1 g1 h1 e2 e4 b7 b8 g7 g8 d5 d6 e5 f3 e7 e8 h8";
    let square = || proptest::sample::select(SQUARES.split(' ').collect::<Vec<_>>());
    let line = prop_oneof![
        6 => square().prop_map(|a| format!("lift {a}")),
        6 => square().prop_map(|a| format!("place {a}")),
        1 => square().prop_map(|a| format!("place {a} Q")),
        1 => square().prop_map(|a| format!("adjust {a}")),
        1 => square().prop_map(|a| format!("promote N {a}")),
        1 => square().prop_map(|a| format!("opp {a}")),
        1 => square().prop_map(|a| format!("touch {a}")),
        2 => proptest::sample::select(POSITIONS.as_slice())
            .prop_map(|fen| format!("frame {}", fen.split(' ').next().unwrap())),
        3 => proptest::sample::select(["clock", "hands", "wait 300"].as_slice())
            .prop_map(str::to_owned),
    ];
    let at = prop_oneof![2 => proptest::option::of(0..4000_u32), 1 => Just(None)];
    prop_oneof![
        9 => (at, line).prop_map(|(at, line)| {
            Call::Sense(at.map_or(line.clone(), |at| format!("@{at} {line}")))
        }),
        2 => (0..5000_u32).prop_map(Call::PassTime),
        1 => Just(Call::Handle(Event::Claimed)),
        1 => Just(Call::Handle(Event::ClockPressed)),
        1 => Just(Call::End),
    ]
}

fn report(line: &str) -> Report {
    let mut reader = Text::new();
    let _ = line.bytes().find_map(|byte| reader.push(byte));
    reader.end().unwrap().unwrap()
}

fn call_in_c(intake: &mut TmIntake, call: &Call) -> Steps {
    let mut steps = Steps::new();
    let context = (&raw mut steps).cast();
    // SAFETY: all pointers are to live values, and the context is what `keep` expects.
    let status = unsafe {
        match call {
            Call::Sense(line) => {
                let mut read = TmReport::NONE;
                let text = line.as_ptr().cast();
                assert_eq!(tm_report_read(text, line.len(), &mut read, null_mut()), OK);
                tm_intake_sense(intake, &read, Some(keep), context)
            }
            Call::PassTime(to) => tm_intake_pass_time(intake, *to, Some(keep), context),
            Call::Handle(event) => {
                tm_intake_handle(intake, &TmEvent::write(*event), Some(keep), context)
            }
            Call::End => tm_intake_end(intake, Some(keep), context),
        }
    };
    assert_eq!(status, OK, "{call:?}");
    steps
}

fn call_in_rust(intake: &mut Intake, call: &Call) -> Steps {
    let mut steps = Steps::new();
    let tell = &mut |step: touch_move::eboard::intake::Step<'_>| steps.push(TmStep::write(&step));
    match call {
        Call::Sense(line) => intake.handle(report(line), tell),
        Call::PassTime(to) => intake.pass_time(*to, tell),
        Call::Handle(event) => intake.tell(*event, tell),
        Call::End => intake.end(tell),
    }
    steps
}

proptest! {
    #[test]
    fn boards_in_c_are_read_as_in_rust(
        fen in proptest::sample::select(POSITIONS.as_slice()),
        (turned, await_set_up) in any::<(bool, bool)>(),
        calls in proptest::collection::vec(any_call(), 0..16),
    ) {
        let (turned, await_set_up) = (turned && await_set_up, await_set_up && !turned);
        let options = Options { turned, await_set_up, ..Options::default() };
        let (mut intake, mut own) = made(fen, options);
        for call in calls {
            assert_eq!(call_in_c(&mut intake, &call), call_in_rust(&mut own, &call));
            assert_eq!(packed_in_c(&intake), packed(&own));
            let mut pending = TmPending { wakes_in: 0, kind: 9, square: 9, square2: 9 };
            let (mut squares, mut arbiter) = (0, TmArbiter::NONE);
            // SAFETY: all pointers are to live values.
            unsafe {
                assert_eq!(tm_intake_pending(&intake, &mut pending), OK);
                assert_eq!(tm_intake_unexplained(&intake, &mut squares), OK);
                assert_eq!(tm_intake_arbiter(&intake, &mut arbiter), OK);
            }
            assert_eq!(pending, TmPending::write(&own));
            assert_eq!(SquareSet(squares), own.unexplained());
            assert_eq!(value(&arbiter), own.arbiter());
        }
    }

    #[test]
    fn whatever_can_be_unpacked_is_an_intake(
        calls in proptest::collection::vec(any_call(), 0..6),
        changes in proptest::collection::vec((0..Intake::SIZE, any::<u8>()), 1..4),
        more in proptest::collection::vec(any_call(), 1..6),
    ) {
        let (_, mut intake) = made(POSITIONS[0], Options::default());
        for call in calls {
            call_in_rust(&mut intake, &call);
        }
        let mut bytes = packed(&intake);
        for (place, byte) in changes {
            bytes[place] = byte;
        }
        if intake.unpack(&bytes) {
            for call in more {
                call_in_rust(&mut intake, &call);
                let _ = (intake.pending(), intake.wakes_in(), intake.unexplained());
            }
        }
    }

    #[test]
    fn a_changed_bit_of_a_seal_is_found(bit in 0..64_usize, behind in any::<bool>()) {
        let (mut intake, _) = made(POSITIONS[0], Options::default());
        let mut decoder = TmDecoder::NONE;
        let place = |size| if behind { size - 8 } else { 0 } + bit / 8;
        // SAFETY: the bits are in the bytes of the states, and all pointers are to live values.
        unsafe {
            let of_intake = place(size_of::<TmIntake>());
            *(&raw mut intake).cast::<u8>().add(of_intake) ^= 1 << (bit % 8);
            refused(&mut intake, BAD_STATE);
            assert_eq!(tm_decoder_new(&mut decoder, 0), OK);
            let of_decoder = place(size_of::<TmDecoder>());
            *(&raw mut decoder).cast::<u8>().add(of_decoder) ^= 1 << (bit % 8);
            let (mut taken, mut report) = (0, TmReport::NONE);
            let status = tm_decode(&mut decoder, null(), 0, &mut taken, &mut report);
            assert_eq!(status, BAD_STATE);
        }
    }

    #[test]
    fn any_report_is_answered(
        numbers in any::<(u64, u64, u32, u32)>(), codes in any::<[u8; 6]>(), kind in 0..16_u8,
        square in 0..66_u8, role in 0..7_u8, piece in proptest::sample::select(PIECES),
        pieces in proptest::collection::vec(any::<u8>(), 64),
    ) {
        let (squares, black, at_ms, wait_ms) = numbers;
        let [timed, any_kind, side, any_square, any_role, any_piece] = codes;
        for (kind, square, role, piece) in
            [(kind, square, role, piece), (any_kind, any_square, any_role, any_piece)]
        {
            let mut report = TmReport {
                squares, black, at_ms, wait_ms, timed, kind, square, piece, role, side,
                pieces: [0; 64],
            };
            for (place, byte) in report.pieces.iter_mut().zip(&pieces) {
                *place = if byte % 8 == 0 { *byte } else { 0 };
            }
            let (mut intake, _) = made(POSITIONS[0], Options::default());
            let before = intake;
            // SAFETY: all pointers are to live values, or null where that is allowed.
            let status = unsafe { tm_intake_sense(&mut intake, &report, None, null_mut()) };
            match report.sensor() {
                Ok(sensor) => {
                    assert_eq!(status, OK);
                    assert!(kind <= TmReportKind::Wait as u8);
                    let written = sensor.map_or(TmReport::NONE, |one| TmReport::write(one.into()));
                    assert_eq!(written.sensor(), Ok(sensor));
                }
                Err(wrong) => {
                    assert_eq!(status, wrong as u8);
                    assert_eq!(packed_in_c(&intake), packed_in_c(&before));
                }
            }
        }
    }

    #[test]
    fn bytes_in_c_are_read_as_in_rust(
        protocol in 0..4_u8, seed in proptest::collection::vec(any::<u8>(), 0..200),
        chunk in 1..80_usize,
    ) {
        let protocols = Protocol::ALL;
        let mut own = Decoder::new(protocols[usize::from(protocol)]);
        let bytes = stream(protocol, &seed);
        let sensors = bytes.iter().filter_map(|&byte| own.push(byte).unwrap());
        let expected: Vec<Sensor> = sensors.map(|report| report.sensor).collect();
        let mut decoder = TmDecoder::NONE;
        let mut reports = Vec::new();
        // SAFETY: all pointers are to live values.
        unsafe {
            assert_eq!(tm_decoder_new(&mut decoder, protocol), OK);
            for mut part in bytes.chunks(chunk) {
                while !part.is_empty() {
                    let (mut taken, mut report) = (0, TmReport::NONE);
                    let (from, length) = (part.as_ptr(), part.len());
                    let status = tm_decode(&mut decoder, from, length, &mut taken, &mut report);
                    assert_eq!(status, OK);
                    if report == TmReport::NONE {
                        assert_eq!(taken, length);
                    } else {
                        reports.push(report.sensor().unwrap().unwrap());
                    }
                    part = &part[taken..];
                }
            }
        }
        assert_eq!(reports, expected);
    }
}

/// Noise, then messages of a protocol, then noise.
fn stream(protocol: u8, noise: &[u8]) -> Vec<u8> {
    let message = match protocol {
        0 => [0x8e, 0, 5, 52, 0, 0x8e, 0, 5, 36, 1].to_vec(),
        1 => [[0x86, 0, 67].as_slice(), &[1; 64], &[0x8e, 0, 5, 52, 0]].concat(),
        2 => [[1, 0x24, 0x58, 0x23, 0x31, 0x85].as_slice(), &[0; 32]].concat(),
        _ => b"srnbqkbnrpppppppp................................PPPPPPPPRNBQKBNR73".to_vec(),
    };
    let (before, after) = noise.split_at(noise.len() / 2);
    [before, &message, &message, after].concat()
}

/// Every function answers a state so.
///
/// # Safety
///
/// The pointer is as for every function.
unsafe fn refused(intake: *mut TmIntake, status: u8) {
    let event = TmEvent::write(Event::Claimed);
    let mut pending = TmPending { wakes_in: 0, kind: 9, square: 9, square2: 9 };
    let (mut squares, mut arbiter) = (0, TmArbiter::NONE);
    // SAFETY: the caller's promise; all others are to live values, or null where that is allowed.
    unsafe {
        assert_eq!(tm_intake_sense(intake, &TmReport::NONE, None, null_mut()), status);
        assert_eq!(tm_intake_pass_time(intake, 5, None, null_mut()), status);
        assert_eq!(tm_intake_handle(intake, &event, None, null_mut()), status);
        assert_eq!(tm_intake_end(intake, None, null_mut()), status);
        assert_eq!(tm_intake_pending(intake, &mut pending), status);
        assert_eq!(tm_intake_unexplained(intake, &mut squares), status);
        assert_eq!(tm_intake_arbiter(intake, &mut arbiter), status);
    }
}

#[test]
fn null_and_misaligned_pointers_are_answered() {
    const BAD: u8 = TmStatus::BadPointer as u8;
    let (mut intake, _) = made(POSITIONS[0], Options::default());
    let (before, (mut arbiter, _)) = (intake, machine(POSITIONS[0]));
    let mut decoder = TmDecoder::NONE;
    let event = TmEvent::write(Event::Claimed);
    let (mut taken, mut report, mut reports) = (0, TmReport::NONE, [TmReport::NONE; 2]);
    let odd = reports.as_mut_ptr().wrapping_byte_add(1);
    let mut squares = [0_u64; 2];
    let odd_squares = squares.as_mut_ptr().wrapping_byte_add(1);
    let mut pending = [TmPending { wakes_in: 0, kind: 9, square: 9, square2: 9 }; 2];
    let odd_pending = pending.as_mut_ptr().wrapping_byte_add(1);
    // SAFETY: null and misaligned pointers are what is tested; all others are to live values.
    unsafe {
        assert_eq!(tm_intake_new(null_mut(), &arbiter, null()), BAD);
        assert_eq!(tm_intake_new(&mut intake, null(), null()), BAD);
        let options = odd.cast::<TmIntakeOptions>();
        assert_eq!(tm_intake_new(&mut intake, &arbiter, options), BAD);
        assert_eq!(tm_intake_sense(null_mut(), &report, None, null_mut()), BAD);
        let odd_intake = (&raw mut intake).wrapping_byte_add(4);
        refused(odd_intake, BAD);
        assert_eq!(tm_intake_new(odd_intake, &arbiter, null()), BAD);
        assert_eq!(tm_intake_sense(&mut intake, null(), None, null_mut()), BAD);
        assert_eq!(tm_intake_sense(&mut intake, odd, None, null_mut()), BAD);
        assert_eq!(tm_intake_pass_time(null_mut(), 0, None, null_mut()), BAD);
        assert_eq!(tm_intake_handle(null_mut(), &event, None, null_mut()), BAD);
        let odd_event = (&raw const event).wrapping_byte_add(4);
        assert_eq!(tm_intake_handle(&mut intake, null(), None, null_mut()), BAD);
        assert_eq!(tm_intake_handle(&mut intake, odd_event, None, null_mut()), BAD);
        assert_eq!(tm_intake_end(null_mut(), None, null_mut()), BAD);
        assert_eq!(tm_intake_arbiter(null(), &mut arbiter), BAD);
        assert_eq!(tm_intake_arbiter(&intake, null_mut()), BAD);
        assert_eq!(tm_intake_pending(null(), &mut pending[0]), BAD);
        assert_eq!(tm_intake_pending(&intake, null_mut()), BAD);
        assert_eq!(tm_intake_pending(&intake, odd_pending), BAD);
        assert_eq!(tm_intake_unexplained(null(), &mut squares[0]), BAD);
        assert_eq!(tm_intake_unexplained(&intake, null_mut()), BAD);
        assert_eq!(tm_intake_unexplained(&intake, odd_squares), BAD);
        assert_eq!(tm_decoder_new(null_mut(), 0), BAD);
        assert_eq!(tm_decoder_new(&mut decoder, 0), OK);
        let odd_decoder = (&raw mut decoder).wrapping_byte_add(4);
        assert_eq!(tm_decoder_new(odd_decoder, 0), BAD);
        assert_eq!(tm_decode(odd_decoder, null(), 0, &mut taken, &mut report), BAD);
        assert_eq!(tm_decode(null_mut(), null(), 0, &mut taken, &mut report), BAD);
        assert_eq!(tm_decode(&mut decoder, null(), 1, &mut taken, &mut report), BAD);
        let byte = &0;
        assert_eq!(tm_decode(&mut decoder, byte, usize::MAX, &mut taken, &mut report), BAD);
        assert_eq!(tm_decode(&mut decoder, byte, 1, null_mut(), &mut report), BAD);
        assert_eq!(tm_decode(&mut decoder, byte, 1, &mut taken, null_mut()), BAD);
        assert_eq!(tm_decode(&mut decoder, byte, 1, &mut taken, odd), BAD);
        assert_eq!(tm_greeting(0, null_mut(), 1, &mut taken), BAD);
        assert_eq!(tm_greeting(0, null_mut(), 0, null_mut()), BAD);
        assert_eq!(tm_report_read(null(), 1, &mut report, null_mut()), BAD);
        assert_eq!(tm_report_read(null(), 0, null_mut(), null_mut()), BAD);
    }
    assert_eq!(packed_in_c(&intake), packed_in_c(&before));
}

#[test]
fn nothing_changes_nothing_but_the_time() {
    let (mut intake, _) = made(POSITIONS[0], Options::default());
    call_in_c(&mut intake, &Call::Sense("@10 lift e1".into()));
    let before = intake;
    // SAFETY: all pointers are to live values, or null where that is allowed.
    unsafe {
        assert_eq!(tm_intake_sense(&mut intake, &TmReport::NONE, None, null_mut()), OK);
        assert_eq!(packed_in_c(&intake), packed_in_c(&before));
        let mut steps = Steps::new();
        let later = TmReport { timed: 1, at_ms: 100, ..TmReport::NONE };
        let context = (&raw mut steps).cast();
        assert_eq!(tm_intake_sense(&mut intake, &later, Some(keep), context), OK);
        assert_eq!(steps.len(), 1);
    }
}

#[test]
fn states_that_are_none_are_answered() {
    let mut nothing = TmIntake::NONE;
    // SAFETY: the pointer is to a live value.
    unsafe { refused(&mut nothing, BAD_STATE) };
    let (mut intake, _) = made(POSITIONS[0], Options::default());
    let before = intake;
    let mut decoder = TmDecoder::NONE;
    let mut total = 0;
    // SAFETY: all pointers are to live values, or null where that is allowed.
    unsafe {
        assert_eq!(tm_intake_new(&mut intake, &TmArbiter::NONE, null()), BAD_STATE);
        assert_eq!(tm_decoder_new(&mut decoder, 4), TmStatus::BadArgument as u8);
        assert_eq!(tm_greeting(4, null_mut(), 0, &mut total), TmStatus::BadArgument as u8);
        let event = TmEvent { kind: 13, ..TmEvent::write(Event::Claimed) };
        let status = tm_intake_handle(&mut intake, &event, None, null_mut());
        assert_eq!(status, TmStatus::BadEvent as u8);
    }
    assert_eq!(packed_in_c(&intake), packed_in_c(&before));
    // SAFETY: the pointer is to a live value.
    assert!(unsafe { TmDecoder::read(&decoder) }.is_err());
}

/// What `meddle` is told.
struct Meddling {
    intake: *mut TmIntake,
    steps: usize,
}

/// Calls every function with the intake that tells the step.
unsafe extern "C" fn meddle(context: *mut c_void, _: *const TmStep) {
    // SAFETY: the test gives this as the context, and the intake is a live value.
    unsafe {
        let meddling = context.cast::<Meddling>();
        (*meddling).steps += 1;
        refused((*meddling).intake, BAD_STATE);
    }
}

#[test]
fn an_intake_that_tells_is_none_until_all_is_told() {
    let (mut intake, mut own) = made(POSITIONS[0], Options::default());
    let mut meddling = Meddling { intake: &mut intake, steps: 0 };
    let context = (&raw mut meddling).cast();
    for line in ["lift e1", "place g1", "lift h1", "clock"] {
        let report = TmReport::write(report(line));
        // SAFETY: all pointers are to live values, and the context is what `meddle` expects.
        let status = unsafe { tm_intake_sense(meddling.intake, &report, Some(meddle), context) };
        assert_eq!(status, OK);
        call_in_rust(&mut own, &Call::Sense(line.into()));
    }
    assert!(meddling.steps > 2);
    assert_eq!(packed_in_c(&intake), packed(&own));
}

#[test]
fn pictures_are_read_by_bits_by_colours_and_by_pieces() {
    let position = Position::from_fen(POSITIONS[0]).unwrap();
    let (white, black) = (SquareSet(0x91), SquareSet(0x9100_0000_0020_0000));
    let mut report = TmReport { squares: (white | black).0, ..TmReport::NONE };
    let read = |kind: TmReportKind, report: &TmReport| {
        let report = TmReport { kind: kind as u8, ..*report };
        match report.sensor().unwrap() {
            Some(Sensor::Frame(frame)) => frame,
            other => panic!("{other:?}"),
        }
    };
    let occupied = Frame::occupied_by(Seen::Any, white | black);
    assert_eq!(read(TmReportKind::Occupied, &report), occupied);
    (report.squares, report.black) = (white.0, black.0);
    let colors = read(TmReportKind::Colors, &report);
    assert!(colors.fits(position.board()));
    assert_eq!(colors.get("f3".parse().unwrap()), Seen::from_letter('u'));
    report = TmReport::write(Sensor::Frame(Frame::from(position.board())).into());
    assert_eq!(read(TmReportKind::Frame, &report), Frame::from(position.board()));
}

#[test]
fn greetings_and_lines_are_those_of_rust() {
    for (protocol, number) in Protocol::ALL.into_iter().zip(0..4) {
        let (mut bytes, mut total) = ([0; 8], 0);
        // SAFETY: all pointers are to live values.
        assert_eq!(unsafe { tm_greeting(number, bytes.as_mut_ptr(), 8, &mut total) }, OK);
        assert_eq!(bytes[..total], *protocol.greeting());
    }
    for (line, status, place) in [
        ("", OK, 77),
        ("@12 lift e2 P", OK, 77),
        ("lift e9", TmStatus::BadText as u8, 5),
        ("@x clock", TmStatus::BadText as u8, 1),
    ] {
        let (mut read, mut detail) = (TmReport { kind: 99, ..TmReport::NONE }, 77);
        let text = line.as_ptr().cast();
        // SAFETY: all pointers are to live values.
        let answer = unsafe { tm_report_read(text, line.len(), &mut read, &mut detail) };
        assert_eq!((answer, detail), (status, place), "{line}");
    }
}

#[test]
fn the_machine_of_an_intake_goes_on_by_itself() {
    let (intake, _) = made(POSITIONS[0], Options::default());
    let (mut arbiter, _) = machine(POSITIONS[1]);
    let event = TmEvent::write("e1".parse().unwrap());
    // SAFETY: the ruling consists of integers, and all pointers are to live values.
    unsafe {
        let mut ruling: TmRuling = std::mem::zeroed();
        assert_eq!(tm_intake_arbiter(&intake, &mut arbiter), OK);
        assert_eq!(tm_handle(&mut arbiter, &event, &mut ruling), OK);
    }
    // SAFETY: the pointer is to a live value.
    let own = unsafe { TmIntake::read(&intake) }.unwrap();
    assert_ne!(own.arbiter(), value(&arbiter));
}
