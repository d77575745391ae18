//! The sheets that ship: without findings, a game by contract, the same by every engine and as in Rust.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use plyscope_game::{
    Chance, Features, Game, Notation, Payoffs, Player, PlayoutStart, Tally, contract, perft,
};
use plyscope_gdl::{
    Engine, EngineKind, FactTrust, GdlGame, GdlState, GroundLimits, Interpreter, Lanes, Machine,
    Network, PieceCounts, Severity, Sheet, Stepper, Vectors, check, check_by_playing,
};
use {
    plyscope_breakthrough as breakthrough, plyscope_connect4 as connect4, plyscope_mnk as mnk,
    plyscope_othello as othello,
};

fn sheets() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rules");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    let named = |path: PathBuf| {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        (name, std::fs::read_to_string(path).unwrap())
    };
    paths.into_iter().map(named).collect()
}

fn game(name: &str) -> GdlGame {
    let (_, text) = sheets().into_iter().find(|(own, _)| own == name).unwrap();
    GdlGame::new(name, Sheet::read(&text).unwrap()).unwrap()
}

#[test]
fn our_sheets_are_without_findings() {
    for (name, text) in sheets() {
        let (sheet, findings) = check(&text);
        let bad: Vec<String> = findings
            .iter()
            .filter(|finding| finding.severity > Severity::Note)
            .map(ToString::to_string)
            .collect();
        assert_eq!(bad, Vec::<String>::new(), "{name}");
        assert_eq!(check_by_playing(&sheet, 20, 500, 1), [], "{name}");
    }
}

#[test]
fn our_sheets_keep_the_contract() {
    for (name, text) in sheets() {
        let game = GdlGame::new(&name, Sheet::read(&text).unwrap()).unwrap();
        contract::check(&game, 3, 7);
        assert_eq!(game.trouble(), None, "{name}");
    }
}

#[test]
fn our_sheets_keep_the_contract_by_the_rules_too() {
    for (name, text) in sheets() {
        let sheet = Sheet::read(&text).unwrap();
        let game = GdlGame::with(&name, sheet, Some(EngineKind::Rules), FactTrust::Found).unwrap();
        assert_eq!(game.engine(), EngineKind::Rules);
        // Every state is looked at some twenty times; a whole game of these would take minutes.
        if !["checkers6", "othello6", "pentago", "breakthrough"].contains(&name.as_str()) {
            contract::check(&game, 1, 7);
        }
        assert_eq!(game.trouble(), None, "{name}");
    }
}

/// The same tree, the same ends and the same facts by the network and by the rules.
#[test]
fn perft_is_the_same_by_every_engine() {
    for (name, text) in sheets() {
        let sheet = Sheet::read(&text).unwrap();
        let by = |engine| GdlGame::with(&name, sheet.clone(), engine, FactTrust::Found).unwrap();
        let (network, rules) = (by(None), by(Some(EngineKind::Rules)));
        for depth in 1..=2 {
            let count = |game: &GdlGame| perft(game, &game.start(), depth);
            assert_eq!(count(&network), count(&rules), "{name} at depth {depth}");
        }
        let (left, right) = (network.facts(), rules.facts());
        assert_eq!(left.sum, right.sum, "{name}");
        assert_eq!(left.simultaneous, right.simultaneous, "{name}");
        // A state of one is a state of the other.
        let text = rules.write_state(&rules.start());
        let read = network.read_state(&text).unwrap();
        assert_eq!(read, network.start(), "{name}");
    }
}

