//! The opponent whom TD learns to beat: an evaluator who looks one move ahead.

use plyscope_eval::patterns::StoneGame;
use plyscope_game::{Chance, Evaluator};

/// What an end with so many points is worth to a player beside values of states: a won one is better
/// than any of them, a lost one worse, a drawn one level.
pub(super) fn worth_of_end(points: i32) -> f32 {
    match points {
        0 => 0.0,
        points => f32::INFINITY.copysign(points as f32),
    }
}

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
            Some(payoffs) => worth_of_end(payoffs.of(mover)),
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
