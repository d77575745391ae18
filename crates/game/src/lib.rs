//! What a game is: the traits and values that all other crates share.
//!
//! Rules ([`Game`]) are a value, states are plain data. [`Notation`] turns both
//! into text and pictures. [`Evaluator`], [`MoveHeuristic`] and [`Features`]
//! judge without looking ahead; an [`Agent`] puts a [`Score`] on every move.
//! [`contract::check`] holds any game to the promises made here.

mod advice;
pub mod any;
mod board;
mod chance;
pub mod contract;
mod error;
mod evaluate;
mod facts;
mod limits;
mod mix;
mod notation;
mod payoffs;
mod perft;
mod player;
mod rules;
mod score;
mod tally;

pub use advice::{Advice, Advised, Agent};
pub use board::{Board, Cell, CellShape, Look};
pub use chance::Chance;
pub use error::{Error, ErrorKind};
pub use evaluate::{Evaluator, Explanation, Feature, Features, MoveHeuristic, Term, Value};
pub use facts::Facts;
pub use limits::{Deadline, Limits, Progress, Stop};
pub use mix::{mix, mix_all};
pub use notation::Notation;
pub use payoffs::{MAX_PLAYERS, Payoffs, Points};
pub use perft::{Perft, perft, perft_by_move};
pub use player::Player;
pub use rules::Game;
pub use score::{Rank, Score};
pub use tally::Tally;
