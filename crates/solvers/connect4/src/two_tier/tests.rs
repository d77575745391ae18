//! The agent against a slow reference that visits and counts terminal states one by one, and its goals in play.

use plyscope_connect4::{
    AnySize, Bits, ConnectFour, EightByEight, Fixed, Shape, Standard, State, Stone,
};
use plyscope_game::{Advice, Agent, Chance, Game, Limits, Notation, Player, Score};
use plyscope_search::Random;

use super::{Ending, Goal, Greedy, TwoTier, TwoTierParams, Utility};

const KEEP: Goal = Goal::Interaction {
    give_up_wins: false,
};
const GIVE_UP: Goal = Goal::Interaction { give_up_wins: true };

fn agent(depth: u32, goal: Goal) -> TwoTier {
    TwoTier::new(TwoTierParams { depth, goal }).unwrap()
}

/// The utility of each move to the mover, as the paper describes it: children
/// are made, those that end the game are counted, the others are searched.
fn by_the_book<S: Shape>(
    game: &ConnectFour<S>,
    state: &State<S::Bits>,
    made: u32,
    table: &Utility,
) -> Vec<i64> {
    let mover = game.mover(state);
    let after = |mv| {
        let mut next = *state;
        game.play(&mut next, mv);
        next
    };
    let children: Vec<_> = game.moves(state).map(after).collect();
    let wins = |next: &&State<S::Bits>| game.payoffs(next).is_some_and(|end| end.of(mover) > 0);
    let ways = children.iter().filter(wins).count() as u32;
    let row = made + 1;
    let value = |next: &State<S::Bits>| match game.payoffs(next) {
        Some(end) if end.of(mover) > 0 => table.of(row, ways).abs(),
        Some(_) => 0,
        None if row == table.depth() => 0,
        None => -by_the_book(game, next, row, table)
            .into_iter()
            .max()
            .unwrap(),
    };
    children.iter().map(value).collect()
}

/// A state by chance after so many plies, or the last one before the game was over.
fn random_state<G: Game>(game: &G, plies: u32, chance: &mut Chance) -> G::State {
    let mut state = game.start();
    for _ in 0..plies {
        let mut next = state.clone();
        game.play(&mut next, game.pick(&state, chance));
        if game.payoffs(&next).is_some() {
            break;
        }
        state = next;
    }
    state
}

/// Holds the agent's advice against the reference; gives whether an end was in sight.
fn equals_the_book<S: Shape>(
    game: &ConnectFour<S>,
    state: &State<S::Bits>,
    depth: u32,
    goal: Goal,
    two_tier: &mut TwoTier,
) -> bool {
    let left = game.facts().max_plies - state.ply();
    let table = Utility::new(game.shape().width(), depth.min(left));
    let utilities = by_the_book(game, state, 0, &table);
    let picture = game.picture(state);
    let full = two_tier.advise(game, state, &Limits::every_move()).unwrap();
    let greedy = |mv: Stone| {
        goal.greedy()
            .score(&game.shape(), state, S::Bits::ONE << mv.cell())
    };
    for (advised, &utility) in full.moves.iter().zip(&utilities) {
        let exact = |points, row| Score::Exact {
            points,
            plies: Some(row),
        };
        let expected = match table.end(utility) {
            Ending::Win { row, .. } => exact(1, row),
            Ending::Loss { row, .. } => exact(-1, row),
            Ending::Open if depth >= left => exact(0, left),
            Ending::Open => Score::Estimate(greedy(advised.mv) as f32 * 0.001),
        };
        assert_eq!(advised.score, expected, "depth {depth}\n{picture}");
    }
    let likings: Vec<_> = full
        .moves
        .iter()
        .zip(&utilities)
        .map(|(advised, &utility)| goal.liking(&table, utility, greedy(advised.mv)))
        .collect();
    let most = likings.iter().max().unwrap();
    let best: Vec<Stone> = full
        .moves
        .iter()
        .zip(&likings)
        .filter(|(_, liking)| *liking == most)
        .map(|(advised, _)| advised.mv)
        .collect();
    assert_eq!(full.best, best, "depth {depth}, {goal:?}\n{picture}");
    let pruned = two_tier.advise(game, state, &Limits::best_move()).unwrap();
    assert_eq!(pruned.best, best, "pruned, depth {depth}\n{picture}");
    assert!(pruned.nodes <= full.nodes);
    line_keeps_the_value(game, state, &full, &table, &utilities);
    utilities.iter().any(|&utility| utility != 0)
}

