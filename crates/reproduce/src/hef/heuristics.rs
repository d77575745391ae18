//! The heuristics that are judged on both kinds of truth.

use std::sync::Arc;

use plyscope_eval::Linear;
use plyscope_game::any::{AgentOf, AnyAgent};
use plyscope_game::{Error, Evaluator, Features, Game, Limits, Value};
use plyscope_games::connect4::{Lines, Standard, Threats};
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
    let game = &*data.game;
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
    let make = || -> Result<Box<dyn AnyAgent>, Error> {
        let agent = OnePly {
            evaluator: evaluator.clone(),
        };
        Ok(Box::new(AgentOf::new(Arc::clone(&data.game), agent)))
    };
    let (facts, limits) = (data.game.facts(), Limits::every_move());
    let asked = ask(&facts, &*data.states, &make, &limits, &|| {});
    let asked = asked.expect("these evaluators judge any state");
    let guesses = (0..asked.len()).map(|state| asked.of(state)).collect();
    Heuristic { name, guesses }
}
