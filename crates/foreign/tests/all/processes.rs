//! Agents and evaluators in processes that behave.

use std::time::Duration;

use plyscope_connect4::Standard;
use plyscope_foreign::CommandLine;
use plyscope_foreign::process::{GameCard, ProcessAgent, ProcessEvaluator, ProcessSettings};
use plyscope_game::{
    Advice, Agent, Chance, ErrorKind, Evaluator, Game, Limits, Notation, Player, Score, Value,
};
use plyscope_gdl::{GdlGame, Sheet};
use plyscope_search::{AlphaBeta, AlphaBetaSettings, OnePly};

use crate::peer::peer;

pub(crate) fn settings<G: Notation>(game: &G, command: CommandLine) -> ProcessSettings {
    ProcessSettings {
        command,
        timeout: Duration::from_secs(60),
        restarts: 0,
        batch: 100,
        card: GameCard::new("connect4", "connect4", game),
        seed: 1,
    }
}

/// States of random games, none of which is over.
pub(crate) fn states(game: &Standard, count: usize) -> Vec<<Standard as Game>::State> {
    let mut chance = Chance::new(5);
    let mut all = Vec::new();
    while all.len() < count {
        let mut state = game.start();
        while game.payoffs(&state).is_none() {
            all.push(state);
            let mv = game.pick(&state, &mut chance);
            game.play(&mut state, mv);
        }
    }
    all.truncate(count);
    all
}

/// What the peer answers, computed here.
struct Reference;

impl Evaluator<Standard> for Reference {
    fn value(&self, game: &Standard, state: &<Standard as Game>::State, player: Player) -> Value {
        let mut text = game.write_state(state);
        game.push_cells(state, &mut text);
        let places = text.bytes().zip(1u64..);
        let sum: u64 = places.map(|(byte, place)| u64::from(byte) * place).sum();
        (sum % 1009) as Value * if player == Player::FIRST { 0.25 } else { -0.25 }
    }
}

#[test]
fn a_process_that_values_states_is_one_ply_of_its_evaluator() {
    let game = Standard::default();
    let states = states(&game, 300);
    let mut expected = OnePly {
        evaluator: Reference,
    };
    let peer = peer("process", "none", 0);
    let mut agent = ProcessAgent::new(settings(&game, peer.command.clone()));
    let limits = Limits::every_move();
    let mut told = 0;
    let mut tell = |state: &_, advice: &Advice<_>| {
        told += 1;
        *advice == expected.advise(&game, state, &limits).expect("no process")
    };
    agent
        .advise_each(&game, &states, &limits, &mut tell)
        .expect("it answers");
    assert_eq!(told, states.len());
    Agent::<Standard>::reseed(&mut agent, 7);
    let one = agent
        .advise(&game, &states[9], &limits)
        .expect("it answers");
    assert_eq!(one, expected.advise(&game, &states[9], &limits).unwrap());
    drop(agent);
    assert!(peer.is_gone());
}

#[test]
fn a_process_that_values_moves_is_asked_for_nothing_else() {
    let game = Standard::default();
    let peer = peer("process", "moves", u64::MAX);
    let mut agent = ProcessAgent::new(settings(&game, peer.command.clone()));
    for state in states(&game, 40) {
        let advice = agent
            .advise(&game, &state, &Limits::every_move())
            .expect("it answers");
        let mover = game.mover(&state);
        for (place, own) in advice.moves.iter().enumerate() {
            let value = place as Value + Reference.value(&game, &state, mover);
            assert_eq!(own.score, Score::Estimate(value));
        }
    }
}

#[test]
fn a_process_in_a_hidden_round_does_not_see_what_the_other_chose() {
    let sheet = include_str!("../../../../rules/pennies.kif");
    let game = GdlGame::new("pennies", Sheet::read(sheet).unwrap()).unwrap();
    let limits = Limits::every_move();
    let start = game.start();
    let second = game.moves(&start).map(|mv| {
        let mut state = start.clone();
        game.play(&mut state, mv);
        assert!(game.hidden(&state));
        state
    });
    let second: Vec<_> = second.collect();
    let of_moves = peer("process", "moves", u64::MAX);
    let mut agent = ProcessAgent::new(settings(&game, of_moves.command.clone()));
    let told: Vec<Advice<_>> = second
        .iter()
        .map(|state| agent.advise(&game, state, &limits).expect("it answers"))
        .collect();
    assert_eq!(told[0], told[1]);
    let of_states = peer("process", "none", 0);
    let mut agent = ProcessAgent::new(settings(&game, of_states.command.clone()));
    for state in second.iter().chain([&start]) {
        let error = agent.advise(&game, state, &limits).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Unsuited);
        assert!(error.what.contains("at the same time"), "{error}");
    }
}

