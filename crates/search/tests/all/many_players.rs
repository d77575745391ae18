//! Searches for one player, for many, and for rounds in which nobody sees the others' moves.

#[path = "many/games.rs"]
mod games;

use games::{InLanes, Path, Rounds, Table, Thicket};
use plyscope_connect4::Standard;
use plyscope_game::{
    Advice, Agent, Chance, Error, ErrorKind, Evaluator, Game, Limits, Payoffs, Player, Score, Stop,
    Value,
};
use plyscope_othello::{Othello, Payoff};
use plyscope_search::{
    AlphaBeta, AlphaBetaSettings, BackwardInduction, BatchParams, Exhaustive, ExhaustiveParams,
    Flat, FlatParams, HeuristicAgent, MaxN, MctsParams, Minimax, Noise, OnePly, Paranoid, Random,
    Solution, VectorMcts, Wandering,
};

/// A number for every state and player.
struct Opinion;

impl Evaluator<Thicket> for Opinion {
    fn value(&self, game: &Thicket, state: &Path, player: Player) -> Value {
        let levels = u64::from(game.most) * 4;
        let bits = plyscope_game::mix_all(&[game.key(state), player.0.into()]);
        (bits % levels) as Value / 4.0
    }
}

fn thickets() -> impl Iterator<Item = Thicket> {
    let sizes = [(1, 3, 5), (2, 3, 5), (3, 3, 5), (4, 2, 7), (8, 2, 6)];
    let of = |(players, branching, depth)| {
        let seeds = 0..12;
        seeds.map(move |seed| Thicket {
            players,
            branching,
            depth,
            most: if seed % 2 == 0 { 3 } else { 100 },
            seed,
        })
    };
    sizes.into_iter().flat_map(of)
}

fn after<G: Game>(game: &G, state: &G::State, mv: G::Move) -> G::State {
    let mut next = state.clone();
    game.play(&mut next, mv);
    next
}

/// The values of all players by plain recursion; the first of equal moves counts.
fn plain_maxn(game: &Thicket, state: &Path, depth: u32) -> Vec<Value> {
    let players = 0..game.players;
    if let Some(payoffs) = game.payoffs(state) {
        return players
            .map(|own| payoffs.of(Player(own)) as Value)
            .collect();
    }
    if depth == 0 {
        return players
            .map(|own| Opinion.value(game, state, Player(own)))
            .collect();
    }
    let mover = game.mover(state).index();
    let values = game
        .moves(state)
        .map(|mv| plain_maxn(game, &after(game, state, mv), depth - 1));
    let better = |best: Vec<Value>, next: Vec<Value>| {
        if next[mover] > best[mover] {
            next
        } else {
            best
        }
    };
    values.reduce(better).expect("moves")
}

/// What a player can be sure of against all others, without any pruning.
fn plain_paranoid(game: &Thicket, state: &Path, viewer: Player, depth: u32) -> Value {
    if let Some(payoffs) = game.payoffs(state) {
        return payoffs.of(viewer) as Value;
    }
    if depth == 0 {
        return Opinion.value(game, state, viewer);
    }
    let values = game.moves(state);
    let values = values.map(|mv| plain_paranoid(game, &after(game, state, mv), viewer, depth - 1));
    if game.mover(state) == viewer {
        values.fold(Value::MIN, Value::max)
    } else {
        values.fold(Value::MAX, Value::min)
    }
}

#[test]
fn maxn_and_paranoid_equal_plain_recursion() {
    for game in thickets() {
        let start = game.start();
        for depth in 1..=4 {
            let mut maxn = MaxN {
                depth,
                evaluator: Opinion,
            };
            let mut paranoid = Paranoid {
                depth,
                evaluator: Opinion,
            };
            let maxn = maxn.advise(&game, &start, &Limits::every_move()).unwrap();
            let paranoid = paranoid
                .advise(&game, &start, &Limits::every_move())
                .unwrap();
            let mover = game.mover(&start);
            for mv in game.moves(&start) {
                let next = after(&game, &start, mv);
                let value = plain_maxn(&game, &next, depth - 1)[mover.index()];
                assert_eq!(maxn.score_of(mv).unwrap().value(), Some(value), "{game:?}");
                let value = plain_paranoid(&game, &next, mover, depth - 1);
                assert_eq!(
                    paranoid.score_of(mv).unwrap().value(),
                    Some(value),
                    "{game:?}"
                );
            }
            assert_eq!(maxn.line[0], maxn.best[0]);
        }
    }
}

