//! No search is late, however slow its evaluator is, and every one hears a stop.

use std::thread;
use std::time::{Duration, Instant};

use plyscope_game::{Agent, Deadline, Evaluator, Game, Limits, Player, Score, Value};
use plyscope_othello::{Othello, Payoff, State};
use plyscope_search::{AlphaBeta, AlphaBetaSettings, Mcts, MctsParams, Minimax, OnePly};

type Reversi = Othello<8>;

/// The limit of these tests, and what a busy machine may add to it.
const TIME: Duration = Duration::from_millis(60);
const LATE: Duration = Duration::from_millis(200);

/// Takes some milliseconds for every value, and does not look at the clock.
#[derive(Clone, Copy)]
struct Slow;

impl Evaluator<Reversi> for Slow {
    fn value(&self, _: &Reversi, state: &State, player: Player) -> Value {
        thread::sleep(Duration::from_millis(3));
        state.discs(player).count_ones() as Value
    }
}

/// Would take a minute for a value, but gives up when it is told to.
#[derive(Clone, Copy)]
struct Thorough;

impl Evaluator<Reversi> for Thorough {
    fn value(&self, game: &Reversi, state: &State, player: Player) -> Value {
        let value = self.value_until(game, state, player, &Deadline::never());
        value.unwrap_or(0.0)
    }

    fn value_until(&self, _: &Reversi, _: &State, _: Player, deadline: &Deadline) -> Option<Value> {
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_secs(60) {
            if deadline.is_over() {
                return None;
            }
            thread::sleep(Duration::from_millis(1));
        }
        Some(0.0)
    }
}

fn agents<E>(evaluator: E) -> Vec<(&'static str, Box<dyn Agent<Reversi>>)>
where
    E: Evaluator<Reversi> + Clone + 'static,
{
    let params = MctsParams {
        playouts: u64::MAX,
        ..MctsParams::default()
    };
    let mcts = Mcts::new(params).expect("right");
    let scout = AlphaBeta::new(AlphaBetaSettings::strong(30), evaluator.clone()).expect("right");
    let plain = AlphaBeta::new(AlphaBetaSettings::plain(30), evaluator.clone()).expect("right");
    vec![
        (
            "one ply",
            Box::new(OnePly {
                evaluator: evaluator.clone(),
            }),
        ),
        (
            "minimax",
            Box::new(Minimax {
                depth: 6,
                evaluator: evaluator.clone(),
            }),
        ),
        ("negascout", Box::new(scout)),
        ("alpha-beta", Box::new(plain)),
        ("mcts", Box::new(mcts.guided(Box::new(evaluator), 0.1))),
    ]
}

fn is_on_time(name: &str, agent: &mut dyn Agent<Reversi>, limits: &Limits) {
    let game = Reversi::new(Payoff::WinLoss);
    let begun = Instant::now();
    let advice = agent.advise(&game, &game.start(), limits).expect("advice");
    let taken = begun.elapsed();
    assert!(taken < TIME + LATE, "{name} took {taken:?}");
    assert!(!advice.best.is_empty(), "{name} has a move to make");
}

#[test]
fn a_slow_evaluator_makes_no_search_late() {
    let limits = Limits {
        time: Some(TIME),
        ..Limits::best_move()
    };
    for (name, mut agent) in agents(Slow) {
        is_on_time(name, &mut *agent, &limits);
    }
    for (name, mut agent) in agents(Thorough) {
        is_on_time(name, &mut *agent, &limits);
    }
}

#[test]
fn a_stop_reaches_into_the_evaluator() {
    for (name, mut agent) in agents(Thorough) {
        let limits = Limits::every_move();
        let stop = limits.stop.clone();
        let raise = thread::spawn(move || {
            thread::sleep(TIME);
            stop.raise();
        });
        is_on_time(name, &mut *agent, &limits);
        raise.join().expect("it only waits");
    }
}

#[test]
fn what_was_found_before_the_deadline_is_told() {
    let game = Reversi::new(Payoff::WinLoss);
    let limits = Limits {
        time: Some(Duration::from_millis(8)),
        ..Limits::every_move()
    };
    let mut agent = AlphaBeta::new(AlphaBetaSettings::strong(4), Slow).expect("right");
    let advice = agent.advise(&game, &game.start(), &limits).expect("advice");
    let known = advice
        .moves
        .iter()
        .filter(|own| own.score != Score::Unknown);
    assert!(advice.cut_short && known.count() < 4);
    assert_eq!(advice.depth, Some(0));
}

#[test]
fn a_depth_that_cannot_be_is_an_error() {
    let game = Reversi::new(Payoff::WinLoss);
    let mut none = Minimax {
        depth: 0,
        evaluator: Slow,
    };
    assert!(
        none.advise(&game, &game.start(), &Limits::default())
            .is_err()
    );
    let callers = Limits {
        depth: Some(0),
        ..Limits::default()
    };
    let mut one = Minimax {
        depth: 2,
        evaluator: Slow,
    };
    let advice = one.advise(&game, &game.start(), &callers).expect("advice");
    assert_eq!(advice.depth, Some(1));
    for depth in [0, AlphaBetaSettings::MAX_DEPTH + 1, u32::MAX] {
        assert!(AlphaBeta::new(AlphaBetaSettings::plain(depth), Slow).is_err());
    }
}
