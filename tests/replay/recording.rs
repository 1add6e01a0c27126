//! Recordings: whole at any time, and readable when they were cut off.

use std::fs;
use std::path::Path;

use touch_move::arbiter::Play;
use touch_move::chess::piece::Color;
use touch_move::chess::position::Position;
use touch_move::eboard::frames::Seen;
use touch_move::law::rulebooks::Rulebook;
use touch_move::scenario::format::Sensed;
use touch_move::scenario::record::{Header, Recorder};
use touch_move::scenario::run::{Runner, Status};

use crate::play;

fn record(path: &Path) -> Recorder {
    let position = Position::standard();
    let header = Header {
        title: "a \"game\"",
        rules: Rulebook::Fide2023,
        play: Play::Standard,
        position: &position,
    };
    Recorder::create(path, &header).unwrap()
}

#[test]
fn the_file_is_whole_after_every_step() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.ron");
    let mut recorder = record(&path);
    let whole = || Runner::default().run(&path);
    assert_eq!(whole().status(), Status::AsExpected);
    for (at_ms, event) in [
        (Some(0), "e2"),
        (Some(20), "e2-e4"),
        (Some(20), "clock"),
        (None, "a7+b7"),
        (Some(9), "b7"),
    ] {
        recorder.told(at_ms, event.parse().unwrap()).unwrap();
        let outcome = whole();
        assert_eq!(outcome.status(), Status::AsExpected, "{event}");
        assert!(!outcome.source.lacks_closing());
    }
    assert_eq!(whole().found.title, "a \"game\"");
    insta::assert_snapshot!(fs::read_to_string(&path).unwrap());
}

#[test]
fn what_a_board_senses_is_recorded_as_it_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.ron");
    let mut recorder = record(&path);
    let [e2, e4] = ["e2", "e4"].map(|square| square.parse().unwrap());
    let placement = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR";
    for sensed in [
        Sensed::Lifted(e2, Seen::Color(Color::White)),
        Sensed::Placed(e4, Seen::Any),
        Sensed::Frame(placement.into()),
    ] {
        recorder.sensed(None, &sensed).unwrap();
    }
    let text = fs::read_to_string(&path).unwrap();
    let steps = format!(
        "        lifted(e2, U),\n        placed(e4),\n        frame(\"{placement}\"),\n    ],\n)\n"
    );
    assert!(text.ends_with(&steps), "{text}");
}

#[test]
fn a_recording_is_never_written_over() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.ron");
    fs::write(&path, "kept").unwrap();
    let position = Position::standard();
    let header =
        Header { title: "", rules: Rulebook::Lesson, play: Play::Standard, position: &position };
    Recorder::create(&path, &header).unwrap_err();
    assert_eq!(fs::read_to_string(&path).unwrap(), "kept");
}

#[test]
fn a_file_that_lacks_only_its_closing_is_played_and_says_so() {
    let whole = "(\n    play: [\n        touched(e2),\n        touched(d2),\n    ],\n)\n";
    let steps_end = whole.find("    ],").unwrap();
    for length in steps_end - 2..whole.len() - 2 {
        let outcome = play(&whole[..length]);
        assert_eq!(outcome.status(), Status::AsExpected, "{:?}", &whole[..length]);
        assert!(outcome.note().unwrap().contains("the closing is missing"));
        assert_eq!(outcome.source.text_in_file(), &whole[..length]);
    }
    let outcome = play(&whole[..whole.len() - 1]);
    assert_eq!((outcome.status(), outcome.note()), (Status::AsExpected, None));
}

#[test]
fn a_file_that_was_cut_off_in_a_comment_is_played_too() {
    let outcome = play("(play: [\n    touched(e2), // the pawn");
    assert_eq!(outcome.status(), Status::AsExpected);
    assert!(outcome.source.lacks_closing());
}

#[test]
fn a_file_that_lacks_more_is_a_mistake() {
    for text in ["(play: [\n    touched(e2),\n    touc", "(play: [\n    touched(e2", "(play: "] {
        assert_eq!(play(text).status(), Status::Mistaken, "{text}");
    }
}

#[test]
fn mistakes_in_a_file_that_was_cut_off_have_their_places() {
    let outcome = play("(play: [\n    touched(e2),\n    touched(e3),\n");
    let shown = outcome.show_mistakes(&annotate_snippets::Renderer::plain());
    assert!(shown.contains("file.ron:3:13"), "{shown}");
    assert!(outcome.source.lacks_closing());
}
