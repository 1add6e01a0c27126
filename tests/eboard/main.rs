//! Electronic boards: hands that play as real ones do, the wires their boards speak, and what comes
//! out as moves and breaches.

mod boards;
mod games;
mod hands;
#[path = "../positions/mod.rs"]
#[expect(dead_code, reason = "only the numbers at random are of use here")]
mod positions;
mod sequences;
mod streams;
mod watched;
mod wires;
