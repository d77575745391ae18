//! Values of states: read from a benchmark, or asked of a labeller now.

use std::cell::RefCell;
use std::path::Path;
use std::sync::Mutex;

use plyscope_game::any::{AnyAgent, AnyEvaluator, AnyStates};
use plyscope_game::{Chance, Deadline, Error, Limits};
use plyscope_parallel::try_map_by;
use plyscope_truth::{
    Amount, Benchmark, Chosen, DiskNeed, Filter, Journal, Label, Labelled, Meta, Pool, RunPlan,
    Selector, Source, Spare, Stage, ensure_room, fits, label_of, select,
};

use super::meanwhile::is_milestone;
use super::{Known, LearnOrder, RowOf, Valued, Worth};
use crate::truth::{every_state, listed, maker, write_limits};
use crate::{Listed, NamedGame, Spec};

/// The states of a benchmark that pass the filter.
pub(super) fn of_benchmark(
    game: &NamedGame,
    benchmark: &Benchmark,
    filter: &Filter,
) -> Result<Valued, Error> {
    let mut states = game.rules().states();
    let mut worths = Vec::with_capacity(benchmark.states.len());
    for (id, own) in benchmark.states.iter().enumerate() {
        let located = |error: Error| error.in_context(format!("state {id} ({})", own.state));
        states
            .push_text_for(&own.state, own.player)
            .map_err(located)?;
        let at = worths.len();
        if filter.passes(&*states, at, own.ply) && filter.is_critical(own, benchmark.meta.level()) {
            worths.push(of_labels(&*states, at, own).map_err(located)?);
        } else {
            states.truncate(at);
        }
    }
    Ok(Valued {
        states,
        worths,
        selector: benchmark.meta.selector.clone(),
        labeller: benchmark.meta.labeller.clone(),
        journal: None,
        groups: None,
    })
}

/// The values of a labelled state, if its moves are the legal ones.
fn of_labels(states: &dyn AnyStates, at: usize, own: &Labelled) -> Result<Worth, Error> {
    if let [
        Label {
            mv: None, value, ..
        },
    ] = own.moves[..]
    {
        return Ok(Worth::State(value));
    }
    let is_over = states.payoffs(at).is_some();
    if !is_over && states.mover(at) == own.player && fits(states, at, &own.moves) {
        let values = own.moves.iter().map(|label| label.value);
        return Ok(Worth::Moves(values.collect()));
    }
    Err(Error::misuse(
        "its moves are not the legal ones",
        "`plyscope truth verify` tells what else is wrong with the benchmark",
    ))
}

/// The agent or evaluator that is asked.
enum Asked {
    Agent(Box<dyn AnyAgent>),
    Evaluator(Box<dyn AnyEvaluator>),
}

impl Asked {
    /// Evaluators are asked for states directly; for moves they look one move ahead.
    fn make(game: &NamedGame, spec: &Spec, seed: u64, rows: RowOf) -> Result<Self, Error> {
        if rows == RowOf::States && game.is_evaluator(&spec.name) {
            return Ok(Self::Evaluator(game.evaluator(spec, seed)?));
        }
        Ok(Self::Agent(game.agent(spec, seed)?))
    }

    fn label(
        &mut self,
        game: &NamedGame,
        states: &dyn AnyStates,
        at: usize,
        limits: &Limits,
    ) -> Result<Vec<Label>, Error> {
        match self {
            Self::Agent(agent) => {
                agent.forget();
                label_of(&game.facts(), states, at, &mut **agent, limits)
            }
            Self::Evaluator(evaluator) => {
                let mover = states.mover(at);
                let value = if let Some(payoffs) = states.payoffs(at) {
                    f64::from(payoffs.of(mover))
                } else {
                    let deadline = Deadline::of(limits);
                    let value = evaluator.value(states, at, mover, &deadline)?;
                    value.map_or(f64::NAN, f64::from)
                };
                Ok(vec![Label {
                    mv: None,
                    value: Some(value).filter(|value| value.is_finite()),
                    exact: false,
                    plies: None,
                    visits: None,
                    q: None,
                }])
            }
        }
    }
}

