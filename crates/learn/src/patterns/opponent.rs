//! The opponent whom TD learns to beat: an evaluator who looks one move ahead.

use plyscope_eval::patterns::StoneGame;
use plyscope_game::{Chance, Evaluator};

/// The state after one of the moves that lead where the opponent likes it best.
pub(super) fn reply<G: StoneGame>(
    game: &G,
    opponent: &dyn Evaluator<G>,
    state: &G::State,
    chance: &mut Chance,
) -> G::State {
    let mover = game.mover(state);
    let mut tied: Vec<G::State> = Vec::new();
    let mut most = f32::NEG_INFINITY;
    for mv in game.candidates(state) {
        let mut next = state.clone();
        game.play(&mut next, mv);
        let value = match game.payoffs(&next) {
            Some(payoffs) => f32::INFINITY.copysign(payoffs.of(mover) as f32 - 0.5),
            None => opponent.value(game, &next, mover),
        };
        if value > most || tied.is_empty() {
            most = value;
            tied.clear();
        }
        if value >= most {
            tied.push(next);
        }
    }
    tied.swap_remove(chance.below(tied.len() as u32) as usize)
}