/// Everything that best play can lead to: all players maximise, and break ties in any way.
fn outcomes(game: &Thicket, state: &Path) -> Vec<Payoffs> {
    if let Some(payoffs) = game.payoffs(state) {
        return vec![payoffs];
    }
    let mover = game.mover(state);
    let moves = game
        .moves(state)
        .map(|mv| outcomes(game, &after(game, state, mv)));
    let moves: Vec<Vec<Payoffs>> = moves.collect();
    let worst = |all: &Vec<Payoffs>| all.iter().map(|own| own.of(mover)).min().expect("one");
    let mut possible = Vec::new();
    for (place, all) in moves.iter().enumerate() {
        let others = moves
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != place);
        let sure = others.map(|(_, all)| worst(all)).max();
        for payoffs in all {
            let may_be_best = sure.is_none_or(|sure| payoffs.of(mover) >= sure);
            if may_be_best && !possible.contains(payoffs) {
                possible.push(*payoffs);
            }
        }
    }
    possible
}

/// How many scores are exact; each must hold however ties are broken.
fn exact_scores(game: &Thicket, advice: &Advice<u8>) -> usize {
    let start = game.start();
    let mover = game.mover(&start);
    let mut exact = 0;
    for advised in &advice.moves {
        if let Score::Exact { points, .. } = advised.score {
            exact += 1;
            for payoffs in outcomes(game, &after(game, &start, advised.mv)) {
                assert_eq!(payoffs.of(mover), points, "{game:?} {advice:?}");
            }
        }
    }
    exact
}

/// The fewest and most points of every player, from those of the moves that may be best.
fn bounds(game: &Thicket, state: &Path) -> Vec<(i32, i32)> {
    let players = 0..game.players;
    if let Some(payoffs) = game.payoffs(state) {
        return players
            .map(|own| (payoffs.of(Player(own)), payoffs.of(Player(own))))
            .collect();
    }
    let mover = game.mover(state).index();
    let moves = game
        .moves(state)
        .map(|mv| bounds(game, &after(game, state, mv)));
    let moves: Vec<_> = moves.collect();
    let low = moves.iter().map(|own| own[mover].0).max().expect("moves");
    let may_be_best = moves.iter().filter(|own| own[mover].1 >= low);
    let mut all = may_be_best
        .cloned()
        .reduce(|all, next| {
            all.iter()
                .zip(&next)
                .map(|(all, next)| (all.0.min(next.0), all.1.max(next.1)))
                .collect()
        })
        .expect("moves");
    all[mover] = (
        low,
        moves.iter().map(|own| own[mover].1).max().expect("moves"),
    );
    all
}

fn vector<G: Game>(params: MctsParams, batch: BatchParams) -> VectorMcts<G> {
    VectorMcts::new(params, batch).unwrap()
}

fn with_playouts(playouts: u64) -> MctsParams {
    MctsParams {
        playouts,
        ..MctsParams::default()
    }
}

#[test]
fn whatever_is_called_exact_holds_however_ties_are_broken() {
    let (mut maxn, mut paranoid, mut few, mut many) = (0, 0, 0, 0);
    let mut certain = 0;
    for game in thickets() {
        let start = game.start();
        let limits = Limits::every_move();
        let mut agents: Vec<(Box<dyn Agent<Thicket>>, &mut usize)> = vec![
            (
                Box::new(MaxN {
                    depth: 9,
                    evaluator: Opinion,
                }),
                &mut maxn,
            ),
            (
                Box::new(Paranoid {
                    depth: 9,
                    evaluator: Opinion,
                }),
                &mut paranoid,
            ),
            (
                Box::new(vector(with_playouts(30), BatchParams::default())),
                &mut few,
            ),
            (
                Box::new(vector(with_playouts(30_000), BatchParams::default())),
                &mut many,
            ),
        ];
        for (agent, exact) in &mut agents {
            let advice = agent.advise(&game, &start, &limits).unwrap();
            **exact += exact_scores(&game, &advice);
        }
        let mover = game.mover(&start);
        for mv in game.moves(&start) {
            let own = bounds(&game, &after(&game, &start, mv))[mover.index()];
            certain += usize::from(own.0 == own.1);
        }
    }
    assert!(few < many, "{few} {many}");
    // Weak moves are looked at so rarely that some ends below them are never met.
    assert!(
        many <= certain && 5 * many > 4 * certain,
        "{many} of {certain}"
    );
    assert!(2 * maxn > certain, "{maxn} of {certain}");
    assert!(paranoid > 0 && paranoid < maxn);
}