fn worth(labels: &[Label]) -> Worth {
    match labels {
        [
            Label {
                mv: None, value, ..
            },
        ] => Worth::State(*value),
        moves => Worth::Moves(moves.iter().map(|label| label.value).collect()),
    }
}

/// States to be chosen and labelled now.
pub(super) struct Labelling<'a> {
    game: &'a NamedGame,
    seed: u64,
    selector: &'a Selector,
    positions: &'a [Listed],
    spec: Spec,
    rows: RowOf,
    limits: &'a Limits,
    progress: &'a (dyn Fn(Stage) + Sync),
    /// Whether weights are asked for on the way.
    is_watched: bool,
    /// How it comes about, as the journal tells runs apart.
    meta: Meta,
}

impl<'a> Labelling<'a> {
    pub(super) fn new(
        game: &'a NamedGame,
        order: &'a LearnOrder<'_>,
        selector: &'a Selector,
        positions: &'a [Listed],
        by: &str,
    ) -> Result<Self, Error> {
        let spec = Spec::parse(by)?;
        let labelled = match order.rows {
            RowOf::States => "states",
            RowOf::Moves => "moves",
        };
        Ok(Self {
            game,
            seed: order.params.seed,
            selector,
            positions,
            rows: order.rows,
            limits: &order.limits,
            progress: order.progress,
            is_watched: order.meanwhile.is_some(),
            meta: Meta {
                game: game.identity().to_string(),
                selector: selector.to_string(),
                // Labels of states and of moves are different labels.
                labeller: format!("{spec} of {labelled}"),
                limits: write_limits(&order.limits),
                inputs: game.inputs_of(&spec)?,
                seeds: vec![order.params.seed],
                version: env!("CARGO_PKG_VERSION").to_string(),
                plan: String::new(),
                sum: Meta::sum_of(&game.facts()),
                reach: None,
            },
            spec,
        })
    }

    /// Chooses and labels, on the threads of the pool this is called in; `so_far` is told at milestones.
    pub(super) fn run(self, output: Option<&Path>, so_far: &SoFar<'_>) -> Result<Valued, Error> {
        // Made once here so that a wrong spec is told before the long work.
        let asked = self.asked()?;
        let chosen = self.chosen()?;
        // An evaluator's journal has one number per state, which hardly fills a disk.
        if let (Some(output), Asked::Agent(_)) = (output, &asked) {
            let need = DiskNeed::of(self.game.rules(), &self.selector.filter);
            ensure_room(output, need.bytes_of(chosen.len() as u64))?;
        }
        let journal = match output {
            Some(output) => Some(self.journal(output, &chosen)?),
            None => None,
        };
        let (journal, worths) = self.label(&chosen, journal, so_far)?;
        Ok(Valued {
            states: chosen.states,
            worths,
            selector: self.meta.selector,
            labeller: self.spec.to_string(),
            journal,
            groups: None,
        })
    }

    fn asked(&self) -> Result<Asked, Error> {
        Asked::make(self.game, &self.spec, self.seed, self.rows)
    }

    fn chosen(&self) -> Result<Chosen, Error> {
        let select = |pool| {
            let Selector { amount, filter, .. } = self.selector;
            let of = match amount {
                Amount::States(states) => Some(*states),
                _ => None,
            };
            let found = |found| (self.progress)(Stage::Choosing { found, of });
            let stop = &self.limits.stop;
            let game = self.game.rules();
            select(game, pool, *amount, filter, self.seed, stop, &found)
        };
        match &self.selector.source {
            Source::Playouts => select(Pool::Playouts),
            Source::All => select(every_state(self.game, self.selector, self.limits)?),
            Source::File { .. } => select(Pool::Listed(listed(self.game, self.positions)?)),
            Source::Agents {
                first,
                second,
                random,
            } => {
                let (first, second) = (maker(self.game, first)?, maker(self.game, second)?);
                select(Pool::Games {
                    makers: [&first, &second],
                    random: *random,
                })
            }
        }
    }

