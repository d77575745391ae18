//! Values known from elsewhere, values found by brute force, and how often intervals hold.

use plyscope_connect4::EightByEight;
use plyscope_game::{
    Advice, Agent, Chance, Evaluator, Game, Limits, Notation, Player, Score, Stop,
};
use plyscope_mnk::Mnk;
use plyscope_othello::{Move, Othello, Payoff, State};
use plyscope_search::{AlphaBeta, AlphaBetaSettings, Minimax, OnePly, SearchBudget};
use plyscope_stats::Z95;

use super::{Enumeration, ExactOutcome, NotEnumerated, Sample, Sampler, SamplerParams, StopRule};

const ROOM: usize = 2_000_000;
const DISCS: Payoff = Payoff::Discs {
    empties_to_winner: false,
};

fn exact<G: Game>(game: &G, state: &G::State, player: Player) -> f64 {
    let mut budget = SearchBudget::new(None, None, &Limits::default());
    let value = Enumeration::new(ROOM).value(game, state, player, &mut budget);
    value.expect("there is room")
}

/// The definition, without memory or symmetry: each leaf times the chance of its path.
fn by_definition<G: Game>(game: &G, state: &G::State, player: Player, chance: f64) -> f64 {
    if let Some(payoffs) = game.payoffs(state) {
        return chance * f64::from(payoffs.of(player));
    }
    let moves = game.moves(state);
    let each = chance / moves.len() as f64;
    moves
        .map(|mv| {
            let mut next = state.clone();
            game.play(&mut next, mv);
            by_definition(game, &next, player, each)
        })
        .sum()
}

/// States of random games that are not over, from `from` plies on.
fn states<G: Game>(game: &G, from: u32, count: usize, seed: u64) -> Vec<G::State> {
    let mut states = Vec::new();
    for task in 0.. {
        let mut chance = Chance::for_task(seed, task);
        let mut state = game.start();
        let mut ply = 0;
        while game.payoffs(&state).is_none() {
            if ply >= from {
                if states.len() == count {
                    return states;
                }
                states.push(state.clone());
            }
            let mv = game.pick(&state, &mut chance);
            game.play(&mut state, mv);
            ply += 1;
        }
    }
    unreachable!("games go on being played")
}

fn sampler(rule: StopRule, first: u64, most: u64, tolerance: f64, seed: u64) -> Sampler {
    Sampler::new(SamplerParams {
        rule,
        first,
        most,
        tolerance,
        seed,
    })
    .expect("in range")
}

#[test]
fn starts_have_the_values_of_an_independent_program() {
    let near = |value: f64, known: f64, digits: f64| (value - known).abs() < digits;
    let three = Mnk::tictactoe();
    let value = exact(&three, &three.start(), Player::FIRST);
    assert!(near(value, 0.296_825, 5e-7), "{value}");
    let four = Mnk::new(4, 4, 4).unwrap();
    let value = exact(&four, &four.start(), Player::FIRST);
    assert!(near(value, 0.0493, 5e-5), "{value}");
    let wins = Othello::<4>::default();
    let value = exact(&wins, &wins.start(), Player::FIRST);
    assert!(near(value, -0.199_268, 5e-7), "{value}");
    let discs = Othello::<4>::new(DISCS);
    let value = exact(&discs, &discs.start(), Player::FIRST);
    assert!(near(value, -1.5261, 5e-5), "{value}");
}

#[test]
fn enumeration_equals_the_definition() {
    let three = Mnk::tictactoe();
    let four = Othello::<4>::new(DISCS);
    for player in [Player::FIRST, Player::SECOND] {
        for state in states(&three, 0, 100, 3) {
            let gap = exact(&three, &state, player) - by_definition(&three, &state, player, 1.0);
            assert!(gap.abs() < 1e-12);
        }
        for state in states(&four, 4, 100, 4) {
            let gap = exact(&four, &state, player) - by_definition(&four, &state, player, 1.0);
            assert!(gap.abs() < 1e-12);
        }
    }
}

