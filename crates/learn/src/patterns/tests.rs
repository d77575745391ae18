use std::collections::BTreeMap;

use plyscope_connect4::Standard;
use plyscope_game::{Evaluator, Game, Stop};
use plyscope_othello::Othello;
use plyscope_parallel::Threads;

use super::*;

/// Knows ends only, in the game's own points.
struct Ends;

impl<G: StoneGame> Teacher<G> for Ends {
    fn end(&self, game: &G, state: &G::State) -> Option<f32> {
        let payoffs = game.payoffs(state)?;
        Some(payoffs.of(game.mover(state)) as f32)
    }
}

fn params<G: StoneGame>(game: &G, set: &str, games: u64) -> PatternParams {
    PatternParams {
        set: Arc::new(game.pattern_set(set).unwrap()),
        unit: 256,
        games,
        depth: 2,
        random_plies: (2, 6),
        share: 0.1,
        lambda: 0.8,
        fit: TableFit {
            phases: 2,
            ridge: 1.0,
            steps: 20,
            enough: 1e-3,
        },
        seed: 5,
    }
}

fn learned<G: StoneGame>(game: &G, params: &PatternParams, threads: usize) -> PatternWeights {
    let threads = Threads::new(threads).unwrap();
    let learn = || learn_patterns(game, params, None, &|| Ends, &mut ());
    threads.run(learn).unwrap()
}

/// States of random games with what planted weights say of them.
fn planted<G: StoneGame>(game: &G, patterns: &Patterns, seeds: std::ops::Range<u64>) -> Samples {
    let mut samples = Samples::new(1);
    for seed in seeds {
        let mut chance = Chance::new(seed);
        let mut state = game.start();
        while game.payoffs(&state).is_none() {
            let (own, theirs) = game.stones(&state);
            let (own, theirs) = (own.as_ref(), theirs.as_ref());
            samples.push(own, theirs, patterns.points(own, theirs));
            let mv = game.pick(&state, &mut chance);
            game.play(&mut state, mv);
        }
    }
    samples
}

#[test]
fn planted_tables_are_recovered_as_far_as_states_tell_them_apart() {
    let game = Othello::<6>::default();
    let set = Arc::new(game.pattern_set("straight2").unwrap());
    let mut chance = Chance::new(1);
    let points: Vec<f32> = (0..2 * set.weights())
        .map(|_| chance.unit() as f32 - 0.5)
        .collect();
    let weights = PatternWeights::rounded(Arc::clone(&set), 2, 1 << 12, &points, "");
    let patterns = Patterns::new(weights);
    let samples = planted(&game, &patterns, 0..400);
    let fit = TableFit {
        phases: 2,
        ridge: 1e-6,
        steps: 400,
        enough: 1e-7,
    };
    let index = PatternIndex::new(Arc::clone(&set));
    let fits = fit_tables(
        &index,
        &[&samples],
        &vec![0.0; points.len()],
        &fit,
        &Stop::default(),
    );
    let found: Vec<f32> = fits.into_iter().flat_map(|fit| fit.weights).collect();
    let found = Patterns::new(PatternWeights::rounded(set, 2, 1 << 12, &found, ""));
    let unseen = planted(&game, &patterns, 1000..1020);
    for at in 0..unseen.len() {
        let (own, theirs, value) = unseen.get(at);
        let guess = found.points(own, theirs);
        assert!((guess - value).abs() < 0.05, "{guess} instead of {value}");
    }
}

#[test]
fn what_is_counted_is_learned_beside_the_patterns() {
    let game = Othello::<6>::default();
    let params = params(&game, "regions-counts", 200);
    let td = TdTables {
        rate: 0.5,
        lambda: 0.3,
    };
    let aim = Aim {
        start: None,
        against: None,
    };
    let by_td = learn_patterns_by_td(&game, &params, &td, &aim, &mut ()).unwrap();
    for weights in [learned(&game, &params, 2), by_td] {
        for phase in weights.weights.chunks(weights.set.weights()) {
            let (patterns, counted) = phase.split_at(weights.set.pattern_weights());
            assert!(patterns.iter().any(|&own| own != 0));
            assert!(counted.iter().any(|&own| own != 0));
        }
    }
}

#[test]
fn threads_do_not_change_a_byte() {
    let game = Standard::default();
    let params = params(&game, "straight", 600);
    let one = learned(&game, &params, 1).to_bytes();
    for threads in [2, 8] {
        assert_eq!(learned(&game, &params, threads).to_bytes(), one);
    }
    let other = PatternParams { seed: 6, ..params };
    assert_ne!(learned(&game, &other, 2).to_bytes(), one);
}

/// Keeps chunks, and ends the work after so many of them.
struct Interrupted {
    chunks: BTreeMap<(usize, u64), Samples>,
    left: u32,
}