#[test]
fn a_process_serves_as_evaluator_within_a_search() {
    let game = Standard::default();
    let peer = peer("process", "none", 0);
    let evaluator = ProcessEvaluator::new(settings(&game, peer.command.clone()));
    let mut foreign =
        AlphaBeta::new(AlphaBetaSettings::plain(3), evaluator).expect("three moves ahead");
    let mut own =
        AlphaBeta::new(AlphaBetaSettings::plain(3), Reference).expect("three moves ahead");
    for state in states(&game, 12) {
        let limits = Limits::every_move();
        let said = foreign.advise(&game, &state, &limits).expect("it answers");
        assert_eq!(said, own.advise(&game, &state, &limits).unwrap());
    }
    drop(foreign);
    assert!(peer.is_gone());
}

#[test]
fn a_search_whose_evaluator_fails_says_so() {
    let game = Standard::default();
    for (fault, word) in [
        ("exit", "exit code 3"),
        ("nan", "NaN"),
        ("moves", "values of moves"),
    ] {
        let peer = peer("process", fault, 5);
        let evaluator = ProcessEvaluator::new(settings(&game, peer.command.clone()));
        let mut search =
            AlphaBeta::new(AlphaBetaSettings::plain(4), evaluator).expect("four moves ahead");
        let error = search
            .advise(&game, &game.start(), &Limits::every_move())
            .unwrap_err();
        assert!(error.what.contains(word), "{error}");
        drop(search);
        assert!(peer.is_gone());
    }
}

#[test]
fn whoever_asks_within_a_time_does_not_wait_longer_and_may_ask_again() {
    let game = Standard::default();
    let peer = peer("process", "slow", 2);
    let evaluator = ProcessEvaluator::new(settings(&game, peer.command.clone()));
    let limits = Limits {
        time: Some(Duration::from_millis(150)),
        ..Limits::default()
    };
    let deadline = plyscope_game::Deadline::of(&Limits::default());
    let start = game.start();
    let value = evaluator.value_until(&game, &start, Player::FIRST, &deadline);
    assert_eq!(value, Some(Reference.value(&game, &start, Player::FIRST)));
    let deadline = plyscope_game::Deadline::of(&limits);
    let late = evaluator.value_until(&game, &start, Player::FIRST, &deadline);
    assert_eq!(late, None);
    assert_eq!(Evaluator::<Standard>::take_failure(&evaluator), None);
    // The late answer comes before that to the next question, and is passed over.
    let second = evaluator.value(&game, &start, Player::SECOND);
    assert_eq!(
        second.to_bits(),
        Reference.value(&game, &start, Player::SECOND).to_bits()
    );
}

#[test]
fn a_process_is_started_again_as_often_as_allowed() {
    let game = Standard::default();
    let states = states(&game, 60);
    let mut expected = OnePly {
        evaluator: Reference,
    };
    let limits = Limits::every_move();
    // Every new process does wrong at its third question.
    let peer = peer("process", "exit", 3);
    let mut allowed = settings(&game, peer.command.clone());
    allowed.restarts = 4;
    let mut agent = ProcessAgent::new(allowed);
    for state in &states[..9] {
        let advice = agent
            .advise(&game, state, &limits)
            .expect("it is started again");
        assert_eq!(advice, expected.advise(&game, state, &limits).unwrap());
    }
    for _ in 0..2 {
        let error = states[9..]
            .iter()
            .find_map(|state| agent.advise(&game, state, &limits).err());
        let error = error.expect("four times is not for ever");
        assert!(error.what.contains("exit code 3"), "{error}");
        assert!(error.hint.unwrap().contains("4 times"));
    }
    drop(agent);
    assert!(peer.is_gone());
}
