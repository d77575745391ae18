//! What a heuristic's unit is, nobody can tell from its choices: no metric may tell either.

use std::path::Path;
use std::sync::Arc;

use plyscope_connect4::{Lines, Standard};
use plyscope_eval::Linear;
use plyscope_game::any::{AgentOf, AnyAgent, Hidden};
use plyscope_game::{
    Advice, Advised, Agent, Board, Error, Evaluator, Features, Game, Limits, Player, Score, Value,
};
use plyscope_judge::judgement::{Assessment, Described, Entry, Judged, assess};
use plyscope_judge::metrics::sampling::Sampling;
use plyscope_judge::metrics::{Expected, standard};
use plyscope_judge::{Grouping, Metric, Truths, ask};
use plyscope_search::OnePly;
use plyscope_truth::load;

const POINTS: (f64, f64) = (-1.0, 1.0);

type Lined = Linear<Lines>;
type State = <Standard as Game>::State;
type Move = <Standard as Game>::Move;

/// The shelf's weights of open lines, in another unit.
fn lines(game: &Standard, unit: Value) -> Lined {
    let own = [1.0, 4.0, 16.0, 1.0].map(|weight: Value| weight * unit);
    let theirs = own.map(|weight| -weight);
    assert_eq!(Lines.list(game).len(), 8);
    Linear::new(game, Lines, [own, theirs].concat())
}

fn metrics() -> Vec<Box<dyn Metric>> {
    let mut all = standard(POINTS);
    all.retain(|metric| !metric.needs().visits);
    for by in [
        Sampling::Softmax { temperature: 0.2 },
        Sampling::Proportional,
        Sampling::Rank,
    ] {
        all.push(Box::new(Expected { by, points: POINTS }));
    }
    all
}

fn judged<A: Agent<Standard> + 'static>(make: impl Fn(Lined) -> A + Sync, unit: Value) -> Judged {
    let game = Arc::new(Standard::default());
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benchmarks");
    let benchmark = load(&folder.join("connect4.parquet")).expect("it ships");
    let truths = Truths::new(&benchmark, POINTS);
    let mut states = Hidden::shared(Arc::clone(&game)).states();
    for row in &truths.rows {
        let read = states.push_text(&benchmark.states[row.at].state);
        read.expect("they are states");
    }
    let make = || -> Result<Box<dyn AnyAgent>, Error> {
        let agent = make(lines(&game, unit));
        Ok(Box::new(AgentOf::new(Arc::clone(&game), agent)))
    };
    let (facts, limits) = (game.facts(), Limits::every_move());
    let guesses = ask(&facts, &*states, &make, &limits, &|| ()).expect("it answers");
    let plan = Assessment {
        metrics: &metrics(),
        deciding: None,
        grouping: Grouping::Ply,
        worst: 0,
        seed: 1,
        name: String::new(),
        filters: Vec::new(),
        filtered: 0,
        foreseen: None,
    };
    let mut entries = [Entry {
        name: "lines".to_owned(),
        spec: "lines".to_owned(),
        guesses,
    }];
    let describe = |_| Described {
        state: String::new(),
        board: Board {
            columns: Vec::new(),
            rows: Vec::new(),
            pieces: Vec::new(),
            ..Board::default()
        },
        moves: Vec::new(),
    };
    let judgement = assess(&benchmark, &truths, &mut entries, &plan, &describe);
    judgement
        .heuristics
        .into_iter()
        .next()
        .expect("there is one")
}

fn told(judged: &Judged) -> serde_json::Value {
    serde_json::to_value(judged).expect("it is data")
}

#[test]
fn lines_times_a_power_of_two_are_judged_the_same_by_every_metric() {
    let one_ply = |evaluator: Lined| OnePly { evaluator };
    let usual = judged(one_ply, 1.0);
    for unit in [Value::powi(2.0, -13), 0.5, 1024.0] {
        let other = judged(one_ply, unit);
        assert_eq!(told(&usual), told(&other), "times {unit}");
        assert_eq!(usual.regrets, other.regrets);
    }
}

#[test]
fn a_search_with_proved_losses_is_judged_the_same_in_any_unit() {
    let search = |evaluator: Lined| TwoPlies { evaluator };
    assert_eq!(told(&judged(search, 1.0)), told(&judged(search, 0.125)));
}

/// Sees a win at hand and a win that a move leaves to the opponent; else what lines say.
struct TwoPlies {
    evaluator: Lined,
}

impl TwoPlies {
    fn score(&self, game: &Standard, state: &State, mv: Move, mover: Player) -> Score {
        let mut after = *state;
        game.play(&mut after, mv);
        let proved = |points, plies| Score::Exact {
            points,
            plies: Some(plies),
        };
        if let Some(payoffs) = game.payoffs(&after) {
            return proved(payoffs.of(mover), 1);
        }
        let loses = |reply| {
            let mut end = after;
            game.play(&mut end, reply);
            game.payoffs(&end).is_some_and(|own| own.of(mover) < 0)
        };
        if game.moves(&after).any(loses) {
            return proved(-1, 2);
        }
        Score::Estimate(self.evaluator.value(game, &after, mover))
    }
}

impl Agent<Standard> for TwoPlies {
    fn advise(
        &mut self,
        game: &Standard,
        state: &State,
        _: &Limits,
    ) -> Result<Advice<Move>, Error> {
        let mover = game.mover(state);
        let moves = game.moves(state).map(|mv| Advised {
            mv,
            score: self.score(game, state, mv, mover),
            visits: None,
            mean: None,
        });
        Ok(Advice::by_score(&game.facts(), mover, moves.collect()))
    }
}
