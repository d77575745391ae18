//! The contract of every learner that plays: planted weights are found, and threads change nothing.

use std::path::Path;
use std::time::Duration;

use plyscope_game::{ErrorKind, Limits, Stop};
use plyscope_learn::td::TdParams;
use plyscope_workbench::{
    Budget, ClimbMethod, ClimbOrder, Finding, Fitness, NamedGame, OpeningsOrder, Registry, TdOrder,
    climb, finding_text, learn_td,
};

use super::breeding::stones;

/// The learners by name, each with games enough for four weights.
const LEARNERS: [(&str, u64); 3] = [("cma", 3000), ("spsa", 3200), ("td", 3200)];

fn learned(
    game: &NamedGame,
    learner: &str,
    budget: Budget,
    (seed, threads): (u64, usize),
    start: Option<&Path>,
) -> Result<Finding, plyscope_game::Error> {
    let clock = || Duration::ZERO;
    if learner == "td" {
        let order = TdOrder {
            params: TdParams::default(),
            budget: Some(budget),
            features: None,
            only: &[],
            start,
            max_plies: None,
            seed,
            threads,
            stop: Stop::default(),
            journal: None,
            cpu_time: &clock,
            progress: &|_| {},
        };
        return learn_td(game, &order);
    }
    let order = ClimbOrder {
        method: match learner {
            "cma" => ClimbMethod::Cma,
            _ => ClimbMethod::Spsa,
        },
        fitness: Fitness::Games,
        budget: Some(budget),
        population: None,
        step: None,
        games: 8,
        features: None,
        only: &[],
        by: "linear",
        openings: OpeningsOrder::Start,
        max_plies: None,
        start,
        limits: Limits::best_move(),
        seed,
        threads,
        journal: None,
        cpu_time: &clock,
        progress: &|_| {},
    };
    climb(game, &order)
}

fn registry() -> Registry {
    let mut registry = plyscope_standard::registry();
    registry.add_game(stones());
    registry
}

#[test]
fn planted_weights_are_found() {
    let game = registry().open("stones").unwrap();
    for (learner, games) in LEARNERS {
        for seed in 1..=2 {
            let found = learned(&game, learner, Budget::Games(games), (seed, 2), None).unwrap();
            let own = |kind: usize| found.weights.weights[&format!("kind{kind}")];
            let [one, four, two, seven] = [own(0), own(1), own(2), own(3)];
            // Only the order of weights decides moves here.
            assert!(
                one < two && two < four && four < seven && seven > 0.0,
                "{learner}: {one} {two} {four} {seven}"
            );
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_file_on_any_number_of_threads() {
    let game = registry().open("stones").unwrap();
    for (learner, games) in LEARNERS {
        let text = |threads| {
            let budget = Budget::Games(games / 4);
            finding_text(&learned(&game, learner, budget, (7, threads), None).unwrap())
        };
        let alone = text(1);
        assert!(alone == text(2) && alone == text(8), "{learner}");
    }
}

#[test]
fn a_budget_that_buys_nothing_or_counts_otherwise_is_refused() {
    let game = registry().open("stones").unwrap();
    for (learner, _) in LEARNERS {
        for budget in [Budget::Games(0), Budget::Games(3), Budget::Positions(100)] {
            let Err(error) = learned(&game, learner, budget, (1, 1), None) else {
                panic!("{learner} takes {budget:?}")
            };
            assert_eq!(error.kind, ErrorKind::Misuse, "{learner}: {error}");
            assert!(error.hint.is_some(), "{learner}: {error}");
        }
    }
}

#[test]
fn a_start_is_where_a_learner_begins() {
    let game = registry().open("stones").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("start.toml");
    let text = "game = \"stones\"\nfeatures = \"kinds\"\n[weights]\nkind0 = 10\nkind1 = 40\nkind2 = 20\nkind3 = 70\n";
    std::fs::write(&path, text).unwrap();
    for (learner, _) in LEARNERS.iter().filter(|own| own.0 != "td") {
        let budget = Budget::Games(96);
        let found = learned(&game, learner, budget, (1, 2), Some(&path)).unwrap();
        // The unit of the start stays, and so few games do not lead far away.
        let own = found.weights.weights["kind3"];
        assert!((20.0..200.0).contains(&own), "{learner}: {own}");
    }
}
