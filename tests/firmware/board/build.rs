//! Writes the memory map of the machine that QEMU emulates for the target.

use std::path::PathBuf;
use std::{env, fs};

fn main() {
    let (flash, ram) = match env::var("TARGET").as_deref() {
        Ok("thumbv6m-none-eabi") => ("256K", "16K"),
        Ok("thumbv7m-none-eabi") => ("256K", "64K"),
        _ => ("4M", "4M"),
    };
    let output = PathBuf::from(env::var_os("OUT_DIR").expect("cargo names the directory"));
    let map = format!(
        "MEMORY {{\n  FLASH : ORIGIN = 0x00000000, LENGTH = {flash}\n  \
         RAM : ORIGIN = 0x20000000, LENGTH = {ram}\n}}\n"
    );
    fs::write(output.join("memory.x"), map).expect("the directory can be written to");
    println!("cargo:rustc-link-search={}", output.display());
    println!("cargo:rerun-if-changed=build.rs");
}
