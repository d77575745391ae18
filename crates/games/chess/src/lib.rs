//! Chess, by the usual rules, on the boards and moves of cozy-chess.
//!
//! Fifty moves without a capture or a pawn move, the third time of a position,
//! and material that cannot mate are draws at once; nobody has to claim them.
//!
//! ```
//! use plyscope_chess::Chess;
//! use plyscope_game::{Game, Notation, perft};
//!
//! let game = Chess::default();
//! let mut state = game.start();
//! for text in ["e4", "e5", "Nf3"] {
//!     let mv = game.read_move(&state, text)?;
//!     game.play(&mut state, mv);
//! }
//! assert_eq!(perft(&game, &game.start(), 3).leaves, 8902);
//! # Ok::<(), plyscope_game::Error>(())
//! ```

mod attacks;
pub mod baseline;
mod dead;
mod features;
mod fen;
mod for_engines;
mod moves;
mod notation;
mod past;
mod rules;
mod san;
mod state;
#[cfg(test)]
mod tests;

pub use cozy_chess::{Board, Color, Move, Piece, Square};
pub use features::{Attack, Material, Rich};
pub use moves::Moves;
pub use rules::Chess;
pub use state::State;
