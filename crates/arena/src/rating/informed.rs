//! Ratings from games and from what was expected before any was played.

use plyscope_stats::{Estimate, Matrix, dot};

use super::Encounter;
use super::elo::ELO;

/// What is expected of a player before a game is played, in Elo.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PriorStrength {
    /// Elo above the mean of all.
    pub elo: f64,
    /// The standard deviation of its error.
    pub deviation: f64,
}

/// Ratings that weigh expectations and results by how sure each is.
///
/// Bayes' rule with a normal prior per player and the logistic likelihood of points, a draw being
/// half a win; the mode and the curvature there. Games tell as much as the scatter of their pairs says:
/// two of which each player wins one tell more than two games by chance. Unlike [`Ratings`](super::Ratings) it is finite
/// whatever the results, also without a game. Intervals hold as far as the prior does.
///
/// ```
/// # use plyscope_arena::rating::{Encounter, PriorStrength, Informed, Pairs};
/// let prior = [PriorStrength { elo: 50.0, deviation: 60.0 }, PriorStrength { elo: -50.0, deviation: 60.0 }];
/// let before = Informed::fit(&prior, &[]);
/// let pairs = Pairs { counts: [20, 0, 10, 0, 0], ..Pairs::default() };
/// let lost = Encounter { first: 0, second: 1, pairs, ..Encounter::default() };
/// let after = Informed::fit(&prior, &[lost]);
/// assert_eq!(before.above(0, 1).value.round(), 100.0);
/// assert!(after.above(0, 1).value < 0.0);
/// assert!(after.above(0, 1).margin() < before.above(0, 1).margin());
/// ```
#[derive(Clone, Debug)]
pub struct Informed {
    /// Elo of every player, with mean 0.
    pub elo: Vec<f64>,
    covariance: Matrix,
}

/// Newton's steps; the likelihood is concave, and ten are more than enough from the prior on.
const STEPS: usize = 30;
/// Pairs as by chance that are added to those that were seen: of few the scatter is not known.
const ADDED: f64 = 30.0;
/// Where a player wins less than this share, or all but this, hardly any scatter says nothing.
const LEAST_SHARE: f64 = 0.1;
/// A prior that is surer than this, in Elo, would make the curvature useless.
const SUREST: f64 = 0.1;

impl Informed {
    /// Rates as many players as there are expectations.
    ///
    /// # Panics
    /// If an encounter names a player that there is not.
    #[must_use]
    pub fn fit(prior: &[PriorStrength], encounters: &[Encounter]) -> Self {
        let precision = |own: &PriorStrength| own.deviation.max(SUREST).powi(-2);
        let mut elo: Vec<f64> = prior.iter().map(|own| own.elo).collect();
        let mut covariance = curvature(prior, encounters, &elo, precision);
        for _ in 0..STEPS {
            let mut slope: Vec<f64> = prior
                .iter()
                .zip(&elo)
                .map(|(own, elo)| (own.elo - elo) * precision(own))
                .collect();
            for own in encounters {
                let games = own.games();
                let count = games.games() as f64;
                let expected = score(elo[own.first] - elo[own.second]);
                let surplus = worth(own)
                    * (games.wins as f64 + games.draws as f64 / 2.0 - count * expected)
                    / ELO;
                slope[own.first] += surplus;
                slope[own.second] -= surplus;
            }
            let step = covariance.times(&slope);
            let longest = step.iter().fold(0.0_f64, |most, own| most.max(own.abs()));
            // Farther than that the likelihood is no parabola.
            let shrunk = (ELO / longest.max(1e-12)).min(1.0);
            elo.iter_mut()
                .zip(&step)
                .for_each(|(elo, own)| *elo += shrunk * own);
            covariance = curvature(prior, encounters, &elo, precision);
            if longest < 1e-6 {
                break;
            }
        }
        let mean = elo.iter().sum::<f64>() / elo.len().max(1) as f64;
        for own in &mut elo {
            *own -= mean;
        }
        Self { elo, covariance }
    }

    /// A player's Elo above the mean of all.
    pub fn of(&self, player: usize) -> Estimate {
        let size = self.elo.len();
        let mut weights = vec![-1.0 / size as f64; size];
        weights[player] += 1.0;
        Estimate::normal(self.elo[player], self.error(&weights))
    }

    /// A player's Elo above that of `anchor`.
    pub fn above(&self, player: usize, anchor: usize) -> Estimate {
        let mut weights = vec![0.0; self.elo.len()];
        weights[player] += 1.0;
        weights[anchor] -= 1.0;
        Estimate::normal(self.elo[player] - self.elo[anchor], self.error(&weights))
    }

    fn error(&self, weights: &[f64]) -> f64 {
        dot(weights, &self.covariance.times(weights))
            .max(0.0)
            .sqrt()
    }
}

fn score(elo: f64) -> f64 {
    super::expected_score(elo)
}