#[test]
fn rules_and_network_agree_on_random_games() {
    for (name, text) in sheets() {
        let sheet = Sheet::read(&text).unwrap();
        let mut rules = Interpreter::new(sheet.clone()).unwrap();
        let mut state = Stepper::new(Arc::new(
            Network::new(sheet, GroundLimits::default()).unwrap(),
        ));
        let mut chance = Chance::new(3);
        for _ in 0..2 {
            rules.reset().unwrap();
            state.reset().unwrap();
            loop {
                let sorted = |mut list: Vec<String>| {
                    list.sort_unstable();
                    list
                };
                assert_eq!(sorted(rules.fluents()), sorted(state.fluents()), "{name}");
                let over = rules.is_terminal().unwrap();
                assert_eq!(over, state.is_terminal().unwrap(), "{name}");
                let roles = rules.roles().len();
                if over {
                    for role in 0..roles {
                        assert_eq!(
                            rules.goal(role).unwrap(),
                            state.goal(role).unwrap(),
                            "{name}"
                        );
                    }
                    break;
                }
                let mut moves = Vec::new();
                for role in 0..roles {
                    let legal = sorted(rules.legal(role).unwrap());
                    assert_eq!(legal, sorted(state.legal(role).unwrap()), "{name}");
                    moves.push(legal[chance.below(legal.len() as u32) as usize].clone());
                }
                rules.play(&moves).unwrap();
                state.play(&moves).unwrap();
            }
        }
    }
}

#[test]
fn perft_is_that_of_the_games_in_rust() {
    fn same<G: Game>(name: &str, depth: u32, native: &G) {
        let own = game(name);
        for depth in 1..=depth {
            let (own, native) = (
                perft(&own, &own.start(), depth),
                perft(native, &native.start(), depth),
            );
            assert_eq!(own, native, "{name} at depth {depth}");
        }
    }
    same("tictactoe", 6, &mnk::Mnk::tictactoe());
    same(
        "connect4",
        5,
        &connect4::Standard::new(connect4::Fixed::default()),
    );
    same("othello6", 6, &othello::Othello::<6>::default());
    same(
        "breakthrough",
        3,
        &breakthrough::Breakthrough::new(8, 8).unwrap(),
    );
}

#[test]
fn points_are_those_of_the_sheet_and_a_constant_sum_is_a_fact() {
    let own = game("tictactoe");
    let facts = own.facts();
    assert_eq!((facts.sum, facts.points), (Some(100), (0, 100)));
    assert!(facts.is_minimax() && !facts.is_zero_sum());
    // Few playouts go one by one, many side by side.
    for count in [20, 2_000] {
        let tally = own.playouts(&own.start(), count, &mut Chance::new(5));
        let results = [tally.first_wins, tally.second_wins];
        for (player, wins) in results.into_iter().enumerate() {
            let (won, drawn) = (wins as i64, tally.draws() as i64);
            assert_eq!(tally.points[player], 100 * won + 50 * drawn, "{count}");
            assert_eq!(tally.squares[player], 10_000 * won + 2_500 * drawn);
        }
        assert_eq!(tally.points[2..], [0; 6]);
    }
}

/// Lengths and results of random games are those of the games in Rust, within chance.
#[test]
fn playouts_are_those_of_the_games_in_rust() {
    fn same<G: Game>(name: &str, native: &G) {
        const GAMES: u64 = 4_000;
        let own = game(name);
        let left = own.playouts(&own.start(), 4 * GAMES, &mut Chance::new(1));
        let right = native.playouts(&native.start(), GAMES, &mut Chance::new(2));
        assert_eq!(left.playouts, 4 * GAMES, "{name}");
        let share = |tally: &Tally, count: u64| count as f64 / tally.playouts as f64;
        let wins = (share(&left, left.first_wins) - share(&right, right.first_wins)).abs();
        let draws = (share(&left, left.draws()) - share(&right, right.draws())).abs();
        let plies = share(&left, left.plies) / share(&right, right.plies) - 1.0;
        assert!(
            wins < 0.04 && draws < 0.04 && plies.abs() < 0.03,
            "{name}: {left:?} {right:?}"
        );
    }
    same("tictactoe", &mnk::Mnk::tictactoe());
    same(
        "connect4",
        &connect4::Standard::new(connect4::Fixed::default()),
    );
    same("othello6", &othello::Othello::<6>::default());
    same(
        "breakthrough",
        &breakthrough::Breakthrough::new(8, 8).unwrap(),
    );
}

