//! A program in C, as it stands in docs/firmware.md, runs.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

#[test]
fn the_example_in_c_runs() {
    let program = compiled(&Path::new(ROOT).join("tests/ffi/example.c"));
    let output = done(&mut Command::new(program));
    let expected = "\
must comply: e1d1 e1d2 e1e2 e1c1 (FIDE 4.4.3)
from e1
to c1 d1 d2 e2
";
    assert_eq!(String::from_utf8(output.stdout).unwrap(), expected);
}

/// Compiles a program and links it with the library.
fn compiled(source: &Path) -> PathBuf {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("ffi");
    let program = target.join("example");
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
    let compiler = std::env::var_os("CC").unwrap_or_else(|| "cc".into());
    done(
        Command::new(compiler)
            .args(["-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-O1"])
            .arg(format!("-I{ROOT}/src/ffi"))
            .arg(source)
            .arg(target.join("debug/libtouch_move.a"))
            .args(["-lpthread", "-ldl", "-lm", "-o"])
            .arg(&program),
    );
    program
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
