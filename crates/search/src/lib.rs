//! Looking ahead, generic over [`plyscope_game::Game`].
//!
//! [`Minimax`] is the reference: small and obviously right. [`AlphaBeta`] finds
//! the same values with less work, by pruning, null windows, a table and move
//! ordering, each of which can be switched off. [`Mcts`] grows a tree by random
//! playouts and proves what it can, [`Flat`] samples without a tree, and
//! [`Exhaustive`] solves small games whole.
//! [`OnePly`], [`HeuristicAgent`] and [`Random`] look no further than the moves themselves.
//!

mod alphabeta;
pub mod blank;
mod budget;
mod exhaustive;
mod flat;
mod mcts;
mod minimax;
mod noise;
mod one_ply;
mod order;
mod random;
mod table;
mod wandering;

pub use alphabeta::{AlphaBeta, Settings};
pub use budget::{Budget, tighter};
pub use exhaustive::{
    Counts, Exhaustive, ExhaustiveParams, NoMemory, NotSolved, SMALL, Solution, StateTable, Worth,
    states_at_least,
};
pub use flat::{Flat, FlatParams};
pub use mcts::{Mcts, MctsParams};
pub use minimax::{Held, Minimax, minimax};
pub use noise::Noise;
pub use one_ply::{HeuristicAgent, OnePly};
pub use order::{MoveOrder, OrderBy, Ordering, Unordered};
pub use random::Random;
pub use wandering::Wandering;
