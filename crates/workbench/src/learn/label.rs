//! Values of states: read from a benchmark, or asked of a labeller now.

use std::cell::RefCell;
use std::path::Path;
use std::sync::Mutex;

use plyscope_game::{Agent, Chance, Deadline, Limits, Notation};
use plyscope_truth::{
    Amount, Benchmark, Chosen, Filter, Journal, Label, Labelled, Meta, Plan, Pool, Selector,
    Source, Spare, Step, Trouble, label_of, select,
};
use rayon::prelude::*;

use super::{LearnOrder, RowOf, Worth, Worths};
use crate::agents::MakeContext;
use crate::shelf::{BoxedAgent, BoxedEvaluator, Shelf};
use crate::truth::{every_state, inputs_of, listed, write_limits};
use crate::{Failure, Listed, Spec};

/// The states of a benchmark that pass the filter.
pub(super) fn of_benchmark<G: Notation>(
    game: &G,
    benchmark: &Benchmark,
    filter: &Filter,
) -> Result<Worths<G::State>, Failure> {
    let mut states = Vec::with_capacity(benchmark.states.len());
    for (id, own) in benchmark.states.iter().enumerate() {
        let located = |failure: Failure| failure.in_context(format!("state {id} ({})", own.state));
        let state = game.read_state(&own.state);
        let state = state.map_err(|misread| located(misread.into()))?;
        let chosen = Chosen {
            state,
            ply: own.ply,
        };
        if filter.passes(game, &chosen) && filter.is_critical(own) {
            let worth = of_labels(game, &chosen.state, own).map_err(located)?;
            states.push((chosen.state, worth));
        }
    }
    Ok(Worths {
        states,
        selector: benchmark.meta.selector.clone(),
        labeller: benchmark.meta.labeller.clone(),
        journal: None,
    })
}

/// The values of a labelled state, if its moves are the legal ones.
fn of_labels<G: Notation>(game: &G, state: &G::State, own: &Labelled) -> Result<Worth, Failure> {
    if let [
        Label {
            mv: None, value, ..
        },
    ] = own.moves[..]
    {
        return Ok(Worth::State(value));
    }
    let is_over = game.payoffs(state).is_some();
    let fits = !is_over
        && game.mover(state) == own.player
        && game.moves(state).len() == own.moves.len()
        && game
            .moves(state)
            .zip(&own.moves)
            .all(|(mv, label)| label.mv.as_deref() == Some(&*game.write_move(state, mv)));
    if fits {
        let values = own.moves.iter().map(|label| label.value);
        return Ok(Worth::Moves(values.collect()));
    }
    Err(Failure::misuse(
        "its moves are not the legal ones",
        "`plyscope truth verify` tells what else is wrong with the benchmark",
    ))
}

/// Who is asked.
enum Asked<G> {
    Agent(BoxedAgent<G>),
    Evaluator(BoxedEvaluator<G>),
}

impl<G: Shelf> Asked<G> {
    /// Evaluators are asked for states directly; for moves they look one move ahead.
    fn make(context: &MakeContext<'_, G>, spec: &Spec, rows: RowOf) -> Result<Self, Failure> {
        if rows == RowOf::States && MakeContext::<G>::is_evaluator(&spec.name) {
            return Ok(Self::Evaluator(context.evaluator(spec)?));
        }
        Ok(Self::Agent(context.agent(spec)?))
    }

