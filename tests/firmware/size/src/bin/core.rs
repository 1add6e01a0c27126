//! The arbiter and all rulebooks.
#![no_std]
#![no_main]

use core::hint::black_box;

use cortex_m_rt::entry;
use touch_move::arbiter::Arbiter;
use touch_move::chess::position::Position;
use touch_move::event::Event;
use touch_move::law::rulebooks::Rulebook;

#[entry]
fn main() -> ! {
    let mut arbiter = Arbiter::new(black_box(Position::standard()), black_box(Rulebook::Lesson));
    let ruling = arbiter.handle(black_box(Event::ClockPressed));
    firmware_board::end(black_box(ruling).is_ok())
}
