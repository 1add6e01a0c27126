//! Holds the house to its own rules: who imports whom, how long things are, what is not written,
//! what lies at the top, and whose licences are linked.
//!
//! Every rule is a function from a text to complaints, and every one is shown to complain.

mod floors;
mod licences;
mod source;
mod tokens;
mod top;

use std::path::Path;
use std::process::Command;

use touch_move::ruling::Reading;

/// A file of the project: its path from the top, and what is in it.
struct File {
    path: String,
    text: String,
}

#[test]
fn imports_go_down_the_house() {
    none(complaints(floors::imports));
}

#[test]
fn every_source_file_has_a_place_in_the_house_and_every_place_a_file() {
    let paths: Vec<_> = source_files().into_iter().map(|file| file.path).collect();
    none(floors::places(&paths));
}

#[test]
fn the_house_is_the_one_in_the_design() {
    none(floors::as_designed(&read("docs/design.md")));
}

#[test]
fn every_reading_is_explained() {
    let page = read("docs/readings.md");
    let heading = |reading: &Reading| format!("## {}\n\n> {}\n\n", reading.id(), reading.gist());
    let missing = Reading::ALL.iter().map(heading).filter(|heading| !page.contains(heading));
    none(missing.map(|heading| format!("docs/readings.md: missing: {heading}")).collect());
    assert_eq!(page.matches("\n## R-").count(), Reading::ALL.len());
}

#[test]
fn links_between_pages_lead_to_files() {
    let mut dead = Vec::new();
    let pages = listed().into_iter().filter(|path| path.ends_with(".md"));
    for page in pages {
        let folder = root().join(&page).parent().expect("a page is in a folder").to_owned();
        for link in read(&page).split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let target = link.split('#').next().unwrap_or_default();
            let elsewhere = link.starts_with("http") || target.is_empty();
            if !elsewhere && !folder.join(target).exists() {
                dead.push(format!("{page}: {link}: no such file"));
            }
        }
    }
    none(dead);
}

#[test]
fn the_guide_of_firmware_shows_the_example_that_is_tested() {
    assert!(read("docs/firmware.md").contains(&read("tests/ffi/example.c")));
}

#[test]
fn lines_and_functions_are_short() {
    none(complaints(source::long_lines));
    none(complaints(source::long_functions));
}

#[test]
fn nothing_is_written_that_the_house_forbids() {
    none(complaints(source::forbidden));
}

#[test]
fn the_core_does_not_panic() {
    let of_core = |path: &str, text: &str| match floors::is_core(path) {
        true => source::panics(path, text),
        false => Vec::new(),
    };
    none(complaints(of_core));
}

#[test]
fn no_file_knows_the_machine_it_was_written_on() {
    for path in listed() {
        if let Ok(text) = std::fs::read_to_string(root().join(&path)) {
            none(top::machine_paths(&path, &text));
        }
    }
}

#[test]
fn only_what_is_expected_lies_at_the_top() {
    none(top::strangers(&listed()));
}

#[test]
fn linked_licences_are_free() {
    none(licences::complaints(&licences::metadata(root())));
}

/// All files of the project that git knows or would take.
fn listed() -> Vec<String> {
    let arguments = ["-c", "safe.directory=*", "ls-files", "--cached", "--others"];
    let output = Command::new("git")
        .args(arguments)
        .arg("--exclude-standard")
        .current_dir(root())
        .output()
        .expect("git lists the files");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let list = String::from_utf8(output.stdout).expect("the paths are plain text");
    let there = |path: &&str| root().join(path).is_file();
    list.lines().filter(there).map(str::to_owned).collect()
}

/// What a rule complains of, in all Rust files.
fn complaints(rule: impl Fn(&str, &str) -> Vec<String>) -> Vec<String> {
    source_files().iter().flat_map(|file| rule(&file.path, &file.text)).collect()
}

fn source_files() -> Vec<File> {
    let files: Vec<_> = listed()
        .into_iter()
        .filter(|path| path.ends_with(".rs"))
        .map(|path| File { text: read(&path), path })
        .collect();
    assert!(files.len() > 10, "the source is not where it is looked for");
    files
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[track_caller]
fn none(complaints: Vec<String>) {
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}