#[test]
fn what_does_not_fit_is_an_error_and_no_value() {
    let game = Othello::<8>::default();
    let mut agent = ExactOutcome::new(1000).unwrap();
    let error = agent
        .advise(&game, &game.start(), &Limits::every_move())
        .unwrap_err();
    assert!(
        error.to_string().contains("more than 1000 states"),
        "{error}"
    );
    let limits = Limits {
        nodes: Some(50),
        ..Limits::every_move()
    };
    let error = agent.advise(&game, &game.start(), &limits).unwrap_err();
    assert!(error.to_string().contains("cut short"), "{error}");
    assert!(ExactOutcome::<Othello<8>>::new(0).is_err());
}

#[test]
fn searches_pass_the_failure_of_their_evaluator_on() {
    let game = Othello::<8>::default();
    let start = game.start();
    let limits = Limits::every_move();
    let evaluator = || ExactOutcome::new(1000).unwrap();
    let mut agents: [Box<dyn Agent<Othello<8>>>; 3] = [
        Box::new(OnePly {
            evaluator: evaluator(),
        }),
        Box::new(Minimax {
            depth: 2,
            evaluator: evaluator(),
        }),
        Box::new(AlphaBeta::new(AlphaBetaSettings::plain(2), evaluator()).unwrap()),
    ];
    for agent in &mut agents {
        for _ in 0..2 {
            let error = agent.advise(&game, &start, &limits).unwrap_err();
            assert!(error.hint.is_some(), "{error}");
        }
    }
}

#[test]
fn a_full_memory_is_emptied_before_a_state_is_refused() {
    let game = Mnk::tictactoe();
    let mut budget = SearchBudget::new(None, None, &Limits::default());
    let corner = game.read_state("x../.../...").unwrap();
    let mut enumeration = Enumeration::new(1000);
    let first = enumeration
        .value(&game, &corner, Player::FIRST, &mut budget)
        .unwrap();
    let most = enumeration.len();
    let mut tight = Enumeration::new(most);
    for text in ["x../.../...", ".../.x./...", ".x./.../...", "x../.../..."] {
        let state = game.read_state(text).unwrap();
        let fresh = Enumeration::new(1000).value(&game, &state, Player::FIRST, &mut budget);
        let value = tight.value(&game, &state, Player::FIRST, &mut budget);
        match value {
            Ok(value) => assert_eq!(Ok(value), fresh),
            Err(reason) => assert_eq!(
                reason,
                NotEnumerated::TooLarge {
                    max_states: most,
                    at_least: None
                }
            ),
        }
    }
    let again = tight.value(&game, &corner, Player::FIRST, &mut budget);
    assert_eq!(again, Ok(first));
}

#[test]
fn equal_moves_have_equal_values_and_a_win_is_taken() {
    let game = Mnk::tictactoe();
    let mut agent = ExactOutcome::new(ROOM).unwrap();
    let limits = Limits::every_move();
    let advice = agent.advise(&game, &game.start(), &limits).unwrap();
    let value = |mv: usize| advice.moves[mv].score;
    assert_eq!([value(0), value(2), value(6)], [value(8); 3]);
    assert_eq!(advice.best, [advice.moves[4].mv], "the centre");
    let state = game.read_state("xx./oo./...").unwrap();
    let advice = agent.advise(&game, &state, &limits).unwrap();
    assert_eq!(advice.best, [advice.moves[0].mv]);
    assert!(advice.moves[0].score.is_exact());
}

