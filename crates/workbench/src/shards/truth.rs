//! The states of a benchmark as tasks: one state, one line of labels.

use std::io::{BufRead, Write};

use plyscope_game::Error;
use plyscope_shards::{HandIn, Work};
use plyscope_truth::{
    BenchmarkSummary, Chosen, MakeAgent, Meta, Output, RunPlan, Selector, choose, fits, label_each,
    labelled, plan_of, read_labels, write_benchmark, write_labels,
};

use crate::truth::{self, labeller, maker, players, pool};
use crate::{Listed, NamedGame, TruthRun};

/// The states of a benchmark, chosen and not yet labelled.
pub struct ChosenTruth {
    /// What the run on one machine would be.
    pub plan: RunPlan,
    /// The states, in order.
    pub states: Chosen,
}

/// Chooses the states of a benchmark.
///
/// # Errors
/// When a spec is wrong, or no states can be chosen.
pub fn choose_truth(
    game: &NamedGame,
    selector: &Selector,
    positions: &[Listed],
    by: &str,
    run: TruthRun<'_>,
) -> Result<ChosenTruth, Error> {
    let label = maker(game, by)?;
    let players = players(game, selector)?;
    let makers: [MakeAgent<'_>; 2] = match &players {
        Some((first, second)) => [first, second],
        None => [&label, &label],
    };
    let meta = truth::meta_of(game, selector, by, &run)?;
    // Made once here so that a wrong spec is told before the long work.
    label(run.seed)?;
    let pool = pool(game, selector, positions, makers, &run.limits)?;
    let labeller = labeller(&label, run);
    let states = choose(game.rules(), selector, pool, &labeller)?;
    let plan = plan_of(&meta, selector, labeller.seed, &states);
    Ok(ChosenTruth { plan, states })
}

impl ChosenTruth {
    /// Writes the states from `first` on and before `end`, one per line: ply and text.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn write(&self, first: u64, end: u64, to: &mut dyn Write) -> std::io::Result<()> {
        for id in first as usize..end as usize {
            writeln!(
                to,
                "{} {}",
                self.states.plies[id],
                self.states.states.text(id)
            )?;
        }
        Ok(())
    }
}

/// Some states to be labelled.
pub struct TruthWork<'a> {
    /// Their game.
    pub game: &'a NamedGame,
    /// The spec of the labeller.
    pub by: &'a str,
    /// How to run it.
    pub run: TruthRun<'a>,
    /// The states.
    pub states: &'a Chosen,
    /// The task of the first one.
    pub first: u64,
}

/// The states of a text that [`ChosenTruth::write`] wrote.
///
/// # Errors
/// When it is no such text.
pub fn read_states(game: &NamedGame, text: &str) -> Result<Chosen, Error> {
    let mut states = Chosen::new(game.rules());
    text.lines().try_for_each(|line| push(&mut states, line))?;
    Ok(states)
}

impl Work for TruthWork<'_> {
    fn run(&self, tasks: &[u64], hand_in: HandIn<'_>) -> Result<(), Error> {
        let make = maker(self.game, self.by)?;
        let ids = tasks.iter().map(|task| (task - self.first) as usize);
        let run = TruthRun {
            limits: self.run.limits.clone(),
            ..self.run
        };
        label_each(
            &self.game.facts(),
            self.states,
            ids.collect(),
            &labeller(&make, run),
            &|id, labels| hand_in(self.first + id as u64, &write_labels(labels)),
        )
    }
}

/// Adds the state of a line.
fn push(states: &mut Chosen, line: &str) -> Result<(), Error> {
    let odd = || Error::failed(format!("`{line}` is no state with its ply"));
    let (ply, text) = line.split_once(' ').ok_or_else(odd)?;
    states.plies.push(ply.parse().map_err(|_| odd())?);
    states.states.push_text(text)
}

/// A benchmark whose states are all labelled.
pub struct PlannedTruth<'a> {
    /// Its game.
    pub game: &'a NamedGame,
    /// Which states.
    pub selector: &'a Selector,
    /// The spec of the labeller.
    pub by: &'a str,
    /// How it was run.
    pub run: TruthRun<'a>,
    /// The run on one machine, as it was planned.
    pub plan: &'a RunPlan,
}

/// Writes a benchmark from its states, as [`ChosenTruth::write`] wrote them, and their labels.
///
/// # Errors
/// When a file that the labeller reads is not what it was, labels do not fit their state, or
/// it cannot be written.
pub fn collect_truth(
    truth: &PlannedTruth<'_>,
    states: impl BufRead,
    labels: impl Iterator<Item = Result<String, Error>>,
    output: &Output,
) -> Result<(Meta, BenchmarkSummary), Error> {
    let meta = meta_of(truth)?;
    let mut one = Chosen::new(truth.game.rules());
    let joined = states.lines().zip(labels).map(|(line, labels)| {
        let unread = |error| Error::failed(format!("the states cannot be read: {error}"));
        one.states.truncate(0);
        one.plies.clear();
        push(&mut one, &line.map_err(unread)?)?;
        let labels = read_labels(&labels?).filter(|labels| fits(&*one.states, 0, labels));
        let odd = || Error::failed(format!("the labels of `{}` do not fit", one.states.text(0)));
        Ok(labelled(&one, 0, labels.ok_or_else(odd)?))
    });
    let summary = write_benchmark(&meta, &truth.selector.filter, joined, output)?;
    Ok((meta, summary))
}

/// How the benchmark comes about, if the command still means what it meant.
fn meta_of(truth: &PlannedTruth<'_>) -> Result<Meta, Error> {
    let PlannedTruth {
        selector,
        run,
        plan,
        ..
    } = truth;
    let meta = truth::meta_of(truth.game, selector, truth.by, run)?;
    let to_label = selector.before_labelling().to_string();
    let same = RunPlan {
        states: plan.states,
        digest: plan.digest.clone(),
        ..RunPlan::new(&meta, to_label, run.seed, std::iter::empty())
    };
    if same != **plan {
        return Err(Error::misuse(
            "the command of the plan does not mean what it meant when it was planned",
            "put back the files that it reads, or plan again",
        ));
    }
    Ok(Meta {
        plan: plan.id(),
        ..meta
    })
}
