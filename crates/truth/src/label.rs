//! Asking an agent for the worth of every move, state by state, on all cores.

use std::sync::Mutex;

use plyscope_game::{Agent, Chance, Limits, Notation, Score, Value};
use rayon::prelude::*;

use crate::{Chosen, Journal, Label, Labelled, Spare, Trouble};

/// Makes an agent; each thread makes its own.
pub type MakeAgent<'a, G> = &'a (dyn Fn(u64) -> Result<Box<dyn Agent<G>>, Trouble> + Sync + 'a);

/// Who labels, within what limits, on how many threads.
pub struct Labeller<'a, G> {
    /// Makes the agent from a seed.
    pub make: MakeAgent<'a, G>,
    /// The seed it is given.
    pub seed: u64,
    /// Limits and the flag that stops the run.
    pub limits: Limits,
    /// Threads; the labels do not depend on it.
    pub threads: usize,
    /// Told how far the work is, whenever something is done.
    pub progress: &'a (dyn Fn(Step) + Sync),
}

/// How far the work is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// States are being chosen.
    Choosing {
        /// States found so far.
        found: u64,
        /// States wanted in all, if somebody said.
        of: Option<u64>,
    },
    /// States are being labelled.
    Labelling {
        /// States that are done, by earlier runs too.
        done: u64,
        /// All states.
        of: u64,
    },
}

/// Labels every state that the journal does not hold yet, and writes each to the journal.
///
/// The agent forgets everything between two states, so no label depends on
/// the order of work.
///
/// # Errors
/// When the agent fails, the journal cannot be written, or the run was stopped;
/// the journal keeps what was finished.
pub fn label<G: Notation>(
    game: &G,
    states: &[Chosen<G::State>],
    labeller: &Labeller<'_, G>,
    journal: &mut Journal,
) -> Result<(), Trouble> {
    let mut missing: Vec<usize> = (0..states.len()).filter(|&id| !journal.has(id)).collect();
    // Early states are the hardest: in a mixed order, what is done tells how long the rest will take.
    Chance::new(labeller.seed).shuffle(&mut missing);
    let of = states.len() as u64;
    let tell = |done| (labeller.progress)(Step::Labelling { done, of });
    let count = (states.len() - missing.len()) as u64;
    tell(count);
    let shared = Mutex::new((count, journal));
    let agents = Spare::default();
    let work = |id: usize| {
        let make = || (labeller.make)(labeller.seed);
        let ask =
            |agent: &mut Box<dyn Agent<G>>| one(game, &states[id].state, labeller, &mut **agent);
        let labels = agents.with(make, ask)?;
        let mut shared = shared
            .lock()
            .expect("nobody panics with the journal in hand");
        shared.1.add(id, &labels)?;
        shared.0 += 1;
        tell(shared.0);
        Ok(())
    };
    let pool = threads(labeller.threads)?;
    // One state at a time for each thread: states differ in difficulty by orders of magnitude.
    let finished: Result<(), Trouble> = pool.install(|| {
        let parallel = missing.into_par_iter().with_max_len(1);
        parallel.try_for_each(work)
    });
    let (count, journal) = shared
        .into_inner()
        .expect("nobody panics with the journal in hand");
    journal.sync()?;
    if labeller.limits.stop.is_raised() {
        return Err(stopped(count, states.len()));
    }
    finished
}

/// Threads to work on.
pub(crate) fn threads(count: usize) -> Result<rayon::ThreadPool, Trouble> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(count).build();
    pool.map_err(|error| {
        let what = format!("no threads can be started: {error}");
        Trouble::failed(what, "ask for fewer with --threads")
    })
}

fn stopped(count: u64, of: usize) -> Trouble {
    Trouble::failed(
        format!("stopped with {count} of {of} states done; they are kept in the journal"),
        "run the same command again to go on from there",
    )
}

pub(crate) fn labelled<G: Notation>(
    game: &G,
    chosen: &Chosen<G::State>,
    moves: Vec<Label>,
) -> Labelled {
    Labelled {
        state: game.write_state(&chosen.state),
        key: game.key(&chosen.state),
        ply: chosen.ply,
        player: game.mover(&chosen.state),
        moves,
    }
}

/// Labels one state, unless the run was stopped before or meanwhile.
fn one<G: Notation>(
    game: &G,
    state: &G::State,
    labeller: &Labeller<'_, G>,
    agent: &mut dyn Agent<G>,
) -> Result<Vec<Label>, Trouble> {
    if labeller.limits.stop.is_raised() {
        return Err(stopped(0, 0));
    }
    agent.forget();
    let labels = label_of(game, state, agent, &labeller.limits)
        .map_err(|trouble| trouble.in_context(format!("state {}", game.write_state(state))))?;
    // Advice that a stop cut short is not what an undisturbed run would give.
    if labeller.limits.stop.is_raised() {
        return Err(stopped(0, 0));
    }
    Ok(labels)
}

/// What an agent says of every move of a state, or the points if the game is over.
///
/// # Errors
/// When the agent fails or leaves a move out.
pub fn label_of<G: Notation>(
    game: &G,
    state: &G::State,
    agent: &mut dyn Agent<G>,
    limits: &Limits,
) -> Result<Vec<Label>, Trouble> {
    if let Some(payoffs) = game.payoffs(state) {
        return Ok(vec![Label {
            mv: None,
            value: Some(f64::from(payoffs.of(game.mover(state)))),
            exact: true,
            plies: Some(0),
            visits: None,
            q: None,
        }]);
    }
    let limits = Limits {
        values_only: true,
        ..limits.clone()
    };
    let advice = agent.advise(game, state, &limits)?;
    let labels: Vec<Label> = advice
        .moves
        .iter()
        .map(|advised| Label {
            mv: Some(game.write_move(state, advised.mv)),
            value: advised.score.value().and_then(number),
            exact: advised.score.is_exact(),
            plies: match advised.score {
                Score::Exact { plies, .. } => plies,
                // What tells such a label from an estimate; none is longer than a game.
                Score::Decided { plies, .. } => Some(plies.min(game.facts().max_plies)),
                Score::Estimate(_) | Score::Unknown => None,
            },
            visits: advised.visits,
            q: advised.mean.and_then(number),
        })
        .collect();
    if !fits(game, state, &labels) {
        return Err(Trouble::failed(
            "the labeller did not answer for every legal move",
            "choose another labeller",
        ));
    }
    Ok(labels)
}

/// The value by its shortest decimals, so that 0.1 does not become 0.10000000149.
///
/// Files hold numbers only: what is none counts as not known.
fn number(value: Value) -> Option<f64> {
    let number: f64 = value.to_string().parse().ok()?;
    number.is_finite().then_some(number)
}

/// Whether the labels are for the legal moves of the state, in their order.
pub fn fits<G: Notation>(game: &G, state: &G::State, labels: &[Label]) -> bool {
    if game.payoffs(state).is_some() {
        return labels.len() == 1 && labels[0].mv.is_none();
    }
    let moves = game.moves(state);
    moves.len() == labels.len()
        && moves
            .zip(labels)
            .all(|(mv, label)| label.mv.as_deref() == Some(&*game.write_move(state, mv)))
}