#[test]
fn lanes_are_the_same_on_every_kind_of_vector() {
    let (_, text) = sheets()
        .into_iter()
        .find(|(name, _)| name == "othello6")
        .unwrap();
    let network =
        Arc::new(Network::new(Sheet::read(&text).unwrap(), GroundLimits::default()).unwrap());
    let play =
        |vectors| Lanes::with(Arc::clone(&network), vectors).play(2_000, &mut Chance::new(9));
    let portable = play(Vectors::Portable);
    assert_eq!((portable.games, portable.unfinished), (2_000, 0));
    for vectors in Vectors::available() {
        assert_eq!(play(vectors), portable, "{vectors:?}");
    }
}

/// A walks up to 3 or waits; on step 2 B has no legal move, though that is no end.
const STUCK: &str = "(role a) (role b) (init (s 0)) (succ 0 1) (succ 1 2) (succ 2 3)
    (<= (legal a up) (true (s ?n)) (succ ?n ?m)) (<= (legal a wait) (true (s ?n)) (distinct ?n 3))
    (<= (legal a jump) (true (s 1))) (<= (legal b watch) (not (true (s 2))))
    (<= (next (s ?m)) (true (s ?n)) (succ ?n ?m) (does a up))
    (<= (next (s ?n)) (true (s ?n)) (does a wait)) (<= (next (s 3)) (does a jump))
    (<= terminal (true (s 3))) (<= (goal a 100) (true (s 3))) (<= (goal a 40) (not (true (s 3))))
    (<= (goal b 0) (true (s 3))) (<= (goal b 60) (not (true (s 3))))";

#[test]
fn a_role_without_a_legal_move_ends_the_game_for_every_engine() {
    let sheet = || Sheet::read(STUCK).unwrap();
    let network = Arc::new(Network::new(sheet(), GroundLimits::default()).unwrap());
    let game = GdlGame::new("stuck", sheet()).unwrap();
    let tally = game.playouts(&game.start(), 8_000, &mut Chance::new(3));
    let mut ways = vec![
        Stepper::new(Arc::clone(&network)).playouts(8_000, &mut Chance::new(1)),
        Engine::new(sheet(), EngineKind::Rules)
            .unwrap()
            .play(2_000, &mut Chance::new(1))
            .unwrap(),
    ];
    for vectors in Vectors::available() {
        let mut lanes = Lanes::with(Arc::clone(&network), vectors);
        ways.push(lanes.play(8_000, &mut Chance::new(1)));
    }
    // From step 1 a game is as likely to jump to its end as to get stuck.
    for played in &ways {
        let games = played.games as f64;
        assert_eq!(played.unfinished, 0);
        assert!(
            (played.stuck as f64 / games - 0.5).abs() < 0.06,
            "{played:?}"
        );
        let from_goals = (games - played.stuck as f64) * 100.0 + played.stuck as f64 * 40.0;
        assert!((played.mean_points(0) - from_goals / games).abs() < 1e-6);
        let mean = tally.points[0] as f64 / tally.playouts as f64;
        assert!((played.mean_points(0) - mean).abs() < 4.0);
    }
    assert_eq!(tally.playouts, 8_000);
    let findings = check_by_playing(&sheet(), 20, 100, 1);
    assert!(
        findings
            .iter()
            .any(|finding| finding.what.contains("b has no legal move")),
        "{findings:?}"
    );
}

#[test]
fn goals_above_a_hundred_are_refused_by_every_engine() {
    let text = "(role a) (init (p 1)) (legal a go) (<= (next (p 2)) (does a go))
        (<= terminal (true (p 2))) (goal a 1000)";
    let sheet = || Sheet::read_plainly(text).unwrap();
    let mut rules = Engine::new(sheet(), EngineKind::Rules).unwrap();
    let by_rules = rules.play(1, &mut Chance::new(1)).unwrap_err();
    for error in [Engine::best(sheet()).err().unwrap(), by_rules] {
        assert!(error.what.contains("0 to 100"), "{error}");
    }
}

