//! Agents without a tree: flat sampling, one ply, move heuristics, chance.

use plyscope_connect4::{Standard, Stone};
use plyscope_game::{
    Advice, Advised, Agent, Chance, Error, Evaluator, Game, Limits, MoveHeuristic, Notation,
    Player, Score, Value,
};
use plyscope_mnk::Mnk;
use plyscope_othello::{Othello, Payoff};
use plyscope_search::{
    Exhaustive, ExhaustiveParams, Flat, FlatParams, HeuristicAgent, OnePly, Random, Wandering,
};

fn flat(playouts: u64, threads: usize) -> Flat {
    let params = FlatParams {
        playouts,
        threads,
        seed: 5,
    };
    Flat::new(params).unwrap()
}

/// The mean points of the first player over all games from `state`, each move equally likely.
fn expected<G: Game>(game: &G, state: &G::State) -> f64 {
    if let Some(payoffs) = game.payoffs(state) {
        return f64::from(payoffs.of(Player::FIRST));
    }
    let moves = game.moves(state);
    let count = moves.len() as f64;
    let after = |mv| {
        let mut next = state.clone();
        game.play(&mut next, mv);
        expected(game, &next)
    };
    moves.map(after).sum::<f64>() / count
}

#[test]
fn sampled_means_come_near_the_expected_outcome() {
    let game = Mnk::tictactoe();
    let start = game.start();
    assert!((expected(&game, &start) - 0.296_825).abs() < 1e-6);
    let advice = flat(100_000, 1)
        .advise(&game, &start, &Limits::default())
        .unwrap();
    for advised in &advice.moves {
        let mut next = start;
        game.play(&mut next, advised.mv);
        let mean = f64::from(advised.score.value().unwrap());
        // Six standard errors of a mean of values between −1 and 1.
        assert!((mean - expected(&game, &next)).abs() < 6.0 / 100_000f64.sqrt());
        assert_eq!(advised.visits, Some(100_000));
    }
}

#[test]
fn flat_sampling_is_the_same_on_any_number_of_threads() {
    let game = Othello::<8>::new(Payoff::WinLoss);
    let start = game.start();
    let one = flat(1_500, 1).advise(&game, &start, &Limits::default());
    for threads in 2..5 {
        let many = flat(1_500, threads).advise(&game, &start, &Limits::default());
        assert_eq!(one, many);
    }
}

#[test]
fn a_move_that_ends_the_game_is_not_sampled() {
    let game = Mnk::tictactoe();
    let state = game.read_state("xx1/oo1/3").unwrap();
    let advice = flat(100, 1)
        .advise(&game, &state, &Limits::default())
        .unwrap();
    let win = Score::Exact {
        points: 1,
        plies: Some(1),
    };
    assert_eq!(advice.score_of(advice.best[0]), Some(win));
    assert_eq!(advice.moves[0].visits, Some(0));
    assert_eq!(advice.best.len(), 1);
}

#[test]
fn flat_sampling_keeps_the_limits_of_its_caller_with_equal_shares() {
    let game = Othello::<8>::new(Payoff::WinLoss);
    let start = game.start();
    let limits = Limits {
        playouts: Some(403),
        ..Limits::default()
    };
    let advice = flat(10_000, 2).advise(&game, &start, &limits).unwrap();
    assert!(advice.cut_short && advice.moves.iter().all(|mv| mv.visits == Some(100)));
    let limits = Limits {
        nodes: Some(1_000),
        ..Limits::default()
    };
    let advice = flat(10_000, 2).advise(&game, &start, &limits).unwrap();
    assert!(advice.cut_short && advice.moves.iter().all(|mv| mv.visits == Some(64)));
    let limits = Limits::default();
    limits.stop.raise();
    let advice = flat(10_000, 2).advise(&game, &start, &limits).unwrap();
    assert!(advice.cut_short && advice.best.len() == advice.moves.len());
    assert!(
        Flat::new(FlatParams {
            playouts: 0,
            ..FlatParams::default()
        })
        .is_err()
    );
}

/// The difference in legal moves.
struct Freedom;

impl Evaluator<Othello<8>> for Freedom {
    fn value(
        &self,
        game: &Othello<8>,
        state: &<Othello<8> as Game>::State,
        player: Player,
    ) -> Value {
        let own = game.places(state, player).count_ones();
        own as Value - game.places(state, player.opponent()).count_ones() as Value
    }
}

impl MoveHeuristic<Othello<8>> for Freedom {
    fn move_value(
        &self,
        game: &Othello<8>,
        state: &<Othello<8> as Game>::State,
        player: Player,
        mv: <Othello<8> as Game>::Move,
    ) -> Value {
        let mut next = *state;
        game.play(&mut next, mv);
        self.value(game, &next, player)
    }
}

#[test]
fn one_ply_asks_the_evaluator_after_each_move_and_trusts_ends() {
    let game = Othello::<8>::new(Payoff::WinLoss);
    let mut chance = Chance::new(3);
    let mut state = game.start();
    let mut ends = 0;
    while game.payoffs(&state).is_none() {
        let mover = game.mover(&state);
        let looked = OnePly { evaluator: Freedom }.advise(&game, &state, &Limits::default());
        let guessed =
            HeuristicAgent { heuristic: Freedom }.advise(&game, &state, &Limits::default());
        let moves = looked
            .unwrap()
            .moves
            .into_iter()
            .zip(guessed.unwrap().moves);
        for (looked, guessed) in moves {
            let mut next = state;
            game.play(&mut next, looked.mv);
            let value = Freedom.value(&game, &next, mover);
            assert_eq!(guessed.score, Score::Estimate(value));
            if let Some(payoffs) = game.payoffs(&next) {
                ends += 1;
                let points = payoffs.of(mover);
                assert_eq!(
                    looked.score,
                    Score::Exact {
                        points,
                        plies: Some(1)
                    }
                );
            } else {
                assert_eq!(looked.score, guessed.score);
            }
        }
        let mv = game.pick(&state, &mut chance);
        game.play(&mut state, mv);
    }
    assert!(ends > 0);
}

