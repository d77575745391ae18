//! Engines that behave, and what is made of their words.

use std::time::Duration;

use plyscope_connect4::Standard;
use plyscope_foreign::CommandLine;
use plyscope_foreign::uci::{EveryMove, ScoreScale, Tongue, UciAgent, UciSettings, engine_name};
use plyscope_game::{Agent, Game, Limits, Notation, Score};

use crate::peer::peer;

pub(crate) fn settings(command: CommandLine) -> UciSettings {
    UciSettings {
        command,
        options: Vec::new(),
        nodes: Some(100),
        depth: None,
        time: None,
        timeout: Duration::from_secs(60),
        restarts: 0,
        every_move: EveryMove::OneSearch,
        scale: ScoreScale::Centipawns,
        prove: 3,
    }
}

/// The peer is told which moves are legal, and likes them in their order.
pub(crate) fn tongue() -> Tongue<Standard> {
    Tongue {
        position: |game, state| {
            let legal = game.moves(state).map(|mv| game.write_move(state, mv));
            let legal: Vec<String> = legal.collect();
            format!("fen {} legal {}", game.write_state(state), legal.join(" "))
        },
        write_move: |game, state, mv| game.write_move(state, mv),
    }
}

#[test]
fn an_engine_says_who_it_is() {
    let peer = peer("uci", "none", 0);
    let name = engine_name(&peer.command, Duration::from_secs(60));
    assert_eq!(name.as_deref(), Ok("Peer 1.0"));
    assert!(peer.is_gone());
}

#[test]
fn an_engine_values_every_move_or_only_its_own() {
    let game = Standard::default();
    let peer = peer("uci", "none", 0);
    let mut agent = UciAgent::new(settings(peer.command.clone()), tongue());
    let start = game.start();
    let advice = agent
        .advise(&game, &start, &Limits::every_move())
        .expect("it answers");
    let values: Vec<Score> = advice.moves.iter().map(|own| own.score).collect();
    let expected = [50.0, 40.0, 30.0, 20.0, 10.0, 0.0, -10.0].map(Score::Estimate);
    assert_eq!(values, expected);
    assert_eq!((advice.nodes, advice.depth), (100, Some(9)));
    let choice = agent
        .advise(&game, &start, &Limits::best_move())
        .expect("it answers");
    assert_eq!(choice.best, advice.best);
    assert_eq!(choice.moves[0].score, Score::Estimate(50.0));
    assert!(
        choice.moves[1..]
            .iter()
            .all(|own| own.score == Score::Unknown)
    );
}

#[test]
fn a_search_for_each_move_is_seen_from_the_other_side() {
    let game = Standard::default();
    let peer = peer("uci", "none", 0);
    let mut settings = settings(peer.command.clone());
    settings.every_move = EveryMove::SearchEach;
    let mut agent = UciAgent::new(settings.clone(), tongue());
    let advice = agent
        .advise(&game, &game.start(), &Limits::every_move())
        .expect("it answers");
    assert!(
        advice
            .moves
            .iter()
            .all(|own| own.score == Score::Estimate(-50.0))
    );
    assert_eq!(advice.nodes, 700);
    settings.scale = ScoreScale::Points;
    let mut agent = UciAgent::new(settings, tongue());
    let advice = agent
        .advise(&game, &game.start(), &Limits::every_move())
        .expect("it answers");
    // 700 of 1,000 are won by whoever moves next.
    assert!(
        advice.moves.iter().all(|own| own.mean == Some(-0.4)),
        "{advice:?}"
    );
}

#[test]
fn a_move_that_ends_the_game_is_worth_its_points_whatever_the_engine_says() {
    let game = Standard::default();
    let mut state = game.start();
    for word in ["4", "1", "4", "1", "4", "2"] {
        let mv = game.read_move(&state, word).expect("legal");
        game.play(&mut state, mv);
    }
    let peer = peer("uci", "none", 0);
    let mut agent = UciAgent::new(settings(peer.command.clone()), tongue());
    let advice = agent
        .advise(&game, &state, &Limits::every_move())
        .expect("it answers");
    let won = Score::Exact {
        points: 1,
        plies: Some(1),
    };
    assert_eq!(advice.moves[3].score, won);
    assert_eq!(advice.best.len(), 1);
}

#[test]
fn options_are_set_by_name_in_any_case_and_unknown_ones_refused() {
    let game = Standard::default();
    let peer = peer("uci", "none", 0);
    let mut settings = settings(peer.command.clone());
    settings.options = vec![("some thing".into(), "x".into())];
    let mut agent = UciAgent::new(settings.clone(), tongue());
    assert!(
        agent
            .advise(&game, &game.start(), &Limits::default())
            .is_ok()
    );
    settings.options = vec![("hash".into(), "64".into())];
    let mut agent = UciAgent::new(settings.clone(), tongue());
    let error = agent
        .advise(&game, &game.start(), &Limits::default())
        .unwrap_err();
    assert!(error.to_string().contains("Some Thing"), "{error}");
    settings.options.clear();
    settings.nodes = None;
    let mut agent = UciAgent::new(settings, tongue());
    let error = agent
        .advise(&game, &game.start(), &Limits::default())
        .unwrap_err();
    assert!(error.hint.unwrap().contains("nodes=N"));
}
