//! Whatever bytes change, a file gives rulings or mistakes, and never a panic.

use annotate_snippets::Renderer;
use proptest::prelude::*;
use touch_move::scenario::bless::bless;
use touch_move::scenario::run::{Outcome, Runner, Status};
use touch_move::scenario::source::Source;

/// One file with everything in it.
const FILE: &str = include_str!("everything.ron");

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]

    #[test]
    fn bytes_change(changes in prop::collection::vec((0..FILE.len(), any::<u8>()), 1..4)) {
        let mut bytes = FILE.as_bytes().to_vec();
        for (place, byte) in changes {
            bytes[place] = byte;
        }
        come_to_an_end(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn pieces_move(from in 0..FILE.len(), length in 0..40_usize, to in 0..FILE.len()) {
        let mut bytes = FILE.as_bytes().to_vec();
        let piece: Vec<_> = bytes.drain(from..(from + length).min(FILE.len())).collect();
        let to = to.min(bytes.len());
        bytes.splice(to..to, piece);
        come_to_an_end(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn the_end_is_cut_off(length in 0..FILE.len()) {
        come_to_an_end(&String::from_utf8_lossy(&FILE.as_bytes()[..length]));
    }
}

#[test]
fn the_file_without_changes_is_as_expected() {
    assert_eq!(come_to_an_end(FILE).status(), Status::AsExpected);
}

/// Plays, shows what came out, and blesses if that is allowed.
fn come_to_an_end(text: &str) -> Outcome {
    let runner = Runner::default();
    let outcome = runner.play(Source::new("file.ron", text.into()));
    let mistakes = outcome.show_mistakes(&Renderer::plain());
    let differences = outcome.show_differences(&Renderer::plain());
    match outcome.status() {
        Status::AsExpected => assert!(mistakes.is_empty() && differences.is_empty()),
        Status::Differs => {
            assert!(differences.contains("file.ron:"));
            bless(&outcome, true, &runner).unwrap();
        }
        Status::Mistaken => assert!(mistakes.contains("file.ron:") && differences.is_empty()),
    }
    outcome
}