#[test]
fn backward_induction_knows_what_plain_recursion_knows() {
    for game in thickets() {
        let start = game.start();
        let mover = game.mover(&start).index();
        let mut agent = BackwardInduction::new(ExhaustiveParams::default(), 1).unwrap();
        let advice = agent.advise(&game, &start, &Limits::every_move()).unwrap();
        exact_scores(&game, &advice);
        for (place, advised) in advice.moves.iter().enumerate() {
            let (low, high) = bounds(&game, &after(&game, &start, advised.mv))[mover];
            if low == high {
                assert!(matches!(advised.score, Score::Exact { points, .. } if points == low));
            } else {
                let bits = |ends: [Value; 2]| ends.map(Value::to_bits);
                assert_eq!(
                    bits(advice.intervals[place]),
                    bits([low as Value, high as Value])
                );
                assert!(!advised.score.is_exact());
            }
        }
    }
}

#[test]
fn rounds_are_solved_within_bounds_and_called_exact_only_where_they_are() {
    let solve = |game: &Rounds, state: &Table| {
        let mut agent = BackwardInduction::new(ExhaustiveParams::default(), 1).unwrap();
        agent.advise(game, state, &Limits::every_move()).unwrap()
    };
    // Mixed: 5/12 of heads, worth 1/3 in the one round, and as much with a round worth nothing before it.
    for matrices in [&[BIASED][..], &[UNEQUAL, BIASED], &[BIASED, MATCHING]] {
        let game = pennies(matrices, 0);
        let second = after(&game, &game.start(), 0);
        for (state, value) in [(game.start(), 1.0 / 3.0), (second, -1.0 / 3.0)] {
            let advice = solve(&game, &state);
            assert_eq!(advice.proved(&game.facts()), None);
            for (advised, [low, high]) in advice.moves.iter().zip(&advice.intervals) {
                assert!(matches!(advised.score, Score::Estimate(_)));
                assert!(f64::from(*low) <= value && value <= f64::from(*high));
                assert!(high - low < 1e-5, "{low} {high}");
            }
        }
    }
    let game = pennies(&[BIASED], 0);
    let advice = solve(&game, &game.start());
    assert_eq!(advice.moves[0].visits, Some(416_667));
    // A saddle of single moves is worth a whole number.
    let game = pennies(&[&[&[3, 2], &[-1, 4]], &[&[1, 2], &[0, -5]]], 0);
    assert_eq!(
        solve(
            &game,
            &Table {
                round: 1,
                pending: None,
                won: 2
            }
        )
        .proved(&game.facts()),
        Some(3)
    );
}

#[test]
fn one_player_maximises() {
    let noise = Noise {
        seed: 1,
        levels: 9,
        symmetric: false,
    };
    for game in thickets().filter(|game| game.players == 1) {
        let start = game.start();
        let all = outcomes(&game, &start);
        let most = all[0].of(Player::FIRST);
        assert!(all.iter().all(|own| own.of(Player::FIRST) == most));
        let limits = Limits::every_move();
        let mut solver = Exhaustive::new(ExhaustiveParams::default()).unwrap();
        let mut agents: Vec<Box<dyn Agent<Thicket>>> = vec![
            Box::new(MaxN {
                depth: 9,
                evaluator: noise,
            }),
            Box::new(Paranoid {
                depth: 9,
                evaluator: noise,
            }),
            Box::new(vector(with_playouts(30_000), BatchParams::default())),
        ];
        let solved = solver.advise(&game, &start, &limits).unwrap();
        assert_eq!(solved.proved(&game.facts()), Some(most));
        for agent in &mut agents {
            let advice = agent.advise(&game, &start, &limits).unwrap();
            assert_eq!(advice.proved(&game.facts()), Some(most));
            assert!(solved.best.contains(&advice.best[0]));
        }
    }
}

