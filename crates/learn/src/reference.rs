//! Fits held against numpy, scipy, statsmodels, scikit-learn and certified figures.
//!
//! `tests/python/regression_reference.py` made the rows and the expected figures.

use serde_json::Value;

use crate::coefficient::{above, two_sided};
use crate::cross::curve;
use crate::moments::Moments;
use crate::{Coefficient, Error, Fit, FitParams, Method, NumberTable, Rows, Strength, fit};

/// Named columns of numbers; the last one or two are the value and the fold.
fn read(text: &str) -> (Vec<String>, Vec<Vec<f64>>) {
    let mut lines = text.lines();
    let heading = lines.next().expect("a heading").split(',');
    let row = |line: &str| line.split(',').map(|n| n.parse().unwrap()).collect();
    (
        heading.map(str::to_string).collect(),
        lines.map(row).collect(),
    )
}

fn table(text: &str) -> NumberTable {
    let (mut names, rows) = read(text);
    let value = names.iter().position(|name| name == "value").unwrap();
    names.truncate(value);
    let numbers = rows.iter().flat_map(|row| row[..value].to_vec()).collect();
    let values = rows.iter().map(|row| row[value]).collect();
    NumberTable::new(names, numbers, values).unwrap()
}

const LONGLEY: &str = include_str!("../tests/data/longley.csv");
const COUNTS: &str = include_str!("../tests/data/counts.csv");
const TIED: &str = include_str!("../tests/data/tied.csv");

fn expected(of: &str) -> Value {
    let all: Value = serde_json::from_str(include_str!("../tests/data/expected.json")).unwrap();
    all[of].clone()
}

fn numbers(value: &Value) -> Vec<f64> {
    let all = value.as_array().unwrap().iter();
    all.map(|number| number.as_f64().unwrap()).collect()
}

fn least_squares(text: &str) -> Fit {
    let params = FitParams {
        method: Method::LeastSquares,
        ..FitParams::default()
    };
    fit(&table(text), &params).unwrap()
}

fn with_intercept(fit: &Fit) -> Vec<&Coefficient> {
    std::iter::once(&fit.intercept)
        .chain(&fit.coefficients)
        .collect()
}

#[track_caller]
fn close(ours: f64, theirs: f64, tolerance: f64) {
    let off = (ours - theirs).abs() / theirs.abs().max(f64::MIN_POSITIVE);
    assert!(off < tolerance, "{ours} is not {theirs}, off by {off:e}");
}

#[track_caller]
fn equals_statsmodels(fit: &Fit, of: &str, tolerance: f64) {
    let theirs = expected(of);
    for (key, ours) in [
        (
            "weights",
            (|own| Some(own.weight)) as fn(&Coefficient) -> Option<f64>,
        ),
        ("se", |own| own.se),
        ("t", |own| own.t),
        ("p", |own| own.p),
    ] {
        for (own, theirs) in with_intercept(fit).into_iter().zip(numbers(&theirs[key])) {
            close(ours(own).unwrap(), theirs, tolerance);
        }
    }
    for (own, theirs) in fit.coefficients.iter().zip(numbers(&theirs["vif"])) {
        close(own.vif.unwrap(), theirs, tolerance);
    }
    for (ours, key) in [
        (Some(fit.r2), "r2"),
        (fit.adjusted_r2, "adjusted_r2"),
        (fit.f, "f"),
        (fit.f_p, "f_p"),
        (fit.residual_se, "residual_se"),
        (fit.condition, "condition"),
    ] {
        close(ours.unwrap(), theirs[key].as_f64().unwrap(), tolerance);
    }
}

#[test]
fn ordinary_rows_are_fitted_as_statsmodels_does() {
    equals_statsmodels(&least_squares(COUNTS), "counts", 1e-8);
}

#[test]
fn longley_is_fitted_as_statsmodels_does() {
    equals_statsmodels(&least_squares(LONGLEY), "longley", 1e-8);
}

