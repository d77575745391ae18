//! Monte Carlo tree search against exact solutions, and its promises.

use std::time::{Duration, Instant};

use plyscope_connect4::{AnySize, ConnectFour, Standard};
use plyscope_game::{
    Advice, Agent, Chance, Facts, Game, Limits, Notation, Payoffs, Player, Score, Stop,
};
use plyscope_mnk::Mnk;
use plyscope_othello::{Othello, Payoff};
use plyscope_search::{ExhaustiveParams, Mcts, MctsParams, Solution};

const DISCS: Payoff = Payoff::Discs {
    empties_to_winner: false,
};

fn with_playouts(playouts: u64) -> MctsParams {
    MctsParams {
        playouts,
        ..MctsParams::default()
    }
}

fn advice_of<G: Game>(game: &G, state: &G::State, params: MctsParams) -> Advice<G::Move> {
    let mut agent = Mcts::new(params).unwrap();
    agent.advise(game, state, &Limits::best_move()).unwrap()
}

fn connect_four(width: u32, height: u32, connect: u32) -> ConnectFour<AnySize<u64>> {
    ConnectFour::new(AnySize::new(width, height, connect).unwrap())
}

/// Every state of `count` random games that is not over.
fn random_states<G: Game>(game: &G, count: u64, seed: u64) -> Vec<G::State> {
    let mut states = Vec::new();
    for task in 0..count {
        let mut chance = Chance::for_task(seed, task);
        let mut state = game.start();
        while game.payoffs(&state).is_none() {
            states.push(state.clone());
            let mv = game.pick(&state, &mut chance);
            game.play(&mut state, mv);
        }
    }
    states
}

/// The points that each move is really worth to the mover.
fn true_points<G: Game>(game: &G, solution: &mut Solution<G>, state: &G::State) -> Vec<i32> {
    let mover = game.mover(state);
    let after = |mv| {
        let mut next = state.clone();
        game.play(&mut next, mv);
        let worth = solution.add(game, &next, &Limits::default());
        worth.expect("small enough").margin(mover)
    };
    game.moves(state).map(after).collect()
}

/// How often advice on random states held a proof, and chose a best move.
#[derive(Default, Debug)]
struct Record {
    states: u32,
    moves: u32,
    proved: u32,
    best: u32,
}

/// Proofs must hold on every state; how many there are is for the caller to judge.
fn proofs_hold<G: Game>(game: &G, games: u64, params: &MctsParams, limits: &Limits) -> Record {
    let mut solution = Solution::new(ExhaustiveParams::default());
    let mut record = Record::default();
    let mut agent = Mcts::new(params.clone()).unwrap();
    for state in random_states(game, games, params.seed) {
        let truth = true_points(game, &mut solution, &state);
        let advice = agent.advise(game, &state, limits).unwrap();
        assert_eq!(advice.moves.len(), truth.len());
        for (advised, &points) in advice.moves.iter().zip(&truth) {
            record.moves += 1;
            if let Score::Exact {
                points: proved,
                plies,
            } = advised.score
            {
                assert_eq!(proved, points, "{state:?} {:?}", advised.mv);
                assert!(plies.is_none_or(|plies| plies == 1));
                record.proved += 1;
            }
        }
        let top = truth.iter().max().unwrap();
        let chosen = advice
            .moves
            .iter()
            .position(|advised| advised.mv == advice.best[0]);
        record.states += 1;
        record.best += u32::from(truth[chosen.unwrap()] == *top);
        assert_eq!(advice.line[0], advice.best[0]);
        line_is_legal(game, &state, &advice.line);
    }
    record
}

fn line_is_legal<G: Game>(game: &G, state: &G::State, line: &[G::Move]) {
    let mut state = state.clone();
    for &mv in line {
        assert!(game.payoffs(&state).is_none());
        assert!(game.moves(&state).any(|legal| legal == mv));
        game.play(&mut state, mv);
    }
}

