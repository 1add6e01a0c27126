//! What the functions answer: the same as in Rust, and a status for everything else.
#![expect(unsafe_code, reason = "the functions take pointers; here all are to live values")]

use std::ffi::{CStr, c_char};
use std::ptr::{null, null_mut};

use proptest::prelude::{Strategy, any, prop_oneof, proptest};
use touch_move::arbiter::{Arbiter, Play};
use touch_move::chess::castling::conditions;
use touch_move::chess::moves::LegalMoves;
use touch_move::chess::piece::{Color, Role, Wing};
use touch_move::chess::position::{InvalidReason, Position};
use touch_move::clause::Clause;
use touch_move::event::Event;
use touch_move::ffi::arbiter::{
    tm_allowed, tm_board, tm_castling, tm_handle, tm_lights, tm_new, tm_new_from_board,
    tm_new_standard, tm_options, tm_ruling, tm_set_play, tm_version,
};
use touch_move::ffi::codes::{
    TM_BECAUSE_MAX, TM_CONDITIONS_MAX, TM_MOVES_MAX, TM_NO_MOVE, TM_NONE, TmBoard, TmCondition,
    TmEvent, TmLights, TmOption, TmRuling, TmStatus,
};
use touch_move::ffi::states::{State, TmArbiter};
use touch_move::ffi::texts::{
    tm_clause_name, tm_clause_text, tm_event_read, tm_event_text, tm_fen, tm_infraction_text,
    tm_move_text, tm_penalty_text, tm_reading_text, tm_ruling_text,
};
use touch_move::law::rulebooks::Rulebook;
use touch_move::lights::lights;
use touch_move::ruling::{Duty, Infraction, Penalty, Reading, Ruling};
use touch_move::words::Language;
use touch_move::words::phrase::Headline;

const OK: u8 = TmStatus::Ok as u8;
const CORNERS: &str = "r3k2r/8/8/8/8/5r2/8/R3K2R w KQkq - 0 1";
pub const POSITIONS: [&str; 7] = [
    CORNERS,
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "4k3/1P4P1/8/3pP3/8/5r2/8/R3K2R w KQ d6 0 1",
    "r3k2r/1P6/8/8/8/8/6p1/R3K2R b KQkq - 7 40",
    "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1",
    "7k/8/8/8/8/8/1q6/K7 w - - 0 1",
    "7k/5Q2/8/8/8/8/8/K7 b - - 0 1",
];

/// A machine of zeros: none.
fn no_machine() -> TmArbiter {
    // SAFETY: it consists of integers.
    unsafe { std::mem::zeroed() }
}

fn no_ruling() -> TmRuling {
    // SAFETY: it consists of integers.
    unsafe { std::mem::zeroed() }
}

pub fn made(fen: &str, rules: Rulebook) -> TmArbiter {
    let mut arbiter = no_machine();
    let text = fen.as_ptr().cast();
    // SAFETY: all pointers are to live values.
    let status = unsafe { tm_new(&mut arbiter, text, fen.len(), 0, rules as u8, null_mut()) };
    assert_eq!(status, OK, "{fen}");
    arbiter
}

/// The machine in Rust.
pub fn value(arbiter: &TmArbiter) -> &Arbiter {
    // SAFETY: the pointer is to a live value.
    unsafe { TmArbiter::read(arbiter) }.unwrap()
}

pub fn handled(arbiter: &mut TmArbiter, event: TmEvent) -> Result<TmRuling, u8> {
    let mut ruling = no_ruling();
    // SAFETY: all pointers are to live values.
    match unsafe { tm_handle(arbiter, &event, &mut ruling) } {
        OK => Ok(ruling),
        status => Err(status),
    }
}

fn text(write: impl Fn(*mut c_char, usize, *mut usize) -> u8) -> String {
    let mut buffer = [1; 400];
    let mut length = 0;
    assert_eq!(write(buffer.as_mut_ptr(), buffer.len(), &mut length), OK);
    // SAFETY: the function has closed the text with 0.
    let text = unsafe { CStr::from_ptr(buffer.as_ptr()) }.to_str().unwrap().to_owned();
    assert_eq!(text.len(), length);
    text
}

