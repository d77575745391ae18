//! Agents made of other agents, by their specs.

use std::ops::Range;
use std::sync::Arc;

use plyscope_game::any::{AnyAgent, AnyStates, AnyValuer, Choice, Position, Replies};
use plyscope_game::{Advice, Advised, Chance, Deadline, Error, Limits, Player, Score, Value};

use plyscope_workbench::{NamedGame, Reading, Spec};

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
    let game = plyscope_standard::registry()
        .open("connect4")
        .expect("a game");
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
    let game = plyscope_standard::registry()
        .open("connect4")
        .expect("a game");
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
    let game = plyscope_standard::registry()
        .open("connect4")
        .expect("a game");
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
fn a_game_lists_the_agents_that_fit_it_and_others_refuse_and_name_them() {
    let registry = plyscope_standard::registry();
    let cases = [
        (
            "gdl:race3",
            &["mcts", "maxn", "paranoid", "solver", "flat"][..],
            "negascout",
            "maxn",
        ),
        (
            "gdl:hanoi",
            &["mcts", "maxn", "solver", "flat"],
            "alphabeta",
            "solver",
        ),
        ("gdl:pennies", &["mcts", "solver", "random"], "flat", "mcts"),
        (
            "gdl:connect4",
            &["negascout", "mcts", "solver", "maxn"],
            "",
            "",
        ),
        ("connect4", &["negascout", "mcts", "solver"], "", ""),
    ];
    for (name, fitting, misfit, hinted) in cases {
        let game = registry.open(name).expect("a game");
        let listed: Vec<String> = game.agents().into_iter().map(|own| own.name).collect();
        for fits in fitting {
            assert!(
                listed.iter().any(|own| own == fits),
                "{fits} for {name}: {listed:?}"
            );
            assert!(game.agent_of(fits, 1).is_ok(), "{fits} for {name}");
        }
        if !misfit.is_empty() {
            assert!(
                !listed.iter().any(|own| own == misfit),
                "{misfit} for {name}"
            );
            let error = game.agent_of(misfit, 1).err().expect("does not fit");
            assert_eq!(error.kind, plyscope_game::ErrorKind::Unsuited);
            assert!(error.hint.expect("a hint").contains(hinted));
        }
    }
    let native = registry.open("connect4").expect("a game");
    assert!(native.agent_of("maxn", 1).is_err());
    assert!(native.agent_of("mcts:batch=64", 1).is_err());
}

#[test]
fn mcts_takes_games_of_every_kind() {
    let registry = plyscope_standard::registry();
    for name in [
        "gdl:race3",
        "gdl:hanoi",
        "gdl:pennies",
        "gdl:connect4",
        "connect4",
    ] {
        let game = registry.open(name).expect("a game");
        let mut agent = agent(&game, "mcts:playouts=2000");
        let position = game.start();
        let told = advise(&mut *agent, &position);
        let visits: u64 = told.moves.iter().filter_map(|own| own.visits).sum();
        assert!((1_999..=2_001).contains(&visits), "{name}: {visits}");
    }
}

#[test]
fn a_player_of_a_hidden_round_is_told_the_same_whatever_the_other_chose() {
    let game = plyscope_standard::registry()
        .open("gdl:pennies")
        .expect("a game");
    for spec in [
        "mcts:playouts=3000",
        "solver",
        "random",
        "wandering:by=random,share=0.5",
        "history:games=20",
        "mobility",
        "action",
        "mcts:playouts=100,eval=action,policy=softmax,bias=0.3",
        "mcts:playouts=100,eval=goal-proximity,prior=2",
    ] {
        let told = ["heads", "tails"].map(|coin| {
            let mut position = game.start();
            position.play(&format!("(show {coin})")).expect("a move");
            assert!(position.is_hidden());
            let mut agent = agent(&game, spec);
            advise(&mut *agent, &position)
        });
        assert_eq!(told[0], told[1], "{spec}");
    }
}

#[test]
fn nothing_is_learned_from_random_games_that_do_not_end() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("endless.kif");
    let sheet = "(role a) (init (p 1)) (legal a (go left)) (legal a (go right))
        (<= (next (p 1)) (does a ?m)) (<= terminal (true (p 2))) (goal a 100)";
    std::fs::write(&path, sheet).expect("a sheet");
    let spec = format!("gdl:{}", path.display());
    let game = plyscope_standard::registry().open(&spec).expect("a game");
    for spec in ["history:games=20", "learned:games=20"] {
        let error = game.agent_of(spec, 1).err().expect("no end");
        let what = "a random game did not end within 10000 rounds";
        assert!(error.to_string().contains(what), "{spec}: {error}");
    }
}

