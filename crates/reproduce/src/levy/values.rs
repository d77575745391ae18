//! What every state is worth under best play, found once.

use std::collections::HashMap;

use plyscope_game::{Game, Player, Points};
use plyscope_mnk::{Mnk, State};

use super::cells::after;

/// The points of the first player in every state that play can reach, one entry for all its images.
#[derive(Clone, Debug)]
pub(super) struct Values {
    first: HashMap<State, Points>,
}

impl Values {
    pub(super) fn new(game: &Mnk) -> Self {
        let mut values = Self {
            first: HashMap::new(),
        };
        values.solve(game, &game.start());
        values
    }

    /// What best play by both gives `player`.
    pub(super) fn of(&self, game: &Mnk, state: &State, player: Player) -> Points {
        let first = self.first[&game.canonical(state)];
        if player == Player::FIRST {
            first
        } else {
            -first
        }
    }

    fn solve(&mut self, game: &Mnk, state: &State) -> Points {
        let canonical = game.canonical(state);
        if let Some(&known) = self.first.get(&canonical) {
            return known;
        }
        let points = if let Some(payoffs) = game.payoffs(state) {
            payoffs.of(Player::FIRST)
        } else {
            let sons = game.moves(state).map(|mv| after(game, state, mv));
            let sons = sons.map(|next| self.solve(game, &next));
            let best = if game.mover(state) == Player::FIRST {
                sons.max()
            } else {
                sons.min()
            };
            best.expect("a state that is not over has moves")
        };
        self.first.insert(canonical, points);
        points
    }
}

#[cfg(test)]
mod tests {
    use plyscope_search::minimax;

    use super::super::search::no_limit;
    use super::super::states::reachable;
    use super::super::tree::levys_evaluator;
    use super::*;

    #[test]
    fn values_are_those_of_plain_minimax_to_the_end() {
        let game = Mnk::tictactoe();
        let values = Values::new(&game);
        assert_eq!(values.first.len(), 765);
        let evaluator = levys_evaluator(&game);
        for state in reachable(&game).iter().skip(1) {
            let player = game.mover(state);
            let rank = minimax(&game, &evaluator, state, player, (9, 0), &mut no_limit());
            let points = rank.to_bits().signum();
            assert_eq!(i64::from(values.of(&game, state, player)), points);
        }
    }
}
