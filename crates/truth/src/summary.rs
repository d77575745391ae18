//! What is in a benchmark, in numbers.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::{Benchmark, Labelled};

/// The states of one ply.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct PlySummary {
    /// Moves since the start.
    pub ply: u32,
    /// How many states.
    pub states: u64,
    /// How many moves they have together.
    pub moves: u64,
    /// Moves whose value is proved.
    pub exact: u64,
    /// States that are won, drawn and lost for the player to move, by the value of the best move.
    pub best: [u64; 3],
    /// States whose moves do not all have the same value.
    pub critical: u64,
}

/// A whole benchmark.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Summary {
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
    /// Ply by ply.
    pub plies: Vec<PlySummary>,
}

impl Summary {
    /// Counts.
    pub fn of(benchmark: &Benchmark) -> Self {
        let mut tally = Tally::default();
        benchmark.states.iter().for_each(|own| tally.add(own));
        tally.summary()
    }
}

/// Counts states as they come.
#[derive(Default)]
pub(crate) struct Tally {
    plies: BTreeMap<u32, PlySummary>,
    /// By tenths.
    values: BTreeMap<i64, u64>,
    visits: u64,
}

impl Tally {
    pub(crate) fn add(&mut self, own: &Labelled) {
        let ply = self.plies.entry(own.ply).or_default();
        ply.ply = own.ply;
        ply.states += 1;
        ply.moves += own.moves.len() as u64;
        ply.critical += u64::from(own.spread() > 0.0);
        if let Some(best) = own.best_value() {
            ply.best[(1.0 - sign(best)) as usize] += 1;
        }
        for label in &own.moves {
            ply.exact += u64::from(label.exact);
            self.visits = self.visits.saturating_add(label.visits.unwrap_or(0));
            if let Some(value) = label.value {
                let tenths = (value * 10.0).round() as i64;
                *self.values.entry(tenths).or_default() += 1;
            }
        }
    }

    pub(crate) fn summary(self) -> Summary {
        let plies: Vec<PlySummary> = self.plies.into_values().collect();
        let tenths = |(tenths, count)| (tenths as f64 / 10.0, count);
        Summary {
            states: plies.iter().map(|ply| ply.states).sum(),
            rows: plies.iter().map(|ply| ply.moves).sum(),
            exact: plies.iter().map(|ply| ply.exact).sum(),
            visits: self.visits,
            values: self.values.into_iter().map(tenths).collect(),
            plies,
        }
    }
}

/// 1, 0 or −1.
fn sign(value: f64) -> f64 {
    if value == 0.0 { 0.0 } else { value.signum() }
}
