//! What lies at the top of the project, and what names a machine.

/// Entries at the top that are not expected there.
pub fn strangers(paths: &[String]) -> Vec<String> {
    const EXPECTED: [&str; 7] =
        ["Cargo.lock", "Cargo.toml", "README.md", "docs", "scenarios", "src", "tests"];
    let expected = |entry: &str| {
        EXPECTED.contains(&entry) || entry.starts_with("LICENSE") || entry.starts_with('.')
    };
    let mut entries: Vec<_> = paths.iter().filter_map(|path| path.split('/').next()).collect();
    entries.dedup();
    let complain = |entry| format!("{entry}: not expected at the top of the project");
    entries.into_iter().filter(|entry| !expected(entry)).map(complain).collect()
}

/// Folders at the root of a machine that are not the same on another.
const ROOTS: [&str; 5] = ["Users", "home", "root", "tmp", "work"];

/// Lines with a path that exists on one machine only.
pub fn machine_paths(path: &str, text: &str) -> Vec<String> {
    let names_machine = |line: &str| {
        ROOTS.iter().any(|root| {
            let written = format!("/{root}/");
            let start = line.find(&written).map(|start| &line[..start]);
            start.is_some_and(|before| !before.ends_with(|last: char| last.is_alphanumeric()))
        })
    };
    (1..)
        .zip(text.lines())
        .filter(|(_, line)| names_machine(line))
        .map(|(line, _)| format!("{path}:{line}: a path of one machine only"))
        .collect()
}

#[test]
fn strangers_are_found() {
    let paths =
        [".ci/run", "LICENSE-MIT", "src/lib.rs", "src/main.rs", "notes.txt", "out/a", "out/b"];
    let complaints = strangers(&paths.map(str::to_owned));
    assert_eq!(complaints.len(), 2, "{complaints:?}");
}

#[test]
fn machine_paths_are_found() {
    for root in ROOTS {
        let found = |line: String| machine_paths("a", &line).len();
        assert_eq!(found(format!("see /{root}/x\n\"/{root}/y\"")), 2, "{root}");
        assert_eq!(found(format!("src/{root}/x")), 0, "{root}");
    }
}
