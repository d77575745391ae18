//! A metric over the course of the game: means by ply, by phase, by player or in all.

use crate::band::Tally;
use crate::{Band, Column, Metric, TruthRow};

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
pub struct CurveGroup {
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
    pub fn of(self, row: &TruthRow, plies: (u32, u32)) -> u32 {
        match self {
            Self::Ply => row.ply,
            Self::Phase => (row.ply - plies.0) * 3 / (plies.1 - plies.0 + 1),
            Self::Player => u32::from(row.player.0),
            Self::All => 0,
        }
    }
}

/// The group of every state, worked out once for all metrics and heuristics.
#[derive(Clone, PartialEq, Debug)]
pub struct Groups {
    of: Vec<u32>,
    count: usize,
}

impl Groups {
    /// The groups of states, in the order of the states.
    pub fn new(rows: &[TruthRow], by: Grouping) -> Self {
        let plies = match by {
            Grouping::Phase => plies(rows),
            _ => (0, 0),
        };
        let of: Vec<u32> = rows.iter().map(|row| by.of(row, plies)).collect();
        let count = of.iter().max().map_or(0, |last| *last as usize + 1);
        Self { of, count }
    }
}

/// The means of a metric over groups of states, in the order of the groups;
/// a group on which the metric is silent is left out.
pub fn curve(metric: &dyn Metric, column: &Column, groups: &Groups) -> Vec<CurveGroup> {
    let mut sums = vec![Group::default(); groups.count];
    let told = column.scores.iter().zip(column.chance.iter());
    for ((score, chance), &group) in told.zip(&groups.of) {
        let Some(score) = score else {
            continue;
        };
        let sums = &mut sums[group as usize];
        sums.scores.add(score);
        if let Some(chance) = chance {
            sums.chance += chance;
            sums.known += 1;
        }
    }
    let point = |(group, own): (usize, &Group)| {
        Some(CurveGroup {
            group: group as u32,
            band: own.scores.band(metric.range())?,
            chance: (own.known > 0).then(|| own.chance / f64::from(own.known)),
        })
    };
    sums.iter().enumerate().filter_map(point).collect()
}

/// The first and the last ply that occur.
fn plies(rows: &[TruthRow]) -> (u32, u32) {
    let plies = || rows.iter().map(|row| row.ply);
    (plies().min().unwrap_or(0), plies().max().unwrap_or(0))
}

/// What is added up over the states of a group.
#[derive(Clone, Copy, Default)]
struct Group {
    scores: Tally,
    chance: f64,
    known: u32,
}
