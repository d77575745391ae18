//! Connect Four: stones fall down the columns of an upright board, and a line of
//! four (or three, or five) wins. Boards from 4×4 to 10×10, as bit sets.
//!
//! [`Standard`] and [`EightByEight`] are compiled for their size;
//! `ConnectFour::new(AnySize::<u128>::new(9, 7, 4)?)` takes one at run time, and is
//! as fast as [`EightByEight`], within a few percent, where it is the same board.
//! [`Lines`] and [`Threats`] are features for linear evaluators.
//!
//! ```
//! use plyscope_connect4::{AnySize, ConnectFour};
//! use plyscope_game::{Chance, Game, Player};
//!
//! // A size chosen at run time, and a thousand random games.
//! let small = ConnectFour::new(AnySize::<u64>::new(5, 4, 3).expect("a board of 25 bits"));
//! let tally = small.playouts(&small.start(), 1000, &mut Chance::new(1));
//! assert!(tally.mean(Player::FIRST) > 0.0);
//! ```

#[cfg(target_arch = "x86_64")]
mod avx2;
pub mod baseline;
mod bits;
mod features;
mod from_bits;
mod lanes;
mod line;
mod mirror;
mod notation;
mod pack;
mod patterns;
mod playout;
mod read_state;
mod rules;
mod shape;
mod state;
#[cfg(test)]
mod tests;

pub use bits::Bits;
pub use features::{Lines, Threats};
pub use rules::Moves;
pub use shape::{AnySize, CONNECTS, Fixed, SIDES, Shape, SizeError};
pub use state::{State, Stone};

/// The rules on a board of one shape.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ConnectFour<S> {
    shape: S,
}

/// The game in the shops: seven columns, six rows, four in a line.
pub type Standard = ConnectFour<Fixed<u64, 7, 6, 4>>;

/// The game of Lin and van Lent: eight columns, eight rows, four in a line.
pub type EightByEight = ConnectFour<Fixed<u128, 8, 8, 4>>;

impl<S: Shape> ConnectFour<S> {
    /// The rules on a board of this shape.
    #[must_use]
    pub const fn new(shape: S) -> Self {
        Self { shape }
    }

    /// The shape of the board.
    #[inline]
    pub fn shape(&self) -> S {
        self.shape
    }
}