#[test]
fn where_wins_come_in_sizes_a_small_certain_one_is_not_best() {
    let game = Othello::<4>::new(DISCS);
    let mut agent = ExactOutcome::new(ROOM).unwrap();
    for state in states(&game, 6, 2000, 9) {
        let advice = agent.advise(&game, &state, &Limits::every_move()).unwrap();
        let value = |mv| advice.score_of(mv).and_then(Score::value).unwrap();
        let top = advice.moves.iter().map(|own| value(own.mv));
        let top = top.fold(f32::NEG_INFINITY, f32::max);
        assert!(advice.best.iter().all(|&mv| value(mv) >= top));
    }
}

#[test]
fn the_papers_rule_stops_where_two_halves_agree() {
    let game = Othello::<8>::default();
    let sampler = sampler(StopRule::Converge, 16, 1024, 0.05, 1);
    let mut seen = [0; 7];
    for state in states(&game, 10, 300, 5) {
        let sample = sampler.sample(&game, &state, Player::FIRST);
        assert!(sample.playouts.is_power_of_two() && (32..=1024).contains(&sample.playouts));
        seen[sample.playouts.trailing_zeros() as usize - 5] += 1;
    }
    assert!(seen[..6].iter().all(|&count| count > 0), "{seen:?}");
}

#[test]
fn a_sampling_agent_says_of_each_move_what_the_evaluator_says_of_the_state_after_it() {
    let game = EightByEight::default();
    for rule in [StopRule::Converge, StopRule::Interval] {
        let sampler = Sampler::new(SamplerParams::usual(rule, &game.facts())).unwrap();
        for state in states(&game, 6, 30, 6) {
            let advice = sampler
                .clone()
                .advise(&game, &state, &Limits::every_move())
                .unwrap();
            for advised in advice.moves {
                let mut next = state;
                game.play(&mut next, advised.mv);
                let value = sampler.value(&game, &next, advice.mover);
                assert_eq!(advised.score.value(), Some(value));
                let is_end = game.payoffs(&next).is_some();
                assert_eq!(advised.visits == Some(0), is_end);
                assert_eq!(advised.mean, (!is_end).then_some(value));
            }
        }
    }
}

#[test]
fn values_are_the_same_for_images_and_for_the_same_seed_only() {
    let game = Othello::<6>::default();
    let one = sampler(StopRule::Converge, 16, 1024, 0.05, 1);
    let two = sampler(StopRule::Converge, 16, 1024, 0.05, 2);
    let mut differ = 0;
    for state in states(&game, 4, 40, 7) {
        let value = one.value(&game, &state, Player::FIRST);
        let opposite = one.value(&game, &state, Player::SECOND);
        assert!((value + opposite).abs() < f32::MIN_POSITIVE);
        for symmetry in 1..game.symmetries() {
            let image = game.map_state(symmetry, &state);
            let same = one.value(&game, &image, Player::FIRST);
            assert_eq!(value.to_bits(), same.to_bits());
        }
        let other = two.value(&game, &state, Player::FIRST);
        differ += u32::from(other.to_bits() != value.to_bits());
    }
    assert!(differ > 30, "{differ}");
}

/// States whose value is still open: where every game ends alike any interval would do.
fn open_states<G: Game>(game: &G, from: u32, count: usize, seed: u64) -> Vec<G::State> {
    let mut chance = Chance::new(seed);
    let mut open = states(game, from, 4 * count, seed);
    open.retain(|state| {
        let tally = game.playouts(state, 200, &mut chance);
        tally.standard_error(Player::FIRST) > 0.0
    });
    open.truncate(count);
    open
}

