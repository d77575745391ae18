//! What an axis measures and how it runs.

use crate::number::{fixed, grouped, percent, short};

/// Larger numbers are as good as infinite: their differences soon are.
const MOST: f64 = 1e100;

/// Room beside the first and the last of named places, as a part of the step between two.
const NAMES_EDGE: f64 = 0.2;

/// An axis: its name, its unit, and how values are spread along it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Axis {
    pub(crate) name: String,
    pub(crate) unit: Option<String>,
    pub(crate) log: bool,
    pub(crate) percent: bool,
    pub(crate) whole: bool,
    pub(crate) range: Option<(f64, f64)>,
    pub(crate) includes: Vec<f64>,
    pub(crate) names: Vec<String>,
}

impl Axis {
    /// A linear axis over what the data cover.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            ..Self::default()
        }
    }

    /// The unit, shown in brackets after the name.
    #[must_use]
    pub fn unit(mut self, unit: impl Into<String>) -> Self {
        self.unit = Some(unit.into());
        self
    }

    /// Logarithmic; values that are not above 0 are gaps.
    #[must_use]
    pub fn log(mut self) -> Self {
        self.log = true;
        self
    }

    /// Shares shown as percentages.
    #[must_use]
    pub fn percent(mut self) -> Self {
        self.percent = true;
        self
    }

    /// No ticks between whole numbers, as for plies.
    #[must_use]
    pub fn whole(mut self) -> Self {
        self.whole = true;
        self
    }

    /// Named places at 0, 1, 2 and so on instead of numbers, as for the phases of a game.
    #[must_use]
    pub fn names<N: Into<String>>(mut self, names: impl IntoIterator<Item = N>) -> Self {
        self.names = names.into_iter().map(Into::into).collect();
        let last = self.names.len() as f64 - 1.0;
        self.whole().range(-NAMES_EDGE, last + NAMES_EDGE)
    }

    /// Exactly this range, whatever the data; what lies outside is cut off.
    ///
    /// Bounds that are no range (not finite, not rising, not above 0 on a
    /// logarithmic axis) are ignored.
    #[must_use]
    pub fn range(mut self, low: f64, high: f64) -> Self {
        self.range = Some((low, high));
        self
    }

    /// At least reaching this value.
    #[must_use]
    pub fn including(mut self, value: f64) -> Self {
        self.includes.push(value);
        self
    }

    /// Whether a value has a place on this axis.
    pub(crate) fn shows(&self, value: f64) -> bool {
        value.abs() <= MOST && !(self.log && value <= 0.0)
    }

    /// The name with its unit.
    pub(crate) fn caption(&self) -> String {
        match &self.unit {
            Some(unit) if self.name.is_empty() => unit.clone(),
            Some(unit) => format!("{} ({unit})", self.name),
            None => self.name.clone(),
        }
    }

    /// A value as hover text shows it.
    pub(crate) fn value(&self, value: f64) -> String {
        if let Some(name) = self.name_at(value) {
            name.to_owned()
        } else if self.percent {
            percent(value)
        } else {
            short(value)
        }
    }

    /// The name of a place, where places have names.
    fn name_at(&self, value: f64) -> Option<&str> {
        let place = value.round();
        let known = place >= 0.0 && (value - place).abs() < 1e-9;
        let name = known.then(|| self.names.get(place as usize))?;
        name.map(String::as_str)
    }

    /// A tick among ticks `step` apart whose largest is `most`.
    pub(crate) fn tick(&self, tick: f64, step: f64, most: f64) -> String {
        if let Some(name) = self.name_at(tick) {
            return name.to_owned();
        }
        let (tick, step, most) = if self.percent {
            (tick * 100.0, step * 100.0, most * 100.0)
        } else {
            (tick, step, most)
        };
        let number = if self.log
            || !(1e-9..1e15).contains(&step)
            || (most >= 10_000.0 && step >= most / 100.0)
        {
            short(tick)
        } else {
            let decimals = (-step.log10() + 1.0 - 1e-9).floor().clamp(0.0, 9.0);
            let decimals = decimals as usize;
            if most >= 10_000.0 {
                grouped(tick, decimals)
            } else {
                fixed(tick, decimals)
            }
        };
        if self.percent { number + " %" } else { number }
    }
}

#[cfg(test)]
mod tests {
    use super::Axis;

    #[test]
    fn ticks_show_what_tells_them_apart() {
        let axis = Axis::new("score");
        assert_eq!(axis.tick(0.25, 0.05, 1.0), "0.25");
        assert_eq!(axis.tick(-0.5, 0.5, 1.0), "−0.5");
        assert_eq!(axis.tick(20.0, 10.0, 40.0), "20");
        assert_eq!(axis.tick(50_000.0, 10_000.0, 90_000.0), "50k");
        assert_eq!(axis.tick(1_000_020.0, 20.0, 1_000_100.0), "1,000,020");
        assert_eq!(axis.clone().percent().tick(0.2, 0.1, 1.0), "20 %");
        assert_eq!(axis.percent().tick(0.025, 0.005, 0.1), "2.5 %");
    }

    #[test]
    fn named_places_have_names_for_ticks_and_values() {
        let axis = Axis::new("phase").names(["opening", "end"]);
        assert_eq!(axis.tick(1.0, 1.0, 1.0), "end");
        assert_eq!(axis.value(0.0), "opening");
        assert_eq!(axis.value(7.0), "7");
    }

    #[test]
    fn the_caption_names_the_unit() {
        assert_eq!(Axis::new("time").unit("ms").caption(), "time (ms)");
        assert_eq!(Axis::new("ply").caption(), "ply");
    }
}
