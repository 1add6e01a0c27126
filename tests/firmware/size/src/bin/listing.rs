//! The same, a FEN to begin with, and the moves and options of the ruling.
#![no_std]
#![no_main]

use core::hint::black_box;

use cortex_m_rt::entry;
use touch_move::arbiter::Arbiter;
use touch_move::chess::moves::LegalMoves;
use touch_move::chess::position::Position;
use touch_move::event::Event;
use touch_move::law::rulebooks::Rulebook;

#[entry]
fn main() -> ! {
    let Ok(position) = Position::from_fen(black_box("4k3/8/8/8/8/8/8/4K3 w - - 0 1")) else {
        firmware_board::end(false)
    };
    let mut arbiter = Arbiter::new(position, black_box(Rulebook::Lesson));
    if let Ok(ruling) = arbiter.handle(black_box(Event::ClockPressed)) {
        let moves = LegalMoves::new(arbiter.position());
        for a_move in ruling.allowed.iter(moves) {
            black_box(a_move);
        }
        for duty in ruling.options(moves) {
            black_box(duty);
        }
    }
    firmware_board::end(true)
}
