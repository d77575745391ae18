//! Published tables of weighted squares, as weights of the features [`Squares`](super::Squares).
//!
//! All were made for the 8×8 board. On a smaller board a square takes the
//! weight of the square as far from its corner, that is, of the same name:
//! 6×6 uses a1, b1, c1, b2, c2, c3, and 4×4 uses a1, b1, b2, so that its centre
//! is what lies next to the corners. The publications say nothing of smaller
//! boards; this rule is ours.

use plyscope_game::Value;

/// A published table: the weight of a disc on each class of squares.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SquareTable {
    /// The name in specs.
    pub name: &'static str,
    /// Who published it, when and where.
    pub source: &'static str,
    /// The weights of a1 b1 c1 d1, b2 c2 d2, c3 d3, d4.
    weights: [Value; 10],
}

impl SquareTable {
    /// The weights on the board of `size` by `size` (4, 6 or 8), in the order of [`Squares`](super::Squares).
    pub fn weights(&self, size: u8) -> Vec<Value> {
        let half = usize::from(size / 2);
        let row = |row: usize| {
            // Rows of 4, 3, 2 and 1 classes stand one after the other.
            let begin = row * (9 - row) / 2;
            &self.weights[begin..begin + half - row]
        };
        (0..half).flat_map(row).copied().collect()
    }
}

/// The tables, the best known first.
pub const TABLES: [SquareTable; 7] = [
    SquareTable {
        name: "norvig",
        source: "P. Norvig, Paradigms of Artificial Intelligence Programming (1992), chapter 18",
        weights: [120.0, -20.0, 20.0, 5.0, -40.0, -5.0, -5.0, 15.0, 3.0, 3.0],
    },
    SquareTable {
        name: "standard",
        source: "the standard weighted piece counter of the Othello League: S. M. Lucas and \
                 T. P. Runarsson (2006), after T. Yoshioka, S. Ishii and M. Ito (1999); printed in \
                 M. Szubert, W. Jaśkowski and K. Krawiec (2013)",
        weights: [1.0, -0.25, 0.10, 0.05, -0.25, 0.01, 0.01, 0.05, 0.02, 0.01],
    },
    SquareTable {
        name: "van-eck",
        source: "the positional player of N. J. van Eck and M. van Wezel, Computers & Operations \
                 Research 35 (2008), as quoted by others; the print was not seen",
        weights: [100.0, -20.0, 10.0, 5.0, -50.0, -2.0, -2.0, -1.0, -1.0, -1.0],
    },
    SquareTable {
        name: "windows",
        source: "the reversi program of early Microsoft Windows, as given on \
                 samsoft.org.uk/reversi/strategy.htm",
        weights: [99.0, -8.0, 8.0, 6.0, -24.0, -4.0, -3.0, 7.0, 4.0, 0.0],
    },
    SquareTable {
        name: "kukreja",
        source: "K. Kukreja, Heuristic function for Reversi (Othello), blog, 30 March 2013",
        weights: [20.0, -3.0, 11.0, 8.0, -7.0, -4.0, 1.0, 2.0, 2.0, -3.0],
    },
    SquareTable {
        name: "van-der-haar",
        source: "P. van der Haar, comp.ai.games, 5 March 1996",
        weights: [1024.0, 2.0, 256.0, 16.0, 1.0, 8.0, 4.0, 128.0, 32.0, 128.0],
    },
    SquareTable {
        name: "sixty-four",
        source: "handed on among amateur programs; its origin was not found",
        weights: [64.0, -30.0, 10.0, 5.0, -40.0, 2.0, 2.0, 5.0, 1.0, 1.0],
    },
];

/// The table of that name.
pub fn table(name: &str) -> Option<&'static SquareTable> {
    TABLES.iter().find(|table| table.name == name)
}

#[cfg(test)]
mod tests {
    use plyscope_game::Features;

    use super::{TABLES, table};
    use crate::{Othello, Squares};

    #[test]
    fn smaller_boards_take_the_weights_of_squares_of_the_same_name() {
        let norvig = table("norvig").expect("there");
        let names = [
            Squares.list(&Othello::<4>::default()),
            Squares.list(&Othello::<6>::default()),
            Squares.list(&Othello::<8>::default()),
        ];
        let whole = norvig.weights(8);
        for (size, names) in [4, 6, 8].into_iter().zip(&names) {
            let weights = norvig.weights(size);
            assert_eq!(weights.len(), names.len());
            for (feature, weight) in names.iter().zip(weights) {
                let same = Squares
                    .list(&Othello::<8>::default())
                    .iter()
                    .position(|other| other.name == feature.name);
                assert_eq!(whole[same.expect("there")].to_bits(), weight.to_bits());
            }
        }
    }

    #[test]
    fn names_differ() {
        for (index, one) in TABLES.iter().enumerate() {
            assert!(
                TABLES[index + 1..]
                    .iter()
                    .all(|other| other.name != one.name)
            );
        }
        assert_eq!(table("no such table"), None);
    }
}
