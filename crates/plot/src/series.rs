//! The data of a chart: points with what is known about their error, and series of them.

/// A point, with the interval in which its true value is thought to lie.
///
/// Coordinates that are not finite, or beyond 1e100, are gaps.
#[derive(Clone, PartialEq, Debug)]
pub struct Point {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) band: Option<(f64, f64)>,
    pub(crate) x_band: Option<(f64, f64)>,
    pub(crate) title: Option<String>,
    pub(crate) label: Option<String>,
}

impl Point {
    /// A point without error.
    pub fn new(x: f64, y: f64) -> Self {
        Self {
            x,
            y,
            band: None,
            x_band: None,
            title: None,
            label: None,
        }
    }

    /// The interval of y: the band of a line, the error bar of a dot.
    #[must_use]
    pub fn band(mut self, low: f64, high: f64) -> Self {
        self.band = interval(low, high);
        self
    }

    /// The interval of x: the error bar of a dot, the bin of a distribution.
    #[must_use]
    pub fn x_band(mut self, low: f64, high: f64) -> Self {
        self.x_band = interval(low, high);
        self
    }

    /// What the pointer over it shows besides the values.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// A name beside the dot, where there is room.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = Some(label.into());
        self
    }
}

/// An interval whose ends are numbers.
fn interval(low: f64, high: f64) -> Option<(f64, f64)> {
    (low.is_finite() && high.is_finite()).then_some((low.min(high), low.max(high)))
}

impl From<(f64, f64)> for Point {
    fn from((x, y): (f64, f64)) -> Self {
        Self::new(x, y)
    }
}

/// x, y, low, high.
impl From<(f64, f64, f64, f64)> for Point {
    fn from((x, y, low, high): (f64, f64, f64, f64)) -> Self {
        Self::new(x, y).band(low, high)
    }
}

/// How a series is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mark {
    /// A line through the points, with a band.
    #[default]
    Line,
    /// Dots with error bars.
    Dots,
    /// The outline of a distribution over bins.
    Steps,
    /// Bars over bins.
    Bars,
}

/// How much a series stands out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Tone {
    /// Thin and grey in the background.
    Muted,
    /// Grey, with its name.
    Grey,
    /// In its own colour.
    Coloured,
}

/// Points that belong together under a name.
#[derive(Clone, PartialEq, Debug)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is an ornament of its own, with or without"
)]
pub struct Series {
    pub(crate) name: String,
    pub(crate) points: Vec<Point>,
    pub(crate) mark: Mark,
    pub(crate) dashed: bool,
    pub(crate) tone: Tone,
    pub(crate) markers: bool,
    pub(crate) fit: bool,
    pub(crate) silent: bool,
}

impl Series {
    /// A series drawn as a line.
    pub fn new<P: Into<Point>>(
        name: impl Into<String>,
        points: impl IntoIterator<Item = P>,
    ) -> Self {
        Self {
            name: name.into(),
            points: points.into_iter().map(Into::into).collect(),
            mark: Mark::Line,
            dashed: false,
            tone: Tone::Coloured,
            markers: false,
            fit: false,
            silent: false,
        }
    }

    /// Something to compare with, such as a random player: dashed and grey.
    pub fn baseline<P: Into<Point>>(
        name: impl Into<String>,
        points: impl IntoIterator<Item = P>,
    ) -> Self {
        Self {
            dashed: true,
            tone: Tone::Grey,
            ..Self::new(name, points)
        }
    }

    /// Drawn in another way.
    #[must_use]
    pub fn mark(mut self, mark: Mark) -> Self {
        self.mark = mark;
        self
    }

    /// With a dashed line.
    #[must_use]
    pub fn dashed(mut self) -> Self {
        self.dashed = true;
        self
    }

    /// With a dot at every point of the line.
    #[must_use]
    pub fn markers(mut self) -> Self {
        self.markers = true;
        self
    }

    /// In the background, thin and grey, without label: the others of small multiples.
    #[must_use]
    pub fn muted(mut self) -> Self {
        self.tone = Tone::Muted;
        self
    }

    /// With the least-squares line through its dots.
    #[must_use]
    pub fn fit(mut self) -> Self {
        self.fit = true;
        self
    }

    /// Without places that the pointer finds, which are most of a chart of many
    /// points: a page that has the numbers can find them along the line.
    #[must_use]
    pub fn silent(mut self) -> Self {
        self.silent = true;
        self
    }

    /// Whether it takes a colour of its own.
    pub(crate) fn is_coloured(&self) -> bool {
        self.tone == Tone::Coloured
    }
}

/// Intercept and slope of the least-squares line, if the points determine one.
pub(crate) fn least_squares(points: &[(f64, f64)]) -> Option<(f64, f64)> {
    let count = points.len() as f64;
    let mean = |part: fn(&(f64, f64)) -> f64| points.iter().map(part).sum::<f64>() / count;
    let (x, y) = (mean(|point| point.0), mean(|point| point.1));
    let spread: f64 = points.iter().map(|point| (point.0 - x).powi(2)).sum();
    let common: f64 = points
        .iter()
        .map(|point| (point.0 - x) * (point.1 - y))
        .sum();
    let slope = common / spread;
    (points.len() >= 2 && slope.is_finite()).then_some((y - slope * x, slope))
}

#[cfg(test)]
mod tests {
    use super::{Point, least_squares};

    #[test]
    fn an_interval_needs_two_numbers() {
        assert_eq!(Point::new(0.0, 1.0).band(f64::NAN, 1.0).band, None);
        assert_eq!(Point::new(0.0, 1.0).band(2.0, 1.0).band, Some((1.0, 2.0)));
    }

    #[test]
    fn the_fit_of_points_on_a_line_is_the_line() {
        let (intercept, slope) =
            least_squares(&[(0.0, 1.0), (1.0, 3.0), (2.0, 5.0)]).expect("a line");
        assert!((intercept - 1.0).abs() < 1e-12 && (slope - 2.0).abs() < 1e-12);
        assert_eq!(least_squares(&[(1.0, 1.0), (1.0, 2.0)]), None);
        assert_eq!(least_squares(&[]), None);
    }
}
