//! What a board does beside moves: it stands turned, is set up, is knocked over, has a clock, and
//! takes its time.

use touch_move::arbiter::Arbiter;
use touch_move::chess::position::Position;
use touch_move::eboard::frames::{Frame, Seen};
use touch_move::eboard::intake::{Intake, Options, Pending};
use touch_move::eboard::protocol::Protocol;
use touch_move::eboard::sensor::{ClockSide, Report, Sensor};
use touch_move::eboard::watch::Watch;
use touch_move::law::rulebooks::Rulebook;

use crate::watched::{Told, Watched};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

fn watched(options: Options) -> Watched {
    Watched::with(Protocol::Text, Position::standard(), options)
}

fn told(options: Options, reports: &str) -> Told {
    let mut watched = watched(options);
    say(&mut watched, reports);
    watched.end()
}

fn say(watched: &mut Watched, reports: &str) {
    for report in reports.split(',') {
        watched.bytes(format!("{}\n", report.trim()).as_bytes());
    }
}

fn sensed(sensor: Sensor) -> Report {
    Report::from(sensor)
}

/// The state of a board fits where there is little room.
const _: () = assert!(size_of::<Intake>() <= 512);
const _: () = assert!(size_of::<Watch>() <= 1024);

#[test]
fn a_piece_is_let_go_once_it_has_settled() {
    let mut board = watched(Options::default());
    say(&mut board, "@0 lift e2");
    assert_eq!(board.pending(), Pending::Changes);
    assert_eq!(board.watch.intake().wakes_in(), Some(60));
    say(&mut board, "@1000 place e4");
    assert_eq!(board.told.events, ["e2"]);
    say(&mut board, "@1100 wait 0");
    let square = |text: &str| text.parse().unwrap();
    assert_eq!(board.pending(), Pending::LettingGo(square("e2"), square("e4")));
    assert_eq!(board.watch.intake().wakes_in(), Some(400));
    say(&mut board, "wait 399");
    assert_eq!(board.told.events, ["e2"]);
    say(&mut board, "wait 1");
    assert_eq!(board.told.events, ["e2", "e2-e4"]);
    assert_eq!((board.pending(), board.watch.intake().wakes_in()), (Pending::Nothing, None));
    assert_eq!(board.told.ruling, "made e2e4");
}

#[test]
fn time_alone_tells_too() {
    let mut intake =
        Intake::new(Arbiter::new(Position::standard(), Rulebook::Lesson), Options::default());
    let mut events = Vec::new();
    let mut tell = |step: touch_move::eboard::intake::Step<'_>| {
        events.push((step.event.to_string(), step.at_ms));
    };
    let at = |at_ms, sensor| Report { at_ms: Some(at_ms), sensor };
    // The board's counter of milliseconds wraps.
    let start = u32::MAX - 500;
    intake.handle(at(start, Sensor::Lifted("g1".parse().unwrap(), Seen::Any)), &mut tell);
    intake.pass_time(start.wrapping_add(59), &mut tell);
    intake.pass_time(start.wrapping_add(60), &mut tell);
    intake.handle(
        at(start.wrapping_add(700), Sensor::Placed("f3".parse().unwrap(), Seen::Any)),
        &mut tell,
    );
    // A time before the last one counts as that.
    intake.pass_time(start, &mut tell);
    intake.pass_time(start.wrapping_add(2000), &mut tell);
    let expected = [("g1", start), ("g1-f3", start.wrapping_add(700))];
    assert_eq!(events, expected.map(|(event, at)| (event.to_string(), Some(at))));
}

#[test]
fn a_first_lift_is_told_with_its_own_time() {
    let told = |reports: [(Option<u32>, Sensor); 2]| {
        let arbiter = Arbiter::new(Position::standard(), Rulebook::Lesson);
        let mut intake = Intake::new(arbiter, Options::default());
        let mut events = Vec::new();
        let mut tell = |step: touch_move::eboard::intake::Step<'_>| {
            events.push((step.event.to_string(), step.at_ms.unwrap()));
        };
        for (at_ms, sensor) in reports {
            intake.handle(Report { at_ms, sensor }, &mut tell);
        }
        intake.end(&mut tell);
        events
    };
    let lifted = Sensor::Lifted("d7".parse().unwrap(), Seen::Any);
    let placed = Sensor::Placed("d5".parse().unwrap(), Seen::Any);
    let expected = |lift, place| [("e2".to_owned(), lift), ("e2-e4".to_owned(), place)];
    assert_eq!(told([(Some(500), lifted), (Some(1500), placed)]), expected(500, 1500));
    // The first time that is given is the start of all times.
    assert_eq!(told([(None, lifted), (Some(1500), placed)]), expected(1500, 1500));
}

