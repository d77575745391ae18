//! Gomoku, "amoba" in Hungarian: five in a row on a large board.
//!
//! Players take turns to put a stone on an empty cell; a full board is a draw.
//!
//! ```
//! use plyscope_game::{Game, Notation};
//! use plyscope_gomoku::{FiveRule, Gomoku};
//!
//! let game = Gomoku::new(15, FiveRule::Freestyle)?;
//! let mut state = game.start();
//! let centre = game.read_move(&state, "h8")?;
//! game.play(&mut state, centre);
//! assert_eq!(game.moves(&state).len(), 15 * 15 - 1);
//! # Ok::<(), plyscope_game::Error>(())
//! ```

mod amoba;
mod features;
mod from_bits;
mod notation;
mod patterns;
mod places;
mod playout;
mod rules;
mod state;
#[cfg(test)]
mod tests;

pub use amoba::{Amoba, AmobaMore};
pub use features::{FiveWindows, Shapes};
pub use places::{Place, Places};
pub use rules::{FiveRule, Gomoku};
pub use state::State;
