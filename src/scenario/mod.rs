//! Scenario files: what happens on a board, with the rulings that must follow, as RON.
//!
//! A file of this room imports only files listed before it: [`format`] is the shape of a file,
//! [`comments`] finds its comments, [`source`] is its text and what is wrong in it, [`files`] finds
//! the files, [`compare`] tells a ruling from the expected one, [`run`] plays a file, [`report`]
//! shows what came out, [`coverage`] what it covers, [`bless`] accepts it, [`record`] writes a file
//! while things happen.
//! `docs/scenarios.md` is the guide for people who write such files.

pub mod format;

pub mod comments;

pub mod source;

pub mod files;

pub mod compare;

pub mod run;

pub mod report;

pub mod bless;

pub mod record;

pub mod coverage;
