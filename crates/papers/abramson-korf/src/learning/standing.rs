//! What games came to: who stands where, and how everybody fared against everybody.

use plyscope_arena::Results;
use plyscope_arena::rating::discs::{DiscRatings, Margin};
use plyscope_arena::rating::{self, Errors, Ratings};
use plyscope_stats::Estimate;
use serde::Serialize;

use super::DepthLevel;
use crate::sampling::SampledSpan;

/// Ratings of all players, and their matches.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Standing {
    /// Points by disc differentials above the mean of all players.
    pub discs: Vec<SampledSpan>,
    /// Elo above the mean of all players, from wins, draws and losses.
    pub elo: Vec<SampledSpan>,
    /// Everybody against everybody.
    pub encounters: Vec<TablesMet>,
    #[serde(skip)]
    leads: Vec<Vec<SampledSpan>>,
}

/// The games of two players.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TablesMet {
    /// Who these numbers are for.
    pub first: usize,
    /// The opponent.
    pub second: usize,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Points by disc differentials ahead, from these games alone.
    pub gap: SampledSpan,
}

impl TablesMet {
    /// All games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The same as the opponent sees it.
    fn reversed(&self) -> Self {
        let [low, high] = self.gap.interval;
        Self {
            first: self.second,
            second: self.first,
            wins: self.losses,
            draws: self.draws,
            losses: self.wins,
            gap: SampledSpan {
                value: -self.gap.value,
                interval: [-high, -low],
            },
        }
    }
}

/// Games in the form that ratings take.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Counts {
    encounters: Vec<rating::Encounter>,
    margins: Vec<Margin>,
}

impl Counts {
    pub(super) fn of(results: &Results) -> Self {
        Self {
            encounters: results.encounters(),
            margins: results.margins(),
        }
    }

    /// Counts the games of the same pairs of players, too.
    fn add(&mut self, other: &Self) {
        if self.encounters.is_empty() {
            *self = other.clone();
            return;
        }
        for (own, more) in self.encounters.iter_mut().zip(&other.encounters) {
            own.pairs = own.pairs.plus(more.pairs);
        }
        for (own, more) in self.margins.iter_mut().zip(&other.margins) {
            own.gaps.units += more.gaps.units;
            own.gaps.sum += more.gaps.sum;
            own.gaps.squares += more.gaps.squares;
        }
    }
}

impl Standing {
    /// Rates players; nothing if nobody met twice.
    pub(super) fn of(players: usize, counts: &Counts) -> Option<Self> {
        let discs = DiscRatings::fit(players, &counts.margins)?;
        let elo = Ratings::fit(players, &counts.encounters, Errors::Pairs);
        let both = counts.encounters.iter().zip(&counts.margins);
        let encounter = |(own, margin): (&rating::Encounter, &Margin)| {
            let games = own.games();
            TablesMet {
                first: own.first,
                second: own.second,
                wins: games.wins,
                draws: games.draws,
                losses: games.losses,
                gap: margin.gaps.estimate().into(),
            }
        };
        let leads = |one: usize| {
            let lead = |other| discs.above(one, other).into();
            (0..players).map(lead).collect()
        };
        Some(Self {
            discs: (0..players).map(|own| discs.of(own).into()).collect(),
            elo: (0..players).map(|own| elo.of(own).into()).collect(),
            encounters: both.map(encounter).collect(),
            leads: (0..players).map(leads).collect(),
        })
    }

    /// The games of all lookaheads together; nothing if there are none.
    pub(super) fn together(players: usize, levels: &[DepthLevel]) -> Option<Self> {
        let mut counts = Counts::default();
        for level in levels {
            counts.add(&level.counts);
        }
        Self::of(players, &counts)
    }

    /// Points by disc differentials that one player is rated above another by all games.
    pub fn lead(&self, one: usize, other: usize) -> SampledSpan {
        self.leads[one][other]
    }

    /// The games of one player against another, as the one sees them; nobody meets himself.
    pub fn encounter(&self, one: usize, other: usize) -> Option<TablesMet> {
        self.encounters.iter().find_map(|own| {
            if (own.first, own.second) == (one, other) {
                Some(own.clone())
            } else if (own.first, own.second) == (other, one) {
                Some(own.reversed())
            } else {
                None
            }
        })
    }

    /// The share of points, a draw being half a win, that a player took from everybody.
    pub fn score(&self, player: usize) -> f64 {
        let mut points = 0.0;
        let mut games = 0;
        for other in 0..self.discs.len() {
            if let Some(own) = self.encounter(player, other) {
                points += own.wins as f64 + 0.5 * own.draws as f64;
                games += own.games();
            }
        }
        points / games.max(1) as f64
    }
}

impl From<Estimate> for SampledSpan {
    fn from(estimate: Estimate) -> Self {
        Self {
            value: estimate.value,
            interval: [estimate.low, estimate.high],
        }
    }
}
