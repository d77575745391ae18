//! Logistic regression and CMA-ES on data and functions that other libraries know, as JSON.
//!
//! `tests/python/learners_check.py` runs it and holds it against scikit-learn and pycma.

use std::time::Instant;

use plyscope_game::Error;
use plyscope_learn::NumberTable;
use plyscope_learn::cma::{Cma, CmaParams};
use plyscope_learn::logistic::{LogisticParams, ResultTable, Strength, logistic};
use serde_json::{Value, json};

#[expect(clippy::print_stdout, reason = "an example tells its figures")]
fn main() -> Result<(), Error> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let told = match &args[..] {
        [what, path, strength] if what == "logistic" => fitted(path, strength)?,
        [what] if what == "cma" => climbed()?,
        _ => {
            return Err(Error::misuse(
                "say what to do",
                "logistic FILE STRENGTH, or cma",
            ));
        }
    };
    println!("{told}");
    Ok(())
}

/// The weights of a CSV file whose last column is the result.
fn fitted(path: &str, strength: &str) -> Result<Value, Error> {
    let text = std::fs::read_to_string(path).map_err(|error| Error::failed(error.to_string()))?;
    let mut lines = text.lines();
    let mut names: Vec<String> = lines
        .next()
        .unwrap_or_default()
        .split(',')
        .map(str::to_string)
        .collect();
    names.pop();
    let (mut numbers, mut results) = (Vec::new(), Vec::new());
    for line in lines {
        let row: Vec<f64> = line.split(',').filter_map(|own| own.parse().ok()).collect();
        numbers.extend_from_slice(&row[..names.len()]);
        results.push(row[names.len()]);
    }
    let strength: f64 = strength.parse().unwrap_or(0.0);
    let table = ResultTable::read(&NumberTable::new(names, numbers, results)?, 1, 1)?;
    let begun = Instant::now();
    let fit = logistic(
        &table,
        &LogisticParams {
            strength: Strength::Fixed(strength),
        },
    )?;
    Ok(json!({
        "weights": fit.weights,
        "intercept": fit.intercept,
        "loss": fit.loss,
        "seconds": begun.elapsed().as_secs_f64(),
    }))
}

/// Evaluations of three functions in ten dimensions until they are below 1e-9, by seed.
fn climbed() -> Result<Value, Error> {
    let sphere = |x: &[f64]| x.iter().map(|x| x * x).sum::<f64>();
    let ellipsoid = |x: &[f64]| {
        let term = |(at, x): (usize, &f64)| 1e6_f64.powf(at as f64 / 9.0) * x * x;
        x.iter().enumerate().map(term).sum::<f64>()
    };
    let rosenbrock = |x: &[f64]| {
        let term =
            |own: &[f64]| 100.0 * (own[0] * own[0] - own[1]).powi(2) + (own[0] - 1.0).powi(2);
        x.windows(2).map(term).sum::<f64>()
    };
    Ok(json!({
        "sphere": evaluations(3.0, 2.0, &sphere)?,
        "ellipsoid": evaluations(3.0, 2.0, &ellipsoid)?,
        "rosenbrock": evaluations(0.0, 0.5, &rosenbrock)?,
    }))
}

fn evaluations(start: f64, step: f64, of: &dyn Fn(&[f64]) -> f64) -> Result<Value, Error> {
    let begun = Instant::now();
    let (mut found, mut all) = (Vec::new(), 0);
    for seed in 1..=20 {
        let params = CmaParams {
            step,
            seed,
            ..CmaParams::default()
        };
        let mut cma = Cma::new(&[start; 10], &params)?;
        let mut count = 0;
        // A local optimum of Rosenbrock's function ends a run without the target.
        let reached = loop {
            let costs: Vec<f64> = cma.ask().iter().map(|own| of(own)).collect();
            count += costs.len();
            if costs.iter().any(|own| *own < 1e-9) {
                break Some(count);
            }
            if count > 50_000 || cma.step() < 1e-12 {
                break None;
            }
            cma.tell(&costs);
        };
        found.push(reached);
        all += count;
    }
    let micros = begun.elapsed().as_secs_f64() * 1e6 / all as f64;
    Ok(json!({ "evaluations": found, "microseconds": micros }))
}
