//! Benchmarks of every kind of game.

use plyscope_game::{Limits, Player};
use plyscope_judge::{TruthKind, Truths};
use plyscope_truth::{
    Amount, Benchmark, BenchmarkSummary, Export, Filter, Labelled, OnConflict, Selector, Source,
    check, load, merge, read_jsonl, round_error,
};

use plyscope_workbench::{Registry, TruthOrder, TruthRun, make_truth};

fn made(game: &str, by: &str, states: Option<u64>, seed: u64) -> (Registry, Benchmark) {
    let registry = plyscope_standard::registry();
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("truth.parquet");
    let selector = Selector {
        source: if states.is_some() {
            Source::Playouts
        } else {
            Source::All
        },
        amount: states.map_or(Amount::Everything, Amount::States),
        filter: Filter::default(),
    };
    let order = TruthOrder {
        selector: &selector,
        positions: Vec::new(),
        by,
        run: TruthRun {
            seed,
            limits: Limits::every_move(),
            threads: 2,
            progress: &|_| (),
        },
        output: &output,
        replace: false,
    };
    let made = make_truth(&registry.open(game).unwrap(), order);
    made.unwrap_or_else(|error| panic!("{game} by {by}: {error}"));
    let benchmark = load(&output).unwrap();
    (registry, benchmark)
}

/// How many states files count: the players of a round share one.
fn numbered(benchmark: &Benchmark) -> u64 {
    plyscope_truth::BenchmarkSummary::of(benchmark).states
}

#[test]
fn what_search_proves_of_noughts_and_crosses_is_what_exhaustion_finds() {
    let (_, exact) = made("gdl:tictactoe", "solver", Some(60), 1);
    let (_, sampled) = made("gdl:tictactoe", "mcts:playouts=3000", Some(60), 1);
    assert_eq!(exact.states.len(), sampled.states.len());
    let (mut proved, mut open) = (0, 0);
    for (exact, sampled) in exact.states.iter().zip(&sampled.states) {
        assert_eq!(exact.state, sampled.state);
        let best = exact.best(Some(50.0)).unwrap().value;
        for (exact, sampled) in exact.moves.iter().zip(&sampled.moves) {
            assert!(exact.exact);
            if sampled.exact {
                assert_eq!(exact.value, sampled.value);
                proved += 1;
            } else {
                open += 1;
            }
        }
        // What is proved to be best is truly best; an open move may look better than it is.
        let found = sampled.best(Some(50.0)).unwrap();
        if found.exact {
            assert_eq!(found.value, best, "{}", exact.state);
        }
    }
    // Proved moves stand in the midst of sampled ones.
    assert!(proved > open && open > 0, "{proved} proved, {open} open");
}

#[test]
fn a_round_has_rows_for_each_player_worth_what_the_solved_round_gives() {
    let (registry, exact) = made("gdl:pennies", "solver", None, 1);
    let (_, sampled) = made("gdl:pennies", "mcts:playouts=20000", None, 1);
    assert_eq!(exact.states.len() as u64, 2 * numbered(&exact));
    for pair in exact.states.chunks(2) {
        assert_eq!(pair[0].state, pair[1].state);
        assert_eq!([pair[0].player, pair[1].player], [Player(0), Player(1)]);
        // What one can hold the other to is all that the other can get.
        let value = |own: &Labelled| own.best(Some(50.0)).unwrap().value.unwrap();
        assert!((value(&pair[0]) + value(&pair[1]) - 100.0).abs() < 1e-3);
    }
    for (exact, sampled) in exact.states.iter().zip(&sampled.states) {
        assert_eq!(
            (&exact.state, exact.player),
            (&sampled.state, sampled.player)
        );
        let playouts = sampled.moves.iter().filter_map(|own| own.visits).sum();
        let error = round_error(100.0, sampled.moves.len(), playouts);
        for (exact, sampled) in exact.moves.iter().zip(&sampled.moves) {
            let apart = exact.value.unwrap() - sampled.value.unwrap();
            assert!(
                apart.abs() <= error,
                "{apart} beyond {error}: {}",
                exact_text(exact)
            );
        }
    }
    let start = &exact.states[0];
    assert!(
        start
            .moves
            .iter()
            .all(|own| (own.value.unwrap() - 50.0).abs() < 1e-3)
    );
    let game = registry.open("gdl:pennies").unwrap();
    let kind = |benchmark| Truths::new(benchmark, (0.0, 100.0)).made;
    assert_eq!(kind(&exact), TruthKind::Computed);
    assert_eq!(kind(&sampled), TruthKind::Sampled);
    // Shares of a mixture are no playouts.
    assert_eq!(BenchmarkSummary::of(&exact).visits, 0);
    assert!(BenchmarkSummary::of(&sampled).visits > 0);
    assert_eq!(check(game.rules(), &exact), []);
    assert_eq!(check(game.rules(), &sampled), []);
}

