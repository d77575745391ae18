//! What a game is: the traits and values that all other crates share.
//!
//! Rules ([`Game`]) are a value, states are plain data. [`Notation`] turns both
//! into text and pictures. [`Evaluator`], [`MoveHeuristic`] and [`Features`]
//! judge without looking ahead; an [`Agent`] puts a [`Score`] on every move.
//! [`contract::check`] holds any game to the promises made here.
//!
//! A whole game, with text and picture:
//!
//! ```
//! use plyscope_game::{Board, Cell, Error, Facts, Game, Notation, Payoffs, Player, contract};
//!
//! /// Take one, two or three sticks from a heap; who takes the last one wins.
//! struct Sticks(u8);
//!
//! impl Game for Sticks {
//!     type State = (u8, Player); // the sticks left, and who moves
//!     type Move = u8;
//!     type Moves = std::ops::Range<u8>;
//!
//!     fn facts(&self) -> Facts {
//!         Facts::win_draw_loss(self.0.into(), 3, 4)
//!     }
//!     fn start(&self) -> (u8, Player) {
//!         (self.0, Player::FIRST)
//!     }
//!     fn mover(&self, &(_, mover): &(u8, Player)) -> Player {
//!         mover
//!     }
//!     fn moves(&self, &(left, _): &(u8, Player)) -> Self::Moves {
//!         1..left.min(3) + 1
//!     }
//!     fn play(&self, (left, mover): &mut (u8, Player), taken: u8) {
//!         (*left, *mover) = (*left - taken, mover.opponent());
//!     }
//!     fn payoffs(&self, &(left, mover): &(u8, Player)) -> Option<Payoffs> {
//!         (left == 0).then(|| Payoffs::win(mover.opponent()))
//!     }
//!     fn move_index(&self, taken: u8) -> usize {
//!         taken.into()
//!     }
//! }
//!
//! impl Notation for Sticks {
//!     fn write_state(&self, &(left, mover): &(u8, Player)) -> String {
//!         format!("{left} {}", ["x", "o"][mover.index()])
//!     }
//!     fn read_state(&self, text: &str) -> Result<(u8, Player), Error> {
//!         let all = (0..=self.0).flat_map(|left| [(left, Player::FIRST), (left, Player::SECOND)]);
//!         let mut all = all.filter(|&(left, mover)| left < self.0 || mover == Player::FIRST);
//!         all.find(|state| self.write_state(state) == text.trim()).ok_or_else(|| {
//!             Error::misread(format!("`{text}` is no heap"), "write the sticks left and the mover: `5 x`")
//!         })
//!     }
//!     fn write_move(&self, _: &(u8, Player), taken: u8) -> String {
//!         taken.to_string()
//!     }
//!     fn read_move(&self, state: &(u8, Player), text: &str) -> Result<u8, Error> {
//!         let mv = self.moves(state).find(|taken| taken.to_string() == text.trim());
//!         mv.ok_or_else(|| Error::misread(format!("`{text}` cannot be taken"), "take 1, 2 or 3"))
//!     }
//!     fn board(&self, &(left, _): &(u8, Player)) -> Board {
//!         Board {
//!             columns: (1..=self.0).map(|stick| stick.to_string()).collect(),
//!             rows: vec![String::new()],
//!             pieces: (0..self.0).map(|stick| if stick < left { '|' } else { '.' }).collect(),
//!             ..Board::default()
//!         }
//!     }
//!     fn cell(&self, _: &(u8, Player), _: u8) -> Option<Cell> {
//!         None
//!     }
//! }
//!
//! contract::check(&Sticks(9), 100, 1);
//! assert_eq!(plyscope_game::perft(&Sticks(4), &Sticks(4).start(), 2).leaves, 6);
//! ```

mod advice;
pub mod any;
mod board;
mod chance;
pub mod contract;
mod error;
mod evaluate;
mod facts;
mod limits;
mod mix;
mod notation;
pub mod patterns;
mod payoffs;
mod perft;
mod player;
mod rules;
mod score;
mod tally;

pub use advice::{Advice, Advised, Agent};
pub use board::{Board, Cell, CellShape, Look};
pub use chance::Chance;
pub use error::{Error, ErrorKind};
pub use evaluate::{Evaluator, Explanation, Feature, Features, MoveHeuristic, Term, Value};
pub use facts::Facts;
pub use limits::{Deadline, Limits, Progress, Stop};
pub use mix::{mix, mix_all};
pub use notation::Notation;
pub use payoffs::{MAX_PLAYERS, Payoffs, Points};
pub use perft::{Perft, perft, perft_by_move};
pub use player::Player;
pub use rules::{Game, Noisy, PlayoutStart};
pub use score::{Rank, Score};
pub use tally::Tally;
