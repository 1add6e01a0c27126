//! The command `replay`.

use std::fs;
use std::io;
use std::path::Path;

use assert_cmd::Command;
use tempfile::TempDir;

use crate::program::program;

/// A folder with files of every outcome.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    write("scenarios/a/good.ron", "(rules: fide_2023, play: [ruling(verdict: free)])");
    write("scenarios/b.ron", "(title: \"b\", play: [touched(e2), ruling(verdict: free)])");
    write("scenarios/c/cited.ron", "(source: \"me\", play: [ruling(verdict: must)])");
    write("scenarios/c/note.txt", "no scenario");
    write("wrong/bad.ron", "(play: [touched(e3)])");
    write("wrong/form.ron", "(play: [");
    write("wrong/cut.ron", "(play: [touched(e2),");
    fs::create_dir(folder.path().join("empty")).unwrap();
    folder
}

fn replay(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::from(program());
    command.current_dir(folder).arg("replay").args(arguments);
    command
}

/// Exit code, standard output and standard error; times are made the same.
fn output(folder: &Path, arguments: &[&str]) -> String {
    let output = replay(folder, arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let (code, out, err) = (output.status.code(), text(output.stdout), text(output.stderr));
    let out = match out.split_once("Summary [") {
        Some((before, after)) => {
            let (_, rest) = after.split_once("s]").unwrap();
            format!("{before}Summary [0.00s]{rest}")
        }
        None => out,
    };
    format!("exit code {}\n--- out\n{out}--- err\n{err}", code.unwrap())
}

#[test]
fn what_is_as_expected() {
    insta::assert_snapshot!(output(folder().path(), &["scenarios/a"]));
}

#[test]
fn what_differs_in_the_default_folder() {
    insta::assert_snapshot!(output(folder().path(), &[]));
}

#[test]
fn one_bad_file_does_not_stop_the_others() {
    insta::assert_snapshot!(output(folder().path(), &["wrong", "scenarios/a/good.ron"]));
}

#[test]
fn a_path_without_scenarios_is_an_error() {
    let folder = folder();
    insta::assert_snapshot!(output(folder.path(), &["scenarios", "empty"]));
    let code = |arguments: &[&str]| replay(folder.path(), arguments).assert().code(2);
    code(&["nowhere"]);
    code(&["--jobs", "0"]);
    code(&["--format", "xml"]);
}

#[test]
fn the_order_is_that_of_the_files_however_many_are_played_at_a_time() {
    let folder = folder();
    let one = output(folder.path(), &["--jobs", "1", "wrong", "scenarios", "wrong/bad.ron"]);
    for jobs in ["8", "65535"] {
        assert_eq!(one, output(folder.path(), &["--jobs", jobs, "wrong", "scenarios"]));
    }
}

#[test]
fn a_reader_who_has_gone_changes_no_exit_code() {
    let folder = folder();
    let to_nobody = |arguments: &[&str]| {
        let [(out, out_end), (err, err_end)] = [(); 2].map(|()| io::pipe().unwrap());
        drop((out, err));
        let mut command = program();
        command.current_dir(folder.path()).arg("replay").args(arguments);
        command.stdout(out_end).stderr(err_end).status().unwrap().code()
    };
    assert_eq!(to_nobody(&["scenarios/a"]), Some(0));
    assert_eq!(to_nobody(&["-v", "scenarios"]), Some(1));
    assert_eq!(to_nobody(&["wrong"]), Some(2));
    assert_eq!(to_nobody(&["--bless", "scenarios/a", "scenarios/b.ron"]), Some(0));
    replay(folder.path(), &["scenarios/b.ron"]).assert().code(0);
}

#[cfg(unix)]
#[test]
fn a_link_to_nowhere_in_a_folder_is_told() {
    let folder = folder();
    std::os::unix::fs::symlink("nowhere", folder.path().join("scenarios/a/lost.ron")).unwrap();
    let output = replay(folder.path(), &["scenarios/a"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("lost.ron"));
}

#[test]
fn a_byte_order_mark_is_told_and_windows_lines_are_read() {
    let folder = folder();
    let marked = "\u{feff}(play: [])";
    fs::write(folder.path().join("marked.ron"), marked).unwrap();
    fs::write(folder.path().join("lines.ron"), "(\r\n    play: [\r\n    ],\r\n)\r\n").unwrap();
    insta::assert_snapshot!(output(folder.path(), &["marked.ron", "lines.ron"]));
}

#[test]
fn as_json() {
    let folder = folder();
    let output = replay(folder.path(), &["--format", "json", "scenarios", "wrong"]).output();
    let mut json: serde_json::Value = serde_json::from_slice(&output.unwrap().stdout).unwrap();
    assert!(json["summary"]["elapsed_ms"].take().is_u64());
    insta::assert_snapshot!(format!("{json:#}"));
}

#[test]
fn as_junit() {
    let folder = folder();
    let output = replay(folder.path(), &["--format", "junit", "scenarios", "wrong"]).output();
    let text = String::from_utf8(output.unwrap().stdout).unwrap();
    let (before, after) = text.split_once(" time=\"").unwrap();
    let (_, after) = after.split_once('"').unwrap();
    insta::assert_snapshot!(format!("{before}{after}"));
}

#[test]
fn bless_wants_paths_and_a_person() {
    let folder = folder();
    insta::assert_snapshot!(output(folder.path(), &["--bless"]));
    replay(folder.path(), &["--bless", "--format", "json", "scenarios"]).assert().code(2);
    let before = fs::read_to_string(folder.path().join("scenarios/b.ron")).unwrap();
    replay(folder.path(), &["--bless", "scenarios"]).env("CI", "true").assert().code(2);
    assert_eq!(fs::read_to_string(folder.path().join("scenarios/b.ron")).unwrap(), before);
}

#[test]
fn bless_rewrites_what_differs_but_what_has_a_source_only_if_asked_twice() {
    let folder = folder();
    insta::assert_snapshot!(output(folder.path(), &["--bless", "scenarios", "wrong"]));
    let read = |name| fs::read_to_string(folder.path().join(name)).unwrap();
    assert!(read("scenarios/b.ron").contains("verdict: must"));
    assert!(read("scenarios/c/cited.ron").contains("verdict: must"));

    replay(folder.path(), &["--bless", "--bless", "scenarios"]).assert().code(0);
    assert!(read("scenarios/c/cited.ron").contains("verdict: free"));
    replay(folder.path(), &["scenarios"]).assert().code(0);
}

#[test]
fn verbose_shows_files_and_events() {
    let folder = folder();
    let output = replay(folder.path(), &["-v", "scenarios/b.ron"]).output().unwrap();
    let shown = String::from_utf8(output.stderr).unwrap();
    assert!(shown.contains("scenarios/b.ron") && shown.contains("event=e2"), "{shown}");
}