#[test]
fn how_long_is_long_can_be_set() {
    let options = Options { debounce_ms: 200, settle_ms: 3000, ..Options::default() };
    let reports = "@0 lift e2, @150 place e2, @400 lift d2, @1000 place d4, @3900 lift d4, \
                   @4200 place d3, @5000 clock";
    assert_eq!(told(options, reports).events, ["d2", "d2-d3", "clock"]);
    assert_eq!(told(Options::default(), reports).events[..2], ["e2", "e2-e2"]);
}

#[test]
fn a_turned_board_is_found_by_its_first_picture() {
    let turned = "frame RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr, lift d7, place d5, lift e2 p, \
                  place e4 p";
    assert_eq!(told(Options::default(), turned).moves, ["e2e4", "d7d5"]);
    let by_color = "frame UUUUUUUU/UUUUUUUU/8/8/8/8/uuuuuuuu/uuuuuuuu, lift b8, place c6";
    assert_eq!(told(Options::default(), by_color).moves, ["g1f3"]);
    let straight = format!("frame {START}, lift e2, place e4");
    assert_eq!(told(Options::default(), &straight).moves, ["e2e4"]);
}

#[test]
fn a_turned_board_is_found_by_the_first_move() {
    for reports in [
        "lift d7, place d5, lift e2, place e4",
        // The board says what it believes to stand there.
        "lift d7 p, place d5 p, lift e2 P, place e4 P",
        "lift d7 P, place d5 P, lift e2 p, place e4 p",
        "frame ????????/???1????/8/3?4/8/8/????????/????????, lift e2, place e4",
    ] {
        assert_eq!(told(Options::default(), reports).moves, ["e2e4", "d7d5"], "{reports}");
    }
    // White touches an enemy piece and plays on: the board stands straight.
    let straight = told(Options::default(), "lift d7, place d7, lift e2, place e4");
    assert_eq!(straight.events, ["d7", "d7-d7", "e2", "e2-e4"]);
    assert_eq!(told(Options::default(), "lift d7, clock").events[0], "d7");
    // Nor does it turn in the middle of a game, or from another position.
    let middle = told(Options::default(), "lift e2, place e4, lift d7, place d5");
    assert_eq!(middle.moves, ["e2e4", "d7d5"]);
}

#[test]
fn a_picture_tells_which_piece_was_lifted_before_it() {
    let turned = "RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr";
    for times in [["", "", "", ""], ["@0 ", "@1000 ", "@2000 ", "@3000 "]] {
        let [first, second, third, fourth] = times;
        let straight =
            format!("{first}lift d7, {second}frame {START}, {third}lift e2, {fourth}place e4");
        assert_eq!(told(Options::default(), &straight).events, ["d7", "d7-d7", "e2", "e2-e4"]);
        let turned =
            format!("{first}lift d7, {second}frame {turned}, {third}lift e7, {fourth}place e5");
        assert_eq!(told(Options::default(), &turned).events, ["e2", "e2-e2", "d2", "d2-d4"]);
    }
    // The piece is in the air still.
    let lifted = "lift d7, frame UUUUUUUU/UUU1UUUU/8/8/8/8/uuuuuuuu/uuuuuuuu, place d5, clock";
    assert_eq!(told(Options::default(), lifted).events, ["e2", "e2-e4", "clock"]);
    let mut board = watched(Options::default());
    say(&mut board, "@0 lift d7, @1000 frame UUUUUUUU/UUU1UUUU/8/8/8/8/uuuuuuuu/uuuuuuuu");
    assert_eq!(
        (board.told.events.as_slice(), board.pending()),
        (&["e2".into()][..], Pending::Nothing)
    );
    // So soon that the lift may have been a bounce.
    let bounced = format!("@0 lift d7, @30 frame {turned}, @2000 lift e7, @3000 place e5");
    assert_eq!(told(Options::default(), &bounced).events, ["d2", "d2-d4"]);
}

#[test]
fn a_turned_board_can_be_told() {
    let options = Options { turned: true, ..Options::default() };
    let reports = "lift d7, place d5, touch b1, lift b1, place c3";
    assert_eq!(told(options, reports).moves, ["e2e4", "g8f6"]);
}

#[test]
fn nothing_counts_until_the_pieces_stand() {
    let options = Options { await_set_up: true, ..Options::default() };
    let mut board = watched(options);
    assert_eq!(board.pending(), Pending::SettingUp);
    say(&mut board, "frame 8/8/8/8/8/8/8/8, clock, place e1 K, lift e1");
    say(&mut board, "frame rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQK2R, place g1 N");
    assert_eq!((board.pending(), board.told.events.len()), (Pending::SettingUp, 0));
    say(&mut board, "place f1 B");
    assert_eq!(board.pending(), Pending::Nothing);
    say(&mut board, "lift e2, place e4");
    assert_eq!(board.end().moves, ["e2e4"]);
    // The last piece shows that the board is turned.
    let turned = "frame RNBKQBN1/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr, place h8 R, lift d7, place d5";
    assert_eq!(told(options, turned).moves, ["e2e4"]);
    // A board that was lost while a move was made shows the move.
    let moved = "frame rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR, lift e7, place e5";
    assert_eq!(told(options, moved).moves, ["e2e4", "e7e5"]);
}