impl Keeper for Interrupted {
    fn kept(&mut self, round: usize, chunk: u64) -> Option<Samples> {
        let kept = self.chunks.get(&(round, chunk))?;
        Samples::from_bytes(kept.words(), &kept.to_bytes())
    }

    fn keep(&mut self, round: usize, chunk: u64, samples: &Samples) -> Result<(), Error> {
        if self.left == 0 {
            return Err(Error::stopped("enough"));
        }
        self.left -= 1;
        self.chunks.insert((round, chunk), samples.clone());
        Ok(())
    }
}

#[test]
fn work_that_was_interrupted_again_and_again_comes_to_the_same() {
    let game = Standard::default();
    let params = params(&game, "straight", 1500);
    let whole = learned(&game, &params, 2);
    let mut keeper = Interrupted {
        chunks: BTreeMap::new(),
        left: 0,
    };
    for _ in 0..40 {
        keeper.left = 2;
        match learn_patterns(&game, &params, None, &|| Ends, &mut keeper) {
            Ok(weights) => {
                assert_eq!(weights, whole);
                return;
            }
            Err(error) => assert!(error.what.contains("enough"), "{error}"),
        }
    }
    panic!("the work never ended");
}

/// Somebody wants the work to end.
struct Ended(Stop);

impl Keeper for Ended {
    fn stop(&self) -> Stop {
        self.0.clone()
    }

    fn goes_on(&mut self) -> Result<(), Error> {
        Err(Error::stopped("ended"))
    }

    fn keep(&mut self, _: usize, _: u64, _: &Samples) -> Result<(), Error> {
        panic!("no chunk was played to its end");
    }
}

#[test]
fn a_raised_flag_ends_games_and_fits_at_once() {
    let game = Standard::default();
    let params = params(&game, "straight", 1500);
    let stop = Stop::default();
    stop.raise();
    let mut keeper = Ended(stop.clone());
    let error = learn_patterns(&game, &params, None, &|| Ends, &mut keeper).unwrap_err();
    assert!(error.what.contains("ended"), "{error}");

    let index = PatternIndex::new(Arc::clone(&params.set));
    let start = vec![0.0; params.fit.phases * params.set.weights()];
    let fits = fit_tables(&index, &[&Samples::new(1)], &start, &params.fit, &stop);
    assert!(fits.iter().all(|fit| fit.steps == 0));
}

#[test]
fn learning_goes_on_from_weights() {
    let game = Standard::default();
    let params = params(&game, "straight", 500);
    let start = learned(&game, &params, 2);
    let more = PatternParams { seed: 9, ..params };
    let further = learn_patterns(&game, &more, Some(&start), &|| Ends, &mut ()).unwrap();
    assert_eq!(further.set, start.set);
    assert_ne!(further, start);
}

#[test]
fn nothing_to_learn_from_is_an_error() {
    let game = Standard::default();
    let params = params(&game, "straight", 0);
    let error = learn_patterns(&game, &params, None, &|| Ends, &mut ()).unwrap_err();
    assert!(error.what.contains("no games to learn from"), "{error}");
}

#[test]
fn what_is_learned_beats_chance() {
    let game = Standard::default();
    let mut patterns = params(&game, "straight", 1500);
    patterns.depth = 1;
    let weights = Patterns::new(learned(&game, &patterns, 2));
    let mut won = 0.0;
    for seed in 0..100 {
        let mut chance = Chance::new(seed);
        let mut state = game.start();
        let side = (seed % 2) as usize;
        while game.payoffs(&state).is_none() {
            if game.mover(&state).index() == side {
                state = play::best(&game, &weights, &Ends, &state, 1).0;
            } else {
                let mv = game.pick(&state, &mut chance);
                game.play(&mut state, mv);
            }
        }
        let points = game
            .payoffs(&state)
            .unwrap()
            .of(plyscope_game::Player(side as u8));
        won += f64::from(points + 1) / 2.0;
    }
    assert!(won > 90.0, "{won} of 100");
}

/// Plain minimax.
fn minimax<G: StoneGame>(game: &G, patterns: &Patterns, state: &G::State, depth: u32) -> f32 {
    if let Some(value) = Ends.end(game, state) {
        return value;
    }
    if depth == 0 {
        let (own, theirs) = game.stones(state);
        return patterns.points(own.as_ref(), theirs.as_ref());
    }
    let value = |mv| {
        let mut next = state.clone();
        game.play(&mut next, mv);
        -minimax(game, patterns, &next, depth - 1)
    };
    game.moves(state)
        .map(value)
        .fold(f32::NEG_INFINITY, f32::max)
}

