//! The rulings as a whole: what is always true of them, and another implementation beside them.

#[path = "../positions/mod.rs"]
mod positions;

mod compared;
mod events;
mod oracle;
mod properties;
mod turn;
