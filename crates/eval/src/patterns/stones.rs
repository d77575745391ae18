//! Games whose states are stones of two players on cells, as patterns see them.

use plyscope_game::{Error, Game};
use plyscope_games::connect4::{ConnectFour, Fixed};
use plyscope_games::gomoku::Gomoku;
use plyscope_games::othello::{Othello, SmallOthello};

use super::set::PatternSet;
use super::shipped::shipped;
use super::tables::PatternWeights;
use super::{connect4, gomoku, othello};

/// A game of stones on cells for which there are patterns.
pub trait StoneGame: Game {
    /// A set of cells.
    type Cells: Copy + AsRef<[u64]> + Send + Sync + 'static;

    /// The stones of the mover and those of the opponent.
    fn stones(&self, state: &Self::State) -> (Self::Cells, Self::Cells);

    /// The sets of patterns that there are, the usual one first: name and what it looks at.
    fn pattern_sets(&self) -> &'static [(&'static str, &'static str)];

    /// The set of that name.
    fn pattern_set(&self, name: &str) -> Option<PatternSet>;

    /// What files call the board, such as `othello:size=8`.
    fn board(&self) -> String;

    /// Weights from the bytes of a file, if they are for this board.
    ///
    /// # Errors
    /// When the bytes are no such file, are damaged, or are for another board.
    fn read_patterns(&self, bytes: &[u8]) -> Result<PatternWeights, Error> {
        PatternWeights::from_bytes(bytes, &self.board(), |name| self.pattern_set(name))
    }

    /// The weights that ship for this board, if there are any.
    fn shipped_patterns(&self) -> Option<PatternWeights> {
        self.read_patterns(shipped(&self.board())?).ok()
    }
}

impl<const N: u8> StoneGame for Othello<N> {
    type Cells = [u64; 1];

    #[inline]
    fn stones(&self, state: &Self::State) -> ([u64; 1], [u64; 1]) {
        let mover = self.mover(state);
        ([state.discs(mover)], [state.discs(mover.opponent())])
    }

    fn pattern_sets(&self) -> &'static [(&'static str, &'static str)] {
        othello::SETS
    }

    fn pattern_set(&self, name: &str) -> Option<PatternSet> {
        othello::set::<N>(name)
    }

    fn board(&self) -> String {
        othello::board::<N>()
    }
}

impl StoneGame for SmallOthello {
    type Cells = [u64; 1];

    #[inline]
    fn stones(&self, state: &Self::State) -> ([u64; 1], [u64; 1]) {
        match self {
            Self::Four(game) => game.stones(state),
            Self::Six(game) => game.stones(state),
        }
    }

    fn pattern_sets(&self) -> &'static [(&'static str, &'static str)] {
        othello::SETS
    }

    fn pattern_set(&self, name: &str) -> Option<PatternSet> {
        match self {
            Self::Four(game) => game.pattern_set(name),
            Self::Six(game) => game.pattern_set(name),
        }
    }

    fn board(&self) -> String {
        match self {
            Self::Four(game) => game.board(),
            Self::Six(game) => game.board(),
        }
    }
}

impl<const W: u8, const H: u8, const K: u8> StoneGame for ConnectFour<Fixed<u64, W, H, K>> {
    type Cells = [u64; 1];

    #[inline]
    fn stones(&self, state: &Self::State) -> ([u64; 1], [u64; 1]) {
        ([state.moving()], [state.waiting()])
    }

    fn pattern_sets(&self) -> &'static [(&'static str, &'static str)] {
        connect4::SETS
    }

    fn pattern_set(&self, name: &str) -> Option<PatternSet> {
        connect4::set(&self.shape(), name)
    }

    fn board(&self) -> String {
        connect4::board(&self.shape())
    }
}

impl StoneGame for Gomoku {
    type Cells = [u64; gomoku::WORDS];

    #[inline]
    fn stones(&self, state: &Self::State) -> (Self::Cells, Self::Cells) {
        let mover = self.mover(state);
        let cells = |player| gomoku::cells(&state.rows_of(player), self.size());
        (cells(mover), cells(mover.opponent()))
    }

    fn pattern_sets(&self) -> &'static [(&'static str, &'static str)] {
        gomoku::SETS
    }

    fn pattern_set(&self, name: &str) -> Option<PatternSet> {
        gomoku::set(self.size(), name)
    }

    fn board(&self) -> String {
        gomoku::board(self.size())
    }
}