/// How many games by chance each game of two players is worth: the scatter of pairs by chance beside that of
/// their own.
fn worth(encounter: &Encounter) -> f64 {
    let counts = encounter.pairs.counts.map(|own| own as f64);
    let all: f64 = counts.iter().sum();
    if all == 0.0 {
        return 1.0;
    }
    let scores = || counts.iter().zip([0.0, 0.5, 1.0, 1.5, 2.0]);
    let mean = scores().map(|(count, score)| count * score).sum::<f64>() / all;
    let square: f64 = scores()
        .map(|(count, score)| count * (score - mean).powi(2))
        .sum();
    let share = mean / 2.0;
    if !(LEAST_SHARE..=1.0 - LEAST_SHARE).contains(&share) {
        return 1.0;
    }
    let chance = 2.0 * share * (1.0 - share);
    // One pair's worth of scatter went into the mean.
    chance * (all - 1.0 + ADDED) / (square + ADDED * chance)
}

/// The covariance: the inverse of what prior and games tell about the strengths.
fn curvature(
    prior: &[PriorStrength],
    encounters: &[Encounter],
    elo: &[f64],
    precision: impl Fn(&PriorStrength) -> f64,
) -> Matrix {
    let size = prior.len();
    let mut information = Matrix::zeros(size, size);
    for (at, own) in prior.iter().enumerate() {
        information[(at, at)] += precision(own);
    }
    for own in encounters {
        let expected = score(elo[own.first] - elo[own.second]);
        let games = worth(own) * own.games().games() as f64;
        let told = games * expected * (1.0 - expected) / (ELO * ELO);
        information[(own.first, own.first)] += told;
        information[(own.second, own.second)] += told;
        information[(own.first, own.second)] -= told;
        information[(own.second, own.first)] -= told;
    }
    let factors = information.cholesky();
    factors
        .expect("every player has a prior, so that the information is positive")
        .inverse()
}

#[cfg(test)]
mod tests {
    use plyscope_game::Chance;

    use super::{Informed, PriorStrength};
    use crate::rating::{Encounter, Pairs, expected_score};

    fn normal(chance: &mut Chance) -> f64 {
        let radius = (-2.0 * (1.0 - chance.unit()).ln()).sqrt();
        radius * (std::f64::consts::TAU * chance.unit()).cos()
    }

    /// Players of known strength, a prior that is off by so much, and some games of each two.
    fn simulated(seed: u64) -> (Vec<f64>, Informed) {
        let mut chance = Chance::new(seed);
        let truth: Vec<f64> = (0..8).map(|_| 120.0 * normal(&mut chance)).collect();
        let prior: Vec<PriorStrength> = truth
            .iter()
            .map(|own| PriorStrength {
                elo: own + 60.0 * normal(&mut chance),
                deviation: 60.0,
            })
            .collect();
        let mut encounters = Vec::new();
        for first in 0..8 {
            for second in 0..first {
                let chances = expected_score(truth[first] - truth[second]);
                let mut pairs = Pairs::default();
                for _ in 0..2 {
                    let won = (0..2).filter(|_| chance.unit() < chances).count();
                    pairs.counts[2 * won] += 1;
                }
                encounters.push(Encounter {
                    first,
                    second,
                    pairs,
                    ..Encounter::default()
                });
            }
        }
        (truth, Informed::fit(&prior, &encounters))
    }

    #[test]
    fn pairs_of_which_each_wins_one_are_surer_than_games_by_chance() {
        let prior = [PriorStrength {
            elo: 0.0,
            deviation: 50.0,
        }; 2];
        let error = |counts: [u64; 5]| {
            let pairs = Pairs {
                counts,
                ..Pairs::default()
            };
            let met = Encounter {
                first: 0,
                second: 1,
                pairs,
                ..Encounter::default()
            };
            Informed::fit(&prior, &[met]).above(0, 1).margin()
        };
        let by_chance = error([100, 0, 200, 0, 100]);
        assert!(error([0, 0, 400, 0, 0]) < by_chance / 3.0);
        assert!(error([200, 0, 0, 0, 200]) > 1.3 * by_chance);
    }

    #[test]
    fn intervals_hold_what_they_promise_when_the_prior_is_honest() {
        let (mut held, mut all) = (0, 0);
        for seed in 0..100 {
            let (truth, found) = simulated(seed);
            for a in 0..8 {
                for b in 0..a {
                    all += 1;
                    held += u32::from(found.above(a, b).covers(truth[a] - truth[b]));
                }
            }
        }
        let share = f64::from(held) / f64::from(all);
        assert!((0.93..0.97).contains(&share), "{share}");
    }

    #[test]
    fn without_games_it_is_the_prior_and_with_a_weak_one_the_games() {
        let prior = [-30.0, 30.0].map(|elo| PriorStrength {
            elo,
            deviation: 1e4,
        });
        assert_eq!(Informed::fit(&prior, &[]).elo, [-30.0, 30.0]);
        let pairs = Pairs {
            counts: [10, 0, 0, 0, 30],
            ..Pairs::default()
        };
        let played = Encounter {
            first: 0,
            second: 1,
            pairs,
            ..Encounter::default()
        };
        let found = Informed::fit(&prior, &[played]).above(0, 1);
        let games = crate::rating::elo_of(0.75);
        assert!((found.value - games).abs() < 0.5, "{}", found.value);
    }
}
