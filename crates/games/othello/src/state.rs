//! Where the discs lie, who moves, and the moves that follow.

use std::hash::{Hash, Hasher};
use std::iter::FusedIterator;

use plyscope_game::Player;

/// A position. See the [module](super) for the layout of the bits.
///
/// Carries the mover's legal moves: they follow from the discs, and finding
/// them once when the state is made serves both "is it over?" and "what can I play?".
#[derive(Clone, Copy, Debug)]
pub struct State {
    pub(super) own: u64,
    pub(super) theirs: u64,
    pub(super) moves: u64,
    /// How many legal moves there are: 1 for a pass, 0 if the game is over.
    pub(super) count: u8,
    pub(super) mover: Player,
}

impl State {
    /// The discs of `player`.
    #[inline]
    pub fn discs(&self, player: Player) -> u64 {
        if player == self.mover {
            self.own
        } else {
            self.theirs
        }
    }

    /// The cells where the mover can put a disc; none if he must pass or the game is over.
    #[inline]
    pub fn places(&self) -> u64 {
        self.moves
    }
}

impl PartialEq for State {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.own == other.own && self.theirs == other.theirs && self.mover == other.mover
    }
}

impl Eq for State {}

impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.own.hash(hasher);
        self.theirs.hash(hasher);
        self.mover.hash(hasher);
    }
}

/// A disc on a cell, or a pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(u8);

impl Move {
    /// Leaving the turn to the opponent.
    pub const PASS: Self = Self(64);

    #[inline]
    pub(super) fn on(bit: u32) -> Self {
        Self(bit as u8)
    }

    /// The bit of the disc's cell, or 64.
    #[inline]
    pub(super) fn place(self) -> u32 {
        u32::from(self.0)
    }

    /// The bit of the disc's cell; `None` for a pass.
    #[inline]
    pub fn bit(self) -> Option<u32> {
        (self != Self::PASS).then_some(u32::from(self.0))
    }
}

/// The legal moves of a state, cell by cell from the top left, or the pass.
#[derive(Clone, Debug)]
pub struct Moves {
    bits: u64,
    left: u8,
}

impl Moves {
    #[inline]
    pub(super) fn of(state: &State) -> Self {
        Self {
            bits: state.moves,
            left: state.count,
        }
    }
}

impl Iterator for Moves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        if self.left == 0 {
            return None;
        }
        self.left -= 1;
        if self.bits == 0 {
            return Some(Move::PASS);
        }
        let bit = self.bits.trailing_zeros();
        self.bits &= self.bits - 1;
        Some(Move::on(bit))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = usize::from(self.left);
        (left, Some(left))
    }
}

impl ExactSizeIterator for Moves {}
impl FusedIterator for Moves {}
