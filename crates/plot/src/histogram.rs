//! Distributions: values counted in bins with round bounds.

use crate::series::{Mark, Point, Series};
use crate::ticks::{multiples, nice_step, widened};

/// Counts each set of values in the same bins, about `bins` of them, as shares of the set.
///
/// Values that are not finite are left out, of the shares too.
pub(crate) fn distributions(sets: Vec<(String, Vec<f64>)>, bins: usize) -> Vec<Series> {
    let finite = |values: Vec<f64>| -> Vec<f64> {
        values
            .into_iter()
            .filter(|value| value.is_finite())
            .collect()
    };
    let sets: Vec<(String, Vec<f64>)> = sets
        .into_iter()
        .map(|(name, values)| (name, finite(values)))
        .collect();
    let edges = edges(
        sets.iter().flat_map(|(_, values)| values.iter().copied()),
        bins,
    );
    let mark = if sets.len() == 1 {
        Mark::Bars
    } else {
        Mark::Steps
    };
    let series =
        |(name, values): (String, Vec<f64>)| Series::new(name, shares(&values, &edges)).mark(mark);
    sets.into_iter().map(series).collect()
}

/// The bounds of the bins, none if there is no value.
fn edges(values: impl Iterator<Item = f64>, bins: usize) -> Vec<f64> {
    let extent = values.fold(None, |extent, value| match extent {
        None => Some((value, value)),
        Some((low, high)) => Some((f64::min(low, value), f64::max(high, value))),
    });
    let Some((low, high)) = extent else {
        return Vec::new();
    };
    let width = high - low;
    if width <= low.abs().max(high.abs()) * 1e-9 {
        return vec![low - 0.5, low + 0.5];
    }
    let step = nice_step(width, bins.clamp(1, 1000));
    let (first, last) = widened(low, high, step);
    multiples(first, last, step)
}

/// A point a bin; the last bin holds its upper bound too.
fn shares(values: &[f64], edges: &[f64]) -> Vec<Point> {
    let mut counts = vec![0_u64; edges.len().saturating_sub(1)];
    for value in values {
        let above = edges.partition_point(|edge| edge <= value);
        let bin = above.saturating_sub(1).min(counts.len() - 1);
        counts[bin] += 1;
    }
    let total = values.len().max(1) as f64;
    let point = |(pair, &count): (&[f64], &u64)| {
        let middle = f64::midpoint(pair[0], pair[1]);
        Point::new(middle, count as f64 / total)
            .x_band(pair[0], pair[1])
            .title(format!("{count} of {}", values.len()))
    };
    edges.windows(2).zip(&counts).map(point).collect()
}

#[cfg(test)]
mod tests {
    use super::distributions;

    fn shares(values: &[f64]) -> Vec<f64> {
        let series = distributions(vec![("a".into(), values.to_vec())], 4);
        series[0].points.iter().map(|point| point.y).collect()
    }

    #[test]
    fn every_finite_value_is_counted_once() {
        let shares = shares(&[0.0, 0.1, 0.25, 0.5, 1.0, f64::NAN, f64::INFINITY]);
        assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn bounds_belong_to_the_bin_above_except_the_last() {
        let shares = shares(&[0.0, 0.2, 0.4, 0.6, 0.8, 1.0]);
        let thirds: Vec<f64> = shares.iter().map(|share| (share * 6.0).round()).collect();
        assert_eq!(thirds, [1.0, 1.0, 1.0, 1.0, 2.0]);
    }

    #[test]
    fn equal_values_fall_in_one_bin_and_none_in_none() {
        assert_eq!(shares(&[3.0, 3.0]), [1.0]);
        assert!(shares(&[]).is_empty());
    }
}
