//! A smooth curve through scattered values, with a band: local linear regression.

use crate::{Estimate, Z95};

/// Half-widths that are tried, as shares of the range.
const WIDTHS: [f64; 7] = [0.08, 0.12, 0.18, 0.27, 0.4, 0.6, 0.9];
/// The half-width is this share of the one that predicts best, so that the bias stays small beside
/// the band; see the test of coverage.
const NARROWED: f64 = 0.8;
/// Fewer places or values make no curve.
const LEAST_PLACES: usize = 4;
const LEAST_VALUES: usize = 12;

/// A curve and its band at some places.
#[derive(Clone, PartialEq, Debug)]
pub struct Smooth {
    /// The half-width of the window, in units of the places.
    pub width: f64,
    /// The mean at every place that has values, in rising order, with its 95 % interval for each
    /// place by itself.
    pub curve: Vec<(f64, Estimate)>,
}

/// The values at one place, added up.
struct Place {
    x: f64,
    count: f64,
    sum: f64,
    squares: f64,
}

/// The mean of values as a function of where they were seen, by straight lines fitted to the
/// neighbourhood of each place, near values counting more (tricube weights).
///
/// The neighbourhood is as wide as leaving each value out and predicting it likes best, and a little
/// narrower. The band allows for values that spread differently from place to place; it leaves out
/// the bias of the lines, which is small beside it. Nothing where there are few values or places.
pub fn smooth(values: &[(f64, f64)]) -> Option<Smooth> {
    let places = places(values);
    if places.len() < LEAST_PLACES || values.len() < LEAST_VALUES {
        return None;
    }
    let range = places[places.len() - 1].x - places[0].x;
    let widths = WIDTHS.iter().map(|share| share * range);
    let tried = widths.filter_map(|width| Some((missed(&places, width)?, width)));
    let best = tried.min_by(|a, b| a.0.total_cmp(&b.0))?.1;
    // The narrowed window may be too narrow for a line somewhere.
    let width = [NARROWED * best, best]
        .into_iter()
        .find(|width| missed(&places, *width).is_some())?;
    Some(Smooth {
        width,
        curve: banded(&places, width)?,
    })
}

fn places(values: &[(f64, f64)]) -> Vec<Place> {
    let mut sorted = values.to_vec();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
    let place = |same: &[(f64, f64)]| Place {
        x: same[0].0,
        count: same.len() as f64,
        sum: same.iter().map(|own| own.1).sum(),
        squares: same.iter().map(|own| own.1 * own.1).sum(),
    };
    sorted.chunk_by(|a, b| a.0 == b.0).map(place).collect()
}

/// What one value of each place counts for the line at `x`; nothing where there is no line.
fn counts(places: &[Place], x: f64, width: f64) -> Option<Vec<f64>> {
    let near = |own: &Place| {
        let away = (own.x - x).abs() / width;
        if away < 1.0 {
            (1.0 - away.powi(3)).powi(3)
        } else {
            0.0
        }
    };
    let weights: Vec<f64> = places.iter().map(near).collect();
    let sum = |power: i32| -> f64 {
        let all = places.iter().zip(&weights);
        all.map(|(own, weight)| weight * own.count * (own.x - x).powi(power))
            .sum()
    };
    let (all, first, second) = (sum(0), sum(1), sum(2));
    let whole = all * second - first * first;
    if whole <= 1e-9 * width * width * all * all {
        return None;
    }
    let of = |(own, weight): (&Place, &f64)| weight * (second - first * (own.x - x)) / whole;
    Some(places.iter().zip(&weights).map(of).collect())
}

fn mean(places: &[Place], counts: &[f64]) -> f64 {
    let all = places.iter().zip(counts);
    all.map(|(own, count)| count * own.sum).sum()
}

/// The squared errors of all values, each predicted from the others, by place; nothing where a
/// place has no line, or a value nothing but itself.
fn errors(places: &[Place], width: f64) -> Option<Vec<f64>> {
    let error = |(at, own): (usize, &Place)| {
        let counts = counts(places, own.x, width)?;
        let fitted = mean(places, &counts);
        let left = 1.0 - counts[at];
        if left < 1e-6 {
            return None;
        }
        let squares = own.squares - 2.0 * fitted * own.sum + own.count * fitted * fitted;
        Some(squares.max(0.0) / (left * left))
    };
    places.iter().enumerate().map(error).collect()
}

fn missed(places: &[Place], width: f64) -> Option<f64> {
    Some(errors(places, width)?.iter().sum())
}

fn banded(places: &[Place], width: f64) -> Option<Vec<(f64, Estimate)>> {
    let errors = errors(places, width)?;
    // How far values spread about the curve near a place.
    let spread = |x: f64| {
        let near = |own: &&Place| (own.x - x).abs() < 2.0 * width;
        let (squares, count) = places
            .iter()
            .zip(&errors)
            .filter(|(own, _)| near(own))
            .fold((0.0, 0.0), |(squares, count), (own, error)| {
                (squares + error, count + own.count)
            });
        squares / count
    };
    let spreads: Vec<f64> = places.iter().map(|own| spread(own.x)).collect();
    let point = |own: &Place| {
        let counts = counts(places, own.x, width)?;
        let all = places.iter().zip(&counts).zip(&spreads);
        let variance: f64 = all
            .map(|((own, count), spread)| own.count * count * count * spread)
            .sum();
        let (value, margin) = (mean(places, &counts), Z95 * variance.sqrt());
        let interval = Estimate {
            value,
            low: value - margin,
            high: value + margin,
        };
        Some((own.x, interval))
    };
    places.iter().map(point).collect()
}

#[cfg(test)]
mod tests {
    use super::smooth;
    use plyscope_game::Chance;

    #[test]
    fn a_straight_line_stays_one() {
        let values: Vec<(f64, f64)> = (0..40)
            .map(|at| (f64::from(at / 2), f64::from(at / 2)))
            .collect();
        for (x, found) in smooth(&values).unwrap().curve {
            assert!((found.value - x).abs() < 1e-9 && found.margin() < 1e-6);
        }
    }

    #[test]
    fn few_values_make_no_curve() {
        assert!(smooth(&[(0.0, 1.0), (1.0, 2.0), (2.0, 1.0)]).is_none());
        assert!(smooth(&[(3.0, 1.0); 50]).is_none());
    }

    /// Shares of 0 and 1 as metrics give them, twelve per ply, about a curve that bends.
    #[test]
    fn bands_hold_the_true_curve_in_about_95_per_cent_of_the_places() {
        let truth = |x: f64| 0.5 + 0.35 * (x / 9.0).sin();
        let (mut held, mut all) = (0, 0);
        for seed in 0..150 {
            let mut chance = Chance::new(seed);
            let values: Vec<(f64, f64)> = (0..40 * 12)
                .map(|at| {
                    let x = f64::from(at / 12);
                    (x, f64::from(u8::from(chance.unit() < truth(x))))
                })
                .collect();
            for (x, found) in smooth(&values).unwrap().curve {
                all += 1;
                held += u32::from(found.covers(truth(x)));
            }
        }
        let share = f64::from(held) / f64::from(all);
        assert!((0.92..0.97).contains(&share), "{share}");
    }
}
