//! Every search equals plain minimax, on every game, under an evaluator that is pure noise.

use plyscope_game::{Advice, Agent, Chance, Evaluator, Game, Limits, Rank, Score};
use plyscope_games::mnk::Mnk;
use plyscope_search::{AlphaBeta, Minimax, Noise, Ordering, Settings};

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
fn random_settings(depth: u32, chance: &mut Chance) -> Settings {
    Settings {
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
        ..Settings::plain(depth)
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

fn ranks<M: Copy>(advice: &Advice<M>) -> Vec<Rank> {
    advice
        .moves
        .iter()
        .map(|advised| advised.score.rank())
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
    let rank = match game.payoffs(&end) {
        Some(payoffs) => Rank::finished(payoffs.of(viewer), plies),
        None => {
            assert_eq!(Some(plies), advice.depth);
            Rank::estimate(evaluator.value(game, &end, viewer))
        }
    };
    assert_eq!(Some(rank), advice.rank(), "{:?}", advice.line);
}

/// Searches `states` random states of `game`, up to `depth` moves ahead, each in a random way.
fn check<G: Game>(game: &G, states: u64, depth: u32, seed: u64) {
    for task in 0..states {
        let mut chance = Chance::for_task(seed, task);
        let state = random_state(game, &mut chance);
        let evaluator = random_noise(&mut chance);
        let depth = 1 + chance.below(depth);
        let settings = random_settings(depth, &mut chance);
        let every = Limits::every_move();
        let mut reference = Minimax { depth, evaluator };
        let expected = reference.advise(game, &state, &every).unwrap();
        let mut agent = AlphaBeta::new(settings.clone(), evaluator);
        let found = agent.advise(game, &state, &every).unwrap();
        assert_eq!(ranks(&found), ranks(&expected), "{settings:?}, {state:?}");
        assert_eq!(found.best, expected.best);
        line_keeps_its_word(game, &state, &evaluator, &found);
        // The same agent again, asked for the best move alone: nothing is left over from before.
        let best = agent.advise(game, &state, &Limits::best_move()).unwrap();
        assert_eq!(best.rank(), expected.rank(), "{settings:?}, {state:?}");
        line_keeps_its_word(game, &state, &evaluator, &best);
        let known = |advised: &&plyscope_game::Advised<_>| advised.score != Score::Unknown;
        assert_eq!(best.moves.iter().filter(known).count(), 1);
    }
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
            let settings = Settings {
                table: 1 << 16,
                ..Settings::strong(depth)
            };
            let mut agent = AlphaBeta::new(settings, noise);
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
        Settings {
            nodes: Some(5000),
            ..Settings::strong(12)
        },
        noise,
    );
    let advice = agent
        .advise(&game, &game.start(), &Limits::every_move())
        .unwrap();
    let depth = advice.depth.unwrap();
    assert!(advice.cut_short && (1..12).contains(&depth));
    let whole = AlphaBeta::new(Settings::strong(depth), noise)
        .advise(&game, &game.start(), &Limits::every_move())
        .unwrap();
    assert_eq!(ranks(&advice), ranks(&whole));
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
    let mut agent = AlphaBeta::new(Settings::plain(20), noise);
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
