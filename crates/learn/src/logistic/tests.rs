//! Planted weights, hard data and threads.

use plyscope_game::{Chance, ErrorKind};

use super::{LogisticFit, LogisticParams, ResultTable, Strength, Tapered, logistic};
use crate::{NumberTable, Rows};

const WEIGHTS: [f64; 3] = [0.8, -0.5, 0.25];

/// Rows of small counts with results drawn by the planted weights, or exactly as they expect.
fn planted(rows: usize, is_drawn: bool) -> NumberTable {
    let mut chance = Chance::new(5);
    let (mut numbers, mut results) = (Vec::new(), Vec::new());
    for _ in 0..rows {
        let row = WEIGHTS.map(|_| f64::from(chance.below(7)) - 3.0);
        let logit: f64 = row.iter().zip(WEIGHTS).map(|(a, b)| a * b).sum::<f64>() + 0.1;
        let expected = 1.0 / (1.0 + (-logit).exp());
        let drawn = f64::from(u8::from(chance.unit() < expected));
        numbers.extend(row);
        results.push(if is_drawn { drawn } else { expected });
    }
    named(numbers, results)
}

fn named(numbers: Vec<f64>, results: Vec<f64>) -> NumberTable {
    let names = ["a", "b", "c"].map(str::to_owned).to_vec();
    NumberTable::new(names, numbers, results).unwrap()
}

fn fitted(rows: &dyn Rows, strength: Strength) -> Result<LogisticFit, plyscope_game::Error> {
    let table = ResultTable::read(rows, 10, 1)?;
    logistic(&table, &LogisticParams { strength })
}

#[test]
fn planted_weights_are_found_to_the_last_digits() {
    let fit = fitted(&planted(5000, false), Strength::Fixed(0.0)).unwrap();
    for (own, planted) in fit.weights.iter().zip(WEIGHTS) {
        assert!((own - planted).abs() < 1e-10, "{:?}", fit.weights);
    }
    assert!((fit.intercept - 0.1).abs() < 1e-10);
}

#[test]
fn a_sample_first_leads_to_the_same_solution_of_many_rows() {
    let fit = fitted(&planted(300_000, true), Strength::CrossValidated).unwrap();
    for (own, planted) in fit.weights.iter().zip(WEIGHTS) {
        assert!((own - planted).abs() < 0.02, "{:?}", fit.weights);
    }
    let unseen = fit.unseen_loss().unwrap();
    assert!((unseen - fit.loss).abs() < 1e-4 && unseen < fit.base_loss);
    assert!(fit.steps <= 4, "{} steps on all rows", fit.steps);
}

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    let rows = planted(20_000, true);
    let on = |threads: usize| {
        let threads = plyscope_parallel::Threads::new(threads).unwrap();
        let fit = || fitted(&rows, Strength::CrossValidated).unwrap();
        threads.run(fit)
    };
    assert_eq!(on(1), on(2));
    assert_eq!(on(1), on(8));
}

#[test]
fn hard_data_is_refused_or_told() {
    let kind = |rows: &NumberTable, strength| fitted(rows, strength).unwrap_err();
    let none = kind(&named(vec![], vec![]), Strength::CrossValidated);
    assert!(none.what.contains("no rows"), "{none}");
    let wrong = kind(
        &named(vec![1.0, f64::NAN, 2.0], vec![1.0]),
        Strength::Fixed(0.0),
    );
    assert!(wrong.what.contains("`b` of row 1"), "{wrong}");
    for size in [1e200, 1e16, -1e300] {
        let large = kind(
            &named(vec![1.0, size, 2.0, 0.0, -size, 1.0], vec![1.0, 0.0]),
            Strength::Fixed(0.1),
        );
        assert!(large.what.contains("too large"), "{large}");
    }
    let beyond = kind(&named(vec![1.0, 1.0, 2.0], vec![1.5]), Strength::Fixed(0.0));
    assert!(beyond.what.contains("1.5"), "{beyond}");
    let won = kind(&named(vec![1.0; 6], vec![1.0; 2]), Strength::Fixed(0.1));
    assert!(won.what.contains("every row is 1"), "{won}");
    let parted = named(
        (0..60)
            .map(|at| f64::from(at % 3) + f64::from(at / 3 % 2))
            .collect(),
        (0..20).map(|row| f64::from(row % 2)).collect(),
    );
    let error = kind(&parted, Strength::Fixed(0.0));
    assert_eq!(error.kind, ErrorKind::Unsuited, "{error}");
    assert!(error.what.contains("part all wins"), "{error}");
    let fit = fitted(&parted, Strength::CrossValidated).unwrap();
    assert!(fit.separable && fit.weights.iter().all(|own| own.is_finite()));
}

