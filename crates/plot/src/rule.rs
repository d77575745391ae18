//! Reference lines: a value that matters, or the diagonal.

/// A reference line across a chart.
#[derive(Clone, PartialEq, Debug)]
pub struct Rule {
    pub(crate) kind: Kind,
    pub(crate) label: String,
}

/// Where it runs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Kind {
    Y(f64),
    X(f64),
    Identity,
}

impl Rule {
    /// A dashed line across, at a value of y.
    pub fn y(value: f64, label: impl Into<String>) -> Self {
        Self {
            kind: Kind::Y(value),
            label: label.into(),
        }
    }

    /// A dashed line upwards, at a value of x.
    pub fn x(value: f64, label: impl Into<String>) -> Self {
        Self {
            kind: Kind::X(value),
            label: label.into(),
        }
    }

    /// The line where y equals x.
    pub fn identity(label: impl Into<String>) -> Self {
        Self {
            kind: Kind::Identity,
            label: label.into(),
        }
    }
}
