//! Mistakes in states late in a game that is too large to be known whole.
//!
//! Random games give the states; from each, all that can follow is known. So
//! minimax and expected outcome are exact, and only the choice of states is a sample.

use plyscope_game::{Chance, Game, Stop, mix_all};
use plyscope_othello::{Othello, Payoff, State};
use plyscope_parallel::try_map;
use serde::Serialize;

use super::choose::mistakes;
use super::judges::{Judge, Who, of_discs};
use crate::graph::{Graph, Halt};
use plyscope_stats::score_interval;

/// Mistakes in 6×6 Othello, by empty cells.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Late {
    /// The players.
    pub rows: Vec<LateRow>,
    /// The states looked at, from few empty cells to many.
    pub stages: Vec<LateStage>,
}

/// States with the same number of empty cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct LateStage {
    /// Cells without a disc.
    pub empties: u32,
    /// Different states in which there was a choice of moves.
    pub states: u32,
    /// States enumerated to know all about them.
    pub enumerated: u64,
}

/// A player's mistakes.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LateRow {
    /// Who errs.
    pub who: Who,
    /// At all stages.
    pub all: Share,
    /// At each.
    pub stages: Vec<Share>,
}

/// A number of mistakes and how sure their share is.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Share {
    /// Added up; a choice by chance among several counts as the share of bad ones.
    pub errors: f64,
    /// Of the states.
    pub share: f64,
    /// Wilson's 95 % interval of the share, a little wider than need be where ties are shared.
    pub interval: [f64; 2],
}

impl Share {
    fn of(errors: f64, states: u32) -> Self {
        Self {
            errors,
            share: errors / f64::from(states.max(1)),
            interval: score_interval(errors, states),
        }
    }
}

/// Which states to look at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct LateParams {
    /// The fewest empty cells.
    pub fewest: u32,
    /// The most empty cells.
    pub most: u32,
    /// States with each number of them.
    pub states: u32,
}

impl LateParams {
    /// States in all.
    pub fn count(&self) -> u32 {
        (self.most + 1 - self.fewest) * self.states
    }
}

/// What one state came to: the share of mistakes of every judge, and the states below it.
type Looked = (Vec<f64>, u64);

/// Looks at the states.
///
/// # Errors
/// When it was stopped, or there is not enough memory.
pub(crate) fn run(
    params: &LateParams,
    seed: u64,
    stop: &Stop,
    tick: &(dyn Fn(u64) + Sync),
) -> Result<Late, Halt> {
    let game = Othello::<6>::new(Payoff::Discs {
        empties_to_winner: false,
    });
    // With three cells empty or more hardly a move ends the game, so one way to treat ends is enough.
    let judges = of_discs(&game, &[true]);
    let mut stages = Vec::new();
    let mut errors: Vec<Vec<f64>> = Vec::new();
    for empties in params.fewest..=params.most {
        let states = states(&game, empties, params.states, seed);
        let looked: Vec<Looked> = try_map(states.len(), |at| {
            let looked = look(&game, &states[at], &judges, stop);
            tick(1);
            looked
        })?;
        stages.push(LateStage {
            empties,
            states: looked.len() as u32,
            enumerated: looked.iter().map(|(_, below)| below).sum(),
        });
        let sum = |judge: usize| looked.iter().map(|(own, _)| own[judge]).sum();
        errors.push((0..judges.len()).map(sum).collect());
    }
    let all: u32 = stages.iter().map(|stage| stage.states).sum();
    let row = |(index, judge): (usize, &Judge<Othello<6>>)| LateRow {
        who: judge.who.clone(),
        all: Share::of(errors.iter().map(|own| own[index]).sum(), all),
        stages: stages
            .iter()
            .zip(&errors)
            .map(|(stage, own)| Share::of(own[index], stage.states))
            .collect(),
    };
    Ok(Late {
        rows: judges.iter().enumerate().map(row).collect(),
        stages,
    })
}

fn look(
    game: &Othello<6>,
    state: &State,
    judges: &[Judge<Othello<6>>],
    stop: &Stop,
) -> Result<Looked, Halt> {
    let graph = Graph::new(game, state, false, stop)?;
    let root = &graph.nodes[graph.nodes.len() - 1];
    let mistakes = mistakes(game, &graph, root, judges);
    let shares = mistakes.iter().map(|mistake| mistake.shared).collect();
    Ok((shares, graph.nodes.len() as u64))
}

/// Different states of random games with so many empty cells and at least two moves.
fn states(game: &Othello<6>, empties: u32, count: u32, seed: u64) -> Vec<State> {
    let mut states: Vec<State> = Vec::new();
    let mut keys = std::collections::HashSet::new();
    let seed = mix_all(&[seed, u64::from(empties)]);
    // Games may end early or pass this point with one move only; so many tries are plenty.
    for task in 0..100 * u64::from(count) {
        if states.len() == count as usize {
            break;
        }
        let mut chance = Chance::for_task(seed, task);
        let found = state_of_game(game, empties, &mut chance);
        states.extend(found.filter(|state| keys.insert(game.key(state))));
    }
    states
}

fn state_of_game(game: &Othello<6>, empties: u32, chance: &mut Chance) -> Option<State> {
    let mut state = game.start();
    while game.payoffs(&state).is_none() {
        if empty_cells(game, &state) == empties && game.moves(&state).len() > 1 {
            return Some(state);
        }
        let mv = game.pick(&state, chance);
        game.play(&mut state, mv);
    }
    None
}

fn empty_cells<const N: u8>(game: &Othello<N>, state: &State) -> u32 {
    let mover = game.mover(state);
    let discs = state.discs(mover) | state.discs(mover.opponent());
    (game.cells() & !discs).count_ones()
}