#[test]
fn every_heuristic_stands_alone_steers_playouts_and_biases_the_tree_of_every_game() {
    let registry = plyscope_standard::registry();
    let everywhere = ["mobility", "inverse-mobility", "history:games=20"];
    let from_rules = [
        "action",
        "fuzzy-goal",
        "goal-proximity",
        "goal-now",
        "novelty:games=5",
    ];
    let learned = "learned:games=20";
    for name in [
        "connect4",
        "gdl:tictactoe",
        "gdl:race3",
        "gdl:pennies",
        "gdl:hanoi",
    ] {
        let game = registry.open(name).expect("a game");
        let is_sheet = name.starts_with("gdl:");
        let own = from_rules.iter().filter(|_| is_sheet);
        // Random play never solves the puzzle, so there is nothing to learn from it, and it says so.
        let learned = [&learned].into_iter().filter(|_| name != "gdl:hanoi");
        for heuristic in everywhere.iter().chain(own).chain(learned) {
            for spec in [
                (*heuristic).to_string(),
                format!("mcts:playouts=30,eval=({heuristic})"),
                format!("mcts:playouts=30,eval=({heuristic}),policy=softmax,temperature=0.5"),
                format!("mcts:playouts=30,eval=({heuristic}),policy=none,bias=0.5"),
                format!("mcts:playouts=30,eval=({heuristic}),policy=none,prior=3"),
            ] {
                let told = advise(&mut *agent(&game, &spec), &game.start());
                let again = advise(&mut *agent(&game, &spec), &game.start());
                assert_eq!(told, again, "{name} {spec}");
                let are_numbers = told.moves.iter().all(|own| {
                    let value = own.score.value();
                    value.is_none_or(|value| !value.is_nan())
                });
                assert!(are_numbers && !told.best.is_empty(), "{name} {spec}");
            }
        }
    }
}

#[test]
fn options_of_a_heuristic_that_have_no_effect_are_refused() {
    let game = plyscope_standard::registry()
        .open("gdl:pentago")
        .expect("a game");
    let refused = |spec: &str| {
        let made = game.agent(&Spec::parse(spec).expect("a spec"), 1);
        made.err().expect("refused").to_string()
    };
    assert!(refused("mcts:bias=1").contains("name one by `eval`"));
    assert!(refused("mcts:policy=softmax").contains("`eval`"));
    assert!(refused("mcts:eval=action,policy=none").contains("nothing to do"));
    assert!(refused("mcts:eval=action,batch=8").contains("one by one"));
    assert!(refused("mcts:plies=9").contains("no effect"));
    assert!(refused("mcts:eval=acton").contains("acton"));
    let native = plyscope_standard::registry()
        .open("connect4")
        .expect("a game");
    let made = native.agent(&Spec::parse("action").expect("a spec"), 1);
    assert!(
        made.err()
            .expect("refused")
            .to_string()
            .contains("does not apply to connect4")
    );
}

#[test]
fn a_puzzle_is_solved() {
    let game = plyscope_standard::registry()
        .open("gdl:hanoi")
        .expect("a game");
    let told = advise(&mut *agent(&game, "solver"), &game.start());
    assert_eq!(told.proved(&game.facts()), Some(100));
    assert_eq!(told.line.len(), 7);
}

