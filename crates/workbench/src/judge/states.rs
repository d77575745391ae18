//! The states of a benchmark, read once for all heuristics.

use plyscope_game::any::{AnyAgent, AnyStates};
use plyscope_game::{Error, Limits};
use plyscope_judge::judgement::Described;
use plyscope_judge::{Guesses, ask as ask_all};
use plyscope_truth::{Labelled, fits};

use super::JudgeRun;
use crate::NamedGame;

pub(super) fn read(game: &NamedGame, labelled: &[&Labelled]) -> Result<Box<dyn AnyStates>, Error> {
    let mut states = game.rules().states();
    for (at, own) in labelled.iter().enumerate() {
        states.push_text_for(&own.state, own.player)?;
        if !fits(&*states, at, &own.moves) {
            let what = format!("the moves of `{}` are not those of the rules", own.state);
            let hint = "`plyscope truth verify` tells all that is wrong with a benchmark";
            return Err(Error::misuse(what, hint));
        }
    }
    Ok(states)
}

/// Asks a heuristic, which is any agent, about every move of states of the game, on all threads.
pub(super) fn ask(
    game: &NamedGame,
    states: &dyn AnyStates,
    make: &(dyn Fn() -> Result<Box<dyn AnyAgent>, Error> + Sync),
    run: &JudgeRun<'_>,
) -> Result<Guesses, Error> {
    // A spec that is wrong is told as the user's, before any state is looked at.
    make()?;
    let limits = Limits {
        every_move: true,
        values_only: true,
        ..run.limits.clone()
    };
    ask_all(&game.facts(), states, make, &limits, run.progress)
}

/// One of those states in the game's own words.
pub(super) fn describe(states: &dyn AnyStates, at: usize) -> Described {
    let cells = states.cells(at).into_iter();
    let cells = cells.map(|cell| cell.map(|cell| (cell.column, cell.row)));
    Described {
        state: states.round(at).0,
        board: states.board(at),
        moves: states.move_texts(at).into_iter().zip(cells).collect(),
    }
}