#[test]
fn proofs_never_contradict_the_exact_solution() {
    for playouts in [20, 300] {
        let params = with_playouts(playouts);
        for limits in [Limits::best_move(), Limits::every_move()] {
            proofs_hold(&Mnk::tictactoe(), 60, &params, &limits);
            proofs_hold(&Mnk::new(4, 3, 3).unwrap(), 40, &params, &limits);
            proofs_hold(&connect_four(4, 4, 4), 20, &params, &limits);
            proofs_hold(&connect_four(5, 4, 3), 20, &params, &limits);
            proofs_hold(&Othello::<4>::new(DISCS), 40, &params, &limits);
            proofs_hold(&Othello::<4>::new(Payoff::WinLoss), 40, &params, &limits);
        }
    }
}

#[test]
fn enough_playouts_prove_every_move_of_a_small_game() {
    let params = with_playouts(200_000);
    let limits = Limits::every_move();
    let records = [
        proofs_hold(&Mnk::tictactoe(), 2, &params, &limits),
        proofs_hold(&Mnk::new(4, 3, 3).unwrap(), 2, &params, &limits),
        proofs_hold(&connect_four(4, 4, 3), 2, &params, &limits),
        proofs_hold(&Othello::<4>::new(DISCS), 2, &params, &limits),
    ];
    for record in records {
        assert_eq!(record.proved, record.moves, "{record:?}");
        assert_eq!(record.best, record.states, "{record:?}");
    }
}

#[test]
fn nothing_is_proved_by_leaving_moves_out() {
    let game = Narrow(Mnk::tictactoe());
    for playouts in [100, 5_000] {
        let params = with_playouts(playouts);
        for limits in [Limits::best_move(), Limits::every_move()] {
            let record = proofs_hold(&game, 60, &params, &limits);
            assert!(record.proved > 0, "wins are proved all the same");
        }
    }
    let advice = advice_of(&game, &game.start(), with_playouts(500));
    assert_eq!(advice.moves.len(), 9);
    let left_out = advice.moves.iter().skip(1).step_by(2);
    for advised in left_out {
        assert_eq!(advised.score, Score::Unknown);
    }
}

/// An m,n,k game of which a search may look at every second move only.
struct Narrow(Mnk);

impl Game for Narrow {
    type State = <Mnk as Game>::State;
    type Move = <Mnk as Game>::Move;
    type Moves = std::vec::IntoIter<Self::Move>;

    fn facts(&self) -> Facts {
        self.0.facts()
    }
    fn start(&self) -> Self::State {
        self.0.start()
    }
    fn mover(&self, state: &Self::State) -> Player {
        self.0.mover(state)
    }
    fn moves(&self, state: &Self::State) -> Self::Moves {
        self.0.moves(state).collect::<Vec<_>>().into_iter()
    }
    fn play(&self, state: &mut Self::State, mv: Self::Move) {
        self.0.play(state, mv);
    }
    fn payoffs(&self, state: &Self::State) -> Option<Payoffs> {
        self.0.payoffs(state)
    }
    fn move_index(&self, mv: Self::Move) -> usize {
        self.0.move_index(mv)
    }
    fn candidates(&self, state: &Self::State) -> Self::Moves {
        let some: Vec<_> = self.0.moves(state).step_by(2).collect();
        some.into_iter()
    }
}

#[test]
fn without_the_solver_the_most_visited_move_is_still_the_best() {
    let params = MctsParams {
        solver: false,
        ..with_playouts(20_000)
    };
    let record = proofs_hold(&Mnk::tictactoe(), 20, &params, &Limits::best_move());
    assert!(record.best * 100 >= record.states * 98, "{record:?}");
    let start = advice_of(&Mnk::tictactoe(), &Mnk::tictactoe().start(), params);
    assert!(start.moves.iter().all(|advised| !advised.score.is_exact()));
}

#[test]
fn a_won_move_is_played_and_a_lost_one_blocked() {
    let game = Mnk::new(4, 4, 3).unwrap();
    let wins = game.read_state("xx2/oo2/4/4").unwrap();
    let advice = advice_of(&game, &wins, with_playouts(50));
    let chosen = game.cell(&wins, advice.best[0]).unwrap();
    assert_eq!((chosen.column, chosen.row), (2, 0));
    let immediate = Score::Exact {
        points: 1,
        plies: Some(1),
    };
    assert_eq!(advice.score_of(advice.best[0]), Some(immediate));

    let game = Mnk::tictactoe();
    let blocks = game.read_state("xx1/1o1/3").unwrap();
    let advice = advice_of(&game, &blocks, with_playouts(300));
    let chosen = game.cell(&blocks, advice.best[0]).unwrap();
    assert_eq!((chosen.column, chosen.row), (2, 0));
    let lost = |score: Score| score.value() == Some(-1.0) && score.is_exact();
    let losing = advice.moves.iter().filter(|advised| lost(advised.score));
    assert_eq!(losing.count(), advice.moves.len() - 1);
}