/// NIST's certified weights and standard errors of Longley's data.
const CERTIFIED: [(f64, f64); 7] = [
    (-3_482_258.634_595_82, 890_420.383_607_373),
    (15.061_872_271_373_3, 84.914_925_774_766_9),
    (-0.035_819_179_292_591_0, 0.033_491_007_772_243_2),
    (-2.020_229_803_816_83, 0.488_399_681_651_699),
    (-1.033_226_867_173_59, 0.214_274_163_161_675),
    (-0.051_104_105_653_580_7, 0.226_073_200_069_370),
    (1_829.151_464_613_55, 455.478_499_142_212),
];

#[test]
fn longley_has_ten_digits_of_the_certified_figures() {
    let fit = least_squares(LONGLEY);
    for (own, (weight, se)) in with_intercept(&fit).into_iter().zip(CERTIFIED) {
        close(own.weight, weight, 1e-10);
        close(own.se.unwrap(), se, 1e-10);
    }
    close(fit.residual_se.unwrap(), 304.854_073_561_965, 1e-11);
    close(fit.r2, 0.995_479_004_577_296, 1e-13);
    close(fit.f.unwrap(), 330.285_339_234_588, 1e-10);
}

/// Rows of which three neighbours each belong together.
struct InThrees(NumberTable);

impl Rows for InThrees {
    fn names(&self) -> &[String] {
        self.0.names()
    }

    fn count(&self) -> usize {
        self.0.count()
    }

    fn read(&self, index: usize, row: &mut [f64]) -> f64 {
        self.0.read(index, row)
    }

    fn groups(&self) -> usize {
        self.count().div_ceil(3)
    }

    fn group(&self, index: usize) -> usize {
        index / 3
    }
}

#[test]
fn rows_that_belong_together_are_tested_as_statsmodels_does_with_clusters() {
    let params = FitParams {
        method: Method::LeastSquares,
        ..FitParams::default()
    };
    let fit = fit(&InThrees(table(COUNTS)), &params).unwrap();
    let theirs = &expected("counts")["in_threes"];
    assert_eq!(fit.groups, Some(134));
    for (key, ours) in [
        ("se", (|own| own.se) as fn(&Coefficient) -> Option<f64>),
        ("p", |own| own.p),
    ] {
        for (own, theirs) in with_intercept(&fit).into_iter().zip(numbers(&theirs[key])) {
            // Their products of X lose digits to a column whose mean is 4000 times its spread.
            close(ours(own).unwrap(), theirs, 1e-7);
        }
    }
    close(fit.f.unwrap(), theirs["f"].as_f64().unwrap(), 1e-8);
    close(fit.f_p.unwrap(), theirs["f_p"].as_f64().unwrap(), 1e-8);
}

#[test]
fn a_group_that_two_blocks_share_is_one_group() {
    let number = |n: u64| (plyscope_game::mix(n) >> 44) as f64;
    let count = 3 * 4096;
    let values: Vec<f64> = (0..count)
        .map(|n| number(n) + number(n / 3 + (1 << 40)))
        .collect();
    let numbers: Vec<f64> = (0..count).map(|n| number(n + (1 << 50))).collect();
    let params = FitParams {
        method: Method::LeastSquares,
        ..FitParams::default()
    };
    let rows = |values: &[f64], numbers: &[f64]| {
        InThrees(NumberTable::new(vec!["a".into()], numbers.to_vec(), values.to_vec()).unwrap())
    };
    let whole = fit(&rows(&values, &numbers), &params).unwrap();
    // Turned round, other groups lie across the ends of blocks.
    let (mut back, mut turned) = (values.clone(), numbers.clone());
    back.reverse();
    turned.reverse();
    let again = fit(&rows(&back, &turned), &params).unwrap();
    assert_eq!(whole.groups, Some(4096));
    close(
        whole.coefficients[0].se.unwrap(),
        again.coefficients[0].se.unwrap(),
        1e-10,
    );
}

