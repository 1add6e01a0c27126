//! The C interface: its header, what it answers, and a program in C.

mod calls;
mod example;
mod header;
