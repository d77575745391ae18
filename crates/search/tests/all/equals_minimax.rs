//! Every search equals plain minimax, on every game, under an evaluator that is pure noise.

use plyscope_breakthrough::Breakthrough;
use plyscope_chess::{self as chess, Chess};
use plyscope_connect4::{AnySize, ConnectFour, Standard};
use plyscope_game::{
    Advice, Agent, Chance, Evaluator, Facts, Game, Limits, Notation, Player, Rank, Score, mix,
};
use plyscope_gomoku::{self as gomoku, FiveRule, Gomoku};
use plyscope_mnk::Mnk;
use plyscope_othello::{Othello, Payoff};
use plyscope_search::{AlphaBeta, AlphaBetaSettings, Minimax, Noise, Ordering};

/// A state some random moves from the start, not over.
fn random_state<G: Game>(game: &G, chance: &mut Chance) -> G::State {
    loop {
        let mut state = game.start();
        for _ in 0..chance.below(game.facts().max_plies) {
            if game.payoffs(&state).is_some() {
                break;
            }
            let mv = game.pick(&state, chance);
            game.play(&mut state, mv);
        }
        if game.payoffs(&state).is_none() {
            return state;
        }
    }
}

fn coin(chance: &mut Chance) -> bool {
    chance.below(2) == 1
}

/// Any mixture of what cannot change a value.
fn random_settings(depth: u32, chance: &mut Chance) -> AlphaBetaSettings {
    AlphaBetaSettings {
        scout: coin(chance),
        // None, one so small that it always overflows, and a roomy one.
        table: [0, 1 << 10, 1 << 18][chance.below(3) as usize],
        symmetry: coin(chance),
        deepen: coin(chance),
        ordering: Ordering {
            killers: coin(chance),
            history: coin(chance),
            evaluator_from: chance.below(4),
        },
        ..AlphaBetaSettings::plain(depth)
    }
}

/// Few levels make many ties, and a level of 0 that looks like a draw.
fn random_noise(chance: &mut Chance) -> Noise {
    Noise {
        seed: chance.bits(),
        levels: [3, 20, 1 << 20][chance.below(3) as usize],
        symmetric: coin(chance),
    }
}

fn ranks<M: Copy>(advice: &Advice<M>, facts: &Facts) -> Vec<Rank> {
    advice
        .moves
        .iter()
        .map(|advised| advised.score.rank(facts))
        .collect()
}

/// Best play must lead to a state that is worth what the search says.
fn line_keeps_its_word<G: Game, E: Evaluator<G>>(
    game: &G,
    state: &G::State,
    evaluator: &E,
    advice: &Advice<G::Move>,
) {
    let viewer = game.mover(state);
    assert!(advice.best.contains(&advice.line[0]));
    let mut end = state.clone();
    for &mv in &advice.line {
        assert!(game.moves(&end).any(|legal| legal == mv));
        game.play(&mut end, mv);
    }
    let plies = advice.line.len() as u32;
    let rank = if let Some(payoffs) = game.payoffs(&end) {
        Rank::finished(payoffs.of(viewer), plies)
    } else {
        assert_eq!(Some(plies), advice.depth);
        Rank::estimate(evaluator.value(game, &end, viewer))
    };
    assert_eq!(Some(rank), advice.rank(&game.facts()), "{:?}", advice.line);
}

/// A state of a game, a random way to search it, and what plain minimax says of it.
struct Case<G: Game> {
    state: G::State,
    evaluator: Noise,
    settings: AlphaBetaSettings,
    expected: Advice<G::Move>,
}

impl<G: Game> Case<G> {
    fn drawn(game: &G, depth: u32, chance: &mut Chance) -> Self {
        let state = random_state(game, chance);
        let evaluator = random_noise(chance);
        let depth = 1 + chance.below(depth);
        let settings = random_settings(depth, chance);
        let mut reference = Minimax { depth, evaluator };
        let expected = reference.advise(game, &state, &Limits::every_move());
        Self {
            state,
            evaluator,
            settings,
            expected: expected.unwrap(),
        }
    }

    fn agent(&self) -> AlphaBeta<Noise> {
        AlphaBeta::new(self.settings.clone(), self.evaluator).unwrap()
    }

    /// What is found of every move must be what minimax says.
    fn is_found(&self, game: &G, found: &Advice<G::Move>) {
        let facts = game.facts();
        assert_eq!(
            ranks(found, &facts),
            ranks(&self.expected, &facts),
            "{:?}, {:?}",
            self.settings,
            self.state
        );
        assert_eq!(found.best, self.expected.best);
        line_keeps_its_word(game, &self.state, &self.evaluator, found);
    }
}

