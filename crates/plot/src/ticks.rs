//! Round numbers for axes.
//!
//! Steps are 1, 2 or 5 times a power of ten; on a logarithmic axis ticks are
//! powers of ten, with 2 and 5 between them when there are few.

/// The nice step that gives about `count` ticks over a width.
pub(crate) fn nice_step(width: f64, count: usize) -> f64 {
    let raw = width / count.max(1) as f64;
    let power = 10f64.powi(raw.log10().floor() as i32);
    let factor = match raw / power {
        // The bounds are the geometric means of neighbours.
        under if under < 2f64.sqrt() => 1.0,
        under if under < 10f64.sqrt() => 2.0,
        under if under < 50f64.sqrt() => 5.0,
        _ => 10.0,
    };
    factor * power
}

/// The multiples of `step` inside `low..=high`.
pub(crate) fn multiples(low: f64, high: f64, step: f64) -> Vec<f64> {
    // A bound that is a multiple up to rounding counts as one.
    let slack = 1e-9;
    let first = (low / step - slack).ceil() as i64;
    let last = (high / step + slack).floor() as i64;
    (first..=last).map(|index| multiple(index, step)).collect()
}

/// `low..=high` widened to multiples of `step`.
pub(crate) fn widened(low: f64, high: f64, step: f64) -> (f64, f64) {
    let slack = 1e-9;
    let first = (low / step + slack).floor() as i64;
    let last = (high / step - slack).ceil() as i64;
    (multiple(first, step), multiple(last, step))
}

/// Dividing by the whole number 1 / step keeps 0.3 from being 0.30000000000000004.
fn multiple(index: i64, step: f64) -> f64 {
    if step < 1.0 {
        index as f64 / (1.0 / step).round()
    } else {
        index as f64 * step
    }
}

/// Ticks of a logarithmic axis inside `low..=high`, both above 0; about `count`.
pub(crate) fn logarithmic(low: f64, high: f64, count: usize) -> Vec<f64> {
    let (first, last) = (low.log10().floor() as i32, high.log10().ceil() as i32);
    let inside = |tick: &f64| *tick >= low * (1.0 - 1e-9) && *tick <= high * (1.0 + 1e-9);
    let of = |factors: &[f64], every: usize| -> Vec<f64> {
        (first..=last)
            .filter(|power| power.rem_euclid(every as i32) == 0)
            .flat_map(|power| {
                factors
                    .iter()
                    .map(move |factor| factor * power_of_ten(power))
            })
            .filter(inside)
            .collect()
    };
    let decades = of(&[1.0], 1);
    if decades.len() > count {
        return of(&[1.0], decades.len().div_ceil(count.max(1)));
    }
    if decades.len() > 3 {
        return decades;
    }
    let finer = of(&[1.0, 2.0, 5.0], 1);
    if finer.len() >= 2 {
        return finer;
    }
    // Less than a factor of 2 apart: the axis is nearly linear.
    multiples(low, high, nice_step(high - low, count))
}

fn power_of_ten(power: i32) -> f64 {
    if power < 0 {
        1.0 / 10f64.powi(-power)
    } else {
        10f64.powi(power)
    }
}

#[cfg(test)]
mod tests {
    use plyscope_game::Chance;

    use super::{logarithmic, multiples, nice_step, widened};

    /// Random bounds of all sizes.
    fn ranges() -> Vec<(f64, f64)> {
        let mut chance = Chance::new(7);
        let mut part = || f64::from(chance.below(1 << 20)) / f64::from(1 << 20);
        let one = |_| {
            let size = 10f64.powf(part() * 16.0 - 8.0);
            let low = (part() - 0.5) * 4.0 * size;
            (low, low + (part() + 1e-3) * size)
        };
        (0..2000).map(one).collect()
    }

    #[test]
    fn steps_are_one_two_or_five_times_a_power_of_ten() {
        for (low, high) in ranges() {
            let step = nice_step(high - low, 5);
            let mantissa = step / 10f64.powf(step.log10().floor());
            let near = |nice: &f64| (mantissa - nice).abs() < 1e-6;
            assert!([1.0, 2.0, 5.0, 10.0].iter().any(near));
        }
    }

    #[test]
    fn there_are_about_as_many_ticks_as_asked_for() {
        for (low, high) in ranges() {
            let count = multiples(low, high, nice_step(high - low, 5)).len();
            assert!((2..=9).contains(&count), "{count} ticks in {low}..{high}");
        }
    }

    #[test]
    fn a_widened_range_covers_the_data_and_begins_and_ends_on_ticks() {
        for (low, high) in ranges() {
            let step = nice_step(high - low, 5);
            let (first, last) = widened(low, high, step);
            let slack = (high - low) * 1e-6;
            assert!(first <= low + slack && last >= high - slack);
            assert!(first > low - step * 1.001 && last < high + step * 1.001);
            let ticks = multiples(first, last, step);
            assert!((ticks[0] - first).abs() < slack);
            assert!((ticks[ticks.len() - 1] - last).abs() < slack);
        }
    }

    #[test]
    fn ticks_are_the_numbers_people_write() {
        assert_eq!(multiples(0.0, 0.5, 0.1), [0.0, 0.1, 0.2, 0.3, 0.4, 0.5]);
        assert_eq!(multiples(-1.0, 1.0, 0.5), [-1.0, -0.5, 0.0, 0.5, 1.0]);
        assert_eq!(widened(3.0, 41.0, 10.0), (0.0, 50.0));
        assert_eq!(widened(0.0, 1.0, 0.2), (0.0, 1.0));
    }

    #[test]
    fn logarithmic_ticks_are_powers_of_ten() {
        assert_eq!(logarithmic(100.0, 1e6, 8), [1e2, 1e3, 1e4, 1e5, 1e6]);
        assert_eq!(logarithmic(1.0, 30.0, 8), [1.0, 2.0, 5.0, 10.0, 20.0]);
        assert_eq!(logarithmic(1e-3, 1.0, 8), [0.001, 0.01, 0.1, 1.0]);
        assert!(logarithmic(1.0, 1e30, 6).len() <= 7);
        assert!(logarithmic(2.1, 2.9, 5).len() >= 2);
    }
}
