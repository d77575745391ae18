//! Games of a heuristic against a fixed panel, and the Elo that they make one believe.
//!
//! Heuristics that are judged together do not play for each other's sake: each plays the same
//! opponents from the same openings, and what these are worth was rated beforehand. So differences
//! are paired, and two that choose alike have the same games. The panels have some evaluators that
//! ship: such a one meets itself.

use std::sync::Arc;

use super::wins;

/// A panel in one use: what its members are worth, and how they fared against each other.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Rivals {
    /// The Elo of each, above the mean of those whom all meet: they come first, and behind them the
    /// strong ones, who are met by those that win most games against the others.
    pub elo: Vec<f64>,
    /// The share of the points that each won against each of those whom all meet, row by row; ½
    /// against itself.
    pub scores: Vec<f64>,
    /// The standard deviation of what games against these are wrong about, however many there are.
    pub error: f64,
}

/// The games of one heuristic, in an order that is the same for all heuristics judged together.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Met {
    /// What each game came to: 1 for a win, ½ for a draw, 0 for a loss; the two games from one
    /// opening stand side by side.
    pub results: Vec<f64>,
    /// The opponent's place in the panel in each.
    pub opponents: Vec<usize>,
    /// How many of the games, the first ones, are those that every heuristic plays; the others are
    /// against strong opponents.
    pub common: usize,
    /// The panel.
    pub rivals: Arc<Rivals>,
}

impl Rivals {
    /// How many members all heuristics meet.
    pub(super) fn common(&self) -> usize {
        self.scores.len().isqrt()
    }
}

/// What the games alone say.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Rated {
    /// Elo above a blind chooser.
    pub(super) elo: f64,
    /// The standard error by the number of games and how close they were.
    pub(super) error: f64,
    /// The standard deviation of what the panel is wrong about, however many games there are.
    pub(super) bias: f64,
}

/// Elo per unit of the logistic curve.
pub(super) const LOGIT: f64 = 400.0 / std::f64::consts::LN_10;
/// Games against the panel's mean that are added, half of them won: who wins them all is not
/// infinitely strong.
const ADDED: f64 = 2.0;
/// Who scores less than this, or misses less than this, has met opponents of another class.
const SATURATED: f64 = 0.05;
/// The standard deviation, in Elo, of how one fares against an opponent beyond what both are worth: those of a
/// part of the panel tell less than all of it. Members' own ratings by each tenth of the others show 29 to
/// 76 beyond chance one move ahead.
const AN_OPPONENT: f64 = 50.0;
/// Newton's steps; a handful are enough, because no step is longer than a unit.
const STEPS: usize = 60;

impl Met {
    /// Whether nearly all games have the same result.
    fn is_saturated(&self) -> bool {
        let share = self.results.iter().sum::<f64>() / self.results.len().max(1) as f64;
        !(SATURATED..=1.0 - SATURATED).contains(&share)
    }

    /// How many opponents it met.
    fn opponents_met(&self) -> usize {
        let mut met = self.opponents.clone();
        met.sort_unstable();
        met.dedup();
        met.len()
    }

    /// The Elo that fits the results best, by logistic likelihood.
    pub(super) fn rated(&self) -> Rated {
        let opponents = || self.opponents.iter().map(|&own| self.rivals.elo[own]);
        let mean = opponents().sum::<f64>() / self.opponents.len().max(1) as f64;
        let mut elo = mean;
        let mut information = 0.0;
        for _ in 0..STEPS {
            let own = wins(elo - mean);
            let mut surplus = ADDED * (0.5 - own);
            information = ADDED * own * (1.0 - own);
            for (result, opponent) in self.results.iter().zip(opponents()) {
                let expected = wins(elo - opponent);
                surplus += result - expected;
                information += expected * (1.0 - expected);
            }
            let step = (surplus / information).clamp(-1.0, 1.0);
            elo += LOGIT * step;
            if step.abs() < 1e-9 {
                break;
            }
        }
        // What the games that are added draw towards the mean is part of the error.
        let drawn = ADDED * (0.5 - wins(elo - mean)) / information;
        let of_all = 1.0 / self.rivals.elo.len().max(1) as f64;
        let few = (1.0 / self.opponents_met().max(1) as f64 - of_all).max(0.0);
        Rated {
            elo,
            error: LOGIT * information.recip().sqrt().hypot(drawn),
            bias: self.rivals.error.hypot(AN_OPPONENT * few.sqrt()),
        }
    }
}

