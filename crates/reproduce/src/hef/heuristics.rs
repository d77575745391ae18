//! The heuristics that are judged on both kinds of truth.

use plyscope_eval::Linear;
use plyscope_game::{Agent, Evaluator, Features, Game, Limits, Value};
use plyscope_games::connect4::{Lines, Standard, State, Threats};
use plyscope_judge::{Guess, ask};
use plyscope_search::{Noise, OnePly};

use super::data::Data;

/// A heuristic and what it says of every move of every state.
pub(super) struct Heuristic {
    pub(super) name: &'static str,
    pub(super) guesses: Vec<Vec<Guess>>,
}

/// The heuristics of the page, each looking at the state after a move.
pub(super) fn all(data: &Data, seed: u64) -> Vec<Heuristic> {
    let game = &data.game;
    // Open lines by their stones, then stones in the middle: the shelf's own weights.
    let lines = Linear::new(game, Lines, signed(game, &Lines, &[1.0, 4.0, 16.0, 1.0]));
    let threats = Linear::new(game, Threats, signed(game, &Threats, &[1.0; 3]));
    let noise = Noise {
        seed,
        levels: 1 << 16,
        symmetric: true,
    };
    vec![
        asked("lines", data, &lines),
        asked("threats", data, &threats),
        asked("noise", data, &noise),
    ]
}

/// The same weights for what is one's own and, negative, for what is the opponent's.
fn signed<F: Features<Standard>>(game: &Standard, features: &F, own: &[Value]) -> Vec<Value> {
    debug_assert_eq!(features.list(game).len(), 2 * own.len());
    let theirs = own.iter().map(|weight| -weight);
    own.iter().copied().chain(theirs).collect()
}

fn asked<E>(name: &'static str, data: &Data, evaluator: &E) -> Heuristic
where
    E: Evaluator<Standard> + Clone + 'static,
{
    let make = || -> Result<Box<dyn Agent<Standard>>, plyscope_judge::Trouble> {
        Ok(Box::new(OnePly {
            evaluator: evaluator.clone(),
        }))
    };
    let limits = Limits::every_move();
    let asked = ask(&data.game, &data.states, &make, &limits, &|| {});
    let asked = asked.expect("these evaluators judge any state");
    let mut guesses: Vec<Vec<Guess>> = (0..asked.len()).map(|state| asked.of(state)).collect();
    let ends: Vec<Vec<bool>> = data
        .states
        .iter()
        .map(|own| ends(&data.game, own))
        .collect();
    above_estimates(&mut guesses, &ends);
    Heuristic { name, guesses }
}

/// Which moves end the game.
fn ends(game: &Standard, state: &State<u64>) -> Vec<bool> {
    let is_end = |mv| {
        let mut next = *state;
        game.play(&mut next, mv);
        game.payoffs(&next).is_some()
    };
    game.moves(state).map(is_end).collect()
}

/// Brings ends onto the heuristic's scale: a win counts as the largest value it gives anywhere.
///
/// Sampling looks at values, and a win of 1 point beside an estimate of 40 would not be chosen.
fn above_estimates(guesses: &mut [Vec<Guess>], ends: &[Vec<bool>]) {
    let estimates = guesses.iter().flatten().zip(ends.iter().flatten());
    let open = estimates.filter(|(_, end)| !**end);
    let largest = open.map(|(guess, _)| guess.value.abs()).fold(0.0, f64::max);
    for (guess, end) in guesses.iter_mut().flatten().zip(ends.iter().flatten()) {
        if *end {
            guess.value *= largest;
        }
    }
}
