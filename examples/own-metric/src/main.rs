//! A metric of one's own: does the heuristic see a win that is there, and warn of a loss?
//!
//! `cargo run -p own-metric` judges a heuristic of Connect Four by it, on the
//! benchmark that ships. Copy this crate to begin your own; what takes one line
//! of arithmetic needs no crate: `plyscope judge connect4 --metric 'NAME=EXPRESSION'`.
#![allow(clippy::print_stdout)]

mod blunders;

use std::error::Error;
use std::path::Path;
use std::sync::Arc;

use blunders::Blunders;
use plyscope_connect4::{Standard, Threats};
use plyscope_eval::Linear;
use plyscope_game::any::{AgentOf, AnyAgent, Hidden};
use plyscope_game::{Features, Game, Limits};
use plyscope_judge::metrics::StrictBest;
use plyscope_judge::{Grouping, Groups, Metric, PHASES, Truths, ask, curve, sheet};
use plyscope_search::OnePly;
use plyscope_truth::load;

fn main() -> Result<(), Box<dyn Error>> {
    let rules = Arc::new(Standard::default());
    let game = Hidden::shared(Arc::clone(&rules));
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benchmarks/connect4.parquet");
    let benchmark = load(&file)?;
    let truths = Truths::new(&benchmark, (-1.0, 1.0));
    let mut states = game.states();
    for row in &truths.rows {
        states.push_text(&benchmark.states[row.at].state)?;
    }

    // Threats of one's own count for, those of the opponent against.
    let sign = |name: &str| if name.starts_with("own") { 1.0 } else { -1.0 };
    let weights: Vec<f32> = Threats
        .list(&rules)
        .iter()
        .map(|own| sign(&own.name))
        .collect();
    let evaluator = Linear::new(&*rules, Threats, weights);
    let make = || {
        let evaluator = evaluator.clone();
        let agent = AgentOf::new(Arc::clone(&rules), OnePly { evaluator });
        Ok(Box::new(agent) as Box<dyn AnyAgent>)
    };
    let facts = rules.facts();
    let guesses = ask(&facts, &*states, &make, &Limits::every_move(), &|| ())?;

    let metrics: Vec<Box<dyn Metric>> = vec![Box::new(Blunders), Box::new(StrictBest)];
    let phases = Groups::new(&truths.rows, Grouping::Phase);
    for (metric, column) in metrics.iter().zip(sheet(&truths, &guesses, &metrics)) {
        println!("{}: {}", metric.name(), metric.about());
        for point in curve(&**metric, &column, &phases) {
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
