//! The program `touch-move`.

fn main() -> std::process::ExitCode {
    touch_move::cli::main()
}
