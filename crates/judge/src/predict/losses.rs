//! What a heuristic loses, state by state: moves in the wrong order, and the cost of its choice.

use plyscope_stats::spearman;

use super::stakes::{BANDS, KINDS, Kind, Stake, Stakes};
use crate::{Guess, Guesses};

/// The losses of one heuristic by one truth.
#[derive(Clone, Debug, Default)]
pub(super) struct Lost {
    /// The differences between moves that it puts in the wrong order; ties count half.
    wrong: Vec<f64>,
    /// What its choice falls short of the best move; ties share.
    regret: Vec<f64>,
    /// The rank correlation of its values and the truth across states, mean over the sections of
    /// the game: 0 where nothing varies.
    across: f64,
}

/// The losses of one heuristic by both truths, and what it would choose.
#[derive(Clone, Debug)]
pub(super) struct Losses {
    by: [Lost; 2],
    /// For every state, which of its moves it likes best.
    pub(super) chosen: Vec<Vec<bool>>,
}

/// What a heuristic is worth by one truth: 0 for a blind chooser, 1 for a perfect one.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Skill {
    /// How far pairs of moves are in order, weighted by what is at stake.
    pub(super) order: f64,
    /// How little its choices cost, each ply counted the same.
    pub(super) choice: f64,
    /// How far values of different states are in order.
    pub(super) across: f64,
}

impl Losses {
    pub(super) fn new(stakes: &Stakes, guesses: &Guesses) -> Self {
        let states = guesses.len();
        let mut own = Self {
            by: KINDS.map(|_| Lost::default()),
            chosen: Vec::with_capacity(states),
        };
        let mut seen: [[Vec<(f64, f64)>; BANDS]; 2] = Default::default();
        let mut guess = Vec::new();
        for state in 0..states {
            guesses.read(state, &mut guess);
            let top = guess.iter().map(|own| own.place).max().unwrap_or(0);
            own.chosen
                .push(guess.iter().map(|own| own.place == top).collect());
            for kind in KINDS {
                let lost = &mut own.by[kind as usize];
                let Some(stake) = &stakes.by[kind as usize][state] else {
                    lost.wrong.push(0.0);
                    lost.regret.push(0.0);
                    continue;
                };
                lost.wrong.push(wrong(stake, &guess));
                lost.regret.push(regret(stake, &guess, top));
                let estimates = guess.iter().zip(&stake.worth);
                let estimates = estimates.filter(|(own, _)| !own.proved && !own.decided);
                seen[kind as usize][stakes.band[state]]
                    .extend(estimates.map(|(own, worth)| (own.value, *worth)));
            }
        }
        for kind in KINDS {
            let found: Vec<f64> = seen[kind as usize]
                .iter()
                .filter_map(|own| across(own))
                .collect();
            own.by[kind as usize].across = found.iter().sum::<f64>() / found.len().max(1) as f64;
        }
        own
    }

    /// The skill by one truth where state `s` counts `times[s]` times.
    pub(super) fn skill(&self, kind: Kind, stakes: &Stakes, times: &[f64]) -> Skill {
        let lost = &self.by[kind as usize];
        let (mut wrong, mut pairs, mut regret, mut blind) = (0.0, 0.0, 0.0, 0.0);
        for (state, stake) in stakes.by[kind as usize].iter().enumerate() {
            let Some(stake) = stake else { continue };
            let count = times[state] * stakes.reached[state];
            let weight = times[state] * stakes.weight(state);
            wrong += count * lost.wrong[state];
            pairs += count * stake.pairs;
            regret += weight * lost.regret[state];
            blind += weight * stake.blind;
        }
        let share = |part: f64, all: f64| if all > 0.0 { part / all } else { 0.0 };
        Skill {
            order: 1.0 - 2.0 * share(wrong, pairs),
            choice: 1.0 - share(regret, blind),
            across: lost.across,
        }
    }
}

/// Fewer values make no correlation.
const LEAST: usize = 10;

/// The rank correlation of values and truth; nothing where there are few, 0 where nothing varies.
fn across(seen: &[(f64, f64)]) -> Option<f64> {
    (seen.len() >= LEAST).then(|| spearman(seen).unwrap_or(0.0))
}

fn wrong(stake: &Stake, guess: &[Guess]) -> f64 {
    let mut sum = 0.0;
    for (at, one) in guess.iter().enumerate() {
        for (other, &worth) in guess[..at].iter().zip(&stake.worth) {
            let gap = stake.worth[at] - worth;
            sum += if one.place == other.place {
                gap.abs() / 2.0
            } else if (one.place > other.place) == (gap > 0.0) {
                0.0
            } else {
                gap.abs()
            };
        }
    }
    sum
}

fn regret(stake: &Stake, guess: &[Guess], top: u32) -> f64 {
    let best = stake
        .worth
        .iter()
        .copied()
        .fold(f64::NEG_INFINITY, f64::max);
    let chosen = guess.iter().zip(&stake.worth);
    let chosen = chosen.filter(|(own, _)| own.place == top);
    let (count, sum) = chosen.fold((0.0, 0.0), |(count, sum), (_, worth)| {
        (count + 1.0, sum + worth)
    });
    best - sum / count
}
