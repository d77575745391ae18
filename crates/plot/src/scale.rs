//! From values to places on the picture.

use crate::axis::Axis;
use crate::ticks::{logarithmic, multiples, nice_step, widened};

/// Widths of the axis beyond which a place is not told exactly.
const FAR: f64 = 1e4;

/// An axis laid along a stretch of the picture.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Scale {
    log: bool,
    domain: (f64, f64),
    pixels: (f64, f64),
    /// Where ticks stand, with their texts.
    pub(crate) ticks: Vec<(f64, String)>,
}

/// How an axis fills its room.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fill {
    /// From the least to the greatest value.
    Tight,
    /// From one tick to another.
    Nice,
}

impl Scale {
    /// The scale for values, with about `count` ticks, from one pixel to another.
    pub(crate) fn new(
        axis: &Axis,
        values: impl Iterator<Item = f64>,
        pixels: (f64, f64),
        count: usize,
        fill: Fill,
    ) -> Self {
        let all = values.chain(axis.includes.iter().copied());
        let asked = axis
            .range
            .filter(|&(low, high)| axis.shows(low) && axis.shows(high) && low < high);
        let covered = || opened(axis, extent(axis, all));
        let domain = asked.unwrap_or_else(covered);
        if axis.log {
            Self::logarithmic(axis, domain, pixels, count)
        } else {
            let fill = if asked.is_some() { Fill::Tight } else { fill };
            Self::linear(axis, domain, pixels, count, fill)
        }
    }

    fn linear(
        axis: &Axis,
        (low, high): (f64, f64),
        pixels: (f64, f64),
        count: usize,
        fill: Fill,
    ) -> Self {
        let step = nice_step(high - low, count);
        let step = if axis.whole { step.max(1.0) } else { step };
        let domain = match fill {
            Fill::Tight => (low, high),
            Fill::Nice => widened(low, high, step),
        };
        let ticks = multiples(domain.0, domain.1, step);
        let most = domain.0.abs().max(domain.1.abs());
        let named = |tick: f64| (tick, axis.tick(tick, step, most));
        Self {
            log: false,
            domain,
            pixels,
            ticks: ticks.into_iter().map(named).collect(),
        }
    }

    fn logarithmic(axis: &Axis, domain: (f64, f64), pixels: (f64, f64), count: usize) -> Self {
        let ticks = logarithmic(domain.0, domain.1, count);
        let named = |tick: f64| (tick, axis.tick(tick, tick, domain.1));
        Self {
            log: true,
            domain,
            pixels,
            ticks: ticks.into_iter().map(named).collect(),
        }
    }

    /// A stretch from 0 to 1 without ticks.
    pub(crate) fn blank(pixels: (f64, f64)) -> Self {
        Self {
            log: false,
            domain: (0.0, 1.0),
            pixels,
            ticks: Vec::new(),
        }
    }

    /// The same axis along another stretch.
    pub(crate) fn along(&self, pixels: (f64, f64)) -> Self {
        Self {
            pixels,
            ..self.clone()
        }
    }

    /// The values at the ends.
    pub(crate) fn domain(&self) -> (f64, f64) {
        self.domain
    }

    /// Where a value lies; beyond the ends if it lies outside the domain.
    pub(crate) fn at(&self, value: f64) -> f64 {
        let place = |value: f64| if self.log { value.log10() } else { value };
        let (low, high) = (place(self.domain.0), place(self.domain.1));
        let part = (place(value) - low) / (high - low);
        // Far outside is outside; numbers without end would only be long.
        let part = part.clamp(-FAR, FAR);
        self.pixels.0 + part * (self.pixels.1 - self.pixels.0)
    }

    /// The value nearest to it that lies inside.
    pub(crate) fn clamp(&self, value: f64) -> f64 {
        value.clamp(self.domain.0, self.domain.1)
    }

