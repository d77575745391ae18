//! Predictions on made-up truth: order, width, and what widens it.

use plyscope_game::any::{AnyAgent, Hidden};
use plyscope_game::{Advice, Advised, Agent, Error, Game, Limits, Score, Value, mix_all};
use plyscope_mnk::Mnk;
use plyscope_truth::{Benchmark, load};

use super::{Candidate, Prediction, StateWeights, Way, predict};
use crate::{Guesses, Truths, ask};

/// Says of each move what it is worth, but for a share of noise.
struct Noisy {
    /// The share in the first four plies, and afterwards.
    share: [f64; 2],
}

impl Agent<Mnk> for Noisy {
    fn advise(
        &mut self,
        game: &Mnk,
        state: &<Mnk as Game>::State,
        limits: &Limits,
    ) -> Result<Advice<<Mnk as Game>::Move>, Error> {
        let mut solver =
            plyscope_search::Exhaustive::new(plyscope_search::ExhaustiveParams::default())?;
        let solved = solver.advise(game, state, limits)?;
        let facts = game.facts();
        let said = |own: &Advised<_>| {
            let points = match own.score {
                Score::Exact { points, .. } => f64::from(points),
                _ => 0.0,
            };
            let place = game.move_index(own.mv) as u64;
            let noise = mix_all(&[game.key(state), place]) as f64 / u64::MAX as f64;
            let share = self.share[usize::from(game.moves(state).count() < 6)];
            let value = (1.0 - share) * points + share * 4.0 * (noise - 0.5);
            Advised {
                mv: own.mv,
                score: Score::Estimate(value as Value),
                visits: None,
                mean: None,
            }
        };
        let moves = solved.moves.iter().map(said).collect();
        Ok(Advice::by_score(&facts, game.mover(state), moves))
    }
}

fn benchmark() -> Benchmark {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benchmarks");
    let mut all = load(&folder.join("tictactoe.parquet")).unwrap();
    all.states.retain(|own| own.moves.len() > 1);
    let thinned = all.states.into_iter().step_by(11);
    all.states = thinned.collect();
    all.meta.selector = "playouts:states=400".to_owned();
    all
}

fn said(benchmark: &Benchmark, truths: &Truths, share: f64) -> Guesses {
    said_by(benchmark, truths, [share; 2])
}

fn said_by(benchmark: &Benchmark, truths: &Truths, share: [f64; 2]) -> Guesses {
    let rules = std::sync::Arc::new(Mnk::tictactoe());
    let game = Hidden::shared(std::sync::Arc::clone(&rules));
    let mut states = game.states();
    for row in &truths.rows {
        states.push_text(&benchmark.states[row.at].state).unwrap();
    }
    let make = || {
        let agent =
            plyscope_game::any::AgentOf::new(std::sync::Arc::clone(&rules), Noisy { share });
        Ok(Box::new(agent) as Box<dyn AnyAgent>)
    };
    ask(&game.facts(), &*states, &make, &Limits::default(), &|| ()).unwrap()
}

fn predicted(truths: &Truths, all: &[Guesses], searched: bool) -> Prediction {
    weighed(truths, all, searched, StateWeights::Equal)
}

fn weighed(truths: &Truths, all: &[Guesses], searched: bool, weights: StateWeights) -> Prediction {
    let candidate = |(at, guesses)| Candidate {
        name: format!("h{at}"),
        guesses,
        searched: searched.then_some(guesses),
        met: [None, None],
        is_evaluator: true,
        is_known_kind: true,
    };
    let all: Vec<Candidate<'_>> = all.iter().enumerate().map(candidate).collect();
    predict(truths, &all, weights, false, 1).unwrap()
}

#[test]
fn the_less_noise_the_more_elo_in_every_use() {
    let benchmark = benchmark();
    let truths = Truths::new(&benchmark, (-1.0, 1.0));
    let all = [0.9, 0.1, 0.5].map(|share| said(&benchmark, &truths, share));
    let found = predicted(&truths, &all, true);
    for way in Way::ALL {
        assert_eq!(found.order(way), [1, 2, 0], "{}", way.name());
        let sum: f64 = found
            .each()
            .iter()
            .filter(|own| own.way == way)
            .map(|own| own.elo)
            .sum();
        assert!(sum.abs() < 1e-6, "Elo is relative to the mean");
    }
    let pair = found.pair(Way::DepthThree, 1, 0);
    assert!(pair.low < pair.elo && pair.elo < pair.high && pair.wins > 0.5);
    assert_eq!(found.pairs().len(), 3 * 3);
}

#[test]
fn weighed_by_play_what_happens_where_games_seldom_come_counts_little() {
    let mut benchmark = benchmark();
    let by = |benchmark: &Benchmark, weights| {
        let truths = Truths::new(benchmark, (-1.0, 1.0));
        let all = [[0.1, 0.9], [0.9, 0.1]].map(|share| said_by(benchmark, &truths, share));
        weighed(&truths, &all, true, weights)
            .difference(Way::OnePly, 0, 1)
            .0
    };
    let mut reached = |text: &str, weights| {
        benchmark.meta.reach = Some(text.parse().unwrap());
        by(&benchmark, weights)
    };
    let (early, late) = ("100:100,100,100,100,1,1,1,1", "100:1,1,1,1,100,100,100,100");
    let at_the_beginning = reached(early, StateWeights::Play);
    let at_the_end = reached(late, StateWeights::Play);
    assert!(at_the_beginning > 0.0 && at_the_end < 0.0);
    let equal = reached(early, StateWeights::Equal);
    assert_eq!(equal, reached(late, StateWeights::Equal));
    assert!(at_the_end < equal && equal < at_the_beginning);
}

#[test]
fn two_that_choose_alike_are_as_strong_and_nearly_surely_so() {
    let benchmark = benchmark();
    let truths = Truths::new(&benchmark, (-1.0, 1.0));
    let all = [0.3, 0.3, 0.9].map(|share| said(&benchmark, &truths, share));
    let found = predicted(&truths, &all, true);
    let (elo, close) = found.difference(Way::OnePly, 0, 1);
    assert_eq!(elo, 0.0);
    assert!(close < found.difference(Way::OnePly, 0, 2).1 / 3.0);
}

#[test]
fn an_endgame_alone_and_an_unsearched_heuristic_widen_the_interval_and_are_told() {
    let benchmark = benchmark();
    let whole = Truths::new(&benchmark, (-1.0, 1.0));
    let mut late = whole.clone();
    late.retain(|_, row| row.ply >= 5);
    let width = |truths: &Truths, searched| {
        let all = [0.2, 0.6].map(|share| said(&benchmark, truths, share));
        let found = predicted(truths, &all, searched);
        (found.difference(Way::DepthThree, 0, 1).1, found.notes)
    };
    let (usual, _) = width(&whole, true);
    let (endgame, notes) = width(&late, true);
    assert!(endgame > usual);
    assert!(
        notes
            .iter()
            .any(|own| own.contains("the first is of ply 5")),
        "{notes:?}"
    );
    let (bare, notes) = width(&whole, false);
    assert!(bare > usual);
    assert!(notes.iter().any(|own| own.contains("depth 3")), "{notes:?}");
}
