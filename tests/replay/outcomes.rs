//! What is compared, and how a difference is shown.

use annotate_snippets::Renderer;
use touch_move::scenario::report::Summary;
use touch_move::scenario::run::{Outcome, Status};

use crate::{COVERED, file, play};

fn after_king_and_rook(ruling: &str) -> Outcome {
    play(&file(&format!("touched(e1),\n        touched(h1),\n        {ruling},")))
}

/// A ruling field by field: what holds, and what does not.
const FIELDS: [(&str, &[&str], &[&str]); 10] = [
    ("verdict", &["must"], &["free", "made", "game_over"]),
    (
        "must",
        &["[castle_other_wing(queen_side), move_king]"],
        &["[]", "[move_king]", "[move_king, castle(queen_side)]"],
    ),
    ("made", &["none"], &["\"O-O-O\"", "\"e1e2\""]),
    (
        "allowed",
        &["only(\"O-O-O e1d1 e1d2 e1e2\")", "only(\"Ke2 e1c1 Kd2  Kd1\")", "from([e1])"],
        &["any", "from([h1])", "only(\"\")", "only(\"Ke2 Kd2 Kd1\")", "from([e1, h1])"],
    ),
    ("because", &["[\"4.4.3\"]", "[\"FIDE 4.4.3\"]"], &["[]", "[\"4.4.3\", \"4.3\"]"]),
    ("readings", &["[]"], &["[\"R-1\"]"]),
    ("infractions", &["[]"], &["[touch_move]"]),
    ("penalty", &["none"], &["two_minutes", "draw"]),
    ("claim", &["none"], &["upheld", "unfounded"]),
    ("differs", &["[]"], &["[(rules: lesson)]", "[(rules: us_chess, allowed: any)]"]),
];

#[test]
fn every_field_is_compared() {
    for (field, holding, differing) in FIELDS {
        for value in holding {
            let outcome = after_king_and_rook(&format!("ruling({field}: {value})"));
            assert_eq!(outcome.status(), Status::AsExpected, "{field}: {value}");
        }
        for value in differing {
            let outcome = after_king_and_rook(&format!("ruling({field}: {value})"));
            assert_eq!(outcome.status(), Status::Differs, "{field}: {value}");
        }
    }
}

#[test]
fn breaches_penalties_and_claims_are_compared() {
    let castled = |ruling: &str| {
        let steps = "released(e1, g1), released(h1, f1), clock_pressed, claimed,\n        ";
        play(&file(&format!("{steps}{ruling}")))
    };
    let all = "infractions: [illegal_castling], penalty: two_minutes, claim: upheld";
    assert_eq!(castled(&format!("ruling({all})")).status(), Status::AsExpected);
    let others = "infractions: [moved_again], penalty: none, claim: unfounded, made: \"e1e2\"";
    let shown = castled(&format!("ruling({others})")).show_differences(&Renderer::plain());
    insta::assert_snapshot!(shown);
}

#[test]
fn the_rulebooks_that_differ_may_be_named_with_or_without_their_moves() {
    for (differs, status) in [
        ("[(rules: lesson)]", Status::AsExpected),
        ("[(rules: lesson, allowed: from([e1, h1]))]", Status::AsExpected),
        ("[(rules: lesson, allowed: from([e1]))]", Status::Differs),
        ("[(rules: lesson), (rules: us_chess)]", Status::Differs),
        ("[]", Status::Differs),
    ] {
        let ruling = format!("touched_together([e1, h1]), ruling(differs: {differs})");
        assert_eq!(play(&file(&ruling)).status(), status, "{differs}");
    }
}

#[test]
fn a_difference_is_shown_at_its_ruling_field_by_field() {
    let outcome = after_king_and_rook(
        r#"ruling(
            verdict: free,
            must: [move_king, move_rook(h1)],
            made: "e1c1",
            allowed: any,
            because: ["4.4.2"],
            readings: ["R-1"],
            infractions: [touch_move],
            penalty: one_minute,
            claim: too_late,
            differs: [(rules: lesson, allowed: from([e1]))],
        )"#,
    );
    insta::assert_snapshot!(outcome.show_differences(&Renderer::plain()));
}

#[test]
fn nothing_expected_is_a_request_and_no_success() {
    let outcome = play(&file("ruling(), touched(e1), ruling()"));
    assert_eq!(outcome.status(), Status::Differs);
    insta::assert_snapshot!(outcome.show_differences(&Renderer::plain()));
}

#[test]
fn every_ruling_of_a_file_is_compared_in_every_turn() {
    let outcome = play(&format!(
        "(rules: fide_2023, fen: {COVERED:?}, play: [ruling(verdict: free), touched(e1), \
         ruling(verdict: must), released(e1, e2), ruling(made: \"e1e2\"), clock_pressed, \
         ruling(made: \"Ke2\"), touched(f3), ruling(allowed: from([f3]))])"
    ));
    assert_eq!(outcome.found.rulings, 5);
    assert_eq!(outcome.status(), Status::AsExpected);
}

#[test]
fn moves_played_before_are_known() {
    let castling = "touched(e1), ruling(must: [move_king, castle(king_side)])])";
    let open = "(moves: \"e4 e5 Nf3 Nf6 Be2 Be7 ";
    assert_eq!(play(&format!("{open}\", play: [{castling}")).status(), Status::AsExpected);
    let moved = format!("{open}h1g1 h7h6 Rh1 h5\", play: [{castling}");
    assert_eq!(play(&moved).status(), Status::Differs);
}

#[test]
fn time_control_and_earlier_offences_make_the_penalty() {
    for (fields, penalty) in [
        ("", "two_minutes"),
        ("time: blitz,", "one_minute"),
        ("time: rapid,", "one_minute"),
        ("earlier_offences: (1, 0),", "game_lost"),
        ("earlier_offences: (0, 1),", "two_minutes"),
    ] {
        let text = format!(
            "({fields} rules: fide_2023, play: [clock_pressed, ruling(penalty: {penalty})])"
        );
        assert_eq!(play(&text).status(), Status::AsExpected, "{fields} {penalty}");
    }
}

#[test]
fn in_chess960_castling_is_king_takes_rook() {
    let text = "(chess960: true, fen: \"4k3/8/8/8/8/8/8/1K4R1 w G - 0 1\", rules: fide_2023, \
                play: [touched(b1), touched(g1), ruling(allowed: only(\"b1g1\"))])";
    assert_eq!(play(text).status(), Status::AsExpected);
}

#[test]
fn a_summary_counts() {
    let outcomes = [
        play(&file("ruling(verdict: free)")),
        play(&file("ruling(verdict: free), ruling(verdict: must)")),
        play("("),
    ];
    let summary: Summary = outcomes.iter().collect();
    assert_eq!(
        summary.to_string(),
        "3 rulings in 3 files: 2 as expected, 1 different; 1 file with mistakes"
    );
    let one: Summary = outcomes[..1].iter().collect();
    assert_eq!(one.to_string(), "1 ruling in 1 file: 1 as expected, 0 different");
}
