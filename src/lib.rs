//! Decides what a chess player may still do after touching pieces.
#![no_std]
#![deny(missing_docs)]

pub mod chess;
