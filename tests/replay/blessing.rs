//! Accepting rewrites the rulings that differ, and nothing else.

use std::fs;

use touch_move::scenario::bless::{Blessed, Refusal, bless, save};
use touch_move::scenario::compare::Field;
use touch_move::scenario::run::{Runner, Status};

use crate::{file, play};

fn blessed(text: &str) -> Blessed {
    bless(&play(text), false, &Runner::default()).unwrap()
}

#[test]
fn only_fields_that_differ_change() {
    let text = file(
        r#"touched(e1) , // the king
        touched(h1),
        ruling( verdict : must, // holds
            must: [ castle_other_wing(queen_side), move_king ],
            allowed: only( "O-O-O e1d1" ),
            because: [ "4.4.3" ]
        ), /* end */"#,
    );
    let new = blessed(&text);
    assert_eq!(new.text, text.replace("only( \"O-O-O e1d1\" )", "only(\"O-O-O e1d1 e1d2 e1e2\")"));
    assert_eq!(new.fields.into_iter().collect::<Vec<_>>(), [(Field::Allowed, 1)]);
}

#[test]
fn comments_inside_of_what_is_replaced_move_above_the_ruling() {
    let text = file(
        r##"touched(e1),
        // before
        ruling(
            // inside
            because: [
                "4.4.2", // rook "first"
                /* a // b /* c */ */ r#"4.5"#,
            ],
        ),"##,
    );
    insta::assert_snapshot!(blessed(&text).text);
}

#[test]
fn an_empty_ruling_is_filled_in() {
    insta::assert_snapshot!(
        blessed(&file(
            "ruling(),
        touched(e1), ruling(/* what now? */), // and then
        released(e1, g1), released(h1, f1), ruling(),
        clock_pressed,
        ruling(
            // penalised
        ),
        touched(e1), released(e1, e2), ruling(),"
        ))
        .text
    );
}

#[test]
fn every_field_can_be_rewritten() {
    let text = file(
        "touched_together([e1, h1]),\n        ruling(verdict: free, must: [], made: \"e1e2\", \
         allowed: any, because: [], readings: [], infractions: [touch_move], penalty: draw, \
         claim: upheld, differs: []),",
    );
    let new = blessed(&text);
    assert_eq!(new.fields.keys().copied().collect::<Vec<_>>(), Field::ALL);
    insta::assert_snapshot!(new.text);
}

#[test]
fn lines_end_as_they_did() {
    let text = file("touched(e1),\n        ruling(\n            because: [/* c */],\n        ),");
    let new = blessed(&text.replace('\n', "\r\n")).text;
    assert_eq!(new, blessed(&text).text.replace('\n', "\r\n"));
}

#[test]
fn a_recording_that_was_cut_off_stays_so() {
    let text = "(rules: fide_2023, play: [\n    ruling(verdict: must),\n";
    assert_eq!(blessed(text).text, "(rules: fide_2023, play: [\n    ruling(verdict: free),\n");
}

#[test]
fn mistakes_and_sources_are_not_blessed() {
    let runner = Runner::default();
    let mistaken = play(&file("touched(e4), ruling(verdict: must)"));
    assert_eq!(bless(&mistaken, true, &runner).unwrap_err(), Refusal::Mistaken);

    let cited = "(source: \"FIDE 4.3\", play: [ruling(verdict: must)])";
    let refused = bless(&play(cited), false, &runner).unwrap_err();
    assert_eq!(refused, Refusal::Cited("FIDE 4.3".into()));
    let new = bless(&play(cited), true, &runner).unwrap();
    assert_eq!(new.text, cited.replace("must", "free"));
}

#[test]
fn what_was_blessed_is_as_expected_and_blessing_it_again_changes_nothing() {
    let new = blessed(&file("ruling(), touched(e1), ruling(), claimed, ruling(allowed: any)"));
    assert_eq!(play(&new.text).status(), Status::AsExpected);
    let again = blessed(&new.text);
    assert_eq!(again.text, new.text);
    assert!(again.fields.is_empty());
}

#[test]
fn a_file_is_replaced_as_a_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.ron");
    fs::write(&path, "old").unwrap();
    save(&path, "new").unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "new");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);

    save(&folder.path().join("none.ron"), "new").unwrap_err();
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_file_that_may_only_be_read_is_not_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.ron");
    fs::write(&path, "old").unwrap();
    let mut permissions = fs::metadata(&path).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).unwrap();
    save(&path, "new").unwrap_err();
    assert_eq!(fs::read_to_string(&path).unwrap(), "old");
}

#[cfg(unix)]
#[test]
fn a_link_to_a_file_stays_a_link_and_rights_stay_as_they_are() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let folder = tempfile::tempdir().unwrap();
    let (path, link) = (folder.path().join("a.ron"), folder.path().join("link.ron"));
    fs::write(&path, "old").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    symlink(&path, &link).unwrap();
    save(&link, "new").unwrap();
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(fs::read_to_string(&path).unwrap(), "new");
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
}
