//! How sure a mean over states is.
//!
//! For a metric with a lowest and a highest value the band is Wilson's interval
//! with the spread that was seen in place of a coin's: at a dozen states per ply
//! it holds what it promises, where resampling the states gives bands that are
//! far too narrow. Scores that are equal, or nearly so, say little of the spread:
//! all of twelve states may score 0.999 or 1 and one in twenty 0. So the band is
//! never narrower than what as many other states as could have stayed unseen
//! would make of the mean. For a metric without bounds it is Student's interval.

use plyscope_stats::{bootstrap as resample, student as quantile, wilson as wilson_of};

/// A mean with its 95 % band.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Band {
    /// The mean.
    pub mean: f64,
    /// The lower end of the band.
    pub low: f64,
    /// The upper end of the band.
    pub high: f64,
    /// How many states went into it.
    pub states: usize,
}

/// The share of cases in which the truth lies outside the band.
const OUTSIDE: f64 = 0.05;
/// Resamples of a bootstrap; the ends move by less than a hundredth of the width beyond this.
const RESAMPLES: usize = 2000;

/// The band of a mean of scores that lie in `range`; nothing without scores.
///
/// An infinite end of the range turns to Student's interval; without bounds, scores that
/// are all equal say nothing of the spread, and the band is the whole range.
/// The mean never lies outside.
pub fn band(scores: &[f64], range: (f64, f64)) -> Option<Band> {
    let mut tally = Tally::default();
    for score in scores {
        tally.add(*score);
    }
    tally.band(range)
}

/// What a band needs to know of scores, added up one by one.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Tally {
    states: usize,
    /// The first score. Sums of what others differ from it lose no digits to its size.
    first: f64,
    sum: f64,
    squares: f64,
}

impl Tally {
    #[inline]
    pub(crate) fn add(&mut self, score: f64) {
        if self.states == 0 {
            self.first = score;
        }
        self.states += 1;
        let beyond = score - self.first;
        self.sum += beyond;
        self.squares += beyond * beyond;
    }

    /// The band of the mean; nothing without scores.
    pub(crate) fn band(&self, range: (f64, f64)) -> Option<Band> {
        let count = self.states as f64;
        let mean = self.first + self.sum / count;
        let squares = (self.squares - self.sum * self.sum / count).max(0.0);
        (self.states > 0).then(|| around(mean, squares, self.states, range))
    }
}

/// The band around a mean, from the sum of squared distances.
fn around(mean: f64, squares: f64, states: usize, range: (f64, f64)) -> Band {
    let bounded = range.0.is_finite() && range.1.is_finite() && range.0 < range.1;
    let (low, high) = if !(range.0..=range.1).contains(&mean) {
        // Whoever named the range was wrong.
        student(mean, squares, states, (f64::NEG_INFINITY, f64::INFINITY))
    } else if !bounded {
        student(mean, squares, states, range)
    } else {
        let spread = dispersion(mean, squares, states, range);
        let seen = wilson(mean, spread, states, range);
        let (low, high) = unseen(mean, spread, states, range);
        (low.min(seen.0), high.max(seen.1))
    };
    Band {
        mean,
        low,
        high,
        states,
    }
}

/// The variance of the scores as a share of a coin's of the same mean: from 0 where all are
/// equal to 1 where all lie at the ends.
fn dispersion(mean: f64, squares: f64, states: usize, range: (f64, f64)) -> f64 {
    let coin = (mean - range.0) * (range.1 - mean);
    if coin <= 0.0 {
        return 0.0;
    }
    (squares / states as f64 / coin).min(1.0)
}

/// Wilson's interval for scores whose variance is a share of a coin's of the same mean.
fn wilson(mean: f64, dispersion: f64, states: usize, range: (f64, f64)) -> (f64, f64) {
    let width = range.1 - range.0;
    let share = (mean - range.0) / width;
    let [low, high] = wilson_of(share, states as f64 / dispersion, quantile(states));
    let end = |at: f64| range.0 + width * at;
    (end(low).min(mean), end(high).max(mean))
}

/// What could have stayed unseen. A share of other states would have stayed out of the sample in
/// 2.5 % of cases; they could lie at either end. Scores that were seen at the ends leave less to
/// be missed there: none where all lie there, as a coin's do, for which Wilson's interval is made.
fn unseen(mean: f64, dispersion: f64, states: usize, range: (f64, f64)) -> (f64, f64) {
    let missed = 1.0 - (OUTSIDE / 2.0).powf(1.0 / states as f64);
    let unseen = missed * (1.0 - dispersion);
    (
        mean - unseen * (mean - range.0),
        mean + unseen * (range.1 - mean),
    )
}

fn student(mean: f64, squares: f64, states: usize, range: (f64, f64)) -> (f64, f64) {
    if squares <= 0.0 {
        return range;
    }
    let error = (squares / (states as f64 - 1.0) / states as f64).sqrt();
    let half = quantile(states) * error;
    ((mean - half).max(range.0), (mean + half).min(range.1))
}

/// The band of any statistic of some states, by resampling them.
///
/// `statistic` is given the numbers of the states to use, some of them several
/// times, and may say nothing where it is not defined.
pub fn bootstrap(
    states: usize,
    seed: u64,
    statistic: impl Fn(&[usize]) -> Option<f64>,
) -> Option<Band> {
    let found = resample(states, RESAMPLES, seed, statistic)?;
    Some(Band {
        mean: found.value,
        low: found.low,
        high: found.high,
        states,
    })
}