#[test]
fn a_board_knocked_over_is_set_up_again() {
    let mut board = watched(Options::default());
    say(&mut board, &format!("frame {START}, lift e2, place e4, clock"));
    say(&mut board, "frame rnb1k2r/p1p2ppp/8/8/4P3/8/PP3PPP/RN2KB1R");
    assert_eq!(board.pending(), Pending::SettingUp);
    let before = board.told.events.clone();
    say(&mut board, "place d2 P, place c2 P, frame rnbqkbnr/pppp1ppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR");
    assert_eq!(board.told.events, before);
    say(&mut board, "place e7 p, lift c7, place c5");
    assert_eq!(board.pending(), Pending::LettingGo("c7".parse().unwrap(), "c5".parse().unwrap()));
    assert_eq!(board.end().moves, ["e2e4", "c7c5"]);
}

#[test]
fn a_board_set_up_again_after_a_first_lift_misses_no_piece() {
    let turned = "RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr";
    for (set_up, e4, events) in [
        (START, "lift e2, place e4", ["d7", "e2", "e2-e4", "clock"]),
        (turned, "lift d7, place d5", ["e2", "e2", "e2-e4", "clock"]),
    ] {
        let reports = format!("lift d7, frame 8/8/8/8/8/8/8/8, frame {set_up}, {e4}, clock");
        assert_eq!(told(Options::default(), &reports).events, events);
    }
}

#[test]
fn what_the_events_do_not_explain_is_shown() {
    let mut board = watched(Options::default());
    say(&mut board, "place e5 q");
    let unexplained = |board: &Watched| format!("{:?}", board.watch.intake().unexplained());
    assert_eq!(unexplained(&board), "{e5}");
    say(&mut board, "lift e5, lift b1");
    assert_eq!(unexplained(&board), "{b1}");
    say(&mut board, "place b1");
    assert_eq!(unexplained(&board), "{}");
}

#[test]
fn a_change_of_the_running_side_is_the_clock_pressed() {
    let mut board = watched(Options::default());
    let runs = |side| sensed(Sensor::ClockRuns(side));
    let lift = |square: &str| sensed(Sensor::Lifted(square.parse().unwrap(), Seen::Any));
    let place = |square: &str| sensed(Sensor::Placed(square.parse().unwrap(), Seen::Any));
    let (white, black) = (ClockSide::Right, ClockSide::Left);
    for report in [
        runs(white),
        lift("e2"),
        place("e4"),
        runs(white),
        runs(black),
        lift("e7"),
        place("e5"),
        // White answers before the clock of Black is heard of: his move was made, and the press
        // that comes late says nothing new.
        lift("g1"),
        runs(white),
        place("f3"),
        runs(black),
    ] {
        board.report(report);
    }
    let told = board.end();
    assert_eq!(told.events, ["e2", "e2-e4", "clock", "e7", "e7-e5", "opp:g1", "g1-f3", "clock"]);
    assert_eq!(told.infractions, [] as [&str; 0]);
    assert_eq!(told.moves, ["e2e4", "e7e5", "g1f3"]);
}

#[test]
fn a_press_without_a_move_is_answered_and_the_clock_given_back() {
    let mut board = watched(Options::default());
    for side in [ClockSide::Left, ClockSide::Right, ClockSide::Left] {
        board.report(sensed(Sensor::ClockRuns(side)));
    }
    let told = board.end();
    assert_eq!(told.events, ["clock"]);
    assert_eq!(told.infractions, ["clock_without_move"]);
}

#[test]
fn a_clock_that_tells_its_side_needs_no_guess_whose_press_it_was() {
    let mut board = watched(Options::default());
    let runs = |side| sensed(Sensor::ClockRuns(side));
    board.report(runs(ClockSide::Left));
    say(&mut board, "lift e2, place e4, lift e7");
    // White's press comes after Black's lift; then Black presses with the pawn in the air.
    board.report(runs(ClockSide::Right));
    board.report(runs(ClockSide::Left));
    let told = board.end();
    assert_eq!(told.events, ["e2", "e2-e4", "opp:e7", "off:e7", "clock"]);
}

#[test]
fn pictures_of_bits_colours_and_pieces_tell_the_same_move() {
    let position = Position::standard();
    for seen in [Seen::Any, Seen::Color(touch_move::chess::piece::Color::White)] {
        let mut frame = Frame::from(position.board());
        let mut board = Watched::new(Protocol::Text, position);
        board.report(sensed(Sensor::Frame(frame)));
        frame.set("g1".parse().unwrap(), None);
        frame.set("f3".parse().unwrap(), Some(seen));
        board.report(sensed(Sensor::Frame(frame)));
        let told = board.end();
        assert_eq!(
            (told.events, told.moves),
            (vec!["g1".into(), "g1-f3".into()], vec!["g1f3".into()])
        );
    }
}