fn any_square() -> impl Strategy<Value = String> {
    // The squares on which something can happen in these positions come up often.
    let telling = proptest::sample::select(
        "a1 b1 c1 d1 e1 f1 g1 h1 e2 a8 b8 e8 f8 g8 h8 b7 g7 d5 d6 e5 f3 g2 b2 f7"
            .split(' ')
            .collect::<Vec<_>>(),
    );
    prop_oneof![
        9 => telling.prop_map(str::to_owned),
        1 => (b'a'..=b'h', b'1'..=b'8').prop_map(|(file, rank)| {
            format!("{}{}", char::from(file), char::from(rank))
        }),
    ]
}

pub fn any_event() -> impl Strategy<Value = Event> {
    let one = || any_square();
    const WORDS: [&str; 4] = ["clock", "claim", "arbiter", "hands"];
    prop_oneof![
        4 => one(),
        2 => (one(), one()).prop_map(|(a, b)| if a == b { a } else { format!("{a}+{b}") }),
        6 => (one(), one()).prop_map(|(a, b)| format!("{a}-{b}")),
        1 => one().prop_map(|a| format!("off:{a}")),
        1 => one().prop_map(|a| format!("adjust:{a}")),
        1 => one().prop_map(|a| format!("brush:{a}")),
        1 => one().prop_map(|a| format!("Q@{a}")),
        1 => one().prop_map(|a| format!("N-{a}")),
        1 => one().prop_map(|a| format!("opp:{a}")),
        3 => proptest::sample::select(WORDS.as_slice()).prop_map(str::to_owned),
    ]
    .prop_map(|text| text.parse().unwrap())
}

/// The answers in C are those in Rust.
fn same(arbiter: &TmArbiter, ruling: &TmRuling, own: &Arbiter, expected: &Ruling) {
    assert!(expected.because.iter().count() <= TM_BECAUSE_MAX, "{:?}", expected.because);
    let because: Vec<_> = expected.because.iter().map(Clause::code).collect();
    assert_eq!(ruling.because[..usize::from(ruling.because_count)], because);
    assert_eq!(ruling.verdict, expected.verdict as u8);
    assert_eq!(ruling.player, expected.player as u8);
    assert_eq!(ruling.claim, expected.claim.map_or(TM_NONE, |claim| claim as u8));
    assert_eq!(ruling.unfinished, u8::from(expected.unfinished));
    assert_eq!(ruling.turn_over, u8::from(own.closed_with().is_some()));
    let readings = expected.readings.iter().fold(0, |bits, reading| bits | 1 << reading as u8);
    assert_eq!(ruling.readings, readings);
    let told = ruling.infractions.iter().take(usize::from(ruling.infraction_count));
    let infractions: Vec<_> = told.map(|one| (one.kind, one.clause, one.penalty)).collect();
    let offences = expected.infractions.iter();
    let expected_infractions: Vec<_> = offences
        .map(|one| {
            let penalty = one.penalty.map_or(TM_NONE, |penalty| penalty as u8);
            (one.kind as u8, one.clause.code(), penalty)
        })
        .collect();
    assert_eq!(infractions, expected_infractions);

    let moves = LegalMoves::new(own.position());
    let uci = |number| text(|b, c, l| unsafe { tm_move_text(arbiter, number, b, c, l) });
    let made = (ruling.made != TM_NO_MOVE).then(|| uci(ruling.made));
    assert_eq!(made, expected.made.map(|made| made.uci(own.position()).to_string()));
    let mut numbers = [0; TM_MOVES_MAX];
    let mut total = 0;
    // SAFETY: all pointers are to live values.
    assert_eq!(
        unsafe { tm_allowed(arbiter, 0, numbers.as_mut_ptr(), TM_MOVES_MAX, &mut total) },
        OK
    );
    let allowed: Vec<_> = numbers[..total].iter().map(|&number| uci(number)).collect();
    let expected_moves = expected.allowed.iter(moves);
    let expected_allowed: Vec<_> =
        expected_moves.map(|a_move| a_move.uci(own.position()).to_string()).collect();
    assert_eq!(allowed, expected_allowed);

    let mut options = [TmOption { duty: 9, wing: 9, square: 99, with: 99 }; 100];
    // SAFETY: all pointers are to live values.
    assert_eq!(unsafe { tm_options(arbiter, 0, options.as_mut_ptr(), 100, &mut total) }, OK);
    let duties: Vec<_> = expected.options(moves).map(told_duty).collect();
    let told = options[..total].iter().map(|one| (one.duty, one.wing, one.square, one.with));
    assert_eq!(told.collect::<Vec<_>>(), duties);
}