/// What random play from a state is worth to a player.
fn expected(game: &Thicket, state: &Path, player: Player) -> f64 {
    if let Some(payoffs) = game.payoffs(state) {
        return payoffs.of(player).into();
    }
    let moves = game.moves(state);
    let count = moves.len() as f64;
    moves
        .map(|mv| expected(game, &after(game, state, mv), player))
        .sum::<f64>()
        / count
}

#[test]
fn flat_samples_any_number_of_players() {
    let game = Thicket {
        players: 3,
        branching: 3,
        depth: 4,
        most: 100,
        seed: 5,
    };
    let start = game.start();
    let params = FlatParams {
        playouts: 20_000,
        ..FlatParams::default()
    };
    let advice = Flat::new(params)
        .unwrap()
        .advise(&game, &start, &Limits::default())
        .unwrap();
    for advised in &advice.moves {
        let next = after(&game, &start, advised.mv);
        let truth = expected(&game, &next, game.mover(&start));
        let value = f64::from(advised.score.value().unwrap());
        assert!(
            (value - truth).abs() < 6.0 * 50.0 / 20_000f64.sqrt(),
            "{value} {truth}"
        );
    }
}

#[test]
fn searches_for_two_rivals_refuse_other_games_and_name_one_that_fits() {
    let refused = |agent: &mut dyn Agent<Thicket>, players: u8| -> Error {
        let game = Thicket {
            players,
            branching: 2,
            depth: 3,
            most: 9,
            seed: 1,
        };
        let error = agent
            .advise(&game, &game.start(), &Limits::default())
            .unwrap_err();
        assert_eq!(error.kind, ErrorKind::Unsuited);
        error
    };
    for players in [1, 2, 3] {
        let agents: [Box<dyn Agent<Thicket>>; 2] = [
            Box::new(AlphaBeta::new(AlphaBetaSettings::strong(2), Opinion).unwrap()),
            Box::new(Minimax {
                depth: 2,
                evaluator: Opinion,
            }),
        ];
        for mut agent in agents {
            assert!(refused(&mut *agent, players).hint.unwrap().contains("maxn"));
        }
    }
}

fn pennies(matrices: &[&[&[i32]]], sum: i32) -> Rounds {
    let rows = |matrix: &&[&[i32]]| matrix.iter().map(|row| row.to_vec()).collect();
    Rounds {
        matrices: matrices.iter().map(rows).collect(),
        sum,
    }
}

const MATCHING: &[&[i32]] = &[&[1, -1], &[-1, 1]];
/// First plays heads with 2/5 or it is exploited; worth 1/5.
const BIASED: &[&[i32]] = &[&[5, -2], &[-3, 2]];
/// Rock, paper, scissors in which rock against scissors counts double.
const UNEQUAL: &[&[i32]] = &[&[0, -1, 2], &[1, 0, -1], &[-2, 1, 0]];

#[test]
fn agents_that_would_see_hidden_moves_refuse() {
    let game = pennies(&[MATCHING], 0);
    let noise = Noise {
        seed: 1,
        levels: 9,
        symmetric: false,
    };
    let evaluator = noise;
    let agents: Vec<Box<dyn Agent<Rounds>>> = vec![
        Box::new(AlphaBeta::new(AlphaBetaSettings::strong(2), noise).unwrap()),
        Box::new(Minimax {
            depth: 2,
            evaluator,
        }),
        Box::new(MaxN {
            depth: 2,
            evaluator,
        }),
        Box::new(Paranoid {
            depth: 2,
            evaluator,
        }),
        Box::new(plyscope_search::Mcts::new(with_playouts(9)).unwrap()),
        Box::new(Flat::new(FlatParams::default()).unwrap()),
        Box::new(Exhaustive::new(ExhaustiveParams::default()).unwrap()),
    ];
    let second = after(&game, &game.start(), 0);
    for mut agent in agents {
        for state in [&game.start(), &second] {
            let error = agent.advise(&game, state, &Limits::default()).unwrap_err();
            assert_eq!(error.kind, ErrorKind::Unsuited);
            assert!(error.hint.is_some());
        }
        let told = agent.advise_each(
            &game,
            std::slice::from_ref(&second),
            &Limits::default(),
            &mut |_, _| true,
        );
        assert!(told.is_err());
    }
}

