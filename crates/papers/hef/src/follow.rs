//! How well a metric on sampled truth follows the same metric on the truth itself.
//!
//! Over plies it compares the two curves, over states the numbers behind them.
//! Intervals come from resampling states, both numbers of a state together. Resampled curves are
//! rougher than those of the sample, in both alike or in each for itself, so their correlations lie
//! beside the sample's: of them only the spread is used.

use plyscope_game::Chance;
use plyscope_judge::bootstrap;
use serde::Serialize;

use super::curve::Column;

/// A number with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct WithInterval {
    /// The number.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// How one column follows another.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Follow {
    /// Pearson's correlation of the means by ply, each ply weighing as many states as it has.
    pub over_plies: Option<WithInterval>,
    /// Pearson's correlation state by state.
    pub over_states: Option<WithInterval>,
    /// The mean of the follower less the mean of the truth.
    pub level: Option<WithInterval>,
    /// How far the two curves are apart on average.
    pub apart: Option<f64>,
}

impl WithInterval {
    /// Whether the whole interval is above a number.
    pub fn is_above(&self, number: f64) -> bool {
        self.low > number
    }

    /// Whether the whole interval is below a number.
    pub fn is_below(&self, number: f64) -> bool {
        self.high < number
    }
}

/// Any statistic of the states, with its interval.
pub(super) fn estimate(
    states: usize,
    seed: u64,
    statistic: impl Fn(&[usize]) -> Option<f64>,
) -> Option<WithInterval> {
    bootstrap(states, seed, statistic).map(|band| WithInterval {
        value: band.mean,
        low: band.low,
        high: band.high,
    })
}

/// Resamples of a spread.
const RESAMPLES: usize = 1000;

/// Standard errors from the middle of a 95 % interval to its ends.
const REACH: f64 = 1.96;

/// A correlation, with an interval around it on Fisher's scale.
pub(super) fn correlated(
    states: usize,
    seed: u64,
    statistic: impl Fn(&[usize]) -> Option<f64>,
) -> Option<WithInterval> {
    // A correlation of 1 has no place on the scale.
    let scale = |r: f64| r.clamp(-1.0 + 1e-9, 1.0 - 1e-9).atanh();
    around(states, seed, |drawn| statistic(drawn).map(scale)).map(|own| WithInterval {
        value: own.value.tanh(),
        low: own.low.tanh(),
        high: own.high.tanh(),
    })
}

/// A statistic with an interval around it, as wide as resamples are spread.
pub(super) fn around(
    states: usize,
    seed: u64,
    statistic: impl Fn(&[usize]) -> Option<f64>,
) -> Option<WithInterval> {
    let all: Vec<usize> = (0..states).collect();
    let value = statistic(&all)?;
    let mut chance = Chance::new(seed);
    let mut drawn = vec![0; states];
    let mut found = Vec::with_capacity(RESAMPLES);
    for _ in 0..RESAMPLES {
        drawn.fill_with(|| chance.below(states as u32) as usize);
        found.extend(statistic(&drawn));
    }
    let count = found.len() as f64;
    let mean = found.iter().sum::<f64>() / count;
    let squares: f64 = found.iter().map(|own| (own - mean).powi(2)).sum();
    let half = REACH * (squares / (count - 1.0)).sqrt();
    Some(WithInterval {
        value,
        low: value - half,
        high: value + half,
    })
}

/// How `follower` follows `truth`.
pub(super) fn follow(plies: &[u32], truth: &Column, follower: &Column, seed: u64) -> Follow {
    let states = plies.len();
    Follow {
        over_plies: correlated(states, seed, |drawn| {
            over_plies(plies, truth, follower, drawn)
        }),
        over_states: correlated(states, seed, |drawn| over_states(truth, follower, drawn)),
        level: estimate(states, seed, |drawn| level(truth, follower, drawn)),
        apart: apart(plies, truth, follower),
    }
}

/// The correlation of the two curves that the drawn states make.
pub(super) fn over_plies(plies: &[u32], a: &Column, b: &Column, drawn: &[usize]) -> Option<f64> {
    correlation(by_ply(plies, a, b, drawn).into_iter())
}

/// The correlation over the drawn states.
#[inline(never)] // as `mean`
pub(super) fn over_states(a: &Column, b: &Column, drawn: &[usize]) -> Option<f64> {
    let both = drawn.iter().filter_map(|&at| Some((1.0, a[at]?, b[at]?)));
    correlation(both)
}

/// The mean of a column over the drawn states that have a number.
// Within the loop that draws the states its sums would lie on the stack, which takes three times as long.
#[inline(never)]
pub(super) fn mean(column: &Column, drawn: &[usize]) -> Option<f64> {
    let (mut total, mut count) = (0.0, 0.0);
    for &at in drawn {
        if let Some(score) = column[at] {
            total += score;
            count += 1.0;
        }
    }
    (count > 0.0).then(|| total / count)
}

/// The mean of the follower less the mean of the truth: both in one pass, which takes half the time of two.
#[inline(never)] // as `mean`
fn level(truth: &Column, follower: &Column, drawn: &[usize]) -> Option<f64> {
    let (mut truths, mut followers) = ((0.0, 0.0), (0.0, 0.0));
    let add = |sum: &mut (f64, f64), score: Option<f64>| {
        if let Some(score) = score {
            sum.0 += score;
            sum.1 += 1.0;
        }
    };
    for &at in drawn {
        add(&mut truths, truth[at]);
        add(&mut followers, follower[at]);
    }
    (truths.1 > 0.0 && followers.1 > 0.0).then(|| followers.0 / followers.1 - truths.0 / truths.1)
}