    /// Whether a value lies inside.
    pub(crate) fn holds(&self, value: f64) -> bool {
        let slack = (self.domain.1 - self.domain.0) * 1e-9;
        value >= self.domain.0 - slack && value <= self.domain.1 + slack
    }
}

/// The least and greatest value that the axis can show.
fn extent(axis: &Axis, values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    values
        .filter(|&value| axis.shows(value))
        .fold(None, |extent, value| match extent {
            None => Some((value, value)),
            Some((low, high)) => Some((f64::min(low, value), f64::max(high, value))),
        })
}

/// A range with a width: something round without data, and room around a single value.
fn opened(axis: &Axis, extent: Option<(f64, f64)>) -> (f64, f64) {
    match extent {
        None if axis.log => (1.0, 10.0),
        None => (0.0, 1.0),
        Some((low, high)) if axis.log && high / low < 1.0 + 1e-9 => (low / 2.0, high * 2.0),
        Some(wide) if axis.log => wide,
        Some((low, high)) if high - low <= high.abs().max(low.abs()) * 1e-9 => {
            let room = if axis.whole {
                1.0
            } else {
                (high.abs() * 0.1).max(1e-9)
            };
            let room = if high == 0.0 { 1.0 } else { room };
            (low - room, high + room)
        }
        Some(wide) => wide,
    }
}

#[cfg(test)]
mod tests {
    use super::{Fill, Scale};
    use crate::axis::Axis;

    fn scale(axis: &Axis, values: &[f64]) -> Scale {
        Scale::new(axis, values.iter().copied(), (0.0, 100.0), 5, Fill::Nice)
    }

    #[test]
    fn the_domain_covers_the_data_and_its_ends_are_ticks() {
        let scale = scale(&Axis::new("y"), &[0.13, 0.87, f64::NAN, f64::INFINITY]);
        assert_eq!(scale.domain(), (0.0, 1.0));
        assert_eq!(scale.ticks[0], (0.0, "0".into()));
        assert!((scale.at(0.5) - 50.0).abs() < 1e-9);
    }

    #[test]
    fn a_single_value_lies_in_the_middle() {
        for value in [0.0, 5.0, -1e-3, 1e12] {
            let scale = scale(&Axis::new("y"), &[value, value]);
            let (low, high) = scale.domain();
            assert!(low < value && value < high, "{value} in {low}..{high}");
            assert!(scale.ticks.len() >= 2);
        }
    }

    #[test]
    fn nothing_gives_a_plain_axis() {
        assert_eq!(scale(&Axis::new("y"), &[]).domain(), (0.0, 1.0));
        assert_eq!(scale(&Axis::new("y").log(), &[-1.0]).domain(), (1.0, 10.0));
    }

    #[test]
    fn a_logarithmic_axis_gives_each_decade_the_same_room() {
        let scale = scale(&Axis::new("playouts").log(), &[100.0, 1e6, 0.0]);
        assert!((scale.at(1e4) - 50.0).abs() < 1e-9);
        let names: Vec<&str> = scale.ticks.iter().map(|(_, name)| name.as_str()).collect();
        assert_eq!(names, ["100", "1000", "10k", "100k", "1M"]);
    }

    #[test]
    fn whole_axes_have_no_ticks_between() {
        let scale = scale(&Axis::new("ply").whole(), &[3.0, 5.0]);
        assert!(scale.ticks.iter().all(|(tick, _)| tick.fract() == 0.0));
    }

    #[test]
    fn a_range_that_is_none_is_ignored() {
        for (low, high) in [(1.0, 0.0), (f64::NAN, 1.0), (0.0, f64::INFINITY)] {
            let axis = Axis::new("y").range(low, high);
            assert_eq!(scale(&axis, &[0.0, 1.0]).domain(), (0.0, 1.0));
        }
    }

    #[test]
    fn enormous_numbers_do_not_break_it() {
        let scale = scale(&Axis::new("y"), &[f64::MIN, f64::MAX]);
        assert!(scale.at(0.0).is_finite());
    }
}