#[test]
fn ridge_is_what_scikit_learn_says() {
    let table = table(COUNTS);
    for case in expected("counts")["ridge"].as_array().unwrap() {
        let strength = case["strength"].as_f64().unwrap();
        let params = FitParams {
            method: Method::Ridge(Strength::Fixed(strength)),
            ..FitParams::default()
        };
        let fit = fit(&table, &params).unwrap();
        for (own, theirs) in with_intercept(&fit)
            .into_iter()
            .zip(numbers(&case["weights"]))
        {
            close(own.weight, theirs, 1e-9);
        }
    }
}

#[test]
fn the_curve_is_what_scikit_learn_says_on_the_same_folds() {
    let (names, rows) = read(COUNTS);
    let fold = names.len() - 1;
    let of_fold = |number: usize| {
        let own = rows.iter().filter(|row| row[fold] as usize == number);
        let mut numbers: Vec<f64> = own.flat_map(|row| row[..fold].to_vec()).collect();
        Moments::of(fold, &mut numbers)
    };
    let folds: Vec<Moments> = (0..5).map(of_fold).collect();
    let theirs = expected("counts")["curve"].as_array().unwrap().clone();
    let strengths: Vec<f64> = theirs
        .iter()
        .map(|point| point["strength"].as_f64().unwrap())
        .collect();
    for (point, theirs) in curve(&folds, &strengths).points.iter().zip(theirs) {
        close(point.error, theirs["error"].as_f64().unwrap(), 1e-10);
        close(point.error_se, theirs["error_se"].as_f64().unwrap(), 1e-9);
        close(point.r2, theirs["r2"].as_f64().unwrap(), 1e-8);
    }
}

#[test]
fn tied_features_get_numpys_shortest_weights_and_are_named() {
    let fit = least_squares(TIED);
    let theirs = expected("tied");
    for (own, theirs) in with_intercept(&fit)
        .into_iter()
        .zip(numbers(&theirs["weights"]))
    {
        assert!((own.weight - theirs).abs() < 1e-11, "{own:?} {theirs}");
    }
    close(fit.degrees_used, theirs["rank"].as_f64().unwrap(), 1e-15);
    for (ours, key) in [(Some(fit.r2), "r2"), (fit.f, "f"), (fit.f_p, "f_p")] {
        close(ours.unwrap(), theirs[key].as_f64().unwrap(), 1e-9);
    }
    let free: Vec<&str> = fit
        .coefficients
        .iter()
        .filter(|own| own.se.is_some())
        .map(|own| own.name.as_str())
        .collect();
    assert_eq!(free, ["g"], "the others are not determined");
    close(
        fit.coefficients[6].se.unwrap(),
        theirs["g_se"].as_f64().unwrap(),
        1e-10,
    );
    close(
        fit.coefficients[6].p.unwrap(),
        theirs["g_p"].as_f64().unwrap(),
        1e-9,
    );
    assert_eq!(fit.intercept.se, None);
    assert_eq!(fit.constants[0].name, "d");
    let mut ties: Vec<String> = fit.ties.iter().map(ToString::to_string).collect();
    ties.sort();
    assert_eq!(ties, ["c = 2 × a − b + 3", "f = 0.5 × e"]);
    assert_eq!(fit.condition, None);
}

#[test]
fn tails_are_those_of_scipy() {
    let theirs = expected("tails");
    for case in theirs["t"].as_array().unwrap() {
        let case = numbers(case);
        close(two_sided(case[0], case[1]), case[2], 1e-8);
    }
    for case in theirs["f"].as_array().unwrap() {
        let case = numbers(case);
        close(above(case[0], (case[1], case[2])), case[3], 1e-8);
    }
}

