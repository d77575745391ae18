//! How heuristics would fare against each other, by how each fared against the panel.
//!
//! One number per heuristic cannot say that A beats B, B beats C and C beats A. But each has a row of
//! results against the panel, and the panel's members have played each other. What a row has beyond
//! the Elo of both sides is written as a mixture of the members' own rows; the mixtures of two
//! heuristics, played against each other in the panel's round robin, say what two of such a kind make
//! of each other. Elo is then that of the round robin of those judged together, which nobody plays.

use plyscope_stats::{Matrix, dot};

use super::panel::{LOGIT, Met, Rivals};
use super::wins;

/// Games per opponent times the weight of the prior of a mixture: the more games, the less of it.
///
/// 40 to 160 made no difference on pools of fresh weights; 640 gains nothing over Elo alone.
const PRIOR: f64 = 80.0;
/// Where one of two wins nearly always, a surprise counts as if the variance of a game were this.
const LEAST_VARIANCE: f64 = 0.05;
/// What nobody is expected to exceed against another, nor to fall short of.
const SURE: f64 = 0.99;
/// Newton's steps to the Elo of the round robin, each half of the whole way.
const STEPS: usize = 60;

/// The Elo of each in a round robin of all, whose Elo by the panel is `elo`; the mean stays.
pub(super) fn in_round_robin(met: &[&Met], elo: &[f64]) -> Vec<f64> {
    let (Some(first), true) = (met.first(), met.len() > 1) else {
        return elo.to_vec();
    };
    let rivals = &first.rivals;
    let size = rivals.common();
    if size == 0 {
        return elo.to_vec();
    }
    let panel = surprises_within(rivals);
    let mixtures = mixtures(met, elo, &panel);
    let count = met.len();
    let mut expected = vec![0.5; count * count];
    for a in 0..count {
        let against = panel.transposed_times(&mixtures[a]);
        for b in 0..count {
            let plain = wins(elo[a] - elo[b]);
            let beyond = dot(&against, &mixtures[b]) * (plain * (1.0 - plain)).sqrt();
            if a != b {
                expected[a * count + b] = (plain + beyond).clamp(1.0 - SURE, SURE);
            }
        }
    }
    rated_by(&expected, elo)
}

/// What a score has beyond what Elo makes one expect, in standard deviations of one game.
fn surprise(score: f64, gap: f64) -> f64 {
    let expected = wins(gap);
    let variance = (expected * (1.0 - expected)).max(LEAST_VARIANCE);
    (score - expected) / variance.sqrt()
}

/// The surprises of the panel's own round robin, row by row: what one wins another loses.
fn surprises_within(rivals: &Rivals) -> Matrix {
    let size = rivals.common();
    Matrix::from_fn(size, size, |a, b| {
        if a == b {
            return 0.0;
        }
        surprise(rivals.scores[a * size + b], rivals.elo[a] - rivals.elo[b])
    })
}

/// Each heuristic as a mixture of members that does what it did, by ridge regression.
fn mixtures(met: &[&Met], elo: &[f64], panel: &Matrix) -> Vec<Vec<f64>> {
    let size = panel.rows();
    let square = Matrix::from_fn(size, size, |a, b| dot(panel.row(a), panel.row(b)));
    let of = |(own, elo): (&&Met, &f64)| {
        let prior = PRIOR * size as f64 / own.common.max(1) as f64;
        let mut square = square.clone();
        (0..size).for_each(|at| square[(at, at)] += prior);
        let seen = panel.times(&surprises(own, *elo));
        let factor = square.cholesky();
        factor.map_or(vec![0.0; size], |factor| factor.solve(&seen))
    };
    met.iter().zip(elo).map(of).collect()
}

/// The surprises of one heuristic against each member whom all meet.
fn surprises(met: &Met, elo: f64) -> Vec<f64> {
    let mut sums = vec![(0.0, 0.0); met.rivals.common()];
    let common = met.results.iter().zip(&met.opponents).take(met.common);
    for (result, &opponent) in common {
        sums[opponent].0 += result;
        sums[opponent].1 += 1.0;
    }
    let all = sums.into_iter().zip(&met.rivals.elo);
    all.map(|((points, games), rival)| match games {
        0.0 => 0.0,
        _ => surprise(points / games, elo - rival),
    })
    .collect()
}

/// Elo whose expected scores add up to the given ones for each, by Newton's steps from `elo`.
fn rated_by(expected: &[f64], elo: &[f64]) -> Vec<f64> {
    let count = elo.len();
    let mean = |own: &[f64]| own.iter().sum::<f64>() / count as f64;
    let mut found = elo.to_vec();
    for _ in 0..STEPS {
        let steps: Vec<f64> = (0..count)
            .map(|a| {
                let (mut surplus, mut information) = (0.0, 0.0);
                for b in (0..count).filter(|b| *b != a) {
                    let own = wins(found[a] - found[b]);
                    surplus += expected[a * count + b] - own;
                    information += own * (1.0 - own);
                }
                LOGIT * (surplus / information).clamp(-1.0, 1.0) / 2.0
            })
            .collect();
        for (own, step) in found.iter_mut().zip(steps) {
            *own += step;
        }
    }
    let moved = mean(elo) - mean(&found);
    found.into_iter().map(|own| own + moved).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    /// Nine of three kinds, each of which beats the next: all as strong as each other.
    fn circle() -> Arc<Rivals> {
        let scores = (0..81).map(|at| circular(at / 9, at % 9)).collect();
        Arc::new(Rivals {
            elo: vec![0.0; 9],
            scores,
            error: 0.0,
        })
    }

    fn circular(one: usize, other: usize) -> f64 {
        [0.5, 0.9, 0.1][(other + 9 - one) % 3]
    }

    /// One of a kind, that wins what its kind wins.
    fn of_kind(kind: usize, rivals: &Arc<Rivals>) -> Met {
        let games = 40;
        let won = |game: usize| {
            let share = circular(kind, game / games);
            f64::from(u8::from(((game % games) as f64) < share * games as f64))
        };
        Met {
            results: (0..9 * games).map(won).collect(),
            opponents: (0..9 * games).map(|game| game / games).collect(),
            common: 9 * games,
            rivals: Arc::clone(rivals),
        }
    }

    #[test]
    fn of_two_kinds_the_one_that_beats_the_other_is_stronger_though_both_fare_alike() {
        let rivals = circle();
        let [a, b] = [0, 1].map(|kind| of_kind(kind, &rivals));
        let found = in_round_robin(&[&a, &b], &[0.0, 0.0]);
        assert!(found[0] > found[1] + 200.0, "{found:?}");
        assert!((found[0] + found[1]).abs() < 1e-6, "the mean stays");
    }

    #[test]
    fn all_kinds_of_a_circle_together_are_as_strong_as_each_other() {
        let rivals = circle();
        let all = [0, 1, 2].map(|kind| of_kind(kind, &rivals));
        let found = in_round_robin(&[&all[0], &all[1], &all[2]], &[0.0; 3]);
        assert!(found.iter().all(|own| own.abs() < 1.0), "{found:?}");
    }

    #[test]
    fn without_surprises_elo_stays() {
        let rivals = Arc::new(Rivals {
            elo: vec![0.0; 4],
            scores: vec![0.5; 16],
            error: 0.0,
        });
        let even = Met {
            results: vec![1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0],
            opponents: vec![0, 0, 1, 1, 2, 2, 3, 3],
            common: 8,
            rivals,
        };
        let found = in_round_robin(&[&even, &even], &[30.0, -30.0]);
        assert!((found[0] - 30.0).abs() < 1e-6, "{found:?}");
    }
}