#[test]
fn nobody_profits_from_what_he_cannot_see() {
    struct Likes;
    impl plyscope_game::MoveHeuristic<Rounds> for Likes {
        fn move_value(&self, _: &Rounds, table: &Table, _: Player, mv: u8) -> Value {
            Value::from(mv) * if table.pending.is_some() { -1.0 } else { 1.0 }
        }
    }
    let game = pennies(&[MATCHING, UNEQUAL], 0);
    let evaluator = Noise {
        seed: 1,
        levels: 9,
        symmetric: false,
    };
    let steered = |adviser, bias| {
        let steering = plyscope_search::Steering {
            adviser,
            playouts: Some(plyscope_search::Policy::Softmax { temperature: 0.2 }),
            lean: plyscope_search::Lean { bias, prior: bias },
        };
        vector(with_playouts(200), BatchParams::default()).steered(steering)
    };
    let by_moves = plyscope_search::Adviser::Heuristic(Box::new(Likes));
    let by_states = plyscope_search::Adviser::Evaluator(Box::new(evaluator));
    let agents: [Box<dyn Agent<Rounds>>; 7] = [
        Box::new(OnePly { evaluator }),
        Box::new(HeuristicAgent { heuristic: Likes }),
        Box::new(steered(by_moves, 0.0)),
        Box::new(steered(by_states, 0.5)),
        Box::new(Random { seed: 4 }),
        Box::new(Wandering {
            agent: Random { seed: 4 },
            share: 0.5,
            seed: 4,
        }),
        Box::new(vector(with_playouts(500), BatchParams::default())),
    ];
    for mut agent in agents {
        for start in [
            game.start(),
            Table {
                round: 1,
                pending: None,
                won: 1,
            },
        ] {
            let moves = game.moves(&start);
            let told = moves.map(|mv| {
                agent.forget();
                let second = after(&game, &start, mv);
                agent.advise(&game, &second, &Limits::every_move()).unwrap()
            });
            let told: Vec<_> = told.collect();
            assert!(told.windows(2).all(|pair| pair[0] == pair[1]));
        }
    }
}

/// The mover's average strategy and the mean it brings, as the advice tells them.
fn mixed(game: &Rounds, state: &Table, params: MctsParams) -> (Vec<f64>, Vec<f64>) {
    let mut agent = vector(params, BatchParams::default());
    let advice = agent.advise(game, state, &Limits::every_move()).unwrap();
    let visits: Vec<f64> = advice
        .moves
        .iter()
        .map(|own| own.visits.unwrap() as f64)
        .collect();
    let all: f64 = visits.iter().sum();
    let strategy = visits.iter().map(|own| own / all).collect();
    let values = advice
        .moves
        .iter()
        .map(|own| own.mean.unwrap().into())
        .collect();
    assert!(advice.moves.iter().all(|own| !own.score.is_exact()));
    (strategy, values)
}

fn near(found: &[f64], truth: &[f64], error: f64) {
    for (found, truth) in found.iter().zip(truth) {
        assert!((found - truth).abs() <= error, "{found} for {truth}");
    }
}

/// What 100,000 playouts of a round of a few moves are good for, in shares of the range of points.
const ERROR: f64 = 0.03;

