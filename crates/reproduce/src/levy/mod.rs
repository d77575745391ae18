//! D. Levy, "Two-Person Games": noughts and crosses by minimax, and Task 2.
//!
//! Every number is computed by the features and the search of the house; what
//! the chapter prints is only shown beside it. [`report`] does everything in
//! well under a second.

mod blind;
mod bounds;
mod cells;
mod cone;
mod decisions;
mod formula;
mod lines;
mod memory;
mod proof;
mod search;
mod slips;
mod states;
mod task;
mod text;
mod tree;
mod unending;
mod values;

use plyscope_mnk::Mnk;
use serde::Serialize;

pub use blind::Blind;
pub use bounds::{Bounds, BoundsFound};
pub use lines::LineGames;
pub use memory::Memory;
pub use slips::Slip;
pub use task::{Answer, Certified, Deeper, FeatureSet, Task, TaskSolution};
pub use tree::{BackedUp, ChosenMove, FirstMove, LevyPosition, Tree};

/// The chapter, theirs beside ours; its `Display` is the text for people.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The weights of c3, n2, c2, n1, c1.
    pub weights: [i32; 5],
    /// The tree of one and two plies with its scores.
    pub tree: Tree,
    /// States held at once by minimax, for every depth.
    pub memory: Vec<Memory>,
    /// What can stand on the board at once.
    pub bounds: Bounds,
    /// Where the print differs from its own definitions.
    pub slips: Vec<Slip>,
    /// Levy's weights with and without an eye for finished games.
    pub without_end: Vec<Blind>,
    /// The answer to Task 2.
    pub task: Task,
}

/// Does the chapter's work.
#[must_use]
pub fn report() -> Report {
    let game = Mnk::tictactoe();
    let values = values::Values::new(&game);
    let tree = tree::tree(&game);
    let bounds = bounds::bounds(&game);
    let without_end = blind::blind(&game, &values);
    Report {
        weights: tree::WEIGHTS,
        slips: slips::slips(&game, &tree, &bounds, &without_end),
        tree,
        memory: memory::memory(&game),
        bounds,
        without_end,
        task: task::task(&game, &values),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use super::*;

    /// Looked at by several tests; all its numbers take a second.
    static TEXT: LazyLock<String> = LazyLock::new(|| report().to_string());

    #[test]
    fn the_text_fits_eighty_columns_and_nothing_differs() {
        let text = &*TEXT;
        for line in text.lines() {
            assert!(line.chars().count() <= 80, "{line}");
            assert_eq!(line, line.trim_end());
        }
        assert!(!text.contains("differs"));
        assert!(text.contains("6·c2 − 5·n2 − 2·n1"));
    }

    #[test]
    fn two_reports_are_the_same() {
        assert_eq!(*TEXT, report().to_string());
    }
}
