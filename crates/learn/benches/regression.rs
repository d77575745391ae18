//! Seconds to fit a million rows, held in memory or made when asked for.
//!
//! `cargo bench -p plyscope-learn -- 1000000 60 rows.f64` also writes the rows
//! as raw doubles, features then value, for `tests/python/regression_speed.py`,
//! which fits the same ones with numpy.

use std::io::{BufWriter, Write};
use std::time::Instant;

use plyscope_game::Chance;
use plyscope_learn::{FitParams, Method, NumberTable, Rows, Strength, fit};

/// Counts that partly go together, made from the number of the row.
struct Made {
    names: Vec<String>,
    count: usize,
}

impl Rows for Made {
    fn names(&self) -> &[String] {
        &self.names
    }

    fn count(&self) -> usize {
        self.count
    }

    fn read(&self, index: usize, row: &mut [f64]) -> f64 {
        let mut chance = Chance::for_task(7, index as u64);
        let shared = f64::from(chance.below(8));
        let mut value = chance.unit() * 10.0;
        for (at, number) in row.iter_mut().enumerate() {
            *number = f64::from(chance.below(10)) + if at % 3 == 0 { shared } else { 0.0 };
            value += *number * ((at % 5) as f64 - 2.0);
        }
        value
    }
}

fn in_memory(made: &Made) -> NumberTable {
    let width = made.names.len();
    let mut numbers = vec![0.0; width * made.count];
    let values = numbers
        .chunks_exact_mut(width)
        .enumerate()
        .map(|(index, row)| made.read(index, row))
        .collect();
    NumberTable::new(made.names.clone(), numbers, values).expect("as many numbers as cells")
}

fn write(made: &Made, path: &str) -> std::io::Result<()> {
    let mut file = BufWriter::new(std::fs::File::create(path)?);
    let mut row = vec![0.0; made.names.len()];
    for index in 0..made.count {
        let value = made.read(index, &mut row);
        for number in row.iter().chain([&value]) {
            file.write_all(&number.to_le_bytes())?;
        }
    }
    file.flush()
}

#[expect(clippy::print_stdout, reason = "a bench tells its figures")]
fn time(what: &str, rows: &impl Rows, method: Method) {
    let params = FitParams {
        method,
        ..FitParams::default()
    };
    let begin = Instant::now();
    let fit = fit(rows, &params).expect("the rows can be fitted");
    let seconds = begin.elapsed().as_secs_f64();
    println!("{seconds:8.3} s  {what}, R² {:.6}", fit.r2);
}

fn main() {
    // Cargo adds a flag of its own.
    let args: Vec<String> = std::env::args()
        .skip(1)
        .filter(|arg| !arg.starts_with("--"))
        .collect();
    let number = |at: usize, usual| {
        args.get(at)
            .and_then(|own| own.parse().ok())
            .unwrap_or(usual)
    };
    let made = Made {
        count: number(0, 1_000_000),
        names: (0..number(1, 30)).map(|at| format!("f{at}")).collect(),
    };
    if let Some(path) = args.get(2) {
        write(&made, path).expect("the file can be written");
    }
    let ridge = Method::Ridge(Strength::CrossValidated);
    time(
        "least squares, rows made when asked for",
        &made,
        Method::LeastSquares,
    );
    time("ridge by 10 folds, rows made when asked for", &made, ridge);
    let table = in_memory(&made);
    time(
        "least squares, rows in memory",
        &table,
        Method::LeastSquares,
    );
    time("ridge by 10 folds, rows in memory", &table, ridge);
}
