//! A heuristic of moves: what the square is worth that is moved to.

use plyscope_game::{MoveHeuristic, Player, Value};

use super::features::class_masks;
use super::tables::SquareTable;
use super::{Move, Othello, State};

/// Values a move by the square it takes, after a table of weights; makes no move, and sees no disc turned.
#[derive(Clone, Debug)]
pub struct SquareTaken {
    /// By the bit of the cell; the pass is worth 0.
    worth: [Value; 65],
}

impl SquareTaken {
    /// The squares' worth by `table`, on a board of `N` by `N`.
    #[must_use]
    pub fn new<const N: u8>(table: &SquareTable) -> Self {
        let mut worth = [0.0; 65];
        for (mask, weight) in class_masks::<N>().iter().zip(table.weights(N)) {
            for (bit, own) in worth.iter_mut().enumerate().take(64) {
                if mask >> bit & 1 == 1 {
                    *own = weight;
                }
            }
        }
        Self { worth }
    }
}

impl<const N: u8> MoveHeuristic<Othello<N>> for SquareTaken {
    fn move_value(&self, _: &Othello<N>, _: &State, _: Player, mv: Move) -> Value {
        self.worth[mv.place() as usize]
    }
}

#[cfg(test)]
mod tests {
    use plyscope_game::{Game, Notation};

    use super::*;
    use crate::Payoff;
    use crate::tables::table;

    #[test]
    fn the_first_moves_are_worth_what_the_table_says_of_their_squares() {
        let game = Othello::<8>::new(Payoff::WinLoss);
        let start = game.start();
        let norvig = SquareTaken::new::<8>(table("norvig").unwrap());
        for mv in game.moves(&start) {
            // d3, c4, f5 and e6 are images of each other.
            let value = norvig.move_value(&game, &start, Player::FIRST, mv);
            assert!(
                (value - 3.0).abs() < 1e-6,
                "{}",
                game.write_move(&start, mv)
            );
        }
        let corner = norvig.worth.iter().filter(|own| **own > 119.0);
        assert_eq!(corner.count(), 4);
    }
}