#[test]
fn the_same_seed_gives_the_same_advice_whatever_was_asked_before() {
    let game = Othello::<8>::new(DISCS);
    let states = random_states(&game, 1, 9);
    for threads in [1, 3] {
        let params = MctsParams {
            threads,
            ..with_playouts(2_000)
        };
        let mut agent = Mcts::new(params.clone()).unwrap();
        for state in states.iter().step_by(3) {
            let again = agent.advise(&game, state, &Limits::best_move()).unwrap();
            assert_eq!(again, advice_of(&game, state, params.clone()));
        }
    }
    let other = MctsParams {
        seed: 2,
        ..with_playouts(2_000)
    };
    let start = game.start();
    assert_ne!(
        advice_of(&game, &start, with_playouts(2_000)),
        advice_of(&game, &start, other)
    );
}

#[test]
fn visits_add_up_to_the_playouts_on_any_number_of_threads() {
    let game = Othello::<8>::new(Payoff::WinLoss);
    for threads in [1, 2, 3] {
        let params = MctsParams {
            threads,
            ..with_playouts(1_000)
        };
        let advice = advice_of(&game, &game.start(), params);
        assert_eq!(visits(&advice), 1_000);
        assert!(!advice.cut_short);
    }
}

fn visits<M>(advice: &Advice<M>) -> u64 {
    advice
        .moves
        .iter()
        .filter_map(|advised| advised.visits)
        .sum()
}

#[test]
fn memory_stays_within_its_bound_and_the_search_goes_on() {
    let game = Othello::<8>::new(DISCS);
    let params = MctsParams {
        memory: 1 << 17,
        threads: 2,
        ..with_playouts(20_000)
    };
    let mut agent = Mcts::new(params).unwrap();
    let advice = agent
        .advise(&game, &game.start(), &Limits::best_move())
        .unwrap();
    assert_eq!(visits(&advice), 20_000);
    let (nodes, bytes) = agent.memory_used();
    assert!(bytes <= 1 << 17, "{nodes} nodes in {bytes} bytes");
    assert!(nodes > 3_000, "the room is used: {nodes}");
}

#[test]
fn a_kept_tree_knows_what_it_knew_before_the_moves() {
    let game = Othello::<8>::new(DISCS);
    let params = MctsParams {
        reuse: true,
        ..with_playouts(20_000)
    };
    let mut agent = Mcts::new(params).unwrap();
    let mut state = game.start();
    let first = agent.advise(&game, &state, &Limits::best_move()).unwrap();
    let before = first
        .moves
        .iter()
        .find(|advised| advised.mv == first.best[0]);
    let before = before.unwrap().visits.unwrap();
    game.play(&mut state, first.best[0]);
    let second = agent.advise(&game, &state, &Limits::best_move()).unwrap();
    // The move's first visit was a playout of its own, before it had moves below it.
    assert_eq!(visits(&second), before - 1 + 20_000);

    agent.forget();
    let fresh = agent.advise(&game, &state, &Limits::best_move()).unwrap();
    assert_eq!(visits(&fresh), 20_000);
}

#[test]
fn kept_trees_prove_nothing_wrong_through_whole_games() {
    let game = Othello::<4>::new(DISCS);
    let mut solution = Solution::new(ExhaustiveParams::default());
    let params = MctsParams {
        reuse: true,
        memory: 1 << 18,
        ..with_playouts(400)
    };
    let mut agent = Mcts::new(params).unwrap();
    for task in 0..30 {
        agent.forget();
        let mut chance = Chance::for_task(5, task);
        let mut state = game.start();
        while game.payoffs(&state).is_none() {
            // Skipping a call now and then makes the tree follow two plies at once.
            if chance.below(2) == 0 {
                let truth = true_points(&game, &mut solution, &state);
                let advice = agent.advise(&game, &state, &Limits::every_move()).unwrap();
                for (advised, &points) in advice.moves.iter().zip(&truth) {
                    let exact = advised.score.is_exact();
                    assert!(!exact || advised.score.value() == Some(points as f32));
                }
            }
            let mv = game.pick(&state, &mut chance);
            game.play(&mut state, mv);
        }
    }
}