/// The standard error of the difference of two, by how differently they fared in the same games.
///
/// Two games from one opening belong together, and count as one observation. Where both lose, or
/// win, nearly all games, these cannot tell two apart that choose differently in a share `apart` of
/// the states, and their own errors count. They do, too, where the two met others; and where one
/// played more than the other, for what it played more.
pub(super) fn paired_error(one: &Met, other: &Met, apart: f64) -> f64 {
    let errors = [one, other].map(|own| own.rated().error);
    let unpaired = errors[0].hypot(errors[1]);
    let shared = one.common.min(other.common);
    if one.opponents[..shared] != other.opponents[..shared] {
        return unpaired;
    }
    let all = |own: &Met| own.common..own.results.len();
    let is_same = one.common == other.common && one.opponents == other.opponents;
    let mut square = spread(&one.results[..shared], &other.results[..shared]);
    if is_same {
        square += spread(&one.results[all(one)], &other.results[all(other)]);
    }
    // Both errors are 1 / √information, of which a difference of results is worth about the mean.
    let mut paired = square.sqrt() * errors[0] * errors[1] / LOGIT;
    if !is_same {
        let more = (errors[0].powi(2) - errors[1].powi(2)).abs();
        paired = paired.hypot(more.sqrt());
    }
    if one.is_saturated() && other.is_saturated() {
        paired = paired.max(apart.sqrt().min(1.0) * unpaired);
    }
    paired.min(unpaired)
}

/// The variance of the difference of all results of two in the same games.
fn spread(one: &[f64], other: &[f64]) -> f64 {
    let pairs = one.chunks(2).zip(other.chunks(2));
    let gap = |(one, other): (&[f64], &[f64])| one.iter().sum::<f64>() - other.iter().sum::<f64>();
    let gaps: Vec<f64> = pairs.map(gap).collect();
    let count = gaps.len().max(2) as f64;
    let mean = gaps.iter().sum::<f64>() / count;
    let square: f64 = gaps.iter().map(|own| (own - mean).powi(2)).sum();
    square * count / (count - 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn met(results: &[f64]) -> Met {
        Met {
            results: results.to_vec(),
            opponents: vec![0; results.len()],
            common: results.len(),
            rivals: Arc::new(Rivals {
                elo: vec![100.0],
                scores: vec![0.5],
                error: 0.0,
            }),
        }
    }

    /// The same with games against a strong opponent behind them.
    fn and_strong(mut met: Met, results: &[f64]) -> Met {
        met.rivals = Arc::new(Rivals {
            elo: vec![100.0, 600.0],
            scores: vec![0.5],
            error: 0.0,
        });
        met.results.extend(results);
        met.opponents.resize(met.results.len(), 1);
        met
    }

    #[test]
    fn who_wins_every_game_is_measured_by_the_strong() {
        let own = met(&[1.0; 40]);
        let alone = own.rated().error;
        let found = and_strong(own, &[1.0, 0.0].repeat(20)).rated();
        assert!(found.error < alone / 2.0, "{found:?}");
        assert!((found.elo - 600.0).abs() < 60.0, "{found:?}");
    }

    #[test]
    fn games_against_the_strong_narrow_the_error_of_two() {
        let [a, b] = [[1.0, 1.0, 1.0, 0.0], [1.0, 0.0, 1.0, 1.0]].map(|own| met(&own.repeat(10)));
        let common = paired_error(&a, &b, 0.5);
        let [a, b] =
            [(a, [1.0, 0.0]), (b, [0.0, 0.5])].map(|(own, more)| and_strong(own, &more.repeat(20)));
        assert!(paired_error(&a, &b, 0.5) < common);
    }

    #[test]
    fn three_wins_in_four_games_are_the_elo_of_three_in_four_but_for_the_added_draw() {
        let many: Vec<f64> = [1.0, 1.0, 1.0, 0.0].repeat(1000);
        let found = met(&many).rated();
        assert!((found.elo - 100.0 - 190.8).abs() < 1.0, "{found:?}");
        assert!((found.error - LOGIT / (4000_f64 * 3.0 / 16.0).sqrt()).abs() < 0.1);
    }

    #[test]
    fn who_wins_every_game_is_still_finite() {
        let found = met(&[1.0; 40]).rated();
        assert!(
            (400.0..1200.0).contains(&found.elo) && found.error > 100.0,
            "{found:?}"
        );
    }

    #[test]
    fn two_with_the_same_games_differ_by_nothing_surely() {
        let own = met(&[1.0, 0.0, 0.5, 1.0]);
        assert_eq!(paired_error(&own, &own, 0.0), 0.0);
        let other = met(&[0.0, 1.0, 0.5, 0.0]);
        assert!(paired_error(&own, &other, 0.0) > 0.0);
    }

    #[test]
    fn two_that_lose_every_game_are_told_apart_by_none_unless_they_choose_alike() {
        let lost = met(&[0.0; 40]);
        assert_eq!(paired_error(&lost, &lost, 0.0), 0.0);
        assert!(paired_error(&lost, &lost, 0.5) > 100.0);
    }
}
