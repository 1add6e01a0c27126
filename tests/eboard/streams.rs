//! Streams as they come: with noise between messages, cut anywhere, and of nothing but noise.

use proptest::collection::vec;
use proptest::prelude::*;
use touch_move::arbiter::Arbiter;
use touch_move::chess::piece::{Color, Piece, Role};
use touch_move::chess::position::Position;
use touch_move::chess::square::Square;
use touch_move::eboard::frames::{Frame, Seen};
use touch_move::eboard::intake::{Intake, Options};
use touch_move::eboard::protocol::Protocol;
use touch_move::eboard::sensor::{ClockSide, Report, Sensor};
use touch_move::law::rulebooks::Rulebook;

use crate::hands::{self, STARTS};
use crate::positions::{Random, any_position};
use crate::watched::Watched;
use crate::wires;

/// Bytes between messages that are no message of this protocol.
fn noise(protocol: Protocol, random: &mut Random) -> Vec<u8> {
    let length = random.below(90);
    let mut bytes: Vec<u8> = (0..length).map(|_| random.below(256) as u8).collect();
    match protocol {
        // What begins a message may come, but no whole one that matters.
        Protocol::Dgt | Protocol::Pegasus => bytes.retain(|&byte| byte != 5 && byte != 10),
        // A picture has no check byte: noise that looks like one is one.
        Protocol::Chessnut => bytes.retain(|&byte| byte != 0x01),
        Protocol::ChessLink => {}
        Protocol::Text => {
            bytes.retain(|&byte| byte != b'\n');
            bytes.splice(0..0, *b"noise ");
            bytes.push(b'\n');
        }
    }
    bytes
}

/// A message of another kind, which the readers skip.
fn other(protocol: Protocol, random: &mut Random) -> Vec<u8> {
    match protocol {
        Protocol::Dgt | Protocol::Pegasus => {
            let data = vec![0x20; random.below(300)];
            let length = data.len() + 3;
            let header = [0x92, (length >> 7) as u8, (length & 0x7f) as u8];
            [header.to_vec(), data].concat()
        }
        Protocol::Chessnut => vec![0x2a, 0x02, 0x64, 0x00],
        Protocol::ChessLink => b"v010374".to_vec(),
        Protocol::Text => b"\r\n".to_vec(),
    }
}

fn seen() -> impl Strategy<Value = Seen> {
    let piece = (any::<bool>(), 0..6usize).prop_map(|(white, role)| {
        let color = if white { Color::White } else { Color::Black };
        Seen::Piece(Piece { color, role: Role::ALL[role] })
    });
    prop_oneof![
        4 => piece,
        2 => Just(Seen::Any),
        1 => Just(Seen::Color(Color::White)),
        1 => Just(Seen::Color(Color::Black)),
    ]
}

fn square() -> impl Strategy<Value = Square> {
    (0..64u8).prop_map(|index| Square::new(index).unwrap())
}

fn sensor() -> impl Strategy<Value = Sensor> {
    let frame = vec(proptest::option::weighted(0.4, seen()), 64).prop_map(|squares| {
        let mut frame = Frame::EMPTY;
        for (index, seen) in (0..).zip(squares) {
            frame.set(Square::new(index).unwrap(), seen);
        }
        Sensor::Frame(frame)
    });
    let role = (0..6usize).prop_map(|role| Role::ALL[role]);
    prop_oneof![
        12 => (square(), seen()).prop_map(|(square, seen)| Sensor::Lifted(square, seen)),
        12 => (square(), seen()).prop_map(|(square, seen)| Sensor::Placed(square, seen)),
        1 => frame,
        2 => square().prop_map(Sensor::Touched),
        4 => Just(Sensor::Clock),
        1 => Just(Sensor::ClockRuns(ClockSide::Left)),
        1 => Just(Sensor::ClockRuns(ClockSide::Right)),
        1 => square().prop_map(Sensor::Adjust),
        1 => Just(Sensor::Hands),
        1 => (role, square()).prop_map(|(role, square)| Sensor::Promote(role, square)),
        1 => square().prop_map(Sensor::Opponent),
        1 => any::<u32>().prop_map(Sensor::Wait),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn noise_between_messages_changes_no_move(seed: u64, place in any::<prop::sample::Index>()) {
        let all = wires::all();
        let wire = all[place.index(all.len())];
        let mut random = Random(seed | 1);
        let start = random.pick(&STARTS);
        let game = hands::play(start, 20, wire.manner, &mut random);
        let messages = wires::messages(wire, &game, &mut random);
        let mut plain = Watched::new(wire.protocol, game.start);
        let mut noisy = Watched::new(wire.protocol, game.start);
        let mut lines = 0;
        for message in &messages {
            plain.bytes(message);
            if random.one_in(2) {
                noisy.bytes(&noise(wire.protocol, &mut random));
                lines += 1;
            }
            noisy.bytes(&other(wire.protocol, &mut random));
            noisy.bytes(message);
        }
        let (plain, mut noisy) = (plain.end(), noisy.end());
        if wire.protocol == Protocol::Text {
            prop_assert_eq!(noisy.unreadable.len(), lines);
            noisy.unreadable.clear();
        }
        prop_assert_eq!(plain, noisy);
    }

    #[test]
    fn bytes_at_random_are_read_without_harm(
        bytes in vec(any::<u8>(), 0..2000),
        place in 0..Protocol::ALL.len(),
    ) {
        let mut watched = Watched::new(Protocol::ALL[place], Position::standard());
        watched.bytes(&bytes);
        watched.end();
    }

    /// Whatever is reported, the intake tells only what can have happened: the same events told to
    /// another arbiter lead to the same rulings.
    #[test]
    fn reports_at_random_make_events_that_can_have_happened(
        position in any_position(),
        reports in vec((sensor(), proptest::option::of(0..50_000u32)), 0..120),
        await_set_up in proptest::bool::weighted(0.1),
    ) {
        let arbiter = Arbiter::new(position, Rulebook::Lesson);
        let mut beside = arbiter;
        let mut intake = Intake::new(arbiter, Options { await_set_up, ..Options::default() });
        let mut told = Ok(());
        let mut check = |step: touch_move::eboard::intake::Step<'_>| {
            let ruling = beside.handle(step.event);
            if ruling != Ok(step.ruling) {
                told = Err(format!("{}: {ruling:?}", step.event));
            }
        };
        for (sensor, at_ms) in reports {
            intake.handle(Report { at_ms, sensor }, &mut check);
        }
        intake.end(&mut check);
        prop_assert_eq!(told, Ok(()));
        prop_assert_eq!(*intake.arbiter(), beside);
    }
}
