//! Links with the memory map of the board.

fn main() {
    println!("cargo:rustc-link-arg-bins=-Tlink.x");
}