    fn label(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
    ) -> Result<Vec<Label>, Failure> {
        match self {
            Self::Agent(agent) => {
                agent.forget();
                Ok(label_of(game, state, &mut **agent, limits)?)
            }
            Self::Evaluator(evaluator) => {
                let mover = game.mover(state);
                let value = if let Some(payoffs) = game.payoffs(state) {
                    f64::from(payoffs.of(mover))
                } else {
                    let deadline = Deadline::of(limits);
                    let value = evaluator.value_until(game, state, mover, &deadline);
                    value.map_or(f64::NAN, f64::from)
                };
                if let Some(failure) = evaluator.take_failure() {
                    return Err(failure.into());
                }
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
pub(super) struct Labelling<'a, G: Shelf> {
    context: &'a MakeContext<'a, G>,
    selector: &'a Selector,
    listed: Vec<Chosen<G::State>>,
    spec: Spec,
    rows: RowOf,
    limits: &'a Limits,
    progress: &'a (dyn Fn(Step) + Sync),
    /// How it comes about, as the journal tells runs apart.
    meta: Meta,
}

impl<'a, G: Shelf> Labelling<'a, G> {
    pub(super) fn new(
        context: &'a MakeContext<'a, G>,
        game_spec: &str,
        order: &'a LearnOrder<'_>,
        selector: &'a Selector,
        positions: &[Listed],
        by: &str,
    ) -> Result<Self, Failure> {
        let spec = Spec::parse(by)?;
        let labelled = match order.rows {
            RowOf::States => "states",
            RowOf::Moves => "moves",
        };
        Ok(Self {
            context,
            selector,
            listed: listed::<G>(context.game, positions)?,
            rows: order.rows,
            limits: &order.limits,
            progress: order.progress,
            meta: Meta {
                game: game_spec.to_string(),
                selector: selector.to_string(),
                // Labels of states and of moves are different labels.
                labeller: format!("{spec} of {labelled}"),
                limits: write_limits(&order.limits),
                inputs: inputs_of::<G>(&spec)?,
                seeds: vec![context.seed],
                version: env!("CARGO_PKG_VERSION").to_string(),
                plan: String::new(),
            },
            spec,
        })
    }

    /// Chooses and labels, on the threads of the pool this is called in.
    pub(super) fn run(self, output: Option<&Path>) -> Result<Worths<G::State>, Failure> {
        // Made once here so that a wrong spec is told before the long work.
        Asked::make(self.context, &self.spec, self.rows)?;
        let chosen = self.chosen()?;
        let journal = match output {
            Some(output) => Some(self.journal(output, &chosen)?),
            None => None,
        };
        let (journal, worths) = self.label(&chosen, journal)?;
        let filled = chosen.into_iter().zip(worths);
        Ok(Worths {
            states: filled.map(|(own, worth)| (own.state, worth)).collect(),
            selector: self.meta.selector,
            labeller: self.spec.to_string(),
            journal,
        })
    }

    fn chosen(&self) -> Result<Vec<Chosen<G::State>>, Failure> {
        let context = self.context;
        let maker = |text: &str| -> Result<_, Failure> {
            let spec = Spec::parse(text)?;
            Ok(move |seed| -> Result<Box<dyn Agent<G>>, Trouble> {
                Ok(MakeContext { seed, ..*context }.agent(&spec)?)
            })
        };
        let select = |pool| {
            let Selector { amount, filter, .. } = self.selector;
            let of = match amount {
                Amount::States(states) => Some(*states),
                _ => None,
            };
            let found = |found| (self.progress)(Step::Choosing { found, of });
            let stop = &self.limits.stop;
            select(
                context.game,
                pool,
                *amount,
                filter,
                context.seed,
                stop,
                &found,
            )
        };
        Ok(match &self.selector.source {
            Source::Playouts => select(Pool::Playouts)?,
            Source::All => select(every_state(context.game, self.selector, self.limits)?)?,
            Source::File { .. } => select(Pool::Listed(self.listed.clone()))?,
            Source::Agents {
                first,
                second,
                random,
            } => {
                let (first, second) = (maker(first)?, maker(second)?);
                select(Pool::Games {
                    makers: [&first, &second],
                    random: *random,
                })?
            }
        })
    }

    /// The journal beside the output, and what an earlier run did.
    fn journal(&self, output: &Path, chosen: &[Chosen<G::State>]) -> Result<Opened, Failure> {
        let game = self.context.game;
        let with_ply = |own: &Chosen<G::State>| (own.ply, game.write_state(&own.state));
        let states = chosen.iter().map(with_ply);
        let selector = self.meta.selector.clone();
        let plan = Plan::new(&self.meta, selector, self.context.seed, states);
        let done = RefCell::new(Vec::new());
        let fits = |id: usize, labels: &[Label]| {
            let own = worth(labels);
            let fits = match &own {
                Worth::State(_) => true,
                Worth::Moves(values) => values.len() == game.moves(&chosen[id].state).len(),
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
        chosen: &[Chosen<G::State>],
        journal: Option<Opened>,
    ) -> Result<(Option<Journal>, Vec<Worth>), Failure> {
        let (journal, done) = journal.map_or((None, Vec::new()), |(own, done)| (Some(own), done));
        let mut worths: Vec<Option<Worth>> = vec![None; chosen.len()];
        for (id, own) in done {
            worths[id] = Some(own);
        }
        let mut missing: Vec<usize> = (0..chosen.len())
            .filter(|&id| worths[id].is_none())
            .collect();
        // Early states are the hardest: in a mixed order, what is done tells how long the rest will take.
        Chance::new(self.context.seed).shuffle(&mut missing);
        let of = chosen.len() as u64;
        let count = of - missing.len() as u64;
        let tell = |done| (self.progress)(Step::Labelling { done, of });
        tell(count);
        let shared = Mutex::new((count, journal));
        let spare = Spare::default();
        let work = |id: usize| -> Result<(usize, Worth), Failure> {
            let state = &chosen[id].state;
            let labels = spare.with(|| Ok(None), |asked| self.one(asked, state))?;
            let mut shared = shared
                .lock()
                .expect("nobody panics with the journal in hand");
            if let Some(journal) = &mut shared.1 {
                journal.add(id, &labels)?;
            }
            shared.0 += 1;
            tell(shared.0);
            Ok((id, worth(&labels)))
        };
        let parallel = missing.into_par_iter().with_max_len(8);
        let finished: Result<Vec<_>, Failure> = parallel.map(work).collect();
        let (count, mut journal) = shared
            .into_inner()
            .expect("nobody panics with the journal in hand");
        if let Some(journal) = &mut journal {
            journal.sync()?;
        }
        if self.limits.stop.is_raised() {
            return Err(broken_off(count, of, journal.is_some()));
        }
        for (id, own) in finished? {
            worths[id] = Some(own);
        }
        let whole = worths.into_iter();
        let whole = whole.map(|own| own.expect("every state is labelled"));
        Ok((journal, whole.collect()))
    }

    /// Labels one state, unless the run was stopped before or meanwhile.
    fn one(&self, asked: &mut Option<Asked<G>>, state: &G::State) -> Result<Vec<Label>, Failure> {
        let stopped = || Failure::failed("stopped");
        if self.limits.stop.is_raised() {
            return Err(stopped());
        }
        let asked = match asked {
            Some(asked) => asked,
            None => asked.insert(Asked::make(self.context, &self.spec, self.rows)?),
        };
        let game = self.context.game;
        let labels = asked
            .label(game, state, self.limits)
            .map_err(|failure| failure.in_context(format!("state {}", game.write_state(state))))?;
        // What a stop cut short is not what an undisturbed run would give.
        if self.limits.stop.is_raised() {
            return Err(stopped());
        }
        Ok(labels)
    }
}

type Opened = (Journal, Vec<(usize, Worth)>);

fn broken_off(count: u64, of: u64, is_kept: bool) -> Failure {
    let mut failure = Failure::failed(if is_kept {
        format!("stopped with {count} of {of} states labelled; they are kept in the journal")
    } else {
        format!("stopped with {count} of {of} states labelled, and nothing is kept")
    });
    failure.hint = Some(
        if is_kept {
            "run the same command again to go on from there"
        } else {
            "name a file to write (-o), and a rerun will go on where it was broken off"
        }
        .to_string(),
    );
    failure
}