fn apart(plies: &[u32], a: &Column, b: &Column) -> Option<f64> {
    let all: Vec<usize> = (0..plies.len()).collect();
    let (mut total, mut count) = (0.0, 0.0);
    for (states, a, b) in by_ply(plies, a, b, &all) {
        total += states * (a - b).abs();
        count += states;
    }
    (count > 0.0).then(|| total / count)
}

/// States and both means, for every ply that has states with both numbers.
fn by_ply(plies: &[u32], a: &Column, b: &Column, drawn: &[usize]) -> Vec<(f64, f64, f64)> {
    let mut sums = Vec::with_capacity(64);
    for &at in drawn {
        if let (Some(a), Some(b)) = (a[at], b[at]) {
            let ply = plies[at] as usize;
            if ply >= sums.len() {
                sums.resize(ply + 1, (0.0, 0.0, 0.0));
            }
            let own = &mut sums[ply];
            own.0 += 1.0;
            own.1 += a;
            own.2 += b;
        }
    }
    sums.retain(|own| own.0 > 0.0);
    let means = sums.into_iter().map(|(n, a, b)| (n, a / n, b / n));
    means.collect()
}

/// Pearson's correlation of weighted pairs; nothing where one side does not vary.
fn correlation(pairs: impl Iterator<Item = (f64, f64, f64)> + Clone) -> Option<f64> {
    let (mut all, mut a_sum, mut b_sum) = (0.0, 0.0, 0.0);
    for (weight, a, b) in pairs.clone() {
        all += weight;
        a_sum += weight * a;
        b_sum += weight * b;
    }
    let (a_mean, b_mean) = (a_sum / all, b_sum / all);
    let (mut ab, mut aa, mut bb) = (0.0, 0.0, 0.0);
    for (weight, a, b) in pairs {
        ab += weight * (a - a_mean) * (b - b_mean);
        aa += weight * (a - a_mean).powi(2);
        bb += weight * (b - b_mean).powi(2);
    }
    (aa > 1e-18 && bb > 1e-18).then(|| ab / (aa * bb).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curves_can_agree_where_states_do_not() {
        // In each ply the two numbers are swapped between two states: the means are equal.
        let plies = [0, 0, 1, 1, 2, 2];
        let some = |own: [f64; 6]| own.map(Some).to_vec();
        let a = some([0.0, 2.0, 1.0, 5.0, 3.0, 11.0]);
        let b = some([2.0, 0.0, 5.0, 1.0, 11.0, 3.0]);
        let all: Vec<usize> = (0..6).collect();
        assert!((over_plies(&plies, &a, &b, &all).unwrap() - 1.0).abs() < 1e-12);
        assert!(over_states(&a, &b, &all).unwrap() < 0.5);
        assert_eq!(apart(&plies, &a, &b), Some(0.0));
    }

    #[test]
    fn a_ply_weighs_as_many_states_as_it_has() {
        // numpy.cov with fweights: means 1, 2, 4 against 2, 1, 5 with weights 1, 3, 1.
        let plies = [0, 1, 1, 1, 2];
        let a = vec![Some(1.0), Some(2.0), Some(2.0), Some(2.0), Some(4.0)];
        let b = vec![Some(2.0), Some(1.0), Some(1.0), Some(1.0), Some(5.0)];
        let all: Vec<usize> = (0..5).collect();
        let found = over_plies(&plies, &a, &b, &all).unwrap();
        assert!((found - 0.790_569_415_042_094_9).abs() < 1e-12, "{found}");
    }

    #[test]
    fn the_interval_holds_the_true_correlation_about_as_often_as_it_says() {
        // Two numbers per state that share half their variance: 0.5, over states and over plies.
        let normal = |chance: &mut Chance| (0..12).map(|_| chance.unit()).sum::<f64>() - 6.0;
        let plies: Vec<u32> = (0..160).map(|state| state % 20).collect();
        let (mut by_state, mut by_ply) = (0, 0);
        for task in 0..200 {
            let mut chance = Chance::for_task(3, task);
            let (mut a, mut b) = (Vec::new(), Vec::new());
            for _ in &plies {
                let shared = normal(&mut chance);
                a.push(Some(shared + normal(&mut chance)));
                b.push(Some(shared + normal(&mut chance)));
            }
            let found = follow(&plies, &a, &b, task);
            let holds = |own: Option<WithInterval>| {
                let own = own.unwrap();
                u32::from(own.low <= 0.5 && 0.5 <= own.high)
            };
            by_state += holds(found.over_states);
            by_ply += holds(found.over_plies);
        }
        assert!((180..=198).contains(&by_state), "{by_state} of 200");
        assert!((180..=200).contains(&by_ply), "{by_ply} of 200");
    }

    #[test]
    fn states_without_a_number_are_left_out() {
        let plies = [0, 1, 2, 3];
        let a = vec![Some(1.0), None, Some(2.0), Some(3.0)];
        let b = vec![Some(1.0), Some(9.0), Some(2.0), None];
        let all = [0, 1, 2, 3];
        assert!((over_states(&a, &b, &all).unwrap() - 1.0).abs() < 1e-12);
        assert_eq!(by_ply(&plies, &a, &b, &all).len(), 2);
    }
}