#[test]
fn specs_that_start_programs_are_known_however_deep_they_do() {
    let registry = plyscope_standard::registry();
    let chess = registry.open("chess").expect("a game");
    let gomoku = registry.open("gomoku").expect("a game");
    let starts =
        |game: &NamedGame, text: &str| game.starts_process(&Spec::parse(text).expect("a spec"));
    for text in [
        "process:cmd=(rm -r x)",
        "PROCESS:cmd=cat",
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
    let game = plyscope_standard::registry()
        .open("connect4")
        .expect("a game");
    let files = |text: &str| game.files_of(&Spec::parse(text).expect("a spec"));
    let path = "tests/all/agents.rs".to_string();
    assert_eq!(
        files(&format!("process:cmd=(cat {path} -x nothing.py)")),
        [path]
    );
}

#[test]
fn specs_nested_without_end_are_refused_and_fill_no_stack() {
    let game = plyscope_standard::registry()
        .open("connect4")
        .expect("a game");
    let nested = |levels: usize| {
        let text = "wandering:by=(".repeat(levels) + "random" + &")".repeat(levels);
        Spec::parse(&text).expect("a spec")
    };
    assert!(game.agent(&nested(16), 1).is_ok());
    for levels in [17, 100_000] {
        let spec = nested(levels);
        let refused = game.agent(&spec, 1).err().expect("too deep");
        assert!(refused.what.contains("deeper than 16 levels"), "{refused}");
        assert!(game.evaluator(&spec, 1).is_err());
        assert!(game.evaluator_behind(&spec).is_err());
        assert!(game.files_of(&spec).is_empty());
    }
    // Colons within a command begin no specs.
    let path = ":a.jar".repeat(40);
    let spec = Spec::parse(&format!("process:cmd=(java -cp {path} Mine)")).expect("a spec");
    let made = game.agent(&spec, 1).err();
    assert!(made.is_none_or(|error| !error.what.contains("deeper")));
}

/// Likes the last column, and is no evaluator.
struct Last;

impl AnyAgent for Last {
    fn advise(
        &mut self,
        states: &dyn AnyStates,
        at: usize,
        _: &Limits,
    ) -> Result<Advice<usize>, Error> {
        let count = states.move_count(at);
        let moves = (0..count).map(|mv| Advised {
            mv,
            score: Score::Estimate(mv as Value),
            visits: None,
            mean: None,
        });
        let mut advice = Advice::empty(states.mover(at));
        advice.moves.extend(moves);
        advice.best.push(count - 1);
        advice.line.push(count - 1);
        Ok(advice)
    }

    fn choose(
        &mut self,
        states: &dyn AnyStates,
        at: usize,
        _: &Limits,
        _: &mut Chance,
    ) -> Result<Choice, Error> {
        let mv = states.move_count(at) - 1;
        let score = Score::Estimate(mv as Value);
        Ok(Choice { mv, score })
    }

    fn advise_each(
        &mut self,
        states: &dyn AnyStates,
        range: Range<usize>,
        limits: &Limits,
        replies: &mut Replies,
        progress: &dyn Fn(),
    ) -> Result<(), Error> {
        for at in range {
            replies.add(&self.advise(states, at, limits)?);
            progress();
        }
        Ok(())
    }

    fn forget(&mut self) {}

    fn reseed(&mut self, _: u64) {}
}

#[test]
fn an_agent_that_was_added_can_stand_behind_another() {
    let mut registry = plyscope_standard::registry();
    registry.add_agent("last", "the last column", &[], |_, _, _| Ok(Box::new(Last)));
    let game = registry.open("connect4").expect("a game");
    let told = advise(&mut *agent(&game, "last"), &game.start());
    let wrapped = advise(
        &mut *agent(&game, "wandering:by=last,share=0"),
        &game.start(),
    );
    assert_eq!(wrapped, told);
    let strayed = advise(
        &mut *agent(&game, "wandering:by=last,share=1"),
        &game.start(),
    );
    assert_eq!(strayed.moves, told.moves);
    let error = game
        .agent_of("wandering:by=lst", 1)
        .err()
        .expect("no such agent");
    assert!(error.hint.expect("a hint").contains("last"));
}

/// Whether the first player has the middle of the lowest row, as seen by either.
struct Middle;

impl AnyValuer for Middle {
    fn values(
        &self,
        states: &dyn AnyStates,
        player: Player,
        _: &Deadline,
    ) -> Result<Vec<Value>, Error> {
        let value = |at: usize| match states.board(at).pieces[38] {
            'x' if player == Player::FIRST => 1.0,
            'o' if player == Player::SECOND => 1.0,
            _ => 0.0,
        };
        Ok((0..states.len()).map(value).collect())
    }
}

/// One that fails.
struct Sulks;

impl AnyValuer for Sulks {
    fn values(&self, _: &dyn AnyStates, _: Player, _: &Deadline) -> Result<Vec<Value>, Error> {
        Err(Error::failed("no answer today"))
    }
}

#[test]
fn evaluators_that_were_added_are_asked_by_searches_and_as_agents() {
    let mut registry = plyscope_standard::registry();
    registry.add_evaluator("middle", "the middle", &[], Arc::new(Middle));
    registry.add_evaluator("sulks", "fails", &[], Arc::new(Sulks));
    let game = registry.open("connect4").expect("a game");
    assert!(game.is_evaluator("middle"));
    let start = game.start();
    for spec in [
        "middle",
        "negascout:depth=1,eval=middle",
        "alphabeta:depth=3,eval=middle",
        "wandering:by=middle,share=0",
    ] {
        let advice = advise(&mut *agent(&game, spec), &start);
        assert_eq!(advice.best, [3], "{spec}");
    }
    for spec in ["sulks", "negascout:depth=2,eval=sulks"] {
        let mut agent = agent(&game, spec);
        let failed = agent.advise(start.states(), start.at(), &Limits::every_move());
        assert_eq!(failed.expect_err(spec).what, "no answer today");
    }
    let spec = Spec::parse("negascout:eval=(middle:x=1)").expect("a spec");
    assert!(game.agent(&spec, 1).is_err(), "it has no parameters");
}
