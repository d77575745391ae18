//! Proving by the rules what an engine claims: nothing is exact that we did not prove.

use plyscope_game::{Game, Player};

/// States that one proof may visit; a claim that takes more stays a claim.
const MOST_NODES: u64 = 1_000_000;

/// The plies after which `winner` has won at the latest, whatever the other plays; nothing if that is more than `plies`, or too much to prove.
///
/// To win is to get the most points there are.
pub(super) fn plies_to_win<G: Game>(
    game: &G,
    state: &G::State,
    winner: Player,
    plies: u32,
) -> Option<u32> {
    let mut proof = Proof {
        game,
        winner,
        most: game.facts().points.1,
        nodes: MOST_NODES,
    };
    // The shortest is looked for first: plies are told as they are under best play.
    (0..=plies).find_map(|plies| proof.is_won(state, plies).filter(|won| *won).map(|_| plies))
}

struct Proof<'a, G> {
    game: &'a G,
    winner: Player,
    most: i32,
    nodes: u64,
}

impl<G: Game> Proof<'_, G> {
    /// Whether the winner has won within so many plies; nothing if there are too many states to say.
    fn is_won(&mut self, state: &G::State, plies: u32) -> Option<bool> {
        if let Some(payoffs) = self.game.payoffs(state) {
            return Some(payoffs.of(self.winner) >= self.most);
        }
        if plies == 0 {
            return Some(false);
        }
        let is_winners = self.game.mover(state) == self.winner;
        for mv in self.game.moves(state) {
            self.nodes = self.nodes.checked_sub(1)?;
            let mut next = state.clone();
            self.game.play(&mut next, mv);
            if self.is_won(&next, plies - 1)? == is_winners {
                return Some(is_winners);
            }
        }
        Some(!is_winners)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyscope_game::Notation;
    use plyscope_mnk::Mnk;

    #[test]
    fn a_double_threat_wins_in_three_plies_and_a_draw_never() {
        let game = Mnk::tictactoe();
        let state = game.read_state("x.x/.o./x.o").unwrap();
        assert_eq!(game.mover(&state), Player::SECOND);
        let after = plies_to_win(&game, &state, Player::FIRST, 9);
        assert_eq!(after, Some(2), "one reply, and then a line");
        assert_eq!(plies_to_win(&game, &state, Player::FIRST, 1), None);
        let start = game.start();
        assert_eq!(plies_to_win(&game, &start, Player::FIRST, 9), None);
    }
}
