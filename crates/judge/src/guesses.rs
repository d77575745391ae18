//! Asking a heuristic about every state of a benchmark, on all cores.

use plyscope_game::{Advice, Agent, Limits, Notation};
use rayon::prelude::*;

use crate::Guess;

/// Makes the agent that is judged; each thread makes its own.
pub type MakeAgent<'a, G> = &'a (dyn Fn() -> Result<Box<dyn Agent<G>>, Trouble> + Sync + 'a);

/// Why a heuristic could not be judged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trouble {
    /// What went wrong, with the state where it did.
    pub what: String,
    /// What to do about it.
    pub hint: String,
}

/// What a heuristic says of every move of every state.
#[derive(Clone, PartialEq, Debug)]
pub struct Guesses {
    /// For each state, each move.
    pub states: Vec<Vec<Guess>>,
    /// Whether all its values are points by nature: proved, or means of results.
    pub on_points: bool,
}

/// Asks about every state; the order of work does not matter, since the agent forgets between two.
///
/// # Errors
/// When the agent fails, puts a value on a move that is not a number, or the run was stopped.
pub fn ask<G: Notation>(
    game: &G,
    states: &[G::State],
    make: MakeAgent<'_, G>,
    limits: &Limits,
    progress: &(dyn Fn() + Sync),
) -> Result<Guesses, Trouble> {
    let one = |agent: &mut Option<Box<dyn Agent<G>>>, state: &G::State| {
        if limits.stop.is_raised() {
            return Err(stopped());
        }
        if agent.is_none() {
            *agent = Some(make()?);
        }
        let agent = agent.as_mut().expect("it was made above");
        agent.forget();
        let advice = agent.advise(game, state, limits).map_err(|error| Trouble {
            what: format!("{} (at state {})", error.what, game.write_state(state)),
            hint: error
                .hint
                .unwrap_or_else(|| "leave the heuristic out".to_owned()),
        })?;
        progress();
        Ok((guesses(game, state, &advice)?, is_on_points(&advice)))
    };
    let asked: Result<Vec<(Vec<Guess>, bool)>, Trouble> =
        states.par_iter().map_init(|| None, one).collect();
    let (states, on_points): (Vec<_>, Vec<_>) = asked?.into_iter().unzip();
    Ok(Guesses {
        states,
        on_points: on_points.into_iter().all(|own| own),
    })
}

fn stopped() -> Trouble {
    Trouble {
        what: "stopped before every state was judged".to_owned(),
        hint: "run the same command again; judging starts afresh".to_owned(),
    }
}

fn is_on_points<M>(advice: &Advice<M>) -> bool {
    let mut moves = advice.moves.iter();
    moves.all(|own| own.score.is_exact() || own.mean.is_some())
}

/// Advice as guesses: the moves the agent would choose among come first, the others by their scores.
fn guesses<G: Notation>(
    game: &G,
    state: &G::State,
    advice: &Advice<G::Move>,
) -> Result<Vec<Guess>, Trouble> {
    let key = |place: usize| {
        let own = &advice.moves[place];
        (advice.best.contains(&own.mv), own.score.rank())
    };
    let mut order: Vec<usize> = (0..advice.moves.len()).collect();
    order.sort_by_key(|&place| key(place));
    let mut places = vec![0; order.len()];
    for pair in order.windows(2) {
        places[pair[1]] = places[pair[0]] + u32::from(key(pair[1]) != key(pair[0]));
    }
    let moves = advice.moves.iter().zip(places);
    let guess = |(own, place): (&plyscope_game::Advised<G::Move>, u32)| {
        // A move that was not looked at is worth less than any that was.
        let value = own.score.value().map_or(f64::NEG_INFINITY, f64::from);
        if value.is_nan() {
            return Err(Trouble {
                what: format!(
                    "the heuristic's value of {} is not a number at state {}",
                    game.write_move(state, own.mv),
                    game.write_state(state)
                ),
                hint: "look for a division by zero or a logarithm of nothing in it".to_owned(),
            });
        }
        Ok(Guess {
            place,
            value,
            points: None,
        })
    };
    moves.map(guess).collect()
}