#[test]
fn bad_sheets_are_errors_with_hints() {
    let rest = "(init (p 1)) (legal a go) (<= terminal (true (p 2))) (goal a 100)";
    let roles = |count: u32| {
        (0..count)
            .map(|role| format!("(role r{role})"))
            .collect::<Vec<_>>()
            .concat()
    };
    let refused = [
        ("no sheet".to_owned(), "no roles"),
        ("(".repeat(1_000_000), "deeper"),
        (roles(9), "9 roles"),
        ("(role random)".to_owned(), "GDL-II"),
        ("(role a) (<= (sees a ?x) (true ?x))".to_owned(), "GDL-II"),
    ];
    for (text, words) in refused {
        let error = Sheet::read(&text).unwrap_err();
        assert!(
            error.what.contains(words) && !error.hint.is_empty(),
            "{error}"
        );
    }
    let unground = [
        format!("(role a) {rest} (<= (next (p (f ?x))) (true (p ?x)))"),
        format!("(role a) {rest} (n 1) (<= (n (s ?x)) (n ?x)) (<= (next (p ?x)) (n ?x))"),
        format!(
            "(role a) {rest} {} (<= (next (q ?a ?b ?c ?d ?e)) (d ?a) (d ?b) (d ?c) (d ?d) (d ?e))",
            (0..200)
                .map(|n| format!("(d {n})"))
                .collect::<Vec<_>>()
                .concat()
        ),
    ];
    // A tenth of the usual: whatever grows without end meets any.
    let usual = GroundLimits::default();
    let limits = GroundLimits {
        work: usual.work / 10,
        size: usual.size / 10,
        terms: usual.terms / 10,
    };
    for text in unground {
        let error = Network::new(Sheet::read(&text).unwrap(), limits).unwrap_err();
        assert!(
            error.what.contains("limits") && !error.hint.is_empty(),
            "{error}"
        );
    }
    let (_, findings) = check(&format!("(role a) {rest} (goal a 1000)"));
    assert!(findings.iter().any(|finding| finding.what.contains("1000")));
    let text = "(role a) (legal a go) (init (p 1)) (<= q (not r) (true (p 1))) (<= r (not q) (true (p 1))) (<= terminal q) (goal a 0)";
    let error = Network::new(Sheet::read(text).unwrap(), GroundLimits::default()).unwrap_err();
    assert!(error.what.contains("own negation"), "{error}");
}

/// A sheet of two roles in which `rare` is done by one move in a thousand.
fn rarely(rest: &str) -> String {
    let numbers: Vec<String> = (0..1000)
        .map(|number| format!("(number {number})"))
        .collect();
    let numbers = numbers.join(" ");
    format!(
        "(role a) (role b) (init (control a)) {numbers}
         (<= (legal ?p (say ?n)) (true (control ?p)) (number ?n))
         (<= (legal ?p wait) (role ?p) (not (true (control ?p))))
         (<= (next rare) (does a (say 777)))
         (<= (next done) (does b (say ?n)))
         (<= (next (control b)) (does a (say ?n)))
         {rest}"
    )
}

/// What random games did not show is told when a state shows it.
#[test]
fn a_state_that_contradicts_the_facts_is_never_a_silent_value() {
    let points = "(<= terminal (true done)) (<= terminal (true rare))
        (<= (goal ?p 50) (role ?p) (not (true rare))) (<= (goal ?p 100) (role ?p) (true rare))";
    let game = GdlGame::new("sums", Sheet::read(&rarely(points)).unwrap()).unwrap();
    assert_eq!(game.facts().sum, Some(100));
    assert!(game.found().turns_proved || !game.found().simultaneous);
    let mut state = game.start();
    let rare = game.read_move(&state, "(say 777)").unwrap();
    assert_eq!(game.trouble(), None);
    game.play(&mut state, rare);
    let trouble = game.trouble().expect("an end worth 200");
    assert!(trouble.what.contains("add up to 200"), "{trouble}");
    assert!(
        trouble
            .hint
            .is_some_and(|hint| hint.contains("facts=proved"))
    );
    let open = FactTrust::Proved;
    let game = GdlGame::with("sums", Sheet::read(&rarely(points)).unwrap(), None, open).unwrap();
    assert_eq!(game.facts().sum, None, "no sum is proved");

    let turns = "(<= terminal (true done)) (<= (goal ?p 50) (role ?p))
        (<= (legal a shout) (true rare)) (<= (legal a whisper) (true rare))";
    let game = GdlGame::new("turns", Sheet::read(&rarely(turns)).unwrap()).unwrap();
    assert!(!game.facts().simultaneous && !game.found().turns_proved);
    let mut state = game.start();
    let rare = game.read_move(&state, "say 777").unwrap();
    game.play(&mut state, rare);
    let trouble = game.trouble().expect("both may choose now");
    assert!(trouble.what.contains("at the same time"), "{trouble}");
    let game = GdlGame::with("turns", Sheet::read(&rarely(turns)).unwrap(), None, open).unwrap();
    assert!(game.facts().simultaneous, "turns are not proved");
}