#[test]
fn what_cannot_be_fitted_says_why() {
    let names = |count: usize| (0..count).map(|n| format!("f{n}")).collect::<Vec<_>>();
    let tell = |table: NumberTable, params: &FitParams| match fit(&table, params) {
        Err(Error { what, .. }) => what,
        Ok(fit) => panic!("fitted: {fit:?}"),
    };
    let plain = FitParams {
        method: Method::LeastSquares,
        ..FitParams::default()
    };
    let table = |columns, numbers: &[f64], values: &[f64]| {
        NumberTable::new(names(columns), numbers.to_vec(), values.to_vec()).unwrap()
    };
    let few = table(2, &[1.0, 2.0, 3.0, 5.0, 4.0, 1.0], &[1.0, 0.0, 2.0]);
    // Two features and an intercept fit three rows exactly: allowed, but nothing can be tested.
    assert_eq!(fit(&few, &plain).unwrap().residual_se, None);
    let fewer = table(
        3,
        &[1.0, 2.0, 0.0, 3.0, 5.0, 1.0, 4.0, 1.0, 1.0],
        &[1.0, 0.0, 2.0],
    );
    assert!(
        fit(&fewer, &plain).unwrap().ties.len() == 1,
        "three rows have two directions"
    );
    let alike = table(1, &[1.0, 2.0, 3.0], &[0.1; 3]);
    assert!(tell(alike, &plain).contains("every value is 0.1"));
    let flat = table(1, &[0.3; 4], &[1.0, 2.0, 3.0, 4.0]);
    assert!(tell(flat, &plain).contains("no feature varies"));
    let hole = table(1, &[1.0, f64::NAN, 3.0], &[1.0, 2.0, 3.0]);
    assert!(tell(hole, &plain).contains("`f0` of row 2"));
    let hole = table(1, &[1.0, 2.0, 3.0], &[1.0, 2.0, f64::INFINITY]);
    assert!(tell(hole, &plain).contains("value of row 3"));
    assert!(tell(table(1, &[1.0], &[1.0]), &plain).contains("too few"));
    assert!(tell(table(0, &[], &[1.0; 5]), &plain).contains("no features"));
    let ridge = |strength| FitParams {
        method: Method::Ridge(Strength::Fixed(strength)),
        ..FitParams::default()
    };
    let good = table(1, &[1.0, 2.0, 4.0], &[1.0, 2.0, 3.0]);
    assert!(tell(good, &ridge(-1.0)).contains("no strength"));
}

#[test]
fn ridge_of_any_strength_is_a_fit_or_refused_but_no_panic() {
    for strength in [1e3, 1e8, 1e9, 1e12, 1e16, 1e100, 1e300, f64::MAX, f64::NAN] {
        let params = FitParams {
            method: Method::Ridge(Strength::Fixed(strength)),
            ..FitParams::default()
        };
        match fit(&table(LONGLEY), &params) {
            Ok(fit) => assert!(fit.f_p.is_none_or(|p| (0.0..=1.0).contains(&p))),
            Err(error) => assert!(strength > 1e9 || strength.is_nan(), "{strength}: {error}"),
        }
    }
}

#[test]
fn the_fit_is_the_same_on_any_number_of_threads() {
    let number = |n: u64| (plyscope_game::mix(n) >> 40) as f64;
    let count = 20_011;
    let numbers = (0..3 * count).map(number).collect();
    let values = (0..count)
        .map(|n| number(3 * n) - number(3 * n + 1) + number(n))
        .collect();
    let names = ["a", "b", "c"].map(str::to_string).to_vec();
    let table = NumberTable::new(names, numbers, values).unwrap();
    let on = |threads| {
        let threads = plyscope_parallel::Threads::new(threads).unwrap();
        threads.run(|| fit(&table, &FitParams::default()).unwrap())
    };
    let one = on(1);
    assert_eq!(one, on(2));
    assert_eq!(one, on(5));
    assert_eq!(
        one.residuals.iter().map(|bin| bin.rows).sum::<u64>(),
        table.count() as u64
    );
}
