//! What an image needs of its board: lines on the host's terminal, an end, counted instructions,
//! and the deepest stack.
//!
//! Everything here is for QEMU: it is run with `-icount shift=6`, so that an instruction takes 64
//! ns of the machine's time whatever it is, and SysTick counts them.
#![no_std]

use core::arch::asm;
use core::panic::PanicInfo;

use cortex_m::peripheral::SYST;
use cortex_m::peripheral::syst::SystClkSource;
use cortex_m_semihosting::debug::{EXIT_FAILURE, EXIT_SUCCESS, exit};
use cortex_m_semihosting::syscall1;

// The images are checked to have no panic; this is what Rust needs to link anything.
#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    end(false)
}

/// Ends the run.
pub fn end(good: bool) -> ! {
    loop {
        exit(if good { EXIT_SUCCESS } else { EXIT_FAILURE });
    }
}

/// Prints text, without a line break.
pub fn print(text: &str) {
    // The host wants a 0 at the end: one byte at a time needs no copy.
    for byte in text.bytes() {
        let closed = [byte, 0];
        // SAFETY: WRITE0 reads bytes up to a 0, which is there.
        unsafe { syscall1!(WRITE0, closed.as_ptr()) };
    }
}

/// Prints a number.
pub fn print_number(number: u32) {
    if number > 9 {
        print_number(number / 10);
    }
    let digit = [b'0' + (number % 10) as u8, 0];
    // SAFETY: as for `print`.
    unsafe { syscall1!(WRITE0, digit.as_ptr()) };
}

/// Prints a line for the script that runs the image: `figure NAME NUMBER`.
pub fn figure(name: &str, number: u32) {
    print("figure ");
    print(name);
    print(" ");
    print_number(number);
    print("\n");
}

/// Counts instructions.
pub struct Counter {
    timer: SYST,
    /// How many ticks pass in [`Self::LOOP`] instructions.
    ticks_of_loop: u32,
    /// How many ticks pass when nothing is done.
    ticks_of_nothing: u32,
}

impl Counter {
    const LOOP: u32 = 100_000;
    const RELOAD: u32 = 0x00ff_ffff;

    /// Starts the timer and measures what it shows for a known number of instructions.
    pub fn new(mut timer: SYST) -> Self {
        timer.set_clock_source(SystClkSource::Core);
        timer.set_reload(Self::RELOAD);
        timer.clear_current();
        timer.enable_counter();
        let mut counter = Self { timer, ticks_of_loop: 0, ticks_of_nothing: 0 };
        counter.ticks_of_nothing = counter.ticks(|| ());
        counter.ticks_of_loop = counter.ticks(|| {
            // SAFETY: a loop of two instructions that changes nothing but its register.
            unsafe {
                asm!("1: subs r0, r0, #1", "bne 1b", inout("r0") Self::LOOP / 2 => _);
            }
        });
        counter
    }

    /// How many instructions this takes.
    pub fn count(&mut self, what: impl FnOnce()) -> u32 {
        let ticks = self.ticks(what).saturating_sub(self.ticks_of_nothing);
        let instructions = u64::from(ticks) * u64::from(Self::LOOP);
        // The loop never takes 0 ticks.
        let per_loop = u64::from(self.ticks_of_loop.saturating_sub(self.ticks_of_nothing)).max(1);
        (instructions / per_loop) as u32
    }

    #[inline(never)]
    fn ticks(&mut self, what: impl FnOnce()) -> u32 {
        self.timer.clear_current();
        let start = SYST::get_current();
        what();
        let end = SYST::get_current();
        start.wrapping_sub(end) & Self::RELOAD
    }
}

/// How many bytes of stack this takes, below that of the caller.
#[inline(never)]
pub fn stack(what: impl FnOnce()) -> u32 {
    const PAINT: u32 = 0x5afe_57ac;
    const DEEPEST: usize = 8 * 1024;
    unsafe extern "C" {
        static mut __sheap: u32;
    }
    let top: *mut u32;
    // SAFETY: it reads a register.
    unsafe { asm!("mov {}, sp", out(reg) top) };
    let lowest = top.wrapping_byte_sub(DEEPEST).max(&raw mut __sheap);
    let mut place = lowest;
    while place < top {
        // SAFETY: the memory between the variables and the stack belongs to nobody: there is no
        // heap, and no interrupt is enabled.
        unsafe { place.write_volatile(PAINT) };
        place = place.wrapping_add(1);
    }
    what();
    place = lowest;
    // SAFETY: as before.
    while place < top && unsafe { place.read_volatile() } == PAINT {
        place = place.wrapping_add(1);
    }
    top as u32 - place as u32
}