#[test]
fn a_game_without_an_end_is_told_as_that() {
    let text = "(role a) (init (p 1)) (legal a (go left)) (legal a (go right))
        (<= (next (p 1)) (does a ?m)) (<= terminal (true (p 2))) (goal a 100)";
    let game = GdlGame::new("endless", Sheet::read(text).unwrap()).unwrap();
    assert_eq!(game.found().games, 0);
    game.playout(game.start(), &mut Chance::new(1));
    let trouble = game.trouble().expect("no end");
    assert!(trouble.what.contains("did not end"), "{trouble}");
}

#[test]
fn turns_are_proved_where_they_run_like_a_clock() {
    for (name, proved) in [
        ("tictactoe", true),
        ("pentago", true),
        ("race3", true),
        ("hanoi", true),
        ("checkers6", false),
        ("pennies", false),
    ] {
        assert_eq!(game(name).found().turns_proved, proved, "{name}");
    }
    assert!(game("pennies").facts().simultaneous);
}

#[test]
fn a_counter_proves_how_long_games_can_be() {
    for (name, rounds) in [
        ("hanoi", Some(10)),
        ("checkers6", Some(40)),
        ("pennies", Some(3)),
        ("tictactoe", None),
    ] {
        assert_eq!(game(name).found().most_rounds, rounds, "{name}");
    }
    assert_eq!(game("hanoi").facts().max_plies, 10);
    assert_eq!(game("pennies").facts().max_plies, 6);
}

#[test]
fn boards_are_drawn_with_the_pieces_of_both_roles() {
    let drawn = |name: &str| game(name).picture(&game(name).start());
    assert!(
        drawn("breakthrough").starts_with("8 o o o o o o o o\n7 o o"),
        "{}",
        drawn("breakthrough")
    );
    assert!(
        drawn("checkers6").contains("2 . M . M . M"),
        "{}",
        drawn("checkers6")
    );
    assert!(
        drawn("tictactoe").starts_with("3 . . .\n"),
        "{}",
        drawn("tictactoe")
    );
    assert!(drawn("hanoi").contains("(on 1 a)"), "{}", drawn("hanoi"));
    let checkers = game("checkers6");
    let names: Vec<String> = PieceCounts
        .list(&checkers)
        .into_iter()
        .map(|own| own.name)
        .collect();
    assert_eq!(names, ["own_king", "their_king", "own_man", "their_man"]);
    let mut row = [0; 4];
    PieceCounts.each(&checkers, &checkers.start(), Player::SECOND, |at, count| {
        row[at] += count as u32;
    });
    assert_eq!(row, [0, 0, 6, 6]);
}

/// States of random games: all that are met, of every phase of the game.
fn states_of_random_games(game: &GdlGame, games: u64) -> Vec<GdlState> {
    let mut states = Vec::new();
    for number in 0..games {
        let mut chance = Chance::for_task(4, number);
        let mut state = game.start();
        while game.payoffs(&state).is_none() {
            states.push(state.clone());
            let mv = game.pick(&state, &mut chance);
            game.play(&mut state, mv);
        }
        states.push(state);
    }
    states
}

