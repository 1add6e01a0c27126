//! Whatever bytes change, a file gives rulings or mistakes, and never a panic.

use annotate_snippets::Renderer;
use proptest::prelude::*;
use touch_move::scenario::bless::bless;
use touch_move::scenario::run::{Outcome, Runner, Status};
use touch_move::scenario::source::Source;

/// One file with everything in it that a person tells, and one with what a board senses.
const FILES: [&str; 2] = [include_str!("everything.ron"), include_str!("sensed.ron")];

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]

    #[test]
    fn bytes_change(
        file in prop::sample::select(&FILES),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
    ) {
        let mut bytes = file.as_bytes().to_vec();
        for (place, byte) in changes {
            *place.get_mut(&mut bytes) = byte;
        }
        come_to_an_end(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn pieces_move(
        file in prop::sample::select(&FILES),
        from in any::<prop::sample::Index>(),
        length in 0..40_usize,
        to in any::<prop::sample::Index>(),
    ) {
        let mut bytes = file.as_bytes().to_vec();
        let from = from.index(bytes.len());
        let piece: Vec<_> = bytes.drain(from..(from + length).min(file.len())).collect();
        let to = to.index(bytes.len());
        bytes.splice(to..to, piece);
        come_to_an_end(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn the_end_is_cut_off(
        file in prop::sample::select(&FILES),
        length in any::<prop::sample::Index>(),
    ) {
        let length = length.index(file.len());
        come_to_an_end(&String::from_utf8_lossy(&file.as_bytes()[..length]));
    }
}

#[test]
fn the_files_without_changes_are_as_expected() {
    for file in FILES {
        assert_eq!(come_to_an_end(file).status(), Status::AsExpected);
    }
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
