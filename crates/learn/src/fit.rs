//! Least squares and ridge regression, from rows to a report.

use plyscope_stats::{Matrix, dot};
use serde::Serialize;

use crate::clusters::Clusters;
use crate::coefficient::{Coefficient, above, test};
use crate::cross::{Curve, curve};
use crate::gather::gather;
use crate::moments::Moments;
use crate::residuals::{Line, ResidualBin, Residuals};
use crate::spectrum::Spectrum;
use crate::ties::{Constant, Tie, constants, ties};
use crate::{Error, Rows};

/// How weights are found.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Method {
    /// The least sum of squared errors.
    LeastSquares,
    /// The same plus a price for large weights, which keeps features that go together in check.
    Ridge(Strength),
}

/// How strongly ridge penalises large weights.
///
/// In units of a feature's own variance: 1 halves the weight of a feature that
/// has nothing in common with the others. scikit-learn's `alpha` on standardised
/// columns is the strength times the number of rows.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Strength {
    /// This much.
    Fixed(f64),
    /// What does best on rows that were left out.
    CrossValidated,
}

/// What to do with the rows.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FitParams {
    /// How weights are found.
    pub method: Method,
    /// Parts that cross-validation leaves out in turn; 0 for no cross-validation.
    pub folds: usize,
    /// Decides which rows go together in a fold.
    pub seed: u64,
}

impl Default for FitParams {
    fn default() -> Self {
        Self {
            method: Method::Ridge(Strength::CrossValidated),
            folds: 10,
            seed: 1,
        }
    }
}

/// Learned weights, and how far they can be trusted.
///
/// Standard errors and tests take groups of rows for independent and, with
/// ridge, count chance only, not that the weights are pulled towards 0.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct Fit {
    /// Rows that were fitted.
    pub rows: u64,
    /// Groups of rows that standard errors and tests take for one observation each; none if every row is its own.
    pub groups: Option<u64>,
    /// Ridge's strength; 0 for least squares.
    pub strength: f64,
    /// What is added to the weighted sum.
    pub intercept: Coefficient,
    /// A weight for each feature, in the order of the rows' names.
    pub coefficients: Vec<Coefficient>,
    /// The share of the values' variance that is explained.
    pub r2: f64,
    /// The same, less what chance alone would explain with so many features.
    pub adjusted_r2: Option<f64>,
    /// The standard error of a single value, in its own unit.
    pub residual_se: Option<f64>,
    /// Degrees of freedom that the features use; fewer than features under ridge.
    pub degrees_used: f64,
    /// Rows to spare, or groups less one.
    pub degrees_left: f64,
    /// Explained over unexplained variance, each by its degrees of freedom.
    pub f: Option<f64>,
    /// The probability of such an F or a larger one were all weights 0.
    pub f_p: Option<f64>,
    /// Of the standardised features; above 30 their weights are hard to tell apart.
    pub condition: Option<f64>,
    /// Features that are the same in every row.
    pub constants: Vec<Constant>,
    /// Features that others determine.
    pub ties: Vec<Tie>,
    /// The error on unseen rows.
    pub curve: Option<Curve>,
    /// Residuals along the fitted value.
    pub residuals: Vec<ResidualBin>,
    /// Fitted value and residual of some hundred rows, for plots.
    #[serde(skip)]
    pub sample: Vec<[f64; 2]>,
}

impl Fit {
    /// The weights alone, as evaluators take them.
    pub fn weights(&self) -> Vec<plyscope_game::Value> {
        let all = self.coefficients.iter();
        all.map(|own| own.weight as plyscope_game::Value).collect()
    }

    /// R² on unseen rows.
    pub fn unseen_r2(&self) -> Option<f64> {
        let points = &self.curve.as_ref()?.points;
        let nearest =
            |point: &&crate::CurvePoint| point.strength.to_bits() == self.strength.to_bits();
        points.iter().find(nearest).map(|point| point.r2)
    }
}

/// Ridge of this strength leaves a billionth of every weight; beyond, what a fit explains is rounding.
const MOST_STRENGTH: f64 = 1e9;

/// Strengths to try: none, then from a millionth to a hundred times a feature's variance.
fn strengths() -> Vec<f64> {
    let steps = (-12..=4).map(|half_decades| 10f64.powf(f64::from(half_decades) / 2.0));
    std::iter::once(0.0).chain(steps).collect()
}

