//! Positions per CPU second of one pass of a logistic fit, beside a plain scalar pass over the same rows.
//!
//! `cargo bench -p plyscope-learn --bench logistic -- 2000000 12 rows.csv` also
//! writes the first 20,000 rows for `tests/python/learners_check.py`, which fits them with
//! scikit-learn. Passes run on one thread, so that seconds are CPU seconds.

use std::fmt::Write as _;
use std::time::Instant;

use plyscope_game::Chance;
use plyscope_learn::logistic::{LogisticParams, ResultTable, Strength, logistic, loss_of};
use plyscope_learn::{NumberTable, Rows};
use plyscope_parallel::Threads;

/// Differences of small counts, and results drawn by planted weights.
fn made(rows: usize, width: usize) -> NumberTable {
    let mut chance = Chance::new(7);
    let planted = |at: usize| (at % 5) as f64 / 10.0 - 0.15;
    let (mut numbers, mut results) = (Vec::with_capacity(rows * width), Vec::new());
    for _ in 0..rows {
        let mut logit = 0.05;
        for at in 0..width {
            let number = f64::from(chance.below(9)) - 4.0;
            logit += planted(at) * number;
            numbers.push(number);
        }
        let expected = 1.0 / (1.0 + (-logit).exp());
        let luck = chance.unit();
        let is_drawn = chance.below(4) == 0;
        results.push(if is_drawn {
            0.5
        } else {
            f64::from(u8::from(luck < expected))
        });
    }
    let names = (0..width).map(|at| format!("f{at}")).collect();
    NumberTable::new(names, numbers, results).expect("as many numbers as cells")
}

/// The baseline: row by row in doubles, as a tuner is written first.
fn plain(rows: &[f64], results: &[f64], weights: &[f64]) -> (f64, Vec<f64>) {
    let width = weights.len() - 1;
    let (mut loss, mut gradient) = (0.0, vec![0.0; width + 1]);
    for (row, result) in rows.chunks_exact(width).zip(results) {
        let sum: f64 = row.iter().zip(weights).map(|(a, b)| a * b).sum();
        let chance = 1.0 / (1.0 + (-(sum + weights[width])).exp());
        loss -= result * chance.ln() + (1.0 - result) * (1.0 - chance).ln();
        for (to, own) in gradient.iter_mut().zip(row) {
            *to += (chance - result) * own;
        }
        gradient[width] += chance - result;
    }
    (loss / results.len() as f64, gradient)
}

fn csv(rows: &NumberTable, most: usize) -> String {
    let mut text = rows.names().join(",") + ",result\n";
    let mut row = vec![0.0; rows.names().len()];
    for index in 0..rows.count().min(most) {
        let result = rows.read(index, &mut row);
        for number in &row {
            let _ = write!(text, "{number},");
        }
        let _ = writeln!(text, "{result}");
    }
    text
}

#[expect(clippy::print_stdout, reason = "a bench tells its figures")]
fn main() {
    let args: Vec<String> = std::env::args()
        .skip(1)
        .filter(|arg| !arg.starts_with("--"))
        .collect();
    let number = |at: usize, usual| {
        let given = args.get(at).and_then(|own| own.parse().ok());
        given.unwrap_or(usual)
    };
    let (count, width) = (number(0, 2_000_000), number(1, 12));
    let made = made(count, width);
    if let Some(path) = args.get(2) {
        std::fs::write(path, csv(&made, 20_000)).expect("the file can be written");
    }
    let mut numbers = vec![0.0; count * width];
    let rows = numbers.chunks_exact_mut(width).enumerate();
    let results: Vec<f64> = rows.map(|(index, row)| made.read(index, row)).collect();
    let table = ResultTable::read(&made, 1, 1).expect("the rows are fit");
    let weights: Vec<f64> = (0..=width).map(|at| 0.01 * at as f64).collect();
    Threads::new(1).expect("one thread").run(|| {
        let (mut ours, mut theirs) = (f64::INFINITY, f64::INFINITY);
        // In turns, so that a slow moment of the machine is nobody's.
        for _ in 0..7 {
            let begin = Instant::now();
            let (loss, gradient) = plain(&numbers, &results, &weights);
            theirs = theirs.min(begin.elapsed().as_secs_f64());
            let begin = Instant::now();
            let (own_loss, own_gradient) = loss_of(&table, &weights);
            ours = ours.min(begin.elapsed().as_secs_f64());
            assert!((loss - own_loss).abs() < 1e-5 * loss);
            let off = gradient[0] / count as f64 - own_gradient[0];
            assert!(off.abs() < 1e-5);
        }
        let million = |seconds: f64| count as f64 / seconds / 1e6;
        println!(
            "{:8.1} M positions/s  a pass, {} bytes a position",
            million(ours),
            table.bytes() / count
        );
        println!("{:8.1} M positions/s  a plain scalar pass", million(theirs));
        println!("{:8.1} times as fast", theirs / ours);
        let params = LogisticParams {
            strength: Strength::Fixed(0.0),
        };
        let begin = Instant::now();
        let fit = logistic(&table, &params).expect("the rows can be fitted");
        println!(
            "{:8.3} s             the whole fit, {} last steps, loss {:.6}",
            begin.elapsed().as_secs_f64(),
            fit.steps,
            fit.loss
        );
    });
}
