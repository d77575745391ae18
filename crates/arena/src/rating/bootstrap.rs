//! An interval for any number that is computed from independent units.

use plyscope_game::Chance;

use super::Estimate;

/// `statistic` of all units, with the middle 95 % of what it is when units are drawn anew, with replacement.
///
/// `statistic` gets the numbers of the units to use, some of them more than
/// once. To compare two players on the same openings make each opening a unit,
/// then the comparison stays paired. Resample `r` depends only on `(seed, r)`.
///
/// The percentile interval is too narrow for few units (below some 20) and for
/// statistics that depend on single units, such as a maximum.
///
/// ```
/// # use plyscope_arena::rating::bootstrap;
/// let margins = [6.0, -2.0, 14.0, 8.0, 0.0, 22.0, -4.0, 10.0];
/// let mean = |units: &[usize]| units.iter().map(|&u| margins[u]).sum::<f64>() / units.len() as f64;
/// let found = bootstrap(margins.len(), 2000, 1, mean);
/// assert_eq!(found.value, 6.75);
/// assert!(found.low > 0.0 && found.high < 13.0);
/// ```
#[must_use]
pub fn bootstrap(
    units: usize,
    resamples: usize,
    seed: u64,
    statistic: impl Fn(&[usize]) -> f64,
) -> Estimate {
    let all: Vec<usize> = (0..units).collect();
    let value = statistic(&all);
    if units == 0 || resamples == 0 {
        return Estimate {
            value,
            low: f64::NEG_INFINITY,
            high: f64::INFINITY,
        };
    }
    let mut drawn = all;
    let mut values: Vec<f64> = (0..resamples)
        .map(|task| {
            let mut chance = Chance::for_task(seed, task as u64);
            drawn.fill_with(|| chance.below(units as u32) as usize);
            statistic(&drawn)
        })
        .collect();
    values.sort_by(f64::total_cmp);
    Estimate {
        value,
        low: quantile(&values, 0.025),
        high: quantile(&values, 0.975),
    }
}

/// The value below which this share of sorted values lies, between neighbours in proportion.
fn quantile(sorted: &[f64], share: f64) -> f64 {
    let place = share * (sorted.len() - 1) as f64;
    let below = sorted[place.floor() as usize];
    let above = sorted[place.ceil() as usize];
    below + (above - below) * place.fract()
}

#[cfg(test)]
mod tests {
    use plyscope_game::Chance;

    use super::bootstrap;

    #[test]
    fn a_mean_of_sixty_is_covered_about_as_often_as_stated() {
        let mut covered = 0;
        for trial in 0..600 {
            let mut chance = Chance::for_task(3, trial);
            // Skewed, with mean 1.
            let units: Vec<f64> = (0..60).map(|_| -(1.0 - chance.unit()).ln()).collect();
            let mean = |drawn: &[usize]| drawn.iter().map(|&u| units[u]).sum::<f64>() / 60.0;
            covered += usize::from(bootstrap(60, 400, trial, mean).covers(1.0));
        }
        assert!(
            (0.90..=0.97).contains(&(covered as f64 / 600.0)),
            "{covered}"
        );
    }

    #[test]
    fn no_units_bound_nothing() {
        let found = bootstrap(0, 100, 1, |_| 0.0);
        assert!(found.covers(1e300) && found.covers(-1e300));
    }
}