#[test]
fn the_search_of_the_games_equals_plain_minimax() {
    let game = Standard::default();
    let patterns = Patterns::new(learned(&game, &params(&game, "straight", 500), 2));
    for seed in 0..30 {
        let mut chance = Chance::new(seed);
        let mut state = game.start();
        for _ in 0..10 {
            if game.payoffs(&state).is_some() {
                break;
            }
            let value = play::best(&game, &patterns, &Ends, &state, 3).1;
            assert!((value - minimax(&game, &patterns, &state, 3)).abs() < 1e-6);
            let mv = game.pick(&state, &mut chance);
            game.play(&mut state, mv);
        }
    }
}

/// Likes stones in the middle column.
struct Middle;

impl Evaluator<Standard> for Middle {
    fn value(
        &self,
        game: &Standard,
        state: &<Standard as Game>::State,
        player: plyscope_game::Player,
    ) -> f32 {
        let ([own], [theirs]) = game.stones(state);
        let middle = 0x3f << 21;
        let value = (own & middle).count_ones() as f32 - (theirs & middle).count_ones() as f32;
        if game.mover(state) == player {
            value
        } else {
            -value
        }
    }
}

/// Points of 200 games one move ahead against an opponent, both with a tenth of random moves.
fn points_against(weights: &PatternWeights, opponent: &dyn Evaluator<Standard>) -> i32 {
    let game = Standard::default();
    let patterns = Patterns::new(weights.clone());
    let mut points = 0;
    for seed in 5000..5200 {
        let mut chance = Chance::new(seed);
        let side = plyscope_game::Player((seed % 2) as u8);
        let mut state = game.start();
        while game.payoffs(&state).is_none() {
            if chance.unit() < 0.1 {
                play::play_randomly(&game, &mut state, &mut chance);
            } else if game.mover(&state) == side {
                state = play::best(&game, &patterns, &Ends, &state, 1).0;
            } else {
                state = opponent::reply(&game, opponent, &state, &mut chance);
            }
        }
        points += game.payoffs(&state).unwrap().of(side);
    }
    points
}

fn by_td(
    params: &PatternParams,
    against: Option<&dyn Evaluator<Standard>>,
    keeper: &mut dyn Keeper,
) -> Result<PatternWeights, Error> {
    let td = TdTables {
        rate: 0.5,
        lambda: 0.3,
    };
    let aim = Aim {
        start: None,
        against,
    };
    learn_patterns_by_td(&Standard::default(), params, &td, &aim, keeper)
}

#[test]
fn an_opponent_is_learned_by_playing_him() {
    let params = params(&Standard::default(), "straight", 4000);
    let weights = by_td(&params, Some(&Middle), &mut ()).unwrap();
    let points = points_against(&weights, &Middle);
    assert!(points > 120, "{points} points of 200 games");
}

#[test]
fn td_against_oneself_beats_who_was_never_met() {
    let params = params(&Standard::default(), "straight", 4000);
    let weights = by_td(&params, None, &mut ()).unwrap();
    let points = points_against(&weights, &Middle);
    assert!(points > 60, "{points} points of 200 games");
}

#[test]
fn threads_do_not_change_what_td_learns() {
    let params = params(&Standard::default(), "straight", 1000);
    let on = |threads: usize| {
        let threads = Threads::new(threads).unwrap();
        let learn = || by_td(&params, Some(&Middle), &mut ());
        threads.run(learn).unwrap()
    };
    let one = on(1);
    assert!(one == on(2) && one == on(8));
}

/// Keeps the last weights of TD, and ends the work again and again.
struct Again {
    kept: Option<(u64, Vec<f32>)>,
    left: u32,
}

impl Keeper for Again {
    fn kept_tables(&mut self) -> Option<(u64, Vec<f32>)> {
        self.kept.clone()
    }

    fn keep_tables(&mut self, leg: &TdLeg, points: &[f32]) -> Result<(), Error> {
        self.kept = Some((leg.games, points.to_vec()));
        Ok(())
    }

    fn played(&mut self, _: u64) -> Result<(), Error> {
        self.left = self
            .left
            .checked_sub(1)
            .ok_or_else(|| Error::stopped("enough"))?;
        Ok(())
    }
}

#[test]
fn td_that_was_interrupted_again_and_again_comes_to_the_same() {
    let params = params(&Standard::default(), "straight", 3000);
    let whole = by_td(&params, Some(&Middle), &mut ()).unwrap();
    let mut keeper = Again {
        kept: None,
        left: 0,
    };
    for _ in 0..40 {
        keeper.left = 7;
        if let Ok(weights) = by_td(&params, Some(&Middle), &mut keeper) {
            assert_eq!(weights, whole);
            return;
        }
    }
    panic!("the work never ended");
}

#[test]
fn td_without_games_is_an_error() {
    let params = params(&Standard::default(), "straight", 0);
    let error = by_td(&params, None, &mut ()).unwrap_err();
    assert!(error.what.contains("no games to learn from"), "{error}");
}
