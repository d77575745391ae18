//! The joint rating of a tournament.

use super::Encounter;
use super::davidson::Model;
use super::elo::ELO;
use super::pools::Reach;
use plyscope_stats::{Estimate, Matrix, dot, normal_cdf};

/// What the width of the intervals rests on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Errors {
    /// All games are independent, as `BayesElo` and `BradleyTerry2` assume.
    Games,
    /// Pairs are independent, and vary as much as they were seen to.
    #[default]
    Pairs,
}

/// The rating of every player, fitted to all games at once.
///
/// The model is Bradley and Terry's with Davidson's draws: of two players with
/// strengths a and b, a win, a draw and a loss are likely as `a : ν√(ab) : b`.
/// Davidson rather than Rao and Kupper, because then only points and the number
/// of draws matter: two draws weigh as a win and a loss do, as on every score
/// sheet.
///
/// Ratings are on the match's Elo scale. `400 · log10(a / b)` would grow with
/// the share of draws for the same score, so it is multiplied by `2 / (2 + ν)`,
/// as `BayesElo` does. Then a small difference predicts the score that
/// [`expected_score`](super::expected_score) says, and any difference does where
/// there are no draws (ν = 0) or half of the games between equals are drawn (ν = 2).
///
/// Leaves out which player moved first (play both colours equally often) and that A may
/// suit B badly: strength is one number.
///
/// A player that won or lost everything, or never met the others, has no finite
/// likeliest rating. Then, and only then, every player also gets half a win and
/// half a loss against an average player, `pools` has more than one group, and
/// ends of intervals that no result bounds are infinite.
#[derive(Clone, Debug)]
pub struct Ratings {
    /// Elo of every player, with mean 0.
    pub elo: Vec<f64>,
    /// ν: between equals, draws are ν / (2 + ν) of the games.
    pub draw: f64,
    /// Players in groups inside which all are comparable by results alone; one group is the usual case.
    pub pools: Vec<Vec<usize>>,
    covariance: Matrix,
    reach: Reach,
}

impl Ratings {
    /// Rates players `0..players`.
    ///
    /// # Panics
    /// If an encounter names a player that there is not.
    #[must_use]
    pub fn fit(players: usize, encounters: &[Encounter], errors: Errors) -> Self {
        let reach = Reach::of(players, encounters);
        let pools = reach.pools();
        let prior = pools.len() > 1;
        let model = Model::new(players, encounters, prior);
        // Results that all came out alike scatter too little to tell an error by.
        let fit = model.fit(if prior { Errors::Games } else { errors });
        let scale = ELO * 2.0 / (2.0 + fit.draw);
        // How Elo moves with each log strength, and with ln ν through the scale.
        let moves = Matrix::from_fn(players, fit.covariance.rows(), |player, parameter| {
            if parameter == players {
                -scale * fit.draw / (2.0 + fit.draw) * fit.strengths[player]
            } else {
                scale * f64::from(u8::from(player == parameter))
            }
        });
        Self {
            elo: fit
                .strengths
                .iter()
                .map(|strength| scale * strength)
                .collect(),
            draw: fit.draw,
            pools,
            covariance: &(&moves * &fit.covariance) * &moves.transpose(),
            reach,
        }
    }

    /// A player's Elo above the mean of all.
    pub fn of(&self, player: usize) -> Estimate {
        let known = self.pools.len() < 2;
        opened(
            Estimate::normal(
                self.elo[player],
                self.covariance[(player, player)].max(0.0).sqrt(),
            ),
            known || self.reach.bounded_below(player),
            known || self.reach.bounded_above(player),
        )
    }

    /// A player's Elo above that of `anchor`.
    pub fn above(&self, player: usize, anchor: usize) -> Estimate {
        opened(
            Estimate::normal(
                self.elo[player] - self.elo[anchor],
                self.error(player, anchor),
            ),
            self.reach.reaches(player, anchor),
            self.reach.reaches(anchor, player),
        )
    }

    /// How likely it is that `player` is stronger than `other`, before anything else is known.
    pub fn superiority(&self, player: usize, other: usize) -> f64 {
        let lead = self.elo[player] - self.elo[other];
        if lead == 0.0 {
            return 0.5;
        }
        normal_cdf(lead / self.error(player, other))
    }

    /// Standard error of the difference of two ratings.
    fn error(&self, one: usize, other: usize) -> f64 {
        let mut weights = vec![0.0; self.elo.len()];
        weights[one] += 1.0;
        weights[other] -= 1.0;
        let variance = dot(&weights, &self.covariance.times(&weights));
        variance.max(0.0).sqrt()
    }
}

/// The estimate with the ends that no result bounds made infinite.
fn opened(estimate: Estimate, below: bool, above: bool) -> Estimate {
    Estimate {
        low: if below {
            estimate.low
        } else {
            f64::NEG_INFINITY
        },
        high: if above { estimate.high } else { f64::INFINITY },
        ..estimate
    }
}
