//! A metric of one's own: does the heuristic see a win that is there, and warn of a loss?
//!
//! `cargo run -p own-metric` judges a heuristic of Connect Four by it, on the
//! benchmark that ships. Copy this crate to begin your own; what takes one line
//! of arithmetic needs no crate: `plyscope judge connect4 --metric 'NAME=EXPRESSION'`.
#![allow(clippy::print_stdout)]

mod blunders;

use std::error::Error;
use std::path::Path;

use blunders::Blunders;
use plyscope_eval::Linear;
use plyscope_game::{Agent, Features, Limits, Notation};
use plyscope_games::connect4::{Standard, Threats};
use plyscope_judge::metrics::StrictBest;
use plyscope_judge::{Grouping, Metric, PHASES, Truths, ask, curve, sheet};
use plyscope_search::OnePly;
use plyscope_truth::load;

fn main() -> Result<(), Box<dyn Error>> {
    let game = Standard::default();
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benchmarks/connect4.parquet");
    let benchmark = load(&file)?;
    let truths = Truths::new(&benchmark, (-1.0, 1.0));
    let read = |id: usize| game.read_state(&benchmark.states[id].state);
    let states = truths.rows.iter().map(|row| read(row.id));
    let states = states.collect::<Result<Vec<_>, _>>()?;

    // Threats of one's own count for, those of the opponent against.
    let sign = |name: &str| if name.starts_with("own") { 1.0 } else { -1.0 };
    let weights: Vec<f32> = Threats
        .list(&game)
        .iter()
        .map(|own| sign(&own.name))
        .collect();
    let evaluator = Linear::new(&game, Threats, weights);
    let make = || {
        let evaluator = evaluator.clone();
        Ok(Box::new(OnePly { evaluator }) as Box<dyn Agent<Standard>>)
    };
    let asked = ask(&game, &states, &make, &Limits::every_move(), &|| ());
    let guesses = asked.map_err(|trouble| trouble.what)?;

    let metrics: Vec<Box<dyn Metric>> = vec![Box::new(Blunders), Box::new(StrictBest)];
    for (metric, column) in metrics.iter().zip(sheet(&truths, &guesses, &metrics)) {
        println!("{}: {}", metric.name(), metric.about());
        for point in curve(&**metric, &column, &truths.rows, Grouping::Phase) {
            let band = point.band;
            println!(
                "  {:8} {:.3}, 95 % band {:.3} to {:.3}, by chance {:.3}, {} states",
                PHASES[point.group as usize],
                band.mean,
                band.low,
                band.high,
                point.chance.unwrap_or(f64::NAN),
                band.states
            );
        }
    }
    Ok(())
}
