//! Exact Othello endgames: the value of every move under best play to the end.
//!
//! Null windows ask whether a move is worth at least so much, until the bounds
//! meet. From the root down: `root` chooses the questions, `deep` answers
//! with a table and moves in the `order` of promise, by a guess `ahead`
//! where many cells are empty, better one of `learned` patterns; `few` goes on
//! from nine cells, with `recent` states alone; `five` and `last` have written
//! out what to do with five cells and fewer.
//! Once the values stand, `lengths` and `ending` find how long best play takes.
//!
//! ```
//! use plyscope_game::{Agent, Game, Limits};
//! use plyscope_othello::{Othello, Payoff};
//! use plyscope_solver_othello::{OthelloSolver, SolverParams};
//!
//! let game = Othello::<4>::new(Payoff::WinLoss);
//! let mut solver = OthelloSolver::new(SolverParams { table_bytes: 1 << 20, ..SolverParams::default() })?;
//! let advice = solver.advise(&game, &game.start(), &Limits::every_move())?;
//! assert_eq!(advice.proved(&game.facts()), Some(-1));
//! # Ok::<(), plyscope_game::Error>(())
//! ```

// What the recursive functions need is inlined into them, or it is compiled
// without the instructions of their kernel.
#![allow(clippy::inline_always)]
// The kernels keep what they need in registers rather than behind a reference.
#![allow(clippy::too_many_arguments)]

mod agent;
mod ahead;
mod board;
mod callers_order;
#[allow(unsafe_code)]
mod code;
mod deep;
mod ending;
mod few;
mod five;
mod last;
mod last_flips;
mod learned;
mod learned_ahead;
mod learned_order;
mod lengths;
mod order;
mod recent;
mod root;
mod search;
mod stable;
mod table;
mod task;

#[cfg(test)]
mod tests;

pub use agent::{OthelloSolver, SolverParams};
pub use learned::LearnedOrder;
