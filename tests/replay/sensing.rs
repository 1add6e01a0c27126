//! What a board senses goes through the intake.

use annotate_snippets::Renderer;
use touch_move::eboard::intake::Options;
use touch_move::scenario::run::{Runner, Status};
use touch_move::scenario::source::Source;

use crate::{file, play};

#[track_caller]
fn as_expected(text: &str) {
    let outcome = play(text);
    let shown = outcome.show_mistakes(&Renderer::plain());
    let shown = shown + &outcome.show_differences(&Renderer::plain());
    assert_eq!(outcome.status(), Status::AsExpected, "{shown}");
}

#[test]
fn a_piece_lifted_is_touched() {
    as_expected(&file(
        "lifted(e1, K), ruling(must: [move_king, castle(queen_side)]),
        lifted(h1), ruling(because: [\"4.4.3\"]),",
    ));
}

#[test]
fn a_piece_is_let_go_when_it_has_settled() {
    as_expected(
        "(rules: fide_2023, play: [
        at(0), lifted(e2, U),
        at(100), placed(e4, P),
        at(400), ruling(verdict: must),
        at(800), ruling(made: \"e4\"),
        ])",
    );
}

#[test]
fn how_long_that_is_may_be_said() {
    let text = "(rules: fide_2023, play: [at(0), lifted(e2), at(100), placed(e4), at(400), \
                ruling(made: \"e4\")])";
    let board = Options { settle_ms: 200, ..Options::default() };
    let quick = Runner { board, ..Runner::default() };
    assert_eq!(quick.play(Source::new("", text.into())).status(), Status::AsExpected);
    assert_eq!(play(text).status(), Status::Differs);
}

#[test]
fn the_clock_and_what_a_person_tells_stand_beside_it() {
    as_expected(
        "(rules: fide_2023, play: [
        adjusted(g1), lifted(g1), placed(g1),
        ruling(verdict: free, because: [\"4.2.1\"]),
        lifted(e2), placed(e4), clock_pressed, ruling(made: \"e4\"),
        lifted(e7), placed(e5), clock_pressed,
        both_hands, lifted(g1), placed(f3), clock_pressed,
        ruling(infractions: [both_hands]),
        ])",
    );
}

#[test]
fn an_accident_that_somebody_saw_is_no_touch() {
    as_expected(&file(
        "brushed(e1), lifted(e1), placed(e1),
        ruling(verdict: free, because: [\"4.2.2\"]),
        lifted(e1), ruling(verdict: must),",
    ));
}

#[test]
fn what_a_pawn_becomes_is_told_where_the_board_cannot_see_it() {
    let file = |fen: &str, steps: &str| {
        format!("(rules: fide_2023, fen: \"{fen} w - - 0 1\", play: [{steps}])")
    };
    let pawn = "4k3/P7/8/8/8/8/8/4K3";
    for steps in [
        "lifted(a7), placed(a8), promotion_released(knight, a8),",
        "lifted(a7), promotion_released(knight, a8), placed(a8),",
        "lifted(a7), placed(a8), promotion_touched(knight, a8),",
    ] {
        let made = "clock_pressed, ruling(made: \"a8=N\", infractions: []),";
        as_expected(&file(pawn, &format!("{steps} {made}")));
    }
}

#[test]
fn pictures_of_the_board_are_compared_with_the_one_before() {
    as_expected(
        "(rules: fide_2023, play: [
        frame(\"rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR\"),
        ruling(allowed: from([e2])),
        frame(\"uuuuuuuu/uuuuuuuu/8/8/4U3/8/UUUU1UUU/UUUUUUUU\"),
        clock_pressed, ruling(made: \"e4\"),
        ])",
    );
}
