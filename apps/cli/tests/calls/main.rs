//! Calls of the command, as a program or a person would make them.

mod bad_input;
mod call;
mod commands;
mod play;
