//! Looking ahead, generic over [`plyscope_game::Game`].
//!
//! [`Minimax`] is the reference: small and obviously right. [`AlphaBeta`] finds
//! the same values with less work, by pruning, null windows, a table and move
//! ordering, each of which can be switched off. [`Mcts`] grows a tree by random
//! playouts and proves what it can, [`Flat`] samples without a tree, [`Played`] by games of
//! another agent, and [`Exhaustive`] solves small games whole.
//! [`MaxN`] and [`Paranoid`] look ahead for any number of players, [`VectorMcts`] samples for
//! them, also where they choose without seeing each other, and [`BackwardInduction`] solves
//! such games where they are small.
//! [`OnePly`], [`HeuristicAgent`] and [`Random`] look no further than the moves themselves.
//!
//! ```
//! use plyscope_game::{Agent, Game, Limits, Notation, Score};
//! use plyscope_mnk::Mnk;
//! use plyscope_search::{AlphaBeta, Exhaustive, ExhaustiveParams, Mcts, MctsParams, Noise, AlphaBetaSettings};
//!
//! let game = Mnk::tictactoe();
//! let state = game.read_state("x../.o./..x")?;
//! let limits = Limits::every_move();
//!
//! // To the end of the game even a senseless evaluator sees everything.
//! let noise = Noise { seed: 1, levels: 100, symmetric: true };
//! let deep = AlphaBeta::new(AlphaBetaSettings::strong(6), noise)?.advise(&game, &state, &limits)?;
//! let whole = Exhaustive::new(ExhaustiveParams::default())?.advise(&game, &state, &limits)?;
//! assert_eq!(deep.best, whole.best);
//! assert_eq!(whole.proved(&game.facts()), Some(0));
//!
//! // The corners lose, the edges draw; tree search proves the same.
//! let corner = game.read_move(&state, "a3")?;
//! assert_eq!(whole.score_of(corner), Some(Score::Exact { points: -1, plies: Some(4) }));
//! let params = MctsParams { playouts: 2000, memory: 1 << 20, ..MctsParams::default() };
//! let sampled = Mcts::new(params)?.advise(&game, &state, &limits)?;
//! assert!(sampled.best.iter().all(|mv| whole.best.contains(mv)));
//! # Ok::<(), plyscope_game::Error>(())
//! ```

mod alphabeta;
mod backward;
pub mod blank;
mod budget;
mod by_keys;
mod exhaustive;
mod fit;
mod flat;
mod many;
mod matrix;
mod maxn;
mod mcts;
mod minimax;
mod noise;
mod one_ply;
mod order;
mod parallel;
mod paranoid;
mod played;
mod random;
mod replies;
mod steer;
mod table;
mod vector;
mod wandering;

pub use alphabeta::{AlphaBeta, AlphaBetaSettings};
pub use backward::BackwardInduction;
pub use budget::{SearchBudget, tighter};
pub use by_keys::by_keys;
pub use exhaustive::{
    DEEPEST, Exhaustive, ExhaustiveParams, NoMemory, NotSolved, SMALL, Solution, StateCounts,
    StateTable, Worth, states_at_least,
};
pub use fit::{fitting, refuse_hidden};
pub use flat::{Flat, FlatParams};
pub use maxn::MaxN;
pub use mcts::{Mcts, MctsParams};
pub use minimax::{Held, Minimax, minimax};
pub use noise::Noise;
pub use one_ply::{HeuristicAgent, OnePly};
pub use order::{MoveOrder, OrderBy, Ordering, Unordered};
pub use paranoid::Paranoid;
pub use played::Played;
pub use random::Random;
pub use steer::{Adviser, Lean, Policy, Steering};
pub use vector::{BatchParams, VectorMcts};
pub use wandering::Wandering;
