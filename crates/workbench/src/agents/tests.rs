//! Agents made of other agents, by their specs.

use plyscope_game::any::{AnyAgent, Position};
use plyscope_game::{Advice, Limits};

use crate::{NamedGame, Reading, Registry, Spec};

fn agent(game: &NamedGame, spec: &str) -> Box<dyn AnyAgent> {
    let spec = Spec::parse(spec).expect("a spec");
    game.agent(&spec, 7).expect("an agent")
}

/// The states after each of the first moves.
fn positions(game: &NamedGame) -> Vec<Position> {
    [
        "", "4", "44", "444", "4444", "44444", "1", "12", "123", "1234", "12345",
    ]
    .iter()
    .map(|moves| game.position(moves, Reading::Moves).expect("moves"))
    .collect()
}

fn advise(agent: &mut dyn AnyAgent, position: &Position) -> Advice<usize> {
    let advice = agent.advise(position.states(), position.at(), &Limits::every_move());
    advice.expect("an answer")
}

#[test]
fn wandering_by_a_spec_keeps_its_scores_and_changes_its_choices() {
    let game = Registry::standard().open("connect4").expect("a game");
    let by = "by=(negascout:depth=2,eval=lines)";
    let mut plain = agent(&game, "negascout:depth=2,eval=lines");
    let mut never = agent(&game, &format!("wandering:{by},share=0"));
    let mut often = agent(&game, &format!("wandering:{by},share=1,seed=3"));
    let mut strayed = 0;
    for position in positions(&game) {
        let told = advise(&mut *plain, &position);
        assert_eq!(advise(&mut *never, &position), told);
        let other = advise(&mut *often, &position);
        assert_eq!(other.moves, told.moves);
        assert_eq!(other.best.len(), 1);
        strayed += u32::from(!told.best.contains(&other.best[0]));
        // A spec that says its seed keeps it.
        often.reseed(99);
        assert_eq!(advise(&mut *often, &position), other);
    }
    assert!(strayed > 0);
}

#[test]
fn wandering_alone_wanders_from_the_usual_evaluator() {
    let game = Registry::standard().open("connect4").expect("a game");
    let usual = game.evaluators()[0].name.clone();
    let mut wandering = agent(&game, "wandering:share=0");
    let mut plain = agent(&game, &usual);
    for position in positions(&game) {
        let told = advise(&mut *plain, &position);
        assert_eq!(advise(&mut *wandering, &position), told);
    }
}

#[test]
fn what_an_agent_wanders_from_is_checked_and_its_files_are_known() {
    let game = Registry::standard().open("connect4").expect("a game");
    let refused = |spec: &str| {
        let made = game.agent(&Spec::parse(spec).expect("a spec"), 1);
        made.err().expect("no such agent").to_string()
    };
    assert!(refused("wandering:by=negascuot").contains("negascout"));
    assert!(refused("wandering:share=2").contains("share"));
    let spec = Spec::parse("wandering:by=(linear:weights=my.toml)").expect("a spec");
    assert_eq!(game.files_of(&spec), ["my.toml"]);
}

#[test]
fn specs_that_start_programs_are_known_however_deep_they_do() {
    let registry = Registry::standard();
    let chess = registry.open("chess").expect("a game");
    let gomoku = registry.open("gomoku").expect("a game");
    let starts = |game: &NamedGame, text: &str| {
        game.starts_process(&Spec::parse(text).expect("a spec"))
    };
    for text in [
        "process:cmd=(rm -r x)",
        "PROCESS",
        "negascout:depth=2,eval=(process:cmd=cat)",
        "wandering:by=(negascout:eval=(process:cmd=cat))",
        "random:seed=(process:cmd=cat)",
    ] {
        assert!(starts(&chess, text) && starts(&gomoku, text), "{text}");
    }
    assert!(starts(&chess, "uci:cmd=stockfish,nodes=1"));
    assert!(starts(&gomoku, "gomocup:cmd=brain"));
    for text in ["negascout:depth=3", "linear:weights=uci", "mcts:playouts=5"] {
        assert!(!starts(&chess, text), "{text}");
    }
}

#[test]
fn the_files_among_the_words_of_a_command_decide_what_comes_of_a_spec() {
    let game = Registry::standard().open("connect4").expect("a game");
    let files = |text: &str| game.files_of(&Spec::parse(text).expect("a spec"));
    let own = file!().rsplit('/').next().expect("a name");
    let path = format!("src/agents/{own}");
    assert_eq!(files(&format!("process:cmd=(cat {path} -x nothing.py)")), [path]);
}
