//! How patterns of gomoku are learned.

use plyscope_game::Error;
use plyscope_gomoku::Gomoku;
use plyscope_workbench::patterns::{Ends, Habits, Opponent, learn};
use plyscope_workbench::{LearnedPatterns, PatternOrder};

/// Learns patterns of gomoku.
pub(crate) fn learn_gomoku(
    game: &Gomoku,
    order: &PatternOrder<'_>,
    against: Option<&Opponent<'_, Gomoku>>,
) -> Result<LearnedPatterns, Error> {
    let habits = Habits {
        unit: 1024,
        states: 40,
        random_plies: (2, 8),
    };
    learn(game, order, against, habits, &|| Ends)
}
