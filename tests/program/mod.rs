//! The program itself.

use std::process::Command;

/// The program, in an environment without wishes.
pub fn program() -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("touch-move"));
    for name in ["TOUCH_MOVE_RULES", "RUST_LOG", "LC_MESSAGES", "LANG", "CLICOLOR_FORCE", "CI"] {
        command.env_remove(name);
    }
    command.env("LC_ALL", "C.UTF-8");
    command
}
