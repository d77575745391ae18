//! Are the heuristic's values the true ones? Move-categorisation metrics.
//!
//! They compare values, so the heuristic's must be on the game's points, by
//! nature or by a fitted map; each state's score is the mean over its moves.

use crate::{Better, Case, Metric, Needs, Trust};

/// Win, draw or loss: the sign of the points, a draw within half a point of 0.
pub fn category(points: f64) -> i8 {
    i8::from(points > 0.5) - i8::from(points < -0.5)
}

/// The share of moves put into the right one of win, draw and loss.
#[derive(Clone, Copy, Debug)]
pub struct Accuracy;

/// The mean distance from the true value, in points.
#[derive(Clone, Copy, Debug)]
pub struct AbsoluteError {
    /// The least and the most points of the game.
    pub points: (f64, f64),
}

/// The mean squared distance from the true value.
#[derive(Clone, Copy, Debug)]
pub struct SquaredError {
    /// The least and the most points of the game.
    pub points: (f64, f64),
}

/// The squared error of the expected result, where a loss is 0, a draw ½ and a win 1.
#[derive(Clone, Copy, Debug)]
pub struct Brier;

/// The log loss of the expected result, where a loss is 0, a draw ½ and a win 1.
#[derive(Clone, Copy, Debug)]
pub struct LogLoss;

/// Probabilities are kept this far from 0 and 1, so that one wrong certainty does not outweigh all.
const CERTAIN: f64 = 0.001;

/// The mean over the moves of something computed from guessed and true points.
#[inline(always)]
fn mean(case: &Case<'_>, one: impl Fn(f64, f64) -> f64) -> Option<f64> {
    let (low, high) = case.points;
    let total = case.sum_over_points(|guess, truth| one(guess.clamp(low, high), truth))?;
    Some(total / case.moves() as f64)
}

/// The share of moves in the right class.
fn right(case: &Case<'_>) -> Option<f64> {
    let mut right = 0;
    for (truth, guess) in case.truth.iter().zip(case.guesses()) {
        right += u32::from(guess.category()? == category(truth.value));
    }
    Some(f64::from(right) / case.moves() as f64)
}

/// The mean over the moves of something that depends on the true value alone.
fn blind(case: &Case<'_>, one: impl Fn(f64) -> f64) -> f64 {
    let total: f64 = case.truth.iter().map(|truth| one(truth.value)).sum();
    total / case.moves() as f64
}

/// Points as an expected result from 0 to 1.
fn result(points: f64, range: (f64, f64)) -> f64 {
    (points - range.0) / (range.1 - range.0)
}

/// A result of the game from its true value: won 1, drawn ½, lost 0.
fn outcome(value: f64) -> f64 {
    f64::from(category(value) + 1) / 2.0
}

const ON_POINTS: Needs = Needs {
    visits: false,
    q: false,
    points: true,
    rivals: false,
};

/// Of wins, draws and losses.
const ON_RESULTS: Needs = Needs {
    rivals: true,
    ..ON_POINTS
};

macro_rules! on_points {
    ($metric:ty, $name:literal, $about:literal, $needs:expr, $better:expr, $range:expr, $score:expr, $chance:expr) => {
        impl Metric for $metric {
            fn name(&self) -> String {
                $name.to_owned()
            }

            fn about(&self) -> String {
                $about.to_owned()
            }

            fn range(&self) -> (f64, f64) {
                $range(self)
            }

            fn better(&self) -> Better {
                $better
            }

            fn needs(&self) -> Needs {
                $needs
            }

            fn trust(&self) -> Trust {
                Trust::No
            }

            #[inline(always)]
            fn score(&self, case: &Case<'_>) -> Option<f64> {
                $score(case)
            }

            /// What values drawn evenly from the game's range of points would score.
            #[inline(always)]
            fn chance(&self, case: &Case<'_>) -> Option<f64> {
                Some($chance(case))
            }
        }
    };
}

on_points!(
    Accuracy,
    "accuracy",
    "the share of moves it puts into the right one of win, draw and loss",
    ON_RESULTS,
    Better::Higher,
    |_: &Accuracy| (0.0, 1.0),
    right,
    |case: &Case<'_>| {
        let (low, high) = case.points;
        let draws = 1.0 / (high - low);
        blind(case, |truth| match category(truth) {
            0 => draws,
            1 => (high - 0.5) / (high - low),
            _ => (-0.5 - low) / (high - low),
        })
    }
);

on_points!(
    AbsoluteError,
    "absolute-error",
    "the mean distance of its values from the true ones, in points",
    ON_POINTS,
    Better::Lower,
    |own: &AbsoluteError| (0.0, own.points.1 - own.points.0),
    |case: &Case<'_>| mean(case, |guess, truth| (guess - truth).abs()),
    |case: &Case<'_>| {
        let (low, high) = case.points;
        // The mean over the moves of ((truth − low)² + (high − truth)²) / 2 (high − low), multiplied out.
        let (mean, square) = (case.worth().mean, case.worth().square);
        let both = 2.0 * (square - (low + high) * mean) + low * low + high * high;
        both / (2.0 * (high - low))
    }
);

on_points!(
    SquaredError,
    "squared-error",
    "the mean squared distance of its values from the true ones",
    ON_POINTS,
    Better::Lower,
    |own: &SquaredError| (0.0, (own.points.1 - own.points.0).powi(2)),
    |case: &Case<'_>| mean(case, |guess, truth| (guess - truth).powi(2)),
    |case: &Case<'_>| {
        let (low, high) = case.points;
        // The mean over the moves of ((truth − low)³ + (high − truth)³) / 3 (high − low), multiplied out.
        let (mean, square, width) = (case.worth().mean, case.worth().square, high - low);
        let above = mean - low;
        let above_squared = square - 2.0 * low * mean + low * low;
        width * width / 3.0 - width * above + above_squared
    }
);

on_points!(
    Brier,
    "brier",
    "the squared error of the result it expects (loss 0, draw ½, win 1)",
    ON_RESULTS,
    Better::Lower,
    |_: &Brier| (0.0, 1.0),
    |case: &Case<'_>| mean(case, |guess, truth| {
        (result(guess, case.points) - outcome(truth)).powi(2)
    }),
    |case: &Case<'_>| blind(case, |truth| {
        let real = outcome(truth);
        (real.powi(3) + (1.0 - real).powi(3)) / 3.0
    })
);

on_points!(
    LogLoss,
    "log-loss",
    "the log loss of the result it expects (loss 0, draw ½, win 1), in nats",
    ON_RESULTS,
    Better::Lower,
    |_: &LogLoss| (0.0, -CERTAIN.ln()),
    |case: &Case<'_>| mean(case, |guess, truth| {
        let sure = result(guess, case.points).clamp(CERTAIN, 1.0 - CERTAIN);
        let real = outcome(truth);
        -(real * sure.ln() + (1.0 - real) * (1.0 - sure).ln())
    }),
    |_: &Case<'_>| clipped_mean()
);

/// The mean of −ln of a probability drawn evenly from 0 to 1 and clipped; the
/// same for every result, since the draw looks alike from both ends.
fn clipped_mean() -> f64 {
    let integral = |x: f64| x - x * x.ln();
    let inside = integral(1.0 - CERTAIN) - integral(CERTAIN);
    inside - CERTAIN * CERTAIN.ln() - CERTAIN * (1.0 - CERTAIN).ln()
}
