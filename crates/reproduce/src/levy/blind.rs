//! Levy's program without an eye for finished games, held against every line.

use plyscope_game::Player;
use plyscope_mnk::Mnk;
use plyscope_search::Minimax;
use serde::Serialize;

use super::lines::{LineGames, play_all_of};
use super::tree::levys_evaluator;
use super::unending::{Same, Unending};
use super::values::Values;

/// Levy's evaluation at some depth, with and without recognising the end.
#[derive(Clone, Debug, Serialize)]
pub struct Blind {
    /// Plies looked ahead.
    pub depth: u32,
    /// Which the program plays: `cross`, who moves first, or `nought`.
    pub side: &'static str,
    /// The search stops at a finished game and knows who won.
    pub seeing: LineGames,
    /// The search plays on after a 3-row and trusts the evaluation.
    pub blind: LineGames,
}

/// The sides, cross first.
pub(super) const SIDES: [(Player, &str); 2] =
    [(Player::FIRST, "cross"), (Player::SECOND, "nought")];

pub(super) fn blind(game: &Mnk, values: &Values) -> Vec<Blind> {
    let both = |depth| SIDES.map(|(player, side)| (depth, player, side));
    let cases = (1..=3).flat_map(both);
    cases
        .map(|(depth, player, side)| {
            let evaluator = levys_evaluator(game);
            let mut sees = Minimax {
                depth,
                evaluator: evaluator.clone(),
            };
            let mut does_not = Minimax {
                depth,
                evaluator: Same(evaluator),
            };
            let unending = Unending(game.clone());
            let rules = (game, values);
            Blind {
                depth,
                side,
                seeing: play_all_of(rules, player, game, &mut sees, Some),
                blind: play_all_of(rules, player, &unending, &mut does_not, |mv| mv),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_term_for_the_opponents_row_a_blind_search_loses() {
        let game = Mnk::tictactoe();
        let rows = blind(&game, &Values::new(&game));
        let lost = |depth, side| {
            let row = rows.iter().find(|r| r.depth == depth && r.side == side);
            row.map(|row| row.blind.lost > 0)
        };
        assert_eq!(lost(2, "nought"), Some(true));
        assert_eq!(lost(3, "cross"), Some(true));
        assert_eq!(lost(2, "cross"), Some(false));
        assert!(
            rows.iter()
                .all(|row| row.depth == 1 || row.seeing.lost == 0)
        );
    }
}
