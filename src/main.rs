//! The program `touch-move`.

use std::process::ExitCode;

fn main() -> ExitCode {
    touch_move::cli::main()
}