fn told_duty(duty: Duty) -> (u8, u8, u8, u8) {
    match duty {
        Duty::Complete => (0, TM_NONE, TM_NONE, TM_NONE),
        Duty::MoveKing => (1, TM_NONE, TM_NONE, TM_NONE),
        Duty::Castle(wing) => (2, wing as u8, TM_NONE, TM_NONE),
        Duty::CastleOtherWing(wing) => (3, wing as u8, TM_NONE, TM_NONE),
        Duty::MoveRook(square) => (4, TM_NONE, square.index(), TM_NONE),
        Duty::Move(square) => (5, TM_NONE, square.index(), TM_NONE),
        Duty::Capture(square) => (6, TM_NONE, square.index(), TM_NONE),
        Duty::CaptureWith(victim, with) => (7, TM_NONE, victim.index(), with.index()),
    }
}

proptest! {
    #[test]
    fn answers_in_c_are_those_in_rust(
        fen in proptest::sample::select(POSITIONS.as_slice()),
        rules in proptest::sample::select(Rulebook::ALL.as_slice()),
        events in proptest::collection::vec(any_event(), 0..12),
    ) {
        let mut arbiter = made(fen, rules);
        let mut own = Arbiter::new(Position::from_fen(fen).unwrap(), rules);
        for event in events {
            let before = arbiter;
            match (handled(&mut arbiter, TmEvent::write(event)), own.handle(event)) {
                (Ok(ruling), Ok(expected)) => {
                    same(&arbiter, &ruling, &own, &expected);
                    let mut again = no_ruling();
                    assert_eq!(unsafe { tm_ruling(&arbiter, &mut again) }, OK);
                    assert_eq!(again, ruling);
                    let mut lit = TmLights::default();
                    assert_eq!(unsafe { tm_lights(&arbiter, TM_NONE, &mut lit) }, OK);
                    assert_eq!(lit, lights(&own, None).into());
                }
                (Err(status), Err(misuse)) => {
                    assert_eq!(status, TmStatus::from(misuse) as u8);
                    assert_eq!(value(&arbiter), value(&before));
                }
                (in_c, in_rust) => panic!("{event}: {in_c:?} in C, {in_rust:?} in Rust"),
            }
        }
    }

    #[test]
    fn any_event_is_answered(
        squares in any::<u64>(), kind in any::<u8>(), small_kind in 0..20_u8, square in any::<u8>(),
        square2 in any::<u8>(), role in any::<u8>(),
    ) {
        for kind in [kind, small_kind] {
            for square in [square, square % 64] {
                let mut arbiter = made(CORNERS, Rulebook::Lesson);
                let before = arbiter;
                let event = TmEvent { squares, kind, square, square2, role };
                if handled(&mut arbiter, event).is_err() {
                    assert_eq!(value(&arbiter), value(&before));
                } else {
                    assert!(kind < 13);
                }
            }
        }
    }

    #[test]
    fn any_event_is_read_as_it_is_written(event in any_event()) {
        let written = text(|b, c, l| unsafe { tm_event_text(&TmEvent::write(event), b, c, l) });
        assert_eq!(written, event.to_string());
        let mut read = TmEvent { squares: 0, kind: 99, square: 99, square2: 99, role: 99 };
        let (from, length) = (written.as_ptr().cast(), written.len());
        assert_eq!(unsafe { tm_event_read(from, length, &mut read) }, OK);
        assert_eq!(read, TmEvent::write(event));
        // The kinds have the numbers that a recording gives them.
        assert_eq!(postcard::to_slice(&event, &mut [0; 80]).unwrap()[0], read.kind);
    }

    #[test]
    fn garbage_is_no_machine(
        bytes in proptest::collection::vec(any::<u8>(), size_of::<TmArbiter>()),
    ) {
        // SAFETY: it consists of integers, and is as long as the bytes.
        let mut arbiter = unsafe { bytes.as_ptr().cast::<TmArbiter>().read_unaligned() };
        let event = TmEvent::write(Event::ClockPressed);
        assert_eq!(handled(&mut arbiter, event), Err(TmStatus::BadState as u8));
    }

    #[test]
    fn a_changed_bit_of_a_seal_is_found(bit in 0..64_usize, behind in any::<bool>()) {
        let mut arbiter = made(CORNERS, Rulebook::Lesson);
        let place = if behind { size_of::<TmArbiter>() - 8 } else { 0 };
        // SAFETY: the bit is in one of the machine's bytes.
        unsafe { *(&raw mut arbiter).cast::<u8>().add(place + bit / 8) ^= 1 << (bit % 8) };
        let event = TmEvent::write(Event::ClockPressed);
        assert_eq!(handled(&mut arbiter, event), Err(TmStatus::BadState as u8));
    }
}