#[test]
fn random_choices_are_even_and_do_not_depend_on_what_was_asked_before() {
    let game = Mnk::tictactoe();
    let start = game.start();
    let choose = |seed| {
        Random { seed }
            .advise(&game, &start, &Limits::default())
            .unwrap()
    };
    let mut counts = [0; 9];
    for seed in 0..9_000 {
        let advice: Advice<_> = choose(seed);
        assert_eq!(advice.best.len(), 1);
        counts[game
            .moves(&start)
            .position(|mv| mv == advice.best[0])
            .unwrap()] += 1;
    }
    assert!(
        counts.iter().all(|&count| (850..1_150).contains(&count)),
        "{counts:?}"
    );
    assert_eq!(choose(4), choose(4));
}

#[test]
fn the_solver_beats_chance_and_never_loses() {
    let game = Mnk::tictactoe();
    let mut solver = Exhaustive::new(ExhaustiveParams::default()).unwrap();
    for seed in 0..50 {
        let mut random = Random { seed };
        let own = Player((seed % 2) as u8);
        let mut state = game.start();
        let payoffs = loop {
            if let Some(payoffs) = game.payoffs(&state) {
                break payoffs;
            }
            let limits = Limits::best_move();
            let advice = if game.mover(&state) == own {
                solver.advise(&game, &state, &limits)
            } else {
                random.advise(&game, &state, &limits)
            };
            game.play(&mut state, advice.unwrap().best[0]);
        };
        assert!(payoffs.of(own) >= 0);
    }
}

/// Counts what it is told.
#[derive(Default)]
struct Told {
    forgotten: u32,
    seed: u64,
}

impl Agent<Standard> for Told {
    fn advise(
        &mut self,
        game: &Standard,
        state: &<Standard as Game>::State,
        _limits: &Limits,
    ) -> Result<Advice<Stone>, Error> {
        let value = |mv| Score::Estimate(-(game.move_index(mv) as Value));
        let advised = |mv| Advised {
            mv,
            score: value(mv),
            visits: None,
            mean: None,
        };
        let moves: Vec<_> = game.moves(state).map(advised).collect();
        let mut advice = Advice::by_score(&game.facts(), game.mover(state), moves);
        advice.line.clone_from(&advice.best);
        Ok(advice)
    }

    fn forget(&mut self) {
        self.forgotten += 1;
    }

    fn reseed(&mut self, seed: u64) {
        self.seed = seed;
    }
}

/// A thousand states of random games, none over.
fn states_of_connect_four() -> Vec<<Standard as Game>::State> {
    let (game, mut chance) = (Standard::default(), Chance::new(3));
    let mut states = Vec::new();
    while states.len() < 1000 {
        let mut state = game.start();
        while game.payoffs(&state).is_none() {
            states.push(state);
            let mv = game.pick(&state, &mut chance);
            game.play(&mut state, mv);
        }
    }
    states.truncate(1000);
    states
}

#[test]
fn who_wanders_keeps_the_scores_and_strays_in_its_share_of_states() {
    let (game, states, limits) = (
        Standard::default(),
        states_of_connect_four(),
        Limits::every_move(),
    );
    let mut plain = Told::default();
    for share in [0.0, 0.3, 1.0] {
        let mut agent = Wandering {
            agent: Told::default(),
            share,
            seed: 4,
        };
        let (mut strayed, mut expected) = (0.0, 0.0);
        for state in &states {
            let same = plain.advise(&game, state, &limits).unwrap();
            let advice = agent.advise(&game, state, &limits).unwrap();
            assert_eq!(advice.moves, same.moves);
            assert!(advice.line.iter().all(|mv| advice.best.contains(mv)));
            strayed += f64::from(advice.best != same.best);
            expected += share * (1.0 - 1.0 / same.moves.len() as f64);
            let again = agent.advise(&game, state, &limits).unwrap();
            assert_eq!(again, advice);
        }
        // Four standard deviations of a thousand draws at the most.
        assert!((strayed - expected).abs() <= 64.0, "{strayed} {expected}");
    }
}

#[test]
fn who_wanders_chooses_alike_one_by_one_and_many_at_once() {
    let (game, states) = (Standard::default(), states_of_connect_four());
    let agent = || Wandering {
        agent: Told::default(),
        share: 0.5,
        seed: 9,
    };
    let (mut single, mut many, limits) = (agent(), agent(), Limits::every_move());
    let mut told = 0;
    let mut tell = |state: &_, advice: &Advice<Stone>| {
        told += 1;
        assert_eq!(*advice, single.advise(&game, state, &limits).unwrap());
        true
    };
    many.advise_each(&game, &states, &limits, &mut tell)
        .unwrap();
    assert_eq!(told, states.len());
}

#[test]
fn who_wanders_passes_on_a_seed_and_forgetting() {
    let mut agent = Wandering {
        agent: Told::default(),
        share: 0.5,
        seed: 1,
    };
    Agent::<Standard>::reseed(&mut agent, 12);
    Agent::<Standard>::forget(&mut agent);
    assert_eq!((agent.seed, agent.agent.seed), (12, 12));
    assert_eq!(agent.agent.forgotten, 1);
}
