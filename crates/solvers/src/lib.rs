//! Searches that know one game's bits.
//!
//! [`connect4::ConnectFourSolver`] solves Connect Four on every board of 64 bits,
//! with opening books; [`othello::OthelloSolver`] the ends of Othello, and 6×6
//! whole. [`gomoku::Threats`] finds wins of gomoku by fours and open threes.
//! [`two_tier::TwoTier`] plays Connect Four after Lin and van Lent.
//!
//! ```
//! use plyscope_game::{Agent, Game, Limits, Notation, Score};
//! use plyscope_games::connect4::Standard;
//! use plyscope_solvers::connect4::{ConnectFourSolver, SolverParams};
//!
//! let game = Standard::default();
//! let mut state = game.start();
//! for column in "44444222226666611111".chars() {
//!     let mv = game.read_move(&state, &column.to_string())?;
//!     game.play(&mut state, mv);
//! }
//! let mut solver = ConnectFourSolver::new(SolverParams::default());
//! let advice = solver.advise(&game, &state, &Limits::every_move())?;
//! assert!(advice.moves.iter().all(|own| matches!(own.score, Score::Exact { .. })));
//! # Ok::<(), plyscope_game::Error>(())
//! ```

pub mod connect4;
pub mod gomoku;
mod order;
pub mod othello;
pub mod two_tier;