    /// The journal beside the output, and what an earlier run did.
    fn journal(&self, output: &Path, chosen: &Chosen) -> Result<Opened, Error> {
        let with_ply = |id| (chosen.plies[id], chosen.states.text(id));
        let states = (0..chosen.len()).map(with_ply);
        let selector = self.meta.selector.clone();
        let plan = RunPlan::new(&self.meta, selector, self.seed, states);
        let done = RefCell::new(Vec::new());
        let fits = |id: usize, labels: &[Label]| {
            let own = worth(labels);
            let fits = match &own {
                Worth::State(_) => true,
                Worth::Moves(values) => values.len() == chosen.states.move_count(id),
            };
            if fits {
                done.borrow_mut().push((id, own));
            }
            fits
        };
        let journal = Journal::open(&Journal::beside(output), &plan, fits)?;
        Ok((journal, done.into_inner()))
    }

    /// Labels every state that the journal does not hold yet.
    fn label(
        &self,
        chosen: &Chosen,
        journal: Option<Opened>,
        so_far: &SoFar<'_>,
    ) -> Result<(Option<Journal>, Vec<Worth>), Error> {
        let (journal, done) = journal.map_or((None, Vec::new()), |(own, done)| (Some(own), done));
        let mut worths = vec![UNKNOWN; chosen.len()];
        let mut is_missing = vec![true; chosen.len()];
        for (id, own) in done {
            worths[id] = own;
            is_missing[id] = false;
        }
        let mut missing: Vec<usize> = (0..chosen.len()).filter(|&id| is_missing[id]).collect();
        // Early states are the hardest: in a mixed order, what is done tells how long the rest will take.
        Chance::new(self.seed).shuffle(&mut missing);
        let of = chosen.len() as u64;
        let count = of - missing.len() as u64;
        let tell = |done| (self.progress)(Stage::Labelling { done, of });
        tell(count);
        let shared = Mutex::new((count, journal, worths));
        let spare = Spare::default();
        let work = |id: usize| -> Result<(), Error> {
            let ask = |asked: &mut Asked| self.one(asked, &*chosen.states, id);
            let labels = spare.with(|| self.asked(), ask)?;
            let mut shared = shared
                .lock()
                .expect("nobody panics with the journal in hand");
            if let Some(journal) = &mut shared.1 {
                journal.add(id, &labels)?;
            }
            shared.0 += 1;
            shared.2[id] = worth(&labels);
            let count = shared.0;
            tell(count);
            if self.is_watched && is_milestone(count) {
                let worths = shared.2.clone();
                // Others go on meanwhile.
                drop(shared);
                so_far(count, (&*chosen.states, &worths));
            }
            Ok(())
        };
        let finished = try_map_by(missing.len(), 8, |at| work(missing[at]));
        let (count, mut journal, worths) = shared
            .into_inner()
            .expect("nobody panics with the journal in hand");
        if let Some(journal) = &mut journal {
            journal.sync()?;
        }
        if self.limits.stop.is_raised() {
            return Err(broken_off(count, of, journal.is_some()));
        }
        finished?;
        Ok((journal, worths))
    }

    /// Labels one state, unless the run was stopped before or meanwhile.
    fn one(
        &self,
        asked: &mut Asked,
        states: &dyn AnyStates,
        at: usize,
    ) -> Result<Vec<Label>, Error> {
        let stopped = || Error::stopped("stopped");
        if self.limits.stop.is_raised() {
            return Err(stopped());
        }
        let labels = asked
            .label(self.game, states, at, self.limits)
            .map_err(|error| error.in_context(format!("state {}", states.text(at))))?;
        // What a stop cut short is not what an undisturbed run would give.
        if self.limits.stop.is_raised() {
            return Err(stopped());
        }
        Ok(labels)
    }
}

/// What is known of a state that is not labelled yet.
const UNKNOWN: Worth = Worth::State(None);

/// Told what is known when so many states are labelled.
type SoFar<'a> = dyn Fn(u64, Known<'_>) + Sync + 'a;

type Opened = (Journal, Vec<(usize, Worth)>);

fn broken_off(count: u64, of: u64, is_kept: bool) -> Error {
    if is_kept {
        let what =
            format!("stopped with {count} of {of} states labelled; they are kept in the journal");
        return Error::stopped(what).with_hint("run the same command again to go on from there");
    }
    let what = format!("stopped with {count} of {of} states labelled, and nothing is kept");
    let hint = "name a file to write (-o), and a rerun will go on where it was broken off";
    Error::stopped(what).with_hint(hint)
}
