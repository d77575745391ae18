//! Our agents for other people's programs: servers of the protocols they speak.
//!
//! A server reads commands from one end and answers at the other; tests give it
//! texts, the command gives it standard input and output.

mod gomocup;
mod nboard;
mod player;
mod uci;

pub use gomocup::serve_gomocup;
pub use nboard::serve_nboard;
pub use player::{MakeServed, ServedAgent, Wish, WriteMove};
pub use uci::serve_uci;