#[test]
fn rounds_are_mixed_as_game_theory_says() {
    for seed in 1..4 {
        let params = MctsParams {
            seed,
            ..with_playouts(100_000)
        };
        // Both even, and worth nothing to either.
        let game = pennies(&[MATCHING], 0);
        for state in [game.start(), after(&game, &game.start(), 1)] {
            let (strategy, values) = mixed(&game, &state, params.clone());
            near(&strategy, &[0.5, 0.5], ERROR);
            near(&values, &[0.0, 0.0], 2.0 * ERROR);
        }
        // 5p − 3(1 − p) = −2p + 2(1 − p) at p = 5/12; 5q − 2(1 − q) = −3q + 2(1 − q) at q = 4/12.
        let game = pennies(&[BIASED], 0);
        let (strategy, values) = mixed(&game, &game.start(), params.clone());
        near(&strategy, &[5.0 / 12.0, 7.0 / 12.0], ERROR);
        near(&values, &[1.0 / 3.0; 2], 8.0 * ERROR);
        let (strategy, values) = mixed(&game, &after(&game, &game.start(), 0), params.clone());
        near(&strategy, &[4.0 / 12.0, 8.0 / 12.0], ERROR);
        near(&values, &[-1.0 / 3.0; 2], 8.0 * ERROR);
        // Symmetric, so worth nothing: 1/4, 1/2, 1/4.
        let game = pennies(&[UNEQUAL], 0);
        let (strategy, values) = mixed(&game, &game.start(), params.clone());
        near(&strategy, &[0.25, 0.5, 0.25], ERROR);
        near(&values, &[0.0; 3], 4.0 * ERROR);
    }
}

#[test]
fn a_round_is_worth_what_the_rounds_after_it_are_worth() {
    // The second round adds the same to every cell of the first: strategies stay, values shift by 1/3.
    let game = pennies(&[UNEQUAL, BIASED], 0);
    let params = with_playouts(300_000);
    let (strategy, values) = mixed(&game, &game.start(), params.clone());
    near(&strategy, &[0.25, 0.5, 0.25], 2.0 * ERROR);
    near(&values, &[1.0 / 3.0; 3], 8.0 * ERROR);
    // Of ten points five are level.
    let game = pennies(&[MATCHING], 10);
    let mut agent = vector(params, BatchParams::default());
    let advice = agent
        .advise(&game, &game.start(), &Limits::every_move())
        .unwrap();
    let value = f64::from(advice.moves[0].score.value().unwrap());
    assert!(
        (value + 5.0).abs() < 0.2,
        "0 of 10 points is 5 below the level: {value}"
    );
}

#[test]
fn mixed_moves_are_drawn_by_the_seed() {
    let game = pennies(&[BIASED], 0);
    let start = game.start();
    let mut heads = 0;
    for seed in 0..600 {
        let params = MctsParams {
            seed,
            ..with_playouts(2_000)
        };
        let advice =
            vector(params, BatchParams::default()).advise(&game, &start, &Limits::default());
        heads += u32::from(advice.unwrap().best == [0]);
    }
    let share = f64::from(heads) / 600.0;
    assert!((share - 5.0 / 12.0).abs() < 0.1, "{share}");
}

#[test]
fn a_move_that_wins_whatever_the_other_does_is_proved() {
    let game = pennies(&[&[&[3, 3], &[-1, 2]]], 0);
    let mut agent = vector(with_playouts(2_000), BatchParams::default());
    let advice = agent
        .advise(&game, &game.start(), &Limits::every_move())
        .unwrap();
    assert_eq!(
        advice.moves[0].score,
        Score::Exact {
            points: 3,
            plies: None
        }
    );
    assert!(!advice.moves[1].score.is_exact());
    assert_eq!(advice.best, [0]);
}