/// Searches `states` random states of `game`, up to `depth` moves ahead, each in a random way.
fn check<G: Game>(game: &G, states: u64, depth: u32, seed: u64) {
    let facts = game.facts();
    for task in 0..states {
        let case = Case::drawn(game, depth, &mut Chance::for_task(seed, task));
        line_keeps_its_word(game, &case.state, &case.evaluator, &case.expected);
        let mut agent = case.agent();
        let every = Limits::every_move();
        case.is_found(game, &agent.advise(game, &case.state, &every).unwrap());
        // The same agent again, asked for the best move alone: nothing is left over from before.
        let best = Limits::best_move();
        let best = agent.advise(game, &case.state, &best).unwrap();
        assert_eq!(
            best.rank(&facts),
            case.expected.rank(&facts),
            "{:?}, {:?}",
            case.settings,
            case.state
        );
        line_keeps_its_word(game, &case.state, &case.evaluator, &best);
        let known = |advised: &&plyscope_game::Advised<_>| advised.score != Score::Unknown;
        assert_eq!(best.moves.iter().filter(known).count(), 1);
    }
}

/// Nonsense for an order visits other states and finds the same. Every type of game more is one more
/// search to compile, here as in all these tests, hence few of them: one without anything special, one
/// with passes, and one whose rules have an order of their own.
fn check_order<G: Game>(game: &G, states: u64, depth: u32, seed: u64) {
    for task in 0..states {
        let case = Case::drawn(game, depth, &mut Chance::for_task(seed, task));
        let nonsense = move |game: &G, state: &G::State, mv: G::Move| {
            mix(game.key(state) ^ mix(task ^ game.move_index(mv) as u64)) as i32
        };
        let mut agent = case.agent().with_order(nonsense);
        let found = agent.advise(game, &case.state, &Limits::every_move());
        case.is_found(game, &found.unwrap());
    }
}

#[test]
fn in_any_order() {
    check_order(&Mnk::tictactoe(), 600, 9, 1);
    check_order(&Othello::<8>::new(Payoff::WinLoss), 300, 3, 24);
    check_order(&Chess::new(120).unwrap(), 20, 2, 51);
}

#[test]
fn on_noughts_and_crosses() {
    check(&Mnk::tictactoe(), 2000, 9, 1);
}

#[test]
fn on_larger_boards_of_three_and_four_in_a_row() {
    check(&Mnk::new(4, 4, 4).unwrap(), 700, 4, 2);
    check(&Mnk::new(4, 3, 3).unwrap(), 700, 5, 3);
    check(&Mnk::new(5, 2, 3).unwrap(), 1000, 5, 4);
}

#[test]
fn on_connect_four() {
    check(&Standard::default(), 1500, 5, 11);
    // The wider integer holds the small boards, too.
    for (width, height, connect) in [(4, 4, 3), (4, 5, 4), (5, 4, 3), (9, 5, 5)] {
        let shape = AnySize::<u128>::new(width, height, connect).unwrap();
        check(&ConnectFour::new(shape), 500, 5, 13);
    }
    let shape = AnySize::<u128>::new(10, 10, 4).unwrap();
    check(&ConnectFour::new(shape), 300, 4, 14);
}

#[test]
fn on_othello_with_passes_and_both_payoffs() {
    let discs = |empties_to_winner| Payoff::Discs { empties_to_winner };
    check(&Othello::<4>::new(Payoff::WinLoss), 1500, 6, 21);
    check(&Othello::<4>::new(discs(true)), 800, 6, 22);
    check(&Othello::<4>::new(discs(false)), 600, 6, 23);
    check(&Othello::<8>::new(Payoff::WinLoss), 800, 3, 24);
    check(&Othello::<8>::new(discs(true)), 400, 3, 25);
}

#[test]
fn on_gomoku() {
    check(&Gomoku::new(5, FiveRule::Freestyle).unwrap(), 800, 3, 31);
    check(&Gomoku::new(6, FiveRule::Exact).unwrap(), 400, 3, 32);
    check(&Gomoku::new(9, FiveRule::Freestyle).unwrap(), 200, 2, 33);
}

#[test]
fn on_breakthrough() {
    check(&Breakthrough::new(3, 4).unwrap(), 800, 5, 41);
    check(&Breakthrough::new(5, 5).unwrap(), 500, 4, 42);
    check(&Breakthrough::new(8, 8).unwrap(), 200, 3, 43);
}

#[test]
fn on_chess() {
    check(&Chess::new(120).unwrap(), 60, 2, 51);
    check(&Chess::new(300).unwrap(), 12, 3, 52);
}

