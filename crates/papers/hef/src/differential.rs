//! HEF's figure 1a: how much the choice of a move matters, ply by ply, by truth, by q and by n.

use plyscope_judge::{PHASES, TruthRow};
use plyscope_parallel::{map, map_each};
use serde::Serialize;

use super::curve::{Column, PlyCurve};
use super::data::{Data, total, visits};
use super::follow::{Follow, WithInterval, around, correlated, follow, over_plies, over_states};

/// A stand-in for the difference in worth between the best and the worst move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum StandInWay {
    /// The highest q less the lowest.
    Q,
    /// The logarithm of the most visits over the fewest.
    Visits,
    /// The same as a part of the logarithm of all visits, which bounds it: ours, not HEF's.
    VisitsScaled,
}

impl StandInWay {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Q, Self::Visits, Self::VisitsScaled];

    /// The name in tables and curves.
    pub fn name(self) -> &'static str {
        match self {
            Self::Q => "q",
            Self::Visits => "visits",
            Self::VisitsScaled => "visits-scaled",
        }
    }

    fn of(self, row: &TruthRow) -> f64 {
        let most = row.truth().iter().map(visits).max().unwrap_or(0).max(1) as f64;
        let fewest = row.truth().iter().map(visits).min().unwrap_or(0).max(1) as f64;
        match self {
            Self::Q => span(row),
            Self::Visits => (most / fewest).ln(),
            Self::VisitsScaled => (most / fewest).ln() / (total(row).max(2) as f64).ln(),
        }
    }

    fn range(self) -> (f64, f64) {
        match self {
            Self::Q => (0.0, 2.0),
            Self::Visits => (0.0, f64::INFINITY),
            Self::VisitsScaled => (0.0, 1.0),
        }
    }
}

fn span(row: &TruthRow) -> f64 {
    let values = || row.truth().iter().map(|truth| truth.value);
    values().fold(f64::NEG_INFINITY, f64::max) - values().fold(f64::INFINITY, f64::min)
}

/// One stand-in on one benchmark.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct StandIn {
    /// The benchmark.
    pub source: String,
    /// How it is computed.
    pub way: StandInWay,
    /// Its mean over all states.
    pub mean: f64,
    /// By ply.
    pub curve: PlyCurve,
    /// How it follows the truth.
    pub follow: Follow,
    /// Its mean in the opening, the middle and the end.
    pub phase_means: [f64; 3],
    /// How it follows the truth state by state in each of them.
    pub phase_follow: [Option<WithInterval>; 3],
}

/// By how much one stand-in follows the truth better than another.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Gain {
    /// The one that should be better, by the paper.
    pub better: String,
    /// The other.
    pub than: String,
    /// The difference of the correlations over plies.
    pub over_plies: Option<WithInterval>,
    /// The difference of the correlations over states.
    pub over_states: Option<WithInterval>,
}

/// Figure 1a.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Differential {
    /// The truth: the highest value of a move less the lowest, by ply.
    pub truth: PlyCurve,
    /// Its mean over all states.
    pub truth_mean: f64,
    /// Its means in the opening, the middle and the end.
    pub truth_phases: [f64; 3],
    /// Every way on every benchmark.
    pub stand_ins: Vec<StandIn>,
    /// Visits against q, with each budget.
    pub visits_against_q: Vec<Gain>,
    /// The larger budget against the smaller, by each way.
    pub more_against_less: Vec<Gain>,
}

pub(super) fn run(data: &Data, seed: u64) -> Differential {
    let truth: Column = data.exact.rows.iter().map(|row| Some(span(row))).collect();
    let columns: Vec<(&str, StandInWay, Column)> = data
        .sampled
        .iter()
        .flat_map(|own| {
            StandInWay::ALL.map(|way| {
                let rows = own.truths.rows.iter();
                (own.name, way, rows.map(|row| Some(way.of(row))).collect())
            })
        })
        .collect();
    let phases = phases(&data.plies);
    let stand_ins = map_each(&columns, |(source, way, column)| StandIn {
        source: (*source).to_owned(),
        way: *way,
        mean: mean_of(column),
        curve: PlyCurve::new(
            format!("differential/{source}/{}", way.name()),
            &data.plies,
            column,
            way.range(),
        ),
        follow: follow(&data.plies, &truth, column, seed),
        phase_means: [0, 1, 2].map(|phase| mean_of(&only(column, &phases, phase))),
        phase_follow: [0, 1, 2].map(|phase| {
            let own = only(column, &phases, phase);
            correlated(own.len(), seed, |drawn| {
                over_states(&only(&truth, &phases, phase), &own, drawn)
            })
        }),
    });
    let gain = |(better, than): (usize, usize)| gain(data, &truth, &columns, better, than, seed);
    let ways = StandInWay::ALL.len();
    let sources = data.sampled.len();
    Differential {
        truth: PlyCurve::new("differential/exact", &data.plies, &truth, (0.0, 2.0)),
        truth_mean: mean_of(&truth),
        truth_phases: [0, 1, 2].map(|phase| mean_of(&only(&truth, &phases, phase))),
        stand_ins,
        visits_against_q: map(sources, |own| gain((own * ways + 1, own * ways))),
        more_against_less: map(ways, |way| gain(((sources - 1) * ways + way, way))),
    }
}

fn gain(
    data: &Data,
    truth: &Column,
    columns: &[(&str, StandInWay, Column)],
    better: usize,
    than: usize,
    seed: u64,
) -> Gain {
    let name = |own: &(&str, StandInWay, Column)| format!("{} by {}", own.0, own.1.name());
    let (one, other) = (&columns[better].2, &columns[than].2);
    let states = data.plies.len();
    Gain {
        better: name(&columns[better]),
        than: name(&columns[than]),
        over_plies: around(states, seed, |drawn| {
            let of = |own| over_plies(&data.plies, truth, own, drawn);
            Some(of(one)? - of(other)?)
        }),
        over_states: around(states, seed, |drawn| {
            Some(over_states(truth, one, drawn)? - over_states(truth, other, drawn)?)
        }),
    }
}

/// The third of the plies in which each state lies.
fn phases(plies: &[u32]) -> Vec<usize> {
    let last = plies.iter().copied().max().unwrap_or(0);
    let count = PHASES.len() as u32;
    let phase = |ply: &u32| (ply * count / (last + 1)) as usize;
    plies.iter().map(phase).collect()
}

/// The numbers of one phase alone.
fn only(column: &Column, phases: &[usize], phase: usize) -> Column {
    let own = column.iter().zip(phases).filter(|(_, at)| **at == phase);
    own.map(|(score, _)| *score).collect()
}

fn mean_of(column: &Column) -> f64 {
    let all: Vec<usize> = (0..column.len()).collect();
    super::follow::mean(column, &all).unwrap_or(f64::NAN)
}
