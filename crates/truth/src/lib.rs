//! Benchmarks: states of a game with the worth of every move, and how they are made.
//!
//! [`select`] chooses states, [`label`] asks an agent for the worth of every
//! move, and a [`Benchmark`] is what comes of it. It lives in a Parquet file
//! that is written at once or not at all; [`Journal`] keeps what is done of a
//! long run, so that it can be broken off anywhere and taken up again.

mod benchmark;
mod check;
mod disk;
mod files;
mod journal;
mod label;
mod make;
mod merge;
mod pieces;
mod plan;
mod select;
mod spare;
mod summary;
mod trouble;

pub use benchmark::{Benchmark, COLUMNS, FORMAT, Label, Labelled, Meta, player_name, read_player};
pub use check::{Checked, Compare, Problem, check, check_against};
pub use disk::{Estimate, ensure_room};
pub use files::{Draft, DraftState, Export, read_csv, read_jsonl, read_parquet, read_xml};
pub use files::{Output, load, save, save_text, write_parquet, write_xml};
pub use journal::{Journal, ensure_regular};
pub use label::{Labeller, MakeAgent, Step, fits, label, label_of};
pub use make::{Made, Order, make};
pub use merge::{OnConflict, labellers, merge};
pub use pieces::Pieces;
pub use plan::{Plan, digest_of};
pub use select::{Amount, Chosen, Filter, Pool, Selector, Source, select};
pub use spare::Spare;
pub use summary::{Estimates, PlySummary, Summary};
pub use trouble::Trouble;
