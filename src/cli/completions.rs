//! `completions`: a script that completes the commands in a shell.

use std::borrow::ToOwned;
use std::io::Write;
use std::vec::Vec;

use clap::{Args, Command};
use clap_complete::Shell;

use crate::cli::failure::Failure;

/// The arguments of `completions`.
#[derive(Args, Clone, Debug)]
pub struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

/// Prints the script for this command line.
pub fn run(
    args: &CompletionsArgs,
    mut command: Command,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let name = command.get_name().to_owned();
    // Written at one go: the generator panics if it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, name, &mut script);
    out.write_all(&script)?;
    Ok(())
}