#[test]
fn limits_of_the_caller_end_the_search_and_say_so() {
    let game = Othello::<8>::new(Payoff::WinLoss);
    let start = game.start();
    let mut agent = Mcts::new(with_playouts(u64::MAX)).unwrap();
    let by_playouts = Limits {
        playouts: Some(500),
        ..Limits::default()
    };
    let advice = agent.advise(&game, &start, &by_playouts).unwrap();
    assert_eq!((visits(&advice), advice.cut_short), (500, true));

    let by_nodes = Limits {
        nodes: Some(3_000),
        ..Limits::default()
    };
    let advice = agent.advise(&game, &start, &by_nodes).unwrap();
    assert!(advice.cut_short && (3_000..3_000 + 64).contains(&advice.nodes));

    let by_time = Limits {
        time: Some(Duration::from_millis(30)),
        ..Limits::default()
    };
    let began = Instant::now();
    let advice = agent.advise(&game, &start, &by_time).unwrap();
    assert!(advice.cut_short && visits(&advice) > 0);
    assert!(began.elapsed() < Duration::from_secs(5));

    let stop = Stop::default();
    stop.raise();
    let stopped = Limits {
        stop,
        ..Limits::default()
    };
    let advice = agent.advise(&game, &start, &stopped).unwrap();
    assert!(advice.cut_short && visits(&advice) == 0);
    assert_eq!(advice.best.len(), 1, "there is always a move to play");
}

#[test]
fn limits_of_its_own_do_not_count_as_cut_short() {
    let game = Othello::<8>::new(Payoff::WinLoss);
    let params = MctsParams {
        nodes: Some(3_000),
        ..with_playouts(u64::MAX)
    };
    let advice = advice_of(&game, &game.start(), params);
    assert!(!advice.cut_short && advice.nodes >= 3_000);
}

#[test]
fn a_forced_pass_is_advised() {
    let game = Othello::<4>::new(Payoff::WinLoss);
    let has_pass = |state: &_| {
        let mut moves = game.moves(state);
        moves.len() == 1 && game.write_move(state, moves.next().unwrap()) == "pass"
    };
    let states = random_states(&game, 50, 3);
    let passes: Vec<_> = states.into_iter().filter(has_pass).collect();
    assert!(passes.len() > 5);
    for state in passes {
        let advice = advice_of(&game, &state, with_playouts(1_000));
        assert!(advice.moves[0].score.is_exact());
        assert_eq!(advice.mover, game.mover(&state));
    }
}

#[test]
fn wrong_parameters_are_refused_with_a_hint() {
    let wrong = [
        with_playouts(0),
        MctsParams {
            c: f32::NAN,
            ..MctsParams::default()
        },
        MctsParams {
            c: -1.0,
            ..MctsParams::default()
        },
        MctsParams {
            threads: 0,
            ..MctsParams::default()
        },
        MctsParams {
            memory: 100,
            ..MctsParams::default()
        },
        MctsParams {
            nodes: Some(0),
            ..MctsParams::default()
        },
    ];
    for params in wrong {
        let error = Mcts::<Mnk>::new(params).err().expect("refused");
        assert!(error.hint.is_some());
    }
}

#[test]
fn the_first_tries_of_moves_depend_on_the_seed() {
    let game = Standard::default();
    let first_move = |seed: u64| {
        let params = MctsParams {
            playouts: 1,
            seed,
            ..MctsParams::default()
        };
        let mut agent = Mcts::new(params).unwrap();
        let advice = agent.advise(&game, &game.start(), &Limits::every_move());
        let moves = advice.unwrap().moves;
        moves.iter().position(|own| own.visits == Some(1)).unwrap()
    };
    let mut tried: Vec<usize> = (0..200).map(first_move).collect();
    tried.sort_unstable();
    tried.dedup();
    assert_eq!(tried.len(), 7, "any of the seven may be the first");
}
