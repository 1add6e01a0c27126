//! `watch` as a whole: what it prints, what it writes, what it says of bad input, and a port that
//! comes and goes.

mod program;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

use program::program;

struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// A recording; its path.
    fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        let path = self.path(name);
        fs::write(&path, bytes).unwrap();
        path.to_str().unwrap().into()
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }
}

fn watch(args: &[&str]) -> Output {
    program().arg("watch").args(args).stdin(Stdio::null()).output().unwrap()
}

#[track_caller]
fn printed(args: &[&str]) -> String {
    let output = watch(args);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && errors.is_empty(), "{args:?}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

/// A game in which a touch is broken, a move illegal and penalised, and a pawn becomes a queen.
const GAME: &str = "\
@1000 lift g1
@1700 place g1
@2400 lift b1
@3000 place c3
@3900 lift c3
@4500 place b1
@5200 lift g1
@6000 place f3
@7000 clock
@8000 lift b8
@8600 place d6
@9400 clock
@11000 lift d6
@11500 place b8
@12000 lift b8
@12600 place c6
@13000 clock
";

#[test]
fn events_rulings_and_moves_are_printed_for_people() {
    let folder = Folder::new();
    let game = folder.file("game.txt", GAME);
    insta::assert_snapshot!(printed(&["--protocol", "text", "--rules", "fide-2023", &game]));
    insta::assert_snapshot!(
        "in_french",
        printed(&["--protocol", "text", "--rules", "fide-2023", "--lang", "fr", &game])
    );
}

#[test]
fn a_line_of_json_for_each_thing() {
    let folder = Folder::new();
    let game = folder.file("game.txt", "lift e2\nplace e4\nlift e7\n");
    let printed = printed(&["--protocol", "text", "--format", "json", &game]);
    let lines: Vec<Value> =
        printed.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let kinds: Vec<_> = lines.iter().map(|line| line["kind"].as_str().unwrap()).collect();
    let expected =
        ["event", "ruling", "ruling", "event", "ruling", "event", "ruling", "move", "end"];
    assert_eq!(kinds, expected);
    assert_eq!(lines[0], json!({"kind": "event", "event": "e2", "assumed": false}));
    assert_eq!(lines[1]["pending"], Value::Null);
    let waits = json!({"waits_for": "letting_go", "from": "e2", "to": "e4"});
    assert_eq!(lines[2]["pending"], waits);
    assert_eq!(lines[4]["ruling"]["made"], "e2e4");
    assert_eq!(lines[7], json!({"kind": "move", "uci": "e2e4", "san": "e4", "ply": 1}));
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    assert_eq!(lines[8], json!({"kind": "end", "plies": 1, "fen": fen, "unexplained": ["e7"]}));
}

#[test]
fn json_tells_times_breaches_and_what_is_assumed() {
    let folder = Folder::new();
    let reports = "@5 lift a7\n@900 place a8\n@2000 clock\n@3000 clock\n";
    let game = folder.file("game.txt", reports);
    let fen = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";
    let args = ["--protocol", "text", "--format", "json", "--fen", fen, &game];
    let lines: Vec<Value> =
        printed(&args).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let of = |kind: &str| lines.iter().filter(|line| line["kind"] == kind).collect::<Vec<_>>();
    let events: Vec<_> =
        of("event").iter().map(|line| json!([line["event"], line["assumed"]])).collect();
    let expected = json!([
        ["a7", false],
        ["a7-a8", false],
        ["off:a7", true],
        ["Q-a8", true],
        ["clock", false],
        ["clock", false],
    ]);
    assert_eq!(Value::from(events), expected);
    let moved = json!({"kind": "move", "uci": "a7a8q", "san": "a8=Q+", "ply": 1, "at_ms": 2000});
    assert_eq!(*of("move")[0], moved);
    let breach = json!({
        "kind": "infraction", "player": "black", "infraction": "clock_without_move",
        "clause": "FIDE 7.5.3", "penalty": "two_minutes", "at_ms": 3000,
    });
    assert_eq!(of("infraction"), [&breach]);
}

#[test]
fn a_game_is_recorded_and_replayed() {
    let folder = Folder::new();
    let game = folder.file("game.txt", GAME);
    let (scenario, pgn) = (folder.path("game.ron"), folder.path("game.pgn"));
    let (scenario, pgn) = (scenario.to_str().unwrap(), pgn.to_str().unwrap());
    let args = ["--protocol", "text", "--record", scenario, "--pgn", pgn, &game];
    printed(&args);
    let recorded = folder.read("game.ron");
    assert!(recorded.contains("at(1000),\n        touched(g1),\n"), "{recorded}");
    assert!(recorded.contains("        ruling(made: \"g1f3\"),\n"), "{recorded}");
    assert!(recorded.ends_with("at(13000),\n        clock_pressed,\n    ],\n)\n"), "{recorded}");
    replays(scenario, 7);
    let written = folder.read("game.pgn");
    let movetext = written.split("\n\n").nth(1).unwrap().replace('\n', " ");
    assert_eq!(
        movetext,
        "{White: Lesson 7.3  move that the pieces touched do not allow} 1. Nf3 \
         {Black: FIDE 7.5.1  illegal move} \
         {Black: FIDE 7.5.1  illegal move, two minutes more for the opponent} 1... Nc6 * "
    );
    // Neither is written over.
    for args in [["--record", scenario], ["--pgn", pgn]] {
        let output = watch(&["--protocol", "text", args[0], args[1], &game]);
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(errors.starts_with(&format!("error: cannot write {}: ", args[1])), "{errors}");
    }
}

#[test]
fn a_recording_replays_with_the_same_moves_breaches_and_penalties() {
    let folder = Folder::new();
    let game = folder.file("game.txt", "lift g1\nplace g5\nclock\n");
    let scenario = folder.path("game.ron");
    let scenario = scenario.to_str().unwrap();
    printed(&["--protocol", "text", "--play", "blitz", "--record", scenario, &game]);
    let recorded = folder.read("game.ron");
    assert!(recorded.contains("    time: blitz,\n"), "{recorded}");
    let penalised = "ruling(infractions: [illegal_move], penalty: one_minute),";
    assert!(recorded.contains(penalised), "{recorded}");
    replays(scenario, 2);
}

/// Replaying a recording gives the rulings that it states, so many.
#[track_caller]
fn replays(scenario: &str, rulings: usize) {
    let output = program().args(["replay", scenario]).output().unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    let all = format!("{rulings} rulings in 1 file: {rulings} as expected");
    assert!(output.status.success() && told.contains(&all), "{told}");
}

#[test]
fn what_cannot_be_read_is_said_with_its_place() {
    let folder = Folder::new();
    let game = folder.file("game.txt", "lift e2\nplace e4\n@20 lift e9 P\nlift e7\n");
    let output = watch(&["--protocol", "text", &game]);
    assert_eq!(output.status.code(), Some(2));
    let errors = String::from_utf8(output.stderr).unwrap();
    insta::assert_snapshot!(errors.replace(&game, "game.txt"));
    let errors = |args: &[&str]| {
        let output = watch(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    let missing = folder.path("none");
    let missing = missing.to_str().unwrap();
    let said = errors(&["--protocol", "dgt", missing]);
    assert!(said.starts_with(&format!("error: cannot read {missing}: ")), "{said}");
    let said = errors(&["--protocol", "dgt", "--fen", "8/8 w", &game]);
    assert!(said.starts_with("error: ") && said.contains("FEN"), "{said}");
    assert!(errors(&["--protocol", "morse", &game]).contains("dgt, pegasus, chessnut"));
}

#[test]
fn from_a_stream_the_rest_is_read_all_the_same() {
    let mut child = program()
        .args(["watch", "--protocol", "text", "--lang", "fr"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let input = b"lift e2\nlift\nplace e4\nclock\nend";
    child.stdin.take().unwrap().write_all(input).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stdout).unwrap().ends_with("1. e4\n"));
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.contains("ligne 2, colonne 5\u{a0}: on attend une case, a1 à h8"), "{errors}");
    assert!(errors.contains("-:5:1"), "{errors}");
}

#[test]
fn bytes_of_boards_are_read_from_files() {
    let folder = Folder::new();
    let changes: [(u8, u8); 4] = [(52, 0), (36, 1), (12, 0), (28, 7)];
    let dgt: Vec<u8> =
        changes.iter().flat_map(|&(field, code)| [0x8e, 0, 5, field, code]).collect();
    let pegasus: Vec<u8> =
        changes.iter().flat_map(|&(field, code)| [0x8e, 0, 5, field, code.min(1)]).collect();
    for (protocol, bytes) in [("dgt", dgt), ("pegasus", pegasus)] {
        let file = folder.file(protocol, bytes);
        let printed = printed(&["--protocol", protocol, &file]);
        assert!(printed.contains("\n1. e4\n") && printed.ends_with("\n1... e5\n"), "{printed}");
    }
}

#[cfg(unix)]
mod ports {
    use std::io::{BufRead, BufReader, Read, Write};
    use std::os::unix::fs::symlink;
    use std::process::{Child, ChildStderr, ChildStdout, Command, Stdio};
    use std::time::Duration;

    use serialport::{SerialPort, TTYPort};

    use super::{Folder, Path, fs, program};

    /// A board at the other end of a line, reached by a name that does not change.
    fn plug_in(link: &Path) -> TTYPort {
        let (mut board, port) = TTYPort::pair().expect("the system has pseudo terminals");
        board.set_timeout(Duration::from_secs(20)).unwrap();
        fs::remove_file(link).unwrap();
        symlink(port.name().unwrap(), link).unwrap();
        board
    }

    struct Watcher {
        child: Child,
        out: BufReader<ChildStdout>,
        err: BufReader<ChildStderr>,
    }

    impl Watcher {
        /// Watches a port on which there is no board yet. (A process inherits the boards that are
        /// plugged in when it is started, and would keep them from being pulled out.)
        fn start(protocol: &str, port: &Path) -> Self {
            symlink("/dev/null", port).unwrap();
            let mut child = program()
                .args(["watch", "--protocol", protocol])
                .arg(port)
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap();
            let out = BufReader::new(child.stdout.take().unwrap());
            let err = BufReader::new(child.stderr.take().unwrap());
            let mut watcher = Self { child, out, err };
            watcher.says("board is not there, it is waited for");
            watcher
        }

        fn says(&mut self, what: &str) {
            until(&mut self.err, what);
        }

        fn prints(&mut self, what: &str) {
            until(&mut self.out, what);
        }

        /// Interrupts it, as the keyboard does; what it printed after that.
        fn interrupt(mut self) -> String {
            let id = self.child.id().to_string();
            assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
            let mut rest = String::new();
            self.out.read_to_string(&mut rest).unwrap();
            assert!(self.child.wait().unwrap().success());
            rest
        }
    }

    fn until(lines: &mut impl BufRead, what: &str) {
        let mut line = String::new();
        let mut read = String::new();
        while !line.contains(what) {
            line.clear();
            assert_ne!(lines.read_line(&mut line).unwrap(), 0, "{what} is not in {read}");
            read += &line;
        }
    }

    #[test]
    fn a_port_that_comes_and_goes_is_waited_for_and_said() {
        let folder = Folder::new();
        let link = folder.path("board");
        let mut watcher = Watcher::start("text", &link);
        let mut board = plug_in(&link);
        watcher.says("board is there");
        board.write_all(b"lift e2\nplace e4\n").unwrap();
        watcher.prints("touches the pawn on e2");
        // Time alone tells that the pawn was let go.
        watcher.prints("has played e4");
        drop(board);
        watcher.says("board is not there, it is waited for");
        let mut board = plug_in(&link);
        watcher.says("board is there");
        board.write_all(b"lift e7\nplace e5\n").unwrap();
        watcher.prints("1. e4");
        watcher.prints("has played e5");
        let rest = watcher.interrupt();
        assert!(rest.ends_with("1... e5\n"), "{rest}");
    }

    #[test]
    fn a_board_is_greeted_and_waited_for_until_it_is_set_up() {
        let folder = Folder::new();
        let link = folder.path("board");
        let mut watcher = Watcher::start("dgt", &link);
        let mut board = plug_in(&link);
        watcher.says("board is there");
        let mut greeting = [0; 3];
        board.read_exact(&mut greeting).unwrap();
        assert_eq!(greeting, [0x42, 0x41, 0x4b]);
        let mut dump = vec![0x86, 0, 67];
        dump.extend([8, 9, 10, 12, 11, 10, 9, 8, 7, 7, 7, 7, 7, 7, 7, 7]);
        dump.extend([0; 32]);
        dump.extend([1, 1, 1, 1, 1, 1, 1, 1, 2, 3, 4, 6, 5, 4, 3]);
        // The last rook is still missing.
        board.write_all(&dump).unwrap();
        board.write_all(&[0]).unwrap();
        watcher.prints("the board is being set up");
        board.write_all(&[0x8e, 0, 5, 63, 2, 0x8e, 0, 5, 62, 0]).unwrap();
        watcher.prints("touches the knight on g1");
        let rest = watcher.interrupt();
        assert!(!rest.contains("rook"), "{rest}");
    }
}
