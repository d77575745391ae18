//! How often something happens, and whether it could be luck.

use statrs::function::factorial::ln_binomial;

use crate::{Estimate, Z95, wilson};

/// The share of `successes` among `trials` with Wilson's interval.
///
/// Trials must be independent. Without trials nothing is known: ½, from 0 to 1.
#[must_use]
pub fn proportion(successes: u64, trials: u64) -> Estimate {
    let value = match trials {
        0 => 0.5,
        _ => successes as f64 / trials as f64,
    };
    let [low, high] = wilson(value, trials as f64, Z95);
    Estimate { value, low, high }
}

/// How likely a count no likelier than `successes` is, if each of `trials` succeeds with `chance`.
///
/// Exact and two-sided. Takes time in proportion to `trials`.
#[must_use]
pub fn binomial_test(successes: u64, trials: u64, chance: f64) -> f64 {
    // Counts that are equally likely on paper must not be told apart by rounding.
    let seen = probability(successes, trials, chance) * (1.0 + 1e-7);
    let total: f64 = (0..=trials)
        .map(|count| probability(count, trials, chance))
        .filter(|&each| each <= seen)
        .sum();
    total.min(1.0)
}

/// The chance of `count` successes in `trials`.
fn probability(count: u64, trials: u64, chance: f64) -> f64 {
    // 0 · ln 0 is 0 here: what cannot happen and did not happen costs nothing.
    let times = |count: u64, chance: f64| {
        if count == 0 {
            0.0
        } else {
            count as f64 * chance.ln()
        }
    };
    (ln_binomial(trials, count) + times(count, chance) + times(trials - count, 1.0 - chance)).exp()
}

/// How likely so uneven a count is if a win is as likely as a loss.
///
/// Draws say nothing about who is stronger and are left out. Games must be
/// independent: for pairs count those won and lost, not their games.
///
/// ```
/// # use plyscope_stats::sign_test;
/// assert!((sign_test(9, 1) - 22.0 / 1024.0).abs() < 1e-12);
/// ```
#[must_use]
pub fn sign_test(wins: u64, losses: u64) -> f64 {
    binomial_test(wins, wins + losses, 0.5)
}

#[cfg(test)]
mod tests {
    use plyscope_game::Chance;

    use super::{binomial_test, proportion, sign_test};

    #[test]
    fn all_or_nothing_leaves_one_end_open() {
        let all = proportion(20, 20);
        assert!((all.high - 1.0).abs() < 1e-15 && (all.low - 0.838_875).abs() < 1e-6);
        let none = proportion(0, 20);
        assert!(none.low.abs() < 1e-15 && (none.high - 0.161_125).abs() < 1e-6);
        assert!(proportion(0, 0).covers(0.0) && proportion(0, 0).covers(1.0));
    }

    #[test]
    fn its_interval_covers_a_rare_share_as_often_as_it_says() {
        let mut chance = Chance::new(7);
        let covered = (0..4000)
            .filter(|_| {
                let hits = (0..200).filter(|_| chance.unit() < 0.06).count() as u64;
                proportion(hits, 200).covers(0.06)
            })
            .count();
        assert!(
            (0.93..=0.97).contains(&(covered as f64 / 4000.0)),
            "{covered}"
        );
    }

    #[test]
    fn the_binomial_test_counts_both_tails() {
        // scipy.stats.binomtest(k, n, p).pvalue
        for (k, n, p, expected) in [
            (7, 20, 0.5, 0.263_175_964_355),
            (3, 50, 0.2, 0.011_917_135_597),
            (0, 10, 0.3, 0.038_839_603_3),
            (60, 2000, 0.025, 0.151_723_676_447),
            (5, 10, 0.5, 1.0),
        ] {
            let found = binomial_test(k, n, p);
            assert!((found - expected).abs() < 1e-9, "{k} of {n}: {found}");
        }
        assert!((sign_test(0, 0) - 1.0).abs() < 1e-12);
    }
}
