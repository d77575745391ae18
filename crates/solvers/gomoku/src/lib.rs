//! Threat search in gomoku: wins by fours, which leave one answer, and by open threes, which leave few.
//!
//! [`ThreatSearch`] puts it before any other agent. A win by fours is checked by the
//! rules of the game against every legal answer before it is called proved; a
//! win by threes is searched against every legal answer.
//!
//! ```
//! use plyscope_game::{Agent, Game, Limits, Notation, Player};
//! use plyscope_gomoku::{FiveRule, Gomoku};
//! use plyscope_search::Random;
//! use plyscope_solver_gomoku::{ThreatParams, ThreatSearch};
//!
//! let game = Gomoku::new(15, FiveRule::Freestyle)?;
//! // Four in a row with both ends open: any of two cells wins at once.
//! let state = game.read_state("15/15/15/15/15/5oo8/5oo8/4xxxx7/15/15/15/15/15/15/15")?;
//! assert_eq!(game.mover(&state), Player::FIRST);
//! let mut agent = ThreatSearch::new(ThreatParams::default(), Random { seed: 1 });
//! let advice = agent.advise(&game, &state, &Limits::best_move())?;
//! let mut next = state.clone();
//! game.play(&mut next, advice.best[0]);
//! assert!(game.payoffs(&next).is_some());
//! # Ok::<(), plyscope_game::Error>(())
//! ```

mod agent;
mod check;
mod field;
mod search;
#[cfg(test)]
mod tests;

pub use agent::{ThreatParams, ThreatSearch};
pub use check::wins_by_fours;
pub use search::{four_win, threat_win};