#[test]
fn three_players_who_choose_at_once_are_advised() {
    struct Odd;
    #[derive(Clone, PartialEq, Eq, Hash, Debug)]
    struct Shown(Vec<u8>);
    impl Game for Odd {
        type State = Shown;
        type Move = u8;
        type Moves = std::ops::Range<u8>;
        fn facts(&self) -> plyscope_game::Facts {
            plyscope_game::Facts {
                players: 3,
                sum: None,
                simultaneous: true,
                points: (0, 2),
                max_plies: 3,
                max_moves: 2,
                move_indices: 2,
            }
        }
        fn start(&self) -> Shown {
            Shown(Vec::new())
        }
        fn mover(&self, shown: &Shown) -> Player {
            Player(shown.0.len() as u8 % 3)
        }
        fn moves(&self, _: &Shown) -> Self::Moves {
            0..2
        }
        fn play(&self, shown: &mut Shown, mv: u8) {
            shown.0.push(mv);
        }
        fn payoffs(&self, shown: &Shown) -> Option<Payoffs> {
            // Who shows what no other shows wins two points.
            let seen = |own: &u8| {
                shown
                    .0
                    .iter()
                    .map(move |other| u32::from(other == own))
                    .sum::<u32>()
            };
            let alone = |own: &u8| seen(own) == 1;
            let points: Vec<i32> = shown
                .0
                .iter()
                .map(|own| 2 * i32::from(alone(own)))
                .collect();
            (shown.0.len() == 3).then(|| Payoffs::new(&points).expect("small numbers"))
        }
        fn hidden(&self, shown: &Shown) -> bool {
            matches!(shown.0.len(), 1 | 2)
        }
        fn round_start(&self, shown: &Shown) -> Shown {
            if self.hidden(shown) {
                self.start()
            } else {
                shown.clone()
            }
        }
        fn move_index(&self, mv: u8) -> usize {
            mv.into()
        }
    }
    for played in [vec![], vec![0], vec![1, 0]] {
        let params = MctsParams {
            threads: 2,
            ..with_playouts(20_000)
        };
        let mut agent = vector(params, BatchParams::default());
        let advice = agent
            .advise(&Odd, &Shown(played.clone()), &Limits::every_move())
            .unwrap();
        assert_eq!(advice.mover, Player(played.len() as u8));
        assert!(
            advice
                .moves
                .iter()
                .all(|own| matches!(own.score, Score::Estimate(_)))
        );
    }
}

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

/// Proofs must hold; gives the share of states in which the choice keeps the true worth.
fn agreement<G: Game>(game: &G, params: &MctsParams, batch: BatchParams, every_move: bool) -> f64 {
    let mut solution = Solution::new(ExhaustiveParams::default());
    let (mut right, mut all) = (0, 0);
    for state in random_states(game, 20, 7) {
        let mover = game.mover(&state);
        let mut worth = |mv| {
            let next = after(game, &state, mv);
            let worth = solution.add(game, &next, &Limits::default());
            worth.expect("small enough").margin(mover)
        };
        let truth: Vec<i32> = game.moves(&state).map(&mut worth).collect();
        let limits = Limits {
            every_move,
            ..Limits::default()
        };
        let advice = vector(params.clone(), batch)
            .advise(game, &state, &limits)
            .unwrap();
        for (advised, &points) in advice.moves.iter().zip(&truth) {
            if let Score::Exact { points: proved, .. } = advised.score {
                assert_eq!(proved, points, "{state:?} {advice:?}");
            }
        }
        let chosen = advice.moves.iter().position(|own| own.mv == advice.best[0]);
        all += 1;
        right += u32::from(truth[chosen.unwrap()] == *truth.iter().max().unwrap());
    }
    f64::from(right) / f64::from(all)
}

#[test]
fn batched_leaves_find_the_same_moves_and_prove_nothing_wrong() {
    let plain = BatchParams {
        playouts: Some(1),
        per_leaf: None,
    };
    for every_move in [false, true] {
        for batch in [plain, BatchParams::default()] {
            let params = with_playouts(20_000);
            for lanes in [64, 512] {
                let game = InLanes(Othello::<4>::new(Payoff::WinLoss), lanes);
                let share = agreement(&game, &params, batch, every_move);
                assert!(share > 0.99, "{lanes} lanes, {batch:?}: {share}");
            }
        }
    }
}

