//! Every kind of mistake is shown at its place, with what would be right.

use annotate_snippets::Renderer;
use touch_move::scenario::run::Status;

use crate::{file, play};

/// What is shown of each file, under its first line.
fn shown<T: AsRef<str>>(texts: &[T]) -> String {
    let show = |text: &T| {
        let outcome = play(text.as_ref());
        assert_eq!(outcome.status(), Status::Mistaken, "{}", text.as_ref());
        assert!(outcome.found.differences.is_empty());
        outcome.show_mistakes(&Renderer::plain())
    };
    texts.iter().map(show).collect()
}

#[test]
fn what_is_not_the_ron_of_a_scenario() {
    insta::assert_snapshot!(shown(&[
        "",
        "title: \"no brackets\", play: []",
        "(titel: \"an unknown field\", play: [])",
        "(title: \"no play\")",
        "(title: \"twice\", title: \"twice\", play: [])",
        "(title: 'no quotes', play: [])",
        "(title: \"no end, play: [])",
        "(play: [touched(e1) touched(h1)])",
        "(play: [touched(e1)], /* a comment without end)",
        "(play: [touched(e1)], /* é /* inside */ and then é/ more)",
        "(play: [touched(e1)]) and more",
        "(play: [],\n\n  chess960: yes)",
        "(play: [], earlier_offences: (1, 256))",
        "(play: [], earlier_offences: (1))",
        "(play: [], rules: fide_2020)",
        "(play: [], rules: \"fide_2023\")",
        "(play: [], rules: fide-2023)",
        "(play: [], fen: None)",
        "(play: [], time: bullet)",
        "(play: [touched(e1), // and a text \u{2654} that is\n    cut: off",
    ]));
}

#[test]
fn what_is_not_a_step() {
    insta::assert_snapshot!(shown(&[
        "(play: [toched(e1)])",
        "(play: [touched(h9)])",
        "(play: [touched(\"h1\")])",
        "(play: [touched(1)])",
        "(play: [touched()])",
        "(play: [touched(e1, h1)])",
        "(play: [touched e1])",
        "(play: [released(h1)])",
        "(play: [touched_together([e1, h1, e1])])",
        "(play: [promotion_touched(quen, f8)])",
        "(play: [at(-1)])",
        "(play: [lifted(e1, X)])",
        "(play: [lifted(e1, KQ)])",
        "(play: [frame(8)])",
    ]));
}

#[test]
fn what_is_not_an_expected_ruling() {
    insta::assert_snapshot!(shown(&[
        "(play: [ruling(verdct: free)])",
        "(play: [ruling(verdict: fre)])",
        "(play: [ruling(verdict: None)])",
        "(play: [ruling(verdict: free, verdict: free)])",
        "(play: [ruling((verdict: free))])",
        "(play: [ruling(must: [castle(kings_side)])])",
        "(play: [ruling(allowed: some)])",
        "(play: [ruling(allowed: from([e1, e9]))])",
        "(play: [ruling(allowed: from([e1, e1]))])",
        "(play: [ruling(infractions: [touched_move])])",
        "(play: [ruling(penalty: a_minute)])",
        "(play: [ruling(claim: late)])",
        "(play: [ruling(differs: [lesson])])",
        "(play: [ruling(differs: [(allowed: any)])])",
    ]));
}

#[test]
fn what_no_text_of_this_form_can_mean() {
    insta::assert_snapshot!(shown(&[
        "(fen: \"r3k2r/8/8/8/7/8/8/R3K2R w KQkq - 0 1\", play: [])",
        "(fen: \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq\", play: [])",
        "(fen: \"4k2k/8/8/8/8/8/8/P6R w KQ - 0 1\", play: [])",
        "(moves: \"e4 e5 e1e3 Nf6\", play: [])",
        "(moves: \"e4 e5 castle\", play: [])",
        "(moves: r#\"e4 e4\"#, play: [])",
        "(moves: \"e4\\te4\", play: [])",
        "(play: [ruling(made: 5)])",
        "(play: [ruling(made: \"e2e5\")])",
        "(play: [ruling(allowed: only(\"e2e4 e2e5 Nf6 foo e4 \"))])",
        "(play: [ruling(because: [\"4.4.9\", \"4.3\", \"FIDE 4.3\"])])",
        "(play: [ruling(readings: [\"R1\", \"R-1\", \"R-1\"])])",
        "(play: [ruling(must: [complete, move_king, complete])])",
        "(play: [ruling(infractions: [touch_move, touch_move])])",
        "(play: [ruling(differs: [(rules: lesson), (rules: lesson, allowed: only(\"e5\"))])])",
    ]));
}

#[test]
fn what_cannot_have_happened() {
    insta::assert_snapshot!(shown(&[
        file("touched(e4)"),
        file("released(e1, e2), released(e4, e5)"),
        file("touched_together([])"),
        file("touched_together([e1, e4])"),
        file("promotion_released(king, e8)"),
        file("opponent_touched(e4)"),
        file("at(20), at(20), at(10)"),
    ]));
}

#[test]
fn what_is_told_beside_what_a_board_senses() {
    insta::assert_snapshot!(shown(&[
        file("lifted(e1), touched(h1), adjusted(h1), removed(h8), released(a1, b1)"),
        file("lifted(e1), adjusted(e4), opponent_touched(e5), promotion_touched(king, e8)"),
    ]));
}

#[test]
fn what_is_no_picture_of_a_board() {
    insta::assert_snapshot!(shown(&[
        file("frame(\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNX\")"),
        file("frame(\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP\")"),
        file("frame(\"rnbqkbnr/ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\")"),
    ]));
}

#[test]
fn all_that_is_wrong_in_a_file_is_shown_at_once_in_its_order() {
    let text = file(
        "touched(e4),\n        ruling(\n            because: [\"4.4.3\", \"4.9\"],\n            \
         allowed: only(\"e1e8\"),\n        ),\n        touched(e1),\n        \
         ruling(verdict: free, readings: [\"R-3\"]),",
    );
    insta::assert_snapshot!(shown(&[text]));
}

#[test]
fn after_a_wrong_start_the_rest_is_looked_at_as_far_as_it_can_be() {
    let text = "(moves: \"e5\", play: [touched(e4), ruling(\n    because: [\"4.9\"],\n    \
                allowed: only(\"e7e5\"),\n    readings: [\"R-0\"],\n)])";
    insta::assert_snapshot!(shown(&[text]));
}

#[test]
fn a_file_that_is_not_utf_8_or_cannot_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("latin1.ron");
    std::fs::write(&path, b"(\n    title: \"g\xeane\",\n    play: [],\n)").unwrap();
    let runner = touch_move::scenario::run::Runner::default();
    let mut shown = runner.run(&path).show_mistakes(&Renderer::plain());
    shown += &runner.run(&folder.path().join("none.ron")).show_mistakes(&Renderer::plain());
    let shown = shown.replace(folder.path().to_str().unwrap(), "folder");
    insta::assert_snapshot!(shown);
}
