//! Threat search held to slow searches that know the rules alone.

use plyscope_game::{Agent, Chance, Game, Limits, Notation, Score};
use plyscope_gomoku::{FiveRule, Gomoku, Place, State};
use plyscope_search::{AlphaBeta, AlphaBetaSettings, Noise};

use super::field::{Field, Fives};
use super::{ThreatParams, ThreatSearch, four_win, threat_win, wins_by_fours};

/// A state after random moves near one another, at which the game is not over.
fn crowded(game: &Gomoku, plies: u32, chance: &mut Chance) -> Option<State> {
    let mut state = game.start();
    for _ in 0..plies {
        let near: Vec<Place> = game.candidates(&state).collect();
        game.play(&mut state, near[chance.below(near.len() as u32) as usize]);
        if game.payoffs(&state).is_some() {
            return None;
        }
    }
    Some(state)
}

fn after(game: &Gomoku, state: &State, mv: Place) -> State {
    let mut next = *state;
    game.play(&mut next, mv);
    next
}

/// Moves by which the mover wins at once, by the rules alone.
fn winning(game: &Gomoku, state: &State) -> Vec<Place> {
    let mover = game.mover(state);
    let wins = |mv: &Place| {
        let payoffs = game.payoffs(&after(game, state, *mv));
        payoffs.is_some_and(|payoffs| payoffs.of(mover) > 0)
    };
    game.moves(state).filter(wins).collect()
}

/// Whether the mover wins by at most so many fours and a five, by the rules alone.
fn slow_four_win(game: &Gomoku, state: &State, fours: u32) -> bool {
    if !winning(game, state).is_empty() {
        return true;
    }
    if fours == 0 {
        return false;
    }
    let near: Vec<Place> = game.candidates(state).collect();
    near.into_iter().any(|mv| {
        let next = after(game, state, mv);
        if game.payoffs(&next).is_some() || !winning(game, &next).is_empty() {
            return false;
        }
        // What the attacker threatens shows where the defender makes a move elsewhere.
        let cells: Vec<Place> = game.moves(&next).collect();
        let answers: Vec<Place> = cells
            .into_iter()
            .filter(|&answer| winning(game, &after(game, &next, answer)).is_empty())
            .collect();
        match answers[..] {
            [] => true,
            [only] => slow_four_win(game, &after(game, &next, only), fours - 1),
            _ => false,
        }
    })
}

#[test]
fn fives_are_those_of_the_rules() {
    let mut chance = Chance::new(11);
    for (rule, size) in [(FiveRule::Exact, 9), (FiveRule::Freestyle, 15)] {
        let game = Gomoku::new(size, rule).unwrap();
        for _ in 0..300 {
            let Some(state) = crowded(&game, 10 + chance.below(30), &mut chance) else {
                continue;
            };
            let field = Field::new(&game, &state);
            let by_rules = winning(&game, &state);
            let found = match field.fives(game.mover(&state)) {
                Fives::None => vec![],
                Fives::One(cell) => vec![field.place(cell)],
                Fives::Many(one, other) => vec![field.place(one), field.place(other)],
            };
            assert_eq!(
                found.len(),
                by_rules.len().min(2),
                "{}",
                game.write_state(&state)
            );
            assert!(found.iter().all(|own| by_rules.contains(own)));
        }
    }
}

#[test]
fn what_a_slow_search_wins_by_fours_is_won_and_every_line_is_borne_out() {
    let mut chance = Chance::new(5);
    let (mut slow, mut found) = (0, 0);
    for (rule, size) in [(FiveRule::Freestyle, 10), (FiveRule::Exact, 10)] {
        let game = Gomoku::new(size, rule).unwrap();
        for _ in 0..60 {
            let Some(state) = crowded(&game, 16 + chance.below(16), &mut chance) else {
                continue;
            };
            let line = four_win(&game, &state, u64::MAX);
            if let Some(line) = &line {
                found += 1;
                assert!(
                    wins_by_fours(&game, &state, line),
                    "{}",
                    game.write_state(&state)
                );
            }
            if slow_four_win(&game, &state, 2) {
                slow += 1;
                assert!(line.is_some(), "{}", game.write_state(&state));
            }
        }
    }
    assert!(slow > 20 && found > slow, "{slow} {found}");
}

#[test]
fn a_line_that_does_not_win_is_not_borne_out() {
    let game = Gomoku::new(9, FiveRule::Freestyle).unwrap();
    let read = |text: &str| game.read_state(text).unwrap();
    let place = |text: &str, state: &State| game.read_move(state, text).unwrap();
    let state = read("9/9/9/1xxx5/9/5ooo1/9/9/9");
    let line: Vec<Place> = ["f4", "a4"]
        .iter()
        .map(|text| place(text, &state))
        .collect();
    assert!(
        !wins_by_fours(&game, &state, &line),
        "it stops before the five"
    );
    let whole: Vec<Place> = ["e4", "a4", "f4"]
        .iter()
        .map(|text| place(text, &state))
        .collect();
    assert!(wins_by_fours(&game, &state, &whole));
    // The same four, but the defender completes a five of his own.
    let state = read("9/9/9/1xxx5/x8/4oooo1/9/9/9");
    assert!(!wins_by_fours(&game, &state, &whole));
    assert_eq!(four_win(&game, &state, 1000), None);
}