#[test]
fn rows_that_are_left_out_say_nothing_about_the_rest() {
    // Few rows, where all but one part are far from alike with the whole.
    let rows = planted(30, true);
    let table = ResultTable::read(&rows, 5, 1).unwrap();
    let curve = logistic(&table, &LogisticParams::default()).unwrap().curve;
    let weak = curve.unwrap().points[4];
    let (mut loss, mut count) = (0.0, 0.0);
    for fold in 0..5 {
        let spreads: Vec<f64> = super::pass::spreads(&table)
            .iter()
            .map(|own| own.1)
            .collect();
        let alone = super::solve::Penalised {
            table: &table,
            which: super::pass::Which::Without(fold),
            strength: weak.strength,
            spreads: &spreads,
        };
        let own = alone.solve(&[0.0; 4]).weights;
        let unseen = super::pass::slope(&table, super::pass::Which::Only(fold), &own);
        loss += unseen.loss * unseen.rows;
        count += unseen.rows;
    }
    assert!(
        (loss / count - weak.loss).abs() < 1e-6,
        "{} {weak:?}",
        loss / count
    );
}

#[test]
fn what_is_constant_weighs_nothing_and_twins_share() {
    let mut chance = Chance::new(2);
    let (mut numbers, mut results) = (Vec::new(), Vec::new());
    for _ in 0..400 {
        let x = f64::from(chance.below(5)) - 2.0;
        numbers.extend([x, 7.0, x]);
        results.push(f64::from(u8::from(
            chance.unit() < 1.0 / (1.0 + (-x).exp()),
        )));
    }
    let fit = fitted(&named(numbers, results), Strength::Fixed(0.0)).unwrap();
    assert_eq!(fit.constants.len(), 1);
    assert_eq!((fit.weights[1], fit.constants[0].amount), (0.0, 7.0));
    assert!(
        (fit.weights[0] - fit.weights[2]).abs() < 1e-4,
        "{:?}",
        fit.weights
    );
}

#[test]
fn tapered_weights_are_two_per_feature() {
    let mut chance = Chance::new(9);
    let (mut numbers, mut results, mut phases) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..2000 {
        let row = WEIGHTS.map(|_| f64::from(chance.below(7)) - 3.0);
        let phase = f64::from(chance.below(25)) / 24.0;
        let late: f64 = row.iter().zip([0.1, 0.4, -0.3]).map(|(a, b)| a * b).sum();
        let early: f64 = row.iter().zip(WEIGHTS).map(|(a, b)| a * b).sum();
        let logit = early * (1.0 - phase) + late * phase;
        numbers.extend(row);
        results.push(1.0 / (1.0 + (-logit).exp()));
        phases.push(phase);
    }
    let rows = named(numbers, results);
    let fit = fitted(&Tapered::new(&rows, &phases), Strength::Fixed(0.0)).unwrap();
    for (own, planted) in fit.weights.iter().zip([0.8, -0.5, 0.25, 0.1, 0.4, -0.3]) {
        assert!((own - planted).abs() < 1e-6, "{:?}", fit.weights);
    }
}
