//! One thing beside another, in one run on one machine: times differ from machine to machine, their
//! ratio hardly.

use std::time::{Duration, Instant};

/// Does both in turn, again and again, and prints how many times the second the first takes: the
/// median of all rounds.
pub fn print_ratio(what: &str, mut first: impl FnMut(), unit: &str, mut second: impl FnMut()) {
    const ROUNDS: usize = 201;
    let mut ratios: Vec<f64> = (0..ROUNDS)
        .map(|_| {
            let (first, second) = (time(&mut first), time(&mut second));
            first.as_secs_f64() / second.as_secs_f64()
        })
        .collect();
    ratios.sort_by(f64::total_cmp);
    println!("{what}: {:.2} times {unit}", ratios[ROUNDS / 2]);
}

fn time(work: &mut impl FnMut()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}