#[cfg(test)]
mod tests {
    use plyscope_game::Chance;

    use super::*;

    /// How often the band of `states` scores drawn by `draw` holds their true mean.
    fn coverage(states: usize, truth: f64, draw: impl Fn(&mut Chance) -> f64) -> f64 {
        let mut chance = Chance::new(2026);
        let trials = 4000;
        let held = (0..trials).filter(|_| {
            let scores: Vec<f64> = (0..states).map(|_| draw(&mut chance)).collect();
            let band = band(&scores, (0.0, 1.0)).expect("there are scores");
            (band.low..=band.high).contains(&truth)
        });
        held.count() as f64 / f64::from(trials)
    }

    /// Shares as strict-best gives them: mostly 0 and 1, some between.
    fn shares(chance: &mut Chance) -> f64 {
        [0.0, 0.25, 0.5, 0.5, 0.5, 1.0, 1.0, 1.0, 1.0, 1.0][chance.below(10) as usize]
    }

    #[test]
    fn the_band_holds_the_true_mean_as_often_as_it_says() {
        for states in [12, 30, 100] {
            let of_shares = coverage(states, 0.675, shares);
            assert!((0.93..=0.97).contains(&of_shares), "{states}: {of_shares}");
            let even = coverage(states, 0.5, Chance::unit);
            assert!((0.93..=0.97).contains(&even), "{states}: {even}");
        }
    }

    #[test]
    fn the_resampled_band_holds_the_true_mean_as_often_as_it_says() {
        let mut chance = Chance::new(7);
        let trials = 400;
        let held = (0..trials).filter(|&trial| {
            let scores: Vec<f64> = (0..60).map(|_| chance.unit()).collect();
            let mean = |drawn: &[usize]| {
                Some(drawn.iter().map(|&i| scores[i]).sum::<f64>() / drawn.len() as f64)
            };
            let band = bootstrap(60, trial, mean).expect("there are scores");
            (band.low..=band.high).contains(&0.5)
        });
        let share = held.count() as f64 / trials as f64;
        assert!((0.93..=0.97).contains(&share), "{share}");
    }

    #[test]
    fn twelve_of_twelve_is_not_certainty() {
        let band = band(&[1.0; 12], (0.0, 1.0)).expect("there are scores");
        assert!(
            band.high == 1.0 && band.low > 0.6 && band.low < 0.8,
            "{band:?}"
        );
    }

    #[test]
    fn kendall_of_nothing_but_noughts_over_eleven_states_has_a_band() {
        let band = band(&[0.0; 11], (-1.0, 1.0)).expect("there are scores");
        assert!(band.low < -0.2 && band.high > 0.2, "{band:?}");
        assert!(band.low > -0.4 && band.high < 0.4, "{band:?}");
    }

    #[test]
    fn scores_that_are_nearly_always_alike_are_held_as_often_as_promised() {
        // One state in forty scores 1, the others ½: of twelve most see none.
        let rare = |chance: &mut Chance| if chance.below(40) == 0 { 1.0 } else { 0.5 };
        let held = coverage(12, 0.5 + 0.5 / 40.0, rare);
        assert!(held >= 0.95, "{held}");
    }

    #[test]
    fn nearly_equal_scores_with_rare_others_are_held_in_85_of_100_cases_at_least() {
        // Twelve scores of 0.999 and 1 had a band of a thousandth, and a true mean far below it.
        // The worst now is 0.89, of Wilson's interval where one of twelve is rare.
        let toss = |chance: &mut Chance, low: f64, high: f64| {
            if chance.below(2) == 0 { low } else { high }
        };
        for states in [10, 12, 30, 100, 400] {
            for one_in in [5, 10, 20, 40, 100, 1000] {
                for (low, high) in [(0.999, 1.0), (0.9, 1.0), (0.6, 1.0), (0.45, 0.55)] {
                    let rare = |chance: &mut Chance| {
                        let is_rare = chance.below(one_in) == 0;
                        let other = toss(chance, low, high);
                        if is_rare { 0.0 } else { other }
                    };
                    let share = 1.0 / f64::from(one_in);
                    let truth = (1.0 - share) * f64::midpoint(low, high);
                    let held = coverage(states, truth, rare);
                    assert!(
                        held >= 0.85,
                        "{states} states of {low} and {high}, one in {one_in} 0: {held}"
                    );
                }
            }
        }
    }

    #[test]
    fn scores_crowded_at_one_end_are_held_in_85_of_100_cases_at_least() {
        for states in [10, 30, 100] {
            for power in [2, 5, 20] {
                let crowded = |chance: &mut Chance| chance.unit().powi(power);
                let held = coverage(states, 1.0 / f64::from(power + 1), crowded);
                assert!(held >= 0.85, "{states} states, power {power}: {held}");
            }
        }
    }

    #[test]
    fn a_mean_beyond_its_range_is_inside_its_band() {
        // Labels of a search on its own scale were once held against the points of the game.
        let band = band(&[40.0, 43.0, 47.0], (0.0, 2.0)).expect("there are scores");
        assert!(band.low < band.mean && band.mean < band.high, "{band:?}");
    }

    #[test]
    fn one_state_says_little_and_none_says_nothing() {
        let one = band(&[0.5], (0.0, 1.0)).expect("there is a score");
        assert!(one.low < 0.05 && one.high > 0.95);
        assert_eq!(band(&[], (0.0, 1.0)), None);
    }
}
