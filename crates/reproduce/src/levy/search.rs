//! The house's plain minimax, asked for one number.

use plyscope_game::{Evaluator, Game, Limits, Player, Rank};
use plyscope_search::{Held, SearchBudget, minimax};

/// The worth of `state` to `viewer`, `depth` plies ahead.
pub(super) fn rank<G: Game, E: Evaluator<G>>(
    game: &G,
    evaluator: &E,
    state: &G::State,
    viewer: Player,
    depth: u32,
) -> Rank {
    minimax(game, evaluator, state, viewer, (depth, 0), &mut no_limit())
}

/// Counts without end.
pub(super) fn no_limit() -> Held {
    Held::new(SearchBudget::new(None, None, &Limits::default()))
}
