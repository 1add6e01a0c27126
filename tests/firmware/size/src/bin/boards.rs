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
use touch_move::eboard::sensor::Report;
use touch_move::law::rulebooks::Rulebook;

#[entry]
fn main() -> ! {
    firmware_board::figure("state", size_of::<Intake>() as u32);
    let arbiter = Arbiter::new(black_box(Position::standard()), black_box(Rulebook::Lesson));
    let mut intake = Intake::new(arbiter, black_box(Options::default()));
    let mut tell = |step: Step<'_>| {
        black_box(step);
    };
    let byte = black_box(0x8e);
    let sensed = [
        Dgt::default().push(byte),
        Pegasus::default().push(byte),
        Chessnut::default().push(byte),
        ChessLink::default().push(byte),
    ];
    for sensor in sensed.into_iter().flatten() {
        intake.handle(Report { at_ms: Some(black_box(1)), sensor }, &mut tell);
    }
    intake.pass_time(black_box(1000), &mut tell);
    intake.end(&mut tell);
    firmware_board::end(true)
}
