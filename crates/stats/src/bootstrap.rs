//! An interval for any number that is computed from independent units.

use plyscope_game::Chance;

use crate::Estimate;

/// `statistic` of all units, with the middle 95 % of what it is when units are drawn anew, with replacement.
///
/// `statistic` gets the numbers of the units to use, some of them more than
/// once, and may say nothing where it is not defined. To compare two players on
/// the same openings make each opening a unit, then the comparison stays paired.
/// Nothing where it is not defined of all units, or of no resample.
///
/// The percentile interval is too narrow for few units (below some 20) and for
/// statistics that depend on single units, such as a maximum.
///
/// ```
/// # use plyscope_stats::bootstrap;
/// let margins = [6.0, -2.0, 14.0, 8.0, 0.0, 22.0, -4.0, 10.0];
/// let mean = |units: &[usize]| {
///     let sum: f64 = units.iter().map(|&unit| margins[unit]).sum();
///     Some(sum / units.len() as f64)
/// };
/// let found = bootstrap(margins.len(), 2000, 1, mean).unwrap();
/// assert_eq!(found.value, 6.75);
/// assert!(found.low > 0.0 && found.high < 13.0);
/// ```
pub fn bootstrap(
    units: usize,
    resamples: usize,
    seed: u64,
    statistic: impl Fn(&[usize]) -> Option<f64>,
) -> Option<Estimate> {
    let mut drawn: Vec<usize> = (0..units).collect();
    let value = statistic(&drawn)?;
    let mut chance = Chance::new(seed);
    let mut found = Vec::with_capacity(resamples);
    for _ in 0..resamples {
        drawn.fill_with(|| chance.below(units as u32) as usize);
        found.extend(statistic(&drawn));
    }
    found.sort_by(f64::total_cmp);
    let at = |share: f64| found.get(((found.len() as f64 - 1.0) * share).round() as usize);
    Some(Estimate {
        value,
        low: at(0.025)?.min(value),
        high: at(0.975)?.max(value),
    })
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
            let mean = |drawn: &[usize]| Some(drawn.iter().map(|&u| units[u]).sum::<f64>() / 60.0);
            let found = bootstrap(60, 400, trial, mean).unwrap();
            covered += usize::from(found.covers(1.0));
        }
        assert!(
            (0.90..=0.97).contains(&(covered as f64 / 600.0)),
            "{covered}"
        );
    }

    #[test]
    fn nothing_is_said_where_the_statistic_says_nothing() {
        assert_eq!(bootstrap(3, 100, 1, |_| None), None);
    }
}
