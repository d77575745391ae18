//! What is at stake in every state: two truths about its moves, and what a blind chooser would lose.

use super::StateWeights;
use crate::{Truth, Truths};

/// A truth about moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// What players of some strength made of a move: the mean result of games after it.
    Play,
    /// What best play makes of it, as far as the labels tell.
    Proof,
}

pub(super) const KINDS: [Kind; 2] = [Kind::Play, Kind::Proof];

/// Points beyond which a lead hardly matters, as a share of the most there are: 8 discs of 64.
const LEAD: f64 = 0.125;
/// Sections of the game within which values of different states are compared.
pub(super) const BANDS: usize = 5;

/// One truth about one state.
#[derive(Clone, Debug)]
pub(super) struct Stake {
    /// The worth of every move, from −1 to 1.
    pub(super) worth: Vec<f64>,
    /// The sum of all differences between two moves.
    pub(super) pairs: f64,
    /// What a random choice loses to the best move.
    pub(super) blind: f64,
}

/// The states as predicting sees them.
#[derive(Clone, Debug)]
pub(super) struct Stakes {
    /// By kind of truth, for every state; nothing where a move has no such label.
    pub(super) by: [Vec<Option<Stake>>; 2],
    /// What a state counts for where each ply counts the same.
    even: Vec<f64>,
    /// How often play comes to the ply of a state; 1 where that is not asked for.
    pub(super) reached: Vec<f64>,
    /// The section of the game of each state.
    pub(super) band: Vec<usize>,
    /// The first and the last ply.
    pub(super) plies: (u32, u32),
}

impl Stakes {
    /// Reads both truths; where no state has one of them, it is left out of every prediction.
    pub(super) fn new(truths: &Truths, weights: StateWeights) -> Self {
        let most = truths.points.1.abs().max(truths.points.0.abs());
        let on_unit = |value: f64| {
            if most > 1.0 {
                (value / (most * LEAD)).tanh()
            } else {
                value
            }
        };
        let stake = |row: &crate::TruthRow, kind: Kind| {
            let worth = row.truth().iter().map(|own| worth(own, kind, truths));
            let worth: Vec<f64> = worth.collect::<Option<_>>()?;
            Some(Stake::new(worth.into_iter().map(on_unit).collect()))
        };
        let of = |kind| truths.rows.iter().map(|row| stake(row, kind)).collect();
        let plies = || truths.rows.iter().map(|row| row.ply);
        let (first, last) = (plies().min().unwrap_or(0), plies().max().unwrap_or(0));
        let mut counts = vec![0_u32; (last - first + 1) as usize];
        plies().for_each(|ply| counts[(ply - first) as usize] += 1);
        let even = plies().map(|ply| 1.0 / f64::from(counts[(ply - first) as usize]));
        let reach = truths.reach.as_ref();
        let reach = reach.filter(|_| weights == StateWeights::Play);
        let reached = plies().map(|ply| reach.map_or(1.0, |own| own.share(ply)));
        let band = plies().map(|ply| (ply - first) as usize * BANDS / counts.len());
        Self {
            by: KINDS.map(of),
            even: even.collect(),
            reached: reached.collect(),
            band: band.collect(),
            plies: (first, last),
        }
    }

    /// What a choice in a state counts for beside those in others.
    pub(super) fn weight(&self, state: usize) -> f64 {
        self.even[state] * self.reached[state]
    }

    /// The share of the plies up to the last one of which a state has this truth.
    pub(super) fn covered(&self, kind: Kind) -> f64 {
        let known = self.by[kind as usize].iter().zip(&self.even);
        let plies: f64 = known
            .filter_map(|(own, weight)| own.as_ref().map(|_| weight))
            .sum();
        plies / f64::from(self.plies.1 + 1)
    }

    /// What a blind chooser loses by this truth over all plies that there are states of: a win is
    /// one point, and a loss is one point less than a draw.
    pub(super) fn blind_per_game(&self, kind: Kind) -> f64 {
        let known = self.by[kind as usize].iter().zip(&self.even);
        known
            .filter_map(|(own, weight)| Some(own.as_ref()?.blind * weight))
            .sum()
    }

    /// Whether a choice matters anywhere.
    pub(super) fn is_anything_at_stake(&self) -> bool {
        KINDS.iter().any(|kind| self.blind_per_game(*kind) > 0.0)
    }

    /// The share of the plies up to the last one of which there is no state.
    pub(super) fn uncovered(&self) -> f64 {
        let plies: f64 = self.even.iter().sum();
        1.0 - plies / f64::from(self.plies.1 + 1)
    }

    /// How many states have this truth.
    pub(super) fn known(&self, kind: Kind) -> usize {
        self.by[kind as usize].iter().flatten().count()
    }
}

impl Stake {
    fn new(worth: Vec<f64>) -> Self {
        let best = worth.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let mut pairs = 0.0;
        for (at, one) in worth.iter().enumerate() {
            pairs += worth[..at]
                .iter()
                .map(|other| (one - other).abs())
                .sum::<f64>();
        }
        Self {
            pairs,
            blind: best - worth.iter().sum::<f64>() / worth.len() as f64,
            worth,
        }
    }
}

/// A label's worth: results of play where there are any, or what was proved. A label that is
/// neither counts as proof where the whole benchmark has nothing better.
fn worth(own: &Truth, kind: Kind, truths: &Truths) -> Option<f64> {
    match kind {
        Kind::Play if truths.has_play => own.q.or(own.exact.then_some(own.value)),
        Kind::Play => None,
        Kind::Proof => (own.exact || !truths.has_play).then_some(own.value),
    }
}
