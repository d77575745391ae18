//! The same states of a game several times: solved, and by two or more budgets of tree search.
//!
//! Whatever points the game has, here a loss is −1, the level result 0 and a win 1.

use plyscope_game::any::AnyStates;
use plyscope_game::{Error, Facts};
use plyscope_judge::{Truth, TruthKind, TruthRow, Truths, best_by_gap};
use plyscope_truth::{Benchmark, read_parquet};
use plyscope_workbench::NamedGame;
use serde::Serialize;

/// The least and the most that a move is worth.
pub(super) const POINTS: (f64, f64) = (-1.0, 1.0);

const EXACT: &[u8] = include_bytes!("../../../../benchmarks/connect4.parquet");
const SAMPLED: [(&str, &[u8]); 2] = [
    (
        "mcts1",
        include_bytes!("../../../../benchmarks/connect4-mcts1.parquet"),
    ),
    (
        "mcts3",
        include_bytes!("../../../../benchmarks/connect4-mcts3.parquet"),
    ),
];

/// How one of the benchmarks came about.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TruthBenchmark {
    /// What it is called on the page.
    pub name: String,
    /// Who put a value on the moves.
    pub labeller: String,
    /// The fewest and the most visits that all moves of a state have together; nothing if it is solved.
    pub visits: Option<(u64, u64)>,
    /// The share of moves whose value is proved.
    pub proved: f64,
}

/// Truth by tree search.
pub(super) struct Sampled {
    pub(super) name: &'static str,
    /// Best moves by the widest gap in the visits, as HEF has them; a move's value is its q.
    pub(super) truths: Truths,
    /// Best moves as the judge tells them: by visits, unless a move is proved that decides.
    pub(super) judged: Vec<Vec<bool>>,
}

pub(super) struct Data {
    pub(super) states: Box<dyn AnyStates>,
    /// The ply of every state.
    pub(super) plies: Vec<u32>,
    pub(super) exact: Truths,
    /// By rising budgets.
    pub(super) sampled: Vec<Sampled>,
    pub(super) sources: Vec<TruthBenchmark>,
}

/// The labels by tree search of Connect Four that are inside the program.
///
/// They are part of it: if they were not readable, no run could mend that.
pub(super) fn shipped() -> Vec<(&'static str, Benchmark)> {
    SAMPLED.map(|(name, bytes)| (name, read(bytes))).into()
}

/// How far a win lies from the level result, in the game's points.
pub(super) fn reach(facts: &Facts) -> f64 {
    f64::from(facts.points.1) - facts.level()
}

impl Data {
    /// The solved states, and the same by tree search with rising budgets.
    ///
    /// # Errors
    /// When one is not of the same states, or not by tree search.
    pub(super) fn of(
        game: &NamedGame,
        solved: &Benchmark,
        benchmarks: Vec<(&'static str, Benchmark)>,
    ) -> Result<Self, Error> {
        let exact = truths(game, solved);
        let mut sources = vec![source("exact", solved, &exact)];
        let mut sampled = Vec::new();
        for (name, benchmark) in benchmarks {
            let mut truths = truths(game, &benchmark);
            if !same_moves(solved, &benchmark) || truths.made != TruthKind::Sampled {
                let what = format!("{name} is not of the solved states by tree search");
                return Err(Error::failed(what));
            }
            sources.push(source(name, &benchmark, &truths));
            let mut judged = Vec::new();
            for row in &mut truths.rows {
                let by_gap = best_by_gap(row.truth());
                judged.push(std::mem::replace(&mut row.best, by_gap));
            }
            sampled.push(Sampled {
                name,
                truths,
                judged,
            });
        }
        let mut states = game.rules().states();
        for own in &solved.states {
            states.push_text_for(&own.state, own.player)?;
        }
        if exact.rows.len() != solved.states.len() || exact.made != TruthKind::Proved {
            return Err(Error::failed(format!("{} is not solved", game.spec())));
        }
        Ok(Self {
            states,
            plies: exact.rows.iter().map(|row| row.ply).collect(),
            exact,
            sampled,
            sources,
        })
    }

    /// How many moves all states have together.
    pub(super) fn moves(&self) -> usize {
        self.exact.rows.iter().map(|row| row.truth().len()).sum()
    }
}

/// The solved states.
pub(super) fn solved() -> Benchmark {
    read(EXACT)
}

fn read(bytes: &[u8]) -> Benchmark {
    read_parquet(bytes.to_vec()).expect("the benchmark is inside the program")
}

/// A benchmark with a loss as −1, the level result as 0 and a win as 1.
fn truths(game: &NamedGame, benchmark: &Benchmark) -> Truths {
    let facts = game.facts();
    let (level, reach) = (facts.level(), reach(&facts));
    let mut truths = Truths::new(&benchmark.from_level(level), (-reach, reach));
    for row in &mut truths.rows {
        row.change(|truth| {
            truth.value /= reach;
            truth.q = truth.q.map(|q| q / reach);
        });
    }
    truths.points = POINTS;
    truths
}

fn same_moves(one: &Benchmark, other: &Benchmark) -> bool {
    let names = |own: &Benchmark| -> Vec<(String, Vec<Option<String>>)> {
        let moves = |state: &plyscope_truth::Labelled| {
            let names = state.moves.iter().map(|label| label.mv.clone());
            (state.state.clone(), names.collect())
        };
        own.states.iter().map(moves).collect()
    };
    names(one) == names(other)
}

fn source(name: &str, benchmark: &Benchmark, truths: &Truths) -> TruthBenchmark {
    let totals = || truths.rows.iter().map(total).filter(|total| *total > 0);
    let labels = || benchmark.states.iter().flat_map(|state| &state.moves);
    let proved = labels().filter(|label| label.exact).count();
    TruthBenchmark {
        name: name.to_owned(),
        labeller: benchmark.meta.labeller.clone(),
        visits: totals().min().zip(totals().max()),
        proved: proved as f64 / labels().count() as f64,
    }
}

/// HEF's n.
pub(super) fn visits(truth: &Truth) -> u64 {
    truth.visits.unwrap_or(0)
}

/// The visits of all moves of a state together.
pub(super) fn total(row: &TruthRow) -> u64 {
    row.truth().iter().map(visits).sum()
}
