//! The shallow tier: what the cells next to a move say about it.
//!
//! The paper says that scores are kept in an array and stay below the
//! difference of two utilities, and prints none of them. These are ours: a
//! neighbour of one's own begins a line, one of the opponent's is hemmed in,
//! and an empty one leaves room, which also leads away from the edges.

use plyscope_connect4::{Bits, ConnectFour, Shape, State, Stone};
use plyscope_game::{Game, MoveHeuristic, Player, Value};

/// A score for each kind of neighbour of a move's cell; cells off the board count nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Greedy {
    /// For each stone of the mover's own.
    pub own: u8,
    /// For each stone of the opponent's.
    pub theirs: u8,
    /// For each empty cell.
    pub empty: u8,
}

impl Greedy {
    /// For playing to win: join one's own stones.
    pub const JOIN: Self = Self {
        own: 3,
        theirs: 2,
        empty: 1,
    };

    /// For playing long: stand in the opponent's way.
    ///
    /// More for `theirs` lost more without playing longer: 1, 3, 0 won 9 of 60 games
    /// against Monte Carlo with 500 playouts at depth 8, these weights 30.
    pub const BLOCK: Self = Self {
        own: 2,
        theirs: 3,
        empty: 1,
    };

    /// No score of [`Self::JOIN`] or [`Self::BLOCK`] is higher: a cell has eight neighbours.
    pub const MOST: i64 = 8 * 3;

    /// The score of a stone of the mover on `landing`, one cell.
    #[inline]
    pub(super) fn score<S: Shape>(
        self,
        shape: &S,
        state: &State<S::Bits>,
        landing: S::Bits,
    ) -> i64 {
        let near = neighbours(shape, landing);
        let count = |stones: S::Bits| i64::from((near & stones).count());
        i64::from(self.own) * count(state.moving())
            + i64::from(self.theirs) * count(state.waiting())
            + i64::from(self.empty) * count(!state.all())
    }
}

impl Default for Greedy {
    fn default() -> Self {
        Self::JOIN
    }
}

/// Worth the score of the mover's neighbours, whoever asks for himself; the other player sees it negated.
impl<S: Shape> MoveHeuristic<ConnectFour<S>> for Greedy {
    fn move_value(
        &self,
        game: &ConnectFour<S>,
        state: &State<S::Bits>,
        player: Player,
        mv: Stone,
    ) -> Value {
        let score = self.score(&game.shape(), state, S::Bits::ONE << mv.cell()) as Value;
        if game.mover(state) == player {
            score
        } else {
            -score
        }
    }
}

/// The cells around one cell, at most eight.
///
/// The bit above each column is no cell, so neighbours do not reach around an edge.
#[inline]
fn neighbours<S: Shape>(shape: &S, cell: S::Bits) -> S::Bits {
    let stride = shape.stride();
    let upright = (cell << 1) | (cell >> 1);
    let three = cell | upright;
    (upright | (three << stride) | (three >> stride)) & shape.cells()
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyscope_connect4::{AnySize, EightByEight, SIDES};
    use plyscope_game::Notation;

    #[test]
    fn neighbours_are_the_cells_one_step_away() {
        for (width, height) in SIDES.flat_map(|width| SIDES.map(move |height| (width, height))) {
            let shape = AnySize::<u128>::new(width, height, 4).unwrap();
            let cells = || (0..width).flat_map(|column| (0..height).map(move |row| (column, row)));
            let bit = |(column, row): (u32, u32)| 1u128 << (column * shape.stride() + row);
            for cell in cells() {
                let near = |other: &(u32, u32)| {
                    *other != cell && other.0.abs_diff(cell.0) <= 1 && other.1.abs_diff(cell.1) <= 1
                };
                let expected = cells().filter(near).fold(0, |all, other| all | bit(other));
                assert_eq!(neighbours(&shape, bit(cell)), expected, "{cell:?}");
            }
        }
    }

    #[test]
    fn stones_and_room_around_the_cell_add_up() {
        let game = EightByEight::default();
        let mut state = game.start();
        for text in ["4", "5"] {
            let mv = game.read_move(&state, text).unwrap();
            game.play(&mut state, mv);
        }
        let value = |text: &str, player| {
            let mv = game.read_move(&state, text).unwrap();
            Greedy::JOIN.move_value(&game, &state, player, mv) as i32
        };
        // On top of one's own stone, beside theirs: 3 + 2, and six empty cells.
        assert_eq!(value("4", Player::FIRST), 11);
        // In the corner: three empty cells.
        assert_eq!(value("1", Player::FIRST), 3);
        assert_eq!(value("1", Player::SECOND), -3);
    }

    #[test]
    fn the_scores_never_reach_the_smallest_difference_of_two_utilities() {
        use super::super::Utility;
        for columns in SIDES {
            for depth in 1..=Utility::MAX_DEPTH {
                assert!(Greedy::MOST < Utility::new(columns, depth).step());
            }
        }
        for greedy in [Greedy::JOIN, Greedy::BLOCK] {
            let highest = greedy.own.max(greedy.theirs).max(greedy.empty);
            assert!(8 * i64::from(highest) <= Greedy::MOST);
        }
    }
}
