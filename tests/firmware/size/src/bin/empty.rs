//! What every image holds: vectors, start-up, an end.
#![no_std]
#![no_main]

use cortex_m_rt::entry;

#[entry]
fn main() -> ! {
    firmware_board::end(true)
}
