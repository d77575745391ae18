//! A benchmark that is read, filtered and laid out once, and judged on again and again.

use std::borrow::Cow;

use plyscope_game::any::{AnyAgent, AnyStates};
use plyscope_game::{Error, Limits};
use plyscope_judge::judgement::{Assessment, Deciding, Entry, Foreseen, Judgement, assess};
use plyscope_judge::predict::StateWeights;
use plyscope_judge::{Grouping, Metric, Truths};
use plyscope_parallel::Threads;
use plyscope_truth::Benchmark;

use super::states::{ask, describe, read};
use super::{JudgeOrder, JudgeRun, StateFilter, deciding, metrics};
use crate::NamedGame;

/// The states of a benchmark with their truth, and the metrics.
///
/// What heuristics are asked is all that is left to do: 500 states of Connect
/// Four are judged in a few milliseconds.
pub struct ReadyBench<'a> {
    benchmark: Cow<'a, Benchmark>,
    filters: Vec<String>,
    pub(super) filtered: usize,
    deciding: Option<Deciding>,
    name: String,
    pub(super) states: Box<dyn AnyStates>,
    pub(super) truths: Truths,
    pub(super) metrics: Vec<Box<dyn Metric>>,
}

impl<'a> ReadyBench<'a> {
    /// Reads the states that pass the filter; metrics by name, none for all that the benchmark can serve.
    ///
    /// # Errors
    /// When a name is unknown, the benchmark does not fit the rules or lacks
    /// what a metric needs, or no state passes the filter.
    pub fn new(
        game: &NamedGame,
        benchmark: &'a Benchmark,
        name: &str,
        metrics: &[String],
        filter: &StateFilter,
    ) -> Result<Self, Error> {
        // All that is judged is counted from the level result.
        let (points, level) = (game.facts().points, game.facts().level());
        let points = (f64::from(points.0) - level, f64::from(points.1) - level);
        let benchmark = if level == 0.0 {
            Cow::Borrowed(benchmark)
        } else {
            Cow::Owned(benchmark.from_level(level))
        };
        let mut truths = Truths::new(&benchmark, points);
        let chosen = metrics::choose(game, metrics, &truths, name)?;
        let filtered = filter.apply(&mut truths, name)?;
        let rows = truths.rows.iter();
        let labelled: Vec<_> = rows.map(|row| &benchmark.states[row.at]).collect();
        let states = read(game, &labelled).map_err(|error| error.in_context(name))?;
        Ok(Self {
            filters: filter.words(),
            filtered,
            deciding: deciding(game, metrics, &truths),
            name: name.to_owned(),
            states,
            metrics: chosen,
            truths,
            benchmark,
        })
    }

    /// The same with a copy of the benchmark, to be kept.
    #[must_use]
    pub fn owned(self) -> ReadyBench<'static> {
        ReadyBench {
            benchmark: Cow::Owned(self.benchmark.into_owned()),
            filters: self.filters,
            filtered: self.filtered,
            deciding: self.deciding,
            name: self.name,
            states: self.states,
            truths: self.truths,
            metrics: self.metrics,
        }
    }

    /// How many states there are to judge.
    pub fn len(&self) -> usize {
        self.truths.rows.len()
    }

    /// Whether there are none, which [`Self::new`] refuses.
    pub fn is_empty(&self) -> bool {
        self.truths.rows.is_empty()
    }

    /// The states, in the order of [`Self::truths`].
    pub(crate) fn states(&self) -> &dyn AnyStates {
        &*self.states
    }

    /// What is known of them.
    pub(crate) fn truths(&self) -> &Truths {
        &self.truths
    }

    /// The metric, where one was asked for.
    pub(crate) fn metric(&self) -> &dyn Metric {
        &*self.metrics[0]
    }

    /// Judges one agent, whatever makes it.
    ///
    /// # Errors
    /// When the agent cannot be made or fails.
    pub fn judge_one(
        &self,
        game: &NamedGame,
        (name, make): (&str, &(dyn Fn() -> Result<Box<dyn AnyAgent>, Error> + Sync)),
        grouping: Grouping,
        seed: u64,
    ) -> Result<Judgement, Error> {
        let order = JudgeOrder {
            heuristics: &[],
            metrics: &[],
            filter: &StateFilter::default(),
            grouping,
            worst: 0,
            name: &self.name,
            weights: StateWeights::Equal,
            run: JudgeRun {
                seed,
                limits: Limits::every_move(),
                threads: 1,
                progress: &|| {},
            },
        };
        Threads::new(1)?.run(|| {
            let guesses = ask(game, &*self.states, make, &order.run)?;
            let entry = Entry {
                name: name.to_owned(),
                spec: name.to_owned(),
                guesses,
            };
            Ok(self.assess(&mut [entry], &order, None))
        })
    }

    /// Holds what heuristics said against the truth.
    pub(super) fn assess(
        &self,
        entries: &mut [Entry],
        order: &JudgeOrder<'_>,
        foreseen: Option<Foreseen>,
    ) -> Judgement {
        let plan = Assessment {
            metrics: &self.metrics,
            deciding: self.deciding.clone(),
            grouping: order.grouping,
            worst: order.worst,
            seed: order.run.seed,
            name: self.name.clone(),
            filters: self.filters.clone(),
            filtered: self.filtered,
            foreseen,
        };
        let describe = |at| describe(&*self.states, at);
        assess(&self.benchmark, &self.truths, entries, &plan, &describe)
    }
}