/// Every move of the line is one of the best by the reference.
fn line_keeps_the_value<S: Shape>(
    game: &ConnectFour<S>,
    state: &State<S::Bits>,
    advice: &Advice<Stone>,
    table: &Utility,
    utilities: &[i64],
) {
    let first = advice.moves.iter().position(|a| a.mv == advice.line[0]);
    let mut value = utilities[first.unwrap()];
    let mut state = *state;
    game.play(&mut state, advice.line[0]);
    for (made, &mv) in (1..).zip(&advice.line[1..]) {
        value = -value;
        let values = by_the_book(game, &state, made, table);
        let place = game.moves(&state).position(|other| other == mv).unwrap();
        assert_eq!(
            values.iter().max(),
            Some(&value),
            "{}",
            game.picture(&state)
        );
        assert_eq!(values[place], value, "{}", game.picture(&state));
        game.play(&mut state, mv);
    }
    let is_over = game.payoffs(&state).is_some();
    assert!(is_over || advice.line.len() as u32 == table.depth());
}

#[test]
fn the_agent_equals_the_book_on_boards_of_every_kind() {
    let mut chance = Chance::new(8);
    let mut in_sight = 0;
    for task in 0..4000 {
        let side = |chance: &mut Chance| 4 + chance.below(7);
        let (width, height) = (side(&mut chance), side(&mut chance));
        let connect = 3 + chance.below(3);
        let game = ConnectFour::new(AnySize::<u128>::new(width, height, connect).unwrap());
        let plies = chance.below(width * height);
        let state = random_state(&game, plies, &mut chance);
        let depth = 1 + chance.below(if width > 6 { 4 } else { 5 });
        let goal = [Goal::Dominance, KEEP, GIVE_UP][task % 3];
        let mut two_tier = agent(depth, goal);
        let seen = equals_the_book(&game, &state, depth, goal, &mut two_tier);
        in_sight += u32::from(seen);
    }
    assert!(in_sight > 2000, "only {in_sight} states tested anything");
}

#[test]
fn one_agent_equals_the_book_deeper_down_on_small_boards_and_late_states() {
    let mut chance = Chance::new(9);
    let small = ConnectFour::new(Fixed::<u64, 4, 5, 3>::new());
    let mut two_tier = agent(9, Goal::Dominance);
    let mut later = agent(32, Goal::Dominance);
    let standard = Standard::default();
    let mut late = 0;
    for _ in 0..100 {
        let plies = chance.below(10);
        let state = random_state(&small, plies, &mut chance);
        equals_the_book(&small, &state, 9, Goal::Dominance, &mut two_tier);
    }
    for _ in 0..1500 {
        let plies = 32 + chance.below(9);
        let state = random_state(&standard, plies, &mut chance);
        if state.ply() >= 30 {
            equals_the_book(&standard, &state, 32, Goal::Dominance, &mut later);
            late += 1;
        }
    }
    assert!(late > 100, "only {late} late states");
}

/// The end of a game between players who choose among their best moves by chance.
fn play<G: Game>(game: &G, players: &mut [&mut dyn Agent<G>; 2], chance: &mut Chance) -> G::State {
    let mut state = game.start();
    while game.payoffs(&state).is_none() {
        let player = &mut *players[game.mover(&state).index()];
        let advice = player.advise(game, &state, &Limits::best_move()).unwrap();
        let nth = chance.below(advice.best.len() as u32) as usize;
        game.play(&mut state, advice.best[nth]);
    }
    state
}

#[test]
fn with_interaction_a_proved_win_is_never_let_go() {
    let game = EightByEight::default();
    let mut chance = Chance::new(10);
    let mut keeper = agent(6, KEEP);
    let mut judge = agent(6, Goal::Dominance);
    let mut won = 0;
    for _ in 0..40 {
        let mut state = game.start();
        let mut is_won = false;
        while game.payoffs(&state).is_none() {
            let mv = if game.mover(&state) == Player::FIRST {
                let truth = judge.advise(&game, &state, &Limits::every_move()).unwrap();
                let wins = |score: Score| score.is_exact() && score.value() > Some(0.0);
                let can_win = truth.moves.iter().any(|advised| wins(advised.score));
                assert!(can_win || !is_won, "let go\n{}", game.picture(&state));
                is_won = can_win;
                let advice = keeper.advise(&game, &state, &Limits::best_move()).unwrap();
                assert_eq!(wins(truth.score_of(advice.best[0]).unwrap()), can_win);
                advice.best[0]
            } else {
                game.pick(&state, &mut chance)
            };
            game.play(&mut state, mv);
        }
        let end = game.payoffs(&state).unwrap();
        assert!(!is_won || end.of(Player::FIRST) == 1);
        won += u32::from(is_won);
    }
    assert!(won > 30, "only {won} games tested anything");
}