#[test]
fn batches_see_what_wins_and_what_must_be_stopped_in_connect_four() {
    let game = InLanes(Standard::default(), 512);
    let lost = Score::Exact {
        points: -1,
        plies: None,
    };
    // Four to complete; three to block; two in the open, which a third makes a double threat.
    for (moves, good) in [("112233", &[4][..]), ("17273", &[4]), ("3344", &[2, 5])] {
        let mut state = game.start();
        for letter in moves.bytes() {
            let column = usize::from(letter - b'1');
            let mv = game.moves(&state).find(|&mv| game.move_index(mv) == column);
            game.play(&mut state, mv.expect("legal"));
        }
        let plain = BatchParams {
            playouts: Some(1),
            per_leaf: Some(1),
        };
        for batch in [plain, BatchParams::default()] {
            let mut agent = vector(with_playouts(20_000), batch);
            let advice = agent.advise(&game, &state, &Limits::every_move()).unwrap();
            let chosen = game.move_index(advice.best[0]) + 1;
            assert!(
                good.contains(&chosen),
                "{chosen} after {moves} by {batch:?}"
            );
            for advised in &advice.moves {
                let is_good = good.contains(&(game.move_index(advised.mv) + 1));
                if moves == "17273" {
                    assert_eq!(advised.score == lost, !is_good, "{advice:?}");
                } else if is_good {
                    assert!(matches!(advised.score, Score::Exact { points: 1, .. }));
                }
            }
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_advice_whatever_the_batch_was_asked_before() {
    let game = InLanes(Standard::default(), 64);
    let states = random_states(&game, 1, 9);
    for threads in [1, 2] {
        let params = MctsParams {
            threads,
            ..with_playouts(3_000)
        };
        let mut agent = vector(params.clone(), BatchParams::default());
        for state in states.iter().step_by(5) {
            let again = agent.advise(&game, state, &Limits::best_move()).unwrap();
            let fresh = vector(params.clone(), BatchParams::default());
            let mut fresh: VectorMcts<_> = fresh;
            assert_eq!(
                again,
                fresh.advise(&game, state, &Limits::best_move()).unwrap()
            );
            let visits: u64 = again.moves.iter().filter_map(|own| own.visits).sum();
            assert!(visits == 3_000 || again.proved(&game.facts()).is_some());
        }
    }
}

#[test]
fn the_vector_tree_stays_within_its_memory_and_goes_on() {
    let game = InLanes(Standard::default(), 64);
    let params = MctsParams {
        memory: 1 << 18,
        ..with_playouts(30_000)
    };
    let mut agent = vector(params, BatchParams::default());
    let advice = agent
        .advise(&game, &game.start(), &Limits::best_move())
        .unwrap();
    let visits: u64 = advice.moves.iter().filter_map(|own| own.visits).sum();
    assert_eq!(visits, 30_000);
    let (nodes, bytes) = agent.memory_used();
    assert!(bytes <= 1 << 18, "{nodes} nodes in {bytes} bytes");
    assert!(nodes > 500, "the room is used: {nodes}");
}

#[test]
fn a_kept_vector_tree_knows_what_it_knew_and_proves_nothing_wrong() {
    let mut solution = Solution::new(ExhaustiveParams::default());
    let discs = Payoff::Discs {
        empties_to_winner: false,
    };
    let game = InLanes(Othello::<4>::new(discs), 16);
    let params = MctsParams {
        reuse: true,
        ..with_playouts(400)
    };
    let mut agent = vector(params, BatchParams::default());
    let mut more = 0;
    for task in 0..20 {
        agent.forget();
        let mut chance = Chance::for_task(5, task);
        let mut state = game.start();
        while game.payoffs(&state).is_none() {
            if chance.below(2) == 0 {
                let advice = agent.advise(&game, &state, &Limits::every_move()).unwrap();
                let visits: u64 = advice.moves.iter().filter_map(|own| own.visits).sum();
                more += u32::from(visits > 400);
                for advised in &advice.moves {
                    let next = after(&game, &state, advised.mv);
                    let worth = solution.add(&game, &next, &Limits::default()).unwrap();
                    if let Score::Exact { points, .. } = advised.score {
                        assert_eq!(points, worth.margin(game.mover(&state)));
                    }
                }
            }
            let mv = game.pick(&state, &mut chance);
            game.play(&mut state, mv);
        }
    }
    assert!(more > 0, "trees are kept");
}

#[test]
fn a_raised_stop_ends_the_vector_search() {
    let game = InLanes(Standard::default(), 64);
    let stop = Stop::default();
    stop.raise();
    let limits = Limits {
        stop,
        ..Limits::default()
    };
    let mut agent = vector(with_playouts(u64::MAX), BatchParams::default());
    let advice = agent.advise(&game, &game.start(), &limits).unwrap();
    assert!(advice.cut_short && advice.best.len() == 1);
    let limits = Limits {
        playouts: Some(500),
        ..Limits::default()
    };
    let advice = agent.advise(&game, &game.start(), &limits).unwrap();
    let visits: u64 = advice.moves.iter().filter_map(|own| own.visits).sum();
    assert!(advice.cut_short && visits == 500);
}
