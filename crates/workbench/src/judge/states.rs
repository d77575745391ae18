//! The states of a benchmark with their type, read once for all heuristics.

use std::any::Any;

use plyscope_game::{Agent, Limits, Notation};
use plyscope_judge::judgement::Described;
use plyscope_judge::{Guesses, Trouble, ask as ask_all};
use plyscope_truth::{Labelled, fits};

use super::JudgeRun;
use crate::agents::MakeContext;
use crate::shelf::Shelf;
use crate::{Failure, Spec};

/// States of one game; only that game knows what they are.
pub struct States(Box<dyn Any + Send + Sync>);

impl States {
    fn of<G: Notation>(&self) -> &[G::State] {
        let states: &Vec<G::State> = self
            .0
            .downcast_ref()
            .expect("the states belong to another game");
        states
    }
}

impl From<Trouble> for Failure {
    fn from(trouble: Trouble) -> Self {
        Self {
            hint: Some(trouble.hint),
            ..Self::failed(trouble.what)
        }
    }
}

pub(crate) fn read<G: Notation>(game: &G, labelled: &[&Labelled]) -> Result<States, Failure> {
    let read = |own: &&Labelled| {
        let state = game.read_state(&own.state)?;
        if fits(game, &state, &own.moves) {
            return Ok(state);
        }
        let what = format!("the moves of `{}` are not those of the rules", own.state);
        Err(Failure::misuse(
            what,
            "`plyscope truth verify` tells all that is wrong with a benchmark",
        ))
    };
    let states: Vec<G::State> = labelled.iter().map(read).collect::<Result<_, _>>()?;
    Ok(States(Box::new(states)))
}

pub(crate) fn ask<G: Shelf>(
    context: &MakeContext<'_, G>,
    states: &States,
    spec: &str,
    run: &JudgeRun<'_>,
) -> Result<Guesses, Failure> {
    let spec = Spec::parse(spec)?;
    // A spec that is wrong is told as the user's, before any state is looked at.
    context.agent(&spec)?;
    let make = || -> Result<Box<dyn Agent<G>>, Trouble> {
        context.agent(&spec).map_err(|failure| Trouble {
            what: failure.what,
            hint: failure.hint.unwrap_or_default(),
        })
    };
    let limits = Limits {
        every_move: true,
        values_only: true,
        ..run.limits.clone()
    };
    Ok(ask_all(
        context.game,
        states.of::<G>(),
        &make,
        &limits,
        run.progress,
    )?)
}

pub(crate) fn describe<G: Notation>(game: &G, states: &States, at: usize) -> Described {
    let state = &states.of::<G>()[at];
    let shown = |mv| {
        let cell = game.cell(state, mv).map(|cell| (cell.column, cell.row));
        (game.write_move(state, mv), cell)
    };
    Described {
        state: game.write_state(state),
        board: game.board(state),
        moves: game.moves(state).map(shown).collect(),
    }
}
