//! The program as a whole: its output, its sessions, its errors.

mod program;

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Output, Stdio};

use serde_json::{Value, json};

use program::program;

const ROOK_ON_F3: &str = "r3k2r/8/8/8/8/5r2/8/R3K2R w KQkq - 0 1";

fn output(args: &[&str]) -> Output {
    program().args(args).stdin(Stdio::null()).output().unwrap()
}

/// What is printed by a command that succeeds.
#[track_caller]
fn printed(args: &[&str]) -> String {
    let output = output(args);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && errors.is_empty(), "{args:?}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

/// What is said by a command that fails, which prints nothing else.
#[track_caller]
fn refused(args: &[&str]) -> String {
    let output = output(args);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{args:?}: {errors}");
    assert!(output.stdout.is_empty(), "{args:?}");
    errors
}

/// The answers to lines, one a line.
fn session(input: &[u8]) -> Vec<Value> {
    let mut child = start(&["listen"]);
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let writer = std::thread::spawn(move || stdin.write_all(&input).unwrap());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(output.status.success());
    let answers = String::from_utf8(output.stdout).unwrap();
    answers.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn start(args: &[&str]) -> Child {
    let mut command = program();
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

#[test]
fn a_ruling_as_json_has_the_promised_fields_in_the_promised_order() {
    let ruling = concat!(
        r#"{"verdict":"must","options":[{"duty":"move_king"},"#,
        r#"{"duty":"castle_other_wing","wing":"queen_side"}],"#,
        r#""allowed":["e1c1","e1d1","e1d2","e1e2"],"because":["FIDE 4.4.3"],"#,
        r#""readings":[],"infractions":[],"claim":null,"made":null,"differs":[]}"#,
    );
    let touched_king = concat!(
        r#"{"verdict":"must","options":[{"duty":"move_king"},"#,
        r#"{"duty":"castle","wing":"queen_side"}],"#,
        r#""allowed":["e1c1","e1d1","e1d2","e1e2"],"because":["FIDE 4.3.1"],"#,
        r#""readings":[],"infractions":[],"claim":null,"made":null,"differs":[]}"#,
    );
    let expected = [
        r#"{"rules":"fide-2023","fen":"r3k2r/8/8/8/8/5r2/8/R3K2R w KQkq - 0 1","turn":"white","#,
        r#""steps":[{"event":"e1","ruling":"#,
        touched_king,
        r#"},{"event":"h1","ruling":"#,
        ruling,
        r#"}],"ruling":"#,
        ruling,
        r#","castling":{"king_side":{"legal":false,"failed":["crossing_attacked"],"#,
        r#""why":[{"failed":"crossing_attacked","squares":["f1"],"by":["f3"]}]},"#,
        r#""queen_side":{"legal":true,"failed":[],"why":[]}}}"#,
        "\n",
    ];
    let args = ["rule", ROOK_ON_F3, "--rules", "fide-2023", "e1", "h1", "--format", "json"];
    assert_eq!(printed(&args), expected.concat());
}

#[test]
fn a_ruling_as_json_tells_breaches_claims_and_other_rulebooks() {
    let rule = |events: &[&str]| -> Value {
        let mut args = vec!["rule", ROOK_ON_F3, "--format", "json"];
        args.extend(events);
        serde_json::from_str::<Value>(&printed(&args)).unwrap()["ruling"].take()
    };
    let together = rule(&["e1+h1"]);
    let options = json!([
        {"duty": "move_king"},
        {"duty": "castle_other_wing", "wing": "queen_side"},
        {"duty": "move_rook", "square": "h1"},
    ]);
    assert_eq!(together["options"], options);
    assert_eq!(together["because"], json!(["Lesson 7.3(3)"]));
    let king_moves = json!(["e1c1", "e1d1", "e1d2", "e1e2"]);
    assert_eq!(together["differs"][0], json!({"rules": "fide-2023", "allowed": king_moves}));

    let claimed = rule(&["e1-g1", "h1-f1", "clock", "claim"]);
    let breach = json!({
        "kind": "illegal_castling", "clause": "Lesson 7.2", "penalty": "two_minutes"
    });
    assert_eq!(claimed["infractions"], json!([breach]));
    assert_eq!(claimed["claim"], "upheld");
    assert_eq!(claimed["allowed"], king_moves);

    let made = rule(&["e1-d1", "clock"]);
    assert_eq!((&made["verdict"], &made["made"]), (&json!("made"), &json!("e1d1")));
}

#[test]
fn rulings_as_text() {
    let open = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let promotion = "8/5P1k/8/6K1/8/8/8/8 w - - 0 1";
    let both = ["en", "fr"];
    for language in both {
        let rule = |name: &str, args: &[&str]| {
            let args = [&["rule", "--lang", language][..], args].concat();
            insta::assert_snapshot!(format!("{name}-{language}"), printed(&args));
        };
        let by = ["--rules", "fide-2023"];
        rule("king-then-rook", &[&by[..], &[ROOK_ON_F3, "e1", "h1"]].concat());
        rule("together", &["--board", ROOK_ON_F3, "e1+h1"]);
        rule("ascii", &["--board=ascii", ROOK_ON_F3]);
        rule("rook-first", &[open, "h1", "e1", "e1-g1"]);
        let castled = [ROOK_ON_F3, "e1", "e1-g1", "h1", "h1-f1", "clock", "--offences", "1,0"];
        rule("illegal-castling", &[&by[..], &castled].concat());
        let turns = [open, "e1+h1", "e1-d1", "clock", "opp:e8", "claim", "e8-e7"];
        rule("two-turns", &[&by[..], &turns].concat());
        rule("pawn-left", &[promotion, "f7", "f7-f8", "clock", "--play", "blitz"]);
        rule("out-of-turn", &["startpos", "--moves", "e4 e5", "g1", "opp:d8"]);
        rule("checkmate", &["startpos", "--moves", "f3 e5 g4", "d8-h4"]);
    }
}

#[test]
fn a_fen_that_makes_it_chess960_is_told() {
    const ROOK_ON_G1: &str = "4k3/8/8/8/8/8/8/4K1R1 w K - 0 1";
    let english = "Chess960: the FEN gives the king on e1 the right to castle with the rook on g1";
    let french = "Chess960\u{a0}: la FEN donne au roi e1 le droit de roquer avec la tour g1";
    for command in ["rule", "castling"] {
        for (language, told) in [("en", english), ("fr", french)] {
            let said = |args: &[&str]| {
                let text = printed(&[&[command, "--lang", language][..], args].concat());
                text.lines().last() == Some(told)
            };
            assert!(said(&[ROOK_ON_G1]));
            assert!(said(&[ROOK_ON_G1, "--moves", "Kf2 Kd8"]), "the FEN had the right");
            assert!(!said(&[ROOK_ON_G1, "--chess960"]), "it was asked for");
            assert!(!said(&[ROOK_ON_F3]));
            assert!(!said(&["startpos"]));
        }
    }
}

/// What is said of lines that cannot be followed.
#[test]
fn a_session_speaks_french() {
    let mut all = String::new();
    for (line, _) in bad_lines() {
        let mut child = start(&["listen", "--lang", "fr"]);
        child.stdin.take().unwrap().write_all(&line).unwrap();
        let output = child.wait_with_output().unwrap();
        let answer: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
        if let Some(message) = answer["error"]["message"].as_str() {
            let line = String::from_utf8_lossy(&line[..line.len().min(60)]).into_owned();
            all += &format!("{line}\n  {message}\n");
        }
    }
    insta::assert_snapshot!("listen-fr", all);
}

#[test]
fn castling_as_text_and_json() {
    let history =
        ["castling", "--moves", "a2a4 Kf8 Ra3 Nf3", "r3k2r/p7/8/8/3n4/8/P7/R3K2R w KQkq - 0 12"];
    for language in ["en", "fr"] {
        let args = [&history[..], &["--lang", language]].concat();
        insta::assert_snapshot!(format!("castling-{language}"), printed(&args));
    }
    let args = [&history[..], &["--format", "json"]].concat();
    let answer: Value = serde_json::from_str(&printed(&args)).unwrap();
    assert_eq!(answer["turn"], "white");
    assert_eq!(answer["white"]["king_side"]["failed"], json!(["in_check", "arrival_attacked"]));
    let moved = json!({"failed": "rook_moved", "squares": ["a1"], "by": [], "move": 13});
    assert_eq!(answer["white"]["queen_side"]["why"][0], moved);
    let king = json!({"failed": "king_moved", "squares": ["e8"], "by": [], "move": 12});
    assert_eq!(answer["black"]["queen_side"]["why"], json!([king]));
}

const WHOLE_GAME: &str = "scenarios/fide-2023/7.5.1/a-whole-game.ron";

#[test]
fn a_whole_game_is_reported() {
    for language in ["en", "fr"] {
        let report = printed(&["report", "--lang", language, WHOLE_GAME]);
        insta::assert_snapshot!(format!("report-{language}"), report);
    }
    let report = printed(&["report", "--format", "json", WHOLE_GAME]);
    let report: Value = serde_json::from_str(&report).unwrap();
    let game = &report["files"][0];
    assert_eq!((&game["path"], &game["rules"]), (&json!(WHOLE_GAME), &json!("fide-2023")));
    let moves = game["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 27);
    let mate = json!({"number": 14, "turn": "white", "uci": "g2g7", "san": "Qxg7#"});
    assert_eq!(moves.last(), Some(&mate));
    assert_eq!(game["white"], json!({"moves": 14, "penalties": ["two_minutes"]}));
    assert_eq!(game["black"], json!({"moves": 13, "penalties": []}));
    let incidents = game["incidents"].as_array().unwrap();
    let events = |incident: &Value| -> Vec<String> {
        let events = incident["events"].as_array().unwrap().iter();
        events.map(|event| event["event"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(events(&incidents[0]), ["e1-g1", "h1-f1", "clock"]);
    assert_eq!(incidents[0]["moves_before"], 16);
    assert_eq!(incidents[0]["offences_before"], json!({"white": 0, "black": 0}));
    assert_eq!(incidents[1]["offences_before"], json!({"white": 1, "black": 0}));
    let breach = json!({
        "kind": "illegal_castling", "clause": "FIDE 3.8.2", "penalty": "two_minutes"
    });
    assert_eq!(incidents[0]["ruling"]["infractions"], json!([breach]));
    assert_eq!(incidents[0]["played"], "e1c1");
    let kinds: Vec<&Value> =
        incidents.iter().map(|it| &it["ruling"]["infractions"][0]["kind"]).collect();
    let expected = ["illegal_castling", "both_hands", "moved_again", "touched_out_of_turn"];
    assert_eq!(kinds, expected);
    assert_eq!(incidents[2]["ruling"]["claim"], "upheld");
}

/// The file of this text, in a folder of its own.
fn file(text: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.ron");
    std::fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap().to_owned();
    (folder, path)
}

#[test]
fn a_report_tells_times_earlier_moves_and_a_turn_begun_by_a_touch() {
    let (_folder, path) = file(
        "(moves: \"e4 e5\", time: blitz, earlier_offences: (0, 1), play: [
            released(g1, f3), at(61500), opponent_touched(e5), at(62000), clock_pressed, claimed,
            at(3661001), released(e5, d4), clock_pressed, released(b8, c6), clock_pressed,
            ruling(made: \"b8c6\"),
        ])",
    );
    let report = printed(&["report", "--format", "json", &path]);
    let report: Value = serde_json::from_str(&report).unwrap();
    let game = &report["files"][0];
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(game["fen"], start);
    let incidents = game["incidents"].as_array().unwrap();
    let event = |at_ms: u32, event: &str| json!({"at_ms": at_ms, "event": event});
    let claimed = [event(61_500, "e5"), event(62_000, "clock"), event(62_000, "claim")];
    assert_eq!(incidents.len(), 3);
    assert_eq!(incidents[1]["events"], json!(claimed));
    assert_eq!(incidents[1]["moves_before"], 3);
    assert_eq!(incidents[0]["offences_before"], json!({"white": 0, "black": 1}));
    assert_eq!(incidents[1]["offences_before"], json!({"white": 0, "black": 2}));
    assert_eq!(game["black"]["penalties"], json!(["game_lost", "game_lost"]));

    let text = printed(&["report", &path]);
    assert!(text.contains("1.e4 e5 2.Nf3\n"), "{text}");
    assert!(text.contains(" 1:01:01.001  e5-d4  lets the pawn go on d4 "), "{text}");
}

#[test]
fn nothing_to_report_is_said() {
    let quiet = "(play: [at(5), touched(e2), released(e2, e4), clock_pressed])";
    let (_folder, path) = file(quiet);
    let text = printed(&["report", &path]);
    assert!(text.contains("\n\nnothing to report: no breach, no penalty, no claim\n\n"), "{text}");
    assert!(text.contains("1.e4\n"), "{text}");
    let text = printed(&["report", "--lang", "fr", &path]);
    assert!(text.contains("\nrien à signaler\u{a0}: ni infraction"), "{text}");
}

#[test]
fn a_report_of_a_wrong_file_is_an_error() {
    let (_folder, differing) = file("(play: [touched(e2), ruling(verdict: free)])");
    let (_other, mistaken) = file("(play: [touched(e5)])");
    let report = |files: &[&str]| {
        let args = [&["report", "--format", "json"], files].concat();
        let output = output(&args);
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        let reported = report["files"].as_array().unwrap().len();
        (output.status.code(), reported, String::from_utf8(output.stderr).unwrap())
    };
    let (code, reported, errors) = report(&[&differing, WHOLE_GAME]);
    assert_eq!((code, reported), (Some(1), 1));
    assert!(errors.starts_with("differs: not the expected ruling"), "{errors}");
    let (code, reported, errors) = report(&[&mistaken, &differing]);
    assert_eq!((code, reported), (Some(2), 0));
    assert!(errors.contains("there is no piece on e5"), "{errors}");
    refused(&["report"]);
    refused(&["report", "no-such-file.ron"]);
}

#[test]
fn a_game_that_names_no_rulebook_is_ruled_by_that_of_the_arguments() {
    let because = |args: &[&str], new: &str, variable: Option<&str>| {
        let mut command = program();
        command.arg("listen").args(args).stdin(Stdio::piped()).stdout(Stdio::piped());
        command.envs(variable.map(|rules| ("TOUCH_MOVE_RULES", rules)));
        let mut child = command.spawn().unwrap();
        writeln!(child.stdin.take().unwrap(), "{{\"new\": {new}}}").unwrap();
        let output = child.wait_with_output().unwrap();
        let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        answer["ruling"]["because"][0].as_str().unwrap().to_string()
    };
    assert_eq!(because(&["--rules", "us-chess"], "{}", None), "US 10");
    assert_eq!(because(&[], "{}", Some("fide-1997")), "FIDE-1997 4.3");
    let named = "{\"rules\": \"fide-2023\"}";
    assert_eq!(because(&["--rules", "us-chess"], named, None), "FIDE 4.3");
}

#[test]
fn laws_as_text() {
    let no_scenarios = tempfile::tempdir().unwrap();
    for language in ["en", "fr"] {
        let mut command = program();
        command.args(["laws", "--rules", "lesson", "--lang", language]);
        let output = command.current_dir(&no_scenarios).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        insta::assert_snapshot!(format!("laws-{language}"), text);
    }
    let covered = printed(&["laws", "--rules", "lesson"]);
    assert!(covered.contains("scenarios: ") && !covered.contains("UNCOVERED"));
    let incidents = ["laws", "--rules", "lesson", "--scenarios", "scenarios/incidents"];
    assert!(printed(&incidents).contains("UNCOVERED"));
    let all = printed(&["laws"]);
    for id in ["lesson", "fide-2023", "fide-1997", "us-chess", "us-chess-variation"] {
        assert!(all.lines().any(|line| line.starts_with(&format!("{id}  "))), "{id}");
    }
}

#[test]
fn errors_say_where_and_what_would_be_right() {
    let split: Vec<&str> = ROOK_ON_F3.split(' ').collect();
    let cases: &[&[&str]] = &[
        &["rule", "startpos", "e2", "e9"],
        &["rule", "startpos", "e2", "e5"],
        &["rule", "startpos", "K@e8"],
        &["rule", "r3k2r/8/8/8/8/5r2/8/R3K2 w KQkq - 0 1"],
        &["rule", "r3k2r/8/8/8/8/5r2/8/R3K2R w KQkq"],
        &["rule", "8/8/8/8/8/8/8/R3K2R w KQkq - 0 1"],
        &["rule", "startpos", "--moves", "e4 e5 Kf3"],
        &[&["rule"], &split[..], &["e1"]].concat(),
        &[&["castling"], &split[..]].concat(),
        &["castling", "startpos", "e1"],
    ];
    for language in ["en", "fr"] {
        let mut all = String::new();
        for case in cases {
            let errors = refused(&[case, &["--lang", language][..]].concat());
            assert!(errors.starts_with("error: "), "{errors}");
            all += &format!("$ touch-move {}\n{errors}\n", case.join(" "));
        }
        insta::assert_snapshot!(format!("errors-{language}"), all);
    }
}

#[test]
fn bad_usage_is_refused() {
    for args in [
        &[][..],
        &["rule"],
        &["rule", "startpos", "--rules", "fide"],
        &["rule", "startpos", "--offences", "1"],
        &["rule", "startpos", "--lang", "de"],
        &["stare"],
        &["completions", "sh"],
    ] {
        refused(args);
    }
}

#[test]
fn the_environment_is_heard() {
    let first_line = |variables: &[(&str, &str)]| {
        let args = ["rule", ROOK_ON_F3, "e1+h1", "--format", "json"];
        let mut command = program();
        command.env_remove("LC_ALL").envs(variables.iter().copied()).args(args);
        let output = command.output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(first_line(&[]).starts_with(r#"{"rules":"lesson""#));
    let by = first_line(&[("TOUCH_MOVE_RULES", "us-chess")]);
    assert!(by.starts_with(r#"{"rules":"us-chess""#), "{by}");

    let mut command = program();
    command.env_remove("LC_ALL").env("LANG", "fr_FR.UTF-8").args(["rule", "startpos", "e2"]);
    let french = String::from_utf8(command.output().unwrap().stdout).unwrap();
    assert!(french.starts_with("Les Blancs doivent jouer leur pion e2."), "{french}");
}

#[test]
fn tracing_goes_to_standard_error() {
    let quiet = printed(&["rule", "startpos", "e2"]);
    let output = output(&["rule", "startpos", "e2", "-v"]);
    assert_eq!(String::from_utf8(output.stdout).unwrap(), quiet);
    assert!(String::from_utf8(output.stderr).unwrap().contains("event=e2"));
}

#[test]
fn completions_are_there_for_every_shell() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        assert!(printed(&["completions", shell]).contains("castling"), "{shell}");
    }
}

#[test]
fn a_session_answers_every_line() {
    let lines = [
        json!({"event": "e2"}),
        json!({"new": {"fen": ROOK_ON_F3, "rules": "fide_2023", "compare": true}}),
        json!({"event": "e1+h1"}),
        json!({"ruling": true}),
        json!({"event": "h9"}),
        json!({"event": "a5"}),
        json!({"undo": 2}),
        json!({"undo": 1}),
        json!({"event": "e1-d1"}),
        json!({"event": "clock"}),
        json!({"event": "opp:e8"}),
        json!({"event": "e8-e7"}),
    ];
    let answers = session(lines.map(|line| line.to_string()).join("\n").as_bytes());
    assert_eq!(answers.len(), 12);
    assert_eq!(answers[0]["error"]["code"], "no_game");
    assert_eq!(answers[1]["ruling"]["verdict"], "free");
    let fields: Vec<&String> = answers[1].as_object().unwrap().keys().collect();
    assert_eq!(fields, ["castling", "fen", "ruling", "turn"]);
    assert_eq!(answers[2]["ruling"]["readings"], json!(["R-1"]));
    assert_eq!(answers[2]["ruling"]["differs"][0]["rules"], "lesson");
    assert_eq!(answers[3], answers[2]);
    assert_eq!(answers[4]["error"]["code"], "bad_event");
    assert_eq!(answers[5]["error"]["code"], "no_piece");
    assert_eq!(answers[6]["error"]["code"], "nothing_to_undo");
    assert_eq!(answers[7], answers[1], "the errors changed nothing");
    assert_eq!(answers[8]["ruling"]["made"], "e1d1");
    assert_eq!(answers[9]["turn"], "white", "the closing clock speaks of the closed turn");
    assert_eq!(answers[10], answers[9]);
    assert_eq!(answers[11]["turn"], "black");
    assert_eq!(answers[11]["fen"], "r3k2r/8/8/8/8/5r2/8/R2K3R b kq - 1 1");
}

#[test]
fn a_session_holds_many_boards() {
    let lines = [
        json!({"board": "1", "new": {}}),
        json!({"board": "2", "new": {"moves": "1. e4", "play": "blitz"}}),
        json!({"board": "1", "event": "e2"}),
        json!({"board": "2", "event": "clock"}),
        json!({"event": "e2"}),
        json!({"board": "2", "jump": 1}),
    ];
    let answers = session(lines.map(|line| line.to_string()).join("\n").as_bytes());
    let boards = answers.iter().map(|answer| answer["board"].as_str());
    assert!(boards.eq([Some("1"), Some("2"), Some("1"), Some("2"), None, Some("2")]));
    assert_eq!(answers[2]["ruling"]["allowed"], json!(["e2e3", "e2e4"]));
    assert_eq!(answers[3]["ruling"]["infractions"][0]["penalty"], "one_minute");
    assert_eq!(answers[4]["error"]["code"], "no_game");
    assert_eq!(answers[5]["error"]["code"], "bad_request");
}

/// Lines that cannot be followed, and the code of the answer to each.
fn bad_lines() -> Vec<(Vec<u8>, &'static str)> {
    let mut lines: Vec<(Vec<u8>, &str)> = [
        ("", "bad_json"),
        ("e2", "bad_json"),
        (r#"{"event":"e2"} {}"#, "bad_json"),
        ("[]", "bad_request"),
        (r#"["1",null,"e2",null,null]"#, "bad_request"),
        ("{}", "bad_request"),
        (r#"{"event":"e2","undo":1}"#, "bad_request"),
        (r#"{"event":"e2","event":"e2"}"#, "bad_request"),
        (r#"{"event":12}"#, "bad_request"),
        (r#"{"board":12,"event":"e2"}"#, "bad_request"),
        (r#"{"undo":0}"#, "bad_request"),
        (r#"{"undo":-1}"#, "bad_request"),
        (r#"{"ruling":false}"#, "bad_request"),
        (r#"{"new":{"rule":"lesson"}}"#, "bad_request"),
        (r#"{"new":{"play":"bullet"}}"#, "bad_request"),
        (r#"{"new":["startpos","lesson",false,"",false,"standard"]}"#, "bad_request"),
        (r#"{"new":{"rules":"house"}}"#, "bad_rules"),
        (r#"{"new":{"fen":"8/8 w"}}"#, "bad_fen"),
        (r#"{"new":{"fen":"8/8/8/8/8/8/8/8 w - - 0 1"}}"#, "bad_fen"),
        (r#"{"new":{"moves":"e2e5"}}"#, "bad_moves"),
        (r#"{"event":"e2"}"#, "no_game"),
    ]
    .map(|(line, code)| (line.as_bytes().to_vec(), code))
    .to_vec();
    lines.push((b"{\"event\":\"\xff\"}".to_vec(), "bad_utf8"));
    lines.push((vec![b'['; 65_536], "bad_request"));
    lines.push((vec![b' '; 65_537], "line_too_long"));
    lines.push((vec![b'x'; 1_000_000], "line_too_long"));
    let name = "x".repeat(65);
    lines.push((format!(r#"{{"board":"{name}","new":{{}}}}"#).into_bytes(), "bad_board"));
    lines
}

#[test]
fn a_session_survives_every_line() {
    let lines = bad_lines();
    let mut input = Vec::new();
    for (line, _) in &lines {
        input.extend(line);
        input.push(b'\n');
    }
    input.extend(br#"{"new":{}}"#);
    let answers = session(&input);
    assert_eq!(answers.len(), lines.len() + 1);
    for ((line, code), answer) in lines.iter().zip(&answers) {
        let line = String::from_utf8_lossy(&line[..line.len().min(80)]);
        assert_eq!(answer["error"]["code"], *code, "{line}");
    }
    assert_eq!(answers[lines.len()]["ruling"]["verdict"], "free");
}

#[test]
fn a_session_bounds_the_number_of_boards() {
    let new = |number: usize| json!({"board": number.to_string(), "new": {}}).to_string() + "\n";
    let mut input: String = (0..1025).map(new).collect();
    input += &new(0);
    let answers = session(input.as_bytes());
    assert_eq!(answers[1023]["ruling"]["verdict"], "free");
    assert_eq!(answers[1024]["error"]["code"], "too_many_boards");
    assert_eq!(answers[1025]["ruling"]["verdict"], "free");
}

#[test]
fn a_session_answers_at_once() {
    let mut child = start(&["listen"]);
    let mut stdin = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    for line in [r#"{"new":{}}"#, r#"{"event":"e2"}"#, "nonsense"] {
        writeln!(stdin, "{line}").unwrap();
        assert!(answers.next().unwrap().unwrap().starts_with('{'));
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_reader_who_has_gone_is_no_error() {
    let mut child = start(&["listen"]);
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    // The program may be gone before all is written.
    let _ = (0..100).try_for_each(|_| stdin.write_all(b"{\"new\":{}}\n"));
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty());
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_an_error() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = program().arg("laws").stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stderr.starts_with(b"error: cannot write the output: "));
}

const GUIDE: &str = include_str!("../docs/commands.md");

#[cfg(unix)]
#[test]
fn the_examples_of_the_guides_and_the_readme_are_real() {
    assert!(examples_are_real(GUIDE) >= 7);
    assert!(examples_are_real(include_str!("../docs/boards.md")) >= 1);
    assert!(examples_are_real(include_str!("../README.md")) >= 2);
}

/// Runs the examples of a page, and counts them.
fn examples_are_real(page: &str) -> usize {
    let program_folder = assert_cmd::cargo::cargo_bin!("touch-move").parent().unwrap();
    let path = format!("{}:{}", program_folder.display(), std::env::var("PATH").unwrap());
    let examples = page.split("```console\n$ ").skip(1);
    let mut count = 0;
    for example in examples {
        let (example, _) = example.split_once("```").unwrap();
        let (command, expected) = example.split_once('\n').unwrap();
        let mut shell = Command::new("sh");
        shell.args(["-c", command]).env_clear().env("PATH", &path).env("LC_ALL", "C.UTF-8");
        let output = shell.stdin(Stdio::null()).output().unwrap();
        assert_eq!(String::from_utf8(output.stdout).unwrap(), expected, "{command}");
        count += 1;
    }
    count
}

#[test]
fn the_guide_tells_every_code() {
    use touch_move::chess::castling::Failed;
    use touch_move::ruling::Infraction;
    let told = |code: &str| GUIDE.contains(&format!("`{code}`"));
    for failed in Failed::ALL {
        assert!(told(failed.code()), "{failed:?}");
    }
    for infraction in Infraction::ALL {
        assert!(told(infraction.code()), "{infraction:?}");
    }
    for (_, code) in bad_lines() {
        assert!(told(code), "{code}");
    }
    for duty in duties() {
        assert!(told(duty.code()), "{duty:?}");
    }
    for code in ["free", "must", "made", "game_over", "two_minutes", "one_minute", "game_lost"] {
        assert!(told(code), "{code}");
    }
    for code in ["draw", "upheld", "too_late", "unfounded", "bad_event", "nothing_to_undo"] {
        assert!(told(code), "{code}");
    }
}

/// One duty of every kind.
fn duties() -> [touch_move::ruling::Duty; 8] {
    use touch_move::chess::piece::Wing;
    use touch_move::chess::square::Square;
    use touch_move::ruling::Duty;
    let square = Square::A1;
    [
        Duty::Complete,
        Duty::MoveKing,
        Duty::Castle(Wing::KingSide),
        Duty::CastleOtherWing(Wing::KingSide),
        Duty::MoveRook(square),
        Duty::Move(square),
        Duty::Capture(square),
        Duty::CaptureWith(square, square),
    ]
}