/// Minimax that goes on with noisy moves beyond its depth, written down as plainly as it is defined.
struct Settling<'a, G: Game, E> {
    game: &'a G,
    evaluator: &'a E,
    viewer: Player,
    depth: u32,
}

impl<G: Game, E: Evaluator<G>> Settling<'_, G, E> {
    fn after(&self, state: &G::State, mv: G::Move, ply: u32) -> Rank {
        let mut next = state.clone();
        self.game.play(&mut next, mv);
        self.value(&next, ply + 1)
    }

    fn value(&self, state: &G::State, ply: u32) -> Rank {
        if let Some(payoffs) = self.game.payoffs(state) {
            // How far away an end beyond the horizon is, nobody says.
            let plies = if ply > self.depth { u32::MAX } else { ply };
            return Rank::finished(payoffs.of(self.viewer), plies);
        }
        let mut ranks = Vec::new();
        if ply < self.depth {
            let after = |mv| self.after(state, mv, ply);
            ranks.extend(self.game.moves(state).map(after));
        } else {
            let noisy = self.game.noisy(state);
            if noisy.as_ref().is_none_or(|noisy| !noisy.forced) {
                let value = self.evaluator.value(self.game, state, self.viewer);
                ranks.push(Rank::estimate(value));
            }
            let moves = noisy.into_iter().flat_map(|noisy| noisy.moves);
            ranks.extend(moves.map(|mv| self.after(state, mv, ply)));
        }
        let is_viewer = self.game.mover(state) == self.viewer;
        let best = if is_viewer {
            ranks.into_iter().max()
        } else {
            ranks.into_iter().min()
        };
        best.expect("a state that is not over has moves")
    }
}

#[test]
fn quiescence_equals_plain_minimax_over_noisy_moves() {
    let game = Chess::default();
    let facts = game.facts();
    for task in 0..150 {
        let mut chance = Chance::for_task(61, task);
        // Without pruning, exchanges among many pieces take for ever.
        let few = |state: &chess::State| state.board().occupied().len() <= 13;
        let state = loop {
            let state = random_state(&game, &mut chance);
            if few(&state) {
                break state;
            }
        };
        let evaluator = random_noise(&mut chance);
        let depth = 1 + chance.below(2);
        let settings = AlphaBetaSettings {
            quiesce: true,
            ..random_settings(depth, &mut chance)
        };
        let reference = Settling {
            game: &game,
            evaluator: &evaluator,
            viewer: game.mover(&state),
            depth,
        };
        let expected: Vec<Rank> = game
            .moves(&state)
            .map(|mv| reference.after(&state, mv, 0))
            .collect();
        let mut agent = AlphaBeta::new(settings.clone(), evaluator).unwrap();
        let found = agent.advise(&game, &state, &Limits::every_move()).unwrap();
        let text = game.write_state(&state);
        assert_eq!(ranks(&found, &facts), expected, "{settings:?}, {text}");
        let best = agent.advise(&game, &state, &Limits::best_move()).unwrap();
        let top = expected.into_iter().max();
        assert_eq!(best.rank(&facts), top, "{settings:?}, {text}");
    }
}

#[test]
fn quiescence_proves_no_more_than_finished_games_do() {
    let game = Chess::default();
    let noise = Noise {
        seed: 5,
        levels: 1 << 20,
        symmetric: false,
    };
    let advise = |text: &str, depth| {
        let settings = AlphaBetaSettings {
            quiesce: true,
            ..AlphaBetaSettings::plain(depth)
        };
        let state = game.read_state(text).unwrap();
        let mut agent = AlphaBeta::new(settings, noise).unwrap();
        let advice = agent.advise(&game, &state, &Limits::every_move()).unwrap();
        (game.write_move(&state, advice.best[0]), advice.moves)
    };
    // Mate by a capture just beyond the horizon: won for certain, but who knows how soon.
    let (best, moves) = advise("3r2k1/p4ppp/8/8/8/8/8/3R2K1 b - - 0 1", 1);
    let lost = Score::Exact {
        points: -1,
        plies: None,
    };
    assert!(moves.iter().any(|own| own.score == lost), "{best}");
    // Only kings would be left after a capture: a draw by the rules, but the opponent need not capture.
    let (_, moves) = advise("8/8/8/8/8/1Pk5/8/K7 w - - 0 1", 1);
    let is_proved_draw = |score| matches!(score, Score::Exact { points: 0, .. });
    assert!(!moves.iter().any(|own| is_proved_draw(own.score)));
}

/// Gomoku whose rules allow only what searches would look at.
struct NearOnly(Gomoku);

impl Game for NearOnly {
    type State = gomoku::State;
    type Move = gomoku::Place;
    type Moves = gomoku::Places;