#[test]
fn a_machine_never_made_is_answered() {
    let mut arbiter = no_machine();
    let event = TmEvent::write(Event::ClockPressed);
    assert_eq!(handled(&mut arbiter, event), Err(TmStatus::BadState as u8));
    // SAFETY: the pointer is to a live value.
    assert_eq!(unsafe { tm_set_play(&mut arbiter, 0, 0, 0) }, TmStatus::BadState as u8);
}

#[test]
fn the_version_is_that_of_the_package() {
    let [_, major, minor, patch] = tm_version().to_be_bytes();
    assert_eq!(format!("{major}.{minor}.{patch}"), env!("CARGO_PKG_VERSION"));
}

#[test]
fn null_and_misaligned_pointers_are_answered() {
    const BAD: u8 = TmStatus::BadPointer as u8;
    let mut arbiter = made(CORNERS, Rulebook::Lesson);
    let mut ruling = no_ruling();
    let mut total = 0;
    let event = TmEvent::write(Event::ClockPressed);
    let fen = CORNERS.as_ptr().cast();
    let odd = (&raw mut ruling).wrapping_byte_add(1);
    let odd_machine = (&raw mut arbiter).wrapping_byte_add(4);
    // SAFETY: null and misaligned pointers are what is tested; all others are to live values.
    unsafe {
        assert_eq!(tm_new_standard(null_mut(), 0), BAD);
        assert_eq!(tm_new_standard(odd_machine, 0), BAD);
        assert_eq!(tm_new(null_mut(), fen, CORNERS.len(), 0, 0, null_mut()), BAD);
        assert_eq!(tm_new(&mut arbiter, null(), 3, 0, 0, null_mut()), BAD);
        assert_eq!(tm_new_from_board(&mut arbiter, null(), 0, null_mut()), BAD);
        assert_eq!(tm_set_play(null_mut(), 0, 0, 0), BAD);
        assert_eq!(tm_handle(null_mut(), &event, &mut ruling), BAD);
        assert_eq!(tm_handle(odd_machine, &event, &mut ruling), BAD);
        assert_eq!(tm_new(odd_machine, fen, CORNERS.len(), 0, 0, null_mut()), BAD);
        assert_eq!(tm_set_play(odd_machine, 0, 0, 0), BAD);
        assert_eq!(tm_ruling(odd_machine, &mut ruling), BAD);
        assert_eq!(tm_handle(&mut arbiter, &event, odd), BAD);
        assert_eq!(tm_handle(&mut arbiter, &event, null_mut()), BAD);
        let odd_event = (&raw const event).wrapping_byte_add(4);
        assert_eq!(tm_handle(&mut arbiter, odd_event, &mut ruling), BAD);
        assert_eq!(tm_handle(&mut arbiter, null(), &mut ruling), BAD);
        assert_eq!(tm_event_text(null(), null_mut(), 0, null_mut()), BAD);
        assert_eq!(tm_event_text(odd_event, null_mut(), 0, null_mut()), BAD);
        assert_eq!(tm_ruling(null(), &mut ruling), BAD);
        assert_eq!(tm_ruling(&arbiter, odd), BAD);
        assert_eq!(tm_ruling(&arbiter, null_mut()), BAD);
        assert_eq!(tm_allowed(&arbiter, 0, null_mut(), 1, &mut total), BAD);
        assert_eq!(tm_allowed(&arbiter, 0, null_mut(), 0, null_mut()), BAD);
        assert_eq!(tm_options(null(), 0, null_mut(), 0, &mut total), BAD);
        assert_eq!(tm_lights(&arbiter, TM_NONE, null_mut()), BAD);
        assert_eq!(tm_castling(null(), 0, 0, null_mut(), 0, &mut total), BAD);
        assert_eq!(tm_board(&arbiter, null_mut()), BAD);
        assert_eq!(tm_fen(&arbiter, null_mut(), usize::MAX, null_mut()), BAD);
        assert_eq!(tm_clause_name(0x0442, null_mut(), 5, null_mut()), BAD);
        assert_eq!(tm_event_read(null(), 1, &mut TmEvent::write(Event::Claimed)), BAD);
    }
    // Nothing was done.
    assert_eq!(value(&arbiter), value(&made(CORNERS, Rulebook::Lesson)));
}

