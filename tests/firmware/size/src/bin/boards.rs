//! The arbiter behind a board: decoders of all binary protocols, and the intake.
#![no_std]
#![no_main]

use core::hint::black_box;

use cortex_m_rt::entry;
use touch_move::arbiter::Arbiter;
use touch_move::chess::position::Position;
use touch_move::eboard::chesslink::ChessLink;
use touch_move::eboard::chessnut::Chessnut;
use touch_move::eboard::dgt::Dgt;
use touch_move::eboard::intake::{Intake, Options, Step};
use touch_move::eboard::pegasus::Pegasus;
use touch_move::eboard::sensor::{Report, Sensor};
use touch_move::law::rulebooks::Rulebook;

#[entry]
fn main() -> ! {
    let arbiter = Arbiter::new(black_box(Position::standard()), black_box(Rulebook::Lesson));
    let mut intake = Intake::new(arbiter, black_box(Options::default()));
    let mut tell = |step: Step<'_>| {
        black_box(step);
    };
    let byte = black_box(0x8e);
    let mut take = |sensor: Option<Sensor>| {
        if let Some(sensor) = sensor {
            intake.handle(Report { at_ms: Some(black_box(1)), sensor }, &mut tell);
        }
    };
    take(black_box(Dgt::new()).push(byte));
    take(black_box(Pegasus::new()).push(byte));
    take(black_box(Chessnut::new()).push(byte));
    take(black_box(ChessLink::new()).push(byte));
    intake.pass_time(black_box(1000), &mut tell);
    intake.end(&mut tell);
    firmware_board::end(true)
}