/// Fits weights to rows.
///
/// Takes two passes over the rows and, beside them, memory for a few matrices
/// of features × features; runs on the threads of the pool it is called in.
/// The result is the same on any number of them.
///
/// # Errors
/// When there are too few rows, all values are alike, no feature varies, a
/// number is not finite, or the parameters are out of range.
pub fn fit<R: Rows + ?Sized>(rows: &R, params: &FitParams) -> Result<Fit, Error> {
    check(rows, params)?;
    let folds = params.folds.min(rows.groups()).max(1);
    let moments = gather(rows, folds, params.seed)?;
    let mut whole = Moments::none(rows.names().len() + 1);
    for fold in &moments {
        whole.merge(fold);
    }
    let spectrum = Spectrum::of(&whole);
    check_sums(&whole, &spectrum)?;
    let tried = match params.method {
        Method::LeastSquares => vec![0.0],
        Method::Ridge(Strength::Fixed(strength)) => vec![strength],
        Method::Ridge(Strength::CrossValidated) => strengths(),
    };
    let curve = (folds > 1).then(|| curve(&moments, &tried));
    let strength = curve
        .as_ref()
        .map_or(tried[0], |curve| curve.best().strength);
    let used = spectrum.degrees(strength);
    if whole.count as f64 - 1.0 < used {
        return Err(too_few(whole.count, rows.names().len()));
    }
    let mut coefficients = spectrum.solve(strength);
    let residuals = Residuals::of(rows, &line(&whole, &coefficients));
    spectrum.correct(strength, &residuals.left, &mut coefficients);
    let solved = Solved {
        names: rows.names(),
        moments: &whole,
        spectrum: &spectrum,
        strength,
        coefficients,
        unexplained: residuals.squares,
    };
    Ok(solved.report(curve, residuals))
}

impl FitParams {
    /// Whether there can be such a fit; worth asking before rows are made at great cost.
    ///
    /// # Errors
    /// When a parameter is out of range.
    pub fn check(&self) -> Result<(), Error> {
        match self.method {
            Method::Ridge(Strength::Fixed(strength))
                if !(0.0..=MOST_STRENGTH).contains(&strength) =>
            {
                let what = match strength.abs() {
                    1e6.. => format!("`{strength:e}` is no strength of ridge"),
                    _ => format!("`{strength}` is no strength of ridge"),
                };
                let hint = "it is 0 or more, 1e9 at the most; 0.01 is a light touch, 1 is much, and 1e9 leaves nothing of any weight";
                Err(Error::unsuited(what, hint))
            }
            Method::Ridge(Strength::CrossValidated) if self.folds < 2 => Err(undivided()),
            _ => Ok(()),
        }
    }
}

fn undivided() -> Error {
    Error::unsuited(
        "cross-validation needs at least two parts",
        "ask for 5 or 10 folds, or say how strong ridge is to be",
    )
}

fn check<R: Rows + ?Sized>(rows: &R, params: &FitParams) -> Result<(), Error> {
    params.check()?;
    if rows.names().is_empty() {
        let hint = "choose at least one";
        return Err(Error::unsuited("there are no features", hint));
    }
    if rows.count() < 3 {
        let what = format!("{} rows are too few to learn from", rows.count());
        let hint = "give some hundreds; filters may leave out too many";
        return Err(Error::unsuited(what, hint));
    }
    if rows.groups() < 2 && params.method == Method::Ridge(Strength::CrossValidated) {
        return Err(undivided());
    }
    Ok(())
}

fn check_sums(whole: &Moments, spectrum: &Spectrum) -> Result<(), Error> {
    let mean = whole.means[whole.features()];
    if whole.total() <= 1e-26 * whole.count as f64 * mean * mean {
        let what = format!("every value is {mean}, so there is nothing to learn");
        return Err(Error::unsuited(
            what,
            "choose other states or another labeller",
        ));
    }
    if spectrum.varying.is_empty() {
        return Err(Error::unsuited(
            "no feature varies, so there is nothing to learn from",
            "choose other features or other states",
        ));
    }
    Ok(())
}

fn too_few(rows: u64, features: usize) -> Error {
    Error::unsuited(
        format!("{rows} rows are too few for {features} features and an intercept"),
        "give more rows (ten a feature at the least), fewer features, or use ridge",
    )
}

fn line<'a>(moments: &'a Moments, coefficients: &'a [f64]) -> Line<'a> {
    let value = moments.features();
    let mut variance = 0.0;
    for (i, own) in coefficients.iter().enumerate() {
        for (j, other) in coefficients.iter().enumerate() {
            variance += own * other * moments.product(i, j);
        }
    }
    Line {
        coefficients,
        means: &moments.means[..value],
        value: moments.means[value],
        spread: (variance / moments.count as f64).max(0.0).sqrt(),
    }
}

/// All that the report is made of.
struct Solved<'a> {
    names: &'a [String],
    moments: &'a Moments,
    spectrum: &'a Spectrum,
    strength: f64,
    coefficients: Vec<f64>,
    unexplained: f64,
}

/// How much intercept and weights vary by chance.
struct Spread {
    groups: Option<u64>,
    /// Of the intercept at the features' means, then of the varying features' weights.
    covariance: Matrix,
    /// Degrees of freedom of t, and the second of F.
    degrees: f64,
}

