//! What judging costs on top of the heuristic: 100,000 states, one core, then two.
//!
//! Every turn is one heuristic more on the same benchmark, as `judge` takes several: it is asked, and
//! all it said is kept; every metric has a score and what chance gets for each state, and a curve by
//! ply. Three things are there from the turn before, as `judge` makes them once: what the truth of the
//! states comes to and which of them are of one ply, which no heuristic changes, and the memory of the
//! columns, which are written anew.
//!
//! `cargo bench -p plyscope-judge --bench pipeline`
//!
//! On a busy machine instructions tell more than seconds: with `-- bare`, `-- asked` or `-- four` the
//! program does that one work once, in one thread, for `valgrind --tool=callgrind` to count.
#![allow(clippy::print_stdout)]

use std::hint::black_box;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use plyscope_connect4::{Lines, Standard};
use plyscope_eval::Linear;
use plyscope_game::any::{AgentOf, AnyAgent, Hidden};
use plyscope_game::{
    Agent, Chance, Error, Evaluator, Feature, Features, Game, Limits, Notation, Player,
};
use plyscope_judge::metrics::{Kendall, Regret, SquaredError, StrictBest, standard};
use plyscope_judge::{
    BestBy, Grouping, Groups, Metric, Truth, TruthKind, TruthRow, Truths, ask, best_moves, curve,
    sheet_over,
};
use plyscope_othello::{Counts, Othello, Payoff};
use plyscope_parallel::Threads;
use plyscope_search::OnePly;

const STATES: usize = 100_000;
/// States where instructions are counted.
const COUNTED: usize = 5_000;
/// Turns that each work takes; the best counts, because a busy machine can only slow it.
const TURNS: usize = 7;
const POINTS: (f64, f64) = (-1.0, 1.0);

fn main() {
    let part = std::env::args().skip(1).find(|own| !own.starts_with('-'));
    if part.is_none() {
        println!("{STATES} states; the best of {TURNS} turns");
    }
    let part = part.as_deref();
    let game = Arc::new(Standard::default());
    let lines = evaluator(&*game, Lines);
    measure("Connect Four, open lines", &game, &lines, part);
    let game = Arc::new(Othello::<8>::new(Payoff::WinLoss));
    let counts = evaluator(&*game, Counts);
    measure("Othello, counts", &game, &counts, part);
}

/// A sum of what is one's own minus what is the opponent's.
fn evaluator<G: Game, F: Features<G> + Clone + 'static>(
    game: &G,
    features: F,
) -> impl Evaluator<G> + Clone + 'static
where
    Linear<F>: Evaluator<G> + Clone,
{
    let own = |feature: &Feature| feature.name.starts_with("own");
    let sign = |feature: &Feature| if own(feature) { 1.0 } else { -1.0 };
    let weights = features.list(game).iter().map(sign).collect();
    Linear::new(game, features, weights)
}

/// States of random games with made-up truth: what it costs does not depend on what is true.
fn states<G: Game>(game: &G, count: usize) -> (Vec<G::State>, Truths) {
    let mut chance = Chance::new(1);
    let mut states = Vec::new();
    let mut rows = Vec::new();
    while states.len() < count {
        let mut state = game.start();
        let mut ply = 0;
        while game.payoffs(&state).is_none() && states.len() < count {
            let truth: Vec<Truth> = game
                .moves(&state)
                .map(|_| Truth {
                    value: f64::from(chance.below(3)) - 1.0,
                    exact: true,
                    decided: false,
                    visits: None,
                    q: None,
                })
                .collect();
            let at = (states.len(), states.len());
            let best = best_moves(&truth, BestBy::Values);
            rows.push(TruthRow::new(at, ply, Player(ply as u8 % 2), truth, best));
            states.push(state.clone());
            let mv = game.pick(&state, &mut chance);
            game.play(&mut state, mv);
            ply += 1;
        }
    }
    let truths = Truths {
        points: POINTS,
        made: TruthKind::Proved,
        kind: BestBy::Values,
        game: String::new(),
        has_play: false,
        reach: None,
        rivals: true,
        whole: false,
        rows: rows.into(),
        finished: 0,
        unlabelled: 0,
    };
    (states, truths)
}

fn measure<G: Notation, E: Evaluator<G> + Clone + 'static>(
    what: &str,
    rules: &Arc<G>,
    evaluator: &E,
    part: Option<&str>,
) {
    let game = &**rules;
    let (states, truths) = states(game, part.map_or(STATES, |_| COUNTED));
    let mut hidden = Hidden::shared(Arc::clone(rules)).states();
    for state in &states {
        let read = hidden.push_text(&game.write_state(state));
        read.expect("what is written reads back");
    }
    let agent = || OnePly {
        evaluator: evaluator.clone(),
    };
    let ask_bare = || {
        let mut agent = agent();
        for state in &states {
            let advice = agent.advise(game, state, &Limits::every_move());
            black_box(advice.expect("it answers"));
        }
    };
    let usual: Vec<Box<dyn Metric>> = vec![
        Box::new(StrictBest),
        Box::new(Regret { points: POINTS }),
        Box::new(Kendall),
        Box::new(SquaredError { points: POINTS }),
    ];
    let one: Vec<Box<dyn Metric>> = vec![Box::new(StrictBest)];
    let make = || -> Result<Box<dyn AnyAgent>, Error> {
        Ok(Box::new(AgentOf::new(Arc::clone(rules), agent())))
    };
    let (facts, limits) = (game.facts(), Limits::every_move());
    let asked = || ask(&facts, &*hidden, &make, &limits, &|| ());
    let columns = Mutex::new(Vec::new());
    let plies = Groups::new(&truths.rows, Grouping::Ply);
    let judged = |metrics: &[Box<dyn Metric>]| {
        let guesses = asked().expect("it answers");
        let columns = &mut *columns.lock().expect("no turn panics");
        sheet_over(&truths, &guesses, metrics, columns);
        for (metric, column) in metrics.iter().zip(columns) {
            black_box(curve(&**metric, column, &plies));
        }
    };
    if let Some(part) = part {
        let single = Threads::new(1).expect("there is a thread");
        return single.run(|| match part {
            "bare" => ask_bare(),
            "asked" => drop(black_box(asked())),
            "four" => judged(&usual),
            _ => {}
        });
    }
    let bare = best(ask_bare);
    println!(
        "{what}: {:.0} ns a state bare",
        bare.as_nanos() as f64 / STATES as f64
    );
    for threads in [1, 2] {
        let pool = Threads::new(threads).expect("there are threads");
        let asking = best(|| pool.run(|| drop(black_box(asked()))));
        print!("  {threads} thread(s): asked {}", added(asking, bare));
        for (name, metrics) in [
            ("one metric", &one),
            ("four", &usual),
            ("all", &standard(POINTS)),
        ] {
            let whole = best(|| pool.run(|| judged(metrics)));
            print!(", {name} {}", added(whole, bare));
        }
        println!();
    }
}

fn added(time: Duration, bare: Duration) -> String {
    format!(
        "{:+.0} %",
        (time.as_secs_f64() / bare.as_secs_f64() - 1.0) * 100.0
    )
}

fn best(mut work: impl FnMut()) -> Duration {
    let turn = |_| {
        let begun = Instant::now();
        work();
        begun.elapsed()
    };
    (0..TURNS).map(turn).min().unwrap_or_default()
}