fn exact_text(label: &plyscope_truth::Label) -> String {
    format!("{label:?}")
}

#[test]
fn rounds_survive_export_import_and_merge() {
    let (registry, one) = made("gdl:pennies", "mcts:playouts=500", None, 1);
    let game = registry.open("gdl:pennies").unwrap();
    let mut text = Vec::new();
    Export::Jsonl.write(&one, &mut text).unwrap();
    let again = read_jsonl(&String::from_utf8(text).unwrap()).unwrap();
    let again = again.admit(game.rules()).unwrap();
    assert_eq!(again.states, one.states);
    let mut text = Vec::new();
    Export::Xml.write(&one, &mut text).unwrap();
    let again = plyscope_truth::read_xml(&String::from_utf8(text).unwrap()).unwrap();
    assert_eq!(again.admit(game.rules()).unwrap(), one);
    let (_, other) = made("gdl:pennies", "mcts:playouts=500", None, 2);
    let merged = merge(vec![one.clone(), other], false, OnConflict::Mean).unwrap();
    assert_eq!(merged.states.len(), one.states.len());
    assert_eq!(numbered(&merged), numbered(&one));
    let visits = |own: &Benchmark| {
        own.states[0]
            .moves
            .iter()
            .filter_map(|own| own.visits)
            .sum::<u64>()
    };
    assert!(visits(&merged) > visits(&one));
}

#[test]
fn values_of_three_players_are_the_movers_own() {
    let (registry, exact) = made("gdl:race3", "solver", Some(40), 1);
    let (_, sampled) = made("gdl:race3", "mcts:playouts=4000", Some(40), 1);
    assert_eq!(exact.meta.sum, None);
    let movers: Vec<u8> = exact.states.iter().map(|own| own.player.0).collect();
    assert!((0..3).all(|player| movers.contains(&player)));
    let mut both = 0;
    for (exact, sampled) in exact.states.iter().zip(&sampled.states) {
        for (exact, sampled) in exact.moves.iter().zip(&sampled.moves) {
            if exact.exact && sampled.exact {
                assert_eq!(exact.value, sampled.value);
                both += 1;
            }
        }
    }
    assert!(both > 20, "{both} compared");
    let game = registry.open("gdl:race3").unwrap();
    assert_eq!(check(game.rules(), &sampled), []);
}

#[test]
fn a_benchmark_of_another_version_of_the_sheet_is_refused_with_both_digests() {
    let (registry, own) = made("gdl:tictactoe", "solver", Some(3), 1);
    let (_, digest) = own.meta.game.split_once("digest=").unwrap();
    let other = own.meta.game.replace(digest, "0123456789abcdef");
    let error = registry.open(&other).err().expect("refused").to_string();
    assert!(
        error.contains(digest.trim_end_matches(')')) && error.contains("0123456789abcdef"),
        "{error}"
    );
}

#[test]
fn playouts_rise_with_the_ply_where_the_caller_tells_it() {
    let (_, rising) = made(
        "gdl:pentago",
        "mcts:playouts=100..3200,plies=24",
        Some(24),
        1,
    );
    let visits = |own: &Labelled| own.moves.iter().filter_map(|own| own.visits).sum::<u64>();
    let (first, last) = (&rising.states[0], rising.states.last().unwrap());
    assert!(first.ply < last.ply);
    assert!(visits(first) < 140, "{}", visits(first));
    let late = rising.states.iter().map(visits).max().unwrap();
    assert!(late > 1_000, "{late}");
}
