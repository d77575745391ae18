//! Commands that write files, as a user calls them: killed, stopped, resumed, damaged, mixed up.
//!
//! One program for all of them, because linking each costs more than running it.

mod book;
mod call;
mod contest;
mod foreign;
mod gdl;
mod outputs;
mod pgn;
mod shards;
mod stopping;
mod truth;
