//! A metric over the course of the game: means by ply, by phase, by player or in all.

use crate::{Band, Column, Metric, Row, band};

/// What states are put together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Grouping {
    /// States of the same ply.
    Ply,
    /// Three phases, each a third of the plies that occur.
    Phase,
    /// States of the same player.
    Player,
    /// All states.
    All,
}

/// The names of the phases.
pub const PHASES: [&str; 3] = ["opening", "middle", "end"];

/// One group of states on a curve.
#[derive(Clone, PartialEq, Debug)]
pub struct Point {
    /// The group: a ply, or the number of a phase or a player, from 0.
    pub group: u32,
    /// The mean with its band.
    pub band: Band,
    /// The mean of what chance would get on the same states.
    pub chance: Option<f64>,
}

impl Grouping {
    /// The name by which it is asked for.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ply => "ply",
            Self::Phase => "phase",
            Self::Player => "player",
            Self::All => "all",
        }
    }

    /// The group of a state, when plies run from `plies.0` to `plies.1`.
    pub fn of(self, row: &Row, plies: (u32, u32)) -> u32 {
        match self {
            Self::Ply => row.ply,
            Self::Phase => (row.ply - plies.0) * 3 / (plies.1 - plies.0 + 1),
            Self::Player => u32::from(row.player.0),
            Self::All => 0,
        }
    }
}

/// The means of a metric over groups of states, in the order of the groups;
/// a group on which the metric is silent is left out.
pub fn curve(metric: &dyn Metric, column: &Column, rows: &[Row], by: Grouping) -> Vec<Point> {
    let plies = || rows.iter().map(|row| row.ply);
    let (Some(first), Some(last)) = (plies().min(), plies().max()) else {
        return Vec::new();
    };
    let mut groups: Vec<(u32, Vec<usize>)> = Vec::new();
    let mut order: Vec<(u32, usize)> = rows
        .iter()
        .enumerate()
        .map(|(state, row)| (by.of(row, (first, last)), state))
        .collect();
    order.sort_unstable();
    for (group, state) in order {
        match groups.last_mut() {
            Some((last, states)) if *last == group => states.push(state),
            _ => groups.push((group, vec![state])),
        }
    }
    let point = |(group, states): (u32, Vec<usize>)| {
        let scores: Vec<f64> = states.iter().filter_map(|&at| column.scores[at]).collect();
        let said = states.iter().filter(|&&at| column.scores[at].is_some());
        let chance: Vec<f64> = said.filter_map(|&at| column.chance[at]).collect();
        let mean = chance.iter().sum::<f64>() / chance.len() as f64;
        Some(Point {
            group,
            band: band(&scores, metric.range())?,
            chance: (!chance.is_empty()).then_some(mean),
        })
    };
    groups.into_iter().filter_map(point).collect()
}
