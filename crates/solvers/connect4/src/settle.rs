//! Playing out what is forced before a node is made of it.
//!
//! A player who must stop a line, or has one move that does not lose at once,
//! has no choice; the search begins where the mover has one.

use plyscope_connect4::Shape;

use super::board::Board;

/// Stones on the board.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Position {
    /// Stones of the mover.
    pub(super) mine: u64,
    /// Stones of both.
    pub(super) all: u64,
    /// How many there are.
    pub(super) ply: u32,
}

impl Position {
    /// Stones of the player who waits.
    #[inline]
    pub(super) fn theirs(&self) -> u64 {
        self.mine ^ self.all
    }

    /// After a stone of the mover on `cell`.
    #[inline]
    pub(super) fn after(&self, cell: u64) -> Self {
        Self {
            mine: self.theirs(),
            all: self.all | cell,
            ply: self.ply + 1,
        }
    }
}

/// A position in which the mover has a choice: he cannot win at once, need not
/// stop a line, and has at least two moves that do not lose at once.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Open {
    pub(super) position: Position,
    /// Empty cells that complete a line of the player who waits.
    pub(super) threats: u64,
    /// The moves that do not let him win at once.
    pub(super) safe: u64,
}

/// What came of playing out forced moves.
#[derive(Clone, Copy, Debug)]
pub(super) enum Settled {
    /// The value to the player who moved at the beginning.
    Value(i32),
    /// A choice, and whether it is the other player's.
    Open(Open, bool),
}

impl<S: Shape> Board<S> {
    /// What a win is worth with the stone that makes `ply` stones in all: 1 with
    /// the last one of the winner, 2 with the one before, and so on.
    #[inline]
    pub(super) fn win_at(&self, ply: u32) -> i32 {
        1 + (self.size() as i32 - ply as i32) / 2
    }

    /// Plays forced moves until there is a choice or an end.
    ///
    /// The mover cannot win at once; `threats` are the completions of the player who waits.
    #[expect(
        clippy::inline_always,
        reason = "called once, in the innermost loop: 5 % faster"
    )]
    #[inline(always)]
    pub(super) fn settle(&self, mut position: Position, mut threats: u64) -> Settled {
        let mut swapped = false;
        loop {
            let landings = self.landings(position.all);
            let safe = landings & !(threats >> 1);
            let wins = threats & landings;
            let forced = if wins == 0 { safe } else { wins & safe };
            if forced == 0 || wins & wins.wrapping_sub(1) != 0 {
                let value = if landings == 0 {
                    0
                } else {
                    -self.win_at(position.ply + 2)
                };
                return Settled::Value(if swapped { -value } else { value });
            }
            if forced & (forced - 1) != 0 {
                let open = Open {
                    position,
                    threats,
                    safe,
                };
                return Settled::Open(open, swapped);
            }
            position = position.after(forced);
            swapped = !swapped;
            threats = self.completions(position.theirs(), position.all);
        }
    }
}