#[test]
fn numbers_that_mean_nothing_are_answered() {
    const BAD: u8 = TmStatus::BadArgument as u8;
    let mut arbiter = made(CORNERS, Rulebook::Lesson);
    let mut lit = TmLights::default();
    let mut total = 0;
    let fen = CORNERS.as_ptr().cast();
    // SAFETY: all pointers are null where that is allowed, or to live values.
    unsafe {
        assert_eq!(tm_new(&mut arbiter, fen, CORNERS.len(), 0, 5, null_mut()), BAD);
        assert_eq!(tm_set_play(&mut arbiter, 3, 0, 0), BAD);
        assert_eq!(tm_lights(&arbiter, 64, &mut lit), BAD);
        assert_eq!(tm_castling(&arbiter, 2, 0, null_mut(), 0, &mut total), BAD);
        assert_eq!(tm_castling(&arbiter, 0, 2, null_mut(), 0, &mut total), BAD);
        assert_eq!(tm_move_text(&arbiter, TM_NO_MOVE, null_mut(), 0, null_mut()), BAD);
        assert_eq!(tm_clause_name(0, null_mut(), 0, null_mut()), BAD);
    }
    assert_eq!(value(&arbiter), value(&made(CORNERS, Rulebook::Lesson)));
}

#[test]
fn every_number_is_a_move_or_none() {
    let arbiter = made(CORNERS, Rulebook::Lesson);
    for number in 0..=u16::MAX {
        let status = unsafe { tm_move_text(&arbiter, number, null_mut(), 0, null_mut()) };
        let expected = if number >> 12 < 7 { TmStatus::ShortBuffer } else { TmStatus::BadArgument };
        assert_eq!(status, expected as u8, "{number:#06x}");
    }
}

#[test]
fn texts_are_cut_between_characters_and_closed() {
    let mut buffer = [b'x'.cast_signed() as c_char; 8];
    let mut length = 0;
    for capacity in 0..=8 {
        let status = unsafe { tm_clause_name(0x2442, buffer.as_mut_ptr(), capacity, &mut length) };
        assert_eq!(status, TmStatus::BadArgument as u8);
        let status = unsafe { tm_clause_name(0x0442, buffer.as_mut_ptr(), capacity, &mut length) };
        assert_eq!(status, TmStatus::ShortBuffer as u8);
        assert_eq!(length, "FIDE 4.4.2".len());
        if capacity > 0 {
            // SAFETY: the function has closed the text with 0.
            let written = unsafe { CStr::from_ptr(buffer.as_ptr()) };
            assert_eq!(written.to_str().unwrap(), &"FIDE 4.4.2"[..capacity - 1]);
        }
    }
}

#[test]
fn rulings_are_told_in_words() {
    let mut arbiter = made(CORNERS, Rulebook::Fide2023);
    for event in ["e1", "h1"] {
        handled(&mut arbiter, TmEvent::write(event.parse().unwrap())).unwrap();
    }
    let (english, french) = (Language::English as u8, Language::French as u8);
    let own = value(&arbiter);
    let (moves, ruling) = (LegalMoves::new(own.position()), own.ruling());
    let headline = Headline { ruling: &ruling, moves, over: false };
    for language in Language::ALL {
        let told = text(|b, c, l| unsafe { tm_ruling_text(&arbiter, language as u8, b, c, l) });
        assert_eq!(told, language.say(headline).to_string());
    }
    for clause in Clause::ALL {
        let told = text(|b, c, l| unsafe { tm_clause_text(clause.code(), english, b, c, l) });
        assert_eq!(told, clause.gist());
    }
    for &reading in Reading::ALL {
        let told = text(|b, c, l| unsafe { tm_reading_text(reading as u8, french, b, c, l) });
        assert_eq!(told, Language::French.say(reading).to_string());
    }
    for infraction in Infraction::ALL {
        let told = text(|b, c, l| unsafe { tm_infraction_text(infraction as u8, french, b, c, l) });
        assert_eq!(told, Language::French.say(infraction).to_string());
    }
    for penalty in Penalty::ALL {
        let told = text(|b, c, l| unsafe { tm_penalty_text(penalty as u8, english, b, c, l) });
        assert_eq!(told, Language::English.say(penalty).to_string());
    }
    // SAFETY: the pointers are to live values, or null where that is allowed.
    unsafe {
        const BAD: u8 = TmStatus::BadArgument as u8;
        assert_eq!(tm_ruling_text(&arbiter, 2, null_mut(), 0, null_mut()), BAD);
        assert_eq!(tm_clause_text(1, 0, null_mut(), 0, null_mut()), BAD);
        assert_eq!(tm_reading_text(0, 0, null_mut(), 0, null_mut()), BAD);
        assert_eq!(tm_infraction_text(11, 0, null_mut(), 0, null_mut()), BAD);
        assert_eq!(tm_penalty_text(4, 0, null_mut(), 0, null_mut()), BAD);
    }
}

