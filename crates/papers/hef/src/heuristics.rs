//! The heuristics that are judged on both kinds of truth.

use plyscope_game::{Error, Limits};
use plyscope_judge::{Guess, ask};
use plyscope_workbench::{NamedGame, Spec};

use super::data::{Data, reach};

/// A heuristic and what it says of every move of every state.
pub(super) struct Heuristic {
    pub(super) name: &'static str,
    pub(super) guesses: Vec<Vec<Guess>>,
}

/// A name on the page and a spec.
pub(super) type NamedSpec = (&'static str, &'static str);

/// What says nothing about a game: every other heuristic should be above it.
pub(super) const NOISE: NamedSpec = (
    "noise",
    // Looks one move ahead, so that it sees a move that ends the game as the others do.
    "minimax:depth=1,eval=(random:levels=65536)",
);

/// The heuristics of Connect Four.
pub(super) const OF_CONNECT4: [NamedSpec; 2] = [("lines", "lines"), ("threats", "threats")];

/// Two heuristics of a game, and noise.
///
/// # Errors
/// When the game has no such heuristic, or it fails.
pub(super) fn all(
    game: &NamedGame,
    specs: &[NamedSpec],
    data: &Data,
    seed: u64,
) -> Result<Vec<Heuristic>, Error> {
    let all = specs.iter().chain([&NOISE]);
    all.map(|own| asked(game, *own, data, seed)).collect()
}

fn asked(
    game: &NamedGame,
    (name, spec): NamedSpec,
    data: &Data,
    seed: u64,
) -> Result<Heuristic, Error> {
    let spec = Spec::parse(spec)?;
    let make = || game.agent(&spec, seed);
    let facts = game.facts();
    let asked = ask(&facts, &*data.states, &make, &Limits::every_move(), &|| {})?;
    let mut guesses: Vec<Vec<Guess>> = (0..asked.len()).map(|state| asked.of(state)).collect();
    // What is sure is in the game's points; estimates are on a scale of their own.
    let sure = guesses.iter_mut().flatten();
    for guess in sure.filter(|own| own.proved || own.decided) {
        guess.value /= reach(&facts);
    }
    Ok(Heuristic { name, guesses })
}