#[test]
fn every_state_of_a_list_is_played_out_in_its_place() {
    for (name, text) in sheets() {
        let game = GdlGame::new(&name, Sheet::read(&text).unwrap()).unwrap();
        let states = states_of_random_games(&game, 12);
        let mut ends = Vec::new();
        game.playout_each(&states, &mut Chance::new(2), &mut ends);
        assert_eq!(ends.len(), states.len(), "{name}");
        for (state, &(payoffs, plies)) in states.iter().zip(&ends) {
            match game.payoffs(state) {
                Some(over) => assert_eq!((payoffs, plies), (over, 0), "{name}"),
                None => assert!(plies > 0, "{name}"),
            }
            // Where all moves end the game with the same points, that is how it must end.
            let after: Vec<Option<Payoffs>> = game
                .moves(state)
                .map(|mv| {
                    let mut next = state.clone();
                    game.play(&mut next, mv);
                    game.payoffs(&next)
                })
                .collect();
            if let Some(Some(first)) = after.first()
                && after.iter().all(|end| *end == Some(*first))
            {
                assert_eq!((payoffs, plies), (*first, 1), "{name}");
            }
        }
    }
}

#[test]
fn a_list_of_states_is_played_out_as_they_are_one_by_one() {
    const TIMES: usize = 400;
    for name in ["connect4", "othello6", "pennies", "race3"] {
        let game = game(name);
        let states: Vec<GdlState> = states_of_random_games(&game, 1)
            .into_iter()
            .step_by(3)
            .collect();
        let many: Vec<GdlState> = states
            .iter()
            .cloned()
            .cycle()
            .take(TIMES * states.len())
            .collect();
        let mut ends = Vec::new();
        game.playout_each(&many, &mut Chance::new(3), &mut ends);
        let mut chance = Chance::new(4);
        for (number, state) in states.iter().enumerate() {
            let mean = |ends: &mut dyn Iterator<Item = (Payoffs, u32)>| {
                let (mut points, mut plies) = (0.0, 0.0);
                for (payoffs, length) in ends {
                    points += f64::from(payoffs.of(Player::FIRST));
                    plies += f64::from(length);
                }
                (points / TIMES as f64, plies / TIMES as f64)
            };
            let side_by_side = mean(&mut ends.iter().copied().skip(number).step_by(states.len()));
            let one_by_one =
                mean(&mut (0..TIMES).map(|_| game.playout(state.clone(), &mut chance)));
            let points = (side_by_side.0 - one_by_one.0).abs();
            assert!(
                points < 5.0 * 50.0 * (2.0 / TIMES as f64).sqrt(),
                "{name} {number}: {points}"
            );
            // Rounds in which several choose count as one move side by side.
            let plies = (side_by_side.1 - one_by_one.1).abs();
            assert!(
                game.facts().simultaneous || plies < 2.5,
                "{name} {number}: {plies}"
            );
        }
    }
}

#[test]
fn playouts_begin_with_the_move_that_they_are_given() {
    const TIMES: u32 = 300;
    for (name, text) in sheets() {
        let game = GdlGame::new(&name, Sheet::read(&text).unwrap()).unwrap();
        let states = states_of_random_games(&game, 2);
        let open = states.iter().filter(|state| game.payoffs(state).is_none());
        let starts: Vec<PlayoutStart<'_, GdlGame>> = open
            .step_by(4)
            .flat_map(|state| {
                let every = game.moves(state);
                every.map(move |mv| PlayoutStart {
                    state,
                    mv,
                    playouts: TIMES,
                })
            })
            .collect();
        let mut ends = Vec::new();
        game.playout_after(&starts, &mut Chance::new(5), &mut ends);
        assert_eq!(ends.len(), starts.len() * TIMES as usize, "{name}");
        for (start, ends) in starts.iter().zip(ends.chunks(TIMES as usize)) {
            let mut after = start.state.clone();
            game.play(&mut after, start.mv);
            if let Some(over) = game.payoffs(&after) {
                assert!(ends.iter().all(|end| *end == (over, 1)), "{name}");
                continue;
            }
            assert!(ends.iter().all(|end| end.1 > 1), "{name}");
            let points = |own: i64| own as f64 / f64::from(TIMES);
            let found = ends.iter().map(|end| i64::from(end.0.of(Player::FIRST)));
            let alone = game.playouts(&after, u64::from(TIMES), &mut Chance::new(6));
            let apart = (points(found.sum()) - points(alone.points[0])).abs();
            assert!(
                apart < 5.0 * 50.0 * (2.0 / f64::from(TIMES)).sqrt(),
                "{name}: {apart}"
            );
        }
    }
}
