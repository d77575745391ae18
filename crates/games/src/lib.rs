//! Games written in Rust, one folder each: rules, notation, features.
//!
//! Rules are values with their sizes as parameters; states and moves are bits
//! ([`othello::Othello::state_from`] and its like) or text.
//!
//! ```
//! use plyscope_game::{Chance, Game, Notation, Player, perft};
//! use plyscope_games::connect4::{AnySize, ConnectFour};
//! use plyscope_games::othello::Othello;
//!
//! let othello = Othello::<8>::default();
//! let mut state = othello.start();
//! for text in ["d3", "c3", "c4"] {
//!     let mv = othello.read_move(&state, text)?;
//!     othello.play(&mut state, mv);
//! }
//! assert_eq!(state.discs(Player::FIRST).count_ones(), 5);
//! assert_eq!(perft(&othello, &othello.start(), 6).leaves, 8200);
//!
//! // A size chosen at run time, and a thousand random games.
//! let small = ConnectFour::new(AnySize::<u64>::new(5, 4, 3).expect("a board of 25 bits"));
//! let tally = small.playouts(&small.start(), 1000, &mut Chance::new(1));
//! assert!(tally.mean(Player::FIRST) > 0.0);
//! # Ok::<(), plyscope_game::Error>(())
//! ```

pub mod breakthrough;
mod cells;
pub mod chess;
pub mod connect4;
pub mod gomoku;
mod grid;
pub mod mnk;
pub mod othello;
