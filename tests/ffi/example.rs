//! The programs in C, as they stand in docs/firmware.md, run.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

#[test]
fn the_programs_in_c_run() {
    let target = library();
    let events = "\
must comply: e1d1 e1d2 e1e2 e1c1 (FIDE 4.4.3)
from e1
to c1 d1 d2 e2
";
    assert_eq!(told_by("example", &target), events);
    let board = "\
1000 ms: e1
1400 ms: e1-g1
2600 ms: h1
White must move the king or castle on the other wing (O-O-O).
";
    assert_eq!(told_by("boards", &target), board);
}

/// The library for C, and where it is.
fn library() -> PathBuf {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("ffi");
    done(Command::new(env!("CARGO")).current_dir(ROOT).args([
        "rustc",
        "--quiet",
        "--lib",
        "--crate-type=staticlib",
        "--no-default-features",
        "--features=ffi,std",
        "--target-dir",
        target.to_str().unwrap(),
    ]));
    target
}

/// Compiles a program, links it with the library and runs it.
fn told_by(name: &str, target: &Path) -> String {
    let program = target.join(name);
    let compiler = std::env::var_os("CC").unwrap_or_else(|| "cc".into());
    done(
        Command::new(compiler)
            .args(["-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-O1"])
            .arg(format!("-I{ROOT}/src/ffi"))
            .arg(format!("{ROOT}/tests/ffi/{name}.c"))
            .arg(target.join("debug/libtouch_move.a"))
            .args(["-lpthread", "-ldl", "-lm", "-o"])
            .arg(&program),
    );
    String::from_utf8(done(&mut Command::new(program)).stdout).unwrap()
}

fn done(command: &mut Command) -> Output {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(
        output.status.success(),
        "{command:?}: {}\n{}",
        output.status,
        String::from_utf8_lossy(&output.stderr)
    );
    output
}
