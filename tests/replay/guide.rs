//! The examples in the guide for people who write scenarios are scenarios.

use annotate_snippets::Renderer;
use touch_move::scenario::run::{Runner, Status};
use touch_move::scenario::source::Source;

use crate::play;

const GUIDE: &str = include_str!("../../docs/scenarios.md");

/// The blocks of RON in the guide: what stands after the word, and the text.
fn examples() -> Vec<(&'static str, &'static str)> {
    let blocks = GUIDE.split("```ron").skip(1);
    blocks
        .map(|block| {
            let (word, text) = block.split_once('\n').unwrap();
            (word.trim(), text.split_once("```").unwrap().0)
        })
        .collect()
}

#[test]
fn every_example_is_as_expected() {
    let examples = examples();
    assert!(examples.len() > 10);
    for (word, text) in examples {
        let whole = match word {
            "" => text.to_owned(),
            "steps" => format!("(rules: fide_2023, play: [\n{text}\n])"),
            _ => panic!("an example is a file, or marked as steps: {word}"),
        };
        let outcome = play(&whole);
        let shown = outcome.show_mistakes(&Renderer::plain())
            + &outcome.show_differences(&Renderer::plain());
        assert_eq!(outcome.status(), Status::AsExpected, "{text}\n{shown}");
    }
}

/// A file that expects what the guide shows as not ruled.
const DIFFERING: &str = r#"(
    title: "rook, then king",
    rules: fide_2023,
    fen: "r1bqk2r/ppppbppp/2n2n2/4p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 6 5",
    source: "FIDE 4.4.2",
    play: [
        touched(h1),
        touched(e1),
        ruling(verdict: free, allowed: only("O-O Rg1"), because: ["4.4.1"]),
    ],
)
"#;

#[test]
fn the_difference_in_the_guide_is_shown_so() {
    let (_, text) = GUIDE.split_once("```text\n").unwrap();
    let (text, _) = text.split_once("```").unwrap();
    let path = "scenarios/fide-2023/4.4.2/rook-then-king.ron";
    let outcome = Runner::default().play(Source::new(path, DIFFERING.into()));
    assert_eq!(outcome.show_differences(&Renderer::plain()).trim_end(), text.trim_end());
}
