//! Looking ahead, generic over [`plyscope_game::Game`].
//!
//! [`Minimax`] is the reference: small and obviously right. [`AlphaBeta`] finds
//! the same values with less work, by pruning, null windows, a table and move
//! ordering, each of which can be switched off.

mod alphabeta;
mod budget;
mod mcts;
mod minimax;
mod noise;
mod order;
mod table;

pub use alphabeta::{AlphaBeta, Settings};
pub use budget::Budget;
pub use mcts::{Mcts, MctsParams};
pub use minimax::{Held, Minimax, minimax};
pub use noise::Noise;
pub use order::Ordering;