/// Holds the intervals of several rules to the exact values of open states.
fn intervals_hold<G: Game>(game: &G, from: u32, seed: u64) {
    let mut budget = SearchBudget::new(None, None, &Limits::default());
    let mut enumeration = Enumeration::new(ROOM);
    let mut known = |state: G::State| {
        let value = enumeration.value(game, &state, Player::FIRST, &mut budget);
        (state, value.expect("there is room"))
    };
    let states: Vec<_> = open_states(game, from, 2000, seed)
        .into_iter()
        .map(&mut known)
        .collect();
    let facts = game.facts();
    let fixed = |playouts| sampler(StopRule::Interval, playouts / 2, playouts, 0.0, 1).params;
    for (name, params) in [
        ("64 playouts", fixed(64)),
        ("256 playouts", fixed(256)),
        (
            "the paper's rule",
            SamplerParams::usual(StopRule::Converge, &facts),
        ),
        (
            "a stated width",
            SamplerParams::usual(StopRule::Interval, &facts),
        ),
    ] {
        // Small games come to the same states again and again, so each has a seed of its own.
        let holds = |(seed, (state, value)): &(usize, &(G::State, f64))| {
            let seed = *seed as u64;
            let sampler = Sampler::new(SamplerParams { seed, ..params }).unwrap();
            let sample = sampler.sample(game, state, Player::FIRST);
            let [low, high] = sample.interval(facts.points, Z95);
            (low..=high).contains(value)
        };
        let held = states.iter().enumerate().filter(holds).count();
        let share = held as f64 / states.len() as f64;
        assert!((0.93..=0.97).contains(&share), "{share} by {name}");
    }
}

#[test]
fn intervals_of_95_per_cent_hold_the_exact_value_in_93_to_97_per_cent_of_thousands_of_states() {
    intervals_hold(&Mnk::tictactoe(), 0, 1);
    intervals_hold(&Othello::<4>::default(), 0, 2);
    intervals_hold(&Othello::<4>::new(DISCS), 0, 3);
    intervals_hold(&Mnk::new(4, 4, 4).unwrap(), 8, 4);
}

#[test]
fn errors_shrink_as_the_root_of_the_playouts() {
    let game = Othello::<4>::default();
    let states = open_states(&game, 2, 1000, 12);
    let mut budget = SearchBudget::new(None, None, &Limits::default());
    let mut enumeration = Enumeration::new(ROOM);
    let mut error = |playouts: u64| {
        let sampler = sampler(StopRule::Interval, playouts / 2, playouts, 0.0, 13);
        let squares = states.iter().map(|state| {
            let value = enumeration.value(&game, state, Player::FIRST, &mut budget);
            let sample = sampler.sample(&game, state, Player::FIRST);
            assert_eq!(sample.playouts, playouts);
            (sample.mean() - value.expect("there is room")).powi(2)
        });
        (squares.sum::<f64>() / states.len() as f64).sqrt()
    };
    for (few, many) in [(16, 256), (64, 1024), (128, 2048)] {
        let ratio = error(few) / error(many);
        assert!((3.6..4.4).contains(&ratio), "{ratio} from {few} to {many}");
    }
}

fn raced(game: &Othello<4>, state: &State, seed: u64) -> Advice<Move> {
    let params = SamplerParams {
        seed,
        tolerance: 0.05,
        ..SamplerParams::usual(StopRule::Race, &game.facts())
    };
    let mut sampler = Sampler::new(params).unwrap();
    sampler.advise(game, state, &Limits::best_move()).unwrap()
}

#[test]
fn a_race_names_a_best_move_with_less_than_even_shares() {
    let game = Othello::<4>::default();
    let mut truth = ExactOutcome::new(ROOM).unwrap();
    let (mut wrong, mut spent, mut even, mut races) = (0, 0, 0, 0);
    for (seed, state) in states(&game, 0, 1500, 14).iter().enumerate() {
        if game.moves(state).len() < 2 {
            continue;
        }
        let exact = truth.advise(&game, state, &Limits::every_move()).unwrap();
        let raced = raced(&game, state, seed as u64);
        let worth = |mv| exact.score_of(mv).and_then(Score::value).unwrap();
        wrong += u32::from(worth(raced.best[0]) < worth(exact.best[0]) - 0.05);
        let visits = || raced.moves.iter().filter_map(|own| own.visits);
        spent += visits().sum::<u64>();
        even += visits().max().unwrap_or(0) * visits().filter(|&own| own > 0).count() as u64;
        races += 1;
        assert!(!raced.cut_short);
    }
    assert!(
        f64::from(wrong) <= 0.05 * f64::from(races),
        "{wrong} of {races}"
    );
    assert!(2 * spent < even, "{spent} playouts against {even}");
}

