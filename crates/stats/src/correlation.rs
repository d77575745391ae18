//! The rank correlation of two lists, and how sure it is.

use serde::Serialize;

use crate::bootstrap;

/// Resamples of an interval; its ends move by about a hundredth beyond this.
const RESAMPLES: usize = 4000;

/// Pairs below which a resampled interval may have no width at all.
const LEAST: usize = 5;

/// Spearman's rank correlation with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct Correlation {
    /// From −1 to 1.
    pub rho: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// How many pairs went into it.
    pub pairs: usize,
}

/// Correlates the ranks of two lists; the pairs are resampled for the interval.
///
/// Nothing with fewer than five pairs, of which resamples would be too few to tell a width, or
/// where one list is all equal.
pub fn correlate(pairs: &[(f64, f64)], seed: u64) -> Option<Correlation> {
    if pairs.len() < LEAST {
        return None;
    }
    let of = |drawn: &[usize]| {
        let drawn: Vec<(f64, f64)> = drawn.iter().map(|&at| pairs[at]).collect();
        spearman(&drawn)
    };
    let found = bootstrap(pairs.len(), RESAMPLES, seed, of)?;
    Some(Correlation {
        rho: found.value,
        low: found.low,
        high: found.high,
        pairs: pairs.len(),
    })
}

/// Spearman's rank correlation: Pearson's of the ranks, where equals share the mean of theirs.
pub fn spearman(pairs: &[(f64, f64)]) -> Option<f64> {
    if pairs.len() < 3 {
        return None;
    }
    let first = ranks(&pairs.iter().map(|pair| pair.0).collect::<Vec<_>>());
    let second = ranks(&pairs.iter().map(|pair| pair.1).collect::<Vec<_>>());
    let middle = (pairs.len() + 1) as f64 / 2.0;
    let mut sums = (0.0, 0.0, 0.0);
    for (a, b) in first.iter().zip(&second) {
        let (a, b) = (a - middle, b - middle);
        sums.0 += a * b;
        sums.1 += a * a;
        sums.2 += b * b;
    }
    (sums.1 > 0.0 && sums.2 > 0.0).then(|| sums.0 / (sums.1 * sums.2).sqrt())
}

/// Ranks from 1; equals share the mean of theirs.
pub fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0.0; values.len()];
    let mut before = 0;
    for tied in order.chunk_by(|&a, &b| values[a] == values[b]) {
        let shared = before as f64 + (tied.len() + 1) as f64 / 2.0;
        for &at in tied {
            ranks[at] = shared;
        }
        before += tied.len();
    }
    ranks
}

#[cfg(test)]
mod tests {
    use plyscope_game::Chance;

    use super::*;

    #[test]
    fn ranks_that_agree_in_part_are_counted_by_hand() {
        // Ranks 1 2 3 4 5 against 2 1 4 3 5: 1 − 6·4 / (5·24) = 0.8.
        let pairs = [
            (1.0, 20.0),
            (2.0, 10.0),
            (3.0, 40.0),
            (4.0, 30.0),
            (9.0, 50.0),
        ];
        assert!((spearman(&pairs).unwrap() - 0.8).abs() < 1e-12);
    }

    #[test]
    fn equals_share_their_ranks() {
        // Ranks 1.5 1.5 3 4 against 1 2 3 4: scipy.stats.spearmanr gives 0.9486832980505138.
        let pairs = [(1.0, 1.0), (1.0, 2.0), (2.0, 3.0), (3.0, 4.0)];
        assert!((spearman(&pairs).unwrap() - 0.948_683_298_050_513_8).abs() < 1e-12);
    }

    #[test]
    fn nothing_is_said_where_all_are_equal_or_too_few() {
        assert_eq!(spearman(&[(1.0, 1.0), (1.0, 2.0), (1.0, 3.0)]), None);
        assert_eq!(correlate(&[(1.0, 1.0), (2.0, 2.0)], 1), None);
    }

    #[test]
    fn the_interval_holds_the_true_correlation_about_as_often_as_it_says() {
        // Two numbers that share half their variance: Pearson 0.5, Spearman 6/π·asin(0.25) ≈ 0.4826.
        let truth = 6.0 / std::f64::consts::PI * 0.25_f64.asin();
        let mut held = 0;
        let normal = |chance: &mut Chance| (0..12).map(|_| chance.unit()).sum::<f64>() - 6.0;
        for task in 0..300 {
            let mut chance = Chance::for_task(5, task);
            let pairs: Vec<(f64, f64)> = (0..36)
                .map(|_| {
                    let shared = normal(&mut chance);
                    (shared + normal(&mut chance), shared + normal(&mut chance))
                })
                .collect();
            let found = correlate(&pairs, task).unwrap();
            held += u32::from(found.low <= truth && truth <= found.high);
        }
        // A percentile bootstrap of 36 pairs is a little too narrow; 300 tries wobble by 2 %.
        assert!((267..=297).contains(&held), "{held} of 300");
    }
}
