//! What playing scenario files costs, beside the bare RON parse of the same bytes.

mod ratio;

use std::fs;
use std::hint::black_box;

use divan::Bencher;
use touch_move::scenario::files;
use touch_move::scenario::format::{self, Scenario};
use touch_move::scenario::run::{Runner, Status};
use touch_move::scenario::source::Source;

use ratio::print_ratio;

fn main() {
    divan::main();
    let all = all_scenarios();
    print_ratio(
        "all scenario files",
        || all.iter().for_each(|text| play(text)),
        "their bare RON parse",
        || all.iter().for_each(|text| parse(text)),
    );
    let game = long_game();
    print_ratio("a file of many turns", || play(&game), "its bare RON parse", || parse(&game));
}

/// Every file of `scenarios`, played.
#[divan::bench]
fn play_all(bencher: Bencher<'_, '_>) {
    let all = all_scenarios();
    bencher.bench(|| all.iter().for_each(|text| play(text)));
}

/// The same files, only parsed.
#[divan::bench]
fn parse_all(bencher: Bencher<'_, '_>) {
    let all = all_scenarios();
    bencher.bench(|| all.iter().for_each(|text| parse(text)));
}

fn all_scenarios() -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios");
    let paths = files::find(&[folder]).expect("the scenarios are there");
    let read = |path| fs::read_to_string(path).expect("a scenario can be read");
    paths.into_iter().map(read).collect()
}

/// Knights out and back, two thousand times; what is allowed is stated after every release.
fn long_game() -> String {
    let turns = ["g1, f3", "g8, f6", "f3, g1", "f6, g8"].map(|step| {
        let from = &step[..2];
        format!("touched({from}), released({step}), ruling(verdict: made), clock_pressed,\n")
    });
    format!("(title: \"knights out and back\", play: [\n{}])", turns.concat().repeat(500))
}

fn play(text: &str) {
    let outcome = Runner::default().play(Source::new("bench.ron", text.to_owned()));
    // Files in which a board senses need an intake; the others are as expected.
    let senses = text.contains("lifted") || text.contains("placed") || text.contains("frame");
    assert!(senses || outcome.status() == Status::AsExpected, "{text}");
    black_box(&outcome);
}

fn parse(text: &str) {
    let options = format::options();
    black_box(options.from_str::<Scenario<'_>>(black_box(text)).is_ok());
}
