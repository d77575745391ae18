//! Asking an agent for the worth of every move, state by state, on all cores.

use std::sync::Mutex;

use plyscope_game::any::{AnyAgent, AnyStates};
use plyscope_game::{Advised, Chance, Facts, Limits, Score, Value};
use plyscope_parallel::{Threads, try_map_by};

use crate::{Chosen, Error, Journal, Label, Labelled, Spare};

/// Makes an agent; each thread makes its own.
pub type MakeAgent<'a> = &'a (dyn Fn(u64) -> Result<Box<dyn AnyAgent>, Error> + Sync + 'a);

/// The labeller, its limits, and how many threads it runs on.
pub struct Labeller<'a> {
    /// Makes the agent from a seed.
    pub make: MakeAgent<'a>,
    /// The seed it is given.
    pub seed: u64,
    /// Limits and the flag that stops the run.
    pub limits: Limits,
    /// Threads; the labels do not depend on it.
    pub threads: usize,
    /// Told how far the work is, whenever something is done.
    pub progress: &'a (dyn Fn(Stage) + Sync),
}

/// How far the work is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Stage {
    /// States are being chosen.
    Choosing {
        /// States found so far.
        found: u64,
        /// States wanted in all, if that was given.
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
/// # Errors
/// When the agent fails, the journal cannot be written, or the run was stopped;
/// the journal keeps what was finished.
pub fn label(
    facts: &Facts,
    states: &Chosen,
    labeller: &Labeller<'_>,
    journal: &mut Journal,
) -> Result<(), Error> {
    let missing: Vec<usize> = (0..states.len()).filter(|&id| !journal.has(id)).collect();
    let of = states.len() as u64;
    let tell = |done| (labeller.progress)(Stage::Labelling { done, of });
    let count = (states.len() - missing.len()) as u64;
    tell(count);
    let shared = Mutex::new((count, journal));
    let finished = label_each(facts, states, missing, labeller, &|id, labels| {
        let mut shared = shared
            .lock()
            .expect("nobody panics with the journal in hand");
        shared.1.add(id, labels)?;
        shared.0 += 1;
        tell(shared.0);
        Ok(())
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

/// Labels some of the states on all cores, and hands in the labels of each as it is finished.
///
/// The agent forgets everything between two states, so no label depends on
/// the order of work.
///
/// # Errors
/// When the agent fails, `hand_in` does, or the run was stopped.
pub fn label_each(
    facts: &Facts,
    states: &Chosen,
    mut ids: Vec<usize>,
    labeller: &Labeller<'_>,
    hand_in: &(dyn Fn(usize, &[Label]) -> Result<(), Error> + Sync),
) -> Result<(), Error> {
    // Early states are the hardest: in a mixed order, what is done tells how long the rest will take.
    Chance::new(labeller.seed).shuffle(&mut ids);
    let agents = Spare::default();
    let work = |id: usize| {
        let make = || (labeller.make)(labeller.seed);
        let ask = |agent: &mut Box<dyn AnyAgent>| one(facts, states, id, labeller, &mut **agent);
        let labels = agents.with(make, ask)?;
        hand_in(id, &labels)
    };
    // One state at a time for each thread: states differ in difficulty by orders of magnitude.
    let all = || try_map_by(ids.len(), 1, |at| work(ids[at]));
    Threads::new(labeller.threads)?.run(all)?;
    Ok(())
}

fn stopped(count: u64, of: usize) -> Error {
    Error::failed(format!(
        "stopped with {count} of {of} states done; they are kept in the journal"
    ))
    .with_hint("run the same command again to go on from there")
}

/// One of the states with its labels.
pub fn labelled(chosen: &Chosen, id: usize, moves: Vec<Label>) -> Labelled {
    let states = &chosen.states;
    let (state, key) = states.round(id);
    Labelled {
        state,
        key,
        ply: chosen.plies[id],
        player: states.mover(id),
        moves,
    }
}

/// Labels one state, unless the run was stopped before or meanwhile.
fn one(
    facts: &Facts,
    chosen: &Chosen,
    id: usize,
    labeller: &Labeller<'_>,
    agent: &mut dyn AnyAgent,
) -> Result<Vec<Label>, Error> {
    let states = &*chosen.states;
    if labeller.limits.stop.is_raised() {
        return Err(stopped(0, 0));
    }
    agent.forget();
    let limits = Limits {
        ply: Some(chosen.plies[id]),
        ..labeller.limits.clone()
    };
    let labels = label_of(facts, states, id, agent, &limits)
        .map_err(|error| error.in_context(format!("state {}", states.text(id))))?;
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
pub fn label_of(
    facts: &Facts,
    states: &dyn AnyStates,
    at: usize,
    agent: &mut dyn AnyAgent,
    limits: &Limits,
) -> Result<Vec<Label>, Error> {
    if let Some(payoffs) = states.payoffs(at) {
        return Ok(vec![Label {
            mv: None,
            value: Some(f64::from(payoffs.of(states.mover(at)))),
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
    let advice = agent.advise(states, at, &limits)?;
    let moves = states.move_texts(at);
    let label = |(advised, mv): (&Advised<usize>, String)| Label {
        mv: Some(mv),
        value: value_of(advised).and_then(number),
        exact: advised.score.is_exact(),
        plies: match advised.score {
            Score::Exact { plies, .. } => plies,
            // What tells such a label from an estimate; none is longer than a game.
            Score::Decided { plies, .. } => Some(plies.min(facts.max_plies)),
            Score::Estimate(_) | Score::Unknown => None,
        },
        visits: advised.visits,
        q: advised.mean.and_then(number),
    };
    Ok(advice.moves.iter().zip(moves).map(label).collect())
}

/// Points where they are proved or sampled, else the agent's estimate.
fn value_of(advised: &Advised<usize>) -> Option<Value> {
    match advised.score {
        Score::Estimate(_) => advised.mean.or(advised.score.value()),
        known => known.value(),
    }
}

/// The value by its shortest decimals, so that 0.1 does not become 0.10000000149.
///
/// Files hold numbers only: what is none counts as not known.
fn number(value: Value) -> Option<f64> {
    let number: f64 = value.to_string().parse().ok()?;
    number.is_finite().then_some(number)
}

/// How far sampled values of a round in which `moves` are chosen from without seeing the others'
/// may lie from those of the solved round, on a scale of `range` points.
///
/// Four times range · √(moves / playouts), as which regret matching's mean regret falls: values of
/// matching pennies, best of three, were off by 0.9 to 2.9 times as much, playouts made one by one.
pub fn round_error(range: f64, moves: usize, playouts: u64) -> f64 {
    4.0 * range * (moves as f64 / playouts.max(1) as f64).sqrt()
}

/// Whether the labels are for the legal moves of the state, in their order.
pub fn fits(states: &dyn AnyStates, at: usize, labels: &[Label]) -> bool {
    if states.payoffs(at).is_some() {
        return labels.len() == 1 && labels[0].mv.is_none();
    }
    let moves = states.move_texts(at);
    moves.len() == labels.len()
        && moves
            .iter()
            .zip(labels)
            .all(|(mv, label)| label.mv.as_ref() == Some(mv))
}