#[test]
fn a_race_spends_its_playouts_on_the_moves_in_question() {
    let game = Othello::<4>::default();
    let [mut best, mut worst] = [0, 0];
    for state in states(&game, 2, 300, 15) {
        let advice = raced(&game, &state, 1);
        let mut by_value: Vec<_> = advice
            .moves
            .iter()
            .filter(|own| own.visits > Some(0))
            .collect();
        if by_value.len() < 3 {
            continue;
        }
        by_value.sort_by_key(|own| own.score.rank(&game.facts()));
        worst += by_value[0].visits.unwrap();
        best += by_value[by_value.len() - 1].visits.unwrap();
    }
    assert!(best > 2 * worst, "{best} and {worst}");
}

#[test]
fn callers_limits_hold() {
    let game = Othello::<8>::default();
    let start = game.start();
    for rule in [StopRule::Converge, StopRule::Interval, StopRule::Race] {
        let mut sampler = Sampler::new(SamplerParams {
            tolerance: 0.0,
            ..SamplerParams::usual(rule, &game.facts())
        })
        .unwrap();
        let mut state = start;
        game.play(&mut state, game.moves(&start).next().unwrap());
        let limits = Limits {
            playouts: Some(300),
            ..Limits::every_move()
        };
        let advice = sampler.advise(&game, &state, &limits).unwrap();
        let visits: u64 = advice.moves.iter().filter_map(|own| own.visits).sum();
        assert!(
            advice.cut_short && (150..=300).contains(&visits),
            "{visits}"
        );
        let limits = Limits {
            nodes: Some(1000),
            ..Limits::every_move()
        };
        let advice = sampler.advise(&game, &state, &limits).unwrap();
        assert!(advice.cut_short && advice.nodes < 10_000);
        let stop = Stop::default();
        stop.raise();
        let limits = Limits {
            stop,
            ..Limits::every_move()
        };
        let advice = sampler.advise(&game, &state, &limits).unwrap();
        assert!(advice.cut_short && advice.nodes == 0);
        assert!(advice.moves.iter().all(|own| own.score == Score::Unknown));
    }
}

#[test]
fn what_cannot_be_sampled_is_refused_with_a_hint() {
    let usual = SamplerParams::usual(StopRule::Converge, &Mnk::tictactoe().facts());
    for params in [
        SamplerParams { first: 0, ..usual },
        SamplerParams { most: 31, ..usual },
        SamplerParams {
            tolerance: -0.1,
            ..usual
        },
        SamplerParams {
            tolerance: f64::NAN,
            ..usual
        },
    ] {
        assert!(Sampler::new(params).unwrap_err().hint.is_some());
    }
}

#[test]
fn an_interval_holds_the_mean_and_has_some_width() {
    let sample = |playouts, points, squares| Sample {
        playouts,
        points,
        squares,
        plies: 0,
    };
    for (sample, low, high) in [
        // Wilson's textbook cases, from shares to −1..1: 24 of 30, 30 of 30, 0 of 10.
        (sample(30, 18, 30), 0.254, 0.810),
        (sample(30, 30, 30), 0.773, 1.0),
        (sample(10, -10, 10), -1.0, -0.445),
        // A hundred draws: rule of three.
        (sample(100, 0, 0), -0.03, 0.03),
        (sample(0, 0, 0), -1.0, 1.0),
    ] {
        let [own_low, own_high] = sample.interval((-1, 1), Z95);
        assert!((own_low - low).abs() < 1e-3, "{sample:?} from {own_low}");
        assert!((own_high - high).abs() < 1e-3, "{sample:?} to {own_high}");
    }
}