#[test]
fn wins_by_threes_are_wins() {
    let mut chance = Chance::new(21);
    let game = Gomoku::new(7, FiveRule::Freestyle).unwrap().with_near(None);
    let (mut wins, mut by_threes) = (0, 0);
    for _ in 0..600 {
        let Some(state) = crowded(&game, 14 + chance.below(10), &mut chance) else {
            continue;
        };
        if let Some(mv) = threat_win(&game, &state, 1, 20_000) {
            if four_win(&game, &state, 20_000).is_some() {
                continue;
            }
            by_threes += 1;
            // Six moves on a search that knows the rules alone finds an open three's win.
            let noise = Noise {
                seed: 1,
                levels: 9,
                symmetric: false,
            };
            let mut plain = AlphaBeta::new(
                AlphaBetaSettings {
                    table: 8 << 20,
                    ..AlphaBetaSettings::strong(6)
                },
                noise,
            )
            .unwrap();
            let next = after(&game, &state, mv);
            let advice = plain.advise(&game, &next, &Limits::best_move()).unwrap();
            if advice.proved(&game.facts()) == Some(-1) {
                wins += 1;
            }
            assert_ne!(
                advice.proved(&game.facts()),
                Some(1),
                "{}",
                game.write_state(&state)
            );
        }
    }
    assert!(
        by_threes > 5 && wins * 2 > by_threes,
        "{wins} of {by_threes}"
    );
}

/// The defender's best: his own five, else the cell of the attacker's, else any.
fn defence(game: &Gomoku, state: &State, chance: &mut Chance) -> Place {
    if let [mv, ..] = winning(game, state)[..] {
        return mv;
    }
    let holds = |mv: &Place| winning(game, &after(game, state, *mv)).is_empty();
    let holding = game.moves(state).find(holds);
    holding.unwrap_or_else(|| game.pick(state, chance))
}

/// Whether the mover wins against that defence.
fn is_won(game: &Gomoku, mut state: State, agent: &mut dyn Agent<Gomoku>) -> bool {
    let attacker = game.mover(&state);
    let mut chance = Chance::new(game.key(&state));
    loop {
        let advice = agent.advise(game, &state, &Limits::best_move()).unwrap();
        game.play(&mut state, advice.best[0]);
        if let Some(payoffs) = game.payoffs(&state) {
            return payoffs.of(attacker) > 0;
        }
        let answer = defence(game, &state, &mut chance);
        game.play(&mut state, answer);
        if game.payoffs(&state).is_some() {
            return false;
        }
    }
}

#[test]
fn five_hundred_positions_with_a_forced_win_by_fours_are_all_won() {
    forced_wins_are_won(FiveRule::Freestyle, 15);
}

#[test]
fn five_hundred_positions_with_a_forced_win_by_fours_are_all_won_by_exactly_five() {
    forced_wins_are_won(FiveRule::Exact, 19);
}

fn forced_wins_are_won(rule: FiveRule, size: usize) {
    let game = Gomoku::new(size, rule).unwrap();
    let mut chance = Chance::new(1000);
    let (mut won, mut longest) = (0, 0);
    while won < 500 {
        let Some(state) = crowded(&game, 20 + chance.below(40), &mut chance) else {
            continue;
        };
        let Some(line) = four_win(&game, &state, 100_000) else {
            continue;
        };
        assert!(wins_by_fours(&game, &state, &line));
        longest = longest.max(line.len());
        let inner = plyscope_search::Random { seed: won };
        let mut attacker = ThreatSearch::new(ThreatParams::default(), inner);
        let advice = attacker.advise(&game, &state, &Limits::best_move());
        let advice = advice.unwrap();
        let score = advice.score_of(advice.best[0]);
        assert!(matches!(score, Some(Score::Exact { points: 1, .. })));
        let text = game.write_state(&state);
        assert!(is_won(&game, state, &mut attacker), "{text}");
        won += 1;
    }
    assert!(longest >= 9, "there were long ones among them: {longest}");
}

#[test]
fn moves_that_lose_to_fours_are_left_out_where_there_are_others() {
    let game = Gomoku::new(15, FiveRule::Freestyle).unwrap();
    // o has an open three: only x's moves near it hold.
    let state = game
        .read_state("15/15/15/15/15/15/6ooo6/15/2x1x10/15/4x10/15/15/15/15")
        .unwrap();
    let inner = plyscope_search::Random { seed: 3 };
    let mut agent = ThreatSearch::new(ThreatParams::default(), inner);
    for limits in [Limits::best_move(), Limits::every_move()] {
        let advice = agent.advise(&game, &state, &limits).unwrap();
        for &mv in &advice.best {
            assert!(four_win(&game, &after(&game, &state, mv), 10_000).is_none());
        }
        let lost = Score::Exact {
            points: -1,
            plies: None,
        };
        let lost = advice.moves.iter().filter(|own| own.score == lost).count();
        assert!(lost > 150, "{lost}");
    }
}
