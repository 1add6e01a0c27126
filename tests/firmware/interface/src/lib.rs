//! The C interface as a static library for a firmware: all that it adds is what Rust must have to
//! link, though nothing calls it.
#![no_std]

use core::panic::PanicInfo;

use touch_move as _;

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    loop {}
}
