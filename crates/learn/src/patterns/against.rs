//! Games against one opponent, who looks one move ahead: to learn how to beat him and nobody else.

use plyscope_eval::patterns::{Patterns, StoneGame};
use plyscope_game::{Chance, Evaluator, Player};

use super::play::{GamePlan, Teacher, best, play_randomly};
use super::samples::Samples;

/// Plays one game and gives its states in which the opponent is to move.
///
/// These are what one move ahead looks at. Each is worth what the game came to, random moves of
/// both included, since the next game will have them, too.
pub(super) fn play_against<G: StoneGame, T: Teacher<G>>(
    game: &G,
    patterns: &Patterns,
    opponent: &dyn Evaluator<G>,
    plan: &GamePlan,
    teacher: &T,
    chance: &mut Chance,
    samples: &mut Samples,
) {
    let side = Player(chance.below(2) as u8);
    let mut state = game.start();
    let mut seen = Vec::new();
    while game.payoffs(&state).is_none() {
        let is_own = game.mover(&state) == side;
        if !is_own {
            seen.push(state.clone());
        }
        if chance.unit() < plan.share || is_own && plan.depth == 0 {
            play_randomly(game, &mut state, chance);
        } else if is_own {
            state = best(game, patterns, teacher, &state, plan.depth).0;
        } else {
            state = reply(game, opponent, &state, chance);
        }
    }
    let Some(value) = teacher.end(game, &state) else {
        return;
    };
    let to_opponent = if game.mover(&state) == side {
        -value
    } else {
        value
    };
    for state in seen {
        let (own, theirs) = game.stones(&state);
        samples.push(own.as_ref(), theirs.as_ref(), to_opponent);
    }
}

/// The state after one of the moves that lead where the opponent likes it best.
fn reply<G: StoneGame>(
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
