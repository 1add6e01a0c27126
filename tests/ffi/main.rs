//! The C interface: its header, what it answers, what it saves, a program in C, and the guide.

mod boards;
mod calls;
mod example;
mod guide;
mod header;
mod saved;
