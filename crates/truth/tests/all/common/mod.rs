//! A small benchmark and agents to make it.
#![allow(dead_code, reason = "each test file uses what it needs")]

use std::path::Path;
use std::sync::Arc;

use plyscope_game::any::{AgentOf, AnyAgent, AnyGame, Hidden};
use plyscope_game::{Agent, Error, Limits};
use plyscope_mnk::Mnk;
use plyscope_search::{Exhaustive, ExhaustiveParams, Mcts, MctsParams};
use plyscope_truth::{
    Amount, Benchmark, BenchmarkOrder, Filter, Labeller, Made, Meta, Pool, Selector, Source, Stage,
    load, make,
};

pub(crate) fn tictactoe() -> Arc<dyn AnyGame> {
    Hidden::new(Mnk::tictactoe())
}

/// An agent of Tic-tac-toe with its type hidden.
pub(crate) fn hidden(agent: impl Agent<Mnk> + 'static) -> Box<dyn AnyAgent> {
    Box::new(AgentOf::new(Arc::new(Mnk::tictactoe()), agent))
}

pub(crate) fn solver(_: u64) -> Result<Box<dyn AnyAgent>, Error> {
    let params = ExhaustiveParams {
        max_states: 10_000,
        symmetry: true,
        ..ExhaustiveParams::default()
    };
    Ok(hidden(Exhaustive::new(params)?))
}

pub(crate) fn mcts(seed: u64) -> Result<Box<dyn AnyAgent>, Error> {
    Ok(hidden(Mcts::new(MctsParams {
        playouts: 200,
        seed,
        memory: 1 << 20,
        ..MctsParams::default()
    })?))
}

pub(crate) type Maker = fn(u64) -> Result<Box<dyn AnyAgent>, Error>;

/// What a test changes about a run.
pub(crate) struct Run<'a> {
    pub(crate) by: Maker,
    pub(crate) name: &'static str,
    pub(crate) threads: usize,
    pub(crate) states: u64,
    pub(crate) critical: f64,
    /// What the metadata say of the labeller's limits and files.
    pub(crate) within: (&'static str, &'static str),
    pub(crate) seed: u64,
    pub(crate) limits: Limits,
    pub(crate) progress: &'a (dyn Fn(Stage) + Sync),
}

impl Default for Run<'_> {
    fn default() -> Self {
        Self {
            by: mcts,
            name: "mcts:playouts=200",
            threads: 1,
            states: 40,
            critical: 0.0,
            within: ("", ""),
            seed: 1,
            limits: Limits::every_move(),
            progress: &|_| {},
        }
    }
}

impl Run<'_> {
    pub(crate) fn to(self, output: &Path) -> Result<Made, Error> {
        let selector = Selector {
            source: Source::Playouts,
            amount: Amount::States(self.states),
            filter: Filter {
                critical: self.critical,
                ..Filter::default()
            },
        };
        let order = BenchmarkOrder {
            meta: Meta {
                game: "tictactoe".to_string(),
                selector: selector.to_string(),
                labeller: self.name.to_string(),
                limits: self.within.0.to_string(),
                inputs: self.within.1.to_string(),
                seeds: vec![self.seed],
                version: "test".to_string(),
                plan: String::new(),
                sum: Some(0),
                reach: None,
            },
            selector: &selector,
            pool: Pool::Playouts,
            labeller: Labeller {
                make: &self.by,
                seed: self.seed,
                limits: self.limits,
                threads: self.threads,
                progress: self.progress,
            },
            output,
            replace: false,
        };
        make(&*tictactoe(), order)
    }
}

/// A benchmark of a few states by MCTS: with means, visits, proofs and estimates.
pub(crate) fn small() -> Benchmark {
    let folder = tempfile::tempdir().unwrap();
    let run = Run {
        states: 12,
        ..Run::default()
    };
    let path = folder.path().join("small.parquet");
    run.to(&path).unwrap();
    load(&path).unwrap()
}
