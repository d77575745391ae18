//! Judging without looking ahead: weighted sums, tables of patterns, and expected outcomes by playing out.
//!
//! ```
//! use plyscope_eval::Linear;
//! use plyscope_game::{Agent, Deadline, Evaluator, Game, Limits, Player};
//! use plyscope_othello::{Mobility, Othello};
//! use plyscope_search::OnePly;
//!
//! let game = Othello::<8>::default();
//! // A move of one's own counts 1, one of the opponent's −2.
//! let mobility = Linear::new(&game, Mobility, vec![1.0, -2.0]);
//! let start = game.start();
//! assert_eq!(mobility.value(&game, &start, Player::FIRST), 4.0 - 2.0 * 4.0);
//! let why = mobility.explain(&game, &start, Player::FIRST, &Deadline::never());
//! assert_eq!(why.expect("no deadline").terms[1].product(), -8.0);
//!
//! // As an agent, it looks at the state after each move.
//! let mut agent = OnePly { evaluator: mobility };
//! let advice = agent.advise(&game, &start, &Limits::every_move())?;
//! assert_eq!(advice.moves.len(), 4);
//! # Ok::<(), plyscope_game::Error>(())
//! ```

pub mod expected_outcome;
mod history;
mod linear;
mod mobility;
pub mod patterns;

pub use history::{History, LONGEST_RANDOM_GAME, endless_random_game};
pub use linear::{Linear, Offset};
pub use mobility::MoverMobility;