/// Plies of many games and how many the agent won, moving first.
fn games_against<A: Agent<EightByEight>>(opponent: impl Fn(u64) -> A, goal: Goal) -> (u32, u32) {
    let game = EightByEight::default();
    let mut two_tier = agent(6, goal);
    let (mut plies, mut won) = (0, 0);
    for task in 0..40 {
        let mut chance = Chance::for_task(11, task);
        let mut players: [&mut dyn Agent<EightByEight>; 2] = [&mut two_tier, &mut opponent(task)];
        let end = play(&game, &mut players, &mut chance);
        plies += end.ply();
        won += u32::from(game.payoffs(&end).unwrap().of(Player::FIRST) == 1);
    }
    (plies, won)
}

#[test]
fn interaction_plays_longer_than_dominance_and_wins_as_surely() {
    let random = |seed| Random { seed };
    let (short, won) = games_against(random, Goal::Dominance);
    let (long, won_late) = games_against(random, KEEP);
    assert!(long > short, "{long} plies against {short}");
    assert_eq!((won, won_late), (40, 40));
    let (longest, _) = games_against(random, GIVE_UP);
    assert!(longest > long, "{longest} plies against {long}");

    let greedy = |_| agent(1, Goal::Dominance);
    let (short, _) = games_against(greedy, Goal::Dominance);
    let (long, _) = games_against(greedy, KEEP);
    assert!(long > short, "{long} plies against {short}");
}

#[test]
fn a_win_is_given_up_only_when_asked() {
    let game = EightByEight::default();
    let mut state = game.start();
    for text in ["1", "2", "1", "2", "1", "2"] {
        let mv = game.read_move(&state, text).unwrap();
        game.play(&mut state, mv);
    }
    let win = Score::Exact {
        points: 1,
        plies: Some(1),
    };
    let choice = |goal| {
        let advice = agent(2, goal)
            .advise(&game, &state, &Limits::every_move())
            .unwrap();
        advice.score_of(advice.best[0]).unwrap()
    };
    assert_eq!(choice(Goal::Dominance), win);
    assert_eq!(choice(KEEP), win, "the only proved win at this depth");
    // Column 2 stops the opponent from winning and leaves the game open.
    assert!(!choice(GIVE_UP).is_exact());
}

#[test]
fn a_limit_leaves_the_answer_of_the_last_whole_look() {
    let game = EightByEight::default();
    let state = random_state(&game, 12, &mut Chance::new(2));
    for nodes in [1, 10, 100, 1000, 10_000] {
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::every_move()
        };
        let cut = agent(12, Goal::Dominance)
            .advise(&game, &state, &limits)
            .unwrap();
        assert!(cut.cut_short && cut.nodes <= nodes.max(1));
        let depth = cut.depth.unwrap();
        let whole = agent(depth, Goal::Dominance)
            .advise(&game, &state, &Limits::every_move())
            .unwrap();
        assert_eq!((cut.moves, cut.best), (whole.moves, whole.best));
    }
}

#[test]
fn a_raised_stop_still_gets_an_answer() {
    let game = EightByEight::default();
    let limits = Limits::best_move();
    limits.stop.raise();
    let advice = agent(16, Goal::Dominance)
        .advise(&game, &game.start(), &limits)
        .unwrap();
    assert!(advice.cut_short && !advice.best.is_empty());
}

#[test]
fn a_depth_out_of_range_is_refused_with_a_hint() {
    for depth in [0, 33, 1_000_000] {
        let goal = Goal::Dominance;
        let error = TwoTier::new(TwoTierParams { depth, goal }).unwrap_err();
        assert!(error.to_string().contains("`depth` is 1 to 32"), "{error}");
    }
}

#[test]
fn the_greedy_tier_only_breaks_ties() {
    let game = EightByEight::default();
    let mut two_tier = agent(1, Goal::Dominance);
    let advice = two_tier
        .advise(&game, &game.start(), &Limits::every_move())
        .unwrap();
    let best: Vec<usize> = advice.best.iter().map(|&mv| game.move_index(mv)).collect();
    assert_eq!(best, [1, 2, 3, 4, 5, 6], "the edges have fewer neighbours");
    assert_eq!(Greedy::default(), Greedy::JOIN);
}
