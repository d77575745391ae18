//! How often something happens, and whether it could be luck.

use statrs::function::factorial::ln_binomial;

use super::{Estimate, Z95};

/// The share of `successes` among `trials` with Wilson's interval.
///
/// Wilson asks which true shares would not be surprised by this count. The
/// interval stays inside 0 to 1 and has a width even where all or none
/// succeeded. Trials must be independent. Without trials nothing is known: ½, from 0 to 1.
///
/// ```
/// # use plyscope_arena::rating::wilson;
/// let share = wilson(48, 50);
/// assert!((share.low - 0.8654).abs() < 1e-4 && (share.high - 0.9890).abs() < 1e-4);
/// ```
#[must_use]
pub fn wilson(successes: u64, trials: u64) -> Estimate {
    if trials == 0 {
        return Estimate {
            value: 0.5,
            low: 0.0,
            high: 1.0,
        };
    }
    wilson_of_score(successes as f64 / trials as f64, trials as f64)
}

/// Wilson's interval of a mean score that is worth `trials` coin tosses.
pub(super) fn wilson_of_score(score: f64, trials: f64) -> Estimate {
    let surplus = Z95 * Z95 / trials;
    let middle = (score + surplus / 2.0) / (1.0 + surplus);
    let reach =
        Z95 / (1.0 + surplus) * (score * (1.0 - score) / trials + surplus / (4.0 * trials)).sqrt();
    Estimate {
        value: score,
        // At the ends the sums are exact on paper only.
        low: if score <= 0.0 {
            0.0
        } else {
            (middle - reach).max(0.0)
        },
        high: if score >= 1.0 {
            1.0
        } else {
            (middle + reach).min(1.0)
        },
    }
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
/// # use plyscope_arena::rating::sign_test;
/// assert!((sign_test(9, 1) - 22.0 / 1024.0).abs() < 1e-12);
/// ```
#[must_use]
pub fn sign_test(wins: u64, losses: u64) -> f64 {
    binomial_test(wins, wins + losses, 0.5)
}

#[cfg(test)]
mod tests {
    use plyscope_game::Chance;

    use super::{binomial_test, sign_test, wilson};

    #[test]
    fn all_or_nothing_leaves_one_end_open() {
        let all = wilson(20, 20);
        assert!((all.high - 1.0).abs() < 1e-15 && (all.low - 0.838_875).abs() < 1e-6);
        let none = wilson(0, 20);
        assert!(none.low.abs() < 1e-15 && (none.high - 0.161_125).abs() < 1e-6);
        assert!(wilson(0, 0).covers(0.0) && wilson(0, 0).covers(1.0));
    }

    #[test]
    fn wilson_covers_a_rare_share_as_often_as_it_says() {
        let mut chance = Chance::new(7);
        let covered = (0..4000)
            .filter(|_| {
                let hits = (0..200).filter(|_| chance.unit() < 0.06).count() as u64;
                wilson(hits, 200).covers(0.06)
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