#[test]
fn a_short_french_text_stays_utf_8() {
    let whole = text(|b, c, l| unsafe { tm_reading_text(1, 1, b, c, l) });
    assert!(!whole.is_ascii());
    for capacity in 1..=whole.len() {
        let mut buffer = [1; 400];
        let mut length = 0;
        // SAFETY: all pointers are to live values.
        let status = unsafe { tm_reading_text(1, 1, buffer.as_mut_ptr(), capacity, &mut length) };
        assert_eq!((status, length), (TmStatus::ShortBuffer as u8, whole.len()));
        // SAFETY: the function has closed the text with 0.
        let cut = unsafe { CStr::from_ptr(buffer.as_ptr()) }.to_str().unwrap();
        assert!(whole.starts_with(cut) && cut.len() + 4 >= capacity, "{cut}");
    }
}

#[test]
fn moves_and_options_are_told_by_the_page() {
    let arbiter = made(POSITIONS[1], Rulebook::Lesson);
    let mut all = [0; TM_MOVES_MAX];
    let mut total = 0;
    // SAFETY: all pointers are to live values.
    unsafe {
        assert_eq!(tm_allowed(&arbiter, 0, all.as_mut_ptr(), all.len(), &mut total), OK);
        assert_eq!(total, 20);
        for skip in [0, 3, 19, 20, 21, usize::MAX] {
            let mut page = [TM_NO_MOVE; 4];
            assert_eq!(tm_allowed(&arbiter, skip, page.as_mut_ptr(), 3, &mut total), OK);
            assert_eq!(total, 20);
            let left = 20_usize.saturating_sub(skip).min(3);
            assert_eq!(page[..left], all[skip.min(20)..skip.min(20) + left]);
            assert_eq!(page[left..], [TM_NO_MOVE; 4][left..]);
        }
    }
}

#[test]
fn boards_are_written_and_read() {
    for fen in POSITIONS {
        let arbiter = made(fen, Rulebook::Lesson);
        let mut again = no_machine();
        let mut board = TmBoard {
            pieces: [0; 64],
            castling: [0; 4],
            en_passant: 0,
            turn: 0,
            chess960: 0,
            halfmove_clock: 0,
            fullmove_number: 0,
        };
        // SAFETY: all pointers are to live values.
        unsafe {
            assert_eq!(tm_board(&arbiter, &mut board), OK);
            assert_eq!(tm_new_from_board(&mut again, &board, 0, null_mut()), OK);
        }
        assert_eq!(value(&arbiter), value(&again));
        let written = text(|b, c, l| unsafe { tm_fen(&arbiter, b, c, l) });
        assert_eq!(written, Position::from_fen(fen).unwrap().to_string());

        let refused = |change: fn(&mut TmBoard)| {
            let (mut board, mut detail) = (board, 0);
            change(&mut board);
            // SAFETY: all pointers are to live values.
            (unsafe { tm_new_from_board(&mut no_machine(), &board, 0, &mut detail) }, detail)
        };
        assert_eq!(refused(|board| board.turn = 2).0, TmStatus::BadArgument as u8);
        assert_eq!(refused(|board| board.en_passant = 64).0, TmStatus::BadArgument as u8);
        assert_eq!(refused(|board| board.castling[3] = 8).0, TmStatus::BadArgument as u8);
        assert_eq!(refused(|board| board.pieces[7] = b'x').0, TmStatus::BadArgument as u8);
        let (status, detail) = refused(|board| board.fullmove_number = 0);
        assert_eq!(status, TmStatus::BadPosition as u8);
        assert_eq!(detail, InvalidReason::MoveNumberZero.bit());
    }
}

