//! Playouts that an evaluator steers.

use std::sync::Mutex;

use plyscope_game::{Advice, Agent, Evaluator, Game, Limits, Player, Value};
use plyscope_mnk::Mnk;
use plyscope_search::{ExhaustiveParams, Mcts, MctsParams, Noise, Solution};

/// Knows what every state is worth.
struct Oracle(Mutex<Solution<Mnk>>);

impl Oracle {
    fn points(&self, game: &Mnk, state: &<Mnk as Game>::State, player: Player) -> i32 {
        let mut solution = self.0.lock().unwrap();
        let worth = solution.add(game, state, &Limits::default());
        worth.expect("small enough").margin(player)
    }
}

impl Evaluator<Mnk> for Oracle {
    fn value(&self, game: &Mnk, state: &<Mnk as Game>::State, player: Player) -> Value {
        self.points(game, state, player) as Value
    }
}

fn oracle() -> Oracle {
    let params = ExhaustiveParams {
        symmetry: true,
        ..ExhaustiveParams::default()
    };
    Oracle(Mutex::new(Solution::new(params)))
}

fn guided(
    state: &<Mnk as Game>::State,
    playouts: u64,
    evaluator: Box<dyn Evaluator<Mnk>>,
    random: f64,
) -> Advice<<Mnk as Game>::Move> {
    let params = MctsParams {
        playouts,
        solver: false,
        ..MctsParams::default()
    };
    let mut agent = Mcts::new(params).unwrap().guided(evaluator, random);
    let game = Mnk::tictactoe();
    agent.advise(&game, state, &Limits::every_move()).unwrap()
}

#[test]
fn perfect_steering_makes_every_playout_end_as_it_should() {
    let game = Mnk::tictactoe();
    let mut state = game.start();
    for mv in game.moves(&game.start()).take(1) {
        game.play(&mut state, mv);
    }
    let truth = oracle();
    let mover = game.mover(&state);
    // One playout for each of the eight moves: every mean is a single result.
    let advice = guided(&state, 8, Box::new(oracle()), 0.0);
    for own in &advice.moves {
        let mut next = state;
        game.play(&mut next, own.mv);
        let worth = truth.points(&game, &next, mover);
        assert_eq!(own.visits, Some(1));
        assert_eq!(own.mean, Some(worth as Value));
    }
}

#[test]
fn the_same_seed_gives_the_same_advice() {
    let game = Mnk::tictactoe();
    let noise = || {
        Box::new(Noise {
            seed: 3,
            levels: 5,
            symmetric: false,
        })
    };
    let first = guided(&game.start(), 500, noise(), 0.3);
    let second = guided(&game.start(), 500, noise(), 0.3);
    assert_eq!(first.moves, second.moves);
    let other = guided(&game.start(), 500, noise(), 0.9);
    assert_ne!(first.moves, other.moves);
}
