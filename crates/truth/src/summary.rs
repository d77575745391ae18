//! What is in a benchmark, in numbers.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::benchmark::Numbering;
use crate::{Benchmark, Labelled, Meta};

/// The states of one ply.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[non_exhaustive]
pub struct PlySummary {
    /// Moves since the start.
    pub ply: u32,
    /// How many states.
    pub states: u64,
    /// How many moves they have together.
    pub moves: u64,
    /// Moves whose value is proved.
    pub exact: u64,
    /// States that are won, drawn and lost for the player to move, by the value of the best move;
    /// a round counts for each of its players, and none where nobody wins or loses.
    pub best: [u64; 3],
    /// States whose moves do not all have the same value.
    pub critical: u64,
    /// States whose result is proved by the best move, seen by the player to move: won, drawn, lost.
    pub proved_best: [u64; 3],
    /// The mean of the best value where that is an estimate; none where there is none.
    pub estimated_best: Option<f64>,
}

/// The values that are not proved, on the labeller's own scale.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Estimates {
    /// How many.
    pub count: u64,
    /// The least of them.
    pub least: f64,
    /// Their mean.
    pub mean: f64,
    /// Their standard deviation.
    pub deviation: f64,
    /// The greatest of them.
    pub greatest: f64,
}

/// A whole benchmark.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct BenchmarkSummary {
    /// How many states.
    pub states: u64,
    /// How many rows: states by moves.
    pub rows: u64,
    /// Rows whose value is proved.
    pub exact: u64,
    /// Playouts or visits spent in all.
    pub visits: u64,
    /// How often each value occurs, estimates rounded to tenths.
    pub values: Vec<(f64, u64)>,
    /// How often each proved value occurs.
    pub proved: Vec<(f64, u64)>,
    /// Moves by which who wins is proved, but not how high.
    pub decided: u64,
    /// The other values; none if there are none.
    pub estimates: Option<Estimates>,
    /// Ply by ply.
    pub plies: Vec<PlySummary>,
}

impl BenchmarkSummary {
    /// Counts.
    pub fn of(benchmark: &Benchmark) -> Self {
        let mut tally = Tally::of(&benchmark.meta);
        benchmark.states.iter().for_each(|own| tally.add(own));
        tally.summary()
    }
}

/// Counts states as they come.
#[derive(Default)]
pub(crate) struct Tally {
    /// The points that are neither won nor lost, if there are such.
    level: Option<f64>,
    plies: BTreeMap<u32, PlySummary>,
    /// By tenths.
    values: BTreeMap<i64, u64>,
    /// Proved ones, by tenths: points are whole numbers.
    proved: BTreeMap<i64, u64>,
    decided: u64,
    estimates: Spread,
    /// Best values that are estimates, by ply.
    best: BTreeMap<u32, Spread>,
    /// Whether visits are shares of mixed strategies, which no search spent.
    has_mixtures: bool,
    visits: u64,
    numbering: Numbering,
}

/// Mean and deviation of numbers as they come (Welford's way).
#[derive(Default)]
struct Spread {
    count: u64,
    mean: f64,
    squares: f64,
    least: f64,
    greatest: f64,
}

impl Spread {
    fn add(&mut self, number: f64) {
        if self.count == 0 {
            (self.least, self.greatest) = (number, number);
        }
        self.count += 1;
        let off = number - self.mean;
        self.mean += off / self.count as f64;
        self.squares += off * (number - self.mean);
        self.least = self.least.min(number);
        self.greatest = self.greatest.max(number);
    }

    fn estimates(&self) -> Option<Estimates> {
        (self.count > 0).then(|| Estimates {
            count: self.count,
            least: self.least,
            mean: self.mean,
            deviation: (self.squares / self.count as f64).max(0.0).sqrt(),
            greatest: self.greatest,
        })
    }
}

impl Tally {
    /// Nothing counted yet of such a benchmark.
    pub(crate) fn of(meta: &Meta) -> Self {
        Self {
            level: meta.level(),
            has_mixtures: meta.is_solved(),
            ..Self::default()
        }
    }

    pub(crate) fn add(&mut self, own: &Labelled) {
        let ply = self.plies.entry(own.ply).or_default();
        ply.ply = own.ply;
        let before = self.numbering.count();
        ply.states += (self.numbering.next(own) + 1 - before) as u64;
        ply.moves += own.moves.len() as u64;
        ply.critical += u64::from(own.spread(self.level) > 0.0);
        if let Some(label) = own.best(self.level)
            && let (Some(value), Some(ahead)) = (label.value, label.from_level(self.level))
        {
            let result = self.level.map(|_| (1.0 - sign(ahead)) as usize);
            if let Some(result) = result {
                ply.best[result] += 1;
            }
            // A proved move beside a better estimate proves no more than that it is one of several.
            if label.exact || label.is_decided() {
                if let Some(result) = result {
                    ply.proved_best[result] += 1;
                }
            } else {
                self.best.entry(own.ply).or_default().add(value);
            }
        }
        for label in &own.moves {
            ply.exact += u64::from(label.exact);
            let spent = label.visits.filter(|_| !self.has_mixtures);
            self.visits = self.visits.saturating_add(spent.unwrap_or(0));
            if let Some(value) = label.value {
                let tenths = (value * 10.0).round() as i64;
                *self.values.entry(tenths).or_default() += 1;
                if label.exact {
                    *self.proved.entry(tenths).or_default() += 1;
                } else if label.is_decided() {
                    self.decided += 1;
                } else {
                    self.estimates.add(value);
                }
            }
        }
    }

    pub(crate) fn summary(self) -> BenchmarkSummary {
        let best = self.best;
        let with_best = |own: PlySummary| PlySummary {
            estimated_best: best.get(&own.ply).map(|spread| spread.mean),
            ..own
        };
        let plies: Vec<PlySummary> = self.plies.into_values().map(with_best).collect();
        let tenths = |(tenths, count)| (tenths as f64 / 10.0, count);
        BenchmarkSummary {
            states: plies.iter().map(|ply| ply.states).sum(),
            rows: plies.iter().map(|ply| ply.moves).sum(),
            exact: plies.iter().map(|ply| ply.exact).sum(),
            visits: self.visits,
            values: self.values.into_iter().map(tenths).collect(),
            proved: self.proved.into_iter().map(tenths).collect(),
            decided: self.decided,
            estimates: self.estimates.estimates(),
            plies,
        }
    }
}

/// 1, 0 or −1.
fn sign(value: f64) -> f64 {
    if value == 0.0 { 0.0 } else { value.signum() }
}