#[test]
fn a_game_begins_from_the_start_position() {
    let mut arbiter = no_machine();
    // SAFETY: the pointer is to a live value.
    unsafe {
        assert_eq!(tm_new_standard(&mut arbiter, 5), TmStatus::BadArgument as u8);
        assert_eq!(tm_new_standard(&mut arbiter, Rulebook::UsChess as u8), OK);
    }
    assert_eq!(value(&arbiter), value(&made(POSITIONS[1], Rulebook::UsChess)));
}

#[test]
fn a_wrong_fen_is_answered_with_its_place() {
    let no_king = InvalidReason::NoKing(Color::Black).bit();
    for (fen, status, detail) in [
        ("9/8", TmStatus::BadText, 0),
        ("8/8/8/8/8/8/8/8 W - - 0 1", TmStatus::BadText, 16),
        ("\u{e9}", TmStatus::BadText, 0),
        ("", TmStatus::BadText, 0),
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", TmStatus::BadPosition, no_king),
    ] {
        let mut told = 77;
        let from = fen.as_ptr().cast();
        let arbiter = &mut no_machine();
        // SAFETY: all pointers are to live values.
        let answer = unsafe { tm_new(arbiter, from, fen.len(), 0, 0, &mut told) };
        assert_eq!((answer, told), (status as u8, detail), "{fen}");
    }
    let arbiter = &mut no_machine();
    // SAFETY: all pointers are to live values.
    let answer = unsafe { tm_new(arbiter, [0xff_u8].as_ptr().cast(), 1, 0, 0, null_mut()) };
    assert_eq!(answer, TmStatus::BadText as u8);
}

#[test]
fn conditions_of_castling_are_told() {
    for fen in POSITIONS {
        let arbiter = made(fen, Rulebook::Lesson);
        let position = Position::from_fen(fen).unwrap();
        for color in Color::ALL {
            for wing in Wing::ALL {
                let mut failed = [TmCondition::default(); TM_CONDITIONS_MAX];
                let mut total = 0;
                let (places, capacity) = (failed.as_mut_ptr(), failed.len());
                let (player, side) = (color as u8, wing as u8);
                // SAFETY: all pointers are to live values.
                let status =
                    unsafe { tm_castling(&arbiter, player, side, places, capacity, &mut total) };
                assert_eq!(status, OK);
                let report = conditions(&position, color, wing);
                let expected: Vec<_> = report.failed().map(TmCondition::from).collect();
                assert_eq!(failed[..total], expected);
            }
        }
    }
}

#[test]
fn the_kind_of_play_decides_the_penalty() {
    for (play, offences, penalty) in [
        (Play::Standard, 0, Penalty::TwoMinutes),
        (Play::Blitz, 0, Penalty::OneMinute),
        (Play::Standard, 1, Penalty::GameLost),
    ] {
        let mut arbiter = made(CORNERS, Rulebook::Fide2023);
        // SAFETY: the pointer is to a live value.
        assert_eq!(unsafe { tm_set_play(&mut arbiter, play as u8, offences, 0) }, OK);
        let ruling = handled(&mut arbiter, TmEvent::write(Event::ClockPressed)).unwrap();
        assert_eq!(ruling.infraction_count, 1);
        assert_eq!(ruling.infractions[0].penalty, penalty as u8);
    }
}

#[test]
fn what_is_answered_without_a_change_leaves_all_as_it_was() {
    let mut arbiter = made(CORNERS, Rulebook::Fide2023);
    let before = arbiter;
    for (event, status) in [("b4", TmStatus::NoPiece), ("off:c6", TmStatus::NoPiece)] {
        let event = TmEvent::write(event.parse().unwrap());
        assert_eq!(handled(&mut arbiter, event), Err(status as u8));
    }
    let nobody = TmEvent { kind: 1, ..TmEvent::write(Event::Claimed) };
    assert_eq!(handled(&mut arbiter, nobody), Err(TmStatus::EmptyGroup as u8));
    let king = TmEvent { kind: 6, square: 60, role: Role::King as u8, ..nobody };
    assert_eq!(handled(&mut arbiter, king), Err(TmStatus::NoPromotion as u8));
    assert_eq!(value(&arbiter), value(&before));
}
