//! The claim that minimax keeps only one position at each level, counted.

use plyscope_game::{Game, Player};
use plyscope_mnk::Mnk;
use plyscope_search::minimax;
use serde::Serialize;

use super::search::no_limit;
use super::tree::levys_evaluator;

/// What a search of the start took.
#[derive(Clone, Debug, Serialize)]
pub struct Memory {
    /// Plies looked ahead.
    pub depth: u32,
    /// States visited.
    pub nodes: u64,
    /// The most states that were kept at any moment.
    pub held: u32,
    /// What the chapter says: one a level, the root included.
    pub claimed: u32,
}

/// Searches the start to every depth there is.
pub(super) fn memory(game: &Mnk) -> Vec<Memory> {
    let evaluator = levys_evaluator(game);
    let search = |depth| {
        let mut held = no_limit();
        let start = game.start();
        minimax(
            game,
            &evaluator,
            &start,
            Player::FIRST,
            (depth, 0),
            &mut held,
        );
        Memory {
            depth,
            nodes: held.budget.nodes(),
            held: held.most,
            claimed: depth + 1,
        }
    };
    (1..=game.facts().max_plies).map(search).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_held_are_depth_and_one() {
        let rows = memory(&Mnk::tictactoe());
        assert_eq!(rows.len(), 9);
        assert!(rows.iter().all(|row| row.held == row.depth + 1));
        assert_eq!(rows[1].nodes, 1 + 9 + 72);
        assert_eq!(rows[8].nodes, 549_946);
    }
}
