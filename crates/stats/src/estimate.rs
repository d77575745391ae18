//! A number with its interval.

use statrs::distribution::{ContinuousCDF, StudentsT};
use statrs::function::erf::erfc;

/// How many standard errors a two-sided 95 % interval reaches to either side.
pub const Z95: f64 = 1.959_963_984_540_054;

/// A value and the 95 % interval around it.
///
/// An end that the data do not bound is infinite, and so is a value that they
/// do not bound (the Elo difference after winning every game).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The best guess.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Estimate {
    /// `value` with a normal interval.
    #[must_use]
    pub fn normal(value: f64, standard_error: f64) -> Self {
        let reach = Z95 * standard_error;
        Self {
            value,
            low: value - reach,
            high: value + reach,
        }
    }

    /// Value and both ends sent through a growing function.
    #[must_use]
    pub fn map(self, growing: impl Fn(f64) -> f64) -> Self {
        Self {
            value: growing(self.value),
            low: growing(self.low),
            high: growing(self.high),
        }
    }

    /// Whether `truth` lies inside, ends included.
    #[must_use]
    pub fn covers(&self, truth: f64) -> bool {
        (self.low..=self.high).contains(&truth)
    }

    /// Half the width: the number after "±" where the interval is about symmetric.
    #[must_use]
    pub fn margin(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// The share of a normal distribution that lies below `z` standard deviations.
#[must_use]
pub fn normal_cdf(z: f64) -> f64 {
    erfc(-z / std::f64::consts::SQRT_2) / 2.0
}

/// How many standard errors a two-sided 95 % interval of a mean of so many numbers reaches (Student's t).
#[must_use]
pub fn student(count: usize) -> f64 {
    let freedom = (count as f64 - 1.0).max(1.0);
    let known = StudentsT::new(0.0, 1.0, freedom).expect("the degrees of freedom are at least 1");
    known.inverse_cdf(0.975)
}

#[cfg(test)]
mod tests {
    use super::{Estimate, Z95, normal_cdf, student};

    #[test]
    fn students_quantiles_are_those_of_the_tables() {
        for (count, expected) in [(2, 12.7062), (11, 2.2281), (31, 2.0423)] {
            assert!((student(count) - expected).abs() < 1e-4);
        }
    }

    #[test]
    fn ninety_five_percent_lie_within_z95() {
        // The error function in use is good to ten digits.
        assert!((normal_cdf(Z95) - 0.975).abs() < 1e-10);
        assert!((normal_cdf(-Z95) - 0.025).abs() < 1e-10);
    }

    #[test]
    fn a_normal_interval_covers_what_is_near() {
        let estimate = Estimate::normal(10.0, 1.0);
        assert!(estimate.covers(11.9) && !estimate.covers(12.0));
        assert!((estimate.margin() - Z95).abs() < 1e-12);
    }
}
