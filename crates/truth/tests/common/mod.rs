//! A small benchmark and agents to make it.
#![allow(dead_code, reason = "each test file uses what it needs")]

use std::path::Path;

use plyscope_game::{Agent, Limits};
use plyscope_games::mnk::Mnk;
use plyscope_search::{Exhaustive, ExhaustiveParams, Mcts, MctsParams};
use plyscope_truth::{
    Amount, Benchmark, Filter, Labeller, Made, Meta, Order, Pool, Selector, Source, Trouble, make,
};

pub(crate) fn solver(_: u64) -> Result<Box<dyn Agent<Mnk>>, Trouble> {
    let params = ExhaustiveParams {
        max_states: 10_000,
        symmetry: true,
    };
    Ok(Box::new(Exhaustive::new(params)?))
}

pub(crate) fn mcts(seed: u64) -> Result<Box<dyn Agent<Mnk>>, Trouble> {
    Ok(Box::new(Mcts::new(MctsParams {
        playouts: 200,
        seed,
        memory: 1 << 20,
        ..MctsParams::default()
    })?))
}

pub(crate) type Maker = fn(u64) -> Result<Box<dyn Agent<Mnk>>, Trouble>;

/// What a test changes about a run.
pub(crate) struct Run<'a> {
    pub(crate) by: Maker,
    pub(crate) name: &'static str,
    pub(crate) threads: usize,
    pub(crate) states: u64,
    pub(crate) seed: u64,
    pub(crate) limits: Limits,
    pub(crate) progress: &'a (dyn Fn(u64, u64) + Sync),
}

impl Default for Run<'_> {
    fn default() -> Self {
        Self {
            by: mcts,
            name: "mcts:playouts=200",
            threads: 1,
            states: 40,
            seed: 1,
            limits: Limits::every_move(),
            progress: &|_, _| {},
        }
    }
}

impl Run<'_> {
    pub(crate) fn to(self, output: &Path) -> Result<Made, Trouble> {
        let selector = Selector {
            source: Source::Playouts,
            amount: Amount::States(self.states),
            filter: Filter::default(),
        };
        let order = Order {
            meta: Meta {
                game: "tictactoe".to_string(),
                selector: selector.to_string(),
                labeller: self.name.to_string(),
                seeds: vec![self.seed],
                version: "test".to_string(),
                plan: String::new(),
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
        make(&Mnk::tictactoe(), order)
    }
}

/// A benchmark of a few states by MCTS: with means, visits, proofs and estimates.
pub(crate) fn small() -> Benchmark {
    let folder = tempfile::tempdir().unwrap();
    let run = Run {
        states: 12,
        ..Run::default()
    };
    match run.to(&folder.path().join("small.parquet")).unwrap() {
        Made::New(benchmark, _) | Made::Already(benchmark) => benchmark,
    }
}