    fn facts(&self) -> plyscope_game::Facts {
        self.0.facts()
    }
    fn start(&self) -> Self::State {
        self.0.start()
    }
    fn mover(&self, state: &Self::State) -> plyscope_game::Player {
        self.0.mover(state)
    }
    fn moves(&self, state: &Self::State) -> Self::Moves {
        self.0.candidates(state)
    }
    fn play(&self, state: &mut Self::State, mv: Self::Move) {
        self.0.play(state, mv);
    }
    fn payoffs(&self, state: &Self::State) -> Option<plyscope_game::Payoffs> {
        self.0.payoffs(state)
    }
    fn move_index(&self, mv: Self::Move) -> usize {
        self.0.move_index(mv)
    }
    fn key(&self, state: &Self::State) -> u64 {
        self.0.key(state)
    }
}

#[test]
fn candidates_are_all_that_a_restricted_search_looks_at() {
    let game = Gomoku::new(12, FiveRule::Freestyle).unwrap();
    let restricted = NearOnly(game.clone());
    let noise = Noise {
        seed: 4,
        levels: 1000,
        symmetric: false,
    };
    let facts = game.facts();
    for task in 0..60 {
        let mut chance = Chance::for_task(41, task);
        let mut state = game.start();
        for _ in 0..chance.below(8) {
            let mv = restricted.pick(&state, &mut chance);
            game.play(&mut state, mv);
        }
        let settings = AlphaBetaSettings {
            candidates: true,
            ..random_settings(2, &mut chance)
        };
        let limits = Limits::best_move();
        let found = AlphaBeta::new(settings, noise)
            .unwrap()
            .advise(&game, &state, &limits);
        let expected = Minimax {
            depth: 2,
            evaluator: noise,
        }
        .advise(&restricted, &state, &limits);
        assert_eq!(found.unwrap().rank(&facts), expected.unwrap().rank(&facts));
    }
}

#[test]
fn proved_draws_are_draws() {
    let game = Mnk::tictactoe();
    let noise = Noise {
        seed: 3,
        levels: 3,
        symmetric: true,
    };
    for task in 0..300 {
        let state = random_state(&game, &mut Chance::for_task(5, task));
        let every = Limits::every_move();
        let truth = Minimax {
            depth: 9,
            evaluator: noise,
        };
        let truth = { truth }.advise(&game, &state, &every).unwrap();
        for depth in 1..9 {
            let settings = AlphaBetaSettings {
                table: 1 << 16,
                ..AlphaBetaSettings::strong(depth)
            };
            let mut agent = AlphaBeta::new(settings, noise).unwrap();
            let advice = agent.advise(&game, &state, &every).unwrap();
            for (found, true_one) in advice.moves.iter().zip(&truth.moves) {
                assert!(true_one.score.is_exact());
                if found.score.is_exact() {
                    assert_eq!(found.score, true_one.score);
                }
            }
        }
    }
}

#[test]
fn a_node_limit_ends_with_the_last_full_answer() {
    let game = Mnk::new(5, 5, 4).unwrap();
    let noise = Noise {
        seed: 9,
        levels: 1000,
        symmetric: false,
    };
    let mut agent = AlphaBeta::new(
        AlphaBetaSettings {
            nodes: Some(5000),
            ..AlphaBetaSettings::strong(12)
        },
        noise,
    )
    .unwrap();
    let advice = agent
        .advise(&game, &game.start(), &Limits::every_move())
        .unwrap();
    let depth = advice.depth.unwrap();
    assert!(advice.cut_short && (1..12).contains(&depth));
    let whole = AlphaBeta::new(AlphaBetaSettings::strong(depth), noise)
        .unwrap()
        .advise(&game, &game.start(), &Limits::every_move())
        .unwrap();
    let facts = game.facts();
    assert_eq!(ranks(&advice, &facts), ranks(&whole, &facts));
    line_keeps_its_word(&game, &game.start(), &noise, &advice);
}

#[test]
fn a_raised_stop_ends_a_search_without_deepening_too() {
    let game = Mnk::new(8, 8, 5).unwrap();
    let limits = Limits::every_move();
    limits.stop.raise();
    let noise = Noise {
        seed: 9,
        levels: 1000,
        symmetric: false,
    };
    let mut agent = AlphaBeta::new(AlphaBetaSettings::plain(20), noise).unwrap();
    let advice = agent.advise(&game, &game.start(), &limits).unwrap();
    assert!(advice.cut_short && !advice.best.is_empty());
    let advice = Minimax {
        depth: 20,
        evaluator: noise,
    }
    .advise(&game, &game.start(), &limits)
    .unwrap();
    assert!(advice.cut_short);
}