impl Solved<'_> {
    fn report(self, curve: Option<Curve>, residuals: Residuals) -> Fit {
        let bins = residuals.bins();
        let rows = self.moments.count as f64;
        let total = self.moments.total();
        let used = self.spectrum.degrees(self.strength);
        let left = rows - 1.0 - used;
        // Less than half a row to spare is rounding.
        let variance = (left > 0.5).then(|| self.unexplained / left);
        let spread = variance.map(|variance| self.spread(variance, left, residuals.clusters));
        let f = variance
            .zip(spread.as_ref())
            .and_then(|(variance, spread)| match spread.groups {
                None => Some((total - self.unexplained) / used / variance),
                Some(_) => self.wald(spread).map(|wald| wald / used),
            });
        let f = f.filter(|f| !f.is_nan());
        let f_p = f
            .zip(spread.as_ref())
            .map(|(f, spread)| above(f, (used, spread.degrees)));
        let (intercept, coefficients) = self.coefficients(spread.as_ref());
        Fit {
            rows: self.moments.count,
            groups: spread.as_ref().and_then(|spread| spread.groups),
            strength: self.strength,
            intercept,
            coefficients,
            r2: 1.0 - self.unexplained / total,
            adjusted_r2: variance.map(|variance| 1.0 - variance / (total / (rows - 1.0))),
            residual_se: variance.map(f64::sqrt),
            degrees_used: used,
            degrees_left: spread.map_or(0.0, |spread| spread.degrees),
            f,
            f_p: f_p.filter(|p| !p.is_nan()),
            condition: Some(self.spectrum.condition()).filter(|own| own.is_finite()),
            constants: constants(self.names, self.moments, self.spectrum),
            ties: ties(self.names, self.moments, self.spectrum),
            curve,
            residuals: bins,
            sample: residuals.sample,
        }
    }

    fn spread(&self, variance: f64, left: f64, clusters: Option<Clusters>) -> Spread {
        let rows = self.moments.count as f64;
        if let Some(clusters) = clusters {
            let used = self.spectrum.degrees(self.strength);
            let (groups, covariance) =
                clusters.covariance(self.spectrum, self.strength, rows, used);
            return Spread {
                groups: Some(groups),
                covariance,
                degrees: groups as f64 - 1.0,
            };
        }
        let weights = self.spectrum.covariance(self.strength).scaled(variance);
        Spread {
            groups: None,
            covariance: Matrix::bordered(variance / rows, &weights),
            degrees: left,
        }
    }

    /// How far all weights together are from 0, in units of their covariance.
    fn wald(&self, spread: &Spread) -> Option<f64> {
        let varying = &self.spectrum.varying;
        let weights: Vec<f64> = varying.iter().map(|&at| self.coefficients[at]).collect();
        let behind: Vec<usize> = (1..=varying.len()).collect();
        let own = spread.covariance.select(&behind, &behind);
        Some(dot(&weights, &own.cholesky()?.solve(&weights)))
    }

    /// The intercept and the weights with their tests.
    fn coefficients(&self, spread: Option<&Spread>) -> (Coefficient, Vec<Coefficient>) {
        let free = self.free();
        let varying = &self.spectrum.varying;
        let place = |at: usize| varying.iter().position(|&own| own == at);
        let degrees = spread.map_or(0.0, |spread| spread.degrees);
        let inflation = self.spectrum.inflation();
        let value_mean = self.moments.means[self.names.len()];
        let value_spread = (self.moments.total() / self.moments.count as f64).sqrt();
        let weights = self.names.iter().enumerate().map(|(at, name)| {
            let (mean, weight) = (self.moments.means[at], self.coefficients[at]);
            let Some(i) = place(at) else {
                return Coefficient {
                    mean,
                    ..blank(name)
                };
            };
            let own = spread.filter(|_| free[i]);
            let own = own.map_or(f64::NAN, |own| own.covariance[(i + 1, i + 1)]);
            let [se, t, p] = test(weight, own, degrees);
            let scale = self.spectrum.scales[i];
            Coefficient {
                weight,
                se,
                t,
                p,
                standard: weight * scale / value_spread,
                mean,
                spread: scale,
                vif: free[i].then_some(inflation[i]),
                ..blank(name)
            }
        });
        let weights: Vec<Coefficient> = weights.collect();
        let offset: f64 = weights.iter().map(|own| own.weight * own.mean).sum();
        // At features of 0, not at their means: 1, then the way there.
        let way = varying.iter().map(|&at| -self.moments.means[at]);
        let way: Vec<f64> = std::iter::once(1.0).chain(way).collect();
        // The intercept moves with every weight that ties leave undetermined.
        let own = spread.filter(|_| free.iter().all(|free| *free));
        let own = own.map_or(f64::NAN, |own| dot(&way, &own.covariance.times(&way)));
        let [se, t, p] = test(value_mean - offset, own, degrees);
        let intercept = Coefficient {
            weight: value_mean - offset,
            se,
            t,
            p,
            ..blank("intercept")
        };
        (intercept, weights)
    }

    /// Which varying features no tie touches. Ridge decides between tied ones, so there all are free.
    fn free(&self) -> Vec<bool> {
        let ties = self.spectrum.null_vectors();
        let is_free = |i| self.strength > 0.0 || ties.row(i).iter().all(|part| part.abs() < 1e-6);
        (0..self.spectrum.varying.len()).map(is_free).collect()
    }
}

fn blank(name: &str) -> Coefficient {
    Coefficient {
        name: name.to_string(),
        weight: 0.0,
        se: None,
        t: None,
        p: None,
        standard: 0.0,
        mean: 0.0,
        spread: 0.0,
        vif: None,
    }
}
